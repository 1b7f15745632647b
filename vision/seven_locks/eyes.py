"""The eyes for Schloss der 7 Schlösser: what the watcher asks of any game, answered here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.seven_locks import Drop, Phase, Position, SetUp, open_towers
from rules.seven_locks.pieces import GUESS_AFTER, MEMBERS, PLACES
from rules.seven_locks.position import known_faces
from rules.values import Json
from vision import eyes
from vision.errors import PiecesNotFound
from vision.eyes import BoardFacts
from vision.geometry import View
from vision.rest import Reach, Rest
from vision.sample import Picture
from vision.set_up import SetUpFault
from vision.seven_locks.hands import Lost, find_hand, reaching, tower_tops
from vision.seven_locks.keys import half_hidden
from vision.seven_locks.marks import no_coats
from vision.seven_locks.pearls import PearlWatch
from vision.seven_locks.profile import Profile
from vision.seven_locks.reader import SevenLocksReader
from vision.seven_locks.reading import Memory, Reading
from vision.seven_locks.story import SevenLocksLens, rolls, thrown
from vision.seven_locks.table import BOARD, SIZES, spot
from vision.seven_locks.tops import Tops
from vision.seven_locks.windows import CORNERS, Spot
from vision.still import Small, shrink

PEARLS_DUE = (Phase.OPENING, Phase.DROP)
AFTER_MOVING = (Phase.KEY, Phase.TRY, Phase.COATS, Phase.TREASURE, Phase.GUESS)
CLEAR_SOUND, CLEAR_HAND = 0.97, 0.8  # how sure a pearl must be to be told while hands are at work
# How likely a hand over a tower that threw the die too let a pearl go that nobody heard.
WITH_THE_DIE = 0.06
MOST_AT_WORK = 40  # pictures that are kept until the table rests again
MOST_HIDDEN = 3  # places behind towers at one of which the keymaster may stand
STANDS_OUT = 3.0  # how much clearer than all others the keymaster's place must be
LEADS = 1.0  # the same where it is only to be asked for, with many places hidden
STOPPED = 10.0  # seconds behind the pictures by which ears no longer listen
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
    untaught = BoardFacts.square(BOARD)
    hands_may_rest = True  # over towers, keys and coats while people think
    now = 0.0  # the time of the picture that is looked at

    def __init__(self, profile: Profile, seats: Seats | None = None) -> None:
        self.profile = profile
        spots = [at for pair in profile.homes for at in pair] + [profile.die_at]
        reach = 2 * HOMES_IN * max(abs(x) for at in spots for x in at)
        self._facts = BoardFacts.square(BOARD, hand_area=max(BOARD, reach))
        self._start = seats.start if isinstance(seats, Seats) else 0
        self.reader = SevenLocksReader(profile)
        self.lens = SevenLocksLens()
        self.watch = PearlWatch()
        self._read_at = -np.inf
        self._told: Position | None = None
        self._thrown = False  # the die was thrown since then
        # When a picture showed that the keymaster had moved, after how many throws of the die.
        self._moved_by: tuple[float, int] | None = None
        # The last picture in which no pearl was due any more, after how many throws of the die.
        self._none_due = (0.0, 0)
        self._listened = np.inf  # up to when the microphone has heard everything
        self._at_work: list[tuple[float, Small]] = []  # pictures since the table last rested
        self._before: Rest | None = None  # how it lay then
        self._table: Memory | None = None
        self._lacks = ""  # what the last look at a set-up did not find
        self._laid: Reading | None = None  # the last set-up that was found
        self._found: set[int] = set()  # seats whose coats were hidden then, and were laid anew
        self._die_shown = True  # in the last picture that was read
        self._stood = False  # hands were at the table since the phones asked for the keymaster
        self.rivals: list[SetUp] = []  # set-ups that fit as well: the keymaster is behind a tower

    @property
    def board(self) -> Picture:
        """The taught board from above."""
        return self.profile.board

    @property
    def facts(self) -> BoardFacts:
        """The board's sizes; much lies beside the board that hands hide."""
        return self._facts

    def begin_frame(self, time: float) -> None:
        """Sounds and hands are compared by the time of their picture."""
        self.now = time

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

    # -- pearls -----------------------------------------------------------------------------

    def listen(self) -> None:
        """Pearls that are not heard fell nowhere, from now on."""
        self.lens.hears = True

    def heard(self, time: float, sure: float) -> None:
        """The microphone heard something that may be a pearl."""
        self.listen()
        self.watch.sound(time, sure)

    def heard_until(self, time: float) -> None:
        """Everything up to then was heard: on a busy machine ears come later than eyes."""
        self._listened = time

    def _listened_till(self, now: float) -> float:
        """Up to when ears have heard, unless they have stopped."""
        return self._listened if now - STOPPED < self._listened < now else now

    def hand_seen(self, time: float, small: Small, rest: Rest, view: View) -> None:
        """A picture in which something moves: is a hand over a tower?"""
        self._note_people()
        towers = self._over(small, rest, view)
        if towers is None:
            self.watch.blind(time)
        else:
            self.watch.hand(time, towers)
        self._at_work = [*self._at_work, (time, small)][-MOST_AT_WORK:]
        self._before = rest

    def _note_people(self) -> None:
        """Whoever moves something may stand the keymaster as the phones ask for."""
        self._stood |= self.laid_out

    def _over(self, small: Small, rest: Rest, view: View) -> tuple[float, ...] | None:
        """Over which tower a hand is, if it is known where they are."""
        tops = tower_tops(view, self._tops(), small.shape[1])
        standing = range(PLACES) if self._told is None else MEMBERS[self._told.standing]
        try:
            return find_hand(small, rest, view, tops, standing)
        except Lost:
            return None

    def _look_back(self, picture: Picture, view: View) -> None:
        """Look once more at the pictures in which something was heard to fall: now that the table
        rests again it shows what is no hand, and where the towers are since it was knocked.
        """
        before, self._before = self._before, None
        pictures, self._at_work = dict(self._at_work), []
        times = self.watch.when_heard(list(pictures))
        if before is None or not times:
            return
        after = shrink(picture)
        if before.small.shape != after.shape:
            return
        old = replace(before, before=Rest(after, view))
        new = Rest(after, view, replace(before, before=None))
        for time in times:
            small = pictures[time]
            rest = min(new, old, key=lambda each: _unlike(small, each))
            towers = self._over(small, rest, rest.view)
            if towers is not None and any(towers):
                self.watch.hand(time, towers)

    def over_piece(self, small: Small, rest: Rest, view: View) -> Reach | None:
        """Where a hand rests over a tower, if its arm is seen."""
        return reaching(small, rest, view, tower_tops(view, self._tops(), small.shape[1]))

    def lost_view(self, time: float) -> None:
        """A picture in which something moves, but nobody knows where the board is."""
        self._note_people()
        self.watch.blind(time)

    def confirm(self, position: Position) -> None:
        """The position is certain: what led to it need not be explained again."""
        before, self._told = self._told, position
        thrown_now, self._thrown = self._thrown, False
        self.lens.told = position
        if before is None:
            return
        if _stage(before) != _stage(position):
            self.watch.take(thrown(before, position)[0])
        if rolls(position) > self._none_due[1]:
            self.watch.forget(self._none_due[0])  # of an earlier throw, however that went
        if thrown_now and position.phase is Phase.DROP and position.hand == position.rolled:
            self.watch.no_throws(-np.inf, self._read_at, WITH_THE_DIE)

    def nothing_happened(self) -> None:
        """Nothing happened that is not told: what was heard and seen by now was no pearl, if none
        is due.
        """
        if not self.hands_expected():
            self.watch.forget(self._read_at)

    def hands_expected(self) -> bool:
        """Whether pearls are due: a hand rests over one tower after the other."""
        return self._told is not None and self._told.phase in PEARLS_DUE

    def must_wait(self, now: float, picture: Picture, view: View) -> bool:
        """Whether a pearl may still be falling, while more are due than were heard and the
        keymaster has not gone on.
        """
        if not self.lens.hears or self._told is None or not self.hands_expected():
            return False
        heard = sum(pearl.sure >= CLEAR_SOUND for pearl in self.watch.pearls())
        if heard >= self._told.hand or not self.watch.waiting(self._listened_till(now)):
            return False
        return self._table is None or not self._gone_on(picture, view, self._told, self._table)

    def _gone_on(self, picture: Picture, view: View, told: Position, table: Memory) -> bool:
        """Whether the keymaster clearly stands elsewhere."""
        places = self.reader.keymaster(picture, view, table, MEMBERS[told.standing])
        return max(places) - places[told.keymaster] > STANDS_OUT

    def _note(self, known: Position, thrown: bool) -> None:
        """Note for what hands were over towers until the last picture, given what was likely."""
        if thrown and not self._thrown and not self.hands_expected():
            self._thrown = True
            self.watch.none_before(self._read_at)
        self._other_hands(known)
        if known.phase not in PEARLS_DUE:
            self._none_due = (self._read_at, rolls(known))
        self._read_at = self.now

    def _other_hands(self, known: Position) -> None:
        """Once the keymaster has moved hands are over towers for keys and coats, until somebody
        throws the die again.
        """
        if self._moved_by is not None and self._moved_by[1] == rolls(known):
            self.watch.no_throws(self._moved_by[0], self._read_at)
        self._moved_by = (self._read_at, rolls(known)) if known.phase in AFTER_MOVING else None

    def event_before_hands_leave(self, position: Position) -> Drop | None:
        """A pearl so clear that nobody need wait for the hands to leave.

        The last one due is left to the table at rest: one too many may follow it. So is an
        opening pearl that seems to fall where the next one does: one of them fell elsewhere.
        """
        if not self.lens.hears or position.phase not in PEARLS_DUE or position.hand < 2:
            return None
        clear = [pearl for pearl in self.watch.pearls()[:2] if pearl.sure >= CLEAR_SOUND]
        opening = position.phase is Phase.OPENING
        if len(clear) <= opening or max(clear[0].towers) < CLEAR_HAND:
            return None
        tower = clear[0].tower
        if opening and tower == clear[1].tower:
            return None
        return Drop(tower) if tower in open_towers(position) else None

    def set_up(self, picture: Picture, view: View, players: int) -> tuple[SetUp, Reading] | None:
        """The set-up a picture shows, or None if something is not in its place yet."""
        table = self.reader.survey(picture, view, players)
        self._lacks, self._laid = "keys" if table is None else "", None
        if table is None:
            return None
        reading = self.reader.read(picture, view, table, range(7))
        if min(reading.towers) < 0:
            return None
        # All else is known, should somebody have to say where the keymaster is.
        self._table, self._laid, self._found = table, reading, set()
        self._die_shown = bool(reading.die)
        places = likely_places(reading.keymaster)
        # People first stand him where he is seen, as the phones ask for; then they are asked.
        if not places or (len(places) > 1 and not self._stood):
            self._lacks = "keymaster"
            return None
        first, *self.rivals = (SetUp(self._start, place) for place in places)
        return first, reading

    @property
    def laid_out(self) -> bool:
        """Whether the last look at a set-up found all but where the keymaster stands."""
        return self._lacks == "keymaster"

    def set_up_faults(self, picture: Picture, view: View, players: int) -> list[SetUpFault]:
        """Towers that clearly do not stand, once most others do; then what else was not found."""
        del players
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
        self._look_back(picture, view)
        if table.above and not any(each.guesses or each.phase is Phase.GUESS for each in beliefs):
            table = replace(table, marks=no_coats(table.above, table.marks))
        marked = any(len(each.opened) >= GUESS_AFTER - 1 for each in beliefs)
        standing, sides = MEMBERS[known.standing], known_faces(known.setting)
        reading = self.reader.read(picture, view, table, standing, marked, sides)
        if table.keys is not row and self._laid is not None:
            self._laid = replace(self._laid, keys=reading.keys, memory=reading.memory)
        if known.phase is Phase.OPENING:
            reading = not_missed(reading)
        if self.now != self._read_at:  # else somebody looks at it again from what is certain
            self._note(known, bool(reading.thrown))
        self._die_shown = bool(reading.die)
        self.watch.tidy(self.now)
        pearls = self.watch.pearls()
        weighed = () if before is None else self.watch.known(before.pearls)
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


def _unlike(small: Small, rest: Rest) -> float:
    """How much a small frame differs from the table at rest, around the board."""
    corners = rest.view.project(CORNERS) * (small.shape[1] / rest.view.width)
    x, y, wide, high = cv2.boundingRect(corners.astype(np.float32))
    box = slice(max(0, y), y + high), slice(max(0, x), x + wide)
    return float(cv2.absdiff(small[box], rest.small[box]).mean())


def _ring(at: Spot, radius: float, z: float) -> NDArray[np.float64]:
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    x, y = at[0] + radius * np.cos(turns), at[1] + radius * np.sin(turns)
    return np.stack([x, y, np.full(16, z)], axis=1)


def _outline(view: View, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The outline in the picture of points in space."""
    pixels = view.project(points).astype(np.float32)
    return np.asarray(cv2.convexHull(pixels).reshape(-1, 2), np.float64)


def _stage(position: Position) -> tuple[object, ...]:
    return (position.phase, position.turn, position.bin, position.hand)


def _write(picture: Picture, view: View, place: Sequence[float], text: str) -> None:
    pixel = view.project(np.array([place]))[0]
    x, y = int(pixel[0]) - 4 * len(text), int(pixel[1]) + 5
    for ink, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
        cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, thick, cv2.LINE_AA)
