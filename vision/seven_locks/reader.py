"""Reading a table of Schloss der 7 Schlösser: towers, keymaster, keys, coats of arms, die.

Keys and coats are told by how much they stand out from the table around them, against how much they
did when the game was set up: light falls on both alike, so it does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.seven_locks.pieces import PLACES, Face
from vision.geometry import View
from vision.light import Light, fit_light
from vision.sample import Maps, Picture, maps_for, softened, take, to_log
from vision.seven_locks.coats import (
    AS_OTHERS,
    FAINT_PAIR,
    NO_CONTRAST,
    CoatLayers,
    Home,
    around,
    coat_layers,
    covered,
    found_again,
    free_table,
    is_lost,
    laid_anew,
    lighter,
    of_each,
    pair_near,
    read_home,
    still_gone,
    under_die,
    unhidden,
    unsure_at,
)
from vision.seven_locks.die import Square, cut_side
from vision.seven_locks.die_search import DieSearch, clear_side
from vision.seven_locks.find import beside_board, coloured, key_box, off_board
from vision.seven_locks.hiding import Hidden, as_hidden_now, tells, without_towers
from vision.seven_locks.keymaster import KeymasterReader, Pawn
from vision.seven_locks.keys import (
    BOW,
    KeyPlace,
    find_keys,
    half_hidden,
    plainness,
    read_key,
    where_pushed,
)
from vision.seven_locks.marks import Mark, MarkReader, no_coats
from vision.seven_locks.out import OutReader
from vision.seven_locks.profile import Profile
from vision.seven_locks.reading import Memory, Reading
from vision.seven_locks.table import BOARD, spot
from vision.seven_locks.teach import ROOF_SAMPLES, roof_maps, roof_patches
from vision.seven_locks.throws import read_die
from vision.seven_locks.tops import Tops, best_tops
from vision.seven_locks.windows import (
    STEP,
    Array,
    Flat,
    Spot,
    board_look,
    board_window,
    cell,
    flatten,
    table_maps,
)

Kept = TypeVar("Kept")

LIGHT_STEP = 0.004
COURT = 0.62  # of the board's radius: what towers hardly hide
HEIGHTS = np.arange(0.80, 1.2501, 0.025)
DENT = 50  # samples in the middle of a tower's place
BARE = (0.40, 0.7)  # how far the bare board's colour may seem another: tint, and light or shade
# The same where a tower's shadow went or another one's fell, and how clearly that shows it is gone.
SHADED_BARE, SHADED = (0.40, 2.0), 0.6
ALL_STAND = 0.5  # how well roofs fit when all towers stand
ROOF_LIKE, ROOF_SPAN = 0.65, 0.15  # what fits worse is none; how much better or worse is clear
FURTHER = 0.14  # metres further out people lay a row of keys that towers hid
HALF_TOLD = 4.0  # of eight keys, by how surely they are told from the table
ALONG = (0.0, 0.025)  # metres from the middle of a key's bow: where a hand on it shows


class SevenLocksReader:
    """Reads pictures of one owner's box."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.die = DieSearch(profile)
        window = board_window(LIGHT_STEP)
        self._board, self._taught = window, board_look(profile.board, window)
        places = window.points()[:, :2]
        self._court = np.hypot(places[:, 0], places[:, 1]) < BOARD / 2 * COURT
        self._all_places, self._places = places, places[self._court]
        self._dents = np.stack(
            [_nearest(places, spot(profile.sizes.ring, p)) for p in range(PLACES)]
        )
        self._view: View | None = None
        self._maps: dict[Hashable, Any] = {}
        self._off = off_board()
        self.marks = MarkReader(profile.sizes.coat, profile.coat_colours)
        self._out = OutReader(profile)
        self.pawn = KeymasterReader(profile)
        self._near, self._further = self._near_row(0.0), self._near_row(FURTHER)
        self._row = _box(self._further)

    # -- set-up -----------------------------------------------------------------------------

    def survey(self, picture: Picture, view: View, seats: int) -> Memory | None:
        """Where everything lies on this table, when all of it lies where it belongs."""
        soft = softened(picture)
        tops, fit = self._tops(soft, view)
        if fit < ALL_STAND:
            return None
        flat = flatten(soft, self._table(view))
        light = self.light(soft, view)
        colours = beside_board(self.profile.key_colours, light)
        hidden = Hidden(view, self.profile.sizes, tops, range(PLACES))
        keys = self._keys(flat, hidden, self._near, colours)
        if not keys:
            return None
        layers = coat_layers(flat, self.profile.sizes.coat)
        homes = tuple(unhidden(pair, hidden) for pair in self._homes(layers, seats, light))
        die = self.die.find(soft, view, flat, keys, homes, light)
        side, faces = None, dict[Face, float]()
        if die is not None:
            side = cut_side(picture, view, die)
            faces = self.die.faces(soft, view, die, side, light)
        if not clear_side(faces):
            die = side = None
        if die is not None:  # it may be taken for a coat, or hide one
            homes = unsure_at(homes, _hidden_by(die, view), self._touching(die))
        marks = no_coats(self.marks.looks(flat.values, keys, homes, hidden))
        lost = self._lost(layers, homes, light)
        seen = None if die is None else (picture, view)
        return Memory(tops, keys, homes, marks, die, side, seen, faces, lost=lost)

    def standing(self, picture: Picture, view: View) -> tuple[float, ...]:
        """Whether each tower stands, on a table of which nothing is known yet."""
        soft = softened(picture)
        tops, _ = self._tops(soft, view)
        return self._towers(soft, view, tops, self._lit_board(soft, view)[1])

    def keymaster(
        self, picture: Picture, view: View, memory: Memory, standing: Sequence[int]
    ) -> tuple[float, ...]:
        """How likely the keymaster stands at each place."""
        soft = softened(picture)
        hidden = self._hidden(view, memory.tops, tuple(standing))
        return self._keymaster(soft, view, memory, hidden, self.light(soft, view)).places

    def _keymaster(
        self, soft: Picture, view: View, memory: Memory, hidden: Hidden, light: Light
    ) -> Pawn:
        """Where the keymaster is; he was stood aside where he was hidden by all the towers."""
        aside = self.pawn.behind(self._hidden(view, memory.tops, tuple(range(PLACES))))
        return self.pawn.read(soft, view, hidden, light, memory.pawn, aside)

    def _near_row(self, further: float) -> Array:
        """1 around the taught row of keys, and so many metres further out."""
        near = np.zeros_like(self._off)
        for bow in self.profile.keys:
            rows, columns = key_box(bow)
            margin, out = round(0.035 / STEP), round(further / STEP)
            near[
                max(0, rows.start - margin) : rows.stop + margin,
                max(0, columns.start - margin) : columns.stop + margin + out,
            ] = 1
        return near * self._off

    def _keys(
        self, flat: Flat, hidden: Hidden, near: Array, colours: Array
    ) -> tuple[KeyPlace, ...]:
        """The row of keys in a part of the table, or nothing."""
        clear = without_towers(flat, _box(near), hidden)
        found = find_keys(clear.values, near, colours, hidden.bow) or ()
        return tuple(replace(key, behind=hidden.points(key)) for key in found)

    def _tops(self, soft: Picture, view: View) -> tuple[Tops, float]:
        """Where towers seem to end by this view, and how well all of them fit."""
        sizes = self.profile.sizes
        return best_tops(
            lambda tops: float(np.mean(self._roofs(soft, view, tops, 2))),
            sizes.ring,
            sizes.height * HEIGHTS,
        )

    def _homes(self, layers: CoatLayers, seats: int, light: Light) -> list[tuple[Home, Home]]:
        """The coats of the seats that play, near where they were taught."""
        found = []
        colours = beside_board(self.profile.coat_colours, light)
        for pair, colour in zip(self.profile.homes[:seats], colours, strict=False):
            # A coat that is not seen says nothing; the other seats' coats still do.
            nowhere = (Home(pair[0], NO_CONTRAST), Home(pair[1], NO_CONTRAST))
            found.append(pair_near(layers, colour, pair) or nowhere)
        return found

    def _lost(
        self, layers: CoatLayers, homes: Sequence[tuple[Home, Home]], light: Light
    ) -> dict[int, Array]:
        """Seats whose coats are hidden, with what looks like them around all the same."""
        colours = beside_board(self.profile.coat_colours, light)
        return {
            seat: layers.of_colour(colours[seat])[around(self.profile.homes[seat])]
            for seat, pair in enumerate(homes)
            if is_lost(pair)
        }

    def laid_anew(self, picture: Picture, view: View, memory: Memory) -> Memory:
        """What is known of the table when coats and keys that towers hid are laid where they are
        seen, while all towers stand.
        """
        if not memory.lost and not any(map(half_hidden, memory.keys)):
            return memory
        soft = softened(picture)
        flat, light = flatten(soft, self._table(view)), self.light(soft, view)
        hidden = self._hidden(view, memory.tops, tuple(range(PLACES)))
        memory = self._coats_laid_anew(flat, light, hidden, memory)
        return self._row_laid_anew(flat, light, hidden, memory)

    def _coats_laid_anew(self, flat: Flat, light: Light, hidden: Hidden, memory: Memory) -> Memory:
        """What is known when coats were laid anew."""
        if not memory.lost:
            return memory
        radius = self.profile.sizes.coat
        layers = coat_layers(flat, radius)
        colours = beside_board(self.profile.coat_colours, light)
        homes, lost = list(memory.homes), dict(memory.lost)
        least = AS_OTHERS * _usual(layers, colours, homes)
        left = list(lost)
        while left:
            seat = left.pop(0)
            taught = self.profile.homes[seat]
            free = free_table(flat, memory.keys, homes[:seat] + homes[seat + 1 :], radius) > 0
            pair = laid_anew(layers, colours[seat], taught, lost[seat], free, hidden, least)
            if pair is None:
                continue
            owner = max(lost, key=lambda each: layers.as_pair(colours[each], pair))
            homes[owner] = pair
            del lost[owner]
            left = list(lost)
        return replace(memory, homes=tuple(homes), lost=lost)

    def _row_laid_anew(self, flat: Flat, light: Light, hidden: Hidden, memory: Memory) -> Memory:
        """What is known when the row of keys was laid further out: most are missed where it lay."""
        if not any(map(half_hidden, memory.keys)):
            return memory
        there = self._read_keys(without_towers(flat, self._row, hidden), memory, hidden)
        if sum(value < 0 for value in there) <= sum(value > 0 for value in there):
            return memory
        colours = beside_board(self.profile.key_colours, light)
        keys = self._keys(flat, hidden, self._further, colours)
        if sum(map(plainness, keys)) < HALF_TOLD:
            return memory
        marks = no_coats(self.marks.looks(flat.values, keys, memory.homes, hidden))
        return replace(memory, keys=keys, marks=marks)

    @staticmethod
    def _read_keys(flat: Flat, memory: Memory, hidden: Hidden) -> tuple[float, ...]:
        """Whether each key lies in its place; what a hand or a tower hides is not seen."""
        values = [
            read_key(flat.values, flat.blown, key) if tells(key, hidden) else 0.0
            for key in memory.keys
        ]
        if min(values) < 0:
            along = [
                ((x + far, y), k.ground) for k in memory.keys for x, y in [k.at] for far in ALONG
            ]
            under = lighter(flat, along, BOW)
            pairs = zip(under[::2], under[1::2], values, strict=True)
            # A hand on one end of a key leaves the other to be seen; the grain of wood is patchy.
            values = [0.0 if bow and shaft and v < 0 else v for bow, shaft, v in pairs]
        return tuple(values)

    def _read_row(
        self, flat: Flat, memory: Memory, hidden: Hidden
    ) -> tuple[Memory, tuple[float, ...]]:
        """What is known with the keys where they lie now, and whether each lies in the row."""
        clear = without_towers(flat, self._row, hidden)
        shown = tuple(as_hidden_now(clear, key, hidden) for key in memory.keys)
        memory = replace(memory, keys=shown)
        lying, values = where_pushed(clear, shown, self._read_keys(clear, memory, hidden))
        return replace(memory, keys=lying), values

    def _read_homes(
        self, flat: Flat, memory: Memory, hidden: Hidden
    ) -> tuple[tuple[float, float], ...]:
        """Whether each seat's coats lie where they did; what something lies on is not seen."""
        radius = self.profile.sizes.coat
        each = [home for pair in memory.homes for home in pair]
        values = [read_home(flat, home, hidden, radius) for home in each]
        if min(values, default=0.0) < 0:
            under = covered(flat, each, radius)
            values = [0.0 if c and v < 0 else v for c, v in zip(under, values, strict=True)]
        return tuple(zip(values[::2], values[1::2], strict=True))

    # -- reading ----------------------------------------------------------------------------

    def read(
        self,
        picture: Picture,
        view: View,
        memory: Memory,
        standing: Sequence[int],
        marked: bool = True,
        sides: Collection[Face] | None = None,
    ) -> Reading:
        """Read everything, given the towers believed to stand; coats above keys if `marked`; the
        `sides` that the die has, if they are known.
        """
        soft = softened(picture)
        flat = flatten(soft, self._table(view))
        hidden = self._hidden(view, memory.tops, tuple(standing))
        memory, keys = self._read_row(flat, memory, hidden)
        homes = self._read_homes(flat, memory, hidden)
        light, off = self._lit_board(soft, view)
        die, thrown, known = read_die(self.die, picture, soft, view, flat, memory, light, sides)
        if die and known.die is not None:
            spots, reach = _hidden_by(known.die, view), self._touching(known.die)
            homes = under_die(homes, memory.homes, spots, reach, thrown is False)
        homes = still_gone(homes, memory.homes)
        known_homes = of_each(found_again, memory.homes, homes)
        pawn = self._keymaster(soft, view, memory, hidden, light)
        marks, more, looks = dict[Mark, float](), tuple[float, ...](), dict[Mark, Array]()
        if marked:
            looks = self.marks.looks(flat.values, memory.keys, memory.homes, hidden)
            marks, more = self.marks.new(looks, memory.keys, hidden, memory.marks)
        return Reading(
            self._towers(soft, view, memory.tops, off),
            pawn.places,
            keys,
            homes,
            marks,
            die,
            thrown,
            replace(known, homes=known_homes, pawn=pawn.usual, above=looks),
            more=more,
            out=self._out.read(soft, view, hidden, light, pawn.at, keys),
            behind=tuple(self.pawn.behind(hidden)),
        )

    def _touching(self, die: Square) -> float:
        """How far from the middle of a die a coat lies at least that it does not touch."""
        return die.size / 2 + self.profile.sizes.coat

    def _table(self, view: View) -> Maps:
        """Where the table lies in the picture, kept as long as the view is the same."""
        return self._kept(view, "table", lambda: table_maps(view))

    def _hidden(self, view: View, tops: Tops, standing: tuple[int, ...]) -> Hidden:
        """What towers hide; of the same view and towers the same, with what it was asked before."""
        name = ("hidden", tops, standing)
        return self._kept(view, name, lambda: Hidden(view, self.profile.sizes, tops, standing))

    def _kept(self, view: View, name: Hashable, make: Callable[[], Kept]) -> Kept:
        if view is not self._view:
            self._view, self._maps = view, {}
        if name not in self._maps:
            self._maps[name] = make()
        return self._maps[name]

    def light(self, soft: Picture, view: View) -> Light:
        """The light field, from the court."""
        return self._lit_board(soft, view)[0]

    def _lit_board(self, soft: Picture, view: View) -> tuple[Light, Array]:
        """The light field, and how far samples of each tower's place are from the bare board."""
        maps = self._kept(view, "board", lambda: maps_for(view, self._board))
        change = (to_log(take(soft, maps)) - self._taught).reshape(-1, 3)
        light = fit_light(self._places, change[self._court], BOARD / 2)
        return light, change[self._dents] - light.at(self._all_places[self._dents])

    # -- towers and keymaster ---------------------------------------------------------------

    def _roofs(self, soft: Picture, view: View, tops: Tops, reach: int) -> list[float]:
        """How much the top of each tower looks like one, shifted a little if need be."""
        maps = self._kept(view, tops, lambda: roof_maps(view, tops))
        roofs = roof_patches(soft, maps)
        core = self.profile.roof[reach : ROOF_SAMPLES - reach, reach : ROOF_SAMPLES - reach]
        template = np.ascontiguousarray(core)
        return [
            float(cv2.matchTemplate(top, template, cv2.TM_CCOEFF_NORMED).max()) for top in roofs
        ]

    def _towers(self, soft: Picture, view: View, tops: Tops, off: Array) -> tuple[float, ...]:
        """Whether each tower stands; gone it is only where the bare board shows instead."""
        bare = [
            np.clip(((coloured(off, NO_CONTRAST, *each) > 0.5).mean(axis=1) - 0.3) / 0.3, 0, 1)
            for each in (BARE, SHADED_BARE)
        ]
        values = []
        for fit, shown in zip(
            self._roofs(soft, view, tops, 4), np.maximum(bare[0], SHADED * bare[1]), strict=True
        ):
            value = float(np.clip((fit - ROOF_LIKE) / ROOF_SPAN, -1, 1))
            values.append(value if value > 0 else value * float(shown))
        return tuple(values)


def _usual(layers: CoatLayers, colours: Array, homes: Sequence[tuple[Home, Home]]) -> float:
    """How much coats look like coats on this table, where they are seen."""
    known = []
    for colour, pair in zip(colours, homes, strict=False):
        if not is_lost(pair):
            likely = layers.of_colour(colour)
            known += [float(likely[cell(home.at)[::-1]]) for home in pair]
    return float(np.median(known)) if known else 2 * FAINT_PAIR


def _nearest(places: NDArray[np.float64], at: Spot) -> NDArray[np.int64]:
    """The samples in the middle of a tower's place."""
    far = np.hypot(places[:, 0] - at[0], places[:, 1] - at[1])
    return np.argsort(far)[:DENT]


def _box(mask: Array) -> tuple[slice, slice]:
    """The rows and columns in which something is set."""
    rows, columns = (slice(int(at.min()), int(at.max()) + 1) for at in np.nonzero(mask))
    return rows, columns


def _hidden_by(die: Square, view: View) -> tuple[Spot, Spot]:
    """Where a die lies, and the place on the table behind its top."""
    eye, (x, y) = view.centre, die.at
    away = die.size / (float(eye[2]) - die.size)
    return die.at, (x + away * (x - float(eye[0])), y + away * (y - float(eye[1])))
