"""How many pearls fell: what was heard, together with what the game knows.

The game knows when pearls are due and how many; a hand over a tower (or a tap) says when one may
have fallen. Each such moment gives the odds of a pearl, and the count that explains all of them
best wins. A free-running ear would not be good enough for an audit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

AS_DUE = 0.97  # players throw as many as the die says
MISSED = 0.03  # share of pearls that are not heard at all, even by a keen ear
STRAY = 0.02  # share of moments without a pearl in which something like one is heard
MOMENT = 0.97  # chance that a hand over a tower lets a pearl go
SURE = 0.9999


@dataclass(frozen=True)
class Count:
    """The likeliest number of pearls, how likely it is, and the runner-up."""

    pearls: int
    probability: float
    second: int


def moment_odds(confidence: float | None) -> float:
    """How likely a pearl fell in a moment, from the best sound heard in it (None: nothing)."""
    if confidence is None:
        like, unlike = MISSED, 1 - STRAY
    else:
        sure = min(max(confidence, 1 - SURE), SURE)
        # The verifier's verdict is a ratio of odds; a keen ear hears almost every pearl.
        like, unlike = (1 - MISSED) * sure, STRAY * (1 - sure) + 1e-4
    return MOMENT * like / (MOMENT * like + (1 - MOMENT) * unlike)


def count_pearls(moments: Sequence[float], due: int | None) -> Count:
    """The likeliest count, given the odds of each moment and how many were due."""
    shares = [1.0]
    for odds in moments:
        shares = [
            (shares[k] * (1 - odds) if k < len(shares) else 0.0)
            + (shares[k - 1] * odds if k else 0.0)
            for k in range(len(shares) + 1)
        ]
    weighed = [share * _expected(k, due) for k, share in enumerate(shares)]
    total = sum(weighed) or 1.0
    order = sorted(range(len(weighed)), key=lambda k: -weighed[k])
    second = order[1] if len(order) > 1 else order[0]
    return Count(order[0], weighed[order[0]] / total, second)


def _expected(count: int, due: int | None) -> float:
    """The chance of a count before anything was heard."""
    if due is None:
        return 1.0
    off = abs(count - due)
    return AS_DUE if off == 0 else (1 - AS_DUE) / 2 * 0.2 ** (off - 1)


def doubt(probability: float) -> float:
    """A probability as a logarithm that can be added up."""
    return log(max(probability, 1e-9))
