"""What a course says, in one language."""

from __future__ import annotations

from rules.words.catalogues import Book, in_language
from vision.course import Said, Words


def worded(words: Words, game: str, language: str) -> str:
    """Words of a game's course in one language."""
    return _worded(words, in_language(language).courses[game])


def _worded(words: Words | tuple[Words, ...], book: Book) -> str:
    if isinstance(words, tuple):
        return ", ".join(_worded(each, book) for each in words)
    if not isinstance(words, Said):
        return str(words)
    values = [_worded(value, book) for value in words.values]
    facts = {name: _worded(fact, book) for name, fact in words.facts}
    return _pattern(words, book).format(*values, **facts)


def _pattern(words: Said, book: Book) -> str:
    if words.key in book.forms and isinstance(words.values[0], int):
        return book.count(words.key, words.values[0])
    return book[words.key]
