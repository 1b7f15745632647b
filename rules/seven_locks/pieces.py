"""Schloss der 7 Schlösser: what is in the box.

Places around the board are numbered 0 to 6 clockwise and a tower is named by its place; number 7
is the tower that was set aside unseen. Keys, chambers and depths share one number, 0 to 7: key 0
is the shortest and fits chamber 0, which leaves the shallowest lock.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

Face: TypeAlias = tuple[int, int]  # pearls and steps on one side of the die

PLAYERS = range(2, 5)
PLACES = 7
TOWERS = 8
ASIDE = 7
KEYS = 8
PEARLS = 80
COATS = 2
OPENING_EACH = 2
OPENING = OPENING_EACH * PLACES
FACES = 6
MOST = 3  # pearls or steps on one side of the die
GUESS_AFTER = 5  # opened towers, when the keymaster asks for the enchanted key
LAST_AFTER = 6  # opened towers, when only the last one is left
EVERY_KEY = (1 << KEYS) - 1
EVERY_PLACE = (1 << PLACES) - 1

# All a side of a die with 1 to 3 pearls and 1 to 3 steps can show.
ALL_FACES: tuple[Face, ...] = tuple(
    (pearls, steps) for pearls in range(1, MOST + 1) for steps in range(1, MOST + 1)
)

# What a key may look like; which key has which colour is printed on the box alone.
COLOURS = (
    "red", "orange", "yellow", "green", "turquoise", "blue", "violet", "pink", "brown", "white",
    "grey", "black",
)  # fmt: skip

# Invented for the simulated table: used only when the box says "demo".
SIM_DIE: tuple[Face, ...] = ((1, 3), (1, 2), (2, 1), (2, 3), (3, 1), (3, 2))
SIM_COLOURS = ("red", "orange", "yellow", "green", "turquoise", "blue", "violet", "white")


class Outcome(StrEnum):
    """What a tried key showed: notch above the tower is too long, notch gone is too short."""

    FITS = "fits"
    LONG = "long"
    SHORT = "short"
    FAILS = "fails"  # did not fit, and nobody saw whether it was too long or too short

    __hash__ = str.__hash__


def leaves(outcome: Outcome, key: int) -> int:
    """The chambers, as bits, that an outcome of trying a key leaves possible for the tower."""
    if outcome is Outcome.FITS:
        return 1 << key
    if outcome is Outcome.LONG:
        return (1 << key) - 1
    if outcome is Outcome.SHORT:
        return EVERY_KEY & ~((2 << key) - 1)
    return EVERY_KEY & ~(1 << key)


# The numbers whose bits are set, ascending, for every set of keys or places.
MEMBERS = tuple(
    tuple(number for number in range(KEYS) if mask >> number & 1) for mask in range(EVERY_KEY + 1)
)
