"""Reading fields out of JSON: the value, or `BadJson` that says what it must be."""

from __future__ import annotations

from rules.errors import BadJson
from rules.values import Json


def whole(data: Json, name: str, below: int | None = None) -> int:
    """A whole number from 0, below a bound."""
    if not isinstance(data, int) or isinstance(data, bool) or data < 0:
        raise BadJson(f"{name} must be a whole number from 0, not {data!r}")
    if below is not None and data >= below:
        raise BadJson(f"{name} must be below {below}, not {data}")
    return data


def optional(data: Json, name: str, below: int | None = None) -> int | None:
    """A whole number, or None."""
    return None if data is None else whole(data, name, below)


def truth(data: Json, name: str) -> bool:
    """True or false and nothing that only passes for it."""
    if not isinstance(data, bool):
        raise BadJson(f"{name} must be true or false, not {data!r}")
    return data


def fields(data: Json, name: str) -> dict[str, Json]:
    """An object."""
    if not isinstance(data, dict):
        raise BadJson(f"{name} must be an object, not {data!r}")
    return data


def items(data: Json, name: str, length: int | None = None) -> list[Json]:
    """A list, of a given length if one is given."""
    if not isinstance(data, list) or length not in (None, len(data)):
        wanted = "a list" if length is None else f"a list of {length}"
        raise BadJson(f"{name} must be {wanted}, not {data!r}")
    return data


def numbers(data: Json, name: str, length: int | None = None) -> tuple[int, ...]:
    """A list of whole numbers."""
    return tuple(whole(number, name) for number in items(data, name, length))
