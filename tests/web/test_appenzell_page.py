"""Burg Appenzell on two phones: the rooms are told, a game is played to its end, nothing leaks."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.appenzell.pieces import TILE_NAMES
from rules.rights import Speaker
from tests.phones import OpenPhone
from tests.rules.appenzell_tables import SIDE, f, room
from tests.said import WORDS
from tests.web.appenzell_house import (
    Evening,
    end_turn,
    evening,
    go,
    heard,
    lift,
    sit_down,
    tap,
    tell,
    wipe,
)

pytestmark = pytest.mark.browser

# What Noah uncovers in his first turn, and nobody may be told again once it is covered.
SECRETS = ("cheese6", "cheese7")


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as opened:
        yield opened


def test_a_whole_game_by_taps(night: Evening, open_phone: OpenPhone) -> None:
    mia, noah = open_phone(f"{night.address}/join"), open_phone(f"{night.address}/join", "en")
    sit_down(mia, 0, "Mia")
    sit_down(noah, 1, "Noah")
    _tell_the_rooms(mia)
    _place_the_mice(mia, noah)
    _play(mia, noah)
    for phone in (mia, noah):
        expect(phone.locator("#winner")).to_have_text("Noah wins!")
        expect(phone.locator(".result .won")).to_contain_text("Noah")
    assert night.position.lost == (3, 0)
    assert night.position.cheeses == (1, 0)
    _nothing_leaked(night, mia, noah)
    _the_box_is_remembered(night, mia)


def _tell_the_rooms(phone: Page) -> None:
    """Wiping and tapping, a wrong shape, a roof too many, one taken away: then all 18."""
    expect(phone.locator("#roomsdone")).to_be_disabled()
    wipe(phone, f("b7"), f("e7"))
    expect(phone.locator("#toast")).to_contain_text("no such roof")
    wipe(phone, f("a6"), f("c6"))
    wipe(phone, f("b7"), f("c6"))  # lies over the row a6 to c6, so that one goes
    expect(phone.locator("[data-roof=copper] strong")).to_have_text("1/2")
    expect(phone.locator("[data-roof=thatched] strong")).to_have_text("0/5")
    tap(phone, f("b7"))
    expect(phone.locator("[data-roof=copper] strong")).to_have_text("0/2")
    for number, fields in enumerate(SIDE):
        lay = tap if number % 2 else wipe
        lay(phone, fields[0], fields[-1])
        if number == 16:
            expect(phone.locator(".roomcheck")).to_have_text(
                "thatched roof: 1 missing · fields without a roof: 3"
            )
    expect(phone.locator(".roomcheck")).to_have_text("All 18 roofs are in place.")
    phone.click("#roomsdone")
    phone.click("[data-recolour='1']")
    phone.click("[data-look='0']")
    expect(phone.locator("[data-choice=wheel-orange]")).to_have_count(0)
    phone.click("[data-choice=wedge-orange]")
    expect(phone.locator("[data-choice=wheel-orange]")).to_be_disabled()  # the second cheese
    phone.click("#castleready")


def _place_the_mice(mia: Page, noah: Page) -> None:
    expect(mia.locator(".now h2")).to_have_text("Put a mouse into a tower")
    tell(mia, "spare", "trap")
    expect(noah.locator(".mouse.blue").first).to_be_visible()
    noah.locator(".runtarget[data-to=g1]").click()
    expect(noah.locator(".now h2")).to_have_text("Mia chooses a tower")
    mia.locator(".runtarget[data-to=a7]").click()
    expect(mia.locator(".now h2")).to_have_text(WORDS["table.your-turn"][1])
    expect(noah.locator("#endturn")).to_have_count(0)
    expect(noah.locator(".lift")).to_have_count(0)


def _play(mia: Page, noah: Page) -> None:
    """Mia walks three mice onto one row and pushes a trap under each of them."""
    lift(mia, room("b7"))
    tell(mia, "b7", "plain")
    go(mia, "a7", "b7")
    go(mia, "b7", "c7")
    lift(mia, room("a6"))
    for field, tile in (("a6", "cheese1"), ("b6", "trap"), ("c6", "plain")):
        tell(mia, field, tile)
    expect(mia.locator(".runtarget")).to_have_count(0)  # no action is left
    end_turn(mia)
    lift(noah, room("f1"))
    tell(noah, "f2", SECRETS[0])
    tell(noah, "f1", SECRETS[1])
    expect(mia.locator("[data-field=f2][data-tile=cheese6]")).to_have_count(1)
    end_turn(noah)
    lift(mia, room("a6"))  # remembered: nobody is asked
    expect(mia.locator("[data-field=b6][data-tile=trap]")).to_have_count(1)
    go(mia, "c7", "c6")
    go(mia, "outside", "a7")
    go(mia, "a7", "a6")
    end_turn(mia)
    end_turn(noah)
    go(mia, "outside", "g7")
    lift(mia, room("f7"))
    for field in ("f7", "f6", "f5"):
        tell(mia, field, "plain")
    go(mia, "g7", "f7")
    lift(mia, room("e6"))
    tell(mia, "e6", "cheese1")
    end_turn(mia)
    end_turn(noah)
    lift(mia, room("e6"))
    go(mia, "f7", "e7")
    go(mia, "e7", "e6")
    for phone in (mia, noah):
        cheese = phone.locator(".purse[data-seat='0'] .cheeses svg")
        expect(cheese).to_have_attribute("aria-label", "cheese wedge, orange")
    mia.locator(".slot.open[data-slot='11']").click()
    mia.click("#slide")
    for phone in (mia, noah):
        expect(phone.locator(".purse[data-seat='0'] .micecount")).to_contain_text("mice: 2")
    tell(mia, "e6", "trap")


def _nothing_leaked(night: Evening, mia: Page, noah: Page) -> None:
    """From the end of Noah's first turn no phone was sent what lies under that roof."""
    for phone in (mia, noah):
        states = heard(phone)
        later = [state for state in states if state["view"]["turn"] > 2]
        assert len(later) > 10
        shown = [json.dumps(state) for state in states if state["view"]["turn"] == 2]
        assert any(SECRETS[0] in text for text in shown)
        for state in later:
            assert not any(secret in json.dumps(state) for secret in SECRETS)
            _only_open_tiles(state["view"])
        texts = [phone.evaluate("fetch('/api/state').then((answer) => answer.text())")]
        texts.append(phone.evaluate("fetch('/api/choices/0?for=claim').then((a) => a.text())"))
        texts.append(phone.evaluate("fetch('/api/end').then((a) => a.text())"))
        assert not any(secret in text for text in texts for secret in SECRETS)
        for entry in json.loads(texts[0])["events"]:
            assert "tile" not in entry["event"]
        _corrections_tell_nothing(night, phone)


def _only_open_tiles(view: dict[str, Any]) -> None:
    covered = {tuple(at) for each in view["rooms"] if each["covered"] for at in each["fields"]}
    assert all("tile" not in each for each in view["fields"] if tuple(each["field"]) in covered)


def _corrections_tell_nothing(night: Evening, phone: Page) -> None:
    """Whoever asks what a told tile could have been instead is offered every kind."""
    number = next(
        entry.number
        for entry in night.house.table.referee.history
        if getattr(entry.event, "field", None) == f("f2")
    )
    answer = phone.evaluate(f"fetch('/api/choices/{number}?for=amend').then((a) => a.json())")
    told = [
        choice["event"]["tile"]
        for choice in answer["choices"]
        if choice["event"].get("field") == [5, 5]
    ]
    assert told == list(TILE_NAMES)


def _the_box_is_remembered(night: Evening, phone: Page) -> None:
    """The next game offers the side of the board that was told."""
    table = night.house.table
    command = {"id": secrets.token_hex(8), "version": table.version, "do": "new"}
    table.do({**command, "game": "appenzell", "players": 2, "options": {}}, Speaker(host=True))
    phone.locator(".side[data-side='0']").click()
    expect(phone.locator(".roomcheck")).to_have_text("All 18 roofs are in place.")
    phone.click("#turnrooms")
    expect(phone.locator("#roomsdone")).to_be_enabled()
    phone.click("#roomsdone")
    phone.click("#castleready")
    expect(phone.locator(".castle")).to_be_visible()
    learned = table.game.learned(table.referee.position)
    assert len(learned["layouts"]) == 1
    assert learned["colours"] == ["red", "blue"]
    assert learned["cheeses"][0] == ["wedge", "orange"]


def test_the_page_fits_a_small_phone_and_can_be_read_at_night(
    night: Evening, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{night.address}/join", "it", color_scheme="dark")
    sit_down(phone, 0, "Mia")
    expect(phone.locator(".roomgrid")).to_be_visible()
    for fields in SIDE:
        wipe(phone, fields[0], fields[-1])
    phone.click("#roomsdone")
    phone.click("#castleready")
    expect(phone.locator(".castle")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    assert phone.locator("text=appenzell.").count() == 0
