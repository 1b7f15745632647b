"""Bots that play Kilt Castle by the rules, with a little sense."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import numpy as np

from device.sim.textures import Rng
from rules.kilt import Build, Card, Colour, Event, Move, Phase, Position, Roof, SetUp
from rules.kilt.game import GAME
from rules.kilt.pieces import CARDS, COLOURS, COLOURS_EACH, POSITIONS, STACKS
from rules.values import Answer

Sees = Callable[[int, int], bool]
ATTEMPTS = 200
CREST_WEIGHT = (3.0, 1.5, 1.0)


def deal(rng: Rng, start: Position, water: frozenset[tuple[int, int]], sees: Sees) -> SetUp:
    """A legal set-up somewhere round the board, inside the picture if there is such a place."""
    for attempt in count():
        event = _any_deal(rng, start.players, water)
        seen = all(sees(at, len(row) - 1) for at, row in enumerate(event.rows) if row)
        if GAME.legal(start, event).answer is Answer.YES and (seen or attempt > ATTEMPTS):
            return event
    raise AssertionError("counting never ends")


def _any_deal(rng: Rng, players: int, water: frozenset[tuple[int, int]]) -> SetUp:
    each = COLOURS_EACH[players]
    playing = [COLOURS[i] for i in rng.permutation(len(COLOURS))[: players * each]]
    seats = [playing[i * each : (i + 1) * each] for i in range(players)]
    doubles = [CARDS[a][b] for i, a in enumerate(playing) for b in playing[i + 1 :]]
    doubles = [doubles[i].turned() if rng.random() < 0.5 else doubles[i]
               for i in rng.permutation(len(doubles))]  # fmt: skip
    rows: dict[int, list[Card]] = {}
    first = int(rng.integers(POSITIONS))
    for step, size in enumerate(STACKS[players]):
        place = (first + step) % POSITIONS
        if step == 0:
            rows[place] = [CARDS[c][c] for c in (playing[i] for i in rng.permutation(size))]
        else:
            rows[place], doubles = doubles[:size], doubles[size:]
    return SetUp.laid(rows, water, seats)


class Bot:
    """Chooses among the legal events; `sees` tells card places inside the picture."""

    def __init__(self, rng: Rng, sees: Sees) -> None:
        self._rng = rng
        self._sees = sees

    def choose(self, position: Position) -> Event:
        """The next event of whoever has to act."""
        events = GAME.actions(position)
        weights = np.array([self._weight(position, event) for event in events])
        if weights.sum() <= 0:
            weights = np.ones(len(events))
        return events[int(self._rng.choice(len(events), p=weights / weights.sum()))]

    def sees(self, position: Position, move: Move) -> bool:
        """Whether a moved card would lie inside the picture."""
        return self._sees(move.to, len(position.rows[move.to]))

    def _weight(self, position: Position, event: Event) -> float:
        match event:
            case Move(card, to, _):
                return self._move(position, card, to)
            case Build(colour, crests, square):
                return self._build(position, colour, crests, square)
            case Roof(_, _):
                return 1.0
        return 3.0

    def _move(self, position: Position, card: Card, to: int) -> float:
        if not self.sees(position, Move(card, to)):
            return 0.0
        mine = position.colours[position.active]
        own = sum(1 for colour in card.colours if colour in mine)
        return 1.0 + 2.0 * own

    def _build(
        self, position: Position, colour: Colour, crests: int | None, square: tuple[int, int]
    ) -> float:
        top = position.top(square)
        height = position.height(square)
        cost = 0 if top is None or position.owner(top.colour) == position.owner(colour) else height
        touching = sum(1 for s in _beside(square) if _owned(position, s, colour))
        again = any(s == square for _, s in position.built)
        weight = CREST_WEIGHT[crests or 0] * (1 + touching) / (1 + cost)
        return weight * (0.3 if height >= 4 else 1.0) * (1.2 if again else 1.0)


def _beside(square: tuple[int, int]) -> list[tuple[int, int]]:
    row, col = square
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in around if 0 <= r < 5 and 0 <= c < 5]


def _owned(position: Position, square: tuple[int, int], colour: Colour) -> bool:
    top = position.top(square)
    return top is not None and top.colour is colour


def finish_turn(bot: Bot, position: Position) -> list[tuple[Event, Position]]:
    """What the bots do until the turn is over, each event with the position after it."""
    done: list[tuple[Event, Position]] = []
    turn = position.turn
    while position.turn == turn and position.phase in (Phase.BUILD, Phase.ROOF):
        event = bot.choose(position)
        position = GAME.apply(position, event)
        done.append((event, position))
    return done
