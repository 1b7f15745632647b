"""Burg Appenzell for two to four players: everything other rooms need, in one place."""

from rules.appenzell.choices import actions, matching
from rules.appenzell.events import (
    Cover,
    EndTurn,
    Event,
    Place,
    Reveal,
    Run,
    SetUp,
    Slide,
    Take,
    Uncover,
    event_from_json,
    event_to_json,
)
from rules.appenzell.game import GAME
from rules.appenzell.judge import legal
from rules.appenzell.layout import layout_faults, layout_to_json, ordered, same_side, turned
from rules.appenzell.pieces import OUTSIDE, PLAIN, SPARE, TRAP, UNKNOWN, Field, Layout, Tile
from rules.appenzell.play import apply
from rules.appenzell.position import OPTIONS, Ending, Options, Phase, Position, Setting

__all__ = [
    "GAME",
    "OPTIONS",
    "OUTSIDE",
    "PLAIN",
    "SPARE",
    "TRAP",
    "UNKNOWN",
    "Cover",
    "EndTurn",
    "Ending",
    "Event",
    "Field",
    "Layout",
    "Options",
    "Phase",
    "Place",
    "Position",
    "Reveal",
    "Run",
    "SetUp",
    "Setting",
    "Slide",
    "Take",
    "Tile",
    "Uncover",
    "actions",
    "apply",
    "event_from_json",
    "event_to_json",
    "layout_faults",
    "layout_to_json",
    "legal",
    "matching",
    "ordered",
    "same_side",
    "turned",
]
