"""What the labels of Burg Appenzell's picture folders say, in the words of the rules and eyes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from device.bench.photo_labels import Cells, Label, PhotoLabels, Spot
from rules.appenzell import (
    OUTSIDE,
    SPARE,
    UNKNOWN,
    EndTurn,
    Event,
    Phase,
    Place,
    Position,
    Reveal,
    Run,
    SetUp,
    Slide,
    Uncover,
    apply,
    ordered,
)
from rules.appenzell.pieces import FIELDS, KINDS, LINES, SIZE, SLOTS, TILE_NAMES, TOWERS
from vision.appenzell.eyes import Seats
from vision.appenzell.reader import Reading
from vision.appenzell.table import HIGH_FIELD, ROOF, TOWER, pair, shown
from vision.geometry import View


class _Told:
    """Events told one after the other, with the position they lead to."""

    def __init__(self, position: Position, label: Label) -> None:
        self.position, self.label = position, label
        self.names = _names(label)
        self.events: list[Event] = []

    def do(self, event: Event) -> None:
        self.position = apply(self.position, event)
        self.events.append(event)

    def begin(self, action: Label) -> None:
        """Turns of which nothing was to be seen ended before."""
        colours = self.position.setting.colours
        while colours[self.position.active] != action["color"]:
            self.do(EndTurn(self.position.active))

    def act(self, action: Label) -> None:
        seat = self.position.active
        if "uncover" in action:
            self._uncover(int(action["uncover"]))
        elif "enter" in action:
            self.do(Run(seat, OUTSIDE, _at(action["enter"])))
        elif "run" in action:
            self.do(Run(seat, *(_at(place) for place in action["run"])))
        elif "slide" in action:
            self._slide(action["slide"])

    def _uncover(self, room: int) -> None:
        """A roof that came off and went on again before the picture is nobody's business."""
        told = self.label["state"]["rooms"][room]
        number = self.position.setting.room_of[_at(told["fields"][0])]
        if not told["roof_on"] or self._runs_through(told["fields"]):
            self.do(Uncover(self.position.active, number))

    def _runs_through(self, fields: Iterable[Any]) -> bool:
        places = [list(place) for place in fields]
        return any(list(each["run"][1]) in places for each in self._actions() if "run" in each)

    def _actions(self) -> list[Label]:
        return list(self.label["action"]["actions"])

    def _slide(self, told: Label) -> None:
        start = _at(told["from_field"])
        slot = next(s for s in SLOTS if LINES[s][0] == start and _along(s) == told["line"])
        self.do(Slide(self.position.active, slot))

    def look(self) -> None:
        """What has come to light and no mouse hides."""
        taken = self.position.occupied()
        for key, name in self.label["state"]["open_fields"].items():
            at = _at(key.split(","))
            if name != "high" and at not in taken and self.position.tiles[at] == UNKNOWN:
                self.do(Reveal(at, _tile(name, self.names)))
        if self.position.spare == UNKNOWN:
            self.do(Reveal(SPARE, _tile(self.label["state"]["spare"], self.names)))


def _along(slot: int) -> str:
    first, second = LINES[slot][:2]
    return "row" if first // SIZE == second // SIZE else "col"


def _at(place: Any) -> int:
    return int(place[0]) * SIZE + int(place[1])


def _names(label: Label) -> list[str]:
    """The owner's names of the cheeses, in the order of the rules."""
    state = label["state"]
    lying = {*state.get("hidden_tiles", {}).values(), *state["open_fields"].values()}
    return sorted(lying - {"plain", "trap", "high"})


def _tile(name: str, cheeses: list[str]) -> int:
    if name in TILE_NAMES:
        return TILE_NAMES.index(name)
    return (KINDS if name == "plain" else KINDS + 1) if name not in cheeses else cheeses.index(name)


class AppenzellLabels(PhotoLabels):
    """Labels of Burg Appenzell."""

    def seats(self, *labels: Label) -> Seats:
        """The colours in the order of the seats, as the first turns go round."""
        order = list(labels[0]["state"]["collected"])
        played = [label["action"].get("color") for label in labels[1:] if label["action"]]
        first = [colour for colour in dict.fromkeys(played) if colour]
        return Seats(tuple(dict.fromkeys([*first, *order])))

    def set_up(self, label: Label, given: Seats) -> tuple[Event, ...]:
        """The set-up of the first picture, the mice in their towers and the spare tile."""
        rooms = ordered([_at(at) for at in room["fields"]] for room in label["state"]["rooms"])
        events: list[Event] = [SetUp(rooms, 0, given.colours)]
        events += [
            Place(given.colours.index(mouse["color"]), _at(mouse["field"]))
            for mouse in label["state"]["mice"]
        ]
        events.append(Reveal(SPARE, _tile(label["state"]["spare"], _names(label))))
        return tuple(events)

    def events(self, label: Label, position: Position) -> tuple[Event, ...]:
        """What was done between the picture before and this one, as far as anything shows of it."""
        action = label["action"]
        story = _Told(position, label)
        if action is not None and action["type"] == "turn":
            story.begin(action)
            for each in action["actions"]:
                story.act(each)
            story.look()
            if isinstance(action["covered"], list):
                story.do(EndTurn(story.position.active))
            story.look()
        elif action is not None and action["type"] == "cover":
            story.do(EndTurn(position.active))
        return tuple(story.events)

    def cells_of_label(self, label: Label) -> Cells:
        """What truly shows on every field, and which tile is left over."""
        state, names = label["state"], _names(label)
        cells: Cells = {(at,): TOWER for at in TOWERS}
        for room in state["rooms"]:
            for place in room["fields"]:
                name = state["open_fields"].get(f"{place[0]},{place[1]}")
                bare = HIGH_FIELD if name == "high" else None
                tile = None if name in (None, "high") else TILE_NAMES[_tile(str(name), names)]
                cells[(_at(place),)] = ROOF if room["roof_on"] else bare or tile
        mice: dict[int, list[str]] = {}
        for mouse in state["mice"]:
            mice.setdefault(_at(mouse["field"]), []).append(mouse["color"])
        for at, colours in mice.items():
            cells[(at,)] = colours[0] if len(colours) == 1 else pair(*colours[:2])
        cells[("spare",)] = TILE_NAMES[_tile(state["spare"], names)]
        return cells

    def cells_of_position(self, position: Position) -> Cells:
        """What the device believes to show on every field, and which tile to be left over."""
        if position.phase is Phase.SETUP:
            return {}
        cells: Cells = {(at,): shown(position, at) for at in FIELDS}
        cells[("spare",)] = TILE_NAMES[position.spare] if position.spare < UNKNOWN else None
        return cells

    def cells_of_reading(self, reading: Reading) -> Cells:
        """What each field looks most like by itself."""
        cells: Cells = {(at,): cell.best() for at, cell in reading.fields.items()}
        cells[("spare",)] = None if reading.spare is None else reading.spare.best()
        return cells

    def inside(self, view: View, eyes: Any) -> set[Spot]:
        """The box always lies inside the picture, and the spare tile next to it."""
        del view, eyes
        return {*((at,) for at in FIELDS), ("spare",)}


LABELS = AppenzellLabels()
