"""An opening of Seven Locks by ear: recorded, replayed alike, with the microphone pulled midway."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.following.listening import Listening
from device.hearing.ears import MicrophoneState
from device.records.journal import Journal
from device.records.recording import Recorder
from device.running.replay import Replay
from device.senses.microphone import (
    Block,
    EndOfSound,
    FoundMicrophone,
    MicrophoneLost,
    MicrophoneMissing,
)
from device.senses.sound import RATE
from device.sim.sound.pearls import MODERATE, make_box, put_tower
from device.sim.sound.scene import new_scene
from device.table.service import TableService
from rules.rights import Speaker
from rules.seven_locks import Drop, Heard, Phase

ABOUT: dict[str, Any] = {
    "game": "seven_locks", "players": 2, "options": {}, "box": {"demo": True}, "names": []
}  # fmt: skip
BLOCK = 1024
APART = 1.6
TOWERS = (*range(7), *range(7))
START = 500.0


class Evening:
    """A room in which pearls fall and are tapped; its clock is the sound's."""

    def __init__(self, folder: Path, pulled: tuple[float, float] | None = None) -> None:
        scene = new_scene([41, 1], 2.0 + APART * len(TOWERS) + 3.0)
        box = make_box(MODERATE, scene.rng)
        seats = [put_tower(box, depth, scene.rng) for depth in range(7)]
        for number, tower in enumerate(TOWERS):
            scene.drop(box, seats[tower], 1.0 + APART * number, number // 7)
        scene.bed("room", 25)
        self._wave = scene.take().astype(np.float32)
        self._taps = [(truth.time + 0.9, t) for truth, t in zip(scene.truths, TOWERS, strict=True)]
        self._pulled, self._at, self._commands = pulled, 0, 0
        self.states: list[str] = []
        self.journal = Journal(folder / "journal.db")
        self.table = TableService(self.journal, self.journal.start_game(ABOUT), lambda *_: None)
        self.recorder = Recorder(folder / "recording", ABOUT, None, self.clock)
        self.table.keep(self.recorder)
        self.listening = Listening(
            self.table, FoundMicrophone("fake", "it is a test", self.open), folder, self.clock
        )
        self.tell(type="set_up", start=0, place=0)

    def clock(self) -> float:
        return START + self._at / RATE

    def tell(self, **event: Any) -> None:
        self._commands += 1
        command: dict[str, Any] = {
            "do": "claim", "id": f"c{self._commands}", "version": self.table.version, "event": event
        }  # fmt: skip
        self.table.do(command, Speaker(0, True))

    def _pass(self, samples: int) -> None:
        """Time goes on, and players tap."""
        self._at += samples
        while self._taps and self._taps[0][0] <= self._at / RATE:
            self.tell(type="drop", tower=self._taps.pop(0)[1])

    def open(self) -> "Evening":
        if self._is_out():
            raise MicrophoneMissing("no microphone found")
        return self

    def _is_out(self) -> bool:
        return self._pulled is not None and self._pulled[0] <= self._at / RATE < self._pulled[1]

    name = "fake"

    def read(self, timeout: float = 2.0) -> Block:
        if self._is_out():
            raise MicrophoneLost("pulled out")
        if self._at >= len(self._wave):
            raise EndOfSound("all heard")
        block = Block(self._wave[self._at : self._at + BLOCK])
        self._pass(len(block.samples))
        return block

    def close(self) -> None:
        """There is nothing to close."""

    def wait(self, seconds: float) -> bool:
        self._pass(int(seconds * RATE))
        return False

    def hear(self) -> None:
        """Listen to the end, as the microphone's thread would."""

        def note(state: MicrophoneState) -> None:
            self.states.append(state.state)

        self.table.note_microphone = note  # type: ignore[method-assign]
        ears = self.listening._new_ears(self.clock)
        ears.run(self.wait)
        self.recorder.close()

    def count(self, kind: type) -> int:
        return sum(isinstance(entry.event, kind) for entry in self.table.referee.history)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.journal.close()


def test_a_recording_holds_the_sound_and_replays_what_was_heard(
    evening: Evening, tmp_path: Path
) -> None:
    evening.hear()
    assert evening.table.referee.position.heard == (2,) * 7
    played = Replay(tmp_path / "recording", lambda *_: None)
    assert list(played.moments()) == []
    assert played.same_as_recorded()
    assert sum(record["event"]["type"] == "heard" for record in played.records) == 14


def test_a_game_goes_on_by_taps_while_the_microphone_is_pulled(tmp_path: Path) -> None:
    evening = Evening(tmp_path, pulled=(8.0, 13.0))
    evening.hear()
    assert evening.states == ["ok", "lost", "missing", "ok", "ended"]
    assert evening.table.referee.position.phase is Phase.ROLL
    assert evening.count(Drop) == 14
    assert 9 <= evening.count(Heard) <= 12
    played = Replay(tmp_path / "recording", lambda *_: None)
    list(played.moments())
    assert played.same_as_recorded()
    evening.journal.close()
