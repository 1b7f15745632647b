"""Pages that break in one part, lose an answer, or wait too long, in a real browser."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.phones import OpenPhone, apply, join, look_aside, until
from tests.said import WORDS
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

BREAK = """() => { document.getElementById("players").replaceChildren =
    () => { throw new Error("a\\u202e broken\\npart"); }; }"""
MEND = '() => { delete document.getElementById("players").replaceChildren; }'
PATIENCE = 13_000  # a little longer than send.js has


@pytest.fixture
def live(table: FakeTable, caplog: pytest.LogCaptureFixture) -> Iterator[str]:
    caplog.set_level(logging.WARNING, "web.routes.api")
    app: Flask = create_app(table, join_url="http://unset", open_table=True)
    with Server(app, "127.0.0.1") as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture
def phone(live: str, open_phone: OpenPhone) -> Page:
    phone = open_phone(f"{live}/join")
    join(phone, 0)
    return phone


def newest(page: Page, number: int) -> None:
    expect(page.locator(".event").first).to_have_attribute("data-number", str(number))


def wait_for(page: Page, heard: Sequence[object], many: int) -> None:
    until(page, lambda: len(heard) >= many, f"{many} came")


def test_a_part_that_breaks_leaves_the_others_fresh_and_comes_back(
    phone: Page, table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    phone.evaluate(BREAK)
    with phone.expect_response("**/api/fault") as told:
        phone.evaluate("document.getElementById('players').append('old')")
        table.play(20)
        newest(phone, 21)
    assert told.value.status == 204
    expect(phone.locator("#players")).to_contain_text("old")
    phone.evaluate(MEND)
    table.play()
    newest(phone, 22)
    expect(phone.locator("#players")).not_to_contain_text("old")
    line = caplog.messages[0]
    assert "has a fault: Error: a broken part (/table " in line


def test_whatever_nobody_catches_is_told_but_not_without_end(
    live: str, browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    page = browser.new_page()
    told: list[str] = []

    def note(asked: Request) -> None:
        if "/api/fault" in asked.url:
            told.append(asked.url)

    page.on("requestfinished", note)
    page.goto(live)
    page.evaluate("() => { setTimeout(() => { throw new Error('thrown'); }); }")
    page.evaluate("() => { Promise.reject(new Error('rejected')); }")
    page.wait_for_function(
        "() => performance.getEntriesByName(location.origin + '/api/fault').length > 1"
    )
    for _ in range(20):
        page.evaluate("() => { setTimeout(() => { throw new Error('again'); }); }")
    page.wait_for_function(
        "() => performance.getEntriesByName(location.origin + '/api/fault').length > 2"
    )
    page.evaluate("() => new Promise((done) => { setTimeout(done, 300); })")
    page.close()
    assert len(told) == 3
    what = [message.split("fault: ")[1].split(" (")[0] for message in caplog.messages]
    assert sorted(what) == ["Error: again", "Error: rejected", "Error: thrown"]


def test_a_command_whose_answer_is_lost_is_said_once_more_with_its_id(
    phone: Page, table: FakeTable
) -> None:
    table.play(3)
    newest(phone, 4)
    said: list[str] = []

    def lose_the_first(route: Route) -> None:
        said.append(str(route.request.post_data))
        answer = route.fetch()
        if len(said) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    phone.route("**/api/do", lose_the_first)
    phone.click("#undo")
    newest(phone, 3)
    phone.wait_for_timeout(1500)
    assert len(said) == 2
    assert said[0] == said[1]
    assert len(json.loads(said[0])["id"]) >= 8
    newest(phone, 3)
    expect(phone.locator("#toast.bad")).to_be_hidden()


def test_a_table_that_does_not_answer_is_told_after_two_tries(
    phone: Page, table: FakeTable
) -> None:
    table.play(3)
    newest(phone, 4)
    phone.clock.install()
    held: list[Route] = []
    phone.route("**/api/do", lambda route: held.append(route))
    phone.click("#undo")
    for tries in (1, 2):
        wait_for(phone, held, tries)
        phone.clock.fast_forward(PATIENCE)
        phone.wait_for_timeout(50)
        phone.clock.fast_forward(1000)
    expect(phone.locator("#toast")).to_have_text(WORDS["refused.offline"][1])
    assert len(held) == 2
    for route in held:
        route.abort()


def test_all_events_are_fetched_when_asked_and_when_an_earlier_one_changes_only(
    phone: Page, table: FakeTable
) -> None:
    fetched: list[str] = []

    def note(asked: Request) -> None:
        if asked.url.endswith("/api/state"):
            fetched.append(asked.url)

    table.play(30)
    newest(phone, 31)
    phone.on("request", note)
    look_aside(phone)
    phone.click("#more")
    expect(phone.locator(".event")).to_have_count(31)
    for count in range(32, 38):
        table.play()
        expect(phone.locator(".event")).to_have_count(count)
    assert len(fetched) == 1
    phone.locator('.event[data-number="2"]').click()
    phone.get_by_text(WORDS["fix.void"][1]).click()
    apply(phone)
    expect(phone.locator('.event[data-number="2"]')).to_have_count(0)
    assert len(fetched) == 2
