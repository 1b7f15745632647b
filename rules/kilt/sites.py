"""Kilt Castle: where cards may go and where floors may be built."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from rules.kilt.pieces import INDEX, POSITIONS, Card, Colour, Floor, Square
from rules.kilt.position import Setting


class Site(NamedTuple):
    """A square of the line where a colour may build, its price and who gets it."""

    number: int
    square: Square
    cost: int
    payee: int | None


class Table(Protocol):
    """The part of a position, or of one in the making, that building depends on."""

    @property
    def setting(self) -> Setting: ...
    @property
    def towers(self) -> tuple[tuple[Floor, ...], ...]: ...
    @property
    def roofs(self) -> tuple[Square, ...]: ...
    @property
    def left(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def unseen(self) -> tuple[int, ...]: ...
    @property
    def ducats(self) -> tuple[int, ...]: ...
    @property
    def doubt(self) -> tuple[int, ...]: ...


def sites(table: Table, colour: Colour, at: int) -> list[Site]:
    """Every square open to a colour from card position `at`, whatever it costs."""
    owner = table.setting.owner
    seat, towers, roofs = owner[colour], table.towers, table.roofs
    found, free = [], False
    for number, square in table.setting.lines[at]:
        if square in roofs:
            continue
        tower = towers[number]
        if tower:
            payee = owner[tower[-1].colour]
            if payee == seat:
                found.append(Site(number, square, 0, None))
            else:
                found.append(Site(number, square, len(tower), payee))
        elif not free:
            free = True
            found.append(Site(number, square, 0, None))
    return found


def affordable(table: Table, colour: Colour, at: int) -> list[Site]:
    """The sites a colour can pay, counting ducats it may have beyond the books."""
    seat = table.setting.owner[colour]
    purse = table.ducats[seat] + table.doubt[seat]
    return [site for site in sites(table, colour, at) if site.cost <= purse]


def crest_kinds(table: Table, colour: Colour) -> list[int]:
    """The numbers of crests that a floor of a colour may still carry."""
    number = INDEX[colour]
    left = table.left[number]
    if sum(left) <= table.unseen[number]:
        return []
    return [crests for crests, count in enumerate(left) if count]


def can_build(table: Table, colour: Colour, at: int) -> bool:
    """Whether a colour has a floor and a square it may be able to pay for."""
    number = INDEX[colour]
    if sum(table.left[number]) <= table.unseen[number]:
        return False
    owner, towers, roofs = table.setting.owner, table.towers, table.roofs
    seat = owner[colour]
    purse = table.ducats[seat] + table.doubt[seat]
    for place, square in table.setting.lines[at]:
        if square not in roofs:
            tower = towers[place]
            if len(tower) <= purse or owner[tower[-1].colour] == seat:
                return True
    return False


class Step(Enum):
    """What kind of way a card would go."""

    STAYS = "stays"
    FORWARD = "forward"
    AHEAD = "ahead"
    TOO_FAR = "too far"
    BACKWARDS = "backwards"


def step(front: int, source: int, to: int) -> Step:
    """How a way counts; on a ring only the front tells ahead from behind."""
    steps, behind = (to - source) % POSITIONS, (front - source) % POSITIONS
    if steps == 0:
        return Step.STAYS
    if steps <= behind:
        return Step.FORWARD
    if steps == behind + 1:
        return Step.AHEAD
    # Neither is allowed, so the shorter way is the likelier story.
    return Step.TOO_FAR if steps - behind < POSITIONS - steps else Step.BACKWARDS


def targets(
    rows: Sequence[tuple[Card, ...]], setting: Setting, front: int, source: int
) -> list[int]:
    """Every position a card of row `source` may legally go to."""
    lone = len(rows[source]) == 1
    room = POSITIONS - rows.count(()) - lone < setting.rows_limit
    strict = setting.options.gap_behind_front == "neighbour"
    found = []
    for steps in range(1, (front - source) % POSITIONS + 1):
        place = (source + steps) % POSITIONS
        if rows[place]:
            if len(rows[place]) < setting.row_limit:
                found.append(place)
        elif room and not (strict and not neighbour(rows, source, place)):
            found.append(place)
    ahead = (front + 1) % POSITIONS
    if ahead == source:
        return found
    if rows[ahead]:
        if len(rows[ahead]) < setting.row_limit:
            found.append(ahead)
    elif room and neighbour(rows, source, ahead):
        found.append(ahead)
    return found


def neighbour(rows: Sequence[tuple[Card, ...]], source: int, to: int) -> bool:
    """Whether a card lies in the position behind `to` once one has left `source`."""
    behind = (to - 1) % POSITIONS
    return len(rows[behind]) > (1 if behind == source else 0)
