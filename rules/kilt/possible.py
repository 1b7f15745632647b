"""Kilt Castle: events that cannot be, whatever the players did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kilt.events import Build, DucatDayPaid, Event, Move, Paid, Roof, SetUp, square_to_json
from rules.kilt.pieces import INDEX, POSITIONS, ROOFS, SIZE, Card, Square, deck
from rules.kilt.position import Phase, Position, seats_fit
from rules.values import Ruling


def impossible(position: Position, event: Event) -> Ruling | None:
    """Why an event cannot have happened on this table, or None if it can."""
    if (position.phase is Phase.SETUP) is not isinstance(event, SetUp):
        wrong = "kilt.already-set-up" if isinstance(event, SetUp) else "kilt.not-set-up"
        return Ruling(wrong)
    return CHECKS[type(event)](position, event)


def _move(position: Position, event: Move) -> Ruling | None:
    card = event.card
    if not 0 <= event.to < POSITIONS or (event.depth is not None and event.depth < 0):
        return Ruling("kilt.no-such-place", {"to": event.to})
    for row in position.rows:
        for other in row:
            if other.same(card):
                return None
    return Ruling("kilt.no-such-card", {"card": [card.board, card.away]})


def _build(position: Position, event: Build) -> Ruling | None:
    if not _on_board(position, event.square):
        return Ruling("kilt.no-square", {"square": square_to_json(event.square)})
    colour, crests = event.colour, event.crests
    if colour not in position.setting.owner:
        return Ruling("kilt.colour-not-playing", {"colour": colour})
    left, unseen = position.left[INDEX[colour]], position.unseen[INDEX[colour]]
    if sum(left) <= unseen:
        return Ruling("kilt.no-floor-left", {"builder": position.called(colour)})
    if crests is not None and not (0 <= crests < len(left) and left[crests]):
        return Ruling("kilt.no-such-floor", {"builder": position.called(colour), "crests": crests})
    return None


def _on_board(position: Position, square: Square) -> bool:
    row, col = square
    return 0 <= row < SIZE and 0 <= col < SIZE and square not in position.setting.water


def _roof(position: Position, event: Roof) -> Ruling | None:
    if not _on_board(position, event.square):
        return Ruling("kilt.no-square", {"square": square_to_json(event.square)})
    if event.square in position.roofs:
        return Ruling("kilt.roof-there", {"square": square_to_json(event.square)})
    if event.source is None and len(position.roofs) >= ROOFS:
        return Ruling("kilt.no-unused-roof")
    if event.source is not None and event.source not in position.roofs:
        return Ruling("kilt.no-roof-there", {"square": square_to_json(event.source)})
    return None


def _paid(position: Position, event: Paid) -> Ruling | None:
    seats = range(position.setting.players)
    if event.payer not in seats or event.payee not in seats or event.payer == event.payee:
        return Ruling("kilt.no-such-seats", {"payer": event.payer, "payee": event.payee})
    if event.amount < 0:
        return Ruling("kilt.no-such-amount", {"amount": event.amount})
    return None


def _ducat_day_paid(position: Position, event: DucatDayPaid) -> Ruling | None:
    if len(event.amounts) != position.setting.players or min(event.amounts) < 0:
        return Ruling("kilt.amount-per-seat", {"players": position.setting.players})
    return None


def _set_up(position: Position, event: SetUp) -> Ruling | None:
    players = position.setting.players
    if not seats_fit(players, event.colours):
        return Ruling("kilt.setup-seats", {"players": players})
    if len(event.rows) != POSITIONS or not _whole_deck(event):
        return Ruling("kilt.setup-cards", {"players": players})
    if event.start is not None and event.start not in range(players):
        return Ruling("kilt.setup-start-seat", {"players": players})
    if any(not (0 <= row < SIZE and 0 <= col < SIZE) for row, col in event.water):
        return Ruling("kilt.setup-water-squares")
    return None


def _whole_deck(event: SetUp) -> bool:
    colours = frozenset(colour for each in event.colours for colour in each)
    cards: list[Card] = [card for row in event.rows for card in row]
    wanted = deck(colours)
    return len(cards) == len(wanted) and {frozenset(card.colours) for card in cards} == wanted


CHECKS: dict[type[Event], Callable[[Position, Any], Ruling | None]] = {
    Build: _build,
    DucatDayPaid: _ducat_day_paid,
    Move: _move,
    Paid: _paid,
    Roof: _roof,
    SetUp: _set_up,
}
