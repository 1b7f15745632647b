"""Kilt Castle: every event the rules do not forbid now, and what agrees with a claim."""

from __future__ import annotations

from rules.folding import agreeing
from rules.kilt.events import Build, DucatDayPaid, Event, Move, Paid, Roof, event_to_json
from rules.kilt.pieces import CARDS, COLOURS, CREST_KINDS, POSITIONS, ROOFS, SQUARES
from rules.kilt.position import Phase, Position
from rules.kilt.sites import affordable, crest_kinds, targets
from rules.values import Facts

# Moves by the card as it lies *before*, and builds, made once: asking for them is looking up.
_MOVES = {
    card.board: {
        turned.board: tuple(Move(turned, to) for to in range(POSITIONS))
        for turned in (CARDS[away][card.board] for away in COLOURS)
    }
    for card in (CARDS[board][board] for board in COLOURS)
}
_BUILDS = {
    colour: tuple(
        tuple(Build(colour, crests, square) for crests in CREST_KINDS) for square in SQUARES
    )
    for colour in COLOURS
}


def actions(position: Position) -> list[Event]:
    """Every event that `legal` does not refuse, crests named, cards put outermost.

    What players only tell (payments) is listed when the game waits for it: with the option
    `money` "told". A claim about money can be made at any time, see `matching`.
    """
    found = _told(position) if position.options.money == "told" else []
    match position.phase:
        case Phase.MOVE:
            return found or _moves(position)
        case Phase.BUILD:
            return found + _builds(position)
        case Phase.ROOF:
            return found + _roofs(position)
    return found


def _moves(position: Position) -> list[Event]:
    found: list[Event] = []
    rows, setting, front = position.rows, position.setting, position.front
    for source, row in enumerate(rows):
        if row:
            places = targets(rows, setting, front, source)
            for card in row:
                moves = _MOVES[card.board][card.away]
                found += [moves[to] for to in places]
    return found


def _builds(position: Position) -> list[Event]:
    assert position.at is not None
    colour = position.pending[0]
    kinds = crest_kinds(position, colour)
    builds = _BUILDS[colour]
    return [
        builds[site.number][crests]
        for site in affordable(position, colour, position.at)
        for crests in kinds
    ]


def _roofs(position: Position) -> list[Event]:
    assert position.roof_due is not None
    if len(position.roofs) < ROOFS:
        return [Roof(position.roof_due, None)]
    return [Roof(position.roof_due, source) for source in position.roofs]


def _told(position: Position) -> list[Event]:
    """What players could tell about money now and be right."""
    found: list[Event] = [Paid(due.payer, due.payee, due.amount) for due in position.dues]
    if position.day_open and position.day is not None:
        found.append(DucatDayPaid(position.day.amounts))
    return found


def matching(position: Position, claim: Facts) -> list[Event]:
    """The possible events that agree with every field the claim names; None names nothing."""
    return agreeing([*actions(position), *_told(position)], claim, event_to_json)
