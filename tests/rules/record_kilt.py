"""How games of Kilt Castle are recorded (`recording.py`)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rules.kilt import GAME, Event, Phase, Position
from rules.values import Json
from tests.rules.kilt_tables import opened, random_game, random_set_up
from tests.rules.recording import Played, Recording

# Players and options of the twenty games; the seed of a game is its number.
TABLES: tuple[tuple[int, Mapping[str, Json]], ...] = (
    (4, {}),
    (3, {}),
    (2, {}),
    (4, {"gap-behind-front": "neighbour"}),
    (3, {"gap-behind-front": "neighbour"}),
    (2, {"gap-behind-front": "neighbour"}),
    (2, {"two-player-roof": "colours"}),
    (2, {"two-player-end": "colour"}),
    (2, {"two-player-roof": "colours", "two-player-end": "colour"}),
    (4, {"money": "told"}),
    (3, {"money": "told"}),
    (2, {"money": "told"}),
    (4, {"ducats-shown": False}),
    (4, {}),
    (4, {}),
    (3, {}),
    (3, {}),
    (2, {}),
    (4, {"money": "told", "gap-behind-front": "neighbour", "ducats-shown": False}),
    (2, {"money": "told", "two-player-roof": "colours", "ducats-shown": False}),
)


def play(number: int) -> Played:
    """The events of a game by chance."""
    players, options = TABLES[number]
    steps = random_game(random.Random(number), players, options)
    return {"players": players, "options": dict(options)}, (event for _, event, _ in steps)


def ends(after: Position) -> Mapping[str, Any]:
    """How a game ended."""
    score = GAME.score(after)
    return {
        "turns": after.turn,
        "ducats": after.ducats,
        "bonus": after.bonus,
        "floors": [part["floors"] for part in score.parts],
        "winners": score.winners or (),
    }


def tables() -> dict[str, Position]:
    """The positions that are counted from: after the set-up and in the middle of games."""
    tables = {f"{players} players": opened(players) for players in (2, 3, 4)}
    for players in (2, 3, 4):
        for gap in ("allowed", "neighbour"):
            name = f"{players} players in the middle of a game, gap {gap}"
            tables[name] = _middle(players, {"gap-behind-front": gap})
    return tables


def _middle(players: int, options: Mapping[str, Json]) -> Position:
    """The first position in which a card is to be moved after 50 events."""
    rng = random.Random(players)
    position = GAME.apply(GAME.start(players, options), random_set_up(rng, players))
    played = 0
    while played < 50 or position.phase is not Phase.MOVE:
        event: Event = rng.choice(GAME.actions(position))
        position = GAME.apply(position, event)
        played += 1
    return position


RECORDING = Recording(GAME, len(TABLES), play, ends, tables, depth=5)


if __name__ == "__main__":
    RECORDING.write()
