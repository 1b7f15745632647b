"""The simulated table of The Castle: games by the rules, mistakes that break them."""

import numpy as np
import pytest

from device.sim.castle.map import make_plan
from device.sim.castle.scene import character_place
from device.sim.castle.table import SimGame
from device.sim.castle.teach import face_up, laid, state_json
from device.sim.castle.theme import make_theme
from rules.castle import Done, Phase, Step
from rules.castle.game import GAME
from rules.castle.maps import CORRIDOR, map_faults, map_from_json
from rules.castle.position import castle_of
from rules.values import Answer


@pytest.mark.parametrize("seed", range(12))
def test_every_made_up_map_is_a_map(seed: int) -> None:
    plan = make_plan(np.random.default_rng(seed))
    assert list(map_faults(map_from_json(plan.map_json()))) == []


def test_legal_moments_are_legal_and_mistakes_break_what_they_are_named_after() -> None:
    for seed in range(1, 4):
        game = SimGame(seed, "easy", 3, True)
        for act in game.acts(game.room()):
            truth, position = act.truth, act.truth.since
            broken = set()
            for event in truth.events:
                legality = GAME.legal(position, event)
                if legality.answer is Answer.NO:
                    broken |= {ruling.rule for ruling in legality.rulings}
                position = GAME.apply(position, event)
            assert position == truth.position
            assert truth.legal == (not broken)
            assert truth.legal or truth.mistake in broken


def test_what_a_label_says_is_laid_out_again() -> None:
    theme = make_theme(2)
    lying = face_up(theme)
    assert state_json(theme, laid(theme, state_json(theme, lying), 3)) == state_json(theme, lying)


def test_nobody_lays_a_hit_counter_while_a_throw_is_due() -> None:
    game = SimGame(9901, "normal", 3, True)  # a witch is fought in it, who asks for a second throw
    acts = list(game.acts(game.room()))
    assert acts[-1].truth.position.phase is Phase.FINISHED


def test_whoever_ends_a_turn_lets_go_of_the_table() -> None:
    game = SimGame(214015, "normal", 4)
    for act in game.acts(game.room()):
        events = act.truth.events
        ends = [n for n, each in enumerate(events) if isinstance(each, Done)]
        assert not any(isinstance(each, Step) for n in ends for each in events[:n])


@pytest.mark.parametrize("seed", range(6))
def test_nobody_stands_on_the_cell_who_is_in_a_corridor(seed: int) -> None:
    theme = make_theme(seed)
    left, low, right, high = theme.plan.areas["CELL"][1]
    for name, (kind, _) in theme.plan.areas.items():
        if kind == CORRIDOR:
            x, y = character_place(theme, name, 0)
            assert not (left < x < right and low < y < high)


def test_nobody_takes_two_steps_where_one_leads() -> None:
    for seed in (237007, 223011):
        game = SimGame(seed, "easy", 4)
        castle, began = castle_of(game.start), -1
        for act in game.acts(game.room()):
            position = act.truth.since
            for event in act.truth.events:
                if isinstance(event, Step):
                    if not position.steps:
                        began = position.parties[position.active].at
                    else:
                        assert castle.number[event.to] not in (began, *castle.beside[began])
                position = GAME.apply(position, event)
