"""Bad input of König Salomons Schatzkammer: refused in words of four languages, nothing changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.running.compose import open_house
from device.settings.settings import CameraSettings, DataSettings, Settings, TableSettings
from rules.rights import Speaker
from rules.solomon import GAME, Choose, DrawShape, Lift, Mark, SetUp
from rules.words import LANGUAGES
from tests.rules.solomon_tables import squares, tiles
from tests.web.conftest import Phone
from web.app import create_app

BAR = [[0, 0], [0, 1], [0, 2]]
SEVEN = [[0, col] for col in range(6)] + [[1, 0]]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Any]:
    settings = replace(
        Settings(),
        table=TableSettings(game="solomon", players=3),
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path),
    )
    with open_house(settings) as opened:
        yield opened


@pytest.fixture
def phone(house: Any) -> Phone:
    """The phone of seat 0."""
    app = create_app(house.table, join_url="http://unset/", open_table=True)
    phone = Phone(app)
    assert phone.join(0, "Mia").status_code == 200
    return phone


def tell(house: Any, *events: Any) -> None:
    """Let things happen at the table."""
    for event in events:
        story = house.table.referee.propose(event)
        house.table.referee.commit(story.record)


def dug(house: Any) -> None:
    """Seat 0 has dug a curse of 2 and has to pay."""
    tell(house, SetUp(), Choose(0, 1), Choose(1, 2), Choose(2, 3))
    tell(house, DrawShape(1, ((0, 0), (0, 1), (0, 2))), Mark(0, squares("a1 b1 c1")))
    tell(house, Lift(0, tiles("t1 c2 s1")))


def refused(phone: Phone, house: Any, event: dict[str, Any]) -> set[str]:
    """The words of a refusal in every language; nothing may have changed."""
    before, texts = house.table.referee.position, set()
    for language in LANGUAGES:
        assert phone.post("/api/language", {"language": language}).status_code == 200
        response = phone.do("claim", event=event)
        assert response.status_code >= 400, response.get_json()
        texts.add(response.get_json()["error"]["text"])
        assert house.table.referee.position is before
    assert len(texts) == len(LANGUAGES)
    return texts


def test_a_card_of_seven_squares(phone: Phone, house: Any) -> None:
    tell(house, SetUp(), Choose(0, 1), Choose(1, 2), Choose(2, 3))
    texts = refused(phone, house, {"type": "draw_shape", "card": 1, "cells": SEVEN, "arrow": 0})
    assert "7 squares are drawn for card 1. A card shows 3 to 6 squares." in texts


def test_an_action_out_of_phase(phone: Phone, house: Any) -> None:
    tell(house, SetUp())
    refused(phone, house, {"type": "pass", "seat": 0})
    refused(phone, house, {"type": "pay", "seat": 0, "coins": 1})
    refused(phone, house, {"type": "set_up", "tops": []})


def test_the_wrong_seat(phone: Phone, house: Any) -> None:
    tell(house, SetUp())
    refused(phone, house, {"type": "choose", "seat": 1, "card": 4})
    refused(phone, house, {"type": "choose", "seat": 1, "card": 40})
    tell(house, Choose(0, 5), Choose(1, 2), Choose(2, 3))
    refused(phone, house, {"type": "pass", "seat": 1})
    texts = refused(phone, house, {"type": "pass", "seat": 0})
    assert any("lowest number goes first" in text for text in texts)


def test_a_wrong_amount(phone: Phone, house: Any) -> None:
    dug(house)
    none = [0, 0, 0, 0, 0]
    event = {"type": "pay", "seat": 0, "coins": 1, "treasures": none}
    texts = refused(phone, house, {**event, "change_coins": 0, "change_treasures": none})
    assert any("Right is 2 coins" in text for text in texts)
    refused(phone, house, {**event, "coins": 5, "change_coins": 1, "change_treasures": none})
    refused(phone, house, {**event, "coins": 99, "change_coins": 97, "change_treasures": none})


def test_an_area_that_is_not_the_shape(phone: Phone, house: Any) -> None:
    tell(house, SetUp(), Choose(0, 1), Choose(1, 2), Choose(2, 3))
    tell(house, DrawShape(1, ((0, 0), (0, 1), (0, 2))))
    event = {"type": "mark", "seat": 0, "squares": [[0, 0], [1, 0], [2, 0]], "objects": []}
    response = phone.post("/api/judge", {"event": event})
    assert response.get_json()["answer"] == "no"
    refused(phone, house, event)


def test_impossible_box_facts_start_no_game(house: Any) -> None:
    from rules.errors import BadSetting

    with pytest.raises(BadSetting, match="7 squares"):
        GAME.start(2, {}, {"shapes": {"4": SEVEN}})
    assert GAME.start(2, {}, {"shapes": {"4": BAR}}).shapes[4] is not None


def test_a_drawn_shape_is_known_in_the_next_game(phone: Phone, house: Any) -> None:
    tell(house, SetUp(), Choose(0, 1), Choose(1, 2), Choose(2, 3))
    event = {"type": "draw_shape", "card": 1, "cells": BAR, "arrow": 0}
    assert phone.do("claim", event=event).status_code == 200
    house.table.new_game({"game": "solomon", "players": 2, "options": {}, "box": {}, "names": []})
    assert house.table.snapshot(Speaker(0), "en")["view"]["shapes"] == {"1": BAR}


def test_the_host_plays_for_who_has_no_phone_but_learns_no_secret(house: Any) -> None:
    app = create_app(house.table, join_url="http://unset/", open_table=True)
    host, mia = Phone(app), Phone(app)
    host.be_host()
    assert host.join(1, "Noah").status_code == 200
    assert mia.join(0, "Mia").status_code == 200
    tell(house, SetUp())
    assert host.do("claim", event={"type": "choose", "seat": 2, "card": 9}).status_code == 403
    assert host.do("claim", event={"type": "choose", "seat": 2, "card": 0}).status_code == 200
    assert mia.do("claim", event={"type": "choose", "seat": 0, "card": 30}).status_code == 200
    assert host.state()["view"]["cards"] == [None, None, None]
    assert host.state()["events"][-1]["event"] == {"type": "choose", "seat": 0}
    number = house.table.referee.history[-1].number
    assert host.get(f"/api/choices/{number}?for=amend").status_code == 403
    assert host.do("claim", event={"type": "choose", "seat": 1, "card": 4}).status_code == 200
    assert host.do("claim", event={"type": "show", "seat": 2, "card": 12}).status_code == 200
    assert host.state()["view"]["cards"] == [30, 4, 12]
