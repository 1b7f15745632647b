"""Phones for tests: a real browser at the size of a small phone, and what people do on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, FloatRect, Locator, Page, expect, sync_playwright

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 360, "height": 740}
# Keeps the state a page begins with and all that its live stream brings, since a browser's
# network log does not. What one page was told stays with the next one of this phone.
LISTEN = """
const kept = location.origin === "null" ? null : sessionStorage;
window.told = JSON.parse(kept?.getItem("told") ?? "[]");
addEventListener("pagehide", () => kept?.setItem("told", JSON.stringify(window.told)));
document.addEventListener("DOMContentLoaded", () => {
  const first = document.getElementById("state");
  if (first) window.told.push(first.textContent);
});
const Real = window.EventSource;
window.EventSource = class extends Real {
  constructor(...given) {
    super(...given);
    this.addEventListener("state", (event) => window.told.push(event.data));
  }
};
"""
OpenPhone = Callable[..., Page]
# A busy machine is no fault of the page: waiting ends at once when the page is right.
PATIENCE_MILLISECONDS = 20_000
LOOK_MILLISECONDS = 10  # how often a test looks at the house behind the pages
expect.set_options(timeout=PATIENCE_MILLISECONDS)


@contextmanager
def launched(path: str) -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        browser.close()


@contextmanager
def phones(browser: Browser) -> Iterator[OpenPhone]:
    """Phones with their own cookies; an error in a page fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def opened(address: str, language: str = "en", **wishes: Any) -> Page:
        wishes = {"viewport": PHONE, **wishes}
        context = browser.new_context(
            locale=language, has_touch=True, reduced_motion="reduce", **wishes
        )
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def until(page: Page, happens: Callable[[], object], what: str) -> None:
    """Wait for something in the house that no page shows, while the page goes on."""
    deadline = time.monotonic() + PATIENCE_MILLISECONDS / 1000
    while not happens():
        assert time.monotonic() < deadline, f"never {what}"
        page.wait_for_timeout(LOOK_MILLISECONDS)


def join(page: Page, seat: int | None, name: str = "") -> None:
    """Fill in the form a phone meets after scanning the code."""
    page.locator(f'input[name=seat][value="{"" if seat is None else seat}"]').check()
    page.fill("input[name=name]", name)
    page.click("button[type=submit]")
    page.wait_for_url("**/table")
    expect(page.locator(".kiltboard")).to_be_visible()


def look_aside(page: Page) -> None:
    """Open what lies aside on a phone: what happened, undo's undo, the camera."""
    if not page.locator("#closeaside").is_visible():
        page.click("#rest" if page.locator("#rest").is_visible() else ".bar [data-aside]")


def back_to_the_board(page: Page) -> None:
    """Close what lies aside."""
    page.click("#closeaside")


def place_of(thing: Locator) -> FloatRect:
    """Where something lies on the page; what is just being drawn anew has no place for a moment."""
    expect(thing).to_be_visible()
    while (box := thing.bounding_box()) is None:
        expect(thing).to_be_visible()
    return box


def ducats(page: Page) -> list[str]:
    """What every purse on the page shows."""
    return [text.strip() for text in page.locator(".ducats").all_inner_texts()]


def apply(page: Page) -> None:
    """Say yes to what else a correction changes; what changes nothing else is done at once."""
    expect(page.locator('#sheet:not([open]), [data-do="apply"]').first).to_be_attached()
    if page.locator('[data-do="apply"]').is_visible():
        page.locator('[data-do="apply"]').click()
    expect(page.locator("#sheet")).to_be_hidden()


def correct(page: Page, number: int, choice: str, square: str) -> None:
    """Say on the page that an earlier floor was another one; where it lies comes first."""
    look_aside(page)
    if page.locator("#more").is_visible():
        page.click("#more")
    page.locator(f'.event[data-number="{number}"]').click()
    page.locator("#sheet .stack .button").first.click()
    expect(page.locator(".choice, .group").first).to_be_visible()
    if page.locator(".group").count():
        page.locator(".group").get_by_text(square, exact=True).click()
    page.locator(f'[data-choice="{choice}"]').click()
    apply(page)
    back_to_the_board(page)
