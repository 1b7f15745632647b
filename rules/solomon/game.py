"""König Salomons Schatzkammer behind the protocol every game offers."""

from __future__ import annotations

from rules.contract import no_deal
from rules.solomon.choices import actions, matching
from rules.solomon.events import Event, event_from_json, event_to_json
from rules.solomon.judge import legal
from rules.solomon.knowing import known
from rules.solomon.play import apply
from rules.solomon.position import OPTIONS, PLAYERS, Position, begin, learned
from rules.solomon.scoring import score
from rules.solomon.showing import view
from rules.solomon.telling import actor, describe, followed, hints, secret, shown
from rules.values import Option


def chance(_: Position) -> list[Event]:
    """No die is ever thrown."""
    return []


class Solomon:
    """The game as a `Game`; the functions live in the modules of this package."""

    name = "solomon"
    players = PLAYERS
    options: tuple[Option, ...] = OPTIONS
    version = "2"

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
    known = staticmethod(known)
    shown = staticmethod(shown)
    actor = staticmethod(actor)
    secret = staticmethod(secret)
    chance = staticmethod(chance)
    learned = staticmethod(learned)
    deal = staticmethod(no_deal)
    event_to_json = staticmethod(event_to_json)
    event_from_json = staticmethod(event_from_json)


GAME = Solomon()
