"""The verdict on an onset: a small network over its traits, trained beforehand.

The weights are in `verifier.npz`; `device/hearing/training.py` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WEIGHTS = Path(__file__).with_name("verifier.npz")
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Verifier:
    """One hidden layer, several members; the mean of their answers."""

    mean: Array  # of each trait
    scale: Array
    hidden: Array  # member x trait x unit
    hidden_bias: Array
    out: Array  # member x unit
    out_bias: Array

    def logits(self, traits: Array) -> Array:
        """The answer for each row of traits, as a logarithm of the odds."""
        centred = np.clip((np.atleast_2d(traits) - self.mean) / self.scale, -4, 4)
        units = np.tanh(np.einsum("nt,mtu->mnu", centred, self.hidden) + self.hidden_bias[:, None])
        return np.asarray(
            (np.einsum("mnu,mu->mn", units, self.out) + self.out_bias[:, None]).mean(0)
        )

    def probability(self, traits: Array) -> float:
        """How likely these are the traits of a pearl."""
        return float(1 / (1 + np.exp(-self.logits(traits)[0])))

    def save(self, path: Path) -> None:
        """Write the weights."""
        arrays = {name: np.asarray(value, np.float32) for name, value in vars(self).items()}
        np.savez(path, **arrays)  # type: ignore[arg-type]


def load(path: Path) -> Verifier:
    """Read weights."""
    with np.load(path) as kept:
        return Verifier(**{name: np.asarray(kept[name], np.float64) for name in kept.files})


@lru_cache(maxsize=1)
def shipped() -> Verifier:
    """The verifier that comes with the device."""
    return load(WEIGHTS)
