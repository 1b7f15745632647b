"""Sounds find their towers, counts are checked, and no phone learns a depth."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.following.pearls import Audit, Fusion, Sound, pair, suspect
from device.hearing.bounces import Train
from device.hearing.counting import Count
from device.hearing.features import Features
from device.hearing.listener import Heard
from device.hearing.onsets import Onset
from device.records.journal import Evidence, Journal
from device.table.service import TableService
from rules.referee import Play
from rules.rights import Speaker
from rules.seven_locks import GAME, Coat, Drop, Move, Outcome, Phase, Take, Treasure, Try
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
        self.tell_between_ticks(**event)
        self.fusion.tick()

    def tell_between_ticks(self, **event: Any) -> None:
        self._commands += 1
        command = {
            "do": "claim", "id": f"c{self._commands}", "version": self.service.version,
            "event": event,
        }  # fmt: skip
        self.service.do(command, Speaker(event.get("seat", 0), True))

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

    def notices(self) -> Any:
        return self.service.snapshot(Speaker(0), "en")["notices"]

    def other_game(self) -> None:
        self.service.new_game({**ABOUT, "game": "castle"})

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


def test_the_last_pearl_is_heard_though_it_was_told_just_before(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=3)
    table.now += 2.0
    table.tell_between_ticks(type="drop", tower=3)
    table.sound(ago=0.0)
    table.rest()
    assert [each.tower for each in table.events(HeardEvent)[14:]] == [3]


def test_a_new_calibration_is_heard_with_from_then_on(table: Table) -> None:
    table.tell(type="set_up", start=0, place=0)
    for tower in (*range(7), *range(6)):
        table.throw(tower)
    calibrated = Told()
    table.fusion.take_ear(calibrated)
    table.throw(6)
    table.rest()
    assert (len(table.ear.inside), len(calibrated.inside)) == (0, 14)


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


def test_a_sound_without_a_hand_is_no_pearl_once_the_camera_told(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.now += 2
    table.sound(0.999, 1.9)
    table.sound(0.999, 0.5)
    table.service.write(Play(Drop(4)), Evidence({"by": "camera"}))
    table.fusion.tick()
    table.rest()
    assert [audit.entered for audit in table.fusion.audits] == [14, 1]
    assert table.fusion.audits[-1].count.pearls == 1
    assert table.service.snapshot(Speaker(0), "en")["notices"] == []


def test_what_the_camera_tells_once_the_hands_are_gone_keeps_its_sound(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.now += 100
    table.sound(ago=60)
    table.service.write(Play(Drop(3)), Evidence({"by": "camera"}))
    table.fusion.tick()
    table.rest()
    assert len(table.events(HeardEvent)) == 15


def test_what_a_phone_tells_late_has_lost_its_sound(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.now += 100
    table.sound(ago=60)
    table.tell(type="drop", tower=3)
    table.rest()
    assert len(table.events(HeardEvent)) == 14


def test_a_pearl_is_heard_before_its_roll_is_told(table: Table) -> None:
    table.opening()
    table.now += 2
    table.sound()
    table.tell(type="roll", pearls=1, steps=2)
    table.tell(type="drop", tower=3)
    table.rest()
    assert table.events(HeardEvent)[-1].tower == 3


def test_a_sound_that_is_hardly_a_pearl_is_none(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.now += 2
    table.sound(confidence=0.1)
    table.tell(type="drop", tower=3)
    table.rest()
    assert len(table.events(HeardEvent)) == 14


def test_a_notice_of_the_count_goes_with_the_next_turn_that_is_right(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=2, steps=1)
    table.now += 2
    for ago in (1.5, 0.4):
        table.sound(0.999, ago)
    table.tell(type="drop", tower=3)
    table.sound(0.999, 0.1)
    table.tell(type="drop", tower=4)
    table.rest()
    assert table.notices() == ["I heard 3 pearls, 2 were tapped. Please check."]
    for event in (Move(1), Take(4), Coat(1, False), Try(Outcome.SHORT)):
        table.tell(**GAME.event_to_json(event))
    table.tell(type="roll", seat=1, pearls=1, steps=2)
    table.now += 10
    table.sound(0.999)
    table.tell(type="drop", seat=1, tower=3)
    table.rest()
    assert table.notices() == []


def test_eyes_hear_of_every_sound_that_may_be_a_pearl(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[float, float]] = []
    watcher = SimpleNamespace(heard=lambda *heard: told.append(heard))
    monkeypatch.setattr(table.service, "before_next_frame", lambda errand: errand(watcher))
    table.sound(0.9, ago=1)
    table.sound(0.1, ago=1)
    assert told == [(99.0, 0.9)]


@pytest.mark.parametrize(
    ("sounds", "found", "said"),
    [
        (1, 3, []),
        (1, 4, ["Tower 3: 3 counted, 4 found. I heard no mistake."]),
        (1, 2, ["Tower 3: 3 counted, 2 found. I heard no mistake."]),
        (
            2,
            4,
            ["Tower 3: 3 counted, 4 found. The difference probably arose in turn 1."],
        ),
    ],
)
def test_an_opened_tower_with_other_pearls_than_told_is_said_with_the_turn_that_was_heard_otherwise(
    table: Table, sounds: int, found: int, said: list[str]
) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.now += 2
    for _ in range(sounds):
        table.sound(0.999)
    for event in (Drop(2), Move(2), Take(4), Coat(1, False), Try(Outcome.FITS)):
        table.tell(**GAME.event_to_json(event))
        table.rest()
    table.tell(**GAME.event_to_json(Treasure(found)))
    assert table.notices() == said


def test_a_pearl_whose_sound_is_awaited_is_forgotten_with_its_game(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.throw(3)
    table.other_game()
    table.rest()
    assert (table.service.referee.records, table.notices()) == ((), [])


def test_a_pearl_whose_tower_nobody_saw_counts_and_tells_no_depth(table: Table) -> None:
    table.opening()
    table.tell(type="roll", pearls=1, steps=2)
    table.now += 2
    table.sound()
    table.tell(type="drop", tower=None)
    table.rest()
    assert len(table.events(HeardEvent)) == 14
    assert table.fusion.audits[-1].towers == (None,)
    assert (table.fusion.audits[-1].count.pearls, table.notices()) == (1, [])


def test_no_sound_is_noted_in_a_game_without_pearls(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    whispered: list[Any] = []
    monkeypatch.setattr(table.service, "before_next_frame", whispered.append)
    table.other_game()
    table.sound()
    assert whispered == []


def test_a_missed_pearl_keeps_the_others_with_their_towers() -> None:
    sounds = [Sound(1.0, 0.9, FEATURES), Sound(5.1, 0.8, FEATURES)]
    assert pair([1.2, 3.3, 5.2], sounds) == [sounds[0], None, sounds[1]]
    assert pair([1.2, 3.3, 5.2], sounds[1:]) == [None, None, sounds[1]]
    faint_first = [Sound(1.0, 0.3, FEATURES), Sound(5.1, 0.8, FEATURES)]
    assert pair([1.2, 3.3, 5.2], faint_first) == [faint_first[0], None, faint_first[1]]
    assert pair([1.2, 3.3], []) == [None, None]


def test_of_too_many_sounds_the_clearest_are_taken() -> None:
    sounds = [Sound(1.0, 0.9, FEATURES), Sound(2.0, 0.2, FEATURES), Sound(3.0, 0.8, FEATURES)]
    assert pair([1.5, 3.5], sounds) == [sounds[0], sounds[2]]
    rising = [Sound(1.0, 0.5, FEATURES), Sound(2.0, 0.2, FEATURES), Sound(3.0, 0.8, FEATURES)]
    assert pair([1.5, 3.5], rising) == [rising[0], rising[2]]


def test_the_turn_in_which_the_ear_heard_one_more_is_suspected() -> None:
    audits = [
        Audit(1, (2, 3), 2, Count(2, 0.99, 1)),
        Audit(2, (2, 4), 2, Count(3, 0.93, 2)),
        Audit(3, (2,), 1, Count(1, 0.9, 0)),
    ]
    assert suspect(audits, 2, 1) == 2
    assert suspect(audits, 2, -1) == 3
    assert suspect(audits[:1], 2, -1) is None
    assert suspect([], 2, 1) is None


def test_a_pearl_nobody_told_may_have_fallen_in_any_turn_but_one_too_few_only_in_its_tower() -> (
    None
):
    other_tower = Audit(4, (3,), 1, Count(2, 0.9, 1))
    assert suspect([other_tower], 2, 1) == 4
    fewer = Audit(5, (3,), 1, Count(0, 0.9, 1))
    assert suspect([fewer], 2, -1) is None
    assert suspect([fewer], 3, -1) == 5


def test_of_turns_heard_otherwise_the_surest_is_suspected_and_the_first_of_equals() -> None:
    audits = [
        Audit(1, (2,), 1, Count(2, 0.7, 1)),
        Audit(2, (2,), 1, Count(2, 0.9, 1)),
        Audit(3, (2,), 1, Count(2, 0.9, 1)),
    ]
    assert suspect(audits, 2, 1) == 2
