"""The service killed without warning again and again: nothing acknowledged is lost."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from device.serving import free_port
from tests.device.tables import GAME, SET_UP

ROOT = Path(__file__).parents[2]
SETTINGS = """
[table]
players = 4
[camera]
use = "none"
[web]
host = "127.0.0.1"
port = {port}
phones = 4
[data]
folder = "data"
"""


class Cut(Exception):
    """The service is gone."""


class Service:
    """One table whose plug is pulled, and a player who goes on as soon as it is back."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random = folder, random.Random(seed)
        self.port = free_port()
        (folder / "castellan.toml").write_text(SETTINGS.format(port=self.port))
        self.acknowledged: list[Any] = []
        self.resumed = self.games = 0
        self.dealing = False  # a new game was asked for and not yet acknowledged

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "device.cli", "run"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def cut_after(self, seconds: float) -> None:
        threading.Timer(seconds, lambda: os.kill(self.process.pid, signal.SIGKILL)).start()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            headers = {"Content-Type": "application/json"}
            line.request(method, path, None if body is None else json.dumps(body), headers)
            return json.loads(line.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError) as fault:
            raise Cut from fault
        finally:
            line.close()

    def wait_until_up(self) -> None:
        while True:
            try:
                self.ask("GET", "/health.json")
            except Cut:
                if self.process.poll() is not None:
                    raise
                time.sleep(0.02)
            else:
                return

    def events(self) -> list[Any]:
        told = self.ask("GET", "/api/state")["events"]
        return [each["event"] for each in told]

    def check_resumed(self) -> None:
        """Everything acknowledged is there; at most the event in flight came on top."""
        kept = self.events()
        if self.dealing and not kept:
            self.acknowledged = []
        assert kept[: len(self.acknowledged)] == self.acknowledged
        assert len(kept) <= len(self.acknowledged) + 1
        self.resumed += 1
        self.dealing = False
        self.acknowledged = kept

    def play(self) -> None:
        """Tell one event; it counts once the service has said yes."""
        state = self.ask("GET", "/api/state")
        if state["score"]["winners"] is not None:
            new = {"game": "kilt", "players": 4, "options": {}}
            self.dealing = True
            if self.command(state, "new", **new)["ok"]:
                self.acknowledged, self.games = [], self.games + 1
                self.dealing = False
            return
        event = self.choose()
        if self.command(state, "claim", event=event).get("ok"):
            self.acknowledged = self.events_after(event)

    def events_after(self, event: Any) -> list[Any]:
        self.acknowledged = [*self.acknowledged, event]
        shown = self.events()
        assert len(shown) == len(self.acknowledged)
        return shown

    def choose(self) -> Any:
        if not self.acknowledged:
            return GAME.event_to_json(SET_UP)
        choices = self.ask("GET", "/api/choices/0?for=claim")["choices"]
        return self.random.choice([each["event"] for each in choices if each["legal"] != "no"])

    def command(self, state: Any, name: str, **fields: Any) -> Any:
        number = f"cut-{self.random.randrange(10**12):012}"
        return self.ask(
            "POST", "/api/do", {"id": number, "version": state["version"], "do": name, **fields}
        )


def one_cycle(service: Service, early: bool) -> None:
    """Start, go on where it was, play until the plug is pulled."""
    service.start()
    try:
        if early:
            service.cut_after(service.random.uniform(0.1, 1.5))
        service.wait_until_up()
        service.check_resumed()
        if not early:
            service.cut_after(service.random.uniform(0.0, 0.6))
        while True:
            service.play()
    except Cut:
        pass
    finally:
        service.process.wait(10)


def cut_again_and_again(folder: Path, cycles: int, seed: int) -> Service:
    service = Service(folder, seed)
    for number in range(cycles):
        one_cycle(service, early=number % 5 == 4)
    service.start()
    service.wait_until_up()
    service.check_resumed()
    mode = service.ask("GET", "/health.json")["mode"]
    service.process.terminate()
    assert (service.process.wait(20), mode) == (0, "whole")
    return service


def test_two_power_cuts_lose_nothing(tmp_path: Path) -> None:
    service = cut_again_and_again(tmp_path, 2, seed=1)
    assert service.resumed == 3
    assert service.acknowledged


@pytest.mark.slow
def test_two_hundred_power_cuts_lose_nothing(tmp_path: Path) -> None:
    service = cut_again_and_again(tmp_path, 200, seed=7)
    assert service.resumed > 150
    assert not list((tmp_path / "data").glob("*damaged*"))
