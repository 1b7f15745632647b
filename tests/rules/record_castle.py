"""Record The Castle: whole games and counts of all ways to play, kept as data.

    python -m tests.rules.record_castle

writes `tests/data/castle/games.jsonl` and `tests/data/castle/perft.json`. Run it only when the
rules are meant to change: the files are what the rules are held to. A game keeps its events while
they are all legal; only one in which something happens that the rules now refuse is played anew.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

from rules.castle import GAME, Event, Phase, Position
from rules.values import Answer, Json
from tests.rules.castle_tables import BOX, opened, random_game, spelling, with_foe
from tests.rules.positions import digest, plain

FOLDER = Path(__file__).parents[1] / "data" / "castle"
GAMES = FOLDER / "games.jsonl"
PERFT = FOLDER / "perft.json"

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
DEPTH = 4


def recorded(number: int) -> dict[str, Json]:
    """One game: events, a fingerprint after each, and how it ended."""
    players, options, _ = TABLES[number]
    positions = [GAME.start(players, options, BOX)]
    events = _kept(number) or _played(number)
    for event in events:
        positions.append(GAME.apply(positions[-1], event))
    after = positions[-1]
    score = GAME.score(after)
    return {
        "players": players,
        "options": dict(options),
        "events": [GAME.event_to_json(event) for event in events],
        "positions": [digest(position) for position in positions[1:]],
        "turns": after.turn,
        "totals": list(score.totals),
        "winners": list(score.winners or ()),
    }


def _played(number: int) -> list[Event]:
    """The events of a game by chance."""
    players, options, luck = TABLES[number]
    return [event for _, event, _ in random_game(random.Random(number), players, options, luck)]


def _kept(number: int) -> list[Event]:
    """The events as they were recorded before; none if the rules do not allow them all."""
    lines = GAMES.read_text().splitlines() if GAMES.exists() else []
    told = json.loads(lines[number])["events"] if number < len(lines) else []
    events = [GAME.event_from_json(data) for data in told]
    position = GAME.start(*TABLES[number][:2], BOX)
    for event in events:
        if GAME.legal(position, event).answer is not Answer.YES:
            return []
        position = GAME.apply(position, event)
    return events


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play on for a number of events."""
    if depth == 0:
        return 1
    actions = GAME.actions(position)
    if depth == 1:
        return len(actions)
    return sum(perft(GAME.apply(position, event), depth - 1) for event in actions)


def perft_tables() -> dict[str, Position]:
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
