"""The pictures that prove events, by names that nobody guesses."""

from __future__ import annotations

import re
from collections.abc import Mapping

from device.records.journal import Journal
from device.table.state import TableState
from rules.values import Json

EVIDENCE = re.compile(r"evidence-([0-9]{1,9})(-[0-9a-f]{8})?")  # older ones have no random part


def proof_name(number: int, about: Mapping[str, Json]) -> str:
    """The name of a record's picture; its random part keeps it from being guessed."""
    mark = about.get("mark")
    return f"evidence-{number}-{mark}" if mark else f"evidence-{number}"


def proof(journal: Journal, state: TableState, name: str) -> bytes | None:
    """The picture of this name, if it proves a record of the game on the table."""
    named = EVIDENCE.fullmatch(name)
    if named is None or state.abouts.get(int(named[1]), {}).get("picture") != name:
        return None
    found = journal.evidence(state.stored.id, int(named[1]))
    return None if found is None else found.picture
