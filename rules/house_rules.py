"""How a game begins: for how many players, by which house rules, with what its box knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar

from rules.errors import BadJson, BadSetting
from rules.values import Choice, Facts, Json, Option

T = TypeVar("T")
C = TypeVar("C", str, int, bool)
R = TypeVar("R", bound="HouseRules")


def choice(*choices: C) -> C:
    """A house rule that may be any of these; the first unless the players agree otherwise."""
    rule: C = field(default=choices[0], metadata={"choices": choices})
    return rule


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The open questions of a game's rules, a field each; `-` in a public name is `_` here."""

    game: ClassVar[str]

    @classmethod
    def offered(cls) -> tuple[Option, ...]:
        """What the players may agree on."""
        rules = [(_public(each.name), each.metadata["choices"]) for each in fields(cls)]
        return tuple(Option(name, choices, choices[0]) for name, choices in rules)

    @classmethod
    def agreed(cls: type[R], chosen: Facts) -> R:
        """The rules with the chosen ones changed; `BadSetting` for one unknown."""
        known = {option.name: option.choices for option in cls.offered()}
        values: dict[str, Any] = {}
        for name, value in chosen.items():
            choices = known.get(name, ())
            # 1 == True in Python, but a number is no answer to a yes-or-no question.
            if not any(value == each and type(value) is type(each) for each in choices):
                offered = f"one of {list(choices)}" if choices else f"an option of {list(known)}"
                raise BadSetting(f"{cls.game}: option {name}={value!r} is not known; use {offered}")
            values[name.replace("-", "_")] = value
        return cls(**values)

    def named(self) -> dict[str, Choice]:
        """The rules under their public names."""
        return {_public(each.name): getattr(self, each.name) for each in fields(self)}


def _public(name: str) -> str:
    return name.replace("_", "-")


def check_players(game: str, allowed: range, players: int) -> None:
    """Raise `BadSetting` unless so many can play."""
    if type(players) is not int or players not in allowed:
        raise BadSetting(f"{game} is for {allowed[0]} to {allowed[-1]} players, not {players!r}")


def from_box(game: str, read: Callable[[Json], T], data: Json) -> T | None:
    """A fact of the box profile, None if it has none; `BadSetting` if it cannot be read."""
    try:
        return None if data is None else read(data)
    except BadJson as error:
        raise BadSetting(f"{game}: {error}") from error
