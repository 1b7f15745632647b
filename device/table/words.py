"""What the device says about itself: sight, camera, questions, refusals, corrections."""

from __future__ import annotations

from collections.abc import Mapping

from rules.values import Json
from rules.words import LANGUAGES
from rules.words.catalogues import Book, in_language


def say(language: str, key: str, facts: Mapping[str, Json] | None = None) -> str:
    """The words for a key; English where a language is not spoken."""
    words = in_language(language if language in LANGUAGES else "en").device
    worded = {name: _worded(value, words) for name, value in (facts or {}).items()}
    return words[key].format_map(worded)


def _worded(value: Json, words: Book) -> Json:
    """A fact; so many of each kind of things become words."""
    if not isinstance(value, Mapping):
        return value
    counted = [words.count(f"thing.{kind}", n).format(n) for kind, n in value.items()]
    return f" {words['and']} ".join(counted)
