"""Somebody else's backup is read line by line: what makes no sense stays out."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import tarfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from device import backup, serving
from device.backup import BadBackup, Restored
from device.config import CameraSettings, DataSettings, Settings
from device.framing import frame
from device.journal import Evidence, Journal
from device.serving import open_house
from rules.rights import Speaker
from tests.device.tables import ABOUT, GAME, SET_UP

SET_UP_RECORD = {"record": "play", "event": GAME.event_to_json(SET_UP), "stands": False}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(camera=CameraSettings(use="none"), data=DataSettings(tmp_path / "data"))


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A journal from elsewhere, with one good game, to be spoiled."""
    path = tmp_path / "foreign.db"
    with Journal(path) as journal:
        game = journal.start_game(ABOUT)
        journal.append(
            game.id, SET_UP_RECORD, Evidence({"by": "camera"}, b"\xff\xd8 picture"), "c1"
        )
        journal.note(game.id, {"seat": 1, "name": "Grete"})
        journal.note(game.id, {"hints": "silent"})
    return path


def packed(path: Path, pieces: dict[str, bytes], manifest: Any = None) -> Path:
    """A backup of these pieces, with right checksums."""
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in pieces.items()}
    told = {"format": 1, "made": "today", "events": 1, "pieces": sums}
    texts = {backup.MANIFEST: json.dumps(told if manifest is None else manifest).encode()}
    with tarfile.open(path, "w") as tar:
        for name, data in {**texts, **pieces}.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return path


def restored(settings: Settings, foreign: Path) -> Restored:
    return backup.restore(
        settings, packed(foreign.with_suffix(".tar"), {"journal.db": foreign.read_bytes()})
    )


def sql(path: Path, *commands: tuple[Any, ...]) -> None:
    with closing(sqlite3.connect(path)) as db:
        for command in commands:
            db.execute(*command)
        db.commit()


def put_game(path: Path, number: int, about: Any) -> None:
    line = frame("game", {"game": number, "time": 1.0, "about": about})
    sql(path, ("INSERT INTO games VALUES (?, ?)", (number, line)))


def put_note(path: Path, about: Any, game: int = 1) -> None:
    with closing(sqlite3.connect(path)) as db:
        (number,) = db.execute("SELECT max(id) + 1 FROM notes").fetchone()
    line = frame("note", {"game": game, "number": number, "about": about})
    sql(path, ("INSERT INTO notes VALUES (?, ?)", (number, line)))


def test_what_came_over_is_told(settings: Settings, foreign: Path) -> None:
    done = restored(settings, foreign)
    assert (done.games, done.events, done.skipped, done.unplayable) == (1, 1, 0, ())
    with open_house(settings) as house:
        assert house.table.names == {0: "Ada", 1: "Grete"}
        assert house.table.hint_level == "silent"
        assert len(house.table.referee.history) == 1
        assert house.journal.evidence(1, 1) == Evidence({"by": "camera"}, b"\xff\xd8 picture")


def test_a_trigger_that_swallows_events_does_not_come_over(
    settings: Settings, foreign: Path
) -> None:
    sql(
        foreign,
        ("CREATE TRIGGER t BEFORE INSERT ON records BEGIN SELECT RAISE(IGNORE); END",),
    )
    assert restored(settings, foreign).events == 1
    with open_house(settings) as house:
        command = {"id": "command-1", "version": house.table.version, "do": "undo"}
        house.table.do(command, Speaker(0, True))
        assert len(house.journal.records(house.table.stored.id)) == 2
        assert house.journal.damage is None


@pytest.mark.parametrize(
    "note",
    [
        {"name": "no seat"},
        {"seat": [0], "name": "list"},
        {"seat": {}, "name": "table"},
        {"seat": "0", "name": "text"},
        {"seat": True, "name": "true"},
        {"seat": 99, "name": "far"},
        {"seat": -1, "name": "under"},
        {"seat": 0, "name": 5},
        {"hints": "loud"},
        {"hints": ["silent"]},
    ],
)
def test_a_note_that_makes_no_sense_is_left_out_and_counted(
    settings: Settings, foreign: Path, note: Any
) -> None:
    put_note(foreign, note)
    done = restored(settings, foreign)
    assert (done.games, done.skipped) == (1, 1)
    with open_house(settings) as house:
        assert house.table.names == {0: "Ada", 1: "Grete"}


@pytest.mark.parametrize("note", [{"seat": 0, "token": "x"}, {"host": "x"}, {"remade": {}}, {}])
def test_seats_and_rights_of_another_table_are_not_taken_over(
    settings: Settings, foreign: Path, note: Any
) -> None:
    put_note(foreign, note)
    assert restored(settings, foreign).skipped == 0
    with Journal(settings.data.folder / "journal.db") as journal:
        assert note not in journal.notes(1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": None},
        {"players": "4"},
        {"players": True},
        {"players": 7},
        {"game": "chess"},
        {"game": ["kilt"]},
        {"names": 5},
        {"names": [5]},
        {"names": ["x"] * 7},
        {"options": []},
        {"box": [1]},
        {"colours": "red"},
        {"colours": [[1]]},
        {"hints": 3},
    ],
)
def test_a_game_that_cannot_be_is_left_out_with_all_that_belongs_to_it(
    settings: Settings, foreign: Path, wrong: dict[str, Any]
) -> None:
    put_game(foreign, 2, {**ABOUT, **wrong})
    line = frame(
        "record", {"game": 2, "number": 1, "time": 1, "record": SET_UP_RECORD, "command": None}
    )
    sql(foreign, ("INSERT INTO records (game, number, line) VALUES (2, 1, ?)", (line,)))
    done = restored(settings, foreign)
    assert (done.games, done.events, done.skipped) == (1, 1, 2)
    with open_house(settings) as house:
        assert house.table.stored.id == 1


def test_names_of_a_foreign_journal_are_cleaned(settings: Settings, foreign: Path) -> None:
    put_game(foreign, 2, {**ABOUT, "names": ["\udfff", None, "Be\x00n"]})
    put_note(foreign, {"seat": 0, "name": "\ud800\u202eA\n\x1b[31m" + "x" * 5000}, game=2)
    restored(settings, foreign)
    with open_house(settings) as house:
        json.dumps(house.table.snapshot(Speaker(0), "en"), ensure_ascii=False).encode()
        assert house.table.names == {0: "A [31m" + "x" * 14, 2: "Ben"}


def test_evidence_of_a_foreign_journal_says_only_what_ours_would(
    settings: Settings, foreign: Path
) -> None:
    about = json.dumps({"by": ["x"], "probability": "much", "picture": "../../etc/passwd"})
    sql(foreign, ("UPDATE evidence SET about = ?", (about,)))
    restored(settings, foreign)
    with open_house(settings) as house:
        assert house.table.abouts == {1: {}}
        house.table.snapshot(Speaker(0), "en")


@pytest.mark.parametrize("about", ["[]", "{", "[" * 100_000, "7"])
def test_evidence_that_is_none_costs_no_start(
    settings: Settings, foreign: Path, about: str
) -> None:
    sql(foreign, ("UPDATE evidence SET about = ?", (about,)))
    assert restored(settings, foreign).events == 1
    with open_house(settings) as house:
        assert house.table.abouts == {}


def test_records_no_referee_knows_are_left_out(settings: Settings, foreign: Path) -> None:
    for number, record in enumerate([{}, {"record": "play"}, {"record": "play", "event": 5}], 2):
        stored = {"game": 1, "number": number, "time": 1, "record": record, "command": None}
        sql(
            foreign,
            (
                "INSERT INTO records (game, number, line) VALUES (1, ?, ?)",
                (number, frame("record", stored)),
            ),
        )
    done = restored(settings, foreign)
    assert (done.events, done.skipped) == (1, 3)


def test_a_damaged_journal_in_a_backup_comes_over_as_far_as_it_is_whole(
    settings: Settings, foreign: Path
) -> None:
    data = foreign.read_bytes()
    foreign.write_bytes(b"\0" * 100 + data[100:])
    done = restored(settings, foreign)
    assert (done.games, done.events, done.skipped) == (1, 1, 0)
    with open_house(settings) as house:
        assert house.table.names == {0: "Ada", 1: "Grete"}


def test_a_journal_that_is_none_at_all_brings_nothing(settings: Settings, foreign: Path) -> None:
    foreign.write_bytes(b"rubble" * 5000)
    done = restored(settings, foreign)
    assert (done.games, done.events) == (0, 0)
    with open_house(settings) as house:
        assert house.table.stored.id == 1


@pytest.mark.parametrize(
    "manifest",
    [[], 5, "x", None, {"format": 1}, {"format": 1, "pieces": []}, {"format": "1", "pieces": {}}],
)
def test_a_manifest_that_is_none_is_refused(
    settings: Settings, tmp_path: Path, manifest: Any
) -> None:
    data = json.dumps(manifest).encode()
    with tarfile.open(tmp_path / "b.tar", "w") as tar:
        member = tarfile.TarInfo(backup.MANIFEST)
        member.size = len(data)
        tar.addfile(member, io.BytesIO(data))
    with pytest.raises(BadBackup):
        backup.restore(settings, tmp_path / "b.tar")


def test_a_manifest_of_endless_depth_is_refused(settings: Settings, tmp_path: Path) -> None:
    data = b"[" * 200_000
    with tarfile.open(tmp_path / "b.tar", "w") as tar:
        member = tarfile.TarInfo(backup.MANIFEST)
        member.size = len(data)
        tar.addfile(member, io.BytesIO(data))
    with pytest.raises(BadBackup, match="no whole backup"):
        backup.restore(settings, tmp_path / "b.tar")


@pytest.mark.parametrize(
    "name", ["boxes", "profile", "host.key", "journal.db/x", "boxes//x", "boxes/\n", "./boxes/x"]
)
def test_a_piece_that_lies_where_we_put_none_is_refused(
    settings: Settings, tmp_path: Path, name: str
) -> None:
    with pytest.raises(BadBackup, match="cannot be part"):
        backup.restore(settings, packed(tmp_path / "b.tar", {name: b"x"}))
    assert not (settings.data.folder / "boxes").exists()


def test_a_backup_that_unpacks_to_too_much_is_refused(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_BYTES", 15_000)
    pieces = {f"boxes/kilt/{number}.png": bytes(6000) for number in range(3)}
    with pytest.raises(BadBackup, match="too much"):
        backup.restore(settings, packed(tmp_path / "b.tar", pieces))


def test_a_packed_backup_is_refused(settings: Settings, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "b.tar.gz", "w:gz"):
        pass
    with pytest.raises(BadBackup, match="no whole backup"):
        backup.restore(settings, tmp_path / "b.tar.gz")


class CutOff(BaseException):
    """The power goes."""


@pytest.mark.parametrize("step", range(7))
def test_a_power_cut_while_restoring_leaves_one_of_the_two_journals(
    settings: Settings, foreign: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    with Journal(settings.data.folder / "journal.db") as journal:
        journal.start_game({**ABOUT, "names": ["Old"]})
    left = [step]
    real: Callable[..., Any] = Path.rename

    def cut(*arguments: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise CutOff
        return real(*arguments)

    with monkeypatch.context() as power:
        power.setattr(Path, "rename", cut)
        with suppress(CutOff):
            restored(settings, foreign)
    with open_house(settings) as house:
        assert house.table.names[0] in ("Old", "Ada")
        assert house.journal.damage is None
        assert house.journal.unexplained == []


@pytest.mark.parametrize(
    "note", [{"name": "x"}, {"seat": [], "name": "x"}, {"seat": 0, "name": None}, {"hints": 5}]
)
def test_notes_of_our_own_journal_that_make_no_sense_are_skipped_and_told(
    settings: Settings, note: Any
) -> None:
    with Journal(settings.data.folder / "journal.db") as journal:
        game = journal.start_game(serving.agreed(settings, None))
        journal.note(game.id, note)
        journal.note(game.id, {"seat": 2, "name": "Cleo"})
    with open_house(settings) as house:
        assert house.table.names[2] == "Cleo"
        told = house.table.snapshot(Speaker(0), "en")["notices"]
        assert told == ["Lines of the journal that make no sense were skipped: 1."]


@pytest.mark.parametrize(
    "wrong", [{"players": None}, {"box": {"water": 5}}, {"options": {"x": []}}]
)
def test_a_game_of_our_own_journal_that_makes_no_sense_is_told_and_a_new_one_begins(
    settings: Settings, wrong: dict[str, Any]
) -> None:
    with Journal(settings.data.folder / "journal.db") as journal:
        journal.start_game({**serving.agreed(settings, None), **wrong})
    with open_house(settings) as house:
        assert house.table.stored.id == 2
        (told,) = house.table.snapshot(Speaker(0), "en")["notices"]
        assert told == "Game 1 of the journal cannot be gone on with; a new one has begun."
