"""A bad microphone is told, a good one is not."""

import numpy as np
import pytest

from device.hearing.health import troubles
from device.senses.sound import RATE

RNG = np.random.default_rng(6)
TIMES = np.arange(10 * RATE) / RATE
HISS = RNG.normal(0, 1e-3, len(TIMES))


def clicks(loud: float) -> np.ndarray:
    wave = np.zeros(len(TIMES))
    for second in (1, 4, 7):
        part = RNG.normal(0, 1, 2000) * np.exp(-np.arange(2000) / 400)
        wave[second * RATE : second * RATE + 2000] += part * loud
    return wave


def automatic_gain(wave: np.ndarray) -> np.ndarray:
    """A gain that drops by 20 dB at a loud sound and comes back within two seconds."""
    gain = np.ones(len(wave))
    for second in (1, 4, 7):
        later = np.arange(len(wave) - second * RATE) / RATE
        gain[second * RATE :] *= 10 ** (-np.maximum(0, 1 - later / 2))
    return wave * gain


@pytest.mark.parametrize(
    ("wave", "expected"),
    [
        (HISS, []),
        (HISS + clicks(0.3), []),
        (np.zeros(len(TIMES)), ["silent"]),
        (np.full(len(TIMES), 0.2), ["silent"]),
        (np.clip(HISS + 3 * np.sin(2 * np.pi * 300 * TIMES), -1, 1), ["clipped"]),
        (HISS + 0.2 * np.sin(2 * np.pi * 50 * TIMES), ["hum"]),
        (automatic_gain(5 * HISS + clicks(0.5)), ["gain"]),
    ],
    ids=["quiet room", "pearls", "silence", "constant", "clipped", "hum", "automatic gain"],
)
def test_trouble_is_named(wave: np.ndarray, expected: list[str]) -> None:
    assert troubles(wave.astype(np.float32)) == expected


def test_too_little_sound_is_no_trouble() -> None:
    assert troubles(np.zeros(100, np.float32)) == []
