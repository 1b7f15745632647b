"""What simulated players do wrong: some event that the rules forbid, and which rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from device.sim.textures import Rng
from rules.errors import ImpossibleEvent
from rules.game import Game
from rules.values import Answer

P = TypeVar("P")
E = TypeVar("E")
M = TypeVar("M")  # a mistake: an event, or some in a row


def rules_broken(game: Game[P, E], position: P, event: E) -> tuple[str, ...]:
    """Ids of all rules an event breaks; empty if the rules do not refuse it."""
    legality = game.legal(position, event)
    if legality.answer is not Answer.NO:
        return ()
    return tuple(ruling.rule for ruling in legality.rulings)


def story_broken(game: Game[P, E], position: P, story: Iterable[E]) -> tuple[str, ...]:
    """Ids of all rules that events break, one after the other; none if one of them cannot be."""
    broken: list[str] = []
    for event in story:
        broken += rules_broken(game, position, event)
        try:
            position = game.apply(position, event)
        except ImpossibleEvent:
            return ()
    return tuple(broken)


def some_mistake(
    rng: Rng,
    position: P,
    kinds: Mapping[str, Callable[[P], Iterable[M]]],
    fits: Callable[[str, M], bool],
    most: int = 12,
) -> tuple[str, M] | None:
    """Some mistake that is possible now and breaks the rule it is named after.

    At `most` so many of each kind are tried.
    """
    names = list(kinds)
    for i in rng.permutation(len(names)):
        found = list(kinds[names[i]](position))
        for n in rng.permutation(len(found))[:most]:
            if fits(names[i], found[n]):
                return names[i], found[n]
    return None
