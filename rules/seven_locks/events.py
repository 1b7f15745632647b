"""Schloss der 7 Schlösser: the events, and their JSON."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias, get_args

from rules.codec import Codec, Then, below, reader
from rules.errors import BadJson
from rules.seven_locks.pieces import KEYS, Face, Outcome
from rules.values import Json

# No number of this box is anywhere near the bound; what is possible is for the judge.
Number: TypeAlias = Annotated[int, below(10_000)]
Side: TypeAlias = tuple[Number, Number]


def sound(values: tuple[float, ...]) -> bool:
    """Whether these can be the likelihoods of a sound, one for each depth."""
    return len(values) == KEYS and all(0 < value < math.inf for value in values)


def _sound(values: tuple[float, ...]) -> tuple[float, ...]:
    if not sound(values):
        raise BadJson(f"must be {KEYS} numbers above 0, not {values!r}")
    return values


@dataclass(frozen=True, slots=True)
class Box:
    """What the owner tells about the box: six sides of the die, colours of the keys by length."""

    die: tuple[Side, ...] | None = None
    keys: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class SetUp:
    """Who starts, and the place where the keymaster was put."""

    start: Number
    place: Number = 0


@dataclass(frozen=True, slots=True)
class Drop:
    """A pearl thrown into a tower; None when nobody saw which one."""

    tower: Number | None


@dataclass(frozen=True, slots=True)
class Fill:
    """All opening pearls that are left were thrown as they should be."""


@dataclass(frozen=True, slots=True)
class Heard:
    """How a pearl sounded: for each depth how likely that sound is. Never told by phones."""

    tower: Number
    likelihoods: Annotated[tuple[float, ...], Then(_sound)]


@dataclass(frozen=True, slots=True)
class Roll:
    """What the die showed; steps that nobody saw are 0: pearls and keymaster tell the rest."""

    pearls: Number
    steps: Number


@dataclass(frozen=True, slots=True)
class Move:
    """The keymaster put in front of another place."""

    to: Number


@dataclass(frozen=True, slots=True)
class Take:
    """A key taken into the hand."""

    key: Number


@dataclass(frozen=True, slots=True)
class Coat:
    """A player places a coat of arms to have a share, or says no."""

    seat: Number
    placed: bool


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A player takes a placed coat of arms back, or leaves it."""

    seat: Number
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Try:
    """What the key in hand showed in the tower of the keymaster."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Treasure:
    """The pearls in an opened chamber; `amounts` None: shared as the rules say."""

    pearls: Number
    amounts: tuple[Number, ...] | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """A player marks a key as the enchanted one, or (None) marks none."""

    seat: Number
    key: Number | None


@dataclass(frozen=True, slots=True)
class Last:
    """The key that opened the seventh tower at the end."""

    key: Number


Event: TypeAlias = (
    Box
    | SetUp
    | Drop
    | Fill
    | Heard
    | Roll
    | Move
    | Take
    | Coat
    | Withdraw
    | Try
    | Treasure
    | Guess
    | Last
)

EVENTS: Codec[Event] = Codec(get_args(Event))
event_to_json, event_from_json = EVENTS.write, EVENTS.read

sides_from_json: Callable[[Json], tuple[Face, ...]] = reader(tuple[Side, ...])
names_from_json: Callable[[Json], tuple[str, ...]] = reader(tuple[str, ...])
