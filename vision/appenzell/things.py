"""What was found beside the box of Burg Appenzell: the spare tile, and which cheeses are whose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.appenzell.table import BOARD, CHEESE_BAND, SPARE_BAND
from vision.geometry import View
from vision.sample import Patch

Place = tuple[float, float]

# An outline is worth this much when the spare tile is looked for, a new thing this much, and one
# that stays where the spare tile was; what lay there beside the spare tile is no spare tile.
OUTLINE, NEW, STAYS, OTHER = 25.0, 10.0, 8.0, 30.0
PRINTED = 60.0  # and a face beyond doubt: plain tiles look much like some tables
# A face this good, and this much better than any other, needs no outline.
SURE_FACE, SURE_LEAD = 40.0, 20.0
# Where one fell, so much changed, and at one or two exits only: else it is light, or a hand.
FELL, FEW = 0.35, 2
# Two things closer than this (shares of the pitch) are one.
APART = 0.7


@dataclass(frozen=True)
class Thing:
    """A face found on the table: its place, and how well each kind fits."""

    place: Place
    kinds: dict[str, float]
    stayed: bool = False
    card: bool = False  # whether its outline was seen

    def best(self) -> str:
        return max(self.kinds, key=lambda kind: self.kinds[kind])

    def lead(self) -> float:
        """How much better the best kind fits than any other."""
        first, second = sorted(self.kinds.values(), reverse=True)[:2]
        return first - second

    def printed(self) -> float:
        """How well a print fits: best in its middle, while plain parts are plain anywhere."""
        return max(value for kind, value in self.kinds.items() if kind != "plain")


@dataclass(frozen=True)
class AroundMemory:
    """The table around the box as it looked, and what was found on it."""

    table: Patch
    things: tuple[Thing, ...]
    view: View | None = None
    # How much of what can be seen of the table changed before each slot's exit.
    stirred: Mapping[int, float] = field(default_factory=dict)


def clearly_printed(thing: Thing) -> bool:
    """Whether a print stands out among all kinds."""
    return thing.best() not in ("plain", "trap") and thing.lead() > SURE_LEAD


def without_plain_parts(found: list[Thing], near: float) -> list[Thing]:
    """Things without plain ones close to a clear print: a tile is plain a little aside of it, if
    the box hides the rest.
    """
    printed = [thing.place for thing in found if clearly_printed(thing)]

    def beside(place: Place) -> bool:
        return any(np.hypot(place[0] - x, place[1] - y) < near for x, y in printed)

    return [thing for thing in found if thing.best() != "plain" or not beside(thing.place)]


def apart(found: Iterable[Thing], known: Iterable[Thing], pitch: float) -> list[Thing]:
    """Of things at one place only the best, and none where one is known."""
    kept: list[Thing] = []
    taken = [thing.place for thing in known]
    for thing in sorted(found, key=lambda each: (not each.card, -each.printed())):
        near = [np.hypot(thing.place[0] - x, thing.place[1] - y) for x, y in taken]
        if not near or min(near) > APART * pitch:
            kept.append(thing)
            taken.append(thing.place)
    return kept


def beyond_box(place: Place) -> float:
    """How far outside the box a place lies."""
    return max(abs(place[0]), abs(place[1])) - BOARD / 2


def spare_of(memory: AroundMemory, last: Thing | None = None) -> Thing | None:
    """The spare tile: what lies next to the box, best by its outline; where it lay, or new."""

    def worth(thing: Thing) -> float:
        printed = thing.best() != "plain" and clear_face(thing)
        value = max(thing.kinds.values()) + OUTLINE * thing.card + PRINTED * printed
        if last is None or not thing.stayed:
            return value + NEW
        return value + (STAYS if thing.place == last.place else -OTHER)

    return max(near_box(memory), key=worth, default=None)


def near_box(memory: AroundMemory) -> list[Thing]:
    """Everything that lies where a spare tile does."""
    return [t for t in memory.things if SPARE_BAND[0] < beyond_box(t.place) < SPARE_BAND[1]]


def fallen(memory: AroundMemory) -> bool:
    """Whether something lies before an exit that did not lie there before."""
    return 0 < sum(share > FELL for share in memory.stirred.values()) <= FEW


def sure_spare(spare: Thing | None) -> bool:
    """Whether the spare tile can be trusted to be one: by its outline, or a face beyond doubt."""
    return spare is not None and (spare.card or clear_face(spare))


def clear_face(thing: Thing) -> bool:
    """Whether what a thing shows is beyond doubt."""
    return max(thing.kinds.values()) > SURE_FACE and thing.lead() > SURE_LEAD


def cheeses_of(memory: AroundMemory, zone: tuple[int, int]) -> list[Thing]:
    """The cheeses before one player: in a row on the near or far side, left or right."""
    low, high = CHEESE_BAND
    return [
        thing
        for thing in memory.things
        if low < zone[1] * thing.place[1] - BOARD / 2 < high and zone[0] * thing.place[0] > 0
    ]
