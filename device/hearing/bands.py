"""Sound cut into half milliseconds: the power of three bands, block by block.

Pearls are told from other noises by short clicks between 2.5 and 14 kHz, where voices are weak;
hops of the usual 5 to 10 ms would blur the bounces.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from device.senses.sound import RATE, Samples

FRAME = 24  # samples


FRAMES_PER_SECOND = RATE // FRAME


LOW, MIDDLE, HIGH = range(3)


EDGES = ((300.0, 2000.0), (2500.0, 6000.0), (6000.0, 14_000.0))


TAPS = 241


DELAY = TAPS // 2  # samples by which the filters lag


SIZE = 2048


HOP = (SIZE - TAPS + 1) // FRAME * FRAME


# Below this no microphone tells anything; it keeps digital silence out of the logarithms.
SILENCE = 1e-11


Powers: TypeAlias = NDArray[np.float64]


def _responses() -> NDArray[np.complex128]:
    """One linear-phase band-pass a band, as spectra."""
    times = np.arange(TAPS) - DELAY
    window = np.hamming(TAPS)
    rows = []
    for low, high in EDGES:
        ideal = [2 * edge / RATE * np.sinc(2 * edge / RATE * times) for edge in (high, low)]
        rows.append(np.fft.rfft((ideal[0] - ideal[1]) * window, SIZE))
    return np.array(rows)


class Bands:
    """Turns a stream of samples into a stream of frames: the power of each band."""

    def __init__(self) -> None:
        self._responses = _responses()
        self._pending = np.zeros(0, np.float32)
        self._tail = np.zeros(TAPS - 1, np.float32)

    def feed(self, samples: Samples) -> Powers:
        """All frames that are complete by now, one row each."""
        self._pending = np.concatenate([self._pending, samples])
        found = []
        while len(self._pending) >= HOP:
            block, self._pending = self._pending[:HOP], self._pending[HOP:]
            found.append(self._filter(block))
        return np.concatenate(found) if found else np.zeros((0, len(EDGES)))

    def _filter(self, block: Samples) -> Powers:
        """Overlap and save: the last taps of one block begin the next."""
        whole = np.concatenate([self._tail, block])
        self._tail = whole[-(TAPS - 1) :]
        padded = np.zeros(SIZE)
        padded[: len(whole)] = whole
        filtered = np.fft.irfft(np.fft.rfft(padded) * self._responses, SIZE)
        useful = filtered[:, TAPS - 1 : TAPS - 1 + HOP]
        return np.square(useful).reshape(len(EDGES), -1, FRAME).mean(axis=2).T


def decibels(power: Powers) -> Powers:
    """Power in dB, never minus infinity."""
    return 10 * np.log10(power + SILENCE)
