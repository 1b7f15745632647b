"""Schloss der 7 Schlösser as every game is declared."""

from __future__ import annotations

from rules.game import Game
from rules.seven_locks.choices import actions, chance, matching
from rules.seven_locks.events import Event, event_from_json, event_to_json
from rules.seven_locks.fact_words import KINDS
from rules.seven_locks.judge import legal
from rules.seven_locks.looking_back import look_back
from rules.seven_locks.pieces import PLAYERS
from rules.seven_locks.play import apply
from rules.seven_locks.position import OPTIONS, Position, begin, learned
from rules.seven_locks.showing import actor, known, score, secret, shown, view
from rules.seven_locks.sounds import SOUNDS
from rules.seven_locks.telling import describe, followed, hints

GAME: Game[Position, Event] = Game(
    name="seven_locks",
    version="1",
    players=PLAYERS,
    options=OPTIONS,
    start=begin,
    legal=legal,
    apply=apply,
    actions=actions,
    matching=matching,
    chance=chance,
    view=view,
    hiding=shown,
    actor=actor,
    secret=secret,
    score=score,
    sums=("opened", "shared", "last"),
    turn=lambda position: position.turn,
    hints=hints,
    describe=describe,
    followed=followed,
    kinds=KINDS,
    known=known,
    learned=learned,
    event_to_json=event_to_json,
    event_from_json=event_from_json,
    look_back=look_back,
    sounds=SOUNDS,
)
