"""Burg Appenzell as every game is declared."""

from __future__ import annotations

from rules.appenzell.choices import actions, matching
from rules.appenzell.events import Event, event_from_json, event_to_json
from rules.appenzell.fact_words import KINDS
from rules.appenzell.judge import legal
from rules.appenzell.play import apply
from rules.appenzell.position import OPTIONS, PLAYERS, Position, begin
from rules.appenzell.showing import actor, known, learned, score, shown, view
from rules.appenzell.telling import describe, followed, hints
from rules.game import Game

GAME: Game[Position, Event] = Game(
    name="appenzell",
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
    sums=("cheeses",),
    turn=lambda position: position.turn,
    hints=hints,
    describe=describe,
    followed=followed,
    kinds=KINDS,
    known=known,
    hiding=shown,
    actor=actor,
    learned=learned,
    event_to_json=event_to_json,
    event_from_json=event_from_json,
)
