"""What one phone tried to do to another, step by step: refused, asked, or told to everybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from device.panel.panel import Panel
from device.records.journal import Evidence, Journal
from device.table.permits import matter, place_of, right_to
from device.table.service import TableService
from rules import games
from rules.referee import Accepted, Void
from rules.refused import Kind, Refused
from rules.rights import Deed, Right, Speaker
from rules.solomon import Choose, SetUp
from tests.device.recorded import GAMES, NAMES, events, play, recorded, table_of
from tests.web.conftest import Phone as Browser
from vision.stories.story import Story
from web.app import create_app
from web.limits import UNLIMITED
from web.routes import panel

SOLOMON = games.find("solomon")
ABOUT = {
    "game": "solomon",
    "players": 3,
    "options": {"beginners": False},
    "box": {"shapes": "sim"},
    "names": list(NAMES[:3]),
}


class Phone(Browser):
    """A phone on the network, with the seat it sits on."""

    def __init__(self, app: Flask, seat: int | None = None, host: bool = False) -> None:
        super().__init__(app)
        if host:
            self.be_host()
        assert self.join(seat).status_code == 200

    def press(self, button: str, **said: Any) -> Any:
        body = {"button": button, "version": self.state()["version"], **said}
        return self.post("/api/panel", body)

    def lines(self) -> list[str]:
        return [line["text"] for line in self.state()["corrections"]]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableService]:
    with Journal(tmp_path / "journal.db") as journal:
        yield TableService(journal, journal.start_game(ABOUT), lambda *_: None)


@pytest.fixture
def app(table: TableService) -> Flask:
    app = create_app(table, join_url="http://x/", limits=UNLIMITED)
    panel.install(app, Panel(table))
    return app


@pytest.fixture
def seats(app: Flask, table: TableService) -> list[Phone]:
    """Ada and Ben have chosen in secret, Cleo has not."""
    play(table, [SetUp()])
    phones = [Phone(app, seat) for seat in range(3)]
    for seat, card in ((0, 17), (1, 9)):
        event = SOLOMON.event_to_json(Choose(seat, card))
        assert phones[seat].do("claim", event=event).status_code == 200
    return phones


def kept(table: TableService) -> int:
    return len(table.referee.records)


# --- taking back (item 12) ---


def test_the_secret_choice_of_another_is_taken_back_only_with_that_seats_yes(
    seats: list[Phone], table: TableService
) -> None:
    before = kept(table)
    asked = seats[1].do("void", number=2)
    assert (asked.status_code, asked.json["asked"]) == (200, [0])
    assert kept(table) == before
    (request,) = seats[0].state()["requests"]
    assert (request["who"], request["may"], request["mine"]) == ("Ben", True, False)
    for other, status in ((seats[2], 403), (seats[1], 403)):
        assert other.do("reply", request=request["id"], yes=True).status_code == status
    assert kept(table) == before
    assert seats[0].do("reply", request=request["id"], yes=True).status_code == 200
    assert table.referee.records[-1] == Void(2)
    assert seats[2].lines() == ["Ben took back: Ada has chosen."]


def test_what_was_taken_back_is_not_brought_back_by_another(
    seats: list[Phone], table: TableService
) -> None:
    assert seats[1].do("undo").json["text"] == "Undone: Ben has chosen card 9."
    before = kept(table)
    assert seats[0].do("redo").json["asked"] == [1]
    assert kept(table) == before
    assert seats[1].do("redo").status_code == 200
    assert kept(table) == before + 1


def test_a_no_and_a_change_of_mind_end_a_request_and_nothing_changes(
    seats: list[Phone], table: TableService
) -> None:
    before = kept(table)
    for answering in (seats[0], seats[1]):
        seats[1].do("void", number=2)
        (request,) = answering.state()["requests"]
        assert answering.do("reply", request=request["id"], yes=False).status_code == 200
        assert answering.state()["requests"] == []
        late = seats[0].do("reply", request=request["id"], yes=True)
        assert (late.status_code, late.json["error"]["key"]) == (409, "refused.no-request")
    assert kept(table) == before


def test_a_request_lapses_when_the_game_goes_on_and_each_phone_has_one(
    seats: list[Phone], table: TableService
) -> None:
    seats[1].do("void", number=2)
    seats[1].do("void", number=1)
    assert [request["who"] for request in seats[0].state()["requests"]] == ["Ben"]
    choose = SOLOMON.event_to_json(Choose(2, 5))
    assert seats[2].do("claim", event=choose).status_code == 200
    assert seats[0].state()["requests"] == []


def test_nobody_chooses_anew_after_the_cards_were_turned_over(
    seats: list[Phone], table: TableService
) -> None:
    seats[2].do("claim", event=SOLOMON.event_to_json(Choose(2, 5)))
    before = kept(table)
    asked = seats[0].do("void", number=2)
    assert (asked.status_code, asked.json["asked"]) == (200, [1, 2])
    again = seats[0].do("claim", event=SOLOMON.event_to_json(Choose(0, 32)))
    assert again.status_code == 422
    assert kept(table) == before
    (request,) = seats[1].state()["requests"]
    assert seats[0].do("reply", request=request["id"], yes=True).status_code == 403
    seats[1].do("reply", request=request["id"], yes=False)
    assert kept(table) == before


def test_a_choice_corrected_after_the_cards_were_turned_over_is_told_to_all(
    seats: list[Phone], table: TableService
) -> None:
    seats[2].do("claim", event=SOLOMON.event_to_json(Choose(2, 5)))
    event = SOLOMON.event_to_json(Choose(0, 32))
    assert seats[0].do("amend", number=2, event=event).status_code == 200
    assert seats[0].lines() == ["Ada corrected: Ada has chosen card 17 → Ada has chosen card 32."]
    for other in seats[1:]:
        assert other.lines() == ["Ada corrected a secret: Ada has chosen."]


def test_the_set_up_is_taken_back_only_with_a_yes(seats: list[Phone], table: TableService) -> None:
    before = kept(table)
    assert seats[2].do("void", number=1).json["asked"] == [0, 1]
    assert (kept(table), seats[2].state()["misfits"]) == (before, [])


def test_the_secret_of_another_is_neither_corrected_nor_told(
    seats: list[Phone], table: TableService, app: Flask
) -> None:
    host = Phone(app, host=True)
    before = kept(table)
    mine = SOLOMON.event_to_json(Choose(0, 3))
    third = SOLOMON.event_to_json(Choose(2, 3))
    for phone in (seats[1], host):
        assert phone.do("amend", number=2, event=mine).status_code == 403
        assert phone.do("insert", before=2, event=third).status_code == 403
        assert phone.do("claim", event=third).status_code == 403
        assert phone.post("/api/judge", {"event": third}).status_code == 403
        assert phone.get("/api/choices/2?for=amend").status_code == 403
    assert kept(table) == before


def test_a_host_speaks_for_a_seat_only_while_no_phone_of_its_own_is_there(tmp_path: Path) -> None:
    """Everything open that is another seat's business, over recorded games."""
    tried = 0
    for game in ("solomon", "appenzell", "castle"):
        with table_of(tmp_path / game, game) as table:
            for event in events(game)[:250]:
                position = table.referee.position
                owner = table.game.actor(position, event)
                if owner not in (None, 0) and not table.game.secret(event):
                    data = table.game.event_to_json(event)
                    there = Speaker(0, True, frozenset({0, owner}))
                    with pytest.raises(Refused, match="not-yours"):
                        table.judge(data, there, "en")
                    with pytest.raises(Refused, match="not-yours"):
                        claim(table, data, there)
                    assert table.judge(data, Speaker(0, True, frozenset({0})), "en")
                    tried += 1
                play(table, [event])
    assert tried > 100


def claim(table: TableService, data: Any, speaker: Speaker) -> None:
    command = {"id": f"claim-{table.version}", "version": table.version, "do": "claim"}
    table.do({**command, "event": data}, speaker)


def test_every_event_says_who_told_it(seats: list[Phone]) -> None:
    tellers = [event["teller"] for event in seats[2].state()["events"]]
    assert tellers == [None, "Ada", "Ben"]


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_every_correction_has_a_line_in_every_language(
    seats: list[Phone], table: TableService, language: str
) -> None:
    seats[1].do("undo")
    seats[1].do("redo")
    seats[1].do("amend", number=3, event=SOLOMON.event_to_json(Choose(1, 4)))
    shown = table.snapshot(Speaker(1), language)["corrections"]
    texts = [line["text"] for line in shown]  # type: ignore[index, union-attr, call-overload]
    assert len(texts) == 3
    assert all(text.startswith("Ben ") for text in texts)


# --- the panel's page (item 13) ---


def only_move(table: TableService) -> Any:
    """Play a recorded game up to where one seat has one open move and nothing else can come."""
    for event in events("appenzell"):
        actions = table.game.actions(table.referee.position)
        owners = {table.game.actor(table.referee.position, each) for each in actions}
        if len(actions) == 1 and owners - {None}:
            return actions[0]
        play(table, [event])
    raise AssertionError("the game never comes to one move")


def test_the_panels_page_moves_for_its_own_seat_alone(tmp_path: Path) -> None:
    with table_of(tmp_path, "appenzell") as table:
        move = only_move(table)
        owner = table.game.actor(table.referee.position, move)
        app = create_app(table, join_url="http://x/", limits=UNLIMITED)
        panel.install(app, Panel(table))
        other = Phone(app, (owner + 1) % 2)
        mine = Phone(app, owner)
        before = kept(table)
        assert other.press("next").json["done"] == "nothing"
        assert kept(table) == before
        stale = mine.post("/api/panel", {"button": "next", "version": 1})
        assert stale.json["done"] == "refused"
        assert mine.post("/api/panel", {"button": "next"}).status_code == 400
        assert kept(table) == before
        assert mine.press("next").json["done"] == "claim"
        assert table.abouts[before + 1]["seat"] == owner


def test_the_wired_buttons_move_for_whoever_is_due_and_say_yes_for_the_table(
    tmp_path: Path,
) -> None:
    with table_of(tmp_path, "appenzell") as table:
        only_move(table)
        assert Panel(table).press("next") == "claim"
        assert table.abouts[kept(table)] == {"by": "phone", "seat": None, "wired": True}


def test_the_page_takes_back_and_answers_with_the_rights_of_its_phone(
    seats: list[Phone], table: TableService, app: Flask
) -> None:
    before = kept(table)
    assert seats[0].press("undo").json["done"] == "asked"
    assert kept(table) == before
    assert seats[2].press("confirm").json["done"] == "nothing"
    assert seats[1].press("confirm").json["done"] == "reply"
    assert kept(table) == before + 1
    stories = (Story((Choose(1, 9),), 0.6, None), Story((Choose(1, 8),), 0.4, None))
    with table.changes():
        table.ask(stories)
    for button in ("next", "confirm"):
        assert seats[0].press(button).json["done"] == "refused"
    assert seats[1].press("next").json["done"] == "marked"


# --- pictures (item 7) ---


def proof(table: TableService) -> str:
    outcome = table.referee.propose(SetUp())
    assert isinstance(outcome, Accepted)
    with table.changes():
        table.write(outcome.record, Evidence({"by": "camera"}, b"\xff\xd8 proof"))
    return str(table.abouts[1]["picture"])


def test_proofs_are_for_players_of_the_running_game_while_the_host_allows_it(
    app: Flask, table: TableService
) -> None:
    name = proof(table)
    watcher, seat, host = Phone(app), Phone(app, 0), Phone(app, host=True)
    stranger = Browser(app)

    def seen() -> list[int]:
        clients = (stranger, watcher, seat, host)
        return [client.get(f"/picture/{name}").status_code for client in clients]

    assert seen() == [403, 403, 200, 200]
    assert [p.state()["events"][0]["picture"] for p in (watcher, seat, host)] == [None, name, name]
    assert seat.do("proofs", shown=False).status_code == 403
    assert host.do("proofs", shown=False).status_code == 200
    assert seen() == [403, 403, 403, 200]
    assert seat.state()["events"][0]["picture"] is None
    assert seat.state()["proofs"] is False
    again = {"game": "solomon", "players": 3, "options": {}}
    assert host.do("new", **again).status_code == 200
    assert table.proofs is False
    assert seen() == [403, 403, 403, 404]


def test_the_hosts_choice_about_proofs_lasts_over_a_restart(
    app: Flask, table: TableService
) -> None:
    Phone(app, host=True).do("proofs", shown=False)
    assert TableService(table.journal, table.stored, lambda *_: None).proofs is False


def test_names_of_pictures_cannot_be_counted_through(app: Flask, table: TableService) -> None:
    proof(table)
    seat = Phone(app, 0)
    for name in ("evidence-1", "evidence-2", "evidence-1-00000000", "evidence-%C2%B2"):
        assert seat.get(f"/picture/{name}").status_code == 404
    for nines in (30, 5000):
        assert seat.get(f"/picture/evidence-{'9' * nines}").status_code == 404


def test_a_proof_of_an_older_journal_is_shown_by_its_old_name(
    app: Flask, table: TableService
) -> None:
    outcome = table.referee.propose(SetUp())
    assert isinstance(outcome, Accepted)
    data = {"record": "play", "event": SOLOMON.event_to_json(SetUp()), "stands": False}
    evidence = Evidence({"by": "camera"}, b"\xff\xd8 old")
    table.journal.append(table.stored.id, data, evidence)
    old = TableService(table.journal, table.stored, lambda *_: None)
    assert old.abouts[1]["picture"] == "evidence-1"
    assert old.picture("evidence-1", Speaker(0)) == b"\xff\xd8 old"


# --- what phones send (item 20) ---


@pytest.mark.parametrize("game", GAMES)
def test_an_event_with_a_field_of_another_type_is_refused_everywhere(
    tmp_path: Path, game: str
) -> None:
    kinds = {event["type"]: event for event in recorded(game)["events"]}
    with table_of(tmp_path, game) as table:
        play(table, events(game)[:1])
        app = create_app(table, join_url="http://x/", limits=UNLIMITED)
        phone = Phone(app, 0, host=True)
        before = kept(table)
        for event in kinds.values():
            for name in event:
                for value in ({}, [[]], {"a": {}}, 10**30, True):
                    odd = {**event, name: value}
                    judged = phone.post("/api/judge", {"event": odd})
                    assert judged.status_code in (200, 400, 403), (odd, judged.json)
                    if isinstance(value, dict) and not isinstance(event[name], dict):
                        assert judged.status_code == 400, odd
                        for way in ({"do": "claim"}, {"do": "amend", "number": 1}):
                            said = {
                                "id": "odd-one-out",
                                "version": table.version,
                                "event": odd,
                                **way,
                            }
                            done = phone.post("/api/do", said)
                            assert done.status_code in (400, 422), (said, done.json)
        assert kept(table) == before


# --- what is offered is what may be done ---

PURPOSES = {"claim": ("claim", None), "amend": ("amend", "number"), "insert": ("insert", "before")}
SPEAKERS = (
    Speaker(0, present=frozenset({0, 1})),
    Speaker(0, True, frozenset({0, 1})),
    Speaker(None, True, frozenset({0})),
)


def does(table: TableService, purpose: str, number: int, data: Any, speaker: Speaker) -> bool:
    """Whether the table does what was offered; whatever it does is taken back."""
    name, field = PURPOSES[purpose]
    told, before = {} if field is None else {field: number}, kept(table)
    command = {"id": f"try-{table.version}", "version": table.version, "do": name}
    try:
        table.do({**command, **told, "event": data}, speaker)
    except Refused as refused:
        assert kept(table) == before
        return refused.kind is not Kind.FORBIDDEN
    with table.changes():
        if kept(table) > before:
            table.write(Void(before + 1), Evidence({"by": "camera"}))
        table.requests = ()
    return True


@pytest.mark.parametrize("game", GAMES)
def test_choices_offer_nothing_that_is_refused_and_all_that_is_not(
    tmp_path: Path, game: str
) -> None:
    with table_of(tmp_path, game) as table:
        told = events(game)
        for at, event in enumerate(told[:90]):
            if at and at % 30 == 0:
                number = table.referee.history[-(1 + at % 4)].number
                for speaker in SPEAKERS:
                    for purpose in PURPOSES:
                        compare(table, purpose, number, speaker)
            play(table, [event])


def offered_to(table: TableService, purpose: str, number: int, speaker: Speaker) -> list[Any]:
    """What is offered; nothing where the entry itself is not this speaker's business."""
    owner = matter(table, table.referee.standing(number or 1).event, *place_of(table, number or 1))
    if purpose == "amend" and right_to(Deed.CORRECT, speaker, owner) is Right.NO:
        with pytest.raises(Refused, match="not-yours"):
            table.choices(number, speaker, "en", purpose)
        return []
    return table.choices(number, speaker, "en", purpose)


def compare(table: TableService, purpose: str, number: int, speaker: Speaker) -> None:
    """Every seventh event of a place: offered if and only if it is not refused."""
    offers = offered_to(table, purpose, number, speaker)
    offered = [choice["event"] for choice in offers]
    now = purpose == "claim"
    place = table.referee.position if now else table.referee.before(number)
    for event in table.game.actions(place)[::7]:
        data = table.game.event_to_json(event)
        if purpose != "amend" or event != table.referee.standing(number).event:
            may = does(table, purpose, number, data, speaker)
            assert (data in offered) == may or len(offered) >= 150, (purpose, data)


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_of_a_recorded_game_can_be_corrected_by_choice(
    tmp_path: Path, game: str
) -> None:
    with table_of(tmp_path, game) as table:
        play(table, events(game)[:70])
        host = Speaker(None, True)
        for entry in table.referee.history:
            for purpose in ("amend", "insert"):
                offers = offered_to(table, purpose, entry.number, host)
                assert all(choice["text"] for choice in offers)


def test_an_event_without_fields_can_be_corrected(tmp_path: Path) -> None:
    with table_of(tmp_path, "seven_locks") as table:
        told = events("seven_locks")
        at = next(at for at, event in enumerate(told) if not fields(event))
        play(table, told[: at + 1])
        offers = table.choices(at + 1, Speaker(None, True), "en", "amend")
        assert table.game.event_to_json(told[at]) not in [choice["event"] for choice in offers]
