"""Faults of a set-up of The Castle: rooms without their two counters, counters elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from rules.castle.maps import ROOM
from vision.castle.pieces import Spot
from vision.castle.reader import Reading
from vision.castle.table import MONSTER, TREASURE, Sheet
from vision.set_up import SetUpFault, begun

# Only once most rooms have their counters is what is missing a fault, not something still to do.
MOST = 0.6
NAMED = 8
FACE = "face:"
PLAIN = 25.0  # what is seen less clearly is not held against anybody


def set_up_faults(reading: Reading, sheet: Sheet) -> list[SetUpFault]:
    """What is clearly wrong with the counters on the map."""
    rooms = [name for name, (kind, _) in sheet.areas.items() if kind == ROOM]
    backs = {name: [spot.best() for spot in reading.spots.get(name, ())] for name in rooms}
    shown = sum(_face(spot) for spots in reading.spots.values() for spot in spots)
    if shown > 1:
        return [begun(counters=shown)]
    faults = []
    for kind, key in ((TREASURE, "treasures"), (MONSTER, "monsters")):
        bare = [name for name in rooms if kind not in backs[name]]
        clear = [name for name in bare if _clear(reading.spots.get(name, ()))]
        if clear and len(bare) < (1 - MOST) * len(rooms):
            faults.append(SetUpFault(f"setup.castle-{key}", {"rooms": _listed(clear)}))
    astray = [
        name
        for name, spots in reading.spots.items()
        if name not in rooms and name in sheet.areas and any(map(_counter, spots))
    ]
    if astray and len(faults) < 2 and any(backs.values()):
        faults.append(SetUpFault("setup.castle-astray", {"areas": _listed(sorted(astray))}))
    return faults


def _counter(spot: Spot) -> bool:
    """Whether it clearly is a counter that lies face down."""
    name = spot.best()
    return name in (TREASURE, MONSTER) and spot.scores[name] > PLAIN


def _face(spot: Spot) -> bool:
    """Whether it clearly is a counter that lies face up, as none does before the first turn."""
    name = spot.best()
    return name.startswith(FACE) and spot.scores[name] > PLAIN


def _clear(spots: Iterable[Spot]) -> bool:
    """Whether everything that lies in a room is seen well."""
    return all(max(spot.scores.values()) > PLAIN for spot in spots)


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:NAMED])
    return f"{shown} …" if len(names) > NAMED else shown
