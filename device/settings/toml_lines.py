"""Where in a TOML file something stands, and what its syntax errors mean to somebody at home."""

from __future__ import annotations

import re

HEADER = re.compile(r"^\s*\[\s*([\w.\-]+)\s*\]")
ENTRY = re.compile(r"^\s*([\w.\-]+)\s*=")
LINE = re.compile(r"\(at line (\d+), column \d+\)")

# what tomllib says, and what to do about it
FIXES = (
    ("Invalid value", 'put text into quotes ("..."), and write true and false in small letters'),
    ("Invalid hex", r"write a backslash twice, or put the text into single quotes ('...')"),
    ("Unescaped", r"write a backslash twice, or put the text into single quotes ('...')"),
    ("Expected '='", "write name = value"),
    ("Expected newline", "begin a new line, or put text into quotes"),
    ("overwrite", "it stands there twice; delete one of them"),
    ("Cannot declare", "this section stands there twice; put both together"),
    ("Unclosed", "close the bracket"),
    ("Unterminated", "close the quotes"),
    ("Illegal character", "close the quotes before the end of the line"),
    ("Expected ']'", "close the bracket"),
)


def line_of(text: str, key: str) -> int | None:
    """The line (from 1) on which a key such as "camera.use", or else its section, begins."""
    section, found = "", None
    for number, line in enumerate(text.splitlines(), 1):
        header, entry = HEADER.match(line), ENTRY.match(line)
        if header:
            section = header[1]
            if section == key or (found is None and key.startswith(section + ".")):
                found = number
        elif entry and f"{section}.{entry[1]}".lstrip(".") == key:
            return number
    return found


def line_of_syntax_error(message: str) -> int | None:
    """The line a message of tomllib names."""
    named = LINE.search(message)
    return int(named[1]) if named else None


def what_to_do(message: str) -> str:
    """Advice for a message of tomllib."""
    plain = LINE.sub("", message).strip()
    advice = next((fix for words, fix in FIXES if words in message), "compare with the example")
    return f"{plain}; {advice}"
