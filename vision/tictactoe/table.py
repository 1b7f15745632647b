"""What lies on a table of tic-tac-toe: squares of a drawn grid, and coins."""

from __future__ import annotations

import numpy as np

from rules.tictactoe import COINS, SQUARES, Position, Square
from vision.observe.table import ROUND, Disc, Piece, Place, Point, Scene, Solid, Table

BOARD = 0.20  # metres; side of the sheet
PITCH = 0.045  # metres; side of a square
COIN, THICK = 0.009, 0.002  # metres; radius and height of a small coin
EMPTY = "empty"  # the label of a square without a coin
LABELS = (EMPTY, *map(str, COINS))
CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)


def centre(square: Square) -> Point:
    """Middle of a square."""
    row, column = square
    return (column - 1) * PITCH, (1 - row) * PITCH


def named(square: Square) -> str:
    """A square as labels of pictures name it: row and column."""
    return "{},{}".format(*square)


def table() -> Table:
    """Nine squares, each bare or with a coin that lies anywhere on it, turned in any way."""
    size, play = (PITCH, PITCH), PITCH / 2 - COIN
    places = (
        Place(each, centre(each), size, play=play, may=LABELS, fact=("square", each))
        for each in SQUARES
    )
    body = Solid(Disc(COIN), THICK)
    coins = (Piece(str(coin), body, (str(coin),), turns=ROUND) for coin in COINS)
    return Table(tuple(places), tuple(coins))


def label(position: Position, square: Square) -> str:
    """What a position shows on a square."""
    coin = position.on(square)
    return EMPTY if coin is None else str(coin)


def scene(position: Position) -> Scene:
    """What a position would show: coins so flat that they hide nothing."""
    shown = {square: label(position, square) for square in SQUARES}
    return Scene({square: (name, THICK * (name != EMPTY)) for square, name in shown.items()})
