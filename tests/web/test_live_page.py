"""The live stream of a page: whatever ends it, the page comes back by itself or says why not."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from http import HTTPStatus

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from tests.phones import OpenPhone, join
from tests.said import WORDS
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.live.serve import Server
from web.who.keep import Memory

pytestmark = pytest.mark.browser

HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
}"""
TRAVEL = "kind => dispatchEvent(new PageTransitionEvent(kind, { persisted: true }))"


@pytest.fixture
def live(table: FakeTable) -> Iterator[str]:
    app: Flask = create_app(table, join_url="http://unset", open_table=True, heartbeat=300)
    with Server(app, "127.0.0.1") as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture
def phone(live: str, open_phone: OpenPhone) -> Page:
    phone = open_phone(f"{live}/join")
    join(phone, 0)
    is_live(phone)
    return phone


def is_live(page: Page) -> None:
    expect(page.locator("#live")).to_have_attribute("data-state", "ok", timeout=20_000)


def is_elsewhere(page: Page) -> None:
    expect(page.locator("#live")).to_contain_text(WORDS["live.elsewhere"][1])


def answered(*statuses: HTTPStatus) -> Callable[[Route], None]:
    """Answers of the server, one after the other; then it is itself again."""
    left = list(statuses)

    def answer(route: Route) -> None:
        if left:
            route.fulfill(status=left.pop(0), json={"ok": False})
        else:
            route.continue_()

    return answer


def ask_anew(page: Page) -> None:
    """The page is hidden and seen again, so that it asks for a new stream."""
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)


def test_a_page_refused_by_a_full_table_tries_again_by_itself(
    phone: Page, table: FakeTable
) -> None:
    full = HTTPStatus.SERVICE_UNAVAILABLE
    phone.route("**/api/live*", answered(full, full))
    ask_anew(phone)
    expect(phone.locator("#live")).to_have_text(WORDS["live.lost"][1])
    is_live(phone)
    table.play(2)
    expect(phone.locator(".event").first).to_have_attribute("data-number", "3")


@pytest.mark.parametrize("status", [HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN])
def test_a_phone_the_table_no_longer_knows_is_told_so_and_led_to_the_join_page(
    phone: Page, status: HTTPStatus
) -> None:
    phone.route("**/api/live*", answered(status))
    phone.route("**/api/me", answered(status))
    ask_anew(phone)
    expect(phone.locator("#toast")).to_have_text(WORDS["live.unknown"][1])
    phone.wait_for_url("**/join")
    expect(phone.locator("#join")).to_be_visible()


def test_a_connection_that_died_in_silence_is_opened_anew(phone: Page, table: FakeTable) -> None:
    phone.clock.install()
    ask_anew(phone)
    is_live(phone)
    with phone.expect_request("**/api/live*"):
        phone.clock.fast_forward(41_000)
    is_live(phone)


def test_a_connection_that_never_comes_about_is_tried_again(phone: Page) -> None:
    phone.clock.install()
    phone.route("**/api/live*", lambda _unanswered: None)
    ask_anew(phone)
    with phone.expect_request("**/api/live*"):
        phone.clock.fast_forward(41_000)


def test_a_stream_that_goes_on_speaking_is_not_opened_anew(phone: Page, table: FakeTable) -> None:
    phone.clock.install()
    ask_anew(phone)
    is_live(phone)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    for number in (2, 3, 4):
        phone.clock.fast_forward(8_000)
        table.play(1)
        expect(phone.locator(".event").first).to_have_attribute("data-number", str(number))
    assert not [url for url in asked if "/api/live" in url]


def test_a_page_brought_back_by_the_back_button_is_live(phone: Page, table: FakeTable) -> None:
    phone.evaluate(TRAVEL, "pagehide")
    table.play(2)
    phone.evaluate(TRAVEL, "pageshow")
    expect(phone.locator(".event").first).to_have_attribute("data-number", "3")


def test_two_windows_side_by_side_do_not_take_the_stream_from_each_other(phone: Page) -> None:
    second = phone.context.new_page()
    asked: list[str] = []
    second.goto(phone.url)
    is_elsewhere(phone)
    second.on("request", lambda request: asked.append(request.url))
    with phone.expect_response(lambda answer: answer.status == HTTPStatus.NO_CONTENT):
        pass
    with phone.expect_response(lambda answer: answer.status == HTTPStatus.NO_CONTENT):
        pass
    is_elsewhere(phone)
    is_live(second)
    assert not [url for url in asked if "/api/live" in url]


@pytest.mark.parametrize("leave", ["close", "hide"])
def test_a_window_comes_back_when_the_other_one_is_closed_or_hidden(
    phone: Page, table: FakeTable, leave: str
) -> None:
    second = phone.context.new_page()
    second.goto(phone.url)
    is_elsewhere(phone)
    if leave == "close":
        second.close()
    else:
        second.evaluate(HIDE, True)
    is_live(phone)
    table.play(2)
    expect(phone.locator(".event").first).to_have_attribute("data-number", "3")


def test_a_window_that_is_shown_again_takes_over(phone: Page) -> None:
    second = phone.context.new_page()
    second.goto(phone.url)
    is_elsewhere(phone)
    ask_anew(phone)
    is_live(phone)
    is_elsewhere(second)


@pytest.mark.parametrize(("edition", "kept"), [("before", True), ("after", False)])
def test_a_page_from_before_an_upgrade_is_fetched_anew_and_no_other(
    table: FakeTable, open_phone: OpenPhone, edition: str, kept: bool
) -> None:
    seats = Memory()

    def serve(edition: str, port: int = 0) -> Server:
        app = create_app(table, join_url="http://unset", seats=seats, open_table=True)
        app.extensions["castellan"].hub._epoch = f"{edition}-{secrets.token_hex(4)}"
        return Server(app, "127.0.0.1", port)

    with serve("before") as server:
        phone = open_phone(f"http://127.0.0.1:{server.port}/join")
        join(phone, 0)
        is_live(phone)
        phone.evaluate("window.old = true")
    table.play(2)
    with serve(edition, server.port):
        expect(phone.locator(".event").first).to_have_attribute("data-number", "3")
        is_live(phone)
        assert phone.evaluate("window.old === true") is kept


def test_a_page_of_another_game_than_the_tables_is_fetched_anew(phone: Page, live: str) -> None:
    """The game was changed between the page and its first state."""

    left = ["castle"]

    def old_page(route: Route) -> None:
        answer = route.fetch()
        game = left.pop() if left else "kilt"
        text = answer.text().replace('data-game="kilt">', f'data-game="{game}">')
        route.fulfill(response=answer, body=text)

    phone.route("**/table", old_page)
    phone.goto(f"{live}/table")
    expect(phone.locator('main[data-game="kilt"]')).to_be_visible()
    is_live(phone)
