"""Taking up a game of the journal: the last one, or an unfinished one before it.

Also one that lost events to a damaged file.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from device.journal import DAMAGED, Journal, StoredGame, StoredRecord
from rules import games
from rules.contract import Json
from rules.errors import CastellanError
from rules.referee import Referee, record_from_json

log = logging.getLogger(__name__)

POINTERS = ("target", "before")
HOUSE = 0  # the number of the notes that concern the table itself, as games count from 1
LISTED = 3  # unfinished games
READ = 12  # games that are searched for unfinished ones


def last_game(journal: Journal, game: str | None = None) -> StoredGame | None:
    """The game (of that name) that was on the table last, fit to be folded; None if none was."""
    known = {
        stored.id: stored for stored in journal.games() if game in (None, stored.about.get("game"))
    }
    if not known:
        return None
    last = newest = max(known)
    for note in journal.notes(HOUSE):
        if note.get("taken_up") in known:
            last = note["taken_up"] if note["newest"] >= newest else newest
    return whole(journal, known[last])


def take_up(journal: Journal, stored: StoredGame) -> StoredGame:
    """Write down that an earlier game is on the table again; it may have to be mended first."""
    game = whole(journal, stored)
    newest = max(each.id for each in journal.games())
    journal.note(HOUSE, {"taken_up": game.id, "newest": newest})
    return game


@dataclass(frozen=True)
class Unfinished:
    """A game that was begun and not played to its end."""

    stored: StoredGame
    names: tuple[str, ...]
    events: int
    when: float  # its last event

    def to_json(self) -> Json:
        return {
            "id": self.stored.id,
            "game": self.stored.about["game"],
            "players": self.stored.about["players"],
            "names": list(self.names),
            "events": self.events,
            "when": self.when,
        }


def unfinished(journal: Journal, on_table: int) -> tuple[Unfinished, ...]:
    """The games left last, newest first, without the one on the table."""
    known = journal.games()
    gone = {on_table, *(stored.about.get("rescued_from") for stored in known)}
    left = [_left(journal, each) for each in known[-READ:] if each.id not in gone]
    found = sorted(filter(None, left), key=attrgetter("when"), reverse=True)
    return tuple(found[:LISTED])


def _left(journal: Journal, stored: StoredGame) -> Unfinished | None:
    """How a game was left; None if nothing happened in it, or it ended, or cannot be read."""
    try:
        records = journal.records(stored.id)
        game = games.find(str(stored.about["game"]))
        told = [record_from_json(game, dict(record)) for _, record in renumber(records)]
        referee = Referee(game, start_position(stored.about), told)
        over = game.score(referee.position).winners is not None
    except (CastellanError, KeyError, TypeError, *DAMAGED) as fault:
        log.warning("game %s cannot be gone on with: %s", stored.id, fault)
        return None
    if over or not referee.history:
        return None
    names = dict(enumerate(stored.about.get("names") or ()))
    names |= {note["seat"]: note["name"] for note in journal.notes(stored.id) if "name" in note}
    seats = range(int(stored.about["players"]))
    named = tuple(names[seat] for seat in seats if names.get(seat))
    return Unfinished(stored, named, len(referee.history), records[-1].time)


def start_position(about: Mapping[str, Any]) -> Any:
    """The position before the set-up, from what was agreed."""
    game = games.find(str(about["game"]))
    players = about["players"]
    return game.start(players, about.get("options") or {}, about.get("box") or {})


def whole(journal: Journal, stored: StoredGame) -> StoredGame:
    """The game itself, or where events were lost a copy of what is left."""
    records = journal.records(stored.id)
    if [record.number for record in records] == list(range(1, len(records) + 1)):
        return stored
    return _close_gaps(journal, stored, records)


def _close_gaps(
    journal: Journal, stored: StoredGame, records: Sequence[StoredRecord]
) -> StoredGame:
    """Copy a game with lost events into a new one, numbered without gaps.

    What no longer fits is listed by the referee as after any correction, to be mended on a phone.
    """
    log.warning("game %s lost events; what is left goes on as a new game", stored.id)
    renumbered = renumber(records)
    copy = journal.start_game({**stored.about, "rescued_from": stored.id})
    journal.append_all(
        copy.id,
        [(record, journal.evidence(stored.id, number)) for number, record in renumbered],
    )
    return copy


def renumber(records: Sequence[StoredRecord]) -> list[tuple[int, Mapping[str, Any]]]:
    """Records by their old numbers, pointing at new ones; those that point at lost ones go."""
    new: dict[int, int] = {}
    kept: list[tuple[int, Mapping[str, Any]]] = []
    for stored in records:
        record = dict(stored.record)
        pointer = next((name for name in POINTERS if name in record), None)
        if pointer is not None:
            if record[pointer] not in new:
                continue
            record[pointer] = new[record[pointer]]
        kept.append((stored.number, record))
        new[stored.number] = len(kept)
    return kept
