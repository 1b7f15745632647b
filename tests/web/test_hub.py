"""The fan-out: full state on connect, resuming, one stream a client, the cap, slow phones."""

from __future__ import annotations

import json
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
from web.hub import HEARTBEAT, Hub, Viewer
from web.serve import Server

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
    return dict(line.split(": ", 1) for line in message.decode().strip().split("\n"))


def opened(
    hub: Hub, client: str, last: str | None = None, window: str = ""
) -> tuple[object, Iterator[bytes]]:
    stream = hub.open(client, window)
    messages = hub.messages(stream, lambda: WATCHER, last)
    assert next(messages).startswith(b"retry: ")
    return stream, messages


def test_a_new_stream_begins_with_the_whole_state() -> None:
    _, messages = opened(Hub(Counter()), "a")
    first = event_of(next(messages))
    assert (first["event"], first["data"]) == ("state", "wen-1")


def test_a_phone_that_has_the_newest_state_is_not_sent_it_again() -> None:
    hub = Hub(Counter(), heartbeat=0.01)
    _, messages = opened(hub, "a")
    seen = event_of(next(messages))["id"]
    _, again = opened(hub, "a", last=seen)
    assert next(again) == HEARTBEAT
    hub.publish()
    assert event_of(next(again))["data"] == "wen-2"


def test_a_phone_that_missed_something_is_sent_the_newest_state_only() -> None:
    hub = Hub(Counter())
    _, messages = opened(hub, "a")
    seen = event_of(next(messages))["id"]
    for _ in range(5):
        hub.publish()
    _, again = opened(hub, "a", last=seen)
    assert event_of(next(again))["data"] == "wen-2"


def test_the_state_of_another_seat_is_not_the_same_state() -> None:
    hub = Hub(Counter())
    assert hub.state(WATCHER)[0] != hub.state(SEAT)[0]


def test_a_restarted_server_sends_everything_anew() -> None:
    seen = Hub(Counter()).state(WATCHER)[0]
    _, messages = opened(Hub(Counter()), "a", last=seen)
    assert event_of(next(messages))["event"] == "state"


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
    for name in range(50):
        _, messages = opened(hub, str(name))
        next(messages)
    assert counter.asked == 1


def test_another_window_of_the_client_retires_its_older_stream() -> None:
    hub = Hub(Counter(), cap=1)
    _, messages = opened(hub, "a", window="left")
    next(messages)
    _, fresh = opened(hub, "a", window="right")
    assert event_of(next(messages))["event"] == "retired"
    assert list(messages) == []
    assert event_of(next(fresh))["event"] == "state"
    assert hub.connected() == {"a"}


def test_a_window_that_comes_back_is_not_told_that_another_one_took_over() -> None:
    hub = Hub(Counter())
    _, messages = opened(hub, "a", window="left")
    next(messages)
    _, again = opened(hub, "a", window="left")
    assert list(messages) == []
    assert event_of(next(again))["event"] == "state"


def test_a_service_that_stops_ends_all_streams_and_retires_none() -> None:
    hub = Hub(Counter())
    _, messages = opened(hub, "a", window="left")
    next(messages)
    hub.close_all()
    assert list(messages) == []
    _, late = opened(hub, "b")
    assert list(late) == []
    assert hub.connected() == set()


def test_a_retired_stream_wakes_at_once_where_it_waits() -> None:
    hub = Hub(Counter(), heartbeat=60)
    _, messages = opened(hub, "a")
    next(messages)
    rest: list[bytes] = []
    waiting = threading.Thread(target=lambda: rest.extend(messages))
    waiting.start()
    hub.open("a", "another window")
    waiting.join(timeout=5)
    assert not waiting.is_alive()
    assert len(rest) == 1


def test_beyond_the_cap_new_phones_are_refused_but_old_ones_may_return() -> None:
    hub = Hub(Counter(), cap=2)
    hub.open("a")
    hub.open("b")
    with pytest.raises(TooManyPhones):
        hub.open("c")
    hub.close(hub.open("a"))
    hub.open("c")


def test_news_while_nobody_reads_are_one_message_not_many() -> None:
    hub = Hub(Counter(), heartbeat=0.01)
    stream, messages = opened(hub, "slow")
    next(messages)
    for _ in range(1000):
        hub.publish()
    assert stream.bell.qsize() == 1  # type: ignore[attr-defined]
    assert event_of(next(messages))["data"] == "wen-2"
    assert next(messages) == HEARTBEAT


def test_a_freed_seat_turns_the_open_stream_into_a_spectators() -> None:
    hub, seats = Hub(Counter()), [SEAT]
    messages = hub.messages(hub.open("a"), lambda: seats[0])
    next(messages)
    assert event_of(next(messages))["data"] == "0en-1"
    seats[0] = WATCHER
    hub.publish()
    assert event_of(next(messages))["data"] == "wen-2"


# ---- through a real server -----------------------------------------------------------------


class Listener:
    """A phone reduced to its socket."""

    def __init__(
        self, port: int, cookie: str = "", last: str = "", buffer: int = 0, query: str = ""
    ) -> None:
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(10)
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
            if line.startswith(b"data: "):
                return event_id, json.loads(line[6:])
        raise ConnectionError("the stream ended")

    def ended(self) -> bool:
        return b"retired" in self.file.read()

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@pytest.fixture
def listen(server: Server) -> Iterator[object]:
    opened_ones: list[Listener] = []

    def listener(**wishes: object) -> Listener:
        opened_ones.append(Listener(server.port, **wishes))  # type: ignore[arg-type]
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
    phones = [listen(cookie=cookie) for cookie in cookies * 4]
    assert all(phone.state()[1]["game"] == "kilt" for phone in phones[-40:])
    assert len(app.extensions["castellan"].hub.connected()) == 40


def test_too_many_phones_get_503_and_when_to_try_again(table: FakeTable) -> None:
    app = create_app(table, join_url="http://x/join", open_table=True, phones=1)
    with Server(app, "127.0.0.1") as server:
        first = Listener(server.port)
        first.state()
        second = Listener(server.port)
        assert " 503 " in second.head
        assert "Retry-After: 5" in second.head
        first.close()
        second.close()


def test_a_phone_that_hung_up_is_forgotten_at_the_next_word(table: FakeTable) -> None:
    app = create_app(table, join_url="http://x/join", open_table=True, phones=1, heartbeat=0.02)
    hub = app.extensions["castellan"].hub
    with Server(app, "127.0.0.1") as server:
        phone = Listener(server.port)
        phone.state()
        phone.close()
        deadline = time.monotonic() + 5
        while hub.connected() and time.monotonic() < deadline:
            hub.publish()
        assert not hub.connected()


def test_closing_the_server_ends_streams_and_threads(table: FakeTable) -> None:
    before = threading.active_count()
    app = create_app(table, join_url="http://x/join", open_table=True, phones=4)
    with Server(app, "127.0.0.1") as server:
        phone = Listener(server.port)
        phone.state()
    phone.close()
    assert threading.active_count() == before
