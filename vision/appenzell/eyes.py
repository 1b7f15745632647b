"""The eyes for Burg Appenzell: what the watcher asks of any game, answered here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import cv2
import numpy as np

from rules.appenzell import Phase, Position, SetUp
from rules.appenzell.fact_words import field_name
from rules.appenzell.layout import same_side
from rules.appenzell.pieces import FIELDS, INSIDE, SIZE, TILE_NAMES, TOWERS, Field
from rules.appenzell.position import suggested_colours
from rules.values import Json
from vision import eyes
from vision.appenzell.beside import before_slot
from vision.appenzell.borders import Proposal, propose, roof_picture, smoothed
from vision.appenzell.lens import AppenzellLens
from vision.appenzell.profile import Profile
from vision.appenzell.reader import AppenzellReader, Memory, Reading
from vision.appenzell.table import (
    BOARD,
    HIGH_FIELD,
    ROOF,
    SEATS,
    TOWER,
    Quarter,
    scene,
    shown,
    table,
)
from vision.eyes import BoardFacts, SetUpSeen
from vision.geometry import View
from vision.observe.table import Laid
from vision.reading import Cell
from vision.sample import Picture
from vision.set_up import SetUpFault, begun

# A layout must be this much better than the next one to need no question: two small roofs side by
# side look much like two the other way. Boards have two sides: one that is known is likely.
CLEARLY = 4.5
KNOWN = 12.0
# At set-up nearly every field must look like a roof.
LEAST_ROOFS = 40
# A roof is missing where something else fits this much better; with fewer on, people still build.
MISSING, BUILDING = 8.0, 25
SEEN = 0.6
MOST_BARE = 2  # towers: so many tell how the others look bare
# What a field shows on which nothing lies or stands; None is a tile that nobody has told.
UNOCCUPIED = frozenset((TOWER, HIGH_FIELD, *TILE_NAMES, None))


@dataclass(frozen=True)
class Seats:
    """The colour of each seat's mice, and where it lays its cheeses."""

    colours: tuple[str, ...]
    zones: tuple[Quarter, ...] = ()

    def __len__(self) -> int:
        return len(self.colours)


class Eyes(eyes.Eyes):
    """One owner's box, seen."""

    lens: AppenzellLens
    untaught = BoardFacts.square(BOARD, moving_part=0.88 * BOARD)  # about as much as the grid
    read_again_after_set_up = True  # mice may stand in the towers when the set-up is seen
    options: ClassVar[dict[str, Json]] = {"books": "told"}  # cheeses and roofs are seen

    def __init__(self, profile: Profile, seats: Seats | Sequence[str] | None = None) -> None:
        self.profile = profile
        self._seats = seats if isinstance(seats, Seats) or seats is None else Seats(tuple(seats))
        self.reader = AppenzellReader(profile)
        self.lens = AppenzellLens(profile.measures)
        # What never changes about the box is its rim: that is what it is found and followed by.
        self._facts = replace(self.untaught, moving_part=profile.measures.grid * 1.01)
        self._board = _rim_only(profile)

    @property
    def facts(self) -> BoardFacts:
        """The board's sizes."""
        return self._facts

    @property
    def board(self) -> Picture:
        """The taught box from above, without what lies in it."""
        return self._board

    def look_at_set_up(self, picture: Picture, view: View, players: int) -> SetUpSeen:
        """The set-up a picture shows, none before nearly all roofs lie on; and what is wrong."""
        self._agree(players)
        self.reader.fields.colours = list(self._colours(players))
        found = self.layouts(picture, view)
        reading = self._covered(picture, view, found[0].rooms) if found else None
        faults = self._faults(picture, view)
        if reading is None:
            return SetUpSeen(faults=faults)
        event, *rivals = (SetUp(each.rooms, 0, self._colours(players)) for each in found)
        return SetUpSeen(event, reading, rivals, faults)

    def _covered(
        self, picture: Picture, view: View, rooms: Sequence[Sequence[int]]
    ) -> Reading | None:
        """A reading of the rooms with all their roofs, by which roofs and floors are learned."""
        reading = self.reader.read(picture, view, _all_covered(rooms))
        roofs = sum(reading.fields[at].best() == ROOF for at in INSIDE)
        if roofs < LEAST_ROOFS:
            return None
        self.reader.fields.learn_roofs(reading.memory.fields.samples)
        bare = _bare_towers(reading)
        self.reader.fields.learn_floors(reading.memory.fields, bare)
        if len(bare) >= MOST_BARE:  # in the shade one may look as if a mouse stood on it
            self.reader.fields.suppose_floors([at for at in TOWERS if at not in bare], bare)
        # Whether mice stand in the towers already is for the next look to tell, which knows them.
        labels = {at: reading.memory.fields.labels[at] for at in INSIDE}
        fields = replace(reading.memory.fields, known=frozenset(INSIDE), labels=labels)
        return replace(reading, memory=replace(reading.memory, fields=fields))

    def _faults(self, picture: Picture, view: View) -> list[SetUpFault]:
        """Fields that clearly lack their roof, once nearly all others have one.

        No fault, but best laid elsewhere, is a spare tile that is not seen, or lies before a slot:
        one that falls out there looks as if it had been put back.
        """
        reading = self.reader.read(picture, view, [-1] * len(FIELDS))
        cells = {at: reading.fields[at] for at in INSIDE}
        bare = [at for at, cell in cells.items() if _lacks_roof(cell)]
        on = sum(cell.best() == ROOF for cell in cells.values())
        if not bare:
            return self._spare_hints(reading)
        mice = sum(cell.best() in self.profile.mice for cell in cells.values())
        if mice:
            return [begun(roofs=len(bare), mice=mice)]
        if on < BUILDING:
            return []
        names = ", ".join(sorted(field_name(divmod(at, SIZE)) for at in bare))
        return [SetUpFault("setup.appenzell-roofs", {"fields": names})]

    def _spare_hints(self, reading: Reading) -> list[SetUpFault]:
        spare = reading.spare
        if spare is not None and not before_slot(spare.place, self.profile.measures):
            return []
        return [SetUpFault("setup.appenzell-spare", hint=True)]

    def layouts(self, picture: Picture, view: View) -> list[Proposal]:
        """The layouts that fit a picture of all roofs about equally well, the best first."""
        flat = roof_picture(smoothed(picture), view, self.profile.measures)
        found = propose(flat, self.profile.roofs, self.profile.borders)
        worth = {each: each.weight + KNOWN * self._known(each) for each in found}
        ranked = sorted(found, key=lambda each: -worth[each])
        return [each for each in ranked if worth[ranked[0]] - worth[each] < CLEARLY]

    def _known(self, proposal: Proposal) -> bool:
        return any(same_side(proposal.rooms, side) for side in self.profile.layouts)

    def _colours(self, players: int) -> tuple[str, ...]:
        if self._seats is not None:
            return self._seats.colours
        return tuple(self.profile.mice)[:players]

    def _agree(self, players: int) -> None:
        zones = self._seats.zones if self._seats is not None else ()
        self.lens.zones = zones or SEATS[players]

    def lay(self, position: Position) -> Laid:
        """The castle's fields with their roofs, tiles and mice."""
        sizes = self.profile.measures
        return table(sizes), scene(position, sizes)

    def read(
        self,
        picture: Picture,
        view: View,
        beliefs: Sequence[Position],
        before: Memory | None,
    ) -> Reading:
        """Read a picture, given what may be on the table, the likeliest first."""
        known = beliefs[0]
        self._agree(known.players)
        self.reader.fields.colours = list(known.setting.colours)
        rooms = known.setting.room_of
        roof_of = [rooms[at] if known.covered(at) else -1 for at in FIELDS]
        if before is not None:
            self.reader.fields.learn_floors(before.fields, _bare(beliefs, before))
        if self.reader.fields.roofs is None and known.phase is Phase.PLACE:
            # Somebody told the set-up: all roofs lie on, however they look.
            roofed = self.reader.read(picture, view, roof_of)
            self.reader.fields.learn_roofs(roofed.memory.fields.samples)
        return self.reader.read(picture, view, roof_of, before)

    def confirm(self, position: Position) -> None:
        """The position is certain now."""
        self.lens.told(position)

    def draw(self, picture: Picture, view: View, position: Position) -> Picture:
        """The picture with what is believed drawn on it."""
        drawn = picture.copy()
        measures, half = self.profile.measures, BOARD / 2
        corners = np.array([(-half, half, 0), (half, half, 0), (half, -half, 0), (-half, -half, 0)])
        outline = np.round(view.project(corners)).astype(np.int32)
        cv2.polylines(drawn, [outline], True, (80, 255, 80), 2, cv2.LINE_AA)
        for at in FIELDS:
            name = shown(position, at)
            if name not in (ROOF, "tower", "high"):
                place = np.array([[*measures.centre(at), measures.level(at)]])
                _write(drawn, view.project(place)[0], (name or "?")[:3] + (name or "?")[6:])
        return drawn


def _bare(beliefs: Sequence[Position], before: Memory) -> list[Field]:
    """Fields on which nothing lay or stood in the picture before, as everybody believes."""
    names = {at: {shown(belief, at) for belief in beliefs} for at in before.fields.known}
    return [at for at, found in names.items() if found <= UNOCCUPIED]


def _bare_towers(reading: Reading) -> list[Field]:
    """Towers in which no mouse stands: nobody places two, so that none of a colour seen in several
    towers is a mouse.
    """
    best = {at: reading.fields[at].best() for at in TOWERS}
    often = Counter(best.values())
    return [at for at, name in best.items() if name == TOWER or often[name] > 1]


def _lacks_roof(cell: Cell[str]) -> bool:
    best = cell.best()
    return best != ROOF and cell.seen > SEEN and cell.alone(best) - cell.alone(ROOF) > MISSING


def _all_covered(rooms: Sequence[Sequence[int]]) -> list[int]:
    roof_of = [-1] * len(FIELDS)
    for number, room in enumerate(rooms):
        for at in room:
            roof_of[at] = number
    return roof_of


def _rim_only(profile: Profile) -> Picture:
    """The box's picture with a plain field where everything may change."""
    plain = profile.box.copy()
    size = plain.shape[0]
    edge = round(size * (BOARD - profile.measures.grid) / 2 / BOARD)
    colour = np.median(plain, axis=(0, 1)).astype(np.uint8)
    plain[edge : size - edge, edge : size - edge] = colour
    corner = round(edge + 0.8 * profile.measures.pitch / BOARD * size)
    for rows in (slice(0, corner), slice(size - corner, size)):
        for columns in (slice(0, corner), slice(size - corner, size)):
            plain[rows, columns] = colour
    return plain


def _write(picture: Picture, pixel: np.ndarray, text: str) -> None:
    x, y = int(pixel[0]) - 4 * len(text), int(pixel[1]) + 5
    for ink, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
        cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.4, ink, thick, cv2.LINE_AA)


__all__ = ["Eyes", "Seats", "suggested_colours"]
