"""Taking up the last game of a journal, also one that lost events to a damaged file."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from device.journal import Journal, StoredGame, StoredRecord

log = logging.getLogger(__name__)

POINTERS = ("target", "before")


def last_game(journal: Journal, game: str | None = None) -> StoredGame | None:
    """The newest game (of that name), fit to be folded; None when there is none."""
    known = [stored for stored in journal.games() if game in (None, stored.about.get("game"))]
    if not known:
        return None
    stored = known[-1]
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
