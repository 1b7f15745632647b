"""What the people at a simulated table know of Burg Appenzell."""

from __future__ import annotations

from collections.abc import Iterable

from device.sim.game_truth import GameTruth
from rules.appenzell import (
    OUTSIDE,
    SPARE,
    UNKNOWN,
    Cover,
    EndTurn,
    Event,
    Phase,
    Place,
    Position,
    Reveal,
    Run,
    Slide,
    Take,
    Uncover,
)
from rules.appenzell.pieces import SIZE, TILE_NAMES
from rules.appenzell.routes import untold


class AppenzellTruth(GameTruth[Position, Event]):
    """Which event of Burg Appenzell is true, and which table the same."""

    players = (3, 4, 2)
    told_when_asked = (Reveal,)

    def same_table(self, recorded: Position, true: Position) -> bool:
        """Whether two positions are one table; tiles that nobody saw need not be told."""
        plain = [
            (
                p.roofs,
                p.mice,
                p.waiting,
                p.lost,
                p.cheeses,
                p.active,
                p.turn,
                p.used,
                p.slid,
                p.phase,
            )
            for p in (recorded, true)
        ]
        pairs = zip((*recorded.tiles, recorded.spare), (*true.tiles, true.spare), strict=True)
        return plain[0] == plain[1] and all(a in (b, UNKNOWN) for a, b in pairs)

    def brief(self, events: Iterable[Event]) -> str:
        words = []
        for event in events:
            match event:
                case Place(seat, tower):
                    words.append(f"{seat}:place{_at(tower)}")
                case Run(seat, source, to):
                    words.append(f"{seat}:{_at(source)}>{_at(to)}")
                case Uncover(seat, room):
                    words.append(f"{seat}:off{room}")
                case Cover(room):
                    words.append(f"on{room}")
                case Slide(seat, slot):
                    words.append(f"{seat}:slide{slot}")
                case Reveal(place, tile):
                    words.append(f"{_at(place)}={TILE_NAMES[tile]}")
                case Take(seat, kind):
                    words.append(f"{seat}:take{kind + 1}")
                case EndTurn(seat):
                    words.append(f"{seat}:end")
                case _:
                    words.append(type(event).__name__)
        return " ".join(words)

    def turn(self, position: Position) -> int:
        """The number of the turn; placing the first mice counts as none."""
        return 0 if position.phase in (Phase.SETUP, Phase.PLACE) else int(position.turn)

    def asked(self, position: Position, true: Position) -> list[Event]:
        """Open tiles that the device has not seen; people know them."""
        places = [at for at in untold(position) if true.tiles[at] != UNKNOWN]
        return [Reveal(at, true.tiles[at]) for at in places]

    def known(self, event: Event, position: Position) -> bool:
        """Whether an event tells nothing new: a tile that was told before."""
        if not isinstance(event, Reveal):
            return False
        before = position.spare if event.field == SPARE else position.tiles[event.field]
        return bool(before == event.tile)

    def agrees(self, event: Event, truth: Position) -> bool:
        """An unexpected event is true if it names a tile as it lies."""
        if not isinstance(event, Reveal):
            return False
        true = truth.spare if event.field == SPARE else truth.tiles[event.field]
        return bool(true == event.tile)


def _at(place: int) -> str:
    return {OUTSIDE: "out", SPARE: "spare"}.get(place) or f"{place // SIZE}{place % SIZE}"


TRUTH = AppenzellTruth()
