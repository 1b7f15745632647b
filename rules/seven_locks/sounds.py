"""What can be heard of the game: pearls that fall into towers."""

from __future__ import annotations

from rules.game import Fall, Opened, Sounds
from rules.seven_locks.events import Drop, Event, Heard, Treasure
from rules.seven_locks.position import Phase, Position

DUE = (Phase.OPENING, Phase.DROP)


def _is_due(position: Position) -> bool:
    return position.phase in DUE


def _comes_soon(position: Position) -> bool:
    """Hands throw the die and the first pearl before anybody taps either."""
    return _is_due(position) or position.phase is Phase.ROLL


def _turn(position: Position) -> int:
    return position.turn


def _fell(before: Position, event: Event) -> Fall | None:
    if not isinstance(event, Drop):
        return None
    return Fall(event.tower, 0 if event.tower is None else before.pearls[event.tower])


def _opened(before: Position, event: Event) -> Opened | None:
    tower = before.open_tower()
    if tower is None or not isinstance(event, Treasure):
        return None
    return Opened(tower, event.pearls, before.pearls[tower])


def _is_heard(event: Event) -> bool:
    return isinstance(event, Heard)


SOUNDS: Sounds[Position, Event] = Sounds(
    due=_is_due,
    soon=_comes_soon,
    turn=_turn,
    fell=_fell,
    opened=_opened,
    heard=Heard,
    is_heard=_is_heard,
)
