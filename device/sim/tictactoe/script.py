"""The course of a bot game: what was done, whether it was allowed, how it lies."""

from __future__ import annotations

from collections.abc import Iterator

from device.sim import base
from device.sim.base import Act, Truth
from device.sim.textures import Rng
from device.sim.tictactoe.scene import lying_of
from rules.tictactoe import COINS, GAME, SQUARES, Event, Phase, Position, Put, Take

MISTAKE_A_TURN = 1 / 3


class Script(base.Script):
    """Plays a whole game and cuts it into acts, one a coin."""

    def __init__(self, rng: Rng, start: Position, mischief: bool) -> None:
        self._rng, self._position, self._mischief = rng, start, mischief
        self._stand = False

    def acts(self) -> Iterator[Act]:
        """The empty grid, then every coin until the game is over."""
        while GAME.actions(self._position):
            if self.wished or (self._mischief and self._rng.random() < MISTAKE_A_TURN):
                yield from self._mistake()
            choices = GAME.actions(self._position)
            if choices:  # a mistake that stands may end the game
                yield self._act(choices[self._rng.integers(len(choices))])

    def let_stand(self) -> None:
        """Leave the mistake that lies on the table."""
        self._stand = True

    def _act(self, event: Event) -> Act:
        before, self._position = self._position, GAME.apply(self._position, event)
        truth = Truth((event,), True, (), self._position, before)
        return Act(truth, lying_of(self._position))

    def _mistake(self) -> Iterator[Act]:
        """A mistake lies on the table; then it is put right, unless people let it stand."""
        before, wrong = self._position, self._mistakes()
        if not wrong:
            return
        event = wrong[self._rng.integers(len(wrong))]
        after = GAME.apply(before, event)
        rulings = tuple(ruling.rule for ruling in GAME.legal(before, event).rulings)
        truth = Truth((event,), False, rulings, after, before, mistake=rulings[0])
        yield Act(truth, lying_of(after))
        if self._stand:
            self._stand, self._position = False, after
            return
        yield Act(Truth((), True, (), before, before, repair=True), lying_of(before))

    def _mistakes(self) -> list[Event]:
        """Whatever breaks one rule, and shows."""
        position = self._position
        if position.phase is Phase.SETUP:
            return []
        wrong = COINS[1 - position.active]
        free = [square for square in SQUARES if position.on(square) is None]
        own = [square for square in SQUARES if position.on(square) is COINS[position.active]]
        other = [square for square in SQUARES if position.on(square) is wrong]
        out_of_turn: list[Event] = [Put(wrong, square) for square in free]
        covered: list[Event] = [Put(COINS[position.active], square) for square in other]
        return [*out_of_turn, *covered, *(Take(square) for square in (*own, *other))]
