"""Kilt Castle: a set-up for people to lay out, chosen by a number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TypeVar

from rules.kilt.events import SetUp
from rules.kilt.judge import legal
from rules.kilt.pieces import CARDS, COLOURS, COLOURS_EACH, STACKS, Card, Square
from rules.kilt.position import Position

T = TypeVar("T")
FIRST_PLACE = 10  # the near side
CORNER: frozenset[Square] = frozenset({(0, 0), (0, 1), (1, 0)})


def deal(position: Position, seed: int) -> SetUp:
    """The first legal set-up from that number on; they come in a fixed order."""
    return next(event for event in (_numbered(position, n) for n in count(seed))
                if legal(position, event))  # fmt: skip


def _numbered(position: Position, number: int) -> SetUp:
    """A set-up by its number, legal or not: which way cards lie, then their order."""
    players = position.players
    playing = COLOURS[: players * COLOURS_EACH[players]]
    pairs = [CARDS[a][b] for i, a in enumerate(playing) for b in playing[i + 1 :]]
    doubles: list[Card] = []
    for card in pairs:
        number, turned = divmod(number, 2)
        doubles.append(card.turned() if turned else card)
    doubles, number = _ordered(doubles, number)
    singles, _ = _ordered([CARDS[colour][colour] for colour in playing], number)
    rows: dict[int, list[Card]] = {FIRST_PLACE: singles}
    for place, size in enumerate(STACKS[players][1:], FIRST_PLACE + 1):
        rows[place], doubles = doubles[:size], doubles[size:]
    water = position.setting.box_water or CORNER
    return SetUp.laid(rows, water, [playing[seat::players] for seat in range(players)])


def _ordered(items: Sequence[T], number: int) -> tuple[list[T], int]:
    """The items in the order of that number, and what is left of the number."""
    rest, order = list(items), []
    while rest:
        number, at = divmod(number, len(rest))
        order.append(rest.pop(at))
    return order, number
