"""What shows between two still pictures."""

from dataclasses import replace

import numpy as np
import pytest

from rules.kilt import GAME, Build, Floor, Move, Position
from rules.kilt.pieces import Square, line
from tests.vision.boxes import Table, game, profile, true_view
from vision.glimpses import MISSED, MISSED_MOST, covered, in_order
from vision.kilt.eyes import Eyes
from vision.kilt.glimpses import KiltGlimpses
from vision.kilt.table import SQUARES

NEVER = -1000.0


# -- the order of things --------------------------------------------------------------------------


def test_no_glimpse_says_nothing() -> None:
    assert in_order(np.zeros((0, 3))) == 0.0


def test_glimpses_that_fit_in_order_cost_nothing() -> None:
    assert in_order(np.array([[0, NEVER, NEVER], [NEVER, 0, NEVER], [NEVER, NEVER, 0]])) == 0.0


def test_only_the_last_position_need_not_be_glimpsed() -> None:
    assert in_order(np.array([[0.0, NEVER]])) == 0.0
    assert in_order(np.array([[NEVER, 0.0]])) == 0.0


def test_a_position_that_no_glimpse_shows_costs_more_the_more_there_are() -> None:
    around = [[0, NEVER, NEVER], [NEVER, NEVER, 0]]
    assert in_order(np.array(around)) == pytest.approx(-2 * MISSED)
    assert in_order(np.array(around[:1])) == pytest.approx(-MISSED)
    assert in_order(np.array(around[:1] * 50)) == pytest.approx(-MISSED_MOST)


def test_a_glimpse_that_fits_all_positions_alike_shows_none_of_them() -> None:
    around = [[0, NEVER, NEVER], [NEVER, NEVER, 0]]
    assert in_order(np.array([around[0], [0, 0, 0], around[1]])) == pytest.approx(-2 * MISSED)
    assert in_order(np.array([around[0], [-3, -3, -3], around[1]])) == pytest.approx(
        -2 * MISSED - 3
    )
    assert in_order(np.array([[-3, -3, -3]])) == -3.0


def test_glimpses_must_come_in_order() -> None:
    ahead = np.array([[0.0, -6.0], [-6.0, 0.0]])
    assert in_order(ahead) == 0.0
    assert in_order(ahead[::-1]) == -6.0


# -- hands ----------------------------------------------------------------------------------------


def picture(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    image = np.full((240, 320, 3), 60, np.uint8)
    for left, top, right, bottom in boxes:
        image[top:bottom, left:right] = 190
    return image


def test_a_change_from_the_edge_is_a_hand_and_a_piece_is_not() -> None:
    mask = covered(picture((150, 120, 160, 240), (40, 40, 50, 50)), picture(), piece=100)
    assert mask[200, 155]
    assert not mask[45, 45]


def test_a_change_much_larger_than_a_piece_is_a_hand_too() -> None:
    mask = covered(picture((100, 100, 160, 160)), picture(), piece=100)
    assert mask[130, 130]


# -- Kilt Castle ----------------------------------------------------------------------------------


def first_pair() -> tuple[Position, tuple[Move, Build, Build]]:
    """A move after which two builders may build on one and the same square."""
    start = GAME.apply(game().start, game().set_up)
    for move in GAME.actions(start):
        moved = GAME.apply(start, move)
        if isinstance(move, Move) and len(moved.pending) == 2 and moved.at is not None:
            square = line(moved.at, moved.water)[0]
            one, other = moved.pending
            return start, (move, Build(one, 0, square), Build(other, 0, square))
    raise AssertionError("nobody may build first")


def weighed(*shown: int) -> list[float]:
    """How well both builds and only the second one fit glimpses after so many events."""
    start, (move, first, second) = first_pair()
    moved = GAME.apply(start, move)
    both = [start, moved, GAME.apply(moved, first)]
    both.append(GAME.apply(both[-1], second))
    alone = [start, moved, GAME.apply(moved, second)]
    table = Table.of(game())
    pictures = []
    for position in both:
        table.lay(position)
        pictures.append(table.shoot())
    eyes, view = Eyes(profile()), true_view(table.lay(both[-1]))
    glimpses = eyes.glimpses(table.shoot(), view, lambda: [pictures[n] for n in shown], [start])
    return glimpses.weigh([both, alone])


def test_a_floor_seen_before_it_was_covered_proves_its_builder() -> None:
    both, alone = weighed(0, 2, 3)
    assert both > alone + 3
    both, alone = weighed(0, 2, 2, 3)
    assert both > alone + 6


def test_a_floor_never_seen_speaks_for_the_second_builder_alone() -> None:
    both, alone = weighed(0, 1, 3, 3)
    assert alone - both == pytest.approx(4 * MISSED, abs=0.5)


def test_what_was_doubted_before_the_hands_came_is_nothing_that_glimpses_tell() -> None:
    start, (move, first, second) = first_pair()
    moved = GAME.apply(start, move)
    other = GAME.apply(moved, first)
    table = Table.of(game())
    pictures = []
    for position in (other, other):
        view = true_view(table.lay(position))
        pictures.append(table.shoot())
    glimpses = Eyes(profile()).glimpses(table.shoot(), view, lambda: pictures, [other, moved])
    assert glimpses.weigh([[other, other], [moved, moved]]) == [0.0, 0.0]
    shown, hidden = glimpses.weigh([[moved, other], [moved, GAME.apply(moved, second)]])
    assert shown > hidden


def test_a_floor_on_its_like_is_no_more_to_be_seen_where_the_square_looks_as_before() -> None:
    start, (move, first, second) = first_pair()
    number = SQUARES.index(first.square)
    towers = [*start.towers]
    towers[number] = (Floor(first.colour, 0),)
    start = replace(start, towers=tuple(towers))
    moved = GAME.apply(start, move)
    twin, alone = GAME.apply(moved, first), GAME.apply(moved, second)
    table, eyes = Table.of(game()), Eyes(profile())
    view = true_view(table.lay(start))
    before = table.shoot()
    memory = eyes.read(before, view, [start], None).memory
    table.lay(alone)
    still = table.shoot()
    eyes.read(still, view, [start], memory)
    glimpses = eyes.glimpses(still, view, lambda: [before, before, still], [start])
    covered, bare = glimpses.weigh([[start, moved, twin, GAME.apply(twin, second)],
                                    [start, moved, alone]])  # fmt: skip
    assert bare - covered == pytest.approx(3 * MISSED, abs=0.5)


def test_a_floor_that_lies_just_like_the_one_below_may_be_there_untouched() -> None:
    start, (move, first, second) = first_pair()
    towers = [*start.towers]
    towers[SQUARES.index(first.square)] = (Floor(first.colour, 0),)
    start = replace(start, towers=tuple(towers))
    moved = GAME.apply(start, move)
    aside = next(s for s in line(moved.at, moved.water) if s != first.square)
    second = replace(second, square=aside)
    twin, alone = GAME.apply(moved, first), GAME.apply(moved, second)
    table, eyes = Table.of(game()), Eyes(profile())
    view = true_view(table.lay(start))
    memory = eyes.read(table.shoot(), view, [start], None).memory
    table.lay(alone)
    still = table.shoot()
    eyes.read(still, view, [start], memory)
    glimpses = eyes.glimpses(still, view, lambda: [still], [start])
    path = [start, moved, twin, GAME.apply(twin, second)]
    assert glimpses.weigh([path])[0] == pytest.approx(-MISSED, abs=0.5)


def revealed(*shown: int, crests: int = 2, alike: bool = False) -> int | None:
    """The crests told of the first floor, after glimpses of so many events.

    With `alike` what covers it has its own colour.
    """
    start, (move, first, second) = first_pair()
    first = replace(first, crests=crests)
    second = replace(second, colour=first.colour) if alike else second
    path = [start, GAME.apply(start, move)]
    path.append(GAME.apply(path[-1], first))
    path.append(GAME.apply(path[-1], second))
    table, pictures = Table.of(game()), []
    for position in path:
        table.lay(position)
        pictures.append(table.shoot())
    eyes, view = Eyes(profile()), true_view(table.lay(path[-1]))
    glimpses = eyes.glimpses(table.shoot(), view, lambda: [pictures[n] for n in shown], [start])
    told = glimpses.reveal(path, (move, replace(first, crests=None), second))
    assert (told[0], told[2]) == (move, second)
    assert isinstance(told[1], Build)
    return told[1].crests


@pytest.mark.parametrize("crests", [0, 1, 2])
def test_crests_that_showed_before_they_were_covered_are_told(crests: int) -> None:
    assert revealed(0, 2, 2, 3, crests=crests) == crests


def test_crests_under_a_cover_that_looks_like_the_floor_stay_unknown() -> None:
    assert revealed(0, 2, 2, 3) == 2
    assert revealed(0, 2, 2, 3, alike=True) is None


def test_one_glimpse_alone_tells_no_crests() -> None:
    assert revealed(0, 2, 3) is None


def test_crests_that_never_showed_stay_unknown() -> None:
    assert revealed(0, 1, 3) is None


def test_crests_of_what_lay_there_before_are_none_of_a_floor_laid_since(monkeypatch) -> None:
    """In warm light a light grey top was taken for the dark grey floor that a roof hid."""
    before: list[bool] = []

    def as_before(glimpses: KiltGlimpses, read: object, squares: list[Square]) -> frozenset[Square]:
        before.append(not before)  # the first time it is asked about a glimpse
        return frozenset(squares if before[-1] else ())

    assert revealed(2, 2, 2) == 2
    monkeypatch.setattr(KiltGlimpses, "_as_before", as_before)
    assert revealed(2, 2, 2) == 2  # two more glimpses tell them
    before.clear()
    assert revealed(2, 2) is None


def test_without_pictures_on_the_way_nothing_is_said() -> None:
    assert weighed() == [0.0, 0.0]
