"""Printed text: how well each of some allowed strings fits a crop, beside "none of them"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observe.appearance import MOST
from vision.observe.evidence import Evidence
from vision.sample import Picture

Array = NDArray[np.float32]
Label = TypeVar("Label")

WEIGHTS = Path(__file__).with_name("text.onnx")
HIGH, WIDE = 48, 64  # pixels of a crop; the height is that of the training
LETTERS = "".join(map(chr, range(33, 127)))  # what the weights tell, after the blank
BLANK = 0  # the code of "no letter here"
LEAST = float(np.exp(-MOST))  # nothing is less likely than this


class TextReader:
    """A trained recogniser for lines of print; a net of OpenCV runs it.

    The engine is named: the classic one cannot read these weights.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(weights), cv2.dnn.ENGINE_NEW)
        self._lock = Lock()  # a net holds what it works on

    def letters(self, crop: Picture) -> Array:
        """The log chance of blank and each letter (steps, letters), from left to right."""
        light = cv2.resize(crop, (WIDE, HIGH)).astype(np.float32) / np.float32(127.5) - 1
        with self._lock:
            self._net.setInput(np.ascontiguousarray(light.transpose(2, 0, 1)[None]))
            chances = np.array(self._net.forward(), np.float32)[0]
        return np.asarray(np.log(np.maximum(chances, LEAST**2)), np.float32)

    def read(self, crop: Picture, allowed: Mapping[Label, str]) -> Evidence[Label]:
        """How well each string fits, by its label; any other text or none at all has 0."""
        chances = np.exp(log_chances(self.letters(crop), list(allowed.values())))
        none = max(1.0 - float(chances.sum()), LEAST)
        fits = np.clip(np.log(np.maximum(chances, LEAST) / none), -MOST, MOST)
        labels = dict(zip(allowed, map(float, fits), strict=True))
        return Evidence(labels, known=max(labels.values()))


def log_chances(letters: Array, strings: Sequence[str]) -> Array:
    """The log chance of each string: of all ways in which its letters come one after the other.

    Between two letters there may be blanks, and each letter may last for several steps.
    """
    rows, last = np.arange(len(strings)), np.array([2 * len(string) for string in strings])
    codes = np.full((len(strings), int(last.max()) + 1), BLANK)
    for row, string in enumerate(strings):
        codes[row, 1 : 2 * len(string) : 2] = [LETTERS.index(letter) + 1 for letter in string]
    direct = np.zeros(codes.shape, bool)  # from one letter to another there need be no blank
    direct[:, 2:] = (codes[:, 2:] != BLANK) & (codes[:, 2:] != codes[:, :-2])
    ways = np.full(codes.shape, -np.inf)
    ways[:, :2] = letters[0, codes[:, :2]]
    for step in letters[1:]:
        on, over = _later(ways, 1), np.where(direct, _later(ways, 2), -np.inf)
        ways = np.logaddexp(np.logaddexp(ways, on), over) + step[codes]
    return np.asarray(np.logaddexp(ways[rows, last], ways[rows, last - 1]), np.float32)


def _later(ways: NDArray[np.float64], places: int) -> NDArray[np.float64]:
    """The same, so many places on."""
    moved = np.full(ways.shape, -np.inf)
    moved[:, places:] = ways[:, :-places]
    return moved


_loaded: WeakValueDictionary[str, TextReader] = WeakValueDictionary()


def text_reader() -> TextReader:
    """The recogniser that is installed: one for all who hold it, gone with the last of them."""
    reader = _loaded.get("usual")
    if reader is None:
        reader = _loaded["usual"] = TextReader()
    return reader
