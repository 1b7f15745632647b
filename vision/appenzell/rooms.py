"""Rooms told by laying roofs on, kind by kind and way by way: they lie where something changed.

An owner cannot be asked to type in eighteen rooms. But who lays on the copper roofs first, then the
thatched ones that lie across, then those that lie away, and the tiled ones in the same two steps,
has told of every field under which kind of roof it lies and which way; only one layout fits that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rules.appenzell.layout import STAGES, stage_of
from rules.appenzell.pieces import INSIDE, Field, Layout
from vision.appenzell.borders import Placement, field_of, placements, tilings
from vision.errors import TeachingError
from vision.sample import Patch

# No field changes more than this (log light), and the next best layout must be this much worse.
MOST, CLEARLY = 1.0, 0.15


def rooms_of(pictures: Sequence[Patch]) -> Layout:
    """The rooms, from pictures of the fields from above: bare, then after each stage."""
    if len(pictures) != len(STAGES) + 1:
        raise TeachingError(
            "to tell the rooms, take a picture without roofs and one after each kind and way of "
            f"roofs was laid on: {', '.join(STAGES)}"
        )
    changed = {
        stage: _changes(before, after)
        for stage, before, after in zip(STAGES, pictures[:-1], pictures[1:], strict=True)
    }
    worth = {room: _worth(room, changed) for at in INSIDE for room in placements(at)}
    found = tilings(worth)
    if not found or (len(found) > 1 and found[0].weight - found[1].weight < CLEARLY):
        raise TeachingError("the rooms cannot be told: lay the roofs on again, kind by kind")
    return found[0].rooms


def _worth(room: Placement, changed: Mapping[str, Mapping[Field, float]]) -> float:
    fields = changed[stage_of(room)]
    return sum(fields[at] for at in room)


def _changes(before: Patch, after: Patch) -> dict[Field, float]:
    """How much each field looks different, a change of the light as a whole taken off."""
    apart = {at: field_of(after, at) - field_of(before, at) for at in INSIDE}
    light = np.median(np.stack(list(apart.values())), axis=(0, 1, 2))
    return {at: min(MOST, float(np.abs(each - light).mean())) for at, each in apart.items()}
