"""The Castle: the position, which is all there is to know about a game at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import TypeAlias

from rules.castle.demo import SIM_CONSTITUTIONS, SIM_MAP
from rules.castle.maps import CastleMap, map_faults, map_from_json
from rules.castle.pieces import (
    CONSTITUTIONS,
    DISCIPLINES,
    MONSTERS,
    PRINTED,
    TREASURES,
    UNSEEN,
    Kind,
)
from rules.errors import BadSetting
from rules.house_rules import HouseRules, check_players, choice, from_box
from rules.values import NOTHING, Facts, Json

PLAYERS = range(1, 7)
ALONE_CHARACTERS = 2


class Phase(StrEnum):
    """What the table waits for; the turn's steps from `PREPARE` to `SEARCH`."""

    MAP = "map"
    FIRST = "first"
    CHOOSE = "choose"
    ALLY = "ally"
    ENTRANCE = "entrance"
    PREPARE = "prepare"
    MOVE = "move"
    SPELLS = "spells"
    MELEE = "melee"
    SEARCH = "search"
    BETWEEN = "between"
    FINISHED = "finished"


STEP_NUMBER = {
    Phase.PREPARE: 1,
    Phase.MOVE: 2,
    Phase.SPELLS: 3,
    Phase.MELEE: 4,
    Phase.SEARCH: 5,
}

# A counter someone holds: what it is, and whether everybody has seen it.
Held: TypeAlias = tuple[Kind, bool]
HIDDEN: Held = (UNSEEN, False)


MOST_SKETCH = 120_000  # letters of a picture under a proposed map


@dataclass(frozen=True, slots=True)
class Options(HouseRules):
    """The house rules of one game."""

    game = "castle"
    no_player_combat: bool = choice(False, True)
    series: int = choice(1, 2, 3, 4, 5)
    target_score: int = choice(0, 1000, 2000, 3000, 5000)


OPTIONS = Options.offered()


Known: TypeAlias = tuple[tuple[Kind, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change during a game."""

    players: int
    options: Options = Options()
    castle: CastleMap | None = None
    demo: bool = False
    # Constitutions learned from the box so far, by kind of counter, sorted.
    constitutions: Known = ()
    # A map that the camera proposes, and the picture it was made from; people confirm it.
    proposal: CastleMap | None = None
    sketch: str = ""
    known: dict[Kind, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        printed = {kind: (value,) for kind, value in PRINTED.items()}
        object.__setattr__(self, "known", {**printed, **dict(self.constitutions)})


@dataclass(frozen=True, slots=True)
class Member:
    """A character, or a companion (elf, dwarf, charmed monster) with seat -1."""

    kind: Kind
    constitution: int
    seat: int
    party: int = -1
    hits: int = 0
    # "in" play, "dead", "out" of the castle, or "wild" when no longer charmed.
    state: str = "in"
    # How often: the curse counter, a witch's curse, heroism this turn.
    curse: int = 0
    cursed_for_good: int = 0
    heroic: int = 0
    # A captive whose counter the party has not shown yet.
    hidden: bool = False
    aims: bool = False
    items: tuple[Held, ...] = ()

    @property
    def hero(self) -> bool:
        return self.seat >= 0

    @property
    def charmed(self) -> bool:
        return self.kind in MONSTERS


@dataclass(frozen=True, slots=True)
class Party:
    """Characters that move together; `at` and `start` are numbers of areas."""

    seats: tuple[int, ...]
    members: tuple[int, ...]
    at: int = -1
    start: int = -1
    # "in" play, "dead", or "out" of the castle.
    state: str = "in"
    loot: tuple[Held, ...] = ()
    princess: bool = False
    # A witch's spell, and its hits, to which untold counters must be owned up now; and the spells
    # to which they were not, for each of them in turn: what those strike, it cannot be.
    asked: tuple[str, int] | None = None
    struck: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Foe:
    """A monster in an area; kind None while its counter lies face down."""

    kind: Kind | None
    constitution: int = 0
    hits: int = 0


FACE_DOWN = Foe(None)


@dataclass(frozen=True, slots=True)
class Combat:
    """A fight: against the monsters of the area (rival -1) or against another party."""

    rival: int
    # Whose spells it is, 0 the party on the move, 1 the other.
    side: int = 0
    # Who fights the next round.
    champion: int = -1
    answer: int = -1
    die: int = 0
    # Sides (bits) that have used an item, after which they cast no more.
    used: int = 0
    # Teleports that take effect when both sides have cast: (party, area).
    landings: tuple[tuple[int, int], ...] = ()
    # Both have cast, and the party on the move may use acid and pistol.
    items: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """Something that must be told before play goes on: a die, a counter, a place."""

    what: str
    seat: int
    member: int = -1
    spell: str = ""
    target: int = -1
    area: int = -1


# Dues that a die answers; the others are told.
DICE = frozenset(
    {
        "spell", "charm", "fireball", "acid", "acid-hits", "pistol", "pistol-again",
        "pistol-self", "shot", "healing", "vapor", "trap", "melee", "melee-answer", "witch",
        "poison",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Round:
    """The last blow against a monster, so that a hit counter told can be understood."""

    member: int
    die: int
    kind: Kind
    area: int
    foe: int
    foe_hits: int
    member_hits: int
    backfired: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game; immutable, equal when everything is equal."""

    setting: Setting
    phase: Phase
    game: int
    totals: tuple[int, ...]
    rolls: tuple[int, ...]
    order: tuple[int, ...]
    members: tuple[Member, ...]
    parties: tuple[Party, ...]
    active: int
    turn: int
    # By number of area: monsters, and (as bits) face-down treasures.
    foes: tuple[tuple[Foe, ...], ...]
    treasures: int
    lying: tuple[tuple[int, tuple[Held, ...]], ...]
    # The area of the Princess when nobody escorts her, else -1.
    princess: int
    cell_open: bool
    # The turn so far: areas moved, who cast (bits of members), what was used.
    steps: int
    cast_first: int
    cast_third: int
    used: frozenset[str]
    # The party that may not be sped again, -1 for none; an extra turn to come, or running.
    sped: int
    again: bool
    extra: bool
    # The party whose turn has just ended after two areas, -1 for none.
    walked: int
    combat: Combat | None
    due: tuple[Due, ...]
    last: Round | None
    # Counters nobody has seen yet, by kind; what each seat saw: (area, what, kind).
    open_monsters: tuple[int, ...]
    open_treasures: tuple[int, ...]
    looks: tuple[tuple[tuple[int, str, Kind], ...], ...]
    met: tuple[tuple[Kind, int], ...]
    told: tuple[int, ...]

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def options(self) -> Options:
        return self.setting.options


@dataclass(slots=True)
class Draft:
    """A position in the making: the same fields, open to change until frozen."""

    setting: Setting
    phase: Phase
    game: int
    totals: tuple[int, ...]
    rolls: tuple[int, ...]
    order: tuple[int, ...]
    members: tuple[Member, ...]
    parties: tuple[Party, ...]
    active: int
    turn: int
    foes: tuple[tuple[Foe, ...], ...]
    treasures: int
    lying: tuple[tuple[int, tuple[Held, ...]], ...]
    princess: int
    cell_open: bool
    steps: int
    cast_first: int
    cast_third: int
    used: frozenset[str]
    sped: int
    again: bool
    extra: bool
    walked: int
    combat: Combat | None
    due: tuple[Due, ...]
    last: Round | None
    open_monsters: tuple[int, ...]
    open_treasures: tuple[int, ...]
    looks: tuple[tuple[tuple[int, str, Kind], ...], ...]
    met: tuple[tuple[Kind, int], ...]
    told: tuple[int, ...]


State: TypeAlias = Position | Draft
_VALUES = attrgetter(*Position.__slots__)


def drafted(position: Position) -> Draft:
    """A copy to change."""
    return Draft(*_VALUES(position))


def frozen(draft: Draft) -> Position:
    """The draft as a position."""
    return Position(*_VALUES(draft))


def castle_of(state: State) -> CastleMap:
    """The map, which is known from the set-up on."""
    castle = state.setting.castle
    assert castle is not None
    return castle


# --- the beginning -----------------------------------------------------------------------------


def begin(players: int, options: Facts = NOTHING, box: Facts = NOTHING) -> Position:
    """The position before the set-up; the map and constitutions come from the box if known."""
    check_players("castle", PLAYERS, players)
    demo = box.get("demo") is True
    castle = _box_map(box) or (SIM_MAP if demo else None)
    known = dict(SIM_CONSTITUTIONS) if demo else {}
    known.update(box_constitutions(box.get("constitutions")))
    agreed, values = Options.agreed(options), tuple(sorted(known.items()))
    seen = (None, "") if castle is not None else box_proposal(box.get("proposal"))
    setting = Setting(players, agreed, castle, demo, values, *seen)
    return fresh(setting, 1, (0,) * players)


def fresh(setting: Setting, game: int, totals: tuple[int, ...]) -> Position:
    """The position before the set-up of one game of a series."""
    phase = Phase.MAP if setting.castle is None else first_phase(setting)
    return Position(
        setting=setting,
        phase=phase,
        game=game,
        totals=totals,
        rolls=(0,) * setting.players,
        order=(0,) * ALONE_CHARACTERS if setting.players == 1 else (),
        members=(),
        parties=(),
        active=0,
        turn=0,
        foes=(),
        treasures=0,
        lying=(),
        princess=-1,
        cell_open=False,
        steps=0,
        cast_first=0,
        cast_third=0,
        used=frozenset(),
        sped=-1,
        again=False,
        extra=False,
        walked=-1,
        combat=None,
        due=(),
        last=None,
        open_monsters=tuple(MONSTERS.values()),
        open_treasures=tuple(TREASURES.values()),
        looks=((),) * setting.players,
        met=(),
        told=(),
    )


def first_phase(setting: Setting) -> Phase:
    """A player alone needs no die to go first."""
    return Phase.CHOOSE if setting.players == 1 else Phase.FIRST


def _box_map(box: Facts) -> CastleMap | None:
    castle = from_box("castle", map_from_json, box.get("map"))
    if castle is None:
        return None
    faults = [f"{fault.rule} {dict(fault.facts)}" for fault in map_faults(castle)]
    if faults:
        raise BadSetting(f"castle: the map of the box cannot be right: {'; '.join(faults)}")
    return castle


def box_proposal(data: Json) -> tuple[CastleMap | None, str]:
    """A map to be confirmed, right or wrong, and its picture; `BadSetting` if it is none at all."""
    castle = from_box("castle", map_from_json, data)
    if castle is None:
        return None, ""
    picture = data.get("picture", "") if isinstance(data, dict) else ""
    fits = isinstance(picture, str) and len(picture) <= MOST_SKETCH
    if not fits or (picture and not str(picture).startswith("data:image/")):
        raise BadSetting(
            "castle: the picture of a proposed map must be a small data:image/ address"
        )
    return castle, str(picture)


def box_constitutions(data: Json) -> dict[Kind, tuple[int, ...]]:
    """Constitutions out of the box profile, by kind; `BadSetting` for impossible ones."""
    if data is None:
        return {}
    counts: dict[Kind, int] = {**MONSTERS, "elf": 1, "dwarf": 1}
    found: dict[Kind, tuple[int, ...]] = {}
    for kind, values in data.items() if isinstance(data, dict) else [("?", data)]:
        known = kind in counts or kind in DISCIPLINES
        if not known or not isinstance(values, list) or len(values) > counts.get(kind, 6):
            raise BadSetting(f"castle: {kind!r} cannot have the constitutions {values!r}")
        if not all(type(value) is int and value in CONSTITUTIONS for value in values):
            raise BadSetting(f"castle: {kind!r} cannot have the constitutions {values!r}")
        found[kind] = tuple(sorted(value for value in values if isinstance(value, int)))
    return {kind: values for kind, values in found.items() if values}
