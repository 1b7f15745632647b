"""Tic-tac-toe as every game is declared."""

from __future__ import annotations

from rules.game import Game
from rules.tictactoe.pieces import EVENTS, Event
from rules.tictactoe.play import actions, apply, legal, matching
from rules.tictactoe.position import PLAYERS, Position, begin
from rules.tictactoe.telling import describe, followed, hints, score, view
from rules.tictactoe.words import KINDS

GAME: Game[Position, Event] = Game(
    name="tictactoe",
    version="1",
    players=PLAYERS,
    options=(),
    example=True,
    start=begin,
    legal=legal,
    apply=apply,
    actions=actions,
    matching=matching,
    view=view,
    score=score,
    sums=("rows",),
    hints=hints,
    describe=describe,
    followed=followed,
    kinds=KINDS,
    page_facts=("coin.",),
    event_to_json=EVENTS.write,
    event_from_json=EVENTS.read,
)
