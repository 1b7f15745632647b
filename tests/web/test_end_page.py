"""The page after the last move: who won, how it came about, once more, to take along."""

from __future__ import annotations

import struct
from itertools import cycle
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.phones import OpenPhone, join, place_of
from tests.said import WORDS
from tests.web.conftest import host_address, house_of
from tests.web.fake_table import FakeTable
from tests.web.hostile import GAMES, house, recorded
from web.app import create_app
from web.live.serve import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SIZES = [(360, 640), (390, 844), (820, 1180), (1920, 1080)]
REMATCH = '[data-do="rematch"]'


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, join_url="http://unset", open_table=True)


def at_the_end(phone: Page, table: FakeTable) -> None:
    table.play_until(lambda position: False)
    phone.wait_for_url("**/end")
    expect(phone.locator("#live")).to_have_attribute("data-state", "ok")


@pytest.fixture
def phone(live: str, open_phone: OpenPhone, table: FakeTable) -> Page:
    phone = open_phone(f"{live}/join")
    join(phone, 0)
    at_the_end(phone, table)
    return phone


def test_the_last_move_leads_to_the_end_and_who_goes_back_to_the_board_stays_there(
    phone: Page, table: FakeTable
) -> None:
    phone.get_by_text(WORDS["end.board"][1]).click()
    phone.wait_for_url("**/table")
    expect(phone.locator("#ask .result tbody tr")).to_have_count(4)
    table.notices = ["still here"]
    table.changed()
    expect(phone.locator("#notices")).to_have_text("still here")
    phone.get_by_text(WORDS["end.open"][1]).click()
    phone.wait_for_url("**/end")


def test_what_is_taken_back_at_the_end_leads_back_to_the_table(
    phone: Page, table: FakeTable
) -> None:
    with table._lock:
        table._do_undo({}, 0)
    table.changed(important=True)
    phone.wait_for_url("**/table")


def test_podium_score_course_and_moments_tell_the_game(phone: Page, table: FakeTable) -> None:
    score = table.snapshot_score()
    first = next(seat for seat, place in enumerate(score["places"]) if place == 1)
    expect(phone.locator("#winner")).to_contain_text(table.names[first])
    expect(phone.locator(".step")).to_have_count(4)
    expect(phone.locator('.step[data-place="1"] .stepname').first).to_have_text(table.names[first])
    row = phone.locator(".result tr.won").first
    part = score["parts"][first]
    shown = [table.names[first], part["ducats"], part["bonus"], score["totals"][first]]
    assert row.locator("th, td").all_inner_texts() == [*map(str, shown), str(part["floors"])]
    # Each seat is told apart by dashes and a letter of its own.
    dashes = phone.locator("#legend path:first-child")
    assert len({dashes.nth(at).get_attribute("stroke-dasharray") for at in range(4)}) == 4
    assert len(set(phone.locator("#legend text").all_text_contents())) == 4
    expect(phone.locator("#chart path[stroke-dasharray]")).to_have_count(8)
    last = phone.locator('.moment[data-kind="last"]')
    expect(last).to_contain_text(table._told(table.entries[-1].told, "en"))
    last.locator(".evidence").click()
    expect(phone.locator("#photo img")).to_be_visible()


def test_all_phones_see_who_would_like_a_rematch_and_it_begins_for_all(
    phone: Page, live: str, app: Flask, open_phone: OpenPhone, table: FakeTable
) -> None:
    other = open_phone(f"{live}/join")
    other.locator('input[name=seat][value="1"]').check()
    other.click("button[type=submit]")
    other.wait_for_url("**/table")
    other.goto(f"{live}/end")
    phone.locator(REMATCH).click()
    said = WORDS["end.wishes"][1].format(names="Anna", count=1, all=2)
    for each in (phone, other):
        expect(each.locator("#wishes")).to_have_text(said)
    expect(phone.locator(REMATCH)).to_have_text(WORDS["end.no-rematch"][1])
    host = open_phone(host_address(app, live))
    host.goto(f"{live}/end")
    host.locator(REMATCH).click()
    for each in (phone, other, host):
        each.wait_for_url("**/table")
    assert [each["do"] for each in table.done if each["do"] != "name"] == ["rematch", "rematch"]


def test_the_host_chooses_another_game_in_the_menu(
    phone: Page, live: str, app: Flask, open_phone: OpenPhone
) -> None:
    expect(phone.get_by_text(WORDS["table.another"][1])).to_have_count(0)
    host = open_phone(host_address(app, live))
    host.goto(f"{live}/end")
    host.get_by_text(WORDS["table.another"][1]).click()
    expect(host.locator("#newgame")).to_be_visible()


def test_a_watcher_sees_it_all_and_has_no_rematch(
    phone: Page, live: str, open_phone: OpenPhone
) -> None:
    watcher = open_phone(f"{live}/end")
    expect(watcher.locator("#again a")).to_have_count(1)
    expect(watcher.locator(REMATCH)).to_have_count(0)


def test_the_result_is_saved_as_a_picture_that_the_phone_draws(phone: Page) -> None:
    with phone.expect_download() as saved:
        phone.click("#png")
    picture = Path(saved.value.path()).read_bytes()
    assert saved.value.suggested_filename == "castellan-kilt.png"
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">I", picture[16:20]) == (1080,)
    assert len(picture) > 20_000  # an empty one packs to some hundred bytes


def test_a_printed_sheet_holds_the_result_and_nothing_to_press(phone: Page) -> None:
    phone.emulate_media(media="print")
    assert phone.locator("button:visible:not(.evidence), a:visible").count() == 0
    for part in ("#winner", ".result", "#chart svg", "#momentlist"):
        expect(phone.locator(part)).to_be_visible()


@pytest.mark.parametrize(("game", "language"), [*zip(GAMES, cycle(("de", "fr")), strict=False)])
def test_no_end_of_any_game_is_wider_than_its_screen(
    open_phone: OpenPhone, tmp_path: Path, game: str, language: str
) -> None:
    events = len(recorded(game)["events"])
    with house(tmp_path, game, events) as opened, Server(opened.app, "127.0.0.1") as server:
        web, address = house_of(opened.app), f"http://127.0.0.1:{server.port}"
        web.url = address
        page = open_phone(f"{address}/join?t={web.seating.token}", language)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{address}/end")
            expect(page.locator(".result")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") == width
            for table in page.locator(".scoretable").all():
                box = place_of(table)
                assert box["x"] + box["width"] <= width
        page.goto(f"{address}/end?screen")
        expect(page.locator(".result")).to_be_visible()
        assert page.locator("button:visible, a:visible").count() == 0
        assert page.evaluate("document.documentElement.scrollHeight") == 1080
