"""Burg Appenzell: the judge. Every fault of an event at once, with what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.appenzell.events import (
    Cover,
    EndTurn,
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
from rules.appenzell.layout import field_to_json, fields_to_json, layout_to_json, same_side
from rules.appenzell.pieces import (
    AROUND,
    MICE,
    OUTSIDE,
    SIDES,
    SPARE,
    SUPPLY,
    TOWERS,
    TRAP,
    UNKNOWN,
    Field,
)
from rules.appenzell.position import Phase, Position
from rules.appenzell.possible import impossible
from rules.appenzell.routes import (
    earned,
    empty_rooms,
    known,
    liftable,
    reach,
    runs,
    untold_mice,
)
from rules.folding import judged
from rules.values import Json, Legality, Ruling

Faults = Iterator[Ruling]

# Rulings that say "nobody can know", not "wrong".
UNSURE = frozenset({"appenzell.maybe-trap", "appenzell.untold-mice", "appenzell.tile-count"})


def legal(position: Position, event: Event) -> Legality:
    """Judge an event: yes, no with all faults, or cannot tell with all open questions."""
    return judged(impossible(position, event) or JUDGES[type(event)](position, event), UNSURE)


# --- before the first turn ---------------------------------------------------------------


def _set_up(position: Position, event: SetUp) -> Faults:
    sides = position.setting.box_layouts
    if len(sides) == SIDES and not any(same_side(event.rooms, side) for side in sides):
        yield Ruling("appenzell.layout-third", {"count": SIDES})


def _place(position: Position, event: Place) -> Faults:
    if position.phase is Phase.FINISHED:
        yield Ruling("appenzell.game-over")
    elif position.phase is Phase.TURN:
        yield Ruling("appenzell.placing-over", {"seat": event.seat})
    elif position.waiting[event.seat] < MICE:
        yield Ruling("appenzell.one-mouse", {"seat": event.seat})
    taken = position.occupied()
    if event.tower in taken:
        free = [tower for tower in TOWERS if tower not in taken]
        facts = {"field": field_to_json(event.tower), "fields": fields_to_json(free)}
        yield Ruling("appenzell.tower-taken", facts)


# --- whose turn, and what must come first ------------------------------------------------


def _turn(position: Position, seat: int) -> Faults:
    if position.phase is Phase.FINISHED:
        yield Ruling("appenzell.game-over")
    elif position.phase is Phase.PLACE:
        missing: list[Json] = [at for at, mice in enumerate(position.mice) if not mice]
        yield Ruling("appenzell.place-first", {"seats": missing})
    if position.phase is not Phase.FINISHED:
        yield from _business(position, seat)


def _business(position: Position, seat: int) -> Faults:
    if seat != position.active:
        yield Ruling("appenzell.not-your-turn", {"seat": seat, "right_seat": position.active})
    told = position.options.books == "told"
    for owner in range(position.players) if told else ():
        for kind in earned(position, owner):
            yield Ruling(
                "appenzell.cheese-forgotten", {"seat": owner, "cheese": position.named(kind)}
            )
    below = untold_mice(position)
    if below:
        yield Ruling("appenzell.untold-mice", {"fields": fields_to_json(below)})


def _action(position: Position, seat: int, cost: int) -> Faults:
    yield from _turn(position, seat)
    if position.phase is Phase.FINISHED:
        return
    if position.closing:
        yield Ruling("appenzell.turn-closing", {"seat": seat})
    if seat == position.active and cost > position.left:
        yield Ruling("appenzell.too-many-actions", {"cost": cost, "left": position.left})


# --- the three actions -------------------------------------------------------------------


def _uncover(position: Position, event: Uncover) -> Faults:
    yield from _action(position, event.seat, 1)
    open_to = liftable(position, event.seat)
    if not open_to >> event.room & 1:
        rooms = position.setting.rooms
        right = [room for number, room in enumerate(rooms) if open_to >> number & 1]
        facts: dict[str, Json] = {
            "room": fields_to_json(rooms[event.room]),
            "rooms": layout_to_json(tuple(right)),
        }
        yield Ruling("appenzell.uncover-far", facts)


def _run(position: Position, event: Run) -> Faults:
    cost = None if event.to == OUTSIDE else reach(position, event.source).get(event.to)
    yield from _action(position, event.seat, cost or 1)
    if event.to == OUTSIDE:
        yield Ruling("appenzell.run-out", {"field": field_to_json(event.source)})
        return
    right = [to for to, _ in runs(position, event.source, max(1, position.left))]
    facts: dict[str, Json] = {
        "from": place_to_json(event.source),
        "field": field_to_json(event.to),
        "fields": fields_to_json(sorted(right)),
    }
    if event.source != OUTSIDE and position.covered(event.source):
        yield Ruling("appenzell.run-from-roof", {"field": field_to_json(event.source)})
    if cost is None:
        yield Ruling(_way(event), facts)
    yield from _end_of_run(position, event.to, facts)


def _way(event: Run) -> str:
    """Why no step and no jump leads there."""
    if event.source == OUTSIDE:
        return "appenzell.run-entrance"
    if event.to in TOWERS:
        return "appenzell.run-tower"
    near = event.to in AROUND[event.source]
    return "appenzell.run-diagonal" if near else "appenzell.run-far"


def _end_of_run(position: Position, to: Field, facts: dict[str, Json]) -> Faults:
    if to in position.occupied():
        yield Ruling("appenzell.field-taken", facts)
    if position.covered(to):
        yield Ruling("appenzell.run-roof", facts)
    elif position.tiles[to] == TRAP:
        yield Ruling("appenzell.run-trap", facts)
    elif position.tiles[to] == UNKNOWN:
        yield Ruling("appenzell.maybe-trap", {"field": field_to_json(to)})


def _slide(position: Position, event: Slide) -> Faults:
    yield from _action(position, event.seat, 1)
    if position.slid and event.seat == position.active and position.phase is Phase.TURN:
        yield Ruling("appenzell.second-slide", {"seat": event.seat})


# --- what is told ------------------------------------------------------------------------


def _reveal(position: Position, event: Reveal) -> Faults:
    facts: dict[str, Json] = {"field": place_to_json(event.field)}
    if position.phase is Phase.FINISHED:
        yield Ruling("appenzell.game-over")
    if event.field != SPARE and position.covered(event.field):
        yield Ruling("appenzell.reveal-covered", facts)
        return
    before = position.spare if event.field == SPARE else position.tiles[event.field]
    if before != UNKNOWN:
        named = {"tile": position.named(event.tile), "right_tile": position.named(before)}
        yield Ruling("appenzell.tile-known", facts | named)
    elif known(position, event.tile) >= SUPPLY[event.tile]:
        count: dict[str, Json] = {"tile": position.named(event.tile), "count": SUPPLY[event.tile]}
        yield Ruling("appenzell.tile-count", facts | count)


def _take(position: Position, event: Take) -> Faults:
    facts: dict[str, Json] = {"seat": event.seat, "cheese": position.named(event.kind)}
    if position.options.books == "kept" and (event.seat, event.kind) in position.fresh:
        return
    if position.phase is Phase.FINISHED:
        yield Ruling("appenzell.game-over")
    if event.kind in earned(position, event.seat):
        return
    if position.cheeses[event.seat] >> event.kind & 1:
        yield Ruling("appenzell.cheese-twice", facts)
    else:
        yield Ruling("appenzell.cheese-not-earned", facts)


def _cover(position: Position, event: Cover) -> Faults:
    facts: dict[str, Json] = {"room": fields_to_json(position.setting.rooms[event.room])}
    yield from _turn(position, position.active)
    if event.room not in empty_rooms(position):
        yield Ruling("appenzell.cover-mouse", facts)
    if position.options.books == "kept":
        yield Ruling("appenzell.cover-by-itself", facts)


def _end_turn(position: Position, event: EndTurn) -> Faults:
    yield from _turn(position, event.seat)
    if position.options.books == "told" and position.phase is Phase.TURN:
        rooms = tuple(position.setting.rooms[room] for room in empty_rooms(position))
        if rooms:
            yield Ruling("appenzell.not-covered", {"rooms": layout_to_json(rooms)})


JUDGES: dict[type[Event], Callable[[Position, Any], Faults]] = {
    Cover: _cover,
    EndTurn: _end_turn,
    Place: _place,
    Reveal: _reveal,
    Run: _run,
    SetUp: _set_up,
    Slide: _slide,
    Take: _take,
    Uncover: _uncover,
}
