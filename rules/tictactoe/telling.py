"""Tic-tac-toe: what phones show, what is due, what happened."""

from __future__ import annotations

from rules.game import check_level
from rules.tictactoe.pieces import COINS, SIZE, Event, Put, SetUp, Take, square_to_json
from rules.tictactoe.play import apply
from rules.tictactoe.position import Phase, Position
from rules.values import REFEREE, SILENT, Hint, Json, Message, Score


def view(position: Position, seat: int | None) -> dict[str, Json]:
    """All a phone needs; nothing of it is secret."""
    del seat
    numbers: list[Json] = [None if coin is None else COINS.index(coin) for coin in position.coins]
    rows: list[Json] = [numbers[at : at + SIZE] for at in range(0, len(numbers), SIZE)]
    return {
        "phase": position.phase,
        "active": position.active if position.phase is Phase.PUT else None,
        "grid": {"kinds": [f"coin.{coin}" for coin in COINS], "squares": rows},
    }


def score(position: Position) -> Score:
    """A point for a row of three; a full grid without one has no winner."""
    won = position.rows()
    totals = tuple(int(coin in won) for coin in COINS)
    finished = position.phase is Phase.FINISHED
    winners = tuple(seat for seat, points in enumerate(totals) if points) if finished else None
    return Score(totals, tuple({"rows": points} for points in totals), winners)


def hints(position: Position, seat: int | None, level: str = REFEREE) -> list[Hint]:
    """What is due."""
    del seat
    if check_level(level) == SILENT:
        return []
    match position.phase:
        case Phase.SETUP:
            return [Hint("tictactoe.due-set-up")]
        case Phase.PUT:
            active = position.active
            return [Hint("tictactoe.due-coin", {"seat": active, "coin": COINS[active]}, active)]
    return [Hint("tictactoe.due-nothing")]


def describe(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What an event is."""
    del seat
    match event:
        case SetUp():
            return (Message("tictactoe.event.set-up"),)
        case Put(coin, square):
            facts: dict[str, Json] = {"seat": COINS.index(coin), "coin": coin}
            return (Message("tictactoe.event.put", facts | {"square": square_to_json(square)}),)
        case Take(square):
            facts = {"coin": position.on(square), "square": square_to_json(square)}
            return (Message("tictactoe.event.take", facts),)


def followed(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What came of an event: a row, or a full grid."""
    del seat
    if position.phase is not Phase.PUT or not isinstance(event, Put):
        return ()
    after = apply(position, event)
    if after.rows():
        return tuple(
            Message("tictactoe.event.row", {"seat": COINS.index(coin)}) for coin in after.rows()
        )
    return (Message("tictactoe.event.full"),) if after.phase is Phase.FINISHED else ()
