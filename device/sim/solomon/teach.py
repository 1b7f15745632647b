"""The teaching set-ups of a box of König Salomons Schatzkammer, pictured as an owner would."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from device.sim.level import Level
from device.sim.solomon.scene import Lying, SolomonProps
from device.sim.solomon.theme import Theme
from device.sim.teaching import Picture, Studio
from device.sim.textures import Rng
from rules.solomon.pieces import FULL, KINDS, SIZE, SQUARES, TILE, TILES, Tile
from rules.values import Json
from vision.solomon.table import SLOTS, as_rules

FAMILIES = {"t": "treasure", "c": "curse", "s": "scroll"}


def teach_pictures(rng: Rng, theme: Theme, level: Level) -> list[Picture]:
    """Every tile at several heights, then full shafts with twelve cards, six at a time."""
    studio = Studio(rng, SolomonProps(theme), level)
    set_ups = (tiles_shown(), cards_shown(rng, 1), cards_shown(rng, 7))
    stills = map(studio.on_bare_table, set_ups)
    return studio.pictures("solomon", stills, partial(state_json, theme))


def tiles_shown() -> Lying:
    """The sixteen faces twice, from full shafts at the far left down to two empty ones."""
    kinds = [*KINDS, *KINDS, 1, 2]
    heights = [FULL] * 16 + [3] * 6 + [2] * 6 + [1] * 6
    shafts: list[tuple[Tile, ...]] = [()] * len(SQUARES)
    for place, (kind, height) in enumerate(zip(kinds, heights, strict=True)):
        shafts[as_rules(*divmod(place, SIZE))] = (1,) * (height - 1) + (kind,)
    return Lying(tuple(shafts))


def cards_shown(rng: Rng, first: int) -> Lying:
    """Full shafts and six cards, from this number on."""
    shafts = tuple((1, 1, 1, int(rng.integers(1, len(TILES)))) for _ in SQUARES)
    return Lying(shafts, {slot: (slot + first, 0) for slot in SLOTS})


def state_json(theme: Theme, lying: Lying) -> dict[str, Json]:
    """A table in the layout of the photo folders."""
    heights: list[Json] = [
        [len(lying.shafts[as_rules(row, column)]) for column in range(SIZE)] for row in range(SIZE)
    ]
    top: dict[str, Json] = {}
    for row, column in np.ndindex(SIZE, SIZE):
        shaft = lying.shafts[as_rules(row, column)]
        top[f"{row},{column}"] = tile_json(shaft[-1]) if shaft else None
    cards: list[Json] = [
        {
            "number": number,
            "seat": slot,
            "slot": slot,
            "squares": [list(cell) for cell in theme.shapes[number]],
            "rotation_deg": 180 * turned,
        }
        for slot, (number, turned) in lying.cards.items()
    ]
    return {"heights": heights, "top": top, "cards": cards}


def tile_json(tile: Tile) -> dict[str, Json]:
    """A face as the photo folders name it."""
    name = TILES[tile]
    if name[1:].isdecimal():
        value: Json = f"sign{name[1:]}" if name[0] == "s" else int(name[1:])
        return {"kind": FAMILIES[name[0]], "value": value}
    return {"kind": "magic", "value": name}


def laid(theme: Theme, state: Mapping[str, Any]) -> Lying:
    """The table a label tells of, as people lay it out who are asked to."""
    del theme
    shafts: list[tuple[Tile, ...]] = [()] * len(SQUARES)
    for row, column in np.ndindex(SIZE, SIZE):
        height, top = state["heights"][row][column], state["top"][f"{row},{column}"]
        if height:
            shafts[as_rules(row, column)] = (1,) * (height - 1) + (tile_of(top),)
    return Lying(tuple(shafts), {card["slot"]: (card["number"], 0) for card in state["cards"]})


def tile_of(face: Mapping[str, Any]) -> Tile:
    """The tile with a face as the photo folders name it."""
    if face["kind"] == "magic":
        return TILE[face["value"]]
    value = str(face["value"]).removeprefix("sign")
    return TILE[next(short for short, kind in FAMILIES.items() if kind == face["kind"]) + value]
