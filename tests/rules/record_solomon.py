"""Record König Salomons Schatzkammer: whole games and counts of all ways to play, kept as data.

    python -m tests.rules.record_solomon

writes `tests/data/solomon/games.jsonl` and `tests/data/solomon/perft.json`. Run it only when
the rules are meant to change: the files are what the rules are held to.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

from rules.solomon import GAME, Phase, Position
from rules.values import Json
from tests.rules.positions import digest, plain
from tests.rules.solomon_tables import SIM, digging, random_game

FOLDER = Path(__file__).parents[1] / "data" / "solomon"
GAMES = FOLDER / "games.jsonl"
PERFT = FOLDER / "perft.json"

NO_BOX: Mapping[str, Json] = {}
# Players, the beginners' option and the box of each game; the seed of a game is its number.
TABLES: tuple[tuple[int, bool, Mapping[str, Json]], ...] = (
    *((players, beginners, SIM) for beginners in (False, True) for players in (2, 3, 4, 5)),
    *((players, False, SIM) for _ in range(2) for players in (2, 3, 4, 5)),
    *((players, True, NO_BOX) for players in (2, 3, 4, 5)),
    *((players, False, SIM) for players in (5, 4, 3, 2)),
)
DEPTH = 4


def recorded(number: int) -> dict[str, Json]:
    """One game: events, a fingerprint after each, and how it ended."""
    players, beginners, box = TABLES[number]
    events: list[Json] = []
    prints: list[Json] = []
    for _, event, after in random_game(random.Random(number), players, beginners, box):
        events.append(GAME.event_to_json(event))
        prints.append(digest(after))
    score = GAME.score(after)
    return {
        "players": players,
        "options": {"beginners": beginners},
        "box": dict(box),
        "events": events,
        "positions": prints,
        "totals": list(score.totals),
        "parts": [dict(part) for part in score.parts],
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
    """The positions that are counted from: after a reveal and in the middle of games."""
    cards = (9, 30, 2, 17, 25)
    tables = {f"{players} players revealed": digging(*cards[:players]) for players in (2, 5)}
    for players in (2, 3, 4, 5):
        for beginners in (False, True):
            kind = "beginners" if beginners else "experts"
            tables[f"{players} {kind} in the middle of a game"] = _middle(players, beginners)
    return tables


def _middle(players: int, beginners: bool) -> Position:
    """The first position in which somebody is to dig after half of the rounds."""
    for _, _, after in random_game(random.Random(players), players, beginners):
        if after.phase is Phase.DIG and after.round > after.rounds // 2 and after.mark is None:
            return after
    raise AssertionError("no such position")


def main() -> None:
    """Write both files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    games = [json.dumps(recorded(number)) for number in range(len(TABLES))]
    GAMES.write_text("\n".join(games) + "\n")
    counts: list[Json] = []
    for name, position in perft_tables().items():
        found: list[Json] = []
        for depth in range(1, DEPTH + 1):
            if found and int(str(found[-1])) > 20_000:
                break
            found.append(perft(position, depth))
        counts.append({"table": name, "position": plain(position), "counts": found})
    PERFT.write_text("[\n" + ",\n".join(json.dumps(count) for count in counts) + "\n]\n")


if __name__ == "__main__":
    main()
