"""Tokens that phones hold, codes that people type, and what the device keeps of either."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

ALPHABET = "23456789CDFGHJKMNPQRTVWXY"  # no two look alike, and no vowels make words
TYPED = 6  # letters: 240 million codes
LINKED = 14  # letters of a code that nobody types and that may lie about for a while
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """A secret for one phone, in the letters of a cookie."""
    return secrets.token_urlsafe(24)


def new_table_token() -> str:
    """A secret for one game, short enough for a code that is easy to scan."""
    return secrets.token_urlsafe(12)


def is_token(text: str) -> bool:
    """Whether a cookie holds what `new_token` makes."""
    return TOKEN.fullmatch(text) is not None


def hashed(token: str) -> str:
    """What is kept of a secret: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_code(letters: int = TYPED) -> str:
    """A code to be typed or scanned."""
    return "".join(secrets.choice(ALPHABET) for _ in range(letters))


def is_link(code: str) -> bool:
    """Whether a plain code has the shape of a link's: too many of those to guess one."""
    return len(code) == LINKED and set(code) <= set(ALPHABET)


def plain(code: str) -> str:
    """A typed code without what people add to it: small letters, blanks, dashes."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def same(given: str, known: str) -> bool:
    """Compare without telling by the time taken how much was right."""
    return hmac.compare_digest(given.encode(), known.encode())
