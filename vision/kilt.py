"""Reading a Kilt Castle table: the top of every square at its height, and every card beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.kilt_layout import (
    BOARD,
    DEPTHS,
    POSITIONS,
    SIZE,
    SQUARES,
    Layout,
    Square,
    board_window,
    side_window,
)
from vision.kilt_profile import CARD_COLUMNS, CARD_ROWS, CREST, FINE_STEP, PLAIN_STEP, Profile, disc_for
from vision.light import Light, fit_light
from vision.likeness import Looks, strange, unchanged
from vision.reading import Cell
from vision.sample import Maps, Picture, Window, maps_for, take, to_log

Array = NDArray[np.float32]
Top = tuple[int, str]  # height and kind: "" for none, "roof", or colour and crests
Slot = tuple[int, int]  # card position and depth

EMPTY: Top = (0, "")
NO_CARD = ""
MARGIN = 0.06  # how far above and around the board tall towers may appear
SHIFTS = [(dy, dx) for dy in range(-2, 3) for dx in range(-2, 3)]
SHIFT_SPREAD = 0.004
TOP_WEIGHT, CARD_WEIGHT = 30.0, 30.0
CREST_TURNS = 24
SLACK = 0.03
HEIGHTS_ABOVE = 3


@dataclass(frozen=True)
class Memory:
    """What a picture looked like, for telling what has not changed since."""

    tops: Array  # (heights, 25, values)
    tops_seen: Array
    slots: Array  # (80, values)
    slots_seen: Array


@dataclass(frozen=True)
class Reading:
    """One picture, read."""

    squares: dict[Square, Cell[Top]]
    slots: dict[Slot, Cell[str]]
    light: Light
    memory: Memory
    shifts: dict[Square, dict[int, tuple[float, float]]]


class KiltReader:
    """Reads pictures of one owner's box."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.layout = profile.layout
        self.disc = disc_for(profile.layout)
        self._maps: dict[tuple[float, ...], Maps] = {}
        self._view: View | None = None
        names = list(profile.kinds)
        self.tops = Looks(
            names,
            np.stack([profile.kinds[n][0] for n in names]),
            np.stack([profile.kinds[n][1] for n in names]),
            weight=TOP_WEIGHT,
        )
        self.colours = sorted(profile.cards)
        self.cards = self._card_looks()
        self.crests = _Crests(profile.crests)
        self._grid = _board_grid()
        step = 0.0025
        taught = cv2.resize(profile.board, (round(BOARD / step),) * 2, interpolation=cv2.INTER_AREA)
        self._taught_board = to_log(np.asarray(taught, dtype=np.uint8))

    def _card_looks(self) -> Looks:
        """All ways a card can lie, each composed of two taught halves."""
        names, means, spreads = [], [], []
        for board in self.colours:
            for away in self.colours:
                near, far = self.profile.cards[board], self.profile.cards[away]
                names.append(f"{board}/{away}")
                means.append(_thin(np.concatenate([near[0], far[0][::-1, ::-1]])))
                spreads.append(_thin(np.concatenate([near[1], far[1][::-1, ::-1]])))
        return Looks(names, np.stack(means), np.stack(spreads), weight=CARD_WEIGHT)

    # -- looking ------------------------------------------------------------------------------

    def _take(self, picture: Picture, view: View, window: Window) -> tuple[Array, NDArray[np.bool_]]:
        if view is not self._view:
            self._view, self._maps = view, {}
        key = (*window.corner, *window.across, window.columns, window.rows, window.step)
        if key not in self._maps:
            self._maps[key] = maps_for(view, window)
        maps = self._maps[key]
        return to_log(take(picture, maps)), maps.inside

    def read(
        self,
        picture: Picture,
        view: View,
        heights: Mapping[Square, int],
        before: Memory | None = None,
        light: Light | None = None,
    ) -> Reading:
        """Read everything, given how high each square is believed to be built."""
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), dtype=np.uint8)
        light = light or self.light(soft, view, heights)
        planes = self._planes(soft, view, heights, light)
        squares, shifts, tops, tops_seen = self._squares(soft, view, planes, heights, light)
        slots, cards, cards_seen = self._slots(soft, view, light)
        memory = Memory(tops, tops_seen, cards, cards_seen)
        if before is not None:
            _compare(squares, slots, memory, before, heights)
        return Reading(squares, slots, light, memory, shifts)

    def light(self, soft: Picture, view: View, heights: Mapping[Square, int]) -> Light:
        """The light field from all bare parts of the board."""
        now, shown = self._take(soft, view, board_window(0.0025, 0.0))
        bare = shown & ~self._covered(view, heights)
        change = now - self._taught_board
        places = self._grid[bare][::3]
        return fit_light(places, change[bare][::3], BOARD / 2)

    def _covered(self, view: View, heights: Mapping[Square, int]) -> NDArray[np.bool_]:
        """Where towers hide or shade the board."""
        mask = np.zeros(self._grid.shape[:2], np.uint8)
        camera = view.centre
        for square, height in heights.items():
            if not height:
                continue
            foot = self.layout.centre(square)
            z = (height + 1) * self.layout.floor_height
            far = camera[:2] + (foot - camera[:2]) * camera[2] / (camera[2] - z)
            ends = [_pixel(foot, 0.0025), _pixel(far, 0.0025)]
            cv2.line(mask, ends[0], ends[1], 1, round(2.6 * self.layout.floor_radius / 0.0025))
        return mask > 0

    def _planes(
        self, soft: Picture, view: View, heights: Mapping[Square, int], light: Light
    ) -> dict[float, tuple[Array, Array]]:
        """The board at every height that matters, light taken off; half heights are for roofs."""
        levels = {0}
        for height in set(heights.values()):
            levels.update(range(height, height + HEIGHTS_ABOVE + 1))
        wanted = {float(h) for h in levels} | {h + 0.5 for h in levels if h}
        planes = {}
        for level in sorted(wanted):
            window = board_window(PLAIN_STEP, level * self.layout.floor_height, MARGIN)
            values, shown = self._take(soft, view, window)
            field = light.at(_places(window))
            planes[level] = (values - field, shown.astype(np.float32))
        return planes

    # -- squares ------------------------------------------------------------------------------

    def _squares(
        self,
        soft: Picture,
        view: View,
        planes: Mapping[float, tuple[Array, Array]],
        heights: Mapping[Square, int],
        light: Light,
    ) -> tuple[dict[Square, Cell[Top]], dict[Square, dict[int, tuple[float, float]]], Array, Array]:
        jobs = [
            (square, level, level in (height, height + 1, height + 2, height + 3))
            for square, height in heights.items()
            for level in _levels(height)
        ]
        rows, shown = self._gather(planes, [(s, level) for s, level, _ in jobs])
        flat = rows.reshape(len(jobs) * len(SHIFTS), -1)
        flat_seen = shown.reshape(len(jobs) * len(SHIFTS), -1)
        penalty = -np.array([(dx * dx + dy * dy) for dy, dx in SHIFTS]) * (
            PLAIN_STEP**2 / SHIFT_SPREAD**2 / 2
        )
        scores = self.tops.score(flat, flat_seen).reshape(len(jobs), len(SHIFTS), -1)
        scores = scores + penalty[None, :, None]
        odd = strange(flat, flat_seen, TOP_WEIGHT).reshape(len(jobs), len(SHIFTS)).max(axis=1)
        found = self._combine(jobs, scores, odd)
        crests, shifts = self._crests(view, soft, found, light)
        squares = self._cells(heights, found, crests, planes)
        tops, tops_seen = self._top_memory(planes)
        return squares, shifts, tops, tops_seen

    def _gather(
        self, planes: Mapping[float, tuple[Array, Array]], jobs: list[tuple[Square, float]]
    ) -> tuple[Array, Array]:
        """Samples of discs, (jobs, shifts, values), and which were seen."""
        rows = np.empty((len(jobs), len(SHIFTS), self.disc.count, 3), np.float32)
        shown = np.empty((len(jobs), len(SHIFTS), self.disc.count), np.float32)
        offsets = np.array(SHIFTS)
        for index, (square, level) in enumerate(jobs):
            values, mask = planes[level]
            row, column = self._place(square)
            ys = row + offsets[:, :1] + (self.disc.rows - self.disc.reach)
            xs = column + offsets[:, 1:] + (self.disc.columns - self.disc.reach)
            rows[index] = values[ys, xs]
            shown[index] = mask[ys, xs]
        both = np.repeat(shown[..., None], 3, axis=3)
        return rows.reshape(len(jobs), len(SHIFTS), -1), both.reshape(len(jobs), len(SHIFTS), -1)

    def _place(self, square: Square) -> tuple[int, int]:
        x, y = self.layout.centre(square)
        half = BOARD / 2 + MARGIN
        return round((half - y) / PLAIN_STEP - 0.5), round((x + half) / PLAIN_STEP - 0.5)

    def _combine(self, jobs, scores: Array, odd: Array) -> dict[Square, dict[Top, tuple[float, int]]]:
        """Per square and top: the best value over shifts, and which shift it was."""
        found: dict[Square, dict[Top, tuple[float, int]]] = {}
        best_shift = scores.argmax(axis=1)
        best = scores.max(axis=1)
        for index, (square, level, _) in enumerate(jobs):
            table = found.setdefault(square, {})
            for k, name in enumerate(self.tops.names):
                is_roof = name == "roof"
                if is_roof == (level % 1 == 0.5) and level >= 1:
                    value = float(np.logaddexp(best[index, k], odd[index] - 4))
                    table[(int(level), name)] = (value, int(best_shift[index, k]))
        return found

    def _crests(self, view, soft, found, light):
        """Fine reading of the middle of the likeliest top of each square."""
        picks = {}
        for square, table in found.items():
            for height in {h for (h, n) in table}:
                names = [n for (h, n) in table if h == height and n != "roof"]
                best = max(names, key=lambda n: table[(height, n)][0])
                picks[square, height] = table[(height, best)][1]
        shifts: dict[Square, dict[int, tuple[float, float]]] = {}
        for (square, height), shift in picks.items():
            dy, dx = SHIFTS[shift]
            shifts.setdefault(square, {})[height] = (dx * PLAIN_STEP, -dy * PLAIN_STEP)
        scores = self._crest_scores(view, soft, shifts)
        return scores, shifts

    def _crest_scores(self, view, soft, shifts):
        side = CREST + 4
        points, keys = [], []
        half = side * FINE_STEP / 2
        ticks = (np.arange(side) + 0.5) * FINE_STEP - half
        for square, by_height in shifts.items():
            for height, (dx, dy) in by_height.items():
                x, y = self.layout.centre(square) + (dx, dy)
                gx, gy = np.meshgrid(x + ticks, y - ticks)
                z = np.full(gx.shape, height * self.layout.floor_height)
                points.append(np.stack([gx, gy, z], axis=-1).reshape(-1, 3))
                keys.append((square, height))
        if not keys:
            return {}
        pixels = view.project(np.concatenate(points)).astype(np.float32) - 0.5
        grid = np.ascontiguousarray(pixels.reshape(len(keys), -1, 2))
        raw = cv2.remap(soft, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR)
        patches = to_log(np.asarray(raw)).reshape(len(keys), side, side, 3)
        return dict(zip(keys, self.crests.score(patches), strict=True))

    def _cells(self, heights, found, crests, planes) -> dict[Square, Cell[Top]]:
        """Colour by the whole disc, crests by its middle alone."""
        bare = self._bare_scores(planes, list(heights))
        cells = {}
        for square in heights:
            labels: dict[Top, float] = {}
            for (height, kind), (value, _) in found[square].items():
                if kind == "roof":
                    labels[height, kind] = value
                    continue
                colour = kind.rsplit(" ", 1)[0]
                kinds = [f"{colour} {n}" for n in range(3)]
                fine = crests[square, height]
                whole = max(found[square][height, k][0] for k in kinds)
                labels[height, kind] = whole + fine[kind] - max(fine[k] for k in kinds)
            labels[EMPTY] = bare[square]
            cells[square] = Cell(labels)
        return cells

    def _bare_scores(self, planes, squares: list[Square]) -> dict[Square, float]:
        """How much each square looks like the bare board that was taught."""
        values, mask = planes[0.0]
        result = {}
        for square in squares:
            row, column = self._place(square)
            ys, xs = row + self.disc.rows - self.disc.reach, column + self.disc.columns - self.disc.reach
            now, shown = values[ys, xs].reshape(1, -1), np.repeat(mask[ys, xs], 3).reshape(1, -1)
            mean = self.profile.board_plain[square[0] * SIZE + square[1]]
            look = Looks(["bare"], mean[None], np.full_like(mean, 0.15)[None], weight=TOP_WEIGHT)
            odd = strange(now, shown, TOP_WEIGHT)[0] - 4
            value = float(look.score(now, shown)[0, 0])
            result[square] = float(np.logaddexp(value, odd))
        return result

    def _top_memory(self, planes) -> tuple[Array, Array]:
        levels = [float(h) for h in range(12) if float(h) in planes]
        size = self.disc.count * 3
        tops = np.zeros((12, 25, size), np.float32)
        shown = np.zeros((12, 25, size), np.float32)
        for level in levels:
            values, mask = planes[level]
            for index, square in enumerate(SQUARES):
                row, column = self._place(square)
                ys, xs = row + self.disc.rows - self.disc.reach, column + self.disc.columns - self.disc.reach
                tops[int(level), index] = values[ys, xs].ravel()
                shown[int(level), index] = np.repeat(mask[ys, xs], 3)
        return tops, shown

    # -- cards --------------------------------------------------------------------------------

    def _slots(self, soft: Picture, view: View, light: Light):
        step = self.layout.card_length / CARD_ROWS
        reach = self.layout.card_start + DEPTHS * self.layout.card_pitch + 0.02
        count = POSITIONS * DEPTHS
        values = len(_THIN_ROWS)
        rows = np.zeros((count, len(SHIFTS), values, 3), np.float32)
        shown = np.zeros((count, len(SHIFTS), values), np.float32)
        strips = []
        for side in range(4):
            window = side_window(side, step, reach, SLACK)
            strip, mask = self._take(soft, view, window)
            strips.append((strip - light.at(_places(window)), mask.astype(np.float32)))
            for index in range(SIZE):
                for depth in range(DEPTHS):
                    slot = (side * SIZE + index) * DEPTHS + depth
                    self._cut_slot(window, strips[-1], slot, rows[slot], shown[slot])
        return self._slot_cells(rows, shown, strips)

    def _cut_slot(self, window: Window, strip, slot: int, rows: Array, shown: Array) -> None:
        position, depth = divmod(slot, DEPTHS)
        centre = self.layout.card_centre(position, depth)
        offset = centre - np.array(window.corner[:2])
        row = round(float(offset @ np.array(window.down)) / window.step - CARD_ROWS / 2)
        column = round(float(offset @ np.array(window.across)) / window.step - CARD_COLUMNS / 2)
        values, mask = strip
        for index, (dy, dx) in enumerate(SHIFTS):
            ys = np.clip(row + dy + _THIN_ROWS, 0, values.shape[0] - 1)
            xs = np.clip(column + dx + _THIN_COLUMNS, 0, values.shape[1] - 1)
            rows[index], shown[index] = values[ys, xs], mask[ys, xs]

    def _slot_cells(self, rows: Array, shown: Array, strips):
        count, shifts = rows.shape[:2]
        flat = rows.reshape(count * shifts, -1)
        flat_seen = np.repeat(shown[..., None], 3, axis=3).reshape(count * shifts, -1)
        step = self.layout.card_length / CARD_ROWS
        penalty = -np.array([(dx * dx + dy * dy) for dy, dx in SHIFTS]) * (
            step**2 / SHIFT_SPREAD**2 / 2
        )
        scores = self.cards.score(flat, flat_seen).reshape(count, shifts, -1) + penalty[None, :, None]
        best = scores.max(axis=1)
        middle = len(SHIFTS) // 2
        here = flat.reshape(count, shifts, -1)[:, middle]
        here_seen = flat_seen.reshape(count, shifts, -1)[:, middle]
        odd = strange(here, here_seen, CARD_WEIGHT)
        ground = self._ground(strips).score(here, here_seen)[:, 0]
        cells: dict[Slot, Cell[str]] = {}
        for slot in range(count):
            labels = {
                name: float(np.logaddexp(best[slot, k], odd[slot] - 4))
                for k, name in enumerate(self.cards.names)
            }
            labels[NO_CARD] = float(np.logaddexp(ground[slot], odd[slot] - 2))
            cells[divmod(slot, DEPTHS)] = Cell(labels, seen=float(here_seen[slot].mean()))
        return cells, here, here_seen

    def _ground(self, strips) -> Looks:
        """The bare table, as most of what lies round the board."""
        pixels = np.concatenate([v[m > 0][::7] for v, m in strips])
        middle = np.median(pixels, axis=0)
        spread = np.median(np.abs(pixels - middle), axis=0) * 1.48 + 0.05
        size = (1, len(_THIN_ROWS), 3)
        return Looks(
            ["table"],
            np.broadcast_to(middle, size).astype(np.float32),
            np.broadcast_to(spread, size).astype(np.float32),
            weight=CARD_WEIGHT,
        )


_THIN = np.mgrid[1:CARD_ROWS:2, 1:CARD_COLUMNS:2]
_THIN_ROWS, _THIN_COLUMNS = _THIN[0].ravel(), _THIN[1].ravel()


def _thin(patch: Array) -> Array:
    """Every second sample of a card each way."""
    return patch[_THIN_ROWS, _THIN_COLUMNS]


def _levels(height: int) -> list[float]:
    """The heights at which a square's top may be now, and those of a roof's middle."""
    floors = [float(h) for h in range(max(height, 1), height + HEIGHTS_ABOVE + 1)]
    return floors + [h + 0.5 for h in floors]


def _pixel(point: NDArray[np.float64], step: float) -> tuple[int, int]:
    return int((point[0] + BOARD / 2) / step), int((BOARD / 2 - point[1]) / step)


def _places(window: Window) -> NDArray[np.float64]:
    return window.points()[:, :2].reshape(window.rows, window.columns, 2)


def _board_grid() -> NDArray[np.float64]:
    return _places(board_window(0.0025, 0.0))


# How much the middle of a top weighs, what no template explains, and how pale a crest may be.
CREST_WEIGHT = 14.0
CREST_NOISE = 0.04
CREST_COST = 1.5
CONTRAST = (0.12, 1.3)


class _Crests:
    """Taught middles of tops in all turns, compared by shape; glare may pale them."""

    def __init__(self, patches: Mapping[str, Array]) -> None:
        ys, xs = np.mgrid[0:CREST, 0:CREST] - CREST // 2
        self.mask = (np.hypot(xs, ys) <= CREST / 2).astype(np.float32)[..., None]
        self.count = 3 * float(self.mask.sum())
        self.plain = [name for name in patches if name.endswith(" 0")]
        self.names = [name for name in patches if name not in self.plain]
        self.bank = np.stack([self._turns(patches[n]) for n in self.names])
        self.power = (self.bank * self.bank).sum(axis=(2, 3, 4))

    def _turns(self, patch: Array) -> Array:
        turned = []
        for turn in range(CREST_TURNS):
            angle = 360 * turn / CREST_TURNS
            matrix = cv2.getRotationMatrix2D((CREST // 2, CREST // 2), angle, 1.0)
            view = cv2.warpAffine(patch, matrix, (CREST, CREST), borderMode=cv2.BORDER_REPLICATE)
            turned.append(self._level(np.asarray(view)[None])[0])
        return np.stack(turned)

    def _level(self, patches: Array) -> Array:
        """Masked, with each channel's mean taken out."""
        mean = (patches * self.mask).sum(axis=(1, 2), keepdims=True) / self.mask.sum()
        return np.asarray((patches - mean) * self.mask, dtype=np.float32)

    def score(self, patches: Array) -> list[dict[str, float]]:
        """For each larger patch the value of every kind, at its best turn and small shift."""
        room = patches.shape[1] - CREST + 1
        windows = np.stack(
            [patches[:, y : y + CREST, x : x + CREST] for y in range(room) for x in range(room)],
            axis=1,
        )
        flat = self._level(windows.reshape(-1, CREST, CREST, 3)).reshape(len(windows), room**2, -1)
        rough = (flat * flat).sum(axis=2)
        bank = self.bank.reshape(-1, flat.shape[2])
        power = self.power.reshape(-1)
        match = flat @ bank.T
        contrast = np.clip(match / power, *CONTRAST)
        rest = rough[..., None] - contrast * (2 * match - contrast * power)
        rest = rest.reshape(len(patches), room**2, len(self.names), -1).min(axis=(1, 3))
        return [self._values(r, p) for r, p in zip(rest, rough[:, room**2 // 2], strict=True)]

    def _values(self, rest: Array, rough: float) -> dict[str, float]:
        values = dict(zip(self.names, self._weigh(rest) - CREST_COST, strict=True))
        values |= dict.fromkeys(self.plain, float(self._weigh(rough)))
        return {name: float(value) for name, value in values.items()}

    def _weigh(self, energy: Array | float) -> Array:
        left = np.maximum(energy, 0) / self.count + CREST_NOISE**2
        return np.asarray(-CREST_WEIGHT / 2 * np.log(left))


def _compare(
    squares: dict[Square, Cell[Top]],
    slots: dict[Slot, Cell[str]],
    now: Memory,
    before: Memory,
    heights: Mapping[Square, int],
) -> None:
    """Fill in how well each place fits "as before"; the scale of small changes is found anew."""
    names = list(heights)
    index = [s[0] * SIZE + s[1] for s in names]
    level = [heights[s] for s in names]
    both = now.tops_seen[level, index] * before.tops_seen[level, index]
    tops = unchanged(now.tops[level, index], before.tops[level, index], both)
    both_slots = now.slots_seen * before.slots_seen
    cards = unchanged(now.slots, before.slots, both_slots)
    for square, value in zip(names, _same(tops, both, TOP_WEIGHT), strict=True):
        squares[square] = replace(squares[square], same=float(value))
    for slot, value in enumerate(_same(cards, both_slots, CARD_WEIGHT)):
        key = divmod(slot, DEPTHS)
        slots[key] = replace(slots[key], same=float(value))


def _same(change: Array, both: Array, weight: float) -> Array:
    """Log likelihood of mean squared changes under "nothing changed here"."""
    noise = max(float(np.median(change)), 0.04**2) * 2.0 + 0.03**2
    share = both.mean(axis=1)
    return np.asarray((-0.5 * change / noise - 0.5 * np.log(noise)) * weight * share)
