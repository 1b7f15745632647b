"""New game asks before it ends one, and the host goes on with the last one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from device.running.compose import free_port, open_house
from device.settings.settings import CameraSettings, DataSettings, Settings, TableSettings
from device.table.service import TableService
from rules.rights import Speaker
from tests.phones import OpenPhone
from tests.said import WORDS
from tests.web.conftest import host_address
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

LANGUAGES = ("de", "en", "fr", "it")


@dataclass(frozen=True)
class Evening:
    """A table without a camera, and where it is found."""

    table: TableService
    address: str
    app: Flask
    number: int = 0

    def tell(self, name: str, **fields: object) -> None:
        """Something told on another phone."""
        version = self.table.version
        command = {"id": f"t{version}", "version": version, "do": name, **fields}
        self.table.do(command, Speaker(0, True))

    def begin(self) -> None:
        """Set up and one move."""
        self.tell("claim", event=self.table.layout)
        move = self.table.game.actions(self.table.referee.position)[0]
        self.tell("claim", event=self.table.game.event_to_json(move))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    settings = replace(
        Settings(),
        table=TableSettings(game="kilt", players=2, names=("Anna", "Bea")),
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path),
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with open_house(settings) as house:
        app = create_app(house.table, join_url=f"{address}/", open_table=True)
        with Server(app, "127.0.0.1", port):
            yield Evening(house.table, address, app)


def host_of(
    evening: Evening, open_phone: OpenPhone, language: str = "en", at: str = "table"
) -> Page:
    host = open_phone(host_address(evening.app, evening.address), language)
    if at:
        host.goto(f"{evening.address}/{at}")
    expect(host.locator("#live")).to_have_attribute("data-state", "ok")
    return host


def choose_new_game(host: Page, game: str = "kilt") -> None:
    host.click("#menu")
    host.select_option("#newgame select[name=game]", game)
    host.click("#newgame button[type=submit]")


def test_new_game_asks_and_nothing_happens_until_it_is_said_twice(
    evening: Evening, open_phone: OpenPhone
) -> None:
    evening.begin()
    host = host_of(evening, open_phone)
    choose_new_game(host)
    expect(host.locator("#sure h2")).to_have_text("End this game?")
    expect(host.locator("#sure p").first).to_have_text("Kilt Castle, events so far: 2.")
    host.click("#stay")
    expect(host.locator("#sure")).to_have_count(0)
    assert evening.table.stored.id == 1
    host.click("#newgame button[type=submit]")
    host.keyboard.press("Escape")
    expect(host.locator("#sure")).to_have_count(0)
    assert evening.table.stored.id == 1
    host.click("#newgame button[type=submit]")
    host.click("#leave")
    expect(host.locator("#menusheet")).to_be_hidden()
    assert evening.table.stored.id == 2


def test_nothing_is_asked_where_nothing_happened(evening: Evening, open_phone: OpenPhone) -> None:
    host = host_of(evening, open_phone)
    choose_new_game(host)
    expect(host.locator("#menusheet")).to_be_hidden()
    assert evening.table.stored.id == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_goes_on_with_the_last_game_from_the_start_page(
    evening: Evening, open_phone: OpenPhone, language: str
) -> None:
    evening.begin()
    evening.tell("new", game="castle", players=3, options={})
    host = host_of(evening, open_phone, language, at="")
    button = host.locator('[data-resume="1"]')
    expect(button).to_contain_text(WORDS["table.resume"][LANGUAGES.index(language)])
    expect(button).to_contain_text("Anna, Bea")
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert host.evaluate(wide) is False
    button.click()
    host.wait_for_url("**/table")
    expect(host.locator(".event")).to_have_count(2)
    expect(host.locator('main[data-game="kilt"]')).to_be_visible()
    assert evening.table.stored.id == 1


def test_going_on_asks_too_and_the_game_left_waits_in_the_menu(
    evening: Evening, open_phone: OpenPhone
) -> None:
    evening.begin()
    evening.tell("new", game="kilt", players=3, options={})
    evening.begin()
    host, guest = host_of(evening, open_phone), open_phone(f"{evening.address}/join")
    guest.click("button[type=submit]")
    guest.wait_for_url("**/table")
    expect(guest.locator(".purse")).to_have_count(3)
    host.click("#menu")
    host.click('[data-resume="1"]')
    host.click("#leave")
    expect(host.locator("#menusheet")).to_be_hidden()
    expect(guest.locator(".purse")).to_have_count(2)
    assert evening.table.stored.id == 1
    host.click("#menu")
    expect(host.locator('[data-resume="2"]')).to_be_visible()
    expect(host.locator("[data-resume]")).to_have_count(1)
    expect(guest.locator("[data-resume]")).to_have_count(0)


def test_another_game_of_the_same_name_begins_with_a_fresh_page(
    evening: Evening, open_phone: OpenPhone
) -> None:
    """What was half told in the game before, such as colours for fewer seats, is forgotten."""
    guest = open_phone(f"{evening.address}/join")
    guest.click("button[type=submit]")
    guest.wait_for_url("**/table")
    expect(guest.locator(".purse")).to_have_count(2)
    guest.evaluate("window.old = true")
    evening.begin()
    expect(guest.locator(".event")).to_have_count(2)
    assert guest.evaluate("window.old") is True
    evening.tell("new", game="kilt", players=4, options={})
    expect(guest.locator(".purse")).to_have_count(4)
    guest.wait_for_function("() => window.old === undefined")
    expect(guest.locator("#live")).to_have_attribute("data-state", "ok")


def test_a_game_that_came_between_two_looks_is_led_to(
    evening: Evening, open_phone: OpenPhone
) -> None:
    """The page of one game, with the table at another since."""
    host = host_of(evening, open_phone, at="")
    expect(host.locator("#game-title")).to_have_text("Kilt Castle")
    evening.tell("new", game="castle", players=3, options={})
    expect(host.locator("#game-title")).to_have_text("The Castle")
