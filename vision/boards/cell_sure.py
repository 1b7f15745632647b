"""From misfits to labels and how sure they are; what cannot be seen is said to be unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boards.cell_patches import Patch

# How fast a label loses ground by a worse fit, before the examples have told (see `sharpness`).
SHARP = 13.0
SHARPER = (1.5, 2.5, 4.0, 6.0, 9.0, 13.0, 18.0)
# What is told beforehand weighs as much as so many examples.
PRIOR = 2.0
# Nothing that was taught fits so badly: something else is there.
STRANGE = 2.6
# A bare cell fits worse than usual by this factor and so much more before it is doubted.
USUAL, STRAY, DOUBT = 3.0, 0.2, 2.0
# Where the bare look is but a guess: what stands out less from the rest of a cell is its pattern.
PATTERN = 0.8
# Whatever the doubt, so much of its lead is left; and if the doubt is about a guess.
LEFT, GUESSED = 0.3, 0.1
# Nothing is ever surer than this after so many examples.
SLIP = 0.03


@dataclass(frozen=True)
class CellReading:
    """What lies on one cell.

    `label` is None where the cell could not be seen, and `why` says what hides it: "outside" the
    photo, "glare", or something "strange" over it. `confidence` is the chance that the label is
    right; `likely` has the chance of every label.
    """

    label: str | None
    confidence: float
    likely: Mapping[str, float]
    why: str = ""

    @property
    def seen(self) -> bool:
        """Whether the cell could be seen."""
        return self.label is not None


def unseen(why: str) -> CellReading:
    """A cell of which nothing is known."""
    return CellReading(None, 0.0, {}, why)


@dataclass(frozen=True)
class Doubt:
    """How much of a lead not to believe, and what share of it to believe all the same."""

    lead: float = 0.0
    left: float = LEFT


def doubts(bare: Patch, known: NDArray[np.bool_], standing_out: Patch) -> list[Doubt]:
    """How much worse cells fit their bare look than most bare cells of the same photo do.

    Where the bare look is not `known`, what stands out from the rest of the cell may lie on it.
    """
    usual = float(np.quantile(bare, 0.1)) if len(bare) else 0.0
    worse = np.where(known, bare - USUAL * usual - STRAY, standing_out - PATTERN)
    leads = (DOUBT * np.maximum(0.0, worse)).tolist()
    return [Doubt(*each) for each in zip(leads, np.where(known, LEFT, GUESSED), strict=True)]


def judged(
    labels: Sequence[str], misfits: Patch, sharp: Patch, examples: int, doubt: Doubt
) -> CellReading:
    """The label that fits a cell best, and how surely.

    `sharp` is that of every two labels, `doubt` is about the best one.
    """
    best = int(np.argmin(misfits))
    if misfits[best] >= STRANGE:
        return unseen("strange")
    behind = misfits.astype(np.float64) - float(misfits[best])
    behind = np.maximum(behind - doubt.lead, doubt.left * behind)
    worth = np.exp(-sharp[best] * behind)
    strange = np.exp(-SHARP * (STRANGE - float(misfits[best])))
    most = 1 - SLIP / (examples + 2)
    shares = worth / (worth.sum() + strange) * most
    likely = {label: float(share) for label, share in zip(labels, shares, strict=True)}
    return CellReading(labels[best], float(shares[best]), likely)


def sharpness(labels: int, trials: Sequence[tuple[int, NDArray[np.float32]]]) -> Patch:
    """How much to make of a better fit between every two labels, (labels, labels).

    Examples left out one by one tell. Each trial is the number of the right label and the
    misfits of all.
    """
    leads: dict[tuple[int, int], list[float]] = {}
    for right, misfits in trials:
        for other in range(labels):
            if other != right and np.isfinite(misfits[other]):
                pair = (min(right, other), max(right, other))
                leads.setdefault(pair, []).append(float(misfits[other] - misfits[right]))
    found = np.full((labels, labels), SHARP, np.float32)
    for (one, other), lead in leads.items():
        found[one, other] = found[other, one] = _sharp(np.array(lead))
    return found


def _sharp(leads: NDArray[np.float64]) -> float:
    """The sharpness under which right labels that lead by this much are likeliest."""
    worths = [
        -PRIOR * 0.5 * np.log(sharp / SHARP) ** 2 - np.logaddexp(0, -sharp * leads).sum()
        for sharp in SHARPER
    ]
    return SHARPER[int(np.argmax(worths))]
