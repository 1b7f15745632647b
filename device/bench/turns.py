"""Every finding of seeded simulated games, turn for turn: `python -m device.bench.turns FILE`.

Without FILE the findings are written there; with one, they are compared with what it says. Eyes
that are rebuilt and should behave as before must not differ in a single line.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path

from device.bench.sim import SimRun, SimTable, Tally, Truth, make_sim
from device.following.sight import Finding
from device.sim.games import truth_of
from rules.games import offered

SEEDS = 20  # games of each game

Key = tuple[str, int]


class TurnRun(SimRun):
    """A simulated game; every finding is written down."""

    def __init__(self, sim: SimTable, tally: Tally) -> None:
        super().__init__(sim, tally)
        self.lines: list[str] = []

    def _take(self, finding: Finding, truth: Truth, flagged: set[str]) -> None:
        stories = [
            [
                [self.game.event_to_json(event) for event in story.events],
                round(story.probability, 3),
            ]
            for story in finding.stories
        ]
        rules = [ruling.rule for ruling in finding.rulings]
        told = [self.count, finding.verdict.value, finding.certain, stories, rules]
        self.lines.append(json.dumps(told, separators=(",", ":")))
        super()._take(finding, truth, flagged)


def lines_of(key: Key) -> tuple[Key, list[str]]:
    """The findings of one game; every second one is played with mistakes."""
    game, seed = key
    players = truth_of(game).players
    run = TurnRun(
        make_sim(game, seed, "normal", players[seed % len(players)], seed % 2 == 0), Tally()
    )
    run.run()
    figures = json.dumps(run.tally.figures(), separators=(",", ":"))
    return key, [*run.lines, figures]


def play(keys: Sequence[Key], jobs: int, file: Path | None) -> dict[str, list[str]]:
    """All games, side by side; what is there so far is kept in the file, if one is named."""
    found: dict[str, list[str]] = {}
    with get_context("spawn").Pool(jobs, maxtasksperchild=4) as pool:
        for (game, seed), lines in pool.imap_unordered(lines_of, keys):
            found[f"{game} {seed}"] = lines
            print(f"{len(found)}/{len(keys)} {game} {seed}: {len(lines)} findings", flush=True)
            if file is not None:
                with gzip.open(file, "wt", encoding="utf-8") as out:
                    json.dump(found, out)
    return found


def differences(before: dict[str, list[str]], now: dict[str, list[str]]) -> list[str]:
    """The first line of each game in which it went another way."""
    told = []
    for name, lines in now.items():
        old = before.get(name)
        if old is None or old == lines:
            continue
        at = next((i for i, (a, b) in enumerate(zip(old, lines, strict=False)) if a != b), None)
        at = min(len(old), len(lines)) - 1 if at is None else at
        told.append(f"{name}, finding {at + 1}:\n  before {old[at]}\n  now    {lines[at]}")
    return told


def main(file: Path, seeds: int = SEEDS) -> int:
    """Write the file, or compare with it; the exit status."""
    keys = [(game, seed) for game in offered() for seed in range(1, seeds + 1)]
    new = not file.exists()
    now = play(keys, os.cpu_count() or 1, file if new else None)
    if new:
        return 0
    with gzip.open(file, "rt", encoding="utf-8") as kept:
        before: dict[str, list[str]] = json.load(kept)
    told = differences(before, now)
    print("\n".join(told))
    print(f"{len(now) - len(told)} of {len(now)} games went as before")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *(int(each) for each in sys.argv[2:3])))
