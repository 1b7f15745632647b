"""Bots that explore The Castle by the rules and want to come out alive, and what lies hidden."""

from __future__ import annotations

from collections.abc import Iterable

from device.sim.textures import Rng
from rules.castle import Cast, Done, Event, Fight, Position, Roll, Search, Step
from rules.castle.game import GAME
from rules.castle.party import heroes, untold
from rules.castle.pieces import FIREBALL, MONSTERS, TREASURES, WIZARD
from rules.castle.position import DICE, Phase, castle_of

# Hits a character must have left to face a monster nobody has seen, and more of them for every
# counter that would be lost; a wizard has his fireball first.
DARING, CAREFUL, DARING_WIZARD = 5, 1, 4
LEAST_TO_SEARCH = 2  # what most traps cost
DETOURS = 0.15  # how often another way is taken than the best


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
        if position.phase is Phase.SPELLS:
            return next((e for e in events if _burns(e)), _first(events, Done))
        if position.phase is Phase.MELEE:
            return _first(events, Fight)
        searches = [event for event in events if isinstance(event, Search)]
        if position.phase is Phase.SEARCH and searches and strength(position) >= LEAST_TO_SEARCH:
            return searches[0]
        return _first(events, Done)

    def _walk(self, position: Position, steps: list[Step]) -> Event:
        """Towards the next room worth it, or home; nobody walks round to where one step leads."""
        castle, at = castle_of(position), position.parties[position.active].at
        if not position.steps:
            self._came_from = at
        near = {self._came_from, *castle.beside[self._came_from]} if position.steps else set()
        ways = {castle.number[step.to]: step for step in steps}
        free = {to: step for to, step in ways.items() if to not in near}
        goals = castle.entrances if self._goes_home(position) else worthwhile(position)
        far = distances(position, goals)
        known = [to for to in free if to in far and (to in goals or not castle.outside(to))]
        if not known:
            return Done(steps[0].seat)
        best = min(far[to] for to in known)
        good = [to for to in known if far[to] == best or self._rng.random() < DETOURS / len(known)]
        return free[good[int(self._rng.integers(len(good)))]]

    def _goes_home(self, position: Position) -> bool:
        """Whether what is left to be won is not worth the risk, or it is late."""
        late = position.turn > self._rounds * len(position.parties)
        return late or not dares(position) or not worthwhile(position)

    def die(self, position: Position) -> Roll | None:
        """A die, if one is due."""
        if position.due and position.due[0].what in DICE:
            return Roll(position.due[0].seat, int(self._rng.integers(1, 7)))
        return None


def strength(position: Position) -> int:
    """How many hits the strongest character of the party on the move can still take."""
    members = (position.members[at] for at in heroes(position, position.active))
    return max(member.constitution - member.hits for member in members)


def dares(position: Position) -> bool:
    """Whether the party on the move may well live through a fight with any monster."""
    alive = heroes(position, position.active)
    wizard = any(position.members[at].kind == WIZARD for at in alive)
    spoils = untold(position, position.active) * CAREFUL
    return strength(position) >= (DARING_WIZARD if wizard else DARING) + spoils


def worthwhile(position: Position) -> list[int]:
    """The rooms whose treasure nobody has taken yet."""
    return [at for at in castle_of(position).rooms if position.treasures >> at & 1]


def distances(position: Position, goals: Iterable[int]) -> dict[int, int]:
    """How far every area is from a goal, not past monsters, and never through the Cell or out."""
    castle = castle_of(position)
    far = dict.fromkeys(goals, 0)
    edge = list(far)
    for at in edge:
        for to in castle.beside[at]:
            shut = castle.outside(to) or to == castle.cell
            if to not in far and not (shut or position.foes[to]):
                far[to] = far[at] + 1
                edge.append(to)
    return far


def _burns(event: Event) -> bool:
    return isinstance(event, Cast) and event.spell == FIREBALL


def _first(events: list[Event], kind: type) -> Event:
    return next(event for event in events if isinstance(event, kind))
