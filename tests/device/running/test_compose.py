"""Putting a table together: profile, journal, address, and clear words when it cannot be."""

import socket
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from device.boxes.profiles import BadBox, BoxShelf
from device.boxes.shelf import Shelf
from device.following.watchers import seat_colours
from device.records.journal import Journal
from device.running import compose
from device.running.addresses import house_names, lan_address, own_addresses
from device.senses.camera_thread import CameraState
from device.senses.choose import Found
from device.senses.frame import CameraMissing
from device.senses.pictures import FolderCamera
from device.settings.settings import (
    CameraSettings,
    DataSettings,
    Settings,
    TableSettings,
    WebSettings,
)
from rules.errors import CastellanError
from rules.kilt import Colour
from rules.rights import Speaker
from rules.values import Json

KEPT: dict[str, Json] = {"books": "kept"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "pictures").mkdir()
    camera = CameraSettings(use="folder", device=str(tmp_path / "pictures"))
    web = WebSettings(host="127.0.0.1")
    return Settings(camera=camera, data=DataSettings(folder=tmp_path / "data"), web=web)


def test_game_goes_on_after_a_restart(settings: Settings) -> None:
    with compose.open_house(settings) as house:
        first = house.table.stored
    with compose.open_house(settings) as house:
        assert house.table.stored == first


def test_game_that_cannot_be_folded_makes_room_for_a_new_one(settings: Settings) -> None:
    with Journal(settings.data.folder / "journal.db") as journal:
        broken = journal.start_game(compose.agreed(settings, None))
        journal.append(broken.id, {"record": "nonsense"})
    with compose.open_house(settings) as house:
        assert house.table.stored.id == broken.id + 1


def test_second_service_on_the_same_data_is_turned_away(settings: Settings) -> None:
    with (
        compose.open_house(settings),
        pytest.raises(CastellanError, match="another castellan"),
        compose.open_house(settings),
    ):
        pass


def test_missing_profile_and_unknown_game_are_one_clear_error(settings: Settings) -> None:
    lost = replace(settings, data=replace(settings.data, profile=Path("nowhere")))
    with pytest.raises(BadBox, match="castellan teach"), compose.open_house(lost):
        pass
    odd = replace(settings, table=TableSettings(game="chess"))
    with pytest.raises(CastellanError, match="chess"), compose.open_house(odd):
        pass


def test_agreement_holds_game_rules_players_options_and_box(settings: Settings) -> None:
    table = TableSettings(players=2, names=("A", "B"), colours=(("red", "orange"), ("dark_grey",)))
    about = compose.agreed(replace(settings, table=table), None)
    assert about == {
        "game": "kilt",
        "rules": "1",
        "players": 2,
        "names": ["A", "B"],
        "colours": [["red", "orange"], ["dark_grey"]],
        "options": {},
        "box": {},
    }


def test_a_table_that_is_watched_is_told_what_eyes_see_unless_the_host_wants_it_kept(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def profile(_: Shelf, game: str) -> object:
        return SimpleNamespace(box_facts=dict) if game == "appenzell" else None

    monkeypatch.setattr(Shelf, "profile", profile)
    monkeypatch.setattr(compose, "watchers_by", lambda find: lambda *_: None)
    with compose.open_house(replace(settings, table=TableSettings(game="appenzell"))) as house:
        table, told = house.table, {"books": "told"}
        assert table.stored.about["options"] == told
        assert [table.usual(game) for game in ("appenzell", "kilt")] == [told, {}]
        for chosen, agreed in (({}, told), ({"kinds": 5}, told | {"kinds": 5}), (KEPT, KEPT)):
            table.new_game({"game": "appenzell", "players": 3, "options": chosen})
            assert table.stored.about["options"] == agreed


def test_seat_colours_are_the_games_own_and_wrong_ones_named() -> None:
    assert seat_colours("kilt", [["red"]]) == [[Colour.RED]]
    assert seat_colours("kilt", None) is None
    with pytest.raises(BadBox, match="pink"):
        seat_colours("kilt", [["pink"]])


def test_taken_port_is_told_with_another_one(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        web = replace(settings.web, port=port)
        with (
            compose.open_house(replace(settings, web=web)) as house,
            pytest.raises(compose.PortTaken, match=f"--port {port + 1}"),
        ):
            compose.serve(house, lambda line: None)


def test_qr_code_is_drawn_for_the_terminal() -> None:
    lines = compose.qr_code("http://192.0.2.7:8080/").splitlines()
    assert len(lines) > 10
    assert set("".join(lines)) <= set(" █▀▄")


def test_a_table_without_camera_is_played_by_phone(tmp_path: Path) -> None:
    settings = replace(
        Settings(), camera=CameraSettings(use="none"), data=DataSettings(folder=tmp_path)
    )
    with compose.open_house(settings) as house:
        assert compose.describe(house) == "none, because the settings ask for play by phone alone"
        assert house.sim is None
        state = house.table.snapshot(Speaker(0), "en")
        assert state["camera"]["text"] == "No camera: everything is told on the phones."


def test_a_game_goes_on_by_phone_where_its_camera_is_missing_and_takes_one_that_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged: list[FolderCamera] = []

    def look(_: CameraSettings) -> Found:
        if not plugged:
            raise CameraMissing("none is there")
        return Found("usb", "it was plugged in", plugged.pop)

    monkeypatch.setattr("device.senses.choose.look_for_camera", look)
    monkeypatch.setattr("device.senses.device_thread.RETRY_SECONDS", (0.05,))
    monkeypatch.setattr("device.senses.choose.INSTALLED", tmp_path / "no service")
    by_phone = replace(
        Settings(),
        table=TableSettings(players=2, names=("Ada", "Ben")),
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path / "data"),
    )
    with compose.open_house(by_phone) as house:
        number = house.table.stored.id
    with compose.open_house(replace(by_phone, camera=CameraSettings())) as house:
        assert (house.sim, house.table.stored.id) == (None, number)
        assert [house.table.names[seat] for seat in (0, 1)] == ["Ada", "Ben"]
        assert compose.describe(house).startswith("no camera is found (none is there)")
        house.supervisor.add(house.eyes)
        house.supervisor.start()

        def told() -> str:
            return str(house.table.snapshot(Speaker(0), "en")["camera"]["text"])

        _wait_for(lambda: told().startswith("No camera is found: tell everything"))
        (tmp_path / "pictures").mkdir()
        cv2.imwrite(str(tmp_path / "pictures" / "1.jpg"), np.full((48, 64, 3), 120, np.uint8))
        plugged.append(FolderCamera(tmp_path / "pictures"))
        _wait_for(lambda: house.table.camera.state == "ended")


def test_nothing_is_recorded_without_a_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.senses.picamera.absence", lambda: "picamera2 is not installed")
    monkeypatch.setattr("device.senses.usb.V4L", tmp_path)
    monkeypatch.setattr("device.running.compose.lived_in", lambda _: True)
    settings = replace(Settings(), data=DataSettings(folder=tmp_path / "data"))
    with compose.open_house(settings) as house, pytest.raises(CastellanError, match="no camera"):
        compose.follow(house, 0.0)


def test_what_was_learned_of_a_box_is_known_in_the_next_game(tmp_path: Path) -> None:
    shelf = BoxShelf(tmp_path / "boxes")
    assert shelf.facts("kilt") == {}
    shelf.remember("kilt", {"water": [[0, 0], [0, 1], [1, 0]]})
    assert BoxShelf(tmp_path / "boxes").facts("kilt") == {"water": [[0, 0], [0, 1], [1, 0]]}
    (tmp_path / "boxes" / "kilt.json").write_text("{half a fi")
    assert shelf.facts("kilt") == {}


def test_the_house_answers_to_its_addresses_now_and_the_names_of_the_settings() -> None:
    names = house_names(WebSettings(names=("castle.home",)))
    host = socket.gethostname().partition(".")[0]
    assert {"localhost", "127.0.0.1", "::1", "castle.home", host, f"{host}.local"} <= names
    assert lan_address() in names
    assert "0.0.0.0" not in names
    assert "192.0.2.77" in house_names(WebSettings(host="192.0.2.77"))


def test_addresses_of_all_interfaces_are_read_from_the_system(tmp_path: Path) -> None:
    routes = tmp_path / "fib_trie"
    routes.write_text(
        "Main:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 192.168.7.0\n        /24 link UNICAST\n"
        "     |-- 192.168.7.20\n        /32 host LOCAL\n     |-- 10.0.0.3\n        /32 host LOCAL\n"
        "     |-- 192.168.7.255\n        /32 link BROADCAST\n"
    )
    none = tmp_path / "none"
    assert own_addresses(routes, none) == {"192.168.7.20", "10.0.0.3", lan_address()}
    assert own_addresses(none, none) == {lan_address()}


def test_names_in_the_settings_are_made_fit_to_show(settings: Settings) -> None:
    odd = ("x" * 5000, "Zoe\u202e", "zoe", "Host")
    with compose.open_house(replace(settings, table=TableSettings(names=odd))) as house:
        seats = house.table.snapshot(Speaker(), "en")["seats"]
        names = [seat["name"] for seat in seats]  # type: ignore[union-attr,index,call-overload]
        assert names == ["x" * 20, "Zoe", "Player 3", "Player 4"]


def test_senses_switched_off_close_the_camera_and_keep_it_closed_over_a_restart(
    settings: Settings,
) -> None:
    picture = settings.data.folder.parent / "pictures" / "1.jpg"
    picture.write_bytes(cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes())
    with compose.open_house(settings) as house:
        switch(house, "off")
        house.eyes.start()
        _wait_for(lambda: house.table.camera.state == "off")
        switch(house, "on")
        _wait_for(lambda: house.table.camera.state == "ended")
        switch(house, "off")
    with compose.open_house(settings) as house:
        house.eyes.start()
        _wait_for(lambda: house.table.camera == CameraState("camera", "off"))
        assert not house.eyes.wanted()


def switch(house: compose.House, senses: str) -> None:
    version = house.table.version
    command = {"id": f"switch-{version}", "version": version, "do": "senses", "senses": senses}
    house.table.do(command, Speaker(0, True))


def _wait_for(happens: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize("options", [{"zz": 1}, {"gap-behind-front": "odd"}])
def test_a_wrong_house_rule_is_told_and_the_table_comes_up(
    tmp_path: Path, options: dict[str, Json]
) -> None:
    table, camera = TableSettings(options=options), CameraSettings(use="none")
    settings = Settings(table=table, camera=camera, data=DataSettings(tmp_path))
    with compose.open_house(settings) as house:
        assert house.table.stored.about["options"] == {}
        notices = house.table.snapshot(Speaker(0), "en")["notices"]
    assert "Played without the house rules of the settings: kilt: option" in str(notices)
    with compose.open_house(replace(settings, table=TableSettings())) as house:
        assert house.table.stored.id == 1
