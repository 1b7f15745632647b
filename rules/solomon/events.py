"""König Salomons Schatzkammer: the events, and their JSON.

Where something may be untold, JSON says so with 0 (a card) or "?" (a tile), never with null:
in a claim null means that nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.errors import BadJson
from rules.json_fields import fields, items, numbers, whole
from rules.solomon.pieces import ARROWS, SIZE, TILE, TILES, Area, Magic, Square, Tile
from rules.values import Json

UNSEEN = 0  # a card that lies face down, its number untold
Treasures: TypeAlias = tuple[int, int, int, int, int]
NO_TREASURES: Treasures = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class SetUp:
    """The mine is filled, coins and cards are dealt; `tops` are the open tiles, if told."""

    tops: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Hold:
    """A player tells his own phone which cards he holds."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """A card laid face down; `card` is `UNSEEN` when its number is not told."""

    seat: int
    card: int = UNSEEN


@dataclass(frozen=True, slots=True)
class Show:
    """The number of a card that was turned up."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class DrawShape:
    """The squares of a card as it is read, and which way its arrow points then."""

    card: int
    cells: tuple[tuple[int, int], ...]
    arrow: int = 0


@dataclass(frozen=True, slots=True)
class See:
    """Somebody tells what lies open on top of shafts."""

    squares: Area
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Shift:
    """A top tile put on top of another shaft."""

    seat: int
    source: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Mark:
    """The area a player is going to dig, shown to all before a tile is lifted."""

    seat: int
    squares: Area
    objects: tuple[Magic, ...] = ()


@dataclass(frozen=True, slots=True)
class Lift:
    """The tiles of the shown area taken, in the order of its squares."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """A player digs nothing this round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ward:
    """A player turns the curses of his dig away with the amulet."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pay:
    """Coins and treasures (by value 1 to 5) given, and what was taken back as change."""

    seat: int
    coins: int
    treasures: Treasures = NO_TREASURES
    change_coins: int = 0
    change_treasures: Treasures = NO_TREASURES


@dataclass(frozen=True, slots=True)
class Fail:
    """A player finds that he cannot pay."""

    seat: int


@dataclass(frozen=True, slots=True)
class Add:
    """Own tiles that a player who cannot pay adds to those to be dealt out."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Got:
    """A player tells his own phone what tiles he was dealt face down."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """At the end: what tiles lie behind a screen that were never told."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """The points a player has counted for himself at the end; changes nothing."""

    seat: int
    points: int


Event: TypeAlias = (
    SetUp | Hold | Choose | Show | DrawShape | See | Shift | Mark | Lift | Pass | Ward | Pay
    | Fail | Add | Got | Count | Total
)  # fmt: skip


# --- writing -----------------------------------------------------------------------------


def square_to_json(square: Square) -> list[Json]:
    return list(divmod(square, SIZE))


def squares_to_json(squares: Area) -> list[Json]:
    return [list[Json](divmod(square, SIZE)) for square in squares]


def tiles_to_json(tiles: tuple[Tile, ...]) -> list[Json]:
    return [TILES[tile] if 0 <= tile < len(TILES) else TILES[0] for tile in tiles]


def event_to_json(event: Event) -> dict[str, Json]:
    """The event as plain data, `type` first."""
    name, write = WRITERS[type(event)]
    data: dict[str, Json] = {"type": name}
    seat = getattr(event, "seat", None)
    if seat is not None:
        data["seat"] = seat
    data.update(write(event))
    return data


def _write_pay(event: Pay) -> dict[str, Json]:
    return {
        "coins": event.coins,
        "treasures": list(event.treasures),
        "change_coins": event.change_coins,
        "change_treasures": list(event.change_treasures),
    }


def _write_mark(event: Mark) -> dict[str, Json]:
    return {"squares": squares_to_json(event.squares), "objects": [o.value for o in event.objects]}


def _write_shift(event: Shift) -> dict[str, Json]:
    return {"source": square_to_json(event.source), "target": square_to_json(event.target)}


def _write_shape(event: DrawShape) -> dict[str, Json]:
    return {
        "card": event.card,
        "cells": [[row, col] for row, col in event.cells],
        "arrow": event.arrow,
    }


WRITERS: dict[type[Event], tuple[str, Callable[..., dict[str, Json]]]] = {
    SetUp: ("set_up", lambda event: {"tops": tiles_to_json(event.tops)}),
    Hold: ("hold", lambda event: {"cards": list(event.cards)}),
    Choose: ("choose", lambda event: {"card": event.card}),
    Show: ("show", lambda event: {"card": event.card}),
    DrawShape: ("draw_shape", _write_shape),
    See: (
        "see",
        lambda event: {
            "squares": squares_to_json(event.squares),
            "tiles": tiles_to_json(event.tiles),
        },
    ),
    Shift: ("shift", _write_shift),
    Mark: ("mark", _write_mark),
    Lift: ("lift", lambda event: {"tiles": tiles_to_json(event.tiles)}),
    Pass: ("pass", lambda _: {}),
    Ward: ("ward", lambda _: {}),
    Pay: ("pay", _write_pay),
    Fail: ("fail", lambda _: {}),
    Add: ("add", lambda event: {"tiles": tiles_to_json(event.tiles)}),
    Got: ("got", lambda event: {"tiles": tiles_to_json(event.tiles)}),
    Count: ("count", lambda event: {"tiles": tiles_to_json(event.tiles)}),
    Total: ("total", lambda event: {"points": event.points}),
}


# --- reading -----------------------------------------------------------------------------


def square_from_json(data: Json) -> Square:
    row, col = items(data, "square", 2)
    return whole(row, "row", SIZE) * SIZE + whole(col, "column", SIZE)


def cells_from_json(data: Json) -> tuple[tuple[int, int], ...]:
    """Squares of a card, in order, none twice."""
    cells = []
    for each in items(data, "cells"):
        row, col = items(each, "cell", 2)
        cells.append((whole(row, "row", SIZE), whole(col, "column", SIZE)))
    if len(set(cells)) != len(cells):
        raise BadJson(f"a square is named twice in {data!r}")
    return tuple(sorted(cells))


def tile_from_json(data: Json) -> Tile:
    if not isinstance(data, str) or data not in TILE:
        raise BadJson(f"no tile is called {data!r}; use one of {list(TILES)}")
    return TILE[data]


def tiles_from_json(data: Json) -> tuple[Tile, ...]:
    return tuple(tile_from_json(tile) for tile in items(data, "tiles"))


def magic_from_json(data: Json) -> Magic:
    try:
        return Magic(str(data))
    except ValueError:
        raise BadJson(f"no magic object is called {data!r}; use {list(Magic)}") from None


def treasures_from_json(data: Json, name: str) -> Treasures:
    if data is None:
        return NO_TREASURES
    one, two, three, four, five = numbers(data, name, len(NO_TREASURES))
    return one, two, three, four, five


def _squares(data: Json) -> list[Square]:
    found = [square_from_json(square) for square in items(data, "squares")]
    if len(set(found)) != len(found):
        raise BadJson(f"a square is named twice in {data!r}")
    return found


def _seat(data: dict[str, Json]) -> int:
    return whole(data.get("seat"), "seat")


def _card(data: dict[str, Json]) -> int:
    return whole(data.get("card"), "card")


def _read_see(data: dict[str, Json]) -> See:
    squares = _squares(data.get("squares"))
    tiles = tiles_from_json(data.get("tiles"))
    if len(squares) != len(tiles):
        raise BadJson(f"{len(squares)} squares need as many tiles, not {len(tiles)}")
    pairs = sorted(zip(squares, tiles, strict=True))
    return See(tuple(square for square, _ in pairs), tuple(tile for _, tile in pairs))


def _read_mark(data: dict[str, Json]) -> Mark:
    named = {magic_from_json(each) for each in items(data.get("objects", []), "objects")}
    objects = tuple(magic for magic in Magic if magic in named)
    return Mark(_seat(data), tuple(sorted(_squares(data.get("squares")))), objects)


def _read_shape(data: dict[str, Json]) -> DrawShape:
    cells = cells_from_json(data.get("cells"))
    return DrawShape(_card(data), cells, whole(data.get("arrow", 0), "arrow", len(ARROWS)))


def _read_shift(data: dict[str, Json]) -> Shift:
    source, target = data.get("source"), data.get("target")
    return Shift(_seat(data), square_from_json(source), square_from_json(target))


def _read_pay(data: dict[str, Json]) -> Pay:
    return Pay(
        _seat(data),
        whole(data.get("coins"), "coins"),
        treasures_from_json(data.get("treasures"), "treasures"),
        whole(data.get("change_coins", 0), "change_coins"),
        treasures_from_json(data.get("change_treasures"), "change_treasures"),
    )


def _tiles(data: dict[str, Json]) -> tuple[Tile, ...]:
    return tiles_from_json(data.get("tiles"))


READERS: dict[str, Callable[[dict[str, Json]], Event]] = {
    "set_up": lambda data: SetUp(tiles_from_json(data.get("tops", []))),
    "hold": lambda data: Hold(_seat(data), tuple(sorted(numbers(data.get("cards"), "cards")))),
    "choose": lambda data: Choose(_seat(data), _card(data)),
    "show": lambda data: Show(_seat(data), _card(data)),
    "draw_shape": _read_shape,
    "see": _read_see,
    "shift": _read_shift,
    "mark": _read_mark,
    "lift": lambda data: Lift(_seat(data), _tiles(data)),
    "pass": lambda data: Pass(_seat(data)),
    "ward": lambda data: Ward(_seat(data)),
    "pay": _read_pay,
    "fail": lambda data: Fail(_seat(data)),
    "add": lambda data: Add(_seat(data), tuple(sorted(_tiles(data)))),
    "got": lambda data: Got(_seat(data), tuple(sorted(_tiles(data)))),
    "count": lambda data: Count(_seat(data), tuple(sorted(_tiles(data)))),
    "total": lambda data: Total(_seat(data), whole(data.get("points"), "points")),
}


def event_from_json(data: Json) -> Event:
    """The event a piece of JSON describes; `BadJson` says what is wrong with it."""
    given = fields(data, "event")
    reader = READERS.get(str(given.get("type")))
    if reader is None:
        raise BadJson(f"no event is called {given.get('type')!r}; use one of {list(READERS)}")
    return reader(given)
