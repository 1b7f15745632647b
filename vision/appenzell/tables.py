"""What a position of Burg Appenzell shows on the table, and when two are one table."""

from __future__ import annotations

from rules.appenzell import UNKNOWN, Position
from rules.appenzell.pieces import HIGH, TILE_NAMES, TOWERS, Field
from vision.appenzell.fields import pair
from vision.appenzell.layout import HIGH_FIELD, ROOF, TOWER


def shown(position: Position, at: Field) -> str | None:
    """What a field should show; None if its tile is one that nobody has told."""
    colours = [
        position.setting.colours[seat]
        for seat, mice in enumerate(position.mice)
        for place in mice
        if place == at
    ]
    if position.covered(at):
        return ROOF
    if colours:
        return colours[0] if len(colours) == 1 else pair(colours[0], colours[1])
    if at in HIGH:
        return HIGH_FIELD
    if at in TOWERS:
        return TOWER
    tile = position.tiles[at]
    return None if tile == UNKNOWN else TILE_NAMES[tile]


def table_key(position: Position) -> tuple[object, ...]:
    """What matters of a position."""
    return (
        position.roofs,
        position.mice,
        position.waiting,
        position.lost,
        position.cheeses,
        position.tiles,
        position.spare,
        position.active,
        position.turn,
        position.used,
        position.slid,
        position.closing,
        position.phase,
    )


def slid_between(before: Position, after: Position) -> bool:
    """Whether known tiles lie elsewhere, or another one is left over."""
    if after.slid and (after.turn > before.turn or not before.slid):
        return True
    moved = before.spare != UNKNOWN != after.spare != before.spare
    pairs = zip(before.tiles, after.tiles, strict=True)
    return moved or any(a != b and UNKNOWN not in (a, b) for a, b in pairs)
