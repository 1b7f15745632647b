"""Pictures of games long over go by themselves; a game can be forgotten, and then it is gone."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.records import backup, forgetting
from device.records.forgetting import DAY, NoSuchGame, forget_old_pictures
from device.records.journal import Evidence, Journal
from device.records.trouble import JournalBusy
from device.running import restoring
from device.running.compose import open_house
from device.settings.settings import CameraSettings, DataSettings, Settings
from tests.device.tables import ABOUT, GAME, SET_UP

FACE = b"\xff\xd8 somebody's face " * 1000
PLAY = {"record": "play", "event": GAME.event_to_json(SET_UP), "stands": False}


def games(path: Path, *days: float) -> None:
    """A journal with a game that ended on each of these days."""
    for day in days:
        with Journal(path, now=lambda day=day: day * DAY) as journal:  # type: ignore[misc]
            game = journal.start_game({**ABOUT, "names": [f"Secret {day}"]})
            journal.append(game.id, PLAY, Evidence({"by": "camera"}, FACE))
            journal.append(game.id, {"record": "void", "target": 1}, Evidence({"by": "phone"}))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def bytes_of(folder: Path) -> bytes:
    """Everything that lies in a folder."""
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


def test_pictures_go_so_many_days_after_the_last_event_and_the_words_stay(path: Path) -> None:
    games(path, 1, 40, 60)
    with Journal(path) as journal:
        assert forget_old_pictures(journal, 3, 30, 69.9 * DAY) == 1
        assert [journal.pictures(game) for game in (1, 2, 3)] == [0, 1, 1]
        assert forget_old_pictures(journal, 3, 30, 70.1 * DAY) == 1
        assert forget_old_pictures(journal, 3, 30, 1000 * DAY) == 0
        assert [journal.pictures(game) for game in (1, 2, 3)] == [0, 0, 1]
        assert journal.evidence(1, 1) == Evidence({"by": "camera"}, None)
        assert journal.abouts(1) == {1: {"by": "camera"}, 2: {"by": "phone"}}
        assert len(journal.records(1)) == 2


def test_pictures_of_the_oldest_games_go_when_all_together_are_too_much(path: Path) -> None:
    games(path, 1, 2, 3, 4)
    size = len(FACE) / 1_000_000
    with Journal(path) as journal:
        assert journal.picture_bytes() == 4 * journal.picture_bytes(1) == 4 * len(FACE)

        def left(megabytes: float) -> list[int]:
            forget_old_pictures(journal, 4, 30, 5 * DAY, megabytes)  # type: ignore[arg-type]
            return [journal.pictures(game) for game in (1, 2, 3, 4)]

        assert left(0) == [1, 1, 1, 1]
        assert left(4 * size) == [1, 1, 1, 1]
        assert left(2.5 * size) == [0, 0, 1, 1]
        assert left(0.1 * size) == [0, 0, 0, 1], "the game on the table keeps its own"


def test_a_forgotten_picture_lies_nowhere_any_more(path: Path) -> None:
    games(path, 1)
    assert bytes_of(path.parent).count(b"somebody's face")
    with Journal(path) as journal:
        assert journal.forget_pictures([1]) == 1
        assert not bytes_of(path.parent).count(b"somebody's face")
    assert not bytes_of(path.parent).count(b"somebody's face")


@pytest.mark.parametrize(("days", "left"), [(30, 1), (100_000 // 3, 2)])
def test_a_table_forgets_old_pictures_when_it_opens(tmp_path: Path, days: int, left: int) -> None:
    data = DataSettings(tmp_path, keep_pictures=days)
    games(tmp_path / "journal.db", 1, 2)
    with open_house(Settings(camera=CameraSettings(use="none"), data=data)) as house:
        assert house.journal.pictures(1) + house.journal.pictures(2) == left
        assert house.table.stored.id == 2


def test_a_forgotten_game_lies_nowhere_any_more_and_the_others_are_whole(path: Path) -> None:
    games(path, 1, 2, 3)
    forgetting.forget_game(path, 2)
    assert not bytes_of(path.parent).count(b"Secret 2")
    with Journal(path) as journal:
        assert journal.damage is None
        assert [game.id for game in journal.games()] == [1, 3]
        assert [len(journal.records(game)) for game in (1, 2, 3)] == [2, 0, 2]
        assert journal.evidence(3, 1) == Evidence({"by": "camera"}, FACE)
        assert journal.evidence(2, 1) is None
        assert journal.news() == []
        assert journal.start_game(ABOUT).id == 4


def test_an_unknown_game_cannot_be_forgotten(path: Path) -> None:
    games(path, 1)
    with pytest.raises(NoSuchGame, match="no game 7"):
        forgetting.forget_game(path, 7)


def test_a_running_table_is_not_forgotten_under_its_feet(path: Path) -> None:
    games(path, 1)
    with Journal(path), pytest.raises(JournalBusy):
        forgetting.forget_game(path, 1)


def test_the_command_lists_games_and_forgets_one(tmp_path: Path) -> None:
    games(tmp_path / "journal.db", 1, 2)
    (tmp_path / "before-restore-x").mkdir()

    def run(*words: str) -> str:
        done = CliRunner().invoke(main, ["forget", *words, "--data", str(tmp_path)])
        assert done.exit_code == 0, done.output
        return done.output

    first, _ = run().splitlines()
    assert first.split()[:1] == ["1"]
    assert first.endswith("kilt             2 events     1 pictures  Secret 1")
    assert run("1", "--pictures") == "Forgot 1 pictures of game 1.\n"
    told = run("2").splitlines()
    assert told[0] == "Forgot game 2."
    assert "before-restore-x" in told[1]
    assert len(run().splitlines()) == 1


def test_a_backup_without_pictures_holds_none_and_all_events(tmp_path: Path) -> None:
    settings = Settings(data=DataSettings(tmp_path / "data"))
    games(settings.data.folder / "journal.db", 1, 2)
    assert backup.write(settings, tmp_path / "with.tar").events == 4
    assert backup.write(settings, tmp_path / "without.tar", pictures=False).events == 4
    assert b"somebody's face" in (tmp_path / "with.tar").read_bytes()
    assert b"somebody's face" not in (tmp_path / "without.tar").read_bytes()
    sizes = [(tmp_path / name).stat().st_size for name in ("with.tar", "without.tar")]
    assert sizes[0] - sizes[1] > 2 * len(FACE) - 8192
    with Journal(settings.data.folder / "journal.db") as journal:
        assert journal.pictures(1) == 1
    other = Settings(data=DataSettings(tmp_path / "other"))
    assert restoring.restore(other, tmp_path / "without.tar").events == 4


def test_a_temporary_backup_never_takes_the_name_of_another(tmp_path: Path) -> None:
    settings = Settings(data=DataSettings(tmp_path / "data"))
    games(settings.data.folder / "journal.db", 1)
    names = {backup.to_temporary(settings) for _ in range(3)}
    assert len(names) == 3
    assert all(name.stat().st_mode & 0o077 == 0 for name in names)
