"""Kilt Castle: the position, which is all there is to know about a game at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from rules.house_rules import HouseRules, check_players, choice, from_box
from rules.kilt.events import read_water
from rules.kilt.pieces import (
    COLOURS,
    COLOURS_EACH,
    FLOOR_SUPPLY,
    INDEX,
    MONEY,
    POSITIONS,
    ROW_LIMIT,
    ROWS_LIMIT,
    SIZE,
    SQUARES,
    Card,
    Colour,
    Floor,
    Square,
    in_one_corner,
    line,
)
from rules.values import NOTHING, Facts, Json

PLAYERS = range(2, 5)


Sites: TypeAlias = tuple[tuple[int, Square], ...]


class Phase(StrEnum):
    """What the table waits for."""

    SETUP = "setup"
    MOVE = "move"
    BUILD = "build"
    ROOF = "roof"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Options(HouseRules):
    """The house rules of one game."""

    game = "kilt"
    gap_behind_front: str = choice("allowed", "neighbour")
    two_player_roof: str = choice("players", "colours")
    two_player_end: str = choice("player", "colour")
    ducats_shown: bool = choice(True, False)
    money: str = choice("kept", "told")


OPTIONS = Options.offered()


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change during a game, with tables derived from it."""

    players: int
    options: Options = Options()
    box_water: frozenset[Square] | None = None
    water: frozenset[Square] = frozenset()
    colours: tuple[tuple[Colour, ...], ...] = ()
    owner: dict[Colour, int] = field(init=False, repr=False, compare=False)
    lines: tuple[Sites, ...] = field(init=False, repr=False, compare=False)
    row_limit: int = field(init=False, repr=False, compare=False)
    rows_limit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        owner = {colour: seat for seat, each in enumerate(self.colours) for colour in each}
        object.__setattr__(self, "owner", owner)
        lines = tuple(
            tuple((row * SIZE + col, (row, col)) for row, col in line(place, self.water))
            for place in range(POSITIONS)
        )
        object.__setattr__(self, "lines", lines)
        object.__setattr__(self, "row_limit", ROW_LIMIT[self.players])
        object.__setattr__(self, "rows_limit", ROWS_LIMIT[self.players])


@dataclass(frozen=True, slots=True)
class Due:
    """A payment for building over someone, in the books at once, until it is told."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class DucatDay:
    """What a ducat day paid per seat; `unsure` is what unseen crests may add."""

    turn: int
    amounts: tuple[int, ...]
    unsure: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game; immutable, equal when everything is equal."""

    setting: Setting
    phase: Phase
    # Twenty card positions clockwise, cards from the board outward; 25 towers, bottom first.
    rows: tuple[tuple[Card, ...], ...]
    towers: tuple[tuple[Floor, ...], ...]
    roofs: tuple[Square, ...]
    # Per colour, floors not yet seen built by number of crests, and floors built unseen.
    left: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    # Per seat; `doubt` is what a seat may own beyond the books because of unseen crests.
    ducats: tuple[int, ...]
    doubt: tuple[int, ...]
    bank: int
    active: int
    turn: int
    front: int
    # The turn so far: where the moved card lies, who builds yet, what was built.
    at: int | None
    pending: tuple[Colour, ...]
    built: tuple[tuple[Colour, Square], ...]
    roof_due: Square | None
    dues: tuple[Due, ...]
    day_due: bool
    day: DucatDay | None
    day_open: bool
    bonus: tuple[int, ...]

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def options(self) -> Options:
        return self.setting.options

    @property
    def water(self) -> frozenset[Square]:
        return self.setting.water

    @property
    def colours(self) -> tuple[tuple[Colour, ...], ...]:
        return self.setting.colours

    def tower(self, square: Square) -> tuple[Floor, ...]:
        return self.towers[square[0] * SIZE + square[1]]

    def top(self, square: Square) -> Floor | None:
        """The uppermost floor, also under a roof; None on an empty square."""
        tower = self.towers[square[0] * SIZE + square[1]]
        return tower[-1] if tower else None

    def height(self, square: Square) -> int:
        return len(self.towers[square[0] * SIZE + square[1]])

    def has_roof(self, square: Square) -> bool:
        return square in self.roofs

    def owner(self, colour: Colour) -> int:
        """The seat that plays a colour; `KeyError` for the colour left in the box."""
        return self.setting.owner[colour]

    def called(self, colour: Colour) -> Json:
        """Who plays a colour, and the colour where he plays two; the colour alone in the box."""
        seat = self.setting.owner.get(colour)
        return [seat, colour if seat is None or len(self.colours[seat]) > 1 else None]

    def builder(self) -> int | None:
        """The seat that builds next or has to place a roof, None when nobody has to."""
        if self.phase is Phase.ROOF and self.built:
            return self.setting.owner[self.built[-1][0]]
        return self.setting.owner[self.pending[0]] if self.pending else None

    def place_of(self, card: Card) -> tuple[int, int] | None:
        """Where a card lies, as position and depth, whichever way it is turned."""
        for place, row in enumerate(self.rows):
            for depth, other in enumerate(row):
                if other.same(card):
                    return place, depth
        return None

    def floors_left(self, colour: Colour) -> int:
        """How many floors of a colour are still beside the board."""
        number = INDEX[colour]
        return sum(self.left[number]) - self.unseen[number]

    def floors_built(self, seat: int) -> int:
        """How many floors a seat has built, all its colours together."""
        each = sum(FLOOR_SUPPLY)
        return sum(each - self.floors_left(colour) for colour in self.setting.colours[seat])


def begin(players: int, options: Facts = NOTHING, box: Facts = NOTHING) -> Position:
    """The position before set-up: nothing on the table, all the money in the bank."""
    check_players("kilt", PLAYERS, players)
    setting = Setting(players, Options.agreed(options), _box_water(box))
    return Position(
        setting=setting,
        phase=Phase.SETUP,
        rows=((),) * POSITIONS,
        towers=((),) * len(SQUARES),
        roofs=(),
        left=((0,) * len(FLOOR_SUPPLY),) * len(COLOURS),
        unseen=(0,) * len(COLOURS),
        ducats=(0,) * players,
        doubt=(0,) * players,
        bank=MONEY,
        active=0,
        turn=0,
        front=0,
        at=None,
        pending=(),
        built=(),
        roof_due=None,
        dues=(),
        day_due=False,
        day=None,
        day_open=False,
        bonus=(),
    )


def _box_water(box: Facts) -> frozenset[Square] | None:
    """The water squares of the box profile; what a table let lie elsewhere is not the box's."""
    squares = from_box("kilt", read_water, box.get("water"))
    return squares if squares is not None and in_one_corner(squares) else None


def seats_fit(players: int, colours: tuple[tuple[Colour, ...], ...]) -> bool:
    """Whether every seat has its right number of colours, no colour twice."""
    every = [colour for each in colours for colour in each]
    sizes = all(len(each) == COLOURS_EACH[players] for each in colours)
    return len(colours) == players and sizes and len(every) == len(set(every))
