"""The journal keeps what it acknowledged, whatever happens to the process or the file."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from device.records.journal import Evidence, Journal
from device.records.schema import APPLICATION_ID, SCHEMA_VERSION, JournalTooNew
from device.records.trouble import JournalBusy, JournalFailed

WRITER = """
import sys
from pathlib import Path
from device.records.journal import Evidence, Journal
with Journal(Path(sys.argv[1])) as journal:
    game = journal.games()[-1].id if journal.games() else journal.start_game({"game": "kilt"}).id
    print("game", game, flush=True)
    while True:
        number = len(journal.records(game)) + 1
        journal.append(game, {"play": number}, Evidence({"seen": number}, bytes(3000)))
        print(number, flush=True)
"""


def filled(path: Path, records: int = 50) -> None:
    with Journal(path) as journal:
        game = journal.start_game({"game": "kilt", "players": 3}).id
        for number in range(1, records + 1):
            journal.append(game, {"play": number}, Evidence({"sure": 0.9}, b"picture %d" % number))


def kept_numbers(journal: Journal) -> list[int]:
    return [
        stored.record["play"] for game in journal.games() for stored in journal.records(game.id)
    ]


class Clocks:
    """The machine's clock, which is set, and the one that only goes on."""

    wall, steady = 1000.0, 50.0

    def go_on(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def open(self, path: Path) -> Journal:
        return Journal(path, lambda: self.wall, lambda: self.steady)


def test_within_a_game_time_never_goes_back_whatever_the_clock_does(tmp_path: Path) -> None:
    clocks = Clocks()

    def times(journal: Journal) -> list[float]:
        return [record.time for record in journal.records(1)]

    with clocks.open(tmp_path / "j.db") as journal:
        journal.start_game({})
        clocks.wall = 500.0  # set back before anything happened
        journal.append(1, {})
        clocks.go_on(2)
        journal.append_all(1, [({}, None), ({}, None)])
        assert times(journal) == [1000, 1002, 1002]
    clocks.wall = 400.0  # and over a restart
    with clocks.open(tmp_path / "j.db") as journal:
        journal.append(1, {})
        clocks.go_on(7)
        journal.append(1, {})
        clocks.wall = 9_000_000.0  # the network tells the time
        journal.append(1, {})
        assert times(journal)[3:] == [1002, 1009, 9_000_000]
        clocks.wall = 8_000_000.0
        assert journal.start_game({}).time == 8_000_000, "another game begins by the clock"


def test_records_come_back_in_order_with_time_and_command(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db", now=lambda: 17.5) as journal:
        game = journal.start_game({"game": "kilt"})
        journal.append(game.id, {"play": "a"}, command="tap-1")
        journal.append_all(game.id, [({"play": "b"}, None), ({"play": "c"}, None)])
    with Journal(tmp_path / "j.db") as journal:
        found = journal.records(game.id)
        assert [(r.number, r.record["play"], r.time) for r in found] == [
            (1, "a", 17.5),
            (2, "b", 17.5),
            (3, "c", 17.5),
        ]
        assert [r.command for r in found] == ["tap-1", None, None]
        assert journal.games() == [game]
        assert journal.damage is None


def test_evidence_is_kept_with_its_record(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        game = journal.start_game({}).id
        stored = journal.append(game, {}, Evidence({"probability": 0.97}, b"\xff\xd8jpeg"))
        assert journal.evidence(game, stored.number) == Evidence(
            {"probability": 0.97}, b"\xff\xd8jpeg"
        )
        assert journal.evidence(game, 99) is None


def test_what_is_known_of_a_record_names_its_picture_only_if_one_is_kept(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        game = journal.start_game({}).id
        first = journal.append(game, {}, Evidence({"probability": 0.97}, b"\xff\xd8jpeg")).number
        again = {"picture": f"evidence-{first}", "by": "phone"}
        second = journal.append(game, {}, Evidence(again)).number
        third = journal.append(game, {}, Evidence({"picture": "evidence-99"})).number
        journal.append(game, {})
        assert journal.abouts(game) == {
            first: {"probability": 0.97, "picture": f"evidence-{first}"},
            second: again,
            third: {},
        }


def test_a_disk_that_fails_while_it_is_read_is_told_as_such(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        game = journal.start_game({}).id
        journal.append(game, {})
        journal._db.execute("ALTER TABLE records RENAME TO lost")
        with pytest.raises(JournalFailed, match="no such table"):
            journal.records(game)


def test_notes_are_kept_beside_the_events_also_through_damage(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with Journal(path) as journal:
        game = journal.start_game({}).id
        journal.note(game, {"seat": 1, "name": "Grete"})
        journal.note(game + 1, {"seat": 1, "name": "Other"})
        assert journal.notes(game) == [{"seat": 1, "name": "Grete"}]
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    with Journal(path) as journal:
        assert journal.damage is not None
        assert journal.notes(game) == [{"seat": 1, "name": "Grete"}]


def test_file_is_wal_fully_synchronous_and_knows_its_version(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        ask = lambda pragma: journal._db.execute(f"PRAGMA {pragma}").fetchone()[0]  # noqa: E731
        assert ask("journal_mode") == "wal"
        assert ask("synchronous") == 2
        assert ask("user_version") == SCHEMA_VERSION
        assert ask("application_id") == APPLICATION_ID


def test_nothing_can_be_changed_or_deleted(tmp_path: Path) -> None:
    filled(tmp_path / "j.db", 3)
    with Journal(tmp_path / "j.db") as journal:
        for sql in ("DELETE FROM records", "UPDATE records SET line = ''", "DELETE FROM games"):
            with pytest.raises(sqlite3.IntegrityError, match="append only"):
                journal._db.execute(sql)


def test_second_process_is_turned_away_with_advice(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db"), pytest.raises(JournalBusy, match="another castellan"):
        Journal(tmp_path / "j.db")


def test_journal_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    filled(path, 2)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(JournalTooNew, match="update"):
        Journal(path)
    assert list(tmp_path.glob("*damaged*")) == []


def test_batch_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        game = journal.start_game({}).id
        with pytest.raises(TypeError):
            journal.append_all(game, [({"play": 1}, None), ({"play": object()}, None)])
        assert journal.records(game) == []
        assert journal.append(game, {"play": 1}).number == 1


def test_full_disk_is_an_error_and_changes_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        game = journal.start_game({}).id
        (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
        journal._db.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(JournalFailed, match="disk"):
            journal.append(game, {}, Evidence({}, bytes(100_000)))
        assert journal.records(game) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"no database at all" * 500, random.Random(7).randbytes(20_000)],
    ids=["empty", "text", "noise"],
)
def test_garbage_is_moved_aside_and_a_fresh_journal_begins(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "j.db"
    path.write_bytes(content)
    with Journal(path) as journal:
        game = journal.start_game({"game": "kilt"}).id
        assert journal.append(game, {"play": 1}).number == 1
        if content:
            assert journal.damage is not None
            assert journal.damage.moved_to.read_bytes() == content
            assert "moved to" in str(journal.damage)


def test_some_other_database_is_moved_aside(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE shopping (item)")
    db.close()
    with Journal(path) as journal:
        assert journal.damage is not None
        assert "not a journal" in journal.damage.fault


def test_destroyed_header_loses_no_event(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    filled(path)
    data = bytearray(path.read_bytes())
    data[:100] = os.urandom(100)
    path.write_bytes(data)
    with Journal(path) as journal:
        assert kept_numbers(journal) == list(range(1, 51))
        assert journal.damage is not None
        assert (journal.damage.games, journal.damage.records) == (1, 50)
        assert journal.append(1, {"play": 51}).number == 51


@pytest.mark.parametrize("spot", [18, 19])
def test_a_journal_that_looks_read_only_is_mended_and_written(tmp_path: Path, spot: int) -> None:
    """These bytes of the head tell SQLite how the file may be written."""
    path = tmp_path / "j.db"
    filled(path)
    data = bytearray(path.read_bytes())
    data[spot] = 7
    path.write_bytes(data)
    with Journal(path) as journal:
        assert kept_numbers(journal) == list(range(1, 51))
        assert journal.damage is not None
        assert journal.damage.fault == "its head is spoiled"
        assert journal.append(1, {"play": 51}).number == 51


def test_flipped_byte_in_a_line_loses_only_that_event(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    filled(path)
    data = path.read_bytes()
    at = data.index(b'"play":23}')
    path.write_bytes(data[:at] + b"X" + data[at + 1 :])
    with Journal(path) as journal:
        assert kept_numbers(journal) == [n for n in range(1, 51) if n != 23]
        assert journal.evidence(1, 30) == Evidence({"sure": 0.9}, b"picture 30")


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
def test_truncated_file_keeps_every_whole_line_that_is_left(tmp_path: Path, share: float) -> None:
    path = tmp_path / "j.db"
    filled(path, 200)
    data = path.read_bytes()
    left = data[: int(len(data) * share)]
    path.write_bytes(left)
    whole = [n for n in range(1, 201) if b'"record":{"play":%d},"command":null}' % n in left]
    assert whole
    with Journal(path) as journal:
        assert set(kept_numbers(journal)) == set(whole)


def test_random_damage_never_stops_the_start(tmp_path: Path) -> None:
    filled(tmp_path / "good.db", 120)
    data = (tmp_path / "good.db").read_bytes()
    for seed in range(60):
        dice = random.Random(seed)
        hurt = bytearray(data)
        for _ in range(dice.choice([1, 10, 500])):
            hurt[dice.randrange(len(hurt))] = dice.randrange(256)
        path = tmp_path / f"{seed}.db"
        path.write_bytes(hurt)
        with Journal(path) as journal:
            kept = kept_numbers(journal)
            assert len(kept) >= 60 or journal.damage is not None, f"seed {seed}"
            game = journal.start_game({}).id
            assert journal.append(game, {"play": 0}).number == 1, f"seed {seed}"


def test_damage_while_running_is_mended_and_the_event_written(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    filled(path, 20)
    journal = Journal(path)
    journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    journal._db.execute("PRAGMA cache_size=0")
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(path.stat().st_size - 4096 * 2))
    with journal:
        stored = journal.append(1, {"play": 77})
        assert journal.damage is not None
        assert journal.records(1)[-1] == stored


def kill_once(path: Path, delay: float) -> int:
    """Start a writer, kill it after a while, and say the last number it acknowledged."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    writer.stdout.readline()
    time.sleep(delay)
    writer.send_signal(signal.SIGKILL)
    said = writer.stdout.read().split()
    writer.stdout.close()
    writer.wait()
    return int(said[-1]) if said else 0


def prove_kills(folder: Path, kills: int, seed: int) -> None:
    dice = random.Random(seed)
    path, acknowledged = folder / "j.db", 0
    for kill in range(kills):
        acknowledged = max(acknowledged, kill_once(path, dice.uniform(0, 0.05)))
        with Journal(path) as journal:
            numbers = [stored.number for stored in journal.records(1)]
            assert journal.damage is None, f"seed {seed}, kill {kill}"
            assert numbers == list(range(1, len(numbers) + 1)), f"seed {seed}, kill {kill}"
            assert len(numbers) >= acknowledged, f"seed {seed}, kill {kill}"
            if numbers:
                assert journal.evidence(1, numbers[-1]) is not None
    assert acknowledged > kills, "the writer wrote too little for the test to mean anything"


def test_killed_writer_loses_no_acknowledged_event(tmp_path: Path) -> None:
    prove_kills(tmp_path, kills=16, seed=20261115)


@pytest.mark.slow
def test_killed_writer_loses_no_acknowledged_event_in_many_kills(tmp_path: Path) -> None:
    prove_kills(tmp_path, kills=600, seed=7)
