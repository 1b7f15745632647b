"""Burg Appenzell: what leaves towards people: the view of a seat and the score.

What lies under a roof is the game: no covered tile ever leaves, neither in the view nor in the
list of what happened, whoever once saw it.
"""

from __future__ import annotations

from dataclasses import replace

from rules.appenzell.choices import actions
from rules.appenzell.events import (
    EndTurn,
    Event,
    Place,
    Reveal,
    Run,
    Slide,
    Uncover,
    event_to_json,
    looks_to_json,
    place_to_json,
    tile_to_json,
)
from rules.appenzell.layout import field_to_json, fields_to_json, layout_to_json, same_side
from rules.appenzell.pieces import (
    CHEESES,
    FIELDS,
    HIGH,
    MICE,
    ROOF_NAMES,
    SIDES,
    SPARE,
    SUPPLY,
    TILES,
    TOWERS,
    UNKNOWN,
    Field,
)
from rules.appenzell.play import run_cost
from rules.appenzell.position import Phase, Position, suggested_colours
from rules.appenzell.routes import earned, empty_rooms, untold, untold_mice, visible
from rules.values import Json, Score


def known(position: Position, seat: int | None) -> Position:
    """The table as everybody sees it: what the device remembers under roofs left out."""
    del seat
    tiles = tuple(
        UNKNOWN if tile < UNKNOWN and position.covered(place) else tile
        for place, tile in enumerate(position.tiles)
    )
    return replace(position, tiles=tiles)


def view(position: Position, seat: int | None) -> dict[str, Json]:
    """All a phone needs: the castle as everybody sees it, and what may be done now."""
    del seat
    setting = position.setting
    colours = setting.colours or suggested_colours(setting)
    return {
        "phase": position.phase.value,
        "turn": position.turn,
        "active": position.active,
        "players": position.players,
        "colours": [[colour] for colour in colours],
        "used": position.used,
        "left": position.left,
        "slid": position.slid,
        "rooms": [_room(position, number) for number in range(len(setting.rooms))],
        "fields": [_field(position, place) for place in FIELDS],
        "spare": tile_to_json(position.spare),
        "mice": [fields_to_json(mice) for mice in position.mice],
        "waiting": list(position.waiting),
        "lost": list(position.lost),
        "cheeses": [_cheeses(position, owner) for owner in range(position.players)],
        "looks": looks_to_json(setting.looks),
        "looks_told": bool(setting.told_looks or setting.box_looks),
        "fresh": [[owner, tile_to_json(kind)] for owner, kind in position.fresh],
        "layouts": [layout_to_json(side) for side in setting.box_layouts],
        "options": dict(position.options.named()),
        "ending": position.ending.value,
        "winners": None if position.winners is None else list(position.winners),
        **_open_to(position),
    }


def _room(position: Position, number: int) -> dict[str, Json]:
    room = position.setting.rooms[number]
    return {
        "room": number,
        "fields": fields_to_json(room),
        "roof": ROOF_NAMES[len(room)],
        "covered": bool(position.roofs >> number & 1),
    }


def _field(position: Position, place: Field) -> dict[str, Json]:
    """One field; its tile only where no roof lies and somebody told it."""
    found: dict[str, Json] = {"field": field_to_json(place), "kind": "hole"}
    if place in TOWERS or place in HIGH:
        found["kind"] = "tower" if place in TOWERS else "high"
    elif position.setting.rooms and not position.covered(place):
        found["tile"] = tile_to_json(position.tiles[place])
    return found


def _cheeses(position: Position, owner: int) -> list[Json]:
    return [tile_to_json(kind) for kind in CHEESES if position.cheeses[owner] >> kind & 1]


def _open_to(position: Position) -> dict[str, Json]:
    """What may be done now, by kind of event."""
    found = actions(position)
    return {
        "places": [event_to_json(event) for event in found if isinstance(event, Place)],
        "uncover": [event.room for event in found if isinstance(event, Uncover)],
        "runs": [_run(position, event) for event in found if isinstance(event, Run)],
        "slots": [event.slot for event in found if isinstance(event, Slide)],
        "untold": _untold(position),
        "untold_mice": fields_to_json(untold_mice(position)),
        "all_open": _all_open(position),
        "owed": [
            [seat, tile_to_json(kind)]
            for seat in range(position.players)
            for kind in earned(position, seat)
        ],
        "empty_rooms": list[Json](empty_rooms(position)) if position.phase is Phase.TURN else [],
        "may_end": any(isinstance(event, EndTurn) for event in found),
    }


def _run(position: Position, event: Run) -> dict[str, Json]:
    way = {"from": place_to_json(event.source), "to": field_to_json(event.to)}
    return {**way, "cost": run_cost(position, event)}


def _untold(position: Position) -> list[Json]:
    """The places whose tile somebody should tell, those with mice first."""
    if position.phase not in (Phase.PLACE, Phase.TURN):
        return []
    mice = position.occupied()
    places = sorted(untold(position), key=lambda place: place not in mice)
    if position.spare == UNKNOWN:
        places.append(SPARE)
    return [place_to_json(place) for place in places]


def _all_open(position: Position) -> list[Json]:
    """The kinds whose tiles all lie open: no other tile can be one."""
    seen = visible(position)
    return [tile_to_json(tile) for tile in TILES if seen[tile] >= SUPPLY[tile]]


def shown(position: Position, event: Event, seat: int | None) -> dict[str, Json]:
    """The event as the list of what happened keeps it: a tile told may be covered by now."""
    del position, seat
    data = event_to_json(event)
    if isinstance(event, Reveal):
        del data["tile"]
    return data


def actor(position: Position, event: Event) -> int | None:
    """The seat whose business an event is; what lies open anybody may tell."""
    del position
    seat: int | None = getattr(event, "seat", None)
    return seat


def score(position: Position) -> Score:
    """Kinds of cheese per seat, and the winner as the ending decided it."""
    kinds = tuple(position.kinds(seat) for seat in range(position.players))
    parts = tuple(
        {"cheeses": kinds[seat], "mice": MICE - position.lost[seat]}
        for seat in range(position.players)
    )
    return Score(kinds, parts, position.winners)


def learned(position: Position) -> dict[str, Json]:
    """Room layouts, mice and cheeses of this box, for the next game."""
    setting = position.setting
    sides = list(setting.box_layouts)
    if setting.rooms and not any(same_side(setting.rooms, side) for side in sides):
        sides = [*sides, setting.rooms][-SIDES:]
    colours = tuple(dict.fromkeys((*setting.colours, *setting.box_colours)))
    found: dict[str, Json] = {}
    if sides:
        found["layouts"] = [layout_to_json(side) for side in sides]
    if colours:
        found["colours"] = list(colours)
    if setting.told_looks or setting.box_looks:
        found["cheeses"] = looks_to_json(setting.looks)
    return found
