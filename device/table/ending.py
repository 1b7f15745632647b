"""What a game that is over has to tell one phone: the score, its course, moments with pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.table.phone_view import seats_of, worded_for
from device.table.voice import voice_of
from rules import ending as rules
from rules.ending import Ending, Moment
from rules.rights import Speaker
from rules.values import Json

if TYPE_CHECKING:
    from device.table.state import TableState, Worded
    from rules.game import Event, Position


def told(table: TableState, speaker: Speaker, language: str) -> dict[str, Json] | None:
    """All of it, as the journal has it; None while the game goes on."""
    score = table.game.score(table.referee.position)
    if score.winners is None or not table.referee.history:
        return None
    voice, found = voice_of(table, language), _ending(table)
    lines = {each.entry.number: each for each in worded_for(table, speaker, voice)}
    times = [table.times[number] for number in lines if number in table.times]
    view = table.game.view(table.referee.position, None)
    return {
        "game": table.game.name,
        "game_number": table.stored.id,
        "began": table.stored.time,
        "ended": max(times, default=table.stored.time),
        "events": len(lines),
        "seats": seats_of(table, view, voice),
        "winners": list(score.winners),
        "totals": list(score.totals),
        "parts": [dict(part) for part in score.parts],
        "sums": list(table.game.sums),
        "places": list(found.places),
        "course": [list(totals) for totals in found.course],
        "moments": [_moment(each, lines[each.number]) for each in found.moments],
    }


def _ending(table: TableState) -> Ending[Position, Event]:
    records, kept = len(table.referee.records), table.wordings.ending
    if kept is None or kept[0] != records:
        kept = table.wordings.ending = records, rules.ending(table.game, table.referee.plays())
    return kept[1]


def _moment(moment: Moment, worded: Worded) -> dict[str, Json]:
    """A moment as its event is told to this phone."""
    line = {name: worded.line[name] for name in ("number", "text", "when", "picture", "rulings")}
    return {"kind": moment.kind.value, "seat": moment.seat, "gain": moment.gain, **line}
