"""Why a wish was not granted, as a kind, a message key and the facts that fill it."""

from collections.abc import Mapping, Sequence
from enum import Enum

from rules.errors import CastellanError
from rules.values import Json, Ruling


class Kind(Enum):
    """What went wrong; the web answers each with a status of its own."""

    BAD = "bad"
    FORBIDDEN = "forbidden"
    UNKNOWN = "unknown"
    NO_METHOD = "no method"
    STALE = "stale"
    TOO_LARGE = "too large"
    NOT_JSON = "not json"
    MISDIRECTED = "misdirected"
    ILLEGAL = "illegal"
    OFTEN = "too often"
    CRASHED = "crashed"
    BUSY = "busy"


class Refused(CastellanError, ValueError):
    """A command or request that changed nothing; the phone shows the words for `key`."""

    def __init__(self, kind: Kind, key: str, facts: Mapping[str, Json] | None = None) -> None:
        super().__init__(f"{kind.value}: {key} {dict(facts or {})}")
        self.kind = kind
        self.key = key
        self.facts: Mapping[str, Json] = dict(facts or {})


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
