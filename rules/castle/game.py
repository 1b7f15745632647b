"""The Castle as every game is declared."""

from __future__ import annotations

from rules.castle.choices import actions, chance, matching
from rules.castle.events import Event, event_from_json, event_to_json
from rules.castle.fact_words import KINDS
from rules.castle.judge import legal
from rules.castle.news import followed
from rules.castle.party import learned
from rules.castle.play import apply
from rules.castle.position import OPTIONS, PLAYERS, Position, begin
from rules.castle.showing import actor, known, score, secret, shown, view
from rules.castle.telling import describe, hints
from rules.game import Game

GAME: Game[Position, Event] = Game(
    name="castle",
    version="2",
    players=PLAYERS,
    options=OPTIONS,
    start=begin,
    legal=legal,
    apply=apply,
    actions=actions,
    matching=matching,
    view=view,
    score=score,
    sums=("before", "share"),
    turn=lambda position: position.turn,
    hints=hints,
    describe=describe,
    followed=followed,
    kinds=KINDS,
    page_facts=("counter.", "spell.", "area.", "look."),
    known=known,
    hiding=shown,
    actor=actor,
    secret=secret,
    chance=chance,
    learned=learned,
    event_to_json=event_to_json,
    event_from_json=event_from_json,
)
