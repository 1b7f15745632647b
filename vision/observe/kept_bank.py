"""A bank of examples as arrays and JSON, as profiles keep it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.values import Json
from vision.observe.appearance import Bank, Example, Scales, taught
from vision.observe.cut import SIDE, Patches
from vision.observe.eye import Eye
from vision.observe.table import Label

Arrays = dict[str, NDArray[Any]]


def arrays_of(bank: Bank) -> Arrays:
    """What a bank holds of numbers."""
    return {
        "bank/pixels": bank.patches.pixels,
        "bank/masks": np.packbits(bank.patches.masks),
        "bank/vectors": bank.vectors,
        "bank/owner": bank.owner,
        "bank/quarter": bank.quarter,
    }


def words_of(bank: Bank) -> dict[str, Json]:
    """What a bank holds of words; labels and sources are kept as they read."""
    scales = bank.scales
    return {
        "eye": bank.eye,
        "scales": [scales.steep, scales.edge, scales.apart],
        "pairs": [[str(a), str(b), apart] for (a, b), apart in scales.pairs.items()],
        "examples": [[str(e.label), str(e.source), e.turns] for e in bank.examples],
    }


def bank_of(arrays: Mapping[str, NDArray[Any]], words: Mapping[str, Any], eye: Eye) -> Bank:
    """What was kept; another eye than the one that taught it looks at the examples anew."""
    told: Sequence[Sequence[Any]] = words["examples"]
    examples = tuple(Example(str(label), str(source), int(n)) for label, source, n in told)
    pixels = np.asarray(arrays["bank/pixels"], np.uint8)
    bits = np.unpackbits(arrays["bank/masks"])[: len(pixels) * SIDE * SIDE]
    patches = Patches(pixels, bits.reshape(-1, SIDE, SIDE) > 0)
    if words["eye"] != eye.name:
        return taught(eye, examples, patches)
    steep, edge, apart = map(float, words["scales"])
    pairs: dict[tuple[Label, Label], float] = {
        (str(a), str(b)): float(value) for a, b, value in words["pairs"]
    }
    return Bank(
        examples,
        patches,
        np.asarray(arrays["bank/vectors"], np.float32),
        np.asarray(arrays["bank/owner"], np.int64),
        np.asarray(arrays["bank/quarter"], np.float32),
        eye.name,
        Scales(steep, edge, apart, pairs),
    )
