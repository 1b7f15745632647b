"""What can go wrong while looking, each with what to do about it."""

from __future__ import annotations

from rules.errors import CastellanError


class TeachingError(CastellanError, ValueError):
    """A teaching picture lacks something; the message says what to lay or take anew."""


class BoardNotFound(CastellanError, LookupError):
    """No board is in the picture."""


class PiecesNotFound(CastellanError, LookupError):
    """Pieces by which everything else is told are not where they were taught."""
