"""A game: its declared facts, then its functions. Whatever most games do alike has a default."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.errors import BadSetting
from rules.fact_words import Kind
from rules.values import (
    HINT_LEVELS,
    NOTHING,
    REFEREE,
    Facts,
    Hint,
    Json,
    Legality,
    Message,
    Option,
    Score,
)


def check_level(level: str) -> str:
    """The level of hints itself; `BadSetting` if there is none of that name."""
    if level not in HINT_LEVELS:
        raise BadSetting(f"no level of hints is called {level!r}; use one of {HINT_LEVELS}")
    return level


class Position(Protocol):
    """A position of whatever game is on the table; only its own game sees more in it."""

    @property
    def phase(self) -> str: ...


class Event(Hashable, Protocol):
    """An event of whatever game is on the table: a frozen dataclass that only its game reads."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


P = TypeVar("P")
E = TypeVar("E")
P_co = TypeVar("P_co", covariant=True)
P_contra = TypeVar("P_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)


class Start(Protocol[P_co]):
    """The position before the set-up event; `BadSetting` where a game cannot begin so."""

    def __call__(self, players: int, options: Facts = NOTHING, box: Facts = NOTHING) -> P_co: ...


class Hints(Protocol[P_contra]):
    """What is due, what may be done and what is to come; never from hidden knowledge."""

    def __call__(
        self, position: P_contra, seat: int | None, level: str = REFEREE
    ) -> list[Hint]: ...


class Describe(Protocol[P_contra, E_contra]):
    """Something about an event, as one seat may hear it."""

    def __call__(
        self, position: P_contra, event: E_contra, seat: int | None = None
    ) -> tuple[Message, ...]: ...


def _anybody(position: object, event: object) -> int | None:
    del position, event
    return None


def _nothing_secret(event: object) -> bool:
    del event
    return False


def _no_dice(position: P) -> list[E]:
    del position
    return []


def _nothing_hidden(position: P, seat: int | None) -> P:
    del seat
    return position


def _nothing_learned(position: object) -> dict[str, Json]:
    del position
    return {}


def _no_deal(position: object, seed: int) -> None:
    del position, seed


def _nothing_to_look_back_on(steps: object, last: object) -> Json:
    del steps, last
    return None


@dataclass(frozen=True)
class Fall:
    """A pearl that an event tells of: into which place it fell, and how many lay there before."""

    place: int | None  # None: nobody saw it
    inside: int


@dataclass(frozen=True)
class Opened:
    """A place whose pearls were counted: how many it held, and how many were entered before."""

    place: int
    found: int
    entered: int


@dataclass(frozen=True, kw_only=True)
class Sounds(Generic[P, E]):
    """What a microphone may tell of a game in which pearls fall into places, one after another."""

    due: Callable[[P], bool]  # whether a pearl falls next
    soon: Callable[[P], bool]  # whether one may fall before anybody tells of anything else
    turn: Callable[[P], int]
    fell: Callable[[P, E], Fall | None]  # None: the event tells of no pearl
    opened: Callable[[P, E], Opened | None]  # None: the event counts none
    heard: Callable[[int, tuple[float, ...]], E]  # how likely its sound is for each depth there
    is_heard: Callable[[E], bool]


@dataclass(frozen=True, kw_only=True)
class Game(Generic[P, E]):
    """One game, as pure functions over immutable positions and events.

    `event_to_json` and `event_from_json` are the game's codec. `hiding` makes the event's JSON as
    one seat may see it, where events have secrets.
    """

    # declared facts
    name: str
    version: str
    players: range
    options: tuple[Option, ...]
    example: bool = False  # to learn from: no host is offered it who does not play it
    # what happens
    start: Start[P]
    legal: Callable[[P, E], Legality]  # all faults at once
    apply: Callable[[P, E], P]  # legal or not; `ImpossibleEvent` if it cannot be
    actions: Callable[[P], list[E]]  # every event the rules do not forbid now, set-up excepted
    matching: Callable[[P, Facts], list[E]]  # those that agree with a partial claim
    chance: Callable[[P], list[E]] = _no_dice  # outcomes of a die that is due, equally likely
    # what is told of it
    view: Callable[[P, int | None], dict[str, Json]]  # nothing else leaves towards a phone
    score: Callable[[P], Score]
    sums: tuple[str, ...]  # the parts of a score that add up to its total; others decide a tie
    turn: Callable[[P], int] | None = None  # which turn it is; None: every event is a turn
    hints: Hints[P]
    describe: Describe[P, E]  # also an event that only may happen
    followed: Describe[P, E]  # what came of an event of the journal
    look_back: Callable[[Sequence[tuple[P, E]], P], Json] = _nothing_to_look_back_on
    kinds: Mapping[str, Kind] = field(default_factory=dict)  # how its facts are worded, by name
    page_facts: tuple[str, ...] = ()  # beginnings of ids of facts that its page names, too
    # who may know and tell what
    known: Callable[[P, int | None], P] = _nothing_hidden  # what a seat is offered and judged by
    actor: Callable[[P, E], int | None] = _anybody  # whose business an event is
    secret: Callable[[E], bool] = _nothing_secret  # whether other seats may not know all of it
    hiding: Callable[[P, E, int | None], dict[str, Json]] | None = None
    # the box and the set-up
    learned: Callable[[P], dict[str, Json]] = _nothing_learned  # box facts, as `start` takes them
    deal: Callable[[P, int], E | None] = _no_deal  # a set-up to lay out, by a number
    # the senses
    sounds: Sounds[P, E] | None = None  # None: nothing of it can be heard
    # the journal
    event_to_json: Callable[[E], dict[str, Json]]
    event_from_json: Callable[[Json], E]

    def shown(self, position: P, event: E, seat: int | None) -> dict[str, Json]:
        """The event's JSON as one seat may see it."""
        if self.hiding is None:
            return self.event_to_json(event)
        return self.hiding(position, event, seat)
