"""How an event is applied, judged and looked for; the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from rules.errors import ImpossibleEvent
from rules.values import Answer, Facts, Json, Legality, Ruling

E = TypeVar("E")
T = TypeVar("T")
YES = Legality(Answer.YES)


def check_possible(event: object, ruling: Ruling | None) -> None:
    """Raise `ImpossibleEvent` if a ruling says that the event cannot have happened."""
    if ruling is not None:
        raise ImpossibleEvent(f"{event} cannot be: {ruling.rule} {dict(ruling.facts)}", ruling)


def swap(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    """The values with another one in one place."""
    return (*values[:number], value, *values[number + 1 :])


def judged(rulings: Iterable[Ruling], unsure: Collection[str]) -> Legality:
    """No if a ruling says so; cannot tell if all of them are of those that leave it open."""
    found = tuple(rulings)
    if not found:
        return YES
    wrong = tuple(ruling for ruling in found if ruling.rule not in unsure)
    return Legality(Answer.NO, wrong) if wrong else Legality(Answer.CANNOT_TELL, found)


def agreeing(events: Iterable[E], claim: Facts, as_json: Callable[[E], dict[str, Json]]) -> list[E]:
    """The events that agree with every field a claim names, each once; None names nothing."""
    said = {key: value for key, value in claim.items() if value is not None}.items()
    return [event for event in dict.fromkeys(events) if said <= as_json(event).items()]
