"""The pages in a real browser at the size of a small phone: two players and the host."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from rules.kilt import Build, Phase
from rules.kilt.fact_words import square_name
from rules.rights import Speaker
from tests.phones import LISTEN, PHONE, OpenPhone, apply, correct, ducats, join, look_aside
from tests.said import WORDS
from tests.web.conftest import host_address
from tests.web.fake_table import FakeTable
from web.app import create_app

pytestmark = pytest.mark.browser


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, join_url="http://unset", open_table=True)


def test_two_phones_join_by_the_address_of_the_qr_code_and_follow(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    screen = open_phone(live)
    assert screen.locator(".qr").evaluate("image => image.complete && image.naturalWidth > 0")
    code_address = str(screen.locator(".address a").get_attribute("href"))
    mia, noah = open_phone(code_address), open_phone(code_address, "de")
    join(mia, 0, "Mia")
    noah.reload()
    expect(noah.locator('.taken input[name=seat][value="0"]')).to_have_count(1)
    join(noah, 1, "Noah")
    expect(screen.locator(".seatlist .here .who")).to_have_text(["Mia", "Noah"])
    table.play_until(lambda position: position.turn == 3)
    for page in (mia, noah):
        expect(page.locator(".event")).to_have_count(min(6, len(table.entries)))
        expect(page.locator(".tower")).to_have_count(sum(map(bool, table.position.towers)))
    expect(noah.locator("html")).to_have_attribute("lang", "de")
    expect(noah.locator(".purse").nth(1)).to_contain_text("du")


def test_the_builder_sees_where_the_floor_may_go(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join")
    join(phone, 0)
    table.play_until(lambda position: position.phase is Phase.BUILD and position.builder() == 0)
    expect(phone.locator(".now h2")).to_have_text("You build")
    targets = {
        tuple(build["square"]) for build in table.snapshot(Speaker(0), "en")["view"]["builds"]
    }
    expect(phone.locator(".target")).to_have_count(len(targets))
    before = len(table.entries)
    phone.locator(".square:has(.target)").first.click()
    act = phone.locator("#deed, .picks .choice")
    expect(act.locator("visible=true").first).to_be_visible()
    act.locator("visible=true").first.click()
    expect(phone.locator(".event").first).to_have_attribute("data-number", str(before + 1))
    assert len(table.entries) == before + 1


def test_a_question_is_answered_with_one_tap(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    mia, watcher = open_phone(f"{live}/join"), open_phone(f"{live}/join")
    join(mia, 0)
    join(watcher, None)
    table.play(5)
    table.ask()
    for page in (mia, watcher):
        expect(page.locator(".question .answers .button")).to_have_count(2)
    expect(watcher.locator(".answers .button").first).to_be_disabled()
    assert mia.locator(".question img").count() == 1
    mia.locator(".answers .button").nth(1).click()
    for page in (mia, watcher):
        expect(page.locator(".question")).to_have_count(0)
    assert len(table.entries) == 7


def test_what_is_asked_comes_before_what_is_only_said(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join")
    join(phone, 0)
    table.notices = ["The game seems to have begun."]
    table.ask()
    expect(phone.locator("#ask > article")).to_have_class(["card alert question"])
    expect(phone.locator("#notices")).to_have_text("The game seems to have begun.")


def test_undo_and_redo(live: str, table: FakeTable, open_phone: OpenPhone) -> None:
    phone = open_phone(f"{live}/join")
    join(phone, 2)
    table.play(4)
    newest = phone.locator(".event").first
    expect(newest).to_have_attribute("data-number", "5")
    phone.click("#undo")
    expect(newest).to_have_attribute("data-number", "4")
    look_aside(phone)
    phone.click("#redo")
    expect(newest).to_have_attribute("data-number", "5")
    expect(phone.locator("#redo")).to_be_disabled()


def test_an_event_two_turns_back_is_corrected_and_the_scores_change(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    mia, noah = open_phone(f"{live}/join"), open_phone(f"{live}/join")
    join(mia, 0)
    join(noah, 1)
    number, choice, square, wanted = _costly_correction(table)
    expect(mia.locator("#boardnote")).to_contain_text(f"Turn {table.position.turn}")
    before = ducats(noah)
    correct(mia, number, choice, square)
    for page in (mia, noah):
        expect(page.locator(".ducats").nth(wanted.index(max(wanted)))).to_have_text(
            str(max(wanted))
        )
        assert ducats(page) == [str(each) for each in wanted]
    assert ducats(noah) != before


def _costly_correction(table: FakeTable) -> tuple[int, str, str, list[int]]:
    """Play until a build two turns back can be amended so that the purses change."""
    from dataclasses import replace

    while table.position.phase is not Phase.FINISHED:
        table.play()
        if table.position.phase is not Phase.MOVE or table.position.turn < 4:
            continue
        old = [e for e in table.entries if isinstance(e.event, Build)][-4]
        for choice in table.choices(old.number, Speaker(), "en"):
            trial = FakeTable(seed=1)
            event = table._event(choice)
            trial._fold([replace(e, event=event) if e is old else e for e in table.entries])
            same = len(trial.entries) == len(table.entries)
            if same and trial.position.ducats != table.position.ducats:
                square = square_name(choice["event"]["square"])
                return old.number, str(choice["id"]), square, list(trial.position.ducats)
    raise AssertionError("no build changes anything")


def test_a_correction_is_not_stale_because_the_game_went_on(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join")
    join(phone, 0)
    table.play(4)
    look_aside(phone)
    phone.locator('.event[data-number="4"]').click()
    table.play(2)
    expect(phone.locator(".event").first).to_have_attribute("data-number", "7")
    phone.get_by_text(WORDS["fix.void"][1]).click()
    apply(phone)
    expect(phone.locator('.event[data-number="4"]')).to_have_count(0)


def test_an_illegal_move_is_shown_with_its_picture_and_may_stand(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join", "it")
    join(phone, 0)
    table.rule()
    box = phone.locator(".ruling").first
    expect(box).to_be_visible()
    box.locator(".evidence").click()
    expect(phone.locator("#photo img")).to_be_visible()
    phone.locator("#photo [data-close]").click()
    box.locator('[data-do="stand"]').click()
    expect(phone.locator(".ruling")).to_have_count(0)


def test_nothing_is_drawn_anew_under_a_finger(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join")
    phone.add_init_script(LISTEN)
    join(phone, 0)
    table.play(4)
    newest = phone.locator(".event").first
    expect(newest).to_have_attribute("data-number", "5")
    look_aside(phone)
    newest.hover()
    phone.mouse.down()
    told = phone.evaluate("window.told.length")
    table.play(2)
    phone.wait_for_function("told => window.told.length > told", arg=told)
    expect(newest).to_have_attribute("data-number", "5")
    phone.mouse.up()
    expect(phone.locator("#sheet")).to_be_visible()
    expect(newest).to_have_attribute("data-number", "7")


def test_the_phone_says_what_the_camera_is_waiting_for(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join")
    join(phone, None)
    table.see("waiting-for-hand")
    expect(phone.locator(".sight")).to_have_text("waiting for hand")
    phone.evaluate("window.drawn = document.querySelector('.kiltboard')")
    table.see("still", camera="lost")
    expect(phone.locator(".sight")).to_have_text("camera lost")
    assert phone.evaluate("window.drawn.isConnected"), "the board was drawn anew for nothing"
    expect(phone.locator("#dock")).to_be_hidden()


def test_the_host_sees_the_camera_and_shows_it_the_corners(
    live: str, app: Flask, table: FakeTable, open_phone: OpenPhone
) -> None:
    host = open_phone(host_address(app, live))
    host.goto(f"{live}/table")
    look_aside(host)
    host.locator("#camera summary").click()
    picture = host.locator("#camerapicture")
    expect(picture).to_have_js_property("naturalWidth", 320)
    host.click("#corners")
    for at in range(4):
        expect(host.locator("#cornerhint")).to_have_text(WORDS[f"table.corner-{at}"][1])
        picture.click(position={"x": 20 + 50 * at, "y": 30})
    expect(host.locator("#toast")).to_be_visible()
    assert [command["do"] for command in table.done] == ["tap_corners"]
    guest = open_phone(f"{live}/join")
    join(guest, 0)
    expect(guest.locator("#camera")).to_have_count(0)


def test_a_whole_game_is_followed_to_its_winners(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join")
    join(phone, 3)
    table.play_until(lambda position: False)
    winners = table.snapshot(Speaker(3), "en")["score"]["winners"]
    phone.wait_for_url("**/end")
    expect(phone.locator(".result .won")).to_have_count(len(winners))
    expect(phone.locator("#winner")).to_contain_text(table.names[winners[0]])
    phone.goto(f"{live}/table")
    expect(phone.locator(".purse.won")).to_have_count(len(winners))


def test_a_phone_catches_up_after_it_was_hidden(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join")
    join(phone, 0)
    hide = """hidden => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    phone.evaluate(hide, True)
    table.play(4)
    phone.evaluate(hide, False)
    expect(phone.locator(".event").first).to_have_attribute("data-number", "5")


def test_a_second_window_of_the_same_phone_takes_over(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join")
    join(phone, 0)
    second = phone.context.new_page()
    second.goto(f"{live}/table")
    expect(phone.locator("#live")).to_contain_text(WORDS["live.elsewhere"][1])
    table.play(2)
    expect(second.locator(".event").first).to_have_attribute("data-number", "3")
    phone.get_by_text(WORDS["live.here"][1]).click()
    expect(phone.locator(".event").first).to_have_attribute("data-number", "3")


def test_all_events_are_told_to_who_asks_for_them(
    live: str, table: FakeTable, open_phone: OpenPhone
) -> None:
    phone = open_phone(f"{live}/join")
    join(phone, 0)
    table.play(30)
    expect(phone.locator(".event")).to_have_count(6)
    look_aside(phone)
    phone.click("#more")
    expect(phone.locator(".event")).to_have_count(31)
    table.play()
    expect(phone.locator(".event")).to_have_count(32)
    phone.locator('.event[data-number="2"]').click()
    phone.get_by_text(WORDS["fix.void"][1]).click()
    apply(phone)
    expect(phone.locator('.event[data-number="2"]')).to_have_count(0)


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_nothing_is_wider_than_a_small_phone_and_taps_are_large(
    live: str, table: FakeTable, open_phone: OpenPhone, language: str
) -> None:
    phone = open_phone(live, language)
    assert _width(phone) == PHONE["width"]
    phone.goto(f"{live}/join")
    assert _width(phone) == PHONE["width"]
    join(phone, 0, "Wilhelmina-Josephine")
    table.play_until(lambda position: position.day is not None and position.phase is Phase.BUILD)
    expect(phone.locator(".gain").first).to_be_visible()
    table.ask()
    table.rule()
    expect(phone.locator(".ruling").first).to_be_visible()
    assert _width(phone) == PHONE["width"]
    assert _small_buttons(phone) == []
    table.play_until(lambda position: False)
    expect(phone.locator(".result")).to_be_visible()
    assert _width(phone) == PHONE["width"]


def _width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def _small_buttons(page: Page) -> list[str]:
    return list(
        page.evaluate("""[...document.querySelectorAll('button, a, select, input')]
            .filter(e => e.offsetParent && e.getBoundingClientRect().height < 44)
            .map(e => e.outerHTML.slice(0, 80))""")
    )
