"""Tic-tac-toe: what is allowed, and what it leads to."""

from __future__ import annotations

from dataclasses import replace

from rules.errors import ImpossibleEvent
from rules.tictactoe.pieces import (
    COINS,
    EVENTS,
    SQUARES,
    Coin,
    Event,
    Put,
    SetUp,
    Square,
    Take,
    square_to_json,
)
from rules.tictactoe.position import Phase, Position
from rules.values import Answer, Facts, Json, Legality, Ruling


def legal(position: Position, event: Event) -> Legality:
    """Whether the rules allow an event, with everything that is wrong with it."""
    faults = _impossible(position, event) or _faults(position, event)
    return Legality(Answer.NO if faults else Answer.YES, tuple(faults))


def _impossible(position: Position, event: Event) -> list[Ruling]:
    """Why an event cannot have happened."""
    match event:
        case SetUp():
            return [Ruling("tictactoe.already-set-up")] if position.laid_out else []
        case _ if not position.laid_out:
            return [Ruling("tictactoe.not-set-up")]
        case Take(square) if position.on(square) is None:
            return [Ruling("tictactoe.nothing-there", {"square": square_to_json(square)})]
    return []


def _faults(position: Position, event: Event) -> list[Ruling]:
    match event:
        case Put(coin, square):
            return [*_untimely(position, coin), *_taken(position, square)]
        case Take(square):
            facts: dict[str, Json] = {"coin": position.on(square), "square": square_to_json(square)}
            return [Ruling("tictactoe.stays", facts)]
    return []


def _untimely(position: Position, coin: Coin) -> list[Ruling]:
    if position.phase is Phase.FINISHED:
        return [Ruling("tictactoe.over")]
    if coin is not COINS[position.active]:
        right = COINS[position.active]
        return [Ruling("tictactoe.turn", {"seat": position.active, "coin": right})]
    return []


def _taken(position: Position, square: Square) -> list[Ruling]:
    lies = position.on(square)
    if lies is None:
        return []
    return [Ruling("tictactoe.taken", {"coin": lies, "square": square_to_json(square)})]


def apply(position: Position, event: Event) -> Position:
    """The position after an event, allowed or not."""
    impossible = _impossible(position, event)
    if impossible:
        raise ImpossibleEvent(f"{event} cannot happen on {position}", impossible[0])
    match event:
        case SetUp():
            return replace(position, laid_out=True)
        case Put(coin, square):
            after = 1 - COINS.index(coin)
            return replace(position, coins=_with(position, square, coin), active=after)
        case Take(square):
            return replace(position, coins=_with(position, square, None))


def _with(position: Position, square: Square, coin: Coin | None) -> tuple[Coin | None, ...]:
    at = SQUARES.index(square)
    return (*position.coins[:at], coin, *position.coins[at + 1 :])


def actions(position: Position) -> list[Event]:
    """Every event that `legal` does not refuse."""
    match position.phase:
        case Phase.SETUP:
            return [SetUp()]
        case Phase.PUT:
            coin = COINS[position.active]
            return [Put(coin, square) for square in SQUARES if position.on(square) is None]
    return []


def matching(position: Position, claim: Facts) -> list[Event]:
    """The allowed events that agree with every field a claim names."""
    said = {name: value for name, value in claim.items() if value is not None}
    return [event for event in actions(position) if said.items() <= EVENTS.write(event).items()]
