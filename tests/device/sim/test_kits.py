"""What holds of every simulated table alike."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from device.senses.frame import Frame
from device.sim.base import SimTable
from device.sim.games import KITS, sim_kit

SEED, PLAYERS = 5, 2
FRAMES = 2  # of each moment; every one is painted by the same code

every_game = pytest.mark.parametrize("game", KITS)


@cache
def theme(game: str) -> Any:
    return sim_kit(game).make_theme(SEED)


def table(game: str, seed: int = SEED) -> SimTable:
    return sim_kit(game).table(seed, "normal", PLAYERS, False, theme(game), {})


def shown(sim: SimTable, moments: int) -> list[Frame]:
    """The first frames of the first moments, one after the other."""
    return [
        frame
        for moment in islice(sim.moments(), moments)
        for frame in islice(moment.frames, FRAMES)
    ]


@cache
def first(game: str) -> list[Frame]:
    return shown(table(game), 2)


@every_game
def test_equal_seeds_give_equal_pixels_and_times(game: str) -> None:
    for one, other in zip(first(game), shown(table(game), 2), strict=True):
        assert one.time == other.time
        assert one.image.shape == (960, 1280, 3)
        assert np.array_equal(one.image, other.image)


@every_game
def test_another_seed_gives_another_picture(game: str) -> None:
    other = next(iter(next(iter(table(game, 6).moments())).frames)).image
    assert np.abs(first(game)[0].image.astype(int) - other).mean() > 5


@every_game
def test_truth_does_not_depend_on_the_pictures_being_taken(game: str) -> None:
    seen, unseen = [], [moment.truth.events for moment in islice(table(game).moments(), 2)]
    for moment in islice(table(game).moments(), 2):
        seen.append(moment.truth.events)
        next(iter(moment.frames))
    assert seen == unseen


MOMENTS = 90  # within so many a turn begins in which a rule can be broken


@every_game
def test_people_who_break_no_rules_break_one_when_asked(game: str) -> None:
    sim = table(game)
    script = sim.script(sim.room())
    acts = islice(script.acts(), MOMENTS)
    assert all(next(acts).truth.legal for _ in range(3))
    script.wished = True
    wrong = next((act for act in acts if not act.truth.legal), None)
    assert wrong is not None
    assert wrong.truth.rulings != ()
