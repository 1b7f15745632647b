"""Which stories of Burg Appenzell are told, and how long a doubt between them may last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log

from rules.appenzell import UNKNOWN, EndTurn, Event, Position
from rules.appenzell.position import Phase
from vision.appenzell.beside import Habit
from vision.appenzell.reader import Reading
from vision.appenzell.same import slid_between, table_key
from vision.appenzell.story import AppenzellStory
from vision.appenzell.table import Quarter, Sizes
from vision.reading import Told
from vision.stories.story import Lens

# A doubt between more stories than this is asked about at once; others may wait so many moments.
MANY, WAITING, SURE_ENOUGH = 4.5, 5, 0.92
# Mistakes people hardly ever make; a picture that seems to show one is rather misread.
UNLIKELY = {
    "appenzell.not-your-turn": 4.5,
    "appenzell.run-out": 4.5,
    "appenzell.run-far": 3.0,
    "appenzell.run-entrance": 3.0,
    "appenzell.run-from-roof": 2.0,
    "appenzell.turn-closing": 1.0,
}


class AppenzellLens(Lens):
    """Weighs stories of Burg Appenzell; `zones` are where the seats lay their cheeses."""

    def __init__(self, measures: Sizes) -> None:
        self.measures = measures
        self.zones: tuple[Quarter, ...] = ()
        self.habit = Habit()
        self._told_books = True
        self._moved: list[bool] = []
        self._certain: Position | None = None

    def story(
        self, reading: Reading, before: Position, rivals: Sequence[Position] = ()
    ) -> AppenzellStory:
        del rivals
        self._told_books = before.options.books == "told"
        if reading.spare_moved is not None and not (reading.spare and reading.spare.stayed):
            self._moved.append(reading.spare_moved)
        return AppenzellStory(reading, before, self.zones, self.measures, self.habit)

    def told(self, position: Position) -> None:
        """The position is certain: what was done with the spare tile shows a habit."""
        last, self._certain = self._certain, position
        if last is not None and self._moved and slid_between(last, position):
            self.habit.fell += any(self._moved)
            self.habit.back += not any(self._moved)
        self._moved = []

    def looks_same(self, told: Position, true: Position) -> bool:
        """Whether a table lies as told; tiles that nobody read need not be told."""
        return (told.roofs, told.mice, told.cheeses) == (true.roofs, true.mice, true.cheeses) and (
            all(a in (b, UNKNOWN) for a, b in zip(told.tiles, true.tiles, strict=True))
        )

    def key(self, position: Position) -> tuple[object, ...]:
        """What matters of a position: two stories that lead to the same are one."""
        return table_key(position)

    def at_rest(self, position: Position) -> bool:
        """Whether no turn is half done."""
        return position.used == 0

    def is_provable(self, position: Position) -> bool:
        """Whether a picture can prove that play has come this far."""
        return position.phase is not Phase.SETUP

    def patience(self, stories: Sequence[Told]) -> tuple[int, float]:
        """How many moments a doubt may last, and how small it must be to be let go.

        What lies under roofs is nobody's business now, and who slid shows later: most doubts may
        wait. Where any slot may be the one, no later picture will tell.
        """
        shares = [story.probability for story in stories]
        choices = exp(-sum(share * log(share) for share in shares if share > 0))
        return (0 if choices > MANY else WAITING), SURE_ENOUGH

    def mistake_cost(self, rules: Iterable[str]) -> float:
        """How much less likely than a usual mistake it is that these rules were broken."""
        return sum(UNLIKELY.get(rule, 0.0) for rule in rules)

    def observable(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events as far as something was seen: nothing shows of the end of a turn."""
        seen = list(events)
        while self._told_books and seen and isinstance(seen[-1], EndTurn):
            seen.pop()
        return tuple(seen)
