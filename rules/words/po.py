"""Catalogues as files: `.po` for people, `.mo` for machines, as GNU gettext describes them.

The ids are no sentences, so a plural has the same id twice (`msgid`, `msgid_plural`).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

BETWEEN = "\x04"
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
UNESCAPED = {escape: sign for sign, escape in ESCAPES.items()}
WORD = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+)?"(.*)"$')
MAGIC = 0x950412DE


class NotPo(ValueError):
    """A line that is none of a `.po` file."""


@dataclass(frozen=True)
class Entry:
    """One text: what it is for, its id, and one form or as many as the language has plurals."""

    context: str
    key: str
    texts: tuple[str, ...]
    counted: bool = False
    notes: tuple[str, ...] = ()  # for translators, from whoever made the text
    remarks: tuple[str, ...] = ()  # of translators
    fuzzy: bool = False


def parse(text: str) -> list[Entry]:
    """The entries of a `.po` file; the first, with an empty id, is its head."""
    entries: list[Entry] = []
    lines: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            lines.append((number, line.strip()))
        elif lines:
            entries += _entry(lines)
            lines = []
    return entries


def _entry(lines: list[tuple[int, str]]) -> Iterator[Entry]:
    notes, remarks, flags = [], [], ""
    words: dict[str, str] = {}
    last = ""
    for number, line in lines:
        if line.startswith("#."):
            notes.append(line[2:].strip())
        elif line.startswith("#,"):
            flags += line
        elif line.startswith("#"):
            if line[1:2] not in ("~", "|", ":"):  # no longer used, as it was, where it is used
                remarks.append(line[1:].strip())
        elif (found := WORD.match(line)) and (found[1] or last):
            last = found[1] or last
            words[last] = words.get(last, "") + _plain(found[2])
        else:
            raise NotPo(f"line {number} is none of a .po file: {line}")
    if "msgid" not in words:
        return
    texts = tuple(words[name] for name in sorted(words) if name.startswith("msgstr"))
    yield Entry(
        words.get("msgctxt", ""),
        words["msgid"],
        texts,
        "msgid_plural" in words,
        tuple(notes),
        tuple(remarks),
        "fuzzy" in flags,
    )


def _plain(text: str) -> str:
    return re.sub(r"\\.", lambda found: UNESCAPED.get(found[0], found[0]), text)


def _quoted(text: str) -> str:
    return '"' + "".join(ESCAPES.get(sign, sign) for sign in text) + '"'


def render(entries: Iterable[Entry]) -> str:
    """The `.po` file of these entries, every text on a line of its own."""
    return "\n".join("\n".join(_lines(entry)) + "\n" for entry in entries)


def _lines(entry: Entry) -> Iterator[str]:
    yield from (f"# {remark}".rstrip() for remark in entry.remarks)
    yield from (f"#. {note}" for note in entry.notes)
    if entry.fuzzy:
        yield "#, fuzzy"
    if entry.context:
        yield f"msgctxt {_quoted(entry.context)}"
    yield f"msgid {_quoted(entry.key)}"
    if entry.counted:
        yield f"msgid_plural {_quoted(entry.key)}"
        for at, text in enumerate(entry.texts):
            yield f"msgstr[{at}] {_quoted(text)}"
    elif entry.key:
        yield f"msgstr {_quoted(entry.texts[0])}"
    else:
        yield 'msgstr ""'
        yield from (_quoted(line + "\n") for line in entry.texts[0].splitlines())


def compiled(entries: Iterable[Entry]) -> bytes:
    """The `.mo` file of these entries."""
    pairs = sorted((_id(entry).encode(), "\0".join(entry.texts).encode()) for entry in entries)
    start = 7 * 4  # the seven numbers of the head
    at = start + 16 * len(pairs)  # behind both tables
    tables, texts = [], b""
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<2I", len(pair[column]), at + len(texts)))
            texts += pair[column] + b"\0"
    head = struct.pack("<7I", MAGIC, 0, len(pairs), start, start + 8 * len(pairs), 0, at)
    return head + b"".join(tables) + texts


def _id(entry: Entry) -> str:
    name = f"{entry.context}{BETWEEN}{entry.key}" if entry.context else entry.key
    return f"{name}\0{entry.key}" if entry.counted else name
