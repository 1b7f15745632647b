"""The page about the rules of Seven Locks names every rule, and no other."""

import re
from pathlib import Path

from rules.seven_locks import OPTIONS
from rules.words.catalogues import RULE, in_language
from rules.words.wording import TO_YOU

PAGE = (Path(__file__).parents[2] / "docs" / "rules-seven_locks.md").read_text()
MESSAGES = {
    each for each in in_language("en").books["seven_locks", RULE] if not each.endswith(TO_YOU)
}
NAMED = set(re.findall(r"`(seven_locks\.[a-z.-]+)`", PAGE))


def test_every_rule_and_hint_is_on_the_page():
    assert {each for each in MESSAGES if not each.startswith("seven_locks.event.")} <= NAMED


def test_the_page_names_no_rule_that_does_not_exist():
    assert MESSAGES >= NAMED


def test_every_option_is_on_the_page():
    for option in OPTIONS:
        assert f"`{option.name}`" in PAGE
