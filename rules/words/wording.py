"""Rulings, hints and events in the players' languages.

An id begins with the name of its game, or with `referee` for every game. Facts are worded by
their names: in Kilt Castle `square` becomes "c2", `seat` is everywhere the player's name, and so
on; each game says how (`rules/<game>/fact_words.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import Formatter

from rules import fact_words
from rules.errors import UnknownWording
from rules.fact_words import Kind, Names
from rules.games import GAMES
from rules.values import Facts, Json
from rules.words.catalogues import in_language

KINDS: Mapping[str, Mapping[str, Kind]] = {
    "referee": fact_words.KINDS,
    **{name: {**fact_words.KINDS, **game.kinds} for name, game in GAMES.items()},
}
TO_YOU = ".you"  # ends the id of a sentence that speaks to the one it is about
# What a language changes where a fact begins with a certain letter: Italian parts two a's by a d.
SMOOTHED = {"it": (" a A", " ad A")}


def say(language: str, message: str, facts: Facts, names: Names = ()) -> str:
    """One message in one language; `names` are the players' names by seat."""
    template, book = template_of(language, message), message.partition(".")[0]
    words, kinds = in_language(language).facts[book], KINDS[book]
    worded = {
        key: kinds.get(key, fact_words.number)(words, facts.get(key), names)
        for key in placeholders(template)
    }
    text = template.format_map(worded)
    if language in SMOOTHED:
        text = text.replace(*SMOOTHED[language])
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


def addressed(language: str, message: str) -> str:
    """The id of the sentence as the one it is about reads it, where there is such a one."""
    own = f"{message}{TO_YOU}"
    return own if own in in_language(language).rules else message


def template_of(language: str, message: str) -> str:
    """The sentence with its placeholders; `UnknownWording` names what is missing."""
    try:
        return in_language(language).rules[message]
    except KeyError:
        raise UnknownWording(f"no wording for {message!r} in language {language!r}") from None


@cache
def placeholders(template: str) -> tuple[str, ...]:
    """The facts a sentence asks for."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


def word(language: str, key: str, fact: Json, names: Names, book: str) -> str:
    """One fact as words, by the kind its name stands for in that book."""
    kind = KINDS[book].get(key, fact_words.number)
    return kind(in_language(language).facts[book], fact, names)
