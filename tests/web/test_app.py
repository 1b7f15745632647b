"""Joining, commands and refusals through the app's front door."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from rules.kilt import Phase
from rules.refused import Kind, Refused
from tests.said import WORDS
from tests.web.conftest import FROM_PHONE, Phone, house_of
from tests.web.fake_table import FakeTable
from web.bundles import bundled
from web.commands import COMMANDS
from web.words import say


def test_joining_takes_the_seat_and_tells_the_table_the_name(phone: Phone) -> None:
    state = phone.state()
    assert state["seat"] == 0
    assert state["seats"][0]["name"] == "Mia"
    assert [seat["joined"] for seat in state["seats"]] == [True, False, False, False]


def test_an_answer_asked_for_before_joining_cannot_undo_it(app: Flask) -> None:
    phone = Phone(app).scan()
    for late in (f"/static/{bundled().name('plain', '.css')}", "/join", "/api/state"):
        assert "Set-Cookie" not in phone.get(late).headers, late
    phone.join(0, "Mia")
    assert phone.get("/table").status_code == 200


@pytest.mark.parametrize("seat", [4, -1, "0", True, 1.5, [0]])
def test_joining_a_seat_that_is_none_is_refused(app: Flask, seat: object) -> None:
    assert Phone(app).join(seat).status_code == 400  # type: ignore[arg-type]


def test_a_name_is_made_fit_to_show(app: Flask) -> None:
    phone = Phone(app)
    assert phone.join(1, "Ann\nB").status_code == 400
    phone.join(1, "  Ann  \u202e<b>abcdefghijklmnopqrstuvwxyz ")
    assert phone.state()["seats"][1]["name"] == "Ann <b>abcdefghijklm"


@pytest.mark.parametrize(
    "headers", [{"X-Forwarded-For": "1.2.3.4"}, {"Host": "evil.example"}, {"Forwarded": "for=x"}]
)
def test_a_proxy_or_false_name_comes_no_further_than_the_gate(app: Flask, headers: dict) -> None:
    local = Phone(app, REMOTE_ADDR="127.0.0.1")
    assert local.get("/api/state", **headers).status_code == 421


def test_undo_and_redo_change_the_table(table: FakeTable, phone: Phone) -> None:
    table.play(4)
    before = phone.state()["events"]
    assert phone.do("undo").get_json()["ok"] is True
    assert phone.state()["events"] == before[:-1]
    phone.do("redo")
    assert len(phone.state()["events"]) == len(before)


def test_a_repeated_command_is_done_once(table: FakeTable, phone: Phone) -> None:
    table.play(4)
    body = {"id": "the-same", "version": phone.state()["version"], "do": "undo"}
    answers = [phone.post("/api/do", body).get_json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(table.entries) == 4


def test_a_stale_command_is_a_conflict_in_the_phones_language(table: FakeTable, app: Flask) -> None:
    phone = Phone(app)
    phone.join(0, language="de")
    old = phone.state()["version"]
    table.ask()
    response = phone.post("/api/do", {"id": "command-x", "version": old, "do": "undo"})
    assert response.status_code == 409
    assert response.get_json()["error"]["text"] == WORDS["refused.stale"][0]


def test_an_event_two_turns_back_can_be_corrected(table: FakeTable, phone: Phone) -> None:
    table.play_until(lambda position: position.turn == 4 and position.phase is Phase.MOVE)
    number = next(e["number"] for e in phone.state()["events"] if e["event"]["type"] == "build")
    old = next(e for e in phone.state()["events"] if e["number"] == number)["event"]
    choices = phone.get(f"/api/choices/{number}").get_json()["choices"]
    other = next(
        c["event"] for c in choices if c["event"]["square"] == old["square"] and c["event"] != old
    )
    assert phone.do("amend", number=number, event=other).status_code == 200
    changed = next(e for e in phone.state()["events"] if e["number"] == number)
    assert changed["event"] == other


BAD = [
    (b"", 400),
    (b"{", 400),
    (b"[]", 400),
    (b"null", 400),
    (b"[" * 16_000, 400),
    (b"\xff\xfe\x00", 400),
    (b'{"do": "undo"}', 400),
    (b'{"id": "", "version": 1, "do": "undo"}', 400),
    (b'{"id": "command-a", "version": true, "do": "undo"}', 400),
    (b'{"id": "command-a", "version": -1, "do": "undo"}', 400),
    (b'{"id": "command-a", "version": 1e400, "do": "undo"}', 400),
    (b'{"id": "command-a", "version": 1, "do": "explode"}', 400),
    (b'{"id": "command-a", "version": 1, "do": ["undo"]}', 400),
    (b'{"id": "command-a", "version": 1, "do": "undo", "more": 1}', 400),
    (b'{"id": "command-a", "version": 1, "do": "amend", "number": 1}', 400),
    (b'{"id": "command-a", "version": 1, "do": "amend", "number": 1, "event": "x"}', 400),
    (b'{"id": "command-a", "version": 99, "do": "void", "number": 999}', 404),
    (b'{"id": "command-a", "version": 99, "do": "claim", "event": {"type": "nonsense"}}', 422),
    (b'{"id": "command-a", "version": 99, "do": "answer", "question": "q", "choice": "0"}', 404),
    (
        b'{"id": "command-a", "version": 99, "do": "tap_corners", '
        b'"corners": [[0,0],[1,0],[1,1],[0,NaN]]}',
        400,
    ),
    (b'{"id": "command-a", "version": 1, "do": "undo", "pad": "' + b"x" * 70_000 + b'"}', 413),
]


@pytest.mark.parametrize(
    ("data", "status"), BAD, ids=[d[:60].decode(errors="replace") for d, _ in BAD]
)
def test_garbage_is_refused_with_words_and_changes_nothing(
    table: FakeTable, phone: Phone, data: bytes, status: int
) -> None:
    before = table.version, table.entries[:]
    response = phone.client.post(
        "/api/do", data=data, content_type="application/json", environ_base=FROM_PHONE
    )
    assert response.status_code == status
    assert response.get_json()["ok"] is False
    assert len(response.get_json()["error"]["text"]) > 10
    assert (table.version, table.entries) == before


def test_a_form_post_from_elsewhere_does_nothing(table: FakeTable, phone: Phone) -> None:
    body = {"id": "command-a", "version": 99, "do": "undo"}
    form = phone.client.post(
        "/api/do", data=json.dumps(body), content_type="text/plain", environ_base=FROM_PHONE
    )
    foreign = phone.post("/api/do", body, Origin="http://evil.example")
    null = phone.post("/api/do", body, Origin="null")
    cross = phone.post("/api/do", body, **{"Sec-Fetch-Site": "cross-site"})
    assert [r.status_code for r in (form, foreign, null, cross)] == [415, 403, 403, 403]
    assert not [c for c in table.done if c["do"] != "name"]


def test_our_own_page_may_post(table: FakeTable, phone: Phone) -> None:
    table.play(3)
    body = {"id": "command-a", "version": table.version, "do": "undo"}
    assert phone.post("/api/do", body, Origin="http://localhost").status_code == 200


def test_spectators_change_nothing(table: FakeTable, spectator: Phone) -> None:
    table.play(3)
    assert spectator.do("undo").status_code == 403
    assert spectator.get("/api/choices/2").status_code == 403


def test_the_host_frees_seats_and_players_may_not(phone: Phone, host: Phone) -> None:
    refused = phone.do("free", seat=0)
    assert (refused.status_code, refused.get_json()["error"]["key"]) == (403, "refused.host-only")
    assert phone.state()["seat"] == 0
    assert host.do("free", seat=0).status_code == 200
    assert phone.get("/api/state").status_code == 403


def test_a_smaller_game_makes_the_last_seat_a_spectator(app: Flask, host: Phone) -> None:
    fourth = Phone(app)
    fourth.join(3)
    host.do("new", game="kilt", players=3, options={})
    assert fourth.state()["seat"] is None
    assert len(fourth.state()["seats"]) == 3


def test_a_crash_of_the_table_is_told_and_logged(
    table: FakeTable,
    phone: Phone,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(table, "do", lambda *_: 1 / 0)
    response = phone.post("/api/do", {"id": "command-a", "version": 99, "do": "undo"})
    assert response.status_code == 500
    assert response.get_json()["error"]["text"] == WORDS["refused.crashed"][1]
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    "path", ["/nothing", "/picture/none", "/api/choices/999", "/api/choices/2?for=fun"]
)
def test_unknown_things_are_named_unknown(phone: Phone, path: str) -> None:
    response = phone.get(path)
    assert response.status_code in (400, 404)
    assert response.get_json()["error"]["text"]


def test_a_person_gets_a_page_and_a_script_gets_json(phone: Phone) -> None:
    page = phone.get("/nothing", Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert WORDS["refused.no-such-page"][1] in page.text
    assert phone.get("/nothing", Accept="*/*").is_json


def test_the_language_can_be_changed(phone: Phone) -> None:
    assert '<html lang="en"' in phone.get("/table").text
    assert phone.post("/api/language", {"language": "it"}).status_code == 200
    assert '<html lang="it"' in phone.get("/table").text
    assert phone.post("/api/language", {"language": "xx"}).status_code == 400


def test_a_page_can_ask_who_its_phone_is(app: Flask) -> None:
    phone = Phone(app)
    phone.join(2)
    assert phone.get("/api/me").get_json() == {"seat": 2, "host": False}
    assert Phone(app).get("/api/me").status_code == 403


def test_who_took_a_seat_has_a_place_of_his_own_at_once_and_who_watches_has_none(
    app: Flask,
) -> None:
    for seat, address, regular in ((0, "10.0.0.1", True), (None, "10.0.0.2", False)):
        Phone(app, REMOTE_ADDR=address).join(seat)
        assert house_of(app).regulars.knows(address) is regular


def test_the_browsers_language_is_the_first_guess(app: Flask) -> None:
    assert '<html lang="fr"' in Phone(app).get("/", **{"Accept-Language": "fr-CH,de;q=0.5"}).text
    assert '<html lang="it"' in Phone(app).get("/", **{"Accept-Language": "sv,it-CH;q=0.5"}).text
    assert '<html lang="en"' in Phone(app).get("/", **{"Accept-Language": "sv, de;q=0"}).text


def test_pages_carry_no_inline_script_and_nothing_from_elsewhere(app: Flask, phone: Phone) -> None:
    for path in ("/", "/join", "/table"):
        response = phone.get(path)
        assert response.status_code == 200
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        text = response.text.replace(house_of(app).url, "")
        assert "http://" not in text
        assert "https://" not in text
        assert "<script>" not in text
        assert " style=" not in text


def test_the_qr_code_is_the_join_address(phone: Phone) -> None:
    response = phone.get("/qr.svg")
    assert response.mimetype == "image/svg+xml"
    assert response.data.count(b"<path") >= 1


def test_a_refusal_without_words_still_says_something() -> None:
    assert say("de", "kilt.no-such-rule-at-all", {}) == WORDS["refused.illegal"][0]
    assert str(Refused(Kind.STALE, "refused.stale")) == "stale: refused.stale {}"


def test_every_command_can_be_done_by_the_fake_table() -> None:
    assert {name for name in COMMANDS if name != "free"} == {
        name[4:] for name in dir(FakeTable) if name.startswith("_do_")
    }


@pytest.mark.parametrize("address", ["/", "/join"])
def test_every_page_says_that_everything_is_recorded(
    table: FakeTable, phone: Phone, address: str
) -> None:
    told = "Recording: every picture and all sound of this table is being kept."
    sign = f'<span class="dot" aria-hidden="true"></span> {told}</p>'
    assert sign not in phone.get(address).text
    table.recording = True
    assert sign in phone.get(address).text
