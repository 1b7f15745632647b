"""The learned eye: a crop becomes 128 numbers, which are alike for two looks at one print."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observe.cut import Crops, Masks, Patches

Array = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("eye.onnx")
NUMBERS = 128
BATCH = 64  # crops at once: more take no less time each, and memory
SPREAD = 3.0  # the training's scale of light, which lies about 0
LIGHT = (np.arange(256, dtype=np.float32) / 255 - 0.5) * SPREAD  # of each 8-bit code


class Eye:
    """Weights that were trained once for all games; a net of OpenCV runs them.

    The engine is named: the one that OpenCV would choose takes twice the time.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self.name = sha256(weights.read_bytes()).hexdigest()
        self._net = cv2.dnn.readNetFromONNX(str(weights), cv2.dnn.ENGINE_CLASSIC)
        self._lock = Lock()  # a net holds what it works on

    def embed(self, patches: Patches) -> Array:
        """Vectors (N, 128) of length 1."""
        found = [np.zeros((0, NUMBERS), np.float32)]
        for start in range(0, len(patches), BATCH):
            part = slice(start, start + BATCH)
            inputs = prepared(patches.pixels[part], patches.masks[part])
            with self._lock:
                self._net.setInput(inputs)
                found.append(np.array(self._net.forward(), np.float32))
        vectors = np.concatenate(found)
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def prepared(pixels: Crops, masks: Masks) -> Array:
    """What the net is shown: red, green, blue about 0 where seen, and where nothing was seen."""
    hidden = ~masks
    shown = np.empty((len(pixels), 4, *pixels.shape[1:3]), np.float32)
    for n in range(3):
        shown[:, n] = LIGHT[pixels[..., 2 - n]]
        shown[:, n][hidden] = 0
    shown[:, 3] = hidden
    return shown


@cache
def usual_eye() -> Eye:
    """The eye that is installed, loaded once."""
    return Eye()
