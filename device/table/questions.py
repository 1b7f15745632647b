"""What the table does not know yet: a likely story, an open question, an open fault."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace

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
