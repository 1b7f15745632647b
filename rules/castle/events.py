"""The Castle: the events, and their JSON.

`seat` is the player whose business the event is; `member` the number of a character or
companion; an area is named as on the map.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias, get_args

from rules.castle.maps import AreaName, CastleMap
from rules.castle.pieces import DISCIPLINES, ITEMS, KEYS, MONSTERS, SPELLS, TREASURES, Kind
from rules.codec import Called, Codec, below, one_of, within

LOOKS = ("monster", "treasure")

# Numbers far above those of the box are no numbers of it; what is possible is for the judge.
Number: TypeAlias = Annotated[int, below(10_000)]
Seat: TypeAlias = Annotated[int, below(6)]
Die: TypeAlias = Annotated[int, below(7)]
Constitution: TypeAlias = Annotated[int, below(100)]
Amount: TypeAlias = Annotated[int, within(-100_000, 100_000)]

Character: TypeAlias = Annotated[Kind, one_of(DISCIPLINES, "character")]
Spell: TypeAlias = Annotated[Kind, one_of(SPELLS, "spell")]
Item: TypeAlias = Annotated[Kind, one_of(ITEMS, "magic item")]
Key: TypeAlias = Annotated[Kind, one_of(KEYS, "key")]
Monster: TypeAlias = Annotated[Kind, one_of(MONSTERS, "monster")]
Treasure: TypeAlias = Annotated[Kind, one_of(TREASURES, "treasure")]
Counter: TypeAlias = Annotated[Kind, one_of((*MONSTERS, *TREASURES), "counter")]


@dataclass(frozen=True, slots=True)
class DrawMap:
    """The players tell how the map of their box looks."""

    castle: Annotated[CastleMap, Called("map")]


@dataclass(frozen=True, slots=True)
class Roll:
    """A die and who threw it; what it is for is known from what is due."""

    seat: Seat
    die: Die


@dataclass(frozen=True, slots=True)
class Choose:
    """A player takes a character counter, with the constitution printed on it."""

    seat: Seat
    character: Character
    constitution: Constitution


@dataclass(frozen=True, slots=True)
class Ally:
    """Who plays together; players not named play alone."""

    groups: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class Enter:
    """A party chooses its entrance."""

    seat: Seat
    entrance: AreaName


@dataclass(frozen=True, slots=True)
class Step:
    """The party of a player goes to a neighbouring area; to an entrance: out of the castle."""

    seat: Seat
    to: AreaName


@dataclass(frozen=True, slots=True)
class Done:
    """A party has finished what it does now, or lets a chance go by."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Cast:
    """A wizard casts; target is a member (heroism, fireball on a party) or a monster's place."""

    seat: Seat
    member: Number
    spell: Spell
    target: Number | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """A character uses a magic item; target as in `Cast`."""

    seat: Seat
    member: Number
    item: Item
    target: Number | None = None


@dataclass(frozen=True, slots=True)
class Give:
    """A magic item goes to another character of the party."""

    seat: Seat
    member: Number
    item: Item
    to: Number


@dataclass(frozen=True, slots=True)
class Peek:
    """A player looks under a counter far away."""

    seat: Seat
    area: AreaName
    what: Annotated[str, one_of(LOOKS, "counter")]


@dataclass(frozen=True, slots=True)
class Saw:
    """What he saw there; None if he keeps it to himself."""

    seat: Seat
    kind: Counter | None


@dataclass(frozen=True, slots=True)
class Land:
    """Where a teleported party arrives."""

    seat: Seat
    area: AreaName


@dataclass(frozen=True, slots=True)
class TurnUp:
    """A monster is turned face up, with the constitution printed on it."""

    seat: Seat
    kind: Monster
    constitution: Constitution


@dataclass(frozen=True, slots=True)
class Fight:
    """A side names who fights the next round; foe is the monster's place in the area."""

    seat: Seat
    member: Number
    foe: Number = 0


@dataclass(frozen=True, slots=True)
class Search:
    """A member, chosen before, turns the treasure of the area over."""

    seat: Seat
    member: Number


@dataclass(frozen=True, slots=True)
class Found:
    """What the treasure is; None if the party keeps it to itself."""

    seat: Seat
    kind: Treasure | None


@dataclass(frozen=True, slots=True)
class Take:
    """A party picks up everything that lies open in its area."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Unlock:
    """A party opens the Cell with two keys."""

    seat: Seat
    keys: tuple[Key, Key]


@dataclass(frozen=True, slots=True)
class Show:
    """A party shows a captive it has kept to itself, so that it may act."""

    seat: Seat
    member: Number


@dataclass(frozen=True, slots=True)
class Name:
    """A party tells the device what an untold counter of its own is."""

    seat: Seat
    kind: Treasure


@dataclass(frozen=True, slots=True)
class HitCounter:
    """The hit counter that lies with a member, or with a monster of an area."""

    hits: Number
    member: Number | None = None
    area: AreaName | None = None
    foe: Number = 0


@dataclass(frozen=True, slots=True)
class Shares:
    """What the players wrote down for each of them at the end of a game."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of a series begins."""


Event: TypeAlias = (
    DrawMap | Roll | Choose | Ally | Enter | Step | Done | Cast | Use | Give | Peek | Saw | Land
    | TurnUp | Fight | Search | Found | Take | Unlock | Show | Name | HitCounter | Shares
    | NextGame
)  # fmt: skip

EVENTS: Codec[Event] = Codec(get_args(Event), names={DrawMap: "map", HitCounter: "hits"})
event_to_json, event_from_json = EVENTS.write, EVENTS.read
