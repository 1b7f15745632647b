"""What comes to light in a picture of Burg Appenzell: tiles of open rooms, and under mice."""

from __future__ import annotations

from collections.abc import Iterator

from rules.appenzell import SPARE, TRAP, UNKNOWN, Event, Position, Reveal, Take, apply
from rules.appenzell.events import TILE_NUMBERS
from rules.appenzell.pieces import CHEESES, HOLES, PLAIN, TILE_NAMES, Field
from rules.appenzell.position import Phase
from vision.appenzell.beside import Beside
from vision.appenzell.reader import Reading

Events = tuple[Event, ...]

# A tile that is told must stand out this much, and be seen this well; else a better look may come.
TELLING = 6.0
# Glare wipes prints off a tile: one that seems to have none must stand out by more.
PLAINLY = 9.3  # beyond a surprise
SEEN_WELL = -4.0
WELL_SEEN_SHARE = 0.45


class Reveals:
    """Reads tiles that nobody has told from one picture."""

    def __init__(self, reading: Reading, before: Position, beside: Beside) -> None:
        self._reading, self._before, self._beside = reading, before, beside
        self._told_books = before.options.books == "told"
        self._clear: dict[Field, bool] = {}
        self._ranks: dict[Field, list[tuple[float, str]]] = {}

    def ranked(self, at: Field) -> list[tuple[float, str]]:
        """How well each kind of tile fits a field, whatever lay there before: another one of its
        kind looks just the same.
        """
        if at not in self._ranks:
            cell = self._reading.fields[at]
            self._ranks[at] = sorted(((cell.anew(k), k) for k in TILE_NAMES), reverse=True)
        return self._ranks[at]

    def readable(self, at: Field) -> bool:
        """Whether one tile stands out on a field."""
        if at not in self._clear:
            (best, kind), (second, _), *_ = self.ranked(at)
            least = PLAINLY if kind == TILE_NAMES[PLAIN] else TELLING
            standing_out = best > SEEN_WELL and best - second > least
            seen = self._reading.fields[at].seen
            self._clear[at] = seen >= WELL_SEEN_SHARE and standing_out
        return self._clear[at]

    def _untold(self, position: Position) -> list[Field]:
        """Open fields whose tile nobody has told though it can be read; traps under mice too."""
        taken = position.occupied()
        found = []
        for at in HOLES:
            if position.tiles[at] != UNKNOWN or position.covered(at) or not self.readable(at):
                continue
            if at not in taken or self._sprung(position, at):
                found.append(at)
        return found

    def _sprung(self, position: Position, at: Field) -> bool:
        """Whether a trap shows where a mouse should be, and may have come there since."""
        if self.ranked(at)[0][1] != TILE_NAMES[TRAP]:
            return False
        return at not in self._before.occupied() or self._beside.slid(position)

    def _reveals(self, position: Position) -> Events:
        """What has come to light."""
        fields = self._untold(position)
        told: list[Event] = [Reveal(at, TILE_NUMBERS[self.ranked(at)[0][1]]) for at in fields]
        if position.spare == UNKNOWN and self._beside.shows_spare(position):
            kind = self._beside.spare_kind()
            if kind is not None:
                told.append(Reveal(SPARE, kind))
        return tuple(told)

    def news(self, position: Position) -> Events:
        """What has come to light by now, as far as it can be; after the end nothing counts."""
        if position.phase is Phase.FINISHED:
            return ()
        return self._possible(position, self._reveals(position))

    @staticmethod
    def _possible(position: Position, told: Events) -> Events:
        """Without what cannot be: more tiles of a kind than there are."""
        kept = []
        for event in told:
            try:
                position = apply(position, event)
            except ValueError:
                continue
            kept.append(event)
        return tuple(kept)

    def guessed(self, position: Position) -> Iterator[Events]:
        """A cheese that was taken tells what lies under mice that hide their tiles."""
        if not self._told_books or position.phase is not Phase.TURN:
            return
        for seat, mice in enumerate(position.mice):
            hidden = [
                at for at in mice if position.tiles[at] == UNKNOWN and not position.covered(at)
            ]
            for kind in CHEESES if hidden else ():
                if position.cheeses[seat] >> kind & 1 or not self._beside.offered(seat, kind):
                    continue
                under = sum(position.tiles[at] == kind for at in mice)
                told: Events = tuple(Reveal(at, kind) for at in hidden[: max(0, 2 - under)])
                if under + len(told) == 2 and self._possible(position, told) == told:
                    yield (*told, Take(seat, kind))
