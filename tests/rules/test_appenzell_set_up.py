"""Burg Appenzell: the box, the geometry its numbers prove, the rooms, and the first mice."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.appenzell import GAME, OUTSIDE, SPARE, Phase, Place, Reveal, Run, SetUp, Uncover
from rules.appenzell.layout import layout_faults, layout_to_json, ordered, same_side, turned
from rules.appenzell.pieces import (
    COLOURS,
    HIGH,
    HOLES,
    INSIDE,
    LINES,
    ROOFS,
    SLOTS,
    STEPS,
    SUPPLY,
    TOWERS,
    UNTOLD_LOOKS,
    at,
)
from rules.appenzell.sim import SIM_LAYOUTS
from rules.errors import BadSetting, ImpossibleEvent
from rules.values import Answer
from tests.rules.appenzell_tables import (
    OTHER_SIDE,
    SIDE,
    TILES,
    begun,
    broken,
    f,
    facts,
    opened,
    play,
    room,
    set_up,
)

SIM_BOX = {"layouts": [layout_to_json(side) for side in SIM_LAYOUTS]}
LOOKS = (("loaf", "pink"), *UNTOLD_LOOKS[:6])


def rules_of(rooms):
    return [fault.rule.removeprefix("appenzell.") for fault in layout_faults(ordered(rooms))]


def test_the_arithmetic_of_the_geometry():
    assert len(HOLES) == 7 * 3 + 7 * 3 - 9 == 33
    assert len(HIGH) == 12
    assert len(TOWERS) == 4
    assert len(INSIDE) == 45 == 11 * 2 + 5 * 3 + 2 * 4
    assert sum(size * count for size, count in ROOFS.items()) == 45
    assert sum(ROOFS.values()) == 18
    assert sum(SUPPLY) == 34 == len(HOLES) + 1
    assert all(field // 7 % 2 == 0 and field % 7 % 2 == 0 for field in HIGH)


def test_twelve_slots_lead_into_six_channels_from_both_ends():
    assert len(LINES) == len(SLOTS) == 12
    assert all(len(line) == 7 and set(line) <= set(HOLES) for line in LINES)
    assert Counter(frozenset(line) for line in LINES).most_common()[-1][1] == 2
    assert {line[::-1] for line in LINES} == set(LINES)
    assert [line[0] for line in LINES] == [
        *(at(0, 1), at(0, 3), at(0, 5)),
        *(at(1, 6), at(3, 6), at(5, 6)),
        *(at(6, 5), at(6, 3), at(6, 1)),
        *(at(5, 0), at(3, 0), at(1, 0)),
    ]


def test_no_step_leads_into_a_tower_but_from_outside():
    assert set(STEPS[OUTSIDE]) == set(TOWERS)
    assert all(not set(steps) & set(TOWERS) for steps in STEPS[:-1])
    assert set(STEPS[f("a7")]) == {f("b7"), f("a6")}


@pytest.mark.parametrize("side", [SIDE, OTHER_SIDE])
def test_the_castles_for_demonstration_are_real_layouts(side):
    assert layout_faults(side) == ()
    assert Counter(map(len, side)) == {2: 11, 3: 5, 4: 2}


def test_seventeen_rooms_are_refused_with_everything_that_is_wrong():
    assert rules_of(SIDE[1:]) == ["layout-count", "layout-roofs", "layout-gap"]
    fault = layout_faults(SIDE[1:])
    assert fault[0].facts == {"count": 17, "right": 18}
    assert fault[1].facts == {"size": 2, "count": 10, "right": 11}
    assert fault[2].facts == {"fields": [[0, 1], [0, 2]]}


def test_a_field_in_two_rooms_and_one_in_none():
    rooms = [list(each) for each in SIDE]
    rooms[0] = [at(0, 2), at(0, 3)]
    assert rules_of(rooms) == ["layout-overlap", "layout-gap"]


def test_a_tower_is_no_part_of_a_room():
    rooms = [list(each) for each in SIDE]
    rooms[0] = [at(0, 0), at(0, 1)]
    assert rules_of(rooms) == ["layout-outside", "layout-gap"]


@pytest.mark.parametrize(
    "shape",
    [(0, 1, 8), (8, 16), (8, 9, 10, 11), (8,), (8, 8), (6, 7), (8, 10), (8, 9, 15, 16, 17)],
)
def test_a_room_no_roof_fits_is_named(shape):
    assert "layout-shape" in rules_of([shape, *SIDE[1:]])


def test_the_wrong_number_of_each_roof_is_named():
    """Two rooms of two fields instead of a square: every field is covered, the roofs are not."""
    square = next(each for each in SIDE if len(each) == 4)
    rooms = [each for each in SIDE if each != square] + [square[:2], square[2:]]
    assert rules_of(rooms) == ["layout-count", "layout-roofs", "layout-roofs"]


@given(st.sampled_from([SIDE, OTHER_SIDE]), st.data())
def test_any_damage_to_a_layout_is_found(side, data):
    rooms = [list(each) for each in side]
    victim = data.draw(st.sampled_from(rooms))
    where = data.draw(st.integers(0, len(victim) - 1))
    old = victim[where]
    victim[where] = data.draw(st.integers(0, 48))
    assert bool(rules_of(rooms)) == (victim[where] != old)


def test_a_board_may_lie_turned():
    assert turned(turned(turned(turned(SIDE)))) == SIDE
    assert turned(SIDE) != SIDE
    assert same_side(SIDE, turned(turned(SIDE)))
    assert not same_side(SIDE, OTHER_SIDE)
    assert layout_faults(turned(SIDE)) == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_castle_begins_with_all_roofs_on_and_unknown_tiles(players):
    position = begun(players, start=1)
    assert position.phase is Phase.PLACE
    assert position.roofs == 2**18 - 1
    assert position.waiting == (4,) * players
    view = GAME.view(position, 0)
    assert all("tile" not in field for field in view["fields"])
    assert len(view["places"]) == 4 * players


def test_an_impossible_layout_can_not_even_stand():
    event = SetUp(SIDE[1:], 0, COLOURS[:2])
    legality = GAME.legal(GAME.start(2), event)
    assert legality.answer is Answer.NO
    assert [ruling.rule for ruling in legality.rulings] == [
        "appenzell.layout-count",
        "appenzell.layout-roofs",
        "appenzell.layout-gap",
    ]
    with pytest.raises(ImpossibleEvent, match="layout-count"):
        GAME.apply(GAME.start(2), event)


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (SetUp(SIDE, 2, COLOURS[:2]), "no-such-seat"),
        (SetUp(SIDE, 0, COLOURS[:3]), "setup-colours"),
        (SetUp(SIDE, 0, ("red", "red")), "setup-colours"),
        (SetUp(SIDE, 0, ("red", "tartan")), "setup-colours"),
        (SetUp(SIDE, 0, COLOURS[:2], LOOKS[:6]), "setup-cheeses"),
        (SetUp(SIDE, 0, COLOURS[:2], LOOKS[:6] + LOOKS[:1]), "setup-cheeses"),
        (Place(0, 0), "not-set-up"),
    ],
)
def test_set_ups_that_cannot_be(event, rule):
    assert broken(GAME.start(2), event) == [rule]
    with pytest.raises(ImpossibleEvent):
        GAME.apply(GAME.start(2), event)


def test_the_set_up_comes_once():
    assert broken(begun(), set_up()) == ["already-set-up"]


# --- box facts ---------------------------------------------------------------------------


def test_rooms_and_colours_are_learned_and_handed_to_the_next_game():
    position = begun(2)
    box = GAME.learned(position)
    assert box == {"layouts": [layout_to_json(SIDE)], "colours": ["red", "green"]}
    again = GAME.start(3, {}, box)
    assert GAME.view(again, None)["layouts"] == [layout_to_json(SIDE)]
    assert GAME.learned(again) == box


def test_what_the_cheeses_look_like_is_learned_once():
    told = GAME.apply(GAME.start(2), SetUp(SIDE, 0, COLOURS[:2], LOOKS))
    assert GAME.view(told, 0)["looks"][0] == ["loaf", "pink"]
    assert GAME.learned(told)["cheeses"] == [list(look) for look in LOOKS]
    again = GAME.start(2, {}, GAME.learned(told))
    assert GAME.view(again, 0)["looks_told"]
    assert GAME.view(again, 0)["looks"] == GAME.view(told, 0)["looks"]
    untold = GAME.view(GAME.start(2), 0)
    assert untold["looks"] == [list(look) for look in UNTOLD_LOOKS]
    assert not untold["looks_told"]
    assert "cheeses" not in GAME.learned(begun(2))


def test_a_second_side_is_learned_and_a_turned_one_is_the_same():
    first = GAME.learned(begun(2))
    other = GAME.apply(GAME.start(2, {}, first), SetUp(OTHER_SIDE, 0, COLOURS[:2]))
    assert GAME.learned(other)["layouts"] == SIM_BOX["layouts"]
    same = GAME.apply(GAME.start(2, {}, first), SetUp(turned(SIDE), 0, COLOURS[:2]))
    assert GAME.learned(same)["layouts"] == [layout_to_json(SIDE)]


def test_a_third_side_is_questioned():
    position = GAME.start(2, {}, SIM_BOX)
    third = ordered([[7 * (field % 7) + field // 7 for field in each] for each in SIDE])
    assert layout_faults(third) == ()
    assert broken(position, SetUp(third, 0, COLOURS[:2])) == ["layout-third"]
    assert broken(position, SetUp(turned(OTHER_SIDE), 0, COLOURS[:2])) == []
    stands = GAME.apply(position, SetUp(third, 0, COLOURS[:2]))
    assert GAME.learned(stands)["layouts"] == [layout_to_json(OTHER_SIDE), layout_to_json(third)]


@pytest.mark.parametrize(
    "box",
    [
        {"layouts": [layout_to_json(SIDE[1:])]},
        {"layouts": [layout_to_json(SIDE)] * 3},
        {"layouts": 7},
        {"layouts": [[[[0, 9]]]]},
        {"colours": ["red", "red"]},
        {"colours": ["tartan"]},
        {"cheeses": [["wedge", "yellow"]]},
        {"cheeses": [["wedge", "yellow"]] * 7},
        {"cheeses": [["cube", "yellow"]] * 7},
    ],
)
def test_impossible_box_facts_are_refused(box):
    with pytest.raises(BadSetting, match="appenzell"):
        GAME.start(2, {}, box)


@pytest.mark.parametrize("players", [0, 1, 5, "two", None])
def test_two_to_four_play(players):
    with pytest.raises(BadSetting, match="2 to 4"):
        GAME.start(players)


@pytest.mark.parametrize("options", [{"kinds": 7}, {"kinds": True}, {"kind": 4}, {"books": "x"}])
def test_unknown_options_are_refused(options):
    with pytest.raises(BadSetting, match="option"):
        GAME.start(2, options)


# --- the first mice ----------------------------------------------------------------------


def test_every_seat_places_one_mouse_in_any_order_and_the_named_seat_begins():
    position = play(begun(3, start=2), Place(1, f("a7")), Place(2, f("g1")), Place(0, f("g7")))
    assert position.phase is Phase.TURN
    assert (position.turn, position.active) == (1, 2)
    assert position.waiting == (3, 3, 3)


def test_more_than_one_mouse_at_the_start():
    position = play(begun(2), Place(0, f("a7")))
    assert broken(position, Place(0, f("g7"))) == ["one-mouse"]
    assert broken(opened(2), Place(0, f("a1"))) == ["placing-over"]


def test_a_tower_holds_one_mouse():
    position = play(begun(2), Place(0, f("a7")))
    assert broken(position, Place(1, f("a7"))) == ["tower-taken"]
    free = facts(position, Place(1, f("a7")), "tower-taken")["fields"]
    assert free == [[0, 6], [6, 0], [6, 6]]


def test_only_a_tower_takes_the_first_mouse():
    assert broken(begun(2), Place(0, f("b7"))) == ["not-a-tower"]


def test_nobody_acts_before_all_have_placed():
    position = play(begun(2), Place(0, f("a7")))
    assert broken(position, Uncover(0, room("b7"))) == ["place-first"]
    assert facts(position, Uncover(0, room("b7")), "place-first") == {"seats": [1]}
    assert GAME.apply(position, Uncover(0, room("b7"))).phase is Phase.TURN


def test_the_spare_tile_may_be_told_at_any_time():
    assert play(begun(2), Reveal(SPARE, TILES["trap"])).spare == TILES["trap"]
    assert broken(opened(2), Reveal(SPARE, TILES["trap"])) == ["tile-known"]


def test_a_seat_that_does_not_play_can_do_nothing():
    assert broken(opened(2), Run(2, OUTSIDE, f("a1"))) == ["no-such-seat"]
    assert broken(opened(2), Run(-1, OUTSIDE, f("a1"))) == ["no-such-seat"]
