"""What a table declares: outlines, bodies, zones, and scenes that speak of what is declared."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.observe.table import (
    UPRIGHT,
    Box,
    Disc,
    Expected,
    Outline,
    Piece,
    Place,
    Scene,
    Solid,
    Stand,
    Table,
    Zone,
)

LENGTHS = st.floats(0.001, 1.0)
SHARES = st.floats(0.0, 1.0)
OUTLINES = st.one_of(st.builds(Disc, LENGTHS), st.builds(Box, LENGTHS, LENGTHS))


@settings(deadline=None)
@given(OUTLINES)
def test_corners_run_counter_clockwise_on_the_rim(outline: Outline) -> None:
    corners = outline.corners()
    around = zip(corners, (*corners[1:], corners[0]), strict=True)
    assert sum(ax * by - ay * bx for (ax, ay), (bx, by) in around) > 0
    assert all(outline.holds(0.999 * x, 0.999 * y) for x, y in corners)
    assert not any(outline.holds(1.001 * x, 1.001 * y) for x, y in corners)


@settings(deadline=None)
@given(st.lists(st.floats(0.01, 1.0), max_size=4).map(sorted), st.data())
def test_width_goes_straight_from_level_to_level(levels: list[float], data: st.DataObject) -> None:
    steps = [0.0, *levels, 1.0]
    widths = [data.draw(SHARES) for _ in steps]
    solid = Solid(Disc(1.0), 1.0, tuple(zip(steps, widths, strict=True)))
    share = data.draw(SHARES)
    assert min(widths) - 1e-9 <= solid.width(share) <= max(widths) + 1e-9
    assert solid.width(0.0) == widths[0]


def test_width_half_way_up_a_cone() -> None:
    assert Solid(Disc(0.02), 0.05, ((0, 1), (1, 0.5))).width(0.5) == 0.75
    assert Solid(Disc(0.02), 0.05, UPRIGHT).width(0.3) == 1.0


def test_width_at_a_step_is_that_below_it() -> None:
    eaves = Solid(Disc(0.034), 0.18, ((0, 0.7), (0.8, 0.7), (0.8, 1), (1, 1)))
    assert [eaves.width(share) for share in (0.8, 0.81, 1.0)] == [0.7, 1.0, 1.0]


@pytest.mark.parametrize(
    "profile",
    [((0.1, 1), (1, 1)), ((0, 1), (0.9, 1)), ((0, 1), (0.6, 1), (0.5, 1), (1, 1))],
)
def test_a_profile_goes_up_from_the_foot_to_the_top(profile: tuple[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="does not go up from 0 to 1"):
        Solid(Disc(0.01), 0.1, profile)


@pytest.mark.parametrize("length", [-0.001, math.inf, math.nan])
def test_lengths_are_finite_and_not_below_0(length: float) -> None:
    for make in (Disc, lambda x: Box(x, 0.1), lambda x: Solid(Disc(0.1), x)):
        with pytest.raises(ValueError, match="length below 0 or without end"):
            make(length)


@settings(deadline=None)
@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(-7, 7))
def test_a_zone_turned_holds_what_it_held(x: float, y: float, turn: float) -> None:
    zone = Zone("row", (0.3, -0.2), Box(0.4, 0.1), hole=Disc(0.02))
    c, s = math.cos(turn), math.sin(turn)
    turned = Zone("row", (0.3, -0.2), Box(0.4, 0.1), turn, hole=Disc(0.02))
    inside = abs(x) <= 0.2 and abs(y) <= 0.05 and math.hypot(x, y) > 0.02
    assert zone.holds((0.3 + x, -0.2 + y)) == inside
    off = min(abs(abs(x) - 0.2), abs(abs(y) - 0.05), abs(math.hypot(x, y) - 0.02))
    if off > 1e-9:
        assert turned.holds((0.3 + c * x - s * y, -0.2 + s * x + c * y)) == inside


SHAFT = Place("a1", (0.0, 0.0), (0.02, 0.02), may=("empty", "ruby"), own=("empty",))
TILE = Piece("tile", Solid(Box(0.02, 0.02), 0.003), ("ruby",), turns=4)
TABLE = Table((SHAFT,), (TILE,), (Zone("side", (0.2, 0.0), Disc(0.03), may=("tile",)),))


def test_a_scene_speaks_of_what_is_declared() -> None:
    scene = Scene({"a1": (None, 0.0)}, (Stand("tile", (0.1, 0.1)),), (Expected("tile", "side"),))
    assert TABLE.faults(scene) == []
    assert TABLE.by_key["a1"] is SHAFT
    assert TABLE.by_name["tile"] is TILE


def test_all_faults_of_a_scene_are_told() -> None:
    scene = Scene(
        {"a1": ("opal", 0.0), "b2": ("ruby", 0.0)},
        (Stand("wall", (0.0, 0.0)),),
        (Expected("tile", "far"), Expected("wall", "side")),
    )
    assert TABLE.faults(scene) == [
        "no place b2",
        "opal may not show at a1",
        "no piece wall",
        "no tile lies in far",
        "no wall lies in side",
    ]


def test_keys_and_names_are_unique_and_zones_hold_declared_pieces() -> None:
    with pytest.raises(ValueError, match="have one name"):
        Table((SHAFT, SHAFT))
    with pytest.raises(ValueError, match="have one name"):
        Table(pieces=(TILE, TILE))
    with pytest.raises(ValueError, match="have one name"):
        Table(zones=(Zone("side", (0.0, 0.0), Disc(0.1)), Zone("side", (0.2, 0.0), Disc(0.1))))
    with pytest.raises(ValueError, match=r"not declared: \['die'\]"):
        Table(zones=(Zone("side", (0.0, 0.0), Disc(0.1), may=("die",)),))


def test_own_looks_are_looks_that_may_show() -> None:
    with pytest.raises(ValueError, match="looks of its own that may not show there"):
        Place("a1", (0.0, 0.0), (0.02, 0.02), may=("ruby",), own=("empty",))


def test_turns_of_a_piece_are_1_2_4_or_any() -> None:
    with pytest.raises(ValueError, match="turns are one of"):
        Piece("card", TILE.solid, turns=3)
