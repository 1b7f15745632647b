"""The names of players: what one looks like, and when two are the same to the eye."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from contextlib import suppress

from rules.errors import CastellanError

LETTERS = 20  # as many as a phone's narrowest column shows
MARKS = 3  # on one letter; Vietnamese, Hebrew and Devanagari need no more
# Letters and marks by Unicode's tables that leave nothing to be seen.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)))
)
GONE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# Small letters of other alphabets and digits, each with the Latin letter it is taken for.
LOOK_ALIKE = str.maketrans(
    "авеѕіјкмнорстухһԁԛԝαβεζηικμνορτυχ01i|ı",
    "abesljkmhopctyxhdqwabeznlkmnoptyxollll",
)
ACCENTS = frozenset(map(chr, range(0x300, 0x370)))
UNHEARD = frozenset("PZC")  # kinds of signs that make no other name: points, gaps, unseen
# What the device calls itself and its parts, in the four languages.
OWN_WORDS = (
    *("castellan", "kastellan", "castellano", "châtelain"),
    *("host", "gastgeber", "hôte", "padrone di casa"),
    *("table", "tisch", "tavolo"),
    *("device", "gerät", "appareil", "dispositivo"),
    *("camera", "kamera", "caméra", "telecamera"),
    *("referee", "schiedsrichter", "arbitre", "arbitro"),
    *("nobody", "niemand", "personne", "nessuno"),
)
SEAT_WORDS = ("player", "spieler", "joueur", "giocatore")  # with a number: one without a name


class BadName(CastellanError, ValueError):
    """A name that shows nothing, is another player's, or a word the device uses of itself."""


def clean_name(text: str) -> str:
    """One line of at most 20 letters as seen; empty if nothing of it can be shown."""
    shown: list[str] = []
    letters = marks = 0
    for sign in unicodedata.normalize("NFC", _printable(text)).strip():
        if unicodedata.category(sign)[0] == "M":
            marks += 1
            if not shown or marks > MARKS:
                continue
        else:
            letters, marks = letters + 1, 0
            if letters > LETTERS:
                break
        shown.append(sign)
    return "".join(shown).strip()


def _printable(text: str) -> str:
    """The text without what cannot be seen, its gaps as single blanks."""
    signs = (_sign(sign) for sign in text if sign not in INVISIBLE)
    return " ".join("".join(signs).split())


def _sign(sign: str) -> str:
    if sign in "\t\n\r\v\f":
        return " "
    return "" if unicodedata.category(sign) in GONE else sign


def fold(name: str) -> str:
    """What the eye takes a name for: no case, accents, points, gaps or foreign alphabets."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    alike = plain.translate(LOOK_ALIKE)
    return "".join(
        sign
        for sign in alike
        if sign not in ACCENTS and unicodedata.category(sign)[0] not in UNHEARD
    )


def same_name(one: str, other: str) -> bool:
    """Whether two names look alike."""
    return (fold(one) or one) == (fold(other) or other)


def is_own_word(name: str) -> bool:
    """Whether the device says this of itself, or of a player without a name."""
    known = fold(name)
    return known in _OWN or known.rstrip("0123456789ol") in _SEATS


_OWN = frozenset(map(fold, OWN_WORDS))
_SEATS = frozenset(fold(word).rstrip("0123456789ol") for word in SEAT_WORDS)


def fit_name(text: str, others: Iterable[str] = ()) -> str:
    """The only way to a name: clean, not another's, not the device's; else `BadName`."""
    name = clean_name(text)
    if not name or is_own_word(name) or any(same_name(name, other) for other in others if other):
        raise BadName(f"{text[:LETTERS]!r} cannot be a player's name here")
    return name


def kept_names(given: Iterable[tuple[object, object]], seats: int) -> dict[int, str]:
    """Names by seat from what was kept, the newest last; what is none is left out."""
    names: dict[int, str] = {}
    for seat, text in given:
        if type(seat) is not int or not 0 <= seat < seats or not isinstance(text, str):
            continue
        names.pop(seat, None)
        with suppress(BadName):
            names[seat] = fit_name(text, names.values())
    return names
