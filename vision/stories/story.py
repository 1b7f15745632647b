"""Stories of what happened between two pictures, and what is asked of whoever weighs them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from rules.values import Ruling

Position = Any
Event = Any

# Stories this far behind the best are forgotten.
KEEP = 12.0


class StoryScore(Protocol):
    """One picture's opinion of stories that begin at one position."""

    base: float

    def score(self, after: Position) -> float: ...

    def prior(self, after: Position) -> float: ...

    def strain(self, after: Position) -> float: ...

    def free_events(self, position: Position) -> list[Event]: ...


class Glimpses(Protocol):
    """What was seen between two still pictures."""

    def weigh(self, paths: Sequence[Sequence[Position]]) -> list[float]: ...

    def reveal(self, path: Sequence[Position], events: Sequence[Event]) -> tuple[Event, ...]: ...


class Lens(Protocol):
    """How pictures of one game are weighed."""

    def story(
        self, reading: Any, before: Position, rivals: Sequence[Position] = ()
    ) -> StoryScore: ...

    def observable(self, events: Sequence[Event]) -> tuple[Event, ...]: ...

    def oddity(self, rules: Iterable[str]) -> float: ...

    def key(self, position: Position) -> Hashable: ...

    def at_rest(self, position: Position) -> bool: ...

    def telling(self, position: Position) -> bool: ...

    def lies_as(self, told: Position, true: Position) -> bool: ...


class Verdict(StrEnum):
    """What is to be done about a picture."""

    UNDERSTOOD = "understood"
    ASK = "ask"
    ILLEGAL = "illegal"
    WAIT = "wait"


@dataclass(frozen=True)
class Branch:
    """A story so far: events since the last certain position, where they lead, its log weight."""

    position: Position
    events: tuple[Event, ...] = ()
    weight: float = 0.0
    fit: float = 0.0
    illegal: float = 0.0
    origin: int = 0
    common: int = 99  # so many first events are the same in every order that leads here
    settled: int = 0  # after so many events every order has come to the same
    effort: float = 0.0  # what its steps cost beyond the usual
    glimpsed: float = 0.0  # what of its weight comes from pictures of hands at work
    other: tuple[Event, ...] = ()  # another order of events that comes to the same


@dataclass(frozen=True)
class Story:
    """A story with the probability it has among its rivals."""

    events: tuple[Event, ...]
    probability: float
    position: Position
    common: int = 99
    settled: int = 0


@dataclass(frozen=True)
class Outcome:
    """The verdict on a picture, with the stories behind it, best first."""

    verdict: Verdict
    stories: tuple[Story, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    fit: float = 0.0
    certain: bool = False
    weight: float = 0.0  # of the best story


def joined(one: Branch, other: Branch) -> Branch:
    """The better of two stories that come to the same, knowing which order of events is open."""
    better, worse = (one, other) if one.weight >= other.weight else (other, one)
    if better.weight - worse.weight > KEEP / 2 or better.events == worse.events:
        return better
    common = min(same_first(better.events, worse.events), better.common, worse.common)
    settled = len(better.events)
    return replace(better, common=common, settled=settled, other=better.other or worse.events)


def same_first(one: Sequence[Event], other: Sequence[Event]) -> int:
    """How many first events are the same."""
    pairs = zip(one, other, strict=False)
    return next(
        (n for n, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(one), len(other))
    )


def told_apart(lens: Lens, stories: Sequence[Story]) -> list[Story]:
    """Stories without those that differ from one another only in what nobody saw.

    Of such the one that leaves it open stands for all, and is as likely as they are together.
    """
    says_less: Callable[..., bool] = getattr(lens, "says_less", lambda *_: False)
    kept: list[Story] = []
    for story in stories:
        at = next((n for n, k in enumerate(kept) if _alike(says_less, k, story)), None)
        if at is None:
            kept.append(story)
            continue
        open_one = story if says_less(story.events, kept[at].events) else kept[at]
        kept[at] = replace(open_one, probability=kept[at].probability + story.probability)
    return sorted(kept, key=lambda each: -each.probability)


def _alike(says_less: Callable[..., bool], one: Story, other: Story) -> bool:
    return says_less(one.events, other.events) or says_less(other.events, one.events)
