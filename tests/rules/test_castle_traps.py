"""Searching: who, when, what is a secret, and what every trap does."""

from dataclasses import replace

import pytest

from rules.castle import (
    GAME,
    Cast,
    Done,
    Fight,
    Found,
    Name,
    Phase,
    Roll,
    Search,
    Show,
    Step,
    TurnUp,
)
from rules.castle.party import modifier, modifiers
from rules.castle.pieces import MONSTER_NUMBER, TREASURE_NUMBER
from rules.castle.position import Member, drafted, frozen
from rules.castle.spells import join
from tests.rules.castle_tables import (
    NUMBER,
    C,
    F,
    W,
    cleared,
    holding,
    member,
    opened,
    play,
    put,
    rules_of,
    with_foe,
)


def searching(position, area="1"):
    """The active party in a room without a monster, in step five."""
    return play(put(cleared(position), 0, area), Done(0), Done(0))


def found(position, kind, searcher=0, seat=0):
    return play(searching(position), Search(seat, searcher), Found(seat, kind))


def test_the_searcher_is_named_before_the_counter_is_turned():
    position = searching(opened(F, C))
    assert position.phase is Phase.SEARCH
    assert rules_of(position, Found(0, "trap")) == ["castle.not-now"]
    position = play(position, Search(0, 0))
    assert rules_of(position, Found(1, "trap")) == ["castle.not-yours"]
    assert rules_of(position, Found(0, "trap")) == []


def test_nobody_has_to_search():
    assert play(searching(opened(F, C)), Done(0)).active == 1


def test_the_fight_comes_before_the_treasure():
    position = with_foe(opened(F, C), "goblin", 9)
    assert rules_of(position, Search(0, 0)) == ["castle.monster-first"]
    assert rules_of(opened(F, C), Search(0, 0)) == ["castle.no-counter"]


def test_spores_hit_everybody_in_the_room_twice():
    position = found(opened(F, C, W, groups=[(0, 1)]), "spores")
    assert [each.hits for each in position.members] == [2, 2, 0]


def test_spores_hit_another_party_in_the_room_too():
    position = put(opened(F, C, no_player_combat=True), 1, "1")
    assert [each.hits for each in found(position, "spores").members] == [2, 2]


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_poison_vapor_hits_everybody_for_the_die(die):
    position = play(found(opened(F, C, groups=[(0, 1)]), "vapor"), Roll(0, die))
    assert [each.hits for each in position.members] == [die, die]


@pytest.mark.parametrize(
    ("who", "die", "hits"), [(F, 3, 0), (F, 4, 5), (C, 5, 4), (W, 4, 3), (W, 1, 0)]
)
def test_the_trap_hits_its_finder_by_discipline(who, die, hits):
    position = play(found(opened(who, F, groups=[(0, 1)]), "trap"), Roll(0, die))
    assert [each.hits for each in position.members] == [hits, 0]


def test_the_trap_kills_on_six():
    position = play(found(opened(F, C, groups=[(0, 1)]), "trap"), Roll(0, 6))
    assert position.members[0].state == "dead"
    assert position.parties[0].state == "in"


@pytest.mark.parametrize("kind", ["elf", "dwarf"])
def test_a_captive_may_search_and_takes_three_hits_from_a_trap(kind):
    draft = drafted(opened(F, C))
    join(draft, 0, Member(kind, 5, -1, 0))
    position = play(found(frozen(draft), "trap", 2), Roll(0, 5))
    assert position.members[2].hits == 3
    position = found(frozen(draft), "acid", 2)
    assert position.members[0].items == (("acid", False),)


def test_a_charmed_monster_does_not_search():
    draft = drafted(opened(W, C))
    join(draft, 0, Member("ogre", 6, -1, 0))
    position = searching(frozen(draft))
    assert rules_of(position, Search(0, 2)) == ["castle.monsters-search-not"]


def test_the_curse_counter_is_lifted_by_a_kill():
    position = found(opened(F, C), "curse")
    assert position.members[0].curse == 1
    position = play(with_foe(replace(position, active=0), "bat", 2), Fight(0, 0), Roll(0, 5))
    assert not position.members[0].curse


def test_clerics_are_immune_to_every_curse():
    assert not found(opened(C, F), "curse").members[0].curse
    assert found(opened(C, F), "curse-300").parties[0].loot == ()


def test_two_curses_count_twice_and_one_kill_lifts_both():
    position = member(found(opened(F, C), "curse"), 0, curse=2)
    assert modifiers(position.members[0], None) == {"curse": -2}
    assert modifiers(holding(position, 0, "sword").members[0], None) == {"sword": 1, "curse": -2}
    assert modifier(holding(position, 0, "sword"), 0, None) == -1
    position = play(with_foe(replace(position, active=0), "bat", 2), Fight(0, 0), Roll(0, 6))
    assert position.members[0].curse == 0


def test_the_second_curse_found_is_added_to_the_first():
    position = found(member(opened(F, C), 0, curse=1), "curse")
    assert position.members[0].curse == 2
    said = GAME.followed(play(searching(opened(F, C)), Search(0, 0)), Found(0, "curse"), 1)
    assert said[0].message == "castle.event.cursed"


def test_the_curse_of_300_stays_with_the_party():
    assert found(opened(F, C), "curse-300").parties[0].loot == (("curse-300", True),)


def test_traps_are_seen_by_all_other_finds_by_the_party_only():
    position = play(searching(opened(F, C, W, groups=[(0, 2)])), Search(0, 0))
    for kind, open_to in (("trap", (None, 0, 1, 2)), ("gold-500", (0, 2)), ("elf", (0, 2))):
        event = Found(0, kind)
        for seat in (None, 0, 1, 2):
            assert (kind in str(GAME.shown(position, event, seat))) == (seat in open_to)
            said = (*GAME.describe(position, event, seat), *GAME.followed(position, event, seat))
            told = str([dict(each.facts) for each in said])
            assert (kind in told) == (seat in open_to)
    assert GAME.secret(Found(0, "gold-500"))
    assert not GAME.secret(Found(0, "trap"))


def test_a_captive_is_hidden_until_it_acts():
    position = found(opened(F, C), "elf")
    assert position.members[2].hidden
    assert len(GAME.view(position, 1)["members"]) == 2
    assert GAME.view(position, 0)["members"][2]["kind"] == "elf"
    position = with_foe(replace(position, active=0), "bat", 2)
    assert GAME.actions(position) == [Fight(0, 0), Show(0, 2)]
    assert rules_of(position, Show(1, 2)) == ["castle.not-your-character"]
    assert not play(position, Fight(0, 2)).members[2].hidden
    position = play(position, Show(0, 2))
    assert GAME.actions(position) == [Fight(0, 0), Fight(0, 2)]
    assert rules_of(position, Show(0, 2)) == ["castle.nothing-untold"]


def test_what_is_taken_is_counted_for_all_and_named_for_the_party():
    position = found(opened(F, C), "gold-500")
    mine, yours = (GAME.view(position, seat)["parties"][0] for seat in (0, 1))
    assert (mine["loot"], mine["counters"]) == (["gold-500"], 1)
    assert (yours["loot"], yours["counters"]) == ([], 1)


def test_what_others_hold_in_secret_does_not_narrow_the_choice():
    position = found(opened(F, C), "acid")
    position = replace(position, active=1)
    position = put(cleared(position), 1, "2")
    position = play(position, Done(1), Done(1), Search(1, 1))
    assert rules_of(position, Found(1, "acid")) == []
    assert Found(1, "acid") in GAME.actions(position)


def looking(*seen):
    """Seat 0 has told these looks: (area, what, counter)."""
    looks = tuple(sorted((NUMBER[area], what, kind) for area, what, kind in seen))
    return replace(opened(F, C), looks=(looks, ()))


def test_a_look_told_wrongly_is_put_right_by_what_is_found():
    position = play(searching(looking(("1", "treasure", "gold-100"))), Search(0, 0))
    assert Found(0, "gold-200") in GAME.actions(position)
    assert rules_of(position, Found(0, "gold-200")) == []
    after = play(position, Found(0, "gold-200"))
    assert after.looks == ((), ())
    assert after.parties[0].loot == (("gold-200", False),)


def test_a_counter_said_to_lie_elsewhere_was_seen_wrongly_once_it_is_found():
    seen = (("9", "treasure", "boots"), ("12", "treasure", "acid"))
    position = play(searching(looking(*seen)), Search(0, 0))
    assert rules_of(position, Found(0, "boots")) == []
    after = play(position, Found(0, "boots"))
    assert after.looks[0] == ((NUMBER["12"], "treasure", "acid"),)


def test_of_two_counters_the_one_that_is_found_leaves_room_for_the_one_that_was_seen():
    position = play(searching(looking(("9", "treasure", "gold-500"))), Search(0, 0))
    after = play(position, Found(0, "gold-500"))
    assert after.looks[0] == ((NUMBER["9"], "treasure", "gold-500"),)


def test_a_monster_turned_up_elsewhere_was_seen_wrongly():
    position = play(looking(("9", "monster", "bat")), Step(0, "1"), TurnUp(0, "bat", 2))
    assert position.looks == ((), ())


def test_a_seat_that_died_by_a_trap_ends_its_turn():
    position = play(found(member(opened(F, C), 0, hits=9), "vapor"), Roll(0, 3))
    assert position.parties[0].state == "dead"
    assert position.active == 1


@pytest.mark.parametrize("kind", ["acid", "gold-500", "elf", "trap"])
def test_of_a_kind_that_all_have_seen_nothing_more_is_found_named_or_seen(kind):
    position = play(searching(opened(F, C)), Search(0, 0))
    left = list(position.open_treasures)
    left[TREASURE_NUMBER[kind]] = 0
    position = replace(position, open_treasures=tuple(left))
    assert rules_of(position, Found(0, kind)) == ["castle.no-counter-left"]
    assert Found(0, kind) not in GAME.actions(position)
    assert Found(0, None) in GAME.actions(position)
    kept = play(position, Found(0, None))
    assert rules_of(kept, Name(0, kind)) == ["castle.no-counter-left"]


def test_of_a_monster_that_all_have_met_no_other_is_turned_up():
    position = play(opened(F, C), Step(0, "1"))
    left = list(position.open_monsters)
    left[MONSTER_NUMBER["bat"]] = 0
    position = replace(position, open_monsters=tuple(left))
    assert rules_of(position, TurnUp(0, "bat", 2)) == ["castle.no-counter-left"]
    assert TurnUp(0, "bat", 2) not in GAME.actions(position)


def test_where_no_counter_lies_face_down_nothing_is_looked_at():
    position = replace(cleared(opened(W, C)), treasures=0)
    position = play(position, Cast(0, 0, "esp"), Roll(0, 5))
    assert GAME.actions(position) == [Done(0)]
    assert play(position, Done(0)).due == ()


def test_two_traps_of_a_kind_hurt_twice():
    position = found(opened(F, C, groups=[(0, 1)]), "spores")
    position = replace(position, active=0, treasures=position.treasures | 1 << NUMBER["1"])
    position = found(position, "spores")
    assert [each.hits for each in position.members] == [4, 4]
