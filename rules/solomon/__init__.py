"""König Salomons Schatzkammer for two to five players: all other rooms need, in one place."""

from rules.solomon.events import (
    UNSEEN,
    Add,
    Choose,
    Count,
    DrawShape,
    Event,
    Fail,
    Got,
    Hold,
    Lift,
    Mark,
    Pass,
    Pay,
    See,
    SetUp,
    Shift,
    Show,
    Total,
    Ward,
)
from rules.solomon.game import GAME
from rules.solomon.pieces import SIZE, SQUARES, TILES, Magic
from rules.solomon.position import OPTIONS, Phase, Position
from rules.solomon.solver import cheapest, cheapest_of

__all__ = [
    "GAME",
    "OPTIONS",
    "SIZE",
    "SQUARES",
    "TILES",
    "UNSEEN",
    "Add",
    "Choose",
    "Count",
    "DrawShape",
    "Event",
    "Fail",
    "Got",
    "Hold",
    "Lift",
    "Magic",
    "Mark",
    "Pass",
    "Pay",
    "Phase",
    "Position",
    "See",
    "SetUp",
    "Shift",
    "Show",
    "Total",
    "Ward",
    "cheapest",
    "cheapest_of",
]
