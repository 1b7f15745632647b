"""Burg Appenzell: events that cannot be, whatever the players did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.appenzell.events import (
    Cover,
    Event,
    Place,
    Reveal,
    Run,
    SetUp,
    Slide,
    Take,
    Uncover,
    place_to_json,
)
from rules.appenzell.layout import field_to_json, fields_to_json, layout_faults
from rules.appenzell.pieces import (
    CHEESES,
    COLOURS,
    FIELDS,
    HOLES,
    KINDS,
    OUTSIDE,
    SLOTS,
    SPARE,
    SUPPLY,
    TILES,
    TOWERS,
)
from rules.appenzell.position import Phase, Position, looks_fit
from rules.appenzell.routes import visible
from rules.values import Json, Ruling


def impossible(position: Position, event: Event) -> tuple[Ruling, ...]:
    """Why an event cannot have happened on this table; nothing if it can."""
    if (position.phase is Phase.SETUP) is not isinstance(event, SetUp):
        wrong = "appenzell.already-set-up" if isinstance(event, SetUp) else "appenzell.not-set-up"
        return (Ruling(wrong),)
    seat = getattr(event, "seat", 0)
    if not 0 <= seat < position.setting.players:
        return (Ruling("appenzell.no-such-seat", {"players": position.setting.players}),)
    check = CHECKS.get(type(event))
    return check(position, event) if check else ()


def _set_up(position: Position, event: SetUp) -> tuple[Ruling, ...]:
    players = position.setting.players
    found = list(layout_faults(event.rooms))
    if not 0 <= event.start < players:
        found.append(Ruling("appenzell.no-such-seat", {"players": players}))
    given = [colour for colour in event.colours if colour in COLOURS]
    if len(given) != players or len(set(given)) != len(event.colours):
        found.append(Ruling("appenzell.setup-colours", {"players": players}))
    if not looks_fit(event.looks):
        found.append(Ruling("appenzell.setup-cheeses", {"count": KINDS}))
    return tuple(found)


def _place(position: Position, event: Place) -> tuple[Ruling, ...]:
    if event.tower not in TOWERS:
        towers = fields_to_json(TOWERS)
        facts: dict[str, Json] = {"field": field_to_json(event.tower), "fields": towers}
        return (Ruling("appenzell.not-a-tower", facts),)
    return _mouse_there(position, event.seat, OUTSIDE)


def _mouse_there(position: Position, seat: int, source: int) -> tuple[Ruling, ...]:
    if source == OUTSIDE:
        if position.waiting[seat]:
            return ()
        return (Ruling("appenzell.no-mouse-outside", {"seat": seat}),)
    if source in position.mice[seat]:
        return ()
    facts: dict[str, Json] = {
        "seat": seat,
        "field": field_to_json(source),
        "fields": fields_to_json(position.mice[seat]),
    }
    return (Ruling("appenzell.no-mouse-there", facts),)


def _run(position: Position, event: Run) -> tuple[Ruling, ...]:
    stays = event.source == event.to
    if stays or any(place not in (*FIELDS, OUTSIDE) for place in (event.source, event.to)):
        return (Ruling("appenzell.no-such-field", {"field": place_to_json(event.to)}),)
    return _mouse_there(position, event.seat, event.source)


def _uncover(position: Position, event: Uncover | Cover) -> tuple[Ruling, ...]:
    rooms = position.setting.rooms
    if not 0 <= event.room < len(rooms):
        return (Ruling("appenzell.no-such-room", {"count": len(rooms)}),)
    on, wanted = bool(position.roofs >> event.room & 1), isinstance(event, Uncover)
    if on == wanted:
        return ()
    rule = "appenzell.no-roof-there" if wanted else "appenzell.roof-there"
    return (Ruling(rule, {"room": fields_to_json(rooms[event.room])}),)


def _slide(_: Position, event: Slide) -> tuple[Ruling, ...]:
    if event.slot in SLOTS:
        return ()
    return (Ruling("appenzell.no-such-slot", {"count": len(SLOTS)}),)


def _reveal(position: Position, event: Reveal) -> tuple[Ruling, ...]:
    if event.field != SPARE and event.field not in HOLES:
        return (Ruling("appenzell.no-tile-there", {"field": place_to_json(event.field)}),)
    if event.tile not in TILES:
        return (Ruling("appenzell.no-such-tile"),)
    before = position.spare if event.field == SPARE else position.tiles[event.field]
    open_field = event.field == SPARE or not position.covered(event.field)
    others = visible(position)[event.tile] - (before == event.tile and open_field)
    if others < SUPPLY[event.tile]:
        return ()
    facts: dict[str, Json] = {
        "field": place_to_json(event.field),
        "tile": position.named(event.tile),
        "count": SUPPLY[event.tile],
    }
    return (Ruling("appenzell.tiles-all-seen", facts),)


def _take(position: Position, event: Take) -> tuple[Ruling, ...]:
    del position
    return () if event.kind in CHEESES else (Ruling("appenzell.no-such-tile"),)


CHECKS: dict[type[Event], Callable[[Position, Any], tuple[Ruling, ...]]] = {
    Cover: _uncover,
    Place: _place,
    Reveal: _reveal,
    Run: _run,
    SetUp: _set_up,
    Slide: _slide,
    Take: _take,
    Uncover: _uncover,
}
