"""A floor that was covered at once is told by what peeks out from under the new top."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from device.sim.kilt.scene import Lying
from tests.vision.boxes import Table, empty_table, game, profile, true_view
from vision.geometry import View
from vision.kilt.collars import SIDE, Collar, Collars
from vision.kilt.reader import KiltReader, Reading
from vision.sample import Picture

SQUARE = (2, 2)
LEVEL = "normal"


@cache
def seen(*floors: str) -> Reading:
    """A red floor lies on a square; then these are laid on it, between two pictures."""
    table = Table.of(game(level=LEVEL))
    reader = KiltReader(profile(level=LEVEL))
    start = replace(empty_table(), towers={SQUARE: (("red", 0),)})
    after = replace(start, towers={SQUARE: (("red", 0), *((colour, 0) for colour in floors))})
    heights = {(y, x): int((y, x) == SQUARE) for y in range(5) for x in range(5)}
    heights = {s: h for s, h in heights.items() if s not in reader.profile.water}
    first = reader.read(*_shown(table, start), heights)
    return reader.read(*_shown(table, after), heights, first.memory)


def _shown(table: Table, lying: Lying) -> tuple[Picture, View]:
    view = true_view(table.lay(lying))
    return table.shoot(), view


def test_a_floor_that_was_covered_at_once_peeks_out() -> None:
    collar = seen("orange", "dark_grey").collars[SQUARE]
    assert (collar.top, collar.height) == ("dark_grey", 1)
    assert collar.peeking["orange"] > 4
    assert collar.value({"orange"}, "red") > -1.5
    assert collar.value(set(), "red") < -4


def test_a_single_floor_covers_nothing_new() -> None:
    collar = seen("dark_grey").collars[SQUARE]
    assert collar.peeking["orange"] == -2.0
    assert collar.value(set(), "red") == 0.0
    assert collar.value({"orange"}, "red") == -2.0


def test_a_colour_that_is_printed_on_tops_is_not_covered_where_nothing_of_it_shows() -> None:
    collar = seen("dark_grey").collars[SQUARE]
    assert collar.value({"light_grey"}, "red") == -2.0
    assert "light_grey" not in seen("light_grey", "dark_grey").collars[SQUARE].peeking


def test_what_did_not_change_has_no_collar() -> None:
    assert seen().collars == {}


def test_floors_like_the_new_top_or_like_the_old_one_are_not_told() -> None:
    collar = Collar("red", 1, {"red": 8.0, "orange": -1.0, "dark_grey": 3.0})
    assert collar.value({"red"}, None) == -3.0
    assert collar.value({"orange"}, "orange") == -3.0
    assert collar.value({"dark_grey", "orange"}, None) == -1.0
    assert collar.value({"dark_grey"}, None) == 0.0


@pytest.fixture(scope="module")
def collars() -> Collars:
    return Collars(profile(level=LEVEL))


def painted(collars: Collars, top: str, peeking: str, width: int) -> tuple[np.ndarray, np.ndarray]:
    """A bare place before, and now a top with a stripe of another colour to its left."""
    colours = {
        name: np.median(profile(level=LEVEL).kinds[f"{name} 0"][0], axis=0)
        for name in collars.names
    }
    before = np.full((SIDE, SIDE, 3), (-1.5, -0.2, -1.5), np.float32)
    now = before.copy()
    now[10:34, 10:34] = colours[top]
    now[12:32, 9 - width : 9] = colours[peeking]
    return now, before


def test_a_grey_may_be_covered_where_another_grey_shows(collars: Collars) -> None:
    areas = {"dark_grey": 30.0, "light_grey": 0.0, "orange": 0.0, "red": 0.0}
    greyish = collars._weighed(np.array([areas[name] for name in collars.names], np.float32))
    nothing = collars._weighed(np.zeros(len(areas), np.float32))
    assert "light_grey" not in greyish
    assert greyish["dark_grey"] > 4
    assert nothing["light_grey"] == greyish["orange"] == greyish["red"] == -2.0


@pytest.mark.parametrize("width", [1, 3])
def test_areas_are_square_millimetres_beside_the_top(collars: Collars, width: int) -> None:
    areas = collars.areas(*painted(collars, "dark_grey", "orange", width), "dark_grey")
    assert areas is not None
    assert dict(zip(collars.names, areas, strict=True))["orange"] == 20 * width


def test_a_top_that_is_hardly_seen_tells_nothing(collars: Collars) -> None:
    now, before = painted(collars, "dark_grey", "orange", 3)
    now[10:30, 10:34] = before[10:30, 10:34]
    assert collars.areas(now, before, "dark_grey") is None


def test_the_colour_of_the_paper_in_the_middle_of_tops_is_not_told(collars: Collars) -> None:
    told = dict(zip(collars.names, collars.told, strict=True))
    assert told == {"dark_grey": True, "light_grey": False, "orange": True, "red": True}


def test_a_top_in_shadow_is_the_old_one_but_a_shifted_one_is_new(collars: Collars) -> None:
    now, _ = painted(collars, "dark_grey", "orange", 1)
    shaded, shifted = now.copy(), np.roll(now, 4, axis=1)
    shaded[:, 20:] -= 0.4
    shaded[10:34, 9] = now[10:34, 10]  # a thin rim more
    assert collars.unmoved(shaded, now, "dark_grey") == 3.0
    assert collars.unmoved(shifted, now, "dark_grey") == -3.0
    assert collars.unmoved(now, now, "red") == 0.0  # of which nothing is there


def test_a_floor_laid_on_its_like_only_adds_to_what_shows(collars: Collars) -> None:
    now, before = painted(collars, "dark_grey", "orange", 1)
    laid, pushed, behind = now.copy(), now.copy(), now.copy()
    laid[30:40, 34:38] = now[20, 20]  # a corner of the new floor, far off the middle
    pushed[20:30, 34:38] = now[20, 20]
    pushed[10:34, 10:14] = before[10:34, 10:14]
    behind[10:34, 10:20] = before[10:34, 10:20]  # another tower grew before it
    assert collars.unmoved(laid, now, "dark_grey") == -8.0
    assert collars.unmoved(pushed, now, "dark_grey") == -3.0
    assert collars.unmoved(behind, now, "dark_grey") == 0.0
