"""König Salomons Schatzkammer: tiles that went round face down, and who told what of them.

Only the one who got a tile knows it, so what he tells is not held against what the others told
as long as the screens stand: a refusal would say what they have. When the screens are lifted
everything told must fit what was dealt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rules.solomon.pieces import NONE, UNKNOWN, Counts, Tile, plus, spread


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles dealt face down, place 0 those that may be anything, and the seats that got some."""

    tiles: Counts
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Books:
    """All that went round unseen: deals, tiles told of them, and who gave some of his own."""

    deals: tuple[Deal, ...] = ()
    told: tuple[tuple[int, Tile], ...] = ()
    gave: tuple[int, ...] = ()


EMPTY = Books()


class Screens(Protocol):
    """A position, or one in the making: what lies behind the screens, and the books about it."""

    @property
    def loot(self) -> tuple[Counts, ...]: ...
    @property
    def books(self) -> Books: ...


def told_by(position: Screens, seat: int) -> Counts:
    """The tiles behind a screen that only their owner has named."""
    counts = list(NONE)
    for who, tile in position.books.told:
        if who == seat and counts[tile] < position.loot[seat][tile]:
            counts[tile] += 1
    return tuple(counts)


def dealt_to(position: Screens, seat: int) -> Counts:
    """All that a seat may have been dealt."""
    counts = NONE
    for deal in position.books.deals:
        if seat in deal.seats:
            counts = plus(counts, deal.tiles)
    return counts


def misfit(position: Screens, more: tuple[tuple[int, Tile], ...] = ()) -> tuple[int, Tile] | None:
    """Something told that, with all the rest, was not dealt; None if everything fits.

    Each tile looks for a dealt one of its own, untold ones for any (a maximum matching, Kuhn's
    way). Positions stored before deals were kept hold nothing against anybody.
    """
    deals = position.books.deals
    if not deals:
        return None
    dealt = [(tile, deal.seats) for deal in deals for tile in spread(deal.tiles)]
    all_told = (*_gone(position), *_untold(position, more), *_still_there(position), *more)
    may_be = {told: _may_be(told, dealt) for told in set(all_told)}
    taken: dict[int, tuple[int, Tile]] = {}
    for told in all_told:
        if not _finds(told, may_be, taken, set()):
            return told
    return None


def all_fits(position: Screens) -> bool:
    """Whether the deals are known, and all that was told of them so far can be true."""
    return bool(position.books.deals) and misfit(position) is None


def _gone(position: Screens) -> list[tuple[int, Tile]]:
    """Tiles told that have left the screen since: what they were stays as it is."""
    left = list(position.books.told)
    for told in _still_there(position):
        left.remove(told)
    return left


def _untold(position: Screens, more: tuple[tuple[int, Tile], ...]) -> list[tuple[int, Tile]]:
    """Tiles nobody has told yet, less those that are told now."""
    telling = [seat for seat, _ in more]
    return [
        (seat, UNKNOWN)
        for seat, loot in enumerate(position.loot)
        for _ in range(loot[UNKNOWN] - telling.count(seat))
    ]


def _still_there(position: Screens) -> list[tuple[int, Tile]]:
    """Tiles told that still lie behind the screen."""
    return [
        (seat, tile)
        for seat in range(len(position.loot))
        for tile in spread(told_by(position, seat))
    ]


def _finds(
    told: tuple[int, Tile],
    may_be: dict[tuple[int, Tile], list[int]],
    taken: dict[int, tuple[int, Tile]],
    tried: set[int],
) -> bool:
    """Whether a tile told can be one of those dealt, others moving over for it."""
    for number in may_be[told]:
        if number in tried:
            continue
        tried.add(number)
        if number not in taken or _finds(taken[number], may_be, taken, tried):
            taken[number] = told
            return True
    return False


def _may_be(told: tuple[int, Tile], dealt: list[tuple[Tile, tuple[int, ...]]]) -> list[int]:
    """Which of the tiles dealt this one can be."""
    seat, tile = told
    return [
        number
        for number, (kind, seats) in enumerate(dealt)
        if seat in seats and (kind == tile or UNKNOWN in (kind, tile))
    ]
