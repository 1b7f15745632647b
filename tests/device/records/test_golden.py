"""Journals, a box and a backup that an older Castellan wrote are read, and played on."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from device.boxes.shelf import Shelf
from device.records.framing import frame, unframe
from device.records.journal import Evidence, Journal
from device.running import restoring
from device.running.compose import open_house
from device.settings.settings import CameraSettings, DataSettings, Settings
from device.table.service import TableService
from rules import games
from rules.referee import Play, record_from_json, record_to_json
from rules.rights import Speaker
from rules.values import Answer

GOLDEN = Path(__file__).parents[2] / "data" / "golden"
ENDS: dict[str, Any] = json.loads((GOLDEN / "ends.json").read_text(encoding="utf-8"))


def unpacked(name: str, to: Path) -> Path:
    """A golden file as it was, at a place where it may be changed."""
    to.write_bytes(gzip.decompress((GOLDEN / f"{name}.gz").read_bytes()))
    return to


@contextmanager
def table_of(path: Path) -> Iterator[TableService]:
    """The table of a journal's first game."""
    with Journal(path) as journal:
        assert journal.damage is None
        yield TableService(journal, journal.games()[0], lambda *_: None)


def in_force(table: Any) -> list[Any]:
    return [
        [entry.number, table.game.event_to_json(entry.event)] for entry in table.referee.history
    ]


def play_on(table: Any, events: int) -> None:
    """Write some more events that the rules allow."""
    for _ in range(events):
        position, legal = table.referee.position, table.game.legal
        open_to = table.game.actions(position)
        event = next(each for each in open_to if legal(position, each).answer is not Answer.NO)
        table.write(Play(event), Evidence({"by": "camera"}))


@pytest.mark.parametrize("game", ENDS)
def test_an_old_journal_gives_the_game_it_gave_then(game: str, tmp_path: Path) -> None:
    end = ENDS[game]
    with table_of(unpacked(f"{game}.db", tmp_path / "journal.db")) as table:
        assert [len(table.journal.records(each.id)) for each in table.journal.games()] == (
            end["records"]
        )
        assert table.referee.misfits == ()
        assert in_force(table) == end["in_force"]
        assert list(table.game.score(table.referee.position).totals) == end["totals"]
        assert [table.names[seat] for seat in sorted(table.names)] == end["names"]
        assert table.hint_level == end["hints"]


@pytest.mark.parametrize("game", ENDS)
def test_an_old_game_is_played_on_and_put_right(game: str, tmp_path: Path) -> None:
    path = unpacked(f"{game}.db", tmp_path / "journal.db")
    with table_of(path) as table:
        before = in_force(table)
        play_on(table, 4)
        command = {"id": "later-1", "version": table.version, "do": "undo"}
        table.do(command, Speaker(0, True))
        told = in_force(table)
        assert told[: len(before)] == before
        assert len(told) == len(before) + 3
    with table_of(path) as table:
        assert in_force(table) == told


@pytest.mark.parametrize("game", ENDS)
def test_every_stored_line_is_written_again_byte_for_byte(game: str, tmp_path: Path) -> None:
    rules, kinds = games.find(game), set()
    with closing(sqlite3.connect(unpacked(f"{game}.db", tmp_path / "journal.db"))) as db:
        lines = [line for (line,) in db.execute("SELECT line FROM records")]
    for line in lines:
        _, about = unframe(line)
        record = record_from_json(rules, about["record"])
        assert frame("record", {**about, "record": record_to_json(rules, record)}) == line
        kinds.add(about["record"]["record"])
    assert kinds == {"play", "void", "amend", "insert"}
    assert len(lines) == sum(ENDS[game]["records"])


def test_an_old_backup_is_restored_and_played_on(tmp_path: Path) -> None:
    settings = Settings(camera=CameraSettings(use="none"), data=DataSettings(tmp_path / "data"))
    packed = unpacked("seven_locks-backup.tar", tmp_path / "backup.tar")
    done = restoring.restore(settings, packed)
    assert (done.games, done.events, done.skipped, done.unplayable) == (2, 109, 0, ())
    with open_house(settings) as house:
        house.table.go_on(house.journal.games()[0].id)
        assert in_force(house.table) == ENDS["seven_locks"]["in_force"]
        play_on(house.table, 2)
        assert len(in_force(house.table)) == len(ENDS["seven_locks"]["in_force"]) + 2


def test_an_old_box_is_put_on_the_shelf(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "boxes")
    assert shelf.take_in(GOLDEN / "kilt.castellan-box") == "kilt"
    assert Shelf(tmp_path / "boxes").profile("kilt") is not None
    assert shelf.answers("kilt") == {"players": 2}
