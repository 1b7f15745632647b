"""Kilt Castle: what leaves towards people: the view of a seat and the score."""

from __future__ import annotations

from rules.kilt.choices import actions
from rules.kilt.events import (
    Move,
    Roof,
    rows_to_json,
    square_to_json,
)
from rules.kilt.pieces import CREST_KINDS, INDEX, SQUARES, Colour, Square
from rules.kilt.position import Phase, Position
from rules.kilt.sites import affordable, crest_kinds, sites
from rules.values import Json, Score


def view(position: Position, seat: int | None) -> dict[str, Json]:
    """All a phone needs: the table, the money it may see, and what may be done now."""
    return {
        "phase": position.phase.value,
        "turn": position.turn,
        "active": position.active,
        "builder": position.builder(),
        "pending": [colour.value for colour in position.pending],
        "players": position.players,
        "colours": [[colour.value for colour in each] for each in position.colours],
        "water": [square_to_json(square) for square in sorted(position.water)],
        "squares": [_square(position, square) for square in SQUARES],
        "rows": rows_to_json(position.rows),
        "front": position.front,
        "at": position.at,
        "roofs_left": 2 - len(position.roofs),
        "roof_due": None if position.roof_due is None else square_to_json(position.roof_due),
        "ducats": _purses(position, seat),
        "bank": position.bank if _money_open(position) else None,
        "floors": {colour.value: _floors(position, colour) for colour in position.setting.owner},
        "ducat_day_due": position.day_due,
        "ducat_day": _day(position),
        "dues": [[due.payer, due.payee, due.amount] for due in position.dues],
        "options": dict(position.options.named()),
        "moves": _moves(position),
        "builds": _builds(position, seat),
        "roofs": _roofs(position),
        "bonus": list(position.bonus),
        "floors_built": [position.floors_built(each) for each in range(len(position.colours))],
        "winners": list(score(position).winners or ()),
    }


def _square(position: Position, square: Square) -> dict[str, Json]:
    if square in position.water:
        return {"square": square_to_json(square), "water": True}
    floors: list[Json] = [
        {"colour": floor.colour.value, "crests": floor.crests} for floor in position.tower(square)
    ]
    return {
        "square": square_to_json(square),
        "water": False,
        "floors": floors,
        "height": len(floors),
        "roof": position.has_roof(square),
    }


def _money_open(position: Position) -> bool:
    return position.options.ducats_shown or position.phase is Phase.FINISHED


def _purses(position: Position, seat: int | None) -> list[Json]:
    """Ducats per seat, None where they are covered."""
    return [
        ducats if _money_open(position) or owner == seat else None
        for owner, ducats in enumerate(position.ducats)
    ]


def _floors(position: Position, colour: Colour) -> dict[str, Json]:
    left = position.left[INDEX[colour]]
    return {
        "left": position.floors_left(colour),
        "by_crests": [left[crests] for crests in CREST_KINDS],
        "unseen": position.unseen[INDEX[colour]],
    }


def _day(position: Position) -> Json:
    day = position.day
    if day is None:
        return None
    return {"turn": day.turn, "amounts": list(day.amounts), "unsure": list(day.unsure)}


def _moves(position: Position) -> list[Json]:
    """Card as it lies now and every position it may go to."""
    moves: dict[tuple[str, str], list[Json]] = {}
    for event in actions(position):
        if isinstance(event, Move):
            before = event.card.turned()
            moves.setdefault((before.board.value, before.away.value), []).append(event.to)
    return [{"card": list(card), "to": to} for card, to in moves.items()]


def _builds(position: Position, seat: int | None) -> list[Json]:
    """Where the next builder may build; which of it he can pay is his secret if money is."""
    if position.phase is not Phase.BUILD or position.at is None:
        return []
    colour = position.pending[0]
    kinds: list[Json] = list(crest_kinds(position, colour))
    known = _money_open(position) or seat == position.owner(colour)
    shown = affordable if known else sites
    return [
        {
            "colour": colour.value,
            "crests": kinds,
            "square": square_to_json(site.square),
            "cost": site.cost,
            "payee": site.payee,
        }
        for site in shown(position, colour, position.at)
    ]


def _roofs(position: Position) -> list[Json]:
    return [
        {
            "square": square_to_json(event.square),
            "source": None if event.source is None else square_to_json(event.source),
        }
        for event in actions(position)
        if isinstance(event, Roof)
    ]


def score(position: Position) -> Score:
    """Ducats per seat; at the end the richest win, among equals the busiest builders."""
    parts = []
    for seat, ducats in enumerate(position.ducats):
        bonus = position.bonus[seat] if position.bonus else 0
        built = position.floors_built(seat) if position.colours else 0
        parts.append({"ducats": ducats - bonus, "bonus": bonus, "floors": built})
    return Score(position.ducats, tuple(parts), _winners(position, parts))


def _winners(position: Position, parts: list[dict[str, int]]) -> tuple[int, ...] | None:
    if position.phase is not Phase.FINISHED:
        return None
    ranks = [(ducats, part["floors"]) for ducats, part in zip(position.ducats, parts, strict=True)]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
