"""The house comes up whatever is wrong with it, and says why."""

from __future__ import annotations

import json
import signal
import tarfile
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.records.journal import Journal
from device.records.trouble import JournalBusy
from device.running import appliance, compose
from device.running.safekeeping import Safekeeping
from device.settings.settings import (
    CameraSettings,
    DataSettings,
    Settings,
    TableSettings,
    WebSettings,
)
from rules.errors import CastellanError
from rules.refused import Refused
from web.live.serve import Server


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    web = WebSettings(host="127.0.0.1", port=compose.free_port(), phones=4, open=True)
    camera = CameraSettings(use="none")
    return Settings(camera=camera, data=DataSettings(folder=tmp_path / "data"), web=web)


Visit = Callable[[], Any]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Keeps a house while a visit is made, and gives back what the visit found."""
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("faulthandler.enable", lambda: None)

    def keep(settings: Settings, visit: Visit, wrong: Exception | None = None) -> Any:
        found: list[Any] = []

        monkeypatch.setattr(Server, "wait", lambda server: found.append(visit()))
        said: list[str] = []
        appliance.keep_house(settings, said.append, wrong, wait=lambda seconds: None)
        return found[0]

    return keep


def get(settings: Settings, path: str) -> Any:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{settings.web.port}{path}") as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as answer:
        return json.loads(answer.read())


def test_a_sound_house_is_whole_and_all_loops_tick(
    settings: Settings, kept: Callable[..., Any]
) -> None:
    report = kept(settings, lambda: get(settings, "/health.json"))
    assert (report["mode"], report["reason"]) == ("whole", None)
    assert set(report["loops"]) == {"web", "referee"}
    assert report["journal"]["game"] == 1


def test_wrong_settings_leave_a_table_that_is_played_by_phone(
    settings: Settings, kept: Callable[..., Any]
) -> None:
    wrong = CastellanError("castellan.toml, line 2: nonsense")
    odd = replace(settings, camera=CameraSettings(use="sim"))

    def visit() -> Any:
        return get(odd, "/health.json"), get(odd, "/api/state")

    report, state = kept(odd, visit, wrong)
    assert report["mode"] == "senses-off"
    assert report["reason"] == {"key": "safe.settings", "facts": {"fault": str(wrong)}}
    assert state["camera"]["state"] == "none"


def test_wrong_settings_go_on_with_the_last_game_whatever_they_name(
    settings: Settings, kept: Callable[..., Any]
) -> None:
    played = replace(settings, table=TableSettings(game="seven_locks", players=3))
    kept(played, lambda: None)
    state = kept(settings, lambda: get(settings, "/api/state"), CastellanError("wrong"))
    assert (state["game"], len(state["seats"])) == ("seven_locks", 3)


def test_a_broken_box_costs_the_senses_not_the_evening(
    settings: Settings, kept: Callable[..., Any], tmp_path: Path
) -> None:
    broken = replace(settings, data=replace(settings.data, profile=tmp_path / "nowhere"))
    report = kept(broken, lambda: get(broken, "/health.json"))
    assert report["mode"] == "senses-off"
    assert "castellan teach" in report["reason"]["facts"]["fault"]


def test_data_that_cannot_be_opened_leave_a_page_with_the_reason(
    settings: Settings, kept: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    lost = replace(settings, data=DataSettings(folder=tmp_path / "file" / "data"))
    report = kept(lost, lambda: get(lost, "/health.json"))
    assert report["mode"] == "bare"
    assert "Not a directory" in report["reason"]["facts"]["fault"]


def test_a_second_service_is_turned_away_not_kept_in_safe_mode(
    settings: Settings, kept: Callable[..., Any]
) -> None:
    with Journal(settings.data.folder / "journal.db"), pytest.raises(JournalBusy):
        kept(settings, lambda: None)


def test_crashes_in_a_row_lead_to_safe_mode_and_a_good_end_clears_them(
    settings: Settings,
    kept: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))

    def crash() -> None:
        raise RuntimeError("boom")

    for _ in range(3):
        with suppress(RuntimeError):
            kept(settings, crash)
    report = kept(settings, lambda: get(settings, "/health.json"))
    assert report["mode"] == "senses-off"
    assert report["reason"]["facts"] == {"count": 3, "fault": "RuntimeError: boom"}
    assert kept(settings, lambda: get(settings, "/health.json"))["mode"] == "whole"


def test_a_reset_by_the_panel_is_carried_out_at_the_next_start(
    settings: Settings, kept: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    monkeypatch.setattr("os.kill", lambda pid, number: killed.append(number))
    with compose.open_house(settings) as house:
        attendant = appliance.Attendant(settings, appliance.Starts(None), appliance.ErrorLog())
        attendant._reset(house)
        house.table.write  # noqa: B018 (the game goes on until the process has ended)
    assert killed == [signal.SIGTERM]
    (settings.data.folder / "hosts.json").write_text("{}")
    kept(settings, lambda: None)
    (aside,) = settings.data.folder.glob("before-reset-*")
    assert (aside / "journal.db").is_file()
    assert (settings.data.folder / "journal.db").is_file()
    assert (aside / "hosts.json").is_file()
    assert not (settings.data.folder / "hosts.json").exists()


def test_the_backup_holds_the_journal_that_is_played_on(settings: Settings) -> None:
    with compose.open_house(settings) as house:
        attendant = appliance.Attendant(settings, appliance.Starts(None), appliance.ErrorLog())
        attendant._follow(house)
        path = attendant.backup()
    with tarfile.open(path) as tar:
        assert tar.getnames() == ["castellan-backup.json", "journal.db"]
    assert path.name.startswith(".castellan-")


def test_a_backup_put_back_while_the_table_plays_takes_its_place_at_the_next_start(
    settings: Settings, tmp_path: Path
) -> None:
    with compose.open_house(settings) as house:
        first = house.table.stored.id
        attendant = appliance.Attendant(settings, appliance.Starts(None), appliance.ErrorLog())
        attendant._follow(house)
        file = attendant.backup().rename(tmp_path / "b.tar")
        house.table.new_game(house.table.stored.about)
        assert attendant.restore(file, own=False)["games"] == 1
        assert house.table.stored.id > first
        (tmp_path / "rubble.tar").write_bytes(b"rubble")
        with pytest.raises(Refused, match="bad-backup"):
            attendant.restore(tmp_path / "rubble.tar", own=False)
    with compose.open_house(settings) as house:
        assert [game.id for game in house.journal.games()] == [first]


def test_only_one_backup_is_made_at_once(settings: Settings, tmp_path: Path) -> None:
    with compose.open_house(settings):
        safe, wrong = Safekeeping(settings), []

        def take() -> None:
            try:
                safe.backup().unlink()
            except Refused as refused:
                wrong.append(refused.key)

        with safe._alone():
            take()
        assert wrong == ["refused.backup-runs"]
        take()
        assert wrong == ["refused.backup-runs"]
    assert list(settings.data.folder.glob(".*")) == []


def test_a_backup_that_would_fill_the_disk_is_refused(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.live.serve.KEPT_FREE_BYTES", 10**15)
    with compose.open_house(settings), pytest.raises(Refused, match="no-room"):
        Safekeeping(settings).backup()


@pytest.mark.parametrize("wanted", [True, False])
def test_a_table_is_backed_up_by_itself_if_a_place_is_named(
    settings: Settings,
    kept: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    wanted: bool,
) -> None:
    stick, looks = tmp_path / "stick", threading.Event()
    stick.mkdir()
    data = replace(settings.data, backup=stick if wanted else None)
    monkeypatch.setattr(appliance, "OFTEN", 0.01)
    monkeypatch.setattr(appliance.Automatic, "turn", lambda _: looks.set())
    kept(replace(settings, data=data), lambda: looks.wait(5 if wanted else 0.3))
    assert looks.is_set() is wanted


def test_a_held_table_lock_is_noticed(settings: Settings) -> None:
    with compose.open_house(settings) as house:
        done = threading.Event()

        def touch() -> None:
            appliance._touch(house)
            done.set()

        with house.table._lock:
            threading.Thread(target=touch, daemon=True).start()
            assert not done.wait(0.05)
        assert done.wait(5)
