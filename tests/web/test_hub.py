"""The fan-out: full state on connect, resuming, one stream a client, the cap, slow phones."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.web.conftest import Phone
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.edition import EDITION, edition_of
from web.errors import TooManyPhones
from web.live.hub import (
    GUESTS_AN_ADDRESS,
    HEARTBEAT,
    RETIRED,
    Hub,
    Listener,
    SentAway,
    Stream,
    Viewer,
)
from web.live.serve import Server

WATCHER = Viewer(None, "en", False)
SEAT = Viewer(0, "en", False)


class Counter:
    """Renders its own count, so that a test sees how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, viewer: Viewer) -> str:
        self.asked += 1
        return f"{viewer.tag}-{self.asked}"


def event_of(message: bytes) -> dict[str, str]:
    lines = message.decode().strip().split("\n")
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("retry"))


def opened(hub: Hub, client: str, seen: str = "", window: str = "") -> Stream:
    return hub.open(Listener(client, window, f"address of {client}"), lambda: WATCHER, seen)


def told(hub: Hub, stream: Stream, beat: bool = False) -> bytes | None:
    """What this stream is sent in one round."""
    return next((words for _, words in hub.round([stream], beat)), None)


def test_a_new_stream_begins_with_the_whole_state() -> None:
    hub = Hub(Counter())
    words = told(hub, opened(hub, "a"))
    assert words.startswith(b"retry: 1500\n\nid: ")
    assert (event_of(words)["event"], event_of(words)["data"]) == ("state", "wen-1")


def test_without_news_there_is_nothing_to_say_but_a_beat() -> None:
    hub = Hub(Counter())
    stream = opened(hub, "a")
    told(hub, stream)
    assert told(hub, stream) is None
    assert told(hub, stream, beat=True) == HEARTBEAT


def test_a_phone_that_has_the_newest_state_is_not_sent_it_again() -> None:
    hub = Hub(Counter())
    seen = event_of(told(hub, opened(hub, "a")))["id"]
    again = opened(hub, "a", seen)
    assert told(hub, again) == b"retry: 1500\n\n"
    hub.publish()
    assert event_of(told(hub, again))["data"] == "wen-2"


def test_a_phone_that_missed_something_is_sent_the_newest_state_only() -> None:
    hub = Hub(Counter())
    stream = opened(hub, "a")
    told(hub, stream)
    for _ in range(5):
        hub.publish()
    assert event_of(told(hub, stream))["data"] == "wen-2"
    assert told(hub, stream) is None


def test_whoever_sends_hears_of_news() -> None:
    hub, rung = Hub(Counter()), []
    hub.on_news = lambda: rung.append(1)
    stream = opened(hub, "a")
    assert rung == []
    hub.publish()
    assert rung == [1]
    opened(hub, "a", window="another")
    assert rung == [1, 1]
    assert stream.ended


def test_the_state_of_another_seat_is_not_the_same_state() -> None:
    hub = Hub(Counter())
    assert hub.state(WATCHER)[0] != hub.state(SEAT)[0]


def test_a_restarted_server_sends_everything_anew() -> None:
    seen, hub = Hub(Counter()).state(WATCHER)[0], Hub(Counter())
    assert event_of(told(hub, opened(hub, "a", seen)))["event"] == "state"


def test_the_edition_of_the_pages_changes_with_any_of_them(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    script = tmp_path / "static" / "live.js"
    script.write_text("1")
    before = edition_of(tmp_path)
    (tmp_path / "static" / "notes.bak").write_text("no page")
    assert edition_of(tmp_path) == before
    script.write_text("2")
    assert edition_of(tmp_path) != before
    assert Hub(Counter()).state(WATCHER)[0].startswith(f"{EDITION}-")


def test_the_state_is_rendered_once_for_all_phones_that_see_the_same() -> None:
    counter = Counter()
    hub = Hub(counter)
    hub.round([opened(hub, str(name)) for name in range(50)])
    assert counter.asked == 1


def test_another_window_of_the_client_retires_its_older_stream() -> None:
    hub = Hub(Counter(), cap=1)
    old = opened(hub, "a", window="left")
    told(hub, old)
    fresh = opened(hub, "a", window="right")
    assert told(hub, old) == RETIRED
    assert event_of(told(hub, fresh))["event"] == "state"
    assert hub.connected() == {"a"}


def test_a_window_that_comes_back_is_not_told_that_another_one_took_over() -> None:
    hub = Hub(Counter())
    old = opened(hub, "a", window="left")
    again = opened(hub, "a", window="left")
    assert (old.ended, told(hub, old)) == (True, b"")
    assert event_of(told(hub, again))["event"] == "state"


def test_a_service_that_stops_ends_all_streams_and_retires_none() -> None:
    hub = Hub(Counter())
    stream = opened(hub, "a", window="left")
    hub.close_all()
    assert (stream.ended, told(hub, stream)) == (True, b"")
    assert opened(hub, "b").ended


def test_whoever_counts_streams_hears_once_that_one_has_ended() -> None:
    hub, left = Hub(Counter()), []
    stream = opened(hub, "a")
    stream.left = lambda: left.append(1)
    opened(hub, "a")
    hub.close(stream)
    assert left == [1]
    assert hub.connected() == {"a"}


def test_a_guest_beyond_the_cap_is_refused_and_a_seat_takes_the_oldest_guests_place() -> None:
    hub = Hub(Counter(), cap=2)
    first, second = opened(hub, "a"), opened(hub, "b")
    with pytest.raises(TooManyPhones):
        opened(hub, "c")
    hub.open(Listener("seat 0", guest=False), lambda: SEAT)
    hub.open(Listener("seat 1", guest=False), lambda: SEAT)
    assert (first.ended, second.ended) == (True, True)
    assert hub.connected() == {"seat 0", "seat 1"}
    with pytest.raises(TooManyPhones):
        hub.open(Listener("seat 2", guest=False), lambda: SEAT)


def test_one_address_has_only_so_many_guests_and_its_newest_count() -> None:
    hub = Hub(Counter())
    mine = [hub.open(Listener(str(name), address="1"), lambda: WATCHER) for name in range(7)]
    hub.open(Listener("seat", address="1", guest=False), lambda: SEAT)
    hub.open(Listener("other", address="2"), lambda: WATCHER)
    assert [stream.ended for stream in mine] == [True] + [False] * GUESTS_AN_ADDRESS
    assert len(hub.connected()) == GUESTS_AN_ADDRESS + 2


def test_a_freed_seat_turns_the_open_stream_into_a_spectators() -> None:
    hub, seats = Hub(Counter()), [SEAT]
    stream = hub.open(Listener("a"), lambda: seats[0])
    assert event_of(told(hub, stream))["data"] == "0en-1"
    seats[0] = WATCHER
    hub.publish()
    assert event_of(told(hub, stream))["data"] == "wen-2"


def test_the_stream_of_a_phone_that_was_sent_away_ends() -> None:
    def sent_away() -> Viewer:
        raise SentAway

    hub = Hub(Counter())
    stream = hub.open(Listener("a"), sent_away)
    assert (told(hub, stream), stream.ended) == (b"", True)


# ---- through a real server -----------------------------------------------------------------


class Ear:
    """A phone reduced to its socket."""

    def __init__(
        self,
        port: int,
        cookie: str = "",
        last: str = "",
        buffer: int = 0,
        query: str = "",
        address: str = "127.0.0.1",
    ) -> None:
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(10)
        self.socket.bind((address, 0))
        self.socket.connect(("127.0.0.1", port))
        headers = f"Host: localhost:{port}\r\nCookie: {cookie}\r\nLast-Event-ID: {last}\r\n"
        self.socket.sendall(f"GET /api/live?{query} HTTP/1.1\r\n{headers}\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.head = self.until(b"\r\n").decode()

    def until(self, end: bytes) -> bytes:
        lines = []
        while (line := self.file.readline()) not in (end, b""):
            lines.append(line)
        return b"".join(lines)

    def state(self) -> tuple[str, dict]:
        """The next state that arrives, with its id."""
        event_id = ""
        while line := self.file.readline():
            if line.startswith(b"id: "):
                event_id = line[4:].decode().strip()
            if line.startswith(b"data: ") and event_id:  # a beat has no id
                return event_id, json.loads(line[6:])
        raise ConnectionError("the stream ended")

    def ended(self) -> bool:
        return b"retired" in self.file.read()

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@pytest.fixture
def listen(server: Server) -> Iterator[object]:
    opened_ones: list[Ear] = []

    def listener(**wishes: object) -> Ear:
        opened_ones.append(Ear(server.port, **wishes))  # type: ignore[arg-type]
        return opened_ones[-1]

    yield listener
    for each in opened_ones:
        each.close()


def cookie_of(app: Flask, seat: int | None = None) -> str:
    phone = Phone(app)
    phone.join(seat)
    return f"castellan={phone.client.get_cookie('castellan').value}"


def test_changes_arrive_and_a_resumed_stream_waits_for_news(table, app, listen) -> None:
    cookie = cookie_of(app, 1)
    phone = listen(cookie=cookie)
    assert "text/event-stream" in phone.head
    event_id, state = phone.state()
    assert state["seat"] == 1
    table.play()
    event_id, changed = phone.state()
    assert changed["version"] > state["version"]
    again = listen(cookie=cookie, last=event_id, query="window=another")
    assert phone.ended()
    table.play()
    assert again.state()[1]["version"] > changed["version"]


def test_a_window_that_waits_takes_the_stream_from_no_other_one(app: Flask, listen) -> None:
    cookie = cookie_of(app)
    first = listen(cookie=cookie, query="window=left")
    first.state()
    second = listen(cookie=cookie, query="window=right&waiting=true")
    assert " 204 " in second.head
    same = listen(cookie=cookie, query="window=left&waiting=true")
    assert same.state()[1]["game"] == "kilt"


def test_a_phone_that_reads_nothing_holds_up_nobody(table: FakeTable, app: Flask, listen) -> None:
    slow = listen(cookie=cookie_of(app), buffer=4096)
    quick = listen(cookie=cookie_of(app))
    quick.state()
    for _ in range(150):
        version = table.version
        table.changed()
        while quick.state()[1]["version"] <= version:
            pass
    while slow.state()[1]["version"] < table.version:
        pass


def test_a_storm_of_reconnects_leaves_one_stream_a_phone(app: Flask, listen) -> None:
    cookies = [cookie_of(app) for _ in range(40)]
    phones = [
        listen(cookie=cookie, address=f"127.0.1.{number}")
        for _ in range(4)
        for number, cookie in enumerate(cookies)
    ]
    assert all(phone.state()[1]["game"] == "kilt" for phone in phones[-40:])
    assert len(app.extensions["castellan"].hub.connected()) == 40


def test_too_many_phones_get_503_and_when_to_try_again(table: FakeTable) -> None:
    app = create_app(table, join_url="http://x/join", open_table=True, phones=1)
    with Server(app, "127.0.0.1") as server:
        first = Ear(server.port)
        first.state()
        second = Ear(server.port)
        assert " 503 " in second.head
        assert "Retry-After: 5" in second.head
        first.close()
        second.close()


def test_a_phone_that_hung_up_is_forgotten_at_the_next_word(table: FakeTable) -> None:
    app = create_app(table, join_url="http://x/join", open_table=True, phones=1, heartbeat=0.02)
    hub = app.extensions["castellan"].hub
    with Server(app, "127.0.0.1") as server:
        phone = Ear(server.port)
        phone.state()
        phone.close()
        deadline = time.monotonic() + 5
        while hub.connected() and time.monotonic() < deadline:
            hub.publish()
        assert not hub.connected()


def timeouts_at(port: int) -> list[int]:
    """How long each connection of this process's server waits for a phone, in milliseconds."""
    found = []
    for each in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            if each.readlink().name.startswith("socket:"):
                with socket.socket(fileno=os.dup(int(each.name))) as one:
                    if one.family == socket.AF_INET and one.getsockname()[1] == port:
                        one.getpeername()  # an OSError of the one that only listens
                        found.append(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT))
    return found


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells its sockets")
def test_a_phone_that_left_without_a_word_is_given_up_after_half_a_minute(
    table: FakeTable,
) -> None:
    app = create_app(table, join_url="http://x/join", open_table=True)
    with Server(app, "127.0.0.1") as server:
        phone = Ear(server.port)
        phone.state()
        found = timeouts_at(server.port)
        phone.close()
    assert found == [30_000]


def test_closing_the_server_ends_streams_and_threads(table: FakeTable) -> None:
    before = threading.active_count()
    app = create_app(table, join_url="http://x/join", open_table=True, phones=4)
    with Server(app, "127.0.0.1") as server:
        phone = Ear(server.port)
        phone.state()
    phone.close()
    assert threading.active_count() == before
