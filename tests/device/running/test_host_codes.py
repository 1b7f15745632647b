"""Where a first host comes from: terminal, boot partition, kiosk; and that keys of old are gone."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.files.kept import KeptFile
from device.running import compose
from device.running.addresses import lan_address
from device.running.host_codes import (
    BootCode,
    NoCode,
    ShownCode,
    forget_old_keys,
    served_port,
    show_code,
    write_kiosk_link,
)
from device.settings.settings import CameraSettings, DataSettings, Settings, WebSettings
from tests.device.tables import SET_UP, Bench
from web.app import create_app


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def test_a_shown_code_is_taken_once_within_two_minutes(tmp_path: Path) -> None:
    clock = Clock()
    taken = ShownCode(tmp_path, clock)
    assert taken("ABCDEF") is False
    code, link = show_code(tmp_path, clock)
    kept = (tmp_path / "host-code.json").read_text()
    assert (len(code), len(link), code in kept, link in kept) == (6, 14, False, False)
    assert (tmp_path / "host-code.json").stat().st_mode & 0o777 == 0o600
    clock.now += 119
    assert (taken("ABCDEF"), taken(code), taken(link), taken(code)) == (False, True, False, False)
    code, link = show_code(tmp_path, clock)
    assert (taken(link), taken(code)) == (True, False)


@pytest.mark.parametrize("jump", [121, 86400, -1, -86400])
def test_a_shown_code_is_worth_nothing_when_its_time_is_over_or_makes_no_sense(
    tmp_path: Path, jump: int
) -> None:
    clock = Clock()
    code, link = show_code(tmp_path, clock)
    clock.now += jump
    taken = ShownCode(tmp_path, clock)
    assert (taken(code), taken(link)) == (False, False)


def test_a_newer_code_replaces_an_older_one(tmp_path: Path) -> None:
    first, second = show_code(tmp_path), show_code(tmp_path)
    taken = ShownCode(tmp_path)
    assert [taken(code) for code in (*first, *second)] == [False, False, True, False]


def test_root_gives_away_the_file_itself_and_nothing_a_link_points_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is the service's: what lies in it may be something else a moment later."""
    given: list[tuple[Any, ...]] = []
    monkeypatch.setattr("os.chown", lambda *said, **more: given.append((*said, more)))
    show_code(tmp_path)
    owner = tmp_path.stat()
    whose = owner.st_uid, owner.st_gid
    assert given == [(tmp_path / ".host-code.json.new", *whose, {"follow_symlinks": False})]


def test_a_folder_that_cannot_be_written_is_told_with_what_helps(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NoCode, match="with sudo"):
        show_code(tmp_path / "file")


def test_a_code_on_the_boot_partition_is_taken_once_for_each_text(tmp_path: Path) -> None:
    files = (tmp_path / "none.txt", tmp_path / "castellan-host.txt")
    taken = BootCode(files, tmp_path / "data")
    assert taken("MYCASTLE7") is False
    files[1].write_text("my castle 7\nsecond line\n")
    assert (taken("SECONDLINE"), taken("MYCASTLE7"), taken("MYCASTLE7")) == (False, True, False)
    assert BootCode(files, tmp_path / "data")("MYCASTLE7") is False, "also after a restart"
    files[1].write_text("another one")
    assert taken("ANOTHERONE") is True
    files[1].write_text("my castle 7")
    assert taken("MYCASTLE7") is False, "nor when another one was between"


@pytest.mark.parametrize("text", [b"", b"abc12", b"\xff\xfe", b"a" * 10_000, b"\n\nlate"])
def test_a_file_with_no_fit_code_opens_nothing(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "castellan-host.txt"
    path.write_bytes(text)
    taken = BootCode((path,), tmp_path)
    assert [taken(code) for code in ("", "ABC12", "LATE", "A" * 10_000)] == [False] * 4


def test_a_kiosks_link_is_for_its_owner_and_tells_the_port(tmp_path: Path) -> None:
    assert served_port(tmp_path) is None
    write_kiosk_link(tmp_path, WebSettings(), 8081, "CODE")
    link = tmp_path / "kiosk.url"
    assert link.read_text() == "http://127.0.0.1:8081/?host=CODE\n"
    assert link.stat().st_mode & 0o777 == 0o600
    assert served_port(tmp_path) == 8081


def test_keys_of_earlier_versions_are_removed(tmp_path: Path) -> None:
    for name in ("host.key", "cookie.key"):
        (tmp_path / name).write_text("x")
    forget_old_keys(tmp_path, tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_the_terminal_shows_code_and_address(tmp_path: Path) -> None:
    write_kiosk_link(tmp_path, WebSettings(), 8085, "CODE")
    done = CliRunner().invoke(main, ["host", "--data", str(tmp_path)])
    assert done.exit_code == 0, done.output
    code = next(line for line in done.output.splitlines() if line.startswith("Code:")).split()[1]
    link = next(line for line in done.output.splitlines() if "?host=" in line).partition("=")[2]
    assert f"Address: http://{lan_address()}:8085/?host={link}\n" in done.output
    assert (len(code), len(link)) == (6, 14)
    assert ShownCode(tmp_path)(link) is True


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path / "data"),
        web=WebSettings(host="127.0.0.1", host_code_files=(tmp_path / "boot.txt",)),
    )


def announced(house: compose.House, settings: Settings) -> tuple[Any, list[str]]:
    """What is said at a start, and the app it is said of."""
    hosts = compose.open_hosts(settings)
    app = create_app(house.table, join_url="http://192.0.2.7:8080/", hosts=hosts)
    lines: list[str] = []
    compose._announce(house, app, lines.append)
    return app, lines


def test_every_source_makes_a_phone_host(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "boot.txt").write_text("my castle 7")
    hosts = compose.open_hosts(settings)
    assert hosts.take(show_code(settings.data.folder).code, "phone a", "A") is True
    assert hosts.take("My Castle 7", "phone b", "B") is True
    assert hosts.take("My Castle 7", "phone c", "C") is False
    assert compose.open_hosts(settings).phones() == {"phone a", "phone b"}
    path = settings.data.folder / "hosts.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert {host["name"] for host in KeptFile(path).read()["hosts"]} == {"A", "B"}  # type: ignore[union-attr, index]


def test_a_person_at_a_terminal_is_shown_addresses_that_work(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compose, "somebody_watches", lambda: True)
    with compose.open_house(settings) as house:
        app, lines = announced(house, settings)
        dashboard = next(line.split()[1] for line in lines if line.startswith("Dashboard"))
        host = next(line.split()[2] for line in lines if line.startswith("Host page"))
        assert f"Code:      {app.extensions['castellan'].seating.code}" in "\n".join(lines)
        laptop = app.test_client()
        assert laptop.get(dashboard.partition(":8080")[2]).location == "/table"
        assert laptop.get("/table").status_code == 200
        assert laptop.get(host.partition(":8080")[2]).location == "/"
        assert laptop.get("/api/state").get_json()["host"] is True


def test_the_log_of_a_service_tells_no_secret(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INVOCATION_ID", "systemd")
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert compose.somebody_watches() is False
    with compose.open_house(settings) as house:
        app, lines = announced(house, settings)
    seating = app.extensions["castellan"].seating
    assert not [line for line in lines if "host=" in line or seating.token in line]
    assert not [line for line in lines if seating.code in line]


# ---- seats and the real journal --------------------------------------------------------------


def served(house: compose.House) -> Any:
    """The house's app as `serve` makes it."""
    seats = KeptFile(house.journal.path.parent / "seats.json")
    return create_app(house.table, join_url="http://x/", seats=seats).test_client()


def scan(client: Any) -> None:
    token = client.application.extensions["castellan"].seating.token
    client.get(f"/join?t={token}")


def seat_of(client: Any) -> Any:
    return client.get("/api/state").get_json().get("seat", "out")


def moved(client: Any, other: Any) -> Any:
    """The phone with its cookie, before the house as it is open now."""
    other.set_cookie("castellan", client.get_cookie("castellan").value)
    return other


def test_a_restart_of_the_device_changes_nothing(settings: Settings) -> None:
    with compose.open_house(settings) as house:
        mia = served(house)
        scan(mia)
        assert mia.post("/api/join", json={"seat": 0, "name": "Mia"}).get_json()["seat"] == 0
        path = house.journal.path.parent / "seats.json"
        assert path.stat().st_mode & 0o777 == 0o600
    with compose.open_house(settings) as house:
        assert seat_of(moved(mia, served(house))) == 0
        stranger = served(house)
        scan(stranger)
        refused = stranger.post("/api/join", json={"seat": 0}).get_json()
        assert refused["error"]["key"] == "refused.seat-taken"


def test_another_game_has_another_name_but_not_one_that_follows_on_nothing(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path)
    first = bench.table.evening()
    about = dict(bench.table.stored.about)
    bench.table.new_game(about)
    assert bench.table.evening() == first, "nothing had happened: the same people go on"
    bench.understood(SET_UP)
    bench.table.new_game(about)
    second = bench.table.evening()
    assert second != first
    bench.understood(SET_UP)
    bench.reopen()
    assert bench.table.evening() == second
    bench.journal.close()
