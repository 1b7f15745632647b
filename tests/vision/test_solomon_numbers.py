"""Numbers on cards put together from taught digits."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.errors import TeachingError
from vision.solomon.card_teach import CardLabel, _in_places
from vision.solomon.numbers import NUMBERS, Field, Glyphs, Numbers, learn_glyphs
from vision.solomon.table import SIZES, SLOTS

Array = NDArray[np.float32]
FIELD = Field((30, 12, 44, 30))
LEFT, ADVANCE = 30, 15


def printed_card(number: int, shift: int = 0) -> Array:
    """A card of ink with a number printed from the left, in no common type."""
    page = np.zeros((120, 110), np.uint8)
    for place, digit in enumerate(str(number)):
        at = (LEFT + shift + place * ADVANCE, 29)
        cv2.putText(page, digit, at, cv2.FONT_ITALIC, 0.72, 255, 2, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(page, (0, 0), 0.8), np.float32) / np.float32(255)


@cache
def taught() -> Glyphs:
    shown = [*range(1, 10), 10, 11, 12]
    return learn_glyphs([printed_card(n) for n in shown], shown, FIELD)


def read(glyphs: Glyphs, card: Array, own: Array | None = None) -> dict[int, float]:
    return Numbers(glyphs, FIELD).score(card, np.ones_like(card) if own is None else own)


def test_shown_numbers_teach_all_digits_and_how_far_apart_they_stand() -> None:
    assert set(taught().digits) == set("0123456789")
    layout = taught().layout
    assert layout is not None
    first, second = layout
    assert abs(first) <= 1
    assert abs(second - ADVANCE) <= 1


@pytest.mark.parametrize("number", NUMBERS)
def test_every_number_is_read_though_its_card_lies_a_little_off(number: int) -> None:
    found = read(taught(), printed_card(number, shift=2))
    assert max(found, key=lambda n: found[n]) == number
    assert found[number] == 0.0
    assert sorted(found.values())[-2] < -3.0


@pytest.mark.parametrize("turn", [-4.5, 4.5])
@pytest.mark.parametrize("number", [13, 20, 24, 25, 26, 28])
def test_a_number_is_read_as_surely_though_it_lies_askew(number: int, turn: float) -> None:
    card = printed_card(number)
    matrix = cv2.getRotationMatrix2D((FIELD.box[0], FIELD.box[1]), turn, 1.0)
    found = read(taught(), cv2.warpAffine(card, matrix, card.shape[::-1]))
    assert found[number] == 0.0
    assert sorted(found.values())[-2] < -12.0


def test_numbers_of_digits_that_were_shown_singly_need_no_shown_pair() -> None:
    shown = list(range(1, 7))
    glyphs = learn_glyphs([printed_card(n) for n in shown], shown, FIELD)
    assert glyphs.layout is None
    for number in (12, 25, 31, 16):
        found = read(glyphs, printed_card(number))
        assert max(found, key=lambda n: found[n]) == number


def test_a_digit_cannot_hide_where_nothing_is_seen() -> None:
    card, own = printed_card(1), np.ones((120, 110), np.float32)
    own[:, LEFT + ADVANCE :] = 0
    found = read(taught(), card, own)
    assert max(found, key=lambda n: found[n]) == 1
    assert max(found[n] for n in range(10, 20)) < -3.0


def test_a_card_that_was_not_found_leaves_its_own_slot_out() -> None:
    told = [CardLabel(slot + 1, slot, ()) for slot in SLOTS]
    for lost in SLOTS:
        slots = [slot for slot in reversed(SLOTS) if slot != lost]
        found = _in_places(told, [SIZES.slot(slot) for slot in slots])
        assert [card.slot for card in found] == slots
    with pytest.raises(TeachingError, match="one side"):
        _in_places(told[:2], [SIZES.slot(slot) for slot in (0, 1, 2)])
