"""The doctor names what is wrong and what to do about it."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from device.config import CameraSettings, DataSettings, Settings, WebSettings
from device.doctor import Finding, examine
from device.journal import Journal


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=DataSettings(folder=tmp_path), web=WebSettings(port=0))


def finding(settings: Settings, name: str) -> Finding:
    return next(each for each in examine(settings) if each.name == name)


def test_sound_machine_has_nothing_bad(settings: Settings) -> None:
    assert [each.name for each in examine(settings) if each.state == "bad"] == []


def test_missing_usb_camera_is_bad_with_advice(settings: Settings) -> None:
    absent = replace(settings, camera=CameraSettings(device="/dev/video99"))
    found = finding(absent, "camera")
    assert found.state == "bad"
    assert "castellan.toml" in found.advice


def test_broken_profile_is_bad_and_no_crash(settings: Settings, tmp_path: Path) -> None:
    data = replace(settings.data, profile=tmp_path / "nowhere")
    found = finding(replace(settings, data=data), "box")
    assert found.state == "bad"
    assert "castellan teach" in found.text


def test_journal_is_counted_even_while_in_use(settings: Settings, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append(journal.start_game({}).id, {})
        assert finding(settings, "journal").text.startswith("1 events")


def test_damaged_journal_is_bad(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"rubble" * 1000)
    found = finding(settings, "journal")
    assert (found.state, "rescues" in found.advice) == ("bad", True)


def test_taken_port_is_told_with_another_one(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        web = WebSettings(host="127.0.0.1", port=port)
        found = finding(replace(settings, web=web), "port")
    assert found.state == "hint"
    assert f"--port {port + 1}" in found.advice
