"""The people at the simulated table: they look at their phones, tap, answer and play on.

They know what they did, as people do; the device's eyes never see any of it. They make no next move
before the device has looked at the last one, and asked, ruled, or told what it saw.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.loops.supervisor import Ticks
from device.sim.game_truth import GameTruth
from device.sim.games import truth_of
from rules.errors import ImpossibleEvent
from rules.game import Event, Position
from rules.referee import Entry
from rules.refused import Refused
from rules.rights import Speaker
from rules.values import Json

if TYPE_CHECKING:
    from device.sim.base import Act, Truth
    from device.sim.camera import SimCamera
    from device.table.questions import Question
    from device.table.service import TableService

log = logging.getLogger(__name__)

LOOK_EVERY = 0.25
LOST = "no-board"
NONE = "none"
NOBODY = -1  # the actor of what only the device tells


@dataclass(frozen=True)
class Patience:
    """Seconds the simulated people leave to real ones, and to the device."""

    answer: float = 20.0  # before they answer a question themselves
    tell: float = 8.0  # before they enter by hand what the device does not understand
    next_game: float = 90.0  # before they play again


USUAL = Patience()


@dataclass(frozen=True)
class Step:
    """Something that truly happened, and where it began."""

    before: Position
    event: Event


Happened = tuple[list[Step], Position]  # everything so far, and where it led


class SimPlayers(Ticks):
    """Watches the table as its players would, in a thread of its own."""

    def __init__(
        self,
        table: TableService,
        camera: Callable[[], SimCamera | None],
        clock: Callable[[], float] = time.monotonic,
        patience: Patience = USUAL,
    ) -> None:
        super().__init__("people", LOOK_EVERY, self._turn)
        self._table = table
        self._camera = camera
        self._clock = clock
        self._patience = patience
        self._since: dict[str, float] = {}  # when something began that is waited for
        self._act: Act[Position, Event] | None = None
        self._over: float | None = None
        self._done: set[str] = set()  # what is done once an act
        self._happened: tuple[tuple[SimCamera, int], Happened] | None = None
        self._told: list[tuple[Event, int]] = []  # what was told by phone in this act
        self._shown: SimCamera | None = None

    def _turn(self) -> None:
        try:
            self.look()
        except Refused as refusal:
            log.info("a simulated player was refused: %s", refusal)

    def look(self) -> None:
        """Do what is to be done now."""
        camera = self._camera()
        if camera is None:
            return
        if camera.act is not self._act:
            self._act, self._since, self._done, self._told = camera.act, {}, set(), []
        camera.follow_hints({fault.key: fault.facts for fault in self._table.set_up_faults})
        self._announce(camera)
        question = self._table.doubts.question
        if question is not None:
            self._think_about(question, camera)
        elif self._looked(camera):
            self._go_by_what_was_seen(camera)
        else:
            self._wait_for_eyes(camera)
        self._play_again()

    # -- waiting ----------------------------------------------------------------------------

    def _looked(self, camera: SimCamera) -> bool:
        """Whether the device has read the table to the end since the hands left it."""
        rested, looked = camera.rested, self._table.looked
        return rested is not None and looked is not None and looked >= rested

    def _waited(self, what: str, seconds: float) -> bool:
        """Whether something lasts for so long already."""
        return self._clock() - self._since.setdefault(what, self._clock()) >= seconds

    def _wait_for_eyes(self, camera: SimCamera) -> None:
        """Let the device look; tap the corners of a board that it does not find."""
        lost = self._table.sight == LOST
        self._table.note_simulated(waits="sim.board" if lost else "")
        if not lost:
            return
        first = camera is not self._shown and camera.game.tapped
        if first or self._waited("board", self._patience.tell):
            self._since.pop("board", None)
            self._shown = camera
            self._do({"do": "tap_corners", "corners": camera.corners.tolist()})

    def _go_by_what_was_seen(self, camera: SimCamera) -> None:
        """The device asks nothing: put right or tell what is to be told, then play on."""
        self._let_stand(camera)
        self._agree(camera)
        self._tap(camera)
        if not self._speaks(camera):
            self._table.note_simulated(waits="")
            camera.go_on(camera.act)

    # -- questions --------------------------------------------------------------------------

    def _think_about(self, question: Question, camera: SimCamera) -> None:
        self._table.note_simulated(waits="sim.question")
        if not self._waited(question.id, self._patience.answer):
            return
        steps, end = self._path(camera)
        places = [*(step.before for step in steps), end, camera.act.truth.position]
        choice = true_choice(question, places, self._words.same_table)
        self._do({"do": "answer", "question": question.id, "choice": choice})
        if choice == NONE:
            self._put_right(camera)

    # -- telling ----------------------------------------------------------------------------

    def _speaks(self, camera: SimCamera) -> bool:
        """Tell what is to be told on a phone; whether something was, or is waited for."""
        left = self._untold(camera)
        if left is None and self._must_show(camera):
            self._put_right(camera)
            return True
        due = left[:1] if left and self._for_phones(camera, left) else self._asked_for(camera, left)
        if due and self._is_taken(due[0], len(left or ())):
            return True
        if "right" in self._done or not (due or self._must_know(camera, left)):
            return False
        ruled = self._table.doubts.fault is not None
        self._table.note_simulated(waits="sim.ruling" if ruled else "sim.unclear")
        if self._waited("right", self._patience.tell):
            self._done.add("right")
            self._put_right(camera)
        return True

    def _announce(self, camera: SimCamera) -> None:
        """Say what is said before it is done, such as a spell before its die is thrown."""
        announced = self._words.announced
        events = camera.act.truth.events
        if events and announced(events[0]):
            left = self._untold(camera) or ()
            if left[:1] == [events[0]]:
                self._is_taken(events[0], len(left))

    def _must_show(self, camera: SimCamera) -> bool:
        """Whether somebody must say aloud what he found, and the device told it otherwise."""
        shown = self._words.shown
        if "shown" in self._done or not any(map(shown, camera.act.truth.events)):
            return False
        self._done.add("shown")
        return True

    def _for_phones(self, camera: SimCamera, left: Sequence[Event]) -> bool:
        """Whether only a phone can tell what comes next; some games' set-up is told so."""
        steps, _ = self._path(camera)
        opening = len(camera.game.opening)
        return len(steps) - len(left) < opening or bool(self._words.by_phone(left[0]))

    def _asked_for(self, camera: SimCamera, left: Sequence[Event] | None) -> Sequence[Event]:
        """What the phones ask for without a question, once all else is told."""
        if left != []:
            return ()
        _, end = self._path(camera)
        return self._words.asked(self._table.referee.position, end)

    def _is_taken(self, event: Event, left: int) -> bool:
        """Tell an event, the first of so many that are left, once; a refusal shows that the device
        is wrong about something.
        """
        if (event, left) in self._told:
            return False
        self._told.append((event, left))
        try:
            self._claim(event)
        except Refused as refusal:
            log.info("a simulated player was refused: %s", refusal)
            return False
        return True

    def _must_know(self, camera: SimCamera, left: Sequence[Event] | None) -> bool:
        """Whether people cannot play on before the device knows what it does not know now."""
        if left == [] and not self._left_open():
            return False
        table, truth = self._table, camera.act.truth
        if table.referee.position.phase == "setup" != truth.position.phase:
            coming = camera.coming()  # first they lay things as the phones ask for
            return coming is None or bool(coming.truth.events)
        false_ruling = table.doubts.fault is not None and truth.legal
        told_by_phone = any(map(self._words.by_phone, left or ()))
        return false_ruling or told_by_phone or self._left_open() or camera.over

    def _left_open(self) -> bool:
        """Whether the journal holds an event that somebody must complete."""
        left_open = self._words.left_open
        return any(left_open(entry.event) for entry in self._table.referee.history)

    def _put_right(self, camera: SimCamera) -> None:
        """Take back what the device told wrongly, and enter what happened instead."""
        table, words = self._table, self._words
        steps, end = self._path(camera)
        entries = [e for e in table.referee.history if self._actor(e) != NOBODY]
        places = [table.referee.before(entry.number) for entry in entries]
        for count in range(len(entries), -1, -1):
            known = table.referee.position if count == len(entries) else places[count]
            left = events_since(known, steps, end, words.same_table)
            if left is not None and _can_follow(table.game.apply, known, left):
                for entry in reversed(entries[count:]):
                    self._do({"do": "void", "number": entry.number})
                for event in left:
                    self._claim(event, stands=True)
                return

    def _actor(self, entry: Entry[Event]) -> int | None:
        table = self._table
        return table.game.actor(table.referee.before(entry.number), entry.event)

    def _path(self, camera: SimCamera) -> Happened:
        """What truly happened, worked out again only when more has."""
        known = (camera, len(camera.truths))
        if self._happened is None or self._happened[0] != known:
            self._happened = known, path_of(camera, self._table.game.apply)
        return self._happened[1]

    def _untold(self, camera: SimCamera) -> list[Event] | None:
        """What truly happened since the device was right; None if it is not."""
        steps, end = self._path(camera)
        return events_since(self._table.referee.position, steps, end, self._words.same_table)

    def _claim(self, event: Event, stands: bool = False) -> None:
        """Enter an event on the phone of its seat; a refusal shows an error of the device."""
        table = self._table
        seat = table.game.actor(table.referee.position, event)
        command: dict[str, Json] = {
            "do": "claim",
            "event": table.game.event_to_json(event),
            "stands": stands,
        }
        self._do(command, 0 if seat in (None, NOBODY) else seat)

    def _tap(self, camera: SimCamera) -> None:
        """Tell on the phones what was paid, once the device has seen the move."""
        position, act = self._table.referee.position, camera.act
        if "taps" in self._done or not self._words.same_table(position, act.truth.position):
            return
        self._done.add("taps")
        for claim in act.claims:
            self._claim(claim)

    def _let_stand(self, camera: SimCamera) -> None:
        """Leave a mistake on the table when somebody said on a phone that it may stand."""
        act, history = camera.act, self._table.referee.history
        if act.truth.legal or not history or "stand" in self._done:
            return
        if history[-1].stands and history[-1].event in act.truth.events:
            self._done.add("stand")
            camera.let_stand()

    def _agree(self, camera: SimCamera) -> None:
        """Say that a mistake stands which nobody can take back."""
        fault = self._table.doubts.fault
        if fault is not None and camera.act.truth.stands:
            self._do({"do": "stand", "number": fault.number})

    def _play_again(self) -> None:
        if self._table.game.score(self._table.referee.position).winners is None:
            self._over = None
            return
        self._over = self._over if self._over is not None else self._clock()
        if self._clock() - self._over >= self._patience.next_game:
            self._over = None
            with self._table.changes():
                self._table.new_game(self._table.stored.about)

    def _do(self, command: dict[str, Json], seat: int = 0) -> None:
        version = self._table.version
        said = {"id": f"sim-{uuid.uuid4()}", "version": version, **command}
        self._table.do(said, Speaker(seat, True))

    @property
    def _words(self) -> GameTruth[Position, Event]:
        return truth_of(self._table.game.name)


def path_of(camera: SimCamera, apply: Callable[[Position, Event], Position]) -> Happened:
    """Everything that truly happened so far, event by event, and where that led."""
    steps: list[Step] = []
    end = camera.game.before_opening
    for event in camera.game.opening:
        steps.append(Step(end, event))
        end = apply(end, event)
    for truth in lasting(camera.truths):
        end = truth.since
        for event in truth.events:
            steps.append(Step(end, event))
            end = apply(end, event)
    return steps, end


def lasting(truths: Sequence[Truth[Position, Event]]) -> list[Truth[Position, Event]]:
    """What was right, or was left on the table; a mistake that lies there now may not be."""
    following = [*truths[1:], None]
    return [
        truth
        for truth, after in zip(truths, following, strict=True)
        if truth.legal or (after is not None and not after.repair)
    ]


def events_since(
    position: Position,
    steps: Sequence[Step],
    end: Position,
    same: Callable[[Position, Position], bool],
) -> list[Event] | None:
    """What happened since a position that was on the table, the last time it was; else None."""
    if same(position, end):
        return []
    for number in range(len(steps) - 1, -1, -1):
        if same(position, steps[number].before):
            return [step.event for step in steps[number:]]
    return None


def true_choice(
    question: Question, places: Sequence[Position], same: Callable[[Position, Position], bool]
) -> str:
    """The answer that tells how the table came to lie; the one that tells most of it."""
    found = [
        (at, -number)
        for number, story in enumerate(question.stories, 1)
        for at, place in enumerate(places)
        if same(story.position, place)
    ]
    return str(-max(found)[1]) if found else NONE


def _can_follow(
    apply: Callable[[Position, Event], Position], position: Position, events: Sequence[Event]
) -> bool:
    """Whether events can be entered one by one from here on."""
    try:
        for event in events:
            position = apply(position, event)
    except ImpossibleEvent:
        return False
    return True
