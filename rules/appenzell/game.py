"""Burg Appenzell behind the protocol every game offers."""

from __future__ import annotations

from rules.appenzell.choices import actions, matching
from rules.appenzell.events import event_from_json, event_to_json
from rules.appenzell.judge import legal
from rules.appenzell.play import apply
from rules.appenzell.position import OPTIONS, PLAYERS, begin
from rules.appenzell.showing import actor, chance, known, learned, score, secret, shown, view
from rules.appenzell.telling import describe, followed, hints
from rules.contract import no_deal
from rules.values import Option


class Appenzell:
    """Burg Appenzell as a `Game`; the functions live in the modules of this package."""

    name = "appenzell"
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
    known = staticmethod(known)
    shown = staticmethod(shown)
    actor = staticmethod(actor)
    secret = staticmethod(secret)
    chance = staticmethod(chance)
    learned = staticmethod(learned)
    deal = staticmethod(no_deal)
    event_to_json = staticmethod(event_to_json)
    event_from_json = staticmethod(event_from_json)


GAME = Appenzell()
