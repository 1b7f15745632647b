"""The course of a bot game as still moments: what was done, whether it was legal, how it lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from device.sim.bots import Bot, Sees, deal
from device.sim.scene import Lying
from device.sim.textures import Rng
from rules.kilt import Event, Move, Phase, Position, SetUp
from rules.kilt.game import GAME

PAUSE_IN_TURN = 0.10
ROOF_APART = 0.4
TWO_TURNS = 0.03


@dataclass(frozen=True)
class Truth:
    """What really happened since `since`; an illegal moment and its repair share that base."""

    events: tuple[Event, ...]
    legal: bool
    rulings: tuple[str, ...]
    position: Position
    since: Position
    repair: bool = False
    mistake: str = ""
    claim_rulings: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Act:
    """One still moment before it is filmed."""

    truth: Truth
    lying: Lying
    claims: tuple[Event, ...] = ()
    ways: tuple[Lying, ...] = field(default=())


def lying_of(position: Position) -> Lying:
    """The table of a position."""
    rows = tuple(tuple((c.board.value, c.away.value) for c in row) for row in position.rows)
    towers = {
        (number // 5, number % 5): tuple((f.colour.value, f.crests or 0) for f in tower)
        for number, tower in enumerate(position.towers)
        if tower
    }
    return Lying(rows, towers, frozenset(position.roofs))


class Script:
    """Plays a whole game and cuts it into acts."""

    def __init__(self, rng: Rng, start: Position, set_up: SetUp, sees: Sees) -> None:
        self.rng = rng
        self.bot = Bot(rng, sees)
        self.base = start
        self.position = start
        self.open: list[Event] = []
        self.set_up = set_up

    def acts(self) -> Iterator[Act]:
        """The set-up, then every still moment until the game is over."""
        self.do(self.set_up)
        yield self.show()
        while self.position.phase is not Phase.FINISHED:
            yield from self.turn()
        if self.open:
            yield self.show()

    def turn(self) -> Iterator[Act]:
        """One turn, usually one act."""
        turn = self.position.turn
        while self.position.turn == turn and self.position.phase is not Phase.FINISHED:
            if self.position.phase is Phase.ROOF and self.rng.random() < ROOF_APART:
                yield self.show()
            event = self.bot.choose(self.position)
            self.do(event)
            mid = self.position.turn == turn and self.position.phase is Phase.BUILD
            if mid and isinstance(event, Move) and self.rng.random() < PAUSE_IN_TURN:
                yield self.show()
        if self.open and self.rng.random() >= TWO_TURNS:
            yield self.show()

    def do(self, event: Event) -> None:
        """The event happens on the table."""
        self.position = GAME.apply(self.position, event)
        self.open.append(event)

    def show(self) -> Act:
        """The table comes to rest."""
        truth = Truth(tuple(self.open), True, (), self.position, self.base)
        self.base, self.open = self.position, []
        return Act(truth, lying_of(self.position))


def first_set_up(rng: Rng, start: Position, water: frozenset[tuple[int, int]]) -> SetUp:
    """How the bots lay out the cards."""
    return deal(rng, start, water)
