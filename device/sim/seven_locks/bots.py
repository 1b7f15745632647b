"""Bots that play Schloss der 7 Schlösser by the rules; how well they hear is a matter of chance."""

from __future__ import annotations

from dataclasses import dataclass

from device.sim.textures import Rng
from rules.seven_locks import Event, Guess, Outcome, Phase, Position, open_towers, targets
from rules.seven_locks.game import GAME
from rules.seven_locks.pieces import MEMBERS, PLACES, TOWERS, Face

KNOWS = 0.42  # how often a bot takes the key that fits
JOINS = 0.3
GUESSES = 0.75


@dataclass(frozen=True)
class Castle:
    """What nobody sees: the chamber under each tower (the last one is set aside)."""

    chambers: tuple[int, ...]

    @staticmethod
    def mixed(rng: Rng) -> Castle:
        return Castle(tuple(int(chamber) for chamber in rng.permutation(TOWERS)))

    def outcome(self, tower: int, key: int) -> Outcome:
        """Whether a key turns; how deep it went is for the players' eyes alone."""
        return Outcome.FITS if self.chambers[tower] == key else Outcome.FAILS


class Bot:
    """Chooses for whoever has the turn."""

    def __init__(self, rng: Rng, castle: Castle, die: tuple[Face, ...]) -> None:
        self._rng, self._castle, self._die = rng, castle, die

    def throw(self) -> Face:
        """A side of the die."""
        return self._die[int(self._rng.integers(len(self._die)))]

    def tower(self, position: Position) -> int:
        """Where the next pearl goes."""
        towers = open_towers(position)
        return towers[int(self._rng.integers(len(towers)))]

    def way(self, position: Position) -> int:
        """Where the keymaster goes."""
        places = targets(position.standing, position.keymaster, position.steps)
        return places[int(self._rng.integers(len(places)))]

    def key(self, position: Position) -> int:
        """The key to try."""
        right = self._castle.chambers[position.keymaster]
        if self._rng.random() < KNOWS:
            return right
        tried = {key for place, key, _ in position.tries if place == position.keymaster}
        keys = [key for key in MEMBERS[position.row] if key not in tried] or [right]
        return keys[int(self._rng.integers(len(keys)))]

    def joins(self, position: Position) -> bool:
        """Whether the player asked places a coat."""
        return position.coats[position.asked[0]] > 0 and bool(self._rng.random() < JOINS)

    def guess(self, position: Position) -> Event:
        """The key somebody thinks is the enchanted one, or none."""
        seat, keys = position.asked[0], MEMBERS[position.row]
        if self._rng.random() >= GUESSES:
            return Guess(seat, None)
        return Guess(seat, keys[int(self._rng.integers(len(keys)))])

    def opening(self) -> list[int]:
        """The towers of the opening pearls in order: all of them, twice."""
        start = int(self._rng.integers(PLACES))
        return [(start + step) % PLACES for step in range(2 * PLACES)]


def finished(position: Position) -> bool:
    """Whether nothing more happens."""
    return position.phase is Phase.FINISHED


def broken(position: Position, event: Event) -> tuple[str, ...]:
    """Ids of what the judge says about an event; empty if it is allowed."""
    return tuple(ruling.rule for ruling in GAME.legal(position, event).rulings)
