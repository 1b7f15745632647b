"""Magic items: when they are used, what the dice do, who may have them."""

from dataclasses import replace

import pytest

from rules.castle import (
    GAME,
    Cast,
    Done,
    Fight,
    Found,
    Give,
    HitCounter,
    Land,
    Name,
    Peek,
    Phase,
    Roll,
    Saw,
    Search,
    Step,
    Take,
    TurnUp,
    Use,
)
from rules.castle.pieces import TREASURES
from rules.castle.position import FACE_DOWN, Foe, Member, drafted, frozen
from rules.castle.spells import join
from rules.values import Answer
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
    spelling,
    with_foe,
)

HERE = NUMBER["10"]


def charmed(position, kind, party):
    draft = drafted(position)
    join(draft, party, Member(kind, 3, -1, party))
    return frozen(draft)


def shooting(*characters, groups=()):
    """Two parties that have met; the first character of each can fire a pistol."""
    position = facing(opened(*characters, groups=groups))
    for number in (0, 1):
        position = member(position, number, items=(("pistol", True),), aims=True)
    return position


# --- acid -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "hits"), [(3, 0), (4, 5), (6, 5)])
def test_acid_hits_from_four_for_one_die_and_is_gone_either_way(die, hits):
    position = holding(spelling(opened(F, C), "behemoth", 9), 0, "acid")
    position = play(position, Use(0, 0, "acid", 0), Roll(0, die))
    if hits:
        position = play(position, Roll(0, hits))
    assert position.foes[HERE][0].hits == hits
    assert position.members[0].items == ()
    assert rules_of(position, Use(0, 0, "acid", 0)) == ["castle.item-used-up"]


def test_acid_is_for_the_spell_phase_and_for_monsters():
    position = holding(opened(F, C), 0, "acid")
    assert rules_of(position, Use(0, 0, "acid", 0)) == ["castle.no-target"]
    fight = holding(with_foe(opened(F, C), "goblin", 9), 0, "acid")
    assert rules_of(fight, Use(0, 0, "acid", 0)) == ["castle.wrong-step"]
    rivals = holding(facing(opened(F, C)), 0, "acid")
    assert rules_of(rivals, Use(0, 0, "acid", 1)) == ["castle.no-target"]


def test_acid_hits_a_charmed_monster_of_another_party():
    position = charmed(holding(facing(opened(F, C)), 0, "acid"), "goblin", 1)
    assert Use(0, 0, "acid", 2) in GAME.actions(position)
    assert rules_of(position, Use(0, 0, "acid", 2)) == []
    assert rules_of(position, Use(0, 0, "acid", 1)) == ["castle.no-target"]
    position = play(position, Use(0, 0, "acid", 2), Roll(0, 4), Roll(0, 2))
    assert position.members[2].hits == 2
    assert rules_of(position, Use(0, 0, "acid", 2)) == ["castle.item-used-up"]


def test_acid_is_not_for_ones_own_charmed_monster():
    position = charmed(holding(facing(opened(F, C)), 0, "acid"), "goblin", 0)
    assert rules_of(position, Use(0, 0, "acid", 2)) == ["castle.no-target"]


def test_spells_come_before_acid_and_pistol():
    position = holding(spelling(opened(W, C), "behemoth", 9), 0, "acid")
    position = play(position, Use(0, 0, "acid", 0), Roll(0, 1))
    assert rules_of(position, Cast(0, 0, "fireball", 0)) == ["castle.spells-before-items"]


# --- pistol ---------------------------------------------------------------------------------------


def test_the_pistol_must_be_understood_before_it_fires():
    position = holding(opened(F, C), 0, "pistol")
    fight = holding(spelling(opened(F, C), "behemoth", 9), 0, "pistol")
    assert rules_of(fight, Use(0, 0, "pistol", 0)) == ["castle.pistol-unknown"]
    position = play(position, Use(0, 0, "pistol"), Roll(0, 5))
    assert position.members[0].aims
    assert rules_of(position, Use(0, 0, "pistol")) == ["castle.pistol-known"]


def test_three_and_four_may_try_again_at_once_or_stop():
    position = play(holding(opened(F, C), 0, "pistol"), Use(0, 0, "pistol"), Roll(0, 3))
    assert play(position, Roll(0, 6)).members[0].aims
    stopped = play(position, Done(0))
    assert rules_of(stopped, Use(0, 0, "pistol")) == ["castle.pistol-once"]


def test_one_and_two_shoot_the_character_and_the_pistol_is_gone():
    position = holding(opened(F, C), 0, "pistol")
    position = play(position, Use(0, 0, "pistol"), Roll(0, 2), Roll(0, 4))
    assert position.members[0].hits == 4
    assert position.members[0].items == ()


def test_a_shot_hits_for_one_die_once():
    position = member(holding(spelling(opened(F, C), "behemoth", 9), 0, "pistol"), 0, aims=True)
    position = play(position, Use(0, 0, "pistol", 0), Roll(0, 6))
    assert position.foes[HERE][0].hits == 6
    assert rules_of(position, Use(0, 0, "pistol", 0)) == ["castle.item-used-up"]


def test_a_shot_may_hit_a_character_of_the_other_party():
    position = member(holding(facing(opened(F, C)), 0, "pistol"), 0, aims=True)
    position = play(position, Use(0, 0, "pistol", 1), Roll(0, 6))
    assert position.members[1].hits == 6


# --- between parties items come after the spells of both ----------------------------------------


def test_who_dies_of_the_others_spells_uses_nothing_any_more():
    position = member(shooting(W, F), 1, hits=8)
    position = play(position, Cast(0, 0, "fireball", 1), Roll(0, 6), Roll(0, 5), Done(0))
    assert position.members[1].hits == 14
    assert rules_of(position, Use(1, 1, "pistol", 0)) == ["castle.no-such-member"]
    assert GAME.actions(position) == [Done(1)]
    alive = play(member(shooting(W, F), 1, hits=3), Done(0))
    assert rules_of(alive, Use(1, 1, "pistol", 0)) == []
    assert Use(1, 1, "pistol", 0) in GAME.actions(alive)


def test_who_has_teleported_away_is_shot_no_more():
    position = play(shooting(W, F), Cast(0, 0, "teleport"), Roll(0, 5), Land(0, "c"), Done(0))
    assert rules_of(position, Use(1, 1, "pistol", 0)) == ["castle.no-target"]
    assert GAME.actions(position) == [Done(1)]
    assert play(position, Done(1)).parties[0].at == NUMBER["c"]


def test_who_is_dead_of_the_spells_is_shot_no_more():
    position = shooting(F, F, W, groups=[(1, 2)])
    position = member(position, 0, hits=9)
    position = play(position, Done(0), Cast(2, 2, "fireball", 0), Roll(2, 4), Roll(2, 2))
    assert rules_of(position, Use(1, 1, "pistol", 0)) == ["castle.no-target"]


def test_the_first_side_waits_with_its_items_for_a_wizard_of_the_other():
    position = shooting(F, W)
    assert rules_of(position, Use(0, 0, "pistol", 1)) == ["castle.items-after-spells"]
    assert GAME.actions(position) == [Done(0)]
    position = play(position, Done(0), Cast(1, 1, "fireball", 0), Roll(1, 6), Roll(1, 4), Done(1))
    assert (position.phase, position.combat.items) == (Phase.SPELLS, True)
    assert GAME.actions(position) == [Use(0, 0, "pistol", 1), Done(0)]
    assert rules_of(position, Cast(0, 0, "heroism", 0)) != []
    assert rules_of(position, Use(1, 1, "pistol", 0)) == ["castle.not-your-turn"]
    assert [hint.hint for hint in GAME.hints(position, None)] == ["castle.due-items"]
    shot = play(position, Use(0, 0, "pistol", 1), Roll(0, 3))
    assert (shot.phase, shot.members[1].hits) == (Phase.MELEE, 3)
    assert play(position, Done(0)).phase is Phase.MELEE


def test_a_shot_after_the_spells_kills_at_once():
    position = member(shooting(F, W), 1, hits=4)
    position = play(position, Done(0), Done(1), Use(0, 0, "pistol", 1), Roll(0, 2))
    assert position.parties[1].state == "dead"
    assert position.phase is Phase.SEARCH


def test_a_gunner_killed_by_the_others_fireball_has_no_turn_of_his_own():
    position = shooting(F, W, F, groups=[(0, 2)])
    position = member(position, 0, hits=9)
    position = play(position, Done(0), Cast(1, 1, "fireball", 0), Roll(1, 5), Roll(1, 1), Done(1))
    assert position.members[0].state == "dead"
    assert position.phase is Phase.MELEE


def test_without_a_wizard_on_the_other_side_nobody_waits():
    position = shooting(F, C)
    assert rules_of(position, Use(0, 0, "pistol", 1)) == []
    position = play(position, Use(0, 0, "pistol", 1), Roll(0, 3), Done(0), Done(1))
    assert position.phase is Phase.MELEE


def test_who_waits_with_acid_is_asked_whether_or_not_there_is_acid():
    """Otherwise the question alone would tell that somebody has it."""
    for kind in ("acid", "sword"):
        position = charmed(holding(facing(opened(F, W)), 0, kind), "goblin", 1)
        position = play(position, Done(0), Done(1))
        assert (position.phase, position.combat.items) == (Phase.SPELLS, True)
    assert play(facing(opened(F, W)), Done(0), Done(1)).phase is Phase.MELEE


# --- potions, medallion, coffin -------------------------------------------------------------------


def test_healing_takes_hits_away_but_never_below_none():
    position = member(holding(opened(F, C, groups=[(0, 1)]), 0, "healing"), 1, hits=2)
    position = play(position, Use(0, 0, "healing", 1), Roll(0, 5))
    assert position.members[1].hits == 0
    assert position.members[0].items == ()
    other = holding(opened(F, C), 0, "healing")
    assert rules_of(other, Use(0, 0, "healing", 1)) == ["castle.own-party-only"]


def test_the_teleport_potion_needs_no_die_and_leaves_the_wizard_his_spell():
    position = put(cleared(holding(opened(W, C), 0, "teleport-potion")), 0, "a")
    position = play(position, Use(0, 0, "teleport-potion"), Land(0, "c"))
    assert position.parties[0].at == NUMBER["c"]
    assert rules_of(position, Cast(0, 0, "esp")) == []


def test_nobody_drinks_himself_into_the_castle():
    position = holding(opened(W, C), 0, "teleport-potion")
    assert rules_of(position, Use(0, 0, "teleport-potion")) == ["castle.teleport-inside"]
    assert Use(0, 0, "teleport-potion") not in GAME.actions(position)


def test_of_an_item_that_others_have_shown_there_is_no_second_one():
    position = holding(holding(opened(F, C), 0, "medallion"), 1, "medallion")
    position = play(position, Use(0, 0, "medallion"), Done(0), Done(0), Done(0))
    assert position.active == 1
    assert rules_of(position, Use(1, 1, "medallion")) == ["castle.no-counter-left"]
    assert Use(1, 1, "medallion") not in GAME.actions(position)
    swords = holding(holding(opened(F, F), 0, "sword"), 1, "sword")
    swords = play(swords, Use(0, 0, "sword"))
    assert rules_of(replace(swords, active=1), Use(1, 1, "sword")) == []


def test_potions_are_drunk_in_step_one():
    position = play(holding(opened(F, C), 0, "healing"), Done(0))
    assert rules_of(position, Use(0, 0, "healing", 0)) == ["castle.wrong-step"]


def test_the_medallion_shows_one_monster_a_turn():
    position = holding(opened(F, C), 0, "medallion")
    position = play(position, Use(0, 0, "medallion"))
    assert rules_of(position, Peek(0, "9", "treasure")) == ["castle.esp-limits"]
    position = play(position, Peek(0, "9", "monster"), Saw(0, "troll"))
    assert rules_of(position, Use(0, 0, "medallion")) == ["castle.medallion-once"]
    assert position.members[0].items == (("medallion", True),)


def test_a_coffin_takes_the_next_vampire_at_once():
    position = play(holding(opened(F, C), 0, "coffin"), Step(0, "1"), TurnUp(0, "vampire", 6))
    assert position.foes[NUMBER["1"]] == ()
    assert position.members[0].items == ()
    assert position.phase is Phase.SEARCH
    assert rules_of(holding(opened(F, C), 0, "coffin"), Use(0, 0, "coffin")) == [
        "castle.no-vampire"
    ]


def test_two_coffins_take_two_vampires_and_one_takes_one():
    foes = list(cleared(opened(F, C)).foes)
    foes[NUMBER["1"]] = (Foe("vampire", 6), FACE_DOWN)
    one = replace(holding(opened(F, C), 0, "coffin"), foes=tuple(foes))
    one = play(one, Step(0, "1"), TurnUp(0, "vampire", 6))
    assert one.foes[NUMBER["1"]] == (Foe("vampire", 6),)
    two = replace(holding(opened(F, C), 0, "coffin", "coffin"), foes=tuple(foes))
    two = play(two, Step(0, "1"), TurnUp(0, "vampire", 6))
    assert two.foes[NUMBER["1"]] == ()
    assert two.members[0].items == ()


def test_a_coffin_nobody_was_told_of():
    position = play(loot(opened(F, C), 0, "unseen"), Step(0, "1"), TurnUp(0, "vampire", 6))
    event = Use(0, 0, "coffin")
    assert GAME.legal(position, event).answer is Answer.CANNOT_TELL
    position = play(position, event)
    assert position.foes[NUMBER["1"]] == ()
    assert position.parties[0].loot == ()


def test_showing_a_sword_before_melee_is_no_use_of_acid_or_pistol():
    position = spelling(opened(F, W, C, groups=[(0, 1)]), "ogre", 6)
    position = play(holding(position, 0, "sword"), Use(0, 0, "sword"))
    assert rules_of(position, Cast(1, 1, "fireball", 0)) == []
    assert Cast(1, 1, "fireball", 0) in GAME.actions(position)


def test_what_a_dead_player_names_goes_to_a_character_in_play():
    position = loot(opened(F, C, groups=[(0, 1)]), 0, "unseen", "unseen")
    assert play(position, Name(1, "acid")).members[1].items == (("acid", False),)
    position = play(member(position, 1, state="dead"), Name(1, "acid"), Name(0, "sword"))
    assert position.members[0].items == (("acid", False), ("sword", False))
    assert position.members[1].items == ()


def test_who_picks_up_what_lies_there_keeps_the_items():
    position = put(cleared(opened(F, C, groups=[(0, 1)])), 0, "1")
    position = replace(position, lying=((NUMBER["1"], (("acid", False), ("key-a", True))),))
    position = play(position, Done(0), Done(0), Take(1))
    assert [each.items for each in position.members] == [(), (("acid", False),)]
    assert position.parties[0].loot == (("key-a", True),)


def test_a_hit_counter_laid_with_a_captive_shows_it_to_all():
    draft = drafted(opened(F, C))
    join(draft, 0, Member("elf", 4, -1, 0, hits=2, hidden=True))
    position = frozen(draft)
    assert rules_of(GAME.known(position, 1), HitCounter(2, member=2)) == ["castle.no-such-member"]
    after = play(position, HitCounter(2, member=2))
    assert [each["kind"] for each in GAME.view(after, 1)["members"]] == [F, C, "elf"]


def test_a_captive_that_all_have_seen_elsewhere_is_not_offered_for_healing():
    position = holding(opened(F, C), 0, "healing")
    draft = drafted(position)
    join(draft, 0, Member("elf", 4, -1, 0, hidden=True))
    position = frozen(draft)
    event = Use(0, 0, "healing", 2)
    assert event in GAME.actions(position)
    left = tuple(
        0 if kind == "elf" else count
        for kind, count in zip(TREASURES, position.open_treasures, strict=True)
    )
    position = replace(position, open_treasures=left)
    assert rules_of(position, event) == ["castle.no-counter-left"]
    assert event not in GAME.actions(position)


# --- boots ----------------------------------------------------------------------------------------


def test_boots_let_their_owner_move_and_fight_twice():
    position = put(cleared(holding(opened(F, C), 0, "boots")), 0, "a")
    position = play(position, Use(0, 0, "boots"), Step(0, "c"), Step(0, "b"))
    assert (position.active, position.phase, position.steps) == (0, Phase.MOVE, 0)
    position = play(position, Step(0, "e"), Step(0, "g"))
    assert position.active == 1


def test_boots_and_speed_together_are_still_twice():
    position = holding(opened(W, C), 0, "boots")
    position = play(position, Cast(0, 0, "speed"), Roll(0, 4))
    assert rules_of(position, Use(0, 0, "boots")) == ["castle.boots-twice"]
    position = play(position, Done(0), Done(0))
    assert rules_of(position, Use(0, 0, "boots")) == ["castle.boots-twice"]
    both = play(holding(opened(W, C), 0, "boots"), Use(0, 0, "boots"), Cast(0, 0, "speed"))
    both = play(both, Roll(0, 4), Done(0), Done(0))
    assert both.extra
    assert play(both, Done(0), Done(0)).active == 1


def test_boots_that_were_dispelled_carry_nobody_a_second_time():
    position = holding(with_foe(opened(F, C), "witch", 4), 0, "boots")
    position = replace(position, treasures=0)
    position = replace(position, phase=Phase.PREPARE, combat=None)
    position = play(position, Use(0, 0, "boots"), Done(0), Done(0))
    position = play(position, Fight(0, 0), Roll(0, 3), Roll(0, 2))
    assert position.members[0].items == ()
    position = play(position, Fight(0, 0), Roll(0, 4))
    assert (position.active, position.phase) == (1, Phase.PREPARE)


def test_boots_that_are_still_there_carry_on_after_the_fight():
    position = holding(with_foe(opened(F, C), "goblin", 3), 0, "boots")
    position = replace(position, treasures=0, phase=Phase.PREPARE, combat=None)
    position = play(position, Use(0, 0, "boots"), Done(0), Done(0), Fight(0, 0), Roll(0, 4))
    assert (position.active, position.phase) == (0, Phase.MOVE)


def test_boots_carry_who_was_sent_to_the_start_a_second_time():
    position = holding(with_foe(opened(F, C), "witch", 9), 0, "boots")
    position = replace(position, combat=None, phase=Phase.PREPARE)
    position = play(position, Use(0, 0, "boots"), Done(0), Done(0))
    position = play(position, Fight(0, 0), Roll(0, 3), Roll(0, 1))
    assert (position.active, position.phase) == (0, Phase.MOVE)
    assert position.parties[0].at == NUMBER["A"]
    assert rules_of(position, Step(0, "1")) == []


def test_boots_of_an_ally_who_died_carry_who_inherits_them():
    position = with_foe(opened(F, C, groups=[(0, 1)]), "goblin", 9)
    position = holding(member(position, 0, hits=9), 0, "boots")
    position = play(position, Fight(0, 0), Roll(0, 1), Fight(1, 1), Roll(1, 6))
    position = play(position, Fight(1, 1), Roll(1, 6))
    assert position.phase is Phase.SEARCH
    assert rules_of(position, Use(1, 1, "boots")) == []
    assert play(position, Use(1, 1, "boots"), Done(1)).phase is Phase.MOVE


def test_a_wizard_with_boots_casts_in_each_of_his_two_fights():
    position = holding(spelling(opened(W, C), "goblin", 3), 0, "boots")
    position = replace(position, used=frozenset({"boots"}), treasures=0)
    position = play(position, Cast(0, 0, "fireball", 0), Roll(0, 5), Roll(0, 3))
    assert (position.phase, position.active) == (Phase.MOVE, 0)
    assert rules_of(position, Cast(0, 0, "speed")) == ["castle.spell-step"]
    position = play(position, Step(0, "9"), TurnUp(0, "ogre", 6))
    assert Cast(0, 0, "fireball", 0) in GAME.actions(position)
    assert rules_of(position, Cast(0, 0, "fireball", 0)) == []
    position = play(position, Cast(0, 0, "fireball", 0), Roll(0, 2))
    assert rules_of(position, Cast(0, 0, "fireball", 0)) == ["castle.one-spell"]


def test_boots_do_not_carry_allies():
    position = holding(opened(F, C, groups=[(0, 1)]), 0, "boots")
    assert rules_of(position, Use(0, 0, "boots")) == ["castle.boots-alone"]
    untold = loot(opened(F, C, groups=[(0, 1)]), 0, "unseen")
    assert rules_of(untold, Use(0, 0, "boots")) == ["castle.boots-alone"]


def test_an_untold_counter_is_not_the_item_that_an_ally_has_told():
    position = loot(opened(F, C, groups=[(0, 1)]), 0, "unseen")
    assert rules_of(position, Use(0, 0, "medallion")) == ["castle.counter-untold"]
    position = holding(position, 1, "medallion")
    assert rules_of(position, Use(0, 0, "medallion")) == ["castle.no-such-item"]
    assert rules_of(position, Use(1, 1, "medallion")) == []


# --- handing over, untold counters ----------------------------------------------------------------


def test_items_may_be_handed_over_within_the_party_only():
    position = holding(opened(F, C, groups=[(0, 1)]), 0, "sword")
    assert rules_of(position, Give(1, 0, "sword", 1)) == ["castle.not-your-character"]
    after = play(position, Give(0, 0, "sword", 1))
    assert after.members[1].items == (("sword", False),)
    apart = holding(opened(F, C), 0, "sword")
    assert rules_of(apart, Give(0, 0, "sword", 1)) == ["castle.own-party-only"]
    assert rules_of(position, Give(0, 0, "acid", 1)) == ["castle.no-such-item"]


def test_who_gives_the_pistol_away_gives_away_what_he_learned():
    position = member(holding(opened(F, C, groups=[(0, 1)]), 0, "pistol"), 0, aims=True)
    position = play(position, Give(0, 0, "pistol", 1))
    assert not position.members[0].aims
    assert not position.members[1].aims


def test_an_item_the_device_was_not_told_of_cannot_be_judged():
    position = loot(opened(F, C), 0, "unseen")
    event = Use(0, 0, "healing", 0)
    assert GAME.legal(position, event).answer is Answer.CANNOT_TELL
    after = play(position, event)
    assert after.parties[0].loot == ()
    assert rules_of(opened(F, C), event) == ["castle.no-such-item"]


def test_an_untold_counter_can_be_named_later_but_a_trap_had_to_be_shown():
    position = put(cleared(opened(F, C)), 0, "1")
    position = play(position, Done(0), Done(0), Search(0, 0), Found(0, None))
    assert position.parties[0].loot == (("unseen", False),)
    assert rules_of(position, Name(0, "trap")) == ["castle.trap-hidden"]
    after = play(position, Name(0, "gold-300"))
    assert after.parties[0].loot == (("gold-300", False),)
    assert rules_of(after, Name(0, "gold-300")) == ["castle.nothing-untold"]


def test_the_sword_is_shown_by_fighters_only():
    position = holding(with_foe(opened(C, F), "goblin", 9), 0, "sword")
    assert rules_of(position, Use(0, 0, "sword")) == ["castle.sword-fighters-only"]
    position = loot(with_foe(opened(F, C), "goblin", 9), 0, "unseen")
    position = play(position, Use(0, 0, "sword"), Fight(0, 0), Roll(0, 3))
    assert position.foes[HERE][0].hits == 4
