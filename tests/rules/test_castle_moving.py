"""Moving in The Castle: two areas, doors, meeting, the Cell, leaving."""

from dataclasses import replace

from rules.castle import (
    GAME,
    SIM_MAP,
    Done,
    Found,
    Phase,
    Search,
    Step,
    Take,
    TurnUp,
    Unlock,
)
from rules.castle.pieces import KEYS, TREASURE_NUMBER, opens_cell
from rules.castle.position import Foe, Member, drafted, frozen
from rules.castle.spells import join
from rules.values import Answer
from tests.rules.castle_tables import (
    NUMBER,
    C,
    F,
    W,
    cleared,
    loot,
    member,
    opened,
    play,
    put,
    rules_of,
    with_foe,
)


def test_entering_the_castle_costs_one_area_and_a_room_with_a_monster_stops():
    position = play(opened(F, C), Step(0, "1"))
    assert position.steps == 1
    assert position.due[0].what == "turn"
    assert rules_of(position, Step(0, "2")) == ["castle.stopped-by-encounter"]


def test_moving_on_after_entering_an_occupied_area():
    position = play(opened(F, C), Step(0, "1"), TurnUp(0, "goblin", 3))
    assert position.phase is Phase.SPELLS
    assert rules_of(position, Step(0, "2")) == ["castle.stopped-by-encounter"]
    moved = GAME.apply(position, Step(0, "6"))
    assert moved.parties[0].at == NUMBER["6"]


def test_a_party_walks_two_areas_and_not_three():
    position = put(cleared(opened(F, C)), 0, "a")
    position = play(position, Step(0, "c"), Step(0, "b"))
    assert position.active == 1
    assert rules_of(position, Step(0, "e")) == ["castle.two-areas"]
    position = play(put(cleared(opened(F, C)), 0, "a"), Step(0, "3"), Step(0, "4"))
    assert position.phase is Phase.SEARCH
    assert rules_of(position, Step(0, "5")) == ["castle.two-areas"]


def test_a_party_may_stay_where_it_is():
    position = play(opened(F, C), Done(0))
    assert position.phase is Phase.MOVE
    assert play(position, Done(0)).active == 1


def test_there_is_no_way_through_walls():
    position = put(cleared(opened(F, C)), 0, "a")
    assert rules_of(position, Step(0, "10")) == ["castle.not-beside"]
    assert rules_of(position, Step(0, "zz")) == ["castle.no-such-area"]
    assert rules_of(position, Step(0, "a")) == ["castle.already-there"]


def test_nobody_moves_out_of_turn():
    assert rules_of(opened(F, C), Step(1, "5")) == ["castle.not-your-turn"]
    assert rules_of(opened(F, C), Done(1)) == ["castle.not-your-turn"]
    through = put(cleared(opened(F, C)), 1, "a")
    assert rules_of(through, Step(1, "10")) == ["castle.not-your-turn", "castle.not-beside"]


def test_any_ally_may_tell_the_way():
    position = opened(F, C, groups=[(0, 1)])
    assert rules_of(position, Step(1, "1")) == []


def test_a_party_that_starts_its_turn_beside_a_monster_must_fight():
    position = put(opened(F, C), 0, "7")
    assert rules_of(position, Step(0, "8")) == ["castle.stopped-by-encounter"]
    assert play(position, Done(0)).due[0].what == "turn"


def test_movement_ends_beside_another_party_even_if_nobody_may_attack():
    position = put(put(cleared(opened(F, C, no_player_combat=True)), 0, "a"), 1, "c")
    position = play(position, Step(0, "c"))
    assert position.combat is None
    assert position.active == 1


def test_parties_that_meet_must_fight():
    position = put(put(cleared(opened(F, C)), 0, "a"), 1, "c")
    position = play(position, Step(0, "c"))
    assert position.phase is Phase.SPELLS
    assert position.combat.rival == 1


# --- the Cell -------------------------------------------------------------------------------------


def test_the_locked_cell_cannot_be_entered():
    position = put(cleared(opened(F, C)), 0, "i")
    assert rules_of(position, Step(0, "X")) == ["castle.cell-locked"]
    assert "X" not in [getattr(event, "to", None) for event in GAME.actions(position)]


def test_13_of_the_15_pairs_of_the_six_keys_open_the_cell():
    keys = [key for key in KEYS for _ in range(2)]
    pairs = [(one, other) for at, one in enumerate(keys) for other in keys[at + 1 :]]
    assert len(pairs) == 15
    assert sum(opens_cell(*pair) for pair in pairs) == 13
    assert not opens_cell("key-a", "key-a")
    assert not opens_cell("key-b", "key-b")
    assert opens_cell("key-skeleton", "key-skeleton")


def test_two_keys_open_the_cell_and_the_princess_joins():
    position = loot(put(cleared(opened(F, C)), 0, "i"), 0, "key-a", "key-b")
    assert rules_of(position, Unlock(0, ("key-a", "key-skeleton"))) == ["castle.no-such-key"]
    position = play(position, Unlock(0, ("key-a", "key-b")), Step(0, "X"))
    assert position.cell_open
    assert position.parties[0].princess
    position = play(position, Step(0, "j"))
    assert position.parties[0].princess
    assert position.princess == -1


def test_two_untold_counters_may_be_the_two_skeleton_keys_but_one_is_only_one():
    both = Unlock(0, ("key-skeleton", "key-skeleton"))
    beside = put(cleared(opened(F, C)), 0, "i")
    assert GAME.legal(loot(beside, 0, "unseen", "unseen"), both).answer is Answer.CANNOT_TELL
    assert both in GAME.actions(loot(beside, 0, "unseen", "unseen"))
    assert rules_of(loot(beside, 0, "unseen"), both) == ["castle.no-such-key"]
    assert both not in GAME.actions(loot(beside, 0, "unseen"))
    assert rules_of(loot(beside, 0, "unseen", "key-skeleton"), both) == ["castle.counter-untold"]
    assert rules_of(loot(beside, 0, "key-skeleton", "key-skeleton"), both) == []


def test_keys_that_others_have_shown_cannot_be_shown_again():
    position = loot(put(cleared(opened(F, C)), 0, "i"), 0, "key-a", "key-b")
    seen = list(position.open_treasures)
    seen[TREASURE_NUMBER["key-a"]] = 0
    position = replace(position, open_treasures=tuple(seen))
    event = Unlock(0, ("key-a", "key-b"))
    assert rules_of(position, event) == ["castle.no-counter-left"]
    assert event not in GAME.actions(position)


def test_two_keys_of_one_letter_do_not_fit():
    position = loot(put(cleared(opened(F, C)), 0, "i"), 0, "key-a", "key-a")
    assert rules_of(position, Unlock(0, ("key-a", "key-a"))) == ["castle.keys-do-not-fit"]


def test_the_cell_is_opened_from_beside_it():
    position = loot(put(cleared(opened(F, C)), 0, "a"), 0, "key-a", "key-b")
    assert rules_of(position, Unlock(0, ("key-a", "key-b"))) == ["castle.not-at-cell"]


def test_keys_among_untold_counters_cannot_be_told_and_are_taken_at_their_word():
    position = loot(put(cleared(opened(F, C)), 0, "i"), 0, "unseen", "key-b")
    event = Unlock(0, ("key-a", "key-b"))
    assert GAME.legal(position, event).answer is Answer.CANNOT_TELL
    assert rules_of(position, event) == ["castle.counter-untold"]
    after = GAME.apply(position, event)
    assert sorted(after.parties[0].loot) == [("key-a", True), ("key-b", True)]
    assert rules_of(after, event) == ["castle.cell-open"]


# --- beside a monster -----------------------------------------------------------------------------


def beside_a_freed_goblin():
    """Searching kills another party's wizard, whose goblin is wild then."""
    position = put(put(cleared(opened(F, W, no_player_combat=True)), 0, "1"), 1, "1")
    position = loot(member(position, 1, hits=5), 1, "gold-500")
    draft = drafted(position)
    join(draft, 1, Member("goblin", 3, -1, 1))
    position = play(frozen(draft), Done(0), Done(0), Search(0, 0), Found(0, "spores"))
    at = NUMBER["1"]
    return replace(position, treasures=position.treasures | 1 << at)


def test_nobody_picks_anything_up_beside_a_monster():
    position = beside_a_freed_goblin()
    assert position.phase is Phase.SEARCH
    assert [foe.kind for foe in position.foes[NUMBER["1"]]] == ["goblin"]
    assert rules_of(position, Take(0)) == ["castle.monster-first"]
    assert rules_of(position, Search(0, 0)) == ["castle.monster-first"]
    assert GAME.actions(position) == [Done(0)]


def test_who_is_beside_a_monster_when_the_turn_begins_fights_it_first():
    position = play(beside_a_freed_goblin(), Done(0))
    assert position.active == 0
    assert rules_of(position, Step(0, "2")) == ["castle.stopped-by-encounter"]
    assert play(position, Done(0)).phase is Phase.SPELLS


# --- leaving --------------------------------------------------------------------------------------


def test_leaving_is_final_and_ends_the_turn():
    position = play(put(cleared(opened(F, C)), 0, "1"), Step(0, "A"))
    assert position.parties[0].state == "out"
    assert position.active == 1
    assert rules_of(position, Step(0, "1")) == ["castle.no-return"]


def test_leaving_costs_one_area():
    position = play(put(cleared(opened(F, C)), 0, "2"), Step(0, "1"), Step(0, "A"))
    assert position.parties[0].state == "out"


def test_a_charmed_monster_stays_behind_wild_when_the_party_leaves():
    position = with_foe(opened(W, C), "goblin", 3, 1, "1")
    position = put(cleared(position), 0, "1")
    draft = drafted(position)
    join(draft, 0, Member("goblin", 3, -1, 0, hits=1))
    draft.combat, draft.phase = None, Phase.MOVE
    position = play(frozen(draft), Step(0, "A"))
    assert position.foes[NUMBER["1"]] == (Foe("goblin", 3, 1),)


def test_what_a_dead_party_left_can_be_picked_up():
    position = cleared(opened(F, C))
    pile = ((NUMBER["a"], (("gold-300", False), ("sword", False))),)
    position = put(replace(position, lying=pile, princess=NUMBER["a"]), 0, "2")
    position = play(position, Step(0, "a"), Done(0))
    assert position.phase is Phase.SEARCH
    position = play(position, Take(0))
    assert position.parties[0].princess
    assert position.parties[0].loot == (("gold-300", False),)
    assert position.members[0].items == (("sword", False),)
    assert position.lying == ()
    assert SIM_MAP.cell != position.princess
