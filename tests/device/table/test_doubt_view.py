"""What proves a question or ruling is shown to those alone who may know all that it shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.following.crop import Crop, Ring, Shot
from device.records.journal import Journal
from device.table.doubt_view import open_rulings
from device.table.questions import Doubts, Fault, Question
from device.table.service import TableService
from device.table.voice import voice_of
from rules.rights import Role
from rules.values import Ruling
from rules.words.catalogues import in_language
from tests.device.tables import ABOUT, GAME, SET_UP, story
from tests.device.toy import AWAY, OWN, THERE, House, Note, house
from vision.stories.story import Story

RING = Ring(None, ((0.3, 0.3), (0.6, 0.3), (0.6, 0.6)))
CROP = Crop(Shot(b"\xff\xd8 after", (RING,)), Shot(b"\xff\xd8 before", (RING,)))
WRONG = (Ruling("referee.not-understood"),)


@pytest.fixture
def at(tmp_path: Path, monkeypatch: Any) -> Iterator[House]:
    in_language("en")  # read before there is a game that has no words
    with house(tmp_path, monkeypatch) as made:
        yield made


def lies(at: House, *events: Note) -> None:
    """A mistake lies on the table, with pictures of it."""
    told = Story(events, 0.9, None)
    with at.table.changes():
        fault = Fault(1_000_001, told, WRONG, b"\xff\xd8 whole", CROP)
        at.table._findings.set(Doubts(fault=fault))


def names(at: House, role: Role) -> list[str]:
    """All pictures that a phone is told of."""
    (ruling,) = at.phones[role].get("/api/state").get_json()["rulings"]
    shots = (ruling["crop"] or {}).values()
    return [name for name in (ruling["picture"], *(s["picture"] for s in shots)) if name]


def test_players_see_before_and_after_and_the_ring(at: House) -> None:
    at.sit(Role.SEAT)
    lies(at, Note(5, wrong=True))
    (ruling,) = at.phones[Role.SEAT].get("/api/state").get_json()["rulings"]
    assert [*ruling["crop"]] == ["before", "after"]
    (ring,) = ruling["crop"]["after"]["rings"]
    assert ring["outline"] == [[0.3, 0.3], [0.6, 0.3], [0.6, 0.6]]
    shown = [at.phones[Role.SEAT].get(f"/picture/{name}").data for name in names(at, Role.SEAT)]
    assert shown == [b"\xff\xd8 whole", b"\xff\xd8 before", b"\xff\xd8 after"]


@pytest.mark.parametrize("role", [Role.SEAT, Role.HOST])
def test_a_secret_of_another_is_shown_in_no_picture_not_even_by_its_name(
    at: House, role: Role
) -> None:
    at.sit(role)
    lies(at, Note(5, OWN, secret=True, wrong=True))
    mine = names(at, role)
    assert len(mine) == 3
    hidden = Note(5, THERE, secret=True, wrong=True)
    lies(at, Note(4), hidden)
    assert names(at, role) == []
    for name in at.table.doubts.pictures():
        assert at.phones[role].get(f"/picture/{name}").status_code == 404


def test_a_question_that_holds_a_secret_in_one_of_its_answers_shows_no_picture(at: House) -> None:
    at.sit(Role.SEAT)
    stories = [Story((each,), 0.5, None) for each in (Note(5), Note(6, AWAY, secret=True))]
    with at.table.changes():
        asked = Question("q1000001", tuple(stories), b"\xff\xd8 whole", crop=CROP)
        at.table._findings.set(Doubts(question=asked))
    question = at.phones[Role.SEAT].get("/api/state").get_json()["question"]
    assert (question["picture"], question["crop"]) == (None, None)


def test_where_the_host_keeps_proofs_no_phone_but_his_is_told_of_a_crop(at: House) -> None:
    at.sit(Role.SEAT)
    lies(at, Note(5, wrong=True))
    at.table.set_proofs(False)
    (ruling,) = at.phones[Role.SEAT].get("/api/state").get_json()["rulings"]
    assert (ruling["picture"], ruling["crop"]) == (None, None)


def test_a_ruling_says_whom_it_concerns(at: House) -> None:
    at.sit(Role.SEAT)
    lies(at, Note(5, THERE, wrong=True))
    (ruling,) = at.phones[Role.SEAT].get("/api/state").get_json()["rulings"]
    assert ruling["seat"] == THERE


def test_a_ring_is_named_in_the_language_of_the_phone(tmp_path: Path) -> None:
    square = Ring(("square", (1, 4)), RING.outline)
    told = story(GAME.start(4), (SET_UP,), 0.9)
    with Journal(tmp_path / "journal.db") as journal:
        table = TableService(journal, journal.start_game(ABOUT), lambda *_: None)
        with table.changes():
            crop = Crop(Shot(b"", (square, Ring(("place", 18), RING.outline))), None)
            table._findings.set(Doubts(fault=Fault(1, told, WRONG, None, crop)))
        said = []
        for language in ("en", "de"):
            (ruling,) = open_rulings(table.state, 0, voice_of(table.state, language))
            assert isinstance(ruling, dict)
            crops: Any = ruling["crop"]
            said.append([ring["text"] for ring in crops["after"]["rings"]])
    assert said == [["e4", "place 4 on the left"], ["e4", "Platz 4 links"]]
