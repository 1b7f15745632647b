"""The eyes for König Salomons Schatzkammer: what the watcher asks of any game, answered here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from rules.solomon import Phase, Position, SetUp
from rules.solomon.fact_words import square_name
from rules.solomon.pieces import FULL, SIZE, SQUARES, TILE, UNKNOWN, Square
from vision import eyes
from vision.eyes import BoardFacts, SetUpSeen
from vision.geometry import View
from vision.observe.table import Laid
from vision.reading import Cell
from vision.sample import Picture
from vision.set_up import SetUpFault, begun
from vision.solomon.glimpses import SolomonGlimpses
from vision.solomon.meanwhile import Meanwhile
from vision.solomon.profile import Profile
from vision.solomon.reader import Memory, Reading, SolomonReader
from vision.solomon.story import SolomonLens
from vision.solomon.table import BOARD, EMPTY, KINDS, SEATS, SIZES, scene, table, top_name

# A top counts as told at set-up if it stands out this much; so many must, none may be empty.
STANDS_OUT = 3.0
LEAST_TOLD = 34
# An empty shaft is named when it is told this surely.
CLEARLY = 6.0
PLAYED = 2  # open cards that nobody lays out before a game


@dataclass(frozen=True)
class Seats:
    """Where each seat lays its cards, and whether passes and payments go untold."""

    slots: tuple[int, ...]
    silent: bool = False

    def __len__(self) -> int:
        return len(self.slots)


class Eyes(eyes.Eyes):
    """One owner's box, seen."""

    lens: SolomonLens
    # What never changes about the tray is its rim: that is what it is found and followed by.
    untaught = BoardFacts.square(BOARD, BOARD + 2 * SIZES.rim, moving_part=BOARD * 1.01)

    def __init__(self, profile: Profile, seats: Seats | Sequence[int] | None = None) -> None:
        self.profile = profile
        self._seats = seats if isinstance(seats, Seats) or seats is None else Seats(tuple(seats))
        self.reader = SolomonReader(profile)
        self.lens = SolomonLens(*self._agreed(3))
        self._board = _rim_only(profile.tray)
        self._meanwhile = Meanwhile()
        self._before: Memory | None = None  # of the picture before the latest one

    def _agreed(self, players: int) -> tuple[tuple[int, ...], bool]:
        if self._seats is None:
            return SEATS[players], False
        return self._seats.slots, self._seats.silent

    @property
    def board(self) -> Picture:
        """The taught tray from above, without what lies in its shafts."""
        return self._board

    def look_at_set_up(self, picture: Picture, view: View, players: int) -> SetUpSeen:
        """The set-up a picture shows, none before all shafts are filled; and what is wrong."""
        self.lens.slots, self.lens.silent = self._agreed(players)
        reading = self.reader.read(picture, view, (FULL,) * len(SQUARES))
        event = self._set_up(reading)
        return SetUpSeen(event, reading, faults=self._faults(picture, view, reading))

    def _set_up(self, reading: Reading) -> SetUp | None:
        tops = []
        for square in SQUARES:
            cell = reading.shafts[square]
            if cell.best() == EMPTY:
                return None
            ranked = sorted((cell.value(kind), kind) for kind in KINDS)
            sure = ranked[-1][0] - ranked[-2][0] > STANDS_OUT and ranked[-1][0] > -STANDS_OUT
            tops.append(TILE[ranked[-1][1]] if sure else UNKNOWN)
        if len(tops) - tops.count(UNKNOWN) < LEAST_TOLD:
            return None
        return SetUp(tuple(tops))

    def _faults(self, picture: Picture, view: View, reading: Reading) -> list[SetUpFault]:
        """Shafts that are clearly empty while others are filled, or clearly not full."""
        cells = reading.shafts
        empty = [s for s in SQUARES if cells[s].best() == EMPTY and _lead(cells[s]) > CLEARLY]
        if len(empty) == len(SQUARES):
            return []
        low = [] if reading.heights is None else reading.heights.low()
        dug = {*empty, *low}
        cards = self._open_cards(picture, view) if len(dug) > 1 else 0
        if cards >= PLAYED:
            return [begun(shafts=len(dug), cards=cards)]
        faults = [("setup.solomon-empty", empty)]
        if not empty:
            faults.append(("setup.solomon-low", low))
        return [
            SetUpFault(fault, {"squares": ", ".join(sorted(map(_named, squares)))})
            for fault, squares in faults
            if squares
        ]

    def _open_cards(self, picture: Picture, view: View) -> int:
        """How many cards clearly lie open, as they do only in a game."""
        cards = (self.reader.cards.read(picture, view, slot) for slot in self.lens.slots)
        return sum(card is not None and card.has_clear_figure() for card in cards)

    def lay(self, position: Position) -> Laid:
        """The shafts, and the cards as their owner lays them."""
        return table(SIZES, self.profile.slots), scene(position)

    def read(
        self,
        picture: Picture,
        view: View,
        beliefs: Sequence[Position],
        before: Memory | None,
    ) -> Reading:
        """Read a picture, given what may be on the table, the likeliest first."""
        self._before, known = before, beliefs[0]
        self.lens.slots, self.lens.silent = self._agreed(known.players)
        waiting = any(self._may_reveal(each) for each in beliefs)
        slots = self.lens.slots if waiting else ()
        heights = [min(height, FULL) for height in known.heights]
        return self._meanwhile.note(self.reader.read(picture, view, heights, before, slots), before)

    def glimpses(
        self,
        still: Picture,
        view: View,
        passing: Callable[[], Sequence[Picture]],
        beliefs: Sequence[Position],
    ) -> SolomonGlimpses:
        """What was to be seen on the way to a still picture."""
        before = self._before.shafts if self._before is not None else None
        return SolomonGlimpses(self.reader, view, still, passing, beliefs[0], before)

    def _may_reveal(self, position: Position) -> bool:
        """Whether new cards may lie open by now."""
        last = position.phase is Phase.DIG and len(position.waiting) == 1
        paying = position.phase is Phase.PAY and len(position.waiting) == 1
        return position.phase in (Phase.CHOOSE, Phase.REVEAL) or (
            (last and self.lens.silent) or paying
        )

    def draw(self, picture: Picture, view: View, position: Position) -> Picture:
        """The picture with what is believed drawn on it."""
        shown = picture.copy()
        half = BOARD / 2
        corners = np.array([(-half, half, 0), (half, half, 0), (half, -half, 0), (-half, -half, 0)])
        outline = np.round(view.project(corners)).astype(np.int32)
        cv2.polylines(shown, [outline], True, (80, 255, 80), 2, cv2.LINE_AA)
        for square in SQUARES:
            height = len(position.stacks[square])
            name = top_name(position, square)
            pixel = view.project(np.array([[*SIZES.centre(square), SIZES.level(height)]]))[0]
            _write(shown, pixel, f"{height}{'?' if name is None else name[:3]}" if height else "-")
        return shown


def _named(square: Square) -> str:
    return square_name(divmod(square, SIZE))


def _lead(cell: Cell[str]) -> float:
    """How much better no tile fits than any."""
    return cell.alone(EMPTY) - max(cell.alone(kind) for kind in KINDS)


def _rim_only(tray: Picture) -> Picture:
    """The tray's picture with a plain field where tiles come and go."""
    plain = tray.copy()
    size = tray.shape[0]
    edge = round(size * SIZES.rim / (BOARD + 2 * SIZES.rim) * 0.96)
    plain[edge : size - edge, edge : size - edge] = np.median(tray, axis=(0, 1)).astype(np.uint8)
    return plain


def _write(picture: Picture, pixel: np.ndarray, text: str) -> None:
    x, y = int(pixel[0]) - 4 * len(text), int(pixel[1]) + 5
    for ink, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
        cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.4, ink, thick, cv2.LINE_AA)
