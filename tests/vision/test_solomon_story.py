"""Doubts, put back tiles and numbers of cards, weighed on plain readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from rules.solomon import Choose, Mark, Phase, See, Shift
from rules.solomon.game import GAME
from rules.solomon.pieces import CARDS, SQUARES, TILE, UNKNOWN
from vision.observe.evidence import Evidence
from vision.reading import Cell
from vision.solomon.cards import CardRead
from vision.solomon.meanwhile import Meanwhile
from vision.solomon.reader import Reading
from vision.solomon.story import LIES_HIGH, SolomonLens
from vision.solomon.table import EMPTY, KINDS
from vision.stories.beam import ILLEGAL_COST, Explainer
from vision.stories.story import Story

START = GAME.start(2, {}, {})
BEFORE = replace(START, phase=Phase.CHOOSE, round=1, stacks=((TILE["t1"],),) * len(SQUARES))
MEMORY: Any = object()
BAR = ((0, 0), (0, 1), (0, 2))
CORNER = ((0, 0), (0, 1), (1, 0))


def cell(face: str, same: float | None = 150.0) -> Cell[str]:
    return Cell({**dict.fromkeys(KINDS, 8.0), EMPTY: 12.0, face: 55.0}, same)


def reading(changed: dict[int, Cell[str]], cards: Mapping[int, CardRead] | None = None) -> Any:
    shafts = {square: changed.get(square, cell("t1")) for square in SQUARES}
    return Reading(shafts, MEMORY, dict(cards or {}))


def digging(figure: tuple[tuple[int, int], ...], stacks: Mapping[int, tuple[int, ...]]) -> Any:
    """Both seats dig the same figure; shafts that are not told hold one tile."""
    return replace(
        BEFORE,
        phase=Phase.DIG,
        waiting=(0, 1),
        cards=(3, 4),
        shapes=tuple(figure if card in (3, 4) else None for card in range(len(CARDS) + 1)),
        stacks=tuple(stacks.get(square, (TILE["t1"],)) for square in SQUARES),
    )


def card(numbers: dict[int, float], figure: tuple[tuple[int, int], ...]) -> CardRead:
    return CardRead(Evidence({**dict.fromkeys(CARDS, -40.0), **numbers}), figure, 0.9, 0.7, False)


def test_no_number_lies_there_twice_however_alike_two_look() -> None:
    cards = {0: card({28: 0.0, 20: -16.0}, BAR), 3: card({28: 0.0, 25: -18.0}, CORNER)}
    story = SolomonLens((0, 3)).story(reading({}, cards), BEFORE)
    first = next(iter(story.steps(BEFORE)))
    assert first[:2] == (Choose(0, 20), Choose(1, 28))


@pytest.mark.parametrize("last", [16, 18])
def test_a_new_card_misread_as_one_long_gone_is_a_new_card(last: int) -> None:
    """It shows neither the number nor the figure of the card that lay there last."""
    known = {16: CORNER, 18: BAR, 4: BAR}
    before = replace(
        BEFORE,
        played=((34 - last, last), (5, 4)),
        shapes=tuple(known.get(number) for number in range(len(CARDS) + 1)),
    )
    cards = {0: card({18: 0.0, 10: -11.0}, ((0, 0), (1, 1), (2, 2))), 3: card({24: 0.0}, CORNER)}
    outcome = Explainer(GAME, SolomonLens((0, 3)), before).explain(reading({}, cards))
    chosen = [event for event in outcome.stories[0].events if isinstance(event, Choose)]
    assert outcome.certain
    assert chosen == ([Choose(0, 10), Choose(1, 24)] if last == 16 else [])


def test_a_tile_that_was_away_and_lies_there_again_was_put_back() -> None:
    seen, before = Meanwhile(), object()
    away = seen.note(reading({7: cell("c2", -9000.0)}), before)
    assert away.put_back == frozenset()
    back = seen.note(reading({7: cell("t1", -9000.0), 8: cell("t1", -9000.0)}), before)
    assert back.put_back == {7}
    story = SolomonLens((0, 3)).story(back, BEFORE)
    assert story._kept[7] > -0.1
    assert story._kept[8] < -5.0


def test_what_was_taken_together_was_put_back_together_though_its_twin_showed() -> None:
    seen, before = Meanwhile(), object()
    moved, past = cell("t1", -9000.0), {7: {"t1": 55.0, "c2": 8.0}}
    seen.note(replace(reading({7: cell("c2", -9000.0), 8: moved}), past=past), before)
    again = {7: moved, 8: moved, 9: moved}
    back = seen.note(replace(reading(again), past=past), before)
    assert back.put_back == {7, 8}
    story = SolomonLens((0, 3)).story(back, BEFORE)
    assert story._kept[8] > -0.1
    assert story._kept[9] < -5.0


def test_what_shows_another_face_once_more_puts_nothing_else_back() -> None:
    seen, before = Meanwhile(), object()
    moved, past = cell("t1", -9000.0), {7: {"t1": 55.0, "c2": 8.0}}
    seen.note(replace(reading({7: cell("c2", -9000.0), 8: moved}), past=past), before)
    dug = seen.note(replace(reading({7: cell("s3", -9000.0), 8: moved}), past=past), before)
    assert dug.put_back == {7}


def test_a_tile_that_lies_just_as_before_is_the_same_however_it_is_lit() -> None:
    shone_on = reading({7: cell("t1", -9000.0), 8: cell("t1", -9000.0)})
    story = SolomonLens((0, 3)).story(replace(shone_on, still=frozenset({7})), BEFORE)
    assert story._kept[7] > -0.1
    assert story._kept[8] < -5.0


def test_what_was_seen_before_another_picture_is_forgotten() -> None:
    seen = Meanwhile()
    seen.note(reading({7: cell("c2", -9000.0)}), object())
    assert seen.note(reading({}), object()).put_back == frozenset()


def test_where_the_whole_tray_moved_no_single_tile_did() -> None:
    moved = {square: cell("t1", -9000.0) for square in SQUARES}
    story = SolomonLens((0, 3)).story(reading(moved), BEFORE)
    assert min(story._kept) > -4.0


def test_a_doubt_no_picture_can_settle_is_asked_at_once() -> None:
    lens = SolomonLens((0, 3))
    other = replace(BEFORE, stacks=((), *BEFORE.stacks[1:]))
    alike = [Story((), 0.8, BEFORE), Story((), 0.2, replace(BEFORE, coins=(9, 10)))]
    assert lens.patience(alike) == (0, 0.95)
    assert lens.patience([*alike, Story((), 0.1, other)]) == (2, 0.95)


def test_one_broken_rule_is_likelier_than_two() -> None:
    lens = SolomonLens((0, 3))
    assert lens.mistake_cost(["solomon.order"]) == 0.0
    assert lens.mistake_cost(["solomon.order", "solomon.empty-shaft"]) == 2.0
    assert lens.mistake_cost(["solomon.shape"]) == 9.0


def test_two_digs_between_two_pictures_are_told_one_after_the_other() -> None:
    """Nobody was told yet that curses are to be paid for."""
    known = {3: BAR, 4: CORNER}
    tops = {7: "c1", 8: "c1"}
    before = replace(
        BEFORE,
        phase=Phase.DIG,
        waiting=(0, 1),
        cards=(3, 4),
        shapes=tuple(known.get(number) for number in range(len(CARDS) + 1)),
        stacks=tuple((UNKNOWN, TILE[tops.get(square, "t1")]) for square in SQUARES),
        coins=(9, 9),
    )
    dug = dict.fromkeys((7, 8, 9, 20, 21, 26), cell("s3", -9000.0))
    outcome = Explainer(GAME, SolomonLens((0, 3)), before).explain(reading(dug))
    marks = [event for event in outcome.stories[0].events if isinstance(event, Mark)]
    assert outcome.rulings == ()
    assert [(mark.seat, mark.squares) for mark in marks] == [(0, (7, 8, 9)), (1, (20, 21, 26))]


def test_a_tile_is_pushed_up_as_easily_as_an_empty_shaft_is_dug() -> None:
    """What shows on one shaft lay on its neighbour: that is no chance."""
    high = (UNKNOWN, UNKNOWN, TILE["t1"])
    stacks = {8: (UNKNOWN, TILE["s1"]), 14: (UNKNOWN, TILE["c1"]), 10: (), 16: ()}
    figure = ((0, 0), (0, 2), (1, 0), (1, 2))
    before = digging(figure, {square: stacks.get(square, high) for square in SQUARES})
    bare = Cell({**dict.fromkeys(KINDS, -5.0), EMPTY: 14.0}, 150.0)
    shown = {8: cell("c1", -9000.0), 14: cell("t3", -9000.0), 10: bare, 16: bare}
    explainer = Explainer(GAME, SolomonLens((0, 3)), before)
    outcome = explainer.explain(reading(shown))
    assert [ruling.rule for ruling in outcome.rulings] == ["solomon.shift-upward"]
    shown[8] = cell("c2", -9000.0)
    outcome = explainer.explain(reading(shown))
    assert [ruling.rule for ruling in outcome.rulings] == ["solomon.empty-shaft"]


def test_where_a_tile_lies_tells_a_push_from_a_dig() -> None:
    before = replace(BEFORE, stacks=((TILE["c2"], TILE["t1"]),) * len(SQUARES))
    ways = {"pushed": (TILE["c2"], TILE["t1"], TILE["c2"]), "dug": (TILE["c2"],)}
    after = {
        way: replace(before, stacks=(*before.stacks[:7], stack, *before.stacks[8:]))
        for way, stack in ways.items()
    }
    seen = reading({7: cell("c2", -9000.0)})
    fits = {}
    for name, high in (("told", {1: -6.0, 2: -2.0, 3: 0.0, 4: -1.0}), ("untold", {})):
        heights: Any = SimpleNamespace(fits=lambda _, high=high: high)
        story = SolomonLens((0, 3)).story(replace(seen, heights=heights), before)
        fits[name] = story.fit(after["pushed"]) - story.fit(after["dug"])
    assert fits["untold"] == pytest.approx(0.0)
    assert fits["told"] == pytest.approx(6.0 * LIES_HIGH)


def test_a_tile_of_the_same_kind_that_lies_just_so_came_to_light() -> None:
    stacks = ((UNKNOWN, TILE["t1"]),) * len(SQUARES)
    shapes = (None, BAR, CORNER, *START.shapes[3:])
    digging = replace(
        BEFORE, phase=Phase.DIG, stacks=stacks, shapes=shapes, cards=(1, 2), waiting=(0, 1)
    )
    seen = reading({7: cell("c2", -9000.0), 9: cell("s3", -9000.0)})
    story = SolomonLens((0, 3)).story(seen, digging)
    told = [step[2] for step in story.steps(digging) if len(step) == 3]
    assert See((7, 8, 9), (TILE["c2"], TILE["t1"], TILE["s3"])) in told


def test_a_twin_that_lies_just_so_is_less_likely_than_a_mistake() -> None:
    """A tile in another shaft than the rules allow is not explained by a dig nobody can see."""
    stacks = ((UNKNOWN, TILE["t1"]),) * len(SQUARES)
    before = replace(BEFORE, stacks=stacks)
    story = SolomonLens((0, 3)).story(reading({}), before)
    lifted = replace(before, stacks=((UNKNOWN, TILE["t1"]),) * 7 + ((TILE["t1"],),) + stacks[8:])
    assert story.fit(before) - story.fit(lifted) > ILLEGAL_COST + 1


def test_a_tile_that_goes_straight_back_was_knocked_over_and_put_back() -> None:
    stacks = {8: (TILE["c1"], TILE["c2"]), 9: (TILE["s3"],)}
    before = digging(BAR, stacks)
    mind = Explainer(GAME, SolomonLens((0, 3)), before)
    away = mind.explain(reading({8: cell("c1", -9000.0), 9: cell("c2", -9000.0)}))
    assert away.stories[0].events == (Shift(0, 8, 9),)
    again = mind.explain(reading({8: cell("c2", -9000.0), 9: cell("s3", -9000.0)}))
    assert again.stories[0].events == ()
    assert again.stories[0].position == before


def test_only_straight_back_is_taken_back() -> None:
    lens = SolomonLens((0, 3))
    assert lens.takes_back((Shift(0, 8, 9), See((8,), (3,)), Shift(0, 9, 8)))
    assert not lens.takes_back((Shift(0, 8, 9), Shift(0, 10, 9), Shift(0, 9, 8)))
    assert not lens.takes_back((Shift(0, 8, 9), Shift(0, 8, 9)))
