"""Tic-tac-toe: what is known of the table between two events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.errors import BadSetting
from rules.tictactoe.pieces import COINS, LINES, SQUARES, Coin, Square
from rules.values import NOTHING, Facts

PLAYERS = range(2, 3)


class Phase(StrEnum):
    """What is due."""

    SETUP = "setup"
    PUT = "put"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Position:
    """The coin on each square, in the order of `SQUARES`, and whose turn it is."""

    players: int = PLAYERS[0]
    laid_out: bool = False
    coins: tuple[Coin | None, ...] = (None,) * len(SQUARES)
    active: int = 0

    @property
    def phase(self) -> Phase:
        """What is due."""
        if not self.laid_out:
            return Phase.SETUP
        return Phase.FINISHED if self.rows() or None not in self.coins else Phase.PUT

    def on(self, square: Square) -> Coin | None:
        """The coin on a square."""
        return self.coins[SQUARES.index(square)]

    def rows(self) -> tuple[Coin, ...]:
        """Whose coins lie three in a row."""
        return tuple(
            coin
            for coin in COINS
            if any(all(self.on(square) is coin for square in line) for line in LINES)
        )


def begin(players: int, options: Facts = NOTHING, box: Facts = NOTHING) -> Position:
    """The table before the set-up."""
    if players not in PLAYERS:
        raise BadSetting(f"tic-tac-toe is for {PLAYERS[0]} players, not {players!r}")
    unknown = sorted({*options, *box})
    if unknown:
        raise BadSetting(f"tic-tac-toe has no setting called {unknown[0]!r}")
    return Position(players)
