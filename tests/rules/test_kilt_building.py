"""Building, prices, roofs."""

from dataclasses import replace

import pytest

from rules.errors import ImpossibleEvent
from rules.kilt import GAME, Build, Due, Move, Phase, Roof, sites
from tests.rules.kilt_tables import D, L, O, R, broken, card, facts, opened, play, with_towers

# Position 18 looks along row 1 from the left; with the water corner its squares are
# (1, 1), (1, 2), (1, 3), (1, 4), nearest first.
RED_THEN_ORANGE = Move(card(R, O), 18)


def building(towers=None, roofs=(), **options):
    """Red, then orange, build in row 1 seen from the left."""
    position = with_towers(opened(**options), towers or {}, roofs)
    return play(position, RED_THEN_ORANGE)


def test_the_first_empty_square_is_free():
    position = play(building(), Build(R, 0, (1, 1)))
    assert position.top((1, 1)).colour is R
    assert position.ducats == (10, 10, 10, 10)
    assert position.left[0] == (10, 3, 2)


@pytest.mark.parametrize("square", [(1, 2), (1, 3), (1, 4)])
def test_a_farther_empty_square_is_refused(square):
    assert broken(building(), Build(R, 0, square)) == ["first-empty"]
    assert facts(building(), Build(R, 0, square), "first-empty")["right_square"] == [1, 1]


def test_the_first_empty_square_is_seen_from_the_card_past_towers():
    position = building({(1, 1): "l0", (1, 3): "d0"})
    assert [site.square for site in sites(position, R, 18)] == [(1, 1), (1, 2), (1, 3)]
    assert broken(position, Build(R, 0, (1, 2))) == []
    assert broken(position, Build(R, 0, (1, 4))) == ["first-empty"]


def test_building_outside_the_line_of_the_card_is_refused():
    assert broken(building(), Build(R, 0, (2, 0))) == ["build-line"]
    assert facts(building(), Build(R, 0, (2, 0)), "build-line")["squares"] == [[1, 1]]


def test_building_over_three_floors_costs_three_paid_to_the_owner_before():
    position = building({(1, 1): "o0 l1 r0"})
    position = play(position, Build(R, 0, (1, 2)), Build(O, 2, (1, 1)))
    assert position.ducats == (13, 7, 10, 10)
    assert position.dues == (Due(1, 0, 3),)
    assert position.height((1, 1)) == 4


def test_building_over_oneself_is_free():
    position = play(building({(1, 1): "o0 r1"}), Build(R, 0, (1, 1)))
    assert position.ducats == (10, 10, 10, 10)
    assert position.dues == ()


def test_two_players_build_over_their_other_colour_for_free():
    position = with_towers(opened(2), {(1, 1): "l0 o0"})
    position = play(position, RED_THEN_ORANGE, Build(R, 0, (1, 1)))
    assert position.ducats == (10, 10)


def test_the_side_facing_the_board_builds_first():
    position = building()
    assert broken(position, Build(O, 0, (1, 1))) == ["build-order"]
    assert facts(position, Build(O, 0, (1, 1)), "build-order")["first"] == [0, None]


def test_a_build_out_of_order_let_stand_leaves_the_other_to_build():
    position = GAME.apply(building(), Build(O, 0, (1, 1)))
    assert position.pending == (R,)
    assert position.phase is Phase.BUILD
    assert play(position, Build(R, 0, (1, 2))).phase is Phase.MOVE


def test_only_the_colours_of_the_moved_card_build():
    position = building()
    assert broken(position, Build(D, 0, (1, 1))) == ["not-builder"]
    after = GAME.apply(position, Build(D, 0, (1, 1)))
    assert after.pending == (R, O)
    assert after.top((1, 1)).colour is D


def test_nobody_builds_before_a_card_has_moved():
    assert broken(opened(), Build(R, 0, (1, 1))) == ["move-first"]
    assert GAME.apply(opened(), Build(R, 0, (1, 1))).phase is Phase.MOVE


def test_wrong_builder_and_wrong_square_are_reported_together():
    assert broken(building(), Build(O, 0, (1, 4))) == ["build-order", "first-empty"]


def poor(position, seat, ducats):
    purse = list(position.ducats)
    bank = position.bank + purse[seat] - ducats
    purse[seat] = ducats
    return replace(position, ducats=tuple(purse), bank=bank)


def test_a_tower_too_dear_is_refused():
    position = poor(building({(1, 1): "l0 l0 l0"}), 0, 2)
    assert broken(position, Build(R, 0, (1, 1))) == ["cannot-afford"]
    assert facts(position, Build(R, 0, (1, 1)), "cannot-afford") == {
        "builder": [0, None],
        "square": [1, 1],
        "cost": 3,
    }


def test_a_tower_too_dear_let_stand_is_paid_as_far_as_the_purse_goes():
    position = GAME.apply(poor(building({(1, 1): "l0 l0 l0"}), 0, 2), Build(R, 0, (1, 1)))
    assert position.ducats == (0, 10, 12, 10)


FULL = {(1, 1): "l0", (1, 2): "l0 d0", (1, 3): "d0", (1, 4): "d0"}


def test_a_builder_who_can_pay_for_nothing_is_skipped():
    position = poor(with_towers(opened(), FULL), 0, 0)
    position = play(position, RED_THEN_ORANGE)
    assert position.pending == (O,)


def test_when_nobody_can_build_the_turn_is_over():
    position = poor(poor(with_towers(opened(), FULL), 0, 0), 1, 0)
    position = play(position, RED_THEN_ORANGE)
    assert (position.phase, position.turn, position.active) == (Phase.MOVE, 2, 3)


def test_a_line_full_of_roofs_cannot_be_built_on():
    """Three squares of row 0, two of them roofed, the third too dear."""
    towers = {(0, 2): "l0", (0, 3): "l0", (0, 4): "l0"}
    position = poor(with_towers(opened(), towers, [(0, 2), (0, 3)]), 0, 0)
    assert play(position, Move(card(R), 19)).phase is Phase.MOVE


def test_a_colour_with_no_floor_left_is_skipped():
    position = opened(2)
    position = replace(position, left=((0, 0, 0), *position.left[1:]))
    assert play(position, RED_THEN_ORANGE).pending == (O,)


def test_the_second_builder_on_the_same_square_must_add_a_roof_at_once():
    position = play(building(), Build(R, 0, (1, 1)), Build(O, 0, (1, 1)))
    assert position.phase is Phase.ROOF
    assert position.roof_due == (1, 1)
    assert position.builder() == 1
    assert GAME.actions(position) == [Roof((1, 1), None)]
    done = play(position, Roof((1, 1), None))
    assert (done.phase, done.roofs, done.turn) == (Phase.MOVE, ((1, 1),), 2)


def test_an_existing_tower_built_on_twice_gets_a_roof_too():
    position = building({(1, 1): "l0"})
    position = play(position, Build(R, 0, (1, 1)), Build(O, 0, (1, 1)))
    assert position.roof_due == (1, 1)
    assert position.ducats == (11, 8, 11, 10)


def test_different_squares_need_no_roof():
    assert play(building(), Build(R, 0, (1, 1)), Build(O, 0, (1, 2))).phase is Phase.MOVE


def test_a_forgotten_roof_is_ruled_on_when_the_next_card_moves():
    position = play(building(), Build(R, 0, (1, 1)), Build(O, 0, (1, 1)))
    assert broken(position, Move(card(D), 17)) == ["roof-forgotten"]
    assert broken(position, Build(O, 0, (1, 2))) == ["roof-forgotten", "move-first"]
    after = GAME.apply(position, Move(card(D), 17))
    assert (after.roofs, after.roof_due, after.phase) == ((), None, Phase.BUILD)


def test_a_roof_on_the_wrong_square_is_ruled_on_and_can_stand():
    position = play(building({(2, 2): "l0"}), Build(R, 0, (1, 1)), Build(O, 0, (1, 1)))
    assert broken(position, Roof((2, 2), None)) == ["roof-square"]
    after = GAME.apply(position, Roof((2, 2), None))
    assert (after.roofs, after.phase, after.roof_due) == (((2, 2),), Phase.MOVE, None)


def test_a_roof_when_none_is_due_is_ruled_on():
    position = building({(2, 2): "l0"})
    assert broken(position, Roof((2, 2), None)) == ["no-roof-due"]
    assert GAME.apply(position, Roof((2, 2), None)).phase is Phase.BUILD


def test_an_unused_roof_is_taken_before_one_is_moved():
    position = building({(2, 2): "l0"}, roofs=[(2, 2)])
    position = play(position, Build(R, 0, (1, 1)), Build(O, 0, (1, 1)))
    assert broken(position, Roof((1, 1), (2, 2))) == ["roof-unused-first"]
    assert broken(position, Roof((1, 1), None)) == []


def test_with_both_roofs_used_one_of_choice_is_moved():
    position = building({(2, 2): "l0", (3, 3): "d0"}, roofs=[(2, 2), (3, 3)])
    position = play(position, Build(R, 0, (1, 1)), Build(O, 0, (1, 1)))
    assert GAME.actions(position) == [Roof((1, 1), (2, 2)), Roof((1, 1), (3, 3))]
    assert broken(position, Roof((1, 1), None)) == ["no-unused-roof"]
    assert play(position, Roof((1, 1), (2, 2))).roofs == ((3, 3), (1, 1))


def test_roofs_are_never_built_over():
    position = building({(1, 1): "l0"}, roofs=[(1, 1)])
    assert broken(position, Build(R, 0, (1, 1))) == ["roof-overbuilt"]
    after = GAME.apply(position, Build(R, 0, (1, 1)))
    assert after.ducats == position.ducats
    assert after.has_roof((1, 1))


def test_two_players_need_two_players_for_a_roof_unless_agreed_otherwise():
    squares = Build(R, 0, (1, 1)), Build(O, 0, (1, 1))
    assert play(opened(2), RED_THEN_ORANGE, *squares).phase is Phase.MOVE
    by_colour = opened(2, two_player_roof="colours")
    assert play(by_colour, RED_THEN_ORANGE, *squares).phase is Phase.ROOF


def test_two_colours_of_two_players_on_one_square_get_a_roof():
    position = play(opened(2), Move(card(R, D), 18), Build(R, 0, (1, 1)), Build(D, 0, (1, 1)))
    assert position.phase is Phase.ROOF


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Build(R, 0, (0, 0)), "no-square"),
        (Build(R, 0, (5, 0)), "no-square"),
        (Build(R, 0, (-1, 2)), "no-square"),
        (Build(R, 3, (1, 1)), "no-such-floor"),
        (Build(R, -1, (1, 1)), "no-such-floor"),
        (Roof((0, 0), None), "no-square"),
        (Roof((1, 1), (2, 2)), "no-roof-there"),
    ],
)
def test_impossible_pieces_are_refused(event, rule):
    assert broken(building(), event) == [rule]
    with pytest.raises(ImpossibleEvent, match=rule):
        GAME.apply(building(), event)


def test_a_second_roof_on_one_tower_is_impossible():
    assert broken(building({(1, 1): "l0"}, [(1, 1)]), Roof((1, 1), None)) == ["roof-there"]


def test_the_colour_left_in_the_box_cannot_build():
    position = play(opened(3), Move(card(O, R), 19))
    assert broken(position, Build(D, 0, (0, 2))) == ["colour-not-playing"]


def test_crest_floors_run_out():
    position = building({(2, 2): "r2 r2"})
    assert broken(position, Build(R, 2, (1, 1))) == ["no-such-floor"]
    assert {build.crests for build in GAME.actions(position)} == {0, 1}
    gone = replace(position, left=((0, 0, 0), *position.left[1:]))
    assert broken(gone, Build(R, 0, (1, 1))) == ["no-floor-left"]


def test_light_grey_is_not_dark_grey():
    assert L is not D
