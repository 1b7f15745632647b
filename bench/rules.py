"""How fast the rules of every game are, beside python-chess in the same run.

The recorded games of `tests/data` are what is folded and where random play begins.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.games import offered
from rules.referee import Play, Referee

DATA = Path(__file__).parents[1] / "tests" / "data"
# The boxes the games were recorded with.
BOXES: dict[str, dict[str, Any]] = {"castle": {"demo": True}, "solomon": {"shapes": "sim"}}
PLAY_SECONDS, ROUNDS = 0.6, 5
JUDGED = 400
LEGAL_MS, FOLD_MS = 1.0, 50.0

Figure = tuple[str, float, str, float, str, bool]  # name, value, unit, target, reference, most


def figures() -> Iterator[Figure]:
    """Random play, judging and folding of all games."""
    chess = _chess_moves(random.Random(0))
    for name, game in offered().items():
        ours, theirs = [], []
        for seed in range(ROUNDS):
            ours.append(_rate(_moves(game, _recorded(name, seed), random.Random(seed))))
            theirs.append(_rate(chess))
        reference = statistics.median(theirs)
        told = f"python-chess {reference:.0f} moves/s in the same run"
        yield f"random play of {name}", statistics.median(ours), "moves/s", reference, told, False
        yield f"judge an event of {name}", _judging(name, game), "ms", LEGAL_MS, "median", True
        yield f"fold a game of {name}", _folding(name, game), "ms", FOLD_MS, "slowest of 5", True


def _recorded(name: str, number: int) -> dict[str, Any]:
    lines = (DATA / name / "games.jsonl").read_text(encoding="utf-8").splitlines()
    record: dict[str, Any] = json.loads(lines[number % len(lines)])
    return record


def _start(game: Any, record: dict[str, Any]) -> tuple[Any, list[Any]]:
    start = game.start(record["players"], record["options"], BOXES.get(game.name, {}))
    return start, [game.event_from_json(event) for event in record["events"]]


def _moves(game: Any, record: dict[str, Any], dice: random.Random) -> Iterator[None]:
    """Random games, from where the recorded one left its set-up."""
    laid, events = _start(game, record)
    while not game.actions(laid):
        laid = game.apply(laid, events.pop(0))
    while True:
        position = laid
        while choices := game.actions(position):
            position = game.apply(position, dice.choice(choices))
            yield


def _chess_moves(dice: random.Random) -> Iterator[None]:
    import chess

    while True:
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
            yield


def _rate(moves: Iterator[None]) -> float:
    next(moves)
    count, begin = 0, time.thread_time()
    while time.thread_time() - begin < PLAY_SECONDS:
        next(moves)
        count += 1
    return count / (time.thread_time() - begin)


def _judging(name: str, game: Any) -> float:
    """Milliseconds to judge an event, in the median position of a whole game."""
    position, events = _start(game, _recorded(name, 0))
    times = []
    for event in events[:JUDGED]:
        begin = time.thread_time()
        game.legal(position, event)
        times.append((time.thread_time() - begin) * 1000)
        position = game.apply(position, event)
    return statistics.median(times)


def _folding(name: str, game: Any) -> float:
    """Milliseconds to take a whole game up from its journal, as after a restart."""
    times = []
    for number in range(ROUNDS):
        start, events = _start(game, _recorded(name, number))
        begin = time.thread_time()
        Referee(game, start, [Play(event) for event in events])
        times.append((time.thread_time() - begin) * 1000)
    return max(times)
