"""Every cell of the table of rights, through the doors that phones and buttons use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.rights import RIGHTS, TABLE, Deed, Right, Role, Speaker, Whose, asked, right
from tests.device.toy import AWAY, GAME, OWN, OWNERS, THERE, Ear, House, Note, house

ROLES = tuple(Role)
CASES = [(secret, revealed) for secret in (False, True) for revealed in (False, True)]
PHONES = frozenset({OWN, THERE})


def speaker(role: Role) -> Speaker:
    """The speaker of that role in the house below."""
    if role is Role.TABLE:
        return TABLE
    seat = OWN if role in (Role.SEAT, Role.HOST) else None
    return Speaker(seat, role is Role.HOST, PHONES, role is not Role.STRANGER)


def expected(deed: Deed, role: Role, whose: Whose, secret: bool, revealed: bool) -> Right:
    """What the table's cell says; the buttons have no seat, so nothing is their own."""
    row = RIGHTS.get((deed, role))
    if row is None:
        return Right.NO
    if role is Role.TABLE and whose in (Whose.OWN, Whose.THERE):
        whose = Whose.AWAY
    return Right(row[list(Whose).index(whose)][2 * secret + revealed])


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house(tmp_path, monkeypatch) as made:
        yield made


Way = Callable[[House, Role, Note, int], int]


def _claim(at: House, role: Role, event: Note, number: int) -> int:
    return at.do(role, "claim", event=GAME.event_to_json(event))


def _amend(at: House, role: Role, event: Note, number: int) -> int:
    return at.do(role, "amend", number=number, event=GAME.event_to_json(event))


def _insert(at: House, role: Role, event: Note, number: int) -> int:
    return at.do(role, "insert", before=number, event=GAME.event_to_json(event))


def _void(at: House, role: Role, event: Note, number: int) -> int:
    return at.do(role, "void", number=number)


def _undo(at: House, role: Role, event: Note, number: int) -> int:
    return at.do(role, "undo")


def _stand(at: House, role: Role, event: Note, number: int) -> int:
    return at.do(role, "stand", number=number)


WAYS: list[tuple[str, Deed, Way]] = [
    ("claim", Deed.TELL, _claim),
    ("amend", Deed.CORRECT, _amend),
    ("insert", Deed.INSERT, _insert),
    ("void", Deed.TAKE_BACK, _void),
    ("stand", Deed.LET_STAND, _stand),
]
STATUS = {Right.YES: 200, Right.ASKS: 200, Right.NO: 403}


def check(at: House, told: Right, status: int, before: tuple[Any, ...]) -> None:
    """What was answered, and that nothing changed unless it was allowed."""
    assert status == STATUS[told]
    records, _doubts, requests, *about = at.seen()
    if told is Right.NO:
        assert at.seen() == before
    elif told is Right.ASKS:
        assert (records, about) == (before[0], list(before[3:]))
        assert [request.speaker.seat for request in requests] == [OWN]
        assert at.answer["asked"] == [THERE]
    else:
        assert records != before[0]
        assert requests == ()


CELLS = [(whose, *case) for whose in Whose for case in CASES]


@pytest.mark.parametrize("role", [r for r in ROLES if r is not Role.STRANGER])
@pytest.mark.parametrize(("name", "deed", "way"), WAYS, ids=[name for name, *_ in WAYS])
def test_a_deed_about_an_event_is_answered_as_its_cell_says(
    at: House, name: str, deed: Deed, way: Way, role: Role
) -> None:
    at.sit(role)
    for whose, secret, revealed in CELLS:
        at.anew()
        event = Note(7, OWNERS[whose], secret, wrong=deed is Deed.LET_STAND)
        number = at.play(event)
        if revealed:
            at.play(Note(8, None, secret=True, shows=True))
        told_instead = Note(9, OWNERS[whose], secret)
        before = at.seen()
        status = way(at, role, told_instead, number)
        check(at, expected(deed, role, whose, secret, revealed), status, before)


@pytest.mark.parametrize("role", [Role.SEAT, Role.HOST, Role.TABLE])
def test_undo_and_redo_ask_as_taking_back_does(at: House, role: Role) -> None:
    at.sit(role)
    for whose in [w for w in Whose if w is not Whose.DEVICE]:
        for secret in (False, True):
            at.anew()
            at.play(Note(7, OWNERS[whose], secret))
            told = expected(Deed.TAKE_BACK, role, whose, secret, revealed=False)
            before = at.seen()
            check(at, told, at.do(role, "undo"), before)
            if told is Right.ASKS:
                assert at.table.do(reply(at, yes=True), Speaker(THERE))["ok"]
            before = at.seen()
            check(at, told, at.do(role, "redo"), before)


def reply(at: House, yes: bool) -> dict[str, Any]:
    """The command that answers the one open request."""
    (request,) = at.table.requests
    said = {"do": "reply", "request": request.id, "yes": yes}
    return {"id": f"reply-{at.table.version}", "version": at.table.version, **said}


@pytest.mark.parametrize("name", ["void", "amend", "insert", "undo"])
@pytest.mark.parametrize("role", [Role.WATCHER, Role.SEAT, Role.HOST, Role.TABLE])
def test_how_the_table_was_laid_out_is_changed_by_the_host_or_with_his_yes(
    at: House, role: Role, name: str
) -> None:
    at.sit(role)
    said = {
        "void": {"number": 1},
        "amend": {"number": 1, "event": GAME.event_to_json(Note(3))},
        "insert": {"before": 1, "event": GAME.event_to_json(Note(3))},
        "undo": {},
    }[name]
    before = at.seen()
    status = at.do(role, name, **said)
    check(at, expected(Deed.SET_UP, role, Whose.ANYBODY, False, False), status, before)


@pytest.mark.parametrize("whose", Whose)
@pytest.mark.parametrize("role", [r for r in ROLES if r is not Role.STRANGER])
def test_a_question_is_answered_by_those_whose_cell_says_so(
    at: House, role: Role, whose: Whose
) -> None:
    at.sit(role)
    owner = OWNERS[whose]
    question = at.asks((Note(5, owner),), (Note(6, owner),))
    # What only the device tells is nobody's answer in particular.
    told = expected(Deed.ANSWER, role, Whose.ANYBODY if owner == -1 else whose, False, False)
    before = at.seen()
    check(at, told, at.do(role, "answer", question=question, choice="2"), before)


@pytest.mark.parametrize("whose", [w for w in Whose if w is not Whose.DEVICE])
@pytest.mark.parametrize("role", [r for r in ROLES if r is not Role.STRANGER])
def test_an_open_ruling_is_let_stand_by_those_whose_cell_says_so(
    at: House, role: Role, whose: Whose
) -> None:
    at.sit(role)
    number = at.objects(Note(5, OWNERS[whose], wrong=True))
    before = at.seen()
    told = expected(Deed.LET_STAND, role, whose, False, False)
    check(at, told, at.do(role, "stand", number=number), before)


@pytest.mark.parametrize("whose", [w for w in Whose if w is not Whose.DEVICE])
@pytest.mark.parametrize("role", [r for r in ROLES if r is not Role.STRANGER])
def test_a_pearl_is_denied_by_those_whose_cell_says_so(at: House, role: Role, whose: Whose) -> None:
    at.sit(role)
    ear = at.table.hearing = Ear()
    at.play(Note(5, OWNERS[whose]))
    told = expected(Deed.DENY, role, whose, False, False)
    assert at.do(role, "no_pearl") == STATUS[told]
    assert ear.denied == (told is Right.YES)
    assert len(at.table.requests) == (told is Right.ASKS)
    if told is Right.ASKS:
        assert at.table.do(reply(at, yes=True), Speaker(THERE))["ok"]
        assert (ear.denied, at.table.requests) == (1, ())


@pytest.mark.parametrize("role", [r for r in ROLES if r is not Role.STRANGER])
@pytest.mark.parametrize(
    ("name", "said", "deed"),
    [
        ("hints", {"level": "silent"}, Deed.CARE),
        ("proofs", {"shown": False}, Deed.CARE),
        ("new", {"game": "toy", "players": 2, "options": {}}, Deed.BEGIN),
    ],
)
def test_caring_for_the_table_is_the_hosts(
    at: House, role: Role, name: str, said: dict[str, Any], deed: Deed
) -> None:
    at.sit(role)
    before = at.seen()
    told = expected(deed, role, Whose.ANYBODY, False, False)
    assert at.do(role, name, **said) == STATUS[told]
    assert (at.seen() == before) == (told is Right.NO)


@pytest.mark.parametrize("role", [r for r in ROLES if r is not Role.STRANGER])
@pytest.mark.parametrize(
    ("name", "said", "deed"),
    [
        ("calibrate", {"step": "dance"}, Deed.CARE),
        ("saw_wrong", {}, Deed.CARE),
        ("tap_corners", {"corners": [[1, 1]] * 4}, Deed.CARE),
        ("resume", {"number": 99}, Deed.BEGIN),
        ("direct", {"wish": "dance"}, Deed.DIRECT),
        ("rematch", {"wanted": True}, Deed.AGAIN),
        ("senses", {"senses": "asleep"}, Deed.SENSES),
        ("record", {"record": "loudly"}, Deed.CARE),
        ("deal", {}, Deed.LAY_OUT),
        ("lay", {"event": GAME.event_to_json(Note(3))}, Deed.LAY_OUT),
    ],
)
def test_every_other_door_is_shut_to_those_whose_cell_says_so(
    at: House, role: Role, name: str, said: dict[str, Any], deed: Deed
) -> None:
    at.sit(role)
    before = at.seen()
    refused = expected(deed, role, Whose.ANYBODY, False, False) is Right.NO
    assert (at.do(role, name, **said) == 403) == refused
    assert at.seen() == before


@pytest.mark.parametrize("role", [r for r in ROLES if r is not Role.STRANGER])
def test_a_seat_names_itself_and_nobody_else(at: House, role: Role) -> None:
    at.sit(role)
    before = dict(at.table.names)
    told = expected(Deed.NAME, role, Whose.OWN, False, False)
    assert at.do(role, "name", name="Zoe") == STATUS[told]
    assert at.table.names == (before | {OWN: "Zoe"} if told is Right.YES else before)


@pytest.mark.parametrize("role", [r for r in ROLES if r is not Role.TABLE])
def test_pictures_are_for_those_whose_cell_says_so(at: House, role: Role) -> None:
    at.sit(role)
    at.play(Note(5))
    name = at.table.abouts[2]["picture"]
    phone = at.phones[role]
    told = expected(Deed.SEE_PROOFS, role, Whose.ANYBODY, False, False)
    assert phone.get(f"/picture/{name}").status_code == STATUS[told]
    told = expected(Deed.SEE_CAMERA, role, Whose.ANYBODY, False, False)
    watching = at.table._watching
    watching._picture, watching._picture_wanted = b"\xff\xd8", float("inf")
    assert phone.get("/picture/camera").status_code == STATUS[told]


@pytest.mark.parametrize("role", [r for r in ROLES if r is not Role.TABLE])
def test_state_and_panel_are_for_those_who_joined(at: House, role: Role) -> None:
    at.sit(role)
    told = expected(Deed.SEE_STATE, role, Whose.ANYBODY, False, False)
    for address in ("/api/panel", "/api/state", "/api/live"):
        with at.phones[role].get(address, buffered=False) as answer:
            assert answer.status_code == STATUS[told]
    page = at.phones[role].get("/panel")
    led_away = role is Role.STRANGER  # to where the code at the table is asked for
    assert (page.status_code, page.location) == ((302, "/") if led_away else (200, None))


PURPOSES = (("claim", Deed.TELL), ("insert", Deed.INSERT), ("amend", Deed.CORRECT))


@pytest.mark.parametrize("role", [Role.SEAT, Role.HOST])
def test_what_is_judged_and_offered_is_what_may_be_done(at: House, role: Role) -> None:
    at.sit(role)
    phone = at.phones[role]
    for whose, secret, revealed in CELLS:
        at.anew()
        number = at.play(Note(7, OWNERS[whose], secret))
        if revealed:
            at.play(Note(8, None, secret=True, shows=True))
        event = GAME.event_to_json(Note(9, OWNERS[whose], secret))
        told = expected(Deed.TELL, role, whose, secret, revealed)
        assert phone.post("/api/judge", json={"event": event}).status_code == STATUS[told]
        old = expected(Deed.CORRECT, role, whose, secret, revealed)
        assert phone.get(f"/api/choices/{number}").status_code == STATUS[old]
        for purpose, deed in PURPOSES:
            answer = phone.get(f"/api/choices/{number}?for={purpose}")
            if answer.status_code == 200:
                shown = revealed and purpose != "claim"
                assert offers(answer.json) == open_to(deed, role, shown)


def offers(answer: Any) -> set[tuple[int | None, bool]]:
    """Whose notes are offered, and whether secret ones."""
    return {(each["event"]["owner"], each["event"]["secret"]) for each in answer["choices"]}


def open_to(deed: Deed, role: Role, shown: bool) -> set[tuple[int | None, bool]]:
    """Whose notes the table of rights leaves open."""
    return {
        (owner, secret)
        for whose, owner in OWNERS.items()
        for secret in (False, True)
        if expected(deed, role, whose, secret, shown) is not Right.NO
    }


@pytest.mark.parametrize("role", [Role.STRANGER, Role.WATCHER])
@pytest.mark.parametrize("path", ["/api/choices/1?for=amend", "/api/choices/0?for=claim"])
def test_who_has_no_seat_is_offered_nothing(at: House, role: Role, path: str) -> None:
    at.sit(role)
    assert at.phones[role].get(path).status_code == 403
    event = GAME.event_to_json(Note(9))
    assert at.phones[role].post("/api/judge", json={"event": event}).status_code == 403
    assert at.do(role, "claim", event=event) == 403


# --- who is asked ---


def test_the_seat_concerned_is_asked_if_its_phone_is_there() -> None:
    assert asked(Speaker(0, present=frozenset({0, 1, 2})), 1) == {1}
    assert asked(Speaker(0, present=frozenset({0, 1, 2}), hosted=True), 1) == {1}


def test_a_host_is_asked_in_its_place_and_without_one_the_other_seats() -> None:
    assert asked(Speaker(0, present=frozenset({0, 1}), hosted=True), 2) == frozenset()
    assert asked(Speaker(0, present=frozenset({0, 1}), hosted=False), 2) == {1}
    assert asked(Speaker(0, True, frozenset({0, 1}), hosted=True), 0) == {1}


@pytest.mark.parametrize("deed", [Deed.TAKE_BACK, Deed.LET_STAND, Deed.SET_UP, Deed.DENY])
def test_where_nobody_is_there_to_be_asked_a_lost_phone_stops_nothing(deed: Deed) -> None:
    alone = Speaker(0, present=frozenset({0}))
    assert right(deed, alone, AWAY, secret=True, revealed=True) is Right.YES
    assert right(deed, Speaker(0, present=frozenset({0}), hosted=True), AWAY) is Right.ASKS


def test_every_row_of_the_table_is_whole() -> None:
    for row in RIGHTS.values():
        assert [len(cell) for cell in row] == [4] * len(Whose)
        assert set("".join(row)) <= {"y", "a", "n"}


def test_no_phone_but_its_own_ever_tells_for_a_seat_that_is_there() -> None:
    for deed in (Deed.TELL, Deed.CORRECT, Deed.INSERT):
        for role in (Role.SEAT, Role.HOST):
            assert RIGHTS[deed, role][list(Whose).index(Whose.THERE)] == "nnnn"
