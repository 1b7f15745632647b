"""Forgetting on purpose: pictures of games that are over, or a whole game.

Events are never changed or deleted where they stand. Pictures may go: they lie beside the events.
To forget a game the journal is written anew without it, and the old file deleted.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from device.records import mending
from device.records.journal import Journal
from device.records.mending import Remade
from device.records.opening import hold
from device.records.stored import Stored, StoredGame, StoredNote, StoredRecord, read_notes
from device.records.trouble import JournalFailed
from rules.errors import CastellanError

log = logging.getLogger(__name__)

DAY = 86_400.0  # seconds


class NoSuchGame(CastellanError, LookupError):
    """A game that is not in the journal."""


def forget_old_pictures(
    journal: Journal, playing: int | None, days: int, now: float, megabytes: int = 0
) -> int:
    """Drop the pictures of all games but the one being played, so many days after their last event;
    then of the oldest games, as long as all together take more than so many megabytes (0: any).

    Returns how many went. A full disk is no reason to stop anything.
    """
    games = [game for game in journal.games() if game.id != playing]
    old = [
        game.id for game in games if (journal.last_time(game.id) or game.time) < now - days * DAY
    ]
    try:
        count = journal.forget_pictures(old)
        if megabytes:
            count += journal.forget_pictures(_too_much(journal, games, megabytes * 1_000_000))
    except JournalFailed as fault:
        log.error("old pictures are not forgotten: %s", fault)
        return 0
    if count:
        log.info("%d pictures of games long over were forgotten", count)
    return count


def _too_much(journal: Journal, games: list[StoredGame], most: int) -> Iterator[int]:
    """The oldest of these games, as long as all pictures there are take more than that."""
    over = journal.picture_bytes() - most
    for game in games:
        size = journal.picture_bytes(game.id)
        if over > 0 and size:
            yield game.id
        over -= size


def stories(path: Path) -> Iterator[str]:
    """A line for each game of a journal, oldest first."""
    with Journal(path) as journal:
        for game in journal.games():
            yield _line(journal, game)


def _line(journal: Journal, game: StoredGame) -> str:
    about = game.about
    seats, agreed_names = about.get("players"), about.get("names")
    names = read_notes(
        journal.notes(game.id),
        seats if isinstance(seats, int) else 0,
        agreed_names if isinstance(agreed_names, list) else (),
    ).names
    who = ", ".join(str(name) for _, name in sorted(names.items()) if name)
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.time))
    events, pictures = len(journal.records(game.id)), journal.pictures(game.id)
    kind = str(about.get("game"))
    return f"{game.id:5} {day} {kind:12} {events:5} events {pictures:5} pictures  {who}".rstrip()


def forget_pictures(path: Path, game: int) -> int:
    """Drop the pictures of one game; how many that were."""
    with Journal(path) as journal:
        _check(journal, game)
        return journal.forget_pictures([game])


def forget_game(path: Path, game: int) -> None:
    """Write the journal anew without one game; the old file is deleted."""
    with Journal(path) as journal:  # which mends it first if it must be
        _check(journal, game)
    with closing(hold(path)):
        mending.build(path, path, Remade("forget"), fit=lambda item: _is_kept(item, game))
        mending.finish(path)


def _is_kept(item: Stored, game: int) -> bool | None:
    of = item.game if isinstance(item, StoredNote | StoredRecord) else item.id
    return True if of != game else None


def _check(journal: Journal, game: int) -> None:
    if game not in {stored.id for stored in journal.games()}:
        raise NoSuchGame(f"there is no game {game}; castellan forget lists those there are")


def copies(folder: Path, backups: Path | None = None) -> list[Path]:
    """Where older journals lie that still hold what was forgotten."""
    kinds = ("journal.damaged-*.db", "before-restore-*", "before-reset-*", "*.tar")
    here = sorted(path for kind in kinds for path in folder.glob(kind))
    return here + ([] if backups is None else sorted(backups.glob("*.tar")))
