"""What a journal keeps, read back. Every game, record and note is checked here before anything
else looks into it, whether it comes from our own file, from rubble or from somebody's backup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias, TypeGuard, TypeVar

from device.records.framing import StrangeLine
from rules.errors import CastellanError
from rules.names import kept_names
from rules.values import HINT_LEVELS, NOTHING, Facts, Json

T = TypeVar("T")

MOST = 2**53  # beyond it a number of JSON is not exact
MOST_PLAYERS = 6
DEVICE = 0  # the game of notes that are about no game
HINTS = "hints"  # the note that says how much the device tells
PROOFS = "proofs"  # the note that says whether players see the pictures that prove events
LAYOUT = "layout"  # the note that says which set-up is to be laid out
TAKEN_UP = "taken_up"  # the note of the device that says which earlier game is played on
SENSES = "senses"  # the note of the device that says whether it may look and listen
ON, OFF = "on", "off"


class BadStored(CastellanError, ValueError):
    """A stored game that cannot be one."""


@dataclass(frozen=True)
class StoredGame:
    """A game as it was agreed at set-up."""

    id: int
    time: float
    about: Facts

    @cached_property
    def agreed(self) -> Agreed:
        """What `about` says; BadStored if that makes no sense."""
        return agreement(self.about)


@dataclass(frozen=True)
class StoredRecord:
    """One record of a game, numbered from 1 in the order it was written.

    Some carry what their game was begun with, so that it is found without its own line.
    """

    game: int
    number: int
    time: float
    record: Facts
    command: str | None = None
    begun: StoredGame | None = None


@dataclass(frozen=True)
class StoredNote:
    """Something beside a game's records; numbered through all games."""

    game: int
    number: int
    about: Facts


Stored: TypeAlias = StoredGame | StoredRecord | StoredNote


def decode(kind: str, about: Facts) -> Stored:
    """What a line of that kind says; StrangeLine when it cannot say that."""
    if kind == "game":
        return StoredGame(_number(about, "game"), _time(about), _mapping(about, "about"))
    if kind == "note":
        game = _number(about, "game", DEVICE)
        return StoredNote(game, _number(about, "number"), _mapping(about, "about"))
    game, command = _number(about, "game"), about.get("command")
    if not (command is None or isinstance(command, str)):
        raise StrangeLine(f"a command cannot be called {command!r}")
    record = _mapping(about, "record")
    begun = _begun(game, about)
    return StoredRecord(game, _number(about, "number"), _time(about), record, command, begun)


def _begun(game: int, about: Facts) -> StoredGame | None:
    if "begun" not in about:
        return None
    begun = _mapping(about, "begun")
    return StoredGame(game, _time(begun), _mapping(begun, "about"))


def _number(about: Facts, name: str, least: int = 1) -> int:
    number = about.get(name)
    if not _is_whole(number) or not least <= number < MOST:
        raise StrangeLine(f"{name} cannot be {number!r}")
    return int(number)


def _time(about: Facts) -> float:
    moment = about.get("time")
    if isinstance(moment, bool) or not isinstance(moment, int | float) or not abs(moment) < MOST:
        raise StrangeLine(f"a time cannot be {moment!r}")
    return moment


def _mapping(about: Facts, name: str) -> Facts:
    found = about.get(name)
    if not isinstance(found, dict):
        raise StrangeLine(f"{name} cannot be {found!r}")
    return found


def _is_whole(number: object) -> TypeGuard[int]:
    return isinstance(number, int) and not isinstance(number, bool)


# --- what is inside ----------------------------------------------------------------------


@dataclass(frozen=True)
class Agreed:
    """What was agreed about a game at set-up."""

    game: str
    players: int
    names: Sequence[str | None] = ()
    colours: Sequence[Sequence[str]] = ()
    options: Facts = field(default_factory=dict)
    box: Facts = field(default_factory=dict)
    hints: str | None = None
    proofs: bool | None = None


def agreement(about: Facts) -> Agreed:
    """What was agreed about a game; BadStored when no game can be so agreed."""
    return Agreed(
        _agreed(about, "game", _is_text),
        _agreed(about, "players", _is_number_of_players),
        _perhaps(about, "names", _are_names) or (),
        [[*filter(None, each)] for each in _perhaps(about, "colours", _are_colours) or ()],
        _perhaps(about, "options", _is_table) or NOTHING,
        _perhaps(about, "box", _is_table) or NOTHING,
        _perhaps(about, HINTS, _is_level),
        _perhaps(about, PROOFS, _is_switch),
    )


def _agreed(about: Facts, name: str, is_right: Callable[[object], TypeGuard[T]]) -> T:
    value = about.get(name)
    if not is_right(value):
        raise BadStored(f"a game cannot be agreed with {name} = {value!r}")
    return value


def _perhaps(about: Facts, name: str, is_right: Callable[[object], TypeGuard[T]]) -> T | None:
    return None if about.get(name) is None else _agreed(about, name, is_right)


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str)


def _is_number_of_players(value: object) -> TypeGuard[int]:
    return _is_whole(value) and 1 <= value <= MOST_PLAYERS


def _is_table(value: object) -> TypeGuard[Facts]:
    return isinstance(value, Mapping)


def _are_texts(value: object) -> TypeGuard[Sequence[str | None]]:
    """A list of texts; with None for one that is not there."""
    return isinstance(value, list | tuple) and all(isinstance(x, str | None) for x in value)


def _are_names(value: object) -> TypeGuard[Sequence[str | None]]:
    return _are_texts(value) and len(value) <= MOST_PLAYERS


def _are_colours(value: object) -> TypeGuard[Sequence[Sequence[str | None]]]:
    return isinstance(value, list | tuple) and all(map(_are_texts, value))


def _is_level(value: object) -> TypeGuard[str]:
    return value in HINT_LEVELS


def _is_switch(value: object) -> TypeGuard[bool]:
    return isinstance(value, bool)


@dataclass
class Notes:
    """What the notes of a game say: names by seat and more; `skipped` made no sense."""

    names: dict[int, str]
    hints: str | None = None
    layout: Json = None
    proofs: bool | None = None
    skipped: int = 0


def read_notes(
    notes: Iterable[Facts], players: int, agreed_names: Sequence[Json] | Sequence[str | None] = ()
) -> Notes:
    """The notes of one game; those that make no sense are skipped and counted.

    Notes of a kind that is not read here are somebody else's. A name that is none is nobody's.
    """
    found = Notes({})
    names: list[tuple[object, object]] = list(enumerate(agreed_names))
    for note in notes:
        if not is_note(note, players):
            found.skipped += 1
        elif HINTS in note:
            found.hints = str(note[HINTS])
        elif LAYOUT in note:
            found.layout = note[LAYOUT]
        elif PROOFS in note:
            found.proofs = note[PROOFS] is True
        elif "name" in note:
            names.append((note["seat"], note["name"]))
    found.names = kept_names(names, players)
    return found


def is_note(note: Facts, players: int = MOST_PLAYERS) -> bool:
    """Whether a note of a game makes sense; of an unknown kind every note does."""
    if HINTS in note:
        return note[HINTS] in HINT_LEVELS
    if SENSES in note:
        return note[SENSES] in (ON, OFF)
    if LAYOUT in note:
        return isinstance(note[LAYOUT], dict)
    if PROOFS in note:
        return isinstance(note[PROOFS], bool)
    if TAKEN_UP in note:
        return _is_whole(note[TAKEN_UP]) and _is_whole(note.get("newest"))
    if "name" in note:
        seat = note.get("seat")
        return isinstance(note["name"], str) and _is_whole(seat) and 0 <= seat < players
    return True
