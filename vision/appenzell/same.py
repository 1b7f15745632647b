"""When two positions of Burg Appenzell are one table."""

from __future__ import annotations

from rules.appenzell import UNKNOWN, Position


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
