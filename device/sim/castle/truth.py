"""What the people at a simulated table know of The Castle."""

from __future__ import annotations

from collections.abc import Iterable

from device.sim.game_truth import GameTruth
from rules.castle import Cast, Done, Event, Fight, Found, HitCounter, Position, Roll, Step, TurnUp
from vision.castle.table import contents


class CastleTruth(GameTruth[Position, Event]):
    """Which event of The Castle is true, and which table the same."""

    players = (3, 2, 4, 1)
    tapped_last = True

    def same_event(self, recorded: Event, true: Event) -> bool:
        """Whether an event is the true one; what was found need not be seen."""
        if isinstance(recorded, Found) and isinstance(true, Found) and recorded.kind is None:
            return recorded.seat == true.seat
        return bool(recorded == true)

    def same_table(self, recorded: Position, true: Position) -> bool:
        """Whether two positions are one table, with the same party on the move."""
        plain = [
            (p.phase, p.rolls, p.parties, p.active, p.due, p.members, p.foes, p.treasures)
            for p in (recorded, true)
        ]
        return plain[0] == plain[1] and contents(recorded) == contents(true)

    def brief(self, events: Iterable[Event]) -> str:
        words = []
        for event in events:
            match event:
                case Step(seat, to):
                    words.append(f"{seat}>{to}")
                case Roll(seat, die):
                    words.append(f"{seat}:die{die}")
                case TurnUp(_, kind, _):
                    words.append(f"up {kind}")
                case Found(_, kind):
                    words.append(f"found {kind}")
                case HitCounter(hits, member, area, _):
                    words.append(f"hits {hits} on {area if member is None else member}")
                case _:
                    words.append(type(event).__name__.lower())
        return " ".join(words)

    def turn(self, position: Position) -> int:
        return int(position.turn)

    def by_phone(self, event: Event) -> bool:
        """Whether only a phone can tell of an event: choices, and what must be shown of finds."""
        if isinstance(event, Step | Roll | TurnUp | HitCounter):
            return False
        return not (isinstance(event, Found) and event.kind is None)

    def shown(self, event: Event) -> bool:
        """Whether an event is a find that must be shown to all: people tell it at once."""
        return isinstance(event, Found) and event.kind is not None

    def announced(self, event: Event) -> bool:
        """A die thrown for a spell looks like any other: people say it before."""
        return isinstance(event, Cast)

    def agrees(self, event: Event, truth: Position) -> bool:
        """An unexpected event is accepted if it is an invisible choice."""
        del truth
        return isinstance(event, Done | Fight)


TRUTH = CastleTruth()
