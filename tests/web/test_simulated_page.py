"""A simulated table says so, shows its picture beside the board, and its bots do as asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from device.table.simulated import PACES, Simulated
from device.table.words import say
from rules.rights import Speaker
from rules.values import Json
from tests.phones import OpenPhone, place_of
from tests.said import WORDS
from tests.web.conftest import Phone, house_of
from tests.web.fake_table import FakeTable, picture_png
from web.app import create_app

SIZES = [(360, 640), (390, 844), (820, 1180), (1366, 768), (1920, 1080)]


class SimulatedTable(FakeTable):
    """A fake table whose device says that it is simulated."""

    simulated = Simulated("hard", 2.5)

    def __init__(self) -> None:
        super().__init__(seed=3)
        self.begun: list[Any] = []
        self.wishes: list[str] = []

    def snapshot(self, speaker: Speaker, language: str) -> dict[str, Json]:
        told = self.simulated.to_json(lambda key, facts=None: say(language, key, facts))
        return {**super().snapshot(speaker, language), "simulated": told}

    def picture(self, name: str, speaker: Speaker) -> bytes | None:
        return picture_png() if name == "camera" else super().picture(name, speaker)

    def do(
        self, command: Mapping[str, Json], speaker: Speaker, language: str = "en"
    ) -> dict[str, Json]:
        if command["do"] == "direct":
            self.wishes.append(str(command["wish"]))
            pace = PACES.get(self.wishes[-1], self.simulated.pace)
            self.simulated = replace(self.simulated, pace=pace)
            self.changed()
            return {"ok": True, "version": self.version}
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
    assert "This table is simulated: bots move the pieces" in page
    assert "the device sees only the pictures (hard)." in page


def test_a_real_table_says_nothing_of_that() -> None:
    app = create_app(FakeTable(seed=3), join_url="http://unset/join", open_table=True)
    phone = Phone(app)
    phone.join(0, "Mia")
    for path in ("/", "/table"):
        page = phone.get(path).get_data(as_text=True)
        assert "simulated" not in page
        assert 'id="simview"' not in page


def test_whoever_was_let_in_sees_the_picture_and_the_games(spectator: Phone) -> None:
    page = spectator.get("/").get_data(as_text=True)
    games = ("appenzell", "castle", "kilt", "seven_locks", "solomon")
    assert [f'data-sim="{game}"' in page for game in games] == [True] * 5
    assert 'id="simview"' in page


def test_the_code_at_a_simulated_table_leads_to_the_page_with_its_picture(app: Flask) -> None:
    phone, token = Phone(app), house_of(app).seating.token
    assert phone.get(f"/?t={token}").location == "/"
    assert phone.get(f"/join?t={token}").location == "/join"


@pytest.fixture
def visitor(app: Flask, live: str, open_phone: OpenPhone) -> Callable[..., Page]:
    """Somebody who opens the address that the terminal shows."""

    def come(**wishes: object) -> Page:
        return open_phone(f"{live}/?t={house_of(app).seating.token}", **wishes)

    return come


@pytest.mark.browser
def test_a_click_begins_another_game_with_as_many_players_if_it_can(
    visitor: Callable[..., Page], table: SimulatedTable
) -> None:
    page = visitor()
    for game in ("solomon", "seven_locks"):
        expect(page.locator("#live")).to_have_attribute("data-state", "ok")
        with page.expect_navigation():  # the page of the new game
            page.locator(f'[data-sim="{game}"]').click()
    assert table.begun == [("solomon", 4), ("seven_locks", 4)]


@pytest.mark.browser
@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_picture_and_board_are_seen_at_once(
    visitor: Callable[..., Page], width: int, height: int, language: str
) -> None:
    page = visitor(viewport={"width": width, "height": height}, language=language)
    picture, board = page.locator("#simview"), page.locator("#board svg").first
    expect(picture).to_have_js_property("naturalWidth", 320)
    seen, drawn = place_of(picture), place_of(board)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for each in (seen, drawn):
        assert each["y"] >= 0
        assert each["y"] + each["height"] <= height
    if width >= 860:
        assert seen["x"] + seen["width"] <= drawn["x"]
    else:
        assert seen["y"] + seen["height"] <= drawn["y"]


@pytest.mark.browser
def test_the_bots_are_told_how_fast_to_play_and_to_break_a_rule(
    visitor: Callable[..., Page], table: SimulatedTable
) -> None:
    page = visitor(language="de")
    expect(page.locator("#live")).to_have_attribute("data-state", "ok")
    quick = page.locator('[data-wish="quick"]')
    expect(quick).to_have_attribute("aria-pressed", "false")
    quick.click()
    expect(quick).to_have_attribute("aria-pressed", "true")
    page.locator('[data-wish="mistake"]').click()
    expect(page.locator("#toast")).to_have_text(WORDS["sim.will-break"][0])
    assert table.wishes == ["quick", "mistake"]


@pytest.mark.browser
def test_the_page_says_what_the_bots_wait_for(
    visitor: Callable[..., Page], table: SimulatedTable
) -> None:
    page = visitor()
    table.simulated = Simulated("hard", 2.5, waits="sim.question")
    table.see("moving", "Something is moving …")
    expect(page.locator("#simwaits")).to_contain_text("The bots wait for an answer")
