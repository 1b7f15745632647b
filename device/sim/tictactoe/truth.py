"""What the people at a simulated table know of tic-tac-toe."""

from __future__ import annotations

from collections.abc import Iterable

from device.sim.game_truth import GameTruth
from rules.tictactoe import Event, Phase, Position, Put, Take


class TictactoeTruth(GameTruth):
    """Everything is seen: what is told must be what happened."""

    players = (2,)

    def same_table(self, recorded: Position, true: Position) -> bool:
        return recorded == true

    def brief(self, events: Iterable[Event]) -> str:
        return " ".join(_brief(event) for event in events)

    def turn(self, position: Position) -> int:
        """The number of the turn: one a coin."""
        if position.phase is Phase.SETUP:
            return 0
        laid = sum(coin is not None for coin in position.coins)
        return laid + (position.phase is Phase.PUT)


def _brief(event: Event) -> str:
    match event:
        case Put(coin, square):
            return f"{coin}@{square}"
        case Take(square):
            return f"-{square}"
        case _:
            return "set-up"


TRUTH = TictactoeTruth()
