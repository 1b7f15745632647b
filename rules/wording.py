"""Rulings, hints, events and refusals in the players' languages.

An id begins with the name of its book: `kilt.` for Kilt Castle, `referee.` for every game.
Facts are worded by their names: in Kilt Castle `square` becomes "c2", `seat` is everywhere the
player's name, and so on; each book says how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter

from rules import fact_words, referee_words
from rules.appenzell import fact_words as appenzell_facts
from rules.appenzell import words as appenzell_words
from rules.castle import fact_words as castle_facts
from rules.castle import words as castle_words
from rules.errors import UnknownWording
from rules.fact_words import Kind, Names
from rules.kilt import fact_words as kilt_facts
from rules.kilt import words as kilt_words
from rules.seven_locks import fact_words as seven_locks_facts
from rules.seven_locks import words as seven_locks_words
from rules.solomon import fact_words as solomon_facts
from rules.solomon import words as solomon_words
from rules.values import Facts, Json

LANGUAGES = ("de", "en", "fr", "it")


@dataclass(frozen=True)
class Book:
    """The sentences of one game, and how the facts in them are worded."""

    messages: Mapping[str, Mapping[str, str]]
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)


BOOKS: Mapping[str, Book] = {
    "referee": Book(referee_words.MESSAGES),
    "appenzell": Book(appenzell_words.MESSAGES, appenzell_facts.WORDS, appenzell_facts.KINDS),
    "castle": Book(castle_words.MESSAGES, castle_facts.WORDS, castle_facts.KINDS),
    "kilt": Book(kilt_words.MESSAGES, kilt_facts.WORDS, kilt_facts.KINDS),
    "seven_locks": Book(
        seven_locks_words.MESSAGES, seven_locks_facts.WORDS, seven_locks_facts.KINDS
    ),
    "solomon": Book(solomon_words.MESSAGES, solomon_facts.WORDS, solomon_facts.KINDS),
}
MESSAGES: Mapping[str, Mapping[str, str]] = {
    key: texts for book in BOOKS.values() for key, texts in book.messages.items()
}
KINDS: Mapping[str, Mapping[str, Kind]] = {
    name: {**fact_words.KINDS, **book.kinds} for name, book in BOOKS.items()
}
WORDS: Mapping[tuple[str, str], Mapping[str, str]] = {
    (name, language): {**fact_words.WORDS[language], **book.words.get(language, {})}
    for name, book in BOOKS.items()
    for language in LANGUAGES
}


def say(language: str, message: str, facts: Facts, names: Names = ()) -> str:
    """One message in one language; `names` are the players' names by seat."""
    template, book = template_of(language, message), message.partition(".")[0]
    worded = {
        key: word(language, key, facts.get(key), names, book) for key in placeholders(template)
    }
    text = template.format_map(worded)
    if language == "it":
        # Between two a's Italian puts a d.
        text = text.replace(" a A", " ad A")
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


def template_of(language: str, message: str) -> str:
    """The sentence with its placeholders; `UnknownWording` names what is missing."""
    try:
        return MESSAGES[message][language]
    except KeyError:
        raise UnknownWording(f"no wording for {message!r} in language {language!r}") from None


def placeholders(template: str) -> tuple[str, ...]:
    """The facts a sentence asks for."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


def word(language: str, key: str, fact: Json, names: Names, book: str) -> str:
    """One fact as words, by the kind its name stands for in that book."""
    kind = KINDS[book].get(key, fact_words.number)
    return kind(WORDS[book, language], fact, names)
