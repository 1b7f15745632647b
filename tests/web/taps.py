"""How many taps each act takes on the real pages: `python -m tests.web.taps`.

The tests that play whole games by taps are run, and every tap in them is counted up to the event or
command that came of it; the fewest count. docs/taps.md compares it with what it was.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

FOLDER = Path(__file__).parent
FILES = ("appenzell", "castle", "kilt", "seven_locks", "solomon")
HOUSE = (
    "test_pages.py",
    "test_glance_page.py",
    "test_leaving_page.py",
)  # at a table of Kilt Castle

BEGIN_ANEW = ("#cancel", "data-close", "#closeaside")


class Counter:
    """A plugin of pytest that counts taps."""

    def __init__(self) -> None:
        self.taps = 0
        self.game = ""
        self.fewest: dict[str, dict[str, int]] = defaultdict(dict)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Another game, as the file is called."""
        name = item.path.stem.removeprefix("test_").removesuffix("_page")
        self.game, self.taps = (name if name in FILES else "house"), 0

    def came(self, act: str) -> None:
        """An act came of the taps since the last one."""
        known = self.fewest[self.game]
        if self.taps:
            known[act] = min(self.taps, known.get(act, self.taps))
        self.taps = 0

    def tap(self, what: str) -> None:
        """One more; who thinks better of it or only looks begins anew."""
        self.taps = 0 if any(each in what for each in BEGIN_ANEW) else self.taps + 1

    def again(self) -> None:
        """What was tapped before another page came does not count."""
        self.taps = 0

    def watch(self) -> None:
        """Count from now on, in this process."""
        from device.records.journal import Journal
        from tests.web.fake_table import FakeTable

        _before(Page, "click", lambda _, what: self.tap(what))
        _before(Locator, "click", lambda one, *_: self.tap(str(one)))
        for name in ("goto", "wait_for_url", "reload"):
            _before(Page, name, lambda *_: self.again())
        _before(Journal, "append_all", lambda _, __, records: self._told(records))
        _before(FakeTable, "do", lambda _, command, __: self.came(_act(command)))

    def _told(self, records: Any) -> None:
        for record, _ in records:
            self.came(str(record.get("event", {}).get("type", record["record"])))


def _act(command: Any) -> str:
    """What a command does; a claim is the event that it tells."""
    return str(command["event"]["type"] if command["do"] == "claim" else command["do"])


def _before(kind: type, name: str, note: Callable[..., None]) -> None:
    """Note each call of a method before it is carried out."""
    real = getattr(kind, name)

    def noted(self: Any, *given: Any, **named: Any) -> Any:
        if name == "append_all":
            given = (given[0], list(given[1]), *given[2:])
        note(self, *given[:2])
        return real(self, *given, **named)

    setattr(kind, name, noted)


def main() -> None:
    """Run the tests and print what was counted."""
    counter = Counter()
    counter.watch()
    files = [f"test_{game}_page.py" for game in FILES] + [*HOUSE]
    there = [str(FOLDER / name) for name in files if (FOLDER / name).exists()]
    pytest.main(["-n0", "-q", "-p", "no:cacheprovider", *sys.argv[1:], *there], plugins=[counter])
    for game, acts in counter.fewest.items():
        told = ", ".join(f"{act} {taps}" for act, taps in sorted(acts.items()))
        print(f"{game}: {told}")


if __name__ == "__main__":
    main()
