"""What the labels of the seven locks' picture folders say, in the words of the rules and eyes."""

from __future__ import annotations

from typing import Any

from device.bench.photo_labels import Cells, Label, PhotoLabels, Spot
from rules.seven_locks import (
    Coat,
    Drop,
    Event,
    Fill,
    Move,
    Outcome,
    Phase,
    Position,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
)
from rules.seven_locks.game import GAME
from rules.seven_locks.pieces import COATS, KEYS, PLACES
from vision.geometry import View
from vision.seven_locks.eyes import Seats
from vision.seven_locks.reading import Reading


def _players(label: Label) -> list[str]:
    return list(dict.fromkeys(name.rstrip("0123456789") for name in label["state"]["coats"]))


def _key(label: Label, colour: str) -> int:
    """A key's number: its place in the row, which the pieces beside the labels name."""
    keys = [piece for piece in label["pieces"] if piece["label"] == "key"]
    row = {piece["color"]: piece["index"] for piece in keys if "index" in piece}
    if colour in row:
        return int(row[colour])
    return next(number for number in range(KEYS) if number not in row.values())


class _Told:
    """Events told one after the other, with the position they lead to."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Event] = []

    def do(self, event: Event) -> None:
        self.position = GAME.apply(self.position, event)
        self.events.append(event)

    def count(self) -> None:
        """A chamber is counted before the next roll."""
        if self.position.phase is Phase.TREASURE:
            first = GAME.actions(self.position)[0]
            assert isinstance(first, Treasure)
            self.do(first)

    def join(self, joined: set[int], to_the_end: bool = False) -> None:
        """All decide whether they place a coat; those after the last one show nothing yet."""
        while self.position.phase is Phase.COATS:
            seat = self.position.asked[0]
            if not joined and not to_the_end:
                return
            self.do(Coat(seat, seat in joined))
            joined = joined - {seat}


# --- places --------------------------------------------------------------------------------


class SevenLocksLabels(PhotoLabels):
    """Labels of Schloss der 7 Schlösser."""

    def seats(self, *labels: Label) -> Seats:
        """How many play, by their coats of arms; the first to throw starts."""
        names = _players(labels[0])
        first = next(
            (each["action"] for each in labels if "player" in (each["action"] or {})), None
        )
        return Seats(len(names), 0 if first is None else names.index(str(first["player"])))

    def set_up(self, label: Label, who: Seats) -> SetUp:
        """The set-up of the first picture."""
        return SetUp(who.start, int(label["state"]["keymaster_place"]))

    def events(self, label: Label, position: Position) -> tuple[Event, ...]:
        """What was done between the picture before and this one; where pearls fell nobody saw."""
        action = label["action"] or {}
        told = _Told(position)
        if action.get("type") == "roll_and_move":
            if told.position.phase is Phase.OPENING:
                told.do(Fill())
            told.count()
            told.do(Roll(int(action["pearls"]), int(action["steps"])))
            while told.position.phase is Phase.DROP:
                told.do(Drop(None))
            told.do(Move(int(action["keymaster_to"])))
            told.do(Take(_key(label, str(action["key_taken"]))))
            names = _players(label)
            told.join({names.index(str(name)) for name in action["coats_joined"]})
        elif action.get("type") == "try_key":
            told.join(set(), to_the_end=True)
            told.do(Try(Outcome.FITS if action["fits"] else Outcome.FAILS))
        return tuple(told.events)

    def cells_of_label(self, label: Label) -> Cells:
        """Towers, keymaster, keys, coats and die as they truly are."""
        state = label["state"]
        row = {_key(label, str(name)) for name in state["keys_in_row"]}
        cells: Cells = {("tower", p): p in state["standing_towers"] for p in range(PLACES)}
        cells |= {("key", k): k in row for k in range(KEYS)}
        cells["keymaster",] = int(state["keymaster_place"])
        for seat, name in enumerate(_players(label)):
            home = [state["coats"][f"{name}{n}"] == "home" for n in range(COATS)]
            cells["coats", seat] = sum(home)
        if (label["action"] or {}).get("type") != "setup":  # nobody has thrown it yet
            cells["die",] = (int(state["die"]["pearls"]), int(state["die"]["steps"]))
        return cells

    def cells_of_position(self, position: Position) -> Cells:
        """What the device believes."""
        cells: Cells = {("tower", p): position.stands(p) for p in range(PLACES)}
        cells |= {("key", k): bool(position.row >> k & 1) for k in range(KEYS)}
        cells["keymaster",] = position.keymaster
        cells |= {("coats", seat): count for seat, count in enumerate(position.coats)}
        cells["die",] = (position.rolled, position.steps)
        return cells

    def cells_of_reading(self, reading: Reading) -> Cells:
        """What each place looks most like by itself."""
        cells: Cells = {("tower", p): value > 0 for p, value in enumerate(reading.towers)}
        cells |= {("key", k): value > 0 for k, value in enumerate(reading.keys)}
        cells["keymaster",] = reading.keymaster.index(max(reading.keymaster))
        for seat, homes in enumerate(reading.homes):
            cells["coats", seat] = sum(value > 0 for value in homes)
        cells["die",] = (
            max(reading.die, key=lambda face: reading.die[face]) if reading.die else None
        )
        return cells

    def inside(self, view: View, eyes: Any) -> set[Spot]:
        """Everything always lies inside the picture."""
        del view, eyes
        places = {("tower", p) for p in range(PLACES)} | {("key", k) for k in range(KEYS)}
        return {*places, ("keymaster",), ("die",), *(("coats", seat) for seat in range(4))}


LABELS = SevenLocksLabels()
