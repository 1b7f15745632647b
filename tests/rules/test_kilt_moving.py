"""Moving building cards."""

import pytest

from rules.errors import ImpossibleEvent
from rules.kilt import GAME, Build, Move, Phase
from tests.rules.kilt_tables import D, L, O, R, broken, card, facts, opened, play, with_rows

# Rows of the ready-made table: 16 four singles, 17 three doubles, 18 two, 19 the lone O/L.


def test_a_double_card_turns_when_it_moves():
    assert broken(opened(), Move(card(L, O), 0)) == ["front-neighbour"]
    assert broken(opened(), Move(card(R, O), 18)) == []
    assert broken(opened(), Move(card(O, R), 18)) == ["turn-card"]
    assert facts(opened(), Move(card(O, R), 18), "turn-card")["right_card"] == ["red", "orange"]


def test_a_single_colour_card_has_nothing_to_turn():
    assert broken(opened(), Move(card(R), 17)) == []


def test_any_card_of_a_row_may_move_and_the_outer_ones_move_up():
    position = play(opened(), Move(card(R), 17))
    assert position.rows[16] == (card(O), card(L), card(D))
    assert position.rows[17][-1] == card(R)


def test_a_card_must_move_on():
    assert broken(opened(), Move(card(R), 16)) == ["must-move"]
    assert broken(opened(), Move(card(R, O), 17)) == ["must-move"]


@pytest.mark.parametrize("to", [15, 16, 17])
def test_no_card_goes_backwards(to):
    assert "backwards" in broken(opened(), Move(card(L, R), to))


def test_a_card_alone_in_front_needs_a_neighbour_behind_it():
    assert broken(opened(), Move(card(R), 0)) == []
    assert broken(opened(), Move(card(R), 1)) == ["front-neighbour"]
    assert facts(opened(), Move(card(R), 1), "front-neighbour")["places"] == [17, 18, 19, 0]


def test_a_lone_front_card_cannot_step_forward_by_itself():
    assert broken(opened(), Move(card(L, O), 0)) == ["front-neighbour"]
    assert facts(opened(), Move(card(L, O), 0), "front-neighbour")["places"] == []


def test_a_front_card_with_company_may_step_forward():
    position = with_rows(opened(), {18: [card(R), card(O)], 19: [card(O, L), card(L)]})
    assert broken(position, Move(card(L, O), 0)) == []


def test_a_row_holds_four_cards_with_four_players():
    rows = {18: [card(R)], 19: [card(O), card(L), card(D), card(R, O)]}
    assert broken(with_rows(opened(), rows), Move(card(R), 19)) == ["row-full"]


def test_a_row_holds_three_cards_with_three_players():
    rows = {18: [card(R)], 19: [card(O), card(L), card(R, O)]}
    assert broken(with_rows(opened(3), rows), Move(card(R), 19)) == ["row-full"]
    assert broken(with_rows(opened(4), rows), Move(card(R), 19)) == []


def spread(count):
    cards = [card(R), card(O), card(L), card(R, O), card(O, L), card(R, L)]
    rows = {place: [cards[place]] for place in range(count)}
    rows[0] = [*rows[0], cards[count]]
    return rows


def test_no_sixth_row_with_four_players():
    position = with_rows(opened(4), spread(5))
    assert broken(position, Move(card(R), 5)) == ["too-many-rows"]
    assert broken(with_rows(opened(4), spread(4)), Move(card(R), 4)) == []


def test_no_fifth_row_with_three_players():
    position = with_rows(opened(3), spread(4))
    assert broken(position, Move(card(R), 4)) == ["too-many-rows"]
    assert facts(position, Move(card(R), 4), "too-many-rows")["limit"] == 4


def test_the_last_card_of_a_row_may_open_a_new_row_at_the_limit():
    rows = spread(5)
    rows[0] = [card(R)]
    assert broken(with_rows(opened(4), rows), Move(card(R), 5)) == []


def test_a_gap_behind_the_front_is_open_unless_the_house_wants_a_neighbour():
    rows = {0: [card(R), card(O)], 4: [card(L)], 5: [card(D)]}
    assert broken(with_rows(opened(), rows), Move(card(R), 2)) == []
    strict = with_rows(opened(gap_behind_front="neighbour"), rows)
    assert broken(strict, Move(card(R), 2)) == ["gap-behind-front"]
    assert broken(strict, Move(card(R), 1)) == []
    assert facts(strict, Move(card(R), 2), "gap-behind-front")["places"] == [1, 4, 5, 6]


def test_the_front_is_state_and_goes_on_round_the_ring():
    rows = {18: [card(R), card(O)], 19: [card(L), card(D)]}
    position = play(with_rows(opened(), rows), Move(card(R), 0))
    assert position.front == 0
    assert broken(position, Move(card(O), 1)) != []


def test_a_train_that_has_come_round_is_joined_not_jumped():
    """Front at 5, the tail at 6: one beyond the front is the tail's own row."""
    rows = {6: [card(R), card(O)], 15: [card(L)], 5: [card(D), card(R, O)]}
    position = with_rows(opened(), rows, front=5)
    assert broken(position, Move(card(D), 6)) == []
    assert broken(position, Move(card(R), 5)) == []
    assert "backwards" in broken(position, Move(card(D), 15))
    joined = play(position, Move(card(D), 6))
    assert joined.front == 6
    assert joined.rows[6] == (card(R), card(O), card(D))


def test_joining_a_row_too_far_beyond_the_front_is_refused():
    rows = {8: [card(R)], 5: [card(D), card(R, O)]}
    position = with_rows(opened(), rows, front=5)
    assert broken(position, Move(card(D), 8)) == ["too-far"]


def test_a_lone_card_too_far_ahead_behind_the_tail_is_too_far_not_without_neighbour():
    rows = {8: [card(R)], 5: [card(D), card(R, O)]}
    assert broken(with_rows(opened(), rows, front=5), Move(card(D), 9)) == ["too-far"]


def test_a_full_row_ahead_cannot_be_joined():
    rows = {6: [card(R), card(O), card(L), card(D)], 5: [card(O, D), card(R, O)]}
    position = with_rows(opened(), rows, front=5)
    assert broken(position, Move(card(D, O), 6)) == ["row-full"]


def test_several_faults_are_reported_together():
    position = with_rows(opened(4), spread(5))
    assert broken(position, Move(card(O, L), 4)) == ["turn-card", "must-move"]
    assert broken(position, Move(card(R, L), 19)) == ["turn-card", "backwards", "too-many-rows"]


def test_emptying_a_row_makes_a_ducat_day_due_after_building():
    position = play(opened(), Move(card(R), 17))
    assert not position.day_due
    rows = {18: [card(R)], 19: [card(O), card(L)]}
    emptied = play(with_rows(opened(), rows), Move(card(R), 19))
    assert emptied.day_due
    assert emptied.phase is Phase.BUILD


def test_the_turned_side_facing_the_board_builds_first():
    position = play(opened(), Move(card(R, O), 18))
    assert position.pending == (R, O)
    assert position.at == 18
    assert play(opened(), Move(card(R), 17)).pending == (R,)


def test_a_card_may_lie_at_any_depth_of_its_row():
    position = play(opened(), Move(card(R), 17, depth=1))
    assert position.rows[17] == (card(O, R), card(R), card(D, R), card(L, D))
    assert play(opened(), Move(card(R), 17, depth=9)).rows[17][-1] == card(R)


def test_a_move_let_stand_leaves_the_table_as_it_lies():
    position = GAME.apply(opened(), Move(card(O, R), 0))
    assert position.rows[0] == (card(O, R),)
    assert position.pending == (O, R)
    backwards = GAME.apply(opened(), Move(card(L, O), 10))
    assert backwards.rows[10] == (card(L, O),)
    assert backwards.front == 18
    assert backwards.day_due


def test_a_jump_far_ahead_let_stand_takes_the_front_along():
    assert GAME.apply(opened(), Move(card(R), 3)).front == 3


def test_moving_before_all_have_built_is_ruled_on():
    position = play(opened(), Move(card(R, O), 18))
    assert broken(position, Move(card(D), 17)) == ["must-build", "must-build"]
    assert facts(position, Move(card(D), 17), "must-build") == {"builder": [0, None]}
    after = GAME.apply(position, Move(card(D), 17))
    assert (after.turn, after.active, after.pending) == (2, 3, (D,))


def test_the_seal_goes_round_clockwise():
    position = play(opened(), Move(card(R), 17), Build(R, 0, (2, 0)))
    assert (position.active, position.turn, position.phase) == (3, 2, Phase.MOVE)
    position = play(position, Move(card(O), 18), Build(O, 0, (1, 1)))
    assert position.active == 0


def test_a_card_that_is_not_there_cannot_move():
    position = with_rows(opened(), {0: [card(R)]})
    assert broken(position, Move(card(O), 1)) == ["no-such-card"]
    assert broken(position, Move(card(R), 20)) == ["no-such-place"]
    with pytest.raises(ImpossibleEvent, match="no-such-card"):
        GAME.apply(position, Move(card(O), 1))
