"""The two teaching set-ups of a box, pictured as an owner would do it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from device.sim.kilt.scene import CardFace, Floor, KiltProps, Lying
from device.sim.kilt.theme import COLOURS, Theme
from device.sim.level import Level
from device.sim.teaching import Picture, Studio
from device.sim.textures import Rng
from rules.kilt.pieces import Square
from rules.values import Json

SHOWN_CARDS: tuple[CardFace, ...] = tuple(
    (a, b) for i, a in enumerate(COLOURS) for b in COLOURS[i:]
)


def teach_pictures(rng: Rng, theme: Theme, level: Level) -> list[Picture]:
    """Floors of all kinds, then all ten cards, each with its label."""
    studio = Studio(rng, KiltProps(theme), level)
    stills = map(studio.on_bare_table, (floors_shown(theme), cards_shown()))
    return studio.pictures("kilt", stills, partial(state_json, theme))


def floors_shown(theme: Theme) -> Lying:
    """The twelve kinds of floors, a roofed one, a tower of four and one of two."""
    squares = [(r, c) for r in range(5) for c in range(5) if (r, c) not in theme.water]
    kinds: list[Floor] = [(colour, n) for colour in COLOURS for n in range(3)]
    towers: dict[Square, tuple[Floor, ...]] = {
        square: (kind,) for square, kind in zip(squares, kinds, strict=False)
    }
    roofed, four, two = squares[12:15]
    towers[roofed] = ((COLOURS[0], 0),)
    towers[four] = tuple((colour, 0) for colour in COLOURS)
    towers[two] = tuple((colour, 0) for colour in COLOURS[:2])
    return Lying(((),) * 20, towers, frozenset([roofed]))


def cards_shown() -> Lying:
    """Every card once round the board, singles first."""
    cards = sorted(SHOWN_CARDS, key=lambda card: card[0] != card[1])
    rows = [(cards[i // 2],) if i % 2 == 0 else () for i in range(20)]
    return Lying(tuple(rows), {}, frozenset())


def state_json(theme: Theme, lying: Lying) -> dict[str, Json]:
    """A table in the layout of the photo folders."""
    deck = sorted(SHOWN_CARDS, key=lambda card: card[0] != card[1])
    number = {frozenset(card): n for n, card in enumerate(deck)}
    squares: dict[str, Json] = {}
    for row, col in np.ndindex(5, 5):
        if (row, col) in theme.water:
            continue
        tower = lying.towers.get((row, col), ())
        squares[f"{row},{col}"] = {
            "floors": [{"color": colour, "crests": crests} for colour, crests in tower],
            "roof": (row, col) in lying.roofs,
        }
    positions: dict[str, Json] = {}
    for place, cards in enumerate(lying.rows):
        positions[str(place)] = [
            {"card": number[frozenset(card)], "facing_board": card[0], "facing_away": card[1]}
            for card in cards
        ]
    water: list[Json] = [list(square) for square in sorted(theme.water)]
    return {"water": water, "squares": squares, "positions": positions}


def laid(theme: Theme, state: Mapping[str, Any]) -> Lying:
    """The table a label tells of, as people lay it out who are asked to."""
    del theme
    towers: dict[Square, tuple[Floor, ...]] = {}
    roofs: set[Square] = set()
    for name, square in state["squares"].items():
        row, column = map(int, name.split(","))
        if square["floors"]:
            towers[row, column] = tuple((f["color"], f["crests"]) for f in square["floors"])
        if square["roof"]:
            roofs.add((row, column))
    rows = tuple(
        tuple((c["facing_board"], c["facing_away"]) for c in state["positions"].get(str(place), ()))
        for place in range(20)
    )
    return Lying(rows, towers, frozenset(roofs))
