"""Sounds and towers brought together: which pearl fell where, and how many.

One microphone cannot tell which tower a pearl fell into: a phone or the camera does. The sounds of
one turn are paired with its pearls once all of them are in the journal. What a sound says of the
depth becomes a `heard` event, which no phone sees.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from device.following.pearl_book import Notice, P, PearlBook
from device.hearing.counting import Count, count_pearls, moment_odds
from device.hearing.features import Features, features
from device.hearing.files import DepthEar
from device.hearing.listener import Heard
from device.records.journal import Evidence
from rules.game import E, Fall, Opened, Sounds
from rules.referee import Accepted, Entry
from rules.values import Json

log = logging.getLogger(__name__)
SETTLE = 0.8  # seconds after the last pearl is entered in which its sound may still come
EARLIER, LATER = 9.0, 2.5  # seconds a sound may come before and after its tap
SEEN_LATER = 120.0  # seconds after which a camera may still tell of a pearl: hands must be gone
KEEN, CLEAR = 0.15, 0.5  # a sound that counts when a pearl is due, and one that counts by itself
MOST = 0.99  # highest confidence in a pearl that no player reported
KEPT = 60  # sounds


@dataclass(frozen=True, eq=False)
class Sound:
    """A sound that may be a pearl."""

    moment: float
    confidence: float
    found: Features


@dataclass(frozen=True)
class PearlEntry:
    """A pearl of the journal: its record, where it fell, and when it was entered."""

    number: int
    fall: Fall
    moment: float
    seen: bool = False  # by the camera, once the hands were gone


@dataclass(frozen=True)
class Audit:
    """One turn's pearls: entered in the journal, and counted by ear."""

    turn: int
    towers: tuple[int | None, ...]
    entered: int
    count: Count


class Fusion(Generic[P, E]):
    """Follows one table by ear. `hear` and `tick` come from one thread."""

    def __init__(
        self, table: PearlBook[P, E], ear: DepthEar, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._table, self._ear, self._clock = table, ear, clock
        self._sounds: list[Sound] = []
        self._entries: list[PearlEntry] = []
        self._paired: dict[int, int] = {}  # drop record: heard record
        self.audits: list[Audit] = []
        self._game = 0  # no game has this number
        self._seen = 0

    @property
    def _rules(self) -> Sounds[P, E] | None:
        """What can be heard of the game on the table, if anything."""
        return self._table.game.sounds

    def _is_due(self) -> bool:
        rules = self._rules
        return rules is not None and rules.due(self._table.referee.position)

    def take_ear(self, ear: DepthEar) -> None:
        """Another calibration."""
        self._ear = ear

    def hear(self, heard: Heard, moment: float) -> None:
        """A sound that may be a pearl; kept only while pearls are due or were just entered."""
        self._follow()
        if self._rules is None:
            return
        self._tell_eyes(moment, heard.confidence)
        if not self._awaited(moment):
            return
        if heard.confidence >= KEEN:
            self._sounds = [*self._sounds, Sound(moment, heard.confidence, features(heard))][-KEPT:]

    def _tell_eyes(self, moment: float, sure: float) -> None:
        """The camera knows over which tower a hand was: it brings pearls into its stories."""
        if sure >= KEEN:
            self._table.before_next_frame(lambda watcher: watcher.heard(moment, sure))

    def tick(self) -> None:
        """Time goes on: settle a turn whose pearls are all entered."""
        self._follow()
        if not self._entries or self._is_due():
            return
        if self._clock() - self._entries[-1].moment >= SETTLE:
            self._settle()

    # --- what the journal says ---

    def _awaited(self, moment: float) -> bool:
        rules = self._rules
        late = bool(self._entries) and moment <= self._entries[-1].moment + LATER
        return late or (rules is not None and rules.soon(self._table.referee.position))

    def _follow(self) -> None:
        """Notice new drops and openings, and drops taken back."""
        table = self._table
        with table.changes():
            if table.stored.id != self._game:
                self._begin_game()
            history = table.referee.history
            numbers = {entry.number for entry in history}
            for entry in history:
                if entry.number > self._seen:
                    self._notice_entry(entry)
            self._seen = max([self._seen, *numbers])
            self._entries = [each for each in self._entries if each.number in numbers]
            self._take_back(numbers)

    def _begin_game(self) -> None:
        table = self._table
        self._game = table.stored.id
        self._seen = max([0, *(entry.number for entry in table.referee.history)])
        self._sounds, self._entries = [], []
        self.audits, self._paired = [], {}

    def _notice_entry(self, entry: Entry[E]) -> None:
        rules = self._rules
        if rules is None:
            return
        before = self._table.referee.before(entry.number)
        fall, opened = rules.fell(before, entry.event), rules.opened(before, entry.event)
        if fall is not None:
            seen = self._table.abouts.get(entry.number, {}).get("by") == "camera"
            self._entries.append(PearlEntry(entry.number, fall, self._clock(), seen))
        elif opened is not None:
            self._audit_chamber(opened)

    def _take_back(self, numbers: set[int]) -> None:
        """A drop that was taken back takes its sound along."""
        for drop, heard in list(self._paired.items()):
            if drop not in numbers:
                del self._paired[drop]
                if heard in numbers:
                    record, _ = self._table.referee.void(heard)
                    self._table.write_quietly(record, Evidence({"by": "microphone"}))

    # --- bringing together ---

    def _settle(self) -> None:
        """Pair the turn's drops with its sounds, write what was heard, and count."""
        entries, self._entries = self._entries, []
        earlier = SEEN_LATER if entries[0].seen else EARLIER
        near = [
            sound
            for sound in self._sounds
            if entries[0].moment - earlier <= sound.moment <= entries[-1].moment + LATER
        ]
        self._sounds = []
        pairs = pair([each.moment for each in entries], near)
        with self._table.changes():
            for drop, sound in zip(entries, pairs, strict=True):
                if sound is not None:
                    self._write(drop, sound)
            self._count(entries, near, pairs)

    def _write(self, drop: PearlEntry, sound: Sound) -> None:
        table, rules, fall = self._table, self._rules, drop.fall
        if rules is None or fall.place is None:
            return
        shares = self._ear.likelihoods(sound.found, fall.inside)
        outcome = table.referee.propose(rules.heard(fall.place, shares))
        if isinstance(outcome, Accepted):
            facts: dict[str, Json] = {"by": "microphone", "probability": sound.confidence}
            self._paired[drop.number] = table.write_quietly(outcome.record, Evidence(facts))

    def _count(
        self, entries: Sequence[PearlEntry], near: Sequence[Sound], pairs: Sequence[Sound | None]
    ) -> None:
        """Count by ear: every entry is a moment, and so is every clear sound left over."""
        spare = [s for s in near if s not in pairs and s.confidence >= CLEAR]
        if entries[0].seen:  # a sound without a hand over a tower was no pearl
            spare = []
        odds = [moment_odds(s.confidence if s else None) for s in pairs]
        odds += [min(MOST, s.confidence) for s in spare]
        count = count_pearls(odds, len(entries))
        if self._rules is not None:
            turn = self._rules.turn(self._table.referee.before(entries[0].number))
            towers = tuple(each.fall.place for each in entries)
            self.audits.append(Audit(turn, towers, len(entries), count))
        if count.pearls != len(entries):
            facts: dict[str, Json] = {"heard": count.pearls, "told": len(entries)}
            self._table.note_ear(Notice("ear.count", facts))
        else:
            self._table.note_ear(None)

    def _audit_chamber(self, opened: Opened) -> None:
        """A chamber holds more or fewer than went in: say when that probably arose."""
        missing = opened.found - opened.entered
        if not missing:
            return
        turn = suspect(self.audits, opened.place, missing)
        facts: dict[str, Json] = {
            "tower": opened.place + 1, "found": opened.found, "told": opened.entered
        }  # fmt: skip
        if turn is None:
            self._table.note_ear(Notice("ear.audit-unknown", facts))
        else:
            self._table.note_ear(Notice("ear.audit", {**facts, "turn": turn}))


def pair(taps: Sequence[float], sounds: Sequence[Sound]) -> list[Sound | None]:
    """For each tap, in order of time, its sound; the clearest if there are too many."""
    kept = sorted(sounds, key=lambda sound: -sound.confidence)[: len(taps)]
    kept.sort(key=lambda sound: sound.moment)
    if len(kept) == len(taps):
        return list(kept)
    return _aligned(taps, kept)


def _aligned(taps: Sequence[float], sounds: Sequence[Sound]) -> list[Sound | None]:
    """Fewer sounds than taps: the pairing in order with the least total distance in time."""
    costs: list[list[tuple[float, tuple[int, ...]]]] = [[(0.0, ())] * (len(taps) + 1)]
    for at, sound in enumerate(sounds):
        row: list[tuple[float, tuple[int, ...]]] = [(float("inf"), ())] * (len(taps) + 1)
        for tap in range(at, len(taps)):
            cost, chosen = costs[at][tap]
            off = abs(taps[tap] - sound.moment)
            row[tap + 1] = min(row[tap], (cost + off, (*chosen, tap)))
        costs.append(row)
    chosen = costs[-1][-1][1]
    found: list[Sound | None] = [None] * len(taps)
    for tap, sound in zip(chosen, sounds, strict=True):
        found[tap] = sound
    return found


def suspect(audits: Sequence[Audit], tower: int, missing: int) -> int | None:
    """The turn in which a tower's count most probably went wrong, if the ear can tell.

    `missing`: pearls found less pearls entered; above 0 one fell that nobody entered.
    """
    worst: tuple[float, int] | None = None
    for audit in audits:
        off = audit.count.pearls - audit.entered
        if tower not in audit.towers and missing <= 0:
            continue
        doubt = 1 - audit.count.probability
        if off and (off > 0) == (missing > 0):
            doubt = 1 + audit.count.probability
        if worst is None or doubt > worst[0]:
            worst = (doubt, audit.turn)
    return None if worst is None or worst[0] < 0.05 else worst[1]
