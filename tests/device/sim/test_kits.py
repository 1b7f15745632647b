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
FIRST, FRAMES = 2, 2  # moments of a game, and of each; every one is painted by the same code

every_game = pytest.mark.parametrize("game", KITS)


@cache
def theme(game: str) -> Any:
    return sim_kit(game).make_theme(SEED)


def table(game: str, seed: int = SEED) -> SimTable:
    return sim_kit(game).table(seed, "normal", PLAYERS, False, theme(game), {})


def shown(sim: SimTable) -> list[tuple[Any, list[Frame]]]:
    """What happens in the first moments, each with its first frames."""
    return [
        (moment.truth.events, list(islice(moment.frames, FRAMES)))
        for moment in islice(sim.moments(), FIRST)
    ]


@cache
def first(game: str) -> list[tuple[Any, list[Frame]]]:
    return shown(table(game))


def frames(moments: list[tuple[Any, list[Frame]]]) -> list[Frame]:
    return [frame for _, taken in moments for frame in taken]


@every_game
def test_equal_seeds_give_equal_pixels_and_times(game: str) -> None:
    for one, other in zip(frames(first(game)), frames(shown(table(game))), strict=True):
        assert one.time == other.time
        assert one.image.shape == (960, 1280, 3)
        assert np.array_equal(one.image, other.image)


@every_game
def test_another_seed_gives_another_picture(game: str) -> None:
    other = next(iter(next(iter(table(game, 6).moments())).frames)).image
    assert np.abs(frames(first(game))[0].image.astype(int) - other).mean() > 5


@every_game
def test_truth_does_not_depend_on_the_pictures_being_taken(game: str) -> None:
    unseen = [moment.truth.events for moment in islice(table(game).moments(), FIRST)]
    assert [events for events, _ in first(game)] == unseen


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
