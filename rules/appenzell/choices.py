"""Burg Appenzell: every event the rules do not forbid now, and what agrees with a claim."""

from __future__ import annotations

from rules.appenzell.events import (
    Cover,
    EndTurn,
    Event,
    Place,
    Reveal,
    Run,
    Slide,
    Take,
    Uncover,
    event_to_json,
)
from rules.appenzell.pieces import (
    CHEESES,
    FIELDS,
    MICE,
    OUTSIDE,
    ROOMS,
    SLOTS,
    SPARE,
    SUPPLY,
    TILES,
    TOWERS,
    UNKNOWN,
)
from rules.appenzell.position import PLAYERS, Phase, Position
from rules.appenzell.routes import earned, empty_rooms, liftable, runs, untold, visible
from rules.folding import agreeing
from rules.values import Facts

# Events made once: asking for them is looking up.
_SEATS = range(PLAYERS.stop - 1)
_UNCOVERS = [[Uncover(seat, room) for room in range(ROOMS)] for seat in _SEATS]
_RUNS = [
    [[Run(seat, source, to) for to in FIELDS] for source in (*FIELDS, OUTSIDE)] for seat in _SEATS
]
_SLIDES: list[list[Event]] = [[Slide(seat, slot) for slot in SLOTS] for seat in _SEATS]
_REVEALS = [[Reveal(place, tile) for tile in TILES] for place in (*FIELDS, OUTSIDE, SPARE)]
_COVERS = [Cover(room) for room in range(ROOMS)]
_ENDS = [EndTurn(seat) for seat in _SEATS]


def actions(position: Position) -> list[Event]:
    """Every event that `legal` does not refuse.

    A tile to be told may be of any kind, unless all of that kind lie open: what the device
    remembers under roofs never shortens the list. Cheeses to take and roofs to put back are
    listed when the table tells them (option `books`).
    """
    match position.phase:
        case Phase.PLACE:
            return [*_reveals(position), *_places(position)]
        case Phase.TURN:
            owed = _takes(position)
            return [*_reveals(position), *(owed or _turn(position))]
    return []


def _places(position: Position) -> list[Event]:
    taken = position.occupied()
    return [
        Place(seat, tower)
        for seat in range(position.players)
        if position.waiting[seat] == MICE
        for tower in TOWERS
        if tower not in taken
    ]


def _reveals(position: Position) -> list[Event]:
    places = untold(position)
    if position.spare == UNKNOWN:
        places.append(SPARE)
    if not places:
        return []
    seen = visible(position)
    kinds = [tile for tile in TILES if seen[tile] < SUPPLY[tile]]
    return [_REVEALS[place][tile] for place in places for tile in kinds]


def _takes(position: Position) -> list[Event]:
    if position.options.books == "kept":
        return []
    return [Take(seat, kind) for seat in range(position.players) for kind in earned(position, seat)]


def _turn(position: Position) -> list[Event]:
    found: list[Event] = []
    seat = position.active
    if not position.closing and position.left:
        roofs = liftable(position, seat)
        found += [_UNCOVERS[seat][room] for room in range(ROOMS) if roofs >> room & 1]
        found += run_events(position, seat)
        if not position.slid:
            found += _SLIDES[seat]
    empty = empty_rooms(position) if position.options.books == "told" else []
    found += [_COVERS[room] for room in empty]
    if not empty:
        found.append(_ENDS[seat])
    return found


def run_events(position: Position, seat: int) -> list[Event]:
    """Every run of a seat's mice that the actions left allow."""
    sources = list(dict.fromkeys(position.mice[seat]))
    if position.waiting[seat]:
        sources.append(OUTSIDE)
    return [
        _RUNS[seat][source][to]
        for source in sources
        for to, _ in runs(position, source, position.left)
    ]


def matching(position: Position, claim: Facts) -> list[Event]:
    """The possible events that agree with every field the claim names; None names nothing."""
    return agreeing([*actions(position), *_booked(position)], claim, event_to_json)


def _booked(position: Position) -> list[Event]:
    """Cheeses the device has booked already, which a player may still tell of."""
    if position.options.books != "kept":
        return []
    return [Take(seat, kind) for seat, kind in position.fresh if kind in CHEESES]
