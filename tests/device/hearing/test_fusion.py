"""Sounds find their towers, counts are checked, and no phone learns a depth."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.hearing.bounces import Train
from device.hearing.counting import Count
from device.hearing.features import Features
from device.hearing.fusion import Audit, Fusion, Sound, pair, suspect
from device.hearing.listener import Heard
from device.hearing.onsets import Onset
from device.journal import Journal
from device.service import TableService
from rules.rights import Speaker
from rules.seven_locks import Drop, Phase
from rules.seven_locks import Heard as HeardEvent

ABOUT: dict[str, Any] = {
    "game": "seven_locks", "players": 2, "options": {}, "box": {"demo": True}, "names": []
}  # fmt: skip
FEATURES = Features(np.zeros(2), np.zeros(2), np.zeros(24), np.zeros(8))


class Told:
    """An ear that says what the sound was labelled with, and remembers the pearls inside."""

    def __init__(self) -> None:
        self.inside: list[int] = []

    def likelihoods(self, found: Features, inside: int = 0) -> tuple[float, ...]:
        self.inside.append(inside)
        return (0.65, *(0.05,) * 7)


class Table:
    """A table of Seven Locks with a clock of its own."""

    def __init__(self, folder: Path) -> None:
        self.now = 100.0
        self.journal = Journal(folder / "journal.db")
        self.service = TableService(self.journal, self.journal.start_game(ABOUT), lambda *_: None)
        self.ear = Told()
        self.fusion = Fusion(self.service, self.ear, lambda: self.now)
        self._commands = 0

    def tell(self, **event: Any) -> None:
        self._commands += 1
        command = {
            "do": "claim", "id": f"c{self._commands}", "version": self.service.version,
            "event": event,
        }  # fmt: skip
        self.service.do(command, Speaker(0, True))
        self.fusion.tick()

    def sound(self, confidence: float = 0.99, ago: float = 0.5) -> None:
        onset = Onset(0, -20.0, 20.0)
        clip = np.random.default_rng(1).normal(0, 0.1, 9600).astype(np.float32)
        heard = Heard(0.0, confidence, (), Train((onset,), 0.0), 0.0, clip, -20.0, 30.0)
        self.fusion.hear(heard, self.now - ago)

    def throw(self, tower: int, heard: bool = True) -> None:
        self.now += 2.0
        if heard:
            self.sound()
        self.tell(type="drop", tower=tower)

    def rest(self) -> None:
        self.now += 2.0
        self.fusion.tick()

    def opening(self) -> None:
        self.tell(type="set_up", start=0, place=0)
        for tower in (*range(7), *range(7)):
            self.throw(tower)
        self.rest()

    def events(self, kind: type) -> list[Any]:
        return [e.event for e in self.service.referee.history if isinstance(e.event, kind)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.journal.close()


def test_every_opening_pearl_is_heard_in_its_tower(table: Table) -> None:
    table.opening()
    assert table.service.referee.position.phase is Phase.ROLL
    assert table.service.referee.position.heard == (2,) * 7
    assert table.ear.inside == [0] * 7 + [1] * 7


def test_no_phone_is_made_stale_by_what_is_heard(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=2, steps=1)
    table.now += 2
    table.sound()
    seen = table.service.version
    table.tell(type="drop", tower=3)
    table.sound()
    table.tell(type="drop", tower=5)
    seen = table.service.version
    table.rest()
    assert table.events(HeardEvent)[-2:] == [
        HeardEvent(3, (0.65, *(0.05,) * 7)), HeardEvent(5, (0.65, *(0.05,) * 7))
    ]  # fmt: skip
    assert table.service.version > seen
    table.service.do(
        {"do": "claim", "id": "late", "version": seen, "event": {"type": "move", "to": 1}},
        Speaker(0, True),
    )
    assert table.service.referee.position.phase is Phase.KEY


def test_phones_see_no_likelihoods(table: Table) -> None:
    table.opening()
    for seat in (0, 1, None):
        assert "0.65" not in str(table.service.snapshot(Speaker(seat), "en"))


def test_undo_takes_the_drop_back_and_its_sound_along(table: Table) -> None:
    table.opening()
    drops = len(table.events(Drop))
    table.service.do({"do": "undo", "id": "u", "version": table.service.version}, Speaker(0, True))
    table.fusion.tick()
    assert len(table.events(Drop)) == drops - 1
    assert table.service.referee.position.heard == (2, 2, 2, 2, 2, 2, 1)


def test_a_sound_when_no_pearl_is_due_is_nothing(table: Table) -> None:
    table.opening()
    table.now += 30
    table.sound()
    table.rest()
    assert len(table.events(HeardEvent)) == 14


def test_more_pearls_heard_than_told_is_said_to_all(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.now += 2
    table.sound(0.999, 1.5)
    table.sound(0.999, 0.4)
    table.tell(type="drop", tower=3)
    table.rest()
    assert table.service.snapshot(Speaker(0), "en")["notices"] == [
        "I heard 2 pearls, 1 were tapped. Please check."
    ]


def test_a_hand_over_a_tower_and_a_sound_make_a_drop(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.now += 2
    table.sound(ago=0.5)
    table.fusion.hand(4, table.now - 1, table.now)
    assert table.events(Drop)[-1] == Drop(4)
    table.rest()
    assert table.events(HeardEvent)[-1].tower == 4


def test_a_sound_without_a_hand_is_no_pearl_once_the_camera_told(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.now += 2
    table.sound(0.999, 1.9)
    table.sound(0.999, 0.5)
    table.fusion.hand(4, table.now - 1, table.now)
    table.rest()
    assert [audit.told for audit in table.fusion.audits] == [14, 1]
    assert table.fusion.audits[-1].count.pearls == 1
    assert table.service.snapshot(Speaker(0), "en")["notices"] == []


def test_a_missed_pearl_keeps_the_others_with_their_towers() -> None:
    sounds = [Sound(1.0, 0.9, FEATURES), Sound(5.1, 0.8, FEATURES)]
    assert pair([1.2, 3.3, 5.2], sounds) == [sounds[0], None, sounds[1]]


def test_of_too_many_sounds_the_clearest_are_taken() -> None:
    sounds = [Sound(1.0, 0.9, FEATURES), Sound(2.0, 0.2, FEATURES), Sound(3.0, 0.8, FEATURES)]
    assert pair([1.5, 3.5], sounds) == [sounds[0], sounds[2]]


def test_the_turn_in_which_the_ear_heard_one_more_is_suspected() -> None:
    audits = [
        Audit(1, (2, 3), 2, Count(2, 0.99, 1)),
        Audit(2, (2, 4), 2, Count(3, 0.93, 2)),
        Audit(3, (2,), 1, Count(1, 0.9, 0)),
    ]
    assert suspect(audits, 2, 1) == 2
    assert suspect(audits, 2, -1) == 3
    assert suspect(audits[:1], 2, -1) is None
