"""Fan-out of the table's state to the phones' live streams.

Every message is the whole state, so a slow phone skips what it missed and nothing queues up.
A client id has one live stream: a reconnect ends the old one, else phones that lock and unlock
would hold many before their dead connections are noticed. The old one is told that it was retired
only if another window took over: a window told so waits for its turn, where any other end has the
phone come back at once. Seats and hosts always find room: a guest's oldest stream ends for them.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rules.rights import Speaker
from web.edition import EDITION
from web.errors import TooManyPhones

HEARTBEAT_SECONDS = 5.0
RETRY = b"retry: 1500\n\n"
# The comment is for proxies; the event lets a page notice a connection that died in silence.
HEARTBEAT = b": still here\nevent: beat\ndata: {}\n\n"
RETIRED = b"event: retired\ndata: {}\n\n"
GUESTS_AN_ADDRESS = 6


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


class SentAway(Exception):
    """The phone of a stream belongs here no more."""


@dataclass(frozen=True)
class Listener:
    """Who wants a stream: one for each client; `window` tells which of the phone's windows."""

    client: str
    window: str = ""
    address: str = ""
    guest: bool = True  # neither a seat nor a host


@dataclass(eq=False)
class Stream:
    """One phone's open ear."""

    of: Listener
    viewer: Callable[[], Viewer]  # asked anew for each state, since seats change hands
    seen: str = ""  # the event id of the newest state it was given
    left: Callable[[], None] = lambda: None
    pack: Callable[[bytes], bytes] = lambda words: words  # what a browser unpacks by itself
    begun: bool = False
    ended: bool = False
    retired: bool = False  # ended because another window of the same phone took over


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
        self.cap, self.heartbeat = cap, heartbeat
        self.look_around: Callable[[], None] = lambda: None  # before each round
        self.on_news: Callable[[], None] = lambda: None  # whoever sends hears of it
        self._render = render
        self._epoch = f"{EDITION}-{secrets.token_hex(4)}"  # pages look whether they are of it
        self._tick = 0
        self._closed = False
        self._lock = threading.Lock()
        self._streams: dict[str, Stream] = {}
        self._rendered: dict[Viewer, _Cell] = {}

    def publish(self, _version: int = 0) -> None:
        """There is news for every stream."""
        with self._lock:
            self._tick += 1
        self.on_news()

    def state(self, viewer: Viewer) -> tuple[str, str]:
        """The event id and text of the newest state."""
        rendered = self._newest(viewer)
        return rendered.event_id, rendered.text

    def open(self, listener: Listener, viewer: Callable[[], Viewer], seen: str = "") -> Stream:
        """A new stream, for one who has seen so much; the client's older one, if any, ends."""
        stream = Stream(listener, viewer, seen)
        with self._lock:
            stream.ended = self._closed
            old = self._streams.get(listener.client) or self._in_the_way(listener)
            if old is not None:
                same = old.of.client == listener.client
                other_window = not listener.window or old.of.window != listener.window
                old.retired = same and other_window
                old.ended = True
                del self._streams[old.of.client]
            self._streams[listener.client] = stream
        if old is not None:
            self._forget(old)
            self.on_news()
        return stream

    def is_elsewhere(self, client: str, window: str) -> bool:
        """Whether another window of this client listens."""
        with self._lock:
            old = self._streams.get(client)
        return old is not None and old.of.window != window

    def close(self, stream: Stream) -> None:
        """Forget a stream whose phone hung up, or was told the last word."""
        stream.ended = True
        with self._lock:
            if self._streams.get(stream.of.client) is stream:
                del self._streams[stream.of.client]
        self._forget(stream)

    def close_all(self) -> None:
        """The service stops: end every stream, so that the phones ask for a new one."""
        with self._lock:
            self._closed = True
            for stream in self._streams.values():
                stream.ended = True
        self.on_news()

    def connected(self) -> frozenset[str]:
        """The clients that have an open stream."""
        with self._lock:
            return frozenset(self._streams)

    def round(self, streams: Iterable[Stream], beat: bool = False) -> list[tuple[Stream, bytes]]:
        """What each of these is to be sent now: news, a beat, or the last word of an ended one."""
        self.look_around()
        told = [(stream, self._words_for(stream, beat)) for stream in streams]
        return [
            (stream, stream.pack(words) if words else b"")
            for stream, words in told
            if words or stream.ended
        ]

    def _words_for(self, stream: Stream, beat: bool) -> bytes:
        if stream.ended:
            return RETIRED if stream.retired else b""
        try:
            newest = self._newest(stream.viewer())
        except SentAway:  # the page asks again, is refused, and goes to the door
            stream.ended = True
            return b""
        words = b"" if stream.begun else RETRY
        stream.begun = True
        if newest.event_id != stream.seen:
            stream.seen = newest.event_id
            return words + newest.message
        return words or (HEARTBEAT if beat else b"")

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

    def _in_the_way(self, listener: Listener) -> Stream | None:
        """The guest's stream that must end for this new one, if any; or the new one is refused."""
        guests = [stream for stream in self._streams.values() if stream.of.guest]
        near = [stream for stream in guests if stream.of.address == listener.address]
        if listener.guest and len(near) >= GUESTS_AN_ADDRESS:
            return near[0]
        if len(self._streams) < self.cap:
            return None
        if listener.guest or not guests:
            raise TooManyPhones(f"{self.cap} phones are connected, no more fit")
        return guests[0]

    @staticmethod
    def _forget(stream: Stream) -> None:
        """Tell, once, whoever counted this stream."""
        left, stream.left = stream.left, lambda: None
        left()
