"""A whole game of König Salomons Schatzkammer by two phones, and what neither may learn."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from device.running.compose import House, free_port, open_house
from device.settings.settings import CameraSettings, DataSettings, Settings, TableSettings
from rules.refused import Refused
from rules.rights import Speaker
from rules.solomon import Phase, Position
from tests.phones import LISTEN, PHONE, OpenPhone, place_of
from tests.said import WORDS
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

# Everything a page hears: the live stream and the answers to what it asks.
LISTEN_TO_ALL = (
    LISTEN
    + """
const ask = window.fetch;
window.fetch = async (...given) => {
  const answer = await ask(...given);
  window.told.push(await answer.clone().text());
  return answer;
};
"""
)
HAND = (3, 5, 8, 9, 13, 15, 17, 20, 21, 25, 28, 31)
OTHERS = tuple(card for card in range(1, 29) if card not in HAND)
BY_TAPS = (2, 3, 12)  # rounds; those between are told without a finger


def english(key: str, **facts: object) -> str:
    return WORDS[f"solomon.page.{key}"][1].format(**facts)


@dataclass
class Evening:
    """A house without a camera, and where it is found."""

    house: House
    address: str

    @property
    def position(self) -> Position:
        position = self.house.table.referee.position
        assert isinstance(position, Position)
        return position


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    settings = replace(
        Settings(),
        table=TableSettings(game="solomon", players=2),
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path),
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with open_house(settings) as house:
        app = create_app(house.table, join_url=f"{address}/", open_table=True)
        with Server(app, "127.0.0.1", port):
            yield Evening(house, address)


def sit_down(open_phone: OpenPhone, evening: Evening, seat: int, name: str) -> Page:
    """A phone that listens to everything it is sent and has joined."""
    page = open_phone(f"{evening.address}/join")
    page.add_init_script(LISTEN_TO_ALL)
    page.locator(f'input[name=seat][value="{seat}"]').check()
    page.fill("input[name=name]", name)
    page.click("button[type=submit]")
    page.wait_for_url("**/table")
    expect(page.locator(".mineboard")).to_be_visible()
    return page


def heard(page: Page) -> list[Any]:
    """What the phone was told so far, as data."""
    texts = page.evaluate("window.told")
    assert texts
    return [json.loads(text) for text in texts if text[:1] in "{["]


def numbers_and_words(data: Any, key: str = "") -> Iterator[tuple[str, int | str]]:
    """Every number and text in data, with the name it stands under."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield name, name
            yield from numbers_and_words(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from numbers_and_words(value, key)
    elif isinstance(data, int | str) and not isinstance(data, bool):
        yield key, data


def tells(page: Page, seat: int, card: int) -> bool:
    """Whether a card number stands anywhere in what a phone was told, in numbers or words.

    The cards a seat may itself choose are listed to it, whoever holds them: those are no news.
    """
    for data in heard(page):
        if "choices" in data:
            assert {choice["event"].get("seat", seat) for choice in data["choices"]} == {seat}
            continue
        for key, value in numbers_and_words(data):
            if key in ("version", "when", "id", "number", "square"):
                continue
            if value == card or (isinstance(value, str) and re.search(rf"\b{card}\b", value)):
                return True
    return False


def choose(page: Page, card: int) -> None:
    page.locator(f'.choosebox [data-card="{card}"]').click()
    page.click("#lay")


def draw(page: Page, *cells: str) -> None:
    expect(page.locator(".shapebox")).to_be_visible()
    for cell in cells:
        page.locator(f'.shapecell[data-cell="{cell}"]').click()
    page.click("#shapedone")
    expect(page.locator(".shapebox")).to_have_count(0)


def dig(page: Page, square: str, *tiles: str) -> None:
    page.locator(f'[data-square="{square}"]').click()
    expect(page.locator(".verdict.good")).to_have_text(english("allowed"))
    page.click("#showarea")
    for tile in tiles:
        page.locator(f'.liftbox [data-tile="{tile}"]').click()
    page.click("#taken")


def test_two_phones_play_a_whole_game_and_keep_their_secrets(
    evening: Evening, open_phone: OpenPhone, tmp_path: Path
) -> None:
    mia = sit_down(open_phone, evening, 0, "Mia")
    noah = sit_down(open_phone, evening, 1, "Noah")
    mia.click("#mineready")
    _a_secret_choice(mia, noah)
    _a_dig_with_a_curse(evening, mia, noah)
    _a_shape_that_does_not_fit(evening, mia, noah)
    assert "29" not in json.dumps(evening.house.table.snapshot(Speaker(1), "en")["view"]["mine"])
    _to_the_end(evening, mia, noah)
    for page in (mia, noah):
        expect(page.locator(".result tbody tr")).to_have_count(2)
        expect(page.locator(".result .won")).to_have_count(1)
    totals = [str(total) for total in evening.house.table.game.score(evening.position).totals]
    shown = mia.locator(".result tbody tr td:last-child").all_inner_texts()
    assert sorted(shown) == sorted(totals)
    mia.screenshot(path=tmp_path / "end.png", full_page=True)


def test_a_tap_before_the_tables_answer_is_not_lost(
    evening: Evening, open_phone: OpenPhone
) -> None:
    """The live stream may show a drawn card before the answer to the drawing has come."""
    mia = sit_down(open_phone, evening, 0, "Mia")
    noah = sit_down(open_phone, evening, 1, "Noah")
    mia.click("#mineready")
    choose(mia, 29)
    choose(noah, 15)
    expect(noah.locator(".shapebox")).to_be_visible()
    late: list[tuple[Route, APIResponse]] = []
    noah.route("**/api/do", lambda route: late.append((route, route.fetch())))
    draw(noah, "0,0", "0,1", "1,0")
    noah.locator('[data-square="b2"]').click()
    expect(noah.locator(".shaft.inarea")).to_have_count(3)
    for route, answer in late:
        with noah.expect_response("**/api/do"):
            route.fulfill(response=answer)
    expect(noah.locator(".verdict.good")).to_have_text(english("allowed"))
    expect(noah.locator(".shaft.inarea")).to_have_count(3)


def test_two_players_may_choose_at_the_same_moment(evening: Evening) -> None:
    """Another's secret choice makes nobody's own stale, but whatever else is done on top of it."""
    table, ids = evening.house.table, count()

    def do(name: str, seat: int, version: int, **fields: Any) -> None:
        command = {"id": str(next(ids)), "version": version, "do": name, **fields}
        table.do(command, Speaker(seat))

    do("claim", 0, table.version, event={"type": "set_up", "tops": []})
    seen = table.version
    choices = [{"type": "choose", "seat": seat, "card": 7 + seat} for seat in (0, 1)]
    do("claim", 0, seen, event=choices[0])
    with pytest.raises(Refused, match="stale"):
        do("undo", 1, seen)
    do("claim", 1, seen, event=choices[1])
    assert evening.position.phase is Phase.DIG
    with pytest.raises(Refused, match="stale"):
        do("claim", 1, seen, event=choices[1])


def _a_secret_choice(mia: Page, noah: Page) -> None:
    """Mia's card and Noah's hand reach no other phone before the cards lie open."""
    choose(mia, 29)
    expect(mia.locator(".laid")).to_contain_text("29")
    expect(noah.locator('[data-seat="0"]')).to_contain_text(english("has-laid"))
    noah.click("#tell")
    expect(noah.locator("#sheet .choice, #sheet .group").first).to_be_visible()
    noah.locator("#sheet [data-close]").click()
    assert not tells(noah, 1, 29)
    assert tells(mia, 0, 29)
    noah.click("#enterhand")
    for card in HAND:
        noah.locator(f'.number[data-card="{card}"]').click()
    noah.click("#handdone")
    expect(noah.locator(".cardpad .cardbutton")).to_have_count(len(HAND))
    assert tells(noah, 1, 31)
    assert not tells(mia, 0, 31)
    choose(noah, 15)
    expect(mia.locator('[data-seat="1"]')).to_contain_text(english("digs-now"))
    assert tells(noah, 1, 29)
    assert not tells(mia, 0, 31)


def _a_dig_with_a_curse(evening: Evening, mia: Page, noah: Page) -> None:
    """Noah draws his card, digs and pays; Mia sees the area before a tile is lifted."""
    draw(noah, "0,0", "0,1", "1,0")
    noah.locator('[data-square="b2"]').click()
    expect(noah.locator(".verdict.good")).to_be_visible()
    assert evening.position.heights == (4,) * 36
    noah.click("#showarea")
    expect(mia.locator(".shaft.shown")).to_have_count(3)
    for tile in ("t5", "c2", "axe"):
        noah.locator(f'.liftbox [data-tile="{tile}"]').click()
    noah.click("#taken")
    expect(noah.locator(".paybox h3")).to_have_text(english("pay", amount=2))
    noah.locator('[data-pay="pay"]').nth(1).click()
    expect(noah.locator(".myscreen .coins")).to_have_text("13")
    assert evening.position.coins == (10, 13)
    # What lies behind Noah's screen is not on Mia's phone.
    mine = heard(mia)[-1]["view"]["mine"]
    assert mine["coins"] == 10
    assert mine["tiles"] == []
    expect(mia.locator(".myscreen .tilecount")).to_have_count(0)


def _a_shape_that_does_not_fit(evening: Evening, mia: Page, noah: Page) -> None:
    """Mia's area is on two levels: she is told before she lifts, shifts, and digs."""
    draw(mia, "2,2", "2,3", "2,4", "2,5")
    high = evening.position.heights
    mia.locator('[data-square="a2"]').click()
    expect(mia.locator(".verdict.bad")).to_contain_text("not on one level")
    expect(mia.locator("#showarea")).to_have_count(0)
    mia.locator('[data-mode="shift"]').click()
    mia.locator(".shaft.movable").first.click()
    mia.locator(".shaft.target").first.click()
    expect(mia.locator(".cost")).to_be_visible()
    assert evening.position.heights != high
    mia.locator('[data-mode="dig"]').click()
    dig(mia, "c6", "s1", "s2", "t1", "t1")
    expect(mia.locator(".paybox h3")).to_have_text(english("pay", amount=1))
    mia.locator('[data-pay="pay"]').first.click()
    expect(noah.locator("#boardnote")).to_contain_text("Round 2")
    noah.click("#tellopen")
    noah.locator('[data-tile="mirror"]').click()
    expect(noah.locator(".shaft .face.magic")).to_have_count(1)
    noah.click("#telldone")


def _to_the_end(evening: Evening, mia: Page, noah: Page) -> None:
    """The other rounds without digging; a number may also be told at the reveal."""
    for number in range(2, 13):
        expect(mia.locator("#boardnote")).to_contain_text(f"Round {number} ")
        card = next(each for each in HAND if each not in evening.position.played[1])
        if number not in BY_TAPS:
            _round_untapped(evening, (OTHERS[number], card))
            continue
        if number == 3:
            mia.click("#layuntold")
            expect(mia.locator("#layuntold")).to_be_hidden()
            choose(noah, card)
            mia.locator(f'.turnbox .number[data-card="{OTHERS[number]}"]').click()
        else:
            choose(noah, card)
            choose(mia, OTHERS[number])
        order = (mia, noah) if _first(evening) == 0 else (noah, mia)
        for page in order:
            page.locator("#pass").or_(page.locator(".shapebox")).first.wait_for()
            if page.locator(".shapebox").count():
                draw(page, "0,0", "0,1", "1,1")
            page.click("#pass")
    expect(mia.locator(".result")).to_be_visible()
    assert evening.position.phase is Phase.FINISHED


def _round_untapped(evening: Evening, cards: tuple[int, int]) -> None:
    """Both lay a card and dig nothing, told as phones tell it but without a finger."""
    for seat, card in enumerate(cards):
        _claim(evening, seat, {"type": "choose", "seat": seat, "card": card})
    for seat in tuple(evening.position.waiting):
        _claim(evening, seat, {"type": "pass", "seat": seat})


def _claim(evening: Evening, seat: int, event: dict[str, Any]) -> None:
    table = evening.house.table
    command = {"id": f"{table.version}", "version": table.version, "do": "claim", "event": event}
    table.do(command, Speaker(seat))


def _first(evening: Evening) -> int:
    """The seat that digs first, once both cards lie open."""
    for _ in range(1000):
        if evening.position.phase is Phase.DIG:
            return evening.position.waiting[0]
        threading.Event().wait(0.02)
    raise AssertionError("the cards were not revealed")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_small_phone(evening: Evening, open_phone: OpenPhone, scheme: str) -> None:
    page = open_phone(f"{evening.address}/join", color_scheme=scheme)
    page.locator('input[name=seat][value="0"]').check()
    page.click("button[type=submit]")
    expect(page.locator(".mineboard")).to_be_visible()
    page.click("#mineready")
    expect(page.locator(".choosebox")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert place_of(page.locator(".number").first)["height"] >= 44
