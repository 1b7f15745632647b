"""The page about the rules of Burg Appenzell names every rule, and no other."""

import re
from pathlib import Path

from rules.appenzell import OPTIONS
from rules.words.catalogues import RULE, in_language
from rules.words.wording import TO_YOU

PAGE = (Path(__file__).parents[2] / "docs" / "rules-appenzell.md").read_text()
MESSAGES = {
    each for each in in_language("en").books["appenzell", RULE] if not each.endswith(TO_YOU)
}
NAMED = set(re.findall(r"`(appenzell\.[a-z.-]+)`", PAGE))


def test_every_rule_and_hint_is_on_the_page():
    assert {each for each in MESSAGES if not each.startswith("appenzell.event.")} <= NAMED


def test_the_page_names_no_rule_that_does_not_exist():
    assert MESSAGES >= NAMED


def test_every_option_is_on_the_page():
    for option in OPTIONS:
        assert f"`{option.name}`" in PAGE
