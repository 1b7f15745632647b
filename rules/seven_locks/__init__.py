"""Schloss der 7 Schlösser for two to four players: everything other rooms need, in one place."""

from rules.seven_locks.arrangement import enchanted, odds
from rules.seven_locks.choices import actions, matching
from rules.seven_locks.events import (
    Box,
    Coat,
    Drop,
    Event,
    Fill,
    Guess,
    Heard,
    Last,
    Move,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
    event_from_json,
    event_to_json,
)
from rules.seven_locks.game import GAME
from rules.seven_locks.judge import legal
from rules.seven_locks.pieces import SIM_COLOURS, SIM_DIE, Outcome
from rules.seven_locks.play import apply
from rules.seven_locks.position import OPTIONS, Options, Phase, Position, Setting
from rules.seven_locks.ring import open_towers, targets
from rules.seven_locks.sharing import shares

__all__ = [
    "GAME",
    "OPTIONS",
    "SIM_COLOURS",
    "SIM_DIE",
    "Box",
    "Coat",
    "Drop",
    "Event",
    "Fill",
    "Guess",
    "Heard",
    "Last",
    "Move",
    "Options",
    "Outcome",
    "Phase",
    "Position",
    "Roll",
    "SetUp",
    "Setting",
    "Take",
    "Treasure",
    "Try",
    "Withdraw",
    "actions",
    "apply",
    "enchanted",
    "event_from_json",
    "event_to_json",
    "legal",
    "matching",
    "odds",
    "open_towers",
    "shares",
    "targets",
]
