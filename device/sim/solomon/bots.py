"""Bots that play König Salomons Schatzkammer by the rules, with a little sense."""

from __future__ import annotations

import numpy as np

from device.sim.textures import Rng
from rules.solomon import Add, Count, Event, Fail, Mark, Pay, Phase, Position, Shift, cheapest
from rules.solomon.game import GAME
from rules.solomon.pieces import CARDS, FULL, ROUNDS, SQUARES, TILES, Area, Tile, placements

Shafts = tuple[tuple[Tile, ...], ...]
# How many tiles of each kind this box holds, in the order of the rules.
SUPPLY = (0, 15, 13, 11, 9, 7, 15, 11, 8, 10, 10, 9, 9, 5, 4, 4, 4)
WORTH = dict(zip(TILES, (0, 1, 2, 3, 4, 5, -1, -2, -3, 3, 3, 3, 3, 4, 3, 4, 3), strict=True))
SHIFT_FOR_MORE = 0.25
MOST_SHIFTS = 3


def fill(rng: Rng) -> Shafts:
    """The mine at the start: every shaft with four tiles."""
    tiles = [kind for kind, count in enumerate(SUPPLY) for _ in range(count)]
    mixed = [tiles[i] for i in rng.permutation(len(tiles))]
    return tuple(tuple(mixed[FULL * square : FULL * square + FULL]) for square in SQUARES)


def deal_hands(rng: Rng, players: int) -> list[list[int]]:
    """Cards for every seat."""
    order = [CARDS[i] for i in rng.permutation(len(CARDS))]
    return [order[seat::players][: ROUNDS[players]] for seat in range(players)]


class Bot:
    """Chooses what a seat digs, and how it pays."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def plan(self, position: Position) -> tuple[list[Shift], Mark | None]:
        """Shifts and the area of the active seat; no area at all is a pass."""
        marks = [event for event in GAME.actions(position) if isinstance(event, Mark)]
        if not marks or self._rng.random() < SHIFT_FOR_MORE:
            levelled = self._levelled(position)
            if levelled is not None:
                return levelled
        if not marks:
            return [], None
        return [], self._pick(position, marks)

    def _pick(self, position: Position, marks: list[Mark]) -> Mark:
        weights = np.array([self._weight(position, mark) for mark in marks])
        return marks[int(self._rng.choice(len(marks), p=weights / weights.sum()))]

    def _weight(self, position: Position, mark: Mark) -> float:
        value = sum(WORTH[TILES[position.top(square)]] for square in mark.squares)
        return float(np.exp(np.clip(value / 3 - 2 * len(mark.objects), -8, 8)))

    def _levelled(self, position: Position) -> tuple[list[Shift], Mark] | None:
        """An area that a few shifts bring to one level."""
        seat = position.waiting[0]
        shape = position.shape(seat)
        if shape is None:
            return None
        areas = placements(shape)
        for i in self._rng.permutation(len(areas)):
            steps = self._steps(position, areas[i])
            if steps is not None and 0 < len(steps) <= MOST_SHIFTS:
                return [Shift(seat, *step) for step in steps], Mark(seat, areas[i])
        return None

    @staticmethod
    def _steps(position: Position, area: Area) -> list[tuple[int, int]] | None:
        if not all(position.stacks[square] for square in area):
            return None
        plan = cheapest(position.heights, area, position.setting.beginners)
        return None if plan is None else [(step[0], step[1]) for step in plan]

    def settle(self, position: Position) -> Event | None:
        """What the active seat taps about its payment, or None when nothing is due."""
        if position.phase not in (Phase.PAY, Phase.ADD, Phase.COUNT):
            return None
        events = GAME.actions(position)
        for kind in (Pay, Add, Fail, Count):
            found = [event for event in events if isinstance(event, kind)]
            if found:
                return found[int(self._rng.integers(len(found)))]
        return None
