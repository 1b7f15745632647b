"""Kilt Castle as every game is declared."""

from __future__ import annotations

from rules.game import Game
from rules.kilt.choices import actions, matching
from rules.kilt.deal import deal
from rules.kilt.events import Event, event_from_json, event_to_json, square_to_json
from rules.kilt.fact_words import KINDS
from rules.kilt.judge import legal
from rules.kilt.play import apply
from rules.kilt.position import OPTIONS, PLAYERS, Phase, Position, begin
from rules.kilt.showing import score, view
from rules.kilt.telling import describe, followed, hints
from rules.values import Json


def learned(position: Position) -> dict[str, Json]:
    """Where the water is, once the board was set up."""
    if position.phase is Phase.SETUP:
        return {}
    return {"water": [square_to_json(square) for square in sorted(position.water)]}


GAME: Game[Position, Event] = Game(
    name="kilt",
    version="1",
    players=PLAYERS,
    options=OPTIONS,
    start=begin,
    legal=legal,
    apply=apply,
    actions=actions,
    matching=matching,
    view=view,
    score=score,
    sums=("ducats", "bonus"),
    turn=lambda position: position.turn,
    hints=hints,
    describe=describe,
    followed=followed,
    kinds=KINDS,
    deal=deal,
    event_to_json=event_to_json,
    event_from_json=event_from_json,
    learned=learned,
)
