"""What one phone may see of the table, in its language. Of the position: only `game.view`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, cast

from device.table import corrections, doubt_view
from device.table.permits import Wanted, concerned, matter, place_of, right_to
from device.table.state import Story, Worded
from rules.ending import places
from rules.errors import ImpossibleEvent, NothingToUndo
from rules.game import Event, Position
from rules.referee import Entry, Play
from rules.refused import Kind, Refused
from rules.rights import Deed, Right, Speaker, right
from rules.values import Json, Message, Ruling

if TYPE_CHECKING:
    from device.table.state import TableState
from device.table.voice import Voice, voice_of

MAX_CHOICES = 150
OFFERED = {"claim": Deed.TELL, "amend": Deed.CORRECT, "insert": Deed.INSERT}
_Described = tuple[Event, tuple[Message, ...]]  # an event, and what there is to say of it


def build(table: TableState, speaker: Speaker, language: str) -> dict[str, Json]:
    """The whole state for one phone."""
    voice, seat = voice_of(table, language), speaker.seat
    position, likely = _with_likely(table, seat)
    hints = table.game.hints(position, seat, table.hint_level)
    view = table.game.view(position, seat)
    due: list[Json] = [{"id": h.hint, "text": voice.hint(h, seat)} for h in hints]
    worded = worded_for(table, speaker, voice)
    state: dict[str, Json] = {
        "version": table.version,
        "game": table.game.name,
        "game_number": table.stored.id,
        "language": language,
        "seat": seat,
        "host": False,
        "seats": seats_of(table, view, voice),
        "view": view,
        "layout": None if table.referee.history else table.layout,
        "due": due,
        "dice": _dice(table, position, seat, voice),
        "hints": table.hint_level,
        "events": [],
        "corrections": corrections.lines(table, seat, voice),
        "requests": [corrections.asks(table, each, speaker, voice) for each in table.requests],
        "rulings": doubt_view.open_rulings(table, seat, voice),
        "question": _question(table, seat, voice),
        "misfits": _misfits(table, worded),
        **_of_the_senses(table, voice),
        "score": _score(table, position),
        "again": [*sorted(table.again)],
        "options": dict(table.stored.agreed.options),
        "can": _can(table),
        "proofs": table.proofs,
        "notices": [
            voice.own(key, facts)
            for key, facts in (*table.notices, *(table.for_host if speaker.host else ()))
        ],
        "simulated": None if table.simulated is None else table.simulated.to_json(voice.own),
        "unfinished": _unfinished(table, speaker),
    }
    if not shows_proofs(table, speaker):
        state = cast(dict[str, Json], _unproved(state))
    lines: list[Json] = [each.line for each in worded]
    state["events"] = [*lines, *_likely_entries(table, likely, seat, voice)]
    return state


def _of_the_senses(table: TableState, voice: Voice) -> dict[str, Json]:
    """What camera and microphone do, see and heard."""
    return {
        "sight": {"state": table.sight, "text": voice.own(f"sight.{table.sight}")},
        "seen": _seen(table, voice),
        "camera": _camera(table, voice),
        "microphone": _microphone(table, voice),
        "calibration": table.calibration,
        "deniable": table.deniable,
        "look_back": _look_back(table),
        "recording": table.recording,
        "senses": table.senses,
    }


def shows_proofs(table: TableState, speaker: Speaker) -> bool:
    """Whether this phone may see what the camera kept of the running game."""
    may = right(Deed.SEE_PROOFS, speaker) is Right.YES
    return may and (table.proofs or speaker.host)


def _unproved(data: Json) -> Json:
    """The same without the names of pictures."""
    if isinstance(data, dict):
        return {k: None if k in ("picture", "crop") else _unproved(v) for k, v in data.items()}
    return [_unproved(each) for each in data] if isinstance(data, list) else data


def _with_likely(table: TableState, seat: int | None) -> tuple[Position, list[_Described]]:
    """The position the phones show, and the likely events it counts beyond the journal."""
    position, likely = table.referee.position, []
    story = table.doubts.likely
    for event in story.events if story else ():
        try:
            messages = table.game.describe(position, event, seat)
            position = table.game.apply(position, event)
        except ImpossibleEvent:
            break
        likely.append((event, messages))
    return position, likely


def seats_of(table: TableState, view: Mapping[str, Json], voice: Voice) -> list[Json]:
    """Names and colours; before the set-up the colours that were agreed."""
    colours = view.get("colours") or table.stored.about.get("colours")
    known = colours if isinstance(colours, list) else []
    return [
        {"seat": seat, "name": name, "colours": known[seat] if seat < len(known) else []}
        for seat, name in enumerate(voice.names)
    ]


def worded_for(table: TableState, speaker: Speaker, voice: Voice) -> tuple[Worded, ...]:
    """Each entry in words; one is worded again only when it, or what came before it, changed."""
    seat, proofs = speaker.seat, shows_proofs(table, speaker)
    with table.wordings.lock:
        story = table.wordings.stories.setdefault((seat, voice, proofs), Story())
        history, abouts = table.referee.history, table.abouts
        if story.history is not history or story.abouts is not abouts:
            for number, (before, entry) in table.steps.items():
                old, about = story.worded.get(number), abouts.get(number, {})
                if old is None or (old.entry, old.before, old.about) != (entry, before, about):
                    story.worded[number] = _word(table, entry, seat, voice, proofs)
            story.lines = tuple(story.worded[number] for number in table.steps)
            story.history, story.abouts = history, abouts
        return story.lines


def _word(
    table: TableState, entry: Entry[Event], seat: int | None, voice: Voice, proofs: bool
) -> Worded:
    before, about = table.steps[entry.number][0], table.abouts.get(entry.number, {})
    said = table.game.describe(before, entry.event, seat)
    messages = (*said, *table.game.followed(before, entry.event, seat))
    line: dict[str, Json] = {
        "number": entry.number,
        "event": table.game.shown(before, entry.event, seat),
        "text": voice.line(messages),
        "when": table.times.get(entry.number),
        "confidence": about.get("probability", 1.0),
        "likely": False,
        "stands": entry.stands,
        "by": about.get("by", "phone"),
        "teller": corrections.teller(table, entry.number, voice),
        "picture": about.get("picture") if proofs else None,
        "rulings": [*doubt_view.worded(_open_to(table, entry, seat), voice)],
    }
    return Worded(entry, before, about, line, messages)


def _open_to(table: TableState, entry: Entry[Event], seat: int | None) -> tuple[Ruling, ...]:
    """The rulings about an entry; about a secret only its own seat hears them."""
    hidden = table.game.secret(entry.event) and not table.is_of(entry, seat)
    return () if hidden else entry.rulings


def _likely_entries(
    table: TableState, likely: list[_Described], seat: int | None, voice: Voice
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
        for event, messages in likely
    ]


def _question(table: TableState, seat: int | None, voice: Voice) -> dict[str, Json] | None:
    question = table.doubts.question
    if question is None:
        return None
    answers = [story.events for story in question.stories]
    choices: list[Json] = [
        {
            "id": str(number),
            "text": _story_text(table, story.events, in_common(answers), seat, voice),
            "probability": story.probability,
        }
        for number, story in enumerate(question.stories, 1)
    ]
    choices.append({"id": "none", "text": voice.own("question.nothing"), "probability": None})
    return {
        "id": question.id,
        "text": voice.own(question.key),
        "seat": concerned(table, question.stories),
        **doubt_view.pictures(table, question, seat, voice),
        "choices": choices,
    }


def in_common(stories: Sequence[tuple[Event, ...]]) -> list[Event]:
    """Events that every story tells, and so no answer needs to."""
    first, *others = stories
    return [event for event in first if all(event in other for other in others)]


def _story_text(
    table: TableState,
    events: tuple[Event, ...],
    common: Sequence[Event],
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


def _misfits(table: TableState, worded: Sequence[Worded]) -> list[Json]:
    wrong = {misfit.number for misfit in table.referee.misfits}
    return [
        {name: each.line[name] for name in ("number", "text", "rulings")}
        for each in worded
        if each.entry.number in wrong
    ]


def _dice(table: TableState, position: Position, seat: int | None, voice: Voice) -> list[Json]:
    """What a die that is due may show, and whose throw it is."""
    return [
        {
            "seat": table.game.actor(position, event),
            "event": table.game.shown(position, event, seat),
            "text": voice.line(table.game.describe(position, event, seat)),
        }
        for event in table.game.chance(position)
    ]


def _seen(table: TableState, voice: Voice) -> Json:
    """Which other game was recognised on the table, to be begun with one tap."""
    seen = table.seen
    if seen is None or seen == table.game.name:
        return None
    return {"game": seen, "text": voice.own("seen.none" if seen == "" else "seen.other")}


def _camera(table: TableState, voice: Voice) -> dict[str, Json]:
    camera = table.camera
    text = voice.own(f"camera.{camera.state}")
    return {"name": camera.name, "state": camera.state, "text": text}


def _microphone(table: TableState, voice: Voice) -> Json:
    """How the microphone does; None where nobody listens."""
    microphone = table.microphone
    if microphone is None:
        return None
    text = voice.own(f"microphone.{microphone.state}")
    return {"name": microphone.name, "state": microphone.state, "text": text}


def _look_back(table: TableState) -> Json:
    """What a game that is over has to tell, turn by turn; None if nothing."""
    position = table.referee.position
    if table.game.score(position).winners is None:
        return None
    records, kept = len(table.referee.records), table.wordings.look_back
    if kept is None or kept[0] != records:
        steps = [(before, entry.event) for before, entry in table.steps.values()]
        kept = table.wordings.look_back = (records, table.game.look_back(steps, position))
    return kept[1]


def _score(table: TableState, position: Position) -> dict[str, Json]:
    """Who won and with what; before the end only the view tells what a seat may know."""
    score = table.game.score(position)
    if score.winners is None:
        return {"finished": False, "winners": None, "totals": None, "parts": None}
    return {
        "finished": True,
        "winners": list(score.winners),
        "totals": list(score.totals),
        "parts": [dict(part) for part in score.parts],
        "sums": list(table.game.sums),
        "places": list(places(score)),
    }


def _can(table: TableState) -> dict[str, Json]:
    """Whether there is anything to take back or to bring back."""
    referee, kept = table.referee, table.wordings.can
    if kept[0] is not referee.records:
        undo, redo = lambda: referee.undo(table.passed), lambda: referee.redo(table.passed)
        kept = referee.records, {"undo": _works(undo), "redo": _works(redo)}
        table.wordings.can = kept
    return kept[1]


def done(table: TableState, records: int, speaker: Speaker, language: str) -> dict[str, Json]:
    """What a command did since there were so many records, if it corrected something."""
    if len(table.referee.records) != records + 1:
        return {}
    record = table.referee.records[-1]
    line = corrections.line_of(table, records + 1, record, speaker.seat)
    if isinstance(record, Play) or line is None:
        return {}
    return {"text": corrections.worded(line, "done", voice_of(table, language))}


def asking(table: TableState, wanted: Wanted, language: str) -> dict[str, Json]:
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


def _unfinished(table: TableState, speaker: Speaker) -> Json:
    """The games the host may go on with; None where that cannot be."""
    if table.simulated is not None or not speaker.host:
        return None
    return [game.to_json() for game in table.list_unfinished()]


def choices(
    table: TableState, number: int, speaker: Speaker, language: str, purpose: str
) -> list[dict[str, Json]]:
    """What entry `number` may be corrected to: events of its own kind first, then the others."""
    voice, position, old, revealed = voice_of(table, language), table.referee.position, None, False
    if purpose != "claim":
        old = _event_of(table, number)
        position, revealed = place_of(table, number)

    def offered(event: Event) -> bool:
        about = matter(table, event, position, revealed)
        return right_to(OFFERED[purpose], speaker, about) is not Right.NO

    if purpose == "amend" and old is not None and not offered(old):
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
    table: TableState, position: Position, old: Event, events: list[Event], seat: int | None
) -> list[Event]:
    """Those most like the old event first. Where the seat is not shown all of what was told,
    neither the order nor a gap in the list gives it away."""
    shown = table.game.shown(position, old, seat)
    if shown == table.game.event_to_json(old):
        others = [event for event in events if event != old]
        return sorted(others, key=lambda e: (type(e) is not type(old), -_alike(e, old)))

    def agreement(event: Event) -> int:
        data = table.game.event_to_json(event)
        return sum(data.get(name) == value for name, value in shown.items())

    return sorted(events, key=agreement, reverse=True)


def verdict(table: TableState, event: Event, seat: int | None, language: str) -> dict[str, Json]:
    """How an event would be judged by what the seat that asks may know; nothing changes."""
    position = table.game.known(table.referee.position, seat)
    legality, voice = table.game.legal(position, event), voice_of(table, language)
    return {
        "answer": legality.answer.value,
        "rulings": [*doubt_view.worded(legality.rulings, voice)],
    }


def _event_of(table: TableState, number: int) -> Event:
    for entry in table.referee.history:
        if entry.number == number:
            return entry.event
    raise Refused(Kind.UNKNOWN, "refused.no-such-event")


def _alike(event: Event, other: Event) -> int:
    """In how many fields two events agree: a misread move differs in one."""
    names = [each.name for each in fields(event)]
    return sum(getattr(event, name) == getattr(other, name, None) for name in names)
