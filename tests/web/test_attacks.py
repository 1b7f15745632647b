"""Attacks, as strangers, guests and websites would try them; none may cost anybody anything."""

from __future__ import annotations

import io
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from device.running.logs import OneLine
from rules.names import clean_name
from tests.web.conftest import FROM_PHONE, Phone
from tests.web.hostile import GAMES, ROLES, TEXTS, House, house
from web.app import create_app
from web.bundles import bundled
from web.gate import Door, fits_a_line, read_json
from web.live.serve import Server

STYLE = f"/static/{bundled().name('plain', '.css')}"

PAGES = (
    *("/", "/join", "/table", "/panel", "/health", "/health.json", "/metrics", "/qr.svg"),
    *("/teach", "/api/state", "/api/panel", "/api/teach", "/picture/evidence-1"),
    *("/api/choices/0?for=claim", "/api/choices/1?for=amend", STYLE),
)
# Every command with every field right; each is then sent with one text after another in it.
COMMANDS: tuple[dict[str, Any], ...] = (
    {"do": "answer", "question": "q1", "choice": "1"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "amend", "number": 1, "event": {"type": "move", "card": ["red", "red"], "to": 3}},
    {"do": "void", "number": 99},
    {"do": "insert", "before": 1, "event": {"type": "move", "card": ["red", "red"], "to": 3}},
    {"do": "stand", "number": 99},
    {"do": "claim", "event": {"type": "move", "card": ["red", "red"], "to": 3}, "stands": True},
    {"do": "new", "game": "nothing", "players": 4, "options": {"money": "kept"}},
    {"do": "name", "name": "Zoe"},
    {"do": "free", "seat": 5},
    {"do": "hints", "level": "none such"},
    {"do": "calibrate", "step": "start"},
    {"do": "no_pearl"},
)


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("attacked")) as opened:
        yield opened


def with_text(value: Any, text: str) -> Iterator[Any]:
    """The value once for each of its texts and keys, with another text there."""
    if isinstance(value, str):
        yield text
    elif isinstance(value, dict):
        for key, inside in value.items():
            yield from ({**value, key: changed} for changed in with_text(inside, text))
        yield {**value, text: 1}
    elif isinstance(value, list):
        for at, inside in enumerate(value):
            yield from ([*value[:at], new, *value[at + 1 :]] for new in with_text(inside, text))


def requests_with(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every POST with a text in every place where a text may stand."""
    for command in COMMANDS:
        whole = {"id": "attack-1", "version": 0, **command}
        yield from (("/api/do", changed) for changed in with_text(whole, text))
    event = {"type": "move", "card": ["red", "red"], "to": 3}
    yield from (("/api/judge", changed) for changed in with_text({"event": event}, text))
    joining = {"seat": "0", "name": "Zoe", "language": "en"}
    yield from (("/api/join", changed) for changed in with_text(joining, text))
    yield from (("/api/join", {**changed, "seat": 0}) for changed in with_text(joining, text))
    yield from (("/api/language", changed) for changed in with_text({"language": "en"}, text))
    pressing = {"button": "undo it", "held": True}
    yield from (("/api/panel", changed) for changed in with_text(pressing, text))
    for wish in ({"do": "begin", "game": "chess"}, {"do": "answer", "value": "x"}):
        yield from (("/api/teach", changed) for changed in with_text(wish, text))


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_in_any_field_breaks_a_page_for_anybody(attacked: House, kind: str) -> None:
    text, _ = TEXTS[kind]
    version = attacked.table.version
    for role, accepted in (("seat", "text/html"), ("host", "*/*")):
        for path, body in requests_with(text):
            sent = {**body, "version": version} if "version" in body else body
            answer = attacked.phones[role].post(path, sent, Accept=accepted)
            assert answer.status_code < 500, (role, path, body)
    attacked._seat()
    for role in ROLES:
        for path in PAGES:
            with attacked.phones[role].get(path, Accept="text/html") as answer:
                assert answer.status_code < 500, (role, path)
        state = attacked.phones[role].get("/api/state")
        assert state.status_code == (403 if role == "stranger" else 200)
        for seat in json.loads(state.data).get("seats", ()):
            assert seat["name"] == clean_name(seat["name"]) != ""


@pytest.mark.parametrize("kind", TEXTS)
def test_a_name_is_refused_or_shown_clean(attacked: House, kind: str) -> None:
    text, fits = TEXTS[kind]
    phone = attacked.phones["other seat"]
    assert phone.do("name", name="Nina").status_code == 200
    before = attacked.kept()
    answer = phone.do("name", name=text)
    if answer.status_code == 200:
        assert fits
        assert phone.state()["seats"][1]["name"] in (clean_name(text), "Player 2")
    else:
        assert answer.status_code == 400
        assert answer.get_json()["error"]["text"]
        assert attacked.kept() == before


@pytest.mark.parametrize("name", ["Nina", "NINA", "N i n a", "Host", "gastgeber", "Castellan"])
def test_nobody_takes_the_name_of_another_or_of_the_device(attacked: House, name: str) -> None:
    assert attacked.phones["other seat"].do("name", name="Nina").status_code == 200
    refused = attacked.phones["seat"].do("name", name=name)
    assert refused.status_code == 400
    assert refused.get_json()["error"]["key"] == "refused.name"
    assert attacked.phones["other seat"].do("name", name="nina").status_code == 200


def test_a_journal_with_a_name_that_is_none_costs_that_name(tmp_path: Path) -> None:
    with house(tmp_path) as opened:
        game = opened.table.stored
        for seat, name in ((0, "\ud800"), (1, "Zoe"), (2, "zoe"), ([], "x"), (3, {}), (9, "Max")):
            opened.journal.note(game.id, {"seat": seat, "name": name})  # type: ignore[dict-item]
        opened.table._begin(game)
        seats = opened.phones["seat"].state()["seats"]
        assert [seat["name"] for seat in seats][:3] == ["Player 1", "Zoe", "Player 3"]


@pytest.mark.parametrize("layout", [{"type": "<script>"}, {"type": "set_up"}, {"type": []}])
def test_a_journal_with_a_set_up_that_is_none_costs_that_set_up(
    tmp_path: Path, layout: dict[str, Any]
) -> None:
    with house(tmp_path, events=0) as opened:
        table = opened.table
        assert table.layout is not None
        dealt = table.layout
        opened.journal.note(table.stored.id, {"layout": layout})
        table._begin(table.stored)
        assert opened.phones["seat"].state()["layout"] == dealt
        table.deal()
        other = table.layout
        table._begin(table.stored)
        assert opened.phones["seat"].state()["layout"] == other != dealt


@pytest.mark.parametrize("kind", [kind for kind, (_, fits) in TEXTS.items() if not fits])
def test_what_is_no_line_of_text_is_refused_at_any_depth(attacked: House, kind: str) -> None:
    text, before = TEXTS[kind][0], attacked.kept()
    version = attacked.table.version
    for inside in (text, {text: 1}, [[{"a": [text]}]]):
        body = {"id": "attack-2", "version": version, "do": "undo", "more": inside}
        answer = attacked.phones["host"].post("/api/do", body)
        assert answer.status_code == 400
        assert len(answer.get_json()["error"]["text"]) > 10
    assert attacked.kept() == before


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 60_000,
        b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
        b'{"a":' * 13 + b"1" + b"}" * 13,
        b'{"a": 1e999}',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 9007199254740993}',
        b'{"a": ' + b"9" * 5_000 + b"}",
        b'\xef\xbb\xbf{"a": 1}',
        '{"a": 1}'.encode("utf-16"),
        b'{"a": "\xed\xa0\x80"}',
        b'{"a": "\xff"}',
        b"{}{}",
        b"",
    ],
    ids=range(14),
)
def test_bodies_that_are_no_plain_json_are_refused(attacked: House, data: bytes) -> None:
    for path in ("/api/do", "/api/judge", "/api/join", "/api/panel", "/api/teach"):
        answer = attacked.phones["host"].client.post(
            path, data=data, content_type="application/json", environ_base=FROM_PHONE
        )
        assert answer.status_code == 400, path


def test_what_the_phones_send_is_let_in() -> None:
    deep = {"a": [{"b": [[{"c": [1, -2.5, True, None, "é \U0001f436 \u200d"]}]]}]}
    assert read_json(json.dumps(deep).encode()) == deep
    assert fits_a_line("Zoë, Аня, रीता, \U0001f468\u200d\U0001f469")


@pytest.mark.parametrize("name", ["a", "short-1", "x" * 65, "with blank", "castellan:1", "ä" * 9])
def test_a_command_has_an_id_of_a_plain_word(attacked: House, name: str) -> None:
    body = {"id": name, "version": attacked.table.version, "do": "name", "name": "Zoe"}
    assert attacked.phones["seat"].post("/api/do", body).status_code == 400


ODD_PATHS = (
    *(
        "/picture/evidence-%C2%B2",
        "/picture/evidence-" + "9" * 30,
        "/picture/evidence-" + "9" * 5000,
    ),
    *("/picture/%ED%A0%80", "/picture/a%00b", "/picture/../journal.db", "/picture/x%0aERROR%20x"),
    *("/api/choices/" + "9" * 5000, "/api/choices/-1", "/api/choices/1?for=%ff", "/%ff%fe"),
    *("/api/choices/1?for=%00", "/?host=%ED%A0%80", "/join?" + "a=b&" * 5000, "/" + "a" * 5000),
    *("/static/../../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd", "/static/a%00.css"),
    *(
        "/teach/box/..%2f..%2fetc",
        "/teach/box/%0d%0aSet-Cookie:x=y",
        "/%2f%2fevil.example/",
        "/%0d%0a",
    ),
)


@pytest.mark.parametrize("path", ODD_PATHS, ids=lambda path: path[:40])
def test_odd_addresses_are_unknown_and_no_fault(attacked: House, path: str) -> None:
    for role in ("stranger", "seat", "host"):
        for accepted in ("*/*", "text/html"):
            answer = attacked.phones[role].get(path, Accept=accepted)
            assert answer.status_code in (302, 400, 403, 404, 421), role
            assert "\n" not in "".join(answer.headers.values())


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "TRACE", "PATCH", "BREW"])
@pytest.mark.parametrize("path", ["/", "/api/do", "/api/state", STYLE, "/nothing"])
def test_other_methods_are_not_allowed(app: Flask, method: str, path: str) -> None:
    answer = app.test_client().open(path, method=method, environ_base=FROM_PHONE)
    assert answer.status_code == 405
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_every_answer_carries_our_headers(phone: Phone) -> None:
    for path in ("/", "/nothing", STYLE, "/api/state", "/picture/none", "/%ff"):
        with phone.get(path) as answer:
            headers = answer.headers
        assert headers["Permissions-Policy"].startswith("camera=(), microphone=(), geolocation=()")
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert phone.get("/", Host="evil.example").headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("line", ["GARBAGE", "GET / HTTP/1.1\r\nContent-Length: -1"])
def test_what_is_no_request_is_answered_without_a_word(rebound: Server, line: str) -> None:
    status, text = asked(rebound, line=line)
    assert status == 400
    assert text == "HTTP/1.1 400 Bad Request\r\n\r\n"


def test_a_head_too_long_is_cut_off(rebound: Server) -> None:
    with socket.create_connection(("127.0.0.1", rebound.port), timeout=5) as line:
        with suppress(ConnectionError):
            line.sendall(b"GET /" + b"a" * 300_000)
        with suppress(ConnectionError):
            assert line.recv(100) == b""


def test_a_page_that_cannot_be_made_is_answered_in_plain_words(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.jinja_env, "get_or_select_template", lambda *_, **__: 1 / 0)
    for path in ("/", "/nothing"):
        answer = phone.get(path, Accept="text/html")
        assert (answer.status_code, answer.mimetype) == (500, "text/html")
        assert "Something went wrong; the game has not changed." in answer.text


# ---- other houses ------------------------------------------------------------------------------

STRANGE_HOSTS = (
    *("evil.example", "evil.example:{port}", "localhost", "localhost:1", "127.0.0.1:{port}0"),
    *("localhost:{port}.evil.example", "x@localhost:{port}", "localhost:{port}@evil.example"),
    *("[::1", "[::1]", "0.0.0.0:{port}", "127.1:{port}", "2130706433:{port}", "127.0.0.1.nip.io"),
    *("", " ", "localhost:{port}, localhost:{port}", "localhost:{port}/", "\xff\xfe"),
)


@pytest.fixture
def rebound(table: Any) -> Iterator[Server]:
    door = Door(lambda: {"castle.home", "Tunnel:9000", "192.168.1.20", "::1", "localhost"})
    app = create_app(table, join_url="http://x/", open_table=True, door=door)
    with Server(app, "127.0.0.1") as server:
        yield server


def asked(server: Server, *headers: str, line: str = "GET /api/state HTTP/1.1") -> tuple[int, str]:
    """The status and the text of an answer to a request made by hand."""
    whole = "\r\n".join((line, *headers, "Connection: close", "", ""))
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(whole.format(port=server.port).encode("latin-1"))
        text = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    return int(text.split(" ")[1]), text


@pytest.mark.parametrize("host", STRANGE_HOSTS)
def test_a_name_that_is_not_ours_is_misdirected(rebound: Server, host: str) -> None:
    for path in ("/", "/api/state", STYLE, "/health", "/nothing"):
        status, text = asked(rebound, f"Host: {host}", line=f"GET {path} HTTP/1.1")
        assert status in (400, 421), path  # 400 where the server itself finds no name
        assert "Set-Cookie" not in text
    body = '{{"seat": 0}}'
    origin = f"Origin: http://{host}"
    kind = "Content-Type: application/json"
    sent = (f"Host: {host}", origin, kind, "Sec-Fetch-Site: same-origin", "Content-Length: 11")
    assert asked(rebound, *sent, "", body, line="POST /api/join HTTP/1.1")[0] in (400, 421)


def test_no_name_or_two_are_misdirected(rebound: Server) -> None:
    assert asked(rebound)[0] == 421
    assert asked(rebound, line="GET /api/state HTTP/1.0")[0] == 421
    assert asked(rebound, "Host: localhost:{port}", "Host: localhost:{port}")[0] == 421
    assert asked(rebound, "Host: localhost:{port}", "Host: evil.example")[0] == 421


@pytest.mark.parametrize(
    "host",
    [
        *("castle.home:{port}", "CASTLE.home:{port}", "tunnel:9000", "192.168.1.20:{port}"),
        *("[::1]:{port}", "localhost:{port}"),
    ],
)
def test_every_name_of_the_house_is_let_in(rebound: Server, host: str) -> None:
    assert asked(rebound, f"Host: {host}")[0] == 200
    assert asked(rebound, f"Host: {host}", f"Origin: http://{host}")[0] == 200


def test_whether_it_serves_the_server_tells_under_any_name(app: Flask) -> None:
    client = app.test_client()
    for headers in ({"Host": "evil.example"}, {}):
        assert client.get("/health/alive", headers=headers).status_code in (200, 404)
    assert client.get("/health", headers={"Host": "evil.example"}).status_code == 421


def test_new_addresses_are_known_without_a_restart(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, clock = {"10.0.0.1"}, [100.0]
    monkeypatch.setattr("web.gate.time.monotonic", lambda: clock[0])
    door = Door(lambda: names)
    app = create_app(table, join_url="http://x/", open_table=True, door=door)
    client = app.test_client()

    def status(host: str) -> int:
        return int(client.get("/api/state", headers={"Host": host}).status_code)

    assert (status("10.0.0.1"), status("10.0.0.2")) == (200, 421)
    names = {"10.0.0.2"}
    clock[0] += 6
    assert (status("10.0.0.1"), status("10.0.0.2")) == (421, 200)


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "X-Real-IP", "Via"]
)
def test_a_proxy_that_nobody_declared_is_refused_behind_the_real_server(
    rebound: Server, header: str
) -> None:
    status, text = asked(rebound, "Host: localhost:{port}", f"{header}: 127.0.0.1")
    assert status == 421
    assert "proxy" in text


def test_a_declared_proxy_passes_requests_on(table: Any) -> None:
    door = Door(proxy="https://castle.example", metrics=frozenset({"127.0.0.1"}))
    app = create_app(table, join_url="http://x/", open_table=True, door=door)
    passed = {"X-Forwarded-For": "8.8.8.8", "Host": "castle.example"}
    client = app.test_client()
    ours = {**passed, "Origin": "https://castle.example", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/join", json={"seat": 0}, headers=ours).status_code == 200
    foreign = {**passed, "Origin": "https://evil.example"}
    assert client.post("/api/join", json={"seat": 0}, headers=foreign).status_code == 403
    assert client.get("/", headers={**passed, "Host": "evil.example"}).status_code == 421


CROSS = {"Sec-Fetch-Site": "cross-site"}
OPENED = {**CROSS, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize(
    "path",
    [
        *("/api/state", "/api/live", "/picture/evidence-1", "/qr.svg"),
        *("/backup", "/backup?pictures=no", "/teach/box/kilt"),
    ],
)
def test_a_page_of_another_house_may_use_nothing_of_ours(phone: Phone, path: str) -> None:
    for site in ("cross-site", "same-site"):
        assert phone.get(path, **{"Sec-Fetch-Site": site}).status_code == 403
    assert phone.get(path, **{**CROSS, "Sec-Fetch-Mode": "no-cors"}).status_code == 403
    assert phone.get(path, Origin="http://evil.example").status_code == 403
    if not path.startswith("/qr"):
        assert phone.get(path, **OPENED).status_code == 403


def test_a_link_from_anywhere_opens_our_pages(phone: Phone) -> None:
    for path in ("/", "/join", "/table"):
        assert phone.get(path, **OPENED).status_code == 200
        framed = {**OPENED, "Sec-Fetch-Dest": "iframe"}
        assert phone.get(path, **framed).status_code == 403


def test_a_stranger_writes_no_line_into_the_log(rebound: Server) -> None:
    out, root = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(out)
    handler.setFormatter(OneLine())
    root.addHandler(handler)
    level = root.level
    root.setLevel(logging.INFO)
    try:
        forged = "/picture/x%0a12:00:00%20ERROR%20device.journal:%20FORGED%20%1b[31m%e2%80%ae"
        assert asked(rebound, "Host: localhost:{port}", line=f"GET {forged} HTTP/1.1")[0] == 404
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    lines = [line for line in out.getvalue().splitlines() if "FORGED" in line]
    assert len(lines) == 1
    assert r"refused to 127.0.0.1: GET /picture/x\n12:00:00 ERROR" in lines[0]
    assert lines[0].isprintable()


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_every_entry_can_be_asked_for(tmp_path: Path, game: str) -> None:
    with house(tmp_path, game, 40) as opened:
        for entry in opened.table.referee.history:
            for purpose in ("amend", "insert"):
                path = f"/api/choices/{entry.number}?for={purpose}"
                assert opened.phones["host"].get(path).status_code in (200, 403), path
