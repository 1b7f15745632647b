"""What the table knows of its senses and of the device, beside the game: each news is told."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from device.following.pearl_book import Hearing
from device.following.sight import SightState
from device.records.journal import Journal
from device.records.stored import DEVICE, OFF, ON, SENSES, is_note
from device.records.trouble import JournalFailed
from device.senses.camera_thread import CameraState
from device.table.notices import Notices, Saying
from device.table.open_table import Switch
from device.table.versions import News
from device.table.witnesses import Recorder, Witnesses

if TYPE_CHECKING:
    from device.following.pearl_book import Notice
    from device.hearing.ears import MicrophoneState
    from device.table.simulated import People, Simulated

log = logging.getLogger(__name__)


class Surroundings:
    """Camera, microphone, people and parts of the device. Any thread may tell of them."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._news = News()
        self._lock = self._news.lock
        self.changes, self.touch = self._news.changes, self._news.touch
        self.listen = self._news.listen
        self.sight = SightState.LOOKING.value
        self.seen: str | None = None
        self.camera = CameraState("camera", "off")
        self.microphone: MicrophoneState | None = None
        self.hearing: Hearing | None = None
        self.recordings: Switch | None = None
        self.simulated: Simulated | None = None
        self.people: People | None = None  # at a simulated table
        self.senses = _may_sense(journal)  # whether camera and microphone may be open at all
        self.notices = Notices()
        self.witnesses = Witnesses()

    @property
    def version(self) -> int:
        """Grows with whatever phones can see."""
        return self._news.version

    @property
    def recorder(self) -> Recorder | None:
        """Who records the game, if anybody does."""
        return self.witnesses.recorder

    @property
    def recording(self) -> bool:
        """Whether everything seen and heard is being written down."""
        return self.recorder is not None

    @property
    def ear_notice(self) -> Notice | None:
        """What the ear has to say to everybody."""
        return self.notices.ear

    def _of_device(self) -> Iterator[Saying]:
        """What everybody should know of the device."""
        if self.notices.unsaved is not None:
            yield f"journal.{self.notices.unsaved}", {}
        elif self.journal.on_reserve:
            yield "journal.reserve", {}
        yield from self.notices.of_device(self.journal, self.recording, self.senses)

    # --- what the senses tell ---

    def _note(self, state: str) -> None:
        if state != self.sight:
            self.sight = state
            self.touch()

    def note_seen(self, game: str | None) -> None:
        """Which taught game the camera shows: "" none of them, None while that is not asked."""
        with self.changes():
            if game != self.seen:
                self.seen = game
                self.touch()

    def note_camera(self, state: CameraState) -> None:
        """The camera works, is lost, is black ..."""
        with self.changes():
            self.camera = state
            self.touch()

    def note_microphone(self, state: MicrophoneState) -> None:
        """The microphone works, is lost, is silent ..."""
        with self.changes():
            self.microphone = state
            self.touch()

    def show_hearing(self) -> None:
        """The calibration went on: tell the phones."""
        with self.changes():
            self.touch()

    def note_ear(self, notice: Notice | None) -> None:
        """Something the ear has to say to everybody, until it says something else."""
        with self.changes():
            if notice != self.notices.ear:
                self.notices.ear = notice
                self.touch()

    def set_senses(self, on: bool) -> None:
        """The host opens camera and microphone, or closes them until they are wanted again."""
        self.journal.note(DEVICE, {SENSES: ON if on else OFF})
        self.senses = on
        self.touch()

    # --- a simulated table ---

    def note_table(self, simulated: Simulated) -> None:
        """The table is a simulated one."""
        with self.changes():
            self.simulated = simulated
            self.touch()

    def note_simulated(
        self, waits: str = "", preparing: str | None = None, pace: float | None = None
    ) -> None:
        """What the people at a simulated table wait for, how fast they play, or which box is being
        prepared.
        """
        with self.changes():
            known = self.simulated
            if known is not None:
                box = known.preparing if preparing is None else preparing
                pace = known.pace if pace is None else pace
                self.simulated = replace(known, waits=waits, preparing=box, pace=pace)
            if self.simulated != known:
                self.touch()

    # --- the device ---

    def note_troubled(self, parts: tuple[str, ...]) -> None:
        """Which parts of the device do not do well."""
        with self.changes():
            if parts != self.notices.troubled:
                self.notices.troubled = parts
                self.touch()

    def note_for_host(self, about: str, saying: Saying | None) -> None:
        """What the host alone should hear about something, as words and facts; None: no more."""
        with self.changes():
            if self.notices.tell_host(about, saying):
                self.touch()

    def note_unsaved(self, fault: JournalFailed) -> None:
        """Tell the phones that nothing is saved, until something is again."""
        log.error("not saved: %s", fault)
        if self.notices.unsaved != fault.why:
            self.notices.unsaved = fault.why
            self.touch()


def _may_sense(journal: Journal) -> bool:
    """Whether camera and microphone may be opened; switched off they stay so over a restart."""
    said = [n[SENSES] for n in journal.notes(DEVICE) if SENSES in n and is_note(n)]
    return not said or said[-1] == ON
