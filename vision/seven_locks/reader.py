"""Reading a table of Schloss der 7 Schlösser: towers, keymaster, keys, coats of arms, die.

Keys and coats are told by how much they stand out from the table around them, against how much they
did when the game was set up: light falls on both alike, so it does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.seven_locks.pieces import Face
from vision.geometry import View
from vision.light import Light, fit_light
from vision.sample import Maps, Picture, in_light, joined, maps_for, take, to_log
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
    is_lost,
    laid_anew,
    lighter,
    pair_near,
    read_home,
    unhidden,
)
from vision.seven_locks.die import (
    FEW,
    WELL_CUT,
    DieReader,
    Square,
    correlation,
    cut_side,
    cut_sides,
    find_marks,
    find_square,
    rim_off,
    side_ground,
    whole_top,
)
from vision.seven_locks.find import (
    BRIGHT,
    TINT,
    coloured,
    find_coloured,
    find_marked,
    key_box,
    off_board,
)
from vision.seven_locks.hiding import Hidden, as_hidden_now, tells, without_towers
from vision.seven_locks.keymaster import USUAL, KeymasterReader
from vision.seven_locks.keys import BOW, KeyPlace, find_keys, pushed_aside, read_key
from vision.seven_locks.layout import (
    BOARD,
    KEYS,
    PLACES,
    STEP,
    Array,
    Flat,
    Spot,
    board_look,
    board_window,
    cell,
    flatten,
    spot,
    table_maps,
)
from vision.seven_locks.marks import MarkReader
from vision.seven_locks.out import OutReader
from vision.seven_locks.profile import Profile
from vision.seven_locks.teach import ROOF_SAMPLES, roof_maps
from vision.seven_locks.tops import Tops, best_tops

Kept = TypeVar("Kept")

LIGHT_STEP = 0.004
COURT = 0.62  # of the board's radius: what towers hardly hide
HEIGHTS = np.arange(0.80, 1.2501, 0.025)
MOVED, TURNED = 0.007, 0.35  # metres or radians a die must have moved to have been thrown
JOGGED = 0.018  # metres it may seem to have moved though it shows the same side
DENT = 50  # samples in the middle of a tower's place
BARE = (0.40, 0.7)  # how far the bare board's colour may seem another: tint, and light or shade
# The same where a tower's shadow went or another one's fell, and how clearly that shows it is gone.
SHADED_BARE, SHADED = (0.40, 2.0), 0.6
ALL_STAND = 0.5  # how well roofs fit when all towers stand
ROOF_LIKE, ROOF_SPAN = 0.65, 0.15  # what fits worse is none; how much better or worse is clear
THROWN = 0.10
MOST_DICE = 3
LEAST_TOP, LEAST_SHARP = 0.4, 0.25  # a top cut worse is not read; one that has an outline
OF_THE_DIE = 0.2  # of its colour and marks: what has less is the table, or something else
# What is plainly marked may lie in deep shade, if its tint is right; its inks are less trusted so.
PLAINLY_MARKED, IN_SHADE, SHADE_TRUST = 0.8, (0.28, 2.0), 0.7
CLEAR_TOP, MOST_SOUGHT = 0.5, 2  # a top cut worse is sought by its marks, in so many more places
SHARP_SQUARE = 0.45  # squares that fit worse are read with less trust
ALONG = (0.0, 0.025)  # metres from the middle of a key's bow: where a hand on it shows
BESIDE_COAT = 0.002  # metres around a coat of arms in which no die is looked for


@dataclass(frozen=True)
class Pearl:
    """A sound or a hand over a tower: how likely a pearl fell, and into which tower."""

    time: float
    sure: float
    towers: tuple[float, ...]


@dataclass(frozen=True)
class Memory:
    """What was found out about this table: places of keys and coats, the die, towers' height."""

    tops: Tops
    keys: tuple[KeyPlace, ...]
    homes: tuple[tuple[Home, Home], ...]
    marks: dict[tuple[int, int], Array]  # where it looks like a coat above a key, and none is
    die: Square | None = None
    side: Array | None = None
    seen: tuple[Picture, View] | None = None  # the last picture in which the die lies there
    faces: dict[Face, float] = field(default_factory=dict)
    came: bool = False  # the die lies where it was first seen, and that not from the beginning
    pearls: tuple[Pearl, ...] = ()  # those that were weighed with this picture
    lost: dict[int, Array] = field(default_factory=dict)  # what looks like coats that are hidden
    pawn: float = USUAL  # how much the keymaster looks like himself where he is seen


@dataclass(frozen=True)
class Reading:
    """One picture, read. Values from -1 (gone) over 0 (unseen) to 1 (there)."""

    towers: tuple[float, ...]
    keymaster: tuple[float, ...]  # log likelihood of every place, the best 0
    keys: tuple[float, ...]
    homes: tuple[tuple[float, float], ...]
    marks: dict[tuple[int, int], float]  # seat and key: a coat above that key
    die: dict[Face, float]  # log likelihood of every side; empty: not seen
    thrown: bool | None  # whether the die lies elsewhere than before
    memory: Memory
    pearls: tuple[Pearl, ...] = ()
    weighed: tuple[Pearl, ...] = ()  # those of them that the picture before was weighed with
    more: tuple[float, ...] = ()  # how clearly a second coat lies above each key
    out: tuple[float, ...] = (0.0,) * KEYS  # how clearly each key lies on the board, 0 to 1


class SevenLocksReader:
    """Reads pictures of one owner's box."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._die = DieReader(profile.die)
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
        self._off, self._away = off_board(), off_board(1.2)
        self._marks = MarkReader(profile.sizes.coat, profile.coat_colours)
        self._out = OutReader(profile)
        self.pawn = KeymasterReader(profile)
        self._near = self._near_row()
        rows, columns = (slice(at.min(), at.max() + 1) for at in np.nonzero(self._near))
        self._row = (rows, columns)

    # -- set-up -----------------------------------------------------------------------------

    def survey(self, picture: Picture, view: View, seats: int) -> Memory | None:
        """Where everything lies on this table, when all of it lies where it belongs."""
        soft = _softened(picture)
        tops, fit = self._tops(soft, view)
        if fit < ALL_STAND:
            return None
        flat = flatten(soft, self._table(view))
        light = self.light(soft, view)
        colours = self._lit(self.profile.key_colours, light)
        hidden = Hidden(view, self.profile.sizes, tops, range(PLACES))
        clear = without_towers(flat, self._row, hidden)
        bows = find_keys(clear.values, self._near, colours, hidden.bow)
        if bows is None:
            return None
        keys = tuple(replace(key, behind=hidden.points(key)) for key in bows)
        layers = coat_layers(flat, self.profile.sizes.coat)
        homes = tuple(unhidden(pair, hidden) for pair in self._homes(layers, seats, light))
        die = self._search(soft, view, flat, keys, homes, self.profile.die_at, light)
        side, faces = None, dict[Face, float]()
        if die is not None:
            side = cut_side(picture, view, die)
            faces = self._faces(soft, view, die, side, light)
        if not _clear_side(faces):
            die = side = None
        marks = self._marks.from_the_beginning(flat.values, keys, homes, hidden)
        lost = self._lost(layers, homes, light)
        seen = None if die is None else (picture, view)
        return Memory(tops, keys, homes, marks, die, side, seen, faces, lost=lost)

    def standing(self, picture: Picture, view: View) -> tuple[float, ...]:
        """Whether each tower stands, on a table of which nothing is known yet."""
        soft = _softened(picture)
        tops, _ = self._tops(soft, view)
        return self._towers(soft, view, tops, self._lit_board(soft, view)[1])

    def keymaster(
        self, picture: Picture, view: View, memory: Memory, standing: Sequence[int]
    ) -> tuple[float, ...]:
        """How likely the keymaster stands at each place."""
        soft = _softened(picture)
        hidden = self._hidden(view, memory.tops, tuple(standing))
        return self.pawn.read(soft, view, hidden, self.light(soft, view), memory.pawn)[0]

    def _near_row(self) -> Array:
        """1 around the taught row of keys."""
        near = np.zeros_like(self._off)
        for bow in self.profile.keys:
            rows, columns = key_box(bow)
            margin = round(0.035 / STEP)
            near[
                max(0, rows.start - margin) : rows.stop + margin,
                max(0, columns.start - margin) : columns.stop + margin,
            ] = 1
        return near * self._off

    def _tops(self, soft: Picture, view: View) -> tuple[Tops, float]:
        """Where towers seem to end by this view, and how well all of them fit."""
        sizes = self.profile.sizes
        return best_tops(
            lambda tops: float(np.mean(self._roofs(soft, view, tops, 2))),
            sizes.ring,
            sizes.height * HEIGHTS,
        )

    @staticmethod
    def _lit(colours: Array, light: Light) -> Array:
        """Taught colours as they would look beside the board now."""
        return in_light(colours, light.at(np.zeros((1, 2))))

    def _homes(self, layers: CoatLayers, seats: int, light: Light) -> list[tuple[Home, Home]]:
        """The coats of the seats that play, near where they were taught."""
        found = []
        colours = self._lit(self.profile.coat_colours, light)
        for pair, colour in zip(self.profile.homes[:seats], colours, strict=False):
            # A coat that is not seen says nothing; the other seats' coats still do.
            nowhere = (Home(pair[0], NO_CONTRAST), Home(pair[1], NO_CONTRAST))
            found.append(pair_near(layers, colour, pair) or nowhere)
        return found

    def _lost(
        self, layers: CoatLayers, homes: Sequence[tuple[Home, Home]], light: Light
    ) -> dict[int, Array]:
        """Seats whose coats are hidden, with what looks like them around all the same."""
        colours = self._lit(self.profile.coat_colours, light)
        return {
            seat: layers.of_colour(colours[seat])[around(self.profile.homes[seat])]
            for seat, pair in enumerate(homes)
            if is_lost(pair)
        }

    def laid_anew(self, picture: Picture, view: View, memory: Memory) -> Memory:
        """What is known of the table when coats that were hidden are laid where they are seen."""
        if not memory.lost:
            return memory
        soft = _softened(picture)
        flat = flatten(soft, self._table(view))
        layers = coat_layers(flat, self.profile.sizes.coat)
        colours = self._lit(self.profile.coat_colours, self.light(soft, view))
        hidden = self._hidden(view, memory.tops, tuple(range(PLACES)))
        homes, lost = list(memory.homes), dict(memory.lost)
        least = AS_OTHERS * _usual(layers, colours, homes)
        for seat, before in memory.lost.items():
            taught = self.profile.homes[seat]
            free = self._free(flat, memory.keys, homes[:seat] + homes[seat + 1 :]) > 0
            pair = laid_anew(layers, colours[seat], taught, before, free, hidden, least)
            if pair is not None:
                homes[seat] = pair
                del lost[seat]
        return replace(memory, homes=tuple(homes), lost=lost)

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
    ) -> Reading:
        """Read everything, given the towers believed to stand; coats above keys if `marked`."""
        soft = _softened(picture)
        flat = flatten(soft, self._table(view))
        hidden = self._hidden(view, memory.tops, tuple(standing))
        clear = without_towers(flat, self._row, hidden)
        memory = replace(
            memory, keys=tuple(as_hidden_now(clear, key, hidden) for key in memory.keys)
        )
        memory, keys = _where_pushed(clear, memory, self._read_keys(clear, memory, hidden))
        homes = self._read_homes(flat, memory, hidden)
        known_homes = [
            (found_again(one, first), found_again(other, second))
            for (one, other), (first, second) in zip(memory.homes, homes, strict=True)
        ]
        memory = replace(memory, homes=tuple(known_homes))
        light, off = self._lit_board(soft, view)
        die, thrown, known = self._read_die(picture, soft, view, flat, memory, light)
        keymaster, pawn = self.pawn.read(soft, view, hidden, light, memory.pawn)
        marks, more = dict[tuple[int, int], float](), tuple[float, ...]()
        if marked:
            told = (memory.keys, memory.homes, hidden, memory.marks)
            marks, more = self._marks.new(flat.values, *told)
        return Reading(
            self._towers(soft, view, memory.tops, off),
            keymaster,
            keys,
            homes,
            marks,
            die,
            thrown,
            replace(known, pawn=pawn),
            more=more,
            out=self._out.read(soft, view, hidden, light, int(np.argmax(keymaster)), keys),
        )

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
        maps = self._kept(view, tops, lambda: _all_roofs(view, tops))
        roofs = to_log(take(soft, maps)).mean(axis=2).reshape(PLACES, ROOF_SAMPLES, ROOF_SAMPLES)
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

    # -- die --------------------------------------------------------------------------------

    def _read_die(
        self,
        picture: Picture,
        soft: Picture,
        view: View,
        flat: Flat,
        memory: Memory,
        light: Light,
    ) -> tuple[dict[Face, float], bool | None, Memory]:
        """The side on top, and whether the die was thrown since."""
        old = memory.die
        if old is not None and memory.side is not None:
            side = cut_side(picture, view, old)
            if _same_side(side, memory.side):
                return memory.faces, False, replace(memory, seen=(picture, view))
        near = old.at if old is not None else self.profile.die_at
        found = self._search(soft, view, flat, memory.keys, memory.homes, near, light)
        if found is None or _lay_there(picture, view, found, memory):
            return {}, None, memory
        side = cut_side(picture, view, found)
        faces = self._faces(soft, view, found, side, light)
        if not _clear_side(faces):  # something else, and the die is in somebody's hand
            return {}, None, memory
        seen = (picture, view)
        known = replace(memory, die=found, side=side, seen=seen, faces=faces, came=old is None)
        if old is None:
            return faces, None, known
        thrown = _elsewhere(found, old) or _other_side(faces, memory.faces)
        # What lies a little aside and else as before may only seem to: nobody knows.
        return faces, None if thrown and _jogged(found, old, faces, memory.faces) else thrown, known

    def _faces(
        self, soft: Picture, view: View, top: Square, side: Array, light: Light
    ) -> dict[Face, float]:
        """How likely each side of the die is shown; of what is none, or half hidden, nothing."""
        marked, rim = (float(each[0]) for each in self._marked(soft, view, [top]))
        well = marked - rim
        hidden = well < WELL_CUT and self._die.strange_rim(side) > HIDDEN_RIM  # by a finger
        alike = marked * self._ground_like(soft, view, top, light)
        shaded = alike < OF_THE_DIE
        if shaded and marked > PLAINLY_MARKED:
            alike = self._ground_like(soft, view, top, light, IN_SHADE)
        least = LEAST_SHARP if top.fit > SHARP_SQUARE else LEAST_TOP
        if hidden or alike < OF_THE_DIE or well < least:
            return {}
        trust = min(1.0, top.fit / SHARP_SQUARE) * (SHADE_TRUST if shaded else 1.0)
        return {face: trust * value for face, value in self._die.read(side).items()}

    def _search(
        self,
        soft: Picture,
        view: View,
        flat: Flat,
        keys: Sequence[KeyPlace],
        homes: Sequence[tuple[Home, Home]],
        near: Spot,
        light: Light,
    ) -> Square | None:
        """The die anywhere near where it is thrown."""
        free = self._free(flat, keys, homes)
        column, row = cell(near)
        reach = round(THROWN / STEP)
        top, left = max(0, row - reach), max(0, column - reach)
        box = (slice(top, row + reach + 1), slice(left, column + reach + 1))
        ground = self._lit(self.profile.die.ground[None], light)
        size = self.profile.die.size
        part = flat.values[box], free[box]
        alike = find_coloured(*part, ground[0], size / 2, (left, top))[:MOST_DICE]
        marked = find_marked(*part, size / 2, (left, top))[:MOST_DICE]
        squares = [find_square(soft, view, at, (size,)) for at in (*alike, *marked)]
        scored = [(self._die_like(soft, view, each, light), each) for each in squares]
        good = [each for each in scored if each[1].fit > FEW]
        first = max(good, key=lambda each: each[0])[1] if good else None
        places = alike[:1] if first is None else [first.at]
        return self._whole(soft, view, first, places + marked[:MOST_SOUGHT])

    def _free(
        self, flat: Flat, keys: Sequence[KeyPlace], homes: Sequence[tuple[Home, Home]]
    ) -> Array:
        """1 beside board, keys and coats of arms."""
        free = self._away * flat.inside
        for key in keys:
            free[key_box(key.at)] = 0
        reach = round((self.profile.sizes.coat + BESIDE_COAT) / STEP)
        for home in (each for pair in homes for each in pair):
            column, row = cell(home.at)
            free[row - reach : row + reach + 1, column - reach : column + reach + 1] = 0
        return free

    def _whole(
        self, soft: Picture, view: View, first: Square | None, tried: Sequence[Spot]
    ) -> Square | None:
        """The whole top of a die: of the square that looks most like one, or found by its marks."""

        def shown(squares: Sequence[Square]) -> Array:
            return self._well_cut(soft, view, squares)

        found = None if first is None else whole_top(first, shown)
        well = CLEAR_TOP if found is None else shown([found])[0]
        if found is not None and well >= CLEAR_TOP:
            return found
        for near in tried:
            top = whole_top(find_marks(soft, view, near, self.profile.die), shown)
            if (value := shown([top])[0]) > max(well, CLEAR_TOP):
                found, well = top, value
        return found

    def _well_cut(self, soft: Picture, view: View, squares: Sequence[Square]) -> Array:
        """How much each square shows one whole side of the die and nothing else."""
        marked, rim = self._marked(soft, view, squares)
        return marked - rim

    def _marked(self, soft: Picture, view: View, squares: Sequence[Square]) -> tuple[Array, Array]:
        """How well each square shows the die's marks, and how much of its rim does not fit."""
        sides = cut_sides(soft, view, squares)
        return self._die.marked(sides), rim_off(sides)

    def _die_like(self, soft: Picture, view: View, square: Square, light: Light) -> float:
        """How much a square looks like the die: sharp, marked, of its colour."""
        alike = self._ground_like(soft, view, square, light)
        return square.fit + self._inked(soft, view, square) + 0.5 * alike

    def _ground_like(
        self,
        soft: Picture,
        view: View,
        square: Square,
        light: Light,
        spread: tuple[float, float] = (TINT, BRIGHT),
    ) -> float:
        """How much a square has the colour of the die beside its marks."""
        ground = self._lit(self.profile.die.ground[None], light)[0]
        return float(coloured(side_ground(soft, view, square)[None, None], ground, *spread)[0, 0])

    @staticmethod
    def _inked(soft: Picture, view: View, square: Square) -> float:
        """How much a square shows marks on its ground."""
        ink = np.linalg.norm(cut_side(soft, view, square), axis=2)
        return 0.6 * min(1.0, float(np.quantile(ink, 0.93)))


def _usual(layers: CoatLayers, colours: Array, homes: Sequence[tuple[Home, Home]]) -> float:
    """How much coats look like coats on this table, where they are seen."""
    known = []
    for colour, pair in zip(colours, homes, strict=False):
        if not is_lost(pair):
            likely = layers.of_colour(colour)
            known += [float(likely[cell(home.at)[::-1]]) for home in pair]
    return float(np.median(known)) if known else 2 * FAINT_PAIR


def _where_pushed(
    flat: Flat, memory: Memory, values: Sequence[float]
) -> tuple[Memory, tuple[float, ...]]:
    """Keys, where they lie now; one that lay there and is missed may lie a little aside."""
    bows, found = [key.at for key in memory.keys], list[tuple[KeyPlace, float]]()
    for number, (key, value) in enumerate(zip(memory.keys, values, strict=True)):
        others = bows[:number] + bows[number + 1 :]
        moved = pushed_aside(flat.values, key, others) if key.there and value < 0 else None
        if moved is not None:
            found.append((moved, 1.0))
        else:
            found.append((replace(key, there=value > 0 if value else key.there), value))
    return replace(memory, keys=tuple(k for k, _ in found)), tuple(v for _, v in found)


def _nearest(places: NDArray[np.float64], at: Spot) -> NDArray[np.int64]:
    """The samples in the middle of a tower's place."""
    far = np.hypot(places[:, 0] - at[0], places[:, 1] - at[1])
    return np.argsort(far)[:DENT]


def _softened(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (5, 5), 0.8), dtype=np.uint8)


def _apart(one: Spot, other: Spot) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _same_side(one: Array, other: Array) -> bool:
    """Whether two cuts of a die lying in one place show the same side."""
    return correlation(one, other) > SAME_SIDE


def _lay_there(picture: Picture, view: View, found: Square, memory: Memory) -> bool:
    """Whether what looks like a die lay there already when the die was seen elsewhere."""
    if memory.seen is None or memory.die is None or not _elsewhere(found, memory.die):
        return False
    return correlation(cut_side(picture, view, found), cut_side(*memory.seen, found)) > LAY_THERE


def _elsewhere(one: Square, other: Square, far: float = MOVED) -> bool:
    """Whether a die lies in another place, or turned."""
    turn = (one.turn - other.turn + np.pi / 4) % (np.pi / 2) - np.pi / 4
    return _apart(one.at, other.at) > far or abs(float(turn)) > TURNED


def _jogged(one: Square, other: Square, now: dict[Face, float], before: dict[Face, float]) -> bool:
    """Whether a die lies hardly aside of where it did, with the same side on top."""
    was, shown = (max(each, key=lambda face: each[face], default=None) for each in (before, now))
    return was == shown and not _elsewhere(one, other, JOGGED)


def _clear_side(faces: dict[Face, float]) -> bool:
    """Whether one side is clearly on top."""
    best = sorted(faces.values(), reverse=True)[:2]
    return len(best) > 1 and best[0] - best[1] >= CLEAR_SIDE


def _other_side(now: dict[Face, float], before: dict[Face, float]) -> bool:
    """Whether a die shows clearly another side than before."""
    if not now or not before:
        return False
    was, shown = (max(each, key=each.__getitem__) for each in (before, now))
    return min(-now.get(was, -OTHER_SIDE), -before.get(shown, -OTHER_SIDE)) >= OTHER_SIDE


SAME_SIDE, LAY_THERE = 0.75, 0.5  # correlations
OTHER_SIDE = 3.0  # log likelihood
HIDDEN_RIM = 0.12  # share of the rim that shows something else when part of a side is hidden
CLEAR_SIDE = 2.2  # log likelihood by which the side on top stands out


def _all_roofs(view: View, tops: Tops) -> Maps:
    """The tops of all towers below each other."""
    return joined([roof_maps(view, place, tops) for place in range(PLACES)])


__all__ = [
    "KEYS",
    "KeyPlace",
    "Memory",
    "Pearl",
    "Reading",
    "SevenLocksReader",
]
