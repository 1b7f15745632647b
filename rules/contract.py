"""What every game module offers: small values, and the protocol `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol, TypeAlias, TypeVar

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Facts: TypeAlias = Mapping[str, Json]
Choice: TypeAlias = str | int | bool

NOTHING: Facts = MappingProxyType({})


class Answer(StrEnum):
    """Three answers, because the device did not deal the cards and cannot see everything."""

    YES = "yes"
    NO = "no"
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule by id, with the facts that say what is wrong and what would be right."""

    rule: str
    facts: Facts = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Legality:
    """The answer, with every fault (NO) or every open question (CANNOT_TELL) at once."""

    answer: Answer
    rulings: tuple[Ruling, ...] = ()

    def __bool__(self) -> bool:
        return self.answer is Answer.YES


@dataclass(frozen=True, slots=True)
class Hint:
    """Something to do or to know now; `seat` is the one it concerns, None for all."""

    hint: str
    facts: Facts = field(default_factory=dict, hash=False)
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """Something that happened, as id and facts for the wording."""

    message: str
    facts: Facts = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Option:
    """A named open question of a game, agreed at set-up."""

    name: str
    choices: tuple[Choice, ...]
    default: Choice


@dataclass(frozen=True, slots=True)
class Score:
    """Points per seat, what they are made of, and the winners once the game is over."""

    totals: tuple[int, ...]
    parts: tuple[Mapping[str, int], ...]
    winners: tuple[int, ...] | None = None


P = TypeVar("P")
E = TypeVar("E")


class Game(Protocol[P, E]):
    """One game, as pure functions over immutable positions and events."""

    @property
    def name(self) -> str: ...
    @property
    def players(self) -> range: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def version(self) -> str: ...

    def start(self, players: int, options: Facts = NOTHING, box: Facts = NOTHING) -> P:
        """The position before the set-up event."""

    def legal(self, position: P, event: E) -> Legality:
        """Judge an event, reporting all faults at once."""

    def apply(self, position: P, event: E) -> P:
        """The position after the event, legal or not; `ImpossibleEvent` if it cannot be."""

    def actions(self, position: P) -> list[E]:
        """Every event the rules do not forbid now, set-up excepted."""

    def matching(self, position: P, claim: Facts) -> list[E]:
        """The possible events now that agree with a partial claim."""

    def view(self, position: P, seat: int | None) -> dict[str, Json]:
        """What one seat may see (None: a spectator); nothing else leaves towards a phone."""

    def score(self, position: P) -> Score:
        """Points so far, winners when the game is over."""

    def hints(self, position: P, seat: int | None, level: str = "referee") -> list[Hint]:
        """What is due now, and for learners what is possible."""

    def describe(self, position: P, event: E) -> tuple[Message, ...]:
        """The event on this position and what followed from it, for the wording."""

    def position_to_json(self, position: P) -> dict[str, Json]: ...
    def position_from_json(self, data: Json) -> P: ...
    def event_to_json(self, event: E) -> dict[str, Json]: ...
    def event_from_json(self, data: Json) -> E: ...
