"""The course of a bot game of Burg Appenzell as still moments."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeAlias

from device.sim import base
from device.sim.appenzell.bots import Bot, covered_kinds, deal, ends
from device.sim.appenzell.mischief import find_mistake
from device.sim.appenzell.scene import Card, Lying, opposite
from device.sim.base import Asked
from device.sim.mistakes import story_broken
from device.sim.textures import Rng
from rules.appenzell import (
    GAME,
    SPARE,
    UNKNOWN,
    Cover,
    Event,
    Place,
    Position,
    Reveal,
    Run,
    SetUp,
    Slide,
    Take,
    Uncover,
)
from rules.appenzell.pieces import FIELDS, HOLES, LINES, SIZE, TOWERS, Field, Layout, Tile
from rules.appenzell.position import Phase
from rules.appenzell.routes import earned, empty_rooms

Act: TypeAlias = base.Act[Position, Event]

SHOW_RUN = 0.5
SHOW_BEFORE_TAKING = 0.4
SHOW_BEFORE_COVERING = 0.5
SHOW_PLACING = 0.5
MISTAKE_A_MOMENT = 1 / 10
FORGET_COVERING = 0.08
FORGET = 0.4
MOST_TURNS = 16
PURPOSE = 0.1  # the warmth of bots that play to the end
HOME = 7  # the spare tile lies on the near side before it is pushed in


class Script(base.Script[Position, Event]):
    """Plays a whole game and cuts it into acts."""

    game = GAME

    def __init__(
        self,
        rng: Rng,
        start: Position,
        layout: Layout,
        colours: tuple[str, ...],
        mischief: bool = False,
        clearest: int = HOME,
    ) -> None:
        super().__init__(rng, start, mischief)
        self._bot = Bot(rng)
        self._layout, self._colours = layout, colours
        dealt = [(kind, int(rng.integers(4))) for kind in deal(rng)]
        self._cards: dict[Field, Card] = dict(zip(HOLES, dealt[1:], strict=True))
        self._spare: Card = dealt[0]
        self._spare_at, self._moves = HOME, 0
        self._clearest = clearest  # the middle slot of the side the camera sees best
        self._asked_aside = self._beside_slot = False
        self._chits: list[list[Tile]] = [[] for _ in range(start.players)]
        self._atop: frozenset[Field] = frozenset()
        self._late = False
        self._most_turns = MOST_TURNS

    def whole(self) -> Script:
        """Play to the very end, and with more purpose, so that it comes."""
        self._most_turns, self._bot = sys.maxsize, Bot(self._rng, PURPOSE, 0.0)
        return self

    def acts(self) -> Iterator[Act]:
        """The set-up, then every still moment until the game is over or late enough."""
        self._do(SetUp(self._layout, 0, self._colours))
        self._look()
        yield self._rest()
        if self._asked_aside:
            self._spare_at, self._beside_slot = self._clearest, True
            self._moves += 1
            yield self._rest()
        yield from self._placing()
        while self._position.phase is Phase.TURN and not self._late:
            yield from self._turn()
        if self._seen_events():
            yield self._rest()

    def follow_hints(self, asked: Asked) -> None:
        """A spare tile before a slot will be laid aside before the first mouse is placed."""
        self._asked_aside |= "setup.appenzell-spare" in asked

    def _seen_events(self) -> bool:
        return any(isinstance(e, Place | Run | Uncover | Slide | Take | Cover) for e in self._open)

    # -- the table --------------------------------------------------------------------------

    def _lying(self) -> Lying:
        position = self._position
        mice = tuple(
            (self._colours[seat], at) for seat, own in enumerate(position.mice) for at in own
        )
        return Lying(
            self._layout,
            position.roofs,
            tuple(self._cards.get(at) for at in range(SIZE * SIZE)),
            self._spare,
            self._spare_at,
            self._moves,
            mice,
            tuple(map(tuple, self._chits)),
            self._atop,
            self._beside_slot,
        )

    def _do(self, event: Event) -> None:
        if isinstance(event, Slide):
            self._slide(event.slot)
        elif isinstance(event, Take):
            self._chits[event.seat].append(event.kind)
        elif isinstance(event, Run) and event.to in FIELDS and self._position.covered(event.to):
            self._atop |= {event.to}
        super()._do(event)
        if isinstance(event, Place | Run | Uncover | Slide | Take | Cover):
            self._steps.append(self._lying())

    def _slide(self, slot: int) -> None:
        coming = (self._spare[0], int(self._rng.integers(4)))
        for at in LINES[slot]:
            self._cards[at], coming = coming, self._cards[at]
        self._spare = coming
        self._spare_at, self._moves = opposite(slot), self._moves + 1
        self._beside_slot = False

    def _look(self) -> None:
        """Everybody sees what has come to light; after the end nobody looks."""
        if self._position.phase is Phase.FINISHED:
            return
        kinds = [self._cards[at][0] if at in self._cards else 0 for at in range(SIZE * SIZE)]
        for event in covered_kinds(self._position, kinds):
            self._do(event)
        if self._position.spare == UNKNOWN:
            self._do(Reveal(SPARE, self._spare[0]))

    # -- the game ---------------------------------------------------------------------------

    def _placing(self) -> Iterator[Act]:
        """Everybody puts a mouse into a tower."""
        towers = [TOWERS[i] for i in self._rng.permutation(len(TOWERS))]
        for seat in range(self._position.players):
            self._do(Place(seat, towers.pop()))
            last = seat == self._position.players - 1
            if last or self._chance(SHOW_PLACING):
                yield self._rest()
            if self._mischief and not last and self._chance(FORGET):
                yield from self._mistake(only="appenzell.one-mouse")

    def _turn(self) -> Iterator[Act]:
        """One turn: up to four actions, the cheeses they bring, roofs back on."""
        while self._position.left and self._position.phase is Phase.TURN:
            if self._mischief or self.wished:
                yield from self._mistake()
            event = self._bot.choose(self._position)
            if event is None:
                break
            if isinstance(event, Run) and any(isinstance(e, Uncover | Slide) for e in self._open):
                yield self._rest()
            self._do(event)
            self._look()
            yield from self._cheeses()
            pause = not isinstance(event, Run) or self._chance(SHOW_RUN)
            if pause and self._seen_events():
                yield self._rest()
        if self._position.phase is Phase.TURN:
            if self._mischief or self.wished:
                yield from self._mistake()
            yield from self._covering()

    def _cheeses(self) -> Iterator[Act]:
        """Whoever has two mice on a kind takes its chit."""
        for seat in range(self._position.players):
            for kind in earned(self._position, seat):
                if self._chance(SHOW_BEFORE_TAKING) and self._seen_events():
                    yield self._rest()
                if self._mischief and self._chance(FORGET):
                    yield from self._mistake(only="appenzell.cheese-forgotten")
                self._do(Take(seat, kind))

    def _covering(self) -> Iterator[Act]:
        empty = empty_rooms(self._position)
        if self._seen_events() and (not empty or self._chance(SHOW_BEFORE_COVERING)):
            yield self._rest()
        if empty and self._mischief and self._chance(FORGET_COVERING):
            yield from self._mistake(only="appenzell.not-covered")
        for room in empty:
            self._do(Cover(room))
        if self._position.turn < self._most_turns:
            self._do(ends(self._position))
            self._look()
        else:
            self._late = True
        if self._seen_events():
            yield self._rest()

    # -- mistakes ---------------------------------------------------------------------------

    def _mistake(self, only: str = "") -> Iterator[Act]:
        """The mistake lies on the table; then it is put right."""
        if not (only or self.wished) and not self._chance(MISTAKE_A_MOMENT):
            return
        found = find_mistake(self._rng, self._position, only)
        if found is None:
            return
        name, events = found
        if self._seen_events():
            yield self._rest()
        rulings = story_broken(GAME, self._position, events)
        before, open_before = self._position, list(self._open)
        cards, spare = dict(self._cards), (self._spare, self._spare_at, self._beside_slot)
        chits = [list(row) for row in self._chits]
        for event in events:
            self._do(event)
        self._look()
        act = self._rest()
        yield act.as_mistake(name, rulings)
        if self._stands():
            return
        self._cards, self._chits, self._atop = cards, chits, frozenset()
        if (self._spare, self._spare_at, self._beside_slot) != spare:
            self._moves += 1
        self._spare, self._spare_at, self._beside_slot = spare
        yield self._put_right(before, act.truth.since, *open_before)
