"""What JSON from a file or another program holds, as the type it should have."""

from __future__ import annotations

from rules.values import Json


def table_of(value: Json) -> dict[str, Json]:
    """The object; an empty one if it is something else."""
    return value if isinstance(value, dict) else {}


def number_of(value: Json) -> float:
    """The number; ValueError if it is something else."""
    if isinstance(value, int | float | str):
        return float(value)
    raise ValueError(f"{value!r} is no number")
