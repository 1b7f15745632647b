"""Burg Appenzell: the four actions of a turn, and covering the rooms at its end."""

import pytest

from rules.appenzell import GAME, OUTSIDE, SPARE, Cover, EndTurn, Reveal, Run, Slide, Uncover
from rules.appenzell.pieces import FIELDS, HIGH, LINES, TOWERS, TRAP, UNKNOWN
from rules.values import Answer
from tests.rules.appenzell_tables import (
    SIDE,
    TILES,
    broken,
    doubted,
    f,
    facts,
    opened,
    play,
    room,
    with_mice,
    with_open,
)


def slot(name):
    """The slot whose first field has this name."""
    return next(number for number, line in enumerate(LINES) if line[0] == f(name))


# --- uncovering --------------------------------------------------------------------------


@pytest.mark.parametrize("tower", TOWERS)
def test_from_a_tower_at_most_three_roofs_can_be_lifted(tower):
    position = opened(2)
    touched = position.setting.touch[tower]
    assert touched.bit_count() <= 3
    assert position.setting.touch[f("a7")].bit_count() == 2  # b7 and a6 with b6
    lifted = [event for event in GAME.actions(position) if isinstance(event, Uncover)]
    assert {event.room for event in lifted} == {room("b7"), room("a6")}


def test_a_roof_is_lifted_in_eight_directions():
    position = with_mice(with_open(opened(2), "c4", c4="plain", c5="plain"), "c4", "g7")
    touched = {event.room for event in GAME.actions(position) if isinstance(event, Uncover)}
    assert touched == {room(name) for name in ("b5", "d5", "b3", "c3")}


def test_a_roof_far_away_stays_on():
    event = Uncover(0, room("d3"))
    assert broken(opened(2), event) == ["uncover-far"]
    assert facts(opened(2), event, "uncover-far")["rooms"] == [
        [[0, 1], [0, 2]],
        [[1, 0], [1, 1], [1, 2]],
    ]


def test_every_roof_lifted_is_one_action():
    position = play(opened(2), Uncover(0, room("b7")), Uncover(0, room("a6")))
    assert (position.used, position.left) == (2, 2)
    assert broken(position, Uncover(0, room("b7"))) == ["no-roof-there"]


def test_roofs_may_be_lifted_by_different_mice():
    position = with_mice(opened(2), "a7 g1", "g7")
    position = play(position, Uncover(0, room("b7")), Uncover(0, room("f1")))
    assert position.left == 2


def test_what_is_uncovered_is_told_and_what_was_seen_before_is_remembered():
    position = play(opened(2), Uncover(0, room("b7")))
    assert GAME.view(position, 0)["untold"] == [[0, 1]]
    position = play(position, Reveal(f("b7"), TRAP), EndTurn(0))
    assert position.covered(f("b7"))
    assert "tile" not in GAME.view(position, 0)["fields"][f("b7")]
    position = play(position, EndTurn(1), Uncover(0, room("b7")))
    assert GAME.view(position, 1)["fields"][f("b7")]["tile"] == "trap"
    assert GAME.view(position, 1)["untold"] == []


# --- running -----------------------------------------------------------------------------


def hall(*mice):
    """Three open rooms around b6: the row b7 c7, the row a6 to c6, the square a5 to b4."""
    position = with_open(
        opened(2), "b7 a6 a5", b7="plain", a6="c1", b6="c2", c6="plain", a4="c3", b4="c4", b5="c5"
    )
    return with_mice(position, *mice)


def test_a_step_goes_straight_to_a_neighbour():
    position = hall("b6", "g7")
    targets = {event.to for event in GAME.actions(position) if isinstance(event, Run)}
    assert targets - set(TOWERS) == {f("b7"), f("a6"), f("c6"), f("b5")}
    assert play(position, Run(0, f("b6"), f("b5"))).used == 1


def test_a_mouse_enters_any_free_tower_from_outside_for_one_action():
    position = play(opened(2), Run(0, OUTSIDE, f("a1")), Run(0, OUTSIDE, f("g1")))
    assert position.mice[0] == (f("a7"), f("a1"), f("g1"))
    assert (position.waiting[0], position.left) == (1, 2)


def test_diagonal_runs():
    assert broken(hall("b6", "g7"), Run(0, f("b6"), f("a5"))) == ["run-diagonal"]
    right = facts(hall("b6", "g7"), Run(0, f("b6"), f("a5")), "run-diagonal")["fields"]
    assert right == [[0, 1], [1, 0], [1, 2], [2, 1]]


def test_a_run_onto_a_roof():
    assert broken(opened(2), Run(0, f("a7"), f("b7"))) == ["run-roof"]


def test_a_run_onto_a_trap():
    position = with_open(opened(2), "b7", b7="trap")
    assert broken(position, Run(0, f("a7"), f("b7"))) == ["run-trap"]
    fallen = GAME.apply(position, Run(0, f("a7"), f("b7")))
    assert (fallen.mice[0], fallen.lost[0]) == ((), 1)


def test_a_run_back_into_a_tower():
    assert broken(hall("b7", "g7"), Run(0, f("b7"), f("a7"))) == ["run-tower"]
    assert broken(hall("a7", "g7"), Run(0, f("a7"), f("a1"))) == ["run-tower"]


def test_no_mouse_leaves_the_castle():
    assert broken(hall("b7", "g7"), Run(0, f("b7"), OUTSIDE)) == ["run-out"]
    assert GAME.apply(hall("b7", "g7"), Run(0, f("b7"), OUTSIDE)).waiting[0] == 4


def test_two_mice_on_a_field():
    position = hall("b6 b7", "g7")
    assert broken(position, Run(0, f("b6"), f("b7"))) == ["field-taken"]
    assert broken(opened(2), Run(0, OUTSIDE, f("g7"))) == ["field-taken"]
    both = GAME.apply(position, Run(0, f("b6"), f("b7")))
    assert both.mice[0] == (f("b7"), f("b7"))


def test_too_far_and_through_the_wall():
    assert broken(hall("b6", "g7"), Run(0, f("b6"), f("b4"))) == ["run-far"]
    assert broken(opened(2), Run(0, OUTSIDE, f("d4"))) == ["run-entrance", "run-roof"]


def test_jumping_one_mouse_costs_two_actions():
    position = hall("b6", "b5")
    assert GAME.legal(position, Run(0, f("b6"), f("b4"))).answer is Answer.YES
    after = play(position, Run(0, f("b6"), f("b4")))
    assert after.used == 2
    assert after.mice == ((f("b4"),), (f("b5"),))


def test_a_jump_may_turn_and_go_over_own_and_other_mice():
    position = hall("c7 b7", "b6")
    after = play(position, Run(0, f("c7"), f("b5")))
    assert after.used == 3
    targets = {event.to for event in GAME.actions(position) if isinstance(event, Run)}
    assert {f("a6"), f("c6"), f("b5")} <= targets


def test_an_occupied_tower_is_entered_only_by_jumping_on():
    position = with_mice(with_open(opened(2), "b7", b7="plain"), "a7", "g7")
    assert broken(position, Run(0, OUTSIDE, f("a7"))) == ["field-taken"]
    after = play(position, Run(0, OUTSIDE, f("b7")))
    assert after.used == 2
    assert after.mice[0] == (f("a7"), f("b7"))


def test_no_jump_goes_through_a_tower_from_inside():
    position = hall("b7", "a7")
    assert broken(position, Run(0, f("b7"), f("a6"))) == ["run-diagonal"]


def test_no_jump_goes_over_a_mouse_under_a_roof():
    position = with_mice(
        with_open(opened(2), "d6 f6", d6="plain", e6="plain", f6="plain"), "d6", "e6"
    )
    jump = Run(0, f("d6"), f("f6"))
    assert broken(position, jump) == ["run-far"]
    assert play(with_open(position, "e6"), jump).used == 2


def test_jumped_cheese_is_not_collected_but_every_step_counts():
    """The mouse on b4 shares the cheese of b6: passing over b6 by a jump gets nothing."""
    position = with_open(hall("c6 b4", "b6"), "", b4="c2", b5="plain")
    jumped = play(position, Run(0, f("c6"), f("a6")))
    assert jumped.cheeses == (0, 0)
    free = with_mice(position, "c6 b4", "g7")
    assert play(free, Run(0, f("c6"), f("b6"))).cheeses == (0b10, 0)


def test_five_actions():
    position = hall("b6", "g7")
    for to in ("b5", "b4", "b5", "b6"):
        source = position.mice[0][0]
        position = play(position, Run(0, source, f(to)))
    assert position.left == 0
    for event in (Run(0, f("b6"), f("b5")), Slide(0, 0), Uncover(0, room("c5"))):
        assert broken(position, event) == ["too-many-actions"]
    assert GAME.actions(position) == [EndTurn(0)]


def test_a_jump_must_be_paid_whole():
    position = hall("b6", "b5")
    position = play(position, Run(0, OUTSIDE, f("a1")), Run(0, OUTSIDE, f("g1")))
    position = play(position, Slide(0, slot("d7")))
    assert broken(position, Run(0, f("b6"), f("b4"))) == ["too-many-actions"]
    assert facts(position, Run(0, f("b6"), f("b4")), "too-many-actions") == {"cost": 2, "left": 1}


def test_a_mouse_under_a_roof_must_be_freed_first():
    position = with_mice(opened(2), "c3", "g7")
    assert broken(position, Run(0, f("c3"), f("d3"))) == ["run-from-roof", "run-roof"]
    assert Uncover(0, room("c3")) in GAME.actions(position)


def test_mice_that_are_not_there():
    assert broken(opened(2), Run(0, f("g7"), f("f7"))) == ["no-mouse-there"]
    assert broken(opened(2), Run(0, f("a7"), f("a7"))) == ["no-such-field"]
    assert broken(opened(2), Run(0, f("a7"), 77)) == ["no-such-field"]
    everyone = with_mice(with_open(opened(2), "b7 a6"), "a7 b7 a6 b6", "g7")
    assert broken(everyone, Run(0, OUTSIDE, f("a1"))) == ["no-mouse-outside"]


def test_high_fields_are_free_of_traps_and_cheese():
    position = with_mice(with_open(opened(2), "b7", b7="plain"), "b7", "g7")
    assert play(position, Run(0, f("b7"), f("c7"))).mice[0] == (f("c7"),)
    assert f("c7") in HIGH
    assert broken(position, Reveal(f("c7"), TRAP)) == ["no-tile-there"]


# --- sliding -----------------------------------------------------------------------------


def test_sliding_moves_a_row_by_one_and_the_last_tile_is_the_new_spare():
    known = {"a6": "c1", "b6": "c2", "c6": "c3", "d6": "c4", "e6": "c5", "f6": "c6", "g6": "c7"}
    position = with_open(opened(2), "", **known)
    after = play(position, Slide(0, slot("a6")))
    row = [after.tiles[field] for field in LINES[slot("a6")]]
    assert row == [TILES["plain"], 0, 1, 2, 3, 4, 5]
    assert after.spare == 6
    assert (after.used, after.slid) == (1, True)
    back = play(after, EndTurn(0), Slide(1, slot("g6")))
    assert back.tiles == position.tiles
    assert back.spare == position.spare


def test_a_second_slide():
    position = play(opened(2), Slide(0, 0), Reveal(SPARE, TILES["c1"]))
    assert broken(position, Slide(0, 6)) == ["second-slide"]
    again = play(position, EndTurn(0))
    assert play(again, Slide(1, 6)).slid


def test_mice_and_roofs_stay_where_they_are():
    position = hall("b6", "b5")
    after = play(position, Slide(0, slot("b7")))
    assert after.mice == position.mice
    assert after.roofs == position.roofs


def test_what_comes_from_under_a_roof_to_a_mouse_is_told_again():
    """No mouse is lost and no cheese won on memory alone, and no list of choices gives it away."""
    position = with_open(opened(2), "b7", b7="plain", b6="trap", b5="c1", d7="c2")
    position = with_mice(position, "a7", "b7")
    after = play(position, Slide(0, slot("b1")))
    assert after.lost == (0, 0)
    assert after.tiles[f("b7")] == UNKNOWN
    assert after.tiles[f("b6")] == TILES["c1"]
    assert after.spare == TILES["plain"]
    assert play(after, Reveal(f("b7"), TRAP)).lost == (0, 1)
    empty = with_mice(position, "a7", "g7")
    assert play(empty, Slide(0, slot("b1"))).tiles[f("b7")] == TRAP


def test_an_unknown_tile_that_falls_out_is_to_be_told():
    position = play(opened(2), Slide(0, 0))
    assert position.spare == UNKNOWN
    assert GAME.view(position, 1)["untold"] == ["spare"]
    assert play(position, Reveal(SPARE, TRAP)).spare == TRAP


# --- the end of a turn -------------------------------------------------------------------


def test_rooms_without_a_mouse_are_covered_and_the_next_player_is_up():
    position = hall("b6", "g7")
    after = play(position, EndTurn(0))
    assert after.active == 1
    assert not after.covered(f("b6"))
    assert after.covered(f("b7"))
    assert after.covered(f("a5"))
    assert after.roofs.bit_count() == 17
    assert (after.used, after.slid, after.turn) == (0, False, 2)


def test_a_player_may_do_nothing_at_all():
    assert play(opened(3), EndTurn(0), EndTurn(1), EndTurn(2)).active == 0


def test_a_room_whose_only_mouse_fell_is_covered():
    position = with_open(opened(2), "b7", b7="plain")
    position = with_mice(position, "a7", "b7")
    position = play(position, EndTurn(0))
    assert not position.covered(f("b7"))
    position = with_open(position, "b7", b6="trap")
    fallen = play(position, Slide(1, slot("b1")), Reveal(f("b7"), TRAP))
    assert fallen.lost == (0, 1)
    assert play(fallen, EndTurn(1)).covered(f("b7"))


def test_it_is_somebody_elses_turn():
    position = opened(3)
    events = (Uncover(1, room("f7")), Run(1, OUTSIDE, f("g1")), Slide(1, 0), EndTurn(1))
    for event in events:
        assert broken(position, event) == ["not-your-turn"]
        assert facts(position, event, "not-your-turn") == {"seat": 1, "right_seat": 0}
    assert GAME.apply(position, Slide(1, 0)).used == 0


def test_a_roof_is_put_back_by_the_device_alone_unless_the_table_tells():
    position = hall("b6", "g7")
    assert broken(position, Cover(room("b7"))) == ["cover-by-itself"]
    assert broken(position, Cover(room("b6"))) == ["cover-mouse", "cover-by-itself"]
    assert broken(position, Cover(room("d3"))) == ["roof-there"]


# --- with the option books told ----------------------------------------------------------


def told(*mice):
    position = with_open(opened(2, books="told"), "b7 a6", b7="plain", a6="c1", b6="c2", c6="plain")
    return with_mice(position, *mice)


def test_rooms_not_covered_at_the_end_of_the_turn():
    position = told("b6", "g7")
    assert broken(position, EndTurn(0)) == ["not-covered"]
    assert facts(position, EndTurn(0), "not-covered") == {"rooms": [[[0, 1], [0, 2]]]}
    left = GAME.apply(position, EndTurn(0))
    assert not left.covered(f("b7"))


def test_covering_ends_the_actions():
    position = play(told("b6", "g7"), Cover(room("b7")))
    assert broken(position, Slide(0, 0)) == ["turn-closing"]
    assert GAME.actions(position) == [EndTurn(0)]
    assert play(position, EndTurn(0)).active == 1


def test_a_covered_room_with_a_mouse_in_it():
    position = told("b6", "g7")
    assert broken(position, Cover(room("b6"))) == ["cover-mouse"]
    covered = GAME.apply(position, Cover(room("b6")))
    assert covered.covered(f("b6"))


# --- what nobody knows -------------------------------------------------------------------


def test_running_onto_a_tile_nobody_told_cannot_be_judged():
    position = play(opened(2), Uncover(0, room("b7")))
    assert doubted(position, Run(0, f("a7"), f("b7"))) == ["maybe-trap"]


def test_acting_with_an_untold_tile_under_a_mouse_cannot_be_judged():
    position = with_mice(with_open(opened(2), "b7"), "b7", "g7")
    assert doubted(position, Slide(0, 0)) == ["untold-mice"]
    assert doubted(position, EndTurn(0)) == ["untold-mice"]


def test_a_trap_told_later_takes_the_mouse_then():
    position = with_mice(with_open(opened(2), "b7"), "b7", "g7")
    assert play(position, Reveal(f("b7"), TRAP)).lost == (1, 0)


def test_what_lies_under_a_roof_is_not_told():
    assert broken(opened(2), Reveal(f("d4"), TRAP)) == ["reveal-covered"]


def test_a_tile_told_twice_or_otherwise_is_questioned():
    position = hall("b6", "g7")
    named = facts(position, Reveal(f("b7"), TRAP), "tile-known")
    assert named == {"field": [0, 1], "tile": "trap", "right_tile": "plain"}


def test_a_fourth_tile_of_a_kind_makes_the_device_doubt_what_it_remembers():
    position = with_open(opened(2), "b7", d4="trap", d2="trap", f4="trap")
    event = Reveal(f("b7"), TRAP)
    assert doubted(position, event) == ["tile-count"]
    assert event in GAME.actions(position)
    after = GAME.apply(position, event)
    assert [after.tiles[f(name)] for name in ("b7", "d4", "d2", "f4")] == [
        TRAP,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
    ]


def test_a_fourth_tile_of_a_kind_cannot_be_when_three_lie_open():
    position = with_open(
        opened(2), "b7 a6 d6", a6="trap", b6="trap", d6="trap", b7="?", c6="plain", d7="plain"
    )
    assert broken(position, Reveal(f("b7"), TRAP)) == ["tiles-all-seen"]
    kinds = {event.tile for event in GAME.actions(position) if isinstance(event, Reveal)}
    assert TRAP not in kinds
    assert GAME.view(position, 0)["all_open"] == ["trap"]
    assert len(kinds) == 8


def test_the_castle_of_the_tests_is_as_drawn():
    assert SIDE[room("b7")] == (f("b7"), f("c7"))
    assert SIDE[room("a6")] == (f("a6"), f("b6"), f("c6"))
    assert len(FIELDS) == 49
