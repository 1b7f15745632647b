"""What every game module offers: small values, and the protocol `Game`."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rules.errors import BadSetting
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


P = TypeVar("P")
E = TypeVar("E")


def nothing_hidden(position: P, seat: int | None) -> P:
    """`known` of a game in which nothing that is offered or judged could tell a secret."""
    del seat
    return position


def no_deal(position: object, seed: int) -> None:
    """For games whose set-up people deal, or tell as their box is."""
    del position, seed


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

    def hints(self, position: P, seat: int | None, level: str = REFEREE) -> list[Hint]:
        """What is due, what may be done and what is to come; never from hidden knowledge."""

    def describe(self, position: P, event: E, seat: int | None = None) -> tuple[Message, ...]:
        """What the event is, as one seat may hear it: also for one that only may happen."""

    def followed(self, position: P, event: E, seat: int | None = None) -> tuple[Message, ...]:
        """What followed from an event of the journal, as one seat may hear it."""

    def known(self, position: P, seat: int | None) -> P:
        """The position as a seat may know it: all it is offered and judged comes from there."""

    def shown(self, position: P, event: E, seat: int | None) -> dict[str, Json]:
        """The event's JSON as one seat may see it, secrets of other seats left out."""

    def actor(self, position: P, event: E) -> int | None:
        """The seat whose business the event is; None if anybody at the table may tell it."""

    def secret(self, event: E) -> bool:
        """Whether other seats may not know all of the event, not even the host's phone."""

    def chance(self, position: P) -> list[E]:
        """The equally likely outcomes of a die that is due now; none when none is."""

    def deal(self, position: P, seed: int) -> E | None:
        """A set-up to lay out, the same for the same number; None where people deal themselves."""

    def learned(self, position: P) -> dict[str, Json]:
        """Box facts known by now, in the shape `start` takes, to be remembered for next time."""

    def event_to_json(self, event: E) -> dict[str, Json]: ...
    def event_from_json(self, data: Json) -> E: ...
