"""Names of players: one line that can be shown anywhere."""

from __future__ import annotations

import unicodedata

NAME_LENGTH = 20


def clean_name(text: str) -> str:
    """A name fit for a phone: composed, printable, one line, at most 20 letters."""
    composed = unicodedata.normalize("NFC", text)
    printable = "".join(letter if letter.isprintable() else " " for letter in composed)
    return " ".join(printable.split())[:NAME_LENGTH].strip()
