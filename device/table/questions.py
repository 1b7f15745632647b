"""What the table does not know yet: a likely story, an open question, an open fault."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace

from device.following.crop import Crop, Shot
from device.following.sight import Finding
from rules.game import Event
from rules.values import Json, Ruling
from vision.stories.story import Story


def _mark() -> str:
    return secrets.token_hex(4)


@dataclass(frozen=True)
class Question:
    """Something a player must tell: which of a few stories is true."""

    id: str
    stories: tuple[Story, ...]
    picture: bytes | None = None
    key: str = "question.what-happened"
    crop: Crop | None = None
    mark: str = field(default_factory=_mark, compare=False)

    @property
    def picture_name(self) -> str:
        """What the phones ask for; it cannot be guessed."""
        return f"evidence-{self.id}-{self.mark}"


@dataclass(frozen=True)
class Fault:
    """An illegal move lying on the table, until it is put right or let stand."""

    number: int
    story: Story
    rulings: tuple[Ruling, ...]
    picture: bytes | None = None
    crop: Crop | None = None
    mark: str = field(default_factory=_mark, compare=False)

    @property
    def picture_name(self) -> str:
        """What the phones ask for; it cannot be guessed."""
        return f"evidence-f{self.number}-{self.mark}"


@dataclass(frozen=True)
class Doubts:
    """What is not yet in the journal: the likely story, the open question, the open fault."""

    likely: Story | None = None
    question: Question | None = None
    fault: Fault | None = None

    @property
    def stories(self) -> tuple[Story, ...]:
        """What may have happened."""
        if self.question is not None:
            return self.question.stories
        return () if self.fault is None else (self.fault.story,)

    def pictures(self) -> dict[str, bytes | None]:
        """What proves a question or a fault, by the names the phones ask for."""
        open_one = self.question or self.fault
        if open_one is None:
            return {}
        return {
            open_one.picture_name: open_one.picture,
            **{shot_name(open_one, when): each.picture for when, each in shots(open_one).items()},
        }


def shots(asked: Question | Fault) -> dict[str, Shot]:
    """The pictures of a crop, "before" and "after", as far as there are any."""
    if asked.crop is None:
        return {}
    before, after = asked.crop.before, asked.crop.after
    return {"after": after} if before is None else {"before": before, "after": after}


def shot_name(asked: Question | Fault, when: str) -> str:
    """What the phones ask for to get one of them."""
    return f"{asked.picture_name}-{when}"


def events_of(stories: tuple[Story, ...]) -> list[tuple[Event, ...]]:
    """The events of each story, to see whether two questions are the same."""
    return [story.events for story in stories]


def rest_of(likely: Story | None, known: Story) -> Story | None:
    """What a likely story holds beyond the events that are certain by now."""
    if likely is None or likely.events[: len(known.events)] != known.events:
        return None
    rest = likely.events[len(known.events) :]
    return replace(likely, events=rest) if rest else None


def runner_up(finding: Finding) -> dict[str, Json]:
    """How likely the second story was, for the books."""
    if len(finding.stories) < 2:
        return {}
    return {"runner_up": finding.stories[1].probability}
