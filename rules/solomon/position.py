"""König Salomons Schatzkammer: the position, all there is to know about a game at one moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from rules.codec import reader
from rules.errors import BadSetting
from rules.house_rules import HouseRules, check_players, choice, from_box
from rules.solomon.books import EMPTY, Books
from rules.solomon.events import Cells
from rules.solomon.pieces import (
    CARD_SQUARES,
    CARDS,
    COINS,
    FAMILIES,
    FULL,
    KINDS,
    NONE,
    ROUNDS,
    SQUARES,
    SUPPLY,
    TILE,
    TILES,
    UNKNOWN,
    Area,
    Counts,
    Magic,
    Shape,
    Tile,
    at_corner,
    curse,
    worth,
)
from rules.solomon.sim_box import SIM, SIM_SHAPES
from rules.values import NOTHING, Facts, Json

PLAYERS = range(2, 6)


class Phase(StrEnum):
    """What the table waits for."""

    SETUP = "setup"
    CHOOSE = "choose"
    REVEAL = "reveal"
    DIG = "dig"
    PAY = "pay"
    ADD = "add"
    COUNT = "count"
    FINISHED = "finished"


TURN = (Phase.DIG, Phase.PAY, Phase.ADD)
LIFTED = (Phase.COUNT, Phase.FINISHED)  # the screens are lifted, all may be seen


@dataclass(frozen=True, slots=True)
class Options(HouseRules):
    """The house rules of one game."""

    game = "solomon"
    beginners: bool = choice(False, True)


OPTIONS = Options.offered()


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change during a game."""

    players: int
    beginners: bool = False
    # How many tiles of each kind the box holds, if its profile knows, and whether the shapes
    # are made up for a demonstration.
    supply: Counts | None = None
    sim: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game; immutable, equal when everything is equal."""

    setting: Setting
    phase: Phase
    # By card number, place 0 unused; None while nobody has drawn the card's shape.
    shapes: tuple[Shape | None, ...]
    # Tiles of each shaft, bottom first; `seen` counts the different tiles all have seen.
    stacks: tuple[tuple[Tile, ...], ...]
    seen: Counts
    # Coins by seat and in the supply, treasures in the supply, tiles out of the game.
    coins: tuple[int, ...]
    bank: int
    pile: Counts
    gone: Counts
    # Tiles behind each screen; `pool` is what a seat's untold tiles may be, place 0: anything.
    loot: tuple[Counts, ...]
    pool: tuple[Counts, ...]
    # Cards in hand where the seat told its phone, cards lying this round (None: not yet,
    # 0: number untold), and cards played in earlier rounds.
    hands: tuple[tuple[int, ...] | None, ...]
    cards: tuple[int | None, ...]
    played: tuple[tuple[int, ...], ...]
    round: int
    # Seats that have yet to dig this round, the active one first, and the turn so far.
    waiting: tuple[int, ...]
    shifts: int
    mark: Area | None
    objects: tuple[Magic, ...]
    dug: Counts | None
    warded: bool
    adding: int
    # What went round face down, and what was told of it.
    books: Books = EMPTY

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def rounds(self) -> int:
        return ROUNDS[self.setting.players]

    @property
    def active(self) -> int | None:
        """The seat whose turn it is to dig, None while all are choosing."""
        return self.waiting[0] if self.waiting else None

    @property
    def heights(self) -> tuple[int, ...]:
        return tuple(map(len, self.stacks))

    def shape(self, seat: int) -> Shape | None:
        """The shape of the card a seat has lying open, None if it is not known."""
        return self.shapes[self.cards[seat] or 0]

    def top(self, square: int) -> Tile:
        """What lies on top, `UNKNOWN` also for an empty shaft."""
        stack = self.stacks[square]
        return stack[-1] if stack else UNKNOWN

    def due(self) -> int:
        """What the active player has to pay, as far as his tiles are known."""
        if self.dug is None or self.warded:
            return self.shifts
        return self.shifts + curse(self.dug)

    def unsure_due(self) -> int:
        """Unknown tiles of this dig; they may be curses that cost something."""
        return 0 if self.dug is None or self.warded else self.dug[UNKNOWN]

    def wealth(self, seat: int) -> int:
        """Coins and known treasures of a seat."""
        return self.coins[seat] + worth(self.loot[seat])


def begin(players: int, options: Facts = NOTHING, box: Facts = NOTHING) -> Position:
    """The position before set-up: the mine filled with tiles nobody has told."""
    check_players("solomon", PLAYERS, players)
    beginners = Options.agreed(options).beginners
    sim = box.get("shapes") == SIM
    shapes = SIM_SHAPES if sim else _box_shapes(box.get("shapes"))
    return Position(
        setting=Setting(players, beginners, _box_tiles(box.get("tiles")), sim),
        phase=Phase.SETUP,
        shapes=(None, *(shapes.get(card) for card in CARDS)),
        stacks=((UNKNOWN,) * FULL,) * len(SQUARES),
        seen=NONE,
        coins=(0,) * players,
        bank=COINS,
        pile=NONE,
        gone=NONE,
        loot=(NONE,) * players,
        pool=(NONE,) * players,
        hands=(None,) * players,
        cards=(None,) * players,
        played=((),) * players,
        round=0,
        waiting=(),
        shifts=0,
        mark=None,
        objects=(),
        dug=None,
        warded=False,
        adding=0,
    )


READ_SHAPES: Callable[[Json], dict[str, Shape]] = reader(dict[str, Cells], "shapes")
READ_TILES: Callable[[Json], dict[str, int]] = reader(dict[str, int], "tiles")


def _box_shapes(data: Json) -> dict[int, Shape]:
    """Shapes by card number, arrows to the entrance; `BadSetting` for an impossible one."""
    shapes: dict[int, Shape] = {}
    given = from_box("solomon", READ_SHAPES, data) or {}
    for name, shape in given.items():
        card = int(name) if name.isdecimal() else 0
        if card not in CARDS or len(shape) not in CARD_SQUARES:
            raise BadSetting(f"solomon: card {name} with {len(shape)} squares is no card")
        shapes[card] = at_corner(shape)
    return shapes


def _box_tiles(data: Json) -> Counts | None:
    """How many tiles of each kind, if the profile says; each colour must add up."""
    given = from_box("solomon", READ_TILES, data)
    if given is None:
        return None
    counts = [0] * len(TILES)
    for name, count in given.items():
        if TILE.get(name, UNKNOWN) not in KINDS:
            raise BadSetting(f"solomon: no tile is called {name!r}")
        counts[TILE[name]] = count
    for family, kinds in FAMILIES.items():
        total = sum(counts[kind] for kind in kinds)
        if total != SUPPLY[family]:
            raise BadSetting(f"solomon: {total} {family} in the box must be {SUPPLY[family]}")
    return tuple(counts)


def learned(position: Position) -> dict[str, Json]:
    """What is known of the box by now, as `begin` takes it."""
    facts: dict[str, Json] = {}
    if position.setting.sim:
        facts["shapes"] = SIM
    else:
        known: dict[str, Json] = {
            str(card): [list[Json](cell) for cell in shape]
            for card, shape in enumerate(position.shapes)
            if shape is not None
        }
        if known:
            facts["shapes"] = known
    supply = position.setting.supply
    if supply is not None:
        facts["tiles"] = {TILES[kind]: supply[kind] for kind in KINDS}
    return facts
