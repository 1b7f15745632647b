"""Record Schloss der 7 Schlösser: whole games and counts of all ways to play, kept as data.

    python -m tests.rules.record_seven_locks

writes `tests/data/seven_locks/games.jsonl` and `tests/data/seven_locks/perft.json`. Run it only
when the rules are meant to change: the files are what the rules are held to.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

from rules.seven_locks import GAME, Phase, Position
from rules.values import Json
from tests.rules.positions import digest, plain
from tests.rules.seven_locks_tables import BOX, opened, physical_game, random_game

FOLDER = Path(__file__).parents[1] / "data" / "seven_locks"
GAMES = FOLDER / "games.jsonl"
PERFT = FOLDER / "perft.json"

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
DEPTH = 5


def recorded(number: int) -> dict[str, Json]:
    """One game: events, a fingerprint after each, and how it ended."""
    players, options = TABLES[number]
    events: list[Json] = []
    prints: list[Json] = []
    memory = 0.9 if number < FORGETFUL else 0
    for _, event, after in physical_game(random.Random(number), players, options, memory):
        events.append(GAME.event_to_json(event))
        prints.append(digest(after))
    return {
        "players": players,
        "options": dict(options),
        "events": events,
        "positions": prints,
        "turns": after.turn,
        "boxes": list(after.boxes),
        "forfeited": after.forfeited,
        "lost": after.lost,
        "winners": list(GAME.score(after).winners or ()),
    }


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play on for a number of events."""
    if depth == 0:
        return 1
    actions = GAME.actions(position)
    if depth == 1:
        return len(actions)
    return sum(perft(GAME.apply(position, event), depth - 1) for event in actions)


def perft_tables() -> dict[str, Position]:
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


def main() -> None:
    """Write both files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    games = [json.dumps(recorded(number)) for number in range(len(TABLES))]
    GAMES.write_text("\n".join(games) + "\n")
    counts: list[Json] = []
    for name, position in perft_tables().items():
        found: list[Json] = [perft(position, depth) for depth in range(1, DEPTH + 1)]
        counts.append({"table": name, "position": plain(position), "counts": found})
    PERFT.write_text("[\n" + ",\n".join(json.dumps(count) for count in counts) + "\n]\n")


if __name__ == "__main__":
    main()
