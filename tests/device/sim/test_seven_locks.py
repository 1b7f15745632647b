"""Simulated Schloss der 7 Schlösser: same seed same game, honest truth, mistakes, sound."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise
from typing import Any

import numpy as np
import pytest

from device.hearing.listener import Listener
from device.sim.film import Film
from device.sim.level import LEVELS
from device.sim.seven_locks.scene import (
    BESIDE,
    DIE,
    GONE,
    HOME,
    ROW,
    die_place,
    head_shown,
    in_view,
    pawn_place,
)
from device.sim.seven_locks.sound import Soundtrack
from device.sim.seven_locks.table import SimGame
from device.sim.seven_locks.theme import Theme, make_theme
from device.sim.stage import board_corners
from rules.seven_locks import Drop, Phase, SetUp
from rules.seven_locks.game import GAME
from rules.seven_locks.pieces import EVERY_KEY, EVERY_PLACE, PEARLS
from rules.values import Answer

NO_PICTURE = np.zeros((960, 1280, 3), np.uint8)


@cache
def theme() -> Theme:
    return make_theme(3)


def sim(seed: int = 3, level: str = "easy", players: int = 3, mischief: bool = False) -> SimGame:
    return SimGame(seed, level, players, mischief, theme())


@cache
def acts(seed: int, players: int, mischief: bool = False) -> list[Any]:
    game = sim(seed, "easy", players, mischief)
    return list(game.script(game.room()).acts())


def test_equal_seeds_give_equal_sound() -> None:
    tracks = [sim().sound for _ in range(2)]
    for track in tracks:
        track.drop(0.2, 4, 0)
    assert np.array_equal(tracks[0].until(1.0), tracks[1].until(1.0))


def test_hands_take_their_time_and_the_table_rests_long_enough_to_hear_a_pearl_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Film, "shoot", lambda *_: NO_PICTURE)
    for moment, _ in zip(sim().moments(), range(3), strict=False):
        times = [frame.time for frame in moment.frames]
        assert times[-1] - times[-2] > 0.49
        assert all(b - a > 0.29 for a, b in pairwise(times))


def test_coats_the_device_does_not_see_are_laid_in_view_before_the_first_pearl() -> None:
    game = SimGame(510002, "normal", 4)
    moments = game.moments()
    first = next(moments).still
    assert [in_view(game.theme, first, seat, 0.0) for seat in (1, 2)] == [False, True]
    game.follow_hints({"setup.seven_locks-coats": {"which": "2"}})
    second = next(moments)
    assert second.truth.events == ()
    assert second.truth.legal
    assert second.still.lying.aside == (0.0, 0.045, 0.0, 0.0)
    assert in_view(game.theme, second.still, 1, 0.0)
    moved = [f"coat{n}" for n in range(8) if _at(first, n) != _at(second.still, n)]
    assert moved == ["coat2", "coat3"]
    times = [frame.time for frame in second.frames]
    assert times[-1] - times[-3] == pytest.approx(1.2)  # they wait whether that will do
    assert next(moments).truth.events == (Drop(4), *(Drop(t % 7) for t in range(5, 18)))


def test_a_row_of_keys_that_towers_hide_is_laid_further_out_before_the_first_pearl() -> None:
    game = SimGame(739001, "hard", 3)
    moments = game.moments()
    first = next(moments).still
    assert [in_view(game.theme, first, ROW, far) for far in (0.0, 0.045, 0.06, 0.08)] == [
        False,
        False,
        False,
        True,
    ]
    game.follow_hints({"setup.seven_locks-row": {"which": "2, 5"}})
    second = next(moments)
    assert second.truth.events == ()
    assert second.still.lying.row_aside == 0.08
    before, after = first.places.poses, second.still.places.poses
    moved = [name for name, pose in after.items() if pose != before[name]]
    assert sorted(moved) == [f"key{key}" for key in range(8)]
    assert in_view(game.theme, second.still, ROW, 0.0)


def test_a_die_the_device_does_not_see_is_thrown_in_view_from_then_on_and_not_among_coats() -> None:
    game = SimGame(594004, "hard", 4)
    moments = game.moments()
    first = next(moments).still
    bare = replace(first, lying=replace(first.lying, coats=(GONE,) * len(first.lying.coats)))
    for still, shown in ((bare, True), (first, False)):
        seen = [in_view(game.theme, still, DIE, far) for far in (0.0, 0.03, 0.045, 0.12)]
        assert seen == [False, False, shown, True]
    game.follow_hints({"setup.seven_locks-die": {}})
    after = next(each.still for each in moments if each.still.lying.die != first.lying.die)
    assert after.lying.die_aside == 0.12
    x, y, _ = after.places.poses["die"]
    there = np.subtract((x, y), die_place(game.theme.sizes))
    assert np.abs(there - (-0.12, 0.0)).max() <= 0.022


def test_a_keymaster_behind_a_tower_is_stood_where_the_camera_sees_him() -> None:
    game = SimGame(667007, "hard", 2)
    moments = game.moments()
    first = next(moments).still
    assert [head_shown(game.theme, first, place, (0.0, 0.0)) for place in (1, 2)] == [1.0, 0.625]
    game.follow_hints({"setup.seven_locks-behind": {"which": "3, 5, 6"}})
    there = next(each.still for each in moments if each.still.lying.keymaster == 2)
    stand = there.lying.stand
    assert stand == (0.004, -0.006)
    assert head_shown(game.theme, there, 2, stand) == 1.0
    x, y, _ = there.places.poses["keymaster"]
    sizes = game.theme.sizes
    at = pawn_place(sizes, 2, stand)
    assert np.abs(np.subtract((x, y), at)).max() <= 0.003
    assert np.hypot(*at) >= sizes.bin + sizes.pawn[0]  # beside the bin, not in it
    assert head_shown(game.theme, there, 2, (0.03, 0.0)) == 0.0
    back = next(each.still for each in moments if each.still.lying.keymaster == 3)
    assert back.lying.stand == (0.0, 0.0)


@pytest.mark.parametrize(
    "asked",
    [
        {"setup.seven_locks-behind": {"which": "4, 5, 6, 7"}},
        {"setup.seven_locks-keymaster": {}},
    ],
)
def test_a_keymaster_hidden_from_the_beginning_is_stood_anew_before_the_first_pearl(
    asked: dict[str, dict[str, str]],
) -> None:
    game = SimGame(701002, "normal", 4)
    moments = game.moments()
    first = next(moments).still
    assert head_shown(game.theme, first, 5, (0.0, 0.0)) == 0.0
    game.follow_hints(asked)
    second = next(moments)
    assert (second.truth.events, second.still.lying.stand) == ((), (0.008, -0.018))
    assert head_shown(game.theme, second.still, 5, (0.008, -0.018)) >= 0.8
    assert len(next(moments).truth.events) == 14


def test_where_nobody_asks_the_game_goes_on_with_the_first_pearl() -> None:
    moments = SimGame(510002, "normal", 4).moments()
    next(moments)
    assert len(next(moments).truth.events) == 14


def _at(still: Any, number: int) -> tuple[float, float]:
    x, y, _ = still.places.poses[f"coat{number}"]
    return x, y


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_goes_from_the_set_up_to_its_end_and_loses_no_pearl(players: int) -> None:
    shown = acts(5, players)
    first, last = shown[0], shown[-1].truth.position
    assert first.truth.events == (SetUp(0, first.lying.keymaster),)
    assert (first.lying.standing, first.lying.row) == (EVERY_PLACE, EVERY_KEY)
    assert last.phase is Phase.FINISHED
    for act in shown:
        position = act.truth.position
        assert act.truth.legal
        assert (act.lying.standing, act.lying.row) == (position.standing, position.row)
        assert act.lying.coats.count(HOME) == sum(position.coats)
        held = position.bin + position.hand + sum(position.pearls) + sum(position.boxes)
        assert held + position.forfeited == PEARLS


def test_fourteen_pearls_open_the_game_two_into_each_tower() -> None:
    opening = acts(5, 3)[1].truth.events
    assert Counter(event.tower for event in opening if isinstance(event, Drop)) == dict.fromkeys(
        range(7), 2
    )


def test_a_key_out_lies_beside_the_keymaster_and_coats_placed_do_too() -> None:
    taken = [act for act in acts(5, 4) if act.truth.position.key is not None]
    assert taken
    for act in taken:
        assert act.lying.out == act.truth.position.key
        assert act.lying.coats.count(BESIDE) == len(act.truth.position.joined)
    assert any(GONE in act.lying.coats for act in acts(5, 4))


def test_coats_above_one_key_lie_beside_each_other_whoever_comes_first() -> None:
    game = sim(5, "easy", 4)
    layout = game.room().layout
    before = acts(5, 4)[0].lying
    layout.follow(replace(before, coats=(GONE,) * 8), before)
    for number in (5, 1, 3):
        coats = [*before.coats]
        coats[number] = "6"
        after = replace(before, coats=tuple(coats))
        layout.follow(before, after)
        before = after
    xs = sorted(layout.poses[f"coat{number}"][0] for number in (1, 3, 5))
    assert all(b - a > 2 * game.theme.sizes.coat - 0.003 for a, b in pairwise(xs))


@pytest.mark.parametrize(("aside", "pushed"), [(0.004, True), (0.04, False)])
def test_nobody_takes_a_coat_from_beneath_a_die_without_moving_it(
    aside: float, pushed: bool
) -> None:
    game = sim(5, "easy", 4)
    layout, sizes = game.room().layout, game.theme.sizes
    before = acts(5, 4)[0].lying
    layout.follow(replace(before, coats=(GONE,) * 8), before)
    x, y, _ = layout.poses["coat7"]
    layout.poses["die"] = lay = (x, y + aside, 0.3)
    layout.follow(before, replace(before, coats=(*before.coats[:7], BESIDE)))
    u, v, turn = layout.poses["die"]
    assert (u, turn) == (x, 0.3)
    assert v == pytest.approx(y + 1.3 * (sizes.die / 2 + sizes.coat) if pushed else lay[1])


def replayed(truth: Any) -> tuple[Any, list[tuple[str, ...]]]:
    position, broken = truth.since, []
    for event in truth.events:
        legality = GAME.legal(position, event)
        if legality.answer is Answer.NO:
            broken.append(tuple(ruling.rule for ruling in legality.rulings))
        position = GAME.apply(position, event)
    return position, broken


@pytest.mark.parametrize("seed", range(6))
def test_mischief_is_really_illegal_and_is_put_right_or_stands(seed: int) -> None:
    shown = acts(seed, 2 + seed % 3, True)
    for act, after in zip(shown, [*shown[1:], None], strict=True):
        position, broken = replayed(act.truth)
        assert position == act.truth.position
        if act.truth.legal:
            assert not broken or act.truth.stands
            continue
        assert broken[0] == act.truth.rulings
        assert act.truth.mistake in act.truth.rulings
        assert after is not None
        assert after.truth.repair
        assert after.truth.stands is (after.truth.position == act.truth.position)


def test_every_kind_of_mistake_comes_up() -> None:
    kinds = Counter[str]()
    for seed in range(40):
        for act in acts(seed, 2 + seed % 3, True):
            kinds.update([act.truth.mistake, *chain(*act.truth.claim_rulings)])
    wanted = {
        "different-towers", "too-many-pearls", "pearls-forgotten", "keymaster-backwards",
        "keymaster-too-far", "keymaster-empty-place", "keymaster-stays", "key-swapped",
        "coat-too-late", "coat-spent", "guess-too-late", "guess-twice", "chamber-count",
        "remainder",
    }  # fmt: skip
    assert {f"seven_locks.{name}" for name in wanted} - set(kinds) == set()


@pytest.mark.parametrize("level", LEVELS)
def test_the_board_lies_inside_every_picture(level: str) -> None:
    for seed in range(3):
        game = sim(seed, level, 4)
        room = game.room()
        still = room.settle(next(game.acts(room)).lying)[-1]
        corners = board_corners(still)
        assert (corners > 5).all()
        assert (corners < (1275, 955)).all()


def test_the_microphone_hears_a_pearl_when_it_falls() -> None:
    track = Soundtrack(np.random.default_rng(4), tuple(range(7)))
    track.drop(0.8, 5, 0)
    listener = Listener(0.15)
    found = listener.feed(track.until(3.0).astype(np.float32)) + listener.finish()
    assert len(found) == 1
    assert 0.9 < found[0].time < 1.1
    assert found[0].confidence > 0.9


def test_a_piece_of_sound_is_the_same_whoever_asks_for_it() -> None:
    one, other = (Soundtrack(np.random.default_rng(4), tuple(range(7))) for _ in range(2))
    for track in (one, other):
        track.drop(0.2, 2, 0)
    whole = one.until(0.5)
    parts = [other.between(0.0, 0.25), other.between(0.25, 0.5)]
    assert np.array_equal(whole, np.concatenate(parts))


def test_teach_pictures_show_the_table_with_and_without_towers_and_all_sides() -> None:
    pictures = sim().teach_pictures()
    *states, empty = [label["state"] for _, label in pictures]
    assert [len(state["standing_towers"]) for state in states] == [7, 0, 0, 0, 0, 0]
    assert (empty["standing_towers"], empty["keys_in_row"], empty["die"]) == ([], [], None)
    sides = {(state["die"]["pearls"], state["die"]["steps"]) for state in states}
    assert sides == set(theme().die)
    assert all(len(state["keys_in_row"]) == 8 for state in states)
