"""Faults of a set-up of Kilt Castle: floors left on the board, cards missing or in wrong rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kilt.fact_words import square_name
from rules.kilt.pieces import POSITIONS, STACKS, Card
from rules.values import Json
from vision.kilt.cards import NO_CARD
from vision.kilt.reader import Reading
from vision.kilt.tops import EMPTY, Top
from vision.reading import Cell
from vision.set_up import SetUpFault, begun

# How much better (log likelihood) something must fit than nothing, or nothing than any card.
SURE = 6.0
SEEN = 0.6
MOST_LEFT = 1  # floors that somebody may have left on the board; with more of them people build


def set_up_faults(
    reading: Reading, players: int, laid: Mapping[int, Sequence[Card]] | None
) -> list[SetUpFault]:
    """What is clearly wrong; `laid` are the rows of the legal set-up that fits, if one does."""
    faults = []
    built = [square for square, cell in reading.squares.items() if _something(cell)]
    if built and len(built) < len(reading.squares):
        names = ", ".join(square_name(square) for square in sorted(built))
        faults.append(SetUpFault("setup.kilt-floors", {"squares": names}))
    wanted = STACKS[players]
    astray = 0 if laid is not None else _astray(_rows(reading), wanted)
    if astray and MOST_LEFT < len(built) < len(reading.squares):
        return [begun(cards=astray, floors=len(built))]
    right = sum(wanted)
    count = right - _missing(reading, laid) if laid is not None else sum(_rows(reading))
    if 0 < count < right:
        faults.append(SetUpFault("setup.kilt-cards", {"found": count, "wanted": right}))
    elif laid is None and count == right and not _as_wanted(_rows(reading), wanted):
        rows = _rows(reading)
        first = rows.index(max(rows))
        found = [length for length in rows[first:] + rows[:first] if length]
        facts: dict[str, Json] = {"found": _listed(found), "wanted": _listed(wanted)}
        faults.append(SetUpFault("setup.kilt-rows", facts))
    return faults


def _missing(reading: Reading, laid: Mapping[int, Sequence[Card]]) -> int:
    """How many cards of a set-up that else fits are clearly not there."""
    slots = [(place, depth) for place, row in laid.items() for depth in range(len(row))]
    return sum(_bare(reading.slots[slot]) for slot in slots)


def _bare(cell: Cell[str]) -> bool:
    others = max(cell.alone(name) for name in cell.labels if name != NO_CARD)
    return cell.seen > SEEN and cell.alone(NO_CARD) - others > SURE


def _something(cell: Cell[Top]) -> bool:
    """Whether clearly something stands on a square."""
    best = cell.best()
    return best != EMPTY and cell.seen > SEEN and cell.alone(best) - cell.alone(EMPTY) > SURE


def _rows(reading: Reading) -> list[int]:
    """How many cards clearly lie at each position, clockwise."""
    lengths = [0] * POSITIONS
    for (place, _), cell in reading.slots.items():
        best = cell.best()
        lengths[place] += best != NO_CARD and cell.alone(best) - cell.alone(NO_CARD) > SURE
    return lengths


def _as_wanted(rows: list[int], wanted: Sequence[int]) -> bool:
    """Whether the rows lie side by side, clockwise, as the rules want them."""
    whole = [*wanted, *[0] * (len(rows) - len(wanted))]
    return any(rows[n:] + rows[:n] == whole for n in range(len(rows)))


def _astray(rows: list[int], wanted: Sequence[int]) -> int:
    """How many cards lie elsewhere than in the rows of a set-up, at the least."""
    whole = [*wanted, *[0] * (len(rows) - len(wanted))]
    turned = (rows[n:] + rows[:n] for n in range(len(rows)))
    return min(
        sum(max(0, here - there) for here, there in zip(each, whole, strict=True))
        for each in turned
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
