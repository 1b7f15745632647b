"""A table on which a recorded game was played up to some event."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from device.records.journal import Evidence, Journal
from device.table.service import TableService
from rules import games
from rules.referee import Play
from tests.rules.castle_tables import BOX

DATA = Path(__file__).parents[1] / "data"
GAMES = ("appenzell", "castle", "kilt", "seven_locks", "solomon")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def recorded(game: str, at: int = 0) -> dict[str, Any]:
    """One recorded game of that name."""
    with (DATA / game / "games.jsonl").open() as lines:
        return next(json.loads(line) for number, line in enumerate(lines) if number == at)


def events(game: str, at: int = 0) -> list[Any]:
    """Its events."""
    return [games.find(game).event_from_json(data) for data in recorded(game, at)["events"]]


@contextmanager
def table_of(folder: Path, game: str, at: int = 0) -> Iterator[TableService]:
    """A table with what that recorded game agreed on, before its first event."""
    known = recorded(game, at)
    about = {
        "game": game,
        "players": known["players"],
        "options": known["options"],
        "box": BOX if game == "castle" else known.get("box") or {},
        "names": list(NAMES[: known["players"]]),
    }
    with Journal(folder / "journal.db") as journal:
        journal._db.execute("PRAGMA synchronous=OFF")  # no power is cut here
        yield TableService(journal, journal.start_game(about), lambda *_: None)


def play(table: TableService, told: Sequence[Any], by: str = "camera") -> None:
    """Let these events happen."""
    for event in told:
        with table.changes():
            table.write(Play(event), Evidence({"by": by}))
