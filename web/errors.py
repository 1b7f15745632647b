"""Why a phone's wish was not granted, as a kind, a message key and the facts that fill it."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import cast

from rules.contract import Json, Ruling
from rules.errors import CastellanError

RETRY_AFTER_SECONDS = 5


class Kind(IntEnum):
    """What went wrong, valued by the HTTP status it answers with."""

    BAD = 400
    FORBIDDEN = 403
    UNKNOWN = 404
    NO_METHOD = 405
    STALE = 409
    TOO_LARGE = 413
    NOT_JSON = 415
    MISDIRECTED = 421
    ILLEGAL = 422
    OFTEN = 429
    CRASHED = 500
    BUSY = 503


class Refused(CastellanError, ValueError):
    """A command or request that changed nothing; the phone shows the words for `key`."""

    def __init__(self, kind: Kind, key: str, facts: Mapping[str, Json] | None = None) -> None:
        super().__init__(f"{kind.name.lower()}: {key} {dict(facts or {})}")
        self.kind = kind
        self.key = key
        self.facts: Mapping[str, Json] = dict(facts or {})

    @property
    def retry_after(self) -> int:
        """Seconds after which to ask again, where there is hope."""
        return int(cast(int, self.facts.get("seconds", RETRY_AFTER_SECONDS)))


class Illegal(Refused):
    """Something told that breaks rules: every ruling is said, with the players' names.

    `possible` tells whether the table may let it stand all the same.
    """

    def __init__(
        self, rulings: Sequence[Ruling], names: Sequence[str] = (), possible: bool = False
    ) -> None:
        super().__init__(Kind.ILLEGAL, rulings[0].rule, rulings[0].facts)
        self.rulings = tuple(rulings)
        self.names = tuple(names)
        self.possible = possible


class TooManyPhones(CastellanError, RuntimeError):
    """All streams are taken; the phone should try again a little later."""
