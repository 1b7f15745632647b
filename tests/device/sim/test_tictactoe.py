"""The simulated tic-tac-toe: deterministic pictures, honest truth, and eyes that follow it."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from device.bench.sim import SimRun, Tally
from device.boxes.profiles import teach_from
from device.sim.tictactoe.table import SimGame
from device.sim.tictactoe.theme import make_theme
from rules.tictactoe import COINS, SQUARES, Phase
from vision.course import Shot
from vision.tictactoe.course import COURSE
from vision.tictactoe.profile import Profile
from vision.tictactoe.table import scene, table

THEME = make_theme(5)


def sim(seed: int = 5, level: str = "normal", mischief: bool = False) -> SimGame:
    return SimGame(seed, level, 2, mischief, THEME)


@cache
def taught() -> Profile:
    profile = teach_from(sim().teach_pictures(), "tictactoe")
    assert isinstance(profile, Profile)
    return profile


def test_equal_seeds_give_equal_pixels() -> None:
    one, other = ([f for m in islice(sim().moments(), 2) for f in m.frames] for _ in range(2))
    for mine, theirs in zip(one, other, strict=True):
        assert mine.time == theirs.time
        assert np.array_equal(mine.image, theirs.image)


@pytest.mark.parametrize("seed", range(10))
def test_a_game_goes_from_the_empty_grid_to_its_end(seed: int) -> None:
    acts = list(sim(seed).acts(sim(seed).room()))
    assert acts[0].lying.coins == {}
    assert acts[-1].truth.position.phase is Phase.FINISHED
    assert all(act.truth.legal for act in acts)


def test_bots_make_every_mistake_that_shows() -> None:
    acts = [act for seed in range(30) for act in sim(seed, "easy", True).acts(sim().room())]
    broken = {rule for act in acts for rule in act.truth.rulings}
    assert broken == {"tictactoe.turn", "tictactoe.taken", "tictactoe.stays"}


@pytest.mark.parametrize("stands", [False, True])
def test_a_mistake_is_put_right_unless_people_let_it_stand(stands: bool) -> None:
    game = sim(3, "easy", True)
    script = game.script(game.room())
    acts = script.acts()
    wrong = next(act for act in acts if not act.truth.legal)
    if stands:
        script.let_stand()
    after = next(acts).truth
    assert (after.repair, after.since) == (
        (False, wrong.truth.position) if stands else (True, wrong.truth.since)
    )


def test_a_taught_set_reads_its_own_pictures_surely() -> None:
    shots = [Shot("", picture, label) for picture, label in sim().teach_pictures()]
    learned = COURSE.check(taught(), shots)
    assert [each.kind for each in learned] == [str(coin) for coin in COINS]
    assert all(each.sure for each in learned)


def test_a_profile_survives_being_saved(tmp_path: Path) -> None:
    taught().save(tmp_path)
    again = Profile.load(tmp_path)
    assert np.array_equal(again.board, taught().board)
    assert again.labels == taught().labels
    assert np.array_equal(again.patches.pixels, taught().patches.pixels)
    assert np.array_equal(again.patches.masks, taught().patches.masks)


def test_whatever_a_position_shows_is_declared() -> None:
    for act in sim(2, "easy", True).acts(sim().room()):
        assert table().faults(scene(act.truth.position)) == []


def test_the_course_lays_out_what_it_asks_for() -> None:
    first, coins = COURSE.steps()
    assert set(first.lay({}).state.values()) == {"empty"}
    assert len(coins.lay({}).marks) == len(SQUARES) - 1
    assert set(COURSE.kinds()) == {str(coin) for coin in COINS}


def test_a_whole_game_with_mistakes_is_followed_without_a_wrong_turn() -> None:
    tally = Tally()
    SimRun(SimGame(2, "normal", 2, True), tally).run()
    assert tally.notes == []
    assert (tally.turns, tally.understood, tally.asked, tally.wrong) == (5, 5, 0, 0)
    assert (tally.illegal_flagged, tally.illegal_shown, tally.false_alarms) == (1, 1, 0)
    assert tally.flawless == 1
