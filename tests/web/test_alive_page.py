"""A phone that speaks, stays awake, and can be put on the home screen."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from rules.kilt import Phase
from tests.phones import OpenPhone, join
from tests.said import WORDS
from tests.web.conftest import Phone
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.bundles import bundled

BROWSER = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
# Keeps what would be said, and whether the screen would be held awake.
SENSES = """
window.said = []; window.held = 0;
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (words) => window.said.push([words.lang, words.text]), cancel: () => null } });
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  window.held += 1; return { release: async () => { window.held -= 1; } }; } } });
"""


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, join_url="http://unset", open_table=True)


@pytest.fixture
def phone(live: str, open_phone: OpenPhone) -> Page:
    phone = open_phone(f"{live}/join", "de")
    phone.context.add_init_script(SENSES)
    join(phone, 0)
    return phone


def switch(phone: Page, name: str) -> None:
    phone.click("#menu")
    phone.click(f"#{name}")
    phone.locator("#menusheet [data-close]").click()


def moves(table: FakeTable, seat: int) -> None:
    table.play()
    table.play_until(lambda position: position.phase is Phase.MOVE and position.active == seat)


def shows_the_newest(phone: Page, table: FakeTable) -> None:
    newest = f'.event[data-number="{len(table.entries)}"]'
    expect(phone.locator(newest)).to_have_count(1)


class TestOnThePage:
    pytestmark = BROWSER

    def test_only_a_phone_that_was_asked_to_reads_the_banner_aloud(
        self, phone: Page, table: FakeTable
    ) -> None:
        moves(table, 1)
        expect(phone.locator("#now h2")).to_contain_text("Bruno")
        assert phone.evaluate("window.said") == []
        switch(phone, "speaks")
        begun = len(phone.evaluate("window.said"))
        moves(table, 0)
        mine = WORDS["table.your-turn"][0]
        expect(phone.locator("#now h2")).to_have_text(mine)
        phone.wait_for_function("begun => window.said.length > begun", arg=begun)
        language, text = phone.evaluate("window.said.at(-1)")
        assert (language, text.startswith(f"{mine}. ")) == ("de", True)

    def test_what_a_correction_makes_of_the_banner_is_not_said_again(
        self, phone: Page, table: FakeTable
    ) -> None:
        moves(table, 1)
        shows_the_newest(phone, table)
        switch(phone, "speaks")
        phone.evaluate("window.said = []")
        table.corrections = [{"number": 1, "text": "taken back", "when": None}]
        table.play()
        shows_the_newest(phone, table)
        assert phone.evaluate("window.said") == []
        table.play()
        shows_the_newest(phone, table)
        phone.wait_for_function("window.said.length > 0")

    def test_the_screen_is_held_awake_until_somebody_lets_it_go_dark(self, phone: Page) -> None:
        phone.wait_for_function("window.held === 1")
        switch(phone, "awake")
        phone.wait_for_function("window.held === 0")
        expect(phone.locator("#awake")).to_have_text(WORDS["table.awake-on"][0])
        phone.reload()
        expect(phone.locator(".kiltboard")).to_be_visible()
        assert phone.evaluate("window.held") == 0


def test_a_phone_may_put_the_table_on_its_home_screen(app: Flask) -> None:
    phone = Phone(app)
    phone.join(0)
    page = phone.get("/table").text
    name = bundled().name("castellan", ".webmanifest")
    assert f'rel="manifest" href="/static/{name}"' in page
    file = phone.get(f"/static/{name}")
    assert file.mimetype == "application/manifest+json"
    told = json.loads(file.data)
    assert (told["start_url"], told["display"]) == ("/table", "standalone")
    assert [icon["sizes"] for icon in told["icons"]] == ["any", "180x180", "512x512"]
    for icon in told["icons"]:
        assert phone.get(f"/static/{icon['src']}").mimetype == icon["type"]
    apple = bundled().name("icon-180", ".png")
    assert f'rel="apple-touch-icon" href="/static/{apple}"' in page
