"""Whole games and counts of all ways to play, kept as data: what the rules are held to.

    python -m tests.rules.record_kilt

writes `tests/data/kilt/games.jsonl` and `tests/data/kilt/perft.json`, and so for each game. Run it
only when the rules are meant to change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.game import Game
from rules.values import Json
from tests.rules.positions import digest, plain

DATA = Path(__file__).parents[1] / "data"
Played = tuple[Mapping[str, Json], Iterable[Any]]  # what a game was begun with, and its events


@dataclass(frozen=True)
class Recording:
    """How the games of one kind are recorded. The seed of a game is its number."""

    game: Game[Any, Any]
    games: int
    play: Callable[[int], Played]
    ends: Callable[[Any], Mapping[str, Any]]  # how a game ended, by its last position
    tables: Callable[[], Mapping[str, Any]]  # the positions that ways to play are counted from
    depth: int = 4
    sure: bool = True  # every event is known to be legal, whatever lies hidden
    most: int | None = None  # no deeper where there are more ways than this
    box: Mapping[str, Json] = field(
        default_factory=dict
    )  # where the games do not say which they were played with

    @property
    def folder(self) -> Path:
        return DATA / self.game.name

    @cached_property
    def recorded(self) -> list[dict[str, Any]]:
        """The games as they are kept."""
        kept = self.folder / "games.jsonl"
        return [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []

    @cached_property
    def counts(self) -> list[dict[str, Any]]:
        """The counts as they are kept."""
        counts: list[dict[str, Any]] = json.loads((self.folder / "perft.json").read_text())
        return counts

    def begun(self, about: Mapping[str, Any]) -> Any:
        """The position a game begins in."""
        return self.game.start(about["players"], about["options"], about.get("box", self.box))

    def made(self, number: int) -> dict[str, Json]:
        """One game: events, a fingerprint after each, and how it ended."""
        about, events = self.play(number)
        position, told, prints = self.begun(about), list[Json](), list[Json]()
        for event in events:
            position = self.game.apply(position, event)
            told.append(self.game.event_to_json(event))
            prints.append(digest(position))
        return {**about, "events": told, "positions": prints, **self.end(position)}

    def end(self, position: Any) -> dict[str, Json]:
        """How a game ended, as it is kept."""
        end: dict[str, Json] = json.loads(json.dumps(self.ends(position)))
        return end

    def counted(self, position: Any) -> list[int]:
        """How many ways there are to play on, by the number of events."""
        found = [perft(self.game, position, 1)]
        while len(found) < self.depth and (self.most is None or found[-1] <= self.most):
            found.append(perft(self.game, position, len(found) + 1))
        return found

    def write(self) -> None:
        """Write both files."""
        self.folder.mkdir(parents=True, exist_ok=True)
        games = [json.dumps(self.made(number)) for number in range(self.games)]
        (self.folder / "games.jsonl").write_text("\n".join(games) + "\n")
        counts = [
            json.dumps(
                {"table": name, "position": plain(position), "counts": self.counted(position)}
            )
            for name, position in self.tables().items()
        ]
        (self.folder / "perft.json").write_text("[\n" + ",\n".join(counts) + "\n]\n")


def perft(game: Game[Any, Any], position: Any, depth: int) -> int:
    """How many ways there are to play on for a number of events."""
    if depth == 0:
        return 1
    actions = game.actions(position)
    if depth == 1:
        return len(actions)
    return sum(perft(game, game.apply(position, event), depth - 1) for event in actions)
