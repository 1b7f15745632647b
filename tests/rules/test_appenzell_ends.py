"""Burg Appenzell: traps, cheeses in anybody's turn, and both ways a game ends."""

import pytest

from rules.appenzell import GAME, Ending, EndTurn, Phase, Reveal, Run, Slide, Take
from rules.appenzell.pieces import TRAP
from tests.rules.appenzell_tables import (
    broken,
    f,
    facts,
    opened,
    play,
    with_cheeses,
    with_lost,
    with_mice,
    with_open,
)
from tests.rules.test_appenzell_turns import slot


def row(position, *mice, **tiles):
    """The row a6 to c6 and the rooms d7 d6 and b7 c7 open, with mice and tiles."""
    return with_mice(with_open(position, "a6 d7 b7", **tiles), *mice)


def test_a_trap_pushed_under_a_mouse_takes_it_for_good():
    position = row(opened(2), "a7", "b6", a6="trap", b6="plain", c6="plain", d6="plain")
    after = play(position, Slide(0, slot("a6")))
    assert after.mice == ((f("a7"),), ())
    assert after.lost == (0, 1)
    assert after.waiting == (3, 3)


def test_a_mouse_in_a_tower_or_on_a_high_field_is_safe():
    position = row(opened(2), "a7", "c7", b7="trap", d7="plain")
    assert play(position, Slide(0, slot("b1"))).lost == (0, 0)


def test_two_mice_on_the_same_cheese_collect_it():
    position = row(opened(2), "a7 b6", "g7", b7="plain", a6="c3", b6="c3", c6="plain")
    after = play(position, Run(0, f("a7"), f("a6")))
    assert after.cheeses == (0b100, 0)
    assert after.fresh == ((0, 2),)


def test_one_slide_may_bring_cheese_to_somebody_whose_turn_it_is_not():
    position = row(opened(2), "a7", "b6 d6", a6="c1", b6="plain", c6="c1", d6="plain")
    assert play(position, Slide(0, slot("a6"))).cheeses == (0, 1)


def test_two_cheeses_in_one_slide():
    tiles = {"a6": "c1", "b6": "c2", "c6": "c1", "d6": "c2", "b5": "c1"}
    position = with_mice(with_open(row(opened(2), "", "", **tiles), "a5"), "b6 c6 d6 b5", "g7")
    after = GAME.apply(position, Slide(0, slot("a6")))
    assert after.cheeses == (0b01, 0)
    four = with_mice(position, "a6 b6 c6 d6", "g7")
    four = with_open(four, "e6", a6="c1", b6="c2", c6="c1", d6="c2")
    assert GAME.apply(four, Slide(0, slot("f1"))).cheeses == (0b11, 0)


def test_each_kind_is_collected_once():
    position = row(opened(2), "a7 b6", "g7", a6="c3", b6="c3", c6="plain", b7="plain")
    position = with_cheeses(position, [3], [])
    after = play(position, Run(0, f("a7"), f("a6")))
    assert after.cheeses == (0b100, 0)
    assert after.fresh == ()


def test_a_slide_takes_one_mouse_and_brings_cheese_to_the_two_that_are_left():
    tiles = {"a6": "trap", "b6": "c2", "c6": "plain", "d6": "plain"}
    position = with_open(row(opened(2), "b6", "g7", **tiles), "a5", b5="c2")
    position = with_mice(position, "b6 c6 b5", "g7")
    after = GAME.apply(position, Slide(0, slot("a6")))
    assert after.lost == (1, 0)
    assert after.cheeses == (0b10, 0)


def test_the_goal_ends_the_game_at_once_in_anybodys_turn():
    position = row(opened(3), "a7", "b6 d6", "g1", a6="c4", b6="plain", c6="c4", d6="plain")
    position = with_cheeses(position, [], [1, 2, 3], [])
    after = play(position, Slide(0, slot("a6")))
    assert after.phase is Phase.FINISHED
    assert after.ending is Ending.GOAL
    assert after.winners == (1,)
    assert GAME.score(after).totals == (0, 4, 0)
    assert GAME.actions(after) == []


@pytest.mark.parametrize(("kinds", "over"), [(4, True), (5, False), (6, False)])
def test_five_or_six_kinds_may_be_agreed(kinds, over):
    position = row(opened(2, kinds=kinds), "a7 b6", "g7", a6="c4", b6="c4", b7="plain", c6="c5")
    position = with_cheeses(position, [1, 2, 3], [])
    after = play(position, Run(0, f("a7"), f("a6")))
    assert (after.phase is Phase.FINISHED) is over


@pytest.mark.parametrize(("active", "winner"), [(0, 1), (1, 1), (2, 2)])
def test_if_several_reach_the_goal_the_player_to_move_is_first_then_clockwise(active, winner):
    tiles = {"a6": "c5", "b6": "c4", "c6": "c5", "d6": "c4"}
    position = row(opened(3, start=active), "g1", "b6 d6", "a6 c6", **tiles)
    position = with_cheeses(position, [], [1, 2, 3], [1, 2, 3])
    assert GAME.apply(position, Slide(active, slot("f1"))).winners == (winner,)


def test_the_third_mouse_lost_ends_the_game_for_the_best_of_the_others():
    position = row(opened(3), "a7", "b6", "g1", a6="trap", b6="plain", c6="plain", d6="c1")
    position = with_cheeses(with_lost(position, 0, 2, 0), [1], [1, 2, 3], [4, 5])
    after = play(position, Slide(0, slot("a6")))
    assert after.ending is Ending.MICE
    assert after.winners == (2,)


def test_equal_cheese_goes_to_the_one_whose_turn_is_longest_ago():
    position = row(opened(4), "a7", "b6", "a1", "g1", a6="trap", b6="plain", c6="plain", d6="c1")
    position = with_cheeses(with_lost(position, 0, 2, 0, 0), [1], [], [2], [3])
    assert play(position, Slide(0, slot("a6"))).winners == (2,)
    position = with_cheeses(position, [1], [], [], [3])
    assert play(position, Slide(0, slot("a6"))).winners == (3,)
    position = with_cheeses(position, [1], [4], [], [])
    assert play(position, Slide(0, slot("a6"))).winners == (0,)


def test_who_loses_the_third_mouse_never_wins_even_with_most_cheese():
    position = row(opened(2), "b6", "g7", a6="trap", b6="plain", c6="plain", d6="plain")
    position = with_cheeses(with_lost(position, 2, 0), [1, 2, 3], [])
    assert play(position, Slide(0, slot("a6"))).winners == (1,)


def test_two_third_mice_at_once_and_nobody_left_is_a_draw():
    tiles = {"a6": "trap", "b6": "plain", "c6": "trap", "d6": "plain"}
    position = row(opened(2), "b6", "d6", **tiles)
    position = with_lost(position, 2, 2)
    after = play(position, Slide(0, slot("a6")))
    assert after.ending is Ending.MICE
    assert after.winners == ()
    assert [hint.hint for hint in GAME.hints(after, None)] == ["appenzell.due-nothing-draw"]


def test_a_reached_goal_beats_the_third_mouse():
    tiles = {"a6": "trap", "b6": "c4", "c6": "plain", "d6": "plain"}
    position = with_open(row(opened(2), "b6", "c6", **tiles), "a5", b5="c4")
    position = with_mice(with_lost(position, 2, 0), "b6", "c6 b5")
    position = with_cheeses(position, [], [1, 2, 3])
    after = play(position, Slide(0, slot("a6")))
    assert after.lost == (3, 0)
    assert (after.ending, after.winners) == (Ending.GOAL, (1,))


def test_the_end_waits_until_every_tile_under_a_mouse_is_told():
    """A third mouse falls, but the tile under another's mouse may yet be the fourth cheese."""
    tiles = {"a6": "trap", "b6": "plain", "c6": "?", "d6": "plain"}
    position = with_open(row(opened(2), "b6", "d6", **tiles), "a5", b5="c4")
    position = with_mice(with_lost(position, 2, 0), "b6", "d6 b5")
    position = with_cheeses(position, [], [1, 2, 3])
    slid = play(position, Slide(0, slot("a6")))
    assert slid.phase is Phase.TURN
    assert slid.lost == (3, 0)
    assert play(slid, Reveal(f("d6"), 3)).ending is Ending.GOAL
    assert play(slid, Reveal(f("d6"), TRAP)).winners == (1,)


def test_nothing_counts_after_the_end():
    position = row(opened(2), "b6", "g7", a6="trap", b6="plain", c6="plain", d6="plain")
    over = play(with_lost(position, 2, 0), Slide(0, slot("a6")))
    events = (Slide(1, 0), EndTurn(1), Run(1, f("g7"), f("f7")), Take(1, 0), Reveal(f("b7"), TRAP))
    for event in events:
        assert broken(over, event)[0] == "game-over"
        assert GAME.apply(over, event).winners == (1,)


# --- collecting tiles as players tell of them --------------------------------------------


def pair(books):
    position = row(opened(2, books=books), "b6", "a6 g7", a6="c3", b6="c3", c6="plain", b7="c1")
    return with_mice(position, "a6 b6", "g7") if books == "told" else position


def test_a_cheese_not_taken_in_somebody_elses_turn():
    tiles = {"a6": "c1", "b6": "plain", "c6": "c1", "d6": "plain"}
    position = row(opened(2, books="told"), "a7", "b6 d6", **tiles)
    position = play(position, Slide(0, slot("a6")))
    assert position.cheeses == (0, 0)
    event = Run(0, f("a7"), f("a6"))
    assert "cheese-forgotten" in broken(position, event)
    assert facts(position, event, "cheese-forgotten") == {"seat": 1, "cheese": ["wedge", "yellow"]}
    assert GAME.matching(position, {"type": "take"}) == [Take(1, 0)]
    assert play(position, Take(1, 0)).cheeses == (0, 1)


def test_a_cheese_taken_twice():
    position = with_cheeses(pair("told"), [3], [])
    assert broken(position, Take(0, 2)) == ["cheese-twice"]


def test_a_cheese_nobody_earned():
    assert broken(opened(2), Take(0, 2)) == ["cheese-not-earned"]
    assert broken(pair("told"), Take(1, 2)) == ["cheese-not-earned"]


def test_the_game_ends_when_the_last_cheese_is_told():
    position = with_cheeses(pair("told"), [1, 2, 4], [])
    assert play(position, Take(0, 2)).winners == (0,)


def test_telling_what_the_books_have_already_changes_nothing_but_the_news():
    position = row(opened(2), "a7 b6", "g7", b7="plain", a6="c3", b6="c3", c6="plain")
    after = play(position, Run(0, f("a7"), f("a6")))
    confirmed = play(after, Take(0, 2))
    assert confirmed.cheeses == after.cheeses
    assert broken(confirmed, Take(0, 2)) == ["cheese-twice"]
