"""Numbers read off printed crops by the recogniser, and how sure it is of them."""

from __future__ import annotations

import gc
from itertools import product

import cv2
import numpy as np
import pytest

from vision.observe.appearance import MOST
from vision.observe.text import HIGH, LETTERS, WIDE, _loaded, log_chances, text_reader
from vision.sample import Picture

NUMBERS = {number: str(number) for number in range(1, 33)}
LIKE_A_ONE = 7  # alone in this type; a known figure settles it
READER = text_reader()


def printed(text: str, turn: float = 0.0, aside: float = 0.0) -> Picture:
    """Dark ink on pale paper, a little blurred."""
    page = np.full((2 * HIGH, 2 * WIDE, 3), (190, 215, 225), np.uint8)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_TRIPLEX, 1.4, 3)
    at = (round(WIDE - wide / 2 + aside), round(HIGH + high / 2))
    cv2.putText(page, text, at, cv2.FONT_HERSHEY_TRIPLEX, 1.4, (40, 30, 120), 3, cv2.LINE_AA)
    matrix = cv2.getRotationMatrix2D((WIDE, HIGH), turn, 1.0)
    page = cv2.warpAffine(page, matrix, (2 * WIDE, 2 * HIGH), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(page, (0, 0), 1.5), np.uint8)


@pytest.mark.parametrize("turn", [-4.5, 0.0, 4.5])
@pytest.mark.parametrize("number", [n for n in NUMBERS if n != LIKE_A_ONE])
def test_every_number_is_read_though_it_lies_a_little_off_and_askew(
    number: int, turn: float
) -> None:
    found = READER.read(printed(str(number), turn, aside=6.0 * np.sign(turn)), NUMBERS)
    assert found.best() == number
    assert not found.strange


@pytest.mark.parametrize("text", ["", "KW", "47", "%"])
def test_what_is_none_of_the_allowed_numbers_is_strange(text: str) -> None:
    found = READER.read(printed(text), NUMBERS)
    assert found.strange
    assert found.known == max(found.labels.values())


def test_nothing_is_surer_than_looks_can_make_it() -> None:
    found = READER.read(printed("17"), NUMBERS)
    assert max(map(abs, found.labels.values())) <= MOST


def test_the_chance_of_a_string_is_the_sum_over_all_its_ways() -> None:
    rng = np.random.default_rng(3)
    strings, steps = ["1", "12", "11", "212"], 5
    used = [0, *(LETTERS.index(letter) + 1 for letter in "12")]
    chances = np.full((steps, len(LETTERS) + 1), 1e-30)
    chances[:, used] = rng.dirichlet(np.ones(len(used)), steps)
    expected = dict.fromkeys(strings, 0.0)
    for way in product(used, repeat=steps):
        text = "".join(
            LETTERS[code - 1]
            for n, code in enumerate(way)
            if code and (n == 0 or code != way[n - 1])
        )
        if text in expected:
            expected[text] += float(np.prod(chances[range(steps), way]))
    found = np.exp(log_chances(np.log(chances).astype(np.float32), strings))
    assert found == pytest.approx(list(expected.values()), rel=1e-4)


def test_it_is_loaded_once_and_gone_with_the_last_who_holds_it() -> None:
    assert text_reader() is READER
    other = dict(_loaded)
    _loaded.clear()
    held = text_reader()
    assert text_reader() is held
    del held
    gc.collect()
    assert "usual" not in _loaded
    _loaded.update(other)
