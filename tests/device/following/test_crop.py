"""What a finding is about is cut out of the pictures and ringed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from device.following.crop import LARGEST, SIDE, Seen, Shot, concerned, crop, named
from rules.kilt import GAME as KILT
from rules.kilt import Card
from rules.kilt.pieces import Floor
from rules.tictactoe import GAME, Put, SetUp
from rules.values import Ruling
from vision.geometry import View
from vision.kilt import table as kilt
from vision.observe.spots import spots
from vision.tictactoe.table import PITCH, centre, scene, table

WIDE, HIGH, FAR = 1280, 960, 1.0  # pixels; metres from the camera to the sheet
FOCAL = 1000.0  # pixels, so that one is as wide as a millimetre
MIDDLE, CORNER = (1, 1), (0, 2)


def overhead(shift: float = 0.0) -> View:
    """A camera straight above the sheet, moved so far to the left."""
    turned = np.diag([1.0, -1.0, -1.0])
    return View(WIDE, HIGH, FOCAL, 0.0, turned, np.array([shift, 0.0, FAR]))


def eyes() -> Any:
    return SimpleNamespace(lay=lambda position: (table(), scene(position)))


def positions(*squares: tuple[int, int]) -> list[Any]:
    """An empty sheet, and the same with coins on these squares one after another."""
    found = [GAME.apply(GAME.start(2), SetUp())]
    for square in squares:
        coin = next(e.coin for e in GAME.actions(found[-1]) if isinstance(e, Put))
        found.append(GAME.apply(found[-1], Put(coin, square)))
    return found


def picture(shift: float = 0.0) -> Seen:
    """Black, with the corner square white."""
    view = overhead(shift)
    shown = np.zeros((HIGH, WIDE, 3), np.uint8)
    x, y = centre(CORNER)
    half = PITCH / 2
    corners = np.array([(x + a * half, y + b * half, 0.0) for a, b in ((-1, 1), (1, -1))])
    (left, top), (right, bottom) = np.round(view.project(corners)).astype(int)
    shown[top:bottom, left:right] = 255
    return shown, view


def white(shot: Shot) -> np.ndarray:
    read = cv2.imdecode(np.frombuffer(shot.picture, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert read is not None
    return np.asarray(read) > 128


def test_the_piece_is_a_third_of_the_crop_and_the_ring_is_about_it() -> None:
    found = concerned(GAME.kinds, eyes(), positions(CORNER), ())
    assert [spot.fact for spot in found] == [("square", CORNER)]
    cut = crop(found, picture(), None)
    assert cut is not None
    assert cut.before is None
    shown = white(cut.after)
    side = len(shown)
    assert side == round(3 * PITCH * FOCAL)
    for axis in (0, 1):
        across = np.flatnonzero(shown.any(axis=axis))
        assert (across[0], across[-1]) == pytest.approx((side / 3, 2 * side / 3), abs=1.5)
    (ring,) = cut.after.rings
    assert {(round(3 * x), round(3 * y)) for x, y in ring.outline} == {
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    }


def test_the_picture_before_is_cut_at_the_same_place_though_the_camera_was_moved() -> None:
    found = concerned(GAME.kinds, eyes(), positions(CORNER), ())
    cut = crop(found, picture(), picture(0.2))
    assert cut is not None
    assert cut.before is not None
    rings = [np.array(shot.rings[0].outline) for shot in (cut.before, cut.after)]
    assert [ring.min() for ring in rings] == pytest.approx([1 / 3, 1 / 3], abs=0.012)
    assert [ring.max() for ring in rings] == pytest.approx([2 / 3, 2 / 3], abs=0.012)
    assert white(cut.before).mean() == pytest.approx(1 / 9, abs=0.01)


def test_rulings_say_which_of_several_changed_squares_is_ringed() -> None:
    told = positions(MIDDLE, CORNER)
    both = [told[0], told[2]]
    assert len(concerned(GAME.kinds, eyes(), both, ())) == 2
    taken = Ruling("tictactoe.taken", {"coin": "copper", "square": [*CORNER]})
    assert [s.fact for s in concerned(GAME.kinds, eyes(), both, [taken])] == [("square", CORNER)]


def test_a_square_by_its_own_name_says_more_than_where_the_card_lies_that_built_on_it() -> None:
    square, at = (2, 2), 2
    start = KILT.start(2)
    row = (Card("red", "red"),)
    rows = tuple(row if place == at else () for place in range(len(start.rows)))
    towers = tuple((Floor("red", 1),) if each == square else () for each in kilt.SQUARES)
    after = replace(start, rows=rows, towers=towers)
    laid: Any = SimpleNamespace(lay=lambda position: (kilt.table(), kilt.scene(position)))

    def ringed(**facts: Any) -> set[Any]:
        told = concerned(KILT.kinds, laid, [start, after], [Ruling("kilt.first-empty", facts)])
        return {spot.fact for spot in told}

    assert ringed(square=[*square], to=at) == {("square", square)}
    assert ringed(to=at) == {("place", at)}
    assert ringed(amount=at) == {("square", square), ("place", at)}


def test_a_question_rings_whatever_its_stories_tell_differently() -> None:
    start, one = positions(MIDDLE)
    _, other = positions(CORNER)
    found = {spot.fact for spot in concerned(GAME.kinds, eyes(), [start, one, other], ())}
    assert found == {("square", MIDDLE), ("square", CORNER)}


def test_eyes_that_declare_no_table_have_no_crop() -> None:
    blind: Any = SimpleNamespace(lay=lambda _: None)
    found = concerned(GAME.kinds, blind, positions(CORNER), ())
    assert found == ()
    assert crop(found, picture(), None) is None


def test_a_crop_is_small_whatever_the_camera_saw() -> None:
    noise = np.random.default_rng(7).integers(0, 256, (HIGH, WIDE, 3), np.uint8)
    far = replace(overhead(), focal=4 * FOCAL)
    cut = crop(concerned(GAME.kinds, eyes(), positions(MIDDLE), ()), (noise, far), None)
    assert cut is not None
    assert len(cut.after.picture) <= LARGEST
    assert white(cut.after).shape == (SIDE, SIDE)


def test_a_tower_is_ringed_from_its_foot_to_its_top() -> None:
    square = (2, 3)
    start = KILT.start(2)
    floor = Floor("red", 1)
    towers = tuple((floor,) if at == square else () for at in kilt.SQUARES)
    before, after = start, replace(start, towers=towers)
    found = spots(kilt.table(), [kilt.scene(before), kilt.scene(after)])
    (tower,) = (spot for spot in found if spot.fact == ("square", square))
    assert {*tower.corners[:, 2].tolist()} == {0.0, kilt.SIZES.floor_height}


def test_both_halves_of_a_card_are_one_spot() -> None:
    start = KILT.start(2)
    rows = ((Card("red", "red"),), *start.rows[1:])
    found = spots(kilt.table(), [kilt.scene(start), kilt.scene(replace(start, rows=rows))])
    assert [spot.fact for spot in found] == [("place", 0)]


def test_a_place_is_named_as_words_take_it() -> None:
    assert named(("square", CORNER)) == ("square", [0, 2])
    assert named(("tower", 3)) == ("tower", 3)
