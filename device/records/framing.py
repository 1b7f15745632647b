"""The lines of a journal: each with its kind, length and checksum, so that a whole one is known
wherever it lies, also among rubble.

Nothing inside a line can look like one: the mark every line begins with is written in another
way there, which JSON reads as the same text.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from typing import NoReturn

from rules.errors import CastellanError
from rules.values import Facts, Json

MARK, ESCAPED = "castellan:", "castellan\\u003a"
HEAD = re.compile(rb"castellan:(game|record|note) ([0-9a-f]{8}) (\d{1,7}) ")


class BrokenLine(CastellanError, ValueError):
    """A line that is not whole, or whose checksum does not fit."""


class StrangeLine(BrokenLine):
    """A whole line that says nothing a journal can hold."""


def escaped(text: str) -> str:
    """JSON that cannot be taken for the beginning of a line."""
    return text.replace(MARK, ESCAPED)


def frame(kind: str, about: Mapping[str, Json]) -> str:
    """One line: kind, checksum, length, JSON. ASCII only, so length counts bytes as well."""
    body = escaped(json.dumps(about, separators=(",", ":"), allow_nan=False))
    return f"{MARK}{kind} {zlib.crc32(body.encode()):08x} {len(body)} {body}"


def unframe(line: object) -> tuple[str, Facts]:
    """Kind and content of a line; BrokenLine when it is not whole, or has become another thing."""
    data = line.encode() if isinstance(line, str) else line if isinstance(line, bytes) else b""
    head = HEAD.match(data)
    body = data[head.end() :] if head else b""
    if head is None or not is_whole(head, body):
        raise BrokenLine(f"a line of the journal is broken: {data[:60]!r}")
    return head[1].decode(), content(body)


def is_whole(head: re.Match[bytes], body: bytes) -> bool:
    """Whether a body is what its head says."""
    return len(body) == int(head[3]) and zlib.crc32(body) == int(head[2], 16)


def content(body: bytes) -> Facts:
    """The JSON of a whole line; StrangeLine when it is none of ours."""
    try:
        about = json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError) as fault:
        raise StrangeLine(f"a line of the journal is no JSON: {body[:60]!r}") from fault
    if not isinstance(about, dict):
        raise StrangeLine(f"a line of the journal says nothing: {body[:60]!r}")
    return about


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")
