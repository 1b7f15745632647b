"""The real table behind the real web: what phones send is done, or refused in their language."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.device.tables import GAME, SET_UP, Bench
from web.app import create_app


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    bench.understood(SET_UP)
    bench.understood(bench.legal())
    yield bench
    bench.journal.close()


@pytest.fixture
def phone(bench: Bench) -> FlaskClient:
    app = create_app(bench.table, join_url="http://192.0.2.7/", open_table=True, phones=5)
    client = app.test_client()
    client.get(f"/?host={app.extensions['castellan'].hosts.one_time(None)}")
    joined = client.post("/api/join", json={"seat": 1, "name": "Grete", "language": "de"})
    assert joined.status_code == 200
    return client


def send(phone: FlaskClient, **command: Any) -> Any:
    return phone.post("/api/do", json=command)


def state(phone: FlaskClient) -> dict[str, Any]:
    return json.loads(phone.get("/api/state").data)  # type: ignore[no-any-return]


def test_phone_sees_the_game_in_its_language(phone: FlaskClient, bench: Bench) -> None:
    seen = state(phone)
    assert seen["view"] == json.loads(json.dumps(GAME.view(bench.position, 1)))
    assert seen["seats"][1]["name"] == "Grete"
    assert [event["number"] for event in seen["events"]] == [1, 2]
    assert seen["sight"]["text"] == "Alles klar."


def test_command_of_a_phone_reaches_the_journal(phone: FlaskClient, bench: Bench) -> None:
    done = send(phone, id="commandu1", version=state(phone)["version"], do="undo")
    assert (done.status_code, done.json["ok"]) == (200, True)
    assert [record["record"] for record in bench.records()] == ["play", "play", "void"]


def test_stale_command_is_a_conflict_in_german(phone: FlaskClient, bench: Bench) -> None:
    old = state(phone)["version"]
    bench.understood(bench.legal())
    done = send(phone, id="commandu1", version=old, do="undo")
    assert done.status_code == 409
    assert "Tisch hat sich" in done.json["error"]["text"]
    assert len(bench.records()) == 3


def test_illegal_claim_is_refused_with_the_ruling(phone: FlaskClient, bench: Bench) -> None:
    bench.do("undo")
    event, _ = bench.illegal()
    version = state(phone)["version"]
    done = send(phone, id="commandc", version=version, do="claim", event=GAME.event_to_json(event))
    assert done.status_code == 422
    assert done.json["error"]["key"].startswith("kilt.")
    assert len(done.json["error"]["text"]) > 10


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"undo"',
        b"{}",
        b'{"do": 7}',
        b'{"do": "undo"}',
        b'{"do": "undo", "id": "commandx", "version": "1"}',
        b'{"do": "undo", "id": "commandx", "version": -1}',
        b'{"do": "undo", "id": "commandx", "version": 1e400}',
        b'{"do": "void", "id": "commandx", "version": 1, "number": 99999999999999999999}',
        b'{"do": "claim", "id": "commandx", "version": 1, "event": {"type": "move", "to": "moon"}}',
        b"\xff\xfe\x00",
        b"[" * 5000,
        b"x" * 100_000,
    ],
)
def test_garbage_is_refused_and_changes_nothing(
    phone: FlaskClient, bench: Bench, body: bytes
) -> None:
    before = state(phone)
    done = phone.post("/api/do", data=body, content_type="application/json")
    assert 400 <= done.status_code < 500
    assert done.json["error"]["text"]
    assert state(phone) == before
    assert len(bench.records()) == 2


@pytest.mark.parametrize(
    "event",
    [
        {"type": "move", "card": ["red", "plaid"], "to": 3},
        {"type": "move", "card": "red", "to": -1},
        {"type": "build", "colour": "red", "square": [9, 9], "crests": 0},
        {"type": "build", "colour": 7, "square": "b2", "crests": []},
        {"type": "set_up"},
        {"type": "set_up", "rows": {"x": []}, "water": [], "colours": []},
        {"type": "dance"},
        {"type": "roof", "square": [[]], "source": {}},
        {"type": "paid", "payer": 99, "payee": 0, "amount": 10**30},
        {"type": "ducat_day_paid", "amounts": "all"},
    ],
)
@pytest.mark.parametrize("command", ["claim", "amend", "insert"])
def test_wellformed_nonsense_is_refused_and_changes_nothing(
    phone: FlaskClient, bench: Bench, command: str, event: dict[str, Any]
) -> None:
    target = {"amend": {"number": 2}, "insert": {"before": 2}, "claim": {}}[command]
    version = state(phone)["version"]
    done = send(phone, id="commandn", version=version, do=command, event=event, **target)
    assert 400 <= done.status_code < 500, done.json
    assert len(bench.records()) == 2


def test_an_illegal_claim_may_be_let_stand_if_the_table_says_so(
    phone: FlaskClient, bench: Bench
) -> None:
    event = GAME.event_to_json(bench.illegal()[0])
    refused = send(phone, id="commandi1", version=state(phone)["version"], do="claim", event=event)
    assert (refused.status_code, refused.json["error"]["possible"]) == (422, True)
    version = state(phone)["version"]
    done = send(phone, id="commandi2", version=version, do="claim", event=event, stands=True)
    assert done.status_code == 200
    assert bench.records()[-1]["stands"] is True
    assert state(phone)["events"][-1]["rulings"]


def test_a_phone_asks_before_it_acts_and_nothing_changes(phone: FlaskClient, bench: Bench) -> None:
    records = len(bench.records())
    good = GAME.event_to_json(bench.legal())
    allowed = phone.post("/api/judge", json={"event": good})
    assert (allowed.status_code, allowed.json) == (200, {"answer": "yes", "rulings": []})
    refused = phone.post("/api/judge", json={"event": GAME.event_to_json(SET_UP)})
    assert refused.json["answer"] == "no"
    assert all(ruling["text"] for ruling in refused.json["rulings"])
    assert phone.post("/api/judge", json={"event": {"type": "nonsense"}}).status_code == 400
    assert len(bench.records()) == records


def test_the_host_chooses_how_much_is_said_and_it_lasts(phone: FlaskClient, bench: Bench) -> None:
    assert state(phone)["due"]
    send(phone, id="commandh1", version=state(phone)["version"], do="hints", level="silent")
    assert (state(phone)["hints"], state(phone)["due"]) == ("silent", [])
    unknown = send(
        phone, id="commandh2", version=state(phone)["version"], do="hints", level="coach"
    )
    assert unknown.status_code == 400
    bench.reopen()
    assert bench.table.hint_level == "silent"


def test_no_die_is_rolled_where_none_is_due(phone: FlaskClient, bench: Bench) -> None:
    records = len(bench.records())
    refused = send(phone, id="commandr1", version=state(phone)["version"], do="roll")
    assert refused.status_code == 409
    assert refused.json["error"]["text"] == "Jetzt ist kein Würfel zu werfen."
    assert len(bench.records()) == records
