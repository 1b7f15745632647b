"""Burg Appenzell: room layouts for demonstration only; a real box has its own, told once.

They are used where the box facts name them, never by themselves.
"""

from __future__ import annotations

from rules.appenzell.layout import ordered
from rules.appenzell.pieces import SIZE, Layout


def _drawn(picture: str) -> Layout:
    """Rooms out of a drawing: fields with the same letter are one room, dots are towers."""
    rooms: dict[str, list[int]] = {}
    for row, line in enumerate(picture.split()):
        for col, letter in enumerate(line):
            if letter != ".":
                rooms.setdefault(letter, []).append(row * SIZE + col)
    return ordered(rooms.values())


SIM_LAYOUTS: tuple[Layout, ...] = (
    _drawn(".aabcd. eeebcdf gghicdf gghijjf kklljjm nnoopqm .rrrpq."),
    _drawn(".aabbb. cccddde ffgghie ffgghie jjkllim nnkoopm .qqrrp."),
)
