"""Seven Locks: set-up, opening pearls, roll, pearls, keymaster and key."""

from dataclasses import replace

import pytest

from rules.errors import BadSetting, ImpossibleEvent
from rules.seven_locks import (
    GAME,
    SIM_DIE,
    Box,
    Drop,
    Fill,
    Move,
    Phase,
    Roll,
    SetUp,
    Take,
    Try,
)
from rules.values import Answer
from tests.rules.seven_locks_tables import (
    BOX,
    DIE,
    FAILS,
    FITS,
    KEYS,
    LONG,
    at_key,
    at_try,
    let,
    opened,
    play,
    rolled,
    standing,
)


def rules_of(position, event):
    return [
        ruling.rule.removeprefix("seven_locks.") for ruling in GAME.legal(position, event).rulings
    ]


# --- set-up and opening ------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_begins_with_everything_in_its_place(players):
    start = GAME.start(players)
    assert start.bin == 80
    assert start.coats == (2,) * players
    position = play(start, SetUp(players - 1, 3))
    assert (position.bin, position.hand) == (66, 14)
    assert position.keymaster == 3
    assert position.active == players - 1
    assert position.phase is Phase.OPENING


@pytest.mark.parametrize("players", [1, 5, 0, True, "3"])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(BadSetting):
        GAME.start(players)


def test_the_opening_goes_round_twice():
    position = play(GAME.start(2), SetUp(0))
    for tower in (3, 0, 1, 2, 4, 6):
        position = play(position, Drop(tower))
    assert rules_of(position, Drop(3)) == ["opening-round"]
    assert dict(GAME.legal(position, Drop(3)).rulings[0].facts)["towers"] == [5]
    position = play(position, Drop(5), *map(Drop, range(7)))
    assert position.pearls == (2,) * 7
    assert (position.hand, position.bin, position.phase) == (0, 66, Phase.ROLL)
    assert position.active == 0


def test_the_rest_of_the_opening_can_be_told_in_one_go():
    position = play(GAME.start(2), SetUp(1), Drop(6), Drop(2), Fill())
    assert position.pearls == (2,) * 7
    assert position.phase is Phase.ROLL
    assert position.active == 1
    assert rules_of(position, Fill()) == ["opening-over"]


def test_a_pearl_in_the_wrong_tower_stops_the_short_way():
    position = let(play(GAME.start(2), SetUp(1)), Drop(0), Drop(0))
    assert rules_of(position, Fill()) == ["opening-round"]
    assert Fill() not in GAME.actions(position)


def test_nothing_happens_before_the_set_up_and_it_comes_once():
    assert rules_of(GAME.start(2), Roll(1, 1)) == ["not-set-up"]
    assert rules_of(opened(), SetUp(0)) == ["already-set-up"]
    assert rules_of(GAME.start(2), SetUp(2)) == ["no-such-seat"]
    assert rules_of(GAME.start(2), SetUp(0, 7)) == ["no-such-place"]


def test_nobody_rolls_or_moves_before_the_opening_is_done():
    position = play(GAME.start(2), SetUp(0), Drop(0))
    assert rules_of(position, Roll(1, 1)) == ["opening-first"]
    assert rules_of(position, Move(1)) == ["opening-first"]
    stood = let(position, Roll(2, 1))
    assert (stood.phase, stood.hand, stood.bin) == (Phase.DROP, 2, 77)


# --- roll --------------------------------------------------------------------------------


def test_a_roll_takes_its_pearls_from_the_bin():
    position = rolled(opened(), 3, 2)
    assert (position.bin, position.hand, position.steps) == (63, 3, 2)


@pytest.mark.parametrize("roll", [Roll(0, 1), Roll(4, 1), Roll(1, -1), Roll(1, 4)])
def test_no_die_shows_that(roll):
    assert rules_of(opened(), roll) == ["no-such-roll"]
    with pytest.raises(ImpossibleEvent):
        GAME.apply(opened(), roll)


def test_steps_that_nobody_saw_let_the_keymaster_go_as_far_as_any_die():
    position = rolled(opened(), 2, 0)
    assert (position.hand, position.steps, position.setting.seen) == (2, 0, ())
    assert Roll(2, 0) not in GAME.actions(opened())
    moving = play(position, Drop(0), Drop(1))
    ways = [move.to for move in GAME.actions(moving)]
    far = (moving.keymaster + 4) % 7
    assert ways == [(moving.keymaster + step) % 7 for step in (1, 2, 3)]
    assert rules_of(moving, Move(far)) == ["keymaster-backwards"]
    known = play(GAME.start(2, {}, BOX), SetUp(0), Fill())
    pearls = {face[0] for face in DIE}
    assert rules_of(known, Roll(min(pearls), 0)) == []


def test_an_unknown_die_shows_anything_and_a_known_one_its_sides():
    assert len(GAME.actions(opened())) == 9
    assert GAME.chance(opened()) == []
    known = play(GAME.start(2, {}, BOX), SetUp(0), Fill())
    assert GAME.chance(known) == [Roll(*face) for face in DIE]
    assert rules_of(known, Roll(2, 1)) == ["no-such-face"]
    assert GAME.apply(known, Roll(2, 1)).hand == 2
    assert GAME.chance(rolled(known, 1, 1)) == []


def test_an_invented_die_is_used_only_for_demonstration_and_never_learned():
    demo = play(GAME.start(2, {}, {"demo": True}), SetUp(0), Fill())
    assert GAME.chance(demo) == [Roll(*face) for face in SIM_DIE]
    assert GAME.learned(demo) == {"demo": True}


def test_box_facts_are_told_once_and_learned():
    position = play(GAME.start(2), Box(tuple(map(tuple, DIE)), None), Box(None, tuple(KEYS)))
    assert GAME.learned(position) == BOX
    assert GAME.learned(GAME.start(2, {}, GAME.learned(position))) == BOX


def test_six_different_sides_seen_are_the_die():
    position = opened()
    for number, face in enumerate(DIE):
        position = let(position, Roll(*face))
        assert len(GAME.learned(position)["seen"]) == number + 1
        position = let(position, Move((position.keymaster + 1) % 7), Take(0), Try(FAILS))
    assert sorted(map(tuple, DIE)) == [(e.pearls, e.steps) for e in GAME.chance(position)]
    assert rules_of(position, Roll(2, 1)) == ["no-such-face"]


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Box(((1, 1),) * 5), "box-die"),
        (Box(((1, 1),) * 7), "box-die"),
        (Box(((1, 4),) * 6), "box-die"),
        (Box(((0, 1),) * 6), "box-die"),
        (Box(None, ("red",) * 8), "box-keys"),
        (Box(None, tuple(KEYS[:7])), "box-keys"),
        (Box(None, (*KEYS[:7], "plaid")), "box-keys"),
        (Box(), "box-nothing"),
    ],
)
def test_an_impossible_box_is_refused(event, rule):
    assert rules_of(opened(), event) == [rule]
    with pytest.raises(ImpossibleEvent):
        GAME.apply(opened(), event)


@pytest.mark.parametrize(
    "box",
    [
        {"die": DIE[:5]},
        {"die": "six"},
        {"die": [[1, 1, 1]] * 6},
        {"keys": ["red"] * 8},
        {"keys": 8},
        {"seen": [[1, 1], [1, 1]]},
        {"water": []},
    ],
)
def test_an_impossible_box_profile_is_refused(box):
    with pytest.raises(BadSetting):
        GAME.start(2, {}, box)


def test_rolling_twice_is_caught_and_the_first_roll_counts_unless_let_stand():
    position = rolled(opened(), 3, 3)
    assert rules_of(position, Roll(1, 1)) == ["already-rolled"]
    stood = GAME.apply(position, Roll(1, 1))
    assert (stood.hand, stood.bin, stood.active) == (1, 65, 0)


# --- pearls ------------------------------------------------------------------------------


def test_two_pearls_into_one_tower_are_caught_with_three_standing():
    position = play(standing(rolled(opened(), 2, 1), 1, 4, 6), Drop(4))
    assert rules_of(position, Drop(4)) == ["different-towers"]
    assert GAME.legal(position, Drop(4)).rulings[0].facts["towers"] == [1, 6]


def test_three_pearls_and_two_towers_one_gets_two_and_only_then():
    position = standing(rolled(opened(), 3, 1), 2, 5)
    position = play(position, Drop(2), Drop(2))
    assert rules_of(position, Drop(2)) == ["one-tower-twice"]
    assert GAME.actions(position) == [Drop(5)]
    assert play(position, Drop(5)).pearls[2] == 4
    two = play(standing(rolled(opened(), 2, 1), 2, 5), Drop(2))
    assert rules_of(two, Drop(2)) == ["different-towers"]


def test_too_few_pearls_are_caught_when_the_keymaster_moves():
    position = play(rolled(opened(), 3, 1), Drop(2))
    assert rules_of(position, Move(1)) == ["pearls-forgotten"]
    stood = GAME.apply(position, Move(1))
    assert (stood.hand, stood.bin, stood.phase) == (0, 65, Phase.KEY)


def test_too_many_pearls_are_caught():
    position = play(rolled(opened(), 1, 1), Drop(2))
    assert rules_of(position, Drop(3)) == ["too-many-pearls"]
    stood = GAME.apply(position, Drop(3))
    assert (stood.bin, stood.pearls[3], stood.phase) == (64, 3, Phase.MOVE)


def test_no_pearl_before_the_roll_or_into_an_emptied_place():
    assert rules_of(opened(), Drop(1)) == ["roll-first"]
    assert rules_of(standing(rolled(opened()), 0, 1), Drop(5)) == ["no-tower"]
    assert rules_of(rolled(opened()), Drop(7)) == ["no-such-place"]


def test_a_pearl_nobody_saw_falling_is_booked_but_nobody_can_tell():
    position = rolled(opened(), 2, 1)
    legality = GAME.legal(position, Drop(None))
    assert legality.answer is Answer.CANNOT_TELL
    assert [ruling.rule for ruling in legality.rulings] == ["seven_locks.drop-unseen"]
    position = GAME.apply(position, Drop(None))
    assert (position.unplaced, position.hand) == (1, 1)
    assert GAME.apply(position, Drop(3)).phase is Phase.MOVE


# --- the bin -----------------------------------------------------------------------------


def with_bin(position, count):
    return replace(position, bin=count, forfeited=position.forfeited + position.bin - count)


def test_an_empty_bin_loses_the_game_for_all_at_once():
    position = GAME.apply(with_bin(opened(), 2), Roll(2, 1))
    assert position.phase is Phase.FINISHED
    assert position.lost
    assert GAME.score(position).winners == ()
    assert GAME.actions(position) == []
    assert rules_of(position, Drop(1)) == ["game-over"]


def test_or_only_when_a_pearl_is_needed():
    position = with_bin(opened(bin_empty="when-needed"), 2)
    position = play(position, Roll(2, 1))
    assert position.phase is Phase.DROP
    assert position.bin == 0
    position = let(position, Drop(0), Drop(1), Move(1), Take(2), Try(FAILS))
    assert position.phase is Phase.ROLL
    assert GAME.apply(position, Roll(1, 1)).lost


def test_too_few_in_the_bin_loses_under_both_rules():
    for choice in ("at-once", "when-needed"):
        position = GAME.apply(with_bin(opened(bin_empty=choice), 2), Roll(3, 1))
        assert position.lost
        assert position.hand == 2


# --- keymaster ---------------------------------------------------------------------------


def moving(steps, place=0, places=tuple(range(7))):
    position = standing(opened(), *places)
    return replace(position, phase=Phase.MOVE, steps=steps, rolled=1, keymaster=place)


def test_the_steps_are_a_maximum_counted_in_standing_towers():
    assert GAME.actions(moving(3)) == [Move(1), Move(2), Move(3)]
    assert GAME.actions(moving(3, 0, (0, 2, 3, 6))) == [Move(2), Move(3), Move(6)]
    assert GAME.actions(moving(2, 5, (0, 1, 5))) == [Move(0), Move(1)]


def test_two_towers_and_the_keymaster_on_one_leave_only_the_other():
    for steps in (1, 2, 3):
        assert GAME.actions(moving(steps, 2, (2, 5))) == [Move(5)]


def test_from_an_emptied_place_every_standing_tower_may_be_reached():
    assert GAME.actions(moving(3, 4, (2, 5))) == [Move(5), Move(2)]
    assert GAME.actions(moving(1, 4, (2, 5))) == [Move(5)]


@pytest.mark.parametrize(
    ("position", "to", "rule"),
    [
        (moving(2), 0, "keymaster-stays"),
        (moving(2), 6, "keymaster-backwards"),
        (moving(2), 5, "keymaster-backwards"),
        (moving(2), 3, "keymaster-too-far"),
        (moving(2, 0, (0, 2, 3, 4)), 4, "keymaster-backwards"),
        (moving(1, 0, (0, 2, 3, 4)), 3, "keymaster-too-far"),
        (moving(2, 0, (0, 2, 3, 4)), 1, "keymaster-empty-place"),
    ],
)
def test_a_wrong_way_is_caught(position, to, rule):
    assert rules_of(position, Move(to)) == [rule]
    assert GAME.apply(position, Move(to)).keymaster == to


def test_on_an_emptied_place_he_must_go_on():
    position = GAME.apply(moving(2, 0, (0, 2, 3, 4)), Move(1))
    assert position.phase is Phase.MOVE
    assert GAME.actions(position) == [Move(2), Move(3)]


def test_he_moves_once_and_after_the_roll():
    assert rules_of(opened(), Move(1)) == ["roll-first"]
    assert rules_of(at_key(), Move(2)) == ["already-moved"]
    stood = GAME.apply(at_try(joiners=(1,)), Move(2))
    assert (stood.phase, stood.key, stood.coats) == (Phase.KEY, None, (2, 2, 2))


# --- key ---------------------------------------------------------------------------------


def test_a_key_leaves_the_row_and_is_not_swapped():
    position = play(at_key(), Take(4))
    assert position.row == 255 & ~16
    assert rules_of(position, Take(5)) == ["key-swapped"]
    facts = GAME.legal(position, Take(5)).rulings[0].facts
    assert (facts["key"], facts["right_key"]) == ([5, None], [4, None])
    stood = GAME.apply(position, Take(5))
    assert (stood.key, stood.row) == (5, 255 & ~32)


def test_no_key_before_the_keymaster_has_moved():
    assert rules_of(opened(), Take(1)) == ["roll-first"]
    assert rules_of(rolled(opened()), Take(1)) == ["pearls-forgotten", "keymaster-forgotten"]
    assert rules_of(play(rolled(opened()), Drop(1)), Take(1)) == ["keymaster-forgotten"]


def test_only_keys_of_the_row_can_be_taken():
    position = standing(at_key(), 1, 2, 3)
    assert rules_of(position, Take(0)) == ["no-such-key"]
    assert rules_of(position, Take(8)) == ["no-such-key"]
    assert [event.key for event in GAME.actions(position)] == [4, 5, 6, 7]


def test_a_failed_key_goes_back_and_the_left_neighbour_is_next():
    position = play(at_try(), Try(LONG))
    assert position.row == 255
    assert (position.phase, position.active, position.turn) == (Phase.ROLL, 1, 2)
    assert position.tries == ((1, 4, LONG),)


def test_a_key_that_fits_stays_in_its_tower():
    position = play(at_try(), Try(FITS))
    assert not position.stands(1)
    assert position.row == 255 & ~16
    assert position.opened == ((1, 4),)
    assert position.phase is Phase.TREASURE


def test_no_try_without_a_key():
    assert rules_of(at_key(), Try(FITS)) == ["no-key-in-hand"]


def test_what_contradicts_earlier_tries_is_caught():
    position = play(at_try(key=4), Try(LONG))
    position = let(position, Roll(1, 1), Move(0), Take(1), Try(FAILS), Roll(1, 1), Move(1), Take(6))
    assert rules_of(position, Try(FITS))[-1] == "contradiction"
    facts = GAME.legal(position, Try(FITS)).rulings[-1].facts
    assert facts["outcomes"] == ["long", "fails"]


def test_forgotten_parts_of_a_turn_are_named_when_the_next_player_rolls():
    assert rules_of(at_key(), Roll(1, 1)) == ["key-forgotten"]
    assert rules_of(play(at_key(), Take(1)), Roll(1, 1)) == ["key-forgotten"]
    dropped = play(rolled(opened(), 1, 1), Drop(3))
    assert rules_of(dropped, Roll(1, 1)) == ["keymaster-forgotten"]
    one = play(rolled(opened(), 2, 1), Drop(3))
    assert rules_of(one, Roll(1, 1)) == ["pearls-forgotten", "keymaster-forgotten"]
    stood = GAME.apply(one, Roll(1, 1))
    assert (stood.active, stood.bin, stood.hand) == (1, 64, 1)
