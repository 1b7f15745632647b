"""Stories weighed against hand-made readings of Kilt Castle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kilt import GAME, Build, Move, Position, Roof
from rules.kilt.pieces import FLOOR_SUPPLY
from tests.rules.kilt_tables import D, L, O, R, card, opened, play, with_rows, with_towers
from tests.vision.test_kilt_story import BAD, card_cell, reading, top_cell
from vision.kilt.cards import SLOTS
from vision.kilt.reader import Reading
from vision.kilt.story import KiltLens, KiltStory
from vision.reading import Cell
from vision.stories import beam
from vision.stories.beam import POOR_FIT, SURE, Explainer
from vision.stories.story import Branch, Story, Verdict, joined

START = opened()
TURN = (Move(card(R, O), 18), Build(R, 1, (1, 1)), Build(O, 0, (1, 2)))
AFTER = play(START, *TURN)
NEXT = (Move(card(L), 18), Build(L, 0, (1, 3)))
LATER = play(AFTER, *NEXT)


def explainer(position=START) -> Explainer:
    return Explainer(GAME, KiltLens(), position)


def unsure(seen: Reading, square: tuple[int, int], labels) -> Reading:
    """The reading with one square that fits several tops alike."""
    cell = seen.squares[square]
    table = dict.fromkeys(cell.labels, BAD) | labels
    return replace(seen, squares=seen.squares | {square: Cell(table, cell.same)})


CRESTS_UNCLEAR = {(1, "red 1"): 0.0, (1, "red 2"): -0.5}


# -- legal stories --------------------------------------------------------------------------------


def test_a_turn_is_understood() -> None:
    outcome = explainer().explain(reading(AFTER, START))
    assert outcome.verdict is Verdict.UNDERSTOOD
    assert outcome.certain
    assert outcome.stories[0].events == TURN
    assert outcome.stories[0].position == AFTER
    assert outcome.stories[0].probability >= SURE
    assert outcome.fit == 0


def test_a_table_that_did_not_change_tells_no_events() -> None:
    outcome = explainer().explain(reading(START, START))
    assert (outcome.verdict, outcome.certain) == (Verdict.UNDERSTOOD, True)
    assert outcome.stories[0].events == ()


def test_two_turns_between_two_pictures_are_understood() -> None:
    outcome = explainer().explain(reading(LATER, START))
    assert outcome.stories[0].events == TURN + NEXT


def test_a_floor_the_next_turn_covers_is_not_given_up_while_it_fits_badly(monkeypatch) -> None:
    monkeypatch.setattr(beam, "WIDTH", 4)
    monkeypatch.setattr(beam, "WIDE", 4)
    over = (NEXT[0], Build(L, 1, (1, 1)))
    nothing_red = {(1, f"red {crests}"): 10 * BAD for crests in range(3)}
    seen = reading(play(AFTER, *over), START)
    seen = unsure(seen, (1, 1), {(2, "light_grey 1"): 0.0} | nothing_red)
    told = explainer().explain(seen).stories[0].events
    assert told == (TURN[0], replace(TURN[1], crests=None), TURN[2], *over)


@pytest.mark.parametrize(
    ("strain", "widths"),
    [(POOR_FIT + 0.5, [beam.WIDTH]), (POOR_FIT - 0.5, [beam.WIDTH, beam.WIDE])],
)
def test_where_the_best_story_fits_poorly_more_of_them_are_grown(
    monkeypatch: pytest.MonkeyPatch, strain: float, widths: list[int]
) -> None:
    ranked, grown = Explainer._ranked, []

    def noted(mind: Explainer, scores: list[KiltStory], width: int) -> list[Branch]:
        grown.append(width)
        return ranked(mind, scores, width)

    monkeypatch.setattr(Explainer, "_ranked", noted)
    monkeypatch.setattr(KiltStory, "unexplained", lambda *_: strain)
    explainer().explain(reading(AFTER, START))
    assert grown == widths


def test_a_pause_in_the_middle_of_a_turn_is_understood() -> None:
    outcome = explainer().explain(reading(play(START, *TURN[:2]), START))
    assert outcome.stories[0].events == TURN[:2]
    assert outcome.certain


def test_a_reading_without_a_picture_before_is_understood_too() -> None:
    assert explainer().explain(reading(AFTER)).stories[0].events == TURN


# -- doubt ----------------------------------------------------------------------------------------


def test_a_doubt_is_told_with_its_share_and_carried() -> None:
    mind = explainer()
    outcome = mind.explain(unsure(reading(AFTER, START), (1, 1), CRESTS_UNCLEAR))
    assert outcome.verdict is Verdict.UNDERSTOOD
    assert not outcome.certain
    assert [s.events[1] for s in outcome.stories[:2]] == [Build(R, 1, (1, 1)), Build(R, 2, (1, 1))]
    first, second = (s.probability for s in outcome.stories[:2])
    assert second / first == pytest.approx(0.6065, abs=0.01)  # exp(-0.5)
    assert len(mind.beam) >= 2


def test_a_later_picture_settles_the_doubt() -> None:
    mind = explainer()
    mind.explain(unsure(reading(AFTER, START), (1, 1), CRESTS_UNCLEAR))
    other = play(START, TURN[0], Build(R, 2, (1, 1)), TURN[2], *NEXT)
    outcome = mind.explain(reading(other))
    assert outcome.certain
    assert outcome.stories[0].events == (TURN[0], Build(R, 2, (1, 1)), TURN[2], *NEXT)


@pytest.mark.parametrize(("same", "gain"), [(None, 0.011), (-5.0, 0.14)])
def test_a_further_look_settles_a_doubt_the_more_if_the_square_looks_different(
    same: float | None, gain: float
) -> None:
    mind = explainer()
    first = mind.explain(unsure(reading(AFTER, START), (1, 1), CRESTS_UNCLEAR))
    seen = unsure(reading(AFTER, AFTER), (1, 1), CRESTS_UNCLEAR)
    if same is not None:
        cell = replace(seen.squares[1, 1], same=same)
        seen = replace(seen, squares=seen.squares | {(1, 1): cell})
    again = mind.explain(seen)
    assert again.stories[0].events == first.stories[0].events
    more = again.stories[0].probability - first.stories[0].probability
    assert more == pytest.approx(gain, abs=0.003)


def test_of_two_turns_in_any_order_none_is_agreed_to_be_the_first() -> None:
    mind = explainer()
    both = Story(TURN + NEXT, 0.6, LATER, common=0, settled=9)
    begun = Story((*TURN, NEXT[0]), 0.4, LATER, common=0, settled=9)
    assert mind.agreed([both, begun]) is None
    assert mind.agreed([replace(both, probability=0.99), begun]).events == TURN + NEXT
    assert mind.agreed([replace(both, common=99), replace(begun, common=2)]).events == TURN[:2]


def test_events_in_any_order_are_agreed_once_all_of_them_are_told() -> None:
    mind = explainer()
    both = Story(TURN + NEXT, 0.6, LATER, common=0, settled=len(TURN))
    begun = Story((*TURN, NEXT[1]), 0.4, LATER, common=1, settled=len(TURN))
    assert mind.agreed([both, begun]).events == TURN
    late = replace(begun, settled=len(TURN) + 1)
    assert mind.agreed([both, late]) is None


def test_from_where_an_order_is_settled_is_known() -> None:
    one = Branch(AFTER, (*TURN, *NEXT), -1.0, common=5, settled=2)
    other = Branch(AFTER, (*TURN[::-1], *NEXT), -2.0)
    both = joined(one, other)
    assert (both.common, both.settled) == (0, len(TURN + NEXT))
    mind = explainer()
    mind.beam = [Branch(AFTER, TURN, common=1, settled=3)]
    assert mind.confirm(play(START, TURN[0]))
    assert mind.beam[0].settled == 2


def test_once_all_is_told_no_order_is_open_any_more() -> None:
    mind = explainer()
    mind.beam = [Branch(AFTER, TURN, common=0)]
    assert mind.confirm(AFTER)
    assert (mind.beam[0].events, mind.beam[0].common) == ((), 99)
    mind = explainer()
    mind.beam = [Branch(AFTER, TURN, common=1)]
    assert mind.confirm(play(START, TURN[0]))
    assert (mind.beam[0].events, mind.beam[0].common) == (TURN[1:], 0)


def test_the_events_before_the_doubt_are_agreed() -> None:
    mind = explainer()
    outcome = mind.explain(
        unsure(reading(AFTER, START), (1, 2), {(1, "orange 0"): 0.0, (1, "orange 1"): -0.2})
    )
    agreed = mind.agreed(outcome.stories)
    assert agreed is not None
    assert agreed.events == TURN[:2]
    assert agreed.position == play(START, *TURN[:2])
    assert agreed.probability >= SURE


def test_nothing_is_agreed_when_the_first_event_is_open() -> None:
    mind = explainer()
    outcome = mind.explain(unsure(reading(AFTER, START), (1, 1), CRESTS_UNCLEAR))
    head = mind.agreed(outcome.stories)
    assert head is not None
    assert head.events == TURN[:1]
    mind.confirm(head.position)
    rest = mind.explain(unsure(reading(AFTER, AFTER), (1, 1), CRESTS_UNCLEAR))
    assert mind.agreed(rest.stories) is None


# -- confirm --------------------------------------------------------------------------------------


def test_stories_through_a_certain_position_stay() -> None:
    mind = explainer()
    mind.explain(reading(LATER, START))
    assert mind.confirm(AFTER)
    assert mind.start == AFTER
    assert mind.beam[0].events == NEXT
    assert mind.beam[0].position == LATER


def test_the_end_of_a_story_leaves_nothing_more_to_tell() -> None:
    mind = explainer()
    mind.explain(reading(AFTER, START))
    assert mind.confirm(AFTER)
    assert mind.beam[0].events == ()
    assert mind.explain(reading(LATER, AFTER)).stories[0].events == NEXT


def test_another_order_of_what_is_certain_now_is_no_order_of_what_comes() -> None:
    mind = explainer()
    mind.beam = [Branch(AFTER, TURN, other=(TURN[0], TURN[2], TURN[1]))]
    assert mind.confirm(AFTER)
    assert mind.beam == [Branch(AFTER)]


def test_a_position_no_story_knows_starts_anew() -> None:
    mind = explainer()
    mind.explain(reading(AFTER, START))
    elsewhere = play(START, Move(card(L), 18))
    assert not mind.confirm(elsewhere)
    assert [(b.position, b.events) for b in mind.beam] == [(elsewhere, ())]


def test_what_was_told_and_cannot_be_seen_leaves_no_unlikely_story_alone(monkeypatch) -> None:
    mind, told = explainer(), play(START, TURN[0])
    monkeypatch.setattr(mind.lens, "looks_same", lambda one, other: (one, other) == (START, told))
    mind.beam = [Branch(START), Branch(AFTER, TURN, weight=-8.0)]
    assert mind.confirm(told)
    assert [(b.events, b.weight) for b in mind.beam] == [(TURN[1:], -8.0), ((), 0.0)]


def test_a_likelier_story_that_what_was_told_contradicts_is_given_up() -> None:
    mind = explainer()
    other = Move(card(L), 18)
    mind.beam = [Branch(play(START, other), (other,)), Branch(AFTER, TURN, weight=-8.0)]
    assert mind.confirm(AFTER)
    assert [(b.events, b.weight) for b in mind.beam] == [((), -8.0)]


def test_what_somebody_else_found_out_is_expected() -> None:
    mind = explainer()
    mind.expect(TURN[0], play(START, TURN[0]))
    assert mind.confirm(play(START, TURN[0]))
    assert mind.explain(reading(AFTER, START)).stories[0].events == TURN[1:]


# -- broken rules ---------------------------------------------------------------------------------


def test_a_card_that_was_not_turned_is_named_as_the_mistake() -> None:
    wrong = Move(card(O, R), 18)
    outcome = explainer().explain(reading(GAME.apply(START, wrong), START))
    assert outcome.verdict is Verdict.ILLEGAL
    assert [r.rule for r in outcome.rulings] == ["kilt.turn-card"]
    assert outcome.stories[0].events == (wrong,)
    assert outcome.stories[0].position == GAME.apply(START, wrong)


def test_a_mistake_after_a_whole_turn_is_named_with_what_was_right_before() -> None:
    legal = [e for e in GAME.actions(AFTER) if isinstance(e, Move) and not e.card.single]
    others = [move for move in legal if {*move.card.colours} != {R, O}]
    assert others
    for move in others[:2]:
        wrong = Move(move.card.turned(), move.to)
        outcome = explainer().explain(reading(GAME.apply(AFTER, wrong), START))
        assert [r.rule for r in outcome.rulings] == ["kilt.turn-card"]
        assert outcome.stories[0].events == (*TURN, wrong)


def test_a_floor_on_its_like_that_nothing_shows_is_no_excuse_for_the_second_builder() -> None:
    start = with_towers(START, {(1, 1): "r0"})
    wrong = GAME.apply(play(start, TURN[0]), Build(O, 0, (1, 2)))
    outcome = explainer(start).explain(reading(wrong, start))
    assert [r.rule for r in outcome.rulings] == ["kilt.build-order"]


def test_a_floor_on_a_later_empty_square_is_named_as_the_mistake() -> None:
    wrong = (TURN[0], Build(R, 1, (1, 3)))
    after = GAME.apply(play(START, TURN[0]), wrong[1])
    outcome = explainer().explain(reading(after, START))
    assert outcome.verdict is Verdict.ILLEGAL
    assert {r.rule for r in outcome.rulings} == {"kilt.first-empty"}


def test_a_fifth_card_in_a_row_is_seen_and_named_as_the_mistake() -> None:
    full = [card(R), card(O), card(L), card(R, L)]
    start = with_rows(START, {17: [card(R, O)], 18: full, 19: [card(O, L)]})
    wrong = Move(card(O, R), 18)
    outcome = explainer(start).explain(reading(GAME.apply(start, wrong), start))
    assert outcome.verdict is Verdict.ILLEGAL
    assert [r.rule for r in outcome.rulings] == ["kilt.row-full"]


def test_an_illegal_story_leaves_the_beam_as_it_was() -> None:
    mind = explainer()
    wrong = GAME.apply(START, Move(card(O, R), 18))
    mind.explain(reading(wrong, START))
    assert [b.position for b in mind.beam] == [START]
    assert mind.explain(reading(AFTER, START)).stories[0].events == TURN


def test_a_mistake_that_fits_only_a_little_better_is_not_alleged() -> None:
    seen = reading(AFTER, START)
    place = next((p, d) for p, d in SLOTS if seen.slots[p, d].labels.get("red/orange") == 0.0)
    labels = dict.fromkeys(seen.slots[place].labels, BAD) | {"red/orange": -6.0, "orange/red": 0.0}
    slots = seen.slots | {place: Cell(labels, -100.0)}
    outcome = explainer().explain(replace(seen, slots=slots))
    assert outcome.verdict is Verdict.UNDERSTOOD
    assert outcome.stories[0].events == TURN


@pytest.mark.parametrize(("off", "likely"), [(-10.0, True), (-8.0, True), (-6.0, False)])
def test_whether_a_mistake_is_about_as_likely_is_known(monkeypatch, off, likely) -> None:
    seen = reading(AFTER, START)
    place = next((p, d) for p, d in SLOTS if seen.slots[p, d].labels.get("red/orange") == 0.0)
    labels = dict.fromkeys(seen.slots[place].labels, BAD) | {"red/orange": off, "orange/red": 0.0}
    picture = replace(seen, slots=seen.slots | {place: Cell(labels, -100.0)})
    told, illegal = [], Explainer._illegal

    def noted(*args):
        told.append(illegal(*args))
        return told[-1]

    monkeypatch.setattr(Explainer, "_illegal", noted)
    monkeypatch.setattr(Explainer, "_traceless", lambda *_: True)
    assert explainer().explain(picture).verdict is Verdict.UNDERSTOOD
    assert told == [(None, likely)]


@pytest.mark.parametrize(("likely", "verdict"), [(True, Verdict.WAIT), (False, Verdict.UNDERSTOOD)])
def test_what_was_hardly_believed_is_not_told_where_a_mistake_is_as_likely(
    monkeypatch, likely, verdict
) -> None:
    monkeypatch.setattr(Explainer, "_illegal", lambda *_: (None, likely))
    mind = explainer()
    mind.beam = believed = [Branch(AFTER, TURN), Branch(START, weight=-5.0)]
    outcome = mind.explain(reading(START, AFTER))
    assert (outcome.verdict, outcome.stories[0].events) == (verdict, ())
    assert (mind.beam is believed) is likely


@pytest.mark.parametrize(
    ("likely", "hides_order", "certain"),
    [(True, False, False), (False, False, True), (True, True, True)],
)
def test_a_story_of_which_part_left_no_trace_is_not_certain_where_a_mistake_is_as_likely(
    monkeypatch, likely, hides_order, certain
) -> None:
    """A fifth action was told as the turn of the next player but one, and everybody went astray.

    The story is kept, so that the next picture goes on from it.
    """
    monkeypatch.setattr(Explainer, "_illegal", lambda *_: (None, likely))
    monkeypatch.setattr(KiltStory, "leaves_no_trace", lambda _, after, new: new == TURN)
    monkeypatch.setattr(KiltStory, "hides_order", hides_order)
    mind = explainer()
    outcome = mind.explain(reading(AFTER, START))
    assert (outcome.verdict, outcome.stories[0].events) == (Verdict.UNDERSTOOD, TURN)
    assert outcome.certain is certain
    assert mind.beam[0].events == TURN


def test_after_a_doubt_a_mistake_must_be_clearer(monkeypatch) -> None:
    seen = reading(AFTER, START)
    place = next((p, d) for p, d in SLOTS if seen.slots[p, d].labels.get("red/orange") == 0.0)
    labels = dict.fromkeys(seen.slots[place].labels, 2 * BAD) | {"orange/red": 0.0}
    picture = replace(seen, slots=seen.slots | {place: Cell(labels, -100.0)})
    mind = explainer()
    assert mind.explain(picture).verdict is Verdict.ILLEGAL
    mind.beam = [Branch(START, (Move(card(L), 18),))]
    assert mind.explain(picture).verdict is Verdict.UNDERSTOOD
    monkeypatch.setattr(beam, "CLEARLY_AFTER_DOUBT", beam.CLEARLY)
    mind.beam = [Branch(START, (Move(card(L), 18),))]
    assert mind.explain(picture).verdict is Verdict.ILLEGAL


def test_who_takes_a_mistake_back_hardly_makes_another_one_by_that() -> None:
    """Two floors were left when a roof was taken back: the second builder was blamed at once."""
    seen = reading(AFTER, START)
    place = next((p, d) for p, d in SLOTS if seen.slots[p, d].labels.get("red/orange") == 0.0)
    labels = dict.fromkeys(seen.slots[place].labels, 2 * BAD) | {"orange/red": 0.0}
    picture = replace(seen, slots=seen.slots | {place: Cell(labels, -100.0)})
    mind = explainer()
    assert mind.explain(picture).verdict is Verdict.ILLEGAL
    alleged = mind._alleged
    assert len(alleged) == len(TURN)
    mind._alleged = (*TURN, Move(card(L), 18))
    outcome = mind.explain(picture)
    assert (outcome.verdict, outcome.stories[0].events) == (Verdict.UNDERSTOOD, TURN)
    mind = explainer()
    mind._alleged = TURN  # nothing of it was taken back
    assert mind.explain(picture).verdict is Verdict.ILLEGAL
    mind.confirm(START)
    assert mind._alleged == ()


def test_a_mistake_that_explains_nothing_that_stood_out_is_not_alleged(monkeypatch) -> None:
    picture = reading(GAME.apply(START, Move(card(O, R), 18)), START)
    assert explainer().explain(picture).verdict is Verdict.ILLEGAL
    monkeypatch.setattr(KiltStory, "unexplained", lambda *_: 2 * POOR_FIT)
    assert explainer().explain(picture).verdict is Verdict.UNDERSTOOD


def test_a_table_nothing_explains_has_to_wait() -> None:
    seen = reading(START, START)
    squares = {s: top_cell((4, "roof"), same=-100.0) for s in seen.squares}
    outcome = explainer().explain(replace(seen, squares=squares))
    assert outcome.verdict is Verdict.WAIT
    assert not outcome.certain
    assert outcome.fit < -25


def test_cards_swept_off_the_table_have_to_wait() -> None:
    seen = reading(START, START)
    slots = {slot: card_cell("", same=-100.0) for slot in seen.slots}
    assert explainer().explain(replace(seen, slots=slots)).verdict is Verdict.WAIT


# -- what was seen on the way ---------------------------------------------------------------------


class Seen:
    """Glimpses that favour the ways through one position."""

    def __init__(self, through: Position | None = None) -> None:
        self.through = through
        self.asked = 0

    def weigh(self, paths):
        self.asked += 1
        return [0.0 if self.through in path else -100.0 for path in paths]

    def reveal(self, path, events):
        return tuple(events)


class Showing(Seen):
    """Glimpses that show two crests on every floor nobody else has seen."""

    def reveal(self, path, events):
        known = [isinstance(e, Build) and e.crests is None for e in events]
        shown = zip(events, known, strict=True)
        return tuple(replace(e, crests=2) if hidden else e for e, hidden in shown)


ONE_SQUARE = (Move(card(R, O), 18), Build(R, 1, (1, 1)), Build(O, 0, (1, 1)))
COVERED = play(START, *ONE_SQUARE)
TOO_EARLY = GAME.apply(play(START, ONE_SQUARE[0]), ONE_SQUARE[2])


def test_nothing_seen_on_the_way_is_asked_where_the_picture_is_clear() -> None:
    seen = Seen()
    assert explainer().explain(reading(AFTER, START), seen).stories[0].events == TURN
    assert seen.asked == 0


def test_what_was_seen_on_the_way_breaks_a_tie() -> None:
    doubtful = unsure(reading(AFTER, START), (1, 1), CRESTS_UNCLEAR)
    two = play(START, TURN[0], replace(TURN[1], crests=2))
    outcome = explainer().explain(doubtful, Seen(two))
    assert outcome.stories[0].events[1].crests == 2


TWO_ROADS = with_rows(START, {8: [card(R), card(D)], 9: [card(O)], 12: [card(L)]})
NEAR = (Move(card(R), 10), Build(R, 0, (4, 4)))
FAR = (Move(card(D), 11), Build(D, 0, (4, 3)))


@pytest.mark.parametrize("turns", [(NEAR, FAR), (FAR, NEAR)])
def test_two_turns_that_come_to_the_same_are_told_in_the_order_that_was_seen(turns) -> None:
    first, second = turns
    after = play(TWO_ROADS, *NEAR, *FAR)
    assert KiltLens().key(after) == KiltLens().key(play(TWO_ROADS, *FAR, *NEAR))
    doubtful = unsure(reading(after, TWO_ROADS), (4, 4), {(1, "red 0"): 0.0, (1, "red 1"): -0.5})
    outcome = explainer(TWO_ROADS).explain(doubtful, Seen(play(TWO_ROADS, *first)))
    assert outcome.stories[0].events == (*first, *second)
    assert outcome.stories[0].position == play(TWO_ROADS, *first, *second)


@pytest.mark.parametrize("turns", [(NEAR, FAR), (FAR, NEAR)])
def test_the_order_of_turns_is_asked_of_what_was_seen_though_the_picture_is_clear(turns) -> None:
    first, second = turns
    clear = reading(play(TWO_ROADS, *NEAR, *FAR), TWO_ROADS)
    outcome = explainer(TWO_ROADS).explain(clear, Seen(play(TWO_ROADS, *first)))
    assert outcome.stories[0].events == (*first, *second)


def test_of_stories_that_look_alike_the_first_is_kept() -> None:
    mind = explainer()
    alike = [Branch(COVERED, (ONE_SQUARE[0], Build(R, n, (1, 1)), ONE_SQUARE[2])) for n in (2, 1)]
    other = Branch(AFTER, TURN)
    assert mind._that_look_different([*alike, other], 9) == [alike[0], other]
    assert mind._that_look_different([*alike, other], 1) == alike[:1]


def test_turns_are_told_the_other_way_round_where_that_is_legal() -> None:
    mind = explainer(TWO_ROADS)
    again = (Move(card(R), 11), Build(R, 0, (4, 3)))
    after = play(TWO_ROADS, *NEAR, *FAR)
    score = mind.lens.story(reading(after, TWO_ROADS), TWO_ROADS)
    story = Branch(after, NEAR + FAR, -5.0, score.fit(after))
    (other,) = mind._reordered([story], Branch(TWO_ROADS), score)
    assert (other.events, other.weight) == (FAR + NEAR, -5.0)
    assert other.position == play(TWO_ROADS, *FAR, *NEAR)
    twice = Branch(play(TWO_ROADS, *NEAR, *again), NEAR + again)
    assert list(mind._reordered([twice], Branch(TWO_ROADS), score)) == []


def test_a_second_builder_who_came_first_is_told_by_what_was_seen() -> None:
    picture = unsure(reading(COVERED, START), (1, 1), {(1, "orange 0"): 0.0, (2, "orange 0"): 0.0})
    outcome = explainer().explain(picture, Seen(TOO_EARLY))
    assert outcome.verdict is Verdict.ILLEGAL
    assert [ruling.rule for ruling in outcome.rulings] == ["kilt.build-order"]


def test_two_floors_under_a_roof_in_the_wrong_order_are_told_by_what_was_seen(monkeypatch) -> None:
    roofed = play(COVERED, Roof((1, 1), None))
    early = GAME.apply(play(START, ONE_SQUARE[0]), Build(O, None, (1, 1)))
    outcome = explainer().explain(reading(roofed, START), Seen(early))
    assert [ruling.rule for ruling in outcome.rulings] == ["kilt.build-order"]
    builders = [e.colour for e in outcome.stories[0].events if isinstance(e, Build)]
    assert builders == [O, R]
    assert explainer().explain(reading(roofed, START), Seen()).verdict is Verdict.UNDERSTOOD
    monkeypatch.setattr(KiltStory, "hides_order", False)  # as in games whose tables show it
    told = explainer().explain(reading(roofed, START), Seen(early))
    assert told.verdict is Verdict.UNDERSTOOD


def test_a_floor_seen_before_it_was_covered_breaks_no_rule() -> None:
    picture = unsure(reading(COVERED, START), (1, 1), {(1, "orange 0"): 0.0, (2, "orange 0"): 0.0})
    under = GAME.apply(play(START, ONE_SQUARE[0]), Build(R, None, (1, 1)))
    outcome = explainer().explain(picture, Seen(under))
    assert outcome.verdict is Verdict.UNDERSTOOD
    assert outcome.stories[0].events[1:] == (Build(R, None, (1, 1)), Build(O, 0, (1, 1)))


def test_glimpses_do_not_overrule_a_table_at_rest() -> None:
    clear = unsure(reading(AFTER, START), (1, 1), {(1, "red 1"): 0.0, (1, "red 2"): -11.0})
    two = play(START, TURN[0], replace(TURN[1], crests=2))
    assert explainer().explain(clear, Seen(two)).stories[0].events == TURN


def test_crests_that_showed_for_a_moment_are_told_and_stay_known() -> None:
    mind = explainer()
    picture = reading(COVERED, START)
    told = mind.explain(picture, Showing(COVERED)).stories[0].events
    assert told == (ONE_SQUARE[0], replace(ONE_SQUARE[1], crests=2), ONE_SQUARE[2])
    assert mind.explain(reading(COVERED, COVERED)).stories[0].events == told


def test_a_story_that_knows_more_crests_is_no_rival_of_the_one_that_knows_fewer() -> None:
    mind = explainer()
    mind.explain(reading(COVERED, START), Showing(COVERED))
    known = mind.beam[0]
    fewer = (known.events[0], replace(known.events[1], crests=None), known.events[2])
    position = START
    for event in fewer:
        position = GAME.apply(position, event)
    mind.beam = [replace(known, events=fewer, position=position), known]
    outcome = mind.explain(reading(COVERED, COVERED))
    assert outcome.stories[0].events == known.events
    assert outcome.stories[0].probability > SURE
    # What an unlikely story claims to know is not told by the likely one.
    mind.beam = [replace(known, events=fewer, position=position), replace(known, weight=-5.0)]
    assert mind.explain(reading(COVERED, COVERED)).stories[0].events == fewer


def test_crests_that_showed_but_are_all_built_already_were_misread() -> None:
    start = with_towers(START, {(4, 4 - n): "r2" for n in range(FLOOR_SUPPLY[2])})
    covered = play(start, ONE_SQUARE[0], Build(R, 0, (1, 1)), ONE_SQUARE[2])
    told = explainer(start).explain(reading(covered, start), Showing(covered)).stories[0].events
    assert told == (ONE_SQUARE[0], Build(R, None, (1, 1)), ONE_SQUARE[2])


def test_a_roof_forgotten_over_a_hidden_floor_is_named() -> None:
    wrong = GAME.apply(COVERED, NEXT[0])
    outcome = explainer().explain(reading(wrong, START))
    assert outcome.verdict is Verdict.ILLEGAL
    assert [r.rule for r in outcome.rulings] == ["kilt.roof-forgotten"]


def test_a_mistake_after_a_story_that_only_glimpses_told_is_named() -> None:
    picture = unsure(reading(COVERED, START), (1, 1), {(1, "orange 0"): 0.0, (2, "orange 0"): 0.0})
    after = GAME.apply(COVERED, NEXT[0])
    slots = reading(after, START).slots
    outcome = explainer().explain(replace(picture, slots=slots), Seen(COVERED))
    assert [r.rule for r in outcome.rulings] == ["kilt.roof-forgotten"]
