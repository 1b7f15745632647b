"""Kilt Castle behind the protocol every game offers."""

from __future__ import annotations

from rules.contract import Option
from rules.kilt.choices import actions, matching
from rules.kilt.events import event_from_json, event_to_json
from rules.kilt.judge import legal
from rules.kilt.play import apply
from rules.kilt.position import OPTIONS, PLAYERS, begin
from rules.kilt.showing import score, view
from rules.kilt.storage import position_from_json, position_to_json
from rules.kilt.telling import describe, hints


class Kilt:
    """Kilt Castle as a `Game`; the functions live in the modules of this package."""

    name = "kilt"
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
    position_to_json = staticmethod(position_to_json)
    position_from_json = staticmethod(position_from_json)
    event_to_json = staticmethod(event_to_json)
    event_from_json = staticmethod(event_from_json)


GAME = Kilt()
