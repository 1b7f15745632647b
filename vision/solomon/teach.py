"""Teaching König Salomons Schatzkammer: from two labelled pictures of the owner's box to a profile.

One picture shows every face on top of some shaft, and two empty shafts; the other, from the same
camera, shows full shafts and some cards beside the tray, arrows to the near side. A person says
what lies where and taps the four outer corners of the grid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.solomon.pieces import SQUARES, Square
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.light import Light, fit_light
from vision.sample import Patch, Picture, maps_for, take, to_log
from vision.solomon.card_teach import CardLabel, learn_cards
from vision.solomon.profile import Profile
from vision.solomon.slots import peak_of
from vision.solomon.table import BOARD, EMPTY, KINDS, SIZES, as_rules
from vision.solomon.tiles import drawn, tones
from vision.solomon.windows import SAMPLES, face_window, rim, tray_window

CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)
FAMILIES = {"treasure": "t", "curse": "c", "scroll": "s"}
TRAY_STEP = 0.0005
# How much a tile's look is blurred by not lying exactly in its middle (samples).
WOBBLE = (-0.5, 0.0, 0.5)
# Where a teaching picture is as bright as can be, the face may be brighter still (log light).
CLIPPED, CLIPPED_SPREAD = -0.12, 0.45
# A face is looked for this far from the middle of its shaft (samples).
ASKEW = 3
# A view this much less like the others (correlation) is spoilt by glare or shadow.
UNLIKE = 0.15


@dataclass(frozen=True)
class Lesson:
    """One teaching picture with its labels."""

    picture: Picture
    soft: Picture
    view: View
    heights: tuple[int, ...]
    tops: dict[Square, str]
    cards: tuple[CardLabel, ...]


def tile_name(top: Mapping[str, Any] | None) -> str:
    """A face by the name the rules give it, or none for an empty shaft."""
    if top is None:
        return EMPTY
    kind, value = str(top["kind"]), str(top["value"]).removeprefix("sign")
    return value if kind == "magic" else FAMILIES[kind] + value


def lesson(picture: Picture, label: Mapping[str, Any]) -> Lesson:
    """Read the label of a teaching picture (the layout of a table's `state`)."""
    state = label["state"]
    size = (picture.shape[1], picture.shape[0])
    heights = [0] * len(SQUARES)
    for row, line in enumerate(state["heights"]):
        for column, height in enumerate(line):
            heights[as_rules(row, column)] = int(height)
    tops = {as_rules(*_cell(key)): tile_name(top) for key, top in state["top"].items()}
    cards = [
        CardLabel(int(card["number"]), int(card["slot"]), tuple((r, c) for r, c in card["squares"]))
        for card in state["cards"]
    ]
    return Lesson(
        picture,
        np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), dtype=np.uint8),
        solve_view(CORNERS, np.array(label["board_corners_px"], dtype=np.float64), size),
        tuple(heights),
        tops,
        tuple(cards),
    )


def _cell(key: str) -> tuple[int, int]:
    row, column = key.split(",")
    return int(row), int(column)


def teach(lessons: Sequence[Lesson]) -> Profile:
    """The profile of a box, from its teaching pictures."""
    if not lessons:
        raise TeachingError("no teaching picture was given: take one of the tiles, one of cards")
    first = max(lessons, key=lambda one: len(set(one.tops.values())))
    cards = [one for one in lessons if one.cards]
    _check(first, cards)
    tray = take(first.picture, maps_for(first.view, tray_window(TRAY_STEP)))
    learned = learn_cards(first, cards)
    shapes = {card.number: card.squares for one in lessons for card in one.cards}
    return Profile(tray, _faces(lessons, first), *learned, shapes)


def _check(tiles: Lesson, cards: Sequence[Lesson]) -> None:
    """Say what the pictures lack, if anything."""
    missing = {*KINDS, EMPTY} - set(tiles.tops.values())
    if missing:
        names = sorted(name or "an empty shaft" for name in missing)
        raise TeachingError(f"one picture must show every tile and an empty shaft; lacking {names}")
    if not cards:
        raise TeachingError("one picture must show some cards beside the tray")


# --- faces -------------------------------------------------------------------------------


def _faces(lessons: Sequence[Lesson], first: Lesson) -> dict[str, tuple[Patch, Patch]]:
    """Mean and spread of every face over all tiles that show it, and of an empty shaft."""
    views: dict[str, list[Patch]] = {name: [] for name in (*KINDS, EMPTY)}
    for one in [first, *(each for each in lessons if each is not first)]:
        light = _light(one, first)
        for square, name in one.tops.items():
            views[name].append(_patch(one, light, square, 0 if name == EMPTY else ASKEW))
    return {
        name: _pooled(patches) if name == EMPTY else _mean_spread(_alike(patches))
        for name, patches in views.items()
    }


def _alike(wide: Sequence[Patch]) -> list[Patch]:
    """All views of a face as the first lies, then as their mean; those unlike it are left out."""
    known, found = wide[0][ASKEW:-ASKEW, ASKEW:-ASKEW], []
    for _ in range(2):
        found = [_aligned(each, known) for each in wide]
        worst = np.median([value for value, _ in found]) - UNLIKE
        known = np.median([patch for value, patch in found if value >= worst], axis=0)
        known = known.astype(np.float32)
    return [patch for value, patch in found if value >= worst]


def _light(one: Lesson, first: Lesson) -> Light:
    """The light of a lesson against the first one's, by the rim of the tray."""
    window = tray_window(0.004)
    edge = rim(window)
    now, then = (to_log(take(each.soft, maps_for(each.view, window))) for each in (one, first))
    places = window.points()[:, :2].reshape(*edge.shape, 2)
    return fit_light(places[edge], (now - then)[edge], BOARD / 2)


def _patch(one: Lesson, light: Light, square: Square, room: int = 0) -> Patch:
    """A face cut out with room about it, the light taken off."""
    window = face_window(square, one.heights[square], room)
    raw = to_log(take(one.soft, maps_for(one.view, window)))
    return np.asarray(raw - light.at(np.array([SIZES.centre(square)])))


def _aligned(wide: Patch, known: Patch) -> tuple[float, Patch]:
    """A further view of a face turned and shifted as the known one lies, and how alike it is."""
    best = (-1.0, known)
    drawing = drawn(tones(known)[None])[0]
    for turn in range(4):
        turned = np.ascontiguousarray(np.rot90(wide, turn))
        match = cv2.matchTemplate(drawn(tones(turned)[None])[0], drawing, cv2.TM_CCOEFF_NORMED)
        _, value, _, (column, row) = cv2.minMaxLoc(match)
        if value > best[0]:
            dx, dy = peak_of(match, row, column)
            move = np.array([[1, 0, -dx], [0, 1, -dy]], np.float32)
            size = (SAMPLES, SAMPLES)
            found = cv2.warpAffine(turned, move, size, borderMode=cv2.BORDER_REPLICATE)
            best = (float(value), np.asarray(found, np.float32))
    return best


def _mean_spread(patches: Sequence[Patch]) -> tuple[Patch, Patch]:
    """The mean of aligned views, and how much it wavers when a tile lies a little askew."""
    mean = np.median(patches, axis=0).astype(np.float32)
    moved = []
    for dx in WOBBLE:
        for dy in WOBBLE:
            matrix = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
            size = (SAMPLES, SAMPLES)
            moved.append(cv2.warpAffine(mean, matrix, size, borderMode=cv2.BORDER_REPLICATE))
    spread = np.hypot(np.std(moved, axis=0), CLIPPED_SPREAD * (mean > CLIPPED))
    return mean, spread.astype(np.float32)


def _pooled(patches: Sequence[Patch]) -> tuple[Patch, Patch]:
    """Of empty shafts only the colour tells; how light falls into them differs."""
    stack: NDArray[np.float32] = np.stack(patches).reshape(-1, 3)
    shape = (SAMPLES, SAMPLES, 3)
    mean, spread = np.median(stack, axis=0), stack.std(axis=0) + 0.2
    return (
        np.broadcast_to(mean, shape).astype(np.float32),
        np.broadcast_to(spread, shape).astype(np.float32),
    )
