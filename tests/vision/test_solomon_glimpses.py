"""What shows of King Solomon's shafts while hands are at work."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.sim.solomon.scene import Lying
from rules.solomon import Phase, Position
from rules.solomon.game import GAME
from tests.vision.test_solomon_reading import first_lying, game, profile, studio, view_of
from vision.glimpses import MISSED
from vision.solomon.eyes import Eyes
from vision.solomon.glimpses import LEAST

Shafts = tuple[tuple[int, ...], ...]
FROM, TO, ASIDE = 7, 8, 13


def without_top(shafts: Shafts, *squares: int) -> Shafts:
    return tuple(shaft[:-1] if s in squares else shaft for s, shaft in enumerate(shafts))


def ways() -> dict[str, list[Shafts]]:
    """Two tiles dug as they lie, or one of them pushed to a neighbour first: it ends alike."""
    start = without_top(first_lying().shafts, TO)
    pushed = tuple(
        (*shaft, start[FROM][-1]) if s == TO else shaft
        for s, shaft in enumerate(without_top(start, FROM))
    )
    end = without_top(start, FROM, ASIDE)
    return {"pushed": [start, pushed, end], "dug": [start, end]}


def lying(shafts: Shafts) -> Position:
    start = GAME.start(3, {}, {})
    return replace(start, phase=Phase.DIG, waiting=(0, 1, 2), stacks=shafts)


def weighed(*shown: int) -> dict[str, float]:
    """How well both ways fit glimpses of the table at these steps of the first one."""
    room, film = studio()
    stills = []
    for shafts in ways()["pushed"]:
        room.follow(Lying(shafts))
        stills.append(room.still(Lying(shafts)))
    pictures = [film.shoot(still) for still in stills]
    eyes, view = Eyes(profile(), game().seats), view_of(stills[0])
    paths = [[lying(shafts) for shafts in way] for way in ways().values()]
    before = paths[0][:1]
    memory = eyes.read(pictures[0], view, before, None).memory
    eyes.read(pictures[-1], view, before, memory)
    glimpses = eyes.glimpses(pictures[-1], view, lambda: [pictures[n] for n in shown], before)
    return dict(zip(ways(), glimpses.weigh(paths), strict=True))


def test_a_tile_seen_where_it_was_pushed_proves_the_push() -> None:
    fits = weighed(0, 1, 2)
    assert fits["pushed"] - fits["dug"] == pytest.approx(-LEAST, abs=0.5)


def test_a_push_that_no_glimpse_shows_is_less_likely_the_more_there_are() -> None:
    fits = weighed(0, 0, 2)
    assert fits["dug"] - fits["pushed"] == pytest.approx(3 * MISSED, abs=0.5)


def test_without_pictures_on_the_way_nothing_is_said() -> None:
    assert weighed() == {"pushed": 0.0, "dug": 0.0}
