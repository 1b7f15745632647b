"""Positions as data, for tests alone: a table stores events, never a position."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from rules.values import Json


def digest(position: object) -> str:
    """A short fingerprint of everything in a position."""
    text = json.dumps(plain(position), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def plain(value: Any) -> Json:
    """Any part of a position as JSON: fields by name, tuples and sets as lists."""
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value) if each.init}
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, frozenset):
        return [plain(each) for each in sorted(value)]
    assert value is None or isinstance(value, bool | int | float | str), value
    return value


def again(hint: Any, data: Any) -> Any:
    """The value of a type that `plain` wrote."""
    origin, args = get_origin(hint), get_args(hint)
    if data is None or (origin is None and hint in (bool, int, float, str)):
        return data
    if origin is Annotated:
        return again(args[0], data)
    if origin in (Union, UnionType):
        return again(next(arg for arg in args if arg is not NoneType), data)
    if origin is frozenset:
        return frozenset(again(args[0], each) for each in data)
    if origin is tuple:
        each = args[:1] * len(data) if args[-1] is Ellipsis else args
        return tuple(again(*pair) for pair in zip(each, data, strict=True))
    if is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        return hint(**{name: again(hints[name], value) for name, value in data.items()})
    return hint(data)
