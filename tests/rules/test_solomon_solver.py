"""The cheapest shifts: right, legal, and found in time on full boards."""

import random
import time

import pytest

from rules.solomon import cheapest, cheapest_of, solver
from rules.solomon.pieces import NEIGHBOURS, SQUARES, placements
from rules.solomon.sim_box import SIM_SHAPES
from tests.rules.solomon_tables import at, squares

BOARDS = ((0, 1, 2, 3, 4), (2, 3, 4), (0, 1, 2), (2, 3, 3, 4, 4))


def heights_with(default, **special):
    heights = [default] * 36
    for name, height in special.items():
        heights[at(name)] = height
    return heights


def walked(heights, plan, beginners=False):
    """The heights after shifts that must all be legal."""
    now = list(heights)
    for source, target in plan:
        assert target in NEIGHBOURS[source]
        assert now[source] > 0
        assert now[target] < (4 if beginners else now[source])
        now[source] -= 1
        now[target] += 1
    return now


def level(heights, area):
    found = {heights[square] for square in area}
    return len(found) == 1 and 0 not in found


def nearest(heights, area, most, beginners=False):
    """The number of shifts by trying everything, None if more than `most`."""
    seen, front = {tuple(heights)}, [tuple(heights)]
    for depth in range(most + 1):
        if any(level(state, area) for state in front):
            return depth
        found = []
        for state in front:
            for source in SQUARES:
                top = 4 if beginners and state[source] else state[source]
                for target in NEIGHBOURS[source]:
                    if state[target] < top:
                        after = list(state)
                        after[source] -= 1
                        after[target] += 1
                        if tuple(after) not in seen:
                            seen.add(tuple(after))
                            found.append(tuple(after))
        front = found
    return None


def random_case(rng):
    heights = [rng.choice(rng.choice(BOARDS)) for _ in SQUARES]
    shape = SIM_SHAPES[rng.randint(1, 32)]
    return heights, rng.choice(placements(shape))


def test_an_area_on_one_level_needs_no_shift():
    assert cheapest([4] * 36, squares("a1 b1 c1")) == ()


def test_one_tile_too_many_or_too_few_needs_one_shift():
    area = squares("b2 c2 d2")
    assert len(cheapest(heights_with(3, c2=2), area)) == 1
    assert len(cheapest(heights_with(2, c2=3), area)) == 1


def test_a_tile_from_afar_is_handed_on():
    far = heights_with(0, b2=2, c2=1, d2=2, b3=1, c3=1, d3=1, e2=1, e3=1, f2=2)
    plan = cheapest(far, squares("b2 c2 d2"))
    assert plan is not None
    assert level(walked(far, plan), squares("b2 c2 d2"))


def test_what_cannot_be_is_not_found():
    assert cheapest([0] * 36, squares("b2 c2 d2")) is None
    assert cheapest(heights_with(0, b2=1, c2=1), squares("b2 c2 d2")) is None


@pytest.mark.parametrize(("beginners", "most"), [(False, 2), (True, 1)])
@pytest.mark.parametrize("seed", range(5))
def test_plans_are_legal_and_none_is_cheaper(seed, beginners, most):
    heights, area = random_case(random.Random(seed))
    plan = cheapest(heights, area, beginners)
    assert plan is not None
    assert level(walked(heights, plan, beginners), area)
    truth = nearest(heights, area, most, beginners)
    assert (len(plan) if len(plan) <= most else None) == truth


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 112))
def test_no_plan_of_three_shifts_is_missed(seed):
    heights, area = random_case(random.Random(seed))
    plan = cheapest(heights, area)  # it may give up a longer one
    truth = nearest(heights, area, 3)
    assert (len(plan) if plan is not None and len(plan) <= 3 else None) == truth


def test_full_boards_are_solved_in_time():
    rng = random.Random(5)
    times, found = [], 0
    for _ in range(150):
        heights, area = random_case(rng)
        began = time.perf_counter()
        plan = cheapest(heights, area)
        times.append(time.perf_counter() - began)
        found += plan is not None
    assert found == 150
    assert sorted(times)[len(times) // 2] < 0.02
    assert sorted(times)[-3] < 0.2, "three may be disturbed by what else the machine does"


def test_the_best_of_all_places():
    rng = random.Random(7)
    for _ in range(20):
        heights, _ = random_case(rng)
        areas = placements(SIM_SHAPES[rng.randint(1, 32)])
        best = cheapest_of(heights, areas)
        assert best is not None
        area, plan = best
        assert level(walked(heights, plan), area)
        costs = [cheapest(heights, each) for each in areas[::5]]
        assert len(plan) <= min(len(each) for each in costs if each is not None)


def test_a_board_that_hardly_anything_levels_is_given_up_and_not_tried_again(monkeypatch):
    rng, looks = random.Random(8), []
    heights = [0] * 36
    for _ in range(rng.randint(6, 12)):
        heights[rng.randrange(36)] = rng.choice((1, 1, 2, 3))
    bound = solver._Search.bound
    monkeypatch.setattr(solver._Search, "bound", lambda search: looks.append(1) or bound(search))
    area = (21, 22, 23, 27, 28, 29)
    assert cheapest(heights, area) is None
    assert solver.MOST_LOOKS < len(looks) < 2 * solver.MOST_LOOKS
    looks.clear()
    assert cheapest(tuple(heights), area) is None
    assert looks == []
