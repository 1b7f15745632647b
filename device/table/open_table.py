"""The table while a command is carried out: what it knows, and what can be done to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from device.following.pearl_book import Hearing
from device.records.journal import Evidence
from device.records.stored import StoredGame
from device.table.permits import Request
from device.table.questions import Doubts
from device.table.simulated import People
from device.table.watching import Corners
from rules.game import Event, Game, Position
from rules.referee import Record, Referee
from rules.values import Json
from vision.stories.story import Story


class Switch(Protocol):
    """What begins and ends a recording, and knows those that were made."""

    def begin(self) -> None: ...
    def end(self) -> None: ...
    def listed(self) -> list[tuple[str, int]]: ...
    def delete(self, name: str) -> None: ...


class StoryTeller(Protocol):
    """Writes down what happened."""

    def tell_story(
        self,
        story: Story,
        picture: bytes | None,
        about: Mapping[str, Json],
        command: str | None = None,
        stands: bool = False,
    ) -> None: ...


class OpenTable(StoryTeller, Protocol):
    """A table whose lock is held."""

    stored: StoredGame
    game: Game[Position, Event]
    start: Position
    referee: Referee[Position, Event]
    names: dict[int, str]
    hint_level: str
    proofs: bool
    layout: Json
    requests: tuple[Request, ...]
    again: frozenset[int]
    hearing: Hearing | None
    recordings: Switch | None
    people: People | None

    @property
    def doubts(self) -> Doubts: ...

    # what is told of the game
    def write(
        self, record: Record[Event], evidence: Evidence, command: str | None = None
    ) -> int: ...
    def settle(
        self, story: Story, picture: bytes | None, about: Mapping[str, Json], command: str
    ) -> None: ...
    def passed(self, number: int) -> bool: ...

    # what is asked, and what waits for an answer
    def ask(self, stories: Iterable[Story]) -> None: ...
    def dismiss(self) -> None: ...
    def forget(self, request: Request) -> None: ...

    # games, their set-up and their players
    def new_game(self, about: Mapping[str, Json]) -> None: ...
    def go_on(self, number: int) -> None: ...
    def deal(self) -> None: ...
    def lay(self, layout: Json) -> None: ...
    def want_again(self, seats: frozenset[int]) -> None: ...
    def rename(self, seat: int, name: str) -> None: ...

    # what the host chooses
    def set_hints(self, level: str) -> None: ...
    def set_senses(self, on: bool) -> None: ...
    def set_proofs(self, shown: bool) -> None: ...
    def saw_wrong(self, why: str) -> None: ...
    def knows_corners(self, corners: Corners) -> bool: ...
    def take_corners(self, corners: Corners) -> None: ...
    def note_simulated(
        self, waits: str = "", preparing: str | None = None, pace: float | None = None
    ) -> None: ...
