"""Kilt Castle's eyes: what the watcher asks of any game, answered for this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from rules.kilt import COLOURS, Colour, Position, SetUp
from rules.kilt.events import Build, Event
from rules.kilt.pieces import SIZE, Square
from vision import eyes
from vision.eyes import BoardFacts, SetUpSeen
from vision.geometry import View
from vision.kilt.glimpses import KiltGlimpses
from vision.kilt.profile import Profile
from vision.kilt.reader import KiltReader, Memory, Reading
from vision.kilt.setup import Rows, faced, read_set_up
from vision.kilt.setup_faults import set_up_faults
from vision.kilt.story import KiltLens, card_name, top_label
from vision.kilt.table import BOARD, SQUARES, Sizes, scene, table
from vision.observe.table import Laid
from vision.sample import Picture

# How far apart cards of a row may lie, as shares of a card's length.
CARD_PITCHES = (1.0, 1.03, 1.06, 1.09, 1.12, 1.15)
# A set-up must fit this much better than any other place of the rows, and show its cards.
SET_UP_MARGIN = 15.0
SET_UP_READ = 0.7
# How much better one number of crests must fit than the others to be told later.
REVEALED = 5.0
# A floor that fits worse than this is not seen well enough to tell its crests.
CLEARLY_SEEN = -15.0
# Cards of a row that a picture kept as a proof shows.
PROVED_CARDS = 3
Seats = Sequence[Sequence[Colour]]


@dataclass(frozen=True)
class Crests:
    """How many crests the top of a tower has, seen only after it was built."""

    square: Square
    crests: int

    def complete(self, event: Event) -> Event | None:
        """The floor with its crests, if it was built here."""
        if not isinstance(event, Build) or event.square != self.square:
            return None
        return event if event.crests is not None else replace(event, crests=self.crests)


class Eyes(eyes.Eyes):
    """One owner's box, seen."""

    lens: KiltLens
    untaught = BoardFacts.square(BOARD, proof_area=BOARD + 2 * PROVED_CARDS * Sizes().card_pitch)

    def __init__(self, profile: Profile, seats: Seats | None = None) -> None:
        self.profile, self.seats = profile, seats
        self.reader = KiltReader(profile)
        self.lens = KiltLens()
        self._squares = [s for s in SQUARES if s not in profile.water]
        self._laid: Rows | None = None
        self._certain: Position | None = None
        self._before: Memory | None = None  # of the picture before the latest one

    @property
    def board(self) -> Picture:
        """The taught board from above."""
        return self.profile.board

    def look_at_set_up(self, picture: Picture, view: View, players: int) -> SetUpSeen:
        """The set-up a picture shows; rivals are those in which a card lies the other way."""
        reading, events = self._set_ups(picture, view, players)
        # What is wrong is told of the lay-out that was taken just now.
        bare = self.reader.read(picture, view, dict.fromkeys(self._squares, 0))
        faults = set_up_faults(bare, players, self._laid)
        if not events:
            return SetUpSeen(faults=faults)
        return SetUpSeen(events[0], reading, events[1:], faults)

    def _set_ups(
        self, picture: Picture, view: View, players: int
    ) -> tuple[Reading | None, list[SetUp]]:
        """The set-ups that fit about equally well, and their reading; none before all is laid."""
        bare = dict.fromkeys(self._squares, 0)
        found = []
        for colours in self._line_ups(players):
            for pitch in CARD_PITCHES:
                layout = replace(
                    self.reader.layout, card_pitch=self.reader.layout.card_length * pitch
                )
                reading = self._with(layout).read(picture, view, bare)
                found += [(g, layout, colours, reading) for g in read_set_up(reading, colours)]
        best, layout, colours, reading = max(found, key=lambda item: item[0].rank)
        self._with(layout)
        others = [g.score for g, *_ in found if g.rows.keys() != best.rows.keys()]
        self._laid = None
        if best.score < max(others) + SET_UP_MARGIN or best.read < SET_UP_READ:
            return None, []
        cards = {(p, d): card_name(c) for p, row in best.rows.items() for d, c in enumerate(row)}
        self._with(self.reader.fit_rows(picture, view, cards))
        reading = self.reader.read(picture, view, bare)
        every = list(faced(reading, best.rows))
        self._laid = every[0]
        return reading, [self._event(rows, colours, players) for rows in every]

    def _with(self, layout: object) -> KiltReader:
        self.reader.layout = layout  # type: ignore[assignment]
        return self.reader

    def _line_ups(self, players: int) -> list[tuple[Colour, ...]]:
        """The colours that may be on the table: with three players one is left in the box."""
        if self.seats is not None:
            chosen = {colour for seat in self.seats for colour in seat}
            return [tuple(c for c in COLOURS if c in chosen)]
        if players != 3:
            return [tuple(COLOURS)]
        return [tuple(c for c in COLOURS if c != absent) for absent in COLOURS]

    def _event(self, rows: Rows, colours: tuple[Colour, ...], players: int) -> SetUp:
        seats = self.seats
        if seats is None:
            seats = [colours[n::players] for n in range(players)]
        return SetUp.laid(rows, self.profile.water, seats)

    def lay(self, position: Position) -> Laid:
        """The board with its water, and towers, cards and roofs in a position."""
        sizes = self.profile.layout
        return table(sizes, self.profile.water), scene(position, sizes)

    def read(
        self,
        picture: Picture,
        view: View,
        beliefs: Sequence[Position],
        before: Memory | None,
    ) -> Reading:
        """Read a picture, given what may be on the table, the likeliest first.

        What is not certain may have been taken back.
        """
        self._before, known = before, beliefs[0]
        may = [*beliefs, self._certain] if self._certain is not None else beliefs
        heights = {s: known.height(s) for s in self._squares}
        roofs = frozenset(s for s in self._squares if known.has_roof(s))
        lowest = {s: min(each.height(s) for each in may) for s in self._squares}
        return self.reader.read(picture, view, heights, before, lowest, roofs)

    def confirm(self, position: Position) -> None:
        """How the table lies for certain."""
        self._certain = position

    def glimpses(
        self,
        still: Picture,
        view: View,
        passing: Callable[[], Sequence[Picture]],
        beliefs: Sequence[Position],
    ) -> KiltGlimpses:
        """What was to be seen on the way to a still picture."""
        before = self._before.tops if self._before is not None else None
        return KiltGlimpses(self.reader, view, still, passing, beliefs, before)

    def late_facts(self, reading: Reading, position: Position) -> tuple[Crests, ...]:
        """Crests that came to light: a roof was lifted from a floor whose top nobody had seen."""
        found = []
        for square in self._squares:
            top = position.top(square)
            if top is None or top.crests is not None or position.has_roof(square):
                continue
            height, cell = position.height(square), reading.squares[square]
            values = sorted((cell.alone((height, f"{top.colour} {n}")), n) for n in range(3))
            if values[2][0] > CLEARLY_SEEN and values[2][0] - values[1][0] > REVEALED:
                found.append(Crests(square, values[2][1]))
        return tuple(found)

    def draw(self, picture: Picture, view: View, position: Position) -> Picture:
        """The picture with what is believed drawn on it."""
        shown = picture.copy()
        half = BOARD / 2
        corners = np.array([(-half, half, 0), (half, half, 0), (half, -half, 0), (-half, -half, 0)])
        outline = np.round(view.project(corners)).astype(np.int32)
        cv2.polylines(shown, [outline], True, (80, 255, 80), 2, cv2.LINE_AA)
        for square in self._squares:
            self._draw_top(shown, view, position, square)
        for place, row in enumerate(position.rows):
            for depth, card in enumerate(row):
                centre = self.reader.layout.card_centre(place, depth)
                pixel = view.project(np.array([[*centre, 0.0]]))[0]
                _write(shown, pixel, "/".join(c[0] for c in card_name(card).split("/")))
        return shown

    def _draw_top(
        self, shown: Picture, view: View, position: Position, square: tuple[int, int]
    ) -> None:
        height, kind = top_label(position, square[0] * SIZE + square[1])
        if not height:
            return
        z = height * self.reader.layout.floor_height
        pixel = view.project(np.array([[*self.reader.layout.centre(square), z]]))[0]
        _write(shown, pixel, f"{height}{kind[:2]}{kind[-1] if kind != 'roof' else ''}")


def _write(picture: Picture, pixel: np.ndarray, text: str) -> None:
    x, y = int(pixel[0]) - 4 * len(text), int(pixel[1]) + 5
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(
        picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255), 1, cv2.LINE_AA
    )


def seats_of(colours: Sequence[Sequence[str]]) -> Seats:
    """The colours each seat plays, by their names; ValueError lists those there are."""
    try:
        return [[Colour(name) for name in names] for names in colours]
    except ValueError as fault:
        raise ValueError(f"{fault}; known are {', '.join(Colour)}") from fault
