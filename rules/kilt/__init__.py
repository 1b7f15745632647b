"""Kilt Castle for two to four players: everything other rooms need, in one place."""

from rules.kilt.areas import areas, ducat_day, final_remuneration
from rules.kilt.choices import actions, matching
from rules.kilt.events import (
    Build,
    DucatDayPaid,
    Event,
    Move,
    Paid,
    Roof,
    SetUp,
    event_from_json,
    event_to_json,
)
from rules.kilt.game import GAME
from rules.kilt.judge import legal
from rules.kilt.pieces import (
    CARDS,
    COLOURS,
    POSITIONS,
    SQUARES,
    Card,
    Colour,
    Floor,
    Square,
    line,
    whole_line,
)
from rules.kilt.play import apply
from rules.kilt.position import OPTIONS, DucatDay, Due, Options, Phase, Position, Setting
from rules.kilt.sites import Site, affordable, sites, targets

__all__ = [
    "CARDS",
    "COLOURS",
    "GAME",
    "OPTIONS",
    "POSITIONS",
    "SQUARES",
    "Build",
    "Card",
    "Colour",
    "DucatDay",
    "DucatDayPaid",
    "Due",
    "Event",
    "Floor",
    "Move",
    "Options",
    "Paid",
    "Phase",
    "Position",
    "Roof",
    "SetUp",
    "Setting",
    "Site",
    "Square",
    "actions",
    "affordable",
    "apply",
    "areas",
    "ducat_day",
    "event_from_json",
    "event_to_json",
    "final_remuneration",
    "legal",
    "line",
    "matching",
    "sites",
    "targets",
    "whole_line",
]
