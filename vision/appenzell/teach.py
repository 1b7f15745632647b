"""Teaching Burg Appenzell: from two labelled pictures of the owner's box to a profile.

One picture shows all rooms open with every kind of tile, all the same way up, and a mouse of
each colour in a tower; the other all roofs on. A person says what lies where and taps the four
outer corners of the box. Who does not tell the rooms lays the roofs on in stages (`rooms.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.appenzell.layout import STAGES, layout_faults, ordered
from rules.appenzell.pieces import HIGH, KINDS, ROOFS, SIZE, TILE_NAMES, TOWERS, Field, Layout
from vision.appenzell.borders import learn_borders, roof_picture, smoothed
from vision.appenzell.profile import Look, Profile
from vision.appenzell.rooms import rooms_of
from vision.appenzell.table import BOARD, HIGH_FIELD, TOWER, Sizes, usual
from vision.appenzell.windows import (
    DISC_COLUMNS,
    DISC_ROWS,
    SAMPLES,
    box_window,
    field_window,
    rim,
    square_window,
)
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.light import Light, fit_light
from vision.sample import Patch, Picture, maps_for, take, to_log

CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)
BOX_STEP = 0.0006
TILES = "tiles"
BARE = "bare"  # the stage before any roof is laid on
# What share of the box a field may be, and how high towers may be in shares of a field.
PITCHES = np.arange(0.108, 0.1421, 0.0005)
TOWERS_HIGH = np.arange(0.3, 2.61, 0.05)
# A mouse in the middle of its tower, the floor around it, in shares of a field.
BODY, FLOOR = 0.15, (0.30, 0.40)
# What is brighter than this was too bright to be told (log light), and by how much.
CLIPPED, CLIPPED_SPREAD = -0.12, 0.45


@dataclass(frozen=True)
class Lesson:
    """One teaching picture with its labels; tiles by the owner's names."""

    picture: Picture
    soft: Picture
    view: View
    rooms: Layout
    covered: frozenset[Field]
    tiles: dict[Field, str]
    mice: dict[Field, str]
    stage: str | None = None  # the roofs laid on last, where the rooms are not told


def lesson(picture: Picture, label: Mapping[str, Any]) -> Lesson:
    """Read the label of a teaching picture (the layout of a table's `state`)."""
    state = label["state"]
    size = (picture.shape[1], picture.shape[0])
    rooms = [[_field(at) for at in room["fields"]] for room in state["rooms"]]
    on = [room for room, told in zip(rooms, state["rooms"], strict=True) if told["roof_on"]]
    mice = {_field(mouse["field"]): str(mouse["color"]) for mouse in state["mice"]}
    tiles = {_field(key.split(",")): str(name) for key, name in state["open_fields"].items()}
    return Lesson(
        picture,
        np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), dtype=np.uint8),
        solve_view(CORNERS, np.array(label["board_corners_px"], dtype=np.float64), size),
        ordered(rooms),
        frozenset(at for room in on for at in room),
        {at: name for at, name in tiles.items() if at not in mice},
        mice,
        state.get("stage"),
    )


def _field(place: Sequence[Any]) -> Field:
    return int(place[0]) * SIZE + int(place[1])


def teach(lessons: Sequence[Lesson]) -> Profile:
    """The profile of a box, from its teaching pictures."""
    tiles = max(lessons, key=lambda one: len(one.tiles), default=None)
    if tiles is None:
        raise TeachingError("no teaching picture was given: take one of the tiles, one of roofs")
    cheeses = _check_tiles(tiles)
    measures = usual(_pitch(tiles))
    lessons = _with_rooms(lessons, measures)
    tiles = max(lessons, key=lambda one: len(one.tiles))
    roofs = max(lessons, key=lambda one: len(one.covered))
    _check_roofs(roofs, lessons)
    measures = replace(measures, tower=_tower(lessons, measures))
    names = dict(zip(cheeses, TILE_NAMES, strict=False)) | {n: n for n in TILE_NAMES[KINDS:]}
    light = _light(roofs, tiles, measures)
    faces = _faces(tiles, measures, names)
    return Profile(
        take(tiles.picture, maps_for(tiles.view, box_window(BOX_STEP))),
        measures,
        cheeses,
        faces,
        _roof_colours(roofs, measures, light),
        _mouse_colours(lessons, tiles, measures),
        _grounds(lessons, tiles, measures, faces),
        learn_borders(roof_picture(smoothed(roofs.picture), roofs.view, measures), roofs.rooms),
        tuple(dict.fromkeys(one.rooms for one in lessons)),
    )


def _check_tiles(tiles: Lesson) -> tuple[str, ...]:
    """The names of the cheeses; says what the picture of the tiles lacks, if anything."""
    shown = set(tiles.tiles.values())
    cheeses = tuple(sorted(shown - {"plain", "trap", "high"}))
    if len(cheeses) != KINDS or not {"plain", "trap", "high"} <= shown:
        raise TeachingError(
            "one picture must show every kind of tile in open rooms: seven cheeses, plain and "
            f"trap, and a high field; it shows {sorted(shown)}"
        )
    return cheeses


def _check_roofs(roofs: Lesson, lessons: Sequence[Lesson]) -> None:
    """Says what the other pictures lack, if anything."""
    if len(roofs.covered) != sum(size * count for size, count in ROOFS.items()):
        raise TeachingError("one picture must show all roofs on their rooms")
    if any(layout_faults(one.rooms) for one in lessons):
        raise TeachingError("the rooms told with a picture are not those of a board")
    if not any(at in TOWERS for one in lessons for at in one.mice):
        raise TeachingError("the mice must stand in the towers, one of each colour")


def _with_rooms(lessons: Sequence[Lesson], measures: Sizes) -> list[Lesson]:
    """The lessons with rooms, worked out from roofs that were laid on in stages if need be."""
    staged = {one.stage: one for one in lessons if one.stage is not None}
    if not staged:
        return list(lessons)
    wanted = [staged[stage] for stage in (BARE, *STAGES) if stage in staged]
    flat = [roof_picture(smoothed(one.picture), one.view, measures) for one in wanted]
    rooms = rooms_of(flat)
    last = staged[STAGES[-1]]
    every = frozenset(at for room in rooms for at in room)
    told = [replace(one, rooms=rooms) for one in lessons if one.stage is None]
    return [*told, replace(last, rooms=rooms, covered=every)]


# --- measures ------------------------------------------------------------------------------


def _pitch(one: Lesson) -> float:
    """The grid in which tiles of the same name look most alike."""
    groups: dict[str, list[Field]] = {}
    for at, name in one.tiles.items():
        if name != "high":
            groups.setdefault(name, []).append(at)
    values = [_unlike(one, usual(float(share * BOARD)), groups) for share in PITCHES]
    best = int(np.argmin(values))
    near = slice(max(0, best - 2), best + 3)
    weights = np.exp(-(np.array(values[near]) - values[best]) / 0.01)
    return float((PITCHES[near] * weights).sum() / weights.sum() * BOARD)


def _unlike(one: Lesson, measures: Sizes, groups: Mapping[str, list[Field]]) -> float:
    """How much tiles of one name differ, against how much all tiles do."""
    patches = {at: _disc(one, measures, at) for group in groups.values() for at in group}
    everything = np.stack(list(patches.values()))
    total = float(everything.var(axis=0).sum())
    within = sum(
        float(np.stack([patches[at] for at in group]).var(axis=0).sum()) * len(group)
        for group in groups.values()
    )
    return within / len(patches) / total


def _disc(one: Lesson, measures: Sizes, at: Field) -> Patch:
    """The samples of a field inside its hole, brightness left out."""
    raw = _patch(one, measures, at)[DISC_ROWS, DISC_COLUMNS]
    return np.asarray(raw - raw.mean())


def _patch(one: Lesson, measures: Sizes, at: Field) -> Patch:
    return to_log(take(one.soft, maps_for(one.view, field_window(measures, at, 0))))


def _tower(lessons: Sequence[Lesson], measures: Sizes) -> float:
    """The height at which the mice in the towers differ most where they stand."""
    best, found = -np.inf, measures.tower
    for share in TOWERS_HIGH:
        tall = replace(measures, tower=float(share * measures.pitch))
        value = sum(_told_apart(one, tall) for one in lessons)
        if value > best:
            best, found = value, tall.tower
    return found


def _told_apart(one: Lesson, measures: Sizes) -> float:
    towers = [at for at in one.mice if at in TOWERS]
    if len(towers) < 2:
        return 0.0
    radius = _radius()
    tints = [_tint(_patch(one, measures, at)) for at in towers]
    spread = np.stack(tints).var(axis=0).sum(axis=-1)
    return float(spread[radius < 0.22].mean() - spread[radius > 0.33].mean())


def _radius() -> NDArray[np.float64]:
    place = (np.arange(SAMPLES) + 0.5) / SAMPLES * 0.76 - 0.38
    return np.asarray(np.hypot(place[:, None], place[None]))


def _tint(patch: Patch) -> Patch:
    return np.asarray(patch - patch.mean(axis=2, keepdims=True))


# --- looks -----------------------------------------------------------------------------------


def _light(one: Lesson, first: Lesson, measures: Sizes) -> Light:
    """The light of a lesson against the first one's, by the rim of the box."""
    window = box_window(0.004)
    edge = rim(window, measures)
    now, then = (to_log(take(each.soft, maps_for(each.view, window))) for each in (one, first))
    places = window.points()[:, :2].reshape(*edge.shape, 2)
    return fit_light(places[edge], (now - then)[edge], BOARD / 2)


def _faces(one: Lesson, measures: Sizes, names: Mapping[str, str]) -> dict[str, Look]:
    """Mean and spread of every kind of tile over all that show it."""
    views: dict[str, list[Patch]] = {}
    for at, name in one.tiles.items():
        if name in names:
            views.setdefault(names[name], []).append(_patch(one, measures, at))
    return {name: face_look(patches) for name, patches in sorted(views.items())}


def tile_look(one: Lesson, measures: Sizes, at: Field) -> Look:
    """The look of the tile on one field."""
    return face_look([_patch(one, measures, at)])


def mouse_look(one: Lesson, measures: Sizes, at: Field) -> Look:
    """The colour of the mouse on one field."""
    return _pooled([_patch(one, measures, at)[_radius() < BODY]])


def face_look(patches: Sequence[Patch]) -> Look:
    """The middle of several views, and how much it wavers where it was too bright to be told.

    A spread that follows the print would count against every face that has one.
    """
    mean = np.median(patches, axis=0).astype(np.float32)
    return mean, np.asarray(CLIPPED_SPREAD * (mean > CLIPPED), np.float32)


def _pooled(samples: Iterable[Patch]) -> Look:
    """The colour of many samples and how it varies."""
    stack = np.concatenate([each.reshape(-1, 3) for each in samples])
    spread = np.median(np.abs(stack - np.median(stack, axis=0)), axis=0) * 1.5 + 0.08
    return np.median(stack, axis=0).astype(np.float32), spread.astype(np.float32)


def _roof_colours(one: Lesson, measures: Sizes, light: Light) -> dict[int, Look]:
    found: dict[int, list[Patch]] = {}
    for room in one.rooms:
        for at in room:
            middle = measures.centre(at)
            window = square_window(measures, middle, measures.roof, 0)
            raw = to_log(take(one.soft, maps_for(one.view, window)))
            found.setdefault(len(room), []).append(raw - light.at(np.array([middle])))
    return {size: _pooled(patches) for size, patches in found.items()}


def _mouse_colours(lessons: Sequence[Lesson], first: Lesson, measures: Sizes) -> dict[str, Look]:
    found: dict[str, list[Patch]] = {}
    for one in lessons:
        light = _light(one, first, measures)
        for at, colour in one.mice.items():
            raw = _patch(one, measures, at) - light.at(np.array([measures.centre(at)]))
            found.setdefault(colour, []).append(raw[_radius() < BODY])
    return {colour: _pooled(samples) for colour, samples in sorted(found.items())}


def _grounds(
    lessons: Sequence[Lesson], first: Lesson, measures: Sizes, faces: Mapping[str, Look]
) -> dict[str, Look]:
    """Colours of what is no mouse: tiles at large, high fields, the floors of towers."""
    high = [_patch(first, measures, at) for at, name in first.tiles.items() if name == "high"]
    ring = (_radius() > FLOOR[0]) & (_radius() < FLOOR[1])
    floors = [_patch(first, measures, at)[ring] for at in TOWERS]
    tiles = [mean[DISC_ROWS, DISC_COLUMNS] for mean, _ in faces.values()]
    assert all(at in HIGH for at, name in first.tiles.items() if name == "high"), lessons
    mean, spread = _pooled(tiles)
    return {
        TILES: (mean, spread + 0.35),
        HIGH_FIELD: _pooled(high),
        TOWER: _widened(_pooled(floors), 0.25),
    }


def _widened(look: Look, more: float) -> Look:
    return look[0], np.asarray(look[1] + more, np.float32)


__all__ = ["BARE", "CORNERS", "TILES", "Lesson", "lesson", "teach"]
