"""How games of The Castle are recorded (`recording.py`).

A game keeps its events while they are all legal; only one in which something happens that the
rules now refuse is played anew.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rules.castle import GAME, Event, Phase, Position
from rules.values import Answer, Json
from tests.rules.castle_tables import BOX, opened, random_game, spelling, with_foe
from tests.rules.recording import Played, Recording

# Players, options and luck of the recorded games; the seed of a game is its number.
TABLES: tuple[tuple[int, Mapping[str, Json], float], ...] = (
    (1, {}, 0.0), (2, {}, 0.0), (3, {}, 0.0), (4, {}, 0.0), (5, {}, 0.0), (6, {}, 0.0),
    (1, {}, 0.9), (2, {}, 0.9), (3, {}, 0.9), (4, {}, 0.9), (5, {}, 0.9), (6, {}, 0.9),
    (2, {"no-player-combat": True}, 0.9), (3, {"no-player-combat": True}, 0.9),
    (4, {"no-player-combat": True}, 0.0), (6, {"no-player-combat": True}, 0.5),
    (2, {"series": 3}, 0.9), (3, {"series": 2}, 0.0), (1, {"series": 2}, 0.9),
    (2, {"target-score": 1000}, 0.9),
    (4, {"target-score": 1000, "no-player-combat": True}, 0.9), (2, {}, 1.0), (1, {}, 1.0),
)  # fmt: skip


def play(number: int) -> Played:
    """The events of a game as they were recorded before, else by chance."""
    players, options, luck = TABLES[number]
    steps = random_game(random.Random(number), players, options, luck)
    events = _kept(number) or [event for _, event, _ in steps]
    return {"players": players, "options": dict(options)}, events


def _kept(number: int) -> list[Event]:
    """The events as they were recorded before; none if the rules do not allow them all."""
    told = RECORDING.recorded[number]["events"] if number < len(RECORDING.recorded) else []
    events = [GAME.event_from_json(data) for data in told]
    position = GAME.start(*TABLES[number][:2], BOX)
    for event in events:
        if GAME.legal(position, event).answer is not Answer.YES:
            return []
        position = GAME.apply(position, event)
    return events


def ends(after: Position) -> Mapping[str, Any]:
    """How a game ended."""
    score = GAME.score(after)
    return {"turns": after.turn, "totals": score.totals, "winners": score.winners or ()}


def tables() -> dict[str, Position]:
    """The positions that are counted from."""
    tables = {
        "a fighter and a cleric at their entrances": opened("fighter", "cleric"),
        "a wizard alone with a cleric": opened("wizard", "cleric", alone=True),
        "three allies with a wizard": opened("fighter", "cleric", "wizard", groups=[(0, 1, 2)]),
        "a wizard before an ogre": spelling(opened("wizard", "fighter"), "ogre", 6),
        "a cleric fighting a witch": with_foe(opened("cleric", "fighter"), "witch", 4),
    }
    for players in (2, 4):
        tables[f"{players} players in the middle of a game"] = _middle(players)
    return tables


def _middle(players: int) -> Position:
    """A position after eighty events in which a turn begins."""
    for seed in range(100):
        game = random_game(random.Random(seed), players)
        for number, (_, _, after) in enumerate(game):
            if number >= 80 and after.phase is Phase.PREPARE:
                return after
    raise AssertionError("no game lasted that long")


RECORDING = Recording(GAME, len(TABLES), play, ends, tables, box=BOX)


if __name__ == "__main__":
    RECORDING.write()
