"""Teaching Schloss der 7 Schlösser: from labelled pictures of the owner's box to a profile.

One picture shows the table set up with all seven towers, one shows it without towers; in both all
keys lie in their row and all coats of arms with their owners. Further pictures may show other sides
of the die, and one the board alone on its table. A person says what lies where and taps the
corners of a square around the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from rules.seven_locks.pieces import KEYS, PLACES, Face
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.sample import Maps, Picture, joined, maps_for, maps_for_all, take, to_log
from vision.seven_locks.die import (
    SIZES,
    DieLook,
    Square,
    cut_side,
    cut_sides,
    find_square,
    learn_die,
    marks_fit,
    rim_off,
    side_ground,
    whole_top,
)
from vision.seven_locks.find import (
    Round,
    cut_key,
    find_marked,
    find_pairs,
    find_rounds,
    find_row,
    key_box,
    off_board,
)
from vision.seven_locks.keys import whole_row
from vision.seven_locks.out import around_pawn
from vision.seven_locks.profile import Profile
from vision.seven_locks.roofs import roof_sizes
from vision.seven_locks.table import Sizes, spot
from vision.seven_locks.tops import Tops, best_tops
from vision.seven_locks.windows import (
    CORNERS,
    STEP,
    Array,
    Spot,
    averaged,
    board_window,
    cell,
    disc,
    flatten,
    patch_window,
    plane_window,
)

BOARD_STEP = 0.0006
# Samples of the board around the keymaster: on which he casts a shade, and that tell of the light.
SHADE, BESIDE = 13, 21
ROOF_SAMPLES, ROOF_HALF = 24, 0.030
BEYOND = 5  # samples at a roof's rim that may show the table, which may be much brighter
RINGS = np.arange(0.092, 0.1261, 0.002)
HEIGHTS = np.arange(0.09, 0.2701, 0.005)
WALKS = np.arange(0.038, 0.0761, 0.002)
PAWN_HEIGHT = 0.014  # where a keymaster is looked at
DENTS = (0.016, 0.020, 0.024, 0.029)  # radii of a tower's place
MARKED = 0.8  # spread of log light on a roof with a dark lock in it
THROWN = 0.09  # how far apart a die is thrown while it is taught
# Most of a table does not change while things are laid onto it: how much, and by what (log light).
MOSTLY_TABLE, STEADY = 0.7, 0.12
BUMPED = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-5)  # when a bump is made good
MOST_DICE, MOST_MARKED = 14, 8  # small things that are looked at more closely


@dataclass(frozen=True)
class Lesson:
    """One teaching picture with its labels."""

    picture: Picture
    soft: Picture
    view: View
    towers: frozenset[int]
    keymaster: int | None
    keys: int
    seats: int
    die: Face | None


def lesson(picture: Picture, label: Mapping[str, Any]) -> Lesson:
    """Read the label of a teaching picture (the layout of a table's `state`)."""
    state = label["state"]
    size = (picture.shape[1], picture.shape[0])
    die = state.get("die")
    home = [name for name, where in state["coats"].items() if where == "home"]
    keymaster = state["keymaster_place"]
    return Lesson(
        picture,
        np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), dtype=np.uint8),
        solve_view(CORNERS, np.array(label["board_corners_px"], dtype=np.float64), size),
        frozenset(int(place) for place in state["standing_towers"]),
        None if keymaster is None else int(keymaster),
        len(state["keys_in_row"]),
        len({name.rstrip("0123456789") for name in home}),
        None if not die else (int(die["pearls"]), int(die["steps"])),
    )


def teach(lessons: Sequence[Lesson]) -> Profile:
    """The profile of a box, from its teaching pictures."""
    bare, full = _check(lessons)
    flat = flatten(bare.soft, maps_for(bare.view, plane_window())).values
    laid = _laid(lessons, bare, flat)
    bows = whole_row(laid, find_row(laid))
    shapes = [cut_key(laid, bow, flat) for bow in bows]
    rounds = find_rounds(laid, _free(bows), all_round=True, look=flat)
    pairs = find_pairs(rounds, bare.seats)
    ring = _ring(flat)
    tops, roof = _roof(full, ring)
    eaves, top = roof_sizes((full.soft, full.view), (bare.soft, bare.view), tops)
    coat = float(np.median([c.radius for p in pairs for c in p]))
    walk, pawn = _keymaster(bare)
    die, die_at = _die(lessons, bows, pairs)
    return Profile(
        _bare_board(bare, walk, next((one for one in lessons if _empty(one)), None)),
        roof,
        Sizes(ring, tops.height, walk, coat=coat, eaves=eaves, top=top),
        pawn,
        tuple(bows),
        np.stack([shape.colour for shape in shapes]),
        tuple((one.at, other.at) for one, other in pairs),
        np.stack([(one.colour + other.colour) / 2 for one, other in pairs]),
        die,
        die_at,
    )


def _check(lessons: Sequence[Lesson]) -> tuple[Lesson, Lesson]:
    """A picture without towers and one with all of them; say what is lacking."""
    bare = [one for one in lessons if not one.towers and not _empty(one)]
    full = [one for one in lessons if len(one.towers) == PLACES]
    if not bare or not full:
        raise TeachingError("one picture must show all seven towers, another one none of them")
    if bare[0].keys != KEYS or not bare[0].seats or bare[0].keymaster is None:
        raise TeachingError("all keys, coats of arms and the keymaster must be in the picture")
    if not any(one.die for one in lessons):
        raise TeachingError("the die must be in the picture")
    return bare[0], full[0]


def _empty(one: Lesson) -> bool:
    """Whether nothing but the board lies on the table."""
    return not (one.towers or one.keys or one.seats or one.die)


def _laid(lessons: Sequence[Lesson], bare: Lesson, flat: Array) -> Array:
    """What was laid onto the table: how it differs from the empty one, where a picture shows that
    from about the same place; else the table itself, on which things only stand out.
    """
    maps = maps_for(bare.view, plane_window())
    for one in lessons:
        if _empty(one):
            change = flat - flatten(_as_from(bare.soft, one.soft), maps).values
            off = np.linalg.norm(change - np.median(change, axis=(0, 1)), axis=2)
            if float(np.quantile(off, MOSTLY_TABLE)) < STEADY:
                return np.asarray(change, np.float32)
    return flat


def _bare_board(bare: Lesson, walk: float, alone: Lesson | None) -> Picture:
    """The board without the keymaster who stands on it while it is taught: as a picture of it
    alone shows it, else as it looks around him.
    """
    assert bare.keymaster is not None
    window = board_window(BOARD_STEP)
    board = take(bare.picture, maps_for(bare.view, window))
    places = window.points()[:, :2].reshape(*board.shape[:2], 2)
    pawn = around_pawn(places, spot(walk, bare.keymaster), bare.view.centre).astype(np.uint8)
    pawn = np.asarray(cv2.dilate(pawn, np.ones((SHADE, SHADE), np.uint8)), np.uint8)
    if alone is None:
        return np.asarray(cv2.inpaint(board, pawn, 3, cv2.INPAINT_TELEA), np.uint8)
    other = take(alone.picture, maps_for(alone.view, window))
    beside = (cv2.dilate(pawn, np.ones((BESIDE, BESIDE), np.uint8)) > 0) & (pawn == 0)
    lit = np.clip(other * np.median((board[beside] + 1.0) / (other[beside] + 1.0), axis=0), 0, 255)
    return np.where(pawn[..., None] > 0, lit, board).astype(np.uint8)


def _as_from(shown: Picture, other: Picture) -> Picture:
    """Another picture of a table as if the camera had not been bumped in between."""
    small = [np.asarray(cv2.pyrDown(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY))) for p in (shown, other)]
    start = np.eye(3, dtype=np.float32)
    try:
        _, bent = cv2.findTransformECC(small[0], small[1], start, cv2.MOTION_HOMOGRAPHY, BUMPED)
    except cv2.error:  # nothing on it tells where it is
        return other
    half = np.diag([0.5, 0.5, 1.0])
    bent = np.linalg.inv(half) @ bent @ half
    size = (shown.shape[1], shown.shape[0])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(other, bent, size, flags=how), np.uint8)


def _free(bows: Sequence[Spot]) -> Array:
    """1 where small things may be looked for: beside board and keys."""
    free = off_board(1.2)
    for bow in bows:
        free[key_box(bow)] = 0
    return free


# --- towers and keymaster ------------------------------------------------------------------


def _ring(flat: Array) -> float:
    """How far from the middle the towers' places are: seven spots of one colour."""
    best = (-np.inf, 0.11)
    for dent in DENTS:
        inner, around = averaged(flat, disc(dent)), averaged(flat, disc(dent * 1.5, dent * 1.2))
        rough = np.maximum(averaged(flat * flat, disc(dent)) - inner * inner, 0)
        likeness = np.linalg.norm(inner - around, axis=2) - 2 * np.sqrt(rough).mean(axis=2)
        for far in RINGS:
            score = np.mean([likeness[row, column] for column, row in _cells(float(far))])
            best = max(best, (float(score) * dent**0.5, float(far)))
    return best[1]


def roof_maps(view: View, tops: Tops) -> Maps:
    """Where all towers' tops lie in the picture, each turned so that outwards is up."""
    turns = [-2 * np.pi * place / PLACES for place in range(PLACES)]
    windows = [
        patch_window(tops.at(place), tops.height, ROOF_HALF, ROOF_SAMPLES, turn)
        for place, turn in enumerate(turns)
    ]
    return joined(maps_for_all(view, windows))


def roof_patches(picture: Picture, maps: Maps) -> Array:
    """The towers' tops in grey, one after the other."""
    grey = to_log(take(picture, maps)).mean(axis=2)
    return np.asarray(grey, np.float32).reshape(PLACES, ROOF_SAMPLES, ROOF_SAMPLES)


def _roof(full: Lesson, ring: float) -> tuple[Tops, Array]:
    """Where the towers end, and how they look on top: all alike, the lock in the middle."""

    def roof(tops: Tops, beside: int) -> tuple[Array, float]:
        part = slice(beside, ROOF_SAMPLES - beside)
        patches = roof_patches(full.soft, roof_maps(full.view, tops))[:, part, part]
        roofs = patches - patches.mean(axis=(1, 2), keepdims=True)
        sizes = np.linalg.norm(roofs, axis=(1, 2), keepdims=True) + 1e-6
        marked = min(1.0, float(np.median(sizes)) / (roofs.shape[1] * MARKED))
        return (roofs / sizes).mean(axis=0), marked

    def fit(tops: Tops) -> float:
        mean, marked = roof(tops, BEYOND)
        alike = float(np.linalg.norm(mean))
        even = float((mean * mean[::-1, ::-1]).sum()) / (alike * alike)
        return alike * even * marked

    tops, _ = best_tops(fit, ring, HEIGHTS)
    mean, _ = roof(tops, 0)
    return tops, np.asarray(mean / np.linalg.norm(mean), np.float32)


def _keymaster(bare: Lesson) -> tuple[float, Array]:
    """How far from the middle the keymaster walks, and his colour."""
    assert bare.keymaster is not None
    values = flatten(bare.soft, maps_for(bare.view, plane_window(PAWN_HEIGHT))).values
    means = averaged(values, disc(0.005))
    best: tuple[float, float, Array] = (-1.0, 0.054, np.zeros(3, np.float32))
    for far in WALKS:
        here = [means[row, column] for column, row in _cells(far)]
        others = np.median([v for p, v in enumerate(here) if p != bare.keymaster], axis=0)
        off = float(np.linalg.norm(here[bare.keymaster] - others))
        if off > best[0]:
            best = (off, float(far), here[bare.keymaster])
    return best[1], np.asarray(best[2], np.float32)


def _cells(far: float) -> list[tuple[int, int]]:
    return [cell(spot(far, place)) for place in range(PLACES)]


# --- die -----------------------------------------------------------------------------------


def _die(
    lessons: Sequence[Lesson], bows: Sequence[Spot], pairs: Sequence[tuple[Round, Round]]
) -> tuple[DieLook, Spot]:
    """The die in every picture that shows it, and how its sides look."""
    free = _free(bows)
    for coat in (each for pair in pairs for each in pair):
        column, row = cell(coat.at)
        reach = round(0.008 / STEP)
        free[row - reach : row + reach + 1, column - reach : column + reach + 1] = 0
    shown = [one for one in lessons if one.die]
    found = [(one, each) for one in shown for each in _squares(one, free, lessons)]
    squares = _one_place(found, shown)
    if not squares:
        raise TeachingError("the die was not found beside the board")
    size = max(SIZES, key=lambda each: _shown_at(squares, each))
    seen: dict[Face, list[Array]] = {}
    grounds = []
    for one, square in squares:
        assert one.die is not None
        _, exact = _well_cut(one, one.die, square, size)
        seen.setdefault(one.die, []).append(cut_side(one.picture, one.view, exact))
        grounds.append(side_ground(one.soft, one.view, exact))
    ground = np.asarray(np.median(grounds, axis=0), np.float32)
    return learn_die(size, seen, ground), squares[0][1].at


def _shown_at(squares: Sequence[tuple[Lesson, Square]], size: float) -> float:
    """How much of the sides that were told of shows in all, if a die has this size."""
    return sum(_well_cut(one, one.die, square, size)[0] for one, square in squares if one.die)


def _well_cut(one: Lesson, face: Face, near: Square, size: float) -> tuple[float, Square]:
    """The square that shows the whole side that was told of, and nothing else; and how well."""

    def shown(squares: Sequence[Square]) -> Array:
        sides = cut_sides(one.soft, one.view, squares)
        return marks_fit(sides, face) - rim_off(sides)

    top = whole_top(find_square(one.soft, one.view, near.at, (size,)), shown)
    return float(shown([top])[0]), top


Found = tuple[Lesson, tuple[float, Square]]


def _one_place(found: Sequence[Found], shown: Sequence[Lesson]) -> list[tuple[Lesson, Square]]:
    """The die in each picture: it is thrown about one place, and shows what was told of it."""
    best: tuple[float, list[tuple[Lesson, Square]]] = (-np.inf, [])
    for _, (_, middle) in found:
        near = [(one, each) for one, each in found if _apart(each[1].at, middle.at) < THROWN / 2]
        chosen = []
        for one in shown:
            own = [each for other, each in near if other is one]
            if own:
                chosen.append((one, max(own, key=lambda each: each[0])))
        total = sum(score for _, (score, _) in chosen)
        best = max(best, (total, [(one, square) for one, (_, square) in chosen]), key=_first)
    return best[1]


def _first(scored: tuple[float, object]) -> float:
    return scored[0]


def _apart(one: Spot, other: Spot) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _squares(one: Lesson, free: Array, lessons: Sequence[Lesson]) -> list[tuple[float, Square]]:
    """Small things laid beside the board, with how much each looks like the top of the die."""
    flat = flatten(one.soft, maps_for(one.view, plane_window())).values
    values = _laid(lessons, one, flat)
    scored = []
    tried = [each.at for each in find_rounds(values, free, all_round=True)[:MOST_DICE]]
    tried += find_marked(values, free, SIZES[len(SIZES) // 2] / 2, (0, 0))[:MOST_MARKED]
    for at in tried:
        square = find_square(one.soft, one.view, at, SIZES)
        side = cut_side(one.picture, one.view, square)
        marked = min(0.5, float(np.quantile(np.linalg.norm(side, axis=2), 0.93)))
        assert one.die is not None
        scored.append((square.fit + marked + float(marks_fit(side[None], one.die)[0]), square))
    return scored
