"""Corrections in words: what a record changed about an earlier play, and who did it."""

from __future__ import annotations

from typing import Any

from device.table.permits import Request
from device.table.state import Line, TableState
from device.table.voice import Voice
from rules.game import Event
from rules.referee import Effect, Insert, Record
from rules.rights import Speaker
from rules.values import Json, Message

NEWEST = 20  # lines a phone is told; the journal keeps all
PERSONS = ("phone", "device")  # who tells a record for somebody; the senses tell by themselves


def kind_of(effect: Effect[Event]) -> str | None:
    """The one word for what was done to a play; None if nothing was."""
    before, after = effect.before, effect.after
    if after is None or before == after:
        return None
    if before is None:
        return "stand" if after.stands else "insert"
    if before.counts != after.counts:
        return "bring-back" if after.counts else "take-back"
    if before.event != after.event:
        return "correct"
    return "stand" if after.stands else "unstand"


def line_of(table: TableState, number: int, record: Record[Event], seat: int | None) -> Line | None:
    """What a record, in the journal or only asked for, does to its play."""
    effect = table.referee.effect(number, record)
    kind = kind_of(effect)
    if kind is None or effect.after is None:
        return None
    before = effect.before or effect.after
    place = _place(table, effect.play, record)

    def described(event: Event) -> tuple[Message, ...]:
        return table.game.describe(place, event, seat)[:1]

    return Line(kind, described(before.event), described(effect.after.event))


def _place(table: TableState, play: int, record: Record[Event]) -> Any:
    if play <= len(table.referee.records):
        return table.referee.place(play)
    if isinstance(record, Insert):
        return table.referee.place(record.before)
    return table.referee.position


def worded(line: Line, form: str, voice: Voice, who: str = "") -> str:
    """A line as it is said of somebody ("told"), asked for ("asked") or done just now ("done")."""
    was, now = voice.line(line.was), voice.line(line.now)
    facts: dict[str, Json] = {"who": who, "was": was.rstrip("."), "what": now}
    hidden = line.kind == "correct" and was == now  # what this seat may not know
    return voice.own(f"{form}.hidden" if hidden else f"{form}.{line.kind}", facts)


def teller(table: TableState, number: int, voice: Voice) -> str | None:
    """Who told a record by hand; None if the device saw or heard it."""
    about = table.abouts.get(number, {})
    if about.get("by", "phone") not in PERSONS:
        return None
    return name_of(about.get("seat"), bool(about.get("wired")), voice)


def name_of(seat: Json, wired: bool, voice: Voice) -> str:
    """The name of a seat, else the host or the buttons."""
    if isinstance(seat, int) and 0 <= seat < len(voice.names):
        return voice.names[seat]
    return voice.own("who.table" if wired else "who.host")


def lines(table: TableState, seat: int | None, voice: Voice) -> list[Json]:
    """The newest corrections, oldest first."""
    lines: list[Json] = []
    for number in table.corrected:
        line = _kept_line(table, number, table.referee.record(number), seat)
        who = teller(table, number, voice) if line is not None else None
        if line is not None and who is not None:
            text = worded(line, "told", voice, who)
            lines.insert(0, {"number": number, "text": text, "when": table.times.get(number)})
        if len(lines) == NEWEST:
            break
    return lines


def _kept_line(
    table: TableState, number: int, record: Record[Event], seat: int | None
) -> Line | None:
    """A line is made once for each seat; what is corrected later does not change it."""
    kept = table.wordings.corrections
    if (number, seat) not in kept:
        kept[number, seat] = line_of(table, number, record, seat)
    return kept[number, seat]


def asks(table: TableState, request: Request, speaker: Speaker, voice: Voice) -> dict[str, Json]:
    """A request as one phone is shown it."""
    by = request.speaker
    who, text = name_of(by.seat, by.wired, voice), voice.own("asked.deny")
    if request.record is not None:
        number = len(table.referee.records) + 1
        line = line_of(table, number, request.record, speaker.seat)
        text = "" if line is None else worded(line, "asked", voice)
    return {
        "id": request.id,
        "who": who,
        "text": text,
        "asked": [*sorted(request.asked)],
        "mine": request.is_of(speaker),
        "may": request.answers(speaker),
    }
