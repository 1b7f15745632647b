"""Stories of the seven locks: what a reading, sounds and hands make of a position."""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import Any

import numpy as np
import pytest

from rules.seven_locks import (
    Coat,
    Drop,
    Fill,
    Guess,
    Move,
    Phase,
    Position,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
)
from rules.seven_locks import Outcome as Shown
from rules.seven_locks.game import GAME
from rules.seven_locks.pieces import ALL_FACES
from vision.seven_locks.heard import PASSING, Heard
from vision.seven_locks.reading import Memory, Pearl, Reading
from vision.seven_locks.story import (
    BEFORE_ITS_TURN,
    FAIR,
    HARDLY,
    UNHEARD,
    UNSEEN_THROW,
    SevenLocksLens,
    SevenLocksStory,
    _at_home,
    drops,
    rolls,
)
from vision.seven_locks.tops import Tops
from vision.stories.beam import Explainer
from vision.stories.story import Branch, Outcome, Story, Verdict

DIE = [[1, 1], [1, 2], [2, 2], [2, 3], [3, 1], [3, 3]]
MEMORY = Memory(Tops(0.11, 0.18), (), (), {})


def played(*events: Any, players: int = 3) -> Position:
    position = GAME.start(players, {}, {"die": DIE})
    for event in events:
        position = GAME.apply(position, event)
    return position


OPEN = played(SetUp(0, 2), Fill())


def seen(position: Position, side: tuple[int, int], thrown: bool, *pearls: Pearl) -> Reading:
    """A clear picture of a position."""
    return Reading(
        tuple(1.0 if position.stands(place) else -1.0 for place in range(7)),
        tuple(0.0 if place == position.keymaster else -12.0 for place in range(7)),
        tuple(1.0 if position.row >> key & 1 else -1.0 for key in range(8)),
        tuple((1.0, 1.0) if n == 2 else (1.0, -1.0) if n else (-1.0, -1.0) for n in position.coats),
        {(s, k): float((s, k) in position.guesses) for s in range(position.players)
         for k in range(8)},
        {face: 0.0 if face == side else -8.0 for face in ALL_FACES},
        thrown,
        MEMORY,
        pearls,
    )  # fmt: skip


def pearl(time: float, tower: int, sure: float = 0.996) -> Pearl:
    shares = np.full(7, 0.01)
    shares[tower] = 0.94
    return Pearl(time, sure, tuple(float(each) for each in shares))


def explained(before: Position, reading: Reading, hears: bool = True) -> Outcome:
    return Explainer(GAME, SevenLocksLens(hears), before).explain(reading)


def test_a_roll_is_understood() -> None:
    after = GAME.apply(OPEN, Roll(2, 3))
    outcome = explained(OPEN, seen(after, (2, 3), True))
    assert outcome.verdict is Verdict.UNDERSTOOD
    assert outcome.stories[0].events == (Roll(2, 3),)
    assert outcome.certain


def test_a_die_behind_a_tower_is_told_by_pearls_and_keymaster() -> None:
    events = turn(1, 6, to=5)  # three steps on
    after = played(SetUp(0, 2), Fill(), *events)
    reading = replace(seen(after, (2, 3), False, pearl(1.0, 1), pearl(2.0, 6)), die={}, thrown=None)
    unknown = replace(OPEN, setting=replace(OPEN.setting, die=None))
    outcome = explained(unknown, reading)
    assert outcome.stories[0].events == (Roll(2, 0), *events[1:])
    assert outcome.certain
    later = explained(
        GAME.apply(unknown, Roll(2, 0)), seen(GAME.apply(unknown, Roll(2, 1)), (2, 1), False)
    )
    assert (later.stories[0].events, later.certain) == ((), True)


def test_how_far_the_keymaster_might_have_gone_is_of_no_account_once_he_went() -> None:
    key = SevenLocksLens().key
    unseen, shown, other = (GAME.apply(OPEN, Roll(2, steps)) for steps in (0, 3, 1))
    assert len({key(unseen), key(shown), key(other)}) == 3
    went = turn(1, 6, to=5)[1:]
    after = [key(played(SetUp(0, 2), Fill(), Roll(2, steps), *went)) for steps in (0, 3)]
    assert after[0] == after[1]


def test_a_die_seen_only_afterwards_was_not_thrown_again() -> None:
    events = turn(1, 6, to=5)
    moved = played(SetUp(0, 2), Fill(), Roll(2, 0), *events[1:])
    shown = seen(moved, (2, 1), True)
    outcome = explained(moved, shown)
    assert (outcome.stories[0].events, outcome.certain) == ((), True)
    other = explained(moved, seen(moved, (1, 1), True))
    assert other.stories[0].events != ()


def test_a_die_that_lies_as_before_says_nothing_new_of_its_throw() -> None:
    told = GAME.apply(OPEN, Roll(2, 3))
    reading = seen(told, (3, 3), True)
    fresh = SevenLocksStory(reading, OPEN, True, OPEN)
    assert fresh.fit(told) == -8.0
    again = SevenLocksStory(replace(reading, thrown=False), told, True, OPEN)
    assert again.fit(told) == 0.0
    assert again.unexplained(told) == -8.0 + FAIR


def test_a_pearl_nobody_heard_strains_a_story_once() -> None:
    told = played(SetUp(0, 2), Fill(), Roll(2, 3), Drop(1))
    thrown = GAME.apply(told, Drop(6))
    reading = seen(thrown, (2, 3), False)
    assert SevenLocksStory(reading, told, True, told).unexplained(thrown) == UNHEARD + HARDLY
    assert SevenLocksStory(reading, thrown, True, told).unexplained(thrown) == 0.0
    heard = replace(reading, pearls=tuple(pearl(time, 3) for time in (1.0, 2.0, 3.0)))
    assert SevenLocksStory(heard, thrown, True, told).unexplained(thrown) < -4.0


@pytest.mark.parametrize(("hears", "cost"), [(True, BEFORE_ITS_TURN), (False, 0.0)])
def test_a_pearl_of_a_turn_that_began_after_the_last_picture_was_heard_since(
    hears: bool, cost: float
) -> None:
    before = played(SetUp(0, 2), Fill(), *turn(1, 6, to=5), Try(Shown.FAILS))
    rolled = GAME.apply(before, Roll(1, 2))
    after = GAME.apply(rolled, Drop(2))
    old, new = pearl(1.0, 2), pearl(2.0, 2)
    late = replace(seen(after, (1, 2), True, old), weighed=(old,))
    story = SevenLocksLens(hears).story(late, before)
    assert (story.prior(rolled), story.prior(after)) == (0.0, -cost)
    assert SevenLocksLens(hears).story(late, rolled).prior(after) == 0.0
    heard = replace(late, pearls=(old, new))
    assert SevenLocksLens(hears).story(heard, before).prior(after) == 0.0


def test_a_pearl_falls_in_the_turn_in_which_it_is_heard() -> None:
    """A turn was believed and not certain when the next one began."""
    over_turn = played(SetUp(0, 2), Fill(), *turn(1, 6, to=5), Try(Shown.FAILS))
    heard = (pearl(1.0, 1), pearl(2.0, 6))
    next_roll = GAME.apply(over_turn, Roll(1, 2))
    six, three = (GAME.apply(next_roll, Drop(tower)) for tower in (6, 3))

    def score(after: Position, *since: Pearl, before: tuple[Pearl, ...] = heard) -> float:
        reading = replace(seen(after, (1, 2), True, *before, *since), weighed=before)
        return SevenLocksStory(reading, over_turn, True, OPEN).fit(after)

    assert score(three, pearl(9.0, 3)) == pytest.approx(score(six, pearl(9.0, 6)))
    assert score(three, pearl(9.0, 3)) > -0.2
    # One that is heard now was none of the last turn's, and one heard then is none of this one's.
    assert score(next_roll, pearl(9.0, 6), before=heard[:1]) < -7.0
    late = score(three, before=(*heard, pearl(3.0, 3)))
    assert late == pytest.approx(UNHEARD)


@pytest.mark.parametrize(("thrown", "told"), [(13, [Drop(1)]), (12, [Drop(None)] * 2)])
def test_a_pearl_nobody_heard_fell_where_the_rules_leave_one_tower(
    thrown: int, told: list[Drop]
) -> None:
    before = played(SetUp(0, 2), *(Drop(tower % 7) for tower in range(2, 2 + thrown)))
    story = SevenLocksLens(True).story(seen(before, (2, 3), False), before)
    assert set(story.steps(before)) == {tuple(told)}


def test_steps_that_do_not_stand_out_are_told_as_unseen() -> None:
    after = GAME.apply(OPEN, Roll(2, 3))
    reading = seen(after, (2, 3), True)
    unknown = replace(OPEN, setting=replace(OPEN.setting, die=None))
    for lead, steps in ((2.0, 0), (4.0, 3)):
        die = dict.fromkeys(reading.die, -20.0) | {(2, 3): 0.0, (2, 1): -lead}
        assert explained(unknown, replace(reading, die=die)).stories[0].events == (Roll(2, steps),)


def test_a_die_of_which_only_other_sides_are_known_contradicts_and_nothing_more() -> None:
    rolled = GAME.apply(OPEN, Roll(2, 3))
    reading = replace(seen(rolled, (2, 3), False), die={(1, 1): 0.0})
    outcome = explained(rolled, reading)
    assert outcome.stories[0].events == ()
    assert outcome.fit < -5.0


def test_a_die_that_nobody_sees_was_not_thrown_for_all_that_is_known() -> None:
    unknown = replace(OPEN, setting=replace(OPEN.setting, die=None))
    outcome = explained(unknown, replace(seen(unknown, (1, 1), False), die={}, thrown=None))
    assert outcome.stories[0].events == ()
    assert outcome.certain


def test_the_opening_pearls_go_where_they_were_heard() -> None:
    before = played(SetUp(0, 2))
    pearls = [pearl(float(n), n % 7) for n in range(14)]
    outcome = explained(before, seen(before, (1, 1), False, *pearls))
    assert outcome.stories[0].events == tuple(Drop(n % 7) for n in range(14))
    assert outcome.certain


def over(time: float, tower: int) -> Pearl:
    """A pearl heard under a hand that seems clearly over one tower."""
    return Pearl(time, 0.998, tuple(0.9965 if n == tower else 0.0006 for n in range(7)))


def test_a_hand_taken_for_one_over_the_next_tower_in_both_rounds_is_no_mistake() -> None:
    before = played(SetUp(0, 2))
    pearls = [over(float(n), n % 7 or 1) for n in range(14)]
    outcome = explained(before, seen(before, (1, 1), False, *pearls))
    assert (outcome.verdict, outcome.certain) == (Verdict.UNDERSTOOD, True)
    assert played(SetUp(0, 2), *outcome.stories[0].events).pearls == (2,) * 7


def test_a_tower_that_gets_two_pearls_in_one_round_is_a_mistake() -> None:
    before = played(SetUp(0, 2))
    pearls = [over(float(n), 2 if n == 3 else n % 7) for n in range(14)]
    outcome = explained(before, seen(before, (1, 1), False, *pearls))
    assert outcome.verdict is Verdict.ILLEGAL
    assert {ruling.rule for ruling in outcome.rulings} == {"seven_locks.opening-round"}


def test_pearls_thrown_in_either_order_are_one_story_whoever_declined_afterwards() -> None:
    start = GAME.apply(OPEN, Roll(2, 3))
    mind = Explainer(GAME, SevenLocksLens(hears=True), start)
    told: list[Branch] = []
    for towers, after in (((4, 3), ()), ((3, 4), (Coat(1, False),))):
        events = (*(Drop(tower) for tower in towers), Move(5), Take(5), *after)
        position = played(SetUp(0, 2), Fill(), Roll(2, 3), *events)
        told.append(Branch(position, events, weight=-0.4 * len(told)))
    (one,) = mind._told_apart(told)
    assert one.events == (Drop(4), Drop(3), Move(5), Take(5))
    assert one.common == 0


def test_a_hand_between_two_towers_throws_where_the_next_pearl_leaves_room() -> None:
    """It seems rather over the tower that the next pearl went into; no tower gets two so soon."""
    before = played(SetUp(0, 2))
    between = Pearl(0.0, 0.6, (0.48, 0.52, 0.0, 0.0, 0.0, 0.0, 0.0))
    pearls = [between, *(pearl(float(n), n % 7) for n in range(1, 14))]
    outcome = explained(before, seen(before, (1, 1), False, *pearls))
    assert outcome.verdict is Verdict.UNDERSTOOD
    assert outcome.stories[0].events == tuple(Drop(n % 7) for n in range(14))


def test_pearls_counted_on_a_phone_leave_what_follows_open() -> None:
    """Nothing shows that they were counted; what was hardly believed is not all that is left."""
    declined = (Coat(1, False), Coat(2, False), Try(Shown.FITS))
    opened = played(SetUp(0, 2), Fill(), *turn(1, 6, to=5), *declined)
    counted = GAME.apply(opened, Treasure(2))
    mind = Explainer(GAME, SevenLocksLens(hears=True), opened)
    mind.beam = [Branch(opened), Branch(rolled(counted), (Treasure(2), Roll(1, 1)), weight=-9.0)]
    assert mind.confirm(counted)
    assert [(b.events, b.weight) for b in mind.beam] == [((Roll(1, 1),), -9.0), ((), 0.0)]
    assert not mind.lens.looks_same(rolled(counted), counted)


def test_a_tower_that_is_hardly_missed_is_made_up_for_by_what_happened() -> None:
    asked = played(SetUp(0, 2), Fill(), *turn(1, 6, to=5))
    told = (Coat(1, False), Coat(2, False), Try(Shown.FITS))
    opened = played(SetUp(0, 2), Fill(), *turn(1, 6, to=5), *told)
    lying = seen(opened, (2, 3), False)
    towers = tuple(-0.6 if place == 5 else 1.0 for place in range(7))
    outcome = explained(asked, replace(lying, towers=towers))
    assert outcome.stories[0].events == told


def rolled(position: Position) -> Position:
    return GAME.apply(position, Roll(1, 1))


LAST_OPENING = played(SetUp(0, 2), *(Drop(n % 7) for n in range(13)))


def test_a_tower_nobody_can_see_was_opened_if_its_key_did_not_come_back() -> None:
    """A key that failed is found as soon; but a chamber was counted, of which nothing shows."""
    tried = played(SetUp(0, 2), Fill(), *turn(1, 6, to=5, key=4), Coat(1, False))
    opened = (Coat(2, False), Try(Shown.FITS), Treasure(2), Roll(1, 1))
    after = tried
    for event in opened:
        after = GAME.apply(after, event)
    shown = seen(after, (1, 1), True)
    faint = replace(
        shown,
        towers=(*shown.towers[:5], 0.0, shown.towers[6]),
        keys=(*shown.keys[:4], -0.4, *shown.keys[5:]),
    )
    best, second = explained(tried, faint).stories[:2]
    assert best.events == opened
    assert second.events == (Coat(2, False), Try(Shown.FAILS), Roll(1, 1))


def test_a_hardly_heard_pearl_of_the_opening_is_believed_once_the_first_turn_has_begun() -> None:
    sounds = (pearl(1.0, 6, 0.25), pearl(9.0, 0), pearl(10.0, 1))
    turned = played(SetUp(0, 2), Fill(), Roll(2, 3), Drop(0), Drop(1))
    outcome = explained(LAST_OPENING, seen(turned, (2, 3), True, *sounds))
    assert outcome.stories[0].events == (Drop(6), Roll(2, 3), Drop(0), Drop(1))
    assert outcome.certain


def test_a_die_first_seen_before_anybody_knew_of_its_throw_was_thrown_then() -> None:
    turned = played(SetUp(0, 2), Fill(), Roll(2, 3), Drop(0), Drop(1))
    sounds = (pearl(9.0, 0), pearl(10.0, 1))
    lying = seen(turned, (2, 3), False, *sounds)
    came = replace(lying, memory=replace(MEMORY, came=True))
    told = (Roll(2, 3), Drop(0), Drop(1))
    assert explained(OPEN, came).stories[0].events == told
    assert explained(OPEN, came).fit == 0.0
    assert explained(OPEN, lying).fit == -4.5
    declined = (Coat(1, False), Coat(2, False), Try(Shown.FAILS))
    later = played(SetUp(0, 2), Fill(), *turn(1, 6, to=5), *declined)
    again = replace(came, keymaster=seen(later, (2, 3), False).keymaster)
    assert explained(later, again).fit == -4.5


def test_without_ears_the_opening_is_told_in_one_go() -> None:
    before = played(SetUp(0, 2))
    after = GAME.apply(GAME.apply(before, Fill()), Roll(3, 1))
    outcome = explained(before, seen(after, (3, 1), True), hears=False)
    assert outcome.stories[0].events == (Fill(), Roll(3, 1))


def turn(*towers: int, to: int = 4, key: int = 5) -> tuple[Any, ...]:
    return (Roll(2, 3), *map(Drop, towers), Move(to), Take(key))


def test_a_whole_turn_between_two_pictures_is_one_story() -> None:
    events = turn(1, 6)
    after = played(SetUp(0, 2), Fill(), *events, Coat(1, False), Coat(2, True))
    reading = seen(after, (2, 3), True, pearl(1.0, 1), pearl(2.0, 6))
    outcome = explained(OPEN, reading)
    assert outcome.stories[0].events == (*events, Coat(1, False), Coat(2, True))
    assert outcome.certain


def test_a_doubtful_tower_is_settled_by_the_rules() -> None:
    between = Pearl(2.0, 0.98, (0.0, 0.52, 0.48, 0.0, 0.0, 0.0, 0.0))
    before = GAME.apply(OPEN, Roll(2, 3))
    outcome = explained(before, seen(before, (2, 3), False, pearl(1.0, 1), between))
    assert outcome.stories[0].events == (Drop(1), Drop(2))


def test_a_pearl_that_was_seen_but_not_heard_is_believed() -> None:
    before = GAME.apply(OPEN, Roll(2, 3))
    after = played(SetUp(0, 2), Fill(), Roll(2, 3), Drop(1), Drop(6), Move(4))
    reading = seen(after, (2, 3), False, pearl(1.0, 1), pearl(2.0, 6, sure=0.25))
    outcome = explained(before, reading)
    assert outcome.verdict is Verdict.UNDERSTOOD
    assert outcome.stories[0].events == (Drop(1), Drop(6), Move(4))


def test_a_hand_seen_over_one_tower_takes_no_pearl_that_was_heard_in_another() -> None:
    before = GAME.apply(OPEN, Roll(1, 1))
    after = GAME.apply(GAME.apply(before, Drop(6)), Move(3))
    passing = Pearl(1.0, 0.25, (0.976, 0.004, 0.004, 0.004, 0.004, 0.004, 0.004))
    outcome = explained(before, seen(after, (1, 1), False, passing, pearl(2.0, 6)))
    assert outcome.stories[0].events == (Drop(6), Move(3))
    assert outcome.certain


def test_pearls_still_in_the_hand_are_not_made_up_from_hands_passing_by() -> None:
    before = GAME.apply(OPEN, Roll(3, 1))
    passing = Pearl(0.5, 0.25, (0.0, 0.0, 0.8, 0.2, 0.0, 0.0, 0.0))
    outcome = explained(before, seen(before, (3, 1), False, passing, pearl(1.0, 0), pearl(2.0, 6)))
    assert outcome.stories[0].events == (Drop(0), Drop(6))


def test_a_hand_that_fetched_or_brought_the_keymaster_brought_no_pearl() -> None:
    before = played(SetUp(0, 2), Fill(), Roll(1, 2))
    hands = (pearl(1.0, 0, 0.25), pearl(2.0, 3, 0.25))
    went = played(SetUp(0, 2), Fill(), Roll(1, 2), Drop(0), Move(3))
    for tower in (before.keymaster, 3):
        told = explained(before, seen(went, (1, 2), False, hands[0], pearl(2.0, tower, 0.25)))
        assert (told.stories[0].events, told.certain) == ((Drop(0), Move(3)), True)
    stays = played(SetUp(0, 2), Fill(), Roll(1, 2), Drop(0))
    for tower in (2, 3):
        either = (hands[0], pearl(2.0, tower, 0.25))
        assert not explained(before, seen(stays, (1, 2), False, *either)).certain
        score = SevenLocksLens(True).story(seen(stays, (1, 2), False, *either), before).fit
        assert score(GAME.apply(before, Drop(tower))) == pytest.approx(score(stays))
    only = explained(before, seen(went, (1, 2), False, hands[1]))
    assert only.stories[0].events == (Drop(3), Move(3))


def test_of_two_hands_at_either_end_of_his_way_the_likelier_brought_a_pearl() -> None:
    """One was over a tower right after a pearl was heard, one later."""
    before = played(SetUp(0, 2), Fill(), Roll(2, 3))
    first, later = (
        played(SetUp(0, 2), Fill(), Roll(2, 3), Drop(6), Drop(tower), Move(4)) for tower in (4, 2)
    )
    hands = (pearl(1.0, 6), pearl(2.0, 4, 0.48), pearl(4.0, 2, 0.13))
    reading = seen(first, (2, 3), False, *hands)
    score = SevenLocksLens(True).story(reading, before).fit
    assert score(first) - score(later) == pytest.approx(3.97, abs=0.05)
    assert explained(before, reading).rulings == ()


def test_a_hand_that_was_there_while_he_still_stood_did_not_fetch_him() -> None:
    """It was seen in an earlier picture, in which the keymaster stood before that tower."""
    before = played(SetUp(0, 2), Fill(), Roll(1, 2))
    went = played(SetUp(0, 2), Fill(), Roll(1, 2), Drop(2), Move(3))
    hands = (pearl(1.0, 2, 0.13), pearl(4.0, 4, 0.13))
    early, late = (
        SevenLocksLens(True).story(
            replace(seen(went, (1, 2), False, *hands), weighed=weighed), before
        )
        for weighed in (hands[:1], ())
    )
    assert early.fit(went) - early.fit(before) == pytest.approx(
        late.fit(went) - late.fit(before) + 0.87 * PASSING
    )


def test_of_two_hands_over_one_tower_the_one_that_did_not_bring_him_threw_the_pearl() -> None:
    before = played(SetUp(0, 2), Fill(), Roll(1, 2))
    went = played(SetUp(0, 2), Fill(), Roll(1, 2), Drop(3), Move(3))
    hands = (pearl(1.0, 3, 0.13), pearl(4.0, 3, 0.13))
    for shown in (hands, tuple(replace(hand, time=5 - hand.time) for hand in hands[::-1])):
        reading = replace(seen(went, (1, 2), False, *shown), weighed=hands[:1])
        story = SevenLocksLens(True).story(reading, before)
        gained = story.fit(went) - story.fit(before) - 11.0  # where the keymaster stands
        assert gained == pytest.approx(np.log(0.13 * 0.94) - 1.5 * np.log(0.87), abs=0.1)


def test_a_throw_of_which_nothing_shows_is_unusual() -> None:
    before = played(SetUp(0, 2), Fill())
    moves = (Drop(5), Move(3), Take(0), Coat(1, False), Coat(2, False), Try(Shown.FAILS))
    once = played(SetUp(0, 2), Fill(), Roll(1, 2), *moves)
    again = GAME.apply(once, Roll(1, 2))
    story = SevenLocksLens(True).story(seen(again, (1, 2), True, pearl(1.0, 5)), before)
    assert (story.prior(once), story.prior(again)) == (0.0, -UNSEEN_THROW)


@pytest.mark.parametrize(("sure", "cost"), [(0.98, 0.0), (0.48, 0.16), (0.13, 2.96)])
def test_a_pearl_of_a_new_turn_is_the_likelier_the_surer_one_fell_since(
    sure: float, cost: float
) -> None:
    before = played(SetUp(0, 2), Fill())
    after = played(SetUp(0, 2), Fill(), Roll(2, 2), Drop(5), Drop(3))
    reading = seen(after, (2, 2), True, pearl(1.0, 5), pearl(2.0, 3, sure))
    assert SevenLocksLens(True).story(reading, before).prior(after) == pytest.approx(-cost)


def test_a_key_that_lies_in_its_place_was_tried_as_likely_as_any_other() -> None:
    tried = SevenLocksLens(True).story(seen(OPEN, (1, 1), False), OPEN)
    gone = seen(OPEN, (1, 1), False)
    missed = SevenLocksLens(True).story(replace(gone, keys=(-1.0, *gone.keys[1:])), OPEN)
    assert (tried.step_cost((Take(0),)), missed.step_cost((Take(0),))) == (2.0, 0.0)


def test_a_hand_half_over_his_tower_brought_no_pearl_there_either() -> None:
    """The rules leave only that tower of the two it may have been over: it fell somewhere."""
    before = played(SetUp(0, 2), Fill(), Roll(2, 2))
    went = played(SetUp(0, 2), Fill(), Roll(2, 2), Drop(1), Drop(None), Move(3))
    half = Pearl(3.0, 0.13, (0.0, 0.67, 0.33, 0.0, 0.0, 0.0, 0.0))
    outcome = explained(before, seen(went, (2, 2), False, pearl(1.0, 1), half))
    assert outcome.stories[0].events[:3] == (Drop(1), Drop(None), Move(3))


def test_a_noise_without_a_hand_is_no_pearl() -> None:
    noise = Pearl(0.5, 0.2, (1 / 7,) * 7)
    outcome = explained(OPEN, seen(OPEN, (1, 1), False, noise))
    assert outcome.stories[0].events == ()
    assert outcome.certain


def test_pearls_that_were_only_heard_are_told_to_have_fallen_somewhere() -> None:
    """No tower is made up for them; the rules leave one only where all others stand open."""
    before = played(SetUp(0, 2), Fill(), Roll(2, 3))
    sounds = [Pearl(time, 0.95, (1 / 7,) * 7) for time in (1.0, 2.0)]
    went = played(SetUp(0, 2), Fill(), Roll(2, 3), Drop(None), Drop(None), Move(5))
    outcome = explained(before, seen(went, (2, 3), False, *sounds))
    assert outcome.stories[0].events == (Drop(None), Drop(None), Move(5))
    last = played(SetUp(0, 2), *(Drop(tower % 7) for tower in range(2, 15)))
    story = SevenLocksLens(True).story(seen(last, (2, 3), False, sounds[0]), last)
    assert set(story.steps(last)) == {(Drop(1),)}


def ruled(before: Position, reading: Reading) -> set[str]:
    outcome = explained(before, reading)
    assert outcome.verdict is Verdict.ILLEGAL, outcome.stories[:2]
    return {ruling.rule.removeprefix("seven_locks.") for ruling in outcome.rulings}


def test_two_pearls_into_one_tower_are_told() -> None:
    before = GAME.apply(OPEN, Roll(2, 3))
    reading = seen(before, (2, 3), False, pearl(1.0, 5), pearl(2.0, 5))
    assert ruled(before, reading) == {"different-towers"}


def test_a_pearl_too_many_is_told() -> None:
    before = GAME.apply(OPEN, Roll(2, 3))
    reading = seen(before, (2, 3), False, pearl(1.0, 5), pearl(2.0, 6), pearl(3.0, 1))
    assert ruled(before, reading) == {"too-many-pearls"}


def test_a_pearl_too_many_is_told_though_something_was_heard_where_no_tower_stands() -> None:
    before = replace(GAME.apply(OPEN, Roll(1, 2)), standing=0b1101011)
    heard = (pearl(1.0, 4, 0.57), pearl(3.0, 0), pearl(4.0, 3))
    assert ruled(before, seen(before, (1, 2), False, *heard)) == {"too-many-pearls"}


def test_a_pearl_too_few_is_told_once_the_keymaster_has_gone_on() -> None:
    before = GAME.apply(OPEN, Roll(2, 3))
    after = replace(before, keymaster=4)
    reading = seen(after, (2, 3), False, pearl(1.0, 5))
    assert ruled(before, reading) == {"pearls-forgotten"}


MOVING = played(SetUp(0, 2), Fill(), Roll(1, 2), Drop(0))


@pytest.mark.parametrize(("place", "rule"), [(1, "keymaster-backwards"), (5, "keymaster-too-far")])
def test_a_wrong_way_of_the_keymaster_is_told(place: int, rule: str) -> None:
    assert ruled(MOVING, seen(replace(MOVING, keymaster=place), (1, 2), False)) == {rule}


def test_a_keymaster_who_stays_is_told_when_a_key_is_taken() -> None:
    reading = seen(replace(MOVING, row=MOVING.row & ~4), (1, 2), False)
    assert ruled(MOVING, reading) == {"keymaster-stays"}


def test_a_swapped_key_is_told() -> None:
    before = played(SetUp(0, 2), Fill(), Roll(1, 2), Drop(0), Move(3), Take(4))
    after = replace(before, row=255 & ~2)
    assert ruled(before, seen(after, (1, 2), False)) == {"key-swapped"}


def test_a_key_is_rather_swapped_than_a_hidden_keymaster_moved_again() -> None:
    taken = played(SetUp(0, 2), Fill(), *turn(1, 6, to=5, key=5))
    reading = seen(GAME.apply(taken, Take(3)), (2, 3), False)
    keymaster = (-6.0, -6.0, -6.0, -6.0, 0.0, -1.5, -6.0)
    assert ruled(taken, replace(reading, keymaster=keymaster)) == {"key-swapped"}


def test_a_key_on_the_board_tells_which_one_was_taken_where_the_row_does_not() -> None:
    before = played(SetUp(0, 2), Fill(), Roll(1, 2), Drop(0), Move(3))
    unseen = replace(seen(before, (1, 2), False), keys=(1.0, 0.0, 0.0, *(1.0,) * 5))
    asked = explained(before, unseen)
    assert not asked.certain
    out = tuple(0.9 * (key == 2) for key in range(8))
    told = explained(before, replace(unseen, out=out))
    assert (told.stories[0].events, told.certain) == ((Take(2),), True)
    back = played(SetUp(0, 2), Fill(), Roll(1, 2), Drop(0), Move(3), Take(2), *NOBODY)
    score = SevenLocksLens(True).story(replace(unseen, out=out), back).fit
    assert score(back) == pytest.approx(0.0)
    assert score(GAME.apply(back, Try(Shown.FAILS))) == pytest.approx(-6.0 * 0.8)
    fits = GAME.apply(back, Try(Shown.FITS))  # the tower still stands in the picture
    assert score(fits) == pytest.approx(-9.0)


NOBODY = (Coat(1, False), Coat(2, False))
FAILED = played(
    SetUp(0, 2), Fill(), Roll(1, 2), Drop(0), Move(3), Take(4), Coat(1, True), Coat(2, False),
    Try(Shown.FAILS),
)  # fmt: skip


def test_a_coat_taken_back_after_the_try_is_told() -> None:
    reading = seen(replace(FAILED, coats=(2, 2, 2)), (1, 2), False)
    assert ruled(FAILED, reading) == {"coat-spent"}


def test_a_coat_placed_after_the_try_is_told() -> None:
    reading = seen(replace(FAILED, coats=(2, 1, 1)), (1, 2), False)
    assert ruled(FAILED, reading) == {"coat-too-late"}


@pytest.mark.parametrize(("shown", "placed"), [(-0.65, True), (-0.5, False)])
def test_a_coat_that_is_missed_clearly_enough_was_placed(shown: float, placed: bool) -> None:
    reading = seen(OPEN, (1, 1), False)
    homes = ((shown, 1.0), *reading.homes[1:])
    outcome = explained(OPEN, replace(reading, homes=homes, die={}, thrown=None))
    rules = {"seven_locks.coat-too-late"} if placed else set()
    assert {ruling.rule for ruling in outcome.rulings} == rules


def test_a_guess_that_comes_late_is_told() -> None:
    position = replace(FAILED, opened=tuple((n, n) for n in range(5)), masks=FAILED.masks)
    marked = replace(position, coats=(1, 1, 2), guesses=((0, 6),))
    assert ruled(position, seen(marked, (1, 2), False)) == {"guess-too-late"}


def test_which_key_failed_is_not_made_up_when_nobody_saw_it_out() -> None:
    before = played(SetUp(0, 2), Fill(), Roll(1, 1), Drop(0), Move(3))
    after = played(
        SetUp(0, 2), Fill(), Roll(1, 1), Drop(0), Move(3), Take(4), Coat(1, True), Coat(2, False),
        Try(Shown.FAILS),
    )  # fmt: skip
    found = explained(before, seen(after, (1, 1), False))
    assert not found.certain
    assert {event for story in found.stories for event in story.events if isinstance(event, Take)}
    told = replace(seen(after, (1, 1), False), keys=(1.0,) * 4 + (0.0,) + (1.0,) * 3)
    out = replace(after, row=after.row & ~(1 << 4))
    assert explained(before, seen(out, (1, 1), False)).stories[0].events[0] == Take(4)
    assert Take(4) in explained(before, told).stories[0].events


def test_who_declines_and_what_is_counted_shows_nothing() -> None:
    lens = SevenLocksLens()
    events = (Take(3), Coat(1, True), Coat(2, False))
    assert lens.observable(events) == events[:2]
    assert lens.observable((Try(Shown.FITS), Treasure(4))) == (Try(Shown.FITS),)
    assert lens.observable((Guess(0, 2), Guess(1, None))) == (Guess(0, 2),)


def test_a_doubt_whether_play_went_on_may_last_longer_than_what_happened() -> None:
    def told(*stories: tuple[float, tuple[Any, ...]]) -> tuple[int, float]:
        made = [Story(events, share, OPEN) for share, events in stories]
        return SevenLocksLens().patience(made)

    stays, on = (Move(1),), (Move(1), Take(6))
    assert told((0.35, stays), (0.45, on), (0.2, (*on, Try(Shown.FAILS)))) == (5, 0.85)
    assert told((0.55, stays), (0.44, on), (0.01, (Move(2),))) == (5, 0.85)
    assert told((0.5, on), (0.5, (Move(1), Take(5)))) == (2, 0.85)
    assert told((0.974, on), (0.026, (Move(1), Take(5)))) == (2, 0.85)


def test_pearls_and_rolls_are_counted_from_positions() -> None:
    assert [drops(OPEN), rolls(OPEN)] == [14, 0]
    assert [drops(MOVING), rolls(MOVING)] == [15, 1]
    assert [drops(FAILED), rolls(FAILED)] == [15, 1]


def test_pearls_that_a_doubtful_story_already_tells_of_are_not_thrown_again() -> None:
    rolled = GAME.apply(OPEN, Roll(2, 2))
    thrown_twice = GAME.apply(GAME.apply(rolled, Drop(3)), Drop(4))
    lens = SevenLocksLens(True)
    lens.told = rolled
    pearls = (pearl(1.0, 3), pearl(2.0, 4))
    reading = replace(seen(thrown_twice, (2, 2), False, *pearls), weighed=pearls)
    story = lens.story(reading, thrown_twice)
    assert story.fit(thrown_twice) == pytest.approx(0.0, abs=0.01)
    again = GAME.apply(GAME.apply(GAME.apply(thrown_twice, Move(3)), Take(0)), Coat(1, False))
    assert story.fit(again) < story.fit(thrown_twice)


def test_a_coat_seen_above_a_key_weighs_more_than_one_that_is_not() -> None:
    story = SevenLocksLens(True).story
    nobody = {(seat, key): 0.0 for seat in range(3) for key in range(8)}
    for best, missing, seen_there in ((0.0, -7.7, 0.0), (0.95, 0.0, -9.6)):
        reading = replace(seen(OPEN, (1, 1), False), marks={**nobody, (1, 4): best})
        assert list(story(reading, OPEN)._marks(OPEN))[4] == pytest.approx(seen_there)
        guessed = replace(OPEN, guesses=((1, 4),))
        assert list(story(reading, OPEN)._marks(guessed))[4] == pytest.approx(missing)


def test_coats_above_one_key_are_counted() -> None:
    position = replace(OPEN, guesses=((0, 4), (1, 4), (2, 3)), coats=(1, 1, 1))
    other = replace(OPEN, guesses=((0, 4), (1, 3), (2, 3)), coats=(1, 1, 1))
    reading = seen(position, (1, 1), False)
    alike = {key: 0.9 if key[1] in (3, 4) else 0.0 for key in reading.marks}
    for double, true, false in ((4, position, other), (3, other, position)):
        more = tuple(0.9 * (key == double) for key in range(8))
        story = SevenLocksLens(True).story(replace(reading, marks=alike, more=more), OPEN)
        assert story.fit(true) > story.fit(false) + 10


@pytest.mark.parametrize(
    ("homes", "both", "one"),
    [
        ((1.0, 1.0), 0.0, -11.0),
        ((1.0, 0.14), 0.0, 0.0),
        ((1.0, -0.14), 0.0, 0.0),
        ((1.0, 0.2), 0, -2.2),
    ],
)
def test_what_hardly_tells_of_a_coat_tells_nothing(
    homes: tuple[float, float], both: float, one: float
) -> None:
    assert _at_home(homes, 2) == pytest.approx(both)
    assert _at_home(homes, 1) == pytest.approx(one)


def test_a_coat_above_a_key_is_told_by_whose_is_missing_at_home() -> None:
    position = replace(OPEN, guesses=((1, 4),), coats=(2, 1, 2))
    other = replace(OPEN, guesses=((2, 4),), coats=(2, 2, 1))
    reading = seen(position, (1, 1), False)
    alike = {key: 0.8 if key[1] == 4 else 0.0 for key in reading.marks}
    story = SevenLocksLens(True).story(replace(reading, marks=alike), OPEN)
    assert story.fit(position) > story.fit(other) + 5


def test_a_guess_behind_a_tower_is_not_made_up_from_a_coat_placed_before() -> None:
    """A story that goes on while guesses are asked for is told to its end, though another fits."""
    opened = ((0, 7), (1, 6), (2, 5), (3, 3))
    before = replace(OPEN, phase=Phase.COATS, opened=opened, standing=0b1110000, row=0b111)
    before = replace(before, key=4, keymaster=4, asked=(1,), coats=(2, 1, 0), rolled=1, steps=2)
    true = (Coat(1, False), Try(Shown.FITS))
    after = before
    for event in true:
        after = GAME.apply(after, event)
    counted = GAME.actions(after)[0]
    guesses = (Guess(0, 1), Guess(1, 2))
    for event in (counted, *guesses):
        after = GAME.apply(after, event)
    marks = {(s, k): 0.55 * (k < 2) for s in range(3) for k in range(8)}
    marks |= {(0, 2): 0.8, (1, 2): 0.99, (2, 2): 0.6}
    outcome = explained(before, replace(seen(after, (1, 2), False), marks=marks))
    assert not outcome.certain
    hidden = [(*true, counted, Guess(0, key), Guess(1, 2)) for key in (0, 1)]
    assert {each.events for each in outcome.stories[:2]} == set(hidden)


def test_some_mistakes_are_less_likely_than_others() -> None:
    lens = SevenLocksLens()
    assert lens.mistake_cost(["seven_locks.coat-too-late"]) == lens.mistake_cost([]) == 0.0
    assert lens.mistake_cost(["seven_locks.pearls-forgotten"]) == 1.0
    assert lens.mistake_cost(["seven_locks.already-moved", "seven_locks.key-forgotten"]) == 6.0


def test_a_hand_that_came_twice_to_where_the_keymaster_went_threw_a_pearl_the_first_time() -> None:
    """And one that was there moved him, though it may have been at the next tower."""
    there, beside = ((0.0,) * 5 + shares for shares in ((1.0, 0.0), (0.8, 0.2)))
    first, second = Pearl(1.0, 0.13, there), Pearl(2.0, 0.13, beside)
    into_5, into_6 = (tuple(int(n == tower) for n in range(7)) for tower in (5, 6))
    moved, never = frozenset({3, 5}), frozenset[float]()

    def gain(pearls: list[Pearl], counts: tuple[int, ...]) -> float:
        found = Heard(pearls).brought(counts, 0, -20.0, moved, never)
        return round(sum(found.values()), 2)

    assert gain([first, second], into_5) == round(log(0.13) - 1.5 * log(0.87), 2)
    assert gain([second], into_6) == round(log(0.13 * 0.2) - 1.5 * log(0.87) - 5.4 * 0.87, 2)
    assert gain([replace(first, time=1.5), second], into_5) == round(
        log(0.13) - 1.5 * log(0.87) - 5.4 * 0.87, 2
    )
