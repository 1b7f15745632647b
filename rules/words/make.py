"""Checks every catalogue, says what is wrong with which text, and writes the `.mo` files.

    python -m rules.words.make

A `.po` file comes back with the notes for translators and in the order of the English one; what
it lacks is added empty and marked as fuzzy.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from rules.words import LANGUAGES
from rules.words.catalogues import CONTEXTS, DOMAINS, RULE, fields, folder
from rules.words.po import Entry, NotPo, compiled, parse, render
from rules.words.wording import KINDS

ENGLISH = "en"
ENDS = (".", "!", "?")  # of every sentence of the rules


def faults(entries: list[Entry], english: list[Entry]) -> Iterator[str]:
    """What is wrong with a catalogue, a line each."""
    forms = _forms(entries[0]) if entries else 0
    if not forms:
        yield "the head says no Plural-Forms"
    named = {(entry.context, entry.key): entry for entry in entries}
    wanted = {(entry.context, entry.key): entry for entry in english}
    for name, count in Counter((entry.context, entry.key) for entry in entries).items():
        if count > 1:
            yield f"{_called(name)} is there {count} times"
    for name in named.keys() - wanted.keys():
        yield f"{_called(name)} is no id of the English catalogue"
    for name in wanted.keys() - named.keys():
        yield f"{_called(name)} is missing"
    for name, entry in named.items():
        if name in wanted and entry.key:
            yield from (f"{_called(name)} {fault}" for fault in _wrong(entry, wanted[name], forms))


def _forms(head: Entry) -> int:
    """How many plural forms the language has, by the head of its catalogue."""
    _, _, told = "".join(head.texts).partition("nplurals=")
    return int(told[0]) if not head.key and told[:1].isdigit() else 0


def _wrong(entry: Entry, english: Entry, forms: int) -> Iterator[str]:
    if entry.context not in CONTEXTS:
        yield f"has a msgctxt that is none of {', '.join(filter(None, CONTEXTS))}"
    if entry.context == RULE and entry.key.partition(".")[0] not in KINDS:
        yield f"begins with none of {', '.join(KINDS)}: is its msgctxt missing?"
    if entry.fuzzy:
        yield "is marked as fuzzy: look at it and take the mark away"
    if entry.counted != english.counted:
        yield "has a plural in one language and none in another"
    elif len(entry.texts) != (forms if entry.counted else 1):
        yield f"has {len(entry.texts)} forms, not {forms if entry.counted else 1}"
    wanted = fields(english.texts[0]) or frozenset()
    for text in entry.texts:
        found = fields(text)
        if not text.strip():
            yield "is empty"
        elif found is None:
            yield "has a single { or }"
        elif odd := sorted(found ^ wanted):
            yield f"and the English text differ in {', '.join(f'{{{name}}}' for name in odd)}"
        elif entry.context == RULE and not text.endswith(ENDS):
            yield "does not end in one of " + " ".join(ENDS)


def _called(name: tuple[str, str]) -> str:
    context, key = name
    return f"{context} {key}".strip()


def tidied(entries: list[Entry], english: list[Entry]) -> list[Entry]:
    """The entries in English order with the notes of the English ones; what lacks is added."""
    named = {(entry.context, entry.key): entry for entry in entries}
    ordered = [
        replace(named.pop((wanted.context, wanted.key), _empty(wanted)), notes=notes_of(wanted))
        for wanted in english
    ]
    return ordered + list(named.values())


def _empty(wanted: Entry) -> Entry:
    return replace(wanted, texts=("",) * len(wanted.texts), remarks=(), fuzzy=True)


def notes_of(entry: Entry) -> tuple[str, ...]:
    """What translators should know: of a sentence of the rules what fills each of its places."""
    if entry.context != RULE or not entry.key:
        return entry.notes
    kinds = KINDS.get(entry.key.partition(".")[0], {})
    return tuple(
        f"{{{name}}}: {_note(kinds[name]) if name in kinds else 'A number.'}"
        for name in sorted(fields(entry.texts[0]) or ())
    )


def _note(kind: Callable[..., str]) -> str:
    assert kind.__doc__, f"{kind} has no docstring to tell translators what it says"
    return kind.__doc__.strip().splitlines()[0]


def made(
    domain: str, folder: Callable[[str], Path] = folder
) -> tuple[dict[Path, bytes], list[str]]:
    """The files of a game or of the house as they should be, and what is wrong with them."""
    files: dict[Path, bytes] = {}
    wrong: list[str] = []
    english: list[Entry] = []
    for language in (ENGLISH, *(each for each in LANGUAGES if each != ENGLISH)):
        path = folder(domain) / f"{language}.po"
        try:
            entries = parse(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, NotPo) as fault:
            wrong.append(f"{path}: {fault}")
            if language == ENGLISH:
                break
            continue
        english = english or entries
        wrong += [f"{path}: {fault}" for fault in faults(entries, english)]
        entries = tidied(entries, english)
        files[path] = render(entries).encode()
        files[path.with_suffix(".mo")] = compiled(e for e in entries if any(e.texts))
    return files, wrong


def main() -> int:
    """Write every file; the `.mo` files only where nothing is wrong."""
    wrong: list[str] = []
    for domain in DOMAINS:
        files, faulty = made(domain)
        wrong += faulty
        for path, content in files.items():
            if path.suffix == ".po" or not faulty:
                path.write_bytes(content)
    print(*wrong or ["Every catalogue is complete."], sep="\n")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
