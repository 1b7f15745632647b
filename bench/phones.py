"""How long a change at the table takes to reach 1, 50 and 200 phones, over loopback; also those
of a long game at a real table, where five of them have a seat.

The app runs in a process of its own, as in life; the phones are sockets in this one. A round is
one change; it counts as received by a phone when the last byte of the new state is there.
"""

from __future__ import annotations

import json
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rules.rights import Speaker

if TYPE_CHECKING:
    from flask import Flask

PHONES = (1, 50, 200)
ROUNDS = 30
EVENTS_PLAYED = 60
ROUND_SECONDS = 5.0
LONG = "solomon"  # the longest of its recorded games with so many seats is the long game
SEATS = 5
MARK = b'"published '
ROOT = Path(__file__).parent.parent


def measure(phones: Sequence[int] = PHONES, rounds: int = ROUNDS) -> list[dict[str, float]]:
    """One object for each number of phones, times in milliseconds."""
    return [_serve_and_measure("short", count, rounds) for count in phones]


def measure_long(phones: int = max(PHONES), rounds: int = ROUNDS) -> dict[str, float]:
    """The same for a long game with seats."""
    return _serve_and_measure("long", phones, rounds)


def _serve_and_measure(game: str, count: int, rounds: int) -> dict[str, float]:
    child = subprocess.Popen(
        [sys.executable, "-m", "bench.phones", game],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        port, *cookies = child.stdout.readline().split()
        return _measure(child, int(port), cookies, count, rounds)
    finally:
        child.communicate("quit\n", timeout=10)


@dataclass(eq=False)
class _Phone:
    """A socket that knows when it has the whole of a new state."""

    socket: socket.socket
    data: bytearray = field(default_factory=bytearray)

    def receive(self) -> float | None:
        """Read what is there; the moment of publishing once a state is complete."""
        received = self.socket.recv(262_144)
        if not received:
            raise ConnectionError("the server hung up")
        self.data += received
        end = self.data.rfind(b"\n\n")
        mark = self.data.rfind(MARK, 0, end) if end >= 0 else -1
        if mark < 0:
            return None
        published = float(self.data[mark + len(MARK) :].split(b'"', 1)[0])
        del self.data[: end + 2]
        return published


def _measure(
    child: subprocess.Popen[str], port: int, cookies: Sequence[str], count: int, rounds: int
) -> dict[str, float]:
    with selectors.DefaultSelector() as selector:
        keys = [*cookies, *[""] * count][:count]
        phones = [_connect(port, number, key) for number, key in enumerate(keys)]
        for phone in phones:
            selector.register(phone.socket, selectors.EVENT_READ, phone)
        _collect(selector, count)
        times = [_round(child, selector, count) for _ in range(rounds)]
        for phone in phones:
            phone.socket.close()
    each = [delay for delays in times for delay in delays]
    last = [max(delays) for delays in times]
    return {"phones": count, "rounds": rounds, **_summary("", each), **_summary("all_", last)}


def _connect(port: int, number: int, cookie: str) -> _Phone:
    source = (f"127.0.{1 + number // 200}.{1 + number % 200}", 0)  # a phone has its own address
    connection = socket.create_connection(("127.0.0.1", port), ROUND_SECONDS, source)
    language = ("de", "en", "fr", "it")[number % 4]
    headers = f"Host: localhost:{port}\r\nAccept-Language: {language}\r\nCookie: {cookie}"
    connection.sendall(f"GET /api/live HTTP/1.1\r\n{headers}\r\n\r\n".encode())
    return _Phone(connection)


def _round(
    child: subprocess.Popen[str], selector: selectors.BaseSelector, count: int
) -> list[float]:
    assert child.stdin is not None
    child.stdin.write("publish\n")
    child.stdin.flush()
    return _collect(selector, count)


def _collect(selector: selectors.BaseSelector, count: int) -> list[float]:
    """Milliseconds from publishing to receiving, one for each phone."""
    delays: dict[_Phone, float] = {}
    deadline = time.monotonic() + ROUND_SECONDS
    while len(delays) < count:
        ready = selector.select(max(0.0, deadline - time.monotonic()))
        if not ready:
            raise TimeoutError(f"{count - len(delays)} of {count} phones heard nothing")
        for key, _ in ready:
            published = key.data.receive()
            if published is not None:
                delays[key.data] = (time.monotonic() - published) * 1000
    return list(delays.values())


def _summary(prefix: str, values: Sequence[float]) -> Mapping[str, float]:
    ranked = sorted(values)
    p99 = ranked[min(len(ranked) - 1, int(len(ranked) * 0.99))]
    median = statistics.median(ranked)
    return {f"{prefix}p50_ms": round(median, 1), f"{prefix}p99_ms": round(p99, 1)}


def _serve(app: Flask, changed: Callable[[], object], cookies: Sequence[str] = ()) -> None:
    """The other process: a table in the middle of a game that changes when told to."""
    from device.running.memory import settle
    from web.live.serve import Server

    with Server(app, "127.0.0.1") as server:
        settle()
        print(server.port, *cookies, flush=True)
        for line in sys.stdin:
            if line.strip() == "quit":
                break
            changed()


def _short() -> None:
    from rules.values import Json
    from tests.web.fake_table import FakeTable
    from web.app import create_app

    class Clocked(FakeTable):
        published = 0.0

        def snapshot(self, speaker: Speaker, language: str) -> dict[str, Json]:
            told = super().snapshot(speaker, language)
            return {"published": f"published {self.published}", **told}

    table = Clocked(seed=1)
    table.play(EVENTS_PLAYED)
    app = create_app(table, join_url="http://x/join", open_table=True, phones=max(PHONES))

    def changed() -> None:
        table.published = time.monotonic()
        table.changed()

    _serve(app, changed)


def _long() -> None:
    """A real table: service, journal, and five phones that have a seat."""
    from device.records.journal import Journal
    from device.senses.camera_thread import CameraState
    from device.table.service import TableService
    from tests.device.table.test_choices import recorded, table_of
    from web.app import create_app

    games = [told for told in recorded(LONG) if told["players"] == SEATS]
    told = max(games, key=lambda told: len(told["events"]))
    with tempfile.TemporaryDirectory() as folder:
        table: TableService = table_of(LONG, told, Path(folder))
        app = create_app(table, join_url="http://x/join", open_table=True, phones=max(PHONES))
        cookies = [_seat(app, seat) for seat in range(SEATS)]

        def changed() -> None:
            table.note_camera(CameraState(f"published {time.monotonic()}", "ok"))

        changed()
        _serve(app, changed, cookies)
        journal: Journal = table.journal
        journal.close()


def _seat(app: Flask, seat: int) -> str:
    """Take a seat; the key by which the phone is known."""
    client = app.test_client()
    client.post("/api/join", json={"seat": seat, "name": "", "language": "de"})
    key = client.get_cookie("castellan")
    assert key is not None
    return f"castellan={key.value}"


if __name__ == "__main__":
    if sys.argv[1:] == ["short"]:
        _short()
    elif sys.argv[1:] == ["long"]:
        _long()
    else:
        print(json.dumps([*measure(), {"long": 1, **measure_long()}], indent=2))
