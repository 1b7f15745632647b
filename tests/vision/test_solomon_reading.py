"""King Solomon's mine read from simulated pictures: tiles, cards, and a profile that is kept."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.boxes import teach_from
from device.sim.solomon.scene import Lying
from device.sim.solomon.table import SimGame
from device.sim.stage import Still, board_corners
from rules.solomon import SetUp
from rules.solomon.pieces import TILES
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.solomon.eyes import Eyes
from vision.solomon.layout import EMPTY, SQUARES, as_rules, centre
from vision.solomon.profile import Profile
from vision.solomon.teach import CORNERS, lesson, teach

SEED = 2


@cache
def game() -> SimGame:
    return SimGame(SEED, "easy", 3)


@cache
def profile() -> Profile:
    taught = teach_from(game().teach_pictures(), "solomon")
    assert isinstance(taught, Profile)
    return taught


def view_of(still: Still) -> View:
    return solve_view(CORNERS, board_corners(still), (still.optics.width, still.optics.height))


def pictured(lying: Lying) -> tuple[Any, View]:
    room, film = game().studio()
    still = room.settle(lying)[-1]
    return film.shoot(still), view_of(still)


def first_lying() -> Lying:
    lying = next(game().acts(game().room())).lying
    assert isinstance(lying, Lying)
    return lying


def test_squares_are_counted_from_the_entrance() -> None:
    assert as_rules(5, 5) == 0
    assert as_rules(0, 0) == 35
    assert centre(0) == pytest.approx(np.array([0.08, -0.08]))


def test_a_set_up_is_read_tile_by_tile() -> None:
    lying = first_lying()
    picture, view = pictured(lying)
    found = Eyes(profile(), game().seats).set_up(picture, view, 3)
    assert found is not None
    assert found[0] == SetUp(tuple(shaft[-1] for shaft in lying.shafts))


def test_shafts_of_any_height_are_read_and_empty_ones_are_told() -> None:
    full = first_lying()
    shafts = tuple(shaft[: square % 5] for square, shaft in enumerate(full.shafts))
    picture, view = pictured(Lying(shafts))
    heights = tuple(map(len, shafts))
    reading = Eyes(profile(), game().seats).reader.read(picture, view, heights)
    wanted = [TILES[shaft[-1]] if shaft else EMPTY for shaft in shafts]
    assert [reading.shafts[square].best() for square in SQUARES] == wanted


def test_a_mine_that_is_not_full_is_no_set_up() -> None:
    shafts = ((), *first_lying().shafts[1:])
    picture, view = pictured(Lying(shafts))
    assert Eyes(profile(), game().seats).set_up(picture, view, 3) is None


def test_figures_and_numbers_of_unknown_cards_are_read_either_way_up() -> None:
    cards = {0: (9, 0), 1: (17, 0), 3: (28, 1), 4: (30, 1)}
    picture, view = pictured(Lying(first_lying().shafts, cards))
    reader = Eyes(profile(), game().seats).reader
    reading = reader.read(picture, view, (4,) * len(SQUARES), None, range(6))
    for slot, (number, turned) in cards.items():
        card = reading.cards[slot]
        assert card is not None
        assert card.cells == game().theme.shapes[number]
        assert card.turned is bool(turned)
        assert max(card.numbers, key=lambda n: card.numbers[n]) == number
    assert reading.cards[2] is None
    assert reading.cards[5] is None


def test_a_profile_is_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    profile().save(tmp_path)
    known = Profile.load(tmp_path)
    assert known.card == profile().card
    assert known.slots == profile().slots
    assert known.box_facts() == profile().box_facts()
    assert np.array_equal(known.tray, profile().tray)
    for name, (mean, spread) in profile().tiles.items():
        assert np.array_equal(known.tiles[name][0], mean)
        assert np.array_equal(known.tiles[name][1], spread)


def test_teaching_says_what_is_missing() -> None:
    tiles, cards, _ = (lesson(*each) for each in game().teach_pictures())
    with pytest.raises(TeachingError, match="every tile"):
        teach([cards])
    with pytest.raises(TeachingError, match="cards"):
        teach([tiles])
