"""Teaching tic-tac-toe on the phone: the empty grid, then four coins of each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.tictactoe import COINS, SQUARES, Coin, Square
from rules.values import Json
from vision.course import (
    Answers,
    Laid,
    Learned,
    Mark,
    Shot,
    Step,
    Words,
    corners_step,
    on_average,
    said,
)
from vision.tictactoe.reader import TictactoeReader
from vision.tictactoe.table import EMPTY, LABELS, PITCH, centre, named
from vision.tictactoe.teach import lesson

# Four of each kind by turns; the last square stays free.
MIXED: Mapping[Square, Coin] = {
    square: COINS[number % len(COINS)] for number, square in enumerate(SQUARES[:-1])
}


def state_of(coins: Mapping[Square, Coin]) -> dict[str, Json]:
    """What lies where, as labels of pictures tell it."""
    return {named(square): str(coins.get(square, EMPTY)) for square in SQUARES}


def _empty(_: Answers) -> Laid:
    return Laid(state_of({}))


def _mixed(_: Answers) -> Laid:
    size = (PITCH / 2, PITCH / 2)
    marks = (Mark(_words(coin), centre(square), size, True) for square, coin in MIXED.items())
    return Laid(state_of(MIXED), tuple(marks))


def _words(coin: Coin) -> Words:
    return said(f"coin.{coin}")


class TictactoeCourse:
    """Two steps: a minute."""

    game = "tictactoe"

    def steps(self) -> Sequence[Step]:
        """The bare sheet, then coins."""
        coins = Step("coins", said("course.coins"), said("course.coins.how"), _mixed)
        return corners_step(said("course.empty.how"), _empty), coins

    def kinds(self) -> Mapping[str, Words]:
        """Both coins."""
        return {str(coin): _words(coin) for coin in COINS}

    def again(self, kind: str) -> Step | None:
        """Both are taught by one picture: whoever teaches one begins anew."""
        del kind
        return None

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read every picture that was taken with the profile that came of them."""
        reader, found = TictactoeReader(profile), []
        for shot in shots:
            one = lesson(shot.picture, shot.label)
            squares = reader.read(one.picture, one.view).squares
            for square, kind in zip(SQUARES, one.kinds, strict=True):
                if kind != EMPTY:
                    rival = max(
                        (each for each in LABELS if each != kind), key=squares[square].alone
                    )
                    lead = squares[square].alone(kind) - squares[square].alone(rival)
                    found.append(Learned(kind, lead, rival))
        return on_average(found)


COURSE = TictactoeCourse()
