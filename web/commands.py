"""The shape of every command a phone may send, checked before the table hears of it."""

from collections.abc import Callable, Mapping

from rules.contract import Json
from web.errors import Kind, Refused

MAX_BYTES = 65_536  # a map of The Castle told at once is the longest
ID_LENGTH = 64
HOST_ONLY = frozenset({"new", "tap_corners", "free", "hints", "calibrate", "proofs"})

Check = Callable[[Json], bool]


def _whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _word(value: Json) -> bool:
    return isinstance(value, str) and 0 < len(value) <= ID_LENGTH


def _name(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= ID_LENGTH


def _event(value: Json) -> bool:
    return isinstance(value, dict) and _word(value.get("type"))


def _maybe(value: Json) -> bool:
    return value is None or isinstance(value, bool)


def _truth(value: Json) -> bool:
    return isinstance(value, bool)


def _options(value: Json) -> bool:
    return isinstance(value, dict) and all(isinstance(v, str | int) for v in value.values())


def _point(value: Json) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(x, int | float) and not isinstance(x, bool) for x in value)
        and all(0 <= x < 100_000 for x in value)  # type: ignore[operator]
    )


def _corners(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(map(_point, value))


COMMANDS: Mapping[str, Mapping[str, Check]] = {
    "answer": {"question": _word, "choice": _word},
    "undo": {},
    "redo": {},
    "amend": {"number": _whole, "event": _event},
    "void": {"number": _whole},
    "insert": {"before": _whole, "event": _event},
    "stand": {"number": _whole},
    "claim": {"event": _event, "stands": _maybe},
    "new": {"game": _word, "players": _whole, "options": _options},
    "tap_corners": {"corners": _corners},
    "name": {"name": _name},
    "free": {"seat": _whole},
    "roll": {},
    "hints": {"level": _word},
    "calibrate": {"step": _word},
    "no_pearl": {},
    "proofs": {"shown": _truth},
    "reply": {"request": _word, "yes": _truth},
}


def checked(body: Json, seat: int | None, host: bool) -> dict[str, Json]:
    """The command if it is well formed and its sender may send it, else `Refused`."""
    if not isinstance(body, dict):
        raise Refused(Kind.BAD, "refused.garbage")
    name = body.get("do")
    if not isinstance(name, str) or name not in COMMANDS:
        raise Refused(Kind.BAD, "refused.unknown-command", {"command": str(name)[:ID_LENGTH]})
    fields: Mapping[str, Check] = {"id": _word, "version": _whole, **COMMANDS[name]}
    wrong = [field for field, right in fields.items() if not right(body.get(field))]
    unknown = sorted(body.keys() - fields.keys() - {"do"})
    if wrong or unknown:
        facts: dict[str, Json] = {"field": (wrong or unknown)[0][:ID_LENGTH]}
        raise Refused(Kind.BAD, "refused.field", facts)
    if name in HOST_ONLY and not host:
        raise Refused(Kind.FORBIDDEN, "refused.host-only")
    if seat is None and not host:
        raise Refused(Kind.FORBIDDEN, "refused.spectator")
    return body
