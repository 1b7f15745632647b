"""One guided teaching: step after step, each with its picture, until the box is learned."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from device.senses.frame import Frame
from device.teaching.looking import (
    LAID,
    LEFT_OVER,
    MOVED,
    BoardTracker,
    Change,
    Seen,
    changes,
    outside,
)
from device.teaching.words import worded
from rules.errors import CastellanError
from rules.values import Json
from vision.course import (
    CORNERS,
    Ask,
    Course,
    Laid,
    Learned,
    Mark,
    Shot,
    Step,
)
from vision.games import eyes_kit
from vision.profile import Profile
from vision.taps import corner_points

log = logging.getLogger(__name__)

STEPPING, LEARNING, LEARNED, FAILED = "stepping", "learning", "learned", "failed"
Run = Callable[[Callable[[], None]], None]


class CannotTeach(CastellanError, ValueError):
    """Something a phone wished for that does not fit now; `key` says why in any language."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the teaching cannot go on: {key}")
        self.key = key


@dataclass(frozen=True)
class MarkSeen:
    """One mark as it is seen now: wanted, seen, left over or moved."""

    mark: Mark
    state: str


@dataclass(frozen=True)
class Outcome:
    """What came of the teaching."""

    profile: Profile
    learned: tuple[Learned, ...]
    shots: tuple[Shot, ...]


def in_a_thread(work: Callable[[], None]) -> None:
    """Learn beside the camera's thread."""
    threading.Thread(target=work, name="learning", daemon=True).start()


@dataclass
class Session:
    """Leads through a course, or through the one step that teaches a kind anew.

    `known` is the box as it was taught before; with `kind` only that kind is learned anew.
    """

    course: Course
    known: Profile | None = None
    kind: str = ""
    answers: dict[str, Json] = field(default_factory=dict)
    run: Run = in_a_thread
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._kit = eyes_kit(self.course.game)
        board = None if self.known is None else self._kit.eyes(self.known).board
        self.onlooker = BoardTracker(self._kit.eyes.untaught, board)
        self.steps: Sequence[Step] = self._steps()
        self.at = 0
        self.phase = STEPPING
        self.fault = ""
        self.marks: tuple[MarkSeen, ...] = ()
        self.outcome: Outcome | None = None
        self.taken: dict[str, Seen] = {}
        self.began = self.clock()
        self.seconds = 0.0
        self._lock = threading.RLock()

    def _steps(self) -> Sequence[Step]:
        steps = self.course.steps()
        if not self.kind:
            return steps
        again = self.course.again(self.kind) if self.kind in self.course.kinds() else None
        if again is None:
            raise CannotTeach("teach.no-such-kind")
        return (steps[0], again)

    # --- what the camera shows ---

    def see(self, frame: Frame) -> None:
        """One picture of the table."""
        with self._lock:
            if self.phase == STEPPING and self.onlooker.see(frame):
                self._look()

    @property
    def step(self) -> Step:
        """The step that is due."""
        return self.steps[self.at]

    @property
    def laid(self) -> Laid:
        """What should lie on the table now."""
        return self.step.lay(self.answers)

    def _look(self) -> None:
        """Judge the picture at rest: is everything there, and nothing else?"""
        seen, bare = self.onlooker.seen, self.taken.get(CORNERS)
        self.fault, self.marks = "", ()
        if seen is None:
            self.fault = "lost" if self.onlooker.sight == "lost" else ""
            return
        marks = self.laid.marks
        if self.step.name == CORNERS:
            self.fault = "outside" if outside(seen.view, self._every_mark()) else ""
            return
        if bare is not None:
            self.marks = tuple(self._placed(seen, bare, marks) + self._gone(seen, bare, marks))
        states = {each.state for each in self.marks}
        self.fault = next((s for s in ("left", "moved", "wanted") if s in states), "")

    def _placed(self, seen: Seen, bare: Seen, marks: Sequence[Mark]) -> list[MarkSeen]:
        """Whether each thing lies where it should, and still as in the picture before."""
        size = self.onlooker.facts.size
        against_bare = changes(seen, bare, marks, size)
        before = self._before(marks)
        moved = {id(m): c for m, c in zip(before[1], self._since(seen, *before), strict=True)}
        found = []
        for mark, change in zip(marks, against_bare, strict=True):
            state = "seen" if change.whole > LAID else "wanted"
            if state == "seen" and id(mark) in moved and moved[id(mark)].colour > MOVED:
                state = "moved"
            found.append(MarkSeen(mark, state))
        return found

    def _before(self, marks: Sequence[Mark]) -> tuple[Seen | None, list[Mark]]:
        """The picture of the step before, and what already lay there as it should now."""
        if self.at == 0:
            return None, []
        last = self.steps[self.at - 1]
        known = set(last.lay(self.answers).marks)
        return self.taken.get(last.name), [mark for mark in marks if mark in known]

    def _since(self, seen: Seen, before: Seen | None, marks: Sequence[Mark]) -> list[Change]:
        return changes(seen, before, marks, self.onlooker.facts.size) if before is not None else []

    def _gone(self, seen: Seen, bare: Seen, marks: Sequence[Mark]) -> list[MarkSeen]:
        """What lay there in an earlier step and should be cleared away by now."""
        places = {mark.at for mark in marks}
        earlier = {m.at: m for step in self.steps[: self.at] for m in step.lay(self.answers).marks}
        cleared = [mark for at, mark in earlier.items() if at not in places]
        found = changes(seen, bare, cleared, self.onlooker.facts.size)
        return [
            MarkSeen(mark, "left")
            for mark, change in zip(cleared, found, strict=True)
            if change.colour > LEFT_OVER
        ]

    def _every_mark(self) -> list[Mark]:
        return [mark for step in self.steps for mark in step.lay(self.answers).marks]

    @property
    def sure(self) -> bool:
        """Whether the step's picture is taken for what it should be."""
        if self.phase != STEPPING or self.onlooker.seen is None or self.fault:
            return False
        ask = self.step.ask
        return ask is None or ask.kind == CORNERS or ask.name in self.answers

    # --- what the phone tells ---

    def answer(self, value: Json) -> None:
        """What the owner tells: corners at any time, else what the step asks."""
        with self._lock:
            ask = self.step.ask
            if ask is None or ask.kind == CORNERS:
                raise CannotTeach("teach.no-answer-due")
            self.answers[ask.name] = _checked(ask, value)
            self._look()

    def tap(self, corners: Sequence[Sequence[float]]) -> None:
        """The board's corners in the picture."""
        with self._lock:
            fault = self.onlooker.tap(corners)
            if fault:
                raise CannotTeach(f"teach.fault.{fault}")
            if self.step.name == CORNERS:
                self.answers[CORNERS] = [list(map(float, corner)) for corner in corners]
            self._look()

    def forward(self, anyway: bool = False) -> None:
        """Take the picture and go on; the owner may insist when the device is not sure."""
        with self._lock:
            if self.phase != STEPPING:
                raise CannotTeach("teach.not-now")
            ask, seen = self.step.ask, self.onlooker.seen
            if seen is None:
                raise CannotTeach("teach.fault.lost" if self.taken else "teach.no-picture")
            if ask is not None and ask.kind != CORNERS and ask.name not in self.answers:
                raise CannotTeach("teach.answer-first")
            if not self.sure and not anyway:
                raise CannotTeach("teach.not-sure")
            self.taken[self.step.name] = seen
            self.onlooker.hold()
            if self.at + 1 < len(self.steps):
                self._go(self.at + 1)
            else:
                self.phase, self.seconds = LEARNING, self.clock() - self.began
                self.run(self._learn)

    def back(self, step: int | None = None) -> None:
        """Do an earlier step again: the one before, or any."""
        with self._lock:
            to = self.at - (self.phase == STEPPING) if step is None else step
            if self.phase == LEARNING or not 0 <= to < len(self.steps):
                raise CannotTeach("teach.not-now")
            self.phase, self.outcome = STEPPING, None
            self._go(to)

    def _go(self, at: int) -> None:
        self.at, self.fault, self.marks = at, "", ()
        if self.onlooker.seen is not None:
            self._look()

    # --- learning ---

    def shots(self, lessons: bool = False) -> list[Shot]:
        """The pictures so far with their labels; all of them, or only those to learn from."""
        return [
            Shot(step.name, self.taken[step.name].picture, self._label(step))
            for step in self.steps
            if step.name in self.taken and (step.lesson or not lessons)
        ]

    def _label(self, step: Step) -> dict[str, Json]:
        corners = self.taken[step.name].view.project(corner_points(*self.onlooker.facts.extent))
        return {
            "game": self.course.game,
            "state": dict(step.lay(self.answers).state),
            "hand": False,
            "note": f"taught on the phone: {step.name}",
            "board_corners_px": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
        }

    def _learn(self) -> None:
        try:
            outcome = self._learned()
        except (CastellanError, ValueError, LookupError, cv2.error) as fault:
            log.warning("a box was not learned: %s", fault)
            self._learned_nothing(fault.key if isinstance(fault, CannotTeach) else "failed")
        except Exception:
            log.exception("a box was not learned")
            self._learned_nothing("failed")
        else:
            with self._lock:
                self.phase, self.outcome = LEARNED, outcome

    def _learned_nothing(self, fault: str) -> None:
        with self._lock:
            self.phase, self.fault = FAILED, fault

    def _learned(self) -> Outcome:
        kit = self._kit
        lessons = [kit.lesson(shot.picture, shot.label) for shot in self.shots(lessons=True)]
        if self.kind and kit.relearn is not None:
            profile = kit.relearn(self.known, lessons[-1])
        else:
            profile = kit.teach(lessons)
        learned = self.course.check(profile, self.shots())
        return Outcome(profile, tuple(learned), tuple(self.shots(lessons=True)))

    # --- what the phone is told ---

    def state(self, language: str) -> dict[str, Json]:
        """Everything the page shows."""
        with self._lock:
            return {
                "game": self.course.game,
                "kind": self.kind,
                "phase": self.phase,
                "step": self.at + 1,
                "steps": [worded(step.title, self.course.game, language) for step in self.steps],
                "how": worded(self.step.how, self.course.game, language),
                "ask": self._ask_json(language),
                "marks": self._marks_json(language),
                "outline": self._outline(),
                "size": self._size(),
                "sight": self.onlooker.sight,
                "sure": self.sure,
                "say": self._say(),
                "fault": self.fault,
                "learned": self._learned_json(language),
                "seconds": round(self.seconds or self.clock() - self.began),
            }

    def _size(self) -> Json:
        latest = self.onlooker.latest
        return None if latest is None else [int(latest.shape[1]), int(latest.shape[0])]

    def _outline(self) -> Json:
        seen = self.onlooker.seen
        if seen is None:
            return None
        return _points(seen.view.project(corner_points(*self.onlooker.facts.extent)))

    def _ask_json(self, language: str) -> Json:
        ask, seen = self.step.ask, self.onlooker.seen
        if ask is None:
            return None
        cells: dict[str, Json] = {}
        if seen is not None:
            cells = {k: _points(seen.view.project(m.outline())) for k, m in ask.cells.items()}
        return {
            "kind": ask.kind,
            "name": ask.name,
            "count": list(ask.count),
            "cells": cells,
            "items": list(ask.items),
            "grid": list(ask.grid),
            "texts": {
                name: worded(words, self.course.game, language) for name, words in ask.texts.items()
            },
            "answer": self.answers.get(ask.name),
        }

    def _marks_json(self, language: str) -> Json:
        marks = self.marks or tuple(MarkSeen(mark, "wanted") for mark in self.laid.marks)
        _, known = self._before([each.mark for each in marks])
        seen = self.onlooker.seen
        return [
            {
                "text": worded(each.mark.text, self.course.game, language),
                "state": each.state,
                "new": each.mark not in known,
                "points": None if seen is None else _points(seen.view.project(each.mark.outline())),
            }
            for each in marks
        ]

    def _say(self) -> str:
        """The key of one line: what the device waits for, or what is wrong."""
        if self.phase != STEPPING:
            failed = self.phase == FAILED
            return f"teach.failed.{self.fault}" if failed else f"teach.{self.phase}"
        ask = self.step.ask
        if self.onlooker.sight in ("dark", "moving", "looking"):
            return f"teach.{self.onlooker.sight}"
        if ask is not None and ask.kind == CORNERS and self.onlooker.seen is None:
            return "teach.tap-corners"
        if self.fault:
            return f"teach.fault.{self.fault}"
        if ask is not None and ask.kind != CORNERS and ask.name not in self.answers:
            return "teach.answer-first"
        return "teach.sure"

    def _learned_json(self, language: str) -> Json:
        if self.outcome is None:
            return None
        kinds = self.course.kinds()
        return [
            {
                "kind": each.kind,
                "text": worded(kinds[each.kind], self.course.game, language),
                "sure": each.sure,
                "rival": worded(kinds[each.rival], self.course.game, language)
                if each.rival in kinds
                else "",
            }
            for each in self.outcome.learned
            if not self.kind or each.kind == self.kind
        ]


def _points(pixels: NDArray[np.float64]) -> Json:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in pixels]


def _checked(ask: Ask, value: Json) -> Json:
    """An answer in the shape the step needs, or CannotTeach."""
    low, high = ask.count
    if ask.kind == "choice":
        if not isinstance(value, str) or value not in ask.items:
            raise CannotTeach("teach.bad-answer")
        return value
    if ask.kind == "cells":
        named = value if isinstance(value, list) else [None]
        cells = {cell for cell in named if isinstance(cell, str) and cell in ask.cells}
        if not low <= len(cells) == len(named) <= high:
            raise CannotTeach("teach.bad-answer")
        return [*sorted(cells)]
    if not isinstance(value, dict) or set(value) != set(ask.items):
        raise CannotTeach("teach.bad-answer")
    if not all(_is_figure(cells, ask) for cells in value.values()):
        raise CannotTeach("teach.bad-answer")
    return {item: value[item] for item in ask.items}


def _is_figure(cells: Json, ask: Ask) -> bool:
    (low, high), (rows, columns) = ask.count, ask.grid
    if not isinstance(cells, list) or not low <= len(cells) <= high:
        return False
    return all(_is_cell(cell, rows, columns) for cell in cells)


def _is_cell(cell: Json, rows: int, columns: int) -> bool:
    if not isinstance(cell, list) or len(cell) != 2:
        return False
    return all(
        type(n) is int and 0 <= n < most for n, most in zip(cell, (rows, columns), strict=True)
    )
