"""The simulated castle: deterministic pictures, honest truth, real mistakes."""

from collections import Counter
from functools import cache
from itertools import chain, islice

import numpy as np
import pytest

from device.sim.appenzell.mischief import MISTAKES
from device.sim.appenzell.scene import before_slot, opposite, spare_place
from device.sim.appenzell.table import SimGame
from device.sim.appenzell.teach import laid, state_json, tiles_shown
from device.sim.appenzell.theme import make_theme
from device.sim.stage import on_table
from rules.appenzell import Phase
from rules.appenzell.game import GAME
from rules.appenzell.layout import layout_faults
from rules.appenzell.pieces import HOLES, LINES, SLOTS, SUPPLY, TILE_NAMES, TOWERS
from rules.values import Answer


@cache
def theme():
    return make_theme(5)


def sim(seed=5, level="normal", players=3, **more):
    return SimGame(seed, level, players, theme=theme(), **more)


@cache
def acts(seed=5, players=3, mischief=False):
    game = sim(seed, players=players, mischief=mischief)
    return list(game.acts(game.room()))


@pytest.mark.slow
def test_both_sides_of_every_board_have_rooms_for_the_roofs_of_the_box():
    for seed in range(4):
        for side in make_theme(seed).layouts:
            assert layout_faults(side) == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_begins_with_all_roofs_on_and_invents_no_tile(players):
    shown = acts(players=players)
    assert shown[0].lying.roofs == (1 << 18) - 1
    assert shown[0].lying.mice == ()
    for act in shown:
        lying = act.lying
        tiles = Counter(card[0] for card in (*lying.tiles, lying.spare) if card)
        assert [tiles[kind] for kind in range(len(SUPPLY))] == list(SUPPLY)
        assert act.truth.legal
    assert shown[-1].truth.position.phase in (Phase.TURN, Phase.FINISHED)


def replayed(truth):
    position, broken = truth.since, []
    for event in truth.events:
        legality = GAME.legal(position, event)
        if legality.answer is Answer.NO:
            broken += [ruling.rule for ruling in legality.rulings]
        position = GAME.apply(position, event)
    return position, tuple(broken)


def test_the_truth_is_what_lies_on_the_table():
    for act in acts():
        position, broken = replayed(act.truth)
        assert position == act.truth.position
        assert broken == ()
        assert position.roofs == act.lying.roofs
        assert sorted(at for own in position.mice for at in own) == sorted(
            at for _, at in act.lying.mice
        )
        for at in HOLES:
            card = act.lying.tiles[at]
            assert position.tiles[at] in (card[0], 9)


@pytest.mark.parametrize("seed", range(4))
def test_mischief_is_really_illegal_by_the_rules_it_names_and_is_put_right(seed):
    shown = acts(seed, 2 + seed % 3, True)
    for act, after in zip(shown, [*shown[1:], None], strict=True):
        position, broken = replayed(act.truth)
        assert position == act.truth.position
        if act.truth.legal:
            assert broken == ()
            continue
        assert broken == act.truth.rulings
        assert act.truth.mistake in act.truth.rulings
        assert after is not None
        assert after.truth.repair
        assert after.truth.since == act.truth.since


@pytest.mark.slow
def test_every_kind_of_mistake_comes_up():
    missing = set(MISTAKES)
    for seed in range(25):
        if missing:
            missing -= {act.truth.mistake for act in acts(seed, 2 + seed % 3, True)}
    assert missing == set()


def test_a_tile_falls_out_at_the_other_end_of_its_line():
    for slot in SLOTS:
        assert LINES[opposite(slot)] == LINES[slot][::-1]
        x, y = before_slot(theme().sizes, opposite(slot))
        fx, fy = theme().sizes.centre(LINES[slot][-1])
        assert min(abs(x - fx), abs(y - fy)) == pytest.approx(0, abs=1e-9)
        assert max(abs(x), abs(y)) > theme().sizes.board / 2


def test_a_spare_tile_is_laid_between_two_slots_towards_the_camera_if_somebody_asks():
    game = sim()
    moments = game.moments()
    first = next(moments).still
    game.follow_hints({"setup.appenzell-spare": {}})
    second = next(moments)
    lying = second.still.lying
    assert (second.truth.events, lying.beside_slot, lying.moves) == ((), True, 1)
    x, y = spare_place(theme().sizes, lying)
    aside = [np.hypot(x - sx, y - sy) for sx, sy in (before_slot(theme().sizes, s) for s in SLOTS)]
    assert min(aside) == pytest.approx(theme().sizes.pitch)
    camera = np.array(first.optics.centre[:2])
    away = [
        np.hypot(*(on_table(first.board, sx, sy) - camera))
        for sx, sy in (before_slot(theme().sizes, slot) for slot in (lying.spare_at, 1, 4, 7, 10))
    ]
    assert away[0] == min(away)
    later = [moment.still.lying for moment in moments]
    assert not any(each.beside_slot for each in later if each.moves > 1)


def test_teach_pictures_show_every_tile_and_all_roofs():
    (tiles, first), (roofs, second) = sim().teach_pictures()
    assert tiles.shape == roofs.shape == (960, 1280, 3)
    assert set(first["state"]["open_fields"].values()) == {*TILE_NAMES, "high"}
    assert all(room["roof_on"] for room in second["state"]["rooms"])
    assert [mouse["place"] for mouse in first["state"]["mice"]] == ["tower"] * len(TOWERS)


def test_what_a_label_tells_can_be_laid_out():
    for lying in (tiles_shown(theme()), acts()[-1].lying):
        again = laid(theme(), state_json(lying))
        assert again.layout == lying.layout
        assert again.roofs == lying.roofs
        assert again.mice == lying.mice
        assert state_json(again) == state_json(lying)


def test_frames_of_a_move_show_a_hand_between_two_stills():
    moments = islice(sim().moments(), 2)
    images = [[frame.image for frame in moment.frames] for moment in moments]
    rest, moving = images[0][-1].astype(int), images[1][0].astype(int)
    assert np.abs(moving - rest).mean() > 1.0
    assert len(list(chain(*images))) >= 4
