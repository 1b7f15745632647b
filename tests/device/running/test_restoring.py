"""Somebody else's backup is read line by line: what makes no sense stays out."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import sqlite3
import tarfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli.main import main
from device.files.kept import tidy
from device.records import backup
from device.records.backup import BadBackup
from device.records.framing import frame
from device.records.journal import Evidence, Journal
from device.running import compose, restoring
from device.running.compose import open_house
from device.running.restoring import Restored
from device.settings import reading
from device.settings.settings import CameraSettings, DataSettings, Settings
from rules.rights import Speaker
from tests.device.cuts import cut_before_each_step
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
    return restoring.restore(
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
        restoring.restore(settings, tmp_path / "b.tar")


def test_a_manifest_of_endless_depth_is_refused(settings: Settings, tmp_path: Path) -> None:
    data = b"[" * 200_000
    with tarfile.open(tmp_path / "b.tar", "w") as tar:
        member = tarfile.TarInfo(backup.MANIFEST)
        member.size = len(data)
        tar.addfile(member, io.BytesIO(data))
    with pytest.raises(BadBackup, match="no whole backup"):
        restoring.restore(settings, tmp_path / "b.tar")


@pytest.mark.parametrize(
    "name", ["boxes", "profile", "host.key", "journal.db/x", "boxes//x", "boxes/\n", "./boxes/x"]
)
def test_a_piece_that_lies_where_we_put_none_is_refused(
    settings: Settings, tmp_path: Path, name: str
) -> None:
    with pytest.raises(BadBackup, match="cannot be part"):
        restoring.restore(settings, packed(tmp_path / "b.tar", {name: b"x"}))
    assert not (settings.data.folder / "boxes").exists()


def test_a_backup_that_unpacks_to_too_much_is_refused(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_BYTES", 15_000)
    pieces = {f"boxes/kilt/{number}.png": bytes(6000) for number in range(3)}
    with pytest.raises(BadBackup, match="too much"):
        restoring.restore(settings, packed(tmp_path / "b.tar", pieces))


def test_a_packed_backup_is_refused(settings: Settings, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "b.tar.gz", "w:gz"):
        pass
    with pytest.raises(BadBackup, match="no whole backup"):
        restoring.restore(settings, tmp_path / "b.tar.gz")


def table_of(folder: Path, who: str) -> Settings:
    """A table with everything a backup holds, all of it called alike."""
    file, data = folder / "castellan.toml", folder / "data"
    file.write_text(f'[table]\nnames = ["{who}"]\n[data]\nfolder = "{data}"\n')
    settings = replace(reading.load(file), camera=CameraSettings(use="none"))
    settings = replace(settings, data=replace(settings.data, profile=folder / "taught"))
    with Journal(data / "journal.db") as journal:
        game = journal.start_game({**ABOUT, "names": [who]})
        journal.append(game.id, SET_UP_RECORD, Evidence({"by": "camera"}, b"\xff\xd8 picture"))
    for box in (data / "boxes" / "kilt", folder / "taught"):
        box.mkdir(parents=True, exist_ok=True)
        for name in ("profile.json", "looks.npz"):
            (box / name).write_text(who)
    (data / "boxes" / "kilt.json").write_text(json.dumps({"who": who}))
    (data / "hosts.json").write_text(json.dumps({"hosts": [{"phone": who}]}))
    (data / "seats.json").write_text(json.dumps({"who": who}))
    return settings


def everything(settings: Settings) -> dict[str, set[str]]:
    """Who is named in each part of a table."""
    data, profile = settings.data.folder, settings.data.profile
    assert settings.file is not None
    assert profile is not None
    texts = {
        "boxes": [path.read_text() for path in (data / "boxes" / "kilt").iterdir()],
        "facts": [(data / "boxes" / "kilt.json").read_text()],
        "profile": [path.read_text() for path in profile.iterdir()],
        "hosts": [(data / "hosts.json").read_text()],
        "seats": [(data / "seats.json").read_text()],
        "settings": [settings.file.read_text()],
    }
    with Journal(data / "journal.db") as journal:
        assert journal.damage is None
        assert journal.unexplained == []
        texts["journal"] = [game.about["names"][0] for game in journal.games()]
        assert journal.evidence(1, 1) == Evidence({"by": "camera"}, b"\xff\xd8 picture")
    return {
        part: {who for who in ("OLD", "NEW") for text in told if who in text}
        for part, told in texts.items()
    }


def test_a_restore_cut_off_at_any_step_leaves_all_of_the_old_or_all_of_the_new(
    tmp_path: Path,
) -> None:
    home, before, file = tmp_path / "home", tmp_path / "before", tmp_path / "b.tar"
    home.mkdir()
    backup.write(table_of(home, "NEW"), file)
    shutil.rmtree(home)
    home.mkdir()
    settings = table_of(home, "OLD")
    home.rename(before)

    def begin() -> None:
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(before, home)

    found = []
    for _ in cut_before_each_step(begin, lambda: restoring.restore(settings, file, own=True)):
        restoring.finish(settings)
        restoring.sweep(settings.data.folder)
        tidy(home)
        now = everything(settings)
        hosts = now.pop("hosts")
        assert "OLD" in hosts, "who is host now stays so"
        assert len({frozenset(names) for names in now.values()}) == 1, now
        (who,) = {frozenset(names) for names in now.values()}
        assert hosts == {"OLD", *who}
        found.append(*who)
        left = {path.name for path in settings.data.folder.iterdir()}
        assert not [name for name in left if name.startswith((".", "restore"))]
        for aside in settings.data.folder.glob("before-restore-*"):
            assert who == {"NEW"}
            names = {"journal.db", "boxes", "profile", "hosts.json", "seats.json", "castellan.toml"}
            assert names <= {path.name for path in aside.iterdir()}
    assert found == sorted(found, reverse=True)
    assert (found[0], found[-1]) == ("OLD", "NEW")
    assert len(found) > 60, "many steps were cut"


@pytest.mark.parametrize(
    "note", [{"name": "x"}, {"seat": [], "name": "x"}, {"seat": 0, "name": None}, {"hints": 5}]
)
def test_notes_of_our_own_journal_that_make_no_sense_are_skipped_and_told(
    settings: Settings, note: Any
) -> None:
    with Journal(settings.data.folder / "journal.db") as journal:
        game = journal.start_game(compose.agreed(settings, None))
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
        journal.start_game({**compose.agreed(settings, None), **wrong})
    with open_house(settings) as house:
        assert house.table.stored.id == 2
        (told,) = house.table.snapshot(Speaker(0), "en")["notices"]
        assert told == "Game 1 of the journal cannot be gone on with; a new one has begun."


# --- settings and keys --------------------------------------------------------------------


@pytest.fixture
def moved(tmp_path: Path) -> tuple[Settings, Path]:
    """A table, and a backup of what it was like earlier."""
    home, file = tmp_path / "home", tmp_path / "b.tar"
    home.mkdir()
    backup.write(table_of(home, "NEW"), file)
    shutil.rmtree(home)
    home.mkdir()
    return table_of(home, "OLD"), file


def test_settings_and_keys_stay_unless_the_backup_is_our_own(moved: tuple[Settings, Path]) -> None:
    settings, file = moved
    restoring.restore(settings, file)
    found = everything(settings)
    assert [name for name, who in found.items() if who == {"OLD"}] == ["hosts", "seats", "settings"]
    assert found["journal"] == found["boxes"] == found["profile"] == {"NEW"}


def test_a_backup_to_give_away_holds_neither_settings_nor_keys(
    moved: tuple[Settings, Path], tmp_path: Path
) -> None:
    pieces = backup.write(moved[0], tmp_path / "friends.tar", pictures=False).pieces
    assert {name.split("/")[0] for name in pieces} == {"journal.db", "boxes", "profile"}
    assert backup.told(tmp_path / "friends.tar")[1:] == (1, False)
    assert backup.told(moved[1])[1:] == (1, True)


@pytest.mark.parametrize("spoil", ["folder", "profile", "wrong", "gone"])
def test_settings_that_would_lead_elsewhere_are_laid_beside_and_told(
    moved: tuple[Settings, Path], tmp_path: Path, spoil: str
) -> None:
    settings, file = moved
    assert settings.file is not None
    text = settings.file.read_text()
    foreign = {
        "folder": text.replace("/data", "/elsewhere"),
        "profile": text + f'profile = "{tmp_path}/none"\n',
        "wrong": text.replace("[table]", "[tabel]"),
        "gone": text,
    }[spoil]
    settings.file.write_text(foreign)
    backup.write(settings, file)
    settings.file.write_text(text)
    if spoil == "gone":
        settings = replace(settings, file=None)
    restoring.restore(settings, file, own=True)
    beside = settings.data.folder / restoring.BESIDE
    assert beside.read_text() == foreign
    assert (tmp_path / "home" / "castellan.toml").read_text() == text
    settings = replace(settings, data=replace(settings.data, profile=None))
    with open_house(settings) as house:
        assert (
            "restore.beside",
            {"file": restoring.BESIDE},
        ) in house.table.notices.for_host.values()


def test_restored_settings_may_be_read_by_whom_they_were_before(
    moved: tuple[Settings, Path],
) -> None:
    settings, file = moved
    assert settings.file is not None
    settings.file.chmod(0o644)
    restoring.restore(settings, file, own=True)
    assert "NEW" in settings.file.read_text()
    assert settings.file.stat().st_mode & 0o777 == 0o644


def test_a_box_named_in_no_settings_goes_on_the_shelf_if_its_place_is_free(
    moved: tuple[Settings, Path], tmp_path: Path
) -> None:
    settings, file = moved
    profile = settings.data.profile
    assert profile is not None
    (profile / "profile.json").write_text('{"game": "solomon"}')
    backup.write(settings, file)
    bare = replace(settings, data=DataSettings(tmp_path / "bare"))
    for _ in range(2):
        done = restoring.restore(bare, file)
        text = (tmp_path / "bare" / "boxes" / "solomon" / "profile.json").read_text()
        assert text == '{"game": "solomon"}'
    assert (done.moved_to / "boxes" / "solomon").is_dir()


def test_what_waits_takes_its_place_at_the_next_start_while_the_table_plays_on(
    moved: tuple[Settings, Path],
) -> None:
    settings, file = moved
    with Journal(settings.data.folder / "journal.db") as journal:
        for _ in range(2):
            restoring.make_ready(settings, file, own=True)
        assert restoring.finish(settings) is False
        journal.note(1, {"seat": 0, "name": "Later"})
    assert everything(settings)["journal"] == {"OLD"}
    assert restoring.finish(settings) is True
    assert restoring.finish(settings) is False
    restoring.sweep(settings.data.folder)
    assert list(settings.data.folder.glob("*restore.*")) == []
    assert everything(settings)["journal"] == {"NEW"}
    (aside,) = settings.data.folder.glob("before-restore-*")
    with Journal(aside / "journal.db") as journal:
        assert journal.notes(1) == [{"seat": 0, "name": "Later"}]


def test_remains_of_a_power_cut_are_swept_when_the_table_starts(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    for name in (".backup-x", ".restore-x", "boxes/.renewed-x", "before-restore-1"):
        (folder / name).mkdir(parents=True)
        (folder / name / "journal.db").write_text("large")
    for name in (".castellan-1-x.tar", "friday.tar", "boxes/kilt.json"):
        (folder / name).write_text("{}")
    settings = Settings(camera=CameraSettings(use="none"), data=DataSettings(folder))
    with open_house(settings):
        left = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    left -= {name for name in left if name.startswith("journal.db")}
    assert left == {"before-restore-1/journal.db", "friday.tar", "boxes/kilt.json"}


def test_the_command_asks_before_it_restores(moved: tuple[Settings, Path]) -> None:
    settings, file = moved
    assert settings.file is not None

    def run(*more: str, answers: str = "") -> Result:
        command = ["--settings", str(settings.file), "restore", str(file), *more]
        return CliRunner().invoke(main, command, input=answers)

    def names() -> set[str]:
        return {
            who for part in ("journal", "seats", "settings") for who in everything(settings)[part]
        }

    assert run(answers="n\n").exit_code == 1
    assert names() == {"OLD"}
    done = run(answers="y\nn\n")
    assert (done.exit_code, names()) == (0, {"OLD", "NEW"})
    assert "1 events, backed up" in done.output
    assert "Restored 1 events of 1 games" in done.output
    done = run("--yes", "--all")
    assert (done.exit_code, names()) == (0, {"NEW"})


def test_a_start_takes_up_what_waits_and_reads_the_settings_that_came_with_it(
    moved: tuple[Settings, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, file = moved
    started: list[Settings] = []
    monkeypatch.setattr(
        "device.running.appliance.keep_house", lambda given, *_: started.append(given)
    )
    restoring.make_ready(settings, file, own=True)
    for _ in range(2):
        done = CliRunner().invoke(main, ["--settings", str(settings.file), "run"])
        assert done.exit_code == 0, done.output
    assert [each.table.names for each in started] == [("NEW",), ("NEW",)]
    assert everything(settings)["journal"] == {"NEW"}
