"""Sends every open stream the newest state, all of them from one loop and without a thread each."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass

from tornado.httputil import HTTPConnection
from tornado.iostream import StreamClosedError

from web.live.hub import Hub, Stream

UNREAD_SECONDS = 30.0  # a phone that takes nothing for so long is gone


@dataclass(eq=False)
class _Line:
    """A stream on its way to a phone."""

    stream: Stream
    connection: HTTPConnection
    sending: bool = False  # the phone has not taken the last message yet
    missed: bool = False  # there was news meanwhile


class Teller:
    """Owns the lines; all of it runs in the server's loop, only the wording in a thread."""

    def __init__(self, hub: Hub, thread: Executor) -> None:
        self._hub, self._thread = hub, thread
        self._loop = asyncio.get_running_loop()
        self._lines: dict[Stream, _Line] = {}
        self._news = asyncio.Event()
        self._fresh: list[_Line] = []
        self._all = False
        hub.on_news = self._heard

    def add(self, stream: Stream, connection: HTTPConnection) -> None:
        """A phone listens from now on."""
        line = self._lines[stream] = _Line(stream, connection)
        self._fresh.append(line)
        self._news.set()

    def hung_up(self, stream: Stream) -> None:
        """The phone is gone."""
        self._lines.pop(stream, None)
        self._hub.close(stream)

    async def run(self) -> None:
        """Tell news as it comes, and a beat when there was none for a while."""
        while True:
            beat = False
            try:
                await asyncio.wait_for(self._news.wait(), self._hub.heartbeat)
            except TimeoutError:
                beat = True
            await self._round(beat)

    async def last_round(self) -> None:
        """Say the last word to every phone."""
        self._all = True
        await self._round(beat=False)

    def _heard(self) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._for_all)

    def _for_all(self) -> None:
        self._all = True
        self._news.set()

    async def _round(self, beat: bool) -> None:
        self._news.clear()
        everybody, self._all = self._all or beat, False
        fresh, self._fresh = self._fresh, []
        lines = list(self._lines.values()) if everybody else fresh
        for line in lines:
            line.missed = line.sending
        free = [line.stream for line in lines if not line.sending]
        if not free:
            return
        for stream, words in await self._loop.run_in_executor(
            self._thread, self._hub.round, free, beat
        ):
            line_now = self._lines.get(stream)
            if line_now is not None:
                self._say(line_now, words)

    def _say(self, line: _Line, words: bytes) -> None:
        line.sending = True
        sent = line.connection.write(words) if words else None
        if line.stream.ended:
            line.connection.finish()
            self.hung_up(line.stream)
        if sent is not None:
            late = self._loop.call_later(UNREAD_SECONDS, self._give_up, line)
            sent.add_done_callback(lambda future: self._taken(line, future, late))

    def _taken(self, line: _Line, sent: asyncio.Future[None], late: asyncio.TimerHandle) -> None:
        late.cancel()
        line.sending = False
        with suppress(StreamClosedError, asyncio.CancelledError):
            sent.result()
        if line.missed:
            line.missed = False
            self._fresh.append(line)
            self._news.set()

    def _give_up(self, line: _Line) -> None:
        line.connection.close()  # type: ignore[attr-defined]
        self.hung_up(line.stream)
