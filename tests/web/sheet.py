"""All screens of all games on one sheet, and what is wrong with any of them.

`python -m tests.web.sheet docs/screens.webp` opens every screen of every game in a real browser,
prints each fault it finds (sideways scroll, scroll while playing, cut words, buttons over each
other), and writes the sheet.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, Page

from device.table.questions import Doubts, Fault, Question
from rules.values import Answer
from tests.phones import launched, look_aside
from tests.web.conftest import house_of
from tests.web.fake_table import picture_png
from tests.web.film import Image, decoded
from tests.web.hostile import GAMES, House, recorded
from vision.stories.story import Story
from web.live.serve import Server

PHONE, WIDE = (360, 640), (1280, 720)
HIGH, GAP = 320, 8  # pixels of the sheet
BEGUN = 40  # events played before most screens
MOST_BYTES = 1_500_000
PAPER = 96  # grey between the screens
LANGUAGES = ("de", "fr")

FAULTS = """() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) wrong.push(`sideways ${root.scrollWidth}`);
  if (document.querySelector("main.play") && document.body.scrollHeight > innerHeight)
    wrong.push(`scrolls ${document.body.scrollHeight}`);
  const seen = (each) => each.checkVisibility({visibilityProperty: true})
    && each.getClientRects().length;
  const shown = [...document.querySelectorAll("body *")].filter(seen);
  for (const each of shown) {
    const hides = ["hidden", "clip"].includes(getComputedStyle(each).overflowX);
    const style = getComputedStyle(each);
    const text = style.textOverflow === "ellipsis" ? "" : each.textContent.trim();
    if (hides && text && each.scrollWidth > each.clientWidth + 1 && !each.closest("svg, .hidden"))
      wrong.push(`cut "${text.slice(0, 60)}"`);
  }
  for (const each of shown.filter((one) => one.matches("button, a.button, select, input"))) {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const inside = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    const there = inside && document.elementFromPoint(x, y);
    const over = there && !each.contains(there) && !there.contains(each);
    if (over && !there.closest("dialog, .ask, .aside, label"))
      wrong.push(`under another: ${each.id || each.textContent.trim().slice(0, 30)}`);
  }
  return [...new Set(wrong)];
}"""


class Stage(House):
    """A house in the middle of a recorded game, in which nobody has a seat yet."""

    def _seat(self) -> None:
        """Nobody is host, for whom it would be told."""


@dataclass(frozen=True)
class Shown:
    """One screen as it was drawn."""

    game: str
    name: str
    image: Image
    faults: tuple[str, ...]


@contextmanager
def opened(game: str, events: int) -> Iterator[tuple[Stage, str]]:
    """A house with a game of so many events, and where its pages are."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder), game, events)
        with Server(stage.app, "127.0.0.1") as server:
            web = house_of(stage.app)
            web.url = f"http://127.0.0.1:{server.port}"
            yield stage, web.url
        stage.journal.close()


def phone_at(browser: Browser, stage: Stage, seat: int | None, language: str) -> Page:
    """A phone that has taken this seat."""
    web = house_of(stage.app)
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        locale=language,
        has_touch=True,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{web.url}/join?t={web.seating.token}")
    page.locator(f'input[name=seat][value="{"" if seat is None else seat}"]').check()
    page.click("button[type=submit]")
    page.wait_for_url("**/table")
    page.locator("#board svg, #board article").first.wait_for()
    return page


def next_seat(stage: Stage) -> int:
    """Whose turn the recorded game says it is."""
    event = _next_event(stage)
    return stage.table.game.actor(stage.table.referee.position, event) or 0


def _next_event(stage: Stage) -> Any:
    played = len(stage.table.referee.history)
    events = recorded(stage.table.game.name)["events"]
    return stage.table.game.event_from_json(events[min(played, len(events) - 1)])


def ask(stage: Stage) -> None:
    """Ask which of two stories is right."""
    table = stage.table
    position = table.referee.position
    found = [e for e in table.game.actions(position) if not table.game.secret(e)][:2]
    stories = tuple(Story((e,), 0.5, table.game.apply(position, e)) for e in found)
    with table.changes():
        table._findings.set(Doubts(question=Question("q1", stories, picture_png())))


def rule(stage: Stage) -> None:
    """Show a move that breaks a rule."""
    table = stage.table
    position, game = table.referee.position, table.game
    for told in recorded(game.name)["events"]:
        event = game.event_from_json(told)
        judged = game.legal(position, event)
        if judged.answer is Answer.NO and judged.rulings and not game.secret(event):
            try:
                story = Story((event,), 1.0, game.apply(position, event))
            except ValueError:
                continue
            with table.changes():
                fault = Fault(len(table.referee.records) + 1, story, judged.rulings, picture_png())
                table._findings.set(Doubts(fault=fault))
            return


def nothing(page: Page, stage: Stage) -> None:
    """The table as it is."""


def aside(page: Page, stage: Stage) -> None:
    """What happened so far."""
    look_aside(page)


def tell(page: Page, stage: Stage) -> None:
    """What may be told now."""
    page.click("#tell")
    page.locator("#sheet .button").first.wait_for()


def menu(page: Page, stage: Stage) -> None:
    """The menu."""
    page.click("#menu")


def question(page: Page, stage: Stage) -> None:
    """A question."""
    ask(stage)
    page.locator(".question").wait_for()


def ruling(page: Page, stage: Stage) -> None:
    """A ruling."""
    rule(stage)
    if stage.table.doubts.fault:
        page.locator(".ruling").wait_for()


def after(page: Page, stage: Stage) -> None:
    """The page after the last move."""
    page.goto(page.url.replace("/table", "/end"))
    page.locator(".result").wait_for()


SCREENS: tuple[tuple[str, int, Callable[[Page, Stage], None]], ...] = (
    ("set-up", 0, nothing),
    ("my turn", BEGUN, nothing),
    ("question", BEGUN, question),
    ("ruling", BEGUN, ruling),
    ("what happened", BEGUN, aside),
    ("tell", BEGUN, tell),
    ("menu", BEGUN, menu),
    ("end", 10_000, nothing),
    ("after the end", 10_000, after),
)


def screens_of(browser: Browser, game: str, language: str) -> Iterator[Shown]:
    """Every screen of a game."""
    for name, events, reach in SCREENS:
        with opened(game, events) as (stage, _):
            page = phone_at(browser, stage, next_seat(stage), language)
            reach(page, stage)
            yield shot(page, game, name)
            page.context.close()
    with opened(game, BEGUN) as (stage, address):
        page = phone_at(browser, stage, None, language)
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        for path in ("screen", "lobby"):
            page.goto(f"{address}/{path}")
            page.locator("h1").wait_for()
            yield shot(page, game, path)


def shot(page: Page, game: str, name: str) -> Shown:
    """What a page shows now."""
    page.wait_for_timeout(150)  # a sheet that rises is still for nobody to judge
    faults = tuple(page.evaluate(FAULTS))
    return Shown(game, name, decoded(page.screenshot()), faults)


def sheet(rows: list[list[Shown]]) -> Image:
    """One row a game."""
    lines = [np.hstack([_framed(each.image) for each in row]) for row in rows]
    wide = max(line.shape[1] for line in lines)
    return np.vstack([_filled(line, wide) for line in lines])


def _framed(image: Image) -> Image:
    wide = round(image.shape[1] * HIGH / image.shape[0])
    small = cv2.resize(image, (wide, HIGH), interpolation=cv2.INTER_AREA)
    return np.pad(small, ((GAP, 0), (GAP, 0), (0, 0)), constant_values=PAPER).astype(np.uint8)


def _filled(line: Image, wide: int) -> Image:
    missing = wide - line.shape[1]
    return np.pad(line, ((0, 0), (0, missing), (0, 0)), constant_values=PAPER).astype(np.uint8)


def main() -> None:
    """Look at all, print what is wrong, write the sheet."""
    path, language = Path(sys.argv[1]), LANGUAGES[0] if len(sys.argv) < 3 else sys.argv[2]
    games = sys.argv[3:] or GAMES
    browser_path = shutil.which("chromium") or shutil.which("google-chrome") or ""
    rows = []
    with launched(browser_path) as browser:
        for game in games:
            rows.append(list(screens_of(browser, game, language)))
            for each in rows[-1]:
                print(f"{each.game} {each.name}: {', '.join(each.faults) or 'good'}", flush=True)
    write = partial(cv2.imwrite, str(path), sheet(rows))
    for quality in (80, 65, 50, 40):
        write([cv2.IMWRITE_WEBP_QUALITY, quality])
        if path.stat().st_size <= MOST_BYTES:
            break
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
