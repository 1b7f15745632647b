"""The simulated game: deterministic pictures, honest truth, real mistakes."""

from collections import Counter
from functools import cache
from itertools import chain, islice

import cv2
import numpy as np
import pytest

from device.sim.kilt.table import SimGame
from device.sim.kilt.theme import make_theme
from device.sim.level import LEVELS
from device.sim.stage import board_corners
from rules.kilt import Phase
from rules.kilt.game import GAME
from rules.values import Answer


@cache
def theme():
    return make_theme(5)


def sim(seed=5, level="normal", players=4, **more):
    return SimGame(seed, level, players, theme=theme(), **more)


def acts(game):
    return list(game.acts(game.room()))


def frames(game, moments):
    return [list(moment.frames) for moment in islice(game.moments(), moments)]


@cache
def first_frames():
    return frames(sim(), 2)


def test_frames_are_a_tenth_of_a_second_apart():
    times = [frame.time for each in first_frames() for frame in each]
    assert np.diff(times) == pytest.approx(0.1)


def test_a_moment_ends_with_still_frames_after_frames_with_a_hand():
    shown = [frame.image for frame in first_frames()[1]]
    small = [cv2.resize(each, (160, 120), interpolation=cv2.INTER_AREA) for each in shown]
    change = [np.abs(f.astype(int) - small[-1]).max() for f in small]
    assert change[-2] < 12
    assert max(change[:-2]) > 40


def test_two_still_frames_differ_by_noise_only():
    one, two = (frame.image.astype(int) for frame in first_frames()[0][:2])
    spread = (one - two)[300:600, 300:900].std()
    assert 1.0 < spread < 8.0


@pytest.mark.parametrize("level", LEVELS)
def test_pictures_are_camera_pictures_of_the_right_size(level):
    image = next(iter(next(iter(sim(level=level).moments())).frames)).image
    assert image.shape == (960, 1280, 3)
    assert image.dtype == np.uint8
    assert 40 < image.mean() < 215


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("level", LEVELS)
def test_the_board_lies_inside_every_picture(seed, level):
    game = sim(seed, level)
    room = game.room()
    for act in islice(game.acts(room), 12):
        corners = board_corners(room.settle(act.lying)[-1])
        assert (corners > 20).all()
        assert (corners < (1260, 940)).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_goes_from_set_up_to_its_end_and_loses_no_piece(players):
    shown = acts(sim(players=players))
    assert shown[-1].truth.position.phase is Phase.FINISHED
    cards = Counter(frozenset(card) for row in shown[0].lying.rows for card in row)
    for act in shown:
        assert act.truth.legal
        assert Counter(frozenset(c) for row in act.lying.rows for c in row) == cards
        built = Counter(floor for tower in act.lying.towers.values() for floor in tower)
        for (_, crests), count in built.items():
            assert count <= (11, 3, 2)[crests]
        assert len(act.lying.roofs) <= 2


def replayed(truth):
    position, broken = truth.since, []
    for event in truth.events:
        legality = GAME.legal(position, event)
        if legality.answer is not Answer.YES:
            broken.append(tuple(ruling.rule for ruling in legality.rulings))
        position = GAME.apply(position, event)
    return position, broken


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("money", ["kept", "told"])
def test_mischief_is_really_illegal_by_the_rules_it_names_and_is_put_right(players, seed, money):
    shown = acts(sim(seed, players=players, mischief=True, options={"money": money}))
    mistakes = 0
    for act, after in zip(shown, [*shown[1:], None], strict=True):
        position, broken = replayed(act.truth)
        assert position == act.truth.position
        if act.truth.legal:
            assert broken == []
            continue
        mistakes += 1
        assert broken[0] == act.truth.rulings
        assert act.truth.mistake in act.truth.rulings
        assert after is not None
        assert after.truth.repair
        assert after.truth.since == act.truth.since
    assert mistakes >= 1


@pytest.mark.parametrize("seed", range(4))
def test_a_mistake_told_to_stand_is_where_play_goes_on(seed):
    game = sim(seed, mischief=True, options={"money": "told"} if seed % 2 else {})
    script = game.script(game.room())
    stood = None
    for act in script.acts():
        if stood is not None and not stood.mistake.endswith("roof-overbuilt"):
            assert not act.truth.repair
            assert act.truth.since == stood.position
        stood = None if act.truth.legal else act.truth
        if stood:
            script.let_stand()
    assert act.truth.position.phase is Phase.FINISHED


def test_every_kind_of_mistake_comes_up():
    kinds: set[str] = set()
    for seed in range(14):
        for players in (3, 4):
            told = {"money": "told"} if seed % 2 else {}
            game = sim(seed, players=players, mischief=True, options=told)
            for act in acts(game):
                kinds |= {act.truth.mistake, *chain(*act.truth.claim_rulings)}
    wanted = {
        "turn-card", "backwards", "front-neighbour", "row-full", "too-many-rows", "build-order",
        "first-empty", "roof-overbuilt", "roof-square", "roof-forgotten", "price", "payee",
        "payment-forgotten", "ducat-day-forgotten", "ducat-day-two-areas",
        "ducat-day-after-building",
    }  # fmt: skip
    assert {f"kilt.{name}" for name in wanted} <= kinds


def test_teach_pictures_show_every_floor_and_every_card_with_taps_near_the_corners():
    (floors, first), (cards, second) = sim().teach_pictures()
    assert floors.shape == cards.shape == (960, 1280, 3)
    shown = {(f["color"], f["crests"]) for s in first["state"]["squares"].values()
             for f in s["floors"]}  # fmt: skip
    assert len(shown) == 12
    rows = [card for row in second["state"]["positions"].values() for card in row]
    assert len({frozenset((c["facing_board"], c["facing_away"])) for c in rows}) == 10
    assert sorted(map(tuple, first["state"]["water"])) == sorted(theme().water)
    assert len(first["board_corners_px"]) == 4


def test_the_label_of_a_teach_picture_fits_its_pixels():
    image, label = sim(level="easy").teach_pictures()[1]
    corners = np.array(label["board_corners_px"], np.float32)
    flat = np.array([(0, 0), (300, 0), (300, 300), (0, 300)], np.float32) + 100
    warped = cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners, flat), (500, 500))
    red = warped[60:95, 130:165].reshape(-1, 3).mean(axis=0)
    assert label["state"]["positions"]["0"][0]["facing_board"] == "red"
    assert red[2] > red[1] + 30
    assert red[2] > red[0] + 30
