"""What the pages say; rulings and hints are worded in `rules.words.wording`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.errors import UnknownWording
from rules.games import GAMES
from rules.values import Json
from rules.words import LANGUAGES, wording
from rules.words.catalogues import DOMAINS, FACT, HOUSE, PAGE, SCRIPT, TEACH, in_language

SPOKEN = tuple(domain for domain in DOMAINS if domain != HOUSE)  # games that have words


def say(
    language: str,
    key: str,
    facts: Mapping[str, Json] | None = None,
    names: Sequence[str] = (),
) -> str:
    """The words for a key of the pages or, failing that, for an id of the rules."""
    text = in_language(language).pages.get(key)
    if text is not None:
        return text.format_map(dict(facts or {}))
    try:
        return wording.say(language, key, facts or {}, names)
    except UnknownWording:
        return say(language, "refused.illegal" if "." in key else "refused.garbage")


def language_names() -> dict[str, str]:
    """Every language as it calls itself."""
    return {language: in_language(language).pages["language.name"] for language in LANGUAGES}


def has_words(key: str) -> bool:
    """Whether the pages have words for a key."""
    return key in in_language("en").pages


def option_words(language: str, name: str, choice: str | int | bool | None = None) -> str:
    """The words for a house rule or one of its choices; its own name if we have none."""
    plain = f"option.{str(choice).lower()}" if isinstance(choice, bool) else ""
    key = plain or (f"option.{name}" if choice is None else f"option.{name}.{choice}")
    return say(language, key) if has_words(key) else str(name if choice is None else choice)


def letter(language: str, game: object, colour: str) -> str:
    """The letter that tells a seat's colour apart where a game has one, else nothing."""
    books = in_language(language).books
    known = isinstance(game, str) and game in SPOKEN
    return books[str(game), SCRIPT].get(f"{game}.letter.{colour}", "") if known else ""


def words_for(language: str, game: object = None, teaching: bool = False) -> dict[str, str]:
    """What the scripts of a page may have to say: the house's words and those of one game."""
    books = in_language(language).books
    words = dict(books[HOUSE, SCRIPT])
    words |= {f"game.{each}": books[each, PAGE][f"game.{each}"] for each in SPOKEN}
    if teaching:
        words |= books[HOUSE, TEACH]
    if isinstance(game, str) and game in SPOKEN:
        named = GAMES[game].page_facts
        facts = books[game, FACT].items()
        words |= books[game, SCRIPT]
        words |= {f"{game}.{key}": text for key, text in facts if key.startswith(named)}
    return words
