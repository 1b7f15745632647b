"""What must hold in every game alike: of all that is due nothing else is done first, of two
equal things both count, and of what is used up there is no more."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from rules import appenzell, games, kilt, seven_locks, solomon
from rules.appenzell.routes import earned
from rules.solomon.pieces import NONE, counted, plus
from rules.solomon.scoring import parts
from rules.values import Answer
from tests.rules import appenzell_tables as burg
from tests.rules import kilt_tables as tower
from tests.rules import seven_locks_tables as locks
from tests.rules import solomon_tables as mine

DATA = Path(__file__).parents[1] / "data"

# --- what is due comes before anything else -------------------------------------------------

# By phase the kinds of events that settle it; nothing else is accepted meanwhile.
DUE = {
    "kilt": {"build": {"build"}, "roof": {"roof"}},
    "appenzell": {"place": {"place"}},
    "seven_locks": {
        "opening": {"drop", "fill"},
        "roll": {"roll"},
        "drop": {"drop"},
        "move": {"move"},
        "key": {"take"},
        "coats": {"coat"},
        "withdraw": {"withdraw"},
        "try": {"try"},
        "treasure": {"treasure"},
        "guess": {"guess"},
        "last": {"last"},
    },
    "solomon": {
        "choose": {"choose"},
        "reveal": {"show"},
        "pay": {"pay", "ward", "fail"},
        "add": {"add"},
        "count": {"count"},
    },
}
# What is no move, and may be told at any time.
ALWAYS = {
    "kilt": {"paid"},
    "appenzell": {"reveal"},
    "seven_locks": {"box", "heard"},
    "solomon": {"hold", "draw_shape", "see", "got"},
}


def recorded(game):
    lines = (DATA / game / "games.jsonl").read_text().splitlines()
    for line in lines:
        told = json.loads(line)
        yield told, games.find(game).start(told["players"], told["options"], told.get("box", {}))


def some_of_each_kind(rng, events):
    """Events of a whole game, a few of each kind, to be tried out of their time."""
    kinds = {}
    for data in events:
        kinds.setdefault(data["type"], []).append(data)
    return [data for each in kinds.values() for data in rng.sample(each, min(4, len(each)))]


@pytest.mark.parametrize("game", DUE)
def test_while_something_is_due_nothing_else_is_accepted(game):
    rules, rng, tried, phases = games.find(game), random.Random(1), 0, set()
    for told, position in recorded(game):
        others = some_of_each_kind(rng, told["events"])
        for data in told["events"]:
            wanted = DUE[game].get(position.phase.value)
            fresh = position.phase not in phases or rng.random() < 0.1
            for other in others if wanted is not None and fresh else ():
                if other["type"] not in wanted | ALWAYS[game]:
                    legality = rules.legal(position, rules.event_from_json(other))
                    assert legality.answer is Answer.NO, (position.phase, other, legality)
                    tried += 1
                    phases.add(position.phase)
            position = rules.apply(position, rules.event_from_json(data))
    assert phases == set(DUE[game])
    assert tried > 100


def test_a_cheese_that_was_earned_is_taken_before_anybody_acts():
    rules, rng, tried = appenzell.GAME, random.Random(2), 0
    for told, position in recorded("appenzell"):
        others = some_of_each_kind(rng, told["events"])
        for data in told["events"]:
            owed = [seat for seat in range(position.players) if earned(position, seat)]
            if owed and position.phase is appenzell.Phase.TURN and told["options"].get("books"):
                for other in others:
                    if other["type"] not in ("take", "reveal", "set_up", "place"):
                        legality = rules.legal(position, rules.event_from_json(other))
                        assert legality.answer is Answer.NO, (other, legality)
                        tried += 1
            position = rules.apply(position, rules.event_from_json(data))
    assert tried > 50


# --- two of a kind both count, and what is used up is used up -------------------------------


def dug(*names, loot=""):
    """Seat 0 has lifted these tiles with the bar from b2, c2 and d2."""
    shafts = dict(zip(("b2", "c2", "d2"), names, strict=True))
    position = mine.with_loot(mine.with_shafts(mine.digging(mine.BAR, 30), shafts), 0, loot)
    marked = mine.play(position, solomon.Mark(0, mine.squares("b2 c2 d2")))
    return mine.play(marked, solomon.Lift(0, mine.tiles(" ".join(names))))


def test_solomon_two_equal_curses_are_both_paid():
    assert dug("c2", "c2", "t1").due() == 4
    assert dug("c3", "c3", "c3").due() == 9


def test_solomon_one_of_two_amulets_turns_all_curses_away_and_the_other_stays():
    warded = mine.play(dug("c2", "c3", "s1", loot="amulet amulet"), solomon.Ward(0))
    assert warded.loot[0] == counted(mine.tiles("amulet c2 c3 s1"))
    assert warded.active == 1


def test_solomon_an_amulet_of_before_counts_beside_one_just_dug():
    position = dug("c2", "amulet", "s1", loot="amulet")
    assert mine.play(position, solomon.Ward(0)).loot[0] == counted(mine.tiles("amulet c2 s1"))
    assert mine.broken(dug("c2", "amulet", "s1"), solomon.Ward(0)) == ["object-same-turn"]


def test_solomon_one_object_is_used_once_in_a_dig():
    position = mine.with_loot(mine.digging(mine.BAR, 30), 0, "axe axe")
    twice = solomon.Mark(0, mine.squares("b2 c2 d2"), (solomon.Magic.AXE,) * 2)
    assert mine.broken(position, twice) == ["object-not-owned"]


def test_solomon_points_count_every_tile_of_a_kind():
    position = mine.opened(2)
    two = counted(mine.tiles("t5 t5 s1 s1 s2 s2 s3 s3 s4 s4 c3 c3 axe axe"))
    one = counted(mine.tiles("t5 s1 s2 s3 s4 c3 axe"))
    over = replace(position, phase=solomon.Phase.FINISHED, loot=(two, one))
    assert [tuple(part.values()) for part in parts(over)] == [
        (10, 10, 20, 24, 16),
        (10, 5, 10, 12, 8),
    ]


def test_solomon_the_last_coin_and_nothing_more():
    position = mine.with_loot(dug("c1", "s1", "s2"), 0, "c1 s1 s2", 1)
    assert mine.play(position, solomon.Pay(0, 1)).coins[0] == 0
    poor = mine.with_loot(dug("c2", "s1", "s2"), 0, "c2 s1 s2", 1)
    assert mine.broken(poor, solomon.Pay(0, 2)) == ["not-in-loot"]
    assert solomon.Fail(0) in solomon.GAME.actions(poor)


def test_solomon_no_object_left_means_no_magic_to_choose():
    position = mine.digging(mine.BAR, 30)
    marks = [e for e in solomon.GAME.actions(position) if isinstance(e, solomon.Mark)]
    assert marks
    assert not any(mark.objects for mark in marks)
    assert mine.broken(position, solomon.Mark(0, mine.squares("b2 c2 d2"), tuple(solomon.Magic)))


@pytest.mark.parametrize("seed", range(12))
def test_solomon_no_tile_is_made_or_lost_by_what_goes_round_unseen(seed):
    """Whoever adds, deals and tells: every tile seen lies somewhere, and in one place."""
    for _, _, position in mine.random_game(random.Random(seed), 3 + seed % 3):
        everywhere = plus(position.pile, position.gone)
        for loot in position.loot:
            everywhere = plus(everywhere, loot)
        for stack in position.stacks:
            everywhere = plus(everywhere, counted(stack))
        assert sum(everywhere) == 144
        if position.phase is solomon.Phase.FINISHED:
            told = [tile for _, tile in position.books.told]
            over = [max(0, everywhere[t] - position.seen[t]) for t in range(1, len(NONE))]
            assert sum(over) <= len(told)


def test_kilt_the_bank_owes_what_it_lacks():
    position = tower.with_towers(tower.opened(), {(0, 0): "r1", (0, 1): "r1"})
    position = tower.with_rows(position, {18: [tower.card(tower.R)], 19: [tower.card(tower.O)]})
    position = replace(position, bank=1)
    moved = tower.play(position, kilt.Move(tower.card(tower.R), 19))
    builds = [e for e in kilt.GAME.actions(moved) if isinstance(e, kilt.Build)]
    after = tower.play(moved, next(each for each in builds if each.crests == 0))
    assert after.day is not None
    assert after.bank == 1 - sum(after.day.amounts) < 0
    assert sum(after.ducats) + after.bank == sum(position.ducats) + 1


def test_kilt_two_equal_areas_pay_once():
    towers = {(1, 0): "r1", (3, 0): "r1"}
    position = tower.with_towers(tower.opened(), towers)
    assert kilt.areas(position, tower.R) == [2, 2]
    assert kilt.ducat_day(position).amounts[0] == 2


def test_kilt_both_roofs_of_an_area_count():
    towers = {(1, 0): "r0", (1, 1): "l0", (1, 2): "l0"}
    one = tower.with_towers(tower.opened(), towers, [(1, 1)])
    two = tower.with_towers(tower.opened(), towers, [(1, 1), (1, 2)])
    assert (kilt.areas(one, tower.R), kilt.areas(two, tower.R)) == ([2], [3])


def test_seven_locks_the_last_pearl_of_the_bin_and_none():
    position = locks.opened()
    few = replace(position, bin=1, forfeited=position.forfeited + position.bin - 1)
    lost = locks.play(few, seven_locks.Roll(1, 1))
    assert lost.lost
    assert lost.bin + lost.hand == 1
    assert not [e for e in seven_locks.GAME.actions(lost) if isinstance(e, seven_locks.Drop)]


def test_seven_locks_who_has_spent_his_coats_places_none():
    position = locks.play(locks.at_key(3), seven_locks.Take(1))
    bare = replace(position, coats=(position.coats[0], 0, position.coats[2]))
    assert not seven_locks.GAME.legal(bare, seven_locks.Coat(1, True))


def test_seven_locks_everybody_who_joined_shares():
    position = locks.open_now(locks.at_key(4), 4, (1, 2, 3))
    pearls = position.pearls[position.keymaster]
    after = locks.play(position, seven_locks.Treasure(pearls))
    each = pearls // 4
    assert after.boxes == (pearls - 3 * each, each, each, each)


def test_appenzell_four_mice_on_one_kind_collect_it_once():
    names = {"a6": "c1", "b6": "c1", "c6": "c1", "b7": "plain"}
    position = burg.with_mice(burg.with_open(burg.opened(2), "a6 d7 b7", **names), "a6 b6 a7", "g7")
    after = appenzell.GAME.apply(position, appenzell.EndTurn(0))
    assert after.cheeses[0].bit_count() <= 1


def test_appenzell_there_is_a_collecting_tile_of_each_kind_for_everybody():
    """28 tiles, 7 kinds, 4 players at most, each kind once: they cannot run out."""
    position = burg.with_cheeses(burg.opened(4), *[range(1, 8)] * 4)
    assert sum(kinds.bit_count() for kinds in position.cheeses) == 28
    assert burg.broken(position, appenzell.Take(2, 3)) == ["cheese-twice"]


def test_appenzell_no_fifth_mouse_enters():
    position = replace(burg.opened(2), waiting=(0, 4))
    entrance = burg.f("a1")
    legality = appenzell.GAME.legal(position, appenzell.Run(0, appenzell.OUTSIDE, entrance))
    assert [ruling.rule for ruling in legality.rulings] == ["appenzell.no-mouse-outside"]


def test_appenzell_with_all_roofs_on_none_can_be_put_back():
    position = burg.opened(2)
    legality = appenzell.GAME.legal(position, appenzell.Cover(0))
    assert [ruling.rule for ruling in legality.rulings] == ["appenzell.roof-there"]
