"""The course of a bot game: what was done, whether it was allowed, how it lies."""

from __future__ import annotations

from collections.abc import Iterator

from device.sim import base
from device.sim.base import Act
from device.sim.mistakes import rules_broken
from device.sim.tictactoe.scene import Lying, lying_of
from rules.tictactoe import COINS, GAME, SQUARES, Event, Phase, Position, Put, Take

MISTAKE_A_TURN = 1 / 3


class Script(base.Script[Position, Event]):
    """Plays a whole game and cuts it into acts."""

    game = GAME

    def acts(self) -> Iterator[Act]:
        """The empty grid, then every coin until the game is over."""
        while GAME.actions(self._position):
            if self._breaks_a_rule(MISTAKE_A_TURN):
                yield from self._mistake()
            choices = GAME.actions(self._position)
            if choices:  # a mistake that stands may end the game
                self._do(choices[self._rng.integers(len(choices))])
                yield self._rest()

    def _lying(self) -> Lying:
        return lying_of(self._position)

    def _mistake(self) -> Iterator[Act]:
        """A mistake lies on the table; then it is put right, unless people let it stand."""
        before, wrong = self._position, self._mistakes()
        if not wrong:
            return
        event = wrong[self._rng.integers(len(wrong))]
        rulings = rules_broken(GAME, before, event)
        self._do(event)
        yield self._rest().as_mistake(rulings[0], rulings)
        if not self._stands():
            yield self._put_right(before)

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
