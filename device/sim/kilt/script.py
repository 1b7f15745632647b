"""The course of a bot game as still moments: what was done, whether it was legal, how it lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import TypeAlias

from device.sim import base
from device.sim.kilt.bots import Bot, Sees, finish_turn
from device.sim.kilt.mischief import find_mistake, right_claims, wrong_claim
from device.sim.kilt.scene import Lying
from device.sim.mistakes import rules_broken
from device.sim.textures import Rng
from rules.kilt import Build, Event, Move, Phase, Position, SetUp
from rules.kilt.game import GAME
from rules.values import Answer

Act: TypeAlias = base.Act[Position, Event]
Truth: TypeAlias = base.Truth[Position, Event]

PAUSE_IN_TURN = 0.10
ROOF_APART = 0.4
TWO_TURNS = 0.03
MISTAKE_A_TURN = 1 / 6
MISTAKE_AT_ROOF = 0.12
FINISH_ANYWAY = 0.4
WRONG_CLAIM = 0.3
FORGET_CLAIM = 0.15


def lying_of(position: Position) -> Lying:
    """The table of a position."""
    rows = tuple(tuple((c.board.value, c.away.value) for c in row) for row in position.rows)
    towers = {
        (number // 5, number % 5): tuple((f.colour.value, f.crests or 0) for f in tower)
        for number, tower in enumerate(position.towers)
        if tower
    }
    return Lying(rows, towers, frozenset(position.roofs))


def steps_of(truth: Truth) -> tuple[Lying, ...]:
    """The table after each event but the last."""
    position, steps = truth.since, []
    for event in truth.events[:-1]:
        position = GAME.apply(position, event)
        steps.append(lying_of(position))
    return tuple(steps)


class Script(base.Script[Position, Event]):
    """Plays a whole game and cuts it into acts."""

    game = GAME

    def __init__(
        self,
        rng: Rng,
        start: Position,
        set_up: SetUp,
        sees: Sees,
        mischief: bool = False,
        pauses: bool = True,
    ) -> None:
        super().__init__(rng, start, mischief)
        self._bot = Bot(rng, sees)
        self._set_up = set_up
        self._naughty = False
        self._pauses = pauses

    def acts(self) -> Iterator[Act]:
        """The set-up, then every still moment until the game is over."""
        self._do(self._set_up)
        yield self._show()
        while GAME.actions(self._position):
            yield from self._turn()
        if self._open:
            yield self._show()

    def _lying(self) -> Lying:
        return lying_of(self._position)

    def _turn(self) -> Iterator[Act]:
        """One turn, usually one act."""
        turn = self._position.turn
        naughty = self._mischief and self._rng.random() < MISTAKE_A_TURN
        self._naughty = self.wished or naughty
        while self._position.turn == turn and self._position.phase is not Phase.FINISHED:
            mistake = self._mistake()
            if mistake is not None:
                yield from self._illegal(*mistake)
                continue
            if self._position.phase is Phase.ROOF and self._break(ROOF_APART):
                yield self._show()
            event = self._bot.choose(self._position)
            self._do(event)
            mid = self._position.turn == turn and self._position.phase is Phase.BUILD
            if mid and isinstance(event, Move) and self._break(PAUSE_IN_TURN):
                yield self._show()
        if self._open and not (self._told() or self._break(TWO_TURNS)):
            yield self._show()
        elif self._told():
            yield from self._show_and_tell()

    def _break(self, share: float) -> bool:
        """Whether the table rests here, or does not, unlike after a plain turn."""
        return self._pauses and self._chance(share)

    def _told(self) -> bool:
        return self._position.options.money == "told"

    def _show(self, rightly: tuple[Event, ...] = ()) -> Act:
        """The table comes to rest; players may tell of money, rightly or (mischief) not."""
        claims: list[Event] = []
        if self._mischief and self._chance(WRONG_CLAIM):
            wrong = wrong_claim(self._rng, self._position)
            claims += [wrong] if wrong is not None else []
        claims += rightly
        act = self._rest(*claims)
        return replace(act, steps=steps_of(act.truth))

    def _show_and_tell(self) -> Iterator[Act]:
        """A turn's end where players keep the money and tell what they paid, or forget to."""
        claims = tuple(right_claims(self._position))
        if claims and self._mischief and self._chance(FORGET_CLAIM):
            yield self._show()
            yield from self._forgotten(claims)
            return
        yield self._show(claims)
        self._tell(claims)

    def _tell(self, claims: tuple[Event, ...]) -> None:
        for claim in claims:
            self._position = GAME.apply(self._position, claim)
        self._base = self._position

    def _forgotten(self, claims: tuple[Event, ...]) -> Iterator[Act]:
        """The next card moves before the payment is told; then it is told after all."""
        paid = self._base
        for claim in claims:
            paid = GAME.apply(paid, claim)
        if paid.phase is not Phase.MOVE:
            return
        move = self._bot.choose(paid)
        rulings = rules_broken(GAME, self._base, move)
        after = GAME.apply(self._base, move)
        truth = Truth((move,), False, rulings, after, self._base, mistake=rulings[0])
        yield Act(truth, lying_of(after))
        if self._stands():
            self._base = self._position = after
            return
        right = GAME.apply(paid, move)
        late = Truth((*claims, move), True, (), right, self._base, repair=True)
        yield Act(late, lying_of(right), claims)
        self._base = self._position = right

    def _mistake(self) -> tuple[str, Event] | None:
        at_roof = self._mischief and self._position.phase is Phase.ROOF
        if not self._naughty and not (at_roof and self._chance(MISTAKE_AT_ROOF)):
            return None
        late = self._position.phase is Phase.MOVE and self._chance(0.5)
        found = None if late else find_mistake(self._rng, self._bot, self._position)
        if found is not None:
            self._naughty = False
        return found

    def _illegal(self, name: str, event: Event) -> Iterator[Act]:
        """The mistake lies on the table; then it is put right."""
        prefix, before = tuple(self._open), self._position
        rulings = rules_broken(GAME, before, event)
        events, after = self._with_rest(prefix, event)
        if explained(self._base, events, after):
            return
        truth = Truth(events, False, rulings, after, self._base, mistake=name)
        wrong = self._lying_wrong(before, event, after)
        yield Act(truth, wrong, (), steps_of(truth))
        if self._stands() and not wrong.crowns:
            self._base, self._position, self._open = after, after, []
            return
        mended = None if name != "kilt.roof-forgotten" else self._roof_added(events[len(prefix) :])
        if mended is not None:
            prefix, before = (*prefix, *mended[0]), mended[1]
        yield self._put_right(before, self._base, *prefix)

    def _with_rest(
        self, prefix: tuple[Event, ...], event: Event
    ) -> tuple[tuple[Event, ...], Position]:
        """The events with the mistake, and perhaps the rest of its turn played on."""
        after = GAME.apply(self._position, event)
        events = (*prefix, event)
        on_roof = isinstance(event, Build) and self._position.has_roof(event.square)
        if not on_roof and self._chance(FINISH_ANYWAY):
            rest = finish_turn(self._bot, after)
            if rest:
                longer = (*events, *(e for e, _ in rest))
                if not explained(self._base, longer, rest[-1][1]):
                    return longer, rest[-1][1]
        return events, after

    def _roof_added(self, wrong: tuple[Event, ...]) -> tuple[list[Event], Position] | None:
        """The forgotten roof put on late: the same events in a legal order, if there is one."""
        roof = self._bot.choose(self._position)
        position, events = GAME.apply(self._position, roof), [roof]
        for event in wrong:
            if GAME.legal(position, event).answer is not Answer.YES:
                return None
            position = GAME.apply(position, event)
            events.append(event)
        return events, position

    @staticmethod
    def _lying_wrong(before: Position, event: Event, after: Position) -> Lying:
        """As `after`, but a floor built over a roof lies on top of it."""
        lying = lying_of(after)
        if not (isinstance(event, Build) and before.has_roof(event.square)):
            return lying
        *lower, top = lying.towers[event.square]
        towers = {**lying.towers, event.square: tuple(lower)}
        return replace(lying, towers=towers, crowns={event.square: top})


def explained(base: Position, events: tuple[Event, ...], after: Position) -> bool:
    """Whether the same events in some legal order leave the very same table."""
    moves = [event for event in events if isinstance(event, Move | SetUp)]
    rest = [event for event in events if not isinstance(event, Move | SetUp)]
    if len(moves) > 1 or len(rest) > 4:
        return False
    for order in permutations(rest):
        position = base
        for event in (*moves, *order):
            if GAME.legal(position, event).answer is not Answer.YES:
                break
            position = GAME.apply(position, event)
        else:
            if lying_of(position) == lying_of(after):
                return True
    return False
