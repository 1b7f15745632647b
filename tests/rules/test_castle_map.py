"""The map of The Castle: a box fact that is checked before anybody plays on it."""

from dataclasses import replace

import pytest

from rules.castle import GAME, SIM_MAP, Area, CastleMap, DrawMap, Phase, map_faults
from rules.castle.maps import map_from_json, map_to_json
from rules.errors import BadJson, BadSetting, ImpossibleEvent
from rules.values import Answer
from rules.words import LANGUAGES
from rules.words.wording import say


def changed(areas=None, links=None):
    return CastleMap(
        SIM_MAP.areas if areas is None else tuple(areas),
        SIM_MAP.links if links is None else tuple(links),
    )


def without(name):
    areas = [area for area in SIM_MAP.areas if area.name != name]
    return changed(areas, [link for link in SIM_MAP.links if name not in link])


def rules(castle):
    return [fault.rule for fault in map_faults(castle)]


def test_the_demonstration_map_has_36_rooms_one_cell_and_six_entrances():
    assert rules(SIM_MAP) == []
    assert len(SIM_MAP.rooms) == 36
    assert [SIM_MAP.name(at) for at in SIM_MAP.entrances] == ["A", "B", "C", "D", "E", "F"]
    assert SIM_MAP.name(SIM_MAP.cell) == "X"
    assert SIM_MAP.demo


def test_a_map_survives_json():
    assert map_from_json(map_to_json(SIM_MAP)) == SIM_MAP


def test_seventeen_rooms_are_too_few():
    rooms = [str(number) for number in range(18, 37)]
    areas = [area for area in SIM_MAP.areas if area.name not in rooms]
    fault = next(map_faults(changed(areas)))
    assert (fault.rule, dict(fault.facts)) == ("castle.map-rooms", {"count": 17, "limit": 36})


def test_two_entrances_with_one_letter_are_refused():
    areas = [replace(area, name="A") if area.name == "B" else area for area in SIM_MAP.areas]
    found = rules(changed(areas))
    assert "castle.map-entrance-twice" in found
    assert "castle.map-entrance-missing" in found


@pytest.mark.parametrize(
    ("castle", "rule"),
    [
        (without("X"), "castle.map-cell"),
        (without("C"), "castle.map-entrance-missing"),
        (changed(links=[*SIM_MAP.links, ("1", "nowhere")]), "castle.map-link-nowhere"),
        (changed(links=[*SIM_MAP.links, ("1", "1")]), "castle.map-link-itself"),
        (changed(links=[*SIM_MAP.links, ("A", "B")]), "castle.map-link-entrances"),
        (changed(links=[each for each in SIM_MAP.links if "36" not in each]), "castle.map-apart"),
        (
            changed(links=[each for each in SIM_MAP.links if "A" not in each]),
            "castle.map-entrance-closed",
        ),
        (changed([*SIM_MAP.areas, Area("1", "corridor")]), "castle.map-name-twice"),
        (changed([*SIM_MAP.areas, Area("G", "entrance")]), "castle.map-entrance-letter"),
        (changed([*SIM_MAP.areas, Area("Y", "cell")]), "castle.map-cell"),
        (
            changed([area for area in SIM_MAP.areas if area.kind != "corridor"]),
            "castle.map-corridors",
        ),
        (
            changed([*SIM_MAP.areas, *(Area(f"q{n}", "corridor") for n in range(250))]),
            "castle.map-too-big",
        ),
    ],
)
def test_every_fault_of_a_map_is_named(castle, rule):
    assert rule in rules(castle)


def test_a_wrong_map_is_refused_in_four_languages_with_all_faults_and_changes_nothing():
    position = GAME.start(2)
    areas = [area for area in SIM_MAP.areas if area.name not in ("X", "12")]
    event = DrawMap(changed(areas))
    legality = GAME.legal(position, event)
    assert legality.answer is Answer.NO
    assert [each.rule for each in legality.rulings][:2] == ["castle.map-rooms", "castle.map-cell"]
    for language in LANGUAGES:
        assert "35" in say(language, "castle.map-rooms", legality.rulings[0].facts)
    with pytest.raises(ImpossibleEvent):
        GAME.apply(position, event)


def test_the_map_is_told_once_and_remembered_with_the_box():
    position = GAME.start(3)
    assert position.phase is Phase.MAP
    position = GAME.apply(position, DrawMap(changed()))
    assert position.phase is Phase.FIRST
    box = GAME.learned(position)
    again = GAME.start(2, {}, box)
    assert again.phase is Phase.FIRST
    assert again.setting.castle.links == SIM_MAP.links
    assert not again.setting.castle.demo


def test_a_demonstration_map_is_played_on_but_not_remembered():
    position = GAME.apply(GAME.start(3), DrawMap(SIM_MAP))
    assert position.phase is Phase.FIRST
    assert GAME.view(position, 0)["demo"]
    assert GAME.learned(position) == {}


def test_a_box_with_an_impossible_map_or_number_is_no_setting():
    with pytest.raises(BadSetting, match="map-rooms"):
        GAME.start(2, {}, {"map": map_to_json(without("5"))})
    with pytest.raises(BadSetting):
        GAME.start(2, {}, {"map": 7})
    with pytest.raises(BadSetting):
        GAME.start(2, {}, {"constitutions": {"goblin": [99]}})
    with pytest.raises(BadSetting):
        GAME.start(2, {}, {"constitutions": {"dragon": [5]}})
    with pytest.raises(BadSetting):
        GAME.start(2, {}, {"constitutions": {"goblin": [3, 3, 3]}})


@pytest.mark.parametrize(
    "data",
    [
        None,
        {"areas": [], "links": 3},
        {"areas": [3], "links": []},
        {"areas": [{"name": "1", "kind": "hall"}], "links": []},
        {"areas": [{"name": "", "kind": "room"}], "links": []},
        {"areas": [{"name": "1", "kind": "room", "x": -4}], "links": []},
        {"areas": [], "links": [["1"]]},
        {"areas": [], "links": [["1", 2]]},
    ],
)
def test_what_is_no_map_is_bad_json(data):
    with pytest.raises(BadJson):
        map_from_json(data)
