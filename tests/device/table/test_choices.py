"""What may be told instead of, before and after every entry of every recorded game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.records.journal import Evidence, Journal
from device.table.service import TableService
from rules import games
from rules.referee import Play, record_to_json
from rules.refused import Refused
from rules.rights import TABLE, Speaker
from tests.rules import castle_tables

DATA = Path(__file__).parents[2] / "data"
BOXES = {"castle": castle_tables.BOX}  # the same for all its games, so not recorded with each
GAMES = ("appenzell", "castle", "kilt", "seven_locks", "solomon")


def recorded(game: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / game / "games.jsonl").read_text().splitlines()]


def table_of(game: str, told: dict[str, Any], folder: Path) -> TableService:
    """The table at the end of a recorded game."""
    rules, journal = games.find(game), Journal(folder / "journal.db")
    box = BOXES.get(game, told.get("box", {}))
    about = {"game": game, "players": told["players"], "options": told["options"]}
    stored = journal.start_game({**about, "box": dict(box)})
    records = [Play(rules.event_from_json(event)) for event in told["events"]]
    journal.append_all(
        stored.id,
        [(record_to_json(rules, record), Evidence({"by": "phone"})) for record in records],
    )
    return TableService(journal, stored, lambda *_: None)


def asked(table: TableService, number: int, speaker: Speaker) -> Iterator[list[dict[str, Any]]]:
    """The choices for one entry, for each purpose; nothing where it is not for this phone."""
    for purpose in ("amend", "insert", "claim"):
        try:
            yield table.choices(number, speaker, "en", purpose)
        except Refused as refused:
            if refused.key != "refused.not-yours":
                raise


def check(table: TableService, numbers: list[int]) -> int:
    """Every choice has words and can be read back; how many there were."""
    count = 0
    for number in numbers:
        actor = table.game.actor(
            table.referee.before(number), table.referee.history[number - 1].event
        )
        for speaker in (TABLE, Speaker(actor if actor != -1 else 0)):
            for found in asked(table, number, speaker):
                for choice in found:
                    assert choice["text"]
                    assert table.game.event_from_json(choice["event"]) is not None
                count += len(found)
    return count


def first_of_each_kind(table: TableService) -> list[int]:
    """The first and last entry of each kind of event."""
    numbers = {}
    for entry in table.referee.history:
        numbers.setdefault(type(entry.event), entry.number)
    last = {type(entry.event): entry.number for entry in table.referee.history}
    return sorted({*numbers.values(), *last.values()})


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_entry_of_the_recorded_games_can_be_corrected(game, tmp_path):
    found: Counter[str] = Counter()
    for number, told in enumerate(recorded(game)[::4]):
        table = table_of(game, told, tmp_path / str(number))
        for entry in first_of_each_kind(table):
            kind = type(table.referee.history[entry - 1].event).__name__
            found[kind] += check(table, [entry])
        table.journal.close()
    assert {kind for kind, count in found.items() if not count} <= {"SetUp"}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_entry_of_every_recorded_game_can_be_corrected(game, tmp_path):
    entries = 0
    for number, told in enumerate(recorded(game)):
        table = table_of(game, told, tmp_path / str(number))
        numbers = [entry.number for entry in table.referee.history]
        assert len(numbers) == len(told["events"])
        check(table, numbers)
        entries += len(numbers)
        table.journal.close()
    assert entries == sum(len(told["events"]) for told in recorded(game))
