"""What can be the die beside the map of The Castle, and what cannot."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.castle.throws import DieSizes, find_die, glance, lies_as, lies_still, look_of
from vision.dice.find import Die
from vision.geometry import View, solve_view
from vision.sample import Picture

EXTENT, EDGE = (0.53, 0.43), 0.016
COUNTER = (0.1, 0.05)


@pytest.fixture(scope="module")
def view() -> View:
    corners = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) / 2.0 * (*EXTENT, 0.0)
    pixels = np.array([(330.0, 230.0), (950.0, 230.0), (1010.0, 740.0), (270.0, 740.0)])
    return solve_view(corners, pixels, (1280, 960))


def sizes(view: View, bare: float = 0.0) -> DieSizes:
    return DieSizes(view, EDGE, EXTENT, lambda _: bare, np.array([COUNTER]))


def die(view: View, x: float, y: float, quality: float = 0.7, edge: float = EDGE) -> Die:
    """A die with its upper face at a place."""
    flat = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * edge / 2 + (x, y)
    corners = view.project(np.hstack([flat, np.full((4, 1), EDGE)]))
    return Die(4, 1.0, quality, corners, dict.fromkeys(range(1, 7), 0.0))


def draw(picture: Picture, face: Die, pips: tuple[int, int, int]) -> None:
    """A blue face with four pips of a colour."""
    cv2.fillConvexPoly(picture, face.corners.astype(np.int32), (150, 70, 20))
    for corner in face.corners:
        x, y = (face.centre + 0.5 * (corner - face.centre)) * 16
        cv2.circle(picture, (int(x), int(y)), int(0.09 * face.edge * 16), pips, -1, 0, 4)


def test_a_die_beside_the_map_is_one_even_if_it_is_unclear(view: View) -> None:
    assert sizes(view).fits(die(view, 0.0, -0.26, quality=0.45))
    assert sizes(view).fits(die(view, 0.3, 0.1, quality=0.45))


def test_on_the_map_it_must_be_clear_no_counter_and_no_print(view: View) -> None:
    assert sizes(view).fits(die(view, -0.1, 0.05))
    assert not sizes(view).fits(die(view, -0.1, 0.05, quality=0.5))
    assert not sizes(view).fits(die(view, *COUNTER))
    assert not sizes(view, bare=1.0).fits(die(view, -0.1, 0.05))


@pytest.mark.parametrize("edge", [0.011, 0.022])
def test_what_is_too_small_or_too_large_is_no_die(view: View, edge: float) -> None:
    assert not sizes(view).fits(die(view, 0.0, -0.26, edge=edge))


def test_beside_the_map_a_plain_die_is_no_character_though_it_looks_like_one(view: View) -> None:
    seen = DieSizes(view, EDGE, EXTENT, lambda _: 0.0, np.array([(0.3, 0.1)]))
    assert seen.fits(die(view, 0.301, 0.1, quality=0.75))
    assert not seen.fits(die(view, 0.301, 0.1, quality=0.65))


def test_one_pip_tells_less_of_the_size(view: View) -> None:
    small = die(view, 0.0, -0.26, edge=0.011)
    assert sizes(view).fits(replace(small, value=1))
    assert not sizes(view).fits(replace(die(view, 0.0, -0.26, edge=0.009), value=1))


def test_a_die_lies_still_in_another_light_but_not_when_it_is_turned(view: View) -> None:
    one = die(view, 0.0, -0.26)
    picture = np.random.default_rng(3).integers(40, 200, (960, 1280, 3)).astype(np.uint8)
    look = look_of(picture, one)
    assert lies_still(picture + np.uint8(9), one, look)
    assert not lies_still(picture[::-1].copy(), one, look)
    assert glance(picture).shape == (240, 320, 3)


def test_a_dark_die_on_dark_wood_that_is_gone_does_not_lie_still(view: View) -> None:
    wood = np.random.default_rng(4).integers(26, 33, (960, 1280, 3)).astype(np.uint8)
    one, picture = die(view, 0.0, -0.26), wood.copy()
    x, y = (int(each) for each in one.centre)
    picture[y - 6 : y + 7, x - 6 : x + 7] = 18
    picture[y - 1 : y + 2, x - 1 : x + 2] = (40, 200, 210)
    look = look_of(picture, one)
    assert lies_still(picture + np.uint8(9), one, look)
    assert not lies_still(wood, one, look)


def test_a_die_that_shows_the_same_where_it_lay_was_not_thrown(view: View) -> None:
    old = die(view, 0.0, -0.26)
    turned = replace(old, corners=np.roll(die(view, 0.001, -0.261).corners, 1, axis=0))
    assert lies_as(turned, view, old, view, EDGE)
    assert not lies_as(die(view, 0.012, -0.26), view, old, view, EDGE)
    assert not lies_as(replace(turned, value=5), view, old, view, EDGE)
    # A camera that was nudged sees it elsewhere, on the same place of the table.
    nudged = replace(view, translation=view.translation + np.array([0.02, 0.0, 0.0]))
    assert lies_as(die(nudged, 0.0, -0.26), nudged, old, view, EDGE)
    # A map that was nudged leaves it where it is in the picture.
    assert lies_as(old, nudged, old, view, EDGE)


def test_a_faint_die_is_found_though_nobody_knows_where_something_changed(view: View) -> None:
    """Four faint pips on a small blurred face beside the map, and a line on the table."""
    picture = np.full((960, 1280, 3), (200, 205, 210), np.uint8)
    cv2.line(picture, (100, 100), (1200, 140), (60, 60, 60), 5)
    face = die(view, 0.05, -0.26)
    draw(picture, face, (105, 62, 75))
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8)
    found = find_die(picture, sizes(view), glance(picture), None, None)
    assert found is not None
    assert found.value == 4
    assert np.linalg.norm(found.centre - face.centre) < 2


def test_what_is_hardly_a_die_is_none_while_not_all_that_changed_was_looked_at(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many things moved; the die is smaller than the six that are looked at first."""
    before = np.full((960, 1280, 3), (200, 205, 210), np.uint8)
    picture, seen = before.copy(), sizes(view)
    hardly, clear = die(view, 0.05, -0.26, quality=0.5), die(view, -0.1, -0.26, quality=0.9)
    draw(picture, clear, (250, 250, 250))
    x, y = (int(each) for each in hardly.centre)
    cv2.circle(picture, (x, y), 20, (60, 60, 60), -1)
    for n in range(5):
        cv2.rectangle(picture, (80 + 200 * n, 60), (150 + 200 * n, 110), (60, 60, 60), -1)

    def seen_in(_: Picture, part: tuple[int, int, int, int]) -> list[Die]:
        left, top, right, low = part
        dice = ((each, *each.centre) for each in (hardly, clear))
        return [each for each, x, y in dice if left < x < right and top < y < low]

    monkeypatch.setattr(seen, "seen_in", seen_in)
    glances = glance(picture), glance(before)
    assert find_die(picture, seen, *glances, die(view, 0.4, 0.2)) is clear
    # If only one thing changed, and it may be the die, it is.
    picture[:] = before
    cv2.circle(picture, (x, y), 20, (60, 60, 60), -1)
    assert find_die(picture, seen, glance(picture), glances[1], die(view, 0.4, 0.2)) is hardly


def test_a_thrown_die_is_looked_for_first_where_it_did_not_lie(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = np.full((960, 1280, 3), (200, 205, 210), np.uint8)
    old, new = die(view, 0.05, -0.26), die(view, -0.1, -0.26, quality=0.9)
    before, picture, seen = bare.copy(), bare.copy(), sizes(view)
    draw(before, old, (250, 250, 250))
    draw(picture, new, (250, 250, 250))
    x, y = (int(each) for each in old.centre)
    cv2.circle(before, (x, y), 20, (60, 60, 60), -1)  # what changed most is where it lay
    looked: list[bool] = []

    def seen_in(_: Picture, part: tuple[int, int, int, int]) -> list[Die]:
        looked.append(part[0] < x < part[2])
        return [] if looked[-1] else [new]

    monkeypatch.setattr(seen, "seen_in", seen_in)
    assert find_die(picture, seen, glance(picture), glance(before), old) is new
    assert looked == [False]
