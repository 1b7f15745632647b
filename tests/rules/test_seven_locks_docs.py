"""The page about the rules of Seven Locks names every rule, and no other."""

import re
from pathlib import Path

from rules.seven_locks import OPTIONS
from rules.seven_locks.ruling_words import RULINGS
from rules.seven_locks.words import HINTS, MESSAGES

PAGE = (Path(__file__).parents[2] / "docs" / "rules-seven_locks.md").read_text()
NAMED = set(re.findall(r"`(seven_locks\.[a-z.-]+)`", PAGE))


def test_every_rule_and_hint_is_on_the_page():
    assert set(RULINGS) | set(HINTS) <= NAMED


def test_the_page_names_no_rule_that_does_not_exist():
    assert set(MESSAGES) >= NAMED


def test_every_option_is_on_the_page():
    for option in OPTIONS:
        assert f"`{option.name}`" in PAGE
