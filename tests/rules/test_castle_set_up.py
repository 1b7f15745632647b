"""The set-up of The Castle: who is first, characters, alliances, entrances, the deal."""

import pytest

from rules.castle import (
    GAME,
    SIM_MAP,
    Ally,
    Choose,
    Done,
    DrawMap,
    Enter,
    Fight,
    Phase,
    Roll,
    Step,
    TurnUp,
)
from rules.castle.maps import map_to_json
from rules.errors import BadSetting, ImpossibleEvent
from tests.rules.castle_tables import BOX, C, F, W, chosen, member, opened, play, rules_of


@pytest.mark.parametrize("players", [0, 7, True, "2"])
def test_one_to_six_players(players):
    with pytest.raises(BadSetting, match="1 to 6"):
        GAME.start(players)


def test_options_are_checked():
    with pytest.raises(BadSetting, match="series"):
        GAME.start(2, {"series": 9})
    with pytest.raises(BadSetting, match="no-player-combat"):
        GAME.start(2, {"no-player-combat": 1})
    with pytest.raises(BadSetting, match="an option"):
        GAME.start(2, {"dragons": True})


def test_the_highest_die_chooses_first_and_the_others_clockwise():
    position = play(GAME.start(3, {}, BOX), Roll(0, 2), Roll(1, 5), Roll(2, 4))
    assert position.order == (1, 2, 0)
    assert position.phase is Phase.CHOOSE
    assert rules_of(position, Choose(0, F, 10)) == ["castle.choose-order"]


def test_players_who_tie_for_the_highest_die_roll_again():
    position = play(GAME.start(3, {}, BOX), Roll(0, 6), Roll(1, 6), Roll(2, 4))
    assert position.phase is Phase.FIRST
    assert rules_of(position, Roll(2, 6)) == ["castle.rolled-already"]
    position = play(position, Roll(1, 3), Roll(0, 2))
    assert position.order == (1, 2, 0)


def test_a_player_alone_takes_two_characters_and_one_party():
    position = GAME.start(1, {}, BOX)
    assert position.phase is Phase.CHOOSE
    position = play(position, Choose(0, F, 10), Choose(0, W, 6), Enter(0, "C"))
    assert position.phase is Phase.PREPARE
    assert position.parties[0].members == (0, 1)


def test_set_up_events_come_in_their_order():
    position = GAME.start(2, {}, BOX)
    assert rules_of(position, Choose(0, F, 10)) == ["castle.not-set-up"]
    assert rules_of(position, Step(0, "1")) == ["castle.not-set-up"]
    position = opened(F, C)
    assert rules_of(position, Ally(())) == ["castle.already-set-up"]
    assert rules_of(position, DrawMap(SIM_MAP)) == ["castle.already-set-up"]


def test_allies_share_a_turn_at_the_place_of_the_first_to_choose():
    position = play(chosen([F, C, W, F]), Ally(((1, 3),)))
    assert [party.seats for party in position.parties] == [(0,), (1, 3), (2,)]
    position = play(chosen([F, C, W, F]), Ally(((3, 0), (2, 1))))
    assert [party.seats for party in position.parties] == [(0, 3), (1, 2)]


def test_a_player_belongs_to_one_group_only():
    position = chosen([F, C, W])
    assert rules_of(position, Ally(((0, 1), (1, 2)))) == ["castle.ally-groups"]
    assert rules_of(position, Ally(((0, 5),))) == ["castle.ally-groups"]


def test_every_way_to_form_groups_is_offered():
    assert len(GAME.actions(chosen([F, C, W]))) == 5
    assert len(GAME.actions(chosen([F] * 6))) == 203


def test_parties_choose_different_entrances_in_their_order():
    position = play(chosen([F, C]), Ally(()))
    assert rules_of(position, Enter(1, "A")) == ["castle.entrance-order"]
    assert rules_of(position, Enter(0, "12")) == ["castle.no-such-entrance"]
    position = play(position, Enter(0, "A"))
    assert rules_of(position, Enter(1, "A")) == ["castle.entrance-taken"]
    assert play(position, Enter(1, "A")).phase is Phase.PREPARE


def test_every_room_gets_a_monster_and_a_treasure_and_the_cell_the_princess():
    position = opened(F, C)
    assert sum(len(foes) for foes in position.foes) == 36
    assert position.treasures.bit_count() == 36
    assert position.princess == SIM_MAP.cell
    assert not position.foes[SIM_MAP.cell]
    assert all(not position.foes[at] for at in SIM_MAP.entrances)


def test_constitutions_are_asked_on_first_sight_and_remembered():
    position = play(GAME.start(2), DrawMap(SIM_MAP), Roll(0, 6), Roll(1, 1))
    assert rules_of(position, Choose(0, F, 40)) == ["castle.no-such-constitution"]
    position = play(
        position, Choose(0, F, 9), Choose(1, W, 5), Ally(()), Enter(0, "A"), Enter(1, "B")
    )
    position = play(position, Step(0, "1"), TurnUp(0, "goblin", 3))
    box = GAME.learned(position)
    assert box["constitutions"] == {"fighter": [9], "goblin": [3], "wizard": [5]}
    position = GAME.start(2, {}, box)
    assert position.setting.known["goblin"] == (3,)


def test_a_number_known_from_before_is_left_for_the_second_counter():
    box = {"map": map_to_json(SIM_MAP), "constitutions": {"goblin": [3]}}
    position = play(GAME.start(2, {}, box), Roll(0, 6), Roll(1, 1), Choose(0, F, 9))
    position = play(position, Choose(1, W, 5), Ally(()), Enter(0, "A"), Enter(1, "B"))
    position = play(position, Step(0, "1"))
    assert rules_of(position, TurnUp(0, "goblin", 5)) == []
    # The fighter falls at once, and the wizard turns up the other goblin.
    position = member(play(position, TurnUp(0, "goblin", 5)), 0, hits=8)
    position = play(position, Done(0), Fight(0, 0), Roll(0, 1), Done(1), Step(1, "5"))
    assert rules_of(position, TurnUp(1, "goblin", 7)) == ["castle.constitution-known"]
    assert rules_of(position, TurnUp(1, "goblin", 3)) == []


def test_two_counters_of_one_kind_may_carry_different_numbers():
    box = {"map": map_to_json(SIM_MAP)}
    box["constitutions"] = {"goblin": [3, 4]}
    position = play(GAME.start(2, {}, box), Roll(0, 6), Roll(1, 1), Choose(0, F, 9))
    position = play(position, Choose(1, C, 8), Ally(()), Enter(0, "A"), Enter(1, "B"))
    position = play(position, Step(0, "1"))
    assert rules_of(position, TurnUp(0, "goblin", 5)) == ["castle.constitution-known"]
    assert rules_of(position, TurnUp(0, "goblin", 4)) == []
    assert rules_of(position, TurnUp(0, "bat", 3)) == ["castle.constitution-known"]
    position = play(position, TurnUp(0, "goblin", 4))
    assert GAME.learned(position)["constitutions"]["goblin"] == [3, 4]


def test_the_demonstration_teaches_the_box_nothing():
    assert GAME.learned(opened(F, C)) == {"demo": True}


def test_a_seat_that_does_not_play_cannot_act():
    assert rules_of(opened(F, C), Step(4, "1")) == ["castle.no-such-seat"]
    with pytest.raises(ImpossibleEvent):
        GAME.apply(opened(F, C), Step(4, "1"))


def test_a_proposed_map_waits_to_be_confirmed_and_is_kept_with_the_position():
    picture = "data:image/png;base64,AAAA"
    start = GAME.start(2, {}, {"proposal": {**map_to_json(SIM_MAP), "picture": picture}})
    assert start.phase is Phase.MAP
    shown = GAME.view(start, 0)
    assert shown["proposed_map"] == {**map_to_json(SIM_MAP), "demo": True}
    assert shown["proposed_picture"] == picture
    after = GAME.apply(start, DrawMap(SIM_MAP))
    assert after.setting.proposal is None
    assert GAME.start(2, {}, {"map": map_to_json(SIM_MAP), "proposal": "no map"}).phase is (
        Phase.FIRST
    )


@pytest.mark.parametrize("picture", [3, "http://elsewhere/map.png", "data:image/" + "A" * 200_000])
def test_a_proposed_map_with_a_picture_that_is_none_is_refused(picture):
    with pytest.raises(BadSetting, match="picture"):
        GAME.start(2, {}, {"proposal": {**map_to_json(SIM_MAP), "picture": picture}})
