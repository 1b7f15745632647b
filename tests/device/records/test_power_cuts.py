"""The service killed without warning again and again: nothing acknowledged is lost."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from http import HTTPStatus
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from device.boxes.shelf import pack
from device.running.compose import free_port
from tests.device.tables import GAME, SET_UP
from tests.vision.boxes import SEED, profile

ROOT = Path(__file__).parents[3]
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


EVENTS, NAMES, BOXES = 0.7, 0.1, 0.1  # shares of what the player does; the rest are new codes
START_SECONDS = 60  # a busy machine
CODE = re.compile(r'class="shortcode">([^<]+)<')


class Cut(Exception):
    """The service is gone."""


class Known:
    """What one thing may be: what was acknowledged, or what was on its way when the plug went."""

    def __init__(self, *values: Any) -> None:
        self.values = list(values)

    def sent(self, value: Any) -> None:
        self.values.append(value)

    def is_now(self, value: Any) -> None:
        assert not self.values or value in self.values
        self.values = [value]


class Service:
    """One table whose plug is pulled, and a host who goes on as soon as it is back."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random = folder, random.Random(seed)
        self.port = free_port()
        (folder / "castellan.toml").write_text(SETTINGS.format(port=self.port))
        self.acknowledged: list[Any] = []
        self.resumed = self.games = 0
        self.done = Counter[str]()
        self.dealing = False  # a new game was asked for and not yet acknowledged
        self.cookies, self.joined = SimpleCookie(), False
        self.boxes = box_files(folder)
        self.box, self.name, self.code = Known(b""), Known("Ada"), Known()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "device.cli", "run"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def cut_after(self, seconds: float) -> None:
        threading.Timer(seconds, self.process.kill).start()

    def send(self, method: str, path: str, data: bytes | None = None, kind: str = "") -> bytes:
        """One request of the phone, with its cookie; what is refused is sent again later."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            cookie = "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())
            line.request(method, path, data, {"Content-Type": kind, "Cookie": cookie})
            answer = line.getresponse()
            for told in answer.headers.get_all("Set-Cookie") or ():
                self.cookies.load(told)
            if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                time.sleep(float(answer.getheader("Retry-After", "1")))
                return self.send(method, path, data, kind)
            return answer.read()
        except (OSError, http.client.HTTPException) as fault:
            raise Cut from fault
        finally:
            line.close()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        try:
            return json.loads(self.send(method, path, data, "application/json"))
        except ValueError as fault:
            raise Cut from fault

    def wait_until_up(self) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            try:
                self.send("GET", "/health/alive")
            except Cut:
                if self.process.poll() is not None:
                    raise
                time.sleep(0.02)
            else:
                return
        raise AssertionError("the service does not come up")

    def come_in(self) -> None:
        """Become host and sit down, as at the device's own screen; a restart asks it of nobody."""
        if not self.joined:
            link = (self.folder / "data" / "kiosk.url").read_text().strip()
            self.send("GET", link.removeprefix(f"http://127.0.0.1:{self.port}"))
            self.sit_down("Ada")
            self.joined = True
        if self.dealing and self.ask("GET", "/api/me") == {"host": True, "seat": None}:
            self.sit_down(self.name.values[0])  # of the new game that was on its way
        assert self.ask("GET", "/api/me") == {"host": True, "seat": 0}

    def sit_down(self, name: str) -> None:
        self.ask("POST", "/api/join", {"seat": 0, "name": name, "language": "en"})

    def events(self) -> list[Any]:
        told = self.ask("GET", "/api/state")["events"]
        return [each["event"] for each in told]

    def check_resumed(self) -> None:
        """Everything acknowledged is there; at most what was in flight came on top."""
        self.come_in()
        self.check_beside()
        kept = self.events()
        if self.dealing and not kept:
            self.acknowledged = []
        assert kept[: len(self.acknowledged)] == self.acknowledged
        assert len(kept) <= len(self.acknowledged) + 1
        self.resumed += 1
        self.dealing = False
        self.acknowledged = kept

    def check_beside(self) -> None:
        """The same for a name, the box, and the code at the table."""
        state = self.ask("GET", "/api/state")
        self.name.is_now(state["seats"][0]["name"])
        exported = self.send("GET", "/teach/box/kilt")
        self.box.is_now(exported if exported in self.boxes else b"")
        self.code.is_now(self.shown_code())

    def shown_code(self) -> str:
        page = CODE.search(self.send("GET", "/hosts").decode())
        if page is None:
            raise Cut
        return page[1]

    def play(self) -> None:
        """Do one thing; it counts once the service has said yes."""
        chance = self.random.random()
        if chance < EVENTS or self.dealing:
            self.tell()
        elif chance < EVENTS + NAMES:
            self.rename()
        elif chance < EVENTS + NAMES + BOXES:
            self.teach()
        else:
            self.code.values = []
            self.ask("POST", "/api/hosts", {"do": "new-code"})
            self.code.is_now(self.shown_code())
            self.done["code"] += 1

    def rename(self) -> None:
        name = f"Ada {self.random.randrange(1000)}"
        self.name.sent(name)
        answer = self.command(self.ask("GET", "/api/state"), "name", name=name)
        assert answer["ok"], answer
        self.name.is_now(name)
        self.done["name"] += 1

    def teach(self) -> None:
        """Put another box on the shelf."""
        box = self.random.choice([each for each in self.boxes if each != self.box.values[0]])
        self.box.sent(box)
        try:
            answer = json.loads(self.send("POST", "/teach/box", box, "application/octet-stream"))
        except ValueError as fault:
            raise Cut from fault
        assert answer["ok"], answer
        self.box.is_now(box)
        self.done["box"] += 1

    def tell(self) -> None:
        """Tell one event."""
        state = self.ask("GET", "/api/state")
        if state["score"]["winners"] is not None:
            new = {"game": "kilt", "players": 4, "options": {}}
            self.dealing = True
            self.code.values = []  # it is new with each game
            if self.command(state, "new", **new)["ok"]:
                self.acknowledged, self.games = [], self.games + 1
                self.dealing = False
                self.code.is_now(self.shown_code())
            return
        event = self.choose()
        if self.command(state, "claim", event=event).get("ok"):
            self.acknowledged = self.events_after(event)
            self.done["event"] += 1

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

    def command(self, state: Any, do: str, **fields: Any) -> Any:
        number = f"cut-{self.random.randrange(10**12):012}"
        return self.ask(
            "POST", "/api/do", {"id": number, "version": state["version"], "do": do, **fields}
        )


def box_files(folder: Path) -> list[bytes]:
    """Two boxes as files."""
    packed = []
    for seed in (SEED, SEED + 1):
        place = folder / f"box-{seed}"
        profile(seed).save(place)
        pack(place, folder / f"{seed}.castellan-box")
        packed.append((folder / f"{seed}.castellan-box").read_bytes())
        shutil.rmtree(place)
    return packed


def one_cycle(service: Service, early: bool) -> None:
    """Start, go on where it was, play until the plug is pulled."""
    service.start()
    try:
        if early:
            service.cut_after(service.random.uniform(0.1, 1.5))
        service.wait_until_up()
        service.check_resumed()
        if not early:
            if not service.acknowledged:  # or a slow machine has nothing to lose
                service.tell()
            service.cut_after(service.random.uniform(0.0, 0.6))
        while True:
            service.play()
    except Cut:
        pass
    finally:
        service.process.kill()
        service.process.wait(10)


def cut_again_and_again(folder: Path, cycles: int, seed: int) -> Service:
    service = Service(folder, seed)
    for number in range(cycles):
        one_cycle(service, early=number % 5 == 4)
    service.start()
    service.wait_until_up()
    service.check_resumed()
    mode = service.ask("GET", "/health.json")["mode"]
    left = {path.name for path in (folder / "data" / "boxes").iterdir()}
    assert left <= {"kilt", ".kilt-before", "kilt.json"}
    print(f"{service.resumed} resumed, {service.games} games ended, {dict(service.done)}")
    service.process.terminate()
    assert (service.process.wait(20), mode) == (0, "whole")
    return service


@pytest.mark.slow  # a whole service starts three times; tests/test_restart.py cuts one off too
def test_two_power_cuts_lose_nothing(tmp_path: Path) -> None:
    service = cut_again_and_again(tmp_path, 2, seed=1)
    assert service.resumed == 3
    assert service.acknowledged


@pytest.mark.slow
def test_two_hundred_power_cuts_lose_nothing(tmp_path: Path) -> None:
    service = cut_again_and_again(tmp_path, 200, seed=7)
    assert service.resumed > 150
    assert min(service.done[kind] for kind in ("event", "name", "box", "code")) > 10
    assert not list((tmp_path / "data").glob("*damaged*"))
