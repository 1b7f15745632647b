"""The simulated mine: deterministic pictures, honest truth, real mistakes."""

from functools import cache
from itertools import chain, islice

import numpy as np
import pytest

from device.sim.level import LEVELS
from device.sim.solomon.bots import SUPPLY
from device.sim.solomon.table import SimGame
from device.sim.solomon.theme import make_theme
from device.sim.stage import board_corners
from rules.solomon import Phase
from rules.solomon.game import GAME
from rules.solomon.pieces import SUPPLY as BOX
from rules.solomon.pieces import counted
from rules.values import Answer


@cache
def theme():
    return make_theme(5)


def sim(seed=5, level="normal", players=3, **more):
    return SimGame(seed, level, players, theme=theme(), **more)


def acts(game):
    return list(game.acts(game.room()))


def test_the_box_holds_what_the_rules_say():
    assert sum(SUPPLY[1:6]) == BOX["treasures"]
    assert sum(SUPPLY[6:9]) == BOX["curses"]
    assert sum(SUPPLY[9:13]) == BOX["scrolls"]
    assert sum(SUPPLY[13:]) == BOX["objects"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_goes_from_full_shafts_to_its_end_and_invents_no_tile(players):
    shown = acts(sim(players=players))
    assert [len(shaft) for shaft in shown[0].lying.shafts] == [4] * 36
    assert shown[-1].truth.position.phase is Phase.FINISHED
    for act in shown:
        left = counted(tile for shaft in act.lying.shafts for tile in shaft)
        assert all(map(int.__le__, left, SUPPLY))
        assert act.truth.legal


def replayed(truth):
    position, broken = truth.since, []
    for event in truth.events:
        legality = GAME.legal(position, event)
        if legality.answer is Answer.NO:
            broken.append(tuple(ruling.rule for ruling in legality.rulings))
        position = GAME.apply(position, event)
    return position, broken


@pytest.mark.parametrize("seed", range(6))
def test_mischief_is_really_illegal_by_the_rules_it_names_and_is_put_right(seed):
    shown = acts(sim(seed, mischief=True))
    for act, after in zip(shown, [*shown[1:], None], strict=True):
        position, broken = replayed(act.truth)
        assert position == act.truth.position
        assert [len(stack) for stack in position.stacks] == [*map(len, act.lying.shafts)]
        if act.truth.legal:
            assert broken == []
            continue
        assert broken[0] == act.truth.rulings
        assert act.truth.mistake in act.truth.rulings
        assert after is not None
        assert after.truth.repair
        assert after.truth.since == act.truth.since


def test_every_kind_of_mistake_comes_up():
    wanted = {
        "shape-turned", "shape-flipped", "levels-shift", "empty-shaft", "shift-upward", "order",
        "payment-forgotten", "price", "curse-unpaid", "total",
    }  # fmt: skip
    missing = {f"solomon.{name}" for name in wanted}
    for seed in range(20):
        if missing:
            for act in acts(sim(seed, players=2 + seed % 4, mischief=True)):
                missing -= {act.truth.mistake, *chain(*act.truth.claim_rulings)}
    assert missing == set()


@pytest.mark.parametrize("level", LEVELS)
def test_the_tray_and_all_cards_lie_inside_every_picture(level):
    for seed in range(4):
        game = sim(seed, level, 5)
        room = game.room()
        for act in islice(game.acts(room), 6):
            corners = board_corners(room.settle(act.lying)[-1])
            assert (corners > 20).all()
            assert (corners < (1260, 940)).all()


def test_a_lower_tile_is_seen_farther_from_the_camera():
    game = sim(level="easy")
    room, film = game.studio()
    full = next(game.acts(room)).lying
    sunk = type(full)(tuple(shaft[:1] for shaft in full.shafts))
    before, after = (room.settle(lying)[-1] for lying in (full, sunk))
    sizes, deep = theme().sizes, game.props.thickness
    x, y = sizes.centre(0)
    high, low = before.optics.project(np.array([(x, y, 0.0), (x, y, -deep)]))
    assert 1.5 < np.hypot(*(high - low)) < 20
    pictures = [film.shoot(still).astype(int) for still in (before, after)]
    assert np.abs(pictures[0] - pictures[1]).mean() > 0.5


def test_teach_pictures_show_every_tile_at_several_heights_and_twelve_cards():
    (tiles, first), (cards, second), (_, third) = sim().teach_pictures()
    assert tiles.shape == cards.shape == (960, 1280, 3)
    tops = [(t["kind"], t["value"]) for t in first["state"]["top"].values() if t]
    assert len(set(tops)) == 16
    assert sorted({h for row in first["state"]["heights"] for h in row}) == [0, 1, 2, 3, 4]
    assert [card["slot"] for card in second["state"]["cards"]] == [0, 1, 2, 3, 4, 5]
    assert second["state"]["cards"][0]["squares"] == [list(c) for c in theme().shapes[1]]
    shown = [card["number"] for each in (second, third) for card in each["state"]["cards"]]
    assert shown == list(range(1, 13))
