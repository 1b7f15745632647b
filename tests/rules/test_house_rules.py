"""House rules are what the players agreed on, of what a game offers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

import pytest

from rules.errors import BadSetting
from rules.house_rules import HouseRules, choice


@dataclass(frozen=True, slots=True)
class Rules(HouseRules):
    game: ClassVar[str] = "fort"
    open_gate: bool = choice(False, True)
    towers: int = choice(1, 2)


def test_an_agreed_rule_replaces_the_first_choice_under_its_public_name() -> None:
    assert Rules.agreed({"open-gate": True}) == Rules(open_gate=True, towers=1)
    assert Rules.agreed({}).named() == {"open-gate": False, "towers": 1}


@pytest.mark.parametrize(
    ("name", "value", "offered"),
    [
        ("open-gate", 1, "one of [False, True]"),
        ("towers", True, "one of [1, 2]"),
        ("towers", 3, "one of [1, 2]"),
        ("moat", True, "an option of ['open-gate', 'towers']"),
    ],
)
def test_a_rule_that_is_not_offered_is_refused_and_told_what_is(
    name: str, value: object, offered: str
) -> None:
    told = f"fort: option {name}={value!r} is not known; use {offered}"
    with pytest.raises(BadSetting, match=f"^{re.escape(told)}$"):
        Rules.agreed({name: value})  # type: ignore[dict-item]  # what a file may hold
