"""A key on the board beside the keymaster."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.seven_locks.out import PAWN_ROOM, around_pawn, keys_out, missed
from vision.seven_locks.windows import STEP, Array

SIZE = 120
COLOURS = np.array([(-2.5, -1.9, -0.6), (-0.4, -0.9, -2.2), (-3.1, -3.1, -3.0)], np.float32)
BOARD = np.array((-1.0, -0.9, -0.8), np.float32)


def board(seed: int = 3) -> Array:
    """A board in uneven light: how it differs from its taught look."""
    change = np.random.default_rng(seed).normal(0, 0.03, (SIZE, SIZE, 3)).astype(np.float32)
    change[:, SIZE // 2 :] -= 0.7  # half of it in shadow
    cv2.circle(change, (30, 90), 16, (0.6, 0.6, 0.6), -1)  # and a patch of sun
    return change


def laid(change: Array, colour: int, long: float, at: tuple[int, int] = (70, 40)) -> Array:
    """A key of a colour, its bow somewhere, in the light that falls there."""
    light = change.copy()
    ink = np.zeros((SIZE, SIZE), np.uint8)
    cv2.circle(ink, at, 4, 1, 2)
    end = round((long - 0.0095) / STEP)
    if end > 4:
        cv2.line(ink, (at[0] + 3, at[1] + 3), (at[0] + 3 + end // 2, at[1] + 3 + end // 2), 1, 2)
    light[ink > 0] += COLOURS[colour] - BOARD
    return light


EVERYWHERE = np.ones((SIZE, SIZE), np.bool_)


@pytest.mark.parametrize("colour", range(3))
@pytest.mark.parametrize("at", [(20, 30), (80, 40), (57, 30)])
def test_a_key_on_the_board_is_told_by_its_colour_in_light_and_shade(
    colour: int, at: tuple[int, int]
) -> None:
    change = laid(board(), colour, 0.07, at)
    expected = [0.0] * 3
    expected[colour] = 1.0
    assert keys_out(change, change + BOARD, EVERYWHERE, COLOURS) == expected


def test_light_shade_and_small_things_are_no_keys() -> None:
    change = board()
    assert keys_out(change, change + BOARD, EVERYWHERE, COLOURS) == [0.0] * 3
    coat = laid(change, 0, 0.0)
    assert keys_out(coat, coat + BOARD, EVERYWHERE, COLOURS) == [0.0] * 3
    stripe = change.copy()
    stripe[20:50, 30:33] += 0.6  # light between two towers
    assert keys_out(stripe, stripe + BOARD, EVERYWHERE, COLOURS + 2.8) == [0.0] * 3
    broad = change.copy()
    broad[20:50, 60:80] += COLOURS[0] - BOARD
    assert keys_out(broad, broad + BOARD, EVERYWHERE, COLOURS) == [0.0] * 3


def test_what_is_hidden_is_not_seen() -> None:
    change = laid(board(), 1, 0.07)
    hidden = EVERYWHERE.copy()
    hidden[30:80, 55:110] = False
    assert keys_out(change, change + BOARD, hidden, COLOURS) == [0.0] * 3
    assert keys_out(change, change + BOARD, ~EVERYWHERE, COLOURS) == [0.0] * 3


def test_the_keymaster_stands_between_his_foot_and_where_the_camera_sees_his_head() -> None:
    eye = np.array([0.0, 0.0, 0.8])
    foot = (0.05, 0.0)
    head = 0.05 + 0.05 * 0.032 / (0.8 - 0.032)
    places = np.array([(0.05, 0.0), (head + 0.9 * PAWN_ROOM, 0.0), (0.05, 1.1 * PAWN_ROOM)])
    assert around_pawn(places, foot, eye).tolist() == [True, True, False]


def test_a_key_on_the_board_is_believed_as_far_as_it_is_missed_in_its_row() -> None:
    assert [missed(there) for there in (-1.0, -0.5, 0.0, 0.5, 1.0)] == pytest.approx(
        [1.0, 0.8, 0.6, 0.3, 0.0]
    )
