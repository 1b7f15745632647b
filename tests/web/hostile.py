"""What somebody who means harm sends, and a whole house with the real table to send it to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask

from device.boxes.profiles import BoxShelf
from device.boxes.shelf import Shelf
from device.loops.pulses import Pulses
from device.panel.panel import Panel
from device.records.journal import Journal
from device.running.health import ErrorLog, Health
from device.running.wishes import Wishes
from device.table.service import TableService
from device.teaching.school import School
from rules.refused import Kind, Refused
from tests.rules.castle_tables import BOX
from tests.web.conftest import Phone, house_of
from web.app import create_app
from web.limits import UNLIMITED
from web.routes import health, panel

RECORDED = Path(__file__).parents[1] / "data"
GAMES = ("appenzell", "castle", "kilt", "seven_locks", "solomon")
ROLES = ("stranger", "watcher", "seat", "other seat", "host")

# Texts, each with whether it may be part of a request at all (else it is refused with 400).
TEXTS = {
    "a lone high surrogate": ("\ud800", False),
    "a lone low surrogate": ("x\udc00y", False),
    "a pair the wrong way round": ("\udfff\ud800", False),
    "a zero byte": ("a\x00b", False),
    "an escape": ("\x1b[31mred\x1b[0m", False),
    "a new line": ("a\nb", False),
    "a carriage return": ("a\rb", False),
    "a next line": ("a\x85b", False),
    "a delete": ("a\x7fb", False),
    "a line separator": ("a\u2028b", False),
    "no character": ("a\ufffe", False),
    "no character of a far plane": ("a\U0010ffff", False),
    "far too long": ("x" * 5000, False),
    "right to left": ("\u202eneB", True),
    "an isolate": ("\u2066Ben\u2069", True),
    "zero width": ("\u200b", True),
    "a byte order mark": ("\ufeffBen", True),
    "a filler": ("\u3164", True),
    "stacked marks": ("Z" + "\u0310" * 100, True),
    "markup": ("<script>alert(1)</script>", True),
    "an image": ('"><img src=x onerror=alert(1)>', True),
    "quotes": ("'\"`\\", True),
    "a line of the journal": ("castellan:note 0d4cbb29 2 []", True),
    "a format": ("%s%n{0}{x!r}{names[0]}", True),
    "a template": ("{{ 7*7 }}{% raw %}", True),
    "SQL": ("'; DROP TABLE records; --", True),
    "a path": ("../../etc/passwd", True),
    "a family": ("\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", True),
    "the device's own word": ("Нost", True),
    "nothing": ("", True),
}


@cache
def recorded(game: str) -> dict[str, Any]:
    """A whole recorded game of three or more players."""
    lines = (RECORDED / game / "games.jsonl").read_text().splitlines()
    found: dict[str, Any] = next(g for g in map(json.loads, lines) if g["players"] >= 3)
    return {**found, "box": BOX} if game == "castle" else found


class Source(Health):
    """The device's own health, as the pages ask for it."""

    can_restart = False
    recordings = None
    machine = Wishes({})

    def restart(self) -> None:
        raise AssertionError("nobody may restart the device here")

    def backup(self, *_: object, **__: object) -> Path:
        path = self._folder / "castellan-now.tar"
        path.write_bytes(b"all of it")
        return path

    def for_help(self) -> Path:
        path = self._folder / "castellan-report.zip"
        path.write_bytes(b"how it is")
        return path

    def restore(self, *_: object, **__: object) -> dict[str, Any]:
        raise Refused(Kind.BAD, "refused.bad-backup")


class House:
    """A real table with its journal, in the middle of a recorded game, and phones of all roles."""

    def __init__(self, folder: Path, game: str, events: int) -> None:
        told = recorded(game)
        self.journal = Journal(folder / "journal.db")
        names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"][: told["players"]]
        about = {"game": game, "names": names, "colours": None}
        about |= {name: told.get(name, {}) for name in ("players", "options", "box")}
        stored = self.journal.start_game(about)
        for event in told["events"][:events]:
            self.journal.append(stored.id, {"record": "play", "event": event, "stands": False})
        self.table = TableService(self.journal, stored, lambda *_: None)
        self.app = self._served(folder)
        self.phones = {role: Phone(self.app) for role in ROLES}
        self._seat()

    def _served(self, folder: Path) -> Flask:
        shelf = Shelf(folder / "boxes")
        school = School(self.table, shelf, BoxShelf(folder / "facts"), run=lambda work: work())
        app = create_app(self.table, join_url="http://x/", school=school, limits=UNLIMITED)
        health.install(app, Source(folder, Pulses(), ErrorLog()))
        panel.install(app, Panel(self.table))
        return app

    def _seat(self) -> None:
        """Give every phone its role again, whatever was done meanwhile."""
        self.phones["host"].be_host()
        self.phones["watcher"].scan()
        for seat, role in enumerate(("seat", "other seat")):
            phone = self.phones[role].scan()
            house_of(self.app).seating.give(seat, phone.id)

    def kept(self) -> tuple[Any, ...]:
        """All that is durable or open: what a refusal may not change."""
        table, db = self.table, self.journal._db
        tables = ("games", "records", "notes", "evidence")
        asked = "SELECT count(*), max(rowid) FROM"
        lines = [db.execute(f"{asked} {name}").fetchone() for name in tables]
        doubts, names = table.doubts, tuple(sorted(table.names.items()))
        seated = self.app.extensions["castellan"].seating.taken()
        agreed = (table.stored.id, table.hint_level, table.version)
        return (lines, table.referee.position, doubts, names, agreed, seated)


@contextmanager
def house(folder: Path, game: str = "kilt", events: int = 12) -> Iterator[House]:
    """A house that is closed again."""
    opened = House(folder, game, events)
    try:
        yield opened
    finally:
        opened.journal.close()
