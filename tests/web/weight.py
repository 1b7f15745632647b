"""What a table weighs on a phone: requests and bytes of the first load, a reload and each change.

Counted by the browser, heads included. `python -m tests.web.weight` prints it for every game.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from device.records.journal import Evidence
from rules.referee import Play
from tests.phones import PHONE, launched
from tests.web.hostile import GAMES, House, house, recorded
from web.live.serve import Server

BEGUN = 60  # events told before the page is opened
CHANGES = 12  # events told while it is open
LIVE = "/api/live"


@dataclass
class Load:
    """What came over the line since the counting began."""

    requests: list[str] = field(default_factory=list)
    sizes: dict[str, float] = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        """All of it."""
        return round(sum(self.sizes.values()))


@dataclass(frozen=True)
class Weight:
    """A game's table as one phone is sent it."""

    first: Load
    again: Load
    changes: tuple[int, ...]

    def __str__(self) -> str:
        return (
            f"first {len(self.first.requests)} requests {self.first.bytes:,} bytes; "
            f"reload {len(self.again.requests)} requests {self.again.bytes:,} bytes; "
            f"a change {statistics.median(self.changes):,.0f} bytes in the median"
        )


class Counter:
    """Listens to what a page asks for and how many bytes come."""

    def __init__(self, page: Page) -> None:
        self.load, self._urls = Load(), dict[str, str]()
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.requestWillBeSent", self._asked)
        line.on("Network.requestServedFromCache", self._kept)
        line.on("Network.responseReceived", self._answered)
        line.on("Network.dataReceived", self._came)
        line.on("Network.loadingFinished", self._ended)

    def _asked(self, told: dict[str, Any]) -> None:
        self._urls[told["requestId"]] = told["request"]["url"]
        self.load.requests.append(told["request"]["url"])

    def _kept(self, told: dict[str, Any]) -> None:
        url = self._urls[told["requestId"]]
        if url in self.load.requests:
            self.load.requests.remove(url)

    def _answered(self, told: dict[str, Any]) -> None:
        if told["response"].get("fromDiskCache"):
            self._kept(told)
        self.load.sizes[told["requestId"]] = told["response"]["encodedDataLength"]

    def _came(self, told: dict[str, Any]) -> None:
        before = self.load.sizes.get(told["requestId"], 0)
        self.load.sizes[told["requestId"]] = before + told["encodedDataLength"]

    def _ended(self, told: dict[str, Any]) -> None:
        self.load.sizes[told["requestId"]] = told["encodedDataLength"]


def settled(page: Page, version: int) -> None:
    """Until the page shows this version of the table."""
    page.wait_for_function("wanted => window.shown >= wanted", arg=version)
    page.wait_for_timeout(300)  # for the browser to tell of the last bytes


SHOWN = """document.addEventListener("castellan:state", (event) => {
  window.shown = event.detail.version; });"""


def weigh(browser: Browser, game: str, folder: Path) -> Weight:
    """Open a game's table in a fresh browser, open it again, and let the game go on."""
    told = recorded(game)["events"]
    begun = min(BEGUN, len(told) - CHANGES)
    with house(folder, game, begun) as opened, Server(opened.app, "127.0.0.1") as server:
        opened.app.extensions["castellan"].url = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(viewport=PHONE, locale="en")
        context.add_init_script(SHOWN)
        cookie = opened.phones["seat"].client.get_cookie("castellan")
        address = f"http://127.0.0.1:{server.port}"
        context.add_cookies([{"name": "castellan", "value": cookie.value, "url": address}])
        page = context.new_page()
        counter = Counter(page)
        page.goto(f"{address}/table")
        settled(page, opened.table.version)
        first, counter.load = counter.load, Load()
        page.reload()
        settled(page, opened.table.version)
        again, counter.load = counter.load, Load()
        changes = [_change(page, counter, opened, event) for event in told[begun:][:CHANGES]]
        context.close()
    return Weight(first, again, tuple(changes))


def _change(page: Page, counter: Counter, opened: House, event: dict[str, Any]) -> int:
    """Bytes that one more event of the recorded game costs."""
    counter.load = Load()
    table = opened.table
    with table.changes():
        table.write(Play(table.game.event_from_json(event)), Evidence({"by": "camera"}))
    settled(page, table.version)
    return counter.load.bytes


def main() -> None:
    """Print what each game's table weighs."""
    path = shutil.which("chromium") or shutil.which("google-chrome") or ""
    with launched(path) as browser:
        for game in GAMES:
            with tempfile.TemporaryDirectory() as folder:
                print(f"{game}: {weigh(browser, game, Path(folder))}", flush=True)


if __name__ == "__main__":
    main()
