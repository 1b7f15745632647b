"""Record Kilt Castle: whole games and counts of all ways to play, kept as data.

    python -m tests.rules.record_kilt

writes `tests/data/kilt/games.jsonl` and `tests/data/kilt/perft.json`. Run it only when the
rules are meant to change: the files are what the rules are held to.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

from rules.kilt import GAME, Event, Phase, Position
from rules.values import Json
from tests.rules.kilt_tables import opened, random_game, random_set_up
from tests.rules.positions import digest, plain

FOLDER = Path(__file__).parents[1] / "data" / "kilt"
GAMES = FOLDER / "games.jsonl"
PERFT = FOLDER / "perft.json"

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
DEPTH = 5


def recorded(number: int) -> dict[str, Json]:
    """One game: events, a fingerprint after each, and how it ended."""
    players, options = TABLES[number]
    events: list[Json] = []
    prints: list[Json] = []
    for _, event, after in random_game(random.Random(number), players, options):
        events.append(GAME.event_to_json(event))
        prints.append(digest(after))
    score = GAME.score(after)
    return {
        "players": players,
        "options": dict(options),
        "events": events,
        "positions": prints,
        "turns": after.turn,
        "ducats": list(after.ducats),
        "bonus": list(after.bonus),
        "floors": [part["floors"] for part in score.parts],
        "winners": list(score.winners or ()),
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
