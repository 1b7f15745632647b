"""Says things in one language, with the players' names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.table.words import say
from rules.values import Hint, Json, Message
from rules.words.wording import addressed, word
from rules.words.wording import say as say_rule

if TYPE_CHECKING:
    from device.table.state import TableState


@dataclass(frozen=True)
class Voice:
    """Says things in one language, with the players' names."""

    language: str
    names: tuple[str, ...]

    def own(self, key: str, facts: Mapping[str, Json] | None = None) -> str:
        """Something the device says of itself."""
        return say(self.language, key, facts)

    def rule(self, key: str, facts: Mapping[str, Json]) -> str:
        """Something the rules say."""
        return say_rule(self.language, key, facts, self.names)

    def hint(self, hint: Hint, seat: int | None) -> str:
        """What is due, in the second person for the seat that it concerns."""
        mine = seat is not None and hint.seat == seat
        key = addressed(self.language, hint.hint) if mine else hint.hint
        return self.rule(key, hint.facts)

    def fact(self, game: str, name: str, fact: Json) -> str:
        """One fact as a game words it."""
        return word(self.language, name, fact, self.names, game)

    def line(self, messages: Iterable[Message]) -> str:
        """Messages as one line."""
        return " ".join(self.rule(item.message, item.facts) for item in messages)


def voice_of(table: TableState, language: str) -> Voice:
    """The voice for one phone."""
    names = [
        table.names.get(seat) or say(language, "seat.name", {"seat": seat + 1})
        for seat in range(table.stored.agreed.players)
    ]
    return Voice(language, tuple(names))
