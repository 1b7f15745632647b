"""The teaching set-ups of a box of Burg Appenzell, pictured as an owner would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from device.sim.appenzell.scene import AppenzellProps, Lying
from device.sim.appenzell.theme import MOUSE_BASE, Theme
from device.sim.level import Level
from device.sim.teaching import Picture, Studio
from device.sim.textures import Rng
from rules.appenzell.layout import STAGES, ordered, stage_of
from rules.appenzell.pieces import (
    HIGH,
    HOLES,
    INSIDE,
    ROOF_NAMES,
    SIZE,
    TILE_NAMES,
    TILES,
    TOWERS,
    Field,
)
from rules.values import Json

COLOURS = tuple(MOUSE_BASE)


def teach_pictures(rng: Rng, theme: Theme, level: Level) -> list[Picture]:
    """All rooms open with every tile several times; all roofs on; mice on high and low fields."""
    studio = Studio(rng, AppenzellProps(theme, 0), level)
    stills = map(studio.after_the_last, (tiles_shown(theme), roofs_shown(theme)))
    return studio.pictures("appenzell", stills, state_json)


def tiles_shown(theme: Theme) -> Lying:
    """Every room open, every kind of tile in turn, a mouse of each colour in a tower."""
    tiles = [(number % len(TILES), 0) for number in range(len(HOLES))]
    lying = dict(zip(HOLES, tiles, strict=True))
    mice = tuple(zip(COLOURS, TOWERS, strict=True))
    cards = tuple(lying.get(at) for at in range(SIZE * SIZE))
    return Lying(theme.layouts[0], 0, cards, (1, 0), 7, 0, mice, ())


def roofs_shown(theme: Theme) -> Lying:
    """Every roof on, the mice in other towers."""
    mice = tuple(zip(COLOURS, TOWERS[1:] + TOWERS[:1], strict=True))
    cards = ((0, 0),) * (SIZE * SIZE)
    return Lying(theme.layouts[0], (1 << 18) - 1, cards, (3, 0), 7, 1, mice, ())


def laid(theme: Theme, state: Mapping[str, Any]) -> Lying:
    """The table a label tells of, as people lay it out who are asked to."""
    layout = ordered([_field(at) for at in room["fields"]] for room in state["rooms"])
    on = {_field(room["fields"][0]) for room in state["rooms"] if room["roof_on"]}
    if not layout:  # told in stages: only the box knows its rooms
        layout = theme.layouts[0]
        on = {room[0] for room in layout if stage_of(room) in _so_far(state)}
    roofs = sum(1 << n for n, room in enumerate(layout) if on & set(room))
    tiles: dict[Field, tuple[int, int]] = {}
    for key, name in state["open_fields"].items():
        if name != "high":
            tiles[_field(key.split(","))] = (TILE_NAMES.index(name), 0)
    mice = tuple((mouse["color"], _field(mouse["field"])) for mouse in state["mice"])
    spare = None if state["spare"] is None else (TILE_NAMES.index(state["spare"]), 0)
    cards = tuple(tiles.get(at) for at in range(SIZE * SIZE))
    return Lying(layout, roofs, cards, spare, 7, 0, mice, ())


def _so_far(state: Mapping[str, Any]) -> tuple[str, ...]:
    """The roofs that lie on the table at a stage."""
    stage = state.get("stage")
    return STAGES[: STAGES.index(stage) + 1] if stage in STAGES else ()


def _field(place: Sequence[Any]) -> Field:
    return int(place[0]) * SIZE + int(place[1])


def state_json(lying: Lying) -> dict[str, Json]:
    """A table in the layout of the photo folders."""
    rooms: list[Json] = [
        {
            "id": number,
            "kind": ROOF_NAMES[len(room)],
            "fields": [list(divmod(at, SIZE)) for at in room],
            "roof_on": lying.on(number),
        }
        for number, room in enumerate(lying.layout)
    ]
    covered = {at for n, room in enumerate(lying.layout) if lying.on(n) for at in room}
    fields: dict[str, Json] = {}
    for at in INSIDE:
        if at not in covered:
            card = lying.tiles[at]
            fields[f"{at // SIZE},{at % SIZE}"] = TILE_NAMES[card[0]] if card else "high"
    mice: list[Json] = [
        {"color": colour, "field": list(divmod(at, SIZE)), "place": _place(at)}
        for colour, at in lying.mice
    ]
    spare = None if lying.spare is None else TILE_NAMES[lying.spare[0]]
    return {"rooms": rooms, "mice": mice, "open_fields": fields, "spare": spare}


def _place(at: Field) -> str:
    if at in TOWERS:
        return "tower"
    return "high" if at in HIGH else "hole"
