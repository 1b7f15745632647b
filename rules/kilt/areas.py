"""Kilt Castle: building areas, the ducat day and the final remuneration."""

from __future__ import annotations

from typing import Protocol

from rules.kilt.pieces import MOST_CRESTS, SIZE, Colour, Floor, Square
from rules.kilt.position import DucatDay, Setting

# The board as bits, square (row, col) at bit row * 5 + col: neighbours are shifts.
_NOT_FIRST = sum(0b11110 << SIZE * row for row in range(SIZE))
_NOT_LAST = sum(0b01111 << SIZE * row for row in range(SIZE))


class Castle(Protocol):
    """The part of a position that areas depend on."""

    @property
    def setting(self) -> Setting: ...
    @property
    def towers(self) -> tuple[tuple[Floor, ...], ...]: ...
    @property
    def roofs(self) -> tuple[Square, ...]: ...
    @property
    def unseen(self) -> tuple[int, ...]: ...
    @property
    def turn(self) -> int: ...


def areas(castle: Castle, colour: Colour, unseen: int = 0) -> list[int]:
    """The values of all areas of a colour, best first.

    A roofed tower belongs to everybody, so roofs count and link like own towers, also roof
    to roof, and a roof alone is an area. Each unseen crest plate counts as `unseen` crests.
    """
    own, crests = _tops(castle, colour, unseen)
    values = []
    while own:
        area = _spread(own & -own, own)
        own &= ~area
        value = area.bit_count()
        for mask, worth in crests:
            if area & mask:
                value += worth
        values.append(value)
    values.sort(reverse=True)
    return values


def _tops(castle: Castle, colour: Colour, unseen: int) -> tuple[int, list[tuple[int, int]]]:
    """The squares a colour owns, roofs included, as bits; and the bits that carry crests."""
    roofs = 0
    for row, col in castle.roofs:
        roofs |= 1 << row * SIZE + col
    own, crests = roofs, []
    bit = 1
    for tower in castle.towers:
        if tower and tower[-1].colour is colour and not roofs & bit:
            own |= bit
            worth = tower[-1].crests
            if worth != 0:
                crests.append((bit, unseen if worth is None else worth))
        bit <<= 1
    return own, crests


def _spread(area: int, within: int) -> int:
    """All squares of `within` connected orthogonally with `area`."""
    grown = 0
    while grown != area:
        grown = area
        area |= (area << SIZE) | (area >> SIZE)
        area |= ((grown & _NOT_LAST) << 1) | ((grown & _NOT_FIRST) >> 1)
        area &= within
    return area


def ducat_day(castle: Castle) -> DucatDay:
    """What every seat earns now: the best area of each of its colours."""
    amounts = _earnings(castle, 0)
    most = _earnings(castle, MOST_CRESTS) if any(castle.unseen) else amounts
    unsure = tuple(more - surely for more, surely in zip(most, amounts, strict=True))
    return DucatDay(castle.turn, amounts, unsure)


def _earnings(castle: Castle, unseen: int) -> tuple[int, ...]:
    return tuple(
        sum(max(areas(castle, colour, unseen), default=0) for colour in each)
        for each in castle.setting.colours
    )


def final_remuneration(castle: Castle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Per seat one ducat a tower and a crest on top, and what unseen crests may add."""
    roofs = {row * SIZE + col for row, col in castle.roofs}
    amounts = [0] * len(castle.setting.colours)
    unsure = list(amounts)
    for number, tower in enumerate(castle.towers):
        if tower and number not in roofs:
            seat = castle.setting.owner[tower[-1].colour]
            crests = tower[-1].crests
            amounts[seat] += 1 + (crests or 0)
            unsure[seat] += MOST_CRESTS if crests is None else 0
    return tuple(amounts), tuple(unsure)
