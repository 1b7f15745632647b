"""What the labels of Kilt Castle's picture folders say, in the words of the rules and the eyes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from device.bench.photo_labels import Cells, Label, PhotoLabels, Spot
from rules.kilt import CARDS, COLOURS, Build, Card, Colour, Event, Move, Position, Roof, SetUp
from rules.kilt.pieces import POSITIONS, SIZE
from vision.geometry import View
from vision.kilt.cards import NO_CARD
from vision.kilt.reader import Reading
from vision.kilt.story import card_name, top_label
from vision.kilt.table import DEPTHS, OUTWARD, SQUARES, Sizes, sideways
from vision.kilt.tops import EMPTY
from vision.observe.table import Point

Seats = tuple[tuple[Colour, ...], ...]
# A place and what lies there: (row, column) and its top, or (position, depth, "card") and its card.


def _area(centre: Point, out: Point, size: Point) -> np.ndarray:
    """The corners of a rectangle on the table."""
    along, across = np.array(out) * size[0], np.array(sideways(OUTWARD.index(out))) * size[1]
    signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return np.array([(*(centre + a * along + b * across), 0.0) for a, b in signs])


def _rows(label: Label) -> dict[int, tuple[Card, ...]]:
    return {
        int(place): tuple(
            CARDS[Colour(card["facing_board"])][Colour(card["facing_away"])] for card in cards
        )
        for place, cards in label["state"]["positions"].items()
    }


def _card_cells(rows: Mapping[int, tuple[Card, ...]]) -> Cells:
    cells: Cells = {(p, d, "card"): NO_CARD for p in range(POSITIONS) for d in range(DEPTHS)}
    for place, row in rows.items():
        cells |= {(place, depth, "card"): card_name(card) for depth, card in enumerate(row)}
    return cells


def _top(square: Mapping[str, Any]) -> tuple[int, str]:
    floors = square["floors"]
    if not floors:
        return EMPTY
    kind = "roof" if square["roof"] else f"{Colour(floors[-1]['color'])} {floors[-1]['crests']}"
    return (len(floors), kind)


def _square(numbers: Any) -> tuple[int, int]:
    row, column = numbers
    return (int(row), int(column))


class KiltLabels(PhotoLabels):
    """Labels of Kilt Castle."""

    def seats(self, label: Label, *_: Label) -> Seats:
        """Who plays which colours: as told, else one colour a seat, as many as have ducats."""
        told = label.get("seats")
        if told:
            return tuple(tuple(Colour(name) for name in names) for names in told)
        laid = {
            name
            for row in _rows(label).values()
            for card in row
            for name in (card.board, card.away)
        }
        purses = label["state"].get("ducats") or laid
        if len(purses) == 2:
            return tuple(tuple(COLOURS[seat::2]) for seat in range(2))
        return tuple((colour,) for colour in COLOURS if colour in laid and colour in purses)

    def set_up(self, label: Label, seated: Seats) -> SetUp:
        """The set-up of the first picture."""
        water = [(row, column) for row, column in label["state"]["water"]]
        return SetUp.laid(_rows(label), water, seated)

    def events(self, label: Label, _: Position | None = None) -> tuple[Event, ...]:
        """What was done between the picture before and this one."""
        action = label["action"]
        if action["type"] != "turn":
            return ()
        done: list[Event] = []
        if "to_position" in action:
            board = Colour(action["facing_after"])
            away = next((s for s in map(Colour, action["sides"]) if s != board), board)
            done.append(Move(CARDS[board][away], int(action["to_position"])))
        for build in action["builds"]:
            square = _square(build["square"])
            done.append(Build(Colour(build["color"]), int(build["crests"]), square))
            if build["roof"]:
                source = build.get("roof_from")
                done.append(Roof(square, _square(source) if source else None))
        return tuple(done)

    def cells_of_label(self, label: Label) -> Cells:
        """What truly lies on every place."""
        cells: Cells = {}
        for name, square in label["state"]["squares"].items():
            cells[_square(name.split(","))] = _top(square)
        return cells | _card_cells(_rows(label))

    def cells_of_position(self, position: Position) -> Cells:
        """What the device believes to lie on every place."""
        tops: Cells = {square: top_label(position, number) for number, square in enumerate(SQUARES)}
        return tops | _card_cells(dict(enumerate(position.rows)))

    def cells_of_reading(self, reading: Reading) -> Cells:
        """What each place looks most like by itself."""
        tops: Cells = {square: cell.best() for square, cell in reading.squares.items()}
        cards = {(*slot, "card"): cell.best() for slot, cell in reading.slots.items()}
        return tops | cards

    def inside(self, view: View, eyes: Any) -> set[Spot]:
        """The places that lie wholly inside the picture."""
        layout: Sizes = eyes.reader.layout
        half = layout.floor_radius
        areas = {
            square: _area(layout.centre(square), (1.0, 0.0), (half, half)) for square in SQUARES
        }
        size = (layout.card_length / 2, layout.card_width / 2)
        cards = {
            (position, depth, "card"): _area(
                layout.card_centre(position, depth), OUTWARD[position // SIZE], size
            )
            for position in range(POSITIONS)
            for depth in range(DEPTHS)
        }
        return {
            key for key, area in (areas | cards).items() if view.contains(view.project(area)).all()
        }


LABELS = KiltLabels()
