"""A damaged journal with its -wal: every whole line is kept, every loss is told, whatever happens
while it is mended."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.records import mending, salvage
from device.records.framing import BrokenLine, StrangeLine, frame, unframe
from device.records.journal import Evidence, Journal
from device.records.mending import last_of, mending_of
from device.records.stored import decode
from device.records.trouble import JournalClosed, JournalFailed
from rules.rights import Speaker
from tests.device.tables import ABOUT, SET_UP, Bench

PAGE = 4096
EVENTS = 300


def fill(path: Path, events: int = EVENTS) -> None:
    """A journal whose process was killed: its -wal still holds the newest events."""
    live = path.parent / "live" / path.name
    with Journal(live) as journal:
        game = journal.start_game({"game": "kilt", "players": 3}).id
        for number in range(1, events + 1):
            picture = bytes([number % 251]) * 900 if number % 3 == 0 else None
            journal.append(
                game, {"play": number}, Evidence({"by": "camera"}, picture), f"c{number}"
            )
        for side in ("", "-wal", ".last"):
            shutil.copy(live.with_name(live.name + side), path.with_name(path.name + side))


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("killed")
    fill(folder / "j.db")
    assert (folder / "j.db-wal").stat().st_size > 10 * PAGE
    return folder


def copy_of(killed: Path, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for side in ("", "-wal", ".last"):
        shutil.copy(killed / f"j.db{side}", folder / f"j.db{side}")
    return folder / "j.db"


def whole_numbers(*files: Path) -> set[int]:
    """Numbers of the records whose line is whole in one piece; apart from the code under test."""
    found = set()
    for file in files:
        data = file.read_bytes() if file.is_file() else b""
        for head in re.finditer(rb"castellan:record ([0-9a-f]{8}) (\d+) ", data):
            body = data[head.end() : head.end() + int(head[2])]
            if len(body) == int(head[2]) and zlib.crc32(body) == int(head[1], 16):
                found.add(json.loads(body)["number"])
    return found


def reachable(journal: Journal) -> set[int]:
    """What a start finds: records of games that are there."""
    return {item.number for game in journal.games() for item in journal.records(game.id)}


# --- lines ------------------------------------------------------------------------------------


def test_nothing_inside_a_line_can_look_like_a_line() -> None:
    hostile = "castellan:note 0d4cbb29 2 []"
    line = frame("record", {"command": hostile, hostile: [hostile]})
    assert len(re.findall(r"castellan:", line)) == 1
    assert unframe(line) == ("record", {"command": hostile, hostile: [hostile]})


def test_a_line_of_an_older_castellan_is_read_as_ever() -> None:
    body = b'{"game":1,"number":2,"time":3.5,"record":{"record":"play"},"command":"castellan:x"}'
    line = b"castellan:record %08x %d " % (zlib.crc32(body), len(body)) + body
    stored: Any = decode(*unframe(line.decode()))
    assert (stored.game, stored.number, stored.command) == (1, 2, "castellan:x")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("note", b"[]"),
        ("game", b"{}"),
        ("note", b'{"game":1,"number":true,"about":{}}'),
        ("note", b'{"game":1,"number":1,"about":[]}'),
        ("record", b'{"game":1,"number":1,"time":NaN,"record":{},"command":null}'),
        ("record", b'{"game":1,"number":1,"time":1,"record":[],"command":null}'),
        ("record", b'{"game":1,"number":0,"time":1,"record":{},"command":null}'),
        ("record", b'{"game":1,"number":1,"time":1,"record":{},"command":7}'),
        ("game", b"[" * 100_000),
        ("game", b'{"game"'),
    ],
)
def test_a_whole_line_that_says_nothing_is_strange(kind: str, body: bytes) -> None:
    line = b"castellan:%s %08x %d " % (kind.encode(), zlib.crc32(body), len(body)) + body
    with pytest.raises(StrangeLine):
        decode(*unframe(line))


def test_a_line_with_anything_behind_it_is_broken() -> None:
    with pytest.raises(BrokenLine):
        unframe(frame("note", {"game": 1}) + " ")


def spoil_head(path: Path, size: int = 16) -> None:
    """Spoil the beginning of a journal that has no -wal, where SQLite might find it again."""
    Journal(path).close()
    with path.open("r+b") as file:
        file.write(bytes(size))


@pytest.mark.parametrize(
    "text", ["castellan:note 0d4cbb29 2 []", "castellan:game a3a6bf43 2 {}", "castellan:game x"]
)
def test_a_guest_s_text_that_looks_like_a_line_spoils_no_mending(tmp_path: Path, text: str) -> None:
    bench = Bench(tmp_path)
    bench.understood(SET_UP)
    game = bench.table.game.event_to_json(bench.legal())
    command = {"id": text, "version": bench.table.version, "do": "claim", "event": game}
    bench.table.do(command, Speaker(0, True))
    bench.table.rename(1, text)
    bench.journal.append(bench.table.stored.id, {"record": "void", "target": 99, "text": text})
    before = [item.record for item in bench.journal.records(bench.table.stored.id)]
    bench.journal.close()
    spoil_head(tmp_path / "journal.db")
    with Journal(tmp_path / "journal.db") as journal:
        assert [item.record for item in journal.records(1)] == before
        assert journal.records(1)[1].command == text
        assert journal.notes(1) == [{"seat": 1, "name": text}]
        assert journal.damage is not None
        assert (journal.damage.records, journal.damage.lost, journal.damage.strange) == (3, 0, 0)
        assert journal.news() == [("journal.damaged", {"records": 3, "lost": 0})]


def test_strange_lines_of_an_older_journal_are_skipped_and_told(tmp_path: Path) -> None:
    """An older Castellan did not write the mark inside a line in another way."""
    path = tmp_path / "j.db"
    with Journal(path) as journal:
        game = journal.start_game({"game": "kilt"}).id
        journal.append(game, {"play": 1})
        journal._db.execute("INSERT INTO notes VALUES (1, 'castellan:note 0d4cbb29 2 []')")
    with Journal(path) as journal:
        assert [item.number for item in journal.records(1)] == [1]
        assert journal.damage is not None
        assert journal.damage.strange == 1
        assert ("journal.strange", {"count": 1}) in journal.news()


# --- damage -----------------------------------------------------------------------------------


def flip(data: bytearray, dice: random.Random) -> None:
    for _ in range(dice.choice([1, 20, 400])):
        data[dice.randrange(len(data))] ^= dice.randrange(1, 256)


def garbage_page(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data) // PAGE) * PAGE
    data[at : at + PAGE] = dice.randbytes(min(PAGE, len(data) - at))


def zero_block(data: bytearray, dice: random.Random) -> None:
    at, size = dice.randrange(len(data)), dice.choice([512, PAGE, 5 * PAGE])
    size = min(size, len(data) - at)
    data[at : at + size] = bytes(size)


def cut(data: bytearray, dice: random.Random) -> None:
    del data[dice.randrange(len(data)) :]


def spoil_beginning(data: bytearray, dice: random.Random) -> None:
    size = dice.choice([16, 32, 100, PAGE])
    data[:size] = dice.randbytes(min(size, len(data)))


DAMAGES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    flip,
    garbage_page,
    zero_block,
    cut,
    spoil_beginning,
)


def damaged(path: Path, seed: int) -> str:
    """Spoil the journal, its -wal, or both, in one way; what was done."""
    dice, hurt = random.Random(seed), DAMAGES[seed % len(DAMAGES)]
    sides = (("-wal",), ("",), ("", "-wal"))[seed // len(DAMAGES) % 3]
    for side in sides:
        file = path.with_name(path.name + side)
        data = bytearray(file.read_bytes())
        hurt(data, dice)
        file.write_bytes(data)
    return f"seed {seed}: {hurt.__name__} of {sides}"


def prove_damages(killed: Path, folder: Path, seeds: range) -> dict[str, int]:
    counts = {"whole": 0, "told": 0, "lost": 0, "silent": 0, "lost though whole": 0}
    for seed in seeds:
        path = copy_of(killed, folder / str(seed))
        what = damaged(path, seed)
        whole = whole_numbers(path, path.with_name("j.db-wal"))
        with Journal(path) as journal:
            kept = reachable(journal)
            missing = set(range(1, EVENTS + 1)) - kept
            told = 0 if journal.damage is None else journal.damage.lost
            assert not whole - kept, f"{what}: {len(whole - kept)} whole lines were lost"
            assert told == len(missing), f"{what}: {len(missing)} lost, {told} told"
            game = journal.games()[-1].id if journal.games() else journal.start_game({}).id
            number = journal.append(game, {"play": 0}).number
            assert number == max(kept, default=0) + 1, what
        counts["whole"] += not missing
        counts["told"] += bool(missing) and told > 0
        counts["lost"] += len(missing)
        counts["silent"] += bool(missing) and not told
        counts["lost though whole"] += len(whole - kept)
    return counts


def test_no_whole_line_of_a_damaged_journal_is_lost_and_every_loss_is_told(
    killed: Path, tmp_path: Path
) -> None:
    counts = prove_damages(killed, tmp_path, range(8))
    assert (counts["silent"], counts["lost though whole"]) == (0, 0)
    assert counts["whole"] + counts["told"] == 8


@pytest.mark.slow
def test_forty_damaged_journals_lose_no_whole_line_and_tell_every_loss(
    killed: Path, tmp_path: Path
) -> None:
    counts = prove_damages(killed, tmp_path, range(100, 140))
    print(counts)
    assert (counts["silent"], counts["lost though whole"]) == (0, 0)
    assert counts["whole"] + counts["told"] == 40


def test_a_kill_alone_is_no_damage(killed: Path, tmp_path: Path) -> None:
    with Journal(copy_of(killed, tmp_path)) as journal:
        assert journal.damage is None
        assert reachable(journal) == set(range(1, EVENTS + 1))


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of an older Castellan that was closed well: everything is in the file itself."""
    path = tmp_path_factory.mktemp("settled") / "j.db"
    fill(path, 120)
    last_of(path).unlink()
    Journal(path).close()
    assert path.stat().st_size > 20 * PAGE
    return path


@pytest.mark.parametrize("page", range(20))
def test_any_one_page_that_is_spoiled_leaves_every_game_to_be_found(
    settled: Path, tmp_path: Path, page: int
) -> None:
    path = tmp_path / "j.db"
    shutil.copy(last_of(settled), last_of(path))
    data = bytearray(settled.read_bytes())
    data[page * PAGE : (page + 1) * PAGE] = random.Random(page).randbytes(PAGE)
    path.write_bytes(data)
    whole = whole_numbers(path)
    with Journal(path) as journal:
        assert [game.about for game in journal.games()] == [{"game": "kilt", "players": 3}]
        assert whole <= reachable(journal)
        lost = 120 - len(reachable(journal))
        assert (journal.damage.lost if journal.damage else 0) == lost


def test_an_event_whose_end_of_the_wal_was_cut_off_is_told_as_lost(
    killed: Path, tmp_path: Path
) -> None:
    path = copy_of(killed, tmp_path)
    os.truncate(path.with_name("j.db-wal"), 32 + 40 * (PAGE + 24))
    with Journal(path) as journal:
        assert journal.damage is not None
        assert journal.damage.lost == EVENTS - len(reachable(journal)) > 0
        assert "missing" in journal.damage.fault
        assert journal.news()[0][0] == "journal.damaged-lost"


def test_what_was_never_acknowledged_is_no_loss(killed: Path, tmp_path: Path) -> None:
    """The last write was cut off before its end: SQLite does not show it, and rightly so."""
    path = copy_of(killed, tmp_path)
    wal = bytearray(path.with_name("j.db-wal").read_bytes())
    step = PAGE + 24
    current = (at for at in range(32, len(wal) - step + 1, step) if wal[at + 8 :][:8] == wal[16:24])
    last = max(at for at in current if any(wal[at + 4 : at + 8]))  # the frame that commits
    path.with_name("j.db-wal").write_bytes(wal[:last])
    last_of(path).unlink()
    with Journal(path) as journal:
        assert journal.damage is None
        assert reachable(journal) == set(range(1, EVENTS))


def test_lines_longer_than_a_page_are_found_in_rubble(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    long = [{"map": "x" * size, "play": size} for size in (3900, 4100, 9000, 60_000)]
    with Journal(path) as journal:
        game = journal.start_game({"game": "castle", "box": "y" * 7000}).id
        for record in long:
            journal.append(game, record)
        shutil.copy(path, tmp_path / "copy.db")
        shutil.copy(path.with_name("j.db-wal"), tmp_path / "copy.db-wal")
    for name in ("j.db", "copy.db"):  # sorted in, and still in the -wal
        spoil_head(tmp_path / name, 100)
        with Journal(tmp_path / name) as journal:
            assert [item.record for item in journal.records(game)] == long
            assert journal.games()[0].about["box"] == "y" * 7000


def test_rubble_is_read_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(salvage, "BLOCK", 1000)
    path = tmp_path / "j.db"
    fill(path, 60)
    spoil_head(path, 100)
    monkeypatch.setattr(Path, "read_bytes", None)
    assert {item.number for item in salvage.Lines(path) if hasattr(item, "record")} == set(
        range(1, 61)
    )


def test_a_spot_the_card_does_not_give_reads_as_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "j.db"
    fill(path, 60)
    spoil_head(path, 100)
    real = os.pread

    def worn(file: int, size: int, at: int) -> bytes:
        if at < 3 * PAGE and at + size > 2 * PAGE:
            raise OSError(5, "Input/output error")
        return real(file, size, at)

    monkeypatch.setattr(os, "pread", worn)
    found = list(salvage.raw_lines(path))
    assert all(b"castellan:" in each.line for each in found)


# --- mending as a transaction -----------------------------------------------------------------


class CutOff(BaseException):
    """The power goes."""


@pytest.mark.parametrize("step", range(8))
def test_a_power_cut_at_any_step_of_mending_loses_nothing(
    killed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    path = copy_of(killed, tmp_path)
    with path.with_name("j.db-wal").open("r+b") as file:
        file.seek(32 + 10 * (PAGE + 24) + 100)
        file.write(b"spoilt")
    left = [step]

    def cut(real: Callable[..., Any]) -> Callable[..., Any]:
        def done(*arguments: Any, **named: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise CutOff
            return real(*arguments, **named)

        return done

    with monkeypatch.context() as power:
        power.setattr(Path, "rename", cut(Path.rename))
        power.setattr(Path, "unlink", cut(Path.unlink))
        power.setattr(mending, "sync", cut(mending.sync))
        power.setattr(mending, "insert_note", cut(mending.insert_note))
        try:
            Journal(path).close()
        except CutOff:
            pass
        else:
            assert step > 6, "every step before should be cut"
    with Journal(path) as journal:
        assert reachable(journal) == set(range(1, EVENTS + 1))
        assert journal.damage is not None, "a mending nobody was told of"
        assert journal.unexplained == []
        assert journal.damage.moved_to.is_file()
    assert not mending_of(path).exists()
    assert len(list(tmp_path.glob("j.damaged-*.db"))) == 1


def test_a_mending_killed_again_and_again_comes_to_its_end(killed: Path, tmp_path: Path) -> None:
    path = copy_of(killed, tmp_path)
    spoil_head(path)
    code = "import sys; from pathlib import Path; from device.records.journal import Journal\n"
    code += "print('go', flush=True); Journal(Path(sys.argv[1]))"
    dice = random.Random(3)
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(dice.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    with Journal(path) as journal:
        assert reachable(journal) == set(range(1, 301))
        assert journal.damage is not None
        assert journal.unexplained == []


def test_a_journal_that_an_older_castellan_left_aside_half_mended_is_taken_up(
    tmp_path: Path,
) -> None:
    path = tmp_path / "j.db"
    fill(path, 20)
    for side in ("", "-wal"):
        aside = tmp_path / f"j.damaged-20260101T000000.db{side}"
        path.with_name(f"j.db{side}").rename(aside)
    last_of(path).unlink()
    with Journal(path) as journal:
        assert reachable(journal) == set(range(1, 21))
        assert journal.damage is not None
        assert journal.news()[0] == ("journal.damaged", {"records": 20, "lost": 0})


def test_a_damaged_journal_that_no_mending_explains_is_told_until_it_is_gone(
    tmp_path: Path,
) -> None:
    path, stray = tmp_path / "j.db", tmp_path / "j.damaged-20260101T000000.db"
    fill(path, 5)
    stray.write_bytes(b"rubble")
    for _ in range(2):
        with Journal(path) as journal:
            assert journal.news() == [("journal.unexplained", {"files": stray.name})]
    stray.unlink()
    with Journal(path) as journal:
        assert journal.news() == []


def test_a_mending_is_told_again_until_the_game_went_on(killed: Path, tmp_path: Path) -> None:
    path = copy_of(killed, tmp_path)
    spoil_head(path)
    for _ in range(3):
        with Journal(path) as journal:
            assert journal.damage is not None
    with Journal(path) as journal:
        for number in range(20):
            journal.append(1, {"play": number})
    with Journal(path) as journal:
        assert journal.damage is None
        assert journal.unexplained == []


def test_what_was_lost_once_is_not_told_as_lost_again(killed: Path, tmp_path: Path) -> None:
    path = copy_of(killed, tmp_path)
    data = path.read_bytes()
    at = data.index(b'"play":23}')
    path.write_bytes(data[:at] + b"X" + data[at + 1 :])
    path.with_name("j.db-wal").unlink()
    last_of(path).unlink()
    with Journal(path) as journal:
        assert journal.damage is not None
        first = journal.damage.lost
        assert first >= 1
    spoil_head(path)
    with Journal(path) as journal:
        assert journal.damage is not None
        assert journal.damage.lost == 0


# --- what is no damage, and what is none of ours -----------------------------------------------


def test_a_closed_journal_refuses_and_is_not_mended(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    journal = Journal(path)
    game = journal.start_game({}).id
    journal.close()
    for write in (
        lambda: journal.append(game, {}),
        lambda: journal.note(game, {}),
        lambda: journal.start_game({}),
        lambda: journal.records(game),
        lambda: journal.pictures(game),
        lambda: journal.forget_pictures([game]),
    ):
        with pytest.raises(JournalClosed, match="closed") as refused:
            write()
        assert refused.value.why == "closed"
    assert journal.evidence(game, 1) is None
    assert journal.abouts(game) == {}
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "j.db",
        "j.db.last",
        "j.db.lock",
        "j.db.reserve",
    ]


def trouble(code: int) -> sqlite3.OperationalError:
    """An error of SQLite with a code of its own."""
    fault = sqlite3.OperationalError(f"trouble {code}")
    fault.sqlite_errorcode = code
    return fault


@pytest.mark.parametrize(
    "code",
    [
        sqlite3.SQLITE_IOERR_LOCK,
        sqlite3.SQLITE_IOERR_FSTAT,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERNAL,
        sqlite3.SQLITE_MISUSE,
        sqlite3.SQLITE_PERM,
    ],
)
def test_other_trouble_is_told_and_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    path = tmp_path / "j.db"

    def fail(*_: object) -> Any:
        raise trouble(code)

    with Journal(path) as journal:
        game = journal.start_game({}).id
        journal.append(game, {"play": 1})
        with monkeypatch.context() as broken:
            broken.setattr(mending, "insert_record", fail)
            with pytest.raises(JournalFailed, match=f"trouble {code}"):
                journal.append(game, {"play": 2})
        assert journal.append(game, {"play": 2}).number == 2
    with monkeypatch.context() as broken:
        broken.setattr("device.records.opening._verify", fail)
        with pytest.raises(JournalFailed, match=f"trouble {code}"):
            Journal(path)
    assert not [*tmp_path.glob("*damaged*"), *tmp_path.glob("*mending*")]
    with Journal(path) as journal:
        assert (journal.damage, len(journal.records(game))) == (None, 2)


SWALLOW = "CREATE TRIGGER t BEFORE INSERT ON records BEGIN SELECT RAISE(IGNORE); END"


@pytest.mark.parametrize(
    "sql",
    [
        SWALLOW,
        "CREATE VIEW more AS SELECT 1",
        "CREATE TABLE more (x)",
        "CREATE INDEX more ON records (line)",
        "DROP TRIGGER kept",
    ],
)
def test_tables_that_are_not_ours_to_the_letter_are_written_anew(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "j.db"
    fill(path, 10)
    with sqlite3.connect(path) as db:
        db.execute(sql)
    db.close()
    with Journal(path) as journal:
        assert journal.damage is not None
        assert "tables" in journal.damage.fault
        assert reachable(journal) == set(range(1, 11))
        assert journal.evidence(1, 3) is not None
        assert journal.append(1, {"play": 11}).number == 11
        assert len(journal.records(1)) == 11


def test_an_event_that_made_no_row_is_not_acknowledged(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        game = journal.start_game({}).id
        journal._db.execute(SWALLOW)
        with pytest.raises(OSError, match="0 rows"):
            journal.append(game, {})


def test_a_table_that_asks_for_ever_is_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    fill(path, 10)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, 'x' FROM n"
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE notes RENAME TO old")
        db.execute(f"CREATE VIEW notes (id, line) AS {endless}")
    db.close()
    with Journal(path) as journal:
        assert reachable(journal) == set(range(1, 11))


def test_a_picture_in_which_a_line_could_hide_is_not_kept(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        game = journal.start_game(ABOUT).id
        forged = frame("record", {"game": 1, "number": 1, "time": 1, "record": {}, "command": None})
        journal.append(game, {"play": 1}, Evidence({"by": "camera"}, b"\xff\xd8" + forged.encode()))
        assert journal.evidence(game, 1) == Evidence({"by": "camera"}, None)


# --- large journals ---------------------------------------------------------------------------

MEND = """
import sys
from pathlib import Path
from device.records.journal import Journal

def most():
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))

before = most()
with Journal(Path(sys.argv[1])) as journal:
    done = journal.damage
    assert len(journal.records(1)) == done.records
print(done.records, done.lost, (most() - before) // 1000)
"""


def fill_large(path: Path, events: int, sorted_in: int) -> None:
    """A journal of some hundred megabytes: what came after `sorted_in` lies in its -wal."""
    live, picture = path.parent / "live" / path.name, os.urandom(18_000)
    step = 500
    with Journal(live) as journal:
        game = journal.start_game({"game": "kilt", "players": 3}).id
        journal._db.execute("PRAGMA wal_autocheckpoint=0")
        for first in range(0, events, step):
            told = [({"play": n}, Evidence({}, picture)) for n in range(first, first + step)]
            journal.append_all(game, told)
            if first + step == sorted_in:
                journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        for side in ("", "-wal", ".last"):
            live.with_name(live.name + side).rename(path.with_name(path.name + side))


@pytest.mark.parametrize("sorted_in", [500, 5_500])
def test_a_large_journal_is_mended_in_little_memory(tmp_path: Path, sorted_in: int) -> None:
    path, events = tmp_path / "j.db", 6_000
    fill_large(path, events, sorted_in)
    chance = random.Random(1)
    for file in (path, path.with_name("j.db-wal")):
        with file.open("r+b") as spoiled:
            for place in [20, *chance.sample(range(1, file.stat().st_size // PAGE), 12)]:
                spoiled.seek(place * PAGE)
                spoiled.write(bytes(PAGE))
    assert sum(file.stat().st_size for file in tmp_path.glob("j.db*")) > 100_000_000
    whole = whole_numbers(path, path.with_name("j.db-wal"))
    done = subprocess.run(
        [sys.executable, "-c", MEND, str(path)], capture_output=True, text=True, check=True
    )
    records, lost, megabytes = map(int, done.stdout.split())
    assert records >= len(whole) > 5_900
    assert records + lost == events
    assert megabytes < 60
