"""The row of keys: where each lies on this table, and whether it still does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.errors import TeachingError
from vision.seven_locks.find import coloured, find_row
from vision.seven_locks.windows import STEP, Array, Flat, Spot, cell, place_of, weighed

BOW, SHAFT = 0.0095, 0.030
TAIL = (0.022, 0.044)  # metres from the middle of the bow: the end of the shaft that every key has
TURNS = np.radians((-10, -5, 0, 5, 10))
AS_BEFORE = 0.8  # a key that stands out at least so much as before was not touched
REACH = 0.008  # how far a key may lie from where it lay
ASIDE, WHOLE = 0.024, 0.9  # how far an arm may push one, and how much of it must show there
PLACED = 0.008  # how far from where it was found a key is looked for more closely
# Metres a key lies beside an even row: as a rule, and where it is something else.
IN_ROW, OUT_OF_ROW = 0.006, 0.008
BARE = (0.062, 0.085)  # metres right of a bow, where no key reaches
ALIKE = (0.5, 0.85)  # share of a key's look that bare table may show: no matter, and too much
# A key that shows more or less of itself: how alike its colour is, how much stands out at least.
SAME_COLOUR, SAME_STRENGTH = 0.8, 0.6
EVEN, NOISE = 0.05, 0.02  # a table varies in every colour a little (share), and log light
UNEVEN = 0.25  # of the usual gap between keys: so unevenly nobody lays them
# How far what is a key stands out, what may be one, and what is hardly any.
SURELY, SOME_KEY, HARDLY_ANY = 0.7, 0.25, 0.05
SOME_COLOUR = 0.8  # log light; nearer to the table's, a key may look either lighter or darker
FAINT = 0.45  # log light: a key that stands out less is told less surely
SHADOW = 0.2  # log light that a shadow takes from a key's place


@dataclass(frozen=True)
class KeyPlace:
    """Where a key's bow lies and how it is turned, and how the key stands out from the table."""

    at: Spot
    turn: int  # one of TURNS
    contrast: Array
    trust: float = 1.0  # less where the bare table may look as the key does
    colour: Array | None = None  # how much each colour tells the key from the table
    behind: tuple[bool, ...] = ()  # which of its points towers hid, when it looked so
    ground: Array | None = None  # the table around it
    tail: bool = False  # told by the end of its shaft, for a tower hides the rest
    there: bool = True  # it lay there when it was last seen or missed

    def shown(self, contrasts: Array) -> Array:
        """How much of the key each contrast shows; all of it is 1."""
        look = self.contrast
        by = look / max(float(look @ look), 1e-4) if self.colour is None else self.colour
        return np.asarray(contrasts @ by)


LEFT_OF, RIGHT_OF, BESIDE = (round(d / STEP) for d in (0.017, TAIL[1] + 0.004, 0.020))


@cache
def _kernel(turn: int, tail: bool) -> Array:
    """What to add and what to take off around a bow's middle: a key, and the gaps around it."""
    column, row = np.meshgrid(np.arange(-LEFT_OF, RIGHT_OF), np.arange(-BESIDE, BESIDE + 1))
    angle = TURNS[turn]
    x, y = column * STEP, -row * STEP
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    far = np.hypot(u, v)
    if tail:
        key = (u > TAIL[0]) & (u < TAIL[1]) & (np.abs(v) < 0.0026)
        gap = (u > TAIL[0]) & (u < TAIL[1]) & (np.abs(v) > 0.0085) & (np.abs(v) < 0.0185)
    else:
        shaft = (u > BOW * 0.9) & (u < BOW + SHAFT) & (np.abs(v) < 0.0026)
        key = ((far <= BOW * 1.02) & (far > BOW * 0.58)) | shaft
        gap = (far > BOW * 1.35) & (np.abs(v) > 0.0085) & (np.abs(v) < 0.0185)
        gap &= u < BOW + SHAFT + 0.004
    return np.asarray(key / key.sum() - gap / gap.sum(), np.float32)


def _shifts(reach: float) -> NDArray[np.int64]:
    span = round(reach / STEP)
    steps = np.arange(-span, span + 1)
    return np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)


def contrasts(
    values: Array, at: Spot, reach: float, turns: Sequence[int], tail: bool = False
) -> Array:
    """How keys in some turns and small shifts would stand out here, (turns, shifts, 3)."""
    column, row = cell(at)
    span = round(reach / STEP)
    high, wide = values.shape[:2]
    rows = np.arange(row - BESIDE - span, row + BESIDE + span + 1).clip(0, high - 1)
    columns = np.arange(column - LEFT_OF - span, column + RIGHT_OF + span).clip(0, wide - 1)
    kernels = np.stack([_kernel(turn, tail) for turn in turns])
    return weighed(values[np.ix_(rows, columns)], kernels).reshape(len(turns), -1, 3)


def find_keys(
    values: Array, near: Array, colours: Array, hidden: Callable[[Spot], bool]
) -> list[KeyPlace] | None:
    """The eight keys of the row, when all lie in it; `colours` as they would look in this light.

    `hidden` says whether towers hide most of a key that lies in a place.
    """
    blank = np.median(values[near > 0], axis=0) if (near > 0).any() else values.mean(axis=(0, 1))
    shown = np.where(near[..., None] > 0, values, blank).astype(np.float32)
    try:
        bows = find_row(shown, [coloured(values, colour) * near for colour in colours])
    except TeachingError:
        return None
    found = []
    for bow, row, colour in zip(bows, _in_row(bows), colours, strict=True):
        at = _nearer(bow, row)
        found.append(_placed(values, at, row, np.asarray(colour), hidden(at)))
    bare = {tail: _bare(values, [key.at for key in found], tail) for tail in (False, True)}
    return [trusted(key, bare[key.tail]) for key in found]


def whole_row(values: Array, bows: Sequence[Spot]) -> list[Spot]:
    """A row that was found, one place on if a key lies there, and at its other end only bare table
    or something out of the row: the grain of a table may look like a key. A key that can hardly be
    told from the table lies in the row.
    """
    bows = _evenly(bows)
    row = _in_row(bows)
    pitch = (row[-1] - row[0]) / (len(bows) - 1)
    ends = [(float(x), float(y)) for x, y in (row[-1] + pitch, row[0] - pitch)]
    near, far = (_strongest(values, end) for end in ends)
    first, last = (_strongest(values, bow) for bow in (bows[0], bows[-1]))
    bare = _bare(values, bows)
    rows = (
        (near, first, row[0], [*bows[1:], near.at]),
        (far, last, row[-1], [far.at, *bows[:-1]]),
    )
    for new, old, due, shifted in rows:
        away = float(np.hypot(*np.subtract(old.at, due)))
        taken = _key_like(old, bare) * np.exp(-0.5 * (away / IN_ROW) ** 2)
        found, trust = _key_like(new, bare), trusted(new, bare).trust
        if trust > SURELY and found > max(SOME_KEY, 2 * taken):
            return shifted
        # Of two ends that hardly show anything the key lies where the board is its row's middle.
        if taken < HARDLY_ANY and found >= taken and _aside(bows, pitch) > _aside(shifted, pitch):
            return shifted
    told = (_key_like(_strongest(values, bow), bare) > SURELY for bow in bows)
    places = zip(bows, row, told, strict=True)
    return [bow if clear else _nearer(bow, due) for bow, due, clear in places]


def _aside(bows: Sequence[Spot], pitch: NDArray[np.float64]) -> float:
    """How far along its own way the middle of a row lies from the board's."""
    return abs(float(np.mean(bows, axis=0) @ pitch))


def _key_like(key: KeyPlace, bare: Sequence[Array]) -> float:
    """How far something is told from the bare table beside the row, and from a shadow on it."""
    return trusted(key, bare).trust * _clearness(key.contrast)


def _evenly(bows: Sequence[Spot]) -> list[Spot]:
    """A row without an end that lies too far off for a key of it: rather the key beyond its other
    end hardly shows.
    """
    places = np.array(bows)
    gaps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    off = gaps / np.median(gaps) - 1
    step = np.median(np.diff(places, axis=0), axis=0)
    if off[0] > UNEVEN and off[1:].max() < UNEVEN:
        places = np.vstack([places[1:], places[-1] + step])
    elif off[-1] > UNEVEN and off[:-1].max() < UNEVEN:
        places = np.vstack([places[0] - step, places[:-1]])
    return [(float(x), float(y)) for x, y in places]


def _bare(values: Array, bows: Sequence[Spot], tail: bool = False) -> list[Array]:
    """How keys would stand out on the bare table beside the row."""
    return [
        contrasts(values, (x + beside, y), REACH, range(len(TURNS)), tail)
        for x, y in bows
        for beside in BARE
    ]


def _strongest(values: Array, at: Spot) -> KeyPlace:
    """What stands out most near a place."""
    found = contrasts(values, at, REACH, range(len(TURNS)))
    turn, shift = np.unravel_index(int(np.linalg.norm(found, axis=2).argmax()), found.shape[:2])
    return KeyPlace(at, int(turn), found[turn, shift].copy())


def trusted(key: KeyPlace, bare: Sequence[Array]) -> KeyPlace:
    """A key with how it is best told from the table beside the row, and how far it can be.

    Grain is light and dark, a key is of another colour: what varies on the bare table counts less.
    """
    samples = np.concatenate([each.reshape(-1, 3) for each in bare]).astype(np.float64)
    varies = samples.T @ samples / len(samples)
    varies += np.eye(3) * (EVEN * np.trace(varies) / 3 + NOISE**2)
    by = np.linalg.solve(varies, key.contrast)
    by = (by / max(float(by @ key.contrast), 1e-4)).astype(np.float32)
    alike = float(np.quantile([float((each @ by).max()) for each in bare], 0.75))
    trust = float(np.clip((ALIKE[1] - alike) / (ALIKE[1] - ALIKE[0]), 0, 1))
    return replace(key, trust=trust, colour=by)


def look_again(values: Array, key: KeyPlace) -> KeyPlace | None:
    """A key of which towers hide more or less than before, if it shows its colour."""
    found = contrasts(values, key.at, REACH, range(len(TURNS)), key.tail)
    sizes = np.linalg.norm(found, axis=2)
    own = np.linalg.norm(key.contrast)
    alike = (found @ key.contrast) / (sizes * own + 1e-6)
    fits = np.where(alike > SAME_COLOUR, sizes * alike, 0.0)
    turn, shift = np.unravel_index(int(fits.argmax()), fits.shape)
    if fits[turn, shift] < SAME_STRENGTH * own:
        return None
    scale = float(sizes[turn, shift] / own)
    colour = None if key.colour is None else key.colour / scale
    return replace(key, turn=int(turn), contrast=key.contrast * scale, colour=colour)


def _nearer(bow: Spot, row: NDArray[np.float64]) -> Spot:
    """A bow, or its place in the row where something far off it was taken for it."""
    far = float(np.hypot(bow[0] - row[0], bow[1] - row[1]))
    return bow if far < OUT_OF_ROW else (float(row[0]), float(row[1]))


def _in_row(bows: Sequence[Spot]) -> NDArray[np.float64]:
    """Where each bow would lie in an even row through all of them, whatever single ones say."""
    steps = np.stack([np.ones(len(bows)), np.arange(len(bows))], axis=1)
    places, trust = np.array(bows), np.ones(len(bows))
    for _ in range(6):
        scaled = steps * trust[:, None]
        line = np.linalg.solve(steps.T @ scaled, scaled.T @ places)
        off = np.linalg.norm(places - steps @ line, axis=1)
        trust = 1 / (1 + (off / OUT_OF_ROW) ** 2)
    return np.asarray(steps @ line)


def _placed(
    values: Array, bow: Spot, row: NDArray[np.float64], colour: Array, tail: bool
) -> KeyPlace:
    """A key close to a place: where it stands out most, as its colour should, and in the row."""
    found = contrasts(values, bow, PLACED, range(len(TURNS)), tail)
    column, line = cell(bow)
    shifts = _shifts(PLACED)
    places = np.array([place_of(column + int(dx), line + int(dy)) for dy, dx in shifts])
    away = np.linalg.norm(places - row, axis=1)
    due = colour - values[_around(values, bow)].reshape(-1, 3).mean(axis=0)
    along = (found @ due) / (np.linalg.norm(found, axis=2) * np.linalg.norm(due) + 1e-6)
    along *= min(1.0, float(np.linalg.norm(due)) / SOME_COLOUR)
    strength = np.linalg.norm(found, axis=2) * (1 + along) * np.exp(-0.5 * (away / IN_ROW) ** 2)
    turn, shift = np.unravel_index(int(strength.argmax()), strength.shape)
    at = (float(places[shift][0]), float(places[shift][1]))
    ground = np.median(values[_around(values, at)].reshape(-1, 3), axis=0)
    look = found[turn, shift].copy()
    return KeyPlace(at, int(turn), look, ground=np.asarray(ground, np.float32), tail=tail)


def _around(values: Array, bow: Spot) -> tuple[slice, slice]:
    """The table around a key."""
    column, row = cell(bow)
    reach = round(0.02 / STEP)
    high, wide = values.shape[:2]
    rows = slice(max(0, row - reach), min(high, row + reach + 1))
    return rows, slice(max(0, column - reach), min(wide, column + 2 * reach))


def read_key(values: Array, glare: NDArray[np.bool_], key: KeyPlace) -> float:
    """Whether a key lies in its place: 1 it does, -1 it does not, 0 nobody can see."""
    column, row = cell(key.at)
    reach = round(0.02 / STEP)
    if glare[row - reach : row + reach + 1, column - 6 : column + 2 * reach].mean() > 0.35:
        return 0.0
    share = float(key.shown(contrasts(values, key.at, 0.002, (key.turn,), key.tail)).max())
    if share < AS_BEFORE:
        found = contrasts(values, key.at, REACH, range(len(TURNS)), key.tail)
        share = max(share, float(key.shown(found).max()))
    return float(np.clip(2.4 * share - 1.2, -1, 1)) * plainness(key)


def where_pushed(
    flat: Flat, keys: Sequence[KeyPlace], values: Sequence[float]
) -> tuple[tuple[KeyPlace, ...], tuple[float, ...]]:
    """Keys, where they lie now; one that lay there and is missed may lie a little aside."""
    bows, found = [key.at for key in keys], list[tuple[KeyPlace, float]]()
    for number, (key, value) in enumerate(zip(keys, values, strict=True)):
        others = bows[:number] + bows[number + 1 :]
        moved = pushed_aside(flat.values, key, others) if key.there and value < 0 else None
        if moved is not None:
            found.append((moved, 1.0))
        else:
            found.append((replace(key, there=value > 0 if value else key.there), value))
    return tuple(k for k, _ in found), tuple(v for _, v in found)


def pushed_aside(values: Array, key: KeyPlace, others: Sequence[Spot]) -> KeyPlace | None:
    """Where a clear key lies now that an arm pushed it out of its place, if it is seen there."""
    if plainness(key) < 1:
        return None
    found = contrasts(values, key.at, ASIDE, range(len(TURNS)), key.tail)
    alike = found @ key.contrast / np.linalg.norm(key.contrast)
    same = alike > SAME_COLOUR * np.linalg.norm(found, axis=2)
    (column, row), shifts = cell(key.at), _shifts(ASIDE)
    places = np.array([place_of(column + int(dx), row + int(dy)) for dy, dx in shifts])
    free = np.ones(len(places), bool)
    for other in others:
        free &= np.abs(places[:, 1] - other[1]) > np.abs(places[:, 1] - key.at[1])
    shown = np.where(free & same, key.shown(found), 0.0)
    turn, shift = np.unravel_index(int(shown.argmax()), shown.shape)
    if shown[turn, shift] < WHOLE:
        return None
    return replace(key, at=(float(places[shift][0]), float(places[shift][1])), turn=int(turn))


def plainness(key: KeyPlace) -> float:
    """How surely a key is told from the table where it lies."""
    return _clearness(key.contrast) * key.trust


def half_hidden(key: KeyPlace) -> bool:
    """Whether a tower hid some of a key where it lies."""
    return key.tail or any(key.behind)


def _clearness(contrast: Array) -> float:
    """How far a key can be told at all: no shadow may come or go with its look."""
    grey = float(contrast.mean())
    tint = float(np.linalg.norm(contrast - grey))
    light = np.sqrt(3) * max(0.0, grey - SHADOW / 2, -grey - SHADOW)
    return min(1.0, float(np.hypot(tint, light)) / FAINT)
