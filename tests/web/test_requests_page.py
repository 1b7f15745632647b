"""Two phones in a real browser: one asks for something, one tap on the other answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from device.running.compose import free_port
from tests.device.tables import SET_UP, Bench
from tests.phones import OpenPhone, back_to_the_board, join, look_aside, place_of
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 640}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    bench.understood(SET_UP)
    yield bench
    bench.journal.close()


@pytest.fixture
def address(bench: Bench) -> Iterator[str]:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    app = create_app(bench.table, join_url=address, open_table=True)
    with Server(app, "127.0.0.1", port):
        yield address


def test_one_tap_answers_what_another_phone_asks_for(
    open_phone: OpenPhone, bench: Bench, address: str, tmp_path: Path
) -> None:
    ada, ben = (open_phone(f"{address}/join", viewport=SMALL) for _ in range(2))
    join(ada, 0, "Ada")
    join(ben, 1, "Ben")
    ada.click("#undo")
    expect(ada.locator("#toast")).to_have_text("Asked for a yes: Ben")
    asked = ben.locator(".request")
    expect(asked.locator(".eyebrow")).to_have_text("Ada asks")
    expect(asked.locator("h3")).to_contain_text("Take back: ")
    yes = asked.get_by_role("button", name="Yes, fine")
    assert place_of(yes)["height"] >= 44
    assert ben.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    ben.screenshot(path=str(tmp_path / "asked.png"))
    expect(ada.locator(".request .muted")).to_have_text("Waits for a yes from: Ben")
    assert [record["record"] for record in bench.records()] == ["play"]
    yes.click()
    expect(ben.locator(".request")).to_have_count(0)
    expect(ada.locator(".request")).to_have_count(0)
    expect(ada.locator(".correction")).to_contain_text("Ada took back: ")
    assert [record["record"] for record in bench.records()] == ["play", "void"]
    look_aside(ben)
    ben.click("#redo")
    back_to_the_board(ben)
    expect(ben.locator("#toast")).to_have_text("Asked for a yes: Ada")
    ada.locator(".request").get_by_role("button", name="No").click()
    expect(ben.locator(".request")).to_have_count(0)
    assert len(bench.records()) == 2


def test_undo_says_what_was_undone_and_every_phone_reads_who_did_it(
    open_phone: OpenPhone, bench: Bench, address: str
) -> None:
    bench.understood(bench.legal())
    ada, ben = (open_phone(f"{address}/join", viewport=SMALL) for _ in range(2))
    join(ada, 0, "Ada")
    join(ben, 1, "Ben")
    ada.click("#undo")
    expect(ada.locator("#toast")).to_contain_text("Undone: ")
    expect(ben.locator(".correction")).to_contain_text("Ada took back: ")
    look_aside(ada)
    ada.click("#redo")
    back_to_the_board(ada)
    expect(ada.locator("#toast")).to_contain_text("Back again: ")
    expect(ben.locator(".correction").first).to_contain_text("Ada brought back: ")
