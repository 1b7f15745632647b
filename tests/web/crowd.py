"""A guest who means harm: many connections from one address, and how a good phone fares meanwhile.

python -m tests.web.crowd --seconds 180
"""

from __future__ import annotations

import argparse
import http.client
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.web.fake_table import FakeTable
from web.app import create_app
from web.live.serve import Server

BAD, GOOD = "127.0.0.66", "127.0.0.7"
CONNECTIONS = 520
VERSION, END = re.compile(rb'^data: {"version":(\d+)', re.MULTILINE), b"\n\n\r\n"


def _head(port: int) -> bytes:
    return f"Host: localhost:{port}\r\n".encode()


WAYS: dict[str, Callable[[int], tuple[bytes, bytes]]] = {
    "idle": lambda port: (b"", b""),
    "head": lambda port: (b"GET / HTTP/1.1\r\n" + _head(port) + b"X-A: ", b"a"),
    "body": lambda port: (
        b"POST /api/do HTTP/1.1\r\n"
        + _head(port)
        + b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n",
        b" ",
    ),
    "stream": lambda port: (b"GET /api/live HTTP/1.1\r\n" + _head(port) + b"\r\n", b""),
}
"""For each way what is sent at once, and then again and again."""


@dataclass
class Crowd:
    """Keeps so many connections open in one way, as well as it is let."""

    port: int
    way: str
    count: int = CONNECTIONS
    address: str = BAD
    sockets: list[socket.socket] = field(default_factory=list)

    def push(self) -> None:
        """Open what is missing, and send one byte more on all others."""
        first, more = WAYS[self.way](self.port)
        alive = []
        for each in self.sockets:
            with suppress(OSError):
                if more:
                    each.send(more)
                with suppress(BlockingIOError):
                    if not each.recv(65536):
                        raise ConnectionResetError
                alive.append(each)
        for each in self.sockets:
            if each not in alive:
                each.close()
        self.sockets = alive
        while len(self.sockets) < self.count:
            try:
                each = socket.create_connection(("127.0.0.1", self.port), 2, (self.address, 0))
            except OSError:
                return
            self.sockets.append(each)
            each.setblocking(False)
            with suppress(OSError):
                each.send(first)

    @contextmanager
    def there(self) -> Iterator[None]:
        """The crowd stands before the door and does not give up."""
        gone = threading.Event()

        def stay() -> None:
            while not gone.wait(1.0):
                self.push()

        self.push()
        thread = threading.Thread(target=stay)
        thread.start()
        try:
            yield
        finally:
            gone.set()
            thread.join()
            self.leave()

    def leave(self) -> None:
        """Hang up."""
        for each in self.sockets:
            each.close()


@dataclass
class Fared:
    """What a good phone met: the slowest page and the latest news, in seconds."""

    pages: list[float] = field(default_factory=list)
    news: list[float] = field(default_factory=list)


def fare(table: FakeTable, server: Server, seconds: float) -> Fared:
    """A phone at another address asks for pages and listens all the while."""
    fared, ends = Fared(), time.monotonic() + seconds
    with _listening(server.port) as stream:
        while time.monotonic() < ends:
            began = time.monotonic()
            assert _page(server.port) == 200
            fared.pages.append(time.monotonic() - began)
            began = time.monotonic()
            table.changed()
            _hear(stream, table.version)
            fared.news.append(time.monotonic() - began)
            server.check(1.0)
            time.sleep(0.2)
    return fared


def _page(port: int) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(GOOD, 0))
    line.request("GET", "/table", headers={"Host": f"localhost:{port}"})
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), 10, (GOOD, 0)) as stream:
        stream.sendall(WAYS["stream"](port)[0])
        _hear(stream, 0)
        yield stream


def _hear(stream: socket.socket, version: int) -> None:
    """Read until a state of this version, or a newer one, is there."""
    heard = b""
    while max(map(int, VERSION.findall(heard)), default=-1) < version or heard[-4:] != END:
        block = stream.recv(65536)
        assert block, "the stream ended"
        heard += block


def main() -> None:
    """All four ways, one after the other."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=180.0)
    seconds = options.parse_args().seconds
    table = FakeTable(seed=3)
    table.play(20)
    app = create_app(table, join_url="http://x/", open_table=True)
    with Server(app) as server:
        for way in WAYS:
            crowd = Crowd(server.port, way)
            with crowd.there():
                fared = fare(table, server, seconds)
            print(
                f"{way}: {len(fared.pages)} pages, slowest {max(fared.pages) * 1000:.0f} ms; "
                f"news at most {max(fared.news) * 1000:.0f} ms late; "
                f"{threading.active_count() - 2} threads, {server.connections} connections"
            )


if __name__ == "__main__":
    main()
