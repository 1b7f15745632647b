"""Schloss der 7 Schlösser: which chamber is under which tower, exactly.

One of 8! = 40,320 arrangements is true. All evidence speaks of one tower at a time: a sound, a
key that did not fit, too long, too short, an opening. So the weight of an arrangement is a product
over the towers, and sums over all arrangements are permanents of an 8 x 8 matrix, found by going
through the 256 sets of chambers instead of through the arrangements.

Nothing of this ever reaches a phone: hearing is the game.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import TypeAlias

from rules.seven_locks.pieces import EVERY_KEY, KEYS, MEMBERS, PLACES, TOWERS, Outcome, leaves
from rules.seven_locks.position import Position

Row: TypeAlias = tuple[float, ...]
Odds: TypeAlias = tuple[Row, ...]

# The errors of several pearls in one tower are alike, so n of them count as n / (1 + 0.3 (n - 1)).
REPEATED = 0.3
# No sound counts for more than this, so that many of them cannot vanish below the least number.
MOST_DOUBT = 80.0


def odds(position: Position) -> Odds | None:
    """For each of the 8 towers (the last is set aside) how likely each chamber is under it.

    Exact; None when what was told cannot all be true.
    """
    return _odds(position.masks, position.sounds, position.heard)


def enchanted(position: Position) -> Row | None:
    """How likely each key is the enchanted one, the one that fits the tower set aside."""
    found = odds(position)
    return None if found is None else found[TOWERS - 1]


@lru_cache(maxsize=64)
def _odds(masks: tuple[int, ...], sounds: tuple[Row, ...], heard: tuple[int, ...]) -> Odds | None:
    rows = [
        weights(masks[tower], sounds[tower], heard[tower]) if tower < PLACES
        else weights(masks[tower], (), 0)
        for tower in range(TOWERS)
    ]  # fmt: skip
    return marginals(rows)


def weights(mask: int, logs: Row, count: int) -> list[float]:
    """How strongly the evidence about one tower speaks for each chamber, at most 1."""
    if not logs:
        return [float(mask >> chamber & 1) for chamber in range(KEYS)]
    damped = 1 + REPEATED * (count - 1)
    best = max(log for chamber, log in enumerate(logs) if mask >> chamber & 1)
    return [
        exp(max((log - best) / damped, -MOST_DOUBT)) if mask >> chamber & 1 else 0.0
        for chamber, log in enumerate(logs)
    ]


def marginals(rows: list[list[float]]) -> Odds | None:
    """The share of each pair (tower, chamber) in the sum over all arrangements."""
    before, after = _sums(rows), _sums(rows[::-1])
    total = before[EVERY_KEY]
    if not total > 0:
        return None
    found = [[0.0] * KEYS for _ in range(TOWERS)]
    for chambers in range(EVERY_KEY):
        weight = before[chambers]
        if not weight:
            continue
        tower = chambers.bit_count()
        row, shares = rows[tower], found[tower]
        for chamber in range(KEYS):
            bit = 1 << chamber
            if row[chamber] and not chambers & bit:
                rest = after[EVERY_KEY & ~(chambers | bit)]
                shares[chamber] += weight * row[chamber] * rest
    return tuple(tuple(share / total for share in shares) for shares in found)


def _sums(rows: list[list[float]]) -> list[float]:
    """For each set of n chambers the sum over all ways to put them under the first n towers."""
    sums = [0.0] * (EVERY_KEY + 1)
    sums[0] = 1.0
    for chambers in range(EVERY_KEY):
        weight = sums[chambers]
        if weight:
            row = rows[chambers.bit_count()]
            for chamber in range(KEYS):
                bit = 1 << chamber
                if not chambers & bit and row[chamber]:
                    sums[chambers | bit] += weight * row[chamber]
    return sums


# --- what cannot be, from what everybody saw ----------------------------------------------


def consistent(masks: tuple[int, ...]) -> bool:
    """Whether at least one arrangement agrees with all keys tried."""
    owners = [-1] * KEYS
    return all(_seated(masks, tower, owners, set()) for tower in range(TOWERS))


def _seated(masks: tuple[int, ...], tower: int, owners: list[int], seen: set[int]) -> bool:
    """Find a chamber for a tower: a free one, else one whose tower can have another."""
    options = MEMBERS[masks[tower]]
    for chamber in options:
        if owners[chamber] < 0:
            owners[chamber] = tower
            return True
    for chamber in options:
        if chamber not in seen:
            seen.add(chamber)
            if _seated(masks, owners[chamber], owners, seen):
                owners[chamber] = tower
                return True
    return False


def narrowed(masks: tuple[int, ...], tower: int, chambers: int) -> tuple[int, ...]:
    """The masks when only some chambers are left for one tower."""
    return (*masks[:tower], masks[tower] & chambers, *masks[tower + 1 :])


def can_show(position: Position, tower: int, key: int) -> list[Outcome]:
    """What trying a key can show, after all that was tried before; all if that is at odds."""
    masks = position.masks
    found = [
        outcome
        for outcome in Outcome
        if masks[tower] & leaves(outcome, key)
        and consistent(narrowed(masks, tower, leaves(outcome, key)))
    ]
    return found or list(Outcome)
