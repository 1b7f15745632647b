"""The verdict on an onset: a small network over its traits, trained beforehand.

A second one weighs that verdict against those on the noises just before: a click among clicks that
are no pearls is none either. The weights are in `verifier.npz`; `device/bench/train_ear.py` makes
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from device.hearing.context import Judged, surroundings

WEIGHTS = Path(__file__).with_name("verifier.npz")
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Network:
    """One hidden layer, several members; the mean of their answers."""

    mean: Array  # of each input
    scale: Array
    hidden: Array  # member x input x unit
    hidden_bias: Array
    out: Array  # member x unit
    out_bias: Array

    def logits(self, rows: Array) -> Array:
        """The answer for each row of inputs, as a logarithm of the odds."""
        centred = np.clip((rows - self.mean) / self.scale, -4, 4)
        units = np.tanh(centred @ self.hidden + self.hidden_bias[:, None])
        answers = np.einsum("mnu,mu->mn", units, self.out) + self.out_bias[:, None]
        return np.asarray(answers.mean(0))


@dataclass(frozen=True)
class Verifier:
    """Two networks: what an onset is by itself, and what it is among its neighbours."""

    first: Network
    second: Network

    def judge(self, frame: int, level: float, traits: Array) -> Judged:
        """The verdict on an onset by itself."""
        return Judged(frame, level, float(self.first.logits(traits[None])[0]))

    def odds(self, judged: Judged, traits: Array, before: Sequence[Judged]) -> float:
        """The verdict in view of what was judged before, as a logarithm of the odds."""
        return float(self.second.logits(surroundings(judged, traits, before)[None])[0])

    def save(self, path: Path) -> None:
        """Write the weights."""
        arrays = {
            f"{name}.{part}": np.asarray(value, np.float32)
            for name, network in vars(self).items()
            for part, value in vars(network).items()
        }
        np.savez(path, **arrays)  # type: ignore[arg-type]


def load(path: Path) -> Verifier:
    """Read weights."""
    with np.load(path) as kept:
        parts: dict[str, dict[str, Array]] = {"first": {}, "second": {}}
        for name in kept.files:
            network, part = name.split(".")
            parts[network][part] = np.asarray(kept[name], np.float64)
    return Verifier(Network(**parts["first"]), Network(**parts["second"]))


@lru_cache(maxsize=1)
def shipped() -> Verifier:
    """The verifier that comes with the device."""
    return load(WEIGHTS)
