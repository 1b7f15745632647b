"""A game that has no page of its own is played by phones all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.running.compose import House, free_port, open_house
from device.settings.settings import CameraSettings, DataSettings, Settings, TableSettings
from rules.tictactoe import Phase
from tests.phones import PHONE, OpenPhone, place_of
from tests.said import WORDS
from web.app import create_app
from web.live.serve import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Evening = tuple[House, str]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    settings = replace(
        Settings(),
        table=TableSettings(game="tictactoe", players=2),
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path),
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with open_house(settings) as house:
        app = create_app(house.table, join_url=f"{address}/", open_table=True)
        with Server(app, "127.0.0.1", port):
            yield house, address


def sit_down(open_phone: OpenPhone, address: str, seat: int, name: str) -> Page:
    page = open_phone(f"{address}/join")
    page.locator(f'input[name=seat][value="{seat}"]').check()
    page.fill("input[name=name]", name)
    page.click("button[type=submit]")
    page.wait_for_url("**/table")
    return page


def test_a_whole_game_is_tapped_on_two_phones(open_phone: OpenPhone, evening: Evening) -> None:
    house, address = evening
    ann = sit_down(open_phone, address, 0, "Ann")
    bob = sit_down(open_phone, address, 1, "Bob")
    ann.get_by_role("button", name="The grid lies empty.").click()
    for page, name, square in (
        (ann, "Ann puts a copper coin on", "b2"),
        (bob, "Bob puts a silver coin on", "a1"),
        (ann, "Ann puts a copper coin on", "b3"),
        (bob, "Bob puts a silver coin on", "a2"),
    ):
        page.get_by_role("button", name=f"{name} {square}.").first.click()
        for other in (ann, bob):
            expect(other.locator(f"[data-square={square}] .anypiece")).to_be_visible()
    assert ann.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    offers, players = (place_of(ann.locator(each)) for each in (".anyoffers", "#players"))
    assert offers["y"] + offers["height"] <= players["y"]
    # The last one by a tap on the square itself.
    ann.locator("[data-square=b1]").click()
    ann.locator("#sheet").get_by_role("button", name="Ann puts a copper coin on b1.").click()
    expect(bob.locator("#winner")).to_have_text(WORDS["table.winner"][1].format(names="Ann"))
    expect(bob.locator(".result tr.won")).to_have_text("Ann1")
    bob.get_by_text(WORDS["end.board"][1]).click()
    expect(bob.locator("[data-square=a1]")).to_have_attribute("aria-label", "a1: silver coin")
    assert house.table.referee.position.phase is Phase.FINISHED
