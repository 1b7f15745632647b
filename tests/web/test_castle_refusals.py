"""The Castle over the real service: bad input is refused in words, and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.boxes.profiles import BoxShelf
from device.records.journal import Journal
from device.table.service import TableService
from rules.castle import SIM_MAP, Phase
from rules.castle.maps import map_to_json
from rules.words import LANGUAGES
from tests.said import WORDS
from tests.web.conftest import Phone as AnyPhone
from web.app import create_app

GENERIC = {WORDS[key][at] for key in ("refused.illegal", "refused.garbage") for at in range(4)}
MAP: dict[str, Any] = map_to_json(SIM_MAP)


class Phone(AnyPhone):
    """A phone whose commands have names of their own, as real ones do."""

    def do(self, command: str, **fields: object) -> Any:
        self.count += 1
        name = f"{id(self)}-{self.count}"
        body = {"id": name, "version": self.state()["version"], "do": command}
        return self.post("/api/do", {**body, **fields})


@pytest.fixture
def service(tmp_path: Path) -> Iterator[TableService]:
    with Journal(tmp_path / "journal.db") as journal:
        about = {"game": "castle", "players": 2, "names": ["Ann", "Bob"], "box": {}}
        shelf = BoxShelf(tmp_path / "boxes")
        stored = journal.start_game(about)
        yield TableService(journal, stored, lambda *_: None, memory=shelf)


@pytest.fixture
def phones(service: TableService) -> list[Phone]:
    app = create_app(service, join_url="http://x/join", open_table=True)
    phones = [Phone(app), Phone(app)]
    for seat, phone in enumerate(phones):
        phone.join(seat)
    return phones


def begun(phones: list[Phone]) -> None:
    """A wizard at A and a cleric at B; the wizard is on the move."""
    ann, bob = phones
    for phone, event in (
        (ann, {"type": "map", "map": {**MAP, "demo": False}}),
        (ann, {"type": "roll", "seat": 0, "die": 6}),
        (bob, {"type": "roll", "seat": 1, "die": 2}),
        (ann, {"type": "choose", "seat": 0, "character": "wizard", "constitution": 6}),
        (bob, {"type": "choose", "seat": 1, "character": "cleric", "constitution": 8}),
        (ann, {"type": "ally", "groups": []}),
        (ann, {"type": "enter", "seat": 0, "entrance": "A"}),
        (bob, {"type": "enter", "seat": 1, "entrance": "B"}),
    ):
        response = phone.do("claim", event=event)
        assert response.status_code == 200, response.text


def refusals(phone: Phone, event: Any) -> list[str]:
    """What the table answers in each language."""
    texts = []
    for language in LANGUAGES:
        phone.post("/api/language", {"language": language})
        response = phone.do("claim", event=event)
        assert 400 <= response.status_code < 500, response.text
        texts.append(response.get_json()["error"]["text"])
    return texts


def refused(service: TableService, phone: Phone, event: Any) -> list[str]:
    """The words of a refusal, which changed nothing."""
    before, records = service.referee.position, len(service.referee.records)
    texts = refusals(phone, event)
    assert len(set(texts)) == len(LANGUAGES)
    assert not set(texts) & GENERIC
    assert service.referee.position is before
    assert len(service.referee.records) == records
    return texts


def without(*names: str) -> dict[str, Any]:
    areas = [area for area in MAP["areas"] if area["name"] not in names]
    links = [link for link in MAP["links"] if not set(link) & set(names)]
    return {"areas": areas, "links": links}


MAPS = {
    "17 rooms": (without(*map(str, range(18, 37))), "17"),
    "two entrances with one letter": (
        {
            "areas": [
                {**area, "name": "A"} if area["name"] == "B" else area for area in MAP["areas"]
            ],
            "links": MAP["links"],
        },
        "A",
    ),
    "no Cell": (without("X"), "0"),
    "a room cut off": (
        {"areas": MAP["areas"], "links": [each for each in MAP["links"] if "36" not in each]},
        "36",
    ),
}


@pytest.mark.parametrize("wrong", MAPS)
def test_an_impossible_map_is_refused_with_what_is_wrong(
    wrong: str, phones: list[Phone], service: TableService
) -> None:
    drawn, named = MAPS[wrong]
    texts = refused(service, phones[0], {"type": "map", "map": drawn})
    assert all(named in text for text in texts)
    judged = phones[0].post("/api/judge", {"event": {"type": "map", "map": drawn}}).get_json()
    assert judged["answer"] == "no"
    assert judged["rulings"]


BAD = {
    "a constitution of 40": (
        0,
        {"type": "choose", "seat": 0, "character": "fighter", "constitution": 40},
        "set-up over",
    ),
    "three areas away": (0, {"type": "step", "seat": 0, "to": "12"}, ""),
    "a room that is not there": (0, {"type": "step", "seat": 0, "to": "99"}, ""),
    "out of turn": (1, {"type": "step", "seat": 1, "to": "5"}, ""),
    "another's step": (0, {"type": "step", "seat": 1, "to": "5"}, ""),
    "a die nobody asked for": (0, {"type": "roll", "seat": 0, "die": 3}, ""),
    "a cleric's spell": (1, {"type": "cast", "seat": 1, "member": 1, "spell": "esp"}, ""),
    "a fireball at nothing": (
        0,
        {"type": "cast", "seat": 0, "member": 0, "spell": "fireball", "target": 0},
        "",
    ),
    "an item one has not": (0, {"type": "use", "seat": 0, "member": 0, "item": "acid"}, ""),
    "a fight with nobody": (0, {"type": "fight", "seat": 0, "member": 0, "foe": 0}, ""),
    "shares before the end": (0, {"type": "shares", "amounts": [1, 2]}, ""),
    "a wrong hit counter": (0, {"type": "hits", "member": 0, "hits": 3}, ""),
    "no event at all": (0, {"type": "dance"}, ""),
}


@pytest.mark.parametrize("bad", BAD)
def test_bad_input_is_refused_in_words_and_changes_nothing(
    bad: str, phones: list[Phone], service: TableService
) -> None:
    begun(phones)
    seat, event, _ = BAD[bad]
    refused(service, phones[seat], event)


def test_a_wrong_split_is_refused_with_the_right_one(
    phones: list[Phone], service: TableService
) -> None:
    begun(phones)
    for event in (
        {"type": "step", "seat": 0, "to": "1"},
        {"type": "turn_up", "seat": 0, "kind": "bat", "constitution": 2},
        {"type": "done", "seat": 0},
        {"type": "fight", "seat": 0, "member": 0, "foe": 0},
        {"type": "roll", "seat": 0, "die": 6},
        {"type": "search", "seat": 0, "member": 0},
        {"type": "found", "seat": 0, "kind": "gold-500"},
    ):
        assert phones[0].do("claim", event=event).status_code == 200
    for phone, event in (
        (1, {"type": "done", "seat": 1}),
        (1, {"type": "done", "seat": 1}),
        (0, {"type": "step", "seat": 0, "to": "A"}),
        (1, {"type": "step", "seat": 1, "to": "5"}),
        (1, {"type": "turn_up", "seat": 1, "kind": "rat", "constitution": 2}),
        (1, {"type": "done", "seat": 1}),
        (1, {"type": "fight", "seat": 1, "member": 1, "foe": 0}),
        (1, {"type": "roll", "seat": 1, "die": 6}),
        (1, {"type": "done", "seat": 1}),
        (1, {"type": "step", "seat": 1, "to": "B"}),
    ):
        response = phones[phone].do("claim", event=event)
        assert response.status_code == 200, response.text
    assert service.game.score(service.referee.position).totals == (500, 0)
    texts = refused(service, phones[0], {"type": "shares", "amounts": [250, 250]})
    assert all("500" in text for text in texts)


def test_map_and_constitutions_are_asked_once_and_remembered_for_the_next_game(
    phones: list[Phone], service: TableService
) -> None:
    begun(phones)
    for event in (
        {"type": "step", "seat": 0, "to": "1"},
        {"type": "turn_up", "seat": 0, "kind": "goblin", "constitution": 4},
    ):
        assert phones[0].do("claim", event=event).status_code == 200
    host = Phone(create_app(service, join_url="http://x/join")).be_host()
    response = host.do("new", game="castle", players=3, options={"series": 3})
    assert response.status_code == 200, response.text
    position = service.referee.position
    assert position.phase is Phase.FIRST
    assert position.setting.known["goblin"] == (4,)
    assert position.setting.known["wizard"] == (6,)


def test_the_hosts_phone_neither_tells_nor_is_offered_what_another_holds(
    service: TableService, phones: list[Phone]
) -> None:
    begun(phones)
    app = create_app(service, join_url="http://x/join", open_table=True)
    host = Phone(app).be_host()
    for event in (
        {"type": "step", "seat": 0, "to": "1"},
        {"type": "turn_up", "seat": 0, "kind": "bat", "constitution": 2},
        {"type": "done", "seat": 0},
        {"type": "fight", "seat": 0, "member": 0, "foe": 0},
        {"type": "roll", "seat": 0, "die": 6},
        {"type": "search", "seat": 0, "member": 0},
    ):
        assert host.do("claim", event=event).status_code == 200
    assert host.do("claim", event={"type": "found", "seat": 0, "kind": "boots"}).status_code == 403
    found = {"type": "found", "seat": 0, "kind": "medallion"}
    assert phones[0].do("claim", event=found).status_code == 200
    for event in ({"type": "done", "seat": 1}, {"type": "done", "seat": 1}):
        assert host.do("claim", event=event).status_code == 200
    assert '"medallion"' in phones[0].get("/api/state").text
    assert "medallion" not in phones[1].get("/api/state").text
    assert "medallion" not in host.get("/api/state").text
    assert "medallion" not in host.get("/api/choices/0?for=claim").text
    use = {"type": "use", "seat": 0, "member": 0, "item": "medallion"}
    assert host.do("claim", event=use).status_code == 403
