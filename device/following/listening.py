"""Listening at a table: the microphone is open only while a game is on it that can be heard."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Generic

from device.following.pearl_book import P, PearlBook
from device.following.pearls import KEEN, Fusion
from device.hearing.box import NAME, BadHearing, load_lessons, make_ear, save_lessons
from device.hearing.calibration import Calibration
from device.hearing.counting import Count
from device.hearing.depth import Ear, Lesson, Untaught
from device.hearing.ears import Ears, MicrophoneState
from device.hearing.listener import Heard
from device.hearing.room import Room
from device.loops.pulses import Pulse, Pulses
from device.records.journal import Evidence
from device.senses.microphone import FoundMicrophone, Microphone
from device.senses.sound import Samples
from rules.game import E
from rules.values import Json

log = logging.getLogger(__name__)

OWN = ("camera", "microphone")  # who enters pearls without anybody's tap
BETWEEN_GAMES = ("setup", "finished")  # phases in which nobody minds a calibration
STEPS = ("start", "again", "more", "stop")


class NotNow(ValueError):
    """Not possible now: a game is running, or there is no pearl to retract."""


class Listening(Generic[P, E]):
    """Opens and closes the ears of a table as its game asks for it."""

    def __init__(
        self,
        table: PearlBook[P, E],
        found: FoundMicrophone,
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
        expect: Callable[[str], Pulse] = lambda name: Pulses().expect(name),
    ) -> None:
        self._expect = expect
        self._pulse: Pulse | None = None
        self._table, self._found, self._folder = table, found, folder
        self._lock = threading.Lock()
        self._on = False
        self._ears = self._new_ears(clock)
        self._ears.switch(False)
        self.guard = self._ears.guard
        self.fusion = Fusion(table, self._known_ear(), clock)
        self.calibration: Calibration | None = None
        self._leave: Callable[[], None] | None = None

    def _known_ear(self) -> Ear | Untaught:
        try:
            return make_ear(load_lessons(self._folder))
        except BadHearing as fault:
            log.error("%s", fault)
            return Untaught()

    def start(self) -> None:
        """Listen from now on whenever it is wanted."""
        self._table.hearing = self
        self._table.show_hearing()
        if self._table.recorder is not None:
            self._table.recorder.taught(self._folder / NAME)
        self._leave = self._table.listen(lambda _: self._adjust())
        self._adjust()
        if self._found.kind != "none":
            self._ears.start()

    def ask(self) -> None:
        """Close the ears soon."""
        if self._leave is not None:
            self._leave()
        if self._pulse is not None:
            self._pulse.end()
        self._ears.ask()

    def join(self, seconds: float) -> bool:
        """Wait until they are closed; whether they are."""
        return self._ears.join(seconds)

    def _adjust(self) -> None:
        """Must not wait: it runs while phones wait for their answer."""
        wanted = self._table.game.sounds is not None and self._table.senses
        with self._lock:
            if wanted == self._on:
                return
            self._on = wanted
        if wanted and self._found.kind == "none":
            self._table.note_microphone(MicrophoneState("no microphone", "none"))
            return
        if self._pulse is not None:
            self._pulse.end()
        self._pulse = self._expect("ears") if wanted else None
        self._ears.switch(wanted)

    def _open(self) -> Microphone:
        """Every try to open the microphone is a beat, and so is every block of sound."""
        self._beat()
        return self._found.open()

    def _beat(self) -> None:
        if self._pulse is not None:
            self._pulse.beat()

    def _note(self, state: MicrophoneState) -> None:
        if state.state == "ended" and self._pulse is not None:
            self._pulse.end()
        self._table.note_microphone(state)

    def _new_ears(self, clock: Callable[[], float]) -> Ears:
        ears = Ears(self._open, self.hear, self._note, KEEN, clock)
        ears.listeners.append(lambda _: self._beat())
        ears.listeners.append(lambda _: self._tick())
        ears.listeners.append(self._record)
        ears.listeners.append(self._room)
        return ears

    def _tick(self) -> None:
        if not self._table.closed:
            self._table.note_listened(self._ears.heard)
            self.fusion.tick()

    def _room(self, samples: Samples) -> None:
        """A calibration listens to the room first."""
        calibration = self.calibration
        if calibration is not None and calibration.room is not None:
            with self._table.changes():
                if calibration.room.add(samples):
                    self._table.show_hearing()

    def _record(self, samples: Samples) -> None:
        recorder = self._table.recorder
        if recorder is not None:
            recorder.sound(samples)

    def hear(self, heard: Heard, moment: float) -> None:
        """One sound: a drop of the calibration, or of the game."""
        calibration = self.calibration
        if self._table.closed:
            return
        if calibration is None:
            self.fusion.hear(heard, moment)
            return
        with self._table.changes():
            calibration.hear(heard)
            self._table.show_hearing()

    def calibrate(self, step: str) -> None:
        """What the host's phone asks for: start, again, more, stop."""
        if self._table.referee.position.phase not in BETWEEN_GAMES:
            raise NotNow("calibrate before or after a game")
        if step == "start":
            self.calibration = Calibration(self._save, room=Room())
        elif step == "stop":
            self._finish()
        elif self.calibration is not None:
            (self.calibration.again if step == "again" else self.calibration.more)()
        self._table.show_hearing()

    @property
    def deniable(self) -> bool:
        """Whether the ear's latest word can be denied: a pearl it entered, or one too many."""
        return self._own_drop() is not None or self._one_too_many()

    def _own_drop(self) -> int | None:
        """The record of the latest play, if it is a pearl that no phone entered."""
        table, rules = self._table, self._table.game.sounds
        if rules is None:
            return None
        for entry in reversed(table.referee.history):
            if not rules.is_heard(entry.event):
                own = table.abouts.get(entry.number, {}).get("by") in OWN
                before = table.referee.before(entry.number) if own else None
                fell = before is not None and rules.fell(before, entry.event)
                return entry.number if fell else None
        return None

    def _one_too_many(self) -> bool:
        notice = self._table.ear_notice
        if notice is None or notice.key != "ear.count" or not self.fusion.audits:
            return False
        audit = self.fusion.audits[-1]
        return audit.count.pearls > audit.entered

    def deny(self, by: Evidence) -> None:
        """Somebody says: that was no pearl."""
        table, drop = self._table, self._own_drop()
        if drop is not None:
            record, _ = table.referee.void(drop)
            table.write(record, by)
        elif self._one_too_many():
            audit = self.fusion.audits[-1]
            right = Count(audit.entered, 1.0, audit.entered)
            self.fusion.audits[-1] = replace(audit, count=right)
            table.note_ear(None)
        else:
            raise NotNow("the ear told of no pearl just now")

    def _finish(self) -> None:
        calibration, self.calibration = self.calibration, None
        if calibration is not None and calibration.lessons:
            self.fusion.take_ear(calibration.ear())

    def _save(self, lessons: list[Lesson]) -> None:
        try:
            save_lessons(self._folder, lessons)
        except OSError as fault:
            log.error("the calibration is not kept: %s", fault)

    def to_json(self) -> Json:
        """The calibration under way, for the phones; None without one."""
        return None if self.calibration is None else self.calibration.to_json()
