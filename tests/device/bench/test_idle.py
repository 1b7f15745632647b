"""A table at which nobody plays: what is looked for how often, and what that costs."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from device.bench.idle import AWAY, Clocked, idle
from device.boxes import recognise
from device.boxes.recognise import Recogniser
from device.following.follower import Watcher
from device.following.sight import SightState
from device.senses.frame import Frame
from device.sim.kilt.table import SimGame
from rules.kilt import GAME
from tests.vision.boxes import Table, game, profile
from vision.again import AGAIN
from vision.errors import BoardNotFound
from vision.kilt.eyes import Eyes
from vision.recognise import Recognised

SEED, PLAYERS = 15, 3
WITH, WITHOUT = "a board and nobody", "no board"
RESTING = 0.25  # seconds from picture to picture of a camera that rests


def sim() -> SimGame:
    return game(SEED, "easy", PLAYERS)


@cache
def pictures() -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
    """A table without its board, the same with the board, and somebody over the empty one."""
    table = Table.of(sim())
    table.lay(GAME.apply(sim().start, sim().set_up))
    there, gone = table.still, replace(table.still, board=AWAY)
    empty, laid = ([table.film.shoot(still) for _ in range(4)] for still in (gone, there))
    return empty, laid, table.film.shoot(gone, table.film.gesture((gone, gone)).at(0.3))


@cache
def small() -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
    """The same for whom nothing in them is found."""
    empty, laid, reached = pictures()
    return [_quarter(each) for each in empty], [_quarter(each) for each in laid], _quarter(reached)


def _quarter(picture: np.ndarray) -> np.ndarray:
    return cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)


class Night:
    """A watcher at a table for hours, and how often it looked for a board."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.eyes = Watcher(GAME, Eyes(profile(SEED), sim().set_up.colours), sim().start)
        self.searched: list[float] = []
        self.now = 0.0
        place = self.eyes.place
        self._found = self._looked = place._found
        monkeypatch.setattr(place, "_found", self._noted)

    def _noted(self, picture: Any) -> Any:
        self.searched.append(round(self.now, 2))
        return self._found(picture)

    def nothing(self) -> None:
        """Searches find nothing, in no time."""

        def nowhere(_: Any) -> Any:
            raise BoardNotFound("none")

        self._found = nowhere

    def something(self) -> None:
        """Searches look again."""
        self._found = self._looked

    def see(self, shown: list[np.ndarray], seconds: float, every: float = RESTING) -> list[str]:
        states = []
        for step in range(round(seconds / every)):
            self.now += every
            states.append(self.eyes.see(Frame(self.now, shown[step % len(shown)])).state)
        return states


@pytest.fixture
def night(monkeypatch: pytest.MonkeyPatch) -> Night:
    return Night(monkeypatch)


def waits(times: list[float]) -> list[float]:
    return [round(later - before, 2) for before, later in pairwise(times)]


def test_a_board_that_is_not_there_is_looked_for_ever_more_rarely(night: Night) -> None:
    night.nothing()
    night.see(small()[0], sum(AGAIN) + 2, 1.0)
    assert waits(night.searched) == list(AGAIN)


def test_a_changed_picture_is_searched_at_once_and_the_same_one_again_is_not(night: Night) -> None:
    empty, laid, _ = small()
    night.nothing()
    night.see(empty, 30)
    searched = len(night.searched)
    night.see(laid, 0.5)
    assert len(night.searched) == searched + 1


def test_somebody_who_walks_by_is_no_reason_to_look(night: Night) -> None:
    empty, _, reached = small()
    night.nothing()
    night.see(empty, 30)
    searched = len(night.searched)
    moving = [cv2.flip(reached, 1), reached]
    assert set(night.see(moving, 3, 0.1)) == {SightState.MOVING}
    night.see(empty, 10)
    assert len(night.searched) == searched


def test_a_table_that_somebody_left_as_it_was_is_known_again(night: Night) -> None:
    empty, _, reached = small()
    night.nothing()
    night.see(empty, 13)
    night.see([reached], 3)
    searched = len(night.searched)
    assert searched > 3, "who stands there is another picture"
    night.see(empty, 30)
    assert len(night.searched) == searched
    night.see(empty, 40)
    assert len(night.searched) == searched + 1


def test_light_that_changes_slowly_is_another_picture_in_the_end(night: Night) -> None:
    empty = small()[0]
    night.nothing()
    night.see(empty, 80)
    searched = len(night.searched)
    shade = np.linspace(0, 1, empty[0].shape[1])[None, :, None]
    for step in range(40):
        lit = [(image * (1 - shade * step / 60)).astype(np.uint8) for image in empty[:1]]
        night.see(lit, 1)
    assert searched < len(night.searched) < searched + 40


def test_a_board_that_is_laid_after_a_long_night_is_found_within_two_seconds(night: Night) -> None:
    empty, laid, _ = pictures()
    night.nothing()
    night.see(empty, 100, 2.0)
    assert night.eyes.view is None
    night.something()
    begun = night.now
    while night.eyes.view is None and night.now < begun + 10:
        night.see(laid, RESTING)
    assert night.now - begun <= 2.0


def test_tapped_corners_are_taken_though_nothing_changed(night: Night) -> None:
    empty, _, _ = pictures()
    night.nothing()
    night.see(empty, 5)
    night.eyes.tap_corners([(300, 200), (900, 200), (1000, 800), (200, 800)])
    night.see(empty, RESTING)
    assert night.eyes.view is not None


# -- which game lies there ---------------------------------------------------------------------


class Looks:
    """A recogniser before a table whose sight is set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[str | None] = []
        self.times: list[float] = []
        self.now = 0.0
        self.found: str | None = None
        self.table = SimpleNamespace(sight="no-board", note_seen=self.told.append)
        shelf = SimpleNamespace(games=lambda: ["kilt"], profile=lambda _: profile(SEED))
        monkeypatch.setattr(recognise, "recognise", self._recognise)
        self.recogniser = Recogniser(self.table, shelf)  # type: ignore[arg-type]

    def _recognise(self, *_: Any) -> Recognised:
        self.times.append(round(self.now, 2))
        return Recognised(self.found, {"kilt": 3})

    def look(self, shown: list[np.ndarray], seconds: float) -> None:
        for step in range(round(seconds)):
            self.now += 1.0
            self.recogniser.look(Frame(self.now, shown[step % len(shown)]))


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    return Looks(monkeypatch)


def test_other_boards_are_looked_for_ever_more_rarely_too(looks: Looks) -> None:
    looks.look(small()[0], 700)
    assert waits(looks.times) == [recognise.EVERY, *AGAIN[1:]]
    looks.look(small()[1], recognise.EVERY)
    assert len(looks.times) == 6


def test_what_was_seen_stays_so_while_somebody_moves(looks: Looks) -> None:
    looks.found = "solomon"
    looks.look(small()[0], 1)
    assert looks.told[-1] == "solomon"
    looks.table.sight = "moving"
    looks.look([small()[2]], 1)
    assert looks.told[-1] == "solomon"
    looks.table.sight = "settled"
    looks.look(small()[1], 1)
    assert looks.told[-1] is None


def test_the_log_tells_what_changed_and_nothing_else(
    looks: Looks, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        looks.look(small()[0], 700)
        assert len(looks.times) > 3
        assert len(caplog.messages) == 1
        looks.found = "solomon"
        looks.look(small()[1], 20)
    assert [("solomon" in message) for message in caplog.messages] == [False, True]


# -- what it costs -----------------------------------------------------------------------------


@pytest.mark.slow  # measures half a minute of work
def test_a_table_without_its_board_costs_hardly_more_than_one_with_it() -> None:
    cv2.setNumThreads(1)
    try:
        shares = dict(idle(SimGame(SEED, "easy", PLAYERS), (WITH, WITHOUT), 20))
    finally:
        cv2.setNumThreads(-1)
    assert shares[WITHOUT] < 2 * shares[WITH]


def test_a_clocked_camera_rests_when_it_is_told_to() -> None:
    camera = Clocked(lambda _: pictures()[0][0], 0.0, 10.0)
    assert [round(camera.read().time, 2) for _ in range(2)] == [0.1, 0.2]
    camera.rest(True)
    assert round(camera.read().time, 2) == 0.45
