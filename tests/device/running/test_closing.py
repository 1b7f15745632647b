"""A house that closes leaves nothing behind, and does so at once, whatever it was doing."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest

from device.records.journal import Journal
from device.running import compose
from device.senses.frame import Frame
from device.settings.settings import (
    CameraSettings,
    DataSettings,
    Settings,
    SimSettings,
    WebSettings,
)
from tests.session_boxes import with_box
from web.live.serve import Server

ROOT = Path(__file__).parents[3]
STOP_SECONDS = 2.0


def simulated(folder: Path, port: int) -> Settings:
    return Settings(
        camera=CameraSettings(use="sim"),
        data=DataSettings(folder=folder),
        web=WebSettings(host="127.0.0.1", port=port, phones=8, open=True),
        sim=SimSettings(pace=0.2),
    )


def left_open() -> set[str]:
    """The files and sockets this process holds, but for those of the machine itself."""
    gc.collect()
    found = set()
    for path in Path("/proc/self/fd").iterdir():
        try:
            found.add(f"{path.name} {path.readlink()}")
        except OSError:
            continue
    return found


def threads() -> set[str]:
    return {thread.name for thread in threading.enumerate()}


def load(server: Server) -> None:
    """Phones come, ask, and listen while the house closes."""
    address = f"http://127.0.0.1:{server.port}"
    for path in ("/", "/api/state"):
        urllib.request.urlopen(address + path).read()
    lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
    for line in lines:
        line.sendall(f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    assert lines[0].recv(1000).startswith(b"HTTP/1.1 200")
    threading.Thread(target=_hang_up, args=(lines,), daemon=True, name="phones").start()


def _hang_up(lines: list[socket.socket]) -> None:
    for line in lines:
        while line.recv(65_536):
            pass
        line.close()


def open_and_close(folder: Path, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr(Server, "wait", load)
    port = compose.free_port()
    settings = with_box(simulated(folder, port))
    for number in range(times):
        with compose.open_house(settings) as house:
            compose.serve(house, lambda line: None)
        if number == 0:  # what is opened once and kept is no leak
            files, names = left_open(), threads()
        assert threads_left(names) == set()
        assert len(left_open()) <= len(files), left_open() - files


def threads_left(known: set[str]) -> set[str]:
    """Those that are new and do not end within seconds."""
    until = time.monotonic() + 3
    while (new := threads() - known) and time.monotonic() < until:
        time.sleep(0.02)
    return new


def test_a_house_that_was_closed_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_and_close(tmp_path, 4, monkeypatch)


@pytest.mark.slow
def test_two_hundred_houses_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_and_close(tmp_path, 200, monkeypatch)


# ---- stopped from outside ------------------------------------------------------------------


class Evening:
    """A table in a process of its own; its eyes may take long for every picture."""

    def __init__(self, folder: Path, picture_seconds: float) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.device.running.test_closing",
                str(folder),
                str(picture_seconds),
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def until(self, word: str) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if word in line:
                return
        raise AssertionError(f"it ended without saying {word!r}")

    def stop(self) -> tuple[float, int, str]:
        """Seconds until it ended, how, and what else it said."""
        begun = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        said, _ = self._process.communicate(timeout=30)
        return time.monotonic() - begun, self._process.returncode, said


def stopped(folder: Path, picture_seconds: float) -> float:
    """Seconds the stop took; the journal must be sound and whole."""
    with_box(simulated(folder, 0))
    evening = Evening(folder, picture_seconds)
    evening.until("looking" if picture_seconds else "Serving")
    seconds, code, said = evening.stop()
    assert (code, "Good night." in said, "Traceback" in said) == (0, True, False), said
    assert not list(folder.rglob("*damaged*"))
    with Journal(folder / "sim" / "journal.db") as journal:
        assert (journal.damage, len(list(journal.games()))) == (None, 1)
    return seconds


@pytest.mark.parametrize("picture_seconds", [0.0, 20.0])
def test_a_stop_takes_no_longer_than_two_seconds(tmp_path: Path, picture_seconds: float) -> None:
    assert stopped(tmp_path, picture_seconds) < STOP_SECONDS + 1.5  # the tests share the machine


@pytest.mark.slow
def test_fifty_stops_take_no_longer_than_two_seconds(tmp_path: Path) -> None:
    taken = [stopped(tmp_path / str(number), 20.0 * (number % 2)) for number in range(50)]
    assert max(taken) < STOP_SECONDS, sorted(taken)[-5:]


def main(folder: Path, picture_seconds: float) -> None:
    with compose.open_house(simulated(folder, 0)) as house:
        see = house.eyes._see

        def seen(frame: Frame) -> object:
            if picture_seconds:
                print("looking", flush=True)
                np.linalg.norm(np.ones((500, 500)))
                time.sleep(picture_seconds)
            return see(frame)

        house.eyes._see = seen
        compose.serve(house, lambda line: print(line, flush=True))


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main(Path(sys.argv[1]), float(sys.argv[2]))
