"""The wizard's spells: when, how often, the chart, and what they do."""

from dataclasses import replace

import pytest

from rules.castle import GAME, Cast, Done, Fight, Land, Peek, Phase, Roll, Saw, Step, TurnUp
from rules.castle.pieces import CHART, SPELLS
from rules.castle.position import Foe
from tests.rules.castle_tables import (
    NUMBER,
    C,
    F,
    W,
    cleared,
    facing,
    member,
    opened,
    play,
    put,
    rules_of,
    spelling,
    with_foe,
)


def test_the_chart_is_the_rulebooks():
    worked = {
        spell: sum(each not in ("backfires", "fails") for each in CHART[spell]) for spell in SPELLS
    }
    assert worked == {
        "charm": 4, "esp": 5, "fireball": 4, "heroism": 4, "speed": 4, "teleport": 3,
    }  # fmt: skip
    assert {chart[0] for chart in CHART.values()} == {"backfires"}
    assert CHART["esp"][1:] == ("monster", "either", "either", "both", "both")


@pytest.mark.parametrize("spell", ["esp", "speed", "teleport"])
def test_a_one_costs_the_wizard_a_hit(spell):
    position = play(opened(W, F), Cast(0, 0, spell), Roll(0, 1))
    assert position.members[0].hits == 1
    assert position.due == ()
    assert not position.again


def test_only_wizards_cast():
    assert rules_of(opened(F, W), Cast(0, 0, "esp")) == ["castle.wizards-only"]
    assert rules_of(opened(C, W), Cast(0, 0, "heroism", 0)) == ["castle.wizards-only"]


def test_one_spell_in_step_one_and_one_in_step_three():
    position = play(opened(W, F), Cast(0, 0, "heroism", 0), Roll(0, 2))
    assert rules_of(position, Cast(0, 0, "esp")) == ["castle.one-spell"]
    position = play(position, Step(0, "1"), TurnUp(0, "goblin", 3))
    assert rules_of(position, Cast(0, 0, "heroism", 0)) == []
    position = play(position, Cast(0, 0, "heroism", 0), Roll(0, 4))
    assert rules_of(position, Cast(0, 0, "fireball", 0)) == ["castle.one-spell"]


def test_spells_belong_to_their_steps():
    position = opened(W, F)
    assert rules_of(position, Cast(0, 0, "fireball", 0)) == ["castle.no-target"]
    fight = spelling(position, "goblin", 3)
    assert rules_of(fight, Cast(0, 0, "esp")) == ["castle.spell-step"]
    assert rules_of(fight, Cast(0, 0, "speed")) == ["castle.spell-step"]
    moving = play(position, Done(0))
    assert rules_of(moving, Cast(0, 0, "esp")) == ["castle.spell-step"]


# --- charm ----------------------------------------------------------------------------------------


def test_a_charmed_monster_must_be_exceeded_and_joins_the_party():
    position = spelling(opened(W, F), "goblin", 3)
    fails = play(position, Cast(0, 0, "charm", 0), Roll(0, 4), Roll(0, 3))
    assert len(fails.members) == 2
    works = play(position, Cast(0, 0, "charm", 0), Roll(0, 6), Roll(0, 3))
    assert works.members[2].kind == "goblin"
    assert works.members[2].party == 0
    assert works.foes[NUMBER["10"]] == ()
    weaker = play(position, Cast(0, 0, "charm", 0), Roll(0, 3), Roll(0, 4))
    assert len(weaker.members) == 2


@pytest.mark.parametrize(
    "kind", ["ghoul", "ghost", "skeleton", "vampire", "zombie", "witch", "mold"]
)
def test_undead_witches_and_mold_cannot_be_charmed(kind):
    position = spelling(opened(W, F), kind, 2)
    assert rules_of(position, Cast(0, 0, "charm", 0)) == ["castle.uncharmable"]


def test_the_shadow_takes_one_from_charm_and_fireball_and_modifiers_stay_capped():
    position = spelling(opened(W, F), "shadow", 4)
    assert len(play(position, Cast(0, 0, "charm", 0), Roll(0, 4), Roll(0, 5)).members) == 2
    assert len(play(position, Cast(0, 0, "charm", 0), Roll(0, 6), Roll(0, 5)).members) == 3
    burnt = play(position, Cast(0, 0, "fireball", 0), Roll(0, 3), Roll(0, 3))
    assert burnt.foes[NUMBER["10"]][0].hits == 2


def test_a_charmed_monster_is_not_charmed_away():
    position = facing(opened(W, W))
    assert rules_of(position, Cast(0, 0, "charm", 1)) == ["castle.no-target"]


# --- fireball -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "hits"), [(3, 3), (4, 4), (5, 4), (6, 5)])
def test_a_fireball_hits_for_the_modified_second_die(die, hits):
    position = spelling(opened(W, F), "behemoth", 9)
    position = play(position, Cast(0, 0, "fireball", 0), Roll(0, die), Roll(0, 4))
    assert position.foes[NUMBER["10"]][0].hits == hits


def test_a_fireball_that_kills_ends_the_fight():
    position = spelling(opened(W, F), "goblin", 3)
    position = play(position, Cast(0, 0, "fireball", 0), Roll(0, 5), Roll(0, 3))
    assert position.phase is Phase.SEARCH


def test_spells_of_both_sides_are_cast_at_once():
    position = member(facing(opened(W, W)), 1, hits=5)
    position = play(position, Cast(0, 0, "fireball", 1), Roll(0, 6), Roll(0, 6))
    assert position.members[1].state == "in"
    position = play(position, Done(0), Cast(1, 1, "fireball", 0), Roll(1, 6), Roll(1, 6), Done(1))
    assert position.members[0].state == position.members[1].state == "dead"
    assert position.phase is Phase.FINISHED


def test_in_the_spell_phase_first_the_one_side_then_the_other():
    position = facing(opened(W, W))
    assert rules_of(position, Cast(1, 1, "fireball", 0)) == ["castle.not-your-turn"]
    position = play(position, Done(0))
    assert rules_of(position, Cast(1, 1, "fireball", 0)) == []
    assert play(position, Done(1)).phase is Phase.MELEE


# --- heroism and speed ----------------------------------------------------------------------------


def test_heroism_lasts_one_turn():
    position = play(opened(W, F), Cast(0, 0, "heroism", 0), Roll(0, 3))
    assert position.members[0].heroic == 1
    assert play(position, Done(0), Done(0)).members[0].heroic == 0


def test_heroism_in_step_one_and_in_step_three_counts_twice():
    position = put(opened(W, F), 0, "10")
    foes = list(position.foes)
    foes[NUMBER["10"]] = (Foe("ogre", 6),)
    position = replace(position, foes=tuple(foes))
    position = play(position, Cast(0, 0, "heroism", 0), Roll(0, 5), Done(0))
    position = play(position, Cast(0, 0, "heroism", 0), Roll(0, 5), Done(0))
    assert position.members[0].heroic == 2
    position = play(position, Fight(0, 0), Roll(0, 3))
    assert position.foes[NUMBER["10"]][0].hits == 4
    assert position.members[0].hits == 0


def test_heroism_is_for_characters_of_the_own_party():
    assert rules_of(opened(W, F), Cast(0, 0, "heroism", 1)) == ["castle.own-party-only"]
    assert rules_of(opened(W, F), Cast(0, 0, "heroism", 9)) == ["castle.no-target"]


def test_speed_gives_one_extra_turn_and_not_again_before_another_party_has_moved():
    position = play(opened(W, F), Cast(0, 0, "speed"), Roll(0, 3), Done(0), Done(0))
    assert (position.active, position.extra, position.turn) == (0, True, 2)
    assert rules_of(position, Cast(0, 0, "speed")) == ["castle.speed-again"]
    assert rules_of(position, Cast(0, 0, "esp")) == []
    position = play(position, Done(0), Done(0))
    assert position.active == 1
    position = play(position, Done(1), Done(1))
    assert rules_of(position, Cast(0, 0, "speed")) == []


# --- teleport -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "works"), [(2, False), (3, False), (4, True), (6, True)])
def test_teleport_needs_a_four(die, works):
    position = play(opened(W, F), Cast(0, 0, "teleport"), Roll(0, die))
    assert bool(position.due) is works


def test_teleport_leads_into_a_fight_but_not_into_the_locked_cell():
    position = put(cleared(opened(W, F), "1"), 0, "1")
    assert rules_of(position, Cast(0, 0, "teleport")) == []
    position = play(position, Cast(0, 0, "teleport"), Roll(0, 5))
    assert rules_of(position, Land(0, "X")) == ["castle.cell-locked"]
    assert rules_of(position, Land(0, "A")) == ["castle.no-such-area"]
    assert rules_of(position, Land(1, "c")) == ["castle.not-yours"]
    assert play(position, Land(0, "10")).due[0].what == "turn"
    after = play(position, Land(0, "c"))
    assert (after.phase, after.steps) == (Phase.PREPARE, 0)


def test_nobody_teleports_into_the_castle():
    position = opened(W, F)
    assert rules_of(position, Cast(0, 0, "teleport")) == ["castle.teleport-inside"]
    assert Cast(0, 0, "teleport") not in GAME.actions(position)
    assert Cast(0, 0, "esp") in GAME.actions(position)


def test_a_party_that_a_witch_sent_to_its_start_walks_in_again():
    position = with_foe(opened(W, F), "witch", 9)
    position = play(position, Fight(0, 0), Roll(0, 4), Roll(0, 1), Done(1), Done(1))
    assert position.parties[0].at == NUMBER["A"]
    assert rules_of(position, Cast(0, 0, "teleport")) == ["castle.teleport-inside"]
    assert rules_of(position, Step(0, "1")) == []


def test_teleport_before_melee_takes_the_party_out_of_the_fight():
    position = spelling(opened(W, F), "behemoth", 9)
    position = play(position, Cast(0, 0, "teleport"), Roll(0, 4), Land(0, "c"))
    assert position.combat is None
    assert position.active == 1
    assert position.foes[NUMBER["10"]][0].kind == "behemoth"


def test_the_princess_is_not_teleported():
    position = cleared(put(opened(W, F), 0, "c"))
    parties = (replace(position.parties[0], princess=True), position.parties[1])
    position = replace(position, parties=parties, princess=-1)
    position = play(position, Cast(0, 0, "teleport"), Roll(0, 4), Land(0, "a"))
    assert not position.parties[0].princess
    assert position.princess == NUMBER["c"]


def test_a_teleport_out_of_a_fight_between_parties_waits_for_the_other_sides_spells():
    position = facing(opened(W, W))
    position = play(position, Cast(0, 0, "teleport"), Roll(0, 4), Land(0, "c"))
    assert position.parties[0].at == NUMBER["10"]
    position = play(position, Done(0), Cast(1, 1, "fireball", 0), Roll(1, 4), Roll(1, 2), Done(1))
    assert position.parties[0].at == NUMBER["c"]
    assert position.members[0].hits == 2
    assert position.active == 1


# --- ESP ------------------------------------------------------------------------------------------


def test_esp_shows_what_the_chart_allows_and_to_that_player_only():
    position = play(opened(W, F), Cast(0, 0, "esp"), Roll(0, 2))
    assert rules_of(position, Peek(0, "12", "treasure")) == ["castle.esp-limits"]
    assert rules_of(position, Peek(1, "12", "monster")) == ["castle.not-yours"]
    position = play(position, Peek(0, "12", "monster"), Saw(0, "witch"))
    assert position.looks == (((NUMBER["12"], "monster", "witch"),), ())
    assert GAME.view(position, 0)["areas"]["12"]["saw"] == {"monster": "witch"}
    assert "witch" not in str(GAME.view(position, 1))


def test_esp_of_both_looks_twice_into_one_room():
    position = play(opened(W, F), Cast(0, 0, "esp"), Roll(0, 6), Peek(0, "12", "treasure"))
    position = play(position, Saw(0, "gold-500"))
    assert rules_of(position, Peek(0, "13", "monster")) == ["castle.esp-limits"]
    position = play(position, Peek(0, "12", "monster"), Saw(0, None))
    assert position.due == ()
    position = play(opened(W, F), Cast(0, 0, "esp"), Roll(0, 4), Peek(0, "12", "treasure"))
    assert play(position, Saw(0, None)).due == ()


def test_looking_may_be_let_go():
    position = play(opened(W, F), Cast(0, 0, "esp"), Roll(0, 6), Done(0))
    assert position.due == ()
    assert position.phase is Phase.PREPARE


def test_who_looks_twice_at_the_same_treasure_tells_the_same_again():
    look = (Cast(0, 0, "esp"), Roll(0, 3), Peek(0, "12", "treasure"))
    position = play(opened(W, F), *look, Saw(0, "boots"))
    position = play(replace(position, cast_first=0), *look)
    assert Saw(0, "boots") in GAME.actions(position)
    assert rules_of(position, Saw(0, "boots")) == []
    assert play(position, Saw(0, "boots")).looks[0] == ((NUMBER["12"], "treasure", "boots"),)
    told_otherwise = play(position, Saw(0, "gold-100"))
    assert told_otherwise.looks[0] == ((NUMBER["12"], "treasure", "gold-100"),)


def test_a_counter_seen_elsewhere_later_was_seen_wrongly_before():
    position = play(opened(W, F), Cast(0, 0, "esp"), Roll(0, 3), Peek(0, "12", "treasure"))
    position = replace(play(position, Saw(0, "boots")), cast_first=0)
    position = play(position, Cast(0, 0, "esp"), Roll(0, 3), Peek(0, "13", "treasure"))
    assert rules_of(position, Saw(0, "boots")) == []
    assert play(position, Saw(0, "boots")).looks[0] == ((NUMBER["13"], "treasure", "boots"),)
    two = play(position, Saw(0, "gold-100"))
    assert len(two.looks[0]) == 2


def test_what_was_seen_must_be_possible():
    position = play(opened(W, F), Cast(0, 0, "esp"), Roll(0, 4), Peek(0, "12", "treasure"))
    assert rules_of(position, Saw(0, "witch")) == ["castle.no-counter-left"]
    assert rules_of(position, Cast(0, 0, "esp")) == ["castle.due-first"]
