"""Schloss der 7 Schlösser: its pieces in words.

Towers are numbered 1 to 7 clockwise, keys 1 to 8 from the shortest to the longest; where the
colour of a key is known it is named too.
"""

from __future__ import annotations

from rules.fact_words import Kind, Names, Words, listed, seat
from rules.values import Json

# colour: German, English, French, Italian
_COLOURS = {
    "red": ("rot", "red", "rouge", "rossa"),
    "orange": ("orange", "orange", "orange", "arancione"),
    "yellow": ("gelb", "yellow", "jaune", "gialla"),
    "green": ("grün", "green", "verte", "verde"),
    "turquoise": ("türkis", "turquoise", "turquoise", "turchese"),
    "blue": ("blau", "blue", "bleue", "blu"),
    "violet": ("violett", "violet", "violette", "viola"),
    "pink": ("rosa", "pink", "rose", "rosa"),
    "brown": ("braun", "brown", "brune", "marrone"),
    "white": ("weiß", "white", "blanche", "bianca"),
    "grey": ("grau", "grey", "grise", "grigia"),
    "black": ("schwarz", "black", "noire", "nera"),
}

WORDS: dict[str, dict[str, str]] = {
    "de": {
        "tower": "Turm {}",
        "key": "Schlüssel {}",
        "pearl": "{} Perle",
        "pearls": "{} Perlen",
        "step": "{} Schritt",
        "steps": "{} Schritte",
        "unseen-steps": "ungesehene Schritte",
        "outcome.fits": "passt",
        "outcome.long": "zu lang",
        "outcome.short": "zu kurz",
        "outcome.fails": "passt nicht",
        **{colour: names[0] for colour, names in _COLOURS.items()},
    },
    "en": {
        "tower": "tower {}",
        "key": "key {}",
        "pearl": "{} pearl",
        "pearls": "{} pearls",
        "step": "{} step",
        "steps": "{} steps",
        "unseen-steps": "unseen steps",
        "outcome.fits": "fits",
        "outcome.long": "too long",
        "outcome.short": "too short",
        "outcome.fails": "does not fit",
        **{colour: names[1] for colour, names in _COLOURS.items()},
    },
    "fr": {
        "tower": "tour {}",
        "key": "clé {}",
        "pearl": "{} perle",
        "pearls": "{} perles",
        "step": "{} pas",
        "steps": "{} pas",
        "unseen-steps": "des pas que personne n’a vus",
        "outcome.fits": "elle tourne",
        "outcome.long": "trop longue",
        "outcome.short": "trop courte",
        "outcome.fails": "elle ne tourne pas",
        **{colour: names[2] for colour, names in _COLOURS.items()},
    },
    "it": {
        "tower": "torre {}",
        "key": "chiave {}",
        "pearl": "{} perla",
        "pearls": "{} perle",
        "step": "{} passo",
        "steps": "{} passi",
        "unseen-steps": "passi non visti",
        "outcome.fits": "gira",
        "outcome.long": "troppo lunga",
        "outcome.short": "troppo corta",
        "outcome.fails": "non gira",
        **{colour: names[3] for colour, names in _COLOURS.items()},
    },
}


def _tower(words: Words, fact: Json, _: Names) -> str:
    return words["tower"].format(fact + 1 if isinstance(fact, int) else "?")


def _tower_number(_: Words, fact: Json, __: Names) -> str:
    return str(fact + 1) if isinstance(fact, int) else "?"


def _key(words: Words, fact: Json, names: Names) -> str:
    return words["key"].format(_key_number(words, fact, names))


def _key_number(words: Words, fact: Json, _: Names) -> str:
    """The number of a key counted from the shortest, with its colour where it is known."""
    match fact:
        case [int(number), str(colour)]:
            return f"{number + 1} ({words.get(colour, colour)})"
        case [int(number), None]:
            return str(number + 1)
    return "?"


def _pearls(words: Words, fact: Json, _: Names) -> str:
    return words["pearl" if fact == 1 else "pearls"].format("?" if fact is None else fact)


def _steps(words: Words, fact: Json, _: Names) -> str:
    if fact == 0:
        return words["unseen-steps"]
    return words["step" if fact == 1 else "steps"].format("?" if fact is None else fact)


def _face(words: Words, fact: Json, names: Names) -> str:
    match fact:
        case [int(pearls), int(steps)]:
            return f"{_pearls(words, pearls, names)} + {_steps(words, steps, names)}"
    return "?"


def _amounts(words: Words, fact: Json, names: Names) -> str:
    """Pearls by player, those who get none left out."""
    shares = fact if isinstance(fact, list) else []
    each = [f"{seat(words, at, names)}: {share}" for at, share in enumerate(shares) if share]
    return ", ".join(each) or words["none"]


def _outcome(words: Words, fact: Json, _: Names) -> str:
    return words.get(f"outcome.{fact}", "?")


# What kind of thing a fact is, by its name in the facts.
KINDS: dict[str, Kind] = {
    "amounts": _amounts,
    "face": _face,
    "faces": listed(_face),
    "key": _key,
    "keys": listed(_key_number),
    "outcome": _outcome,
    "outcomes": listed(_outcome),
    "pearls": _pearls,
    "right_amounts": _amounts,
    "right_key": _key,
    "right_pearls": _pearls,
    "right_seat": seat,
    "steps": _steps,
    "tower": _tower,
    "towers": listed(_tower_number),
}
