"""What phones may tell the table to do; each handler changes something or raises Refused."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from device.journal import Evidence
from device.stored import OFF, ON
from device.watcher import Story
from rules.contract import HINT_LEVELS, Json
from rules.errors import (
    BadJson,
    ImpossibleEvent,
    NothingToUndo,
    UnknownRecord,
)
from rules.names import BadName, fit_name
from rules.referee import Accepted, Ambiguous, Illegal
from rules.rights import Speaker
from web.errors import Illegal as IllegalClaim
from web.errors import Kind, Refused

if TYPE_CHECKING:
    from device.service import TableService

Command = Mapping[str, Json]
Handler = Callable[["TableService", Command, Speaker], None]
MOST_ASKED = 3
CALIBRATION_STEPS = ("start", "again", "more", "stop")
NOBODY = -1  # the actor of what no phone may tell


def _answer(table: TableService, command: Command, speaker: Speaker) -> None:
    question = table.doubts.question
    if question is None or command.get("question") != question.id:
        raise Refused(Kind.STALE, "refused.no-question")
    choice = str(command.get("choice"))
    if choice == "none":
        table.dismiss()
        return
    if not choice.isdigit() or not 1 <= int(choice) <= len(question.stories):
        raise Refused(Kind.BAD, "refused.field", {"field": "choice"})
    table.settle(
        question.stories[int(choice) - 1], question.picture, speaker.seat, str(command["id"])
    )


def _stand(table: TableService, command: Command, speaker: Speaker) -> None:
    """Let an illegal move be: the one lying open now, or an earlier one that no longer fits."""
    fault, number = table.doubts.fault, _number(command, "number")
    if fault is not None and number == fault.number:
        about: dict[str, Json] = {"by": "phone", "seat": speaker.seat}
        with _possible():
            table.tell_story(fault.story, fault.picture, about, str(command["id"]), stands=True)
        return
    for entry in table.referee.history:
        if entry.number == number and entry.rulings:
            record, _change = table.referee.amend(number, entry.event, stands=True)
            _write(table, record, command, speaker)
            return
    raise Refused(Kind.STALE, "refused.no-such-event")


def _claim(table: TableService, command: Command, speaker: Speaker) -> None:
    with _possible():
        seen = table.game.known(table.referee.position, speaker.seat)
        outcome = table.referee.propose(
            _mapping(command), seen, lambda event: table.may_tell(seen, event, speaker)
        )
    match outcome:
        case Accepted(record):
            _check_teller(table, record.event, speaker)
            _write(table, record, command, speaker)
        case Illegal(event, rulings, possible):
            if event is not None:
                _check_teller(table, event, speaker)
            if event is None or not possible or command.get("stands") is not True:
                raise IllegalClaim(rulings, _given_names(table), possible)
            with _possible():
                record = table.referee.stand(event)
            _write(table, record, command, speaker)
        case Ambiguous(choices):
            _ask_which(table, choices)


def _given_names(table: TableService) -> list[str]:
    return [table.names.get(seat, "") for seat in range(int(table.stored.about["players"]))]


def _ask_which(table: TableService, choices: tuple[Any, ...]) -> None:
    """Ask all phones which of a few events was meant; secrets are never asked in public."""
    if len(choices) > MOST_ASKED or any(map(table.game.secret, choices)):
        raise Refused(Kind.BAD, "refused.field", {"field": "event"})
    table.ask([_story(table, event, 1 / len(choices)) for event in choices])


def _check_teller(table: TableService, event: Any, speaker: Speaker) -> None:
    if not table.may_tell(table.referee.position, event, speaker):
        raise Refused(Kind.FORBIDDEN, "refused.not-yours")


def told_event(table: TableService, said: Command, speaker: Speaker) -> Any:
    """The event a phone asks about, if it may tell it."""
    with _possible():
        event = table.game.event_from_json(dict(said))
    _check_teller(table, event, speaker)
    return event


def _roll(table: TableService, command: Command, speaker: Speaker) -> None:
    """Let the device throw the die that is due."""
    faces = table.game.chance(table.referee.position)
    if not faces:
        raise Refused(Kind.STALE, "refused.no-die")
    event = secrets.choice(faces)
    _check_teller(table, event, speaker)
    outcome = table.referee.propose(event)
    if not isinstance(outcome, Accepted):
        raise Refused(Kind.STALE, "refused.no-die")
    table.write(
        outcome.record, Evidence({"by": "device", "seat": speaker.seat}), str(command["id"])
    )


def _hints(table: TableService, command: Command, speaker: Speaker) -> None:
    _host_only(speaker)
    if command.get("level") not in HINT_LEVELS:
        raise Refused(Kind.BAD, "refused.field", {"field": "level"})
    table.set_hints(str(command["level"]))


def _senses(table: TableService, command: Command, speaker: Speaker) -> None:
    """Close camera and microphone, or open them again."""
    _host_only(speaker)
    if command.get("senses") not in (ON, OFF):
        raise Refused(Kind.BAD, "refused.field", {"field": "senses"})
    table.set_senses(command["senses"] == ON)


def _undo(table: TableService, command: Command, speaker: Speaker) -> None:
    try:
        record, _change = _undone(table)
    except NothingToUndo:
        raise Refused(Kind.STALE, "refused.nothing-to-undo") from None
    _write(table, record, command, speaker)


def _undone(table: TableService) -> Any:
    """The last play taken back; what only the device tells goes by itself and is passed over."""
    referee = table.referee
    for entry in reversed(referee.history):
        if table.game.actor(referee.before(entry.number), entry.event) != NOBODY:
            return referee.void(entry.number)
    return referee.undo()


def _redo(table: TableService, command: Command, speaker: Speaker) -> None:
    try:
        record, _change = table.referee.redo()
    except NothingToUndo:
        raise Refused(Kind.STALE, "refused.nothing-to-redo") from None
    _write(table, record, command, speaker)


def _amend(table: TableService, command: Command, speaker: Speaker) -> None:
    with _possible():
        number, event = _number(command, "number"), _event(table, command)
        _check_corrector(table, number, speaker, event)
        table.game.apply(table.referee.before(number), event)
        record, _change = table.referee.amend(number, event)
    _write(table, record, command, speaker)


def _check_corrector(table: TableService, number: int, speaker: Speaker, event: Any) -> None:
    """Who may tell both what was told and what is told instead may correct it."""
    before = table.referee.before(number)
    old = next(entry.event for entry in table.referee.history if entry.number == number)
    if not all(table.may_tell(before, each, speaker) for each in (old, event)):
        raise Refused(Kind.FORBIDDEN, "refused.not-yours")


def _void(table: TableService, command: Command, speaker: Speaker) -> None:
    with _possible():
        number = _number(command, "number")
        table.referee.before(number)
        record, _change = table.referee.void(number)
    _write(table, record, command, speaker)


def _insert(table: TableService, command: Command, speaker: Speaker) -> None:
    with _possible():
        number, event = _number(command, "before"), _event(table, command)
        if not table.may_tell(table.referee.before(number), event, speaker):
            raise Refused(Kind.FORBIDDEN, "refused.not-yours")
        table.game.apply(table.referee.before(number), event)
        record, _change = table.referee.insert(number, event)
    _write(table, record, command, speaker)


def _new(table: TableService, command: Command, speaker: Speaker) -> None:
    _host_only(speaker)
    players = _number(command, "players")
    about = table.stored.about
    same = players == about["players"] and command.get("game") == about["game"]
    table.new_game(
        {
            "game": command.get("game"),
            "players": players,
            "options": command.get("options"),
            "box": table.stored.about.get("box") if command.get("game") == table.game.name else {},
            "hints": table.hint_level,
            "colours": table.stored.about.get("colours") if same else None,
            "names": [table.names.get(seat, "") for seat in range(min(players, 6))],
        }
    )


def _resume(table: TableService, command: Command, speaker: Speaker) -> None:
    """Go on with an unfinished game."""
    _host_only(speaker)
    table.go_on(_number(command, "number"))


def _deal(table: TableService, command: Command, speaker: Speaker) -> None:
    """Another set-up for people to lay out."""
    del command, speaker
    _check_layout(table)
    table.deal()


def _lay(table: TableService, command: Command, speaker: Speaker) -> None:
    """A set-up as it lies already, or as somebody wants it."""
    del speaker
    _check_layout(table)
    with _possible():
        event = _event(table, command)
        table.game.apply(table.start, event)
    table.lay(table.game.event_to_json(event))


def _check_layout(table: TableService) -> None:
    """A set-up is changed only before anything happened."""
    if table.layout is None or table.referee.history:
        raise Refused(Kind.STALE, "refused.mid-game")


def _calibrate(table: TableService, command: Command, speaker: Speaker) -> None:
    """Lead through the calibration of the ears, before or after a game."""
    _host_only(speaker)
    step = str(command.get("step"))
    if table.hearing is None or step not in CALIBRATION_STEPS:
        raise Refused(Kind.BAD, "refused.field", {"field": "step"})
    try:
        table.hearing.calibrate(step)
    except ValueError:
        raise Refused(Kind.STALE, "refused.mid-game") from None


def _no_pearl(table: TableService, command: Command, speaker: Speaker) -> None:
    """What the ear took for a pearl was none."""
    del command
    try:
        if table.hearing is None:
            raise ValueError("nobody listens")
        table.hearing.deny(Evidence({"by": "phone", "seat": speaker.seat}))
    except ValueError:
        raise Refused(Kind.STALE, "refused.no-pearl") from None


def _tap_corners(table: TableService, command: Command, speaker: Speaker) -> None:
    _host_only(speaker)
    corners = command.get("corners")
    if not isinstance(corners, list) or len(corners) != 4:
        raise Refused(Kind.BAD, "refused.field", {"field": "corners"})
    table.take_corners(corners)


def _name(table: TableService, command: Command, speaker: Speaker) -> None:
    seat = speaker.seat
    if seat is None or not 0 <= seat < int(table.stored.about["players"]):
        raise Refused(Kind.FORBIDDEN, "refused.spectator")
    others = [name for other, name in table.names.items() if other != seat]
    text = str(command.get("name") or "")
    try:
        table.rename(seat, fit_name(text, others) if text else "")
    except BadName as fault:
        raise Refused(Kind.BAD, "refused.name") from fault


COMMANDS: Mapping[str, Handler] = {
    "answer": _answer,
    "stand": _stand,
    "claim": _claim,
    "undo": _undo,
    "redo": _redo,
    "amend": _amend,
    "void": _void,
    "insert": _insert,
    "new": _new,
    "resume": _resume,
    "deal": _deal,
    "lay": _lay,
    "tap_corners": _tap_corners,
    "name": _name,
    "roll": _roll,
    "hints": _hints,
    "calibrate": _calibrate,
    "no_pearl": _no_pearl,
    "senses": _senses,
}


class _possible:  # noqa: N801 (reads as a word in `with`)
    """Turns the rules' complaints about a command into refusals."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: Any, fault: BaseException | None, _trace: Any) -> None:
        if isinstance(fault, UnknownRecord):
            raise Refused(Kind.UNKNOWN, "refused.no-such-event") from fault
        if isinstance(fault, BadJson):
            raise Refused(Kind.BAD, "refused.field", {"field": "event"}) from fault
        if isinstance(fault, ImpossibleEvent):
            raise Refused(Kind.ILLEGAL, "refused.impossible") from fault


def _write(table: TableService, record: Any, command: Command, speaker: Speaker) -> None:
    table.write(record, Evidence({"by": "phone", "seat": speaker.seat}), str(command["id"]))


def _story(table: TableService, event: Any, share: float) -> Story:
    return Story((event,), share, table.game.apply(table.referee.position, event))


def _host_only(speaker: Speaker) -> None:
    if not speaker.host:
        raise Refused(Kind.FORBIDDEN, "refused.host-only")


def _mapping(command: Command) -> dict[str, Json]:
    event = command.get("event")
    if not isinstance(event, dict):
        raise Refused(Kind.BAD, "refused.field", {"field": "event"})
    return event


def _event(table: TableService, command: Command) -> Any:
    return table.game.event_from_json(_mapping(command))


def _number(command: Command, field: str) -> int:
    number = command.get(field)
    if not isinstance(number, int) or isinstance(number, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": field})
    return number
