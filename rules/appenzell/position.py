"""Burg Appenzell: the position, which is all there is to know about a game at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from rules.appenzell.events import (
    Colours,
    Looks,
    Rooms,
    tile_to_json,
)
from rules.appenzell.layout import layout_faults
from rules.appenzell.pieces import (
    ACTIONS,
    AROUND,
    CHEESES,
    COLOURS,
    FIELDS,
    HOLES,
    KINDS,
    KINDS_TO_WIN,
    MICE,
    NO_TILE,
    SIDES,
    UNKNOWN,
    UNTOLD_LOOKS,
    Field,
    Layout,
    Look,
    Tile,
)
from rules.codec import reader
from rules.errors import BadJson, BadSetting
from rules.house_rules import HouseRules, check_players, choice
from rules.values import NOTHING, Facts, Json

PLAYERS = range(2, 5)


class Phase(StrEnum):
    """What the table waits for."""

    SETUP = "setup"
    PLACE = "place"
    TURN = "turn"
    FINISHED = "finished"


class Ending(StrEnum):
    """Why a game is over."""

    NONE = "none"
    GOAL = "goal"
    MICE = "mice"


@dataclass(frozen=True, slots=True)
class Options(HouseRules):
    """The house rules of one game."""

    game = "appenzell"
    kinds: int = choice(*KINDS_TO_WIN)
    # Whether the device takes the cheeses and puts the roofs back in its books by itself, or the
    # table (or the camera) tells each of them and what is forgotten is ruled.
    books: str = choice("kept", "told")


OPTIONS = Options.offered()


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change during a game, with tables derived from it."""

    players: int
    options: Options = Options()
    box_layouts: tuple[Layout, ...] = ()
    box_colours: tuple[str, ...] = ()
    box_looks: tuple[Look, ...] = ()
    rooms: Layout = ()
    colours: tuple[str, ...] = ()
    told_looks: tuple[Look, ...] = ()
    # The room of each field (none: -1), the holes of each room, the rooms each field touches.
    room_of: tuple[int, ...] = field(init=False, repr=False, compare=False)
    holes: tuple[tuple[Field, ...], ...] = field(init=False, repr=False, compare=False)
    touch: tuple[int, ...] = field(init=False, repr=False, compare=False)

    @property
    def looks(self) -> tuple[Look, ...]:
        """What the seven cheeses look like, as told for this game, for the box, or not at all."""
        return self.told_looks or self.box_looks or UNTOLD_LOOKS

    def __post_init__(self) -> None:
        room_of = [-1] * len(FIELDS)
        for number, room in enumerate(self.rooms):
            for each in room:
                room_of[each] = number
        holes = tuple(tuple(each for each in room if each in HOLES) for room in self.rooms)
        object.__setattr__(self, "room_of", tuple(room_of))
        object.__setattr__(self, "holes", holes)
        object.__setattr__(self, "touch", tuple(_touched(each, room_of) for each in FIELDS))


def _touched(place: Field, room_of: list[int]) -> int:
    """The rooms next to a field in eight directions, its own included, as bits."""
    touched = 0
    for near in (place, *AROUND[place]):
        if room_of[near] >= 0:
            touched |= 1 << room_of[near]
    return touched


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game; immutable, equal when everything is equal."""

    setting: Setting
    phase: Phase
    # What is known to lie on each of the 49 fields, roof or no roof, and beside the castle.
    tiles: tuple[Tile, ...]
    spare: Tile
    roofs: int  # the rooms with a roof on, as bits
    # Per seat: where its mice stand, how many wait outside, how many lie in the cellar.
    mice: tuple[tuple[Field, ...], ...]
    waiting: tuple[int, ...]
    lost: tuple[int, ...]
    cheeses: tuple[int, ...]  # per seat the kinds collected, as bits
    active: int
    turn: int
    # The turn so far: actions used, whether a tile was slid, whether covering has begun, and
    # the cheeses (seat, kind) that were collected.
    used: int
    slid: bool
    closing: bool
    fresh: tuple[tuple[int, Tile], ...]
    winners: tuple[int, ...] | None
    ending: Ending

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def options(self) -> Options:
        return self.setting.options

    @property
    def left(self) -> int:
        """How many actions the turn still has."""
        return max(0, ACTIONS - self.used)

    def covered(self, place: Field) -> bool:
        """Whether a roof lies over a field; towers have none."""
        room = self.setting.room_of[place]
        return room >= 0 and bool(self.roofs >> room & 1)

    def named(self, tile: Tile) -> Json:
        """A tile as a fact for the wording: a cheese by its look."""
        return list(self.setting.looks[tile]) if tile in CHEESES else tile_to_json(tile)

    def kinds(self, seat: int) -> int:
        """How many kinds of cheese a seat has collected."""
        return self.cheeses[seat].bit_count()

    def occupied(self) -> set[Field]:
        """The fields that hold a mouse."""
        return {place for each in self.mice for place in each}


NO_TILES = tuple(UNKNOWN if place in HOLES else NO_TILE for place in FIELDS)


def begin(players: int, options: Facts = NOTHING, box: Facts = NOTHING) -> Position:
    """The position before set-up: no castle yet, all mice outside."""
    check_players("appenzell", PLAYERS, players)
    return Position(
        setting=Setting(players, Options.agreed(options), *_box(box)),
        phase=Phase.SETUP,
        tiles=NO_TILES,
        spare=UNKNOWN,
        roofs=0,
        mice=((),) * players,
        waiting=(MICE,) * players,
        lost=(0,) * players,
        cheeses=(0,) * players,
        active=0,
        turn=0,
        used=0,
        slid=False,
        closing=False,
        fresh=(),
        winners=None,
        ending=Ending.NONE,
    )


BOX_FACTS = {
    "layouts": reader(tuple[Rooms, ...] | None, "layouts"),
    "colours": reader(Colours | None, "colours"),
    "cheeses": reader(Looks | None, "cheeses"),
}


def _box(box: Facts) -> tuple[tuple[Layout, ...], tuple[str, ...], tuple[Look, ...]]:
    """Room layouts, colours of the mice, looks of the cheeses: what the box profile knows."""
    try:
        layouts, colours, looks = (read(box.get(name)) or () for name, read in BOX_FACTS.items())
    except BadJson as error:
        raise BadSetting(f"appenzell: {error}") from error
    for layout in layouts:
        faults = layout_faults(layout)
        if faults:
            named = ", ".join(f"{fault.rule} {dict(fault.facts)}" for fault in faults)
            raise BadSetting(f"appenzell: no board has these rooms: {named}")
    if len(layouts) > SIDES or len(set(colours)) != len(colours):
        raise BadSetting(f"appenzell: a board has {SIDES} sides, and mice of different colours")
    if not looks_fit(looks):
        raise BadSetting(f"appenzell: a box has {KINDS} cheeses that look different, not {looks}")
    return layouts, colours, looks


def looks_fit(looks: tuple[Look, ...]) -> bool:
    """Whether these are the looks of all seven cheeses, no two alike, or nothing was told."""
    return not looks or len(looks) == KINDS == len(set(looks))


def suggested_colours(setting: Setting) -> tuple[str, ...]:
    """Mice for each seat: those of the box first."""
    known = dict.fromkeys((*setting.box_colours, *COLOURS))
    return tuple(known)[: setting.players]
