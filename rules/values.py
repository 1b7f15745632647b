"""Small values that every game and every room speaks in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Facts: TypeAlias = Mapping[str, Json]
Choice: TypeAlias = str | int | bool
NOTHING: Facts = MappingProxyType({})


# How much the device says of itself: rulings alone, or also what a referee would tell.
SILENT, REFEREE = "silent", "referee"
HINT_LEVELS = (SILENT, REFEREE)


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
