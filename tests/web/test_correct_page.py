"""A correction tells what else it changes before it is done, and is undone at a tap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules.kilt import Build
from tests.phones import OpenPhone, look_aside
from tests.web.conftest import host_address, house_of
from tests.web.hostile import House, house
from web.live.serve import Server
from web.words import words_for

pytestmark = pytest.mark.browser
BEGUN = 12  # events played before
WORDS = words_for("de")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, "kilt", BEGUN) as made:
        yield made


@pytest.fixture
def phone(opened: House, open_phone: OpenPhone) -> Iterator[Page]:
    """A host's phone, with the log before it."""
    with Server(opened.app, "127.0.0.1") as server:
        address = f"http://127.0.0.1:{server.port}"
        house_of(opened.app).url = address
        page = open_phone(
            host_address(opened.app, address), "de", viewport={"width": 360, "height": 640}
        )
        page.goto(f"{address}/table")
        expect(page.locator("#events .event[data-number]").first).to_be_attached()
        look_aside(page)
        yield page


def never_happened(phone: Page, number: int) -> None:
    phone.locator(f'#events [data-number="{number}"]').click()
    phone.get_by_role("button", name=WORDS["fix.void"]).click()


def a_move_with_its_build(opened: House) -> int:
    """The number of the newest move after which somebody built."""
    history = opened.table.referee.history
    at = max(n for n, each in enumerate(history) if isinstance(each.event, Build))
    return next(e.number for e in reversed(history[:at]) if not isinstance(e.event, Build))


def test_what_else_changes_is_shown_and_nothing_is_done_before_yes(
    phone: Page, opened: House
) -> None:
    before = len(opened.table.referee.records)
    never_happened(phone, a_move_with_its_build(opened))
    sheet = phone.locator("#sheet")
    expect(sheet.locator("#sheet-title")).to_have_text(WORDS["fix.also"])
    expect(sheet).to_contain_text(WORDS["fix.misfits"])
    expect(sheet.locator('[data-change="turn"]')).to_be_visible()
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert phone.evaluate(wide)
    sheet.locator(".pair [data-close]").click()
    expect(sheet).to_be_hidden()
    assert len(opened.table.referee.records) == before


def test_a_correction_is_undone_in_its_own_message_and_who_corrected_stands_in_the_log(
    phone: Page, opened: House
) -> None:
    number = a_move_with_its_build(opened)
    position = opened.table.referee.position
    never_happened(phone, number)
    phone.locator('[data-do="apply"]').click()
    expect(phone.locator("#events .correction").first).to_contain_text("Gastgeber")
    assert opened.table.referee.position != position
    phone.locator("#toast .button").click()
    expect(phone.locator("#toast")).to_contain_text("Wieder da")
    assert opened.table.referee.position == position
