"""A server that can say no: whoever is too much is turned away, and good phones do not notice."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from flask import Flask, Response

from tests.web.conftest import Phone, house_of
from tests.web.crowd import BAD, GOOD, WAYS, Crowd, fare
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.limits import Buckets, Limits, Places, Regulars, address_key
from web.live.clerks import CLERKS, Clerks
from web.live.serve import Server


@pytest.fixture
def open_app(table: FakeTable) -> Flask:
    return create_app(table, join_url="http://x/", open_table=True, phones=20)


@pytest.fixture
def serving(open_app: Flask) -> Iterator[Server]:
    with Server(open_app) as running:
        yield running


def raw(server: Server, data: bytes, address: str = BAD, seconds: float = 3.0) -> bytes:
    """Everything the server answers to these bytes until it says no more."""
    with socket.create_connection(("127.0.0.1", server.port), seconds, (address, 0)) as line:
        line.sendall(data)
        heard = b""
        while block := line.recv(65536):
            heard += block
    return heard


@pytest.mark.parametrize("way", WAYS)
def test_slow_connections_hold_up_nobody(table: FakeTable, serving: Server, way: str) -> None:
    with Crowd(serving.port, way, 200).there():
        fared = fare(table, serving, 3.0)
    assert len(fared.pages) >= 3
    assert max(fared.pages) < 1.0
    assert max(fared.news) < 1.0


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_three_minutes_of_slow_connections(table: FakeTable, serving: Server, way: str) -> None:
    with Crowd(serving.port, way).there():
        fared = fare(table, serving, 180.0)
    assert max(fared.pages) < 1.0
    assert max(fared.news) < 0.2


@pytest.mark.parametrize("way", ["head", "body"])
def test_a_slow_head_or_body_has_a_deadline_as_a_whole(serving: Server, way: str) -> None:
    first, more = WAYS[way](serving.port)
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", serving.port), 5, (BAD, 0)) as line:
        line.sendall(first)
        with suppress(ConnectionError):
            while time.monotonic() - began < 15:
                line.sendall(more)
                time.sleep(0.25)
    assert 4 < time.monotonic() - began < 13


def test_what_is_announced_too_long_is_refused_before_a_byte_is_read(serving: Server) -> None:
    head = f"POST /api/do HTTP/1.1\r\nHost: localhost:{serving.port}\r\nAccept-Language: de\r\n"
    began = time.monotonic()
    heard = raw(serving, f"{head}Content-Length: 1000000000\r\n\r\n".encode())
    assert time.monotonic() - began < 1.5
    assert heard.startswith(b"HTTP/1.1 413 Request Entity Too Large\r\n")
    assert b"Das ist zu viel auf einmal." in heard
    assert b"Content-Security-Policy" in heard


def test_a_body_in_pieces_is_cut_at_the_same_length(serving: Server) -> None:
    head = f"POST /api/do HTTP/1.1\r\nHost: localhost:{serving.port}\r\n"
    piece = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
    heard = raw(serving, f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + piece * 3)
    assert heard.startswith(b"HTTP/1.1 400 ")


def test_only_a_host_may_send_a_whole_file(open_app: Flask) -> None:
    house = house_of(open_app)
    house.uploads["/teach/box"] = 1000_000
    host, guest = Phone(open_app).be_host(), Phone(open_app)
    guest.join(0)
    cookies = [{"castellan": p.client.get_cookie("castellan").value} for p in (host, guest)]
    assert [house.most_bytes("/teach/box", each) for each in cookies] == [1000_000, 65_536]
    assert house.most_bytes("/api/do", cookies[0]) == 65_536


@pytest.mark.parametrize("who", ["seat", "host"])
def test_who_belongs_here_has_a_stream_among_two_hundred_of_strangers(
    open_app: Flask, serving: Server, who: str
) -> None:
    strangers = [Crowd(serving.port, "stream", 5, f"127.0.9.{1 + n}") for n in range(40)]
    for stranger in strangers:
        stranger.push()
    phone = Phone(open_app, REMOTE_ADDR=GOOD)
    if who == "seat":
        phone.join(0)
    else:
        phone.be_host().get("/table")
    shown = {"seat": b'"seat":0', "host": b'"host":true'}[who]
    cookie = f"Cookie: castellan={phone.client.get_cookie('castellan').value}\r\n\r\n".encode()
    asked = WAYS["stream"](serving.port)[0].removesuffix(b"\r\n") + cookie
    with socket.create_connection(("127.0.0.1", serving.port), 5, (GOOD, 0)) as line:
        line.sendall(asked)
        heard = b""
        while shown not in heard:
            block = line.recv(65536)
            assert block, heard
            heard += block
        assert len(house_of(open_app).hub.connected()) == 20
    for stranger in strangers:
        stranger.leave()


def test_a_page_there_is_not_has_no_stream(open_app: Flask) -> None:
    phone = Phone(open_app)
    phone.join(0)
    answer = phone.get("/api/live?page=cellar")
    assert (answer.status_code, answer.get_json()["error"]["key"]) == (400, "refused.field")


def test_who_finds_no_place_reads_why_and_when_to_come_back(table: FakeTable) -> None:
    limits = Limits(connections=2)
    app = create_app(table, join_url="http://x/", open_table=True, limits=limits)
    with Server(app, "127.0.0.1") as server:
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(2)]
        asked = f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode()
        heard = raw(server, asked, "127.0.0.1").decode()
        assert heard.startswith("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n")
        assert '<p lang="de">Es sind schon zu viele Handys verbunden.' in heard
        assert raw(server, asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")).startswith(
            b"HTTP/1.1 200"
        )
        for line in held:
            line.close()


def test_a_reply_that_is_ready_after_the_end_is_closed(open_app: Flask) -> None:
    asked, let_on, closed = threading.Event(), threading.Event(), threading.Event()

    @open_app.get("/slow")
    def slow() -> Response:
        asked.set()
        assert let_on.wait(10)
        reply = Response("late")
        reply.call_on_close(closed.set)
        return reply

    with Server(open_app) as server:
        line = socket.create_connection(("127.0.0.1", server.port), 5)
        line.sendall(f"GET /slow HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
        assert asked.wait(10)
        server.ask()
        assert server.join(2)
        let_on.set()
        assert closed.wait(10)
    line.close()


def test_a_reply_is_closed_while_every_clerk_is_busy(open_app: Flask) -> None:
    asked, let_on, closed, end = (threading.Event() for _ in range(4))

    @open_app.get("/short")
    def short() -> Response:
        asked.set()
        assert let_on.wait(10)
        reply = Response("short")
        reply.call_on_close(closed.set)
        return reply

    @open_app.get("/long")
    def long() -> str:
        assert end.wait(10)
        return "long"

    with Server(open_app) as server:
        lines = []

        def ask(path: str) -> None:
            lines.append(socket.create_connection(("127.0.0.1", server.port), 5))
            head = f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
            lines[-1].sendall(head.encode())

        ask("/short")
        assert asked.wait(10)
        for _ in range(CLERKS):  # the last of them waits for whom the short one keeps busy
            ask("/long")
        while not server.waiting:
            time.sleep(0.01)
        let_on.set()
        assert closed.wait(5)
        end.set()
        for line in lines:
            line.close()


def test_who_asks_too_often_is_told_to_wait_and_others_are_not(table: FakeTable) -> None:
    limits = Limits(requests=(5.0, 1.0))
    app = create_app(table, join_url="http://x/", open_table=True, limits=limits)
    with Server(app) as server:

        def ask(address: str) -> tuple[int, str | None]:
            source = (address, 0)
            line = http.client.HTTPConnection("127.0.0.1", server.port, 5, source_address=source)
            line.request("GET", "/qr.svg", headers={"Host": f"localhost:{server.port}"})
            answer = line.getresponse()
            answer.read()
            line.close()
            return answer.status, answer.getheader("Retry-After")

        told = [ask(BAD) for _ in range(7)]
        assert told[:5] == [(200, None)] * 5
        assert told[6] == (429, "1")
        assert ask(GOOD) == (200, None)


def test_who_asked_too_often_is_turned_away_before_anything_is_read(table: FakeTable) -> None:
    limits = Limits(requests=(1.0, 0.01))
    app = create_app(table, join_url="http://x/", open_table=True, limits=limits)
    with Server(app) as server:
        asked = f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n\r\n"
        assert raw(server, asked.encode()).startswith(b"HTTP/1.1 200")
        heard = raw(server, b"").decode()
        assert heard.startswith("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 100\r\n")
        german = "Das waren zu viele Wünsche auf einmal. Warte 100 Sekunden."
        assert f'<p lang="de">{german}</p>' in heard
        assert server.connections == 0
        assert raw(server, asked.encode(), GOOD).startswith(b"HTTP/1.1 200")


def test_what_flask_has_to_refuse_costs_more(table: FakeTable) -> None:
    limits = Limits(requests=(20.0, 0.001), joins=(1.0, 0.001))
    app = create_app(table, join_url="http://x/", open_table=True, limits=limits)
    with Server(app) as server:

        def join() -> bytes:
            body = '{"seat": null, "name": "", "language": "en"}'
            port = server.port
            head = (
                f"POST /api/join HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n"
                f"Origin: http://localhost:{port}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            return raw(server, (head + body).encode())

        told = [join() for _ in range(5)]
        assert [answer[9:12] for answer in told] == [b"200", b"429", b"429", b"429", b"429"]
        assert [b"text/html" in answer for answer in told] == [False, False, False, True, True]


@pytest.fixture
def timeless(table: FakeTable) -> Flask:
    """A house whose clock stands still."""
    return create_app(table, join_url="http://x/", open_table=True, clock=lambda: 0.0)


def test_a_flood_of_joins_is_published_to_nobody(timeless: Flask) -> None:
    told: list[int] = []
    house_of(timeless).hub.on_news = lambda: told.append(1)
    answers = [Phone(timeless).join(None).status_code for _ in range(30)]
    assert answers == [200] * 20 + [429] * 10
    assert told == []


def test_a_phone_has_so_many_commands_at_once(timeless: Flask) -> None:
    phone, other = Phone(timeless), Phone(timeless)
    phone.join(0)
    other.join(1)
    answers = [phone.do("name", name=f"Mia {number}") for number in range(22)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 2
    error = answers[-1].get_json()["error"]
    assert error["text"] == "Those were too many wishes at once. Wait 1 seconds."
    assert answers[-1].headers["Retry-After"] == "1"
    assert other.do("name", name="Lea").status_code == 200


def test_the_house_is_reached_by_both_kinds_of_address(serving: Server) -> None:
    asked = f"GET /qr.svg HTTP/1.1\r\nHost: [::1]:{serving.port}\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("::1", serving.port), 5) as line:
        line.sendall(asked.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 200 OK\r\n")


# ---- the parts --------------------------------------------------------------------------------


def test_a_bucket_fills_with_time() -> None:
    now = [0.0]
    bucket = Buckets((2.0, 0.5), lambda: now[0])
    assert [bucket.take("a") for _ in range(3)] == [0.0, 0.0, 2.0]
    assert bucket.take("b") == 0.0
    now[0] = 1.0
    assert bucket.take("a") == 1.0
    now[0] = 2.0
    assert [bucket.take("a") for _ in range(2)] == [0.0, 2.0]
    now[0] = 1000.0
    assert [bucket.take("a") for _ in range(3)] == [0.0, 0.0, 2.0]


def test_a_bucket_can_be_asked_without_taking_and_can_owe() -> None:
    bucket = Buckets((2.0, 0.5), lambda: 0.0)
    assert [bucket.wait("a") for _ in range(3)] == [0.0, 0.0, 0.0]
    bucket.charge("a", 3.0)
    assert bucket.wait("a") == 4.0
    bucket.charge("a", 3.0)  # at most as much as it holds
    assert bucket.wait("a") == 6.0
    assert bucket.wait("b") == 0.0


def test_seats_and_hosts_have_places_that_nobody_else_can_use_up() -> None:
    regulars = Regulars()
    places = Places(70, regulars, 10)
    assert [places.take(str(number)) for number in range(11)] == [True] * 10 + [False]
    regulars.saw("192.168.1.7")
    assert [places.take("192.168.1.7") for _ in range(11)] == [True] * 10 + [False]
    places.give_back("192.168.1.7")
    assert places.take("192.168.1.7")
    assert places.taken == 20


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("fe80::1%eth0", "fe80::"),
        ("2001:db8:0:1:aaaa::1", "2001:db8:0:1::"),
    ],
)
def test_a_whole_network_of_ipv6_is_one_address(address: str, key: str) -> None:
    assert address_key(address) == key


def test_clerks_that_are_stuck_are_found_and_left_behind() -> None:
    clerks = Clerks(1)
    assert clerks.submit(lambda: 7).result(1) == 7
    assert clerks.stuck_for() == 0.0
    clerks.submit(time.sleep, 1.0)
    waits = clerks.submit(lambda: 8)
    time.sleep(0.2)
    assert 0.1 < clerks.stuck_for() < 1.0
    assert clerks.waiting == 1
    began = time.monotonic()
    clerks.close(0.1)
    assert time.monotonic() - began < 0.5
    assert waits.cancelled()
