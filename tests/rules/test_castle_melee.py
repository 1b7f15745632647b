"""Melee: one roll for both sides, tables, modifiers, companions, witches, duels."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.castle import (
    GAME,
    Cast,
    Done,
    Fight,
    Found,
    HitCounter,
    Name,
    Phase,
    Roll,
    Search,
    Show,
    Step,
    Use,
)
from rules.castle.party import modifier, modifiers, shares
from rules.castle.pieces import CLERICS_PREY, COLUMN, HITS, MONSTERS, WITCH_THROWS
from rules.castle.position import Combat, Foe, Member, drafted, frozen
from rules.castle.spells import join
from tests.rules.castle_tables import (
    NUMBER,
    C,
    F,
    W,
    cleared,
    facing,
    holding,
    loot,
    member,
    opened,
    play,
    put,
    rules_of,
    with_foe,
)

HERE = NUMBER["10"]
TABLE = {who: opened(who, F) for who in (F, C, W)}


def joined(position, kind, constitution, party=0, **changes):
    draft = drafted(position)
    join(draft, party, Member(kind, constitution, -1, party, **changes))
    return frozen(draft)


def test_the_tables_of_the_map():
    assert HITS["behemoth"] == (3, 3, 2, 2, 0, 0)
    assert HITS["shadow"] == (2, 1, 1, 1, 1, 1)
    assert HITS["vampire"] == (3, 3, 3, 0, 0, 0)
    assert HITS["spider"] == (4, 1, 0, 0, 0, 0)
    assert HITS["dwarf"] == (0, 1, 1, 1, 2, 3)
    assert HITS["elf"] == (0, 0, 1, 1, 2, 3)
    assert set(HITS) == set(MONSTERS) | {"elf", "dwarf"}
    assert [COLUMN[roll] for roll in range(8)] == [0, 0, 1, 2, 3, 4, 5, 5]


def test_one_roll_hits_both_sides():
    position = play(with_foe(opened(F, C), "goblin", 9), Fight(0, 0), Roll(0, 2))
    assert position.foes[HERE][0].hits == 2
    assert position.members[0].hits == 2


def test_both_may_die_of_one_roll():
    position = member(with_foe(opened(F, C), "goblin", 2), 0, hits=8)
    position = play(position, Fight(0, 0), Roll(0, 2))
    assert position.foes[HERE] == ()
    assert position.members[0].state == "dead"
    assert position.active == 1


def test_the_monster_gets_no_roll_of_its_own():
    position = play(with_foe(opened(F, C), "goblin", 9), Fight(0, 0), Roll(0, 2))
    assert rules_of(position, Roll(0, 3)) == ["castle.one-roll"]


def test_a_wizard_rolls_one_less_and_a_one_deals_nothing():
    position = play(with_foe(opened(W, C), "ogre", 9), Fight(0, 0), Roll(0, 1))
    assert position.foes[HERE][0].hits == 0
    assert position.members[0].hits == 4


@pytest.mark.parametrize(("kind", "hits"), [("zombie", 4), ("witch", 4), ("goblin", 3)])
def test_a_cleric_rolls_one_more_against_undead_and_witches(kind, hits):
    position = play(with_foe(opened(C, F), kind, 9), Fight(0, 0), Roll(0, 3))
    assert position.foes[HERE][0].hits == hits


def test_sword_heroism_and_a_curse_are_plus_one():
    position = member(holding(opened(F, C), 0, "sword"), 0, heroic=1, curse=1)
    assert modifier(position, 0, "goblin") == 1
    position = play(with_foe(position, "goblin", 9), Fight(0, 0), Roll(0, 4))
    assert position.foes[HERE][0].hits == 5


def test_modifiers_never_exceed_one_either_way():
    assert modifier(member(holding(opened(F, C), 0, "sword"), 0, heroic=1), 0, None) == 1
    assert modifier(member(opened(W, C), 0, curse=1, cursed_for_good=1), 0, None) == -1
    assert modifier(member(opened(W, C), 0, heroic=1), 0, None) == 0


def test_heroism_before_movement_and_before_melee_adds_up():
    position = member(with_foe(opened(W, C), "ogre", 6), 0, heroic=2)
    assert modifiers(position.members[0], "ogre") == {"wizard": -1, "heroism": 2}
    position = play(position, Fight(0, 0), Roll(0, 3))
    assert position.foes[HERE][0].hits == 4
    assert position.members[0].hits == 0
    assert rules_of(position, HitCounter(4, area="10")) == []


def test_two_swords_outweigh_a_curse():
    position = member(holding(opened(F, C), 0, "sword", "sword"), 0, curse=1)
    assert modifier(position, 0, "goblin") == 1
    position = play(with_foe(position, "goblin", 9), Fight(0, 0))
    hint = GAME.hints(position, 0)[0]
    assert hint.facts["causes"] == ["sword", "sword", "curse"]


def test_a_sword_outweighs_one_curse_and_not_two():
    assert modifier(member(holding(opened(F, C), 0, "sword"), 0, curse=1), 0, None) == 0
    assert modifier(member(holding(opened(F, C), 0, "sword"), 0, curse=2), 0, None) == -1


TWICE = st.integers(0, 2)


@given(st.sampled_from([F, C, W]), st.sampled_from([*MONSTERS]), TWICE, TWICE, TWICE, TWICE)
def test_all_modifiers_together_are_their_sum_capped(who, foe, sword, heroic, curse, witch):
    position = holding(TABLE[who], 0, *["sword"] * sword)
    position = member(position, 0, heroic=heroic, curse=curse, cursed_for_good=witch)
    total = heroic - curse - witch - (who == W) + sword * (who == F)
    total += who == C and foe in CLERICS_PREY
    assert modifier(position, 0, foe) == max(-1, min(1, total))
    for die in range(1, 7):
        assert 0 <= die + modifier(position, 0, foe) <= 7


def test_only_a_fighter_wields_the_sword():
    assert modifier(holding(opened(C, F), 0, "sword"), 0, "goblin") == 0
    assert modifier(holding(opened(W, F), 0, "sword"), 0, "goblin") == -1


def test_a_troll_regains_a_hit_a_round_if_it_lives():
    position = play(with_foe(opened(F, C), "troll", 9, 2), Fight(0, 0), Roll(0, 4))
    assert position.foes[HERE][0].hits == 5
    position = play(with_foe(opened(F, C), "troll", 6, 2), Fight(0, 0), Roll(0, 4))
    assert position.foes[HERE] == ()


def test_melee_goes_on_until_one_side_has_fallen():
    position = play(with_foe(opened(F, C), "goblin", 9), Fight(0, 0), Roll(0, 2))
    assert rules_of(position, Done(0)) == ["castle.fight-on"]
    position = play(position, Fight(0, 0), Roll(0, 6), Fight(0, 0), Roll(0, 6))
    assert position.phase is Phase.SEARCH


def test_a_fight_broken_off_all_the_same_leaves_the_monster_and_the_next_party_on():
    position = play(with_foe(opened(F, C), "goblin", 9), Fight(0, 0), Roll(0, 2))
    after = GAME.apply(position, Done(0))
    assert after.phase is Phase.PREPARE
    assert after.active == 1 - position.active
    assert after.foes == position.foes


def test_who_kills_a_monster_loses_the_curse_counter_but_not_the_witchs_curse():
    position = member(with_foe(opened(F, C), "bat", 2), 0, curse=2, cursed_for_good=1)
    position = play(position, Fight(0, 0), Roll(0, 6))
    assert position.members[0].curse == 0
    assert position.members[0].cursed_for_good == 1


# --- companions -----------------------------------------------------------------------------------


def test_elf_and_dwarf_deal_by_their_own_tables_with_the_same_roll():
    position = joined(with_foe(opened(F, C), "goblin", 4), "elf", 4)
    position = play(position, Fight(0, 2), Roll(0, 5))
    assert position.foes[HERE][0].hits == 2
    position = joined(with_foe(opened(F, C), "goblin", 4), "dwarf", 5)
    position = play(position, Fight(0, 2), Roll(0, 1))
    assert position.foes[HERE][0].hits == 0
    assert position.members[2].hits == 3


def test_elf_and_dwarf_do_not_fight_what_is_larger():
    position = joined(with_foe(opened(F, C), "goblin", 5), "elf", 4)
    assert rules_of(position, Fight(0, 2)) == ["castle.too-large"]
    position = joined(with_foe(opened(F, C), "goblin", 5), "dwarf", 5)
    assert rules_of(position, Fight(0, 2)) == []


def test_a_charmed_monster_fights_by_its_table_on_the_attackers_roll():
    position = joined(with_foe(opened(W, C), "goblin", 4), "ogre", 6)
    position = play(position, Fight(0, 2), Roll(0, 2))
    assert position.foes[HERE] == ()
    assert position.members[2].hits == 2


def test_without_characters_captives_are_lost_and_the_charmed_run_wild():
    position = joined(joined(with_foe(opened(W, C), "goblin", 9), "elf", 4), "ogre", 6, hits=2)
    position = loot(holding(member(position, 0, hits=5), 0, "acid"), 0, "gold-200", "curse-300")
    position = play(position, Fight(0, 0), Roll(0, 2))
    assert position.members[0].state == "dead"
    assert position.members[2].state == "dead"
    assert position.members[3].state == "wild"
    assert Foe("ogre", 6, 2) in position.foes[HERE]
    assert position.lying == ((HERE, (("acid", False), ("gold-200", False))),)


def test_a_dead_allys_things_stay_with_the_party():
    position = with_foe(opened(F, C, groups=[(0, 1)]), "goblin", 9)
    position = holding(member(position, 0, hits=9), 0, "boots")
    position = play(position, Fight(0, 0), Roll(0, 1))
    assert position.members[1].items == (("boots", False),)
    assert position.phase is Phase.MELEE


def test_several_monsters_are_fought_one_at_a_time():
    position = with_foe(opened(F, C), "goblin", 3)
    foes = list(position.foes)
    foes[HERE] = (Foe("goblin", 3), Foe("bat", 2))
    position = replace(position, foes=tuple(foes))
    assert len(GAME.actions(position)) == 2
    position = play(position, Fight(0, 0, 1), Roll(0, 6))
    assert position.foes[HERE] == (Foe("goblin", 3),)
    assert rules_of(position, Fight(0, 0, 1)) == ["castle.no-target"]


# --- the witch ------------------------------------------------------------------------------------


def bewitched(position, die, *more):
    position = with_foe(position, "witch", 9)
    return play(position, Fight(0, 0), Roll(0, 3), Roll(0, die), *more)


def test_the_witch_throws_spells_on_0_to_3_only():
    assert WITCH_THROWS == (True, True, True, False, False, False)
    position = play(with_foe(opened(F, C), "witch", 9), Fight(0, 0), Roll(0, 4))
    assert position.due == ()
    position = play(with_foe(opened(F, C), "witch", 9), Fight(0, 0), Roll(0, 3))
    assert position.due[0].what == "witch"
    assert position.members[0].hits == 0


def test_witch_1_teleports_to_the_start_which_is_not_leaving():
    position = bewitched(opened(F, C), 1)
    assert position.parties[0].at == NUMBER["A"]
    assert position.parties[0].state == "in"
    assert position.active == 1
    assert position.foes[HERE][0].hits == 3


def test_witch_2_dispels_items_and_charm():
    position = joined(holding(opened(F, C), 0, "healing", "acid"), "ogre", 6)
    position = bewitched(position, 2)
    assert position.members[0].items == ()
    assert [foe.kind for foe in position.foes[HERE]] == ["witch", "ogre"]
    assert position.phase is Phase.MELEE


def test_witch_3_turns_gold_to_lead():
    position = bewitched(loot(opened(F, C), 0, "gold-500", "key-a"), 3)
    assert position.parties[0].loot == (("key-a", False),)


def test_witch_4_poisons_everybody_in_the_party():
    position = joined(opened(F, C, groups=[(0, 1)]), "dwarf", 5)
    position = bewitched(position, 4, Roll(0, 4))
    assert [each.hits for each in position.members] == [4, 4, 4]


def test_witch_5_curses_all_but_clerics_for_good():
    position = bewitched(opened(F, C, groups=[(0, 1)]), 5)
    assert [each.cursed_for_good for each in position.members] == [1, 0]


def test_two_curses_of_witches_count_twice():
    position = bewitched(opened(F, C), 5, Fight(0, 0), Roll(0, 3), Roll(0, 5))
    assert position.members[0].cursed_for_good == 2
    assert modifiers(position.members[0], "witch") == {"witch-curse": -2}
    assert modifier(holding(position, 0, "sword"), 0, "witch") == -1


def test_witch_6_doubles_the_hits_taken():
    position = member(opened(F, C, groups=[(0, 1)]), 0, hits=3)
    position = bewitched(member(position, 1, hits=4), 6)
    assert position.members[0].hits == 6
    assert position.members[1].state == "dead"


# --- party against party --------------------------------------------------------------------------


def duel(position):
    return replace(facing(position), phase=Phase.MELEE)


def test_two_characters_each_roll_and_hit_at_once():
    position = duel(opened(F, W))
    assert rules_of(position, Fight(1, 1)) == ["castle.not-your-turn", "castle.own-party-only"]
    position = play(position, Fight(0, 0), Fight(1, 1))
    assert [due.seat for due in position.due] == [0, 1]
    position = play(position, Roll(0, 4), Roll(1, 3))
    assert position.members[1].hits == 4
    assert position.members[0].hits == 2
    assert position.combat.champion == -1


def test_a_companion_answers_by_the_characters_roll():
    position = joined(duel(opened(F, W)), "ogre", 6, 1)
    position = play(position, Fight(0, 0), Fight(1, 2))
    assert [due.seat for due in position.due] == [0]
    position = play(position, Roll(0, 3))
    assert position.members[2].hits == 3
    assert position.members[0].hits == 2
    position = joined(duel(opened(F, W)), "ogre", 6, 0)
    position = play(position, Fight(0, 2), Fight(1, 1), Roll(1, 3))
    assert position.members[1].hits == 4
    assert position.members[2].hits == 2


def test_two_companions_fight_on_the_attackers_roll():
    position = joined(joined(duel(opened(F, W)), "ogre", 6, 0), "goblin", 3, 1)
    position = play(position, Fight(0, 2), Fight(1, 3))
    assert [(due.seat, due.what) for due in position.due] == [(0, "melee")]
    position = play(position, Roll(0, 3))
    assert position.members[2].hits == 1
    assert position.members[3].hits == 2


def test_the_winner_may_take_what_the_fallen_party_had():
    position = loot(member(duel(opened(F, W)), 1, hits=5), 1, "gold-400")
    position = play(position, Fight(0, 0), Fight(1, 1), Roll(0, 6), Roll(1, 2))
    assert position.parties[1].state == "dead"
    assert position.phase is Phase.SEARCH
    assert position.lying == ((HERE, (("gold-400", False),)),)


def test_the_princess_stays_when_her_escort_dies():
    position = with_foe(opened(F, C), "goblin", 9)
    parties = (replace(position.parties[0], princess=True), position.parties[1])
    position = member(replace(position, parties=parties, princess=-1), 0, hits=9)
    position = play(position, Fight(0, 0), Roll(0, 1))
    assert position.princess == HERE


def test_after_one_fight_another_opponent_may_wait():
    position = put(put(cleared(opened(F, C)), 0, "10"), 1, "10")
    foes = list(position.foes)
    foes[HERE] = (Foe("bat", 2),)
    position = replace(position, foes=tuple(foes), combat=Combat(-1), phase=Phase.MELEE)
    position = play(position, Fight(0, 0), Roll(0, 6))
    assert position.combat.rival == 1
    assert position.phase is Phase.SPELLS


def test_nobody_fights_where_nobody_is():
    assert rules_of(opened(F, C), Fight(0, 0)) == ["castle.no-fight"]
    assert rules_of(with_foe(opened(F, C), "bat", 2), Fight(0, 7)) == ["castle.no-such-member"]


def test_elf_and_dwarf_do_not_answer_a_larger_charmed_monster():
    position = joined(joined(duel(opened(F, W)), "ogre", 6, 0), "elf", 4, 1)
    position = play(position, Fight(0, 2))
    ruling = GAME.legal(position, Fight(1, 3)).rulings[0]
    assert ruling.rule == "castle.too-large"
    assert ruling.facts == {"member": {"kind": "elf", "seat": None}, "counter": "ogre"}
    assert GAME.actions(position) == [Fight(1, 1)]
    assert rules_of(position, Fight(1, 1)) == []


def test_a_larger_charmed_monster_does_not_answer_elf_or_dwarf():
    position = joined(joined(duel(opened(F, W)), "elf", 4, 0), "ogre", 6, 1)
    position = play(position, Fight(0, 2))
    ruling = GAME.legal(position, Fight(1, 3)).rulings[0]
    assert ruling.rule == "castle.too-large"
    assert ruling.facts == {"member": {"kind": "elf", "seat": None}, "counter": "ogre"}
    assert GAME.actions(position) == [Fight(1, 1)]


@pytest.mark.parametrize(
    ("captive", "own", "other", "size"), [("elf", 4, "goblin", 4), ("elf", 4, "dwarf", 5)]
)
def test_elf_and_dwarf_meet_monsters_of_their_size_and_each_other(captive, own, other, size):
    position = joined(joined(duel(opened(F, W)), captive, own, 0), other, size, 1)
    assert rules_of(play(position, Fight(0, 2)), Fight(1, 3)) == []
    assert rules_of(play(position, Fight(0, 2)), Fight(1, 1)) == []
    position = joined(joined(duel(opened(F, W)), other, size, 0), captive, own, 1)
    assert rules_of(play(position, Fight(0, 2)), Fight(1, 3)) == []


# --- the Princess, won and lost -------------------------------------------------------------------


def escorted(position, party):
    parties = list(position.parties)
    parties[party] = replace(parties[party], princess=True)
    return replace(position, parties=tuple(parties), princess=-1)


def test_an_attacker_who_wins_captures_the_princess_at_once():
    position = escorted(member(duel(opened(F, W)), 1, hits=5), 1)
    position = play(position, Fight(0, 0), Fight(1, 1))
    before = play(position, Roll(0, 6))
    said = [each.message for each in GAME.followed(before, Roll(1, 2), None)]
    assert "castle.event.princess-joins" in said
    assert "castle.event.princess-stays" not in said
    position = play(before, Roll(1, 2))
    assert [party.princess for party in position.parties] == [True, False]
    assert position.princess == -1


def test_a_defender_who_wins_captures_the_princess_at_once():
    position = escorted(member(duel(opened(F, W)), 0, hits=9), 0)
    position = joined(position, "goblin", 3, 0)
    position = play(position, Fight(0, 0), Fight(1, 1), Roll(0, 1), Roll(1, 6))
    assert [party.princess for party in position.parties] == [False, True]
    assert position.active == 1
    assert [foe.kind for foe in position.foes[HERE]] == ["goblin"]


def test_a_princess_whose_escorts_both_sides_spells_killed_stays():
    position = escorted(member(member(facing(opened(W, W)), 1, hits=5), 0, hits=5), 0)
    position = play(position, Cast(0, 0, "fireball", 1), Roll(0, 6), Roll(0, 6), Done(0))
    position = play(position, Cast(1, 1, "fireball", 0), Roll(1, 6), Roll(1, 6), Done(1))
    assert not any(party.princess for party in position.parties)
    assert position.princess == HERE


def test_a_fireball_that_kills_the_escort_wins_the_princess():
    position = escorted(member(facing(opened(W, F)), 1, hits=9), 1)
    position = play(position, Cast(0, 0, "fireball", 1), Roll(0, 5), Roll(0, 3), Done(0), Done(1))
    assert position.parties[0].princess


# --- charmed monsters that are killed -------------------------------------------------------------


def test_a_charmed_monster_killed_by_fireball_lifts_the_curse():
    position = joined(member(facing(opened(W, F)), 0, curse=1), "goblin", 3, 1)
    position = play(position, Cast(0, 0, "fireball", 2), Roll(0, 6), Roll(0, 6), Done(0), Done(1))
    assert position.members[2].state == "dead"
    assert position.members[0].curse == 0


@pytest.mark.parametrize(("item", "dice"), [("pistol", (6,)), ("acid", (4, 6))])
def test_a_charmed_monster_killed_by_pistol_or_acid_lifts_the_curse(item, dice):
    position = joined(member(facing(opened(F, C)), 0, curse=2, aims=True), "goblin", 3, 1)
    position = holding(position, 0, item)
    assert rules_of(position, Use(0, 0, item, 2)) == []
    position = play(position, Use(0, 0, item, 2), *(Roll(0, die) for die in dice))
    assert position.members[0].curse == 0
    assert play(position, Done(0), Done(1)).members[2].state == "dead"


def test_a_character_killed_or_a_monster_only_wounded_lifts_no_curse():
    position = joined(member(facing(opened(W, F)), 0, curse=1), "goblin", 3, 1)
    wounded = play(position, Cast(0, 0, "fireball", 2), Roll(0, 4), Roll(0, 2))
    assert wounded.members[0].curse == 1
    position = member(position, 1, hits=9)
    killed = play(position, Cast(0, 0, "fireball", 1), Roll(0, 4), Roll(0, 2))
    assert killed.members[0].curse == 1


def test_who_burns_a_charmed_monster_that_is_dead_already_kills_nothing():
    position = facing(opened(W, F, W, groups=[(0, 2)]))
    position = joined(member(member(position, 0, curse=1), 2, curse=1), "goblin", 3, 1)
    position = play(position, Cast(0, 0, "fireball", 3), Roll(0, 4), Roll(0, 4))
    position = play(position, Cast(2, 2, "fireball", 3), Roll(2, 4), Roll(2, 4))
    assert [position.members[at].curse for at in (0, 2)] == [0, 1]


# --- what is kept from the device, too ------------------------------------------------------------


def keeping(*kinds):
    """A fighter's party with two counters that the device was not told of."""
    return loot(opened(F, C), 0, "unseen", "unseen", *kinds)


def test_gold_kept_from_the_device_turns_to_lead_as_well():
    position = bewitched(keeping("key-a"), 3)
    assert position.due == ()
    asked = [hint.hint for hint in GAME.hints(position, 0)]
    assert "castle.know-struck" in asked
    assert rules_of(position, Name(0, "gold-500")) == []
    said = GAME.followed(position, Name(0, "gold-500"), 1)
    assert [each.message for each in said] == ["castle.event.destroyed"]
    position = play(position, Name(0, "gold-500"))
    assert position.parties[0].loot == (("unseen", False), ("key-a", False))
    position = play(position, Fight(0, 0))
    assert rules_of(position, Name(0, "gold-500")) == ["castle.due-first"]
    position = play(position, Roll(0, 6))
    assert rules_of(position, Name(0, "gold-400")) == ["castle.struck-untold"]
    assert rules_of(position, Name(0, "acid")) == []
    assert Name(0, "gold-400") not in GAME.matching(position, {"type": "name", "seat": 0})


def test_gold_found_after_the_witch_was_beaten_is_named_as_ever():
    position = play(bewitched(keeping(), 3), Fight(0, 0), Roll(0, 6))
    assert position.phase is Phase.SEARCH
    position = play(position, Search(0, 0), Found(0, None))
    assert rules_of(position, Name(0, "gold-400")) == []
    position = play(replace(position, active=0), Name(0, "gold-400"))
    assert rules_of(position, Name(0, "gold-400")) == ["castle.struck-untold"]
    assert position.parties[0].struck == (("lead",), ("lead",))


def test_items_kept_from_the_device_are_dispelled_as_well():
    position = bewitched(keeping(), 2)
    named = play(position, Name(0, "acid"))
    assert named.members[0].items == ()
    assert rules_of(named, Name(0, "acid")) == ["castle.no-counter-left"]
    assert rules_of(position, Use(0, 0, "sword")) == ["castle.no-such-item"]
    after = play(position, Fight(0, 0), Roll(0, 6))
    assert rules_of(after, Name(0, "acid")) == ["castle.struck-untold"]
    assert rules_of(after, Name(0, "gold-100")) == []


def test_captives_kept_from_the_device_are_poisoned_and_cursed_as_well():
    position = bewitched(keeping(), 4, Roll(0, 4))
    position = play(position, Name(0, "dwarf"))
    assert (position.members[2].kind, position.members[2].hits) == ("dwarf", 4)
    assert play(position, Name(0, "elf")).members[3].state == "dead"
    position = play(bewitched(keeping(), 5), Name(0, "dwarf"))
    assert position.members[2].cursed_for_good == 1
    position = play(position, Fight(0, 0), Roll(0, 6))
    assert rules_of(position, Name(0, "elf")) == ["castle.struck-untold"]


def test_two_spells_strike_twice_what_is_kept():
    position = play(bewitched(keeping(), 3), Fight(0, 0), Roll(0, 3), Roll(0, 2))
    position = play(position, Fight(0, 0), Roll(0, 6))
    assert position.parties[0].struck == (("lead", "dispel"), ("lead", "dispel"))
    assert rules_of(position, Name(0, "key-b")) == []
    assert GAME.view(position, 0)["parties"][0]["loot"] == ["unseen", "unseen"]


def test_what_was_struck_scores_nothing_at_the_end():
    position = play(bewitched(loot(opened(F, C), 0, "unseen"), 3), Fight(0, 0), Roll(0, 6))
    position = member(position, 1, state="dead")
    dead = replace(position.parties[1], state="dead")
    position = replace(position, parties=(position.parties[0], dead))
    position = play(put(replace(position, active=0, phase=Phase.MOVE), 0, "1"), Step(0, "A"))
    assert position.phase is Phase.FINISHED
    assert rules_of(position, Name(0, "gold-500")) == ["castle.struck-untold"]
    assert shares(position) == (0, 0)


@pytest.mark.parametrize("die", [2, 3, 5])
def test_nobody_else_sees_that_somebody_is_asked(die):
    open_ = bewitched(loot(opened(F, C), 0, "key-b", "key-b"), die)
    kept = bewitched(loot(opened(F, C), 0, "unseen", "unseen"), die)
    for seat in (None, 1):
        assert GAME.view(open_, seat) == GAME.view(kept, seat)
        assert GAME.hints(open_, seat) == GAME.hints(kept, seat)
    assert GAME.actions(open_) == GAME.actions(kept)


def test_a_captive_that_came_forward_leaves_none_of_its_kind():
    position = joined(
        joined(duel(opened(F, W)), "elf", 4, 0, hidden=True), "elf", 4, 1, hidden=True
    )
    position = play(position, Show(0, 2))
    assert rules_of(position, Show(1, 3)) == ["castle.no-counter-left"]
    assert Show(1, 3) not in GAME.actions(play(position, Fight(0, 0)))
