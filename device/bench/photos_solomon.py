"""What the labels of King Solomon's picture folders say, in the words of the rules and eyes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.bench.photo_labels import Cells, Label, PhotoLabels, Spot
from rules.solomon import (
    Choose,
    DrawShape,
    Event,
    Lift,
    Mark,
    Pass,
    Pay,
    Phase,
    Position,
    See,
    SetUp,
    Shift,
)
from rules.solomon.game import GAME
from rules.solomon.pieces import SQUARES, TILE, UNKNOWN
from vision.geometry import View
from vision.solomon.eyes import Seats
from vision.solomon.reader import Reading
from vision.solomon.table import as_rules, top_name
from vision.solomon.teach import tile_name

NEAR = 2  # labels tell figures with the arrow to the near side


class _Told:
    """Events told one after the other, with the position they lead to."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Event] = []

    def do(self, event: Event) -> None:
        self.position = GAME.apply(self.position, event)
        self.events.append(event)

    def reveal(self, cards: list[Label]) -> None:
        """All turn a card up."""
        for card in sorted(cards, key=lambda each: int(each["seat"])):
            self.do(Choose(int(card["seat"]), int(card["number"])))
        for card in sorted(cards, key=lambda each: int(each["seat"])):
            number = int(card["number"])
            if self.position.shapes[number] is None:
                cells = tuple((int(r), int(c)) for r, c in card["squares"])
                self.do(DrawShape(number, cells, NEAR))

    def look(self, tops: Mapping[int, int]) -> None:
        """Everybody sees what has come to light."""
        stacks = self.position.stacks
        new = tuple(s for s in SQUARES if stacks[s] and self.position.top(s) == UNKNOWN)
        if new:
            self.do(See(new, tuple(tops[square] for square in new)))

    def settle(self) -> None:
        """The active seat pays, or cannot."""
        while self.position.phase in (Phase.PAY, Phase.ADD):
            choices = GAME.actions(self.position)
            pays = [event for event in choices if isinstance(event, Pay)]
            self.do((pays or choices)[0])


def _tops(label: Label) -> dict[int, int]:
    return {
        as_rules(*map(int, key.split(","))): TILE[tile_name(top)] if top else UNKNOWN
        for key, top in label["state"]["top"].items()
    }


class SolomonLabels(PhotoLabels):
    """Labels of König Salomons Schatzkammer."""

    def seats(self, *labels: Label) -> Seats:
        """Where every seat lays its cards, as the first cards of the sequence lie."""
        cards = next((each["state"]["cards"] for each in labels if each["state"]["cards"]), ())
        slots = {int(card["seat"]): int(card["slot"]) for card in cards}
        return Seats(tuple(slots[seat] for seat in sorted(slots)), silent=True)

    def set_up(self, label: Label, _: Seats) -> SetUp:
        """The set-up of the first picture."""
        tops = _tops(label)
        return SetUp(tuple(tops[square] for square in SQUARES))

    def events(self, label: Label, position: Position) -> tuple[Event, ...]:
        """What was done between the picture before and this one, payments and all."""
        action = label["action"]
        if action is None or action["type"] != "dig":
            return ()
        story = _Told(position)
        if position.phase is Phase.CHOOSE:
            story.reveal(label["state"]["cards"])
        seat = int(action["seat"])
        for source, target in action["shifts"]:
            story.do(Shift(seat, as_rules(*source), as_rules(*target)))
        taken = {as_rules(*each["cell"]): TILE[tile_name(each)] for each in action["taken"]}
        if taken:
            area = tuple(sorted(taken))
            story.do(Mark(seat, area))
            story.do(Lift(seat, tuple(taken[square] for square in area)))
        else:
            story.do(Pass(seat))
        story.look(_tops(label))
        story.settle()
        return tuple(story.events)

    def cells_of_label(self, label: Label) -> Cells:
        """What truly lies on top of every shaft."""
        return {
            (as_rules(*map(int, key.split(","))),): tile_name(top)
            for key, top in label["state"]["top"].items()
        }

    def cells_of_position(self, position: Position) -> Cells:
        """What the device believes to lie on top of every shaft."""
        return {(square,): top_name(position, square) for square in SQUARES}

    def cells_of_reading(self, reading: Reading) -> Cells:
        """What each shaft looks most like by itself."""
        return {(square,): cell.best() for square, cell in reading.shafts.items()}

    def inside(self, view: View, eyes: Any) -> set[Spot]:
        """The tray always lies inside the picture."""
        del view, eyes
        return {(square,) for square in SQUARES}


LABELS = SolomonLabels()
