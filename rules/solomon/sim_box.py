"""Card shapes for demonstrations: made up, not those of the real box.

They are used only when the box profile says so ({"shapes": "sim"}); a real box tells its own
shapes, one card at a time, on the pad.
"""

from __future__ import annotations

from rules.solomon.pieces import Shape, at_corner

SIM = "sim"

_DRAWN = (
    "XX/X.", "XXX", "X./.X/X.", "X.X/.X.", "XX/.X", "X/X/X", "XX./..X", ".X/X./X.",
    "XXXX", "XX/XX", "XXX/X..", "XXX/.X.", "X../.XX/X..", "XX./.XX", "X.X/X.X", "X/X/X/X",
    "XXX/X.X", "XX/XX/X.", "X.X/.X./X.X", "XXXXX", "X../XXX/X..", "XX./.X./.XX",
    "XXX/.X./.X.", "X.X.X",
    "XXX/XXX", "XX/XX/XX", "X.X/XX./X.X", "XXXX/X..X", "XXX/X../XX.", "X../XX./XXX",
    "XX.XX/..XX.", "X.XX/XX.X",
)  # fmt: skip


def _read(drawn: str) -> Shape:
    return at_corner(
        (row, col)
        for row, line in enumerate(drawn.split("/"))
        for col, mark in enumerate(line)
        if mark == "X"
    )


SIM_SHAPES: dict[int, Shape] = {number: _read(drawn) for number, drawn in enumerate(_DRAWN, 1)}
