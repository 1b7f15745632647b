"""Bots that play Burg Appenzell by the rules, with a little sense."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from device.sim.textures import Rng
from rules.appenzell import EndTurn, Event, Position, Reveal, Run, Slide, Uncover, actions, apply
from rules.appenzell.pieces import (
    CHEESES,
    FIELDS,
    OUTSIDE,
    SUPPLY,
    TOWERS,
    TRAP,
    Field,
    Tile,
    distance,
)

Move = Run | Uncover | Slide
WARMTH = 0.35
STOP_EARLY = 0.04
FAR = 6.0


def deal(rng: Rng) -> list[Tile]:
    """All tiles, mixed."""
    tiles = [kind for kind, count in enumerate(SUPPLY) for _ in range(count)]
    return [tiles[i] for i in rng.permutation(len(tiles))]


class Bot:
    """Chooses what a seat does next."""

    def __init__(self, rng: Rng, warmth: float = WARMTH, stops: float = STOP_EARLY) -> None:
        self._rng, self._warmth, self._stops = rng, warmth, stops

    def choose(self, position: Position) -> Move | None:
        """The next action of the active seat, or none."""
        seat = position.active
        moves = [event for event in actions(position) if isinstance(event, Move)]
        stops = self._rng.random() < self._stops and position.used > 0
        if not moves or stops:
            return None
        worth = np.array([self._worth(position, event, seat) for event in moves])
        weights = np.exp(np.clip((worth - worth.max()) / self._warmth, -30, 0))
        return moves[int(self._rng.choice(len(moves), p=weights / weights.sum()))]

    def _worth(self, position: Position, event: Event, seat: int) -> float:
        after = apply(position, event)
        value = _prospect(after, seat) - 1.5 * (after.lost[seat] - position.lost[seat])
        if isinstance(event, Uncover):
            news = sum(position.tiles[at] > TRAP for at in position.setting.rooms[event.room])
            value += 0.35 + 0.12 * news
        if isinstance(event, Run) and event.source == OUTSIDE:
            value += 0.5 - 0.2 * len(position.mice[seat])
        return value + float(self._rng.normal(0, 0.15))


def _prospect(position: Position, seat: int) -> float:
    """Cheeses won, and how near two mice are to a pair of each kind that is known."""
    value = 5.0 * position.kinds(seat)
    mice = position.mice[seat]
    for kind in CHEESES:
        places = [at for at in FIELDS if position.tiles[at] == kind]
        if len(places) < 2 or len(mice) < 2 or position.cheeses[seat] >> kind & 1:
            continue
        pairs = list(permutations(places, 2))
        near = min(
            distance(one, a) + distance(other, b)
            for n, one in enumerate(mice)
            for other in mice[n + 1 :]
            for a, b in pairs
        )
        value += 2.5 * float(np.exp(-near / 3))
    inside = sum(at not in TOWERS for at in mice)
    return value + 0.15 * inside


def covered_kinds(position: Position, cards: list[Tile]) -> list[Event]:
    """What lies open and nobody has told, where no mouse hides it; a trap shows by itself."""
    taken = position.occupied()
    found: list[Event] = []
    for at in FIELDS:
        hidden = at in taken and cards[at] != TRAP
        if position.tiles[at] == TRAP + 1 and not position.covered(at) and not hidden:
            found.append(Reveal(at, cards[at]))
    return found


def ends(position: Position) -> EndTurn:
    """The end of the active seat's turn."""
    return EndTurn(position.active)


__all__ = ["Bot", "Field", "Move", "covered_kinds", "deal", "ends"]
