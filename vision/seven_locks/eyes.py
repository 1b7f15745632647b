"""The eyes for Schloss der 7 Schlösser: what the watcher asks of any game, answered here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.seven_locks import Phase, Position, SetUp
from rules.seven_locks.pieces import GUESS_AFTER, MEMBERS, PLACES
from rules.seven_locks.position import known_faces
from rules.values import Json
from vision import eyes
from vision.errors import PiecesNotFound
from vision.eyes import BoardFacts, SetUpSeen
from vision.geometry import View
from vision.observe.table import Laid
from vision.sample import Picture
from vision.set_up import SetUpFault
from vision.seven_locks.at_work import SevenLocksHands
from vision.seven_locks.keys import half_hidden
from vision.seven_locks.marks import no_coats
from vision.seven_locks.profile import Profile
from vision.seven_locks.reader import SevenLocksReader
from vision.seven_locks.reading import Memory, Reading
from vision.seven_locks.story import SevenLocksLens
from vision.seven_locks.table import BOARD, SIZES, scene, spot, table
from vision.seven_locks.tops import Tops
from vision.seven_locks.windows import CORNERS, Spot

MOST_HIDDEN = 3  # places behind towers at one of which the keymaster may stand
STANDS_OUT = 3.0  # how much clearer than all others the keymaster's place must be
LEADS = 1.0  # the same where it is only to be asked for, with many places hidden
MOST_STAND = 4  # towers; with fewer of them the game is still being set up
MISSED = -0.4  # how clearly the bare board must show where a tower is missing
PLAIN = 0.4  # what shows less clearly that it is there can hardly be missed later
HOMES_IN = 1.2  # hands are looked for well within this many times as far out as coats lie


@dataclass(frozen=True)
class Seats:
    """How many play, and who starts."""

    players: int
    start: int = 0

    def __len__(self) -> int:
        return self.players


class Eyes(eyes.Eyes):
    """One owner's box, seen."""

    lens: SevenLocksLens
    hands: SevenLocksHands
    untaught = BoardFacts.square(BOARD)

    def __init__(self, profile: Profile, seats: Seats | None = None) -> None:
        self.profile = profile
        spots = [at for pair in profile.homes for at in pair] + [profile.die_at]
        reach = 2 * HOMES_IN * max(abs(x) for at in spots for x in at)
        self._facts = BoardFacts.square(BOARD, hand_area=max(BOARD, reach))
        self._start = seats.start if isinstance(seats, Seats) else 0
        self.reader = SevenLocksReader(profile)
        self.lens = SevenLocksLens()
        self.hands = SevenLocksHands(self.lens, self._tops, self._gone_on)
        self._table: Memory | None = None
        self._lacks = ""  # what the last look at a set-up did not find
        self._laid: Reading | None = None  # the last set-up that was found
        self._found: set[int] = set()  # seats whose coats were hidden then, and were laid anew
        self._die_shown = True  # in the last picture that was read
        self._stood = False  # hands were at the table since the phones asked for the keymaster

    @property
    def board(self) -> Picture:
        """The taught board from above."""
        return self.profile.board

    @property
    def facts(self) -> BoardFacts:
        """The board's sizes; much lies beside the board that hands hide."""
        return self._facts

    def covers(self, view: View) -> list[NDArray[np.float64]]:
        """Outlines of all towers and of the pearls' bin: none of that lies flat on the board."""
        sizes, tops = self.profile.sizes, self._tops()
        towers = [
            np.concatenate(
                [
                    _ring(spot(sizes.ring, place), sizes.tower, 0.0),
                    _ring(tops.at(place), sizes.eaves, tops.height),
                ]
            )
            for place in range(PLACES)
        ]
        return [_outline(view, each) for each in (*towers, _ring((0.0, 0.0), SIZES.bin, 0.01))]

    def _tops(self) -> Tops:
        """Where towers seem to end, as far as that is known of this view."""
        sizes = self.profile.sizes
        return Tops(sizes.ring, sizes.height) if self._table is None else self._table.tops

    def confirm(self, position: Position) -> None:
        """The position is certain: what led to it need not be explained again."""
        self.lens.told = position
        self.hands.confirm(position)

    def _gone_on(self, picture: Picture, view: View, told: Position) -> bool:
        """Whether the keymaster clearly stands elsewhere."""
        if self._table is None:
            return False
        places = self.reader.keymaster(picture, view, self._table, MEMBERS[told.standing])
        return max(places) - places[told.keymaster] > STANDS_OUT

    # -- the set-up -------------------------------------------------------------------------

    def look_at_set_up(self, picture: Picture, view: View, players: int) -> SetUpSeen:
        """What a picture shows of the set-up: all is known of it but where the keymaster stands,
        should somebody have to say that.
        """
        # People first stand him where he is seen, as the phones ask for; then they are asked.
        self._stood |= self._lacks == "keymaster" and self.hands.came
        self.hands.came = False
        table = self.reader.survey(picture, view, players)
        self._lacks, self._laid = "keys" if table is None else "", None
        reading = None if table is None else self.reader.read(picture, view, table, range(7))
        events: list[SetUp] = []
        if reading is not None and min(reading.towers) >= 0:
            self._table, self._laid, self._found = table, reading, set()
            self._die_shown = bool(reading.die)
            events = self._set_ups(reading)
        faults, complete = self._faults(picture, view), self._lacks == "keymaster"
        if not events:
            return SetUpSeen(faults=faults, complete=complete)
        return SetUpSeen(events[0], reading, events[1:], faults)

    def _set_ups(self, reading: Reading) -> list[SetUp]:
        """The set-ups that may be, likeliest first; none while the keymaster may be anywhere."""
        places = likely_places(reading.keymaster)
        if not places or (len(places) > 1 and not self._stood):
            self._lacks = "keymaster"
            return []
        return [SetUp(self._start, place) for place in places]

    def _faults(self, picture: Picture, view: View) -> list[SetUpFault]:
        """Towers that clearly do not stand, once most others do; then what else was not found."""
        towers = self.reader.standing(picture, view)
        if sum(value > 0 for value in towers) < MOST_STAND:
            return []
        missing = _below(towers, MISSED)
        if missing:
            names = ", ".join(str(place + 1) for place in missing)
            return [SetUpFault("setup.seven_locks-towers", {"towers": names})]
        lacks = [SetUpFault(f"setup.seven_locks-{self._lacks}")] if self._lacks else []
        return [*lacks, *self.visibility_hints()] if min(towers) > 0 else self.visibility_hints()

    def visibility_hints(self) -> list[SetUpFault]:
        """Whose coats and which keys are hidden, or hardly told from the table; where towers will
        hide the keymaster; and the die.
        """
        if self._laid is None:
            return []
        pairs = enumerate(self._laid.homes)
        coats = [1.0 if seat in self._found else min(pair) for seat, pair in pairs]
        keys = _below(self._laid.keys, PLAIN)
        hidden = [key for key in keys if half_hidden(self._laid.memory.keys[key])]
        told = []
        for what, which in (
            ("coats", _below(coats, PLAIN)),
            ("row", hidden),
            ("faint", [key for key in keys if key not in hidden]),
            ("behind", self._laid.behind),
        ):
            hard = [str(each + 1) for each in which]
            if hard:
                facts: dict[str, Json] = {"which": ", ".join(hard)}
                told.append(SetUpFault(f"setup.seven_locks-{what}", facts, hint=True))
        if not self._die_shown:
            told.append(SetUpFault("setup.seven_locks-die", hint=True))
        return told

    def lay(self, position: Position) -> Laid:
        """The towers, and keys and coats as their owner lays them."""
        known = self.profile
        return table(known.sizes, known.keys, known.homes), scene(position, known.sizes)

    def read(
        self,
        picture: Picture,
        view: View,
        beliefs: Sequence[Position],
        before: Memory | None,
    ) -> Reading:
        """Read a picture, given what may be on the table, the likeliest first."""
        known = beliefs[0]
        table = before or self._table or self.reader.survey(picture, view, known.players)
        if table is None:
            raise PiecesNotFound(
                "keys and coats of arms were not found; lay them as they were taught"
            )
        row = table.keys
        if known.phase is Phase.OPENING:  # nobody can have used a coat or a key yet
            hidden, table = table.lost, self.reader.laid_anew(picture, view, table)
            self._found |= hidden.keys() - table.lost.keys()
        self._table = table
        self.hands.look_back(picture, view)
        if table.above and not any(each.guesses or each.phase is Phase.GUESS for each in beliefs):
            table = replace(table, marks=no_coats(table.above, table.marks))
        marked = any(len(each.opened) >= GUESS_AFTER - 1 for each in beliefs)
        standing, sides = MEMBERS[known.standing], known_faces(known.setting)
        reading = self.reader.read(picture, view, table, standing, marked, sides)
        if table.keys is not row and self._laid is not None:
            self._laid = replace(self._laid, keys=reading.keys, memory=reading.memory)
        if known.phase is Phase.OPENING:
            reading = not_missed(reading)
        self._die_shown = bool(reading.die)
        pearls = self.hands.note(known, bool(reading.thrown))
        weighed = () if before is None else self.hands.watch.known(before.pearls)
        memory = replace(reading.memory, pearls=pearls)
        return replace(reading, memory=memory, pearls=pearls, weighed=weighed)

    def draw(self, picture: Picture, view: View, position: Position) -> Picture:
        """The picture with what is believed drawn on it."""
        shown = picture.copy()
        outline = np.round(view.project(CORNERS)).astype(np.int32)
        cv2.polylines(shown, [outline], True, (80, 255, 80), 2, cv2.LINE_AA)
        sizes, tops = self.profile.sizes, self._tops()
        for place in MEMBERS[position.standing]:
            _write(shown, view, (*tops.at(place), tops.height), str(position.pearls[place]))
        _write(shown, view, (*spot(sizes.walk, position.keymaster), 0.02), "K")
        if self._table is not None:
            for key, where in enumerate(self._table.keys):
                there = position.row >> key & 1
                _write(shown, view, (*where.at, 0.0), str(key + 1) if there else "-")
        return shown


def not_missed(reading: Reading) -> Reading:
    """A reading before anybody can have used a coat: those that people were asked to lay anew are
    not missed where they lay, and are no longer known there.
    """
    homes, known = list(reading.homes), list(reading.memory.homes)
    for seat in reading.memory.lost:
        first, second = (
            replace(h, seen=h.seen and v >= 0)
            for h, v in zip(known[seat], homes[seat], strict=True)
        )
        known[seat] = (first, second)
        homes[seat] = (max(0.0, homes[seat][0]), max(0.0, homes[seat][1]))
    memory = replace(reading.memory, homes=tuple(known))
    return replace(reading, homes=tuple(homes), memory=memory)


def _below(values: Sequence[float], least: float) -> list[int]:
    return [number for number, value in enumerate(values) if value < least]


def likely_places(values: Sequence[float]) -> list[int]:
    """Where the keymaster may stand, likeliest first: one place or a few, or none if it may be
    anywhere behind the towers, or is not there yet.
    """
    ranked = sorted(range(PLACES), key=lambda place: -values[place])
    best = values[ranked[0]]
    likely = [place for place in ranked if values[place] > best - STANDS_OUT]
    if len(likely) > MOST_HIDDEN and values[likely[1]] > best - LEADS:
        return []
    return likely[:MOST_HIDDEN]


def _ring(at: Spot, radius: float, z: float) -> NDArray[np.float64]:
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    x, y = at[0] + radius * np.cos(turns), at[1] + radius * np.sin(turns)
    return np.stack([x, y, np.full(16, z)], axis=1)


def _outline(view: View, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The outline in the picture of points in space."""
    pixels = view.project(points).astype(np.float32)
    return np.asarray(cv2.convexHull(pixels).reshape(-1, 2), np.float64)


def _write(picture: Picture, view: View, place: Sequence[float], text: str) -> None:
    pixel = view.project(np.array([place]))[0]
    x, y = int(pixel[0]) - 4 * len(text), int(pixel[1]) + 5
    for ink, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
        cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, thick, cv2.LINE_AA)
