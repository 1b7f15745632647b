"""The Castle: its counters, areas, spells and dice in words."""

from __future__ import annotations

from rules.castle.pieces import ENTRANCES
from rules.fact_words import Kind, Names, Words, amounts, listed, number, seat
from rules.values import Json


def counter(words: Words, fact: Json, _: Names) -> str:
    """A counter, without an article: "troll"."""
    return words.get(f"counter.{fact}", "?" if fact is None else str(fact))


def area(words: Words, fact: Json, _: Names) -> str:
    """An area: "room 3", "corridor G"; without an article.

    Rooms carry numbers, entrances the letters A to F, the Cell an X, corridors the rest.
    """
    if not isinstance(fact, str):
        return words["area.None"]
    if fact.isdigit():
        kind = "room"
    elif fact in ENTRANCES:
        kind = "entrance"
    else:
        kind = "cell" if fact == "X" else "corridor"
    return words[f"area.{kind}"].format(fact)


def member(words: Words, fact: Json, names: Names) -> str:
    """A character with its player, or a companion or monster alone: "fighter (Ann)"."""
    given = fact if isinstance(fact, dict) else {}
    kind = counter(words, given.get("kind"), names)
    owner = given.get("seat")
    return kind if owner is None else f"{kind} ({seat(words, owner, names)})"


def _prefixed(prefix: str, note: str) -> Kind:
    """Facts whose words have an id that begins with this."""

    def worded(words: Words, fact: Json, _: Names) -> str:
        return words.get(f"{prefix}.{fact}", "?" if fact is None else str(fact))

    worded.__doc__ = note
    return worded


def _signed(_: Words, fact: Json, __: Names) -> str:
    """A number with its sign: "+1"."""
    return f"{fact:+d}".replace("-", "−") if isinstance(fact, int) else "?"


def _groups(words: Words, fact: Json, names: Names) -> str:
    """Who goes together: "Ann + Bob, Cid"."""
    groups = fact if isinstance(fact, list) else []
    each = [
        " + ".join(seat(words, one, names) for one in group)
        for group in groups
        if isinstance(group, list)
    ]
    return ", ".join(each) or words["none"]


KINDS: dict[str, Kind] = {
    "area": area,
    "areas": listed(area),
    "causes": listed(_prefixed("cause", 'Why a die counts more or less: "curse −1".')),
    "counter": counter,
    "counters": listed(counter),
    "due": _prefixed("due", 'What is due: "the spell die".'),
    "groups": _groups,
    "item": counter,
    "look": _prefixed("look", 'What a counter may be: "treasure or monster".'),
    "member": member,
    "modifier": _signed,
    "other_area": area,
    "phase": _prefixed("phase", 'A part of the set-up: "alliances".'),
    "right_amounts": amounts,
    "right_seat": seat,
    "spell": _prefixed("spell", 'A spell: "Fireball".'),
    "steps": listed(number),
    "values": listed(number),
    "witchcraft": _prefixed("craft", 'What a witch can do: "gold to lead".'),
}
