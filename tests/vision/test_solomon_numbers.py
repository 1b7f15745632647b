"""The number's place on a card: how large digits are, and which lines about them are a frame."""

from __future__ import annotations

import cv2
import numpy as np

from vision.observe.text import HIGH, WIDE, text_reader
from vision.sample import Picture
from vision.solomon.numbers import NUMBERS, Spot, cleared, frame_in

INK, PAPER = (40, 30, 120), (190, 215, 225)
SPOT = Spot(0.0, 0.0, 0.006, 0.009)
FRAME = 12  # column of a line that all cards have


def field(text: str) -> Picture:
    """A number whose first digit stands in the middle, right of a frame."""
    page = np.full((4 * HIGH, 4 * WIDE, 3), PAPER, np.uint8)
    cv2.putText(page, text, (4 * 25, 4 * 34), cv2.FONT_HERSHEY_TRIPLEX, 3.4, INK, 9, cv2.LINE_AA)
    cv2.line(page, (4 * FRAME, 0), (4 * FRAME, 4 * HIGH), INK, 6)
    small = cv2.resize(page, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.uint8)


TAUGHT = [field(str(number)) for number in range(1, 7)]


def test_the_line_that_all_cards_have_is_the_frame_and_their_digits_are_none() -> None:
    frame = frame_in(TAUGHT, SPOT)
    assert frame[:, FRAME].all()
    assert not frame[:, FRAME + 6 :].any()


def test_a_digit_keeps_its_edges_though_it_is_larger_than_was_thought() -> None:
    small = Spot(0.0, 0.0, 0.003, 0.009 / 2.2)
    assert not frame_in(TAUGHT, small)[:, FRAME + 6 :].any()


def test_a_number_is_read_beside_a_frame() -> None:
    frame, reader = frame_in(TAUGHT, SPOT), text_reader()
    for number in (3, 8, 12, 25):
        assert reader.read(cleared(field(str(number)), frame), NUMBERS).best() == number


def test_a_spot_takes_the_size_that_digits_have() -> None:
    dark = np.min(TAUGHT, axis=(0, 3))[:, FRAME + 6 :] < (PAPER[0] + INK[2]) / 2
    _, _, wide, high = cv2.boundingRect(dark.astype(np.uint8))
    found = SPOT.fitted(TAUGHT)
    assert abs(found.high / SPOT.step - high) <= 2
    assert abs(found.wide / SPOT.step - wide) <= 2
