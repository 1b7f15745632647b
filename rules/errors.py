"""Errors of the rules: one root, every leaf also the built-in a newcomer would expect."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.values import Ruling


class CastellanError(Exception):
    """Root of every error this project raises on purpose."""


class ImpossibleEvent(CastellanError, ValueError):
    """The event cannot have happened on this table, so it cannot even be let stand."""

    def __init__(self, message: str, ruling: Ruling | None = None) -> None:
        super().__init__(message)
        self.ruling = ruling


class BadSetting(CastellanError, ValueError):
    """A number of players, option or box fact that the game does not know."""


class BadJson(CastellanError, ValueError):
    """Stored or sent data that does not describe an event, record or position."""


class UnknownGame(CastellanError, KeyError):
    """No game of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


class BadGame(CastellanError, ValueError):
    """A game that is not put together as every game must be."""


class UnknownRecord(CastellanError, LookupError):
    """No effective play carries that record number."""


class NothingToUndo(CastellanError, LookupError):
    """Undo or redo was asked for and there is nothing to take back."""


class UnknownWording(CastellanError, KeyError):
    """A message id or language without a wording."""

    def __str__(self) -> str:
        return str(self.args[0])
