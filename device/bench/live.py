"""A simulated game followed live by camera and microphone together, faster than real time.

The whole house but web and threads: a clock that a bench can turn, the simulated camera and
microphone, the ear, the watcher, the referee, the journal, and people who tap what only they know.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.bench.books import words_of
from device.bench.sim import make_sim
from device.boxes import box_facts, teach_from, watchers
from device.hearing.bands import RATE
from device.hearing.depth import Untaught
from device.hearing.fusion import KEEN, Fusion
from device.hearing.listener import Listener
from device.journal import Journal
from device.microphone import BLOCK
from device.service import TableService
from device.sim.camera import SimCamera
from device.sim.microphone import SimMicrophone
from device.sim.stage import board_corners
from device.simplayers import SimPlayers
from rules import games
from rules.contract import Json
from rules.seven_locks import Drop, Heard

LOOK_EVERY = 5  # pictures between two looks of the people at their phones
PACE = 5.0
LONGEST = 900.0  # seconds of play


@dataclass
class Live:
    """What came of one game."""

    turns: int = 0
    seconds: float = 0.0
    pearls: int = 0  # thrown
    pearls_told: int = 0
    pearls_right: int = 0  # told with the right tower, in order
    sounds_told: int = 0  # depths kept for the look back
    questions: int = 0
    faults: int = 0
    finished: bool = False
    scores_right: bool = False


class LiveTable:
    """One table with a clock of its own."""

    def __init__(self, folder: Path, seed: int, level: str = "easy", players: int = 3) -> None:
        self.now = 0.0
        self.sim: Any = make_sim("seven_locks", seed, level, players)
        profile = teach_from(self.sim.teach_pictures(), self.sim.game)
        about: dict[str, Json] = {
            "game": self.sim.game,
            "rules": games.find(self.sim.game).version,
            "players": players,
            "names": [],
            "options": {},
            "box": box_facts(profile),
        }
        self.journal = Journal(folder / "journal.db")
        stored = self.journal.start_game(about)
        self.table = TableService(self.journal, stored, watchers(self.sim.game, profile))
        self.camera = SimCamera(self.sim, PACE, self.clock, self.sleep)
        self.microphone = SimMicrophone(lambda: self.sim, self.clock, self.sleep)
        self.fusion = Fusion(self.table, Untaught(), self.clock)
        self.players = SimPlayers(self.table, lambda: self.camera, self.clock)
        self._ear = Listener(KEEN)
        self._heard = 0.0
        self.result = Live()
        self._asked: set[str] = set()
        self._faults: set[int] = set()
        if self.sim.tapped:
            corners = self._corners()
            self.table.take_corners(corners)

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)

    def _corners(self) -> Any:
        return board_corners(self.camera._still).tolist()  # noqa: SLF001 (an owner's four taps)

    def run(self, seconds: float = LONGEST) -> Live:
        """Play to the end of the game, or for some time."""
        count = 0
        while self.now < seconds and not self._over():
            self.table.see(self.camera.read())
            self._listen()
            count += 1
            if count % LOOK_EVERY == 0:
                self._look()
        return self._judged()

    def _over(self) -> bool:
        return bool(self.table.referee.position.phase == "finished")

    def _listen(self) -> None:
        """Hear everything up to now."""
        while self._heard + BLOCK / RATE <= self.now:
            since, self._heard = self._heard, self._heard + BLOCK / RATE
            samples = self.sim.listen(since, self._heard).astype("float32")
            for heard in self._ear.feed(samples):
                self.fusion.hear(heard, heard.time)
        self.fusion.tick()

    def _look(self) -> None:
        question, fault = self.table.doubts.question, self.table.doubts.fault
        if question is not None:
            self._asked.add(question.id)
        if fault is not None:
            self._faults.add(fault.number)
        self.players.look()

    def _judged(self) -> Live:
        result, told = self.result, [e.event for e in self.table.referee.history]
        drops = [event.tower for event in told if isinstance(event, Drop)]
        true = self._true_drops()
        result.turns = words_of(self.sim.game).turn(self.table.referee.position)
        result.seconds = self.now
        result.pearls, result.pearls_told = len(true), len(drops)
        result.pearls_right = sum(a == b for a, b in zip(drops, true, strict=False))
        result.sounds_told = sum(isinstance(event, Heard) for event in told)
        result.questions, result.faults = len(self._asked), len(self._faults)
        result.finished = self._over()
        game = self.table.game
        result.scores_right = game.score(self.table.referee.position) == game.score(
            self.camera.act.truth.position
        )
        return result

    def _true_drops(self) -> list[int | None]:
        """The towers of all pearls thrown so far, in order."""
        events: list[Any] = []
        for act in self.sim.acts(self.sim.room()):
            events += act.truth.events
            if act.truth.position == self.camera.act.truth.position:
                break
        return [event.tower for event in events if isinstance(event, Drop)]

    def close(self) -> None:
        self.journal.close()


def follow_live(folder: Path, seed: int, level: str = "easy", players: int = 3) -> Live:
    """Follow one simulated game with eyes and ears."""
    table = LiveTable(folder, seed, level, players)
    try:
        return table.run()
    finally:
        table.close()
