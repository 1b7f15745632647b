"""The course of a bot game in King Solomon's mine as still moments, with what phones are told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from device.sim import base
from device.sim.mistakes import rules_broken
from device.sim.solomon.bots import Bot, Shafts, deal_hands
from device.sim.solomon.mischief import find_mistake, wrong_claim
from device.sim.solomon.scene import Lying
from device.sim.solomon.theme import Theme
from device.sim.textures import Rng
from rules.solomon import (
    Choose,
    DrawShape,
    Event,
    Lift,
    Mark,
    Pass,
    Phase,
    Position,
    See,
    SetUp,
    Shift,
)
from rules.solomon.game import GAME
from rules.solomon.pieces import SQUARES, UNKNOWN
from vision.solomon.table import SEATS

Act: TypeAlias = base.Act[Position, Event]

NEAR = 2  # cards are printed with the arrow pointing down
SHOW_CARDS = 0.6
PAUSE_IN_TURN = 0.15
MISTAKE_A_TURN = 1 / 6
FORGET_PAYING = 0.1
WRONG_CLAIM = 0.3
TURNED_SLOT = 3  # players on the left lay their cards turned


def moved(shafts: Shafts, position: Position, event: Event) -> Shafts:
    """The tiles after an event that moves some."""
    stacks = list(shafts)
    if isinstance(event, Shift):
        stacks[event.target] = (*stacks[event.target], stacks[event.source][-1])
        stacks[event.source] = stacks[event.source][:-1]
    elif isinstance(event, Lift):
        for square in position.mark or ():
            stacks[square] = stacks[square][:-1]
    return tuple(stacks)


def news(position: Position, shafts: Shafts) -> See | None:
    """What has come to light on top of shafts."""
    squares = tuple(s for s in SQUARES if shafts[s] and position.top(s) == UNKNOWN)
    return See(squares, tuple(shafts[s][-1] for s in squares)) if squares else None


class Script(base.Script[Position, Event]):
    """Plays a whole game and cuts it into acts."""

    game = GAME

    def __init__(
        self, rng: Rng, start: Position, shafts: Shafts, theme: Theme, mischief: bool = False
    ) -> None:
        super().__init__(rng, start, mischief)
        self._bot = Bot(rng)
        self._theme = theme
        self._shafts = shafts
        self._cards: dict[int, tuple[int, int]] = {}
        self._hands = deal_hands(rng, start.players)

    def acts(self) -> Iterator[Act]:
        """The set-up, then every still moment until the game is over."""
        self._do(SetUp(tuple(shaft[-1] for shaft in self._shafts)))
        yield self._show()
        while self._position.phase is Phase.CHOOSE:
            self._reveal()
            if self._chance(SHOW_CARDS):
                yield self._show()
            while self._digging():
                yield from self._turn()
        self._settle()
        if self._open or self._mischief:
            yield self._show(WRONG_CLAIM if self._mischief else 0.0)

    def _digging(self) -> bool:
        return self._position.phase is Phase.DIG

    def _lying(self) -> Lying:
        return Lying(self._shafts, dict(self._cards))

    def _do(self, event: Event) -> None:
        self._shafts = moved(self._shafts, self._position, event)
        super()._do(event)
        if isinstance(event, Shift | Lift | Choose):
            self._steps.append(self._lying())

    def _show(self, wrongly: float = 0.0) -> Act:
        """The table comes to rest; somebody may tell something wrong."""
        claim = wrong_claim(self._rng, self._position) if self._chance(wrongly) else None
        return self._rest() if claim is None else self._rest(claim)

    def _reveal(self) -> None:
        """All turn a card up."""
        slots = SEATS[self._position.players]
        self._cards = {}
        for seat, hand in enumerate(self._hands):
            card = hand.pop()
            self._cards[slots[seat]] = (card, int(slots[seat] >= TURNED_SLOT))
            self._do(Choose(seat, card))
        for number in self._position.cards:
            if number is not None and self._position.shapes[number] is None:
                self._do(DrawShape(number, self._theme.shapes[number], NEAR))

    def _turn(self) -> Iterator[Act]:
        """One turn: shifts, a dig or a pass, the payment."""
        if self._breaks_a_rule(MISTAKE_A_TURN):
            yield from self._mistake()
        shifts, mark = self._bot.plan(self._position)
        for shift in shifts:
            self._do(shift)
        if mark is None:
            if self._open:  # a phone takes a pass only once it knows what lies open
                yield self._show()
            self._do(Pass(self._position.waiting[0]))
            self._settle()
            return
        hidden = any(self._position.top(square) == UNKNOWN for square in mark.squares)
        if hidden or (shifts and self._chance(PAUSE_IN_TURN)):
            self._look()
            yield self._show()
        self._dig(mark)
        if self._position.phase is Phase.PAY and self._mischief:
            if self._chance(FORGET_PAYING) and len(self._position.waiting) > 1:
                yield self._show()
                yield from self._forgotten()
                return
            if self._chance(WRONG_CLAIM):
                yield self._show(1.0)
                self._settle()
                return
        self._settle()
        yield self._show()

    def _dig(self, mark: Mark) -> None:
        self._do(mark)
        filled = [square for square in mark.squares if self._shafts[square]]
        tiles = tuple(self._shafts[square][-1] for square in sorted(filled))
        self._do(Lift(mark.seat, tiles))
        self._look()

    def _look(self) -> None:
        """Everybody sees what has come to light."""
        seen = news(self._position, self._shafts)
        if seen is not None:
            self._do(seen)

    def _settle(self) -> None:
        """The active seat pays, as its phone is told."""
        event = self._bot.settle(self._position)
        while event is not None:
            self._do(event)
            event = self._bot.settle(self._position)

    def _mistake(self) -> Iterator[Act]:
        """The mistake lies on the table; then it is put right."""
        found = find_mistake(self._rng, self._position)
        if found is None:
            return
        name, event = found
        if self._open:
            yield self._show()
        rulings = rules_broken(GAME, self._position, event)
        before, shafts = self._position, self._shafts
        if isinstance(event, Mark):
            self._dig(event)
        else:
            self._do(event)
            self._look()
        yield from self._wrong(before, shafts, rulings, name)

    def _wrong(
        self, before: Position, shafts: Shafts, rulings: tuple[str, ...], name: str
    ) -> Iterator[Act]:
        yield self._show().as_mistake(name, rulings)
        if self._stands():
            self._settle()
            return
        self._shafts = shafts
        yield self._put_right(before)

    def _forgotten(self) -> Iterator[Act]:
        """The next player digs before the payment is told; then it is told after all."""
        due = self._position
        paid, payments = due, []
        while (event := self._bot.settle(paid)) is not None:
            paid = GAME.apply(paid, event)
            payments.append(event)
        shafts = self._shafts
        shifts, mark = self._bot.plan(paid) if paid.phase is Phase.DIG else ([], None)
        if mark is None or shifts:
            self._settle()
            return
        rulings = rules_broken(GAME, due, mark)
        self._dig(mark)
        yield from self._late(due, shafts, rulings, payments)

    def _late(
        self, due: Position, shafts: Shafts, rulings: tuple[str, ...], payments: list[Event]
    ) -> Iterator[Act]:
        wrong = self._show()
        done = wrong.truth.events
        yield wrong.as_mistake(rulings[0], rulings)
        if self._stands():
            self._settle()
            return
        self._position = self._base = due
        self._shafts = shafts
        for event in (*payments, *(e for e in done if not isinstance(e, See))):
            self._do(event)
        self._look()
        self._settle()
        act = self._show()
        yield replace(act, truth=replace(act.truth, repair=True), steps=())
