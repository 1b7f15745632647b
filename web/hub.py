"""Fan-out of the table's state to the phones' live streams.

Every message is the whole state, so a slow phone skips what it missed and nothing queues up.
A client id has one live stream: a reconnect ends the old one, else phones that lock and
unlock would use up the server's threads before their dead connections are noticed. The old one
is told that it was retired only if another window took over: a window told so waits for its turn,
where any other end has the phone come back at once.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from rules.rights import Speaker
from web.edition import EDITION
from web.errors import TooManyPhones

HEARTBEAT_SECONDS = 15.0
RETRY_MILLISECONDS = 1500
# The comment is for proxies; the event lets a page notice a connection that died in silence.
HEARTBEAT = b": still here\nevent: beat\ndata: {}\n\n"


@dataclass(frozen=True)
class Viewer:
    """Who looks: all phones with the same seat, language and rights are sent the same text."""

    seat: int | None
    language: str
    host: bool

    @property
    def speaker(self) -> Speaker:
        """What the table is asked for this viewer; who else is there changes no state."""
        return Speaker(self.seat, self.host)

    @property
    def tag(self) -> str:
        """Short name for event ids: a state seen from one seat is no state seen from another."""
        return f"{'w' if self.seat is None else self.seat}{self.language}{'h' if self.host else ''}"


@dataclass(eq=False)
class Stream:
    """One phone's open ear: woken when there is news, until ended."""

    client: str
    window: str = ""  # which of the phone's windows listens
    ended: bool = False
    retired: bool = False  # ended because another window of the same phone took over
    probed: bool = False
    bell: SimpleQueue[None] = field(default_factory=SimpleQueue)

    def ring(self) -> None:
        """Wake the stream; more than one ring before it wakes is one ring."""
        if self.bell.empty():
            self.bell.put(None)

    def probe(self) -> None:
        """Have the stream say a word, so that it ends if nobody listens."""
        self.probed = True
        self.ring()

    def wait(self, seconds: float) -> bool:
        """Sleep until rung; False when the time passed in silence."""
        try:
            self.bell.get(timeout=seconds)
        except Empty:
            return False
        return True


@dataclass(frozen=True)
class _Rendered:
    """The state as put into words, and into bytes, for one kind of viewer."""

    event_id: str = ""
    text: str = ""
    message: bytes = b""


@dataclass
class _Cell:
    """Where the rendered state of one tick is kept."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    tick: int = -1
    rendered: _Rendered = _Rendered()


class Hub:
    """Knows the open streams and what they must hear; no clock or socket of its own."""

    def __init__(
        self, render: Callable[[Viewer], str], cap: int = 200, heartbeat: float = HEARTBEAT_SECONDS
    ) -> None:
        self.cap = cap
        self._render = render
        self.heartbeat = heartbeat
        self._epoch = f"{EDITION}-{secrets.token_hex(4)}"  # pages look whether they are of it
        self._tick = 0
        self._closed = False
        self._lock = threading.Lock()
        self._streams: dict[str, Stream] = {}
        self._rendered: dict[Viewer, _Cell] = {}

    def publish(self, _version: int = 0) -> None:
        """Tell every stream that there is news."""
        with self._lock:
            self._tick += 1
            streams = list(self._streams.values())
        for stream in streams:
            stream.ring()

    def state(self, viewer: Viewer) -> tuple[str, str]:
        """The event id and text of the newest state."""
        rendered = self._newest(viewer)
        return rendered.event_id, rendered.text

    def _newest(self, viewer: Viewer) -> _Rendered:
        """The newest state, rendered and encoded once for each kind of viewer."""
        with self._lock:
            cell = self._rendered.setdefault(viewer, _Cell())
        with cell.lock:
            tick = self._tick  # read before rendering: the text is of this tick or newer
            if cell.tick != tick:
                text = self._render(viewer)
                event_id = f"{self._epoch}.{tick}.{viewer.tag}"
                message = f"id: {event_id}\nevent: state\ndata: {text}\n\n".encode()
                cell.rendered, cell.tick = _Rendered(event_id, text, message), tick
            return cell.rendered

    def open(self, client: str, window: str = "") -> Stream:
        """A new stream for this client; its older one, if any, ends."""
        stream = Stream(client, window)
        with self._lock:
            stream.ended = self._closed
            old = self._streams.get(client)
            full = old is None and len(self._streams) >= self.cap
            if not full:
                self._streams[client] = stream
        if full:
            self._probe()
            raise TooManyPhones(f"{self.cap} phones are connected, no more fit")
        if old is not None:
            old.retired = not window or old.window != window
            self._end(old)
        return stream

    def is_elsewhere(self, client: str, window: str) -> bool:
        """Whether another window of this client listens; one long gone ends by the next word."""
        with self._lock:
            old = self._streams.get(client)
        if old is None or old.window == window:
            return False
        old.probe()
        return True

    def close(self, stream: Stream) -> None:
        """Forget a stream that ended."""
        with self._lock:
            if self._streams.get(stream.client) is stream:
                del self._streams[stream.client]

    def close_all(self) -> None:
        """The service stops: end every stream, so that the phones ask for a new one."""
        with self._lock:
            self._closed = True
            streams = list(self._streams.values())
        for stream in streams:
            self._end(stream)

    def connected(self) -> frozenset[str]:
        """The clients that have an open stream."""
        with self._lock:
            return frozenset(self._streams)

    def messages(
        self, stream: Stream, viewer: Callable[[], Viewer], last_id: str | None = None
    ) -> Iterator[bytes]:
        """Server-sent events for one stream: the state now unless the phone has it, then news."""
        seen = last_id
        try:
            yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
            while not stream.ended:
                newest = self._newest(viewer())
                if newest.event_id != seen:
                    seen = newest.event_id
                    yield newest.message
                elif not stream.wait(self.heartbeat) or stream.probed:
                    stream.probed = False
                    yield HEARTBEAT
            if stream.retired:
                yield b"event: retired\ndata: {}\n\n"
        finally:
            self.close(stream)

    def _probe(self) -> None:
        """Have every stream say a word, so that those of phones long gone end."""
        with self._lock:
            streams = list(self._streams.values())
        for stream in streams:
            stream.probe()

    @staticmethod
    def _end(stream: Stream) -> None:
        stream.ended = True
        stream.ring()
