"""Stories of Kilt Castle against readings made by hand."""

from dataclasses import replace

import numpy as np
import pytest

from rules.kilt import COLOURS, GAME, Build, Move, Phase, Position, Roof
from rules.kilt.pieces import Square
from tests.rules.kilt_tables import D, L, O, R, card, opened, play, with_towers
from vision.kilt.cards import NO_CARD, SLOTS
from vision.kilt.collars import Collar
from vision.kilt.reader import Memory, Reading
from vision.kilt.setup import SetUpGuess
from vision.kilt.story import (
    COVERED_COST,
    EXTRA_TURN_COST,
    GAP_COST,
    LOW_COST,
    PAUSE_COST,
    REREAD,
    REREAD_ALIKE,
    SHADED_COST,
    TWIN_COST,
    UNROOFED_COST,
    KiltLens,
    KiltStory,
    card_name,
    top_label,
)
from vision.kilt.table import SQUARES
from vision.kilt.tops import EMPTY, NOTHING
from vision.reading import TOUCHED, Cell

BAD = -30.0
NAMES = [f"{a}/{b}" for a in COLOURS for b in COLOURS]
MEMORY = Memory(NOTHING, None, None)  # type: ignore[arg-type]


def top_cell(label, same=None) -> Cell:
    kinds = [f"{c} {n}" for c in COLOURS for n in range(3)] + ["roof"]
    labels = {(h, k): BAD for h in range(1, 6) for k in kinds}
    return Cell(labels | {EMPTY: BAD} | {label: 0.0}, same)


def card_cell(name: str, same=None) -> Cell:
    return Cell(dict.fromkeys([*NAMES, NO_CARD], BAD) | {name: 0.0}, same)


def reading(position: Position, before: Position | None = None) -> Reading:
    """What a perfect picture of a position says, compared with a picture of `before`."""
    slots, squares = {}, {}
    for place, depth in SLOTS:
        names = [_name(p, place, depth) for p in (position, before or position)]
        same = None if before is None else (3.0 if names[0] == names[1] else -100.0)
        slots[place, depth] = card_cell(names[0], same)
    for number, square in enumerate(SQUARES):
        tops = [top_label(p, number) for p in (position, before or position)]
        same = None if before is None else (3.0 if tops[0] == tops[1] else -100.0)
        squares[square] = top_cell(tops[0], same)
    return Reading(squares, slots, MEMORY, lambda square, height: frozenset(), {})


def _name(position: Position, place: int, depth: int) -> str:
    row = position.rows[place]
    return card_name(row[depth]) if depth < len(row) else NO_CARD


START = opened()
ACTION = Move(card(R, O), 18)
MOVED = play(START, ACTION)
BUILT = play(MOVED, Build(R, 1, (1, 1)))
TURN = play(BUILT, Build(O, 0, (1, 2)))
TWO = play(TURN, Move(card(L), 18), Build(L, 0, (1, 3)))


# -- labels ---------------------------------------------------------------------------------------


def test_a_top_is_labelled_by_height_and_what_lies_uppermost() -> None:
    table = with_towers(START, {(2, 2): "r0 o2", (3, 3): "l1"}, roofs=[(3, 3)])
    assert top_label(table, 12) == (2, "orange 2")
    assert top_label(table, 18) == (1, "roof")
    assert top_label(table, 13) == EMPTY


def test_a_card_is_named_from_the_board_outward() -> None:
    assert card_name(card(O, R)) == "orange/red"


# -- fit ------------------------------------------------------------------------------------------


def test_the_true_story_fits_perfectly_and_without_strain() -> None:
    story = KiltStory(reading(TURN, START), START)
    assert story.fit(TURN) == pytest.approx(0, abs=3)
    assert story.unexplained(TURN) == 0


@pytest.mark.parametrize("wrong", [START, MOVED, BUILT, TWO])
def test_every_other_story_fits_worse_and_strains(wrong: Position) -> None:
    story = KiltStory(reading(TURN, START), START)
    assert story.fit(wrong) < story.fit(TURN) - 5
    assert story.unexplained(wrong) < -3


def test_base_is_the_fit_of_nothing_having_happened() -> None:
    story = KiltStory(reading(TURN, START), START)
    assert story.base == pytest.approx(story.fit(START))
    assert KiltStory(reading(START, START), START).base > story.base + 20


def test_unseen_places_neither_help_nor_harm() -> None:
    seen = reading(START)
    for slot in seen.slots:
        seen.slots[slot] = Cell(dict.fromkeys([*NAMES, NO_CARD], 0.0), 0.0, 0.0)
    story = KiltStory(seen, START)
    assert story.fit(MOVED) == pytest.approx(story.base, abs=0.2)


def test_a_gap_in_a_row_is_possible_but_costs() -> None:
    seen = reading(MOVED, START)
    # Red left its row 17; the cards behind it were not moved up.
    left, old = MOVED.rows[17], START.rows[17]
    for depth in range(4):
        name = NO_CARD if depth >= len(old) or old[depth] not in left else card_name(old[depth])
        seen.slots[17, depth] = card_cell(name)
    assert KiltStory(seen, START).fit(MOVED) == pytest.approx(
        KiltStory(reading(MOVED, START), START).fit(MOVED) + GAP_COST, abs=1
    )


def behind_the_tower(square: tuple[int, int], height: int) -> frozenset[tuple[int, int]]:
    return frozenset([(0, 2)]) if (square, height) == ((1, 2), 1) else frozenset()


def test_a_square_behind_a_grown_tower_is_not_held_against_the_story() -> None:
    seen = reading(TURN, START)
    seen.squares[0, 2] = top_cell((1, "dark_grey 1"), same=-100.0)  # what the camera makes of it
    plain = KiltStory(seen, START)
    assert plain.unexplained(TURN) < 0
    behind = replace(seen, hides=behind_the_tower)
    story = KiltStory(behind, START)
    assert story.unexplained(TURN) == 0
    assert story.unexplained(START) < 0  # no tower grew that could hide it
    assert story.fit(TURN) > plain.fit(TURN) + 5


@pytest.mark.parametrize(("same", "strain"), [(3.0, -6.4), (-100.0, 0.0)])
def test_a_new_floor_is_hidden_only_where_a_square_no_longer_looks_as_before(
    same: float, strain: float
) -> None:
    seen = reading(TURN, START)
    seen.squares[0, 2] = top_cell((1, "dark_grey 1"), same=same)
    story = KiltStory(replace(seen, hides=behind_the_tower), START)
    more = with_towers(TURN, {(1, 1): "r1", (1, 2): "o0", (0, 2): "l0"})
    assert story.unexplained(more) == pytest.approx(strain)


def test_a_tower_that_is_not_there_hides_nothing() -> None:
    seen = reading(START, START)
    seen.squares[0, 2] = top_cell((1, "dark_grey 1"), same=-100.0)
    story = KiltStory(replace(seen, hides=behind_the_tower), START)
    unseen = KiltStory(seen, START)
    assert story.unexplained(TURN) == unseen.unexplained(TURN)


def test_crests_nobody_saw_may_be_any() -> None:
    hidden = replace(
        TURN, towers=tuple(tuple(replace(f, crests=None) for f in t) for t in TURN.towers)
    )
    story = KiltStory(reading(TURN, START), START)
    assert story.fit(hidden) == pytest.approx(story.fit(TURN))
    assert story.unexplained(hidden) == 0


# -- prior ----------------------------------------------------------------------------------------


def test_one_whole_turn_is_the_usual_thing() -> None:
    story = KiltStory(reading(TURN, START), START)
    assert story.prior(TURN) == 0
    assert story.prior(START) == 0


def test_a_pause_in_a_turn_costs_a_little_and_a_second_turn_much() -> None:
    story = KiltStory(reading(TURN, START), START)
    assert story.prior(MOVED) == story.prior(BUILT) == -PAUSE_COST[Phase.BUILD]
    assert story.prior(TWO) == -EXTRA_TURN_COST
    assert KiltStory(reading(TWO, TURN), TURN).prior(TWO) == 0


def test_a_turn_and_a_half_costs_both() -> None:
    half = play(TURN, Move(card(L), 18))
    assert KiltStory(reading(half), START).prior(half) == -EXTRA_TURN_COST - PAUSE_COST[Phase.BUILD]


def test_a_floor_hidden_at_once_costs_more_while_the_roof_is_still_due() -> None:
    waiting = play(BUILT, Build(O, 0, (1, 1)))
    roofed = play(waiting, Roof((1, 1), None))
    hidden = KiltStory(reading(waiting, START), START)
    pause = PAUSE_COST[Phase.ROOF]
    assert hidden.prior(waiting) == -COVERED_COST - UNROOFED_COST - pause
    assert hidden.prior(roofed) == -COVERED_COST
    assert KiltStory(reading(waiting, BUILT), BUILT).prior(waiting) == -pause


def test_a_floor_under_one_of_its_colour_was_hardly_laid() -> None:
    story = KiltStory(reading(TURN, START), START)
    alike, unlike = (
        story.prior(replace(START, towers=with_towers(START, {(2, 2): text}).towers))
        for text in ("l1 l1", "r0 l1")
    )
    assert (unlike, alike) == (-COVERED_COST, -COVERED_COST - 3.0)


# -- what hands could do --------------------------------------------------------------------------


def test_nothing_changed_leaves_nothing_to_try() -> None:
    assert KiltStory(reading(START, START), START).free_steps(START) == []


def test_free_events_hold_what_was_done_even_if_it_was_wrong() -> None:
    wrong = GAME.apply(START, Move(card(O, R), 18))  # moved without turning it
    assert not GAME.legal(START, Move(card(O, R), 18))
    story = KiltStory(reading(wrong, START), START)
    assert story.changed_rows() == {17, 18}
    events = story.free_steps(START)
    assert Move(card(O, R), 18) in events
    assert all(isinstance(e, Move) for e in events)
    sources = {e: START.place_of(e.card)[0] for e in events}
    assert all({sources[e], e.to} & {17, 18} for e in events)


def test_free_events_hold_a_wrong_move_with_the_rest_of_its_turn() -> None:
    wrong, *rest = events = Move(card(O, R), 18), Build(O, 0, (1, 1)), Build(R, 1, (1, 2))
    story = KiltStory(reading(play(GAME.apply(START, wrong), *rest), START), START)
    finished = [each for each in story.free_steps(START) if isinstance(each, tuple)]
    assert events in finished
    assert all(not GAME.legal(START, move) for move, *_ in finished)


@pytest.mark.parametrize("clear", [17, 18])
def test_a_card_may_have_moved_where_only_one_of_two_rows_looks_different(clear: int) -> None:
    after = GAME.apply(START, Move(card(R, O), 18))
    seen, still = reading(after, START), reading(START, START)
    slots = {slot: (seen if slot[0] == clear else still).slots[slot] for slot in seen.slots}
    story = KiltStory(replace(seen, slots=slots), START)
    assert story.changed_rows() == {clear}
    assert Move(card(R, O), 18) in story.free_steps(START)


def test_free_builds_are_tried_where_a_square_changed_and_never_on_water() -> None:
    story = KiltStory(reading(TURN, START), START)
    events = [e for e in story.free_steps(START) if isinstance(e, Build)]
    assert {e.square for e in events} == {(1, 1), (1, 2)}
    assert Build(R, 1, (1, 1)) in events
    assert len(events) == 2 * 12


def test_a_roof_may_come_from_the_box_or_from_another_tower() -> None:
    before = with_towers(START, {(2, 2): "r0", (3, 3): "l1"}, roofs=[(3, 3)])
    after = replace(before, roofs=((3, 3), (2, 2)))
    events = KiltStory(reading(after, before), before).free_steps(before)
    assert {e for e in events if isinstance(e, Roof)} == {
        Roof((2, 2), (3, 3)),
        Roof((2, 2), None),
    }


# -- lens -----------------------------------------------------------------------------------------


def test_mistakes_hardly_anybody_makes_are_odd() -> None:
    lens = KiltLens()
    assert lens.mistake_cost(["kilt.turn-card"]) == lens.mistake_cost([]) == 0
    assert lens.mistake_cost(["kilt.not-builder"]) == 6
    assert lens.mistake_cost(["kilt.not-builder", "kilt.turn-card", "kilt.no-roof-due"]) == 12


def test_crests_covered_at_once_cannot_be_told() -> None:
    events = (Move(card(R, O), 18), Build(R, 1, (1, 1)), Build(O, 2, (1, 1)))
    shown = KiltLens().observable(events)
    assert shown == (Move(card(R, O), 18), Build(R, None, (1, 1)), Build(O, 2, (1, 1)))


def test_crests_under_a_new_roof_cannot_be_told() -> None:
    events = (Build(R, 1, (1, 1)), Build(O, 2, (1, 2)), Roof((1, 2), None))
    assert KiltLens().observable(events) == (
        Build(R, 1, (1, 1)),
        Build(O, None, (1, 2)),
        Roof((1, 2), None),
    )


def test_what_is_seen_stays_as_it_is() -> None:
    events = (Move(card(D), 18), Build(D, 2, (1, 1)))
    assert KiltLens().observable(events) == events


# ---- what peeks out, and shadows ----------------------------------------------------------------


def _both_on_one_square(collar: dict[str, float]) -> dict[str, float]:
    """A red and an orange floor on one square, or the red one elsewhere."""
    square = (2, 2)
    ways = {
        "covered": with_towers(START, {square: "r0 o0"}),
        "apart": with_towers(START, {square: "o0", (2, 3): "r0"}),
    }
    read = reading(ways["covered"], START)
    seen = replace(read, collars={square: Collar(str(O), 0, collar)})
    story = KiltStory(seen, START)
    return {name: story.fit(after) for name, after in ways.items()}


def test_a_colour_that_peeks_out_must_be_explained() -> None:
    nothing, orange = _both_on_one_square({}), _both_on_one_square({str(R): 6.0})
    assert orange["covered"] == nothing["covered"]
    assert orange["apart"] == pytest.approx(nothing["apart"] - 6.0)


def test_a_covered_floor_of_which_nothing_shows_is_a_little_less_likely() -> None:
    nothing, bare = _both_on_one_square({}), _both_on_one_square({str(R): -1.0})
    assert bare["covered"] == pytest.approx(nothing["covered"] - 1.0)
    assert bare["apart"] == nothing["apart"]


def test_a_square_may_look_different_in_the_shadow_of_a_tower_that_grew_beside_it() -> None:
    before = with_towers(START, {(2, 2): "d0"})
    after = with_towers(START, {(2, 2): "d0", (2, 3): "r0"})
    far = with_towers(START, {(2, 2): "d0", (4, 4): "r0"})
    fits = {}
    for name, now in (("beside", after), ("far", far)):
        read = reading(now, before)
        dark = {(2, 2): top_cell((1, f"{D} 0"), same=-100.0)}
        fits[name] = KiltStory(replace(read, squares=read.squares | dark), before).fit(now)
    assert fits["beside"] - fits["far"] == pytest.approx(SHADED_COST - np.log(TOUCHED))


@pytest.mark.parametrize(("unmoved", "lead"), [(3.0, -3.0), (-3.0, 3.0), (0.0, 0.0)])
def test_a_floor_on_its_like_shows_by_its_outline(unmoved: float, lead: float) -> None:
    before = with_towers(START, {(2, 2): "d0"})
    twin = with_towers(START, {(2, 2): "d0 d0"})
    cell = Cell({(h, f"{D} 0"): 0.0 for h in (1, 2)} | {EMPTY: BAD}, same=-100.0)
    read = reading(twin, before)
    fits = {}
    for name, value in (("told", unmoved), ("untold", 0.0)):
        collars = {(2, 2): Collar(str(D), 1, {}, value)}
        read = replace(read, squares=read.squares | {(2, 2): cell}, collars=collars)
        story = KiltStory(read, before)
        fits[name] = story.fit(twin) - story.fit(before)
    assert fits["told"] - fits["untold"] == pytest.approx(lead)


@pytest.mark.parametrize(("behind", "lead"), [((2, 2), -3.0), ((0, 0), -8.0)])
def test_the_outline_of_a_top_says_less_behind_a_tower(behind: Square, lead: float) -> None:
    before = with_towers(START, {(2, 2): "d0", (3, 2): "r0 l0"})
    read = reading(before, before)
    cell = Cell({(h, f"{D} 0"): 0.0 for h in (1, 2)} | {EMPTY: BAD}, same=-100.0)
    read = replace(read, squares=read.squares | {(2, 2): cell})
    read = replace(read, hides=lambda s, h: frozenset([behind] if (s, h) == ((3, 2), 3) else []))
    bases = []
    for value in (-8.0, 0.0):
        collars = {(2, 2): Collar(str(D), 1, {}, value)}
        bases.append(KiltStory(replace(read, collars=collars), before).base)
    assert bases[0] - bases[1] == pytest.approx(lead)


@pytest.mark.parametrize(("same", "lead"), [(0.0, TWIN_COST), (-100.0, -np.log(TOUCHED))])
def test_a_floor_on_its_like_does_not_look_as_before(same: float, lead: float) -> None:
    before = with_towers(START, {(2, 2): "d0"})
    twin = with_towers(START, {(2, 2): "d0 d0"})
    cell = Cell({(h, f"{D} 0"): 0.0 for h in (1, 2)} | {EMPTY: BAD}, same=same)
    read = reading(before, before)
    story = KiltStory(replace(read, squares=read.squares | {(2, 2): cell}), before)
    assert story.fit(twin) - story.fit(before) == pytest.approx(lead, abs=0.01)


def test_more_floors_at_once_than_were_looked_for_are_told_by_the_top() -> None:
    before = with_towers(START, {(2, 2): "d0"})
    after = with_towers(START, {(2, 2): "d0 r0 l0 o1"})
    cell = Cell({(h, f"{O} 1"): 0.0 for h in (1, 2, 3)} | {EMPTY: BAD}, same=-100.0)
    read = reading(before, before)
    story = KiltStory(replace(read, squares=read.squares | {(2, 2): cell}), before)
    assert story.fit(after) == pytest.approx(0, abs=0.5)


def test_crests_are_asked_of_a_floor_that_seems_to_lie_too_high() -> None:
    position = GAME.apply(START, Move(card(R, O), 18))
    high = Cell({(1, f"{R} 1"): -6.0, (2, f"{R} 1"): 0.0, EMPTY: BAD}, same=-100.0)
    read = reading(position, START)
    story = KiltStory(replace(read, squares=read.squares | {(1, 1): high}), START)
    assert {e.crests for (e,) in story.steps(position) if e.square == (1, 1)} == {0, 1, 2}


def test_other_crests_on_top_are_a_new_floor_even_where_it_seems_to_lie_too_low() -> None:
    before = with_towers(START, {(2, 2): "d0"})
    cell = Cell({(1, f"{D} 2"): 0.0, (2, f"{D} 2"): BAD, EMPTY: BAD}, same=-100.0)
    read = reading(before, before)
    story = KiltStory(replace(read, squares=read.squares | {(2, 2): cell}), before)
    fits = {text: story.fit(with_towers(START, {(2, 2): text})) for text in ("d0 d2", "d0 r0 d2")}
    assert fits["d0 d2"] == pytest.approx(-LOW_COST, abs=0.5)
    assert fits["d0 r0 d2"] < -9


def test_a_lay_out_whose_cards_all_read_as_themselves_comes_before_one_that_fits_a_little_better():
    clear, half = SetUpGuess({}, -4.8, 1.0), SetUpGuess({}, -4.2, 0.9)
    assert max(half, clear, key=lambda guess: guess.rank) is clear
    assert max(SetUpGuess({}, -4.2, 1.0), clear, key=lambda guess: guess.rank).score == -4.2


def test_a_plain_top_that_seems_to_lie_too_low_is_no_new_floor() -> None:
    before = with_towers(START, {(2, 2): "d1"})
    cell = Cell({(1, f"{D} 0"): 0.0, (2, f"{D} 0"): BAD, EMPTY: BAD}, same=-100.0)
    read = reading(before, before)
    story = KiltStory(replace(read, squares=read.squares | {(2, 2): cell}), before)
    assert story.fit(with_towers(START, {(2, 2): "d1 d0"})) < -9


@pytest.mark.parametrize(("same", "share"), [(70.0, REREAD_ALIKE), (-100.0, REREAD)])
def test_a_doubted_square_is_read_anew_and_tells_little_if_it_looks_as_before(
    same: float, share: float
) -> None:
    light, dark = (with_towers(START, {(2, 2): text}) for text in ("l1", "d1"))
    cell = Cell({(1, f"{L} 1"): 0.0, (1, f"{D} 1"): -8.0, EMPTY: BAD}, same=same)
    read = reading(light, light)
    read = replace(read, squares=read.squares | {(2, 2): cell})
    rest = [dict(KiltStory(read, each)._doubted((light, dark))) for each in (light, dark)]
    assert rest[0] == {12: 0.0}
    assert rest[1] == {12: pytest.approx(-8 * share, abs=0.01)}


def test_a_covered_floor_may_hope_for_what_was_seen_above_it() -> None:
    start = opened()
    turn = play(start, Move(card(R, O), 18), Build(R, 1, (1, 1)))
    seen = reading(GAME.apply(turn, Build(O, 0, (1, 1))), start)
    story = KiltStory(seen, start)
    fits_badly = story._laid_top(6, (1, "red 1"))
    assert story.still_possible(turn) == -COVERED_COST - fits_badly > 5.0
    assert story.still_possible(GAME.apply(turn, Build(O, 0, (1, 1)))) == 0.0
    assert story.still_possible(start) == 0.0


def crests_proposed(start: Position, labels) -> set[int | None]:
    """The crests of red floors that a story of one square tells of."""
    seen = reading(start, start)
    table = dict.fromkeys(seen.squares[1, 1].labels, 10 * BAD) | labels
    story = KiltStory(replace(seen, squares=seen.squares | {(1, 1): Cell(table, -400.0)}), start)
    turn = play(start, Move(card(R, O), 18))
    builds = [event for (event,) in story.steps(turn) if isinstance(event, Build)]
    return {event.crests for event in builds if event.square == (1, 1)}


def test_crests_are_asked_wherever_a_colour_may_be_on_top_however_unlikely() -> None:
    start = opened()
    clear, perhaps = {(1, "orange 0"): 0.0}, {(1, "orange 0"): 0.0, (1, "red 2"): -8.0}
    assert crests_proposed(start, perhaps) == {0, 1, 2}
    assert crests_proposed(start, clear) == {None}, "nobody knows what lies under another floor"


def test_a_tower_may_hope_for_the_roof_that_was_seen_on_it() -> None:
    turn = play(START, Move(card(R, O), 18), Build(R, 1, (1, 1)), Build(O, 0, (1, 1)))
    seen = reading(GAME.apply(turn, Roof((1, 1), None)), START)
    assert KiltStory(seen, START).still_possible(turn) > 5.0


def test_a_card_that_went_on_at_once_left_no_trace_where_it_was_before() -> None:
    """One who built where nobody may was taken for two, of whom the first built and moved it."""
    start = opened()
    once = play(start, Move(card(R, O), 18), Build(R, 1, (1, 1)), Build(O, 0, (1, 2)))
    other = play(once, Move(card(L), 18))
    again = play(once, Move(card(O, R), 19))
    story = KiltStory(reading(again, start), start)
    assert [story.leaves_no_trace(each) for each in (once, other, again)] == [False, False, True]
    assert not KiltStory(reading(again, once), once).leaves_no_trace(again)
