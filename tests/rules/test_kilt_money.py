"""Ducat days, payments told by the players, the end of the game."""

from dataclasses import replace

import pytest

from rules.kilt import GAME, Build, DucatDayPaid, Due, Move, Paid, Phase, Roof, areas, ducat_day
from rules.kilt.areas import final_remuneration
from rules.values import Answer
from tests.rules.kilt_tables import (
    D,
    L,
    O,
    R,
    broken,
    card,
    facts,
    opened,
    play,
    with_rows,
    with_towers,
)

# The situation of illustration 8: dark grey A (2 towers, 3 crests) and B, red one tower,
# orange nothing on top, light grey four towers joined by two roofs with one crest.
ILLUSTRATION = {
    (0, 2): "d2",
    (0, 3): "d1",
    (0, 4): "r0",
    (2, 0): "l0",
    (2, 1): "l0",
    (2, 2): "o0 r1",
    (2, 3): "l1",
    (3, 3): "o0",
    (4, 3): "l0",
    (4, 0): "d0",
    (4, 1): "o0 d0",
}
ILLUSTRATION_ROOFS = [(2, 2), (3, 3)]


def test_illustration_8_pays_five_one_one_seven():
    position = with_towers(opened(), ILLUSTRATION, ILLUSTRATION_ROOFS)
    assert ducat_day(position).amounts == (1, 1, 7, 5)
    assert areas(position, D) == [5, 2, 1, 1]
    assert areas(position, R) == [1, 1, 1]
    assert areas(position, O) == [1, 1]
    assert areas(position, L) == [7]


def test_diagonal_neighbours_are_not_connected():
    position = with_towers(opened(), {(1, 1): "r0", (2, 2): "r0"})
    assert areas(position, R) == [1, 1]


def test_areas_do_not_wrap_around_the_edge():
    position = with_towers(opened(), {(1, 4): "r0", (2, 0): "r0"})
    assert areas(position, R) == [1, 1]


def test_only_visible_crests_count():
    position = with_towers(opened(), {(1, 1): "r2 o0", (1, 2): "o2 r1"})
    assert areas(position, R) == [2]
    assert areas(position, O) == [1]


def test_a_roof_counts_one_and_hides_tower_and_crests():
    position = with_towers(opened(), {(1, 1): "r2", (1, 2): "r2"}, [(1, 2)])
    assert areas(position, R) == [4]
    assert areas(position, O) == [1]


def test_a_roof_links_what_lies_on_both_sides_of_it():
    towers = {(1, 1): "r0", (1, 2): "o0", (1, 3): "r1"}
    assert areas(with_towers(opened(), towers), R) == [2, 1]
    assert areas(with_towers(opened(), towers, [(1, 2)]), R) == [4]


def test_roofs_link_through_each_other():
    towers = {(1, 1): "r0", (1, 2): "o0", (1, 3): "o0", (1, 4): "r0"}
    assert areas(with_towers(opened(), towers, [(1, 2), (1, 3)]), R) == [4]
    assert areas(with_towers(opened(), towers, [(1, 2), (1, 3)]), L) == [2]


def test_without_top_or_roof_there_is_nothing():
    assert ducat_day(opened()).amounts == (0, 0, 0, 0)


def test_two_players_are_paid_for_the_best_area_of_each_colour():
    position = with_towers(opened(2), {(1, 1): "r1", (1, 2): "o0", (2, 2): "l0"}, [])
    assert ducat_day(position).amounts == (3, 1)


def emptying(players=4, towers=None, **options):
    """A table where moving red from 18 to 19 empties its row; row 0 is then built on."""
    rows = {18: [card(R)], 19: [card(O), card(L)]}
    position = with_towers(opened(players, **options), towers or {})
    return with_rows(position, rows)


def test_the_ducat_day_is_paid_after_building():
    position = play(emptying(towers={(0, 2): "r1"}), Move(card(R), 19))
    assert position.day_due
    assert position.ducats == (10, 10, 10, 10)
    paid = play(position, Build(R, 2, (0, 3)))
    assert paid.ducats == (15, 10, 10, 10)
    assert paid.bank == 888 - 45
    assert paid.day.amounts == (5, 0, 0, 0)
    assert not paid.day_due


def test_a_roof_of_the_same_turn_counts_on_its_ducat_day():
    rows = {18: [card(O, R)], 19: [card(O), card(L)]}
    position = with_rows(opened(), rows)
    events = Move(card(R, O), 19), Build(R, 0, (0, 2)), Build(O, 0, (0, 2))
    position = play(position, *events)
    assert position.day is None
    assert play(position, Roof((0, 2), None)).day.amounts == (1, 1, 1, 1)


def test_telling_the_right_amounts_changes_no_ducats():
    position = play(emptying(), Move(card(R), 19), Build(R, 0, (0, 2)))
    told = play(position, DucatDayPaid((1, 0, 0, 0)))
    assert told.ducats == position.ducats == (11, 10, 10, 10)
    assert broken(told, DucatDayPaid((1, 0, 0, 0))) == ["no-ducat-day"]


def test_a_ducat_day_paid_before_building_is_ruled_on():
    position = play(emptying(), Move(card(R), 19))
    assert broken(position, DucatDayPaid((0, 0, 0, 0))) == ["ducat-day-after-building"]
    early = GAME.apply(position, DucatDayPaid((3, 0, 0, 0)))
    assert early.ducats == (13, 10, 10, 10)
    assert play(early, Build(R, 0, (0, 2))).ducats == (13, 10, 10, 10)


def test_a_ducat_day_nobody_triggered_is_ruled_on():
    assert broken(opened(), DucatDayPaid((0, 0, 0, 0))) == ["no-ducat-day"]
    assert GAME.apply(opened(), DucatDayPaid((1, 0, 0, 2))).ducats == (11, 10, 10, 12)


def test_wrong_amounts_are_ruled_on_for_every_seat():
    towers = {(2, 2): "o1", (4, 4): "l0"}
    position = play(emptying(towers=towers), Move(card(R), 19), Build(R, 0, (0, 2)))
    assert position.day.amounts == (1, 2, 1, 0)
    told = DucatDayPaid((1, 1, 1, 4))
    assert broken(position, told) == ["ducat-day-amount", "ducat-day-amount"]
    assert facts(position, told, "ducat-day-amount") == {
        "seat": 1,
        "amount": 1,
        "right_amount": 2,
    }
    assert GAME.apply(position, told).ducats == (11, 11, 11, 14)


def test_a_day_paid_for_two_areas_is_named_as_such():
    towers = {(0, 2): "r1", (2, 2): "r2", (4, 4): "r0"}
    position = play(emptying(towers=towers), Move(card(R), 19), Build(R, 0, (0, 3)))
    assert areas(position, R) == [3, 3, 1]
    for told in (6, 7, 4):
        assert broken(position, DucatDayPaid((told, 0, 0, 0))) == ["ducat-day-two-areas"]
    assert broken(position, DucatDayPaid((5, 0, 0, 0))) == ["ducat-day-amount"]


def over(**options):
    """Red has just built over a tower of three of light grey's: 3 ducats are due."""
    position = with_towers(opened(**options), {(2, 0): "o0 o0 l0"})
    return play(position, Move(card(R), 17), Build(R, 0, (2, 0)))


def test_the_right_payment_changes_nothing():
    position = over()
    assert position.dues == (Due(0, 2, 3),)
    told = play(position, Paid(0, 2, 3))
    assert told.ducats == position.ducats == (7, 10, 13, 10)
    assert told.dues == ()


@pytest.mark.parametrize(
    ("paid", "rules"),
    [
        (Paid(0, 2, 2), ["price"]),
        (Paid(0, 1, 3), ["payee"]),
        (Paid(0, 3, 1), ["price", "payee"]),
        (Paid(1, 2, 3), ["payer"]),
        (Paid(0, 0, 3), ["no-such-seats"]),
        (Paid(0, 9, 3), ["no-such-seats"]),
        (Paid(0, 2, -3), ["no-such-amount"]),
    ],
)
def test_wrong_payments_are_ruled_on(paid, rules):
    assert broken(over(), paid) == rules


def test_paying_when_nothing_is_due_is_ruled_on():
    assert broken(opened(), Paid(0, 1, 2)) == ["nothing-to-pay"]
    assert GAME.apply(opened(), Paid(0, 1, 2)).ducats == (8, 12, 10, 10)
    assert broken(play(over(), Paid(0, 2, 3)), Paid(0, 2, 3)) == ["nothing-to-pay"]


def test_a_wrong_payment_let_stand_takes_the_place_of_the_right_one():
    assert GAME.apply(over(), Paid(0, 1, 2)).ducats == (8, 12, 10, 10)
    assert GAME.apply(over(), Paid(0, 1, 2)).dues == ()


def test_nobody_pays_more_than_he_has():
    assert GAME.apply(over(), Paid(0, 1, 500)).ducats == (0, 20, 10, 10)


def test_kept_money_does_not_ask_to_be_told():
    assert broken(over(), Move(card(O), 17)) == ["row-full"]
    assert broken(over(), Move(card(O), 18)) == []


def test_told_money_forgotten_is_ruled_on_when_the_next_card_moves():
    position = over(money="told")
    assert broken(position, Move(card(O), 18)) == ["payment-forgotten"]
    assert GAME.actions(position) == [Paid(0, 2, 3)]
    assert broken(play(position, Paid(0, 2, 3)), Move(card(O), 18)) == []


def test_told_money_forgotten_and_let_stand_was_not_paid():
    assert GAME.apply(over(money="told"), Move(card(O), 18)).ducats == (10, 10, 10, 10)


def test_a_told_ducat_day_forgotten_is_ruled_on_and_not_paid():
    position = emptying(money="told")
    position = play(position, Move(card(R), 19), Build(R, 0, (0, 2)))
    assert GAME.actions(position) == [DucatDayPaid((1, 0, 0, 0))]
    assert broken(position, Move(card(O), 0)) == ["ducat-day-forgotten"]
    assert GAME.apply(position, Move(card(O), 0)).ducats == (10, 10, 10, 10)
    assert broken(play(position, DucatDayPaid((1, 0, 0, 0))), Move(card(O), 0)) == []


def test_a_told_ducat_day_skipped_together_with_building_is_ruled_on():
    position = play(emptying(money="told"), Move(card(R), 19))
    assert broken(position, Move(card(O), 0)) == ["must-build", "ducat-day-forgotten"]


def test_a_move_while_a_kept_ducat_day_is_due_still_pays_it():
    position = play(emptying(towers={(2, 2): "o1"}), Move(card(R), 19))
    after = GAME.apply(position, Move(card(O), 0))
    assert after.day.amounts == (0, 2, 0, 0)


def ending(position, colour=R):
    """The colour has one plain floor left; the other fifteen lie out of sight."""
    number = [R, O, L, D].index(colour)
    left = list(position.left)
    left[number] = (1, 0, 0)
    return replace(position, left=tuple(left))


def test_the_last_floor_ends_the_game_after_the_second_builder():
    position = play(ending(opened()), Move(card(R, O), 18), Build(R, 0, (1, 1)))
    assert position.phase is Phase.BUILD
    position = play(position, Build(O, 1, (1, 2)))
    assert position.phase is Phase.FINISHED
    assert position.bonus == (1, 2, 0, 0)
    assert position.ducats == (11, 12, 10, 10)
    assert GAME.actions(position) == []


def test_a_ducat_day_of_the_last_turn_is_paid_before_the_remuneration():
    position = ending(emptying(towers={(0, 2): "r1"}))
    position = play(position, Move(card(R), 19), Build(R, 0, (0, 3)))
    assert position.phase is Phase.FINISHED
    assert position.day.amounts == (3, 0, 0, 0)
    assert position.bonus == (3, 0, 0, 0)
    assert position.ducats == (16, 10, 10, 10)


def test_roofed_towers_and_covered_crests_pay_nothing_at_the_end():
    towers = {(1, 1): "r2", (1, 2): "r2 o1", (2, 2): "o0 r1"}
    position = with_towers(opened(), towers, [(1, 1)])
    assert final_remuneration(position) == ((2, 2, 0, 0), (0, 0, 0, 0))


def test_after_the_end_nothing_is_legal_but_telling_of_payments():
    position = play(ending(opened()), Move(card(R), 17), Build(R, 0, (2, 0)))
    assert broken(position, Move(card(O), 18)) == ["game-over"]
    assert "game-over" in broken(position, Build(O, 0, (2, 1)))
    assert "game-over" in broken(position, Roof((2, 0), None))
    assert GAME.apply(position, Move(card(O), 18)).phase is Phase.FINISHED
    assert GAME.apply(position, Build(O, 0, (2, 0))).ducats == position.ducats


def test_two_players_end_when_a_player_has_placed_all_32():
    turn = Move(card(R), 17), Build(R, 0, (2, 0))
    assert play(ending(opened(2)), *turn).phase is Phase.MOVE
    both = ending(opened(2))
    both = replace(both, left=(both.left[0], (0, 0, 0), *both.left[2:]))
    assert play(both, *turn).phase is Phase.FINISHED


def test_two_players_may_agree_to_end_with_one_colour():
    position = ending(opened(2, two_player_end="colour"))
    assert play(position, Move(card(R), 17), Build(R, 0, (2, 0))).phase is Phase.FINISHED


def finished(ducats, left):
    position = play(ending(opened()), Move(card(R), 17), Build(R, 0, (2, 0)))
    return replace(position, ducats=ducats, left=tuple((count, 0, 0) for count in left))


def test_most_ducats_win():
    assert GAME.score(finished((20, 31, 30, 9), (0, 9, 0, 0))).winners == (1,)


def test_a_tie_goes_to_the_one_who_built_more():
    assert GAME.score(finished((30, 30, 30, 9), (1, 2, 3, 0))).winners == (0,)


def test_still_tied_all_of_them_win():
    assert GAME.score(finished((30, 30, 29, 9), (2, 2, 0, 0))).winners == (0, 1)


def test_the_score_tells_what_it_is_made_of():
    score = GAME.score(play(ending(opened()), Move(card(R), 17), Build(R, 0, (2, 0))))
    assert score.totals == (11, 10, 10, 10)
    assert score.parts[0] == {"ducats": 10, "bonus": 1, "floors": 16}
    assert GAME.score(opened()).winners is None
    assert GAME.score(GAME.start(4)).totals == (0, 0, 0, 0)


def test_amounts_for_another_number_of_seats_are_impossible():
    assert broken(opened(), DucatDayPaid((0, 0))) == ["amount-per-seat"]
    assert broken(opened(), DucatDayPaid((0, 0, 0, -1))) == ["amount-per-seat"]


def test_a_wrong_day_is_no_not_cannot_tell():
    assert GAME.legal(opened(), DucatDayPaid((0, 0, 0, 0))).answer is Answer.NO
