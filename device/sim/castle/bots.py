"""Bots that explore The Castle by the rules, and what lies hidden in its rooms."""

from __future__ import annotations

import numpy as np

from device.sim.textures import Rng
from rules.castle import Done, Event, Fight, Position, Roll, Search, Step
from rules.castle.game import GAME
from rules.castle.pieces import MONSTERS, TREASURES
from rules.castle.position import DICE, Phase, castle_of

GO_HOME_AFTER = 5
SEARCH_SHARE = 0.8


def deal(rng: Rng, position: Position) -> tuple[dict[str, str], dict[str, str]]:
    """The monster and the treasure of every room."""
    castle = castle_of(position)
    rooms = [castle.name(at) for at in castle.rooms]
    monsters = [kind for kind, count in MONSTERS.items() for _ in range(count)]
    treasures = [kind for kind, count in TREASURES.items() for _ in range(count)]
    mixed = ([kinds[i] for i in rng.permutation(len(kinds))] for kinds in (monsters, treasures))
    first, second = mixed
    return dict(zip(rooms, first, strict=True)), dict(zip(rooms, second, strict=True))


class Bot:
    """Chooses what the party on the move does."""

    def __init__(self, rng: Rng, rounds: int) -> None:
        self._rng = rng
        self._rounds = rounds
        self._came_from = -1

    def choose(self, position: Position) -> Event:
        """One event among those the rules allow: moving, fighting, searching, going home."""
        events = GAME.actions(position)
        steps = [event for event in events if isinstance(event, Step)]
        if position.phase is Phase.PREPARE or (position.phase is Phase.MOVE and position.steps < 2):
            return self._walk(position, steps) if steps else _first(events, Done)
        if position.phase is Phase.MELEE:
            return _first(events, Fight)
        if position.phase is Phase.SEARCH:
            searches = [event for event in events if isinstance(event, Search)]
            if searches and self._rng.random() < SEARCH_SHARE:
                return searches[0]
        return _first(events, Done)

    def _walk(self, position: Position, steps: list[Step]) -> Event:
        castle = castle_of(position)
        if not position.steps:
            self._came_from = position.parties[position.active].at
        weights = []
        leaving = position.turn > self._rounds * len(position.parties)
        for step in steps:
            at = castle.number[step.to]
            if position.steps and at in (self._came_from, *castle.beside[self._came_from]):
                weights.append(0.0)  # nobody walks out and back again, or round to the next area
            elif castle.outside(at):
                weights.append(60.0 if leaving else 0.0)
            elif leaving:
                near = any(castle.outside(other) for other in castle.beside[at])
                weights.append(8.0 if near else 1.0)
            else:
                weights.append(3.0 if position.foes[at] else 1.0)
        total = sum(weights)
        if total <= 0:
            return Done(steps[0].seat)
        pick = self._rng.choice(len(steps), p=np.array(weights) / total)
        return steps[int(pick)]

    def die(self, position: Position) -> Roll | None:
        """A die, if one is due."""
        if position.due and position.due[0].what in DICE:
            return Roll(position.due[0].seat, int(self._rng.integers(1, 7)))
        return None


def _first(events: list[Event], kind: type) -> Event:
    return next(event for event in events if isinstance(event, kind))
