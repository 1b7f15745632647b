"""Record Burg Appenzell: whole games and counts of all ways to play, kept as data.

    python -m tests.rules.record_appenzell

writes `tests/data/appenzell/games.jsonl` and `tests/data/appenzell/perft.json`. Run it only when
the rules are meant to change: the files are what the rules are held to.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

from rules.appenzell import GAME, EndTurn, Phase, Position
from rules.values import Json
from tests.rules.appenzell_tables import opened, random_game
from tests.rules.positions import digest, plain

FOLDER = Path(__file__).parents[1] / "data" / "appenzell"
GAMES = FOLDER / "games.jsonl"
PERFT = FOLDER / "perft.json"

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
DEPTH = 4


def recorded(number: int) -> dict[str, Json]:
    """One game: events, a fingerprint after each, and how it ended."""
    players, options, tell = TABLES[number]
    events: list[Json] = []
    prints: list[Json] = []
    for _, event, after in random_game(random.Random(number), players, options, tell):
        events.append(GAME.event_to_json(event))
        prints.append(digest(after))
    return {
        "players": players,
        "options": dict(options),
        "events": events,
        "positions": prints,
        "turns": after.turn,
        "kinds": list(GAME.score(after).totals),
        "lost": list(after.lost),
        "ending": after.ending.value,
        "winners": list(after.winners or ()),
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
