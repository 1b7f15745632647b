"""Every word the page of Burg Appenzell asks for exists in four languages, and no other."""

import re
from pathlib import Path

import pytest

import web
from web.appenzell_words import WORDS as OWN
from web.words import LANGUAGES, WORDS

SCRIPTS = sorted((Path(web.__file__).parent / "static").glob("appenzell*.js"))
TEXT = "".join(path.read_text() for path in SCRIPTS)
PLAIN = set(re.findall(r't\("([a-z]+\.[a-z._-]+)"', TEXT)) | set(
    re.findall(r'"(appenzell\.[a-z.-]+)"', TEXT)
)
BEGUN = set(re.findall(r"`(appenzell\.[a-z-]*\.?)\$\{", TEXT))


def test_the_scripts_are_found():
    assert len(SCRIPTS) == 4
    assert len(PLAIN) > 30


@pytest.mark.parametrize("key", sorted(PLAIN))
def test_a_word_exists(key):
    assert key in WORDS


@pytest.mark.parametrize("key", sorted(BEGUN))
def test_a_word_made_of_parts_has_choices(key):
    assert sum(each.startswith(key) for each in OWN) > 1


def test_no_word_is_left_over():
    used = PLAIN | {key for key in OWN for start in BEGUN if key.startswith(start)}
    assert {key for key in OWN if key.startswith("appenzell.")} <= used


def test_every_word_is_in_every_language_with_the_same_facts():
    for key, texts in OWN.items():
        assert len(texts) == len(LANGUAGES)
        assert all(texts), key
        assert len({frozenset(re.findall(r"\{(\w+)\}", text)) for text in texts}) == 1, key
