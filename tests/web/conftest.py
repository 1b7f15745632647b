"""A fake table behind the app, behind a test client or behind a real server."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.fake_table import FakeTable
from web.app import create_app
from web.context import WebContext
from web.limits import UNLIMITED
from web.live.hub import Hub, Stream
from web.live.serve import Server
from web.routes.api import STREAM
from web.who.tokens import hashed

FROM_PHONE = {"REMOTE_ADDR": "192.168.1.77"}
PHONES = itertools.count(1)  # so that no two send the same command id


@pytest.fixture
def table() -> FakeTable:
    return FakeTable(seed=3)


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, join_url="http://192.168.1.20:8080/join", limits=UNLIMITED)


def house_of(app: Flask) -> WebContext:
    """What stands behind the app."""
    return cast(WebContext, app.extensions["castellan"])


@pytest.fixture
def live(app: Flask) -> Iterator[str]:
    """The app of a file served for real; its address without a path."""
    with Server(app, "127.0.0.1") as server:
        house_of(app).url = f"http://127.0.0.1:{server.port}"
        yield house_of(app).url


def host_address(app: Flask, address: str) -> str:
    """An address that makes the phone that opens it host, once."""
    return f"{address}/?host={house_of(app).hosts.one_time(None)}"


@dataclass
class Listening:
    """A phone's live stream, of which a test is the server."""

    hub: Hub
    stream: Stream

    def hear(self) -> bytes:
        """What the phone is sent in the next round, if anything."""
        return b"".join(words for _, words in self.hub.round([self.stream]))

    def hang_up(self) -> None:
        """The phone is gone."""
        self.hub.close(self.stream)


class Phone:
    """One browser with its cookies, as seen from the network."""

    def __init__(self, app: Flask, **environ: str) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.gate = app.extensions["castellan"].gate
        self.environ = {**FROM_PHONE, **environ}
        self.number, self.count = next(PHONES), 0

    @property
    def base_url(self) -> str:
        """The house as a phone asks for it, also while a real server has it on another port."""
        return f"http://localhost:{self.gate.port}"

    def get(self, path: str, **headers: str):
        asked = {"environ_base": self.environ, "headers": headers, "base_url": self.base_url}
        return self.client.get(path, **asked)

    def post(self, path: str, body: object, **headers: str):
        asked = {"environ_base": self.environ, "headers": headers, "base_url": self.base_url}
        return self.client.post(path, json=body, **asked)

    @property
    def id(self) -> str:
        """What the device knows this phone by."""
        cookie = self.client.get_cookie("castellan")
        return "" if cookie is None else hashed(cookie.value)

    def scan(self) -> Phone:
        """Open the address of the code at the table."""
        assert self.get(f"/join?t={house_of(self.app).seating.token}").location == "/join"
        return self

    def be_host(self) -> Phone:
        """Open a host's one-time address."""
        assert self.get(host_address(self.app, "")).location == "/"
        return self

    def join(self, seat: int | None, name: str = "", language: str = "en"):
        if self.get("/table").status_code == 302:
            self.scan()
        return self.post("/api/join", {"seat": seat, "name": name, "language": language})

    def listen(self) -> Listening:
        """Open a live stream."""
        asked = {"environ_base": self.environ, "base_url": self.base_url}
        opened: list[Stream] = []
        answer = self.client.get("/api/live", environ_overrides={STREAM: opened}, **asked)
        assert answer.status_code == 200
        return Listening(house_of(self.app).hub, *opened)

    def state(self) -> dict:
        return self.get("/api/state").get_json()

    def do(self, command: str, **fields: object):
        self.count += 1
        name, version = f"phone-{self.number}-{self.count}", self.state()["version"]
        return self.post("/api/do", {"id": name, "version": version, "do": command, **fields})


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that has taken seat 0."""
    phone = Phone(app)
    assert phone.join(0, "Mia").status_code == 200
    return phone


@pytest.fixture
def spectator(app: Flask) -> Phone:
    phone = Phone(app)
    assert phone.join(None).status_code == 200
    return phone


@pytest.fixture
def host(app: Flask) -> Phone:
    """A phone that opened a host's address."""
    return Phone(app).be_host()


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with Server(app, "127.0.0.1") as running:
        yield running
