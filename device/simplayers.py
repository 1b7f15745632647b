"""The people at the simulated table: they tap, wait for questions, answer and play again.

They know what they did, as people do; the device's eyes never see any of it.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rules.contract import Json
from rules.rights import Speaker
from web.errors import Refused

if TYPE_CHECKING:
    from device.doubts import Question
    from device.service import TableService
    from device.sim.base import Truth
    from device.sim.camera import SimCamera

log = logging.getLogger(__name__)

LOOK_EVERY = 0.5
ANSWER_AFTER = 20.0  # seconds a person has to answer before the simulated players do
NEXT_GAME_AFTER = 90.0
LOST = "no-board"
NONE = "none"


class SimPlayers:
    """Watches the table as its players would, in a thread of its own."""

    def __init__(
        self,
        table: TableService,
        camera: Callable[[], SimCamera | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._camera = camera
        self._clock = clock
        self._asked: tuple[str, float] | None = None
        self._over: float | None = None
        self._tapped: Any = None
        self._shown: Any = None
        self._stood: Any = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sim players", daemon=True)

    def start(self) -> None:
        """Sit down."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the table."""
        self._stop.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.wait(LOOK_EVERY):
            try:
                self.look()
            except Refused as refusal:
                log.info("a simulated player was refused: %s", refusal)

    def look(self) -> None:
        """Do what is to be done now."""
        camera = self._camera()
        if camera is None:
            return
        camera.heed({fault.key: fault.facts for fault in self._table.set_up_faults})
        question = self._table.doubts.question
        if question is not None:
            camera.pause()
            self._think_about(question, camera)
            return
        camera.resume()
        self._asked = None
        self._show_corners(camera)
        self._let_stand(camera)
        self._agree(camera)
        self._tell(camera)
        self._tap(camera)
        self._play_again()

    def _show_corners(self, camera: SimCamera) -> None:
        """Tap the corners of a board that is not found by itself, once a table."""
        lost = self._table.sight == LOST and camera is not self._shown
        if lost and getattr(camera.game, "tapped", False):
            self._shown = camera
            self._do({"do": "tap_corners", "corners": camera.corners.tolist()})

    def _think_about(self, question: Question, camera: SimCamera) -> None:
        if self._asked is None or self._asked[0] != question.id:
            self._asked = (question.id, self._clock())
        if self._clock() - self._asked[1] < ANSWER_AFTER:
            return
        words = _words(str(self._table.stored.about["game"]))
        choice = true_choice(question, camera.act.truth, words and words.same_table)
        self._do({"do": "answer", "question": question.id, "choice": choice})
        if choice == NONE and words is not None:
            self._tell_since(camera, words)

    def _tell_since(self, camera: SimCamera, words: Any) -> None:
        """Tap what happened since the device was right, when it offers nothing that is true."""
        table = self._table
        position = table.referee.position
        try:
            for event in untold(position, camera.truths, table.game.apply, words.same_table):
                self._do({"do": "claim", "event": table.game.event_to_json(event)})
        except Refused as refusal:
            log.info("a simulated player was refused: %s", refusal)

    def _tap(self, camera: SimCamera) -> None:
        """Tell on the phones what was paid, once the device has seen the move."""
        act = camera.act
        if act is self._tapped or self._table.referee.position != act.truth.position:
            return
        self._tapped = act
        for claim in act.claims:
            self._do({"do": "claim", "event": self._table.game.event_to_json(claim)})

    def _let_stand(self, camera: SimCamera) -> None:
        """Leave a mistake on the table when somebody said on a phone that it may stand."""
        act, history = camera.act, self._table.referee.history
        if act is self._stood or act.truth.legal or not history:
            return
        if history[-1].stands and history[-1].event in act.truth.events:
            self._stood = act
            camera.let_stand()

    def _agree(self, camera: SimCamera) -> None:
        """Say that a mistake stands which nobody can take back."""
        fault = self._table.doubts.fault
        if fault is not None and getattr(camera.act.truth, "stands", False):
            self._do({"do": "stand", "number": fault.number})

    def _tell(self, camera: SimCamera) -> None:
        """Tell on a phone what only a phone can tell, once everything before it is known."""
        truth, words = camera.act.truth, _words(str(self._table.stored.about["game"]))
        if words and self._open_game(camera, words):
            return
        position = getattr(truth, "since", None)
        for event in truth.events if words and position is not None else ():
            if words.by_phone(event) and words.same_table(self._table.referee.position, position):
                self._do({"do": "claim", "event": self._table.game.event_to_json(event)})
                return
            position = self._table.game.apply(position, event)

    def _open_game(self, camera: SimCamera, words: Any) -> bool:
        """Tell the set-up of a game whose set-up is told on phones; whether something was told."""
        game = getattr(camera, "game", None)
        position = getattr(game, "empty", None)
        for event in getattr(game, "opening", ()):
            if words.same_table(self._table.referee.position, position):
                self._do({"do": "claim", "event": self._table.game.event_to_json(event)})
                return True
            position = self._table.game.apply(position, event)
        return False

    def _play_again(self) -> None:
        if self._table.game.score(self._table.referee.position).winners is None:
            self._over = None
            return
        self._over = self._over if self._over is not None else self._clock()
        if self._clock() - self._over >= NEXT_GAME_AFTER:
            self._over = None
            with self._table.changes():
                self._table.new_game(self._table.stored.about)

    def _do(self, command: dict[str, Json]) -> None:
        version = self._table.version
        self._table.do(
            {"id": f"sim-{uuid.uuid4()}", "version": version, **command}, Speaker(0, True)
        )


def _words(game: str) -> Any:
    """What is known of one game to compare told with true; None if nothing is."""
    name = f"device.bench.{game}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def true_choice(
    question: Question, truth: Truth, same: Callable[[Any, Any], bool] | None = None
) -> str:
    """The answer that tells what lies on the table; a story may go back over several moments."""
    for number, story in enumerate(question.stories, 1):
        alike = _lies_so if same is None or hasattr(story.position, "rows") else same
        if story.events == truth.events or alike(story.position, truth.position):
            return str(number)
    return NONE


def untold(
    position: Any,
    truths: Sequence[Truth],
    apply: Callable[[Any, Any], Any],
    same: Callable[[Any, Any], bool],
) -> list[Any]:
    """What truly happened since a position that was on the table once; nothing if it never was."""
    found: list[Any] | None = None
    for before, truth in pairwise(each for each in truths if each.legal):
        there = before.position
        for event in truth.events:
            found = [] if same(position, there) else found
            if found is not None:
                found.append(event)
            there = apply(there, event)
    return found or []


def _lies_so(told: Any, true: Any) -> bool:
    """Whether a table as told is the true one; crests that nobody saw need not be told."""
    if true is None or (told.rows, told.roofs) != (true.rows, true.roofs):
        return False
    pairs = list(zip(told.towers, true.towers, strict=True))
    return all(len(a) == len(b) for a, b in pairs) and all(
        floor.colour == real.colour and floor.crests in (None, real.crests)
        for a, b in pairs
        for floor, real in zip(a, b, strict=True)
    )
