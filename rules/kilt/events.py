"""Kilt Castle: the events, and their JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.errors import BadJson
from rules.json_fields import fields, items, optional, whole
from rules.kilt.pieces import CARDS, POSITIONS, SIZE, Card, Colour, Square
from rules.values import Json


@dataclass(frozen=True, slots=True)
class SetUp:
    """The table before the first turn; `start` None means: as the lone card says."""

    rows: tuple[tuple[Card, ...], ...]
    water: frozenset[Square]
    colours: tuple[tuple[Colour, ...], ...]
    start: int | None = None

    @classmethod
    def laid(
        cls,
        rows: Mapping[int, Iterable[Card]],
        water: Iterable[Square],
        colours: Iterable[Iterable[Colour]],
        start: int | None = None,
    ) -> SetUp:
        """A set-up from the positions that hold cards, cards from the board outward."""
        every = tuple(tuple(rows.get(place, ())) for place in range(POSITIONS))
        return cls(every, frozenset(water), tuple(tuple(each) for each in colours), start)


@dataclass(frozen=True, slots=True)
class Move:
    """A card put to another position, as it lies afterwards; `depth` None is outermost."""

    card: Card
    to: int
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """A floor put on a square; `crests` None when its top was not seen."""

    colour: Colour
    crests: int | None
    square: Square


@dataclass(frozen=True, slots=True)
class Roof:
    """A roof put on a tower, from another tower or (None) from beside the board."""

    square: Square
    source: Square | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """Players tell that one paid another; changes nothing when it is what was due."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class DucatDayPaid:
    """Players tell what each seat took on a ducat day; changes nothing when right."""

    amounts: tuple[int, ...]


PLACES = {str(place): place for place in range(POSITIONS)}

Event: TypeAlias = SetUp | Move | Build | Roof | Paid | DucatDayPaid


def card_to_json(card: Card) -> list[Json]:
    return [card.board.value, card.away.value]


def card_from_json(data: Json) -> Card:
    board, away = items(data, "card", 2)
    return CARDS[colour_from_json(board)][colour_from_json(away)]


def square_to_json(square: Square) -> list[Json]:
    return [square[0], square[1]]


def square_from_json(data: Json) -> Square:
    row, col = items(data, "square", 2)
    return (whole(row, "row", SIZE), whole(col, "column", SIZE))


def colour_from_json(data: Json) -> Colour:
    try:
        return Colour(str(data))
    except ValueError:
        raise BadJson(f"no colour is called {data!r}; use one of {list(Colour)}") from None


def rows_to_json(rows: tuple[tuple[Card, ...], ...]) -> dict[str, Json]:
    return {str(at): [card_to_json(card) for card in row] for at, row in enumerate(rows) if row}


def rows_from_json(data: Json) -> tuple[tuple[Card, ...], ...]:
    rows: list[tuple[Card, ...]] = [()] * POSITIONS
    for key, cards in fields(data, "rows").items():
        place = whole(PLACES.get(key, key), "card position", POSITIONS)
        rows[place] = tuple(card_from_json(card) for card in items(cards, "row"))
    return tuple(rows)


def event_to_json(event: Event) -> dict[str, Json]:
    """The event as plain data, `type` first."""
    match event:
        case Move(card, to, depth):
            return {"type": "move", "card": card_to_json(card), "to": to, "depth": depth}
        case Build(colour, crests, square):
            at = square_to_json(square)
            return {"type": "build", "colour": colour.value, "crests": crests, "square": at}
        case Roof(square, source):
            origin = None if source is None else square_to_json(source)
            return {"type": "roof", "square": square_to_json(square), "source": origin}
        case Paid(payer, payee, amount):
            return {"type": "paid", "payer": payer, "payee": payee, "amount": amount}
        case DucatDayPaid(amounts):
            return {"type": "ducat_day_paid", "amounts": list(amounts)}
        case SetUp():
            return _set_up_to_json(event)


def _set_up_to_json(event: SetUp) -> dict[str, Json]:
    return {
        "type": "set_up",
        "rows": rows_to_json(event.rows),
        "water": [square_to_json(square) for square in sorted(event.water)],
        "colours": [[colour.value for colour in each] for each in event.colours],
        "start": event.start,
    }


def _set_up(data: dict[str, Json]) -> SetUp:
    return SetUp(
        rows_from_json(data.get("rows")),
        frozenset(square_from_json(square) for square in items(data.get("water"), "water")),
        tuple(
            tuple(colour_from_json(colour) for colour in items(each, "colours of a seat"))
            for each in items(data.get("colours"), "colours")
        ),
        optional(data.get("start"), "start"),
    )


def _move(data: dict[str, Json]) -> Move:
    to = whole(data.get("to"), "card position", POSITIONS)
    return Move(card_from_json(data.get("card")), to, optional(data.get("depth"), "depth"))


def _build(data: dict[str, Json]) -> Build:
    return Build(
        colour_from_json(data.get("colour")),
        optional(data.get("crests"), "crests", 3),
        square_from_json(data.get("square")),
    )


def _roof(data: dict[str, Json]) -> Roof:
    source = data.get("source")
    return Roof(
        square_from_json(data.get("square")), None if source is None else square_from_json(source)
    )


def _paid(data: dict[str, Json]) -> Paid:
    return Paid(
        whole(data.get("payer"), "payer"),
        whole(data.get("payee"), "payee"),
        whole(data.get("amount"), "amount"),
    )


def _ducat_day_paid(data: dict[str, Json]) -> DucatDayPaid:
    amounts = items(data.get("amounts"), "amounts")
    return DucatDayPaid(tuple(whole(amount, "amount") for amount in amounts))


READERS: dict[str, Callable[[dict[str, Json]], Event]] = {
    "set_up": _set_up,
    "move": _move,
    "build": _build,
    "roof": _roof,
    "paid": _paid,
    "ducat_day_paid": _ducat_day_paid,
}


def event_from_json(data: Json) -> Event:
    """The event a piece of JSON describes; `BadJson` says what is wrong with it."""
    given = fields(data, "event")
    reader = READERS.get(str(given.get("type")))
    if reader is None:
        raise BadJson(f"no event is called {given.get('type')!r}; use one of {list(READERS)}")
    return reader(given)
