"""The Castle: the events, and their JSON.

`seat` is the player whose business the event is; `member` the number of a character or
companion; an area is named as on the map.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.castle.maps import CastleMap, area_name, map_from_json, map_to_json
from rules.castle.pieces import DISCIPLINES, ITEMS, KEYS, MONSTERS, SPELLS, TREASURES, Kind
from rules.errors import BadJson
from rules.json_fields import fields, items
from rules.values import Json

LOOKS = ("monster", "treasure")


@dataclass(frozen=True, slots=True)
class DrawMap:
    """The players tell how the map of their box looks."""

    castle: CastleMap


@dataclass(frozen=True, slots=True)
class Roll:
    """A die and who threw it; what it is for is known from what is due."""

    seat: int
    die: int


@dataclass(frozen=True, slots=True)
class Choose:
    """A player takes a character counter, with the constitution printed on it."""

    seat: int
    character: Kind
    constitution: int


@dataclass(frozen=True, slots=True)
class Ally:
    """Who plays together; players not named play alone."""

    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Enter:
    """A party chooses its entrance."""

    seat: int
    entrance: str


@dataclass(frozen=True, slots=True)
class Step:
    """The party of a player goes to a neighbouring area; to an entrance: out of the castle."""

    seat: int
    to: str


@dataclass(frozen=True, slots=True)
class Done:
    """A party has finished what it does now, or lets a chance go by."""

    seat: int


@dataclass(frozen=True, slots=True)
class Cast:
    """A wizard casts; target is a member (heroism, fireball on a party) or a monster's place."""

    seat: int
    member: int
    spell: Kind
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """A character uses a magic item; target as in `Cast`."""

    seat: int
    member: int
    item: Kind
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Give:
    """A magic item goes to another character of the party."""

    seat: int
    member: int
    item: Kind
    to: int


@dataclass(frozen=True, slots=True)
class Peek:
    """A player looks under a counter far away."""

    seat: int
    area: str
    what: str


@dataclass(frozen=True, slots=True)
class Saw:
    """What he saw there; None if he keeps it to himself."""

    seat: int
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class Land:
    """Where a teleported party arrives."""

    seat: int
    area: str


@dataclass(frozen=True, slots=True)
class TurnUp:
    """A monster is turned face up, with the constitution printed on it."""

    seat: int
    kind: Kind
    constitution: int


@dataclass(frozen=True, slots=True)
class Fight:
    """A side names who fights the next round; foe is the monster's place in the area."""

    seat: int
    member: int
    foe: int = 0


@dataclass(frozen=True, slots=True)
class Search:
    """A member, chosen before, turns the treasure of the area over."""

    seat: int
    member: int


@dataclass(frozen=True, slots=True)
class Found:
    """What the treasure is; None if the party keeps it to itself."""

    seat: int
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class Take:
    """A party picks up everything that lies open in its area."""

    seat: int


@dataclass(frozen=True, slots=True)
class Unlock:
    """A party opens the Cell with two keys."""

    seat: int
    keys: tuple[Kind, Kind]


@dataclass(frozen=True, slots=True)
class Show:
    """A party shows a captive it has kept to itself, so that it may act."""

    seat: int
    member: int


@dataclass(frozen=True, slots=True)
class Name:
    """A party tells the device what an untold counter of its own is."""

    seat: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class HitCounter:
    """The hit counter that lies with a member, or with a monster of an area."""

    hits: int
    member: int | None = None
    area: str | None = None
    foe: int = 0


@dataclass(frozen=True, slots=True)
class Shares:
    """What the players wrote down for each of them at the end of a game."""

    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of a series begins."""


Event: TypeAlias = (
    DrawMap | Roll | Choose | Ally | Enter | Step | Done | Cast | Use | Give | Peek | Saw | Land
    | TurnUp | Fight | Search | Found | Take | Unlock | Show | Name | HitCounter | Shares
    | NextGame
)  # fmt: skip


# --- reading -----------------------------------------------------------------------------------


def whole(data: Json, name: str, below: int = 10_000) -> int:
    """A whole number from 0, below a bound."""
    if not isinstance(data, int) or isinstance(data, bool) or not 0 <= data < below:
        raise BadJson(f"{name} must be a whole number from 0, below {below}, not {data!r}")
    return data


def one_of(data: Json, name: str, known: tuple[str, ...] | dict[str, int]) -> str:
    if not isinstance(data, str) or data not in known:
        raise BadJson(f"no {name} is called {data!r}; use one of {list(known)}")
    return data


def _seat(data: dict[str, Json]) -> int:
    return whole(data.get("seat"), "seat", 6)


def _member(data: dict[str, Json], name: str = "member") -> int:
    return whole(data.get(name), name)


def _target(data: dict[str, Json], name: str) -> int | None:
    return None if data.get(name) is None else whole(data.get(name), name)


def _draw_map(data: dict[str, Json]) -> DrawMap:
    return DrawMap(map_from_json(data.get("map")))


def _roll(data: dict[str, Json]) -> Roll:
    return Roll(_seat(data), whole(data.get("die"), "die", 7))


def _choose(data: dict[str, Json]) -> Choose:
    character = one_of(data.get("character"), "character", DISCIPLINES)
    return Choose(_seat(data), character, whole(data.get("constitution"), "constitution", 100))


def _ally(data: dict[str, Json]) -> Ally:
    groups = items(data.get("groups"), "groups")
    return Ally(
        tuple(tuple(whole(seat, "seat", 6) for seat in items(each, "group")) for each in groups)
    )


def _cast(data: dict[str, Json]) -> Cast:
    spell = one_of(data.get("spell"), "spell", SPELLS)
    return Cast(_seat(data), _member(data), spell, _target(data, "target"))


def _use(data: dict[str, Json]) -> Use:
    item = one_of(data.get("item"), "magic item", ITEMS)
    return Use(_seat(data), _member(data), item, _target(data, "target"))


def _give(data: dict[str, Json]) -> Give:
    item = one_of(data.get("item"), "magic item", ITEMS)
    return Give(_seat(data), _member(data), item, _member(data, "to"))


def _peek(data: dict[str, Json]) -> Peek:
    what = one_of(data.get("what"), "counter", LOOKS)
    return Peek(_seat(data), area_name(data.get("area")), what)


def _saw(data: dict[str, Json]) -> Saw:
    kind = data.get("kind")
    known = None if kind is None else one_of(kind, "counter", {**MONSTERS, **TREASURES})
    return Saw(_seat(data), known)


def _turn_up(data: dict[str, Json]) -> TurnUp:
    kind = one_of(data.get("kind"), "monster", MONSTERS)
    return TurnUp(_seat(data), kind, whole(data.get("constitution"), "constitution", 100))


def _found(data: dict[str, Json]) -> Found:
    kind = data.get("kind")
    return Found(_seat(data), None if kind is None else one_of(kind, "treasure", TREASURES))


def _unlock(data: dict[str, Json]) -> Unlock:
    one, other = (one_of(key, "key", KEYS) for key in items(data.get("keys"), "keys", 2))
    return Unlock(_seat(data), (one, other))


def _hit_counter(data: dict[str, Json]) -> HitCounter:
    area = data.get("area")
    return HitCounter(
        whole(data.get("hits"), "hits"),
        _target(data, "member"),
        None if area is None else area_name(area),
        whole(data.get("foe", 0), "foe"),
    )


def _shares(data: dict[str, Json]) -> Shares:
    found = []
    for amount in items(data.get("amounts"), "amounts"):
        if not isinstance(amount, int) or isinstance(amount, bool) or abs(amount) > 100_000:
            raise BadJson(f"an amount must be a whole number, not {amount!r}")
        found.append(amount)
    return Shares(tuple(found))


READERS: dict[str, Callable[[dict[str, Json]], Event]] = {
    "map": _draw_map,
    "roll": _roll,
    "choose": _choose,
    "ally": _ally,
    "enter": lambda data: Enter(_seat(data), area_name(data.get("entrance"))),
    "step": lambda data: Step(_seat(data), area_name(data.get("to"))),
    "done": lambda data: Done(_seat(data)),
    "cast": _cast,
    "use": _use,
    "give": _give,
    "peek": _peek,
    "saw": _saw,
    "land": lambda data: Land(_seat(data), area_name(data.get("area"))),
    "turn_up": _turn_up,
    "fight": lambda data: Fight(_seat(data), _member(data), whole(data.get("foe", 0), "foe")),
    "search": lambda data: Search(_seat(data), _member(data)),
    "found": _found,
    "take": lambda data: Take(_seat(data)),
    "unlock": _unlock,
    "show": lambda data: Show(_seat(data), _member(data)),
    "name": lambda data: Name(_seat(data), one_of(data.get("kind"), "treasure", TREASURES)),
    "hits": _hit_counter,
    "shares": _shares,
    "next_game": lambda _: NextGame(),
}


def event_from_json(data: Json) -> Event:
    """The event a piece of JSON describes; `BadJson` says what is wrong with it."""
    given = fields(data, "event")
    reader = READERS.get(str(given.get("type")))
    if reader is None:
        raise BadJson(f"no event is called {given.get('type')!r}; use one of {list(READERS)}")
    return reader(given)


# --- writing -----------------------------------------------------------------------------------

TYPES: dict[type, str] = {
    DrawMap: "map", Roll: "roll", Choose: "choose", Ally: "ally", Enter: "enter", Step: "step",
    Done: "done", Cast: "cast", Use: "use", Give: "give", Peek: "peek", Saw: "saw", Land: "land",
    TurnUp: "turn_up", Fight: "fight", Search: "search", Found: "found", Take: "take",
    Unlock: "unlock", Show: "show", Name: "name", HitCounter: "hits",
    Shares: "shares", NextGame: "next_game",
}  # fmt: skip


def event_to_json(event: Event) -> dict[str, Json]:
    """The event as plain data, `type` first."""
    data: dict[str, Json] = {"type": TYPES[type(event)]}
    match event:
        case DrawMap(castle):
            data["map"] = map_to_json(castle)
        case Ally(groups):
            data["groups"] = [list(each) for each in groups]
        case Unlock(seat, keys):
            data |= {"seat": seat, "keys": list(keys)}
        case Shares(amounts):
            data["amounts"] = list(amounts)
        case _:
            for name in type(event).__slots__:
                data[name] = getattr(event, name)
    return data
