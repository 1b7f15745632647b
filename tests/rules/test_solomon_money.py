"""Paying with change, the unpayable turn, and the points at the end."""

from dataclasses import replace

import pytest

from rules.referee import Play, Referee
from rules.solomon import (
    GAME,
    Add,
    Choose,
    Count,
    Fail,
    Got,
    Lift,
    Mark,
    Pass,
    Pay,
    Phase,
    Shift,
    Total,
)
from rules.solomon.books import Books, Deal, misfit
from rules.solomon.deals import change_for
from rules.solomon.pieces import NONE, TILE, counted, spread
from rules.solomon.scoring import bonus, score
from rules.values import Answer
from tests.rules.solomon_tables import (
    ANGLE,
    BAR,
    at,
    broken,
    check,
    digging,
    facts,
    opened,
    play,
    squares,
    tiles,
    with_loot,
    with_shafts,
)


def lifted(names, *cards, coins=None, loot="", heights="", **others):
    """Seat 0 has lifted these tiles from b2, c2 and d2."""
    each = dict(zip(("b2", "c2", "d2"), names.split(), strict=True))
    position = with_shafts(digging(*(cards or (BAR, 30))), each | others)
    position = with_loot(position, 0, loot, coins)
    return play(position, Mark(0, squares("b2 c2 d2")), Lift(0, tiles(names)))


# --- what is due -------------------------------------------------------------------------


def test_card_15_with_three_shifts_and_a_curse_of_two_costs_five():
    shape = {"15": [[0, 0], [0, 1], [0, 2], [1, 0], [1, 2]]}
    position = digging(15, 30, box={"shapes": shape})
    shafts = {
        "b2": "t2",
        "c2": "t5 c1",
        "d2": "s1",
        "b3": "s2",
        "d3": "c2 c1 t1",
        "c3": "",
        "e3": "",
    }
    position = with_shafts(position, shafts)
    position = play(
        position,
        Shift(0, at("c2"), at("c3")),
        Shift(0, at("d3"), at("c3")),
        Shift(0, at("d3"), at("e3")),
        Mark(0, squares("b2 c2 d2 b3 d3")),
        Lift(0, tiles("t2 t5 s1 s2 c2")),
    )
    assert position.due() == 5
    assert position.shifts == 3
    paid = play(position, Pay(0, 5))
    assert paid.coins == (5, 10)
    # The treasure just dug pays as well.
    assert play(position, Pay(0, 0, (0, 0, 0, 0, 1))).loot[0][TILE["t5"]] == 0


def test_nothing_due_ends_the_turn_at_once():
    position = lifted("t1 s1 t2")
    assert position.active == 1
    assert broken(position, Pay(0, 0)) == ["no-card-open"]
    assert broken(position, Pay(1, 0)) == ["nothing-due"]
    assert broken(position, Fail(1)) == ["nothing-due"]


def test_shifts_without_a_dig_are_paid_too():
    position = with_shafts(digging(BAR, 30), {"b2": "t1 t1", "c2": ""})
    position = play(position, Shift(0, at("b2"), at("c2")), Pass(0))
    assert position.phase is Phase.PAY
    assert position.due() == 1
    assert play(position, Pay(0, 1)).active == 1


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Pay(0, 3), "price"),
        (Pay(0, 0), "curse-unpaid"),
        (Pay(0, 6), "change"),
        (Pay(0, 6, change_coins=2), "price"),
        (Pay(0, 11), "not-in-loot"),
        (Pay(0, 0, (0, 1, 0, 0, 0)), "not-in-loot"),
        (Pay(0, 10, change_coins=31), "supply-lacks"),
        (Pay(0, -5), "no-such-amount"),
        (Pay(0, 6, change_treasures=(1, 0, 0, 0, 0)), "supply-lacks"),
    ],
)
def test_wrong_amounts(event, rule):
    position = lifted("c3 c2 t1")
    assert position.due() == 5
    assert broken(position, event) == [rule]


def test_a_treasure_pays_its_face_value_and_change_is_given():
    position = lifted("c2 s1 t5")
    after = play(position, Pay(0, 0, (0, 0, 0, 0, 1), change_coins=3))
    assert after.coins == (13, 10)
    assert after.bank == 17
    assert after.pile[TILE["t5"]] == 1
    check(after)


def test_change_may_come_as_treasures_when_coins_run_out():
    assert change_for(0, counted(tiles("t2 t1")), 3) == (0, (1, 1, 0, 0, 0))
    assert change_for(1, counted(tiles("t2")), 3) == (1, (0, 1, 0, 0, 0))
    assert change_for(9, counted(tiles("t2")), 3) == (3, (0, 0, 0, 0, 0))
    assert change_for(3, counted(tiles("t2 t1")), 3) == (3, (0, 0, 0, 0, 0))
    assert change_for(2, counted(tiles("t3 t2 t1")), 3) == (2, (1, 0, 0, 0, 0))
    assert change_for(0, counted(tiles("t2 t2")), 3) == (0, (0, 1, 0, 0, 0))
    assert change_for(0, NONE, 3) == (0, (0, 0, 0, 0, 0))


def test_change_in_treasures_is_as_good_as_coins():
    position = lifted("c2 s1 t5")
    rich = replace(position, pile=counted(tiles("t3")), gone=(position.gone[0] - 1, *NONE[1:]))
    after = play(rich, Pay(0, 0, (0, 0, 0, 0, 1), 0, (0, 0, 1, 0, 0)))
    assert after.loot[0][TILE["t3"]] == 1
    check(after)


def test_what_the_supply_cannot_change_is_lost():
    position = lifted("c2 s1 t5", BAR, 30, 20, 15)  # four players: no coins beside the board
    poor = with_loot(position, 0, "c2 s1 t5", 0)
    poor = replace(poor, bank=0, coins=(0, 20, 10, 10))
    assert broken(poor, Pay(0, 0, (0, 0, 0, 0, 1))) == []
    assert play(poor, Pay(0, 0, (0, 0, 0, 0, 1))).loot[0][TILE["t5"]] == 0


def two_shifts(loot="", others=(30, 20, 15), coins=None):
    """The first digger has shifted twice and digs nothing: two coins are due."""
    position = with_shafts(digging(BAR, *others), {"b2": "t1 t1", "c2": "", "d2": ""})
    position = with_loot(position, 0, loot, coins)
    steps = (Shift(0, at("b2"), at("c2")), Shift(0, at("b2"), at("c2")))
    return GAME.apply(GAME.apply(GAME.apply(position, steps[0]), steps[1]), Pass(0))


@pytest.mark.parametrize("coins", [3, 10])
def test_coins_too_many_come_back_though_the_supply_was_empty(coins):
    position = two_shifts()
    assert (position.bank, position.due()) == (0, 2)
    assert broken(position, Pay(0, coins)) == ["change"]
    assert facts(position, Pay(0, coins), "change")["right"] == coins - 2
    after = play(position, Pay(0, coins, change_coins=coins - 2))
    assert (after.coins[0], after.bank) == (8, 2)
    assert broken(position, Pay(0, coins, change_coins=coins - 1)) == ["price"]
    assert broken(position, Pay(0, coins, change_coins=coins + 1)) == ["supply-lacks"]


def test_a_treasure_too_many_comes_back_too():
    position = two_shifts("t1 t2")
    assert broken(position, Pay(0, 0, (1, 1, 0, 0, 0))) == ["change"]
    play(position, Pay(0, 0, (1, 1, 0, 0, 0), 0, (1, 0, 0, 0, 0)))
    assert broken(position, Pay(0, 0, (1, 1, 0, 0, 0), 0, (0, 0, 1, 0, 0))) == ["supply-lacks"]


def ways(position):
    """What is listed to settle a turn."""
    return [event for event in GAME.actions(position) if isinstance(event, Pay | Fail)]


def test_a_treasure_that_is_worth_too_much_is_not_listed_where_coins_pay_exactly():
    position = two_shifts("t3")
    assert ways(position) == [Pay(0, 2)]
    told = play(position, Pay(0, 0, (0, 0, 1, 0, 0)))
    assert told.loot[0] == NONE, "one is lost: who says so may do it"


def test_a_loss_that_nobody_can_avoid_is_listed_the_smallest_alone():
    position = two_shifts("t5 t3", coins=0)
    position = replace(position, bank=0, coins=(0, 20, 10, 10))
    assert ways(position) == [Pay(0, 0, (0, 0, 1, 0, 0))]


def test_a_treasure_is_listed_where_the_supply_gives_all_the_change():
    position = two_shifts("t3", others=(30,))
    assert position.bank == 20
    assert ways(position) == [Pay(0, 2), Pay(0, 0, (0, 0, 1, 0, 0), 1)]


def test_nobody_is_offered_to_give_a_coin_and_take_it_back():
    position = two_shifts("t3", coins=1)
    position = replace(position, bank=0, coins=(1, 19, 10, 10))
    assert ways(position) == [Pay(0, 0, (0, 0, 1, 0, 0))]


def test_untold_tiles_may_turn_out_to_be_treasures():
    position = with_loot(lifted("c2 s1 t1", coins=0, loot="?"), 0, "c2 s1 t1 ?", 0)
    after = GAME.apply(position, Pay(0, 0, (0, 1, 0, 0, 0)))
    assert after.loot[0] == counted(tiles("c2 s1 t1"))
    assert broken(position, Pay(0, 0, (0, 1, 0, 0, 0))) == []
    assert GAME.legal(position, Fail(0)).answer is Answer.CANNOT_TELL


# --- the unpayable turn ------------------------------------------------------------------


def test_who_can_pay_must_pay():
    assert broken(lifted("c3 c2 t1"), Fail(0)) == ["can-pay"]
    assert broken(lifted("c3 c2 t1", coins=4), Fail(0)) == ["can-pay"]
    assert broken(lifted("c3 c2 t1", coins=3), Fail(0)) == []


def test_with_two_players_the_other_gets_everything_and_pays_no_curse():
    position = lifted("c3 c2 t1", coins=3, loot="s4")
    position = play(position, Fail(0))
    assert spread(position.loot[1]) == tiles("t1 c2 c3")
    assert spread(position.loot[0]) == tiles("s4")
    assert position.coins == (3, 10)
    assert position.active == 1
    assert position.phase is Phase.DIG
    check(position)


def test_tiles_are_dealt_evenly_and_the_rest_leaves_the_game():
    position = lifted("c3 c3 t1", BAR, 30, 31, coins=0)
    after = play(position, Fail(0))
    assert [sum(loot) for loot in after.loot] == [0, 1, 1]
    assert [loot[0] for loot in after.loot] == [0, 1, 1], "nobody knows who got which"
    assert sum(after.gone) == sum(position.gone) + 1
    check(after)
    assert broken(after, Got(1, tiles("t1"))) == []
    assert broken(after, Got(1, tiles("t5"))) == ["not-dealt"]
    assert broken(after, Got(1, tiles("t1 c3"))) == ["untold-number"]
    assert broken(after, Got(0, tiles("t1"))) == ["untold-number"]
    told = play(after, Got(1, tiles("t1")))
    assert told.loot[1] == counted(tiles("t1"))
    assert broken(told, Got(2, tiles("t1"))) == [], "a refusal would tell what another got"


def dealt_to_two(third="s1"):
    """c3, c2 and another tile were dealt to two others, one each."""
    return play(lifted(f"c3 c2 {third}", BAR, 30, 31, coins=0), Fail(0))


def to_the_end(position):
    """Everybody passes until the last round is over."""
    while position.phase not in (Phase.COUNT, Phase.FINISHED):
        if position.phase is Phase.CHOOSE:
            gone = {card for played in position.played for card in played}
            free = [card for card in range(1, 33) if card not in gone]
            position = play(position, *(Choose(seat, free[seat]) for seat in range(3)))
        position = play(position, Pass(position.waiting[0]))
    return position


def test_two_who_tell_the_one_tile_of_its_kind_count_it_again_when_the_screens_are_lifted():
    position = play(dealt_to_two(), Got(1, tiles("c3")), Got(2, tiles("c3")))
    over = to_the_end(position)
    assert over.phase is Phase.COUNT
    assert [loot[0] for loot in over.loot] == [0, 1, 1]
    half = play(over, Count(1, tiles("c3")))
    assert broken(half, Count(2, tiles("c3"))) == ["not-dealt"]
    assert Count(2, tiles("c3")) not in GAME.actions(half)
    finished = play(half, Count(2, tiles("c2")))
    assert finished.phase is Phase.FINISHED
    assert [loot[TILE["c3"]] for loot in finished.loot] == [0, 1, 0]
    check(finished)


def test_an_amended_telling_that_takes_anothers_tile_is_counted_again():
    start = dealt_to_two()
    position = play(start, Got(1, tiles("c2")), Got(2, tiles("c3")))
    assert to_the_end(position).phase is Phase.FINISHED
    referee = Referee(GAME, start, [Play(Got(1, tiles("c2"))), Play(Got(2, tiles("c3")))])
    referee.commit(referee.amend(1, Got(1, tiles("c3")))[0])
    assert to_the_end(referee.position).phase is Phase.COUNT


def test_two_tiles_of_a_kind_may_be_told_by_two():
    position = play(dealt_to_two("c3"), Got(1, tiles("c3")), Got(2, tiles("c3")))
    over = to_the_end(position)
    assert over.phase is Phase.FINISHED
    assert [loot[TILE["c3"]] for loot in over.loot] == [0, 1, 1]


def test_a_tile_of_an_earlier_deal_makes_room_for_the_same_one_of_a_later_deal():
    """Who got one of each deal may have c3 from either, as long as each has its own."""
    books = Books(
        deals=(
            Deal(counted(tiles("c3 c2 s1")), (1, 2)),
            Deal(counted(tiles("c3 c1 c1")), (0, 1)),
        ),
        told=((1, TILE["c3"]), (2, TILE["c3"])),
    )
    position = replace(opened(3), books=books)
    assert misfit(position) is None
    three = replace(books, told=(*books.told, (0, TILE["c3"])))
    assert misfit(replace(position, books=three)) == (0, TILE["c3"])


def test_a_tile_told_and_paid_since_stays_what_it_was():
    position = play(dealt_to_two("t1"), Got(1, tiles("t1")), Got(2, tiles("t1")))
    paid = replace(position, loot=(position.loot[0], NONE, position.loot[2]))
    over = to_the_end(paid)
    assert [loot[0] for loot in over.loot] == [0, 0, 1], "only who still has it counts again"
    assert broken(over, Count(2, tiles("t1"))) == ["not-dealt"]


def test_with_fewer_tiles_than_others_own_ones_are_added():
    position = lifted("c3 c3 t1", BAR, 30, 31, 32, 29, coins=0, loot="s1 s2")
    position = play(position, Fail(0))
    assert position.phase is Phase.ADD
    assert position.adding == 1
    assert broken(position, Add(0, tiles("c3"))) == ["not-in-loot"], "it was only just dug"
    assert broken(position, Add(0, tiles("s1 s2"))) == ["add-number"]
    assert broken(position, Add(0, tiles("s3"))) == ["not-in-loot"]
    after = play(position, Add(0, tiles("s2")))
    assert spread(after.loot[0]) == tiles("s1")
    assert [sum(loot) for loot in after.loot] == [1, 1, 1, 1, 1]
    # The added tile is secret, so nobody's claim can be refused for it.
    assert broken(after, Got(3, tiles("s2"))) == []
    assert broken(after, Got(3, tiles("axe"))) == []
    check(after)


def test_too_few_tiles_even_with_own_ones_are_all_discarded():
    position = lifted("c3 c3 t1", BAR, 30, 31, 32, 29, coins=0)
    after = play(position, Fail(0))
    assert [sum(loot) for loot in after.loot] == [0] * 5
    assert sum(after.gone) == sum(position.gone) + 3
    check(after)


def test_shifts_alone_that_cannot_be_paid_cost_one_own_tile_for_each_other_player():
    position = with_shafts(digging(BAR, 30, 31), {"b2": "t1 t1", "c2": ""})
    position = with_loot(position, 0, "s1 s2 s3", 0)
    position = play(position, Shift(0, at("b2"), at("c2")), Pass(0), Fail(0))
    assert position.adding == 2
    after = play(position, Add(0, tiles("s1 s3")))
    assert [sum(loot) for loot in after.loot] == [1, 1, 1]
    assert after.stacks[at("c2")] == tiles("t1"), "the shifts stay"
    check(after)


def test_shifts_alone_reach_as_far_as_there_are_tiles():
    position = with_shafts(digging(BAR, 30, 31), {"b2": "t1 t1", "c2": ""})
    position = with_loot(position, 0, "s1", 0)
    position = play(position, Shift(0, at("b2"), at("c2")), Pass(0), Fail(0), Add(0, tiles("s1")))
    assert [sum(loot) for loot in position.loot] == [0, 1, 0]
    none = with_loot(with_shafts(digging(BAR, 30), {"b2": "t1 t1", "c2": ""}), 0, "", 0)
    none = play(none, Shift(0, at("b2"), at("c2")), Pass(0), Fail(0))
    assert none.active == 1


def test_objects_used_in_an_unpayable_turn_are_gone():
    position = with_shafts(digging(ANGLE, 30), {"b2": "c3", "b3": "c3", "c3": "c3"})
    position = with_loot(position, 0, "mirror", 0)
    mark = Mark(0, squares("b2 b3 c3"), tuple(GAME.view(position, 0)["mine"]["objects"]))
    position = play(position, mark, Lift(0, tiles("c3 c3 c3")), Fail(0))
    assert not any(position.loot[0])
    assert sum(position.loot[1]) == 3


def test_the_payment_of_the_one_before_must_not_be_forgotten():
    position = lifted("c3 c2 t1")
    assert broken(position, Pass(1)) == ["payment-forgotten"]
    assert facts(position, Pass(1), "payment-forgotten") == {"seat": 0, "amount": 5}
    after = GAME.apply(position, Pass(1))
    assert after.coins == (10, 10)
    assert after.round == 2
    check(after)


# --- points ------------------------------------------------------------------------------


def finished(*loots, coins):
    """A game that is over, with these tiles and coins."""
    position = opened(len(loots))
    counts = tuple(counted(tiles(loot)) for loot in loots)
    return replace(position, phase=Phase.FINISHED, coins=coins, loot=counts)


def test_the_table_of_the_rulebook():
    anna = "t5 t5 t5 t5 t5 t5 t1 s1 s2 s3 s4 s1 s2 s3 s4 c3 mirror axe"
    bruno = "t5 t5 t5 t5 t1 s1 s2 s3 s4 s1 s2 s3 s4 c2 axe axe seal seal mirror"
    carlo = "t5 t5 t5 t5 t3 s1 s1 s2 s3 c3 c3 c3 c3 c3 c1"
    david = "t5 t5 t5 s1 s2 s3 s4 s4 c2 c2 c2 c2 c2 c2 c2 c2"
    position = finished(anna, bruno, carlo, david, coins=(5, 6, 3, 5))
    parts = [tuple(part.values()) for part in score(position).parts]
    assert parts == [
        (5, 31, 20, 0, 0),
        (6, 21, 20, 0, 16),
        (3, 23, 0, 18, 0),
        (5, 15, 10, 18, 0),
    ]
    assert score(position).totals == (56, 63, 44, 48)
    assert score(position).winners == (1,)
    assert broken(position, Total(0, 56)) == []
    assert broken(position, Total(0, 64)) == ["total"]
    assert facts(position, Total(0, 64), "total")["right"] == 56


@pytest.mark.parametrize(
    ("values", "shares"),
    [
        ([29, 13], (24, 0)),
        ([29, 15], (24, 12)),
        ([29, 14], (24, 0)),
        ([30, 15], (24, 12)),
        ([16, 16, 3], (18, 18, 0)),
        ([9, 9, 9], (12, 12, 12)),
        ([9, 9, 9, 9], (9, 9, 9, 9)),
        ([9, 9, 9, 9, 9], (7, 7, 7, 7, 7)),
        ([20, 12, 12], (24, 6, 6)),
        ([20, 12, 12, 12], (24, 4, 4, 4)),
        ([0, 0, 0], (0, 0, 0)),
        ([5, 0, 0], (24, 0, 0)),
        ([1, 0, 1, 0], (18, 0, 18, 0)),
    ],
)
def test_the_bonus_for_curses(values, shares):
    assert bonus(values, 24, 12) == shares


@pytest.mark.parametrize(
    ("values", "shares"),
    [
        ([5, 2], (16, 0)),
        ([5, 3], (16, 8)),
        ([4, 2, 2], (16, 4, 4)),
        ([3, 3], (12, 12)),
        ([2, 2, 2], (8, 8, 8)),
    ],
)
def test_the_bonus_for_magic_objects(values, shares):
    assert bonus(values, 16, 8) == shares


def test_equal_points_share_the_win():
    position = finished("t1", "t1", coins=(4, 4))
    assert score(position).winners == (0, 1)


def test_untold_tiles_are_counted_before_the_game_is_over():
    position = opened(3)
    position = replace(
        position,
        phase=Phase.COUNT,
        loot=(NONE, counted(tiles("? ?")), NONE),
        pool=(NONE, (1, *counted(tiles("t1 c3"))[1:]), NONE),
        gone=(0, *NONE[1:]),
        stacks=((0, 0), *position.stacks[1:]),
    )
    assert score(position).winners is None
    assert broken(position, Total(1, 3)) == ["count-later"]
    assert broken(position, Count(1, tiles("t5 t5"))) == ["not-dealt"]
    half = play(position, Count(1, tiles("t1")))
    assert half.phase is Phase.COUNT
    assert broken(half, Count(1, tiles("t5"))) == [], "one of the tiles may be anything"
    over = play(half, Count(1, tiles("c3")))
    assert over.phase is Phase.FINISHED
    check(over)
