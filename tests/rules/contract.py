"""Games by chance for the tests that every game of the house must pass (`test_contract.py`).

A game that is not in `LAID` is played from its own `deal` and `actions`; nothing else is needed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from typing import Any

from rules import castle, seven_locks, solomon
from rules.game import Game
from rules.games import find
from rules.referee import Play, Referee
from rules.values import Json
from tests.rules import (
    appenzell_tables,
    castle_tables,
    kilt_tables,
    seven_locks_tables,
    solomon_tables,
    test_appenzell_games,
    test_castle_games,
    test_kilt_games,
    test_seven_locks_games,
)

Step = tuple[Any, Any, Any]  # a position, an event, and the position after it
LONGEST = 400  # events of a game of which only the rules are known
TABLES_OF_A_GAME = 8


def lawless(position: Any) -> None:
    """No law of this game is known to the tests."""


@dataclass(frozen=True)
class Laid:
    """How the tests play a game that needs more than its rules, and what always holds in it."""

    play: Callable[[random.Random, int], Iterator[Step]]
    law: Callable[[Any], None] = lawless  # also after events that were let stand
    also: tuple[Any, ...] = ()  # events that no such game has
    one_reason: bool = True  # an impossible event breaks one rule and no more


def _kilt(rng: random.Random, players: int) -> Iterator[Step]:
    return kilt_tables.random_game(rng, players, _options(find("kilt"), rng))


def _seven_locks(rng: random.Random, players: int) -> Iterator[Step]:
    box = rng.choice([{}, seven_locks_tables.BOX])
    options = _options(find("seven_locks"), rng)
    return seven_locks_tables.random_game(rng, players, options, box)


def _solomon(rng: random.Random, players: int) -> Iterator[Step]:
    box = rng.choice([{}, solomon_tables.SIM])
    return solomon_tables.random_game(rng, players, rng.random() < 0.5, box)


def _appenzell(rng: random.Random, players: int) -> Iterator[Step]:
    return appenzell_tables.random_game(rng, players, _options(find("appenzell"), rng))


def _castle(rng: random.Random, players: int) -> Iterator[Step]:
    options: Mapping[str, Json] = {"no-player-combat": rng.random() < 0.5, "series": 2}
    return castle_tables.random_game(rng, players, options, luck=0.5)


_KEYS = tuple(seven_locks_tables.BOX["keys"])
_BOX = seven_locks.Box(((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (0, 3)), _KEYS)
_HEARD = (seven_locks.Heard(0, (0.5,) * 8), seven_locks.Heard(3, (0.1, 0.9, *(0.2,) * 6)))
_COUNTED = (castle.HitCounter(2, member=0), castle.HitCounter(3, area="10"), castle.HitCounter(0))

LAID: Mapping[str, Laid] = {
    "kilt": Laid(_kilt, test_kilt_games.check),
    "seven_locks": Laid(
        _seven_locks,
        test_seven_locks_games.check,
        (*_HEARD, _BOX, seven_locks.Box(), seven_locks.Guess(1, 3), seven_locks.Guess(0, None)),
    ),
    "solomon": Laid(
        _solomon,
        solomon_tables.check,
        (solomon.Hold(0, (1, 2)), solomon.DrawShape(3, ((0, 0), (0, 1))), solomon.Total(1, 20)),
    ),
    "appenzell": Laid(_appenzell, test_appenzell_games.check, one_reason=False),
    "castle": Laid(
        _castle,
        test_castle_games.check_loosely,
        (
            *_COUNTED,
            castle.DrawMap(castle.SIM_MAP),
            castle.Name(0, "gold-100"),
            castle.Shares((100, 0, 300)),
        ),
        one_reason=False,
    ),
}


def laid(game: Game[Any, Any]) -> Laid:
    return LAID.get(game.name) or Laid(partial(_by_its_rules, game))


def _options(game: Game[Any, Any], rng: random.Random) -> dict[str, Json]:
    return {option.name: rng.choice(option.choices) for option in game.options}


def _by_its_rules(game: Game[Any, Any], rng: random.Random, players: int) -> Iterator[Step]:
    """A game of which nothing is known but its rules."""
    position = game.start(players, _options(game, rng))
    for _ in range(LONGEST):
        actions = game.actions(position) or [game.deal(position, rng.randrange(1000))]
        event = rng.choice(actions)
        if event is None:
            return
        after = game.apply(position, event)
        yield position, event, after
        position = after


@cache
def played(name: str, players: int, seed: int = 1) -> tuple[Step, ...]:
    """A whole game by chance."""
    return tuple(laid(find(name)).play(random.Random(seed * 10 + players), players))


def game_start(name: str, players: int) -> Any:
    return played(name, players)[0][0]


@cache
def tables(name: str) -> list[Referee[Any, Any]]:
    """Referees at many moments of a few games: where the phase is new, and now and then."""
    game, found = find(name), []
    for players in sorted({game.players[0], game.players[-1]}):
        steps, phases = played(name, players), set()
        referee = Referee(game, steps[0][0])
        found.append(referee.frozen())
        for number, (_, event, after) in enumerate(steps, 1):
            referee.commit(Play(event))
            phase = getattr(after, "phase", None)
            if phase not in phases or number % (len(steps) // TABLES_OF_A_GAME + 1) == 0:
                phases.add(phase)
                found.append(referee.frozen())
        found.append(referee)
    return found


@cache
def told(name: str) -> list[dict[str, Json]]:
    """Events as JSON, some of each kind."""
    game, found = find(name), dict[str, list[dict[str, Json]]]()
    steps = (
        step
        for seed in range(3)
        for players in game.players
        for step in played(name, players, seed)
    )
    for event in chain(laid(game).also, (event for _, event, _ in steps)):
        data = game.event_to_json(event)
        found.setdefault(str(data["type"]), []).append(data)
    return [data for kind in found.values() for data in kind[:: len(kind) // 12 + 1]]


@cache
def values(name: str) -> dict[str, list[Json]]:
    """What was said in each field of an event."""
    found: dict[str, list[Json]] = {}
    for data in told(name):
        for key, value in data.items():
            if value not in found.setdefault(key, []):
                found[key].append(value)
    return found
