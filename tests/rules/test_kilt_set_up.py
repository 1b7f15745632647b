"""Setting up Kilt Castle."""

from dataclasses import replace
from itertools import combinations

import pytest

from rules.errors import BadSetting, ImpossibleEvent
from rules.kilt import CARDS, COLOURS, GAME, Phase, SetUp
from rules.kilt.pieces import deck, whole_line
from rules.values import Answer
from tests.rules.kilt_tables import WATER, D, L, O, R, broken, card, facts, opened, set_up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ready_made_set_up_is_legal(players):
    assert broken(GAME.start(players), set_up(players)) == []


def test_set_up_gives_purses_floors_and_the_first_turn():
    position = opened(4)
    assert position.phase is Phase.MOVE
    assert position.ducats == (10, 10, 10, 10)
    assert position.bank == 848
    assert position.left == ((11, 3, 2),) * 4
    assert position.turn == 1
    assert position.front == 19


def test_the_side_away_from_the_board_of_the_lone_card_starts():
    assert set_up().rows[19][0].away is L
    assert opened(4).active == 2
    assert opened(2).active == 1


def test_naming_another_start_player_is_ruled_on_and_can_stand():
    event = set_up(start=0)
    assert broken(GAME.start(4), event) == ["setup-start"]
    assert facts(GAME.start(4), event, "setup-start")["right_seat"] == 2
    assert GAME.apply(GAME.start(4), event).active == 0


def test_three_players_leave_one_colour_in_the_box():
    position = opened(3)
    assert position.left == ((11, 3, 2), (11, 3, 2), (11, 3, 2), (0, 0, 0))
    assert sum(len(row) for row in position.rows) == 6
    assert (position.setting.row_limit, position.setting.rows_limit) == (3, 4)


def laid(rows):
    return SetUp.laid(rows, WATER, [[R], [O], [L], [D]])


def rows_of(event):
    return {place: list(row) for place, row in enumerate(event.rows) if row}


def test_stacks_must_be_four_three_two_one_clockwise():
    rows = rows_of(set_up())
    turned_round = {16: rows[19], 17: rows[18], 18: rows[17], 19: rows[16]}
    assert "setup-stacks" in broken(GAME.start(4), laid(turned_round))
    gap = {15: rows[16], 17: rows[17], 18: rows[18], 19: rows[19]}
    assert broken(GAME.start(4), laid(gap)) == ["setup-stacks"]


def test_stacks_may_run_over_the_corner_where_positions_begin_again():
    rows = rows_of(set_up())
    around = {18: rows[16], 19: rows[17], 0: rows[18], 1: rows[19]}
    assert broken(GAME.start(4), laid(around)) == []
    assert GAME.apply(GAME.start(4), laid(around)).front == 1


def test_single_colour_cards_lie_in_the_first_stack():
    rows = rows_of(set_up())
    rows[16][0], rows[18][0] = rows[18][0], rows[16][0]
    assert "setup-singles" in broken(GAME.start(4), laid(rows))


def test_no_colour_lies_more_than_twice_in_a_row():
    rows = rows_of(set_up())
    rows[17] = [card(O, R), card(D, R), card(R, L)]
    rows[18] = [card(L, D), card(D, O)]
    event = laid(rows)
    assert broken(GAME.start(4), event) == ["setup-colour-thrice"]
    assert facts(GAME.start(4), event, "setup-colour-thrice") == {
        "colour": "red",
        "place": 17,
        "times": 3,
    }


def crowded(cards):
    carried = [colour for pair in cards for colour in pair]
    return any(carried.count(colour) > 2 for colour in COLOURS)


def test_exactly_4_of_the_20_draws_of_three_doubles_break_the_set_up_rule():
    draws = list(combinations(combinations(COLOURS, 2), 3))
    assert (len(draws), sum(map(crowded, draws))) == (20, 4)


def test_with_three_players_no_draw_can_break_it():
    draws = list(combinations(combinations(COLOURS[:3], 2), 2))
    assert (len(draws), sum(map(crowded, draws))) == (3, 0)


@pytest.mark.parametrize(("players", "times"), [(2, 4), (3, 3), (4, 4)])
def test_every_colour_is_on_as_many_cards_as_the_box_says(players, times):
    cards = [each for row in opened(players).rows for each in row]
    for colour in opened(players).setting.owner:
        assert sum(colour in each.colours for each in cards) == times


def test_the_deck_has_four_singles_and_every_pair_once():
    cards = deck(frozenset(COLOURS))
    assert sorted(map(len, cards)) == [1] * 4 + [2] * 6


@pytest.mark.parametrize(
    "water", [[(0, 0), (0, 1)], [(0, 1), (0, 2), (1, 1)], [(0, 0), (0, 4), (0, 1)], []]
)
def test_water_that_is_not_three_squares_of_one_corner_is_ruled_on(water):
    event = replace(set_up(), water=frozenset(water))
    assert broken(GAME.start(4), event) == ["setup-water"]


def test_three_water_squares_in_line_from_a_corner_are_fine():
    assert broken(GAME.start(4), replace(set_up(), water=frozenset([(0, 0), (0, 1), (0, 2)]))) == []


def test_a_box_profile_tells_when_the_board_lies_turned():
    start = GAME.start(4, box={"water": [[4, 4], [4, 3], [3, 4]]})
    assert broken(start, set_up()) == ["setup-water-moved"]


def test_all_faults_are_reported_at_once():
    rows = rows_of(set_up())
    rows[17] = [card(O, R), card(D, R), card(R, L)]
    rows[18] = [card(L, D), card(D, O)]
    rows[10] = rows.pop(19)
    event = replace(laid(rows), water=frozenset(), start=0)
    assert broken(GAME.start(4), event) == [
        "setup-stacks",
        "setup-colour-thrice",
        "setup-water",
        "setup-start",
    ]


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"rows": set_up(3).rows}, "setup-cards"),
        ({"rows": ()}, "setup-cards"),
        ({"colours": ((R,), (O,), (L,), (L,))}, "setup-seats"),
        ({"colours": ((R,), (O,), (L,))}, "setup-seats"),
        ({"start": 4}, "setup-start-seat"),
        ({"water": frozenset([(5, 0)])}, "setup-water-squares"),
    ],
)
def test_an_impossible_set_up_is_refused(change, rule):
    event = replace(set_up(), **change)
    assert broken(GAME.start(4), event) == [rule]
    with pytest.raises(ImpossibleEvent, match=rule):
        GAME.apply(GAME.start(4), event)


def test_nothing_happens_before_the_set_up_and_it_happens_once():
    move = GAME.actions(opened())[0]
    assert broken(GAME.start(4), move) == ["not-set-up"]
    assert broken(opened(), set_up()) == ["already-set-up"]


@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(BadSetting, match="2 to 4"):
        GAME.start(players)


@pytest.mark.parametrize(
    "options", [{"no-such": True}, {"money": "lost"}, {"ducats-shown": 1}, {"money": None}]
)
def test_unknown_options_are_refused_by_name(options):
    with pytest.raises(BadSetting, match=next(iter(options))):
        GAME.start(4, options)


def test_bad_box_facts_are_refused():
    with pytest.raises(BadSetting, match=r"kilt: water\[0\]: must be a list of 2"):
        GAME.start(4, box={"water": [[9]]})


def test_options_default_to_what_the_house_decided():
    assert GAME.start(2).options.named() == {
        "gap-behind-front": "allowed",
        "two-player-roof": "players",
        "two-player-end": "player",
        "ducats-shown": True,
        "money": "kept",
    }


def test_lines_are_seen_from_the_card_inward():
    assert whole_line(0) == ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))
    assert whole_line(5) == ((0, 4), (0, 3), (0, 2), (0, 1), (0, 0))
    assert whole_line(10) == ((4, 4), (3, 4), (2, 4), (1, 4), (0, 4))
    assert whole_line(15) == ((4, 0), (4, 1), (4, 2), (4, 3), (4, 4))
    assert whole_line(19) == ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))


def test_a_card_turns_and_stays_the_same_card():
    assert card(R, O).turned() is CARDS[O][R]
    assert card(R).turned() is card(R)
    assert card(R, O).same(card(O, R))
    assert not card(R, O).same(card(R))


def test_legality_is_true_only_for_yes():
    assert GAME.legal(GAME.start(4), set_up())
    assert not GAME.legal(opened(), set_up())
    assert GAME.legal(opened(), set_up()).answer is Answer.NO
