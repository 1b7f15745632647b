"""What a game that is over has to tell: places, the score over its turns, what to remember.

Of the turns only what lay open to all then: a chart of what was hidden would tell it afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Generic, TypeAlias, TypeVar

from rules.game import Game
from rules.referee import Entry
from rules.rights import NOBODY
from rules.values import Score

P = TypeVar("P")
E = TypeVar("E")
Totals: TypeAlias = tuple[int, ...]
Play: TypeAlias = tuple[P, Entry[E], P]  # an entry, with the positions before and after it


class Kind(StrEnum):
    """Why a moment is remembered."""

    GAIN = "gain"  # the most points that one event brought
    RULING = "ruling"  # the newest event that broke a rule and was let stand
    LAST = "last"  # the last event that somebody did


@dataclass(frozen=True)
class Moment:
    """An event to remember; of a gain also whose and how much."""

    kind: Kind
    number: int
    seat: int | None = None
    gain: int = 0


@dataclass(frozen=True)
class Ending(Generic[P, E]):
    """What a game came to, turn by turn."""

    places: tuple[int | None, ...]  # by seat, from 1; equals share one; None: nobody won
    course: tuple[Totals, ...]  # the points of all seats after each turn
    moments: tuple[Moment, ...]


def ending(game: Game[P, E], plays: Iterable[Play[P, E]]) -> Ending[P, E]:
    """What a finished game came to."""
    told = tuple(plays)
    totals = _totals(game, told)
    moments = (_gain(told, totals), _ruling(told), _last(game, told))
    return Ending(
        places(game.score(told[-1][2])),
        tuple(_course(game, told, totals)),
        tuple(moment for moment in moments if moment is not None),
    )


def places(score: Score) -> tuple[int | None, ...]:
    """The place of each seat: winners first, then by points."""
    if not score.winners:
        return (None,) * len(score.totals)
    ranks = [(seat in score.winners, total) for seat, total in enumerate(score.totals)]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def _totals(game: Game[P, E], told: tuple[Play[P, E], ...]) -> list[Totals]:
    """The points before the first event and after each, as all could know them; the last as is."""
    positions = [told[0][0], *(after for _, _, after in told)]
    known = [game.score(game.known(each, None)).totals for each in positions[:-1]]
    return [*known, game.score(positions[-1]).totals]


def _course(
    game: Game[P, E], told: tuple[Play[P, E], ...], totals: list[Totals]
) -> Iterator[Totals]:
    """The points at the end of each turn."""
    turns = [at if game.turn is None else game.turn(play[0]) for at, play in enumerate(told)]
    for at, (turn, following) in enumerate(pairwise(turns), 1):
        if turn != following:
            yield totals[at]
    yield totals[-1]


def _gain(told: tuple[Play[P, E], ...], totals: list[Totals]) -> Moment | None:
    """The most that one event brought; the last one also settles what the whole game brought."""
    gains = [
        (after - before, -at, seat)
        for at, pair in enumerate(pairwise(totals[:-1]))
        for seat, (before, after) in enumerate(zip(*pair, strict=True))
        if told[at][0] != told[0][0]
    ]
    gain, at, seat = max(gains, default=(0, 0, 0))
    return Moment(Kind.GAIN, told[-at][1].number, seat, gain) if gain > 0 else None


def _ruling(told: tuple[Play[P, E], ...]) -> Moment | None:
    stood = [entry for _, entry, _ in told if entry.stands and entry.rulings]
    return Moment(Kind.RULING, stood[-1].number) if stood else None


def _last(game: Game[P, E], told: tuple[Play[P, E], ...]) -> Moment | None:
    done = [entry for before, entry, _ in told if game.actor(before, entry.event) != NOBODY]
    return Moment(Kind.LAST, done[-1].number) if done else None
