"""What systemd hears of a running table: ready, fed, hanging, stopping."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.running import appliance, compose, watchdog
from device.senses.frame import Camera, Frame
from device.settings.settings import CameraSettings, DataSettings, Settings, WebSettings
from web.live.serve import Server

ROOT = Path(__file__).parents[2]


class Manager:
    """The other end of the socket."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def hear(self, wanted: str) -> list[str]:
        """Everything up to the first message with those words."""
        heard: list[str] = []
        while True:
            heard.append(self._line.recv(4096).decode())
            if wanted in heard[-1]:
                return heard


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(address))
        line.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(address))
        yield Manager(line)


def test_a_service_tells_ready_feeds_the_watchdog_and_says_goodbye(
    manager: Manager, tmp_path: Path
) -> None:
    port = compose.free_port()
    (tmp_path / "castellan.toml").write_text(
        f'[camera]\nuse = "none"\n[web]\nhost = "127.0.0.2"\nport = {port}\nphones = 4\n'
    )
    service = subprocess.Popen(
        [sys.executable, "-m", "device.cli", "run"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert manager.hear("READY=1") == ["READY=1\nSTATUS=following the table"]
        manager.hear("WATCHDOG=1")
        service.terminate()
        manager.hear("STOPPING=1")
        assert service.wait(20) == 0
    finally:
        service.kill()
        service.wait()


class StuckCamera(Camera):
    """Gives one picture, then hangs as a dead driver does, until let go."""

    name = "stuck"

    def __init__(self, picture: Any) -> None:
        self.picture, self.shown, self.let_go = picture, False, threading.Event()

    def read(self, timeout: float = 2.0) -> Frame:
        if self.shown:
            self.let_go.wait(30)
        self.shown = True
        return Frame(0.0, self.picture)

    def close(self) -> None:
        pass


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "ROUND_SECONDS", 0.02)
    monkeypatch.setattr(appliance, "HARD_PICTURE_SECONDS", 0.4)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("faulthandler.enable", lambda: None)


def test_a_camera_that_hangs_starves_the_watchdog(
    manager: Manager, quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import numpy as np

    (tmp_path / "pictures").mkdir()
    camera = StuckCamera(np.full((48, 64, 3), 90, np.uint8))
    show: Callable[[Path], Any] = lambda path: camera  # noqa: E731
    monkeypatch.setattr("device.senses.choose.show_pictures", show)
    settings = Settings(
        camera=CameraSettings(use="folder", device=str(tmp_path / "pictures")),
        data=DataSettings(tmp_path / "data"),
        web=WebSettings(host="127.0.0.1", port=compose.free_port(), phones=4),
    )
    heard: list[str] = []

    def wait(_server: Server) -> None:
        heard.extend(manager.hear("hanging"))
        camera.let_go.set()

    monkeypatch.setattr(Server, "wait", wait)
    appliance.keep_house(settings, lambda line: None)
    assert heard[0].startswith("READY=1")
    assert heard[-1] == "STATUS=hanging: camera"
    assert set(heard[1:-1]) == {"WATCHDOG=1"}
