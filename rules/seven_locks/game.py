"""Schloss der 7 Schlösser behind the protocol every game offers."""

from __future__ import annotations

from rules.contract import no_deal
from rules.seven_locks.choices import actions, chance, matching
from rules.seven_locks.events import event_from_json, event_to_json
from rules.seven_locks.judge import legal
from rules.seven_locks.pieces import PLAYERS
from rules.seven_locks.play import apply
from rules.seven_locks.position import OPTIONS, begin, learned
from rules.seven_locks.showing import actor, known, score, secret, shown, view
from rules.seven_locks.telling import describe, followed, hints
from rules.values import Option


class SevenLocks:
    """Schloss der 7 Schlösser as a `Game`; the functions live in the modules of this package."""

    name = "seven_locks"
    players = PLAYERS
    options: tuple[Option, ...] = OPTIONS
    version = "1"

    start = staticmethod(begin)
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    actions = staticmethod(actions)
    matching = staticmethod(matching)
    chance = staticmethod(chance)
    view = staticmethod(view)
    shown = staticmethod(shown)
    actor = staticmethod(actor)
    secret = staticmethod(secret)
    score = staticmethod(score)
    hints = staticmethod(hints)
    describe = staticmethod(describe)
    followed = staticmethod(followed)
    known = staticmethod(known)
    learned = staticmethod(learned)
    deal = staticmethod(no_deal)
    event_to_json = staticmethod(event_to_json)
    event_from_json = staticmethod(event_from_json)


GAME = SevenLocks()
