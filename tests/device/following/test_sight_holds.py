"""Sight that holds: lamps, nudges, shadows, cups, hands, accidents and glare at Kilt's table."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from device.following.follower import Watcher
from device.following.sight import Sight, SightState
from device.sim.clutter import disc
from device.sim.hands import lay_hand
from device.sim.kilt.bots import Bot, finish_turn
from device.sim.kilt.table import SimGame, seen_slots
from device.sim.kilt.truth import TRUTH
from device.sim.light import glare_map, light_map
from device.sim.render import Canvas
from rules.kilt import GAME, Position
from tests.vision.boxes import Table, game, profile
from vision.kilt.eyes import Eyes
from vision.kilt.table import SQUARES
from vision.kilt.tops import EMPTY
from vision.stories.story import Verdict

SEED, PLAYERS = 15, 3


def sim() -> SimGame:
    return game(SEED, "easy", PLAYERS)


def turn_from(position: Position) -> tuple[tuple[Any, ...], Position]:
    """Some turn inside the picture, all its events and where it leads."""
    bot = Bot(sim().rng("sight"), seen_slots(Table.of(sim()).room, sim().theme))
    move = bot.choose(position)
    rest = finish_turn(bot, GAME.apply(position, move))
    return (move, *(event for event, _ in rest)), rest[-1][1]


@cache
def _laid() -> tuple[Watcher, Table, Position]:
    opened = GAME.apply(sim().start, sim().set_up)
    eyes, table = Watcher(GAME, Eyes(profile(SEED), sim().set_up.colours), opened), Table.of(sim())
    table.lay(opened)
    list(map(eyes.see, table.rest(3)))
    _, position = turn_from(opened)
    table.lay(position)
    eyes.see(table.frame(table.hand()))
    assert certain_events([eyes.see(frame) for frame in table.rest(3)])
    eyes.confirm(position)
    return eyes, table, position


@pytest.fixture
def laid() -> tuple[Watcher, Table, Position]:
    """A table after one turn, and a watcher who has followed it."""
    return deepcopy(_laid())


def certain_events(sights: list[Sight]) -> list[Any]:
    findings = [s.finding for s in sights if s.finding is not None and s.finding.certain]
    return [event for finding in findings for event in finding.stories[0].events]


def brighter_lamp(table: Table, _: Position) -> None:
    light = table.still.light.stepped(1.25, 0.85, 1.15)
    table.still = replace(table.still, light=replace(light, ratio=1.8, angle=2.0))


def half_in_shadow(table: Table, _: Position) -> None:
    table.still = replace(
        table.still, light=replace(table.still.light, half_shadow=(0.6, 0.0, 0.5))
    )


def nudged(table: Table, _: Position) -> None:
    x, y, turn = table.still.board
    table.still = replace(table.still, board=(x + 0.008, y - 0.006, turn + 0.06))


def cup_on_the_table(table: Table, _: Position) -> None:
    stage = table.film.stage
    stage._clutter.put(disc(0.3, 0.3, 0.04), 0.09, (60, 70, 200), (40, 50, 90), 160)
    stage._ground = None


CHANGES: list[Callable[[Table, Position], None]] = [
    brighter_lamp,
    half_in_shadow,
    nudged,
    cup_on_the_table,
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_around_the_game_is_no_event_and_the_next_turn_is_understood(
    laid: Any, change: Callable[[Table, Position], None]
) -> None:
    eyes, table, position = laid
    change(table, position)
    sights = [eyes.see(frame) for frame in table.rest(4)]
    assert certain_events(sights) == []
    assert all(s.finding.verdict is not Verdict.ILLEGAL for s in sights if s.finding is not None)
    events, after = turn_from(position)
    kept = table.still
    moved = table.lay(after)
    table.still = replace(moved, light=kept.light, board=kept.board)
    eyes.see(table.frame(table.hand()))
    told = certain_events([eyes.see(frame) for frame in table.rest(4)])
    assert len(told) == len(events)
    assert all(map(TRUTH.same_event, told, events))


def shoot_with_hands(table: Table, seats: list[tuple[float, float]]) -> Any:
    """A picture with several hands over the board at once."""
    still, film = table.still, table.film
    painted = film.stage.paint(still)
    canvas = Canvas(painted.image.copy(), painted.gloss.copy(), still.optics, still.light)
    for number, seat in enumerate(seats):
        path = np.array([seat, (0.04 * number, 0.03), seat]) * 0.8
        reach = replace(table.gesture(), seat=np.array(seat), path=path).at(0.5)
        lay_hand(canvas, film._sprites[number % len(film._sprites)], reach)
    light = light_map(still.light, still.optics)
    return film._sensor.develop(
        canvas.image, canvas.gloss, light, glare_map(still.light, still.optics)
    )


def test_hands_of_several_players_hide_the_table_until_all_have_left(laid: Any) -> None:
    eyes, table, position = laid
    events, after = turn_from(position)
    table.lay(after)
    for seats in ([(1.1, 0.0), (0.0, -1.0), (-1.1, 0.1)], [(1.1, 0.0), (0.0, -1.0)], [(0.0, -1.0)]):
        sights = [eyes.see(table.frame(shoot_with_hands(table, seats))) for _ in range(3)]
        assert {s.state for s in sights} <= {SightState.MOVING, SightState.HAND}
    told = certain_events([eyes.see(frame) for frame in table.rest(3)])
    assert len(told) == len(events)
    assert all(map(TRUTH.same_event, told, events))


def test_a_floor_knocked_off_and_put_back_is_no_event(laid: Any) -> None:
    eyes, table, position = laid
    square = next(s for s in SQUARES if s not in position.water and position.height(s))
    lying = table.still.lying
    towers = {place: floors for place, floors in lying.towers.items() if place != square}
    assert len(towers) < len(lying.towers)
    table.lay(replace(lying, towers=towers))
    fallen = [eyes.see(frame) for frame in table.rest(4)]
    assert certain_events(fallen) == []
    eyes.see(table.frame(table.hand()))
    table.lay(lying)
    sights = [eyes.see(frame) for frame in table.rest(4)]
    assert certain_events(sights) == []
    assert sights[-1].state is SightState.SETTLED
    assert eyes.explainer.beam[0].position == position


def test_glare_that_hides_a_floor_makes_it_unseen_and_never_empty(laid: Any) -> None:
    eyes, table, position = laid
    square = next(s for s in SQUARES if s not in position.water and position.height(s))
    spot = eyes.view.project(np.array([[*eyes.eyes.reader.layout.centre(square), 0.01]]))[0]
    image = table.shoot().astype(np.float32)
    shine = np.zeros(image.shape[:2], np.float32)
    cv2.circle(shine, tuple(map(int, spot)), 34, 1.0, -1)
    image += 600 * cv2.GaussianBlur(shine, (0, 0), 6)[..., None]
    burnt = np.clip(image, 0, 255).astype(np.uint8)
    sights = [eyes.see(table.frame(burnt)) for _ in range(4)]
    assert certain_events(sights) == []
    cell = eyes.reading.squares[square]
    assert cell.best() != EMPTY or cell.confidence() < 0.9
