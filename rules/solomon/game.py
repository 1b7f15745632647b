"""König Salomons Schatzkammer as every game is declared."""

from __future__ import annotations

from rules.game import Game
from rules.solomon.choices import actions, matching
from rules.solomon.events import Event, event_from_json, event_to_json
from rules.solomon.fact_words import KINDS
from rules.solomon.judge import legal
from rules.solomon.knowing import known
from rules.solomon.play import apply
from rules.solomon.position import OPTIONS, PLAYERS, Position, begin, learned
from rules.solomon.scoring import score
from rules.solomon.showing import view
from rules.solomon.telling import actor, describe, followed, hints, secret, shown


def chance(_: Position) -> list[Event]:
    """No die is ever thrown."""
    return []


def turn(position: Position) -> int:
    """Which turn it is: each round has one a seat, and those who wait have theirs before them."""
    return position.round * position.players - len(position.waiting)


GAME: Game[Position, Event] = Game(
    name="solomon",
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
    sums=("coins", "treasures", "scrolls", "curses", "objects"),
    turn=turn,
    hints=hints,
    describe=describe,
    followed=followed,
    kinds=KINDS,
    known=known,
    hiding=shown,
    actor=actor,
    secret=secret,
    chance=chance,
    learned=learned,
    event_to_json=event_to_json,
    event_from_json=event_from_json,
)
