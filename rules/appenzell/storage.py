"""Burg Appenzell: a position as JSON and back."""

from __future__ import annotations

from rules.appenzell.events import (
    colours_from_json,
    field_from_json,
    layout_from_json,
    looks_from_json,
    looks_to_json,
    tile_from_json,
    tile_to_json,
)
from rules.appenzell.layout import fields_to_json, layout_faults, layout_to_json
from rules.appenzell.pieces import (
    CHEESES,
    FIELDS,
    HOLES,
    KINDS,
    MICE,
    NO_TILE,
    ROOMS,
    UNKNOWN,
    Layout,
    Look,
    Tile,
)
from rules.appenzell.position import (
    PLAYERS,
    Ending,
    Options,
    Phase,
    Position,
    Setting,
    looks_fit,
)
from rules.errors import BadJson
from rules.json_fields import fields, items, whole
from rules.values import Json


def position_to_json(position: Position) -> dict[str, Json]:
    """Everything there is to know, as plain data; tiles of the holes in the order of fields."""
    return {
        "setting": _setting_to_json(position.setting),
        "phase": position.phase.value,
        "tiles": [tile_to_json(position.tiles[place]) for place in HOLES],
        "spare": tile_to_json(position.spare),
        "roofs": _bits(position.roofs, ROOMS),
        "mice": [fields_to_json(mice) for mice in position.mice],
        "waiting": list(position.waiting),
        "lost": list(position.lost),
        "cheeses": [_bits(each, KINDS) for each in position.cheeses],
        "active": position.active,
        "turn": position.turn,
        "used": position.used,
        "slid": position.slid,
        "closing": position.closing,
        "fresh": [[seat, kind] for seat, kind in position.fresh],
        "winners": None if position.winners is None else list(position.winners),
        "ending": position.ending.value,
    }


def _setting_to_json(setting: Setting) -> dict[str, Json]:
    return {
        "players": setting.players,
        "options": dict(setting.options.named()),
        "box_layouts": [layout_to_json(side) for side in setting.box_layouts],
        "box_colours": list(setting.box_colours),
        "box_looks": looks_to_json(setting.box_looks),
        "rooms": layout_to_json(setting.rooms),
        "colours": list(setting.colours),
        "looks": looks_to_json(setting.told_looks),
    }


def _bits(mask: int, size: int) -> list[Json]:
    return [number for number in range(size) if mask >> number & 1]


def position_from_json(data: Json) -> Position:
    """The position that `position_to_json` wrote; `BadJson` for anything else."""
    given = fields(data, "position")
    try:
        setting = _setting(fields(given["setting"], "setting"))
        return _checked(_read(given, setting))
    except KeyError as error:
        raise BadJson(f"position lacks {error}") from error
    except BadJson:
        raise
    except (TypeError, ValueError) as error:
        raise BadJson(f"position: {error}") from error


def _setting(data: dict[str, Json]) -> Setting:
    players = whole(data["players"], "players")
    if players not in PLAYERS:
        raise BadJson(f"appenzell is for 2 to 4 players, not {players}")
    return Setting(
        players,
        Options.agreed(fields(data["options"], "options")),
        tuple(_layout(side) for side in items(data["box_layouts"], "box_layouts")),
        colours_from_json(data["box_colours"]),
        _looks(data["box_looks"]),
        _layout(data["rooms"]) if data["rooms"] else (),
        colours_from_json(data["colours"]),
        _looks(data["looks"]),
    )


def _looks(data: Json) -> tuple[Look, ...]:
    looks = looks_from_json(data)
    if not looks_fit(looks):
        raise BadJson("these are not the looks of seven different cheeses")
    return looks


def _layout(data: Json) -> Layout:
    rooms = layout_from_json(data)
    if layout_faults(rooms):
        raise BadJson("these rooms are not those of a board")
    return rooms


def _read(given: dict[str, Json], setting: Setting) -> Position:
    seats, winners = setting.players, given["winners"]
    return Position(
        setting=setting,
        phase=Phase(str(given["phase"])),
        tiles=_tiles(given["tiles"]),
        spare=_tile(given["spare"]),
        roofs=_mask(given["roofs"], "roofs", len(setting.rooms)),
        mice=tuple(
            tuple(sorted(field_from_json(place) for place in items(mice, "mice")))
            for mice in items(given["mice"], "mice", seats)
        ),
        waiting=_numbers(given["waiting"], "waiting", MICE + 1, seats),
        lost=_numbers(given["lost"], "lost", MICE + 1, seats),
        cheeses=tuple(
            _mask(kinds, "cheeses", KINDS) for kinds in items(given["cheeses"], "cheeses", seats)
        ),
        active=whole(given["active"], "active", seats),
        turn=whole(given["turn"], "turn"),
        used=whole(given["used"], "used"),
        slid=given["slid"] is True,
        closing=given["closing"] is True,
        fresh=tuple(_fresh(pair, seats) for pair in items(given["fresh"], "fresh")),
        winners=None if winners is None else _numbers(winners, "winners", seats),
        ending=Ending(str(given["ending"])),
    )


def _checked(position: Position) -> Position:
    """Four mice a seat, and rooms from the set-up on."""
    seats = zip(position.mice, position.waiting, position.lost, strict=True)
    if any(len(mice) + waiting + lost != MICE for mice, waiting, lost in seats):
        raise BadJson(f"every player has {MICE} mice")
    set_up = position.phase is not Phase.SETUP
    colours = position.setting.players if set_up else 0
    if bool(position.setting.rooms) is not set_up or len(position.setting.colours) != colours:
        raise BadJson("a castle has rooms and mice from the set-up on, and not before")
    return position


def _tiles(data: Json) -> tuple[Tile, ...]:
    tiles = [NO_TILE] * len(FIELDS)
    for place, tile in zip(HOLES, items(data, "tiles", len(HOLES)), strict=True):
        tiles[place] = _tile(tile)
    return tuple(tiles)


def _tile(data: Json) -> Tile:
    return UNKNOWN if data is None else tile_from_json(data)


def _mask(data: Json, name: str, size: int) -> int:
    mask = 0
    for number in items(data, name):
        mask |= 1 << whole(number, name, size)
    return mask


def _numbers(data: Json, name: str, below: int, length: int | None = None) -> tuple[int, ...]:
    return tuple(whole(number, name, below) for number in items(data, name, length))


def _fresh(data: Json, seats: int) -> tuple[int, Tile]:
    seat, kind = items(data, "fresh", 2)
    return whole(seat, "seat", seats), whole(kind, "kind", len(CHEESES))
