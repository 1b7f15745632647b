"""Values as JSON and back, by the annotations of their fields.

    @dataclass(frozen=True)
    class Step:
        seat: Annotated[int, below(6)]
        to: str

    EVENTS: Codec[Event] = Codec((Step, ...))
    EVENTS.write(Step(0, "A"))                          # {"type": "step", "seat": 0, "to": "A"}
    EVENTS.read({"type": "step", "seat": 6, "to": "A"})
    # BadJson: seat: must be a whole number from 0 to 5, not 6

An `int` is a whole number from 0, and 1 is not true. An absent field has its default; without a
default it counts as null. `Annotated` may say more: another `Way`, what is done `Then`, how the
field is `Called`. What depends on several fields is a check of the `Codec`.
"""

from __future__ import annotations

import math
import re
import types
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import StrEnum
from operator import attrgetter
from typing import (
    Annotated,
    Any,
    Generic,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from rules.errors import BadJson
from rules.values import Json

E = TypeVar("E")
H = TypeVar("H", bound=Hashable)
Read: TypeAlias = Callable[[Json], Any]
Write: TypeAlias = Callable[[Any], Json]
WriteObject: TypeAlias = Callable[[Any], dict[str, Json]]


class WrongField(BadJson):
    """`BadJson` that knows where in the data the fault lies."""

    path = ""

    def __str__(self) -> str:
        wanted = super().__str__()
        return f"{self.path.lstrip('.')}: {wanted}" if self.path else wanted


def _under(fault: BadJson, step: str | int) -> WrongField:
    """The same fault, seen from one level further out."""
    wrong = fault if isinstance(fault, WrongField) else WrongField(str(fault))
    wrong.path = (f"[{step}]" if isinstance(step, int) else f".{step}") + wrong.path
    return wrong


# --- what may stand in `Annotated` -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """How a kind of value is read and written; `write` None: it is JSON as it is."""

    read: Read
    write: Write | None = None


@dataclass(frozen=True, slots=True)
class Then:
    """What is done with a value that was read: it is put in order, or refused by `BadJson`."""

    act: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Called:
    """The name of the field in JSON, where it is another one."""

    name: str


@dataclass(frozen=True, slots=True)
class NullToo:
    """Null, too, stands for the default of the field."""


def below(bound: int) -> Way:
    """A whole number from 0, below a bound."""
    return within(0, bound - 1)


def within(low: int, high: int) -> Way:
    """A whole number between two others, both allowed."""

    def read(data: Json) -> int:
        if type(data) is int and low <= data <= high:
            return data
        raise WrongField(f"must be a whole number from {low} to {high}, not {data!r}")

    return Way(read)


def one_of(names: Collection[str], what: str) -> Way:
    """A word out of a table; `what` says what it is the name of."""
    return Way(_known({name: name for name in names}, what))


def named(names: Collection[str], what: str, other: str | None = None) -> Way:
    """A number, written as its name; `other` is written for a number that has none."""
    words = dict(enumerate(names))
    read = _known({name: number for number, name in words.items()}, what)
    return Way(read, lambda number: words.get(number, other))


def cell(size: int, **words: int) -> Way:
    """A number, written as row and column of a grid; some numbers have a word instead."""
    named_numbers = {number: word for word, number in words.items()}
    wanted = " or ".join(["[row, column]", *words])

    def read(data: Json) -> int:
        if type(data) is list and len(data) == 2:
            row, col = data
            if type(row) is int and type(col) is int and 0 <= row < size and 0 <= col < size:
                return row * size + col
        elif isinstance(data, str) and data in words:
            return words[data]
        raise WrongField(f"must be {wanted}, below {size} each, not {data!r}")

    def write(place: int) -> Json:
        return named_numbers.get(place) or list(divmod(place, size))

    return Way(read, write)


def listed(kind: type[E], make: Callable[..., E]) -> Way:
    """A dataclass, written as the list of its fields; `make` gives the value for them."""
    plan = _fields_of(kind)
    row, get = _row([each.way for each in plan]), attrgetter(*(each.name for each in plan))
    read_row, write_row = row.read, row.write or list
    return Way(lambda data: make(*read_row(data)), lambda value: write_row(get(value)))


def sparse(hint: Any, length: int) -> Way:
    """A long tuple, most of it empty: an object that holds the rest by number."""
    places = {str(place): place for place in range(length)}
    way = _keyed(way_of(hint))
    read_some, write_some = way.read, way.write or dict

    def read(data: Json) -> tuple[Any, ...]:
        found: list[Any] = [()] * length
        for key, item in read_some(data).items():
            if key not in places:
                raise WrongField(f"no place is called {key!r}; use numbers below {length}")
            found[places[key]] = item
        return tuple(found)

    def write(items: tuple[Any, ...]) -> Json:
        return write_some({str(at): item for at, item in enumerate(items) if item})

    return Way(read, write)


def in_order(values: tuple[H, ...]) -> tuple[H, ...]:
    """The values in the one order in which they are kept."""
    return tuple(sorted(values))  # type: ignore[type-var]


def once_in_order(values: tuple[H, ...]) -> tuple[H, ...]:
    """The values in order; `BadJson` if one is there twice."""
    if len(set(values)) != len(values):
        raise WrongField(f"names something twice: {values!r}")
    return in_order(values)


# --- the way of a type -------------------------------------------------------------------------


def reader(hint: Any, name: str = "") -> Read:
    """What reads values of an annotated type; `BadJson`, led by the name, for anything else."""
    read_plain = way_of(hint).read

    def read(data: Json) -> Any:
        try:
            return read_plain(data)
        except BadJson as fault:
            raise _under(fault, name) from None

    return read if name else read_plain


def writer(hint: Any) -> Callable[[Any], Any]:
    """What writes values of an annotated type."""
    return way_of(hint).write or _as_it_is


def way_of(hint: Any) -> Way:
    """How values of an annotated type are read and written; `TypeError` for an unknown one."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _marked(*args)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin in (Union, types.UnionType):
        return _or_none(args)
    if origin is tuple and args[-1] is not Ellipsis:
        return _row([way_of(each) for each in args])
    if origin in (tuple, frozenset):
        return _many(way_of(args[0]), origin)
    if origin is dict and args[0] is str:
        return _keyed(way_of(args[1]))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        names = {member: member.value for member in hint}
        members = {name: member for member, name in names.items()}
        return Way(_known(members, hint.__name__.lower()), names.__getitem__)
    if isinstance(hint, type) and is_dataclass(hint):
        return Way(_reader(hint), _writer(hint))
    raise TypeError(f"no JSON is known for {hint!r}")


def _marked(hint: Any, *marks: Any) -> Way:
    """The way of a type with marks, inner ones first: `Annotated` of `Annotated` has them all."""
    way = None
    for mark in marks:
        if isinstance(mark, Way):
            way = mark
        elif isinstance(mark, Then):
            way = _then(way or way_of(hint), mark.act)
    return way or way_of(hint)


def _then(way: Way, act: Callable[[Any], Any]) -> Way:
    read = way.read
    return Way(lambda data: act(read(data)), way.write)


def _whole(data: Json) -> int:
    if type(data) is int and data >= 0:
        return data
    raise WrongField(f"must be a whole number from 0, not {data!r}")


def _truth(data: Json) -> bool:
    if isinstance(data, bool):
        return data
    raise WrongField(f"must be true or false, not {data!r}")


def _text(data: Json) -> str:
    if isinstance(data, str):
        return data
    raise WrongField(f"must be a text, not {data!r}")


def _finite(data: Json) -> float:
    try:
        number = float(data) if type(data) in (int, float) else math.nan  # type: ignore[arg-type]
    except OverflowError:
        number = math.inf
    if math.isfinite(number):
        return number
    raise WrongField(f"must be a finite number, not {data!r}")


PLAIN: Mapping[Any, Way] = {
    int: Way(_whole),
    bool: Way(_truth),
    str: Way(_text),
    float: Way(_finite),
}


def _as_it_is(value: Any) -> Json:
    data: Json = value
    return data


def _known(table: Mapping[Any, Any], what: str) -> Read:
    """Reads a word out of a table."""

    def read(data: Json) -> Any:
        try:
            return table[data]
        except (KeyError, TypeError):  # a list cannot be looked up
            wanted = f"no {what} is called {data!r}; use one of {list(table)}"
            raise WrongField(wanted) from None

    return read


def _or_none(args: tuple[Any, ...]) -> Way:
    some = [each for each in args if each is not types.NoneType]
    if len(some) != 1:
        raise TypeError(f"no JSON is known for a choice of {args!r}")
    read, write = reader(some[0]), way_of(some[0]).write
    return Way(
        lambda data: None if data is None else read(data),
        None if write is None else lambda value: None if value is None else write(value),
    )


def _many(way: Way, kind: Callable[[list[Any]], Any]) -> Way:
    """A list of any length; a set is written in order."""
    read_one, write_one = way.read, way.write

    def read(data: Json) -> Any:
        if not isinstance(data, list):
            raise WrongField(f"must be a list, not {data!r}")
        found: list[Any] = []
        try:
            for item in data:
                found.append(read_one(item))  # noqa: PERF401  (how many there are says which failed)
        except BadJson as fault:
            raise _under(fault, len(found)) from None
        return kind(found)

    def write(values: Iterable[Any]) -> Json:
        return list(values) if write_one is None else list(map(write_one, values))

    return Way(read, write if kind is tuple else lambda values: write(sorted(values)))


def _keyed(way: Way) -> Way:
    """An object of any keys, with one kind of value."""
    read_one, write_one = way.read, way.write or _as_it_is

    def read(data: Json) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise WrongField(f"must be an object, not {data!r}")
        found: dict[str, Any] = {}
        for key, item in data.items():
            try:
                found[key] = read_one(item)
            except BadJson as fault:
                raise _under(fault, key) from None
        return found

    return Way(read, lambda items: {key: write_one(item) for key, item in items.items()})


def _row(ways: list[Way]) -> Way:
    """A list with a way for each of its places."""
    length, reads = len(ways), [way.read for way in ways]
    writes = [way.write or _as_it_is for way in ways]

    def read(data: Json) -> tuple[Any, ...]:
        if not isinstance(data, list) or len(data) != length:
            raise WrongField(f"must be a list of {length}, not {data!r}")
        found: list[Any] = []
        try:
            for read_one, item in zip(reads, data, strict=True):
                found.append(read_one(item))
        except BadJson as fault:
            raise _under(fault, len(found)) from None
        return tuple(found)

    def write(values: tuple[Any, ...]) -> Json:
        return [write_one(value) for write_one, value in zip(writes, values, strict=True)]

    return Way(read, list if all(way.write is None for way in ways) else write)


# --- objects -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of a dataclass: its name there and in JSON, its way, and what absent stands for."""

    name: str
    in_json: str
    way: Way
    absent: Json


def _fields_of(kind: Any) -> list[_Field]:
    hints = get_type_hints(kind, include_extras=True)
    return [_field(each, hints[each.name]) for each in fields(kind) if each.init]


def _field(field: Field[Any], hint: Any) -> _Field:
    way, name, default = way_of(hint), field.name, field.default
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, Called):
            name = mark.name
        elif isinstance(mark, NullToo):
            way = Way(_null_as(default, way.read), way.write)
    absent = None if default is MISSING else (way.write or _as_it_is)(default)
    return _Field(field.name, name, way, absent)


def _null_as(default: Any, read: Read) -> Read:
    return lambda data: default if data is None else read(data)


def _reader(kind: type[E]) -> Callable[[Json], E]:
    """Reads a dataclass out of an object."""
    plan = [(each.in_json, each.absent, each.way.read) for each in _fields_of(kind)]

    def read(data: Json) -> E:
        if not isinstance(data, dict):
            raise WrongField(f"must be an object, not {data!r}")
        get = data.get
        found: list[Any] = []
        try:
            for name, absent, read_one in plan:
                found.append(read_one(get(name, absent)))
        except BadJson as fault:
            raise _under(fault, plan[len(found)][0]) from None
        return kind(*found)

    return read


def _writer(kind: type[Any], first: Mapping[str, Json] = types.MappingProxyType({})) -> WriteObject:
    """Writes a dataclass as an object that begins with `first`."""
    plan = _fields_of(kind)
    begun, parts = dict(first), [(each.in_json, each.name, each.way.write) for each in plan]

    def write(value: Any) -> dict[str, Json]:
        data = begun.copy()
        for in_json, name, write_one in parts:
            part = getattr(value, name)
            data[in_json] = part if write_one is None else write_one(part)
        return data

    return write


class Codec(Generic[E]):
    """Several dataclasses as JSON objects whose `type`, written first, says which one it is.

    The type is the name of the class in small letters, unless `names` has another one. `checks`
    has what is done with events of a class once all their fields are read.
    """

    def __init__(
        self,
        kinds: Iterable[type[E]],
        names: Mapping[Any, str] = types.MappingProxyType({}),
        checks: Mapping[Any, Callable[[Any], Any]] = types.MappingProxyType({}),
    ) -> None:
        self._readers: dict[str, Read] = {}
        self._writers: dict[type[E], WriteObject] = {}
        for kind in kinds:
            name = names.get(kind) or re.sub(r"\B([A-Z])", r"_\1", kind.__name__).lower()
            way = Way(_reader(kind))
            self._readers[name] = _then(way, checks[kind]).read if kind in checks else way.read
            self._writers[kind] = _writer(kind, {"type": name})

    def read(self, data: Json) -> E:
        """The event a piece of JSON describes; `BadJson` says what is wrong with it."""
        if not isinstance(data, dict):
            raise WrongField(f"must be an object, not {data!r}")
        kind = data.get("type")
        if not isinstance(kind, str) or kind not in self._readers:
            raise WrongField(f"no event is called {kind!r}; use one of {list(self._readers)}")
        event: E = self._readers[kind](data)
        return event

    def write(self, event: E) -> dict[str, Json]:
        """The event as plain data, `type` first."""
        return self._writers[type(event)](event)
