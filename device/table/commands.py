"""What phones may tell the table to do; each handler changes something or raises Refused."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from device.records.journal import Evidence
from device.records.stored import OFF, ON
from device.table.open_table import OpenTable
from device.table.permits import Matter, Played, concerned, permit, right_to, told_now, told_then
from device.table.simulated import MISTAKE, PACES
from device.table.watching import Corners
from rules.errors import (
    BadJson,
    ImpossibleEvent,
    NothingToUndo,
    UnknownRecord,
)
from rules.game import Event
from rules.names import BadName, fit_name
from rules.referee import Accepted, Ambiguous, Amend, Illegal, Insert, Play, Record, Void
from rules.refused import Illegal as IllegalClaim
from rules.refused import Kind, Refused
from rules.rights import Deed, Right, Speaker
from rules.values import HINT_LEVELS, Json
from vision.stories.story import Story

Command = Mapping[str, Json]
Handler = Callable[[OpenTable, Command, Speaker], None]
MOST_ASKED = 3
ODD = (ValueError, TypeError, LookupError, AttributeError, RecursionError)  # of foreign JSON
CALIBRATION_STEPS = ("start", "again", "more", "stop")


def _answer(table: OpenTable, command: Command, speaker: Speaker) -> None:
    question = table.doubts.question
    if question is None or command.get("question") != question.id:
        raise Refused(Kind.STALE, "refused.no-question")
    permit(Deed.ANSWER, speaker, Matter(concerned(table, question.stories)))
    choice = str(command.get("choice"))
    if choice == "none":
        table.dismiss()
        return
    if choice not in {str(number) for number in range(1, len(question.stories) + 1)}:
        raise Refused(Kind.BAD, "refused.field", {"field": "choice"})
    story = question.stories[int(choice) - 1]
    table.settle(story, question.picture, by_phone(speaker), str(command["id"]))


def _stand(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Let an illegal move be: the one lying open now, or an earlier one that no longer fits."""
    fault, number = table.doubts.fault, _number(command, "number")
    if fault is not None and number == fault.number:
        event = fault.story.events[0]
        permit(Deed.LET_STAND, speaker, told_now(table, event), record=Play(event, stands=True))
        with refusing_impossible():
            about, name = by_phone(speaker), str(command["id"])
            table.tell_story(fault.story, fault.picture, about, name, stands=True)
        return
    for entry in table.referee.history:
        if entry.number == number and entry.rulings:
            record, _change = table.referee.amend(number, entry.event, stands=True)
            permit(Deed.LET_STAND, speaker, told_then(table, number), record=record)
            _write(table, record, command, speaker)
            return
    raise Refused(Kind.STALE, "refused.no-such-event")


def _claim(table: OpenTable, command: Command, speaker: Speaker) -> None:
    with refusing_impossible():
        seen = table.game.known(table.referee.position, speaker.seat)
        said = _said(table, command)
        outcome = table.referee.propose(said, seen, lambda each: may_tell(table, each, speaker))
    match outcome:
        case Accepted(record):
            permit(Deed.TELL, speaker, told_now(table, record.event))
            _write(table, record, command, speaker)
        case Illegal(event, rulings, possible):
            if event is not None:
                permit(Deed.TELL, speaker, told_now(table, event))
            if event is None or not possible or command.get("stands") is not True:
                raise IllegalClaim(rulings, _given_names(table), possible)
            with refusing_impossible():
                record = table.referee.stand(event)
            _write(table, record, command, speaker)
        case Ambiguous(choices):
            _ask_which(table, choices)


def _given_names(table: OpenTable) -> list[str]:
    return [table.names.get(seat, "") for seat in range(table.stored.agreed.players)]


def _ask_which(table: OpenTable, choices: tuple[Event, ...]) -> None:
    """Ask all phones which of a few events was meant; secrets are never asked in public."""
    if len(choices) > MOST_ASKED or any(map(table.game.secret, choices)):
        raise Refused(Kind.BAD, "refused.field", {"field": "event"})
    table.ask([_story(table, event, 1 / len(choices)) for event in choices])


def may_tell(table: OpenTable, event: Event, speaker: Speaker) -> bool:
    """Whether a phone may tell this event now."""
    return right_to(Deed.TELL, speaker, told_now(table, event)) is Right.YES


def told_event(table: Played, said: Command, speaker: Speaker) -> Event:
    """The event a phone asks about, if it may tell it."""
    event = _decoded(table, said)
    permit(Deed.TELL, speaker, told_now(table, event))
    return event


def _roll(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Let the device throw the die that is due."""
    faces = table.game.chance(table.referee.position)
    if not faces:
        raise Refused(Kind.STALE, "refused.no-die")
    event = secrets.choice(faces)
    permit(Deed.TELL, speaker, told_now(table, event))
    outcome = table.referee.propose(event)
    if not isinstance(outcome, Accepted):
        raise Refused(Kind.STALE, "refused.no-die")
    table.write(outcome.record, Evidence({**by_phone(speaker), "by": "device"}), str(command["id"]))


def _hints(table: OpenTable, command: Command, speaker: Speaker) -> None:
    permit(Deed.CARE, speaker)
    if command.get("level") not in HINT_LEVELS:
        raise Refused(Kind.BAD, "refused.field", {"field": "level"})
    table.set_hints(str(command["level"]))


def _senses(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Close camera and microphone, or open them again."""
    permit(Deed.SENSES, speaker)
    if command.get("senses") not in (ON, OFF):
        raise Refused(Kind.BAD, "refused.field", {"field": "senses"})
    table.set_senses(command["senses"] == ON)


def _saw_wrong(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Keep what the camera saw in the last minute."""
    del command
    permit(Deed.CARE, speaker)
    table.saw_wrong("the host said so")


def _record(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Write down all that is seen and heard from now on, or no more."""
    permit(Deed.CARE, speaker)
    if command.get("record") not in (ON, OFF):
        raise Refused(Kind.BAD, "refused.field", {"field": "record"})
    if table.recordings is None:
        raise Refused(Kind.STALE, "refused.no-recording")
    if command["record"] == ON:
        table.recordings.begin()
    else:
        table.recordings.end()


def _proofs(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Let the players see the pictures that prove events, or keep them for the host."""
    permit(Deed.CARE, speaker)
    shown = command.get("shown")
    if not isinstance(shown, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": "shown"})
    table.set_proofs(shown)


def _direct(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Say how fast bots play at a simulated table, or have them break a rule."""
    permit(Deed.DIRECT, speaker)
    wish = str(command.get("wish"))
    if table.people is None or wish not in (*PACES, MISTAKE):
        raise Refused(Kind.BAD, "refused.field", {"field": "wish"})
    if wish == MISTAKE:
        table.people.break_a_rule()
    else:
        table.people.set_pace(PACES[wish])
        table.note_simulated(pace=PACES[wish])


def _undo(table: OpenTable, command: Command, speaker: Speaker) -> None:
    try:
        step = table.referee.undo(table.passed)
    except NothingToUndo:
        raise Refused(Kind.STALE, "refused.nothing-to-undo") from None
    _take_back(table, step, command, speaker)


def _redo(table: OpenTable, command: Command, speaker: Speaker) -> None:
    try:
        step = table.referee.redo(table.passed)
    except NothingToUndo:
        raise Refused(Kind.STALE, "refused.nothing-to-redo") from None
    _take_back(table, step, command, speaker)


def _take_back(table: OpenTable, record: Void, command: Command, speaker: Speaker) -> None:
    _write(table, _taken_back(table, record, speaker), command, speaker)


def _taken_back(table: Played, record: Void, speaker: Speaker) -> Void:
    """A play or a correction is taken back, or brought back, if its seat lets that happen."""
    play = table.referee.origin(record.target)
    permit(Deed.TAKE_BACK, speaker, told_then(table, play), record=record)
    return record


def _correct(table: OpenTable, command: Command, speaker: Speaker) -> None:
    _write(table, correction(table, command, speaker), command, speaker)


def correction(table: Played, command: Command, speaker: Speaker) -> Record[Event]:
    """The record that a phone asks for when it corrects an entry; raises where it may not."""
    with refusing_impossible():
        return CORRECTIONS[str(command["do"])](table, command, speaker)


def _void(table: Played, command: Command, speaker: Speaker) -> Record[Event]:
    number = _number(command, "number")
    table.referee.before(number)
    return _taken_back(table, Void(number), speaker)


def _amend(table: Played, command: Command, speaker: Speaker) -> Record[Event]:
    """A phone may correct an entry if it may tell both the old and the new event."""
    number, event = _number(command, "number"), _event(table, command)
    before, record = table.referee.before(number), Amend(number, event)
    matters = told_then(table, number), told_then(table, number, event)
    permit(Deed.CORRECT, speaker, *matters, record=record)
    table.game.apply(before, event)
    return record


def _insert(table: Played, command: Command, speaker: Speaker) -> Record[Event]:
    number, event = _number(command, "before"), _event(table, command)
    before, record = table.referee.before(number), Insert(number, event)
    permit(Deed.INSERT, speaker, told_then(table, number, event), record=record)
    table.game.apply(before, event)
    return record


CORRECTIONS: Mapping[str, Callable[[Played, Command, Speaker], Record[Event]]] = {
    "amend": _amend,
    "insert": _insert,
    "void": _void,
}


def _reply(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Say yes or no to what another phone asks for; the asker may think better of it."""
    request = next((r for r in table.requests if r.id == command.get("request")), None)
    if request is None:
        raise Refused(Kind.STALE, "refused.no-request")
    yes = command.get("yes")
    if not isinstance(yes, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": "yes"})
    if not (request.answers(speaker) or (request.is_of(speaker) and not yes)):
        raise Refused(Kind.FORBIDDEN, "refused.not-yours")
    if yes:
        wanted = request.command
        COMMANDS[str(wanted["do"])](table, wanted, replace(request.speaker, granted=True))
    table.forget(request)


def _rematch(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """The host begins the same game once more, or most of the seats whose phones are there."""
    permit(Deed.AGAIN, speaker, Matter(speaker.seat))
    if table.game.score(table.referee.position).winners is None:
        raise Refused(Kind.STALE, "refused.mid-game")
    wanted = command.get("wanted")
    if not isinstance(wanted, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": "wanted"})
    seats = frozenset[int]() if speaker.seat is None else frozenset({speaker.seat})
    again = table.again | seats if wanted else table.again - seats
    asked = speaker.present | seats
    if wanted and (speaker.host or 2 * len(again & asked) > len(asked)):
        agreed = table.stored.agreed
        _begin(table, agreed.game, agreed.players, dict(agreed.options))
    else:
        table.want_again(again)


def _new(table: OpenTable, command: Command, speaker: Speaker) -> None:
    permit(Deed.BEGIN if table.people is None else Deed.DIRECT, speaker)
    _begin(table, command.get("game"), _number(command, "players"), command.get("options"))


def _begin(table: OpenTable, game: Json, players: int, options: Json) -> None:
    """Another game at this table, with what was agreed for the last one as far as it fits."""
    agreed, about = table.stored.agreed, table.stored.about
    same = players == agreed.players and game == agreed.game
    table.new_game(
        {
            "game": game,
            "players": players,
            "options": options,
            "box": about.get("box") if game == table.game.name else {},
            "hints": table.hint_level,
            "proofs": table.proofs,
            "colours": about.get("colours") if same else None,
            "names": [table.names.get(seat, "") for seat in range(min(players, 6))],
        }
    )


def _resume(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Go on with an unfinished game."""
    permit(Deed.BEGIN, speaker)
    table.go_on(_number(command, "number"))


def _deal(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Another set-up for people to lay out."""
    del command
    permit(Deed.LAY_OUT, speaker)
    _check_layout(table)
    table.deal()


def _lay(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """A set-up as it lies already, or as somebody wants it."""
    permit(Deed.LAY_OUT, speaker)
    _check_layout(table)
    with refusing_impossible():
        event = _event(table, command)
        table.game.apply(table.start, event)
    table.lay(table.game.event_to_json(event))


def _check_layout(table: OpenTable) -> None:
    """A set-up is changed only before anything happened."""
    if table.layout is None or table.referee.history:
        raise Refused(Kind.STALE, "refused.mid-game")


def _calibrate(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Lead through the calibration of the ears, before or after a game."""
    permit(Deed.CARE, speaker)
    step = str(command.get("step"))
    if table.hearing is None or step not in CALIBRATION_STEPS:
        raise Refused(Kind.BAD, "refused.field", {"field": "step"})
    try:
        table.hearing.calibrate(step)
    except ValueError:
        raise Refused(Kind.STALE, "refused.mid-game") from None


def _no_pearl(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """What the ear took for a pearl was none."""
    del command
    plays = reversed(table.referee.history)
    latest = next((e.number for e in plays if not table.passed(e.number)), None)
    permit(Deed.DENY, speaker, *([] if latest is None else [told_then(table, latest)]))
    try:
        if table.hearing is None:
            raise ValueError("nobody listens")
        table.hearing.deny(Evidence(by_phone(speaker)))
    except ValueError:
        raise Refused(Kind.STALE, "refused.no-pearl") from None


def _tap_corners(table: OpenTable, command: Command, speaker: Speaker) -> None:
    permit(Deed.CARE, speaker)
    corners = corners_of(command.get("corners"))
    if not table.knows_corners(corners):
        raise Refused(Kind.BAD, "refused.corners")
    table.take_corners(corners)


def corners_of(said: Json) -> Corners:
    """Four points; each is two numbers."""
    points = said if isinstance(said, list) else []
    corners = [
        [number for number in point if isinstance(number, int | float)]
        for point in points
        if isinstance(point, list) and len(point) == 2
    ]
    if len(points) != 4 or [len(corner) for corner in corners] != [2] * 4:
        raise Refused(Kind.BAD, "refused.field", {"field": "corners"})
    return corners


def _name(table: OpenTable, command: Command, speaker: Speaker) -> None:
    told = command.get("seat")
    seat = speaker.seat if told is None else _seat(table, told)
    permit(Deed.NAME, speaker, Matter(seat))
    if seat is None or not 0 <= seat < table.stored.agreed.players:
        raise Refused(Kind.FORBIDDEN, "refused.spectator")
    others = [name for other, name in table.names.items() if other != seat]
    text = str(command.get("name") or "")
    try:
        table.rename(seat, fit_name(text, others) if text else "")
    except BadName as fault:
        raise Refused(Kind.BAD, "refused.name") from fault


def _swap(table: OpenTable, command: Command, speaker: Speaker) -> None:
    """Two players change places before anything happened; their phones go with them."""
    permit(Deed.CARE, speaker)
    if table.referee.history:
        raise Refused(Kind.STALE, "refused.mid-game")
    seats = command.get("seats")
    if not isinstance(seats, list) or len(seats) != 2:
        raise Refused(Kind.BAD, "refused.field", {"field": "seats"})
    one, other = (_seat(table, each) for each in seats)
    names = table.names.get(one, ""), table.names.get(other, "")
    table.rename(one, names[1])
    table.rename(other, names[0])


def _seat(table: OpenTable, told: Json) -> int:
    """A seat of this table."""
    if isinstance(told, bool) or not isinstance(told, int):
        raise Refused(Kind.BAD, "refused.field", {"field": "seat"})
    if not 0 <= told < table.stored.agreed.players:
        raise Refused(Kind.BAD, "refused.no-such-seat", {"seat": told})
    return told


COMMANDS: Mapping[str, Handler] = {
    "answer": _answer,
    "stand": _stand,
    "claim": _claim,
    "undo": _undo,
    "redo": _redo,
    **dict.fromkeys(CORRECTIONS, _correct),
    "new": _new,
    "rematch": _rematch,
    "resume": _resume,
    "deal": _deal,
    "direct": _direct,
    "lay": _lay,
    "tap_corners": _tap_corners,
    "name": _name,
    "swap": _swap,
    "roll": _roll,
    "hints": _hints,
    "calibrate": _calibrate,
    "no_pearl": _no_pearl,
    "senses": _senses,
    "saw_wrong": _saw_wrong,
    "record": _record,
    "proofs": _proofs,
    "reply": _reply,
}


@contextmanager
def refusing_impossible() -> Iterator[None]:
    """Turn the rules' complaints about a command into refusals."""
    try:
        yield
    except UnknownRecord as fault:
        raise Refused(Kind.UNKNOWN, "refused.no-such-event") from fault
    except BadJson as fault:
        raise Refused(Kind.BAD, "refused.field", {"field": "event"}) from fault
    except ImpossibleEvent as fault:
        raise Refused(Kind.ILLEGAL, "refused.impossible") from fault


def by_phone(speaker: Speaker) -> dict[str, Json]:
    """Who told a record, for the journal."""
    about: dict[str, Json] = {"by": "phone", "seat": speaker.seat}
    return {**about, "wired": True} if speaker.wired else about


def _write(table: OpenTable, record: Record[Event], command: Command, speaker: Speaker) -> None:
    table.write(record, Evidence(by_phone(speaker)), str(command["id"]))


def _story(table: OpenTable, event: Event, share: float) -> Story:
    return Story((event,), share, table.game.apply(table.referee.position, event))


def _said(table: OpenTable, command: Command) -> dict[str, Json]:
    """A claim that its game can read, or that names only part of an event."""
    said = _mapping(command)
    try:
        table.game.event_from_json(said)
    except BadJson:
        pass  # the referee looks for what it may name
    except ODD as fault:
        raise Refused(Kind.BAD, "refused.field", {"field": "event"}) from fault
    return said


def _mapping(command: Command) -> dict[str, Json]:
    event = command.get("event")
    if not isinstance(event, dict):
        raise Refused(Kind.BAD, "refused.field", {"field": "event"})
    return event


def _event(table: Played, command: Command) -> Event:
    return _decoded(table, _mapping(command))


def _decoded(table: Played, said: Command) -> Event:
    """An event as its game types it; nothing looks into what a phone sends before that."""
    try:
        return table.game.event_from_json(dict(said))
    except ODD as fault:
        raise Refused(Kind.BAD, "refused.field", {"field": "event"}) from fault


def _number(command: Command, field: str) -> int:
    number = command.get(field)
    if not isinstance(number, int) or isinstance(number, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": field})
    return number
