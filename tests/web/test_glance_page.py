"""The table in one glance: nothing scrolls while playing, a tap and one strong button do it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from rules.kilt import Move, Phase
from tests.phones import OpenPhone, join, look_aside, place_of, until
from tests.said import WORDS
from tests.web.conftest import house_of
from tests.web.fake_table import FakeTable
from tests.web.hostile import GAMES, house
from web.app import create_app
from web.live.serve import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SMALL = {"width": 360, "height": 640}
BEGUN = 40  # events played before
REM = 16  # pixels
SIZE = """() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight,
    document.body.scrollWidth, document.body.scrollHeight]"""


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, join_url="http://unset", open_table=True)


@pytest.fixture
def phone(live: str, open_phone: OpenPhone) -> Page:
    phone = open_phone(f"{live}/join", viewport=SMALL)
    join(phone, 0)
    return phone


def my_move(table: FakeTable) -> None:
    table.play_until(lambda position: position.phase is Phase.MOVE and position.active == 0)


def shows_the_newest(phone: Page, table: FakeTable) -> None:
    """A board is drawn anew at every event: a test touches what is drawn for the last one."""
    newest = str(len(table.entries))
    expect(phone.locator(".event").first).to_have_attribute("data-number", newest)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_scrolls_while_a_game_is_played_on_a_small_phone(
    open_phone: OpenPhone, tmp_path: Path, game: str
) -> None:
    with house(tmp_path, game, BEGUN) as opened, Server(opened.app, "127.0.0.1") as server:
        web, address = house_of(opened.app), f"http://127.0.0.1:{server.port}"
        web.url = address
        phone = open_phone(f"{address}/join?t={web.seating.token}", viewport=SMALL)
        phone.goto(f"{address}/table")
        expect(phone.locator("#board svg").first).to_be_visible()
        assert phone.evaluate(SIZE) == [360, 640, 360, 640]
        assert place_of(phone.locator("header"))["height"] <= 3.5 * REM
        assert place_of(phone.locator("#nowbox"))["height"] <= 4 * REM
        assert place_of(phone.locator("#players"))["height"] <= 4 * REM
        stage = place_of(phone.locator(".stage"))
        assert stage["height"] >= 0.29 * SMALL["height"]
        assert place_of(phone.locator("#players"))["y"] >= stage["y"] + stage["height"]


def test_a_card_is_moved_by_a_tap_on_it_a_tap_where_it_goes_and_the_strong_button(
    phone: Page, table: FakeTable
) -> None:
    my_move(table)
    shows_the_newest(phone, table)
    before = len(table.entries)
    expect(phone.locator("#now h2")).to_have_text(WORDS["table.your-turn"][1])
    expect(phone.locator("#deed")).to_be_hidden()
    phone.locator(".tappable").first.click()
    phone.locator(".place").first.click()
    expect(phone.locator("#deed")).to_have_text(WORDS["kilt.act.move"][1])
    phone.click("#cancel")
    expect(phone.locator("#deed")).to_be_hidden()
    phone.locator(".tappable").first.click()
    place = phone.locator(".place").first
    to = place.get_attribute("data-place")
    place.click()
    phone.click("#deed")
    expect(phone.locator(".event").first).to_have_attribute("data-number", str(before + 1))
    told = table.entries[-1].event
    assert isinstance(told, Move)
    assert str(told.to) == to


def test_who_is_not_in_turn_can_tap_no_card_of_a_spectator(
    live: str, open_phone: OpenPhone, table: FakeTable
) -> None:
    watcher = open_phone(f"{live}/join", viewport=SMALL)
    join(watcher, None)
    my_move(table)
    expect(watcher.locator("#now h2")).to_contain_text("Anna")
    expect(watcher.locator(".tappable")).to_have_count(0)
    expect(watcher.locator("#dock")).to_be_hidden()


def test_the_board_is_one_stop_of_the_tabulator_and_arrows_go_inside(
    phone: Page, table: FakeTable
) -> None:
    my_move(table)
    shows_the_newest(phone, table)
    expect(phone.locator('#board [tabindex="0"]')).to_have_count(1)
    here = "document.activeElement.dataset.square"
    phone.evaluate("document.querySelector('#board .square').focus()")
    name = str(phone.evaluate(here))
    phone.keyboard.press("ArrowDown")
    assert phone.evaluate(here) == f"{name[0]}{int(name[1]) - 1}"
    phone.keyboard.press("ArrowUp")
    assert phone.evaluate(here) == name
    expect(phone.locator('#board [tabindex="0"]')).to_have_count(1)


def test_a_ruling_is_a_sheet_below_the_board_with_two_answers_and_its_rule_behind_why(
    phone: Page, table: FakeTable
) -> None:
    table.rule()
    sheet = phone.locator("#ask")
    expect(sheet.locator(".ruling .pair .button")).to_have_count(2)
    expect(sheet.locator(".why p").first).to_be_hidden()
    phone.locator(".why summary").click()
    expect(sheet.locator(".why a").first).to_have_attribute(
        "href", f"/rules/kilt#{table.rulings[0].rule}"
    )
    banner = place_of(phone.locator("#nowbox"))
    assert place_of(sheet)["y"] >= banner["y"] + banner["height"]
    phone.locator('[data-do="back"]').click()
    expect(sheet.locator(".waits")).to_contain_text(WORDS["ask.back-waits"][1])
    assert table.rulings != []
    table.rulings = []
    table.changed(important=True)
    expect(sheet.locator("article")).to_have_count(0)


def test_the_sheet_gives_way_to_the_board_and_comes_back(phone: Page, table: FakeTable) -> None:
    table.ask()
    expect(phone.locator(".question")).to_be_visible()
    high = place_of(phone.locator("#ask"))["height"]
    phone.locator(".fold").click()
    assert place_of(phone.locator("#ask"))["height"] < high / 2
    phone.locator(".fold").click()
    assert place_of(phone.locator("#ask"))["height"] == high


def test_what_was_undone_comes_back_by_one_tap(phone: Page, table: FakeTable) -> None:
    table.play(3)
    shows_the_newest(phone, table)
    before = len(table.entries)
    phone.click("#undo")
    back = phone.locator("#toast .button")
    expect(back).to_have_text(WORDS["table.redo"][1])
    assert len(table.entries) == before - 1
    shows_the_newest(phone, table)
    back.click()
    until(phone, lambda: len(table.entries) == before, "brought back")
    expect(phone.locator("#toast")).to_be_hidden()


@pytest.mark.parametrize("path", ["/table", "/join", "/"])
def test_at_twice_the_text_size_nothing_is_wider_than_the_phone(phone: Page, path: str) -> None:
    phone.add_init_script(
        "addEventListener('DOMContentLoaded', () => {"
        " document.documentElement.style.fontSize = '200%'; });"
    )
    phone.goto(phone.url.replace("/table", path))
    expect(phone.locator("h1")).to_be_visible()
    assert phone.evaluate("getComputedStyle(document.body).fontSize") == "32px"
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


def test_the_title_says_that_it_is_your_turn(phone: Page, table: FakeTable) -> None:
    my_move(table)
    expect(phone).to_have_title(f"● {WORDS['table.your-turn'][1]} · Kilt Castle")
    table.play()
    expect(phone).not_to_have_title(f"● {WORDS['table.your-turn'][1]} · Kilt Castle")


def test_a_dead_line_is_said_across_the_page_until_it_lives_again(phone: Page) -> None:
    expect(phone.locator("#live")).to_have_attribute("data-state", "ok")
    phone.context.set_offline(True)
    banner = phone.locator("#offline")
    expect(banner).to_contain_text(WORDS["live.since"][1].partition("{")[0])
    assert place_of(banner)["width"] == 360
    phone.context.set_offline(False)
    expect(banner).to_have_count(0)


def test_what_lies_aside_opens_over_the_board_and_closes_with_escape(phone: Page) -> None:
    expect(phone.locator("#events")).to_be_hidden()
    look_aside(phone)
    expect(phone.locator("#events")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.locator("#events")).to_be_hidden()


def test_a_large_screen_shows_the_table_and_nothing_to_press(
    phone: Page, live: str, open_phone: OpenPhone, table: FakeTable
) -> None:
    screen = open_phone(f"{live}/join", viewport={"width": 1920, "height": 1080})
    join(screen, None)
    screen.goto(f"{live}/screen")
    table.play(5)
    expect(screen.locator(".event")).to_have_count(6)
    assert screen.locator("button:visible, select:visible, a:visible").count() <= 1  # the dot
    assert screen.evaluate(SIZE) == [1920, 1080, 1920, 1080]
    assert place_of(screen.locator("#board"))["height"] >= 0.7 * 1080
    sizes = "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    assert min(screen.locator(".now h2, .due, .what, .ducats").evaluate_all(sizes)) >= 32
    expect(screen.locator("#screenqr")).to_be_visible()
    expect(phone.locator("#live")).to_have_attribute("data-state", "ok")
