"""What the people at a simulated table know of Kilt Castle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from device.sim.game_truth import GameTruth
from rules.kilt import Build, Event, Floor, Move, Position, Roof


class KiltTruth(GameTruth[Position, Event]):
    """Which event of Kilt Castle is true, and which table the same."""

    players = (4, 3, 2, 4)

    def same_event(self, recorded: Event, true: Event) -> bool:
        """Whether an event is the true one; crests nobody could see need not be told."""
        if isinstance(recorded, Build) and isinstance(true, Build) and recorded.crests is None:
            return (recorded.colour, recorded.square) == (true.colour, true.square)
        return bool(recorded == true)

    def same_table(self, recorded: Position, true: Position) -> bool:
        """Whether two positions are one table; crests that nobody saw need not be told."""
        plain = [(p.rows, frozenset(p.roofs), p.ducats, p.active) for p in (recorded, true)]
        pairs = zip(recorded.towers, true.towers, strict=True)
        return plain[0] == plain[1] and all(_same_tower(a, b) for a, b in pairs)

    def brief(self, events: Iterable[Event]) -> str:
        words = []
        for event in events:
            match event:
                case Move(card, to):
                    words.append(f"{card.board}/{card.away}>{to}")
                case Build(colour, crests, (row, column)):
                    words.append(f"{colour}{crests}@{row},{column}")
                case Roof(square, source):
                    words.append(f"roof@{square}<{source}")
                case _:
                    words.append(type(event).__name__)
        return " ".join(words).replace("light_grey", "light").replace("dark_grey", "dark")

    def turn(self, position: Position) -> int:
        return int(position.turn)


def _same_tower(recorded: Sequence[Floor], true: Sequence[Floor]) -> bool:
    return len(recorded) == len(true) and all(
        a.colour == b.colour and a.crests in (None, b.crests)
        for a, b in zip(recorded, true, strict=True)
    )


TRUTH = KiltTruth()
