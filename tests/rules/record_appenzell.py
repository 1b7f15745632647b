"""How games of Burg Appenzell are recorded (`recording.py`)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rules.appenzell import GAME, EndTurn, Phase, Position
from rules.values import Json
from tests.rules.appenzell_tables import opened, random_game
from tests.rules.recording import Played, Recording

# Players, options and how readily tiles are told, for each game; its seed is its number.
TABLES: tuple[tuple[int, Mapping[str, Json], float], ...] = (
    (2, {}, 0.95),
    (3, {}, 0.95),
    (4, {}, 0.95),
    (2, {"kinds": 5}, 0.95),
    (3, {"kinds": 5}, 0.95),
    (4, {"kinds": 5}, 0.95),
    (2, {"kinds": 6}, 0.95),
    (3, {"kinds": 6}, 0.95),
    (4, {"kinds": 6}, 0.95),
    (2, {"books": "told"}, 0.95),
    (3, {"books": "told"}, 0.95),
    (4, {"books": "told"}, 0.95),
    (2, {"books": "told", "kinds": 6}, 0.95),
    (3, {"books": "told", "kinds": 5}, 0.5),
    (4, {"books": "told", "kinds": 5}, 0.5),
    (2, {}, 0.5),
    (3, {}, 0.5),
    (4, {}, 0.5),
    (2, {}, 1.0),
    (3, {}, 1.0),
    (4, {}, 1.0),
)


def play(number: int) -> Played:
    """The events of a game by chance."""
    players, options, tell = TABLES[number]
    steps = random_game(random.Random(number), players, options, tell)
    return {"players": players, "options": dict(options)}, (event for _, event, _ in steps)


def ends(after: Position) -> Mapping[str, Any]:
    """How a game ended."""
    return {
        "turns": after.turn,
        "kinds": GAME.score(after).totals,
        "lost": after.lost,
        "ending": after.ending,
        "winners": after.winners or (),
    }


def tables() -> dict[str, Position]:
    """The positions that are counted from: the first turn and turns in the middle of games."""
    tables = {f"{players} players": opened(players) for players in (2, 3, 4)}
    for players in (2, 3, 4):
        for books in ("kept", "told"):
            name = f"{players} players in the middle of a game, books {books}"
            tables[name] = _middle(players, {"books": books})
    return tables


def _middle(players: int, options: Mapping[str, Json]) -> Position:
    """The beginning of a turn after 80 events."""
    game = random_game(random.Random(players), players, options)
    for number, (_, event, after) in enumerate(game):
        if number > 80 and isinstance(event, EndTurn) and after.phase is Phase.TURN:
            return after
    raise AssertionError("the game was too short")


RECORDING = Recording(GAME, len(TABLES), play, ends, tables, sure=False)


if __name__ == "__main__":
    RECORDING.write()
