"""A whole game of Kilt Castle told on two phones, the set-up too, and nothing covered leaks."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.running.compose import House, free_port, open_house
from device.settings.settings import CameraSettings, DataSettings, Settings, TableSettings
from rules.kilt import COLOURS, Phase
from tests.phones import OpenPhone, join
from tests.said import WORDS
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

OPTIONS = {"two-player-end": "colour", "ducats-shown": False}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[House, str]]:
    settings = replace(
        Settings(),
        table=TableSettings(game="kilt", players=2, options=OPTIONS),
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path),
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with open_house(settings) as house:
        app = create_app(house.table, join_url=f"{address}/", open_table=True)
        with Server(app, "127.0.0.1", port):
            yield house, address


def seated(open_phone: OpenPhone, address: str, seat: int, name: str) -> Page:
    phone = open_phone(f"{address}/join")
    join(phone, seat, name)
    return phone


def tell(phone: Page, dice: random.Random) -> None:
    """Tap through what is offered, as a person who has just done it would."""
    phone.locator("#tell").click()
    sheet = phone.locator("#sheet")
    expect(sheet.locator("button.group, button.choice").first).to_be_visible()
    groups = sheet.locator("button.group")
    if groups.count():
        groups.nth(dice.randrange(groups.count())).click()
    choices = sheet.locator("button.choice")
    choices.nth(dice.randrange(choices.count())).click()
    expect(sheet).to_be_hidden()


def purses(phone: Page) -> list[Any]:
    state = phone.evaluate("fetch('/api/state').then((answer) => answer.text())")
    ducats: list[Any] = json.loads(state)["view"]["ducats"]
    return ducats


@pytest.mark.slow  # the whole evening in `tests/test_end_to_end.py` plays this game too
def test_two_phones_lay_out_and_play_a_whole_game(
    evening: tuple[House, str], open_phone: OpenPhone
) -> None:
    house, address = evening
    anna, bruno = (
        seated(open_phone, address, seat, name) for seat, name in enumerate(("Anna", "Bruno"))
    )
    anna.get_by_text(WORDS["kilt.setup.deal"][1]).click()
    anna.locator("#laid").click()
    expect(bruno.locator("#nowbox")).not_to_contain_text(WORDS["table.setup"][1])
    table, dice = house.table, random.Random(5)
    while table.referee.position.phase is not Phase.FINISHED:
        told, position = len(table.referee.history), table.referee.position
        builder = position.builder()
        phone = (anna, bruno)[position.active if builder is None else builder]
        expect(phone.locator(".event").first).to_have_attribute("data-number", str(told))
        tell(phone, dice)
        assert len(table.referee.history) == told + 1
        # With the last event the purses are opened.
        if told % 20 == 0 and table.referee.position.phase is not Phase.FINISHED:
            ducats = table.referee.position.ducats
            assert purses(anna) == [ducats[0], None]
            assert purses(bruno) == [None, ducats[1]]
    winners = table.game.score(table.referee.position).winners or ()
    names = " + ".join(("Anna", "Bruno")[seat] for seat in winners)
    key = "table.winners" if len(winners) > 1 else "table.winner"
    for phone in (anna, bruno):
        expect(phone.locator("#now h2")).to_have_text(WORDS[key][1].replace("{names}", names))
    assert purses(bruno) == list(table.referee.position.ducats)
    assert not table.referee.misfits


SHOWN = """() => document.querySelectorAll('.kiltboard .kcard').length === 10
    && document.querySelector('#board').innerHTML + document.querySelector('#tray').innerHTML"""


def test_all_phones_show_one_set_up_and_a_tap_changes_it_on_all(
    evening: tuple[House, str], open_phone: OpenPhone
) -> None:
    house, address = evening
    anna, bruno = (
        seated(open_phone, address, seat, name) for seat, name in enumerate(("Anna", "Bruno"))
    )

    def both_show(changed_from: str = "") -> str:
        shown = anna.wait_for_function(
            f"old => {{ const now = ({SHOWN})(); return now !== old && now; }}", arg=changed_from
        ).json_value()
        bruno.wait_for_function(f"shown => ({SHOWN})() === shown", arg=shown)
        return str(shown)

    shown = both_show()
    anna.reload()
    assert both_show() == shown
    for key in ("deal", "place", "water", "colours"):
        anna.get_by_text(WORDS[f"kilt.setup.{key}"][1]).click()
        shown = both_show(changed_from=shown)
    bruno.reload()
    assert both_show() == shown
    laid = house.table.layout
    bruno.locator("#laid").click()
    expect(anna.locator("#laid")).to_have_count(0)
    assert house.table.game.event_to_json(house.table.referee.history[0].event) == laid


def test_quick_taps_change_the_set_up_one_after_the_other(
    evening: tuple[House, str], open_phone: OpenPhone
) -> None:
    house, address = evening
    phone = seated(open_phone, address, 0, "Anna")
    first = int(next(iter(house.table.layout["rows"])))
    button = phone.get_by_text(WORDS["kilt.setup.place"][1])
    for _ in range(3):
        button.dblclick()
    expect(phone.locator("#toast")).to_be_hidden()
    moved = int(next(iter(house.table.layout["rows"]))) - first
    assert 1 <= moved <= 6


def test_a_watcher_sees_the_set_up_and_changes_nothing(
    evening: tuple[House, str], open_phone: OpenPhone
) -> None:
    _, address = evening
    phone = open_phone(f"{address}/join")
    join(phone, None)
    expect(phone.locator(".kcard")).to_have_count(10)
    expect(phone.locator(".kiltboard .tappable")).to_have_count(0)
    expect(phone.locator("#laid")).to_have_count(0)


def test_another_colour_stays_in_the_box_for_three(
    evening: tuple[House, str], open_phone: OpenPhone
) -> None:
    house, address = evening
    house.table.new_game({"game": "kilt", "players": 3, "options": {}, "names": []})
    phone = seated(open_phone, address, 0, "Anna")
    game, absent = house.table.game, []
    for _ in range(4):
        event = game.event_from_json(house.table.layout)
        assert game.legal(house.table.referee.position, event)
        absent += [c.value for c in COLOURS if (c,) not in event.colours]
        before = phone.locator("#board").inner_html()
        phone.get_by_text(WORDS["kilt.setup.absent"][1]).click()
        phone.wait_for_function(
            "old => document.querySelector('#board').innerHTML !== old", arg=before
        )
    assert absent == ["dark_grey", "red", "orange", "light_grey"]


def test_a_draft_is_tapped_until_it_lies_as_on_the_table(
    evening: tuple[House, str], open_phone: OpenPhone
) -> None:
    house, address = evening
    phone = seated(open_phone, address, 0, "Anna")
    cards = phone.locator(".kiltboard .tappable")
    expect(cards).to_have_count(10)
    lone = cards.last.locator("[aria-label]")
    before = lone.get_attribute("aria-label")
    cards.last.click()
    cards.last.click()
    expect(lone).not_to_have_attribute("aria-label", str(before))
    phone.locator("#laid").click()
    expect(phone.locator("#laid")).to_have_count(0)
    assert house.table.referee.position.phase is Phase.MOVE
