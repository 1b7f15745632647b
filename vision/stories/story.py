"""Stories of what happened between two pictures, and what is asked of whoever weighs them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from rules.values import Ruling

Position = Any
Event = Any

# Log likelihood: stories this far behind the best are forgotten.
KEEP = 12.0
PATIENCE, SURE_ENOUGH = 2, 0.85  # still moments a doubt may last, and the share that ends it
EVERY = 99  # more events than any step has


class Score(ABC):
    """One picture's opinion of stories that begin at one position, in log likelihoods."""

    base: float  # how well the picture fits if nothing happened
    hides_order = False  # whether what left no trace may as well have come in another order

    @abstractmethod
    def fit(self, after: Position) -> float:
        """How well the picture fits this position."""

    @abstractmethod
    def prior(self, after: Position) -> float:
        """How usual a story with this end is, before any picture."""

    @abstractmethod
    def unexplained(self, after: Position) -> float:
        """What this position leaves unexplained: 0 or less."""

    @abstractmethod
    def steps(self, position: Position) -> Iterable[tuple[Event, ...]]:
        """The steps that the rules allow now, as far as the picture speaks for them."""

    @abstractmethod
    def free_steps(self, position: Position) -> Iterable[Event | tuple[Event, ...]]:
        """What hands could do now, allowed or not, where the picture shows a change."""

    def step_cost(self, step: tuple[Event, ...]) -> float:
        """What a step costs beyond its number of events."""
        del step
        return 0.0

    def same_order(self, step: tuple[Event, ...]) -> int:
        """How many first events of a step come first in every order that leads there."""
        del step
        return EVERY

    def still_possible(self, after: Position) -> float:
        """How much better an unfinished turn may still fit once it is finished."""
        del after
        return 0.0

    def leaves_no_trace(self, after: Position, events: Sequence[Event] = ()) -> bool:
        """Whether part of a story shows nowhere: something else may have happened instead."""
        del after, events
        return False


class Glimpses(Protocol):
    """What was seen between two still pictures."""

    def weigh(self, paths: Sequence[Sequence[Position]]) -> list[float]: ...

    def reveal(self, path: Sequence[Position], events: Sequence[Event]) -> tuple[Event, ...]: ...


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
    common: int = EVERY  # so many first events are the same in every order that leads here
    settled: int = 0  # after so many events every order has come to the same
    step_cost: float = 0.0  # what its steps cost beyond the usual
    glimpsed: float = 0.0  # what of its weight comes from pictures of hands at work
    other: tuple[Event, ...] = ()  # another order of events that comes to the same


@dataclass(frozen=True)
class Story:
    """A story with the probability it has among its rivals."""

    events: tuple[Event, ...]
    probability: float
    position: Position
    common: int = EVERY
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


class Lens(ABC):
    """How pictures of one game are weighed."""

    @abstractmethod
    def story(self, reading: Any, before: Position, rivals: Sequence[Position] = ()) -> Score:
        """The opinion of a picture about stories that begin at this position."""

    @abstractmethod
    def observable(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events as far as pictures can tell them apart."""

    @abstractmethod
    def mistake_cost(self, rules: Iterable[str]) -> float:
        """What it costs to assume that these rules were broken."""

    @abstractmethod
    def key(self, position: Position) -> Hashable:
        """The same for positions that may be weighed as one."""

    @abstractmethod
    def at_rest(self, position: Position) -> bool:
        """Whether players may leave the table as it lies now."""

    @abstractmethod
    def is_provable(self, position: Position) -> bool:
        """Whether a story that ends here may be told for certain."""

    @abstractmethod
    def looks_same(self, told: Position, true: Position) -> bool:
        """Whether the table lies alike, though more or less is known of it."""

    def patience(self, stories: Sequence[Story]) -> tuple[int, float]:
        """How many moments a doubt may last, and how likely the best story must be to end it."""
        del stories
        return PATIENCE, SURE_ENOUGH

    def takes_back(self, events: Sequence[Event]) -> bool:
        """Whether these events put something back as it was: a piece fell over and was put back."""
        del events
        return False

    def says_less(self, one: Sequence[Event], other: Sequence[Event]) -> bool:
        """Whether one story is the other with something left open that nobody saw."""
        del one, other
        return False


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
    kept: list[Story] = []
    for story in stories:
        at = next((n for n, k in enumerate(kept) if _alike(lens, k, story)), None)
        if at is None:
            kept.append(story)
            continue
        open_one = story if lens.says_less(story.events, kept[at].events) else kept[at]
        kept[at] = replace(open_one, probability=kept[at].probability + story.probability)
    return sorted(kept, key=lambda each: -each.probability)


def _alike(lens: Lens, one: Story, other: Story) -> bool:
    return lens.says_less(one.events, other.events) or lens.says_less(other.events, one.events)
