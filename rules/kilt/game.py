"""Kilt Castle behind the protocol every game offers."""

from __future__ import annotations

from rules.contract import nothing_hidden
from rules.kilt.choices import actions, matching
from rules.kilt.deal import deal
from rules.kilt.events import Event, event_from_json, event_to_json, square_to_json
from rules.kilt.judge import legal
from rules.kilt.play import apply
from rules.kilt.position import OPTIONS, PLAYERS, Phase, Position, begin
from rules.kilt.showing import score, view
from rules.kilt.telling import describe, followed, hints
from rules.values import Json, Option


class Kilt:
    """Kilt Castle as a `Game`; the functions live in the modules of this package."""

    name = "kilt"
    players = PLAYERS
    options: tuple[Option, ...] = OPTIONS
    version = "1"

    start = staticmethod(begin)
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    actions = staticmethod(actions)
    matching = staticmethod(matching)
    view = staticmethod(view)
    score = staticmethod(score)
    hints = staticmethod(hints)
    describe = staticmethod(describe)
    followed = staticmethod(followed)
    known = staticmethod(nothing_hidden)
    deal = staticmethod(deal)

    @staticmethod
    def shown(position: Position, event: Event, seat: int | None) -> dict[str, Json]:
        """The event itself: nothing of it is secret."""
        del position, seat
        return event_to_json(event)

    @staticmethod
    def actor(position: Position, event: Event) -> int | None:
        """Everything happens on the open board, so anybody may tell it."""
        del position, event
        return None

    @staticmethod
    def secret(event: Event) -> bool:
        """Nothing is."""
        del event
        return False

    @staticmethod
    def chance(position: Position) -> list[Event]:
        """There are no dice."""
        del position
        return []

    @staticmethod
    def learned(position: Position) -> dict[str, Json]:
        """Where the water is, once the board was set up."""
        if position.phase is Phase.SETUP:
            return {}
        return {"water": [square_to_json(square) for square in sorted(position.water)]}

    event_to_json = staticmethod(event_to_json)
    event_from_json = staticmethod(event_from_json)


GAME = Kilt()
