"""How games of König Salomons Schatzkammer are recorded (`recording.py`)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rules.solomon import GAME, Phase, Position
from rules.values import Json
from tests.rules.recording import Played, Recording
from tests.rules.solomon_tables import SIM, digging, random_game

NO_BOX: Mapping[str, Json] = {}
# Players, the beginners' option and the box of each game; the seed of a game is its number.
TABLES: tuple[tuple[int, bool, Mapping[str, Json]], ...] = (
    *((players, beginners, SIM) for beginners in (False, True) for players in (2, 3, 4, 5)),
    *((players, False, SIM) for _ in range(2) for players in (2, 3, 4, 5)),
    *((players, True, NO_BOX) for players in (2, 3, 4, 5)),
    *((players, False, SIM) for players in (5, 4, 3, 2)),
)


def play(number: int) -> Played:
    """The events of a game by chance."""
    players, beginners, box = TABLES[number]
    steps = random_game(random.Random(number), players, beginners, box)
    about = {"players": players, "options": {"beginners": beginners}, "box": dict(box)}
    return about, (event for _, event, _ in steps)


def ends(after: Position) -> Mapping[str, Any]:
    """How a game ended."""
    score = GAME.score(after)
    return {
        "totals": score.totals,
        "parts": [dict(part) for part in score.parts],
        "winners": score.winners or (),
    }


def tables() -> dict[str, Position]:
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


RECORDING = Recording(GAME, len(TABLES), play, ends, tables, sure=False, most=20_000)


if __name__ == "__main__":
    RECORDING.write()
