"""Schloss der 7 Schlösser: the events, and their JSON."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.errors import BadJson
from rules.json_fields import fields, items, truth
from rules.seven_locks.pieces import KEYS, Face, Outcome
from rules.values import Json

LARGE = 10_000  # no number of this box is anywhere near


@dataclass(frozen=True, slots=True)
class Box:
    """What the owner tells about the box: six sides of the die, colours of the keys by length."""

    die: tuple[Face, ...] | None = None
    keys: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class SetUp:
    """Who starts, and the place where the keymaster was put."""

    start: int
    place: int = 0


@dataclass(frozen=True, slots=True)
class Drop:
    """A pearl thrown into a tower; None when nobody saw which one."""

    tower: int | None


@dataclass(frozen=True, slots=True)
class Fill:
    """All opening pearls that are left were thrown as they should be."""


@dataclass(frozen=True, slots=True)
class Heard:
    """How a pearl sounded: for each depth how likely that sound is. Never told by phones."""

    tower: int
    likelihoods: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """What the die showed; steps that nobody saw are 0: pearls and keymaster tell the rest."""

    pearls: int
    steps: int


@dataclass(frozen=True, slots=True)
class Move:
    """The keymaster put in front of another place."""

    to: int


@dataclass(frozen=True, slots=True)
class Take:
    """A key taken into the hand."""

    key: int


@dataclass(frozen=True, slots=True)
class Coat:
    """A player places a coat of arms to have a share, or says no."""

    seat: int
    placed: bool


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A player takes a placed coat of arms back, or leaves it."""

    seat: int
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Try:
    """What the key in hand showed in the tower of the keymaster."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Treasure:
    """The pearls in an opened chamber; `amounts` None: shared as the rules say."""

    pearls: int
    amounts: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """A player marks a key as the enchanted one, or (None) marks none."""

    seat: int
    key: int | None


@dataclass(frozen=True, slots=True)
class Last:
    """The key that opened the seventh tower at the end."""

    key: int


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


# --- reading JSON ------------------------------------------------------------------------


def whole(data: Json, name: str, below: int = LARGE) -> int:
    """A whole number from 0, below a bound."""
    if not isinstance(data, int) or isinstance(data, bool) or not 0 <= data < below:
        raise BadJson(f"{name} must be a whole number from 0 to {below - 1}, not {data!r}")
    return data


def optional(data: Json, name: str, below: int = LARGE) -> int | None:
    return None if data is None else whole(data, name, below)


def numbers(data: Json, name: str, length: int | None = None) -> tuple[int, ...]:
    return tuple(whole(number, name) for number in items(data, name, length))


def faces(data: Json) -> tuple[Face, ...]:
    """Sides of a die, each pearls and steps; whether they can be is for the judge."""
    found = [numbers(face, "side of the die", 2) for face in items(data, "die")]
    return tuple((pearls, steps) for pearls, steps in found)


def names(data: Json) -> tuple[str, ...]:
    found = items(data, "keys")
    if not all(isinstance(name, str) for name in found):
        raise BadJson(f"keys must be names of colours, not {data!r}")
    return tuple(str(name) for name in found)


def outcome(data: Json) -> Outcome:
    try:
        return Outcome(str(data))
    except ValueError:
        known = [each.value for each in Outcome]
        raise BadJson(f"no outcome is called {data!r}; use one of {known}") from None


def likelihoods(data: Json) -> tuple[float, ...]:
    """One finite number above 0 for each depth."""
    found = []
    for value in items(data, "likelihoods", KEYS):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadJson(f"a likelihood must be a number, not {value!r}")
        found.append(_float(value))
    if not sound(tuple(found)):
        raise BadJson(f"likelihoods must be finite and above 0, not {data!r}")
    return tuple(found)


def _float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def sound(values: tuple[float, ...]) -> bool:
    """Whether these can be the likelihoods of a sound, one for each depth."""
    return len(values) == KEYS and all(0 < value < math.inf for value in values)


def _box(data: dict[str, Json]) -> Box:
    die, keys = data.get("die"), data.get("keys")
    return Box(None if die is None else faces(die), None if keys is None else names(keys))


def _treasure(data: dict[str, Json]) -> Treasure:
    amounts = data.get("amounts")
    return Treasure(
        whole(data.get("pearls"), "pearls"),
        None if amounts is None else numbers(amounts, "amounts"),
    )


def _heard(data: dict[str, Json]) -> Heard:
    return Heard(whole(data.get("tower"), "tower"), likelihoods(data.get("likelihoods")))


READERS: dict[str, Callable[[dict[str, Json]], Event]] = {
    "box": _box,
    "set_up": lambda data: SetUp(
        whole(data.get("start"), "start"), whole(data.get("place", 0), "place")
    ),
    "drop": lambda data: Drop(optional(data.get("tower"), "tower")),
    "fill": lambda _: Fill(),
    "heard": _heard,
    "roll": lambda data: Roll(
        whole(data.get("pearls"), "pearls"), whole(data.get("steps"), "steps")
    ),
    "move": lambda data: Move(whole(data.get("to"), "to")),
    "take": lambda data: Take(whole(data.get("key"), "key")),
    "coat": lambda data: Coat(whole(data.get("seat"), "seat"), truth(data.get("placed"), "placed")),
    "withdraw": lambda data: Withdraw(
        whole(data.get("seat"), "seat"), truth(data.get("withdrawn"), "withdrawn")
    ),
    "try": lambda data: Try(outcome(data.get("outcome"))),
    "treasure": _treasure,
    "guess": lambda data: Guess(whole(data.get("seat"), "seat"), optional(data.get("key"), "key")),
    "last": lambda data: Last(whole(data.get("key"), "key")),
}
TYPES: dict[type[Event], str] = {
    Box: "box",
    SetUp: "set_up",
    Drop: "drop",
    Fill: "fill",
    Heard: "heard",
    Roll: "roll",
    Move: "move",
    Take: "take",
    Coat: "coat",
    Withdraw: "withdraw",
    Try: "try",
    Treasure: "treasure",
    Guess: "guess",
    Last: "last",
}


def event_from_json(data: Json) -> Event:
    """The event a piece of JSON describes; `BadJson` says what is wrong with it."""
    given = fields(data, "event")
    reader = READERS.get(str(given.get("type")))
    if reader is None:
        raise BadJson(f"no event is called {given.get('type')!r}; use one of {list(READERS)}")
    return reader(given)


def event_to_json(event: Event) -> dict[str, Json]:
    """The event as plain data, `type` first."""
    data: dict[str, Json] = {"type": TYPES[type(event)]}
    for name in event.__slots__:
        data[name] = _plain(getattr(event, name))
    return data


def _plain(value: Json | tuple[object, ...]) -> Json:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]  # type: ignore[arg-type]
    return value.value if isinstance(value, Outcome) else value
