"""Whether the die was thrown since the last picture, and what it shows now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from rules.seven_locks.pieces import Face
from vision.geometry import View
from vision.light import Light
from vision.sample import Picture
from vision.seven_locks.die import Square, correlation, cut_side
from vision.seven_locks.die_search import DieSearch, clear_side
from vision.seven_locks.reading import Memory
from vision.seven_locks.windows import Array, Flat, Spot

MOVED, TURNED = 0.007, 0.35  # metres or radians a die must have moved to have been thrown
JOGGED = 0.018  # metres it may seem to have moved though it shows the same side
SAME_SIDE, LAY_THERE = 0.75, 0.5  # correlations
OTHER_SIDE = 3.0  # log likelihood


def read_die(
    search: DieSearch,
    picture: Picture,
    soft: Picture,
    view: View,
    flat: Flat,
    memory: Memory,
    light: Light,
    sides: Collection[Face] | None = None,
) -> tuple[dict[Face, float], bool | None, Memory]:
    """The side on top, and whether the die was thrown since; `sides`: those it has, if known."""
    old = memory.die
    if old is not None and memory.side is not None:
        side = cut_side(picture, view, old)
        if _same_side(side, memory.side):
            return memory.faces, False, replace(memory, seen=(picture, view))
    near = None if old is None else old.at
    found = search.find(soft, view, flat, memory.keys, memory.homes, light, near)
    if found is None or _lay_there(picture, view, found, memory):
        return {}, None, memory
    side = cut_side(picture, view, found)
    faces = of_the_die(search.faces(soft, view, found, side, light), sides)
    if not clear_side(faces):  # something else, and the die is in somebody's hand
        return {}, None, memory
    seen = (picture, view)
    known = replace(memory, die=found, side=side, seen=seen, faces=faces, came=old is None)
    if old is None:
        return faces, None, known
    thrown = _elsewhere(found, old) or _other_side(faces, memory.faces)
    # What lies a little aside and else as before may only seem to: nobody knows.
    return faces, None if thrown and jogged(found, old, faces, memory.faces) else thrown, known


def of_the_die(faces: dict[Face, float], sides: Collection[Face] | None) -> dict[Face, float]:
    """How likely each side is of those a die has, the best 0; none if another fits far better."""
    kept = {face: value for face, value in faces.items() if sides is None or face in sides}
    best = max(kept.values(), default=0.0)
    return {} if best < -OTHER_SIDE else {face: value - best for face, value in kept.items()}


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


def jogged(one: Square, other: Square, now: dict[Face, float], before: dict[Face, float]) -> bool:
    """Whether a die lies hardly aside of where it did, with the same side on top."""
    was, shown = (max(each, key=lambda face: each[face], default=None) for each in (before, now))
    return was == shown and not _elsewhere(one, other, JOGGED)


def _other_side(now: dict[Face, float], before: dict[Face, float]) -> bool:
    """Whether a die shows clearly another side than before."""
    if not now or not before:
        return False
    was, shown = (max(each, key=each.__getitem__) for each in (before, now))
    return min(-now.get(was, -OTHER_SIDE), -before.get(shown, -OTHER_SIDE)) >= OTHER_SIDE
