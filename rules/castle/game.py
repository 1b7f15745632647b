"""The Castle behind the protocol every game offers."""

from __future__ import annotations

from rules.castle.choices import actions, chance, matching
from rules.castle.events import event_from_json, event_to_json
from rules.castle.judge import legal
from rules.castle.news import followed
from rules.castle.party import learned
from rules.castle.play import apply
from rules.castle.position import OPTIONS, PLAYERS, begin
from rules.castle.showing import actor, known, score, secret, shown, view
from rules.castle.telling import describe, hints
from rules.contract import no_deal
from rules.values import Option


class Castle:
    """The Castle as a `Game`; the functions live in the modules of this package."""

    name = "castle"
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


GAME = Castle()
