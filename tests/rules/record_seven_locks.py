"""How games of Seven Locks are recorded (`recording.py`)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rules.seven_locks import GAME, Phase, Position
from rules.values import Json
from tests.rules.recording import Played, Recording
from tests.rules.seven_locks_tables import BOX, opened, physical_game, random_game

# Players and options of the games; the seed of a game is its number.
TABLES: tuple[tuple[int, Mapping[str, Json]], ...] = tuple(
    (players, options)
    for options in (
        {},
        {"strategists": True},
        {"bin-empty": "when-needed"},
        {"sound-for-all": True},
        {"strategists": True, "bin-empty": "when-needed"},
        {},
        {"strategists": True, "sound-for-all": True},
        {},
    )
    for players in (2, 3, 4)
)
# From this game on the players forget what was tried, and may run out of pearls.
FORGETFUL = 21


def play(number: int) -> Played:
    """The events of a game on a real table."""
    players, options = TABLES[number]
    memory = 0.9 if number < FORGETFUL else 0
    steps = physical_game(random.Random(number), players, options, memory)
    return {"players": players, "options": dict(options)}, (event for _, event, _ in steps)


def ends(after: Position) -> Mapping[str, Any]:
    """How a game ended."""
    return {
        "turns": after.turn,
        "boxes": after.boxes,
        "forfeited": after.forfeited,
        "lost": after.lost,
        "winners": GAME.score(after).winners or (),
    }


def tables() -> dict[str, Position]:
    """The positions that are counted from: before the set-up, at the start and later on."""
    tables = {"before the set-up": GAME.start(3)}
    tables |= {f"{players} players": opened(players) for players in (2, 3, 4)}
    tables["a known die"] = GAME.start(2, {}, BOX)
    for players in (2, 3, 4):
        for phase in (Phase.KEY, Phase.GUESS, Phase.LAST):
            name = f"{players} players, strategists, first {phase.value}"
            tables[name] = _first(players, phase)
    return tables


def _first(players: int, phase: Phase) -> Position:
    """The first position in a phase, late in a game by chance that comes so far."""
    for seed in range(1000):
        options: dict[str, Json] = {"strategists": True}
        for number, (_, _, after) in enumerate(
            random_game(random.Random(seed), players, options, BOX)
        ):
            if number > 60 and after.phase is phase:
                return after
    raise AssertionError(f"no game comes to {phase}")


RECORDING = Recording(GAME, len(TABLES), play, ends, tables, depth=5)


if __name__ == "__main__":
    RECORDING.write()
