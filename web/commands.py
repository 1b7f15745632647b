"""The shape of every command a phone may send, checked before the table hears of it.

Who may send it the table says, by `rules.rights`.
"""

import re
from collections.abc import Callable, Mapping

from rules.names import clean_name
from rules.refused import Kind, Refused
from rules.values import Json

MAX_BYTES = 65_536  # a map of The Castle told at once is the longest
WORD_LENGTH = 64
ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_OPTIONS = 32
MOST = 2**53  # beyond it a number of JSON is not exact

Check = Callable[[Json], bool]


def _whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST


def _id(value: Json) -> bool:
    return isinstance(value, str) and ID.fullmatch(value) is not None


def _word(value: Json) -> bool:
    return isinstance(value, str) and WORD.fullmatch(value) is not None


def _name(value: Json) -> bool:
    """A name, or an empty text to take it back; whether it is free the table knows."""
    return isinstance(value, str) and (not value or bool(clean_name(value)))


def _event(value: Json) -> bool:
    return isinstance(value, dict) and _word(value.get("type"))


def _maybe(value: Json) -> bool:
    return value is None or isinstance(value, bool)


def _maybe_seat(value: Json) -> bool:
    return value is None or _whole(value)


def _two_seats(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_whole, value))


def _truth(value: Json) -> bool:
    return isinstance(value, bool)


def _options(value: Json) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_OPTIONS
        and all(map(_word, value))
        and all(_word(v) or isinstance(v, bool) or _whole(v) for v in value.values())
    )


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
    "rematch": {"wanted": _truth},
    "resume": {"number": _whole},
    "deal": {},
    "direct": {"wish": _word},
    "lay": {"event": _event},
    "tap_corners": {"corners": _corners},
    "name": {"name": _name, "seat": _maybe_seat},
    "swap": {"seats": _two_seats},
    "free": {"seat": _whole},
    "roll": {},
    "hints": {"level": _word},
    "calibrate": {"step": _word},
    "no_pearl": {},
    "senses": {"senses": _word},
    "saw_wrong": {},
    "record": {"record": _word},
    "proofs": {"shown": _truth},
    "reply": {"request": _word, "yes": _truth},
}


def checked(body: Json) -> dict[str, Json]:
    """The command if it is well formed, else `Refused`."""
    if not isinstance(body, dict):
        raise Refused(Kind.BAD, "refused.garbage")
    name = body.get("do")
    if not isinstance(name, str) or name not in COMMANDS:
        raise Refused(Kind.BAD, "refused.unknown-command", {"command": str(name)[:WORD_LENGTH]})
    fields: Mapping[str, Check] = {"id": _id, "version": _whole, **COMMANDS[name]}
    wrong = [field for field, right in fields.items() if not right(body.get(field))]
    unknown = sorted(body.keys() - fields.keys() - {"do"})
    if wrong or unknown:
        facts: dict[str, Json] = {"field": (wrong or unknown)[0][:WORD_LENGTH]}
        raise Refused(Kind.BAD, "refused.field", facts)
    return body
