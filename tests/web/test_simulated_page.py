"""A simulated table says so on every page, and the host chooses another game for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import expect

from device.table.simulated import Simulated
from device.table.words import say
from rules.rights import Speaker
from rules.values import Json
from tests.phones import OpenPhone, look_aside
from tests.web.conftest import Phone, host_address, house_of
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.live.serve import Server


class SimulatedTable(FakeTable):
    """A fake table whose device says that it is simulated."""

    simulated = Simulated("hard", 2.5)

    def __init__(self) -> None:
        super().__init__(seed=3)
        self.begun: list[Any] = []

    def snapshot(self, speaker: Speaker, language: str) -> dict[str, Json]:
        told = self.simulated.to_json(lambda key, facts=None: say(language, key, facts))
        return {**super().snapshot(speaker, language), "simulated": told}

    def do(
        self, command: Mapping[str, Json], speaker: Speaker, language: str = "en"
    ) -> dict[str, Json]:
        if command["do"] != "new":
            return super().do(command, speaker, language)
        self.begun.append((command["game"], command["players"]))
        return {"ok": True, "version": command["version"]}


@pytest.fixture
def table() -> SimulatedTable:
    return SimulatedTable()


@pytest.mark.parametrize("path", ["/", "/table"])
def test_every_page_says_that_the_table_is_simulated_and_how(phone: Phone, path: str) -> None:
    page = phone.get(path).get_data(as_text=True)
    assert "This table is simulated: bots play, a turn takes at least 2.5 s" in page
    assert "the pictures are hard." in page


def test_a_real_table_says_nothing_of_that() -> None:
    app = create_app(FakeTable(seed=3), join_url="http://unset/join", open_table=True)
    phone = Phone(app)
    phone.join(0, "Mia")
    page = phone.get("/table").get_data(as_text=True)
    assert 'id="simulated"' not in page


def test_only_the_host_sees_the_picture_and_chooses_games(phone: Phone, host: Phone) -> None:
    assert "data-sim=" not in phone.get("/").get_data(as_text=True)
    page = host.get("/").get_data(as_text=True)
    games = ("appenzell", "castle", "kilt", "seven_locks", "solomon")
    assert [f'data-sim="{game}"' in page for game in games] == [True] * 5
    assert 'href="/table#camera"' in page


@pytest.fixture
def live(app: Flask) -> Iterator[str]:
    with Server(app, "127.0.0.1") as server:
        house_of(app).url = f"http://127.0.0.1:{server.port}"
        yield house_of(app).url


@pytest.mark.browser
def test_a_click_begins_another_game_with_as_many_players_if_it_can(
    live: str, app: Flask, table: SimulatedTable, open_phone: OpenPhone
) -> None:
    page = open_phone(host_address(app, live))
    expect(page.locator("#live")).to_have_attribute("data-state", "ok")
    expect(page.locator("#simview")).to_have_js_property("naturalWidth", 320)
    page.locator('[data-sim="solomon"]').click()
    page.locator("#stay").click()
    assert table.begun == []
    page.locator('[data-sim="solomon"]').click()
    with page.expect_navigation():  # the page of the new game
        page.locator("#leave").click()
    expect(page.locator("#live")).to_have_attribute("data-state", "ok")
    page.locator('[data-sim="seven_locks"]').click()
    with page.expect_navigation():
        page.locator("#leave").click()
    expect(page.locator("#live")).to_have_attribute("data-state", "ok")
    assert table.begun == [("solomon", 4), ("seven_locks", 4)]


@pytest.mark.browser
def test_the_page_says_what_the_bots_wait_for_and_the_picture_opens(
    live: str, app: Flask, table: SimulatedTable, open_phone: OpenPhone
) -> None:
    page = open_phone(host_address(app, live))
    page.goto(f"{live}/table")
    expect(page.locator("#camera")).not_to_have_attribute("open", "")
    table.simulated = Simulated("hard", 2.5, waits="sim.question")
    table.see("moving", "Something is moving …")
    expect(page.locator("#simwaits")).to_contain_text("The bots wait for an answer")
    look_aside(page)
    page.locator("#simpicture").click()
    expect(page.locator("#camera")).to_have_attribute("open", "")
