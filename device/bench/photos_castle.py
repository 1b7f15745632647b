"""What the labels of The Castle's picture folders say, in the words of the rules and eyes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.bench.photo_labels import Cells, Label, PhotoLabels, Spot
from device.senses.frame import Image
from rules.castle import (
    Ally,
    Choose,
    Done,
    Enter,
    Event,
    Fight,
    Found,
    HitCounter,
    Phase,
    Position,
    Roll,
    Search,
    Step,
    TurnUp,
)
from rules.castle.demo import SIM_CONSTITUTIONS
from rules.castle.game import GAME
from rules.castle.pieces import MONSTERS
from rules.castle.position import castle_of
from vision.castle.map import compare, propose
from vision.castle.reader import Reading
from vision.castle.table import contents
from vision.castle.teach import kind_of, lesson, sheet_of, sheet_picture
from vision.geometry import View

DOWN, UP, GONE = "down", "up", ""


class _Told:
    """Events told one after the other, with the position they lead to."""

    def __init__(self, position: Position, state: Label) -> None:
        self.position, self.state = position, state
        self.events: list[Event] = []

    def do(self, *events: Event) -> bool:
        """All of these, or none: what the rules cannot follow is left out."""
        after = self.position
        try:
            for event in events:
                after = GAME.apply(after, event)
        except (ValueError, AssertionError, IndexError):
            return False
        self.position = after
        self.events += events
        return True

    def pass_on(self, seat: int) -> None:
        """Whoever is on the move and does nothing lets the turn go by, even in a fight."""
        for _ in range(12):
            active = self.position.parties[self.position.active].seats[0]
            if active == seat and self.position.phase is Phase.PREPARE:
                return
            if not self.do(Done(active)):
                return

    def roll(self, seat: int, die: int) -> None:
        """A blow, if the rules make of it what lies on the table."""
        here = castle_of(self.position).name(self.position.parties[self.position.active].at)
        first = (Done(seat),) if self.position.phase is Phase.SPELLS else ()
        before, count = self.position, len(self.events)
        if not self.do(*first, Fight(seat, seat), Roll(seat, die)):
            return
        told = [c for c in self.state["counters"] if c["back"] == "monster" and c["area"] == here]
        lives = bool(self.position.foes[castle_of(self.position).number[here]])
        if lives != bool(told) or self.position.members[seat].state != "in":
            self.position, self.events = before, self.events[:count]
            if not told:
                self.do(HitCounter(_last(before, here), area=here, foe=0))


def _last(position: Position, area: str) -> int:
    """As many hits as kill the monster of a room."""
    foes = position.foes[castle_of(position).number[area]]
    return foes[0].constitution if foes else 0


def _one(told: _Told, seat: int, each: Label) -> None:
    due = told.position.due[0].what if told.position.due else ""
    if "revealed" in each:
        kind = kind_of(each["revealed"], each.get("number"))
        if kind in MONSTERS and due == "turn":
            told.do(TurnUp(seat, kind, int(each["number"])))
        elif kind not in MONSTERS and told.position.phase is Phase.SEARCH:
            told.do(Search(seat, seat), Found(seat, kind))
    elif "roll" in each and told.position.phase in (Phase.SPELLS, Phase.MELEE):
        told.roll(seat, int(each["roll"]))


class _Free(Cells):
    """Cells of a reading: a room in which nothing was seen is empty."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:  # type: ignore[override]
        return super().get(key, GONE if key[0] in "TM" else default)


def _enter(cells: Cells, place: str, name: str) -> None:
    family, rest = name.split(":", 1)
    if family == "char":
        cells["C", int(rest.split(":")[0])] = place
    elif family == "back":
        cells["T" if rest == "treasure" else "M", place] = DOWN
    else:
        cells["M" if rest in MONSTERS else "T", place] = UP


class _All(set[Spot]):
    """Everything lies in the picture."""

    def __contains__(self, _: object) -> bool:
        return True


class CastleLabels(PhotoLabels):
    """Labels of The Castle."""

    def seats(self, *labels: Label) -> list[int]:
        """Every character is a seat."""
        return [int(each["index"]) for each in labels[0]["state"]["characters"]]

    def begin(self, start: Position, label: Label) -> Position:
        """The set-up as phones are told it: characters and entrances."""
        characters = label["state"]["characters"]
        events: list[Event] = [Roll(seat, 6 - seat) for seat in range(len(characters))]
        for seat, each in enumerate(characters):
            kind = str(each["name"]).lower()
            events.append(Choose(seat, kind, SIM_CONSTITUTIONS[kind][0]))
        events.append(Ally(()))
        events += [Enter(seat, str(each["entrance"])) for seat, each in enumerate(characters)]
        for event in events:
            start = GAME.apply(start, event)
        return start

    def set_up(self, _label: Label, _seats: list[int]) -> tuple[Event, ...]:
        """Nothing of the set-up is left for the camera to find out."""
        return ()

    def events(self, label: Label, position: Position) -> tuple[Event, ...]:
        """What was done between the picture before and this one, as far as the rules can follow.

        The pictures are only plausible play: fights are broken off, hits are counted otherwise.
        """
        action = label["action"]
        if action is None or action["type"] != "turn":
            return ()
        told, seat = _Told(position, label["state"]), int(action["index"])
        told.pass_on(seat)
        for area in action["path"]:
            told.do(Step(seat, str(area)))
        for each in action["events"]:
            _one(told, seat, each)
        return tuple(told.events)

    def cells_of_label(self, label: Label) -> Cells:
        """What truly lies where: both counters of every room, and the characters."""
        state = label["state"]
        rooms = [name for name, each in state["map"]["areas"].items() if each["kind"] == "room"]
        cells: Cells = {(kind, room): GONE for room in rooms for kind in "TM"}
        for each in state["counters"]:
            cells["T" if each["back"] == "treasure" else "M", each["area"]] = each["face"]
        for each in state["characters"]:
            cells["C", int(each["index"])] = each["area"] or each["entrance"]
        return cells

    def cells_of_position(self, position: Position) -> Cells:
        """What the device believes to lie where."""
        castle = castle_of(position)
        cells: Cells = {(k, castle.name(at)): GONE for at in castle.rooms for k in "TM"}
        for place, wanted in contents(position).items():
            for each in wanted:
                _enter(cells, place, each.name)
        return cells

    def cells_of_reading(self, reading: Reading) -> Cells:
        """What each place looks most like by itself."""
        rooms = {place for place in reading.memory.spots if place.startswith("R")}
        cells: Cells = {(kind, room): GONE for room in rooms for kind in "TM"}
        for place, spots in reading.spots.items():
            for spot in spots:
                if spot.known():
                    _enter(cells, place, spot.best())
        return _Free(cells)

    def inside(self, view: View, eyes: Any) -> set[Spot]:
        """The map always lies inside the picture."""
        del view, eyes
        return _All()

    def taught(self, lessons: Sequence[tuple[Image, Label]]) -> str:
        """How much of the map a picture of the empty sheet gives by itself."""
        for picture, label in lessons:
            if not label["state"]["counters"]:
                each = lesson(picture, label)
                found = propose(sheet_picture(each), each.extent)
                score = compare(found, sheet_of(label, each.extent))
                return "map proposed: " + "  ".join(f"{k} {v}" for k, v in score.items())
        return "no picture of the empty map"


LABELS = CastleLabels()
