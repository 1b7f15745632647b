"""Seven Locks over the real service: bad input is refused in words, and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.records.journal import Journal
from device.table.service import TableService
from rules.seven_locks import Heard
from rules.words import LANGUAGES
from tests.said import WORDS
from tests.web.conftest import Phone as AnyPhone
from web.app import create_app

BOX = {
    "die": [[1, 1], [1, 3], [2, 2], [2, 3], [3, 1], [3, 2]],
    "keys": ["red", "orange", "yellow", "green", "turquoise", "blue", "violet", "white"],
}
GENERIC = {WORDS[key][at] for key in ("refused.illegal", "refused.garbage") for at in range(4)}


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
        about = {"game": "seven_locks", "players": 2, "names": ["Ann", "Bob"], "box": BOX}
        yield TableService(journal, journal.start_game(about), lambda *_: None)


@pytest.fixture
def phones(service: TableService) -> list[Phone]:
    app = create_app(service, join_url="http://x/join", open_table=True)
    phones = [Phone(app), Phone(app)]
    for seat, phone in enumerate(phones):
        phone.join(seat)
    phones[0].do("claim", event={"type": "set_up", "start": 0, "place": 0})
    phones[0].do("claim", event={"type": "fill"})
    return phones


def opened(phones: list[Phone]) -> None:
    """Ann opens tower 2 with three pearls in it, and Bob has a share."""
    for phone, event in (
        (0, {"type": "roll", "pearls": 1, "steps": 1}),
        (0, {"type": "drop", "tower": 1}),
        (0, {"type": "move", "to": 1}),
        (0, {"type": "take", "key": 4}),
        (1, {"type": "coat", "seat": 1, "placed": True}),
        (0, {"type": "try", "outcome": "fits"}),
    ):
        assert phones[phone].do("claim", event=event).status_code == 200


BAD = {
    "a die of seven sides": (0, {"type": "box", "die": [[1, 1]] * 7, "keys": None}),
    "a die with four pearls": (0, {"type": "box", "die": [[4, 1]] * 6, "keys": None}),
    "two keys of one colour": (0, {"type": "box", "die": None, "keys": ["red"] * 8}),
    "a side the die has not": (0, {"type": "roll", "pearls": 2, "steps": 1}),
    "a pearl before the roll": (0, {"type": "drop", "tower": 1}),
    "a key before the roll": (0, {"type": "take", "key": 1}),
    "a guess before the fifth tower": (0, {"type": "guess", "seat": 0, "key": 1}),
    "the last key at the start": (0, {"type": "last", "key": 1}),
    "a treasure without a tower": (0, {"type": "treasure", "pearls": 3, "amounts": None}),
    "the roll of another seat": (1, {"type": "roll", "pearls": 1, "steps": 1}),
    "the coat of another seat": (0, {"type": "coat", "seat": 1, "placed": True}),
    "a sound": (0, {"type": "heard", "tower": 0, "likelihoods": [0.5] * 8}),
    "no event at all": (0, {"type": "dance"}),
}


def refusals(phone: Phone, event: Any) -> list[str]:
    """What the table answers in each language."""
    texts = []
    for language in LANGUAGES:
        phone.post("/api/language", {"language": language})
        response = phone.do("claim", event=event)
        assert 400 <= response.status_code < 500, response.text
        texts.append(response.get_json()["error"]["text"])
    return texts


@pytest.mark.parametrize("bad", BAD)
def test_bad_input_is_refused_in_words_and_changes_nothing(
    bad: str, phones: list[Phone], service: TableService
) -> None:
    seat, event = BAD[bad]
    before, records = service.referee.position, len(service.referee.records)
    texts = refusals(phones[seat], event)
    assert len(set(texts)) == len(LANGUAGES)
    assert not set(texts) & GENERIC
    assert service.referee.position is before
    assert len(service.referee.records) == records


WRONG_AMOUNTS = {
    "remainder to Bob": [1, 2],
    "all to Ann": [3, 0],
    "more than there is": [3, 3],
    "one seat missing": [3],
}


@pytest.mark.parametrize("wrong", WRONG_AMOUNTS)
def test_wrong_amounts_are_refused_with_the_right_ones(
    wrong: str, phones: list[Phone], service: TableService
) -> None:
    opened(phones)
    before = service.referee.position
    event = {"type": "treasure", "pearls": 3, "amounts": WRONG_AMOUNTS[wrong]}
    texts = refusals(phones[0], event)
    assert len(set(texts)) == len(LANGUAGES)
    assert service.referee.position is before


def test_no_phone_not_even_the_hosts_tells_or_sees_a_sound(service: TableService) -> None:
    app = create_app(service, join_url="http://x/join", open_table=True)
    host = Phone(app).be_host()
    host.join(0)
    host.do("claim", event={"type": "set_up", "start": 0, "place": 0})
    host.do("claim", event={"type": "fill"})
    heard = {"type": "heard", "tower": 0, "likelihoods": [0.123456789] * 8}
    assert host.do("claim", event=heard).status_code == 403
    position = service.referee.position
    assert service.game.shown(position, Heard(0, (0.123456789,) * 8), 0) == {
        "type": "heard",
        "tower": 0,
    }


def test_what_is_learned_of_the_box_is_known_in_the_next_game(
    phones: list[Phone], service: TableService
) -> None:
    assert service.game.learned(service.referee.position) == BOX
    assert len(service.game.chance(service.referee.position)) == 6
    assert phones[0].do("roll").status_code == 200
    assert service.referee.position.hand in (1, 2, 3)


def test_rolling_for_another_seat_is_refused(phones: list[Phone]) -> None:
    assert phones[1].do("roll").status_code == 403
