"""Taking up a game of the journal: the last one, or an unfinished one before it.

Also one that lost events to a damaged file.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from device.files.shapes import number_of
from device.records.journal import Journal
from device.records.stored import (
    DEVICE,
    TAKEN_UP,
    Agreed,
    BadStored,
    StoredGame,
    StoredRecord,
    is_note,
    read_notes,
)
from rules import games
from rules.errors import CastellanError
from rules.game import Event, Position
from rules.referee import Referee, record_from_json
from rules.values import Facts, Json

log = logging.getLogger(__name__)

POINTERS = ("target", "before")
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
    for game_id, newer in _taken_up(journal):
        if game_id in known:
            last = game_id if newer >= newest else newest
    return whole(journal, known[last])


def _taken_up(journal: Journal) -> Iterator[tuple[int, int]]:
    """Which earlier games were put on the table again, each with the newest game there was."""
    for note in journal.notes(DEVICE):
        if TAKEN_UP in note and is_note(note):
            yield int(number_of(note[TAKEN_UP])), int(number_of(note["newest"]))


def take_up(journal: Journal, stored: StoredGame) -> StoredGame:
    """Write down that an earlier game is on the table again; it may have to be mended first."""
    game = whole(journal, stored)
    newest = max(each.id for each in journal.games())
    journal.note(DEVICE, {TAKEN_UP: game.id, "newest": newest})
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
            "game": self.stored.agreed.game,
            "players": self.stored.agreed.players,
            "names": list(self.names),
            "events": self.events,
            "when": self.when,
        }


def unfinished(journal: Journal, on_table: int) -> tuple[Unfinished, ...]:
    """The games left last, newest first, without the one on the table."""
    known = {stored.id: stored for stored in journal.games()}
    for game, _newest in _taken_up(journal):  # what was taken up counts as new
        if game in known:
            known[game] = known.pop(game)
    gone = {on_table, *(stored.about.get("rescued_from") for stored in known.values())}
    left = [_left(journal, known[each]) for each in list(known)[-READ:] if each not in gone]
    found = sorted(filter(None, left), key=attrgetter("when"), reverse=True)
    return tuple(found[:LISTED])


def _left(journal: Journal, stored: StoredGame) -> Unfinished | None:
    """How a game was left; None if nothing happened in it, or it ended, or cannot be read."""
    records = journal.records(stored.id)
    try:
        referee = folded(stored, [record for _, record in renumber(records)])
    except CastellanError as fault:
        log.warning("game %s cannot be gone on with: %s", stored.id, fault)
        return None
    if referee.game.score(referee.position).winners is not None or not referee.history:
        return None
    agreed = stored.agreed
    names = read_notes(journal.notes(stored.id), agreed.players, agreed.names).names
    named = tuple(name for _, name in sorted(names.items()))
    return Unfinished(stored, named, len(referee.history), records[-1].time)


def folded(stored: StoredGame, records: Iterable[Facts]) -> Referee[Position, Event]:
    """A stored game, checked, with its records folded; BadStored if it is none."""
    try:
        game = games.find(stored.agreed.game)
        kept = [record_from_json(game, dict(record)) for record in records]
        return Referee(game, start_position(stored.agreed), kept)
    except CastellanError:
        raise
    except Exception as fault:
        raise BadStored(f"game {stored.id} makes no sense: {fault!r}") from fault


def start_position(agreed: Agreed) -> Position:
    """The position before the set-up, from what was agreed."""
    return games.find(agreed.game).start(agreed.players, agreed.options, agreed.box)


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


def renumber(records: Sequence[StoredRecord]) -> list[tuple[int, Facts]]:
    """Records by their old numbers, pointing at new ones; those that point at lost ones go."""
    new: dict[int, int] = {}
    kept: list[tuple[int, Facts]] = []
    for stored in records:
        record = dict(stored.record)
        pointer = next((name for name in POINTERS if name in record), None)
        if pointer is not None:
            now = new.get(int(number_of(record[pointer])))
            if now is None:
                continue
            record[pointer] = now
        kept.append((stored.number, record))
        new[stored.number] = len(kept)
    return kept
