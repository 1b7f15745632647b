"""Bad input to Burg Appenzell is refused in words, in four languages, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.appenzell.layout import layout_to_json
from rules.words import LANGUAGES
from tests.rules.appenzell_tables import SIDE
from tests.web.appenzell_house import Evening, evening
from tests.web.conftest import Phone

SET_UP = {"type": "set_up", "rooms": layout_to_json(SIDE), "start": 0, "colours": ["red", "blue"]}
PLACES = [
    {"type": "place", "seat": 0, "tower": [0, 0]},
    {"type": "place", "seat": 1, "tower": [6, 6]},
]

# What is told, by which seat, after how many events, and what the answer must contain (English).
BAD: dict[str, tuple[dict[str, Any], int, int, str]] = {
    "17 rooms": ({**SET_UP, "rooms": layout_to_json(SIDE[1:])}, 0, 0, "17 rooms"),
    "two mice of one colour": ({**SET_UP, "colours": ["red", "red"]}, 0, 0, "colour"),
    "out of phase": ({"type": "slide", "seat": 0, "slot": 0}, 0, 0, "set up"),
    "before all have placed": ({"type": "slide", "seat": 0, "slot": 0}, 0, 1, "Still missing"),
    "the wrong seat": ({"type": "end_turn", "seat": 1}, 1, 3, "not"),
    "for another seat": ({"type": "end_turn", "seat": 0}, 1, 3, "player concerned"),
    "too far": ({"type": "run", "seat": 0, "from": [0, 0], "to": [4, 4]}, 0, 3, "e3"),
    "a tile of a covered field": (
        {"type": "reveal", "field": [3, 3], "tile": "trap"},
        0,
        3,
        "roof over d4",
    ),
    "a cheese not earned": ({"type": "take", "seat": 0, "cheese": "cheese1"}, 0, 3, "no two mice"),
    "a field that is none": ({"type": "run", "seat": 0, "from": [0, 0], "to": [9, 9]}, 0, 3, ""),
}


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_in_four_languages(night: Evening, case: str) -> None:
    event, seat, count, wanted = BAD[case]
    phones = [Phone(night.app) for _ in range(2)]
    for number, phone in enumerate(phones):
        assert phone.join(number).status_code == 200
        phone.count = 100 * number  # no two phones send the same command id
    for told in [SET_UP, *PLACES][:count]:
        teller = phones[told.get("seat", 0)]
        assert teller.do("claim", event=told).status_code == 200
    before = night.position
    texts = {}
    for language in LANGUAGES:
        phones[seat].post("/api/language", {"language": language})
        answer = phones[seat].do("claim", event=event)
        assert 400 <= answer.status_code < 500
        texts[language] = answer.get_json()["error"]["text"]
    assert night.position == before
    assert len(set(texts.values())) == len(LANGUAGES)
    assert wanted in texts["en"]


def test_every_fault_of_a_layout_is_named_before_it_is_told(night: Evening) -> None:
    phone = Phone(night.app)
    phone.join(0)
    event = {**SET_UP, "rooms": layout_to_json(SIDE[1:])}
    answer = phone.post("/api/judge", {"event": event}).get_json()
    assert answer["answer"] == "no"
    assert [ruling["id"] for ruling in answer["rulings"]] == [
        "appenzell.layout-count",
        "appenzell.layout-roofs",
        "appenzell.layout-gap",
    ]
