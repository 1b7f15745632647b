"""A table for tests: the real game and journal, and a watcher that says what it is told to."""

import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from device.following.sight import Finding, Sight, SightState
from device.records.journal import Journal
from device.senses.frame import Frame
from device.table.service import TableService
from rules import games
from rules.kilt import Card, Colour, SetUp
from rules.rights import Speaker
from rules.values import Ruling
from vision.set_up import SetUpFault
from vision.stories.story import Story, Verdict

RED, ORANGE, LIGHT, DARK = Colour
GAME = games.find("kilt")
ABOUT: dict[str, Any] = {"game": "kilt", "players": 4, "options": {}, "box": {}, "names": ["Ada"]}
SET_UP = SetUp.laid(
    {
        0: [Card(colour, colour) for colour in Colour],
        1: [Card(RED, ORANGE), Card(LIGHT, DARK), Card(RED, LIGHT)],
        2: [Card(RED, DARK), Card(ORANGE, LIGHT)],
        3: [Card(ORANGE, DARK)],
    },
    water=[(0, 0), (0, 1), (1, 0)],
    colours=[(colour,) for colour in Colour],
)
PICTURE = b"\xff\xd8 a picture"
FRAME = Frame(1.0, np.full((48, 64, 3), 90, np.uint8))


def story(position: Any, events: tuple[Any, ...], probability: float) -> Story:
    """A story from a position, with where it leads."""
    for event in events:
        position = GAME.apply(position, event)
    return Story(events, probability, position)


class FakeWatcher:
    """Sees what the test queued; remembers what it was told."""

    def __init__(self, position: Any) -> None:
        self.position = position
        self.sights: queue.SimpleQueue[Sight | Exception] = queue.SimpleQueue()
        self.corners: Any = None
        self.unchanged = False
        self.told: list[object] = []  # by the ears
        self.done = False  # whether it has read the still moment to its end

    def see(self, frame: Frame) -> Sight:
        if self.sights.empty():
            return Sight(frame.time, SightState.STILL, None, self.done)
        sight = self.sights.get()
        if isinstance(sight, Exception):
            raise sight
        return sight

    def confirm(self, position: Any) -> None:
        self.position = position

    def nothing_happened(self) -> None:
        self.unchanged = True

    def heard(self, time: float, sure: float) -> None:
        self.told.append((time, sure))

    def heard_until(self, time: float) -> None:
        self.told.append(time)

    def overlay(self) -> bytes | None:
        return b"\xff\xd8 overlay"

    def knows_corners(self, corners: Any) -> bool:
        return True

    def tap_corners(self, corners: Any) -> None:
        self.corners = corners


class Bench:
    """A service with a fake watcher, and short words for what tests do with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.heard: list[int] = []
        self.open()

    def open(self) -> None:
        self.journal = Journal(self.folder / "journal.db")
        known = self.journal.games()
        stored = known[-1] if known else self.journal.start_game(ABOUT)
        self.table = TableService(self.journal, stored, self._watcher)
        self.table.listen(self.heard.append)

    def _watcher(self, game: Any, position: Any, about: Any) -> FakeWatcher:
        self.watcher = FakeWatcher(position)
        return self.watcher

    def reopen(self) -> None:
        self.journal.close()
        self.open()

    def show(
        self,
        verdict: Verdict,
        *stories: tuple[Any, ...],
        certain: bool = True,
        rulings: tuple[Ruling, ...] = (),
        state: SightState = SightState.SETTLED,
        faults: tuple[SetUpFault, ...] | None = None,
    ) -> None:
        """Let the watcher find something in the next picture."""
        told = tuple(
            story(self.position, events, 0.9 / (at + 1)) for at, events in enumerate(stories)
        )
        finding = Finding(verdict, told, rulings, certain, PICTURE, set_up_faults=faults)
        self.watcher.sights.put(Sight(1.0, state, finding))
        self.table.see(FRAME)
        if verdict is Verdict.ILLEGAL:  # and it still lies so
            self.table.see(FRAME)

    def understood(self, *events: Any) -> None:
        self.show(Verdict.UNDERSTOOD, events)

    def do(self, name: str, /, seat: int | None = 0, host: bool = True, **fields: Any) -> Any:
        """A command of a phone that has seen the newest version."""
        self.count = getattr(self, "count", 0) + 1
        command = {"id": f"c{self.count}", "version": self.table.version, "do": name, **fields}
        return self.table.do(command, Speaker(seat, host))

    def state(self, seat: int | None = 0, language: str = "en") -> dict[str, Any]:
        return self.table.snapshot(Speaker(seat), language)

    def records(self) -> list[Any]:
        return [stored.record for stored in self.journal.records(self.table.stored.id)]

    @property
    def position(self) -> Any:
        return self.table.referee.position

    def legal(self, at: int = 0) -> Any:
        """One of the events the rules allow now."""
        return GAME.actions(self.position)[at]

    def illegal(self) -> tuple[Any, tuple[Ruling, ...]]:
        """A possible event the rules do not allow now, with the reason."""
        for event, rulings in self._forbidden():
            return event, rulings
        raise AssertionError("everything is allowed")

    def _forbidden(self) -> Iterator[tuple[Any, tuple[Ruling, ...]]]:
        from rules.kilt import Move

        for card in (card for row in self.position.rows for card in row):
            for to in range(20):
                legality = GAME.legal(self.position, Move(card, to))
                if legality.answer == "no":
                    yield Move(card, to), legality.rulings
