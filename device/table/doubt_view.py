"""What proves an open question or fault, for each phone that may know all that it shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from device.following.crop import Ring, named
from device.table.permits import concerned
from device.table.questions import Fault, Question, shot_name, shots
from device.table.voice import Voice
from rules.errors import ImpossibleEvent
from rules.values import Json, Ruling

if TYPE_CHECKING:
    from device.table.state import TableState


def open_rulings(table: TableState, seat: int | None, voice: Voice) -> list[Json]:
    """What is wrong with the move that lies on the table, and whom it concerns."""
    fault = table.doubts.fault
    if fault is None:
        return []
    about: dict[str, Json] = {
        "number": fault.number,
        "seat": concerned(table, (fault.story,)),
        **pictures(table, fault, seat, voice),
    }
    return [about | each for each in worded(fault.rulings, voice)]


def pictures(
    table: TableState, asked: Question | Fault, seat: int | None, voice: Voice
) -> dict[str, Json]:
    """The pictures of a question or fault, for those who may know all that they show."""
    if not may_see(table, seat):
        return {"picture": None, "crop": None}
    crop: dict[str, Json] = {
        when: {
            "picture": shot_name(asked, when),
            "rings": [_ring(table, ring, voice) for ring in shot.rings],
        }
        for when, shot in shots(asked).items()
    }
    return {"picture": asked.picture_name if asked.picture else None, "crop": crop or None}


def _ring(table: TableState, ring: Ring, voice: Voice) -> dict[str, Json]:
    outline: list[Json] = [[x, y] for x, y in ring.outline]
    kind, place = (None, None) if ring.fact is None else named(ring.fact)
    text = "" if kind is None else voice.fact(table.game.name, kind, place)
    return {"outline": outline, "kind": kind, "text": text}


def may_see(table: TableState, seat: int | None) -> bool:
    """Whether a seat may know all that is told in what is open: a picture hides nothing."""
    for story in table.doubts.stories:
        position = table.referee.position
        for event in story.events:
            if table.game.shown(position, event, seat) != table.game.event_to_json(event):
                return False
            try:
                position = table.game.apply(position, event)
            except ImpossibleEvent:
                break
    return True


def worded(rulings: Iterable[Ruling], voice: Voice) -> list[dict[str, Json]]:
    """Rulings with their ids."""
    return [{"id": r.rule, "text": voice.rule(r.rule, r.facts)} for r in rulings]
