"""The school of a running table: teachings come and go, boxes are kept, exported and taken in.

While a box is taught, pictures go to the teaching and not to the table's own eyes.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import cv2

from device.boxes.profiles import BadBox, BoxShelf, box_facts
from device.boxes.shelf import SUFFIX, Shelf, packed
from device.following.sight import Sight
from device.senses.frame import Frame
from device.teaching.session import LEARNED, CannotTeach, Run, Session, in_a_thread
from device.teaching.words import worded
from rules.games import GAMES, AnyGame, offered
from rules.refused import Kind, Refused
from rules.values import Json
from vision.games import eyes_kit, has_eyes

log = logging.getLogger(__name__)

PICTURE_QUALITY = 82  # of the JPEG, of 100
FORGOTTEN = 900.0  # seconds without a page that asks, after which a teaching is given up
Lay = Callable[[str, Mapping[str, Json] | None], None]


class Watched(Protocol):
    """What the school needs of the table."""

    @property
    def game(self) -> AnyGame: ...
    def see(self, frame: Frame) -> Sight | None: ...
    def box_changed(self, game: str) -> None: ...
    def note_teaching(self, teaching: bool) -> None: ...


class School:
    """Where boxes are taught. Any thread may call it; the web sees it as its `TeachSource`."""

    def __init__(
        self,
        table: Watched,
        shelf: Shelf,
        memory: BoxShelf,
        camera: bool = True,
        lay: Lay | None = None,
        run: Run = in_a_thread,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self.shelf, self.memory = table, shelf, memory
        self._camera, self._lay, self._run = camera, lay, run
        self._clock, self._asked = clock, clock()
        self._lock = threading.RLock()
        self.session: Session | None = None
        self.on_look: Callable[[Frame], None] = lambda _: None

    # --- the camera's thread ---

    def see(self, frame: Frame) -> Sight | None:
        """One picture: for the teaching if there is one, else for the table."""
        session = self.session
        if session is not None and self._clock() - self._asked > FORGOTTEN:
            log.warning("nobody looks at the teaching of %s any more", session.course.game)
            self._stop({})
            session = None
        if session is None:
            self.on_look(frame)
            return self.table.see(frame)
        try:
            session.see(frame)
        except Exception:
            log.exception("a picture could not be looked at while teaching")
        return None

    # --- what the page asks ---

    def state(self, language: str) -> dict[str, Json]:
        """Everything the page shows."""
        with self._lock:
            session, self._asked = self.session, self._clock()
            games = filter(has_eyes, offered(self.table.game.name))
            return {
                "camera": self._camera,
                "say": "" if self._camera else "teach.no-camera",
                "boxes": [self._box(game, language) for game in games],
                "session": None if session is None else session.state(language),
            }

    def _box(self, game: str, language: str) -> Json:
        known = self.shelf.profile(game) is not None
        kinds: list[Json] = []
        if known and has_eyes(game):
            course = eyes_kit(game).course
            kinds = [
                {"kind": kind, "text": worded(words, game, language)}
                for kind, words in course.kinds().items()
                if course.again(kind) is not None
            ]
        return {
            "game": game,
            "known": known,
            "course": has_eyes(game),
            "steps": len(eyes_kit(game).course.steps()) if has_eyes(game) else 0,
            "kinds": kinds,
        }

    def picture(self) -> bytes | None:
        """What the camera sees now, for the teaching."""
        session = self.session
        latest = None if session is None else session.onlooker.latest
        if latest is None:
            return None
        return bytes(cv2.imencode(".jpg", latest, [cv2.IMWRITE_JPEG_QUALITY, PICTURE_QUALITY])[1])

    def do(self, command: Mapping[str, Json], language: str) -> dict[str, Json]:
        """Carry out a wish of the page; Refused, and nothing changed, if it cannot be."""
        wishes: Mapping[str, Callable[[Mapping[str, Json]], None]] = {
            "begin": self._begin,
            "again": self._again,
            "tap": self._tap,
            "answer": self._answer,
            "next": self._next,
            "back": self._back,
            "keep": self._keep,
            "stop": self._stop,
        }
        wish = wishes.get(str(command.get("do")))
        if wish is None:
            facts: dict[str, Json] = {"command": str(command.get("do"))[:64]}
            raise Refused(Kind.BAD, "refused.unknown-command", facts)
        with self._lock:
            try:
                wish(command)
            except CannotTeach as fault:
                raise Refused(Kind.STALE, fault.key) from fault
        return self.state(language)

    def _begin(self, command: Mapping[str, Json]) -> None:
        game = str(command.get("game"))
        if not has_eyes(game):
            raise CannotTeach("teach.unknown-box")
        self._open(Session(eyes_kit(game).course, run=self._run))

    def _again(self, command: Mapping[str, Json]) -> None:
        game, kind = str(command.get("game")), str(command.get("kind"))
        known = self.shelf.profile(game) if game in GAMES else None
        if known is None or not has_eyes(game):
            raise CannotTeach("teach.unknown-box")
        answers = self.shelf.answers(game) or known.answers()
        self._open(Session(eyes_kit(game).course, known, kind, answers, run=self._run))

    def _open(self, session: Session) -> None:
        if not self._camera:
            raise CannotTeach("teach.no-camera")
        self.session = session
        self.table.note_teaching(True)
        self._put_out()

    def _going(self) -> Session:
        if self.session is None:
            raise CannotTeach("teach.not-now")
        return self.session

    def _tap(self, command: Mapping[str, Json]) -> None:
        self._going().tap(_corners(command.get("corners")))

    def _answer(self, command: Mapping[str, Json]) -> None:
        self._going().answer(command.get("value"))
        self._put_out()

    def _next(self, command: Mapping[str, Json]) -> None:
        session, before = self._going(), self._going().at
        session.forward(command.get("anyway") is True)
        if session.at != before:
            self._put_out()

    def _back(self, command: Mapping[str, Json]) -> None:
        step = command.get("step")
        self._going().back(step - 1 if isinstance(step, int) else None)
        self._put_out()

    def _keep(self, command: Mapping[str, Json]) -> None:
        """The owner is content: the box goes on the shelf and the table sees by it."""
        del command
        session = self._going()
        outcome, game = session.outcome, session.course.game
        if session.phase != LEARNED or outcome is None:
            raise CannotTeach("teach.not-now")
        try:
            self.shelf.put(game, outcome.profile, outcome.shots, dict(session.answers))
        except OSError as fault:
            log.error("a taught box was not kept: %s", fault)
            raise CannotTeach("teach.not-kept") from fault
        self._end(game)

    def _stop(self, command: Mapping[str, Json]) -> None:
        del command
        self._going()
        self.session = None
        self._clear()
        self.table.note_teaching(False)

    def _end(self, game: str) -> None:
        self.session = None
        self._clear()
        self.table.note_teaching(False)
        self.box_ready(game)

    def box_ready(self, game: str) -> None:
        """A box is known now: the rules learn its facts, the table sees by it."""
        facts = box_facts(self.shelf.profile(game))
        if facts:
            self.memory.remember(game, {**self.memory.facts(game), **facts})
        self.table.box_changed(game)

    # --- people at the simulated table ---

    def _put_out(self) -> None:
        session = self.session
        if self._lay is not None and session is not None:
            self._lay(session.course.game, session.laid.state)

    def _clear(self) -> None:
        if self._lay is not None:
            self._lay("", None)

    # --- boxes as files ---

    def export(self, game: str) -> tuple[str, bytes]:
        """A box as one file: its name and its bytes."""
        try:
            return f"{game}{SUFFIX}", packed(self.shelf.folder_of(game))
        except BadBox as fault:
            raise Refused(Kind.UNKNOWN, "teach.unknown-box") from fault

    def take_in(self, file: Path) -> str:
        """Put a box from a file on the shelf; the game it is of."""
        with self._lock:
            if self.session is not None:
                raise Refused(Kind.STALE, "teach.not-now")
            try:
                game = self.shelf.take_in(file)
            except BadBox as fault:
                log.info("no box was taken in: %s", fault)
                raise Refused(Kind.BAD, "teach.bad-file") from fault
            except OSError as fault:
                log.error("a box was not taken in: %s", fault)
                raise Refused(Kind.BUSY, "teach.not-kept") from fault
            self._end(game)
            return game


def _corners(value: Json) -> list[list[float]]:
    """Four places of the picture, or CannotTeach."""
    if not isinstance(value, list) or len(value) != 4:
        raise CannotTeach("teach.bad-answer")
    return [_place(point) for point in value]


def _place(point: Json) -> list[float]:
    if not isinstance(point, list) or len(point) != 2:
        raise CannotTeach("teach.bad-answer")
    found = [float(n) for n in point if isinstance(n, int | float) and not isinstance(n, bool)]
    if len(found) != 2:
        raise CannotTeach("teach.bad-answer")
    return found
