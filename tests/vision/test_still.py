"""When to look: stillness and darkness."""

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from device.sim.kilt.scene import Lying
from tests.vision.boxes import Table, game, rows_of
from vision.sample import Picture
from vision.still import WIDTH, Dark, Moving, Still, StillGate, Stillness, is_dark, shrink

LAID = Lying(
    rows_of({3: (("red", "red"), ("orange", "red")), 12: (("orange", "light_grey"),)}),
    {(2, 2): (("red", 0), ("orange", 1))},
    frozenset(),
)


def table(lying: Lying = LAID, level: str = "easy") -> Table:
    laid = Table.of(game(level=level))
    laid.lay(lying)
    return laid


def brighter(image, factor: float):
    return np.clip(image.astype(np.float32) * factor, 0, 255).astype(np.uint8)


def test_frames_shrink_to_one_width() -> None:
    assert shrink(np.zeros((960, 1280, 3), np.uint8)).shape == (240, WIDTH, 3)
    assert shrink(np.zeros((480, 640, 3), np.uint8)).shape == (240, WIDTH, 3)


def test_the_first_frame_counts_as_moving() -> None:
    assert StillGate().moving(shrink(table().shoot()))


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_table_at_rest_is_still_in_spite_of_noise(level: str) -> None:
    gate, laid = StillGate(), table(level=level)
    gate.moving(shrink(laid.shoot()))
    assert [gate.moving(shrink(laid.shoot())) for _ in range(3)] == [False] * 3


def test_a_piece_no_brighter_than_what_it_comes_to_stand_on_is_motion() -> None:
    gate, picture = StillGate(), table().shoot()
    before, after = picture.copy(), picture.copy()
    before[300:324, 400:424] = (105, 105, 105)
    after[300:324, 400:424] = (60, 60, 210)  # red, and as grey as that
    greys = [cv2.cvtColor(each, cv2.COLOR_BGR2GRAY)[310, 410] for each in (before, after)]
    assert greys[0] == greys[1]
    gate.moving(shrink(before))
    assert gate.moving(shrink(after))


@pytest.mark.parametrize(("side", "moves"), [(16, True), (3, False)])
def test_a_die_that_rolled_on_is_motion_and_a_speck_is_none(side: int, moves: bool) -> None:
    gate, picture = StillGate(), table().shoot()
    before, after = picture.copy(), picture.copy()
    before[300 : 300 + side, 400 : 400 + side] = 250
    after[300 : 300 + side, 440 : 440 + side] = 250
    gate.moving(shrink(before))
    assert gate.moving(shrink(after)) is moves
    assert not gate.moving(shrink(after))


@pytest.mark.parametrize("factor", [0.75, 1.2])
def test_a_step_of_exposure_is_no_motion(factor: float) -> None:
    gate, laid = StillGate(), table()
    picture = brighter(laid.shoot(), 0.8)
    gate.moving(shrink(picture))
    assert not gate.moving(shrink(brighter(picture, factor)))


def test_a_hand_on_its_way_is_motion_and_so_is_its_leaving() -> None:
    gate, laid = StillGate(), table()
    gesture = laid.gesture()
    pictures = [laid.shoot()]
    pictures += [laid.film.shoot(laid.still, gesture.at(part)) for part in (0.3, 0.4, 0.5)]
    pictures += [laid.shoot(), laid.shoot()]
    states = [gate.moving(shrink(picture)) for picture in pictures]
    assert states == [True, True, True, True, True, False]


def test_another_size_of_picture_counts_as_moving() -> None:
    gate = StillGate()
    gate.moving(np.full((240, WIDTH, 3), 90, np.uint8))
    assert gate.moving(np.full((180, WIDTH, 3), 90, np.uint8))


def test_what_moves_while_the_light_changes_is_not_overlooked_nor_does_flicker_blind() -> None:
    """Two pictures of one still moment are averaged: a roof that was gone shone through."""
    lamp, gate = np.linspace(0.6, 1.4, WIDTH)[None, :, None], StillGate()
    dim, lit = (np.full((240, WIDTH, 3), 110.0) * light for light in (lamp, lamp[:, ::-1]))
    before, after = (np.round(each).astype(np.uint8) for each in (dim, lit))
    after[100:140, 100:140] += 25
    gate.moving(before)
    assert not gate.moving(before)
    assert gate.moving(after)
    assert not gate.moving(after)
    after[100:140, 100:140] -= 25
    flicker = [gate.moving(each) for each in (before, after, before, after, before)]
    assert flicker == [True, False, False, False, False]


# -- darkness -------------------------------------------------------------------------------------


def test_a_capped_lens_is_dark_and_a_dim_room_is_not() -> None:
    noise = np.random.default_rng(1).integers(0, 8, (240, WIDTH, 3), dtype=np.uint8)
    assert is_dark(noise)
    assert not is_dark(shrink(brighter(table().shoot(), 0.2)))


# -- still moments --------------------------------------------------------------------------------


@dataclass
class Shot:
    """A plain picture with one bright patch."""

    time: float
    code: int
    left: int = 0

    @property
    def image(self) -> Picture:
        image = np.full((240, WIDTH, 3), self.code, np.uint8)
        image[100:140, self.left : self.left + 40] = 255
        return image

    @property
    def small(self) -> Picture:
        return self.image


def test_a_still_moment_is_the_average_of_its_pictures_and_of_the_last_that_moved() -> None:
    stillness = Stillness()
    codes = (100, 102, 101, 105, 103, 103)
    found = [stillness.take(Shot(n / 10, code)) for n, code in enumerate(codes)]
    assert isinstance(found[0], Moving)
    stills = [each for each in found if isinstance(each, Still)]
    assert [each.count for each in stills] == [2, 3, 4, 4, 4]
    assert [int(each.picture[0, 0, 0]) for each in stills] == [101, 101, 102, 102, 102]
    assert {each.moment for each in stills} == {1}


def test_what_moves_and_the_dark_begin_another_still_moment() -> None:
    stillness = Stillness()
    shots = (Shot(0.0, 100), Shot(0.1, 100), Shot(0.2, 100, 80), Shot(0.3, 100, 80))
    found = [stillness.take(shot) for shot in shots]
    assert [type(each) for each in found] == [Moving, Still, Moving, Still]
    assert isinstance(stillness.take(Shot(0.4, 1, -100)), Dark)
    again = stillness.take(shots[-1])
    stills = [each for each in (*found, again) if isinstance(each, Still)]
    assert [(each.moment, each.count) for each in stills] == [(1, 2), (2, 2), (3, 2)]


def test_a_moment_may_begin_again_though_nothing_moved() -> None:
    stillness = Stillness()
    for n in range(4):
        stillness.take(Shot(n / 10, 100))
    stillness.begin_again()
    still = stillness.take(Shot(0.4, 104))
    assert isinstance(still, Still)
    assert (still.moment, int(still.picture[0, 0, 0])) == (2, 104)
