"""A set-up for people to lay out, as all phones show it."""

from __future__ import annotations

from device.table.commands import ODD
from rules.game import Event, Game, Position
from rules.values import Json


def dealt(game: Game[Position, Event], start: Position, seed: int) -> Json:
    """Some set-up, chosen by a number; None if the game has none."""
    event = game.deal(start, seed)
    return None if event is None else game.event_to_json(event)


def laid_out(game: Game[Position, Event], start: Position, kept: Json) -> Json:
    """What was kept, if it is a set-up of this game; a foreign journal holds any."""
    try:
        event = game.event_from_json(kept)
        game.apply(start, event)
    except ODD:
        return None
    return game.event_to_json(event)
