"""What the pearls told you: after the game, turn by turn, what the sounds came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.seven_locks.arrangement import odds
from rules.seven_locks.events import Event, Heard
from rules.seven_locks.pieces import EVERY_KEY, PLACES, TOWERS
from rules.seven_locks.position import Phase, Position
from rules.values import Json

Step = tuple[Position, Event]  # an event, and the position before it

KNOWN = 0.95  # from here on somebody could have known


def look_back(steps: Sequence[Step], last: Position) -> Json:
    """Per tower the share of each chamber after every turn; None before the end.

    `by_ear` is from the sounds alone, `by_all` with the keys tried; `known` are the turns after
    which the true chamber was all but certain either way.
    """
    if last.phase is not Phase.FINISHED or not any(last.heard):
        return None
    turns = [*_turns(steps), last]
    by_ear = [odds(replace(p, masks=(EVERY_KEY,) * TOWERS)) for p in turns]
    by_all = [odds(p) for p in turns]
    truth = dict(last.opened)
    return {
        "turns": [p.turn for p in turns],
        "towers": [_tower(steps, t, truth.get(t), by_ear, by_all) for t in range(PLACES)],
    }


def _turns(steps: Sequence[Step]) -> list[Position]:
    """The position at the end of each turn but the last."""
    found: list[Position] = []
    for before, _ in steps:
        if before.phase is Phase.SETUP:
            continue
        if found and found[-1].turn == before.turn:
            found[-1] = before
        else:
            found.append(before)
    return found[:-1]


def _tower(
    steps: Sequence[Step], tower: int, truth: int | None, by_ear: list[Any], by_all: list[Any]
) -> dict[str, Json]:
    return {
        "truth": truth,
        "sounds": [
            [round(share, 3) for share in event.likelihoods]
            for _, event in steps
            if isinstance(event, Heard) and event.tower == tower
        ],
        "by_ear": _shares(by_ear, tower),
        "by_all": _shares(by_all, tower),
        "known": {"by_ear": _known(by_ear, tower, truth), "by_all": _known(by_all, tower, truth)},
    }


def _shares(found: list[Any], tower: int) -> list[Json]:
    return [None if each is None else [round(share, 3) for share in each[tower]] for each in found]


def _known(found: list[Any], tower: int, truth: int | None) -> int | None:
    """The first of the turns from which on the truth stayed all but certain."""
    if truth is None:
        return None
    first = None
    for turn in range(len(found) - 1, -1, -1):
        each = found[turn]
        if each is None or each[tower][truth] < KNOWN:
            break
        first = turn
    return first
