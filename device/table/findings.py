"""What becomes of a finding: events in the journal, a question, a fault, or a likely story."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from device.following.crop import Crop
from device.following.sight import Finding, Sight, SightState
from device.records.journal import Evidence
from device.records.trouble import JournalFailed
from device.table.open_table import StoryTeller
from device.table.questions import Doubts, Fault, Question, events_of, rest_of, runner_up
from rules.errors import CastellanError, ImpossibleEvent
from rules.game import Event, Position
from rules.referee import Record, Referee
from rules.values import Json, Ruling
from vision.set_up import SetUpFault
from vision.stories.story import Story, Verdict

log = logging.getLogger(__name__)
FIRST_SERIAL = 1_000_000  # of questions and open faults, so none looks like a record number
STAYS = 5.0  # seconds a question stays, unless it is answered or certain what happened
# How a table looks that nobody touches.
RESTING = frozenset({SightState.STILL, SightState.DOUBT, SightState.SETTLED})
ASKED = 3  # stories at most that a question names


class Objection(CastellanError, ValueError):
    """A story cannot go on by the rules; `left` are the events not written."""

    def __init__(self, left: tuple[Event, ...], rulings: tuple[Ruling, ...]) -> None:
        super().__init__(f"not allowed: {[ruling.rule for ruling in rulings]}")
        self.left = left
        self.rulings = rulings


class Book(StoryTeller, Protocol):
    """The part of the table that findings change."""

    @property
    def referee(self) -> Referee[Position, Event]: ...
    def write(self, record: Record[Event], evidence: Evidence) -> int: ...
    def note_unsaved(self, fault: JournalFailed) -> None: ...
    def explain_anew(self) -> None: ...
    def touch(self, game: bool = False) -> None: ...


class Findings:
    """What the table does not know for certain. Whoever calls it holds the table's lock."""

    def __init__(self, book: Book, clock: Callable[[], float]) -> None:
        self._book, self._clock = book, clock
        self._serial = FIRST_SERIAL
        self.begin()

    def begin(self) -> None:
        """Another game: nothing is open."""
        self.doubts = Doubts()
        self.set_up_faults: tuple[SetUpFault, ...] = ()  # what is wrong before the first event
        self._asked = -STAYS  # when the open question was first asked
        self._newer: Doubts | None = None  # what takes its place when it has stood long enough
        self._alleged: Doubts | None = None  # a mistake seen only once so far

    # --- what the camera saw ---

    def take(self, sight: Sight) -> None:
        """One look at the table."""
        if sight.finding is not None:
            self._judge(sight.finding)
        elif sight.state not in RESTING:
            self._alleged = None
        elif self._alleged is not None:
            self._doubt(self._alleged)

    def catch_up(self) -> None:
        """Show what waited for a question to have stood long enough."""
        if self._newer is not None:
            self._doubt(self._newer)

    def _judge(self, finding: Finding) -> None:
        story = finding.stories[0] if finding.stories else None
        self._note_set_up(finding.set_up_faults)
        match finding.verdict:
            case Verdict.UNDERSTOOD if story is not None and finding.certain:
                self._accept(story, finding)
            case Verdict.UNDERSTOOD if story is not None:
                self._doubt(Doubts(likely=story))
            case Verdict.ASK:
                self._ask(finding)
            case Verdict.ILLEGAL if story is not None:
                self._allege(self._objection(story, finding.rulings, finding.picture, finding.crop))
                return
        self._alleged = None

    def _note_set_up(self, faults: tuple[SetUpFault, ...] | None) -> None:
        if faults is not None and faults != self.set_up_faults:
            self.set_up_faults = faults
            self._book.touch()

    def _allege(self, doubts: Doubts) -> None:
        """A mistake is shown at the second look: at the first, hands may only have paused."""
        again = doubts in (self.doubts, self._newer, self._alleged)
        self._alleged = doubts
        if again:
            self._doubt(doubts)

    def _accept(self, story: Story, finding: Finding) -> None:
        """A story that is certain becomes events; an empty one says the table is as known."""
        about: dict[str, Json] = {"by": "camera", **runner_up(finding)}
        try:
            self._book.tell_story(story, finding.picture, about)
            self._reveal(finding)
            self.set(Doubts(likely=rest_of(finding.likely, story)))
        except Objection as objection:
            self._object(story, objection, finding.picture, finding.crop)
        except ImpossibleEvent as fault:
            log.error("a story was not written down: %s", fault)
        except JournalFailed as fault:
            self._book.note_unsaved(fault)
            self._book.explain_anew()  # so that it is found again when there is room

    def _reveal(self, finding: Finding) -> None:
        """Something built unseen shows itself now: complete the event it was built in."""
        referee = self._book.referee
        for fact in finding.late_facts:
            entries = [(e, fact.complete(e.event)) for e in reversed(referee.history)]
            entry, whole = next((each for each in entries if each[1] is not None), (None, None))
            if entry is None or whole is None or whole == entry.event:
                continue
            record, change = referee.amend(entry.number, whole)
            # What would not fit was misread; nobody is troubled with it.
            if len(change.misfits) <= len(referee.misfits):
                self._book.write(record, Evidence({"by": "camera"}, finding.picture))

    def _ask(self, finding: Finding) -> None:
        stories = finding.stories[:ASKED]
        for doubts in (self.doubts, self._newer):
            asked = None if doubts is None else doubts.question
            if doubts is not None and asked and events_of(asked.stories) == events_of(stories):
                self._doubt(doubts)
                return
        question = Question(self.next_id("q"), stories, finding.picture, crop=finding.crop)
        self._doubt(Doubts(question=question))

    def _object(
        self,
        story: Story,
        objection: Objection,
        picture: bytes | None,
        crop: Crop | None = None,
    ) -> None:
        left = replace(story, events=objection.left)
        self.set(self._objection(left, objection.rulings, picture, crop))

    def _objection(
        self,
        story: Story,
        rulings: tuple[Ruling, ...],
        picture: bytes | None,
        crop: Crop | None,
    ) -> Doubts:
        """A fault that lies on the table; the one that is known, if it is the same."""
        for doubts in (self.doubts, self._newer, self._alleged):
            known = None if doubts is None else doubts.fault
            if doubts is not None and known and known.story.events == story.events:
                return doubts
        self._serial += 1
        log.info("illegal: %s", ", ".join(ruling.rule for ruling in rulings))
        return Doubts(fault=Fault(self._serial, story, rulings, picture, crop))

    def _doubt(self, doubts: Doubts) -> None:
        """Take another doubt, but leave an open question long enough to be read."""
        asked = self.doubts.question
        stays = asked is not None and self._clock() - self._asked < STAYS
        if stays and doubts.question is not asked:
            self._newer = doubts
        else:
            self.set(doubts)

    # --- what phones ask for ---

    def ask_which(self, stories: Iterable[Story]) -> None:
        """Ask the phones which story is meant, after a claim that fits several."""
        question = Question(self.next_id("q"), tuple(stories), None, "question.which")
        self.set(Doubts(question=question))

    def settle(
        self, story: Story, picture: bytes | None, about: Mapping[str, Json], command: str
    ) -> None:
        """A player said which story is true; if it breaks a rule, that is the next thing open."""
        try:
            self._book.tell_story(story, picture, about, command)
        except Objection as objection:
            self._object(story, objection, picture)

    def set(self, doubts: Doubts) -> None:
        """This is what is open now, and nothing else."""
        self._newer = self._alleged = None
        if doubts.question is not None and doubts.question is not self.doubts.question:
            self._asked = self._clock()
        if doubts != self.doubts:
            asked = doubts.question or doubts.fault or self.doubts.question or self.doubts.fault
            self.doubts = doubts
            self._book.touch(game=asked is not None)

    def next_id(self, letter: str) -> str:
        """A name for a question or a request, never given twice."""
        self._serial += 1
        return f"{letter}{self._serial}"
