"""The end of a game of The Castle: points, shares, winners, series, playing alone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.castle import GAME, HitCounter, Name, NextGame, Phase, Shares, Step
from rules.castle.party import overtold, points, shares, split
from rules.castle.pieces import GOLD
from rules.castle.position import Member, drafted, frozen
from rules.castle.spells import join
from tests.rules.castle_tables import C, F, W, cleared, loot, member, opened, play, put, rules_of


def leaving(position, *parties):
    """These parties leave by A at once; the others are dead."""
    for number in range(len(position.parties)):
        if number not in parties:
            for at in position.parties[number].members:
                position = member(position, at, state="dead")
            dead = replace(position.parties[number], state="dead")
            position = replace(
                position,
                parties=(*position.parties[:number], dead, *position.parties[number + 1 :]),
            )
    for number in parties:
        position = put(cleared(position), number, "1")
        position = replace(position, active=number)
        position = play(position, Step(position.parties[number].seats[0], "A"))
    return position


def with_princess(position, party=0):
    parties = list(position.parties)
    parties[party] = replace(parties[party], princess=True)
    return replace(position, parties=tuple(parties), princess=-1)


def test_the_best_possible_score_is_4400():
    position = opened(F, C)
    draft = drafted(position)
    for kind in ("elf", "dwarf"):
        join(draft, 0, Member(kind, 4, -1, 0))
    every = [kind for kind in GOLD for _ in range(2)]
    position = with_princess(loot(frozen(draft), 0, *every))
    position = leaving(position, 0)
    assert points(position, 0) == {"princess": 1000, "princes": 400, "gold": 3000, "curse": 0}
    assert GAME.score(position).totals == (4400, 0)
    assert GAME.score(position).winners == (0,)


def test_points_are_split_among_survivors_and_fractions_lost():
    position = opened(F, C, W, groups=[(0, 1, 2)])
    position = leaving(loot(position, 0, "gold-500", "gold-300"), 0)
    assert shares(position) == (266, 266, 266)
    position = opened(F, C, W, groups=[(0, 1, 2)])
    position = member(loot(position, 0, "gold-500"), 1, state="dead")
    assert shares(leaving(position, 0)) == (250, 0, 250)


def test_a_debt_is_split_towards_zero_too():
    assert split(-300, 2) == -150
    assert split(-100, 3) == -33
    assert split(100, 3) == 33
    position = leaving(loot(opened(F, C), 0, "curse-300", "gold-100"), 0, 1)
    assert shares(position) == (-200, 0)
    assert GAME.score(position).winners == (1,)


@given(st.integers(-300, 4400), st.integers(1, 6))
def test_a_split_gives_everybody_the_same_and_loses_less_than_one_each(total, players):
    share = split(total, players)
    assert abs(share * players) <= abs(total)
    assert abs(total - share * players) < players


def test_equal_scores_share_the_win():
    position = leaving(loot(loot(opened(F, C), 0, "gold-100"), 1, "gold-100"), 0, 1)
    assert GAME.score(position).winners == (0, 1)


def test_with_no_points_for_anybody_nobody_wins():
    position = leaving(opened(F, C), 0, 1)
    assert GAME.score(position).winners == ()
    assert GAME.score(position).totals == (0, 0)
    assert [hint.hint for hint in GAME.hints(position, None)] == ["castle.due-nothing-won"]
    assert GAME.view(position, 0)["winners"] == []


def test_the_last_event_says_that_nobody_wins():
    position = put(cleared(opened(F, C)), 0, "1")
    dead = replace(position.parties[1], state="dead")
    position = replace(member(position, 1, state="dead"), parties=(position.parties[0], dead))
    said = [each.message for each in GAME.followed(position, Step(0, "A"))]
    assert said == ["castle.event.game-over", "castle.event.no-points"]
    assert [each.message for each in GAME.describe(position, Step(0, "A"))] == [
        "castle.event.leave"
    ]


def test_a_series_without_any_points_has_no_winner_and_a_point_in_one_game_wins_it():
    position = leaving(opened(F, C, series=2), 0, 1)
    position = replace(position, phase=Phase.FINISHED)
    assert GAME.score(position).winners == ()
    assert GAME.score(replace(position, totals=(0, 100))).winners == (1,)


def test_more_counters_told_than_there_are_is_said_at_the_end():
    position = loot(loot(opened(F, C), 0, "gold-500", "gold-500"), 1, "gold-500")
    assert overtold(position) == ["gold-500"]
    over = leaving(position, 0, 1)
    hint = next(hint for hint in GAME.hints(over, None) if hint.hint == "castle.know-overtold")
    assert hint.facts["counters"] == ["gold-500"]
    twice = leaving(loot(loot(opened(F, C), 0, "gold-500"), 1, "gold-500"), 0, 1)
    assert overtold(twice) == []
    assert [hint.hint for hint in GAME.hints(twice, None)] == ["castle.due-nothing"]


def test_the_dead_bring_nothing_out():
    position = leaving(loot(loot(opened(F, C), 0, "gold-500"), 1, "gold-100"), 1)
    assert shares(position) == (0, 100)


def test_a_wrong_split_is_noticed():
    position = leaving(loot(opened(F, C, groups=[(0, 1)]), 0, "gold-500"), 0)
    assert rules_of(position, Shares((250, 250))) == []
    ruling = GAME.legal(position, Shares((500, 0))).rulings[0]
    assert ruling.rule == "castle.split"
    assert ruling.facts["right_amounts"] == [250, 250]
    assert rules_of(position, Shares((1,))) == ["castle.shares-count"]
    assert GAME.score(play(position, Shares((300, 200)))).totals == (300, 200)
    assert rules_of(opened(F, C), Shares((0, 0))) == ["castle.game-not-over"]


def test_alone_only_the_princess_wins():
    position = leaving(loot(opened(F, W, alone=True), 0, "gold-500"), 0)
    assert (GAME.score(position).winners, GAME.score(position).totals) == ((), (500,))
    position = leaving(with_princess(opened(F, W, alone=True)), 0)
    assert GAME.score(position).winners == (0,)


def test_a_series_adds_up_and_ends_after_its_games():
    position = leaving(loot(opened(F, C, series=2), 0, "gold-500"), 0, 1)
    assert position.phase is Phase.BETWEEN
    assert GAME.score(position).winners is None
    assert GAME.actions(position) == [NextGame()]
    position = play(position, NextGame())
    assert (position.phase, position.game, position.totals) == (Phase.FIRST, 2, (500, 0))
    assert GAME.score(position).totals == (500, 0)


def test_a_target_score_ends_a_series():
    position = leaving(loot(opened(F, C, target_score=1000), 0, "gold-500"), 0)
    assert position.phase is Phase.BETWEEN
    rich = loot(opened(F, C, target_score=1000), 0, "gold-500", "gold-500")
    assert leaving(rich, 0).phase is Phase.FINISHED


def test_nothing_is_done_after_the_end():
    position = leaving(opened(F, C), 0)
    assert rules_of(position, Step(0, "1")) == ["castle.game-over"]
    assert rules_of(position, NextGame()) == ["castle.game-over"]
    assert rules_of(position, HitCounter(1, 0)) == ["castle.game-over"]


def test_counters_never_told_of_can_be_named_at_the_end():
    position = leaving(loot(opened(F, C), 0, "unseen"), 0)
    assert shares(position) == (0, 0)
    assert Name(0, "gold-500") in GAME.matching(position, {"type": "name", "seat": 0})
    assert shares(play(position, Name(0, "gold-500"))) == (500, 0)
    assert shares(play(position, Name(0, "elf"))) == (200, 0)


@pytest.mark.parametrize("level", ["silent", "referee"])
def test_the_end_has_hints_only_when_asked(level):
    position = leaving(opened(F, C), 0)
    assert bool(GAME.hints(position, 0, level)) == (level == "referee")
