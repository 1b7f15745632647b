"""The simulated table's own time."""

from device.sim.clock import TableClock


class Wall:
    """A clock on the wall that the test sets."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def test_time_stands_still_at_its_limit_and_then_goes_on_from_there() -> None:
    wall = Wall()
    clock = TableClock(wall)
    clock.until(50.1)
    wall.now = 53.0
    assert clock() == 50.1
    clock.until(None)
    wall.now = 54.0
    assert clock() == 51.1


def test_time_that_is_not_used_up_is_not_lost() -> None:
    wall = Wall()
    clock = TableClock(wall)
    clock.until(60.0)
    wall.now = 52.0
    assert clock() == 52.0
