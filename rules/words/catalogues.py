"""The catalogues of words: one for each game and one for the house, in every language.

A catalogue is a `.po` file that translators change, and the `.mo` file that `make words` makes of
it. English is a catalogue like the others: code names texts by their ids only. A game's
catalogues lie in `rules/<game>/locale`, the house's in `rules/words/locale`. All are read at the
start, so that a missing one is told then and not in the middle of a game.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import rules
from rules.errors import CastellanError, UnknownWording
from rules.games import GAMES
from rules.values import Json
from rules.words import LANGUAGES

HOUSE = "house"
DOMAINS = (HOUSE, *GAMES)
# What a text is for (`msgctxt`). Sentences of the rules have none: journals name them by id alone.
RULE = ""
FACT = "fact"  # pieces, places and the like, as they stand in sentences
SCRIPT = "script"  # what the scripts of the table's pages show
TEACH = "teach"  # what the script of the teaching page shows
PAGE = "page"  # what the server writes into pages, and why it refuses
DEVICE = "device"  # what the device says of itself, of corrections and of a set-up
COURSE = "course"  # how an owner is led through the teaching of a box
CONTEXTS = (RULE, FACT, SCRIPT, TEACH, PAGE, DEVICE, COURSE)
BETWEEN = "\x04"  # what gettext puts between a context and an id


class BadCatalogue(CastellanError, OSError):
    """A catalogue is missing, cannot be read, or has other ids than the English one."""


class Book(dict[str, str]):
    """Texts by id, and the forms of what is counted."""

    def __init__(self, plural: Callable[[int], int], books: Iterable[Book] = ()) -> None:
        super().__init__()
        self.plural = plural  # which form so many take
        self.forms: dict[str, list[str]] = {}
        for book in books:
            self.update(book)
            self.forms |= book.forms

    def count(self, key: str, number: Json) -> str:
        """The form for so many, the number not yet filled in; the last if nobody can tell."""
        forms = self.forms[key]
        return forms[self.plural(number)] if isinstance(number, int) else forms[-1]

    def all_texts(self) -> Iterator[tuple[str, str]]:
        """Every text by its id, all forms of what is counted."""
        yield from self.items()
        yield from ((key, text) for key, texts in self.forms.items() for text in texts)

    def sample(self, key: str) -> str:
        """The text of an id, in the first of its forms."""
        return self[key] if key in self else self.forms[key][0]

    @property
    def ids(self) -> set[str]:
        """All of its ids."""
        return {*self, *self.forms}


class Catalogue(gettext.GNUTranslations):
    """The texts of one file, by what they are for."""

    _catalog: Mapping[str | tuple[str, int], str]
    plural: Callable[[int], int]

    def books(self) -> dict[str, Book]:
        """A book for each context."""
        found = {context: Book(self.plural) for context in CONTEXTS}
        for name, text in self._catalog.items():
            full, form = name if isinstance(name, tuple) else (name, None)
            context, _, key = full.rpartition(BETWEEN)
            if form is not None:
                found[context].forms.setdefault(key, []).append(text)
            elif key:
                found[context][key] = text
        return found


@dataclass(frozen=True)
class Language:
    """All texts of one language."""

    books: Mapping[tuple[str, str], Book]  # by domain and context
    rules: Book
    facts: Mapping[str, Book]  # by the beginning of a sentence's id
    courses: Mapping[str, Book]  # by game, with its facts
    pages: Book
    device: Book


def fields(text: str) -> frozenset[str] | None:
    """The places a text leaves to be filled in; None if that cannot be told."""
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError:
        return None


def folder(domain: str) -> Path:
    """Where the catalogues of a game or of the house lie."""
    room = Path(__file__).parent if domain == HOUSE else Path(rules.__file__).parent / domain
    return room / "locale"


def read(name: str, folder: Callable[[str], Path] = folder) -> Language:
    """All catalogues of one language."""
    books = {
        (domain, context): book
        for domain in DOMAINS
        for context, book in _catalogue(folder(domain) / f"{name}.mo").books().items()
    }
    plural = books[HOUSE, RULE].plural
    everyday = books[HOUSE, FACT]
    return Language(
        books,
        rules=_joined(plural, books, RULE),
        facts={
            "referee": everyday,
            **{game: Book(plural, (everyday, books[game, FACT])) for game in GAMES},
        },
        courses={
            game: Book(plural, (books[game, FACT], books[HOUSE, COURSE], books[game, COURSE]))
            for game in GAMES
        },
        pages=_joined(plural, books, SCRIPT, TEACH, PAGE),
        device=_joined(plural, books, DEVICE),
    )


def _catalogue(path: Path) -> Catalogue:
    try:
        with path.open("rb") as file:
            return Catalogue(file)
    except (OSError, UnicodeDecodeError, KeyError) as fault:
        raise BadCatalogue(f"{path} cannot be read ({fault}); make it anew: make words") from fault


def _joined(
    plural: Callable[[int], int], books: Mapping[tuple[str, str], Book], *contexts: str
) -> Book:
    return Book(plural, (books[domain, context] for context in contexts for domain in DOMAINS))


def read_all(folder: Callable[[str], Path] = folder) -> dict[str, Language]:
    """Every language; `BadCatalogue` names what one of them lacks."""
    languages = {name: read(name, folder) for name in LANGUAGES}
    for name, language in languages.items():
        for (domain, context), english in languages["en"].books.items():
            fault = _unlike(language.books[domain, context], english, context or "rule")
            if fault:
                file = folder(domain) / f"{name}.mo"
                raise BadCatalogue(f"{file} {fault}; change the .po file, then: make words")
    return languages


def _unlike(book: Book, english: Book, context: str) -> str:
    """Why texts cannot stand for the English ones; empty if they can."""
    odd = book.ids ^ english.ids
    if odd:
        told = ", ".join(sorted(odd))
        return f"has not the same {context} ids as the English one: {told}"
    for key, text in book.all_texts():
        if fields(text) is None or fields(text) != fields(english.sample(key)):
            return f"and the English one leave other places to be filled in in {context} {key}"
    return ""


@cache
def languages() -> Mapping[str, Language]:
    """Every language, read once; called at the start, so that what is missing is told then."""
    return read_all()


def in_language(name: str) -> Language:
    """All texts of a language; `UnknownWording` if it is not spoken here."""
    try:
        return languages()[name]
    except KeyError:
        raise UnknownWording(f"no words in language {name!r}; known are {LANGUAGES}") from None
