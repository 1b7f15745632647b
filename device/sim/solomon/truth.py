"""What the people at a simulated table know of König Salomons Schatzkammer."""

from __future__ import annotations

from collections.abc import Iterable

from device.sim.game_truth import GameTruth
from rules.solomon import (
    Add,
    Choose,
    Count,
    DrawShape,
    Event,
    Fail,
    Got,
    Lift,
    Mark,
    Pass,
    Pay,
    Phase,
    Position,
    See,
    Shift,
    Ward,
)
from rules.solomon.pieces import TILES, UNKNOWN, to_entrance

PHONE = (Pay, Fail, Add, Ward, Got, Count)


class SolomonTruth(GameTruth[Position, Event]):
    """Which event of König Salomons Schatzkammer is true, and which table the same."""

    players = (3, 4, 2, 5)
    tapped_last = True

    def same_event(self, recorded: Event, true: Event) -> bool:
        """Whether an event is the true one; a tile that nobody could see need not be told."""
        match recorded, true:
            case Lift(seat, tiles), Lift(whose, faces) if len(tiles) == len(faces):
                pairs = zip(tiles, faces, strict=True)
                return seat == whose and all(tile in (face, UNKNOWN) for tile, face in pairs)
            case See(squares, tiles), See(seen, faces):
                known = dict(zip(seen, faces, strict=True))
                return all(known.get(s) == tile for s, tile in zip(squares, tiles, strict=True))
            case DrawShape(card, cells, arrow), DrawShape(drawn, shape, side):
                return (card, to_entrance(cells, arrow)) == (drawn, to_entrance(shape, side))
            case Mark(seat, squares), Mark(whose, dug):
                return (seat, set(squares)) == (whose, set(dug))
        if isinstance(recorded, PHONE) and type(recorded) is type(true):
            return bool(recorded.seat == true.seat)
        return bool(recorded == true)

    def same_table(self, recorded: Position, true: Position) -> bool:
        """Whether two positions are one table; tiles that nobody saw need not be told, but may be.

        A tile that lay open for a moment only, between two shifts, is in no label. A taught box
        knows shapes of cards that nobody has turned up yet.
        """
        plain = [(p.cards, p.waiting, p.phase, p.round, p.shifts) for p in (recorded, true)]
        pairs = [(a, b) for x, y in zip(recorded.stacks, true.stacks, strict=True)
                 for a, b in zip(x, y, strict=False)]  # fmt: skip
        return (
            plain[0] == plain[1]
            and all(recorded.shapes[card or 0] or not true.shapes[card or 0] for card in true.cards)
            and recorded.heights == true.heights
            and all(a == b or UNKNOWN in (a, b) for a, b in pairs)
        )

    def denied(self, recorded: Position, true: Position) -> bool:
        """Whether a recorded top differs on a shaft of the same height: it was misread."""
        return any(
            len(mine) == len(theirs)
            and mine[-1:] != theirs[-1:]
            and UNKNOWN not in (mine[-1], theirs[-1])
            for mine, theirs in zip(recorded.stacks, true.stacks, strict=True)
        )

    def brief(self, events: Iterable[Event]) -> str:
        words = []
        for event in events:
            match event:
                case Shift(seat, source, target):
                    words.append(f"{seat}:{source}>{target}")
                case Mark(seat, squares, objects):
                    magic = "".join(f"+{each}" for each in objects)
                    words.append(f"{seat}:dig{list(squares)}{magic}")
                case Lift(_, tiles):
                    words.append("lift " + "/".join(TILES[tile] for tile in tiles))
                case See(squares, tiles):
                    seen = zip(squares, tiles, strict=True)
                    words.append("see " + " ".join(f"{s}={TILES[t]}" for s, t in seen))
                case Choose(seat, card):
                    words.append(f"{seat}:card{card}")
                case DrawShape(card, cells, _):
                    words.append(f"shape{card}{list(cells)}")
                case Pass(seat):
                    words.append(f"{seat}:pass")
                case _:
                    words.append(type(event).__name__)
        return " ".join(words)

    def turn(self, position: Position) -> int:
        """The number of the turn: every seat digs or passes once a round."""
        if position.phase is Phase.SETUP:
            return 0
        total = position.players * position.rounds
        done = position.players - len(position.waiting) if position.waiting else 0
        if position.phase in (Phase.FINISHED, Phase.COUNT):
            return int(total)
        return min(total, int((position.round - 1) * position.players + done + 1))

    def by_phone(self, event: Event) -> bool:
        """Whether only a phone can tell of an event: money, and in the end what lay face down."""
        return isinstance(event, (*PHONE, Pass))

    def known(self, event: Event, position: Position) -> bool:
        """Whether an event tells nothing new: tops that were told before."""
        return isinstance(event, See) and all(
            position.top(square) == tile
            for square, tile in zip(event.squares, event.tiles, strict=True)
        )

    def agrees(self, event: Event, truth: Position) -> bool:
        """An unexpected event is true if it names tops as they lie."""
        return isinstance(event, See) and all(
            truth.top(square) in (tile, UNKNOWN)
            for square, tile in zip(event.squares, event.tiles, strict=True)
        )


TRUTH = SolomonTruth()
