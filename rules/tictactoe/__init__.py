"""Tic-tac-toe with coins: the example of docs/add-a-game.md."""

from rules.tictactoe.game import GAME
from rules.tictactoe.pieces import COINS, LINES, SQUARES, Coin, Event, Put, SetUp, Square, Take
from rules.tictactoe.play import apply, legal
from rules.tictactoe.position import Phase, Position

__all__ = [
    "COINS",
    "GAME",
    "LINES",
    "SQUARES",
    "Coin",
    "Event",
    "Phase",
    "Position",
    "Put",
    "SetUp",
    "Square",
    "Take",
    "apply",
    "legal",
]
