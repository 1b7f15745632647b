"""Set-up for every number of players, box facts good and bad, and choosing cards."""

import pytest

from rules.errors import BadSetting, ImpossibleEvent
from rules.solomon import GAME, UNSEEN, Choose, DrawShape, Hold, Phase, See, SetUp, Shift, Show
from rules.solomon.pieces import (
    CARDS,
    FAMILIES,
    SUPPLY,
    TILES,
    connected,
    flipped,
    placements,
    quarter,
    to_entrance,
    turns,
)
from rules.solomon.sim_box import SIM_SHAPES
from rules.values import Answer
from tests.rules.solomon_tables import at, broken, check, digging, opened, play, squares, tiles


def test_the_box_holds_144_tiles():
    assert sum(SUPPLY.values()) == 144 == 36 * 4
    assert sum(len(kinds) for kinds in FAMILIES.values()) == len(TILES) - 1 == 16


@pytest.mark.parametrize(("players", "coins", "rounds"), [(2, 10, 12), (3, 10, 8), (4, 10, 6)])
def test_ten_coins_each_and_as_many_rounds_as_cards(players, coins, rounds):
    position = opened(players)
    assert position.coins == (coins,) * players
    assert position.bank == 40 - coins * players
    assert position.rounds == rounds
    assert position.heights == (4,) * 36
    check(position)


def test_five_players_get_eight_coins_and_five_cards():
    position = opened(5)
    assert position.coins == (8,) * 5
    assert position.bank == 0
    assert position.rounds == 5


def test_cards_dealt_never_exceed_the_deck():
    for players in GAME.players:
        assert players * GAME.start(players).rounds <= len(CARDS)


@pytest.mark.parametrize("players", [0, 1, 6, "2", True, None])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(BadSetting, match="2 to 5 players"):
        GAME.start(players)


@pytest.mark.parametrize("options", [{"beginner": True}, {"beginners": 1}, {"beginners": "yes"}])
def test_unknown_options_are_refused(options):
    with pytest.raises(BadSetting, match="beginners"):
        GAME.start(2, options)


@pytest.mark.parametrize(
    "box",
    [
        {"shapes": {"3": [[0, 0], [0, 1]]}},
        {"shapes": {"3": [[0, col] for col in range(6)] + [[1, 0]]}},
        {"shapes": {"33": [[0, 0], [0, 1], [0, 2]]}},
        {"shapes": {"0": [[0, 0], [0, 1], [0, 2]]}},
        {"shapes": {"x": [[0, 0], [0, 1], [0, 2]]}},
        {"shapes": {"3": [[0, 0], [0, 0], [0, 2]]}},
        {"shapes": {"3": [[0, 0], [0, 6], [0, 2]]}},
        {"shapes": "real"},
        {"tiles": {"t1": 144}},
        {"tiles": {"gold": 1}},
        {"tiles": 7},
    ],
)
def test_impossible_box_facts_are_refused(box):
    with pytest.raises(BadSetting, match="solomon"):
        GAME.start(2, {}, box)


def test_a_box_that_counts_its_tiles_adds_up_by_colour():
    tiles_of_box = {"t1": 25, "t2": 12, "t3": 8, "t4": 6, "t5": 4, "c1": 14, "c2": 12, "c3": 8}
    tiles_of_box |= {"s1": 10, "s2": 10, "s3": 9, "s4": 9}
    tiles_of_box |= {"mirror": 5, "axe": 4, "seal": 4, "amulet": 4}
    position = GAME.apply(GAME.start(2, {}, {"tiles": tiles_of_box}), SetUp())
    assert GAME.learned(position) == {"tiles": tiles_of_box}
    told = play(position, See(squares("a1 b1 c1 d1"), tiles("t5 t5 t5 t5")))
    assert broken(told, See(squares("e1"), tiles("t5"))) == ["no-such-tile"]


def test_the_box_never_holds_more_of_a_colour_than_it_does():
    position = play(opened(), See(tuple(range(17)), tiles("axe " * 17)))
    assert broken(position, See((20,), tiles("seal"))) == ["no-such-family"]
    assert broken(position, See((3,), tiles("t1"))) == ["tile-retold"]


def test_demonstration_shapes_have_three_to_six_squares_and_are_marked_as_such():
    assert set(SIM_SHAPES) == set(CARDS)
    assert {len(shape) for shape in SIM_SHAPES.values()} == {3, 4, 5, 6}
    position = opened()
    assert position.setting.sim
    assert GAME.learned(position) == {"shapes": "sim"}
    assert opened(box={}).shapes == (None,) * 33


def test_tops_may_be_told_at_the_set_up():
    tops = tiles("t1 c1 s1 axe") + (0,) * 32
    position = play(GAME.start(3), SetUp(tops))
    assert position.top(0) == tops[0]
    assert position.top(35) == 0
    assert position.stacks[3] == (0, 0, 0, tops[3])
    assert broken(GAME.start(3), SetUp(tops[:5])) == ["setup-tops"]
    assert broken(position, SetUp()) == ["already-set-up"]


def test_nothing_happens_before_the_set_up_but_drawing_shapes():
    start = GAME.start(2)
    assert broken(start, Choose(0, 5)) == ["not-set-up"]
    assert broken(start, Shift(0, 0, 1)) == ["not-set-up"]
    assert play(start, DrawShape(7, ((0, 0), (0, 1), (1, 1)))).shapes[7] is not None


# --- shapes ------------------------------------------------------------------------------


def test_the_arrow_turns_the_shape_to_the_entrance():
    drawn = ((0, 0), (0, 1), (0, 2), (1, 0))
    assert to_entrance(drawn, 0) == drawn
    # The arrow points right: what was left on the card is near, what was far is left.
    assert to_entrance(drawn, 1) == ((0, 0), (1, 0), (2, 0), (2, 1))
    assert to_entrance(drawn, 2) == ((0, 2), (1, 0), (1, 1), (1, 2))
    assert to_entrance(drawn, 3) == ((0, 0), (0, 1), (1, 1), (2, 1))
    assert quarter(to_entrance(drawn, 1)) == drawn


def test_turning_and_flipping():
    angle = ((0, 0), (0, 1), (1, 0))
    assert len(turns(angle)) == 4
    step = ((0, 0), (0, 1), (1, 1), (1, 2))
    assert len(turns(step)) == 2
    assert flipped(step) not in turns(step)
    assert len(placements(angle)) == 25
    assert connected(squares("a1 b2 c3"))
    assert not connected(squares("a1 c3"))


def test_a_shape_is_drawn_once_and_remembered_for_the_next_game():
    position = digging(5, 9, box={})
    shape = ((0, 0), (0, 1), (1, 1))
    position = play(position, DrawShape(5, tuple((row + 2, col + 3) for row, col in shape)))
    assert position.shapes[5] == shape
    learned = GAME.learned(position)
    assert learned == {"shapes": {"5": [[0, 0], [0, 1], [1, 1]]}}
    assert GAME.start(3, {}, learned).shapes[5] == shape
    assert broken(position, DrawShape(5, shape)) == []
    assert broken(position, DrawShape(5, shape, 1)) == ["shape-differs"]
    assert GAME.legal(position, DrawShape(5, shape, 1)).answer is Answer.CANNOT_TELL
    again = GAME.apply(position, DrawShape(5, shape, 1))
    assert again.shapes[5] == to_entrance(shape, 1)


def test_a_card_of_seven_squares_is_refused():
    position = digging(5, 9, box={})
    seven = (*((0, col) for col in range(6)), (1, 0))
    assert broken(position, DrawShape(5, seven)) == ["shape-size"]
    assert broken(position, DrawShape(5, seven[:2])) == ["shape-size"]
    assert broken(position, DrawShape(5, seven[:3], 4)) == ["shape-arrow"]
    assert broken(position, DrawShape(40, seven[:3])) == ["no-such-card"]
    with pytest.raises(ImpossibleEvent):
        GAME.apply(position, DrawShape(5, seven))


def test_a_hidden_card_cannot_be_drawn():
    position = play(opened(box={}), Choose(0, 5))
    assert broken(position, DrawShape(5, ((0, 0), (0, 1), (0, 2)))) == ["shape-unseen"]


# --- choosing and revealing --------------------------------------------------------------


def test_the_last_choice_reveals_and_the_lowest_number_digs_first():
    position = play(opened(3), Choose(2, 30), Choose(0, 12))
    assert position.phase is Phase.CHOOSE
    position = play(position, Choose(1, 7))
    assert position.phase is Phase.DIG
    assert position.waiting == (1, 0, 2)
    assert position.played == ((12,), (7,), (30,))


def test_a_choice_may_be_changed_until_all_have_chosen():
    position = play(opened(), Choose(0, 5), Choose(0, 6), Choose(1, 9))
    assert position.cards == (6, 9)
    assert broken(position, Choose(0, 5)) == ["choose-later"]


def test_cards_laid_without_a_number_are_shown():
    position = play(opened(3), Choose(0, 0), Choose(1, 9), Choose(2, 0))
    assert position.phase is Phase.REVEAL
    assert broken(position, Show(1, 8)) == ["nothing-to-show"]
    assert broken(position, Show(0, 9)) == ["card-twice"]
    assert broken(position, Show(0, 33)) == ["no-such-card"]
    position = play(position, Show(2, 3), Show(0, 10))
    assert position.waiting == (2, 1, 0)


def test_the_same_number_told_twice_is_read_again_from_the_cards():
    position = play(opened(3), Choose(0, 5), Choose(1, 5), Choose(2, 6))
    assert position.phase is Phase.REVEAL
    assert position.cards == (UNSEEN, UNSEEN, 6)


def test_a_told_hand_is_checked_by_itself_alone():
    hand = tuple(range(1, 13))
    position = play(opened(), Hold(0, hand))
    assert broken(position, Choose(0, 13)) == ["not-in-hand"]
    assert broken(position, Choose(1, 5)) == [], "what another holds must not show"
    assert broken(position, Hold(1, hand)) == []
    assert broken(position, Hold(0, hand[:5])) == ["hand-size"]
    assert broken(position, Hold(0, (1,) * 12)) == ["hand-size"]
    position = play(position, Choose(0, 4), Choose(1, 20))
    assert position.hands == (tuple(card for card in hand if card != 4), None)


def test_a_card_is_played_once():
    position = digging(5, 9)
    position = play(position, *GAME.actions(position)[:1])
    position = play(position, *GAME.actions(position)[:1])
    assert position.round == 2
    for event in (Choose(1, 5), Hold(0, tuple(range(5, 16)))):
        legality = GAME.legal(position, event)
        assert legality.answer is Answer.NO
        assert [ruling.rule for ruling in legality.rulings] == ["solomon.card-played"]


@pytest.mark.parametrize("event", [Choose(2, 5), Choose(-1, 5), Hold(7, ()), Shift(9, 0, 1)])
def test_only_seats_of_the_table_act(event):
    assert broken(opened(), event) == ["no-such-seat"]


def test_squares_are_counted_from_the_entrance():
    assert at("a1") == 0
    assert at("f1") == 5
    assert at("a6") == 30
