"""What one phone may see of the table, in its language. Of the position: only `game.view`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, cast

from device import corrections
from device.permits import Wanted, concerned, matter, place_of, right_to
from device.words import say
from rules.contract import Json, Message, Ruling
from rules.errors import ImpossibleEvent, NothingToUndo
from rules.referee import Play
from rules.rights import Deed, Right, Speaker
from rules.wording import say as say_rule
from web.errors import Kind, Refused

if TYPE_CHECKING:
    from device.doubts import Doubts
    from device.service import TableService
    from vision.set_up import SetUpFault

MAX_CHOICES = 150
OFFERED = {"claim": Deed.TELL, "amend": Deed.CORRECT, "insert": Deed.INSERT}
FIRST = 15  # events of a game during which hints about its set-up are shown
_Told = tuple[Any, tuple[Message, ...]]  # an event or entry, and what there is to say about it


@dataclass
class Cache:
    """Messages of the entries so far by seat; worded for each language when asked."""

    records: int = -1
    told: dict[int | None, list[_Told]] = field(default_factory=dict)
    look_back: tuple[int, Json] | None = None
    lines: dict[tuple[int, int | None], corrections.Line | None] = field(default_factory=dict)
    can: tuple[int, dict[str, Json]] = (-1, {})


@dataclass(frozen=True)
class Voice:
    """Says things in one language, with the players' names."""

    language: str
    names: tuple[str, ...]

    def own(self, key: str, facts: Mapping[str, Json] | None = None) -> str:
        """Something the device says of itself."""
        return say(self.language, key, facts)

    def rule(self, key: str, facts: Mapping[str, Json]) -> str:
        """Something the rules say."""
        return say_rule(self.language, key, facts, self.names)

    def line(self, messages: Iterable[Message]) -> str:
        """Messages as one line."""
        return " ".join(self.rule(item.message, item.facts) for item in messages)


def voice_of(table: TableService, language: str) -> Voice:
    """The voice for one phone."""
    names = [
        table.names.get(seat) or say(language, "seat.name", {"seat": seat + 1})
        for seat in range(int(table.stored.about["players"]))
    ]
    return Voice(language, tuple(names))


def build(table: TableService, speaker: Speaker, language: str) -> dict[str, Json]:
    """The whole state for one phone."""
    voice, seat = voice_of(table, language), speaker.seat
    position, likely = _with_likely(table, seat)
    hints = table.game.hints(position, seat, table.hint_level)
    view = table.game.view(position, seat)
    due: list[Json] = [{"id": h.hint, "text": voice.rule(h.hint, h.facts)} for h in hints]
    state: dict[str, Json] = {
        "version": table.version,
        "game": table.game.name,
        "game_number": table.stored.id,
        "language": language,
        "seat": seat,
        "host": False,
        "seats": _seats(table, view, voice),
        "view": view,
        "layout": None if table.referee.history else table.layout,
        "due": due,
        "dice": _dice(table, position, seat, voice),
        "hints": table.hint_level,
        "events": [*_entries(table, seat, voice), *_likely_entries(table, likely, seat, voice)],
        "corrections": corrections.lines(table, seat, voice),
        "requests": [corrections.asks(table, each, speaker, voice) for each in table.requests],
        "rulings": _open_rulings(table.doubts, voice),
        "question": _question(table, seat, voice),
        "misfits": _misfits(table, seat, voice),
        "sight": {"state": table.sight, "text": voice.own(f"sight.{table.sight}")},
        "seen": _seen(table, voice),
        "camera": _camera(table, voice),
        "microphone": _microphone(table, voice),
        "calibration": None if table.hearing is None else table.hearing.to_json(),
        "deniable": table.hearing is not None and table.hearing.deniable,
        "look_back": _look_back(table),
        "score": _score(table, position),
        "options": cast(Json, dict(table.stored.about.get("options") or {})),
        "can": _can(table),
        "proofs": table.proofs,
        "notices": _notices(table, voice),
        "simulated": None if table.simulated is None else table.simulated.to_json(voice.own),
        "unfinished": _unfinished(table, speaker),
        "recording": table.recording,
        "senses": table.senses,
    }
    return state if table.shows_proofs(speaker) else cast(dict[str, Json], _unproved(state))


def _unproved(told: Json) -> Json:
    """The same without the names of pictures."""
    if isinstance(told, dict):
        return {k: None if k == "picture" else _unproved(v) for k, v in told.items()}
    return [_unproved(each) for each in told] if isinstance(told, list) else told


def _with_likely(table: TableService, seat: int | None) -> tuple[Any, list[_Told]]:
    """The position the phones show, and the likely events it counts beyond the journal."""
    position, told = table.referee.position, []
    story = table.doubts.likely
    for event in story.events if story else ():
        try:
            messages = table.game.describe(position, event, seat)
            position = table.game.apply(position, event)
        except ImpossibleEvent:
            break
        told.append((event, messages))
    return position, told


def _seats(table: TableService, view: Mapping[str, Json], voice: Voice) -> list[Json]:
    """Names and colours; before the set-up the colours that were agreed."""
    colours = view.get("colours") or table.stored.about.get("colours")
    known = colours if isinstance(colours, list) else []
    return [
        {"seat": seat, "name": name, "colours": known[seat] if seat < len(known) else []}
        for seat, name in enumerate(voice.names)
    ]


def _told(table: TableService, seat: int | None) -> list[_Told]:
    """Each entry with its messages, told again only when the history changed."""
    cache, referee = table.told, table.referee
    if cache.records != len(referee.records):
        cache.told, cache.records = {}, len(referee.records)
    if seat not in cache.told:
        cache.told[seat] = [
            (entry, _happened(table, referee.before(entry.number), entry.event, seat))
            for entry in referee.history
        ]
    return cache.told[seat]


def _happened(
    table: TableService, position: Any, event: Any, seat: int | None
) -> tuple[Message, ...]:
    """An event of the journal, and what followed from it."""
    said = table.game.describe(position, event, seat)
    return (*said, *table.game.followed(position, event, seat))


def _entries(table: TableService, seat: int | None, voice: Voice) -> list[Json]:
    entries: list[Json] = []
    for entry, messages in _told(table, seat):
        about = table.abouts.get(entry.number, {})
        before = table.referee.before(entry.number)
        entries.append(
            {
                "number": entry.number,
                "event": table.game.shown(before, entry.event, seat),
                "text": voice.line(messages),
                "when": table.times.get(entry.number),
                "confidence": about.get("probability", 1.0),
                "likely": False,
                "stands": entry.stands,
                "by": about.get("by", "phone"),
                "teller": corrections.teller(table, entry.number, voice),
                "picture": about.get("picture"),
                "rulings": _rulings(_open_to(table, entry, seat), voice),
            }
        )
    return entries


def _open_to(table: TableService, entry: Any, seat: int | None) -> tuple[Ruling, ...]:
    """The rulings about an entry; about a secret only its own seat hears them."""
    hidden = table.game.secret(entry.event) and not table.is_of(entry, seat)
    return () if hidden else entry.rulings


def _likely_entries(
    table: TableService, told: list[_Told], seat: int | None, voice: Voice
) -> list[Json]:
    story = table.doubts.likely
    return [
        {
            "number": None,
            "event": table.game.shown(table.referee.position, event, seat),
            "text": voice.line(messages),
            "when": None,
            "confidence": story.probability if story else None,
            "likely": True,
            "stands": False,
            "by": "camera",
            "picture": None,
            "rulings": [],
        }
        for event, messages in told
    ]


def _rulings(rulings: Iterable[Ruling], voice: Voice) -> list[Json]:
    return [{"id": r.rule, "text": voice.rule(r.rule, r.facts)} for r in rulings]


def _open_rulings(doubts: Doubts, voice: Voice) -> list[Json]:
    fault = doubts.fault
    if fault is None:
        return []
    picture = fault.picture_name if fault.picture else None
    return [
        {
            "number": fault.number,
            "id": ruling.rule,
            "text": voice.rule(ruling.rule, ruling.facts),
            "picture": picture,
        }
        for ruling in fault.rulings
    ]


def open_pictures(doubts: Doubts) -> dict[str, bytes | None]:
    """Pictures of what is still open, by the names the phones ask for."""
    pictures = {}
    if doubts.question is not None:
        pictures[doubts.question.picture_name] = doubts.question.picture
    if doubts.fault is not None:
        pictures[doubts.fault.picture_name] = doubts.fault.picture
    return pictures


def _question(table: TableService, seat: int | None, voice: Voice) -> dict[str, Json] | None:
    question = table.doubts.question
    if question is None:
        return None
    told = [story.events for story in question.stories]
    choices: list[Json] = [
        {
            "id": str(number),
            "text": _story_text(table, story.events, in_common(told), seat, voice),
            "probability": story.probability,
        }
        for number, story in enumerate(question.stories, 1)
    ]
    choices.append({"id": "none", "text": voice.own("question.nothing"), "probability": None})
    return {
        "id": question.id,
        "text": voice.own(question.key),
        "picture": question.picture_name if question.picture else None,
        "seat": concerned(table, question.stories),
        "choices": choices,
    }


def in_common(stories: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Events that every story tells, and so no answer needs to."""
    first, *others = stories
    return [event for event in first if all(event in other for other in others)]


def _story_text(
    table: TableService,
    events: tuple[Any, ...],
    common: Sequence[Any],
    seat: int | None,
    voice: Voice,
) -> str:
    """A story in words: what sets it apart, or all of it if nothing does."""
    position, lines, apart = table.referee.position, [], []
    for event in events:
        lines.append(voice.line(table.game.describe(position, event, seat)))
        if event not in common:
            apart.append(lines[-1])
        try:
            position = table.game.apply(position, event)
        except ImpossibleEvent:
            break
    return " ".join(apart or lines) or voice.own("question.nothing-yet")


def _misfits(table: TableService, seat: int | None, voice: Voice) -> list[Json]:
    wrong = {misfit.number for misfit in table.referee.misfits}
    return [
        {
            "number": entry.number,
            "text": voice.line(messages),
            "rulings": _rulings(_open_to(table, entry, seat), voice),
        }
        for entry, messages in (_told(table, seat) if wrong else ())
        if entry.number in wrong
    ]


def _dice(table: TableService, position: Any, seat: int | None, voice: Voice) -> list[Json]:
    """What a die that is due may show, and whose throw it is."""
    return [
        {
            "seat": table.game.actor(position, event),
            "event": table.game.shown(position, event, seat),
            "text": voice.line(table.game.describe(position, event, seat)),
        }
        for event in table.game.chance(position)
    ]


def _seen(table: TableService, voice: Voice) -> Json:
    """Which other game was recognised on the table, to be begun with one tap."""
    seen = table.seen
    if seen is None or seen == table.game.name:
        return None
    return {"game": seen, "text": voice.own("seen.none" if seen == "" else "seen.other")}


def _camera(table: TableService, voice: Voice) -> dict[str, Json]:
    camera = table.camera
    text = voice.own(f"camera.{camera.state}")
    return {"name": camera.name, "state": camera.state, "text": text}


def _microphone(table: TableService, voice: Voice) -> Json:
    """How the microphone does; None where nobody listens."""
    microphone = table.microphone
    if microphone is None:
        return None
    text = voice.own(f"microphone.{microphone.state}")
    return {"name": microphone.name, "state": microphone.state, "text": text}


def _look_back(table: TableService) -> Json:
    """What was heard, turn by turn, when a game of pearls is over; else nothing at all."""
    if table.game.name != "seven_locks" or table.game.score(table.referee.position).winners is None:
        return None
    from device.hearing.looking_back import look_back

    records = len(table.referee.records)
    if table.told.look_back is None or table.told.look_back[0] != records:
        table.told.look_back = (records, look_back(table.referee))
    return table.told.look_back[1]


def _score(table: TableService, position: Any) -> dict[str, Json]:
    """Who won and with what; before the end only the view tells what a seat may know."""
    score = table.game.score(position)
    if score.winners is None:
        return {"finished": False, "winners": None, "totals": None, "parts": None}
    return {
        "finished": True,
        "winners": list(score.winners),
        "totals": list(score.totals),
        "parts": [dict(part) for part in score.parts],
    }


def _can(table: TableService) -> dict[str, Json]:
    """Whether there is anything to take back or to bring back."""
    records, cache, referee = len(table.referee.records), table.told, table.referee
    if cache.can[0] != records:
        undo = _works(lambda: referee.undo(table.passed))
        cache.can = records, {"undo": undo, "redo": _works(lambda: referee.redo(table.passed))}
    return cache.can[1]


def done(table: TableService, records: int, speaker: Speaker, language: str) -> dict[str, Json]:
    """What a command did since there were so many records, if it corrected something."""
    if len(table.referee.records) != records + 1:
        return {}
    record = table.referee.records[-1]
    line = corrections.line_of(table, records + 1, record, speaker.seat)
    if isinstance(record, Play) or line is None:
        return {}
    return {"text": corrections.worded(line, "done", voice_of(table, language))}


def asking(table: TableService, wanted: Wanted, language: str) -> dict[str, Json]:
    """Who is asked for a yes."""
    voice = voice_of(table, language)
    names = [voice.names[seat] for seat in sorted(wanted.asked)] or [voice.own("who.host")]
    return {
        "asked": [*sorted(wanted.asked)],
        "text": voice.own("asking", {"who": ", ".join(names)}),
    }


def _works(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except NothingToUndo:
        return False
    return True


def _notices(table: TableService, voice: Voice) -> list[Json]:
    told: list[Json] = []
    if table.unsaved is not None:
        told.append(voice.own(f"journal.{table.unsaved}"))
    elif table.journal.on_reserve:
        told.append(voice.own("journal.reserve"))
    told += [voice.own(key, facts) for key, facts in table.keeping()]
    told += [voice.own(fault.key, fault.facts) for fault in _set_up_faults(table)]
    if table.ear_notice is not None:
        told.append(voice.own(table.ear_notice.key, table.ear_notice.facts))
    return told


def _unfinished(table: TableService, speaker: Speaker) -> Json:
    """The games the host may go on with; None where that cannot be."""
    if table.simulated is not None or not speaker.host:
        return None
    return [game.to_json() for game in table.unfinished]


def _set_up_faults(table: TableService) -> list[SetUpFault]:
    """What is wrong with a set-up; what will be hard to see is told for a while longer."""
    begun = len(table.referee.records)
    return [fault for fault in table.set_up_faults if not begun or (fault.hint and begun <= FIRST)]


def choices(
    table: TableService, number: int, speaker: Speaker, language: str, purpose: str
) -> list[dict[str, Json]]:
    """What entry `number` may be corrected to: events of its own kind first, then the others."""
    voice, position, old, revealed = voice_of(table, language), table.referee.position, None, False
    if purpose != "claim":
        old = _event_of(table, number)
        position, revealed = place_of(table, number)

    def offered(event: Any) -> bool:
        about = matter(table, event, position, revealed)
        return right_to(OFFERED[purpose], speaker, about) is not Right.NO

    if purpose == "amend" and not offered(old):
        raise Refused(Kind.FORBIDDEN, "refused.not-yours")
    position = table.game.known(position, speaker.seat)
    events = [event for event in table.game.actions(position) if offered(event)]
    if old is not None and purpose == "amend":
        events = _instead(table, position, old, events, speaker.seat)
    return [
        {
            "id": str(at),
            "text": voice.line(table.game.describe(position, event, speaker.seat)),
            "event": table.game.event_to_json(event),
            "legal": True,
        }
        for at, event in enumerate(events[:MAX_CHOICES], 1)
    ]


def _instead(
    table: TableService, position: Any, old: Any, events: list[Any], seat: int | None
) -> list[Any]:
    """Those most like the old event first. Where the seat is not shown all of what was told,
    neither the order nor a gap in the list gives it away."""
    shown = table.game.shown(position, old, seat)
    if shown == table.game.event_to_json(old):
        others = [event for event in events if event != old]
        return sorted(others, key=lambda e: (type(e) is not type(old), -_alike(e, old)))

    def agreement(event: Any) -> int:
        data = table.game.event_to_json(event)
        return sum(data.get(name) == value for name, value in shown.items())

    return sorted(events, key=agreement, reverse=True)


def verdict(table: TableService, event: Any, seat: int | None, language: str) -> dict[str, Json]:
    """How an event would be judged by what the seat that asks may know; nothing changes."""
    position = table.game.known(table.referee.position, seat)
    legality, voice = table.game.legal(position, event), voice_of(table, language)
    return {"answer": legality.answer.value, "rulings": _rulings(legality.rulings, voice)}


def _event_of(table: TableService, number: int) -> Any:
    for entry in table.referee.history:
        if entry.number == number:
            return entry.event
    raise Refused(Kind.UNKNOWN, "refused.no-such-event")


def _alike(event: Any, other: Any) -> int:
    """In how many fields two events agree: a misread move differs in one."""
    names = [each.name for each in fields(event)]
    return sum(getattr(event, name) == getattr(other, name, None) for name in names)
