"""The web server: Tornado takes the connections, Flask answers in a few threads.

Whoever is too much is turned away before it costs anything: a connection by the number of those
its address holds, a request by how often its address asks and by the length it announces. Heads
and bodies have a deadline as a whole. A live stream is no thread and no queue (see `teller.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote_to_bytes

from flask import Flask, Request
from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPConnection,
    HTTPHeaders,
    HTTPMessageDelegate,
    HTTPServerConnectionDelegate,
    RequestStartLine,
    ResponseStartLine,
)
from tornado.iostream import IOStream, StreamClosedError
from werkzeug.http import parse_cookie

from rules.refused import Kind, Refused
from rules.words import LANGUAGES
from web.commands import MAX_BYTES
from web.errors import STATUS, retry_after
from web.gate import ALIVE, SECURITY_HEADERS, plain_answer
from web.limits import Buckets, Places, address_key
from web.live.clerks import Clerks
from web.live.hub import Stream
from web.live.teller import UNREAD_SECONDS, Teller
from web.routes.api import STREAM
from web.words import say

if TYPE_CHECKING:
    from web.context import WebContext

Environ = dict[str, Any]

log = logging.getLogger(__name__)

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104
HEAD_SECONDS, BODY_SECONDS, UPLOAD_SECONDS = 5.0, 10.0, 600.0
HEAD_BYTES = 16_384
BLOCK_BYTES = 262_144
SPARE_CONNECTIONS = 200
LINGER_SECONDS = 0.5  # for a phone to read why it was turned away
KEPT_FREE_BYTES = 100_000_000
DEAD_PHONE_MILLISECONDS = 30_000
CLOSE_SECONDS = 1.0
TOO_OFTEN_COSTS = 9.0  # requests that one counts for which Flask had to refuse: 3 a second go on
MOST_TURNED_AWAY = 64  # who are told why at once; others are cut off without a word
STUCK_SECONDS = 60.0


class Server:
    """Serves the app in a thread of its own; port 0 takes a free one, told by `port`."""

    def __init__(self, app: Flask, host: str = "", port: int = 0) -> None:
        self._web: WebContext = app.extensions["castellan"]
        self._sockets = _listen(host, port)
        self.port = int(self._sockets[0].getsockname()[1])
        self._web.gate.port = self.port
        self._app = app
        self._clerks, self._wording = Clerks(), Clerks(1, "teller")
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._reception: Reception | None = None

    def start(self) -> None:
        """Begin to serve in the background."""
        self._thread.start()
        self._ready.wait()

    @property
    def waiting(self) -> int:
        """Requests that no thread has taken up yet."""
        return self._clerks.waiting

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return 0 if self._reception is None else self._reception.places.taken

    def check(self, seconds: float) -> None:
        """Raise if nobody is served any more; a crowd of guests is no reason."""
        if self._loop is None:
            raise OSError("the server has not begun")
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self._loop).result(seconds)
        if self._clerks.stuck_for() > STUCK_SECONDS:
            raise OSError("no request has been answered for a minute")

    def wait(self) -> None:
        """Until it is closed, or somebody interrupts."""
        with contextlib.suppress(KeyboardInterrupt):
            self._thread.join()

    def ask(self) -> None:
        """End every stream, then the server."""
        self._web.hub.close_all()
        if self._loop is not None and self._stop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._stop.set)

    def join(self, seconds: float) -> bool:
        """Wait until it has ended; whether it has."""
        deadline = time.monotonic() + seconds
        if self._thread.is_alive():
            self._thread.join(seconds)
        ended = not self._thread.is_alive()
        for listener in self._sockets if ended else ():  # closed under it, the loop would fail
            listener.close()
        for threads in (self._clerks, self._wording):
            threads.close(max(0.0, deadline - time.monotonic()))
        return ended

    def close(self) -> None:
        """End, and wait for it."""
        self.ask()
        self.join(2 * CLOSE_SECONDS)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        teller = Teller(self._web.hub, self._wording)
        desk = Desk(self._app, self._clerks, teller)
        self._reception = Reception(desk, self._web)
        self._reception.add_sockets(self._sockets)
        telling = asyncio.create_task(teller.run())
        self._ready.set()
        await self._stop.wait()
        self._reception.stop()
        telling.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await teller.last_round()
                await self._reception.close_all_connections()

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Reception(HTTPServer):
    """Takes connections as long as there are places, and gives each request to the desk."""

    def initialize(self, desk: Desk, web: WebContext) -> None:  # type: ignore[override]
        """Tornado's way to construct."""
        self._desk = desk
        super().initialize(
            cast(HTTPServerConnectionDelegate, desk),
            idle_connection_timeout=HEAD_SECONDS,
            body_timeout=BODY_SECONDS,
            max_header_size=HEAD_BYTES,
            max_body_size=MAX_BYTES,
            chunk_size=65_536,
        )
        most = web.hub.cap + SPARE_CONNECTIONS
        # Behind a proxy all phones share one address, and the proxy does the counting.
        each = most if web.gate.has_proxy else web.limits.connections
        self.places = Places(most, web.regulars, each)
        self._leaving: set[IOStream] = set()

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:  # type: ignore[override]
        """Begin to serve a connection, or say why not: nothing of what it asks is read then."""
        key = address_key(str(address[0]))
        wait = self._desk.seconds_until(key)
        if wait:
            self._turn_away(stream, _too_often(wait))
        elif self.places.take(key):
            super().handle_stream(stream, address)
        else:
            self._turn_away(stream, Refused(Kind.BUSY, "refused.too-many-phones"))

    def _turn_away(self, stream: IOStream, refused: Refused) -> None:
        if len(self._leaving) >= MOST_TURNED_AWAY:
            stream.close()
            return
        self._leaving.add(stream)
        stream.set_close_callback(lambda: self._leaving.discard(stream))
        told = _unread_answer(refused.kind, refused.key, retry_after(refused))
        stream.write(told).add_done_callback(lambda sent: sent.exception())
        # Cut at once, the answer would be lost where the request lies unread.
        asyncio.get_running_loop().call_later(LINGER_SECONDS, stream.close)

    async def close_all_connections(self) -> None:
        """Those that were turned away too."""
        for stream in list(self._leaving):
            stream.close()
        await super().close_all_connections()

    def on_close(self, server_conn: Any) -> None:
        """A connection that had a place has ended."""
        super().on_close(server_conn)
        self.places.give_back(address_key(server_conn.context.remote_ip))


class Desk(HTTPServerConnectionDelegate):
    """Has each request answered by Flask, and hands streams on to the teller."""

    def __init__(self, app: Flask, clerks: Clerks, teller: Teller) -> None:
        self.app, self._clerks, self._teller = app, clerks, teller
        self.web: WebContext = app.extensions["castellan"]
        self._asked = Buckets(self.web.limits.requests)
        self._tasks: set[asyncio.Task[None]] = set()

    def start_request(self, server_conn: object, request_conn: HTTPConnection) -> Call:
        """A request begins to come in."""
        del server_conn
        return Call(self, request_conn)

    def seconds_until(self, key: str) -> float:
        """0 if somebody there may ask now, else how long not; behind a proxy nobody is counted."""
        return 0.0 if self.web.gate.has_proxy else self._asked.wait(key)

    def objection(self, environ: Environ) -> Refused | None:
        """Why a request is refused by its head alone."""
        if environ["PATH_INFO"] != ALIVE and not self.web.gate.has_proxy:
            wait = self._asked.take(address_key(environ["REMOTE_ADDR"]))
            if wait:
                return _too_often(wait)
        said = environ.get("CONTENT_LENGTH", "")
        length = int(said) if said.isdecimal() else 0
        if length > self.most_bytes(environ):
            return Refused(Kind.TOO_LARGE, "refused.too-large")
        if length > MAX_BYTES and not has_room(self.web.upload_folder, length):
            return Refused(Kind.BUSY, "refused.no-room")
        return None

    def most_bytes(self, environ: Environ) -> int:
        """How long the body of this request may be."""
        return self.web.most_bytes(environ["PATH_INFO"], parse_cookie(environ))

    def take(self, environ: Environ, connection: HTTPConnection) -> None:
        """A whole request is there."""
        task = asyncio.create_task(self._answer(environ, connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, environ: Environ, connection: HTTPConnection) -> None:
        streams: list[Stream] = environ.setdefault(STREAM, [])
        reply: Reply | None = None
        try:
            with contextlib.suppress(StreamClosedError):
                reply = await self._ask_flask(environ)
                if reply.start.code == STATUS[Kind.OFTEN]:
                    self._asked.charge(address_key(environ["REMOTE_ADDR"]), TOO_OFTEN_COSTS)
                for stream in streams:
                    self._let_listen(reply, connection, stream)
                if not streams:
                    await self._send(reply, connection)
        finally:
            environ["wsgi.input"].close()
            if reply is not None:
                reply.let_go()  # here and now: what waits for a clerk is dropped at the end

    async def _ask_flask(self, environ: Environ) -> Reply:
        asked: Future[Reply] = self._clerks.submit(Reply.to, self.app, environ)
        try:
            return await asyncio.wrap_future(asked)
        except asyncio.CancelledError:  # the server ends before the reply is there
            asked.add_done_callback(_throw_away)
            raise

    def _let_listen(self, reply: Reply, connection: HTTPConnection, stream: Stream) -> None:
        connection.set_close_callback(lambda: self._teller.hung_up(stream))  # type: ignore[attr-defined]
        del reply.headers["Content-Length"]
        connection.write_headers(reply.start, reply.headers)
        self._teller.add(stream, connection)

    async def _send(self, reply: Reply, connection: HTTPConnection) -> None:
        loop = asyncio.get_running_loop()
        sent = connection.write_headers(reply.start, reply.headers, reply.block)
        while not reply.whole:
            await asyncio.wait_for(sent, UNREAD_SECONDS)
            await loop.run_in_executor(self._clerks, reply.next_block)
            if reply.block:
                sent = connection.write(reply.block)
        connection.finish()


@dataclass
class Reply:
    """What Flask answers; of a long one only a block at a time is in memory."""

    start: ResponseStartLine
    headers: HTTPHeaders
    parts: Iterator[bytes]
    close: Callable[[], object] | None
    block: bytes = b""
    whole: bool = False

    @classmethod
    def to(cls, app: Flask, environ: Environ) -> Reply:
        """Ask Flask, in a thread that may wait."""
        said: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _fault: Any = None) -> Any:
            said[:] = [status, headers]
            return _no_write

        parts = app(environ, start)
        code, _, reason = str(said[0]).partition(" ")
        told = HTTPHeaders()
        for name, value in said[1]:
            told.add(name, value)
        first = ResponseStartLine("HTTP/1.1", int(code), reason)
        reply = cls(first, told, iter(parts), getattr(parts, "close", None))
        reply.next_block()
        return reply

    def let_go(self) -> None:
        """Close what the reply is read from."""
        if self.close is not None:
            self.close()

    def next_block(self) -> None:
        """Go on to the next block; an empty one may be the last."""
        found = bytearray()
        while len(found) < BLOCK_BYTES and not self.whole:
            part = next(self.parts, None)
            self.whole = part is None
            found += part or b""
        self.block = bytes(found)


class Call(HTTPMessageDelegate):
    """One request as it comes in: refused by its head, or kept until it is whole."""

    def __init__(self, desk: Desk, connection: HTTPConnection) -> None:
        self._desk, self._connection = desk, connection
        self._environ: Environ | None = None

    async def headers_received(  # type: ignore[override]
        self, start_line: RequestStartLine, headers: HTTPHeaders
    ) -> None:
        """The head is there: answer at once, or take the body."""
        environ = environ_of(start_line, headers, self._connection.context.remote_ip)  # type: ignore[attr-defined]
        refused = self._desk.objection(environ)
        if refused is not None:
            await self._refuse(environ, refused)
            return
        most = self._desk.most_bytes(environ)
        if most > MAX_BYTES:
            self._connection.set_max_body_size(most)  # type: ignore[attr-defined]
            self._connection.set_body_timeout(UPLOAD_SECONDS)  # type: ignore[attr-defined]
        place = self._desk.web.upload_folder
        folder = None if place is None else str(place)
        environ["wsgi.input"] = tempfile.SpooledTemporaryFile(MAX_BYTES, dir=folder)  # noqa: SIM115
        self._environ = environ

    def data_received(self, chunk: bytes) -> None:
        """A piece of the body."""
        if self._environ is not None:
            self._environ["wsgi.input"].write(chunk)

    def finish(self) -> None:
        """All of it is there."""
        if self._environ is not None:
            body = self._environ["wsgi.input"]
            self._environ["CONTENT_LENGTH"] = str(body.tell())
            self._environ.pop("HTTP_TRANSFER_ENCODING", None)  # it lies there as a whole
            body.seek(0)
            self._desk.take(self._environ, self._connection)

    def on_connection_close(self) -> None:
        """Gone before all of it was there."""
        if self._environ is not None:
            self._environ["wsgi.input"].close()

    async def _refuse(self, environ: Environ, refused: Refused) -> None:
        """Answer without Flask and without reading on, then cut the line."""
        asked = Request(environ)
        note = f"{asked.method} {asked.path}: {refused}"
        self._desk.web.gate.refusals.note(environ["REMOTE_ADDR"], note)
        answer = plain_answer(asked, refused)
        headers = HTTPHeaders({**SECURITY_HEADERS, **dict(answer.headers), "Connection": "close"})
        headers["Retry-After"] = str(retry_after(refused))
        first = ResponseStartLine(
            "HTTP/1.1", int(STATUS[refused.kind]), STATUS[refused.kind].phrase
        )
        with contextlib.suppress(StreamClosedError, TimeoutError):
            sent = self._connection.write_headers(first, headers, answer.get_data())
            await asyncio.wait_for(sent, LINGER_SECONDS)
            if refused.kind is Kind.TOO_LARGE:
                await asyncio.sleep(LINGER_SECONDS)  # cut at once, the answer would be lost
        self._connection.close()  # type: ignore[attr-defined]


def environ_of(start_line: RequestStartLine, headers: HTTPHeaders, address: str) -> Environ:
    """A request's head as WSGI has it; a header sent twice is both, so that no check sees one."""
    path, _, query = start_line.path.partition("?")
    environ: Environ = {
        "REQUEST_METHOD": start_line.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin1"),
        "QUERY_STRING": query,
        "REMOTE_ADDR": address,
        "SERVER_NAME": "castellan",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": start_line.version,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in headers.items():
        key = name.upper().replace("-", "_")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
    return environ


def has_room(folder: Path | None, length: int) -> bool:
    """Whether so much may be put down there, and taken apart after that."""
    free = shutil.disk_usage(folder or tempfile.gettempdir()).free
    return free - 2 * length > KEPT_FREE_BYTES


def _throw_away(asked: Future[Reply]) -> None:
    """Close a reply that nobody is there to send."""
    if not asked.cancelled() and asked.exception() is None:
        asked.result().let_go()


def _no_write(_data: bytes) -> None:
    raise RuntimeError("nothing here writes so")


def _too_often(wait: float) -> Refused:
    """An address has asked for too much."""
    return Refused(Kind.OFTEN, "refused.often", {"seconds": int(wait) + 1})


@cache
def _unread_answer(kind: Kind, key: str, seconds: int) -> bytes:
    """The whole answer, in every language, for somebody whose request was not read."""
    texts = "".join(
        f'<p lang="{language}">{say(language, key, {"seconds": seconds})}</p>'
        for language in LANGUAGES
    )
    page = f"<!doctype html><meta charset=utf-8><title>Castellan</title>{texts}".encode()
    head = (
        f"HTTP/1.1 {int(STATUS[kind])} {STATUS[kind].phrase}\r\nRetry-After: {seconds}\r\n"
        "Connection: close\r\nContent-Type: text/html; charset=utf-8\r\n"
        f"Content-Length: {len(page)}\r\n\r\n"
    )
    return head.encode() + page


def _listen(host: str, port: int) -> list[socket.socket]:
    """Listening sockets whose connections give up on phones that left without a word."""
    everywhere = host in EVERYWHERE
    family = socket.AF_INET6 if ":" in host and not everywhere else socket.AF_INET
    listeners = [socket.create_server(("" if everywhere else host, port), family=family)]
    port = listeners[0].getsockname()[1]
    if everywhere and socket.has_ipv6:
        with contextlib.suppress(OSError):  # no IPv6 here
            listeners.append(socket.create_server(("::", port), family=socket.AF_INET6))
    for listener in listeners:
        listener.listen(1024)
        listener.setblocking(False)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_PHONE_MILLISECONDS
            )
    return listeners
