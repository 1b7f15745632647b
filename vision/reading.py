"""What one picture says about the places of a table: log likelihoods of labels, place by place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

Label = TypeVar("Label")

# How often a place that keeps its label was touched all the same (a piece straightened).
TOUCHED = 0.04
# However badly a label fits, something may be in the way: beyond this, worse hardly counts.
SURPRISE = -9.0
SLOPE = 0.1
NEVER = -400.0
# One look at a place is taken for less than it says: neighbouring samples err together.
TRUST = 1.0
# Nothing is surer than this by its look alone.
SUREST = 0.9995


def _bent(value: float) -> float:
    """Values as they are near the best, flattened where a surprise is the better explanation."""
    return value if value > SURPRISE else SURPRISE + SLOPE * (max(value, NEVER) - SURPRISE)


class Told(Protocol):
    """A story with the probability it has among its rivals."""

    @property
    def events(self) -> tuple[Any, ...]: ...

    @property
    def probability(self) -> float: ...


@dataclass
class Cell(Generic[Label]):
    """One place: log likelihood of each label, and of "as in the picture before".

    Values are relative to the best label, so that an unseen place says nothing about anything.
    `details` tell labels apart that look alike as a whole; they count in full even where the
    whole is a surprise.
    """

    labels: Mapping[Label, float]
    same: float | None = None
    seen: float = 1.0
    details: Mapping[Label, float] = field(default_factory=dict)
    _top: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._top = max([*self.labels.values(), self.same if self.same is not None else NEVER])

    def value(self, label: Label) -> float:
        """How well a label fits that was not there before."""
        return _bent(self.labels.get(label, NEVER) - self._top) + self.details.get(label, 0.0)

    def anew(self, label: Label) -> float:
        """How well a label fits beside the others where the place was looked at before."""
        best = max(self.labels.values())
        return _bent(self.labels.get(label, NEVER) - best) + self.details.get(label, 0.0)

    def alone(self, label: Label) -> float:
        """How well a label fits beside the others, whatever was there before."""
        best = max(self.labels.values())
        return self.labels.get(label, NEVER) - best + self.details.get(label, 0.0)

    def kept(self, label: Label, *, bare: bool = False, touched: float = TOUCHED) -> float:
        """How well it fits that the label is still this one.

        A piece that looks different though it stayed was touched, which is rare; a bare place
        may look different for any reason.
        """
        if self.same is None:
            return self.value(label)
        still = np.log(1 - TOUCHED) + self.same
        fit = self.labels.get(label, NEVER) + self.details.get(label, 0.0)
        laid_anew = (0.0 if bare else np.log(touched)) + fit
        return _bent(min(0.0, float(np.logaddexp(still, laid_anew)) - self._top))

    def confidence(self) -> float:
        """The chance that `best` is right, by the look of this place alone."""
        fits = [fit + self.details.get(label, 0.0) for label, fit in self.labels.items()]
        values = TRUST * (np.array(fits) - max(fits))
        return SUREST / float(np.exp(values).sum())

    def best(self) -> Label:
        """The label that fits best by itself."""
        return max(self.labels, key=lambda label: self.labels[label] + self.details.get(label, 0.0))
