"""Restoring a backup in one step: all of it is made ready beside, then one new name decides.

Cut off before, everything is as it was; cut off after, the next start finishes. What was there
is moved aside, never deleted. No database is taken over as it is: a new journal is written from
the lines that make sense, and opened as the service would.
"""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from device.files.kept import KeptFile, put_folder, unused, write_durably
from device.files.private import hand_over, keep_folder
from device.records import mending, schema
from device.records.backup import BOXES, HOSTS, JOURNAL, KEYS, PROFILE, SETTINGS, BadBackup, read
from device.records.journal import Journal
from device.records.mending import Remade
from device.records.opening import hold
from device.records.resume import last_game
from device.records.salvage import Lines
from device.records.stored import (
    DEVICE,
    HINTS,
    SENSES,
    TAKEN_UP,
    BadStored,
    Stored,
    StoredGame,
    StoredNote,
    StoredRecord,
    agreement,
    is_note,
)
from device.records.trouble import JournalBusy
from device.settings import reading
from device.settings.reading import BadSettings
from device.settings.settings import GAMES, Settings
from rules import games
from rules.errors import CastellanError
from rules.game import Event, Game, Position
from rules.referee import record_from_json
from rules.values import Facts

log = logging.getLogger(__name__)

READY = "restore.ready"  # all that is to take its place; its name alone decides
PLAN = "plan.json"
WORK = ".restore-"
RENEWED = "renewed.db"  # a restored journal until it is sound
BESIDE = "castellan.toml.restored"  # settings of a backup that could not take their place
ASIDE = "before-restore-"
DEVICE_NOTES = (SENSES, TAKEN_UP)
NOTES = (HINTS, "name")  # what is believed of a restored game's notes: no seats, no rights
OWN = (SETTINGS, *KEYS)


@dataclass(frozen=True)
class Restored:
    """What came out of a backup."""

    made: str
    games: int
    events: int
    skipped: int  # lines that made no sense
    moved_to: Path
    unplayable: tuple[str, ...] = ()  # last games that cannot be gone on with, and why


def restore(settings: Settings, path: Path, own: bool = False) -> Restored:
    """Put a backup in place of what is there. Settings and keys come over only with `own`."""
    folder = settings.data.folder
    keep_folder(folder, JOURNAL)
    with closing(hold(folder / JOURNAL)):  # refuses while somebody uses it
        done = make_ready(settings, path, own)
        _finish(settings)
    return done


def make_ready(settings: Settings, path: Path, own: bool = False) -> Restored:
    """Make a backup ready to take its place at the next start; a table may go on meanwhile."""
    folder = settings.data.folder
    with tempfile.TemporaryDirectory(dir=folder, prefix=WORK) as work:
        fresh, ready = Path(work) / "fresh", Path(work) / READY
        fresh.mkdir()
        ready.mkdir()
        made = read(path, fresh).made[:40]
        aside = _new_aside(folder)
        done, unplayable = _new_journal(fresh, aside.name)
        for name in (BOXES, PROFILE, *(OWN if own else ())):
            if (fresh / name).exists():
                (fresh / name).rename(ready / name)
        _add_hosts(ready / HOSTS, folder / HOSTS)
        if (fresh / RENEWED).exists():
            (fresh / RENEWED).rename(ready / JOURNAL)
        (ready / PLAN).write_text(json.dumps({"aside": aside.name}), encoding="utf-8")
        put_folder(ready, folder / READY)
    return Restored(made, done.games, done.records, done.strange, aside, unplayable)


def _add_hosts(ready: Path, now: Path) -> None:
    """Who is host now stays so, or a new device could not be led on."""
    if ready.exists():
        lists = [KeptFile(file).read().get("hosts") for file in (ready, now)]
        hosts = [host for each in lists if isinstance(each, list) for host in each]
        write_durably(ready, json.dumps({"hosts": hosts}, indent=1))


# --- taking the place ---------------------------------------------------------------------


def finish(settings: Settings) -> bool:
    """Put in place what waits for it; whether anything did. Never raises: the table comes up."""
    folder = settings.data.folder
    try:
        if not (folder / READY).is_dir():
            return False
        with closing(hold(folder / JOURNAL)):
            _finish(settings)
    except JournalBusy:
        return False  # somebody plays on, whose next start finishes this
    except OSError:
        log.exception("what was restored could not take its place")
        return False
    return True


def sweep(folder: Path) -> None:
    """Clear away what a power cut left of a restore that had not been decided."""
    for remains in folder.glob(".restore*"):
        shutil.rmtree(remains, ignore_errors=True)


def _finish(settings: Settings) -> None:
    """Every piece is moved by its name, so that a second try goes on where the first was cut."""
    folder = settings.data.folder
    ready, aside = folder / READY, folder / _aside_of(folder / READY)
    aside.mkdir(mode=0o700, exist_ok=True)
    if (ready / JOURNAL).exists():
        for name in _around(folder / JOURNAL):
            _away(folder / name, aside)
        (ready / JOURNAL).rename(folder / JOURNAL)
    for name in (BOXES, *KEYS):
        if (ready / name).exists():
            _away(folder / name, aside)
            (ready / name).rename(folder / name)
    if (ready / PROFILE).exists():
        _place_profile(ready / PROFILE, settings, aside)
    if (ready / SETTINGS).exists():
        _place_settings(ready / SETTINGS, settings, aside)
    hand_over(aside)
    done = folder / f"{WORK}done"
    ready.rename(done)
    shutil.rmtree(done, ignore_errors=True)


def _aside_of(ready: Path) -> str:
    with suppress(OSError, ValueError, TypeError, KeyError):
        name = str(json.loads((ready / PLAN).read_text(encoding="utf-8"))["aside"])
        if name.startswith(ASIDE) and "/" not in name:
            return name
    return _new_aside(ready.parent).name


def _around(journal: Path) -> Iterator[str]:
    """A journal and all that belongs to it; itself last, since a -wal must meet no other."""
    waiting = mending.mending_of(journal)
    yield from (f"{journal.name}-wal", f"{journal.name}-shm", f"{journal.name}-journal")
    yield from (waiting.name, mending.last_of(journal).name, journal.name)


def _away(old: Path, aside: Path) -> None:
    if old.exists():
        old.rename(unused(aside / old.name))


def _place_profile(fresh: Path, settings: Settings, aside: Path) -> None:
    """The box the settings name; without one it goes on the shelf, if there is none of its game."""
    target = settings.data.profile or settings.data.folder / BOXES / _game_of(fresh)
    if settings.data.profile is None and target.exists():
        fresh.rename(aside / PROFILE)
        return
    if target.exists() and not (aside / PROFILE).exists():
        shutil.copytree(target, aside / f".{PROFILE}", symlinks=True, dirs_exist_ok=True)
        (aside / f".{PROFILE}").rename(aside / PROFILE)
    with tempfile.TemporaryDirectory(dir=_made(target.parent), prefix=WORK) as work:
        copy = Path(work) / target.name  # it may lie on another disk
        shutil.copytree(fresh, copy, symlinks=True)
        put_folder(copy, target)
    fresh.rename(fresh.with_name(f".{PROFILE}"))  # gone in one step, with the rest of what is done


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _game_of(profile: Path) -> str:
    with suppress(OSError, ValueError, TypeError, KeyError):
        game = json.loads((profile / "profile.json").read_text(encoding="utf-8"))["game"]
        if game in GAMES:
            return str(game)
    return PROFILE


def _place_settings(fresh: Path, settings: Settings, aside: Path) -> None:
    """The settings of the backup, where they are of this table and may be written; else beside."""
    text = fresh.read_text(encoding="utf-8", errors="replace")
    file = settings.file
    try:
        if file is None or not _are_ours(text, settings):
            raise PermissionError(f"{SETTINGS} of the backup is of another table")
        mode = 0o644
        if file.exists():
            mode = file.stat().st_mode & 0o777
            if not (aside / SETTINGS).exists():
                write_durably(aside / SETTINGS, file.read_text(encoding="utf-8", errors="replace"))
        write_durably(file, text, mode)
    except OSError as fault:
        log.warning("%s; it lies in %s", fault, settings.data.folder / BESIDE)
        fresh.rename(settings.data.folder / BESIDE)
        return
    fresh.unlink()


def _are_ours(text: str, settings: Settings) -> bool:
    """Whether these settings lead to this very table, which would else be gone from sight."""
    try:
        data = reading.parse(text).data
    except BadSettings:
        return False
    there = data.profile is None or data.profile.is_dir()
    return there and data.folder.absolute() == settings.data.folder.absolute()


def _new_aside(folder: Path) -> Path:
    """A folder for what was there, never over an older one."""
    return unused(folder / f"{ASIDE}{time.strftime('%Y%m%dT%H%M%S')}")


# --- what comes over ----------------------------------------------------------------------


def _new_journal(fresh: Path, aside: str) -> tuple[Remade, tuple[str, ...]]:
    """Write a journal from what makes sense in the backup's own, and try it out."""
    source, target = fresh / JOURNAL, fresh / RENEWED
    remade = Remade("restore", source=f"{aside}/{JOURNAL}", aside=f"{aside}/{JOURNAL}")
    if not source.exists():
        return remade, ()
    try:
        _refuse_later_ones(source)
        done = mending.build(target, source, remade, fit=Sense(source))
        mending.finish(target)
        unplayable = tuple(_tried_out(target))
        with closing(sqlite3.connect(target)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        return done, unplayable
    except (sqlite3.Error, OSError) as fault:
        raise BadBackup(f"the journal of the backup cannot be restored: {fault}") from fault


def _refuse_later_ones(source: Path) -> None:
    try:
        with closing(schema.open_to_read(source)) as db:
            schema.check(db, source)
    except (sqlite3.Error, schema.Damaged, UnicodeDecodeError):
        return  # what is whole in it is still carried over


class Sense:
    """Whether lines of a foreign journal make sense: games, records and notes as ours are."""

    def __init__(self, source: Path) -> None:
        self._games: dict[int, tuple[Game[Position, Event], int]] = {}
        for item in Lines(source):
            begun = item.begun if isinstance(item, StoredRecord) else item
            if isinstance(begun, StoredGame) and begun.id not in self._games:
                self._take(begun)

    def _take(self, game: StoredGame) -> None:
        try:
            self._games[game.id] = games.find(game.agreed.game), game.agreed.players
        except CastellanError:
            return

    def __call__(self, item: Stored) -> bool | None:
        if isinstance(item, StoredNote):
            return self._is_note(item)
        game = item.id if isinstance(item, StoredGame) else item.game
        if game not in self._games:
            return False
        if isinstance(item, StoredGame):
            return _is_agreement(item.about)
        try:
            record_from_json(self._games[game][0], dict(item.record))
        except (CastellanError, TypeError, ValueError, LookupError, AttributeError):
            return False
        return True

    def _is_note(self, note: StoredNote) -> bool | None:
        """Names and the like are believed; seats, rights and how a journal was made are not."""
        kinds = DEVICE_NOTES if note.game == DEVICE else NOTES
        if not any(kind in note.about for kind in kinds):
            return None
        _, players = self._games.get(note.game, (None, 0))
        return is_note(note.about, players)


def _is_agreement(about: Facts) -> bool:
    try:
        agreement(about)
    except BadStored:
        return False
    return True


def _tried_out(path: Path) -> Iterator[str]:
    """Open a journal as the service would; which last games cannot be gone on with, and why."""
    from device.table.service import TableService

    with Journal(path) as journal:
        for name in sorted({game.agreed.game for game in journal.games()}):
            stored = last_game(journal, name)
            try:
                if stored is not None:
                    TableService(journal, stored, lambda *_: None)
            except CastellanError as fault:
                yield f"{name}: {fault}"
