"""Turns in King Solomon's mine told from which shafts look otherwise than before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.solomon import Magic, Phase, Position
from rules.solomon.game import GAME
from rules.solomon.pieces import FULL, OBJECT_TILE, SQUARES, TILE, TILES, UNKNOWN, Square
from vision.solomon.turns import Plan, Turns

BAR = ((0, 0), (0, 1), (0, 2))
CORNER = ((0, 0), (0, 1), (1, 0))
T1, T2, T3 = TILE["t1"], TILE["t2"], TILE["t3"]
FACES = ("s2", "s3", "t3", "c1", "s1", "t2", "t2")
TWIN = -6.5  # how well a new tile fits on a shaft that looks as before
GONE = -12.0  # how well a shaft fits that looks otherwise than before


def table(heights: Mapping[Square, int], tops: Mapping[Square, int]) -> Position:
    """Seat 0 digs a bar of three; all shafts are full but for some."""
    start = GAME.start(2, {}, {})
    stacks = [
        (UNKNOWN,) * (heights.get(s, FULL) - 1) + (tops.get(s, T1),) if heights.get(s, FULL) else ()
        for s in SQUARES
    ]
    return replace(
        start,
        phase=Phase.DIG,
        round=1,
        shapes=(None, BAR, CORNER, *start.shapes[3:]),
        cards=(1, 2),
        waiting=(0, 1),
        stacks=tuple(stacks),
    )


def told(
    position: Position, shown: Mapping[Square, str], odd: Mapping[Square, float] | None = None
) -> list[Plan]:
    """Plans for a picture in which these shafts, and no others, show something else; the `odd` ones
    fit so badly.
    """

    def shows(square: Square, name: str | None) -> float:
        if name is None or shown.get(square) == name:
            return 0.0
        as_before = square not in shown and TILES[position.top(square)] == name
        return TWIN if as_before else -10.0

    fits = [GONE if square in shown else (odd or {}).get(square, 0.0) for square in SQUARES]
    return Turns(position, fits, shows).plans()


def test_a_plain_dig_is_the_figure_that_changed() -> None:
    plans = told(table({}, {}), {7: "t2", 8: "t3", 9: "t2"})
    assert plans[0] == Plan((), (7, 8, 9))


def test_a_tile_that_was_jogged_is_no_part_of_a_turn_unless_it_can_be() -> None:
    shown = {7: "t2", 8: "t3", 9: "t2"}
    assert told(table({}, {}), shown, {35: -6.0})[0] == Plan((), (7, 8, 9))
    beside = {14: "t2", 20: "t3"}  # no shift of the seat, nor a bar
    assert told(table({}, {}), beside, {35: -6.0}) == []
    partly = {7: "t2", 8: "t3"}
    assert told(table({}, {}), partly, {9: -6.0})[0] == Plan((), (7, 8, 9))


def test_a_plain_dig_is_told_though_somebody_else_dug_meanwhile() -> None:
    shown = {7: "t2", 8: "t3", 9: "t2", 24: "t4", 25: "t4", 30: "t4"}
    plans = told(table({}, {}), shown)
    assert plans == [Plan((), (7, 8, 9))]
    uneven = table({8: 3}, {})
    assert told(uneven, shown) == []
    loot = list(uneven.loot[0])
    loot[OBJECT_TILE[Magic.AXE]] = 1
    armed = [replace(each, loot=(tuple(loot), each.loot[1])) for each in (uneven, table({}, {}))]
    assert told(armed[0], shown) == [Plan((), (7, 8, 9), (Magic.AXE,))]
    assert told(armed[1], shown) == plans
    assert told(table({}, {}), {7: "t2", 8: "t3", 24: "t4"}) == []


def test_nothing_is_dug_where_all_looks_as_before() -> None:
    assert told(table({}, {}), {}) == []


def test_a_shaft_that_was_filled_up_first_looks_as_before() -> None:
    plans = told(table({8: 3}, {}), {7: "t2", 9: "t3", 14: "t2"})
    assert plans[0] == Plan(((14, 8),), (7, 8, 9))


def test_of_two_tiles_shifted_to_one_shaft_the_first_stays() -> None:
    position = table({8: 2}, {14: T2, 15: T3})
    plans = told(position, {7: "t4", 9: "t4", 14: "t4", 15: "t4", 8: "t2"})
    assert plans[0] == Plan(((14, 8), (15, 8)), (7, 8, 9))


def test_a_shift_without_a_dig_shows_its_tile_on_the_neighbour() -> None:
    plans = told(table({20: 2}, {14: T3}), {14: "t2", 20: "t3"})
    assert plans[0] == Plan(((14, 20),))


def test_a_tile_may_be_carried_over_a_shaft_that_shows_nothing_of_it() -> None:
    position = table({20: 3, 26: 1}, {14: T3})
    plans = told(position, {14: "t2", 26: "t3"})
    assert plans[0] == Plan(((14, 20), (20, 26)))


def test_tiles_are_never_planned_upward() -> None:
    assert told(table({14: 2}, {14: T3}), {14: "t2", 20: "t3"}) == []


def test_any_figure_is_dug_with_the_seal_only() -> None:
    position = table({}, {})
    changed = {7: "t2", 8: "t2", 14: "t2"}
    assert told(position, changed) == []
    loot = list(position.loot[0])
    loot[OBJECT_TILE[Magic.SEAL]] = 1
    sealed = replace(position, loot=(tuple(loot), position.loot[1]))
    assert told(sealed, changed)[0] == Plan((), (7, 8, 14), (Magic.SEAL,))


def stirred(position: Position, shown: Mapping[Square, str], twins: set[Square]) -> list[Plan]:
    """Plans for a picture in which some shafts show the same kind of tile, laid anew."""

    def shows(square: Square, name: str | None) -> float:
        known = shown.get(square, "t1")
        return 0.0 if name is None or known == name else -10.0

    fits = [GONE if s in shown else -3.2 if s in twins else 0.0 for s in SQUARES]
    return Turns(position, fits, shows).plans()


def test_a_tile_laid_on_one_of_its_own_kind_counts_too() -> None:
    position = table({14: 4, 20: 3, 21: 2}, {14: T1, 20: T1, 21: T1})
    plans = stirred(position, {14: "t3", 21: "t2"}, {20})
    assert Plan(((14, 20), (14, 21))) in plans


def test_two_tiles_may_go_the_same_way() -> None:
    position = replace(
        table({20: 0}, {}),
        stacks=tuple(
            (T3, T2, T1) if s == 14 else () if s == 20 else (UNKNOWN, T1) for s in SQUARES
        ),
    )
    plans = told(position, {14: "t3", 20: "t2"})
    assert plans[0] == Plan(((14, 20), (14, 20)))


def test_plain_shifts_are_found_whatever_objects_might_have_been_used() -> None:
    position = table({6: 3, 7: 3, 20: 2}, {13: T2, 14: T3, 15: T2})
    loot = list(position.loot[0])
    for magic in (Magic.MIRROR, Magic.AXE, Magic.SEAL):
        loot[OBJECT_TILE[magic]] = 1
    rich = replace(position, loot=(tuple(loot), position.loot[1]))
    shown = {6: "t2", 7: "t3", 20: "t2", 13: "t3", 14: "t1", 15: "t3"}
    assert Plan(((13, 6), (14, 7), (15, 20))) in told(rich, shown)


def test_a_tile_that_made_room_for_one_of_its_kind_is_told_before_a_longer_way_round() -> None:
    # The neighbour's tile goes on, the next one takes its place, and another goes elsewhere.
    position = table({20: 0, 21: 1, 22: 1, 27: 1, 28: 3}, {21: T2, 28: T2})
    stacks = list(position.stacks)
    stacks[28] = (TILE["t4"], TILE["t3"], T2)
    position = replace(position, stacks=tuple(stacks))
    plans = told(position, {20: "t2", 22: "t3", 28: "t4"}, {21: -5.7})
    assert plans[0] == Plan(((21, 20), (28, 21), (28, 22)))
    assert max(len(plan.steps) for plan in plans) == 4


def test_rather_than_a_long_way_round_a_tile_was_laid_on_one_that_looks_the_same() -> None:
    position = table(
        {2: 1, 7: 1, 8: 3, 9: 3, 13: 1, 14: 1, 20: 3},
        {s: TILE[face] for s, face in zip((2, 7, 8, 9, 13, 14, 20), FACES, strict=True)},
    )
    shown = {2: "c1", 7: "t3", 8: "c2", 9: "t4", 20: "t5"}
    plans = told(position, shown)
    assert Plan(((8, 7), (9, 2), (20, 14))) in plans
    short = told(position, {7: "t3", 8: "c2", 14: "t4"})
    assert all((14, 20) not in plan.steps for plan in short), "a shorter way is none to doubt"
