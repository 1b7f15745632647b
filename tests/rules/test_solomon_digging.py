"""Shifting, choosing the area, magic objects, and lifting the tiles."""

import pytest

from rules.solomon import GAME, Lift, Magic, Mark, Pass, Pay, Phase, See, Shift, Ward
from rules.solomon.pieces import TILE
from rules.values import Answer
from tests.rules.solomon_tables import (
    ANGLE,
    BAR,
    LONG,
    STEP,
    at,
    broken,
    digging,
    facts,
    play,
    squares,
    tiles,
    with_loot,
    with_shafts,
)


def shift(source, target, seat=0):
    return Shift(seat, at(source), at(target))


def mark(names, *objects, seat=0):
    return Mark(seat, squares(names), objects)


def table(*cards, **shafts):
    return with_shafts(digging(*(cards or (BAR, 30))), shafts)


# --- shifts ------------------------------------------------------------------------------


def test_no_shift_exists_before_the_first_dig():
    position = digging(BAR, 30)
    assert not [event for event in GAME.actions(position) if isinstance(event, Shift)]
    assert broken(position, shift("b2", "c2")) == ["shift-upward"]


def test_a_tile_goes_to_a_lower_neighbour_and_may_stay_on_its_level():
    position = table(b2="c1 t2", c2="s1")
    after = play(position, shift("b2", "c2"))
    assert after.stacks[at("b2")] == tiles("c1")
    assert after.stacks[at("c2")] == tiles("s1 t2")
    assert after.shifts == 1
    # Level again, the other way round: the same tile may wander on its level.
    assert play(after, shift("c2", "b2")).shifts == 2


def test_a_covered_tile_is_remembered():
    position = play(table(b2="? t2", c2="s1"), shift("b2", "c2"))
    assert position.stacks[at("c2")] == tiles("s1 t2")
    assert position.top(at("b2")) == 0
    after = play(position, shift("c2", "b2"))
    assert after.top(at("c2")) == TILE["s1"]


@pytest.mark.parametrize(
    ("source", "target", "rule"),
    [
        ("b2", "d2", "shift-neighbour"),
        ("c2", "b2", "shift-upward"),
        ("b2", "b1", "shift-upward"),
    ],
)
def test_shifts_against_the_rules(source, target, rule):
    position = table(b2="t1 t1", c2="t1", d2="", b1="t1 t1 t1")
    assert broken(position, shift(source, target)) == [rule]


def test_shifts_that_cannot_be():
    position = table(b2="t1 t1", d2="")
    assert broken(position, shift("d2", "b2")) == ["no-tile-there"]
    assert broken(position, shift("b2", "b2")) == ["same-square"]
    assert broken(position, Shift(0, 3, 36)) == ["no-such-square"]


def test_beginners_may_push_upward_but_never_above_four():
    position = with_shafts(digging(BAR, 30, beginners=True), {"b2": "t1", "c2": "t1 t1", "d2": ""})
    assert broken(position, shift("b2", "c2")) == []
    assert broken(position, shift("b2", "b1")) == ["shift-full"]
    assert broken(position, shift("d2", "c2")) == ["no-tile-there"]


def test_every_fault_of_a_shift_is_named():
    position = table(b2="t1", d2="t1 t1")
    assert broken(position, shift("b2", "d2")) == ["shift-neighbour", "shift-upward"]


# --- areas -------------------------------------------------------------------------------


def test_the_area_must_have_the_shape_of_the_card():
    position = digging(ANGLE, 30)  # XX / X.
    assert broken(position, mark("b2 c2 b3")) == []
    assert broken(position, mark("b2 b3 c3")) == ["shape-turned"]
    assert broken(position, mark("b2 c2 d2")) == ["shape"]
    assert broken(position, mark("b2 c2")) == ["area-size"]
    assert broken(position, mark("b2 c2 b3 c3")) == ["area-size"]


def test_a_flipped_shape_is_not_a_turned_one():
    position = digging(STEP, 30)  # XX. / .XX
    assert broken(position, mark("b2 c2 c3 d3")) == []
    assert broken(position, mark("c2 d2 b3 c3")) == ["shape-flipped"]
    assert broken(position, mark("c2 b3 c3 b4")) == ["shape-turned"]
    magic = with_loot(position, 0, "mirror")
    assert broken(magic, mark("c2 b3 c3 b4", Magic.MIRROR)) == []
    assert broken(magic, mark("c2 d2 b3 c3", Magic.MIRROR)) == ["shape-flipped"]


def test_all_tiles_on_one_level_and_the_cheapest_shifts_are_named():
    position = table(b2="t1 t1", c2="t1 t1 t1", d2="t1 t1", c3="t1")
    found = facts(position, mark("b2 c2 d2"), "levels-shift")
    assert found["levels"] == [2, 3, 2]
    assert found["cost"] == 1
    assert len(found["steps"]) == 1
    (source, target), *_ = found["steps"]
    assert source == [1, 2]
    after = play(position, Shift(0, at("c2"), target[0] * 6 + target[1]))
    assert broken(after, mark("b2 c2 d2")) == []


def test_any_level_will_do_but_no_empty_shaft():
    position = table(b2="t1", c2="t1", d2="t1", b4="", c4="", d4="")
    assert broken(position, mark("b2 c2 d2")) == []
    assert broken(position, mark("b4 c4 d4")) == ["empty-shaft"]
    assert facts(position, mark("b2 c2 d2 d4"), "empty-shaft")["squares"] == [[3, 3]]


def test_all_faults_of_an_area_at_once():
    position = table(ANGLE, 30, b2="t1", c2="t1 t1", b3="")
    assert broken(position, mark("b2 c2 b3 d3")) == ["empty-shaft", "area-size"]
    assert broken(position, mark("b2 c2 c3")) == ["shape-turned", "levels-shift"]


def test_an_unknown_shape_cannot_be_judged_but_its_size_can():
    position = digging(5, 9, box={})
    legality = GAME.legal(position, mark("b2 c2 d2"))
    assert legality.answer is Answer.CANNOT_TELL
    assert broken(position, mark("b2 c2 d2")) == ["shape-unknown"]
    assert broken(position, mark("b2 c2")) == ["area-size"]
    levels = with_shafts(position, {"b2": "t1"})
    assert broken(levels, mark("b2 c2 d2")) == ["levels-shift"]


# --- magic -------------------------------------------------------------------------------


def test_the_axe_digs_on_different_levels_but_not_in_an_empty_shaft():
    position = with_loot(table(b2="t1", c2="t1 t1"), 0, "axe")
    assert broken(position, mark("b2 c2 d2")) == ["levels-shift"]
    assert broken(position, mark("b2 c2 d2", Magic.AXE)) == []
    assert broken(position, mark("b2 c2 c3", Magic.AXE)) == ["shape"]
    empty = with_loot(table(b2="", c2="t1 t1"), 0, "axe")
    assert broken(empty, mark("b2 c2 d2", Magic.AXE)) == ["empty-shaft"]


def test_the_seal_frees_the_shape_but_neither_number_nor_connection_nor_level():
    position = with_loot(table(LONG, 30, b2="t1"), 0, "seal")
    assert broken(position, mark("a3 b4 c5 d4 e3 f2", Magic.SEAL)) == []
    assert broken(position, mark("a3 b4 c5 d4 e3 f1", Magic.SEAL)) == ["not-connected"]
    assert broken(position, mark("a3 b4 c5 d4 e3", Magic.SEAL)) == ["area-size"]
    assert broken(position, mark("b2 b3 b4 b5 b6 c6", Magic.SEAL)) == ["levels-shift"]


def test_objects_combine():
    position = with_loot(table(ANGLE, 30, b2="t1", b3="t1 t1"), 0, "mirror axe seal amulet")
    assert broken(position, mark("b2 b3 c3", Magic.MIRROR)) == ["levels-shift"]
    assert broken(position, mark("b2 b3 c3", Magic.AXE)) == ["shape-turned"]
    assert broken(position, mark("b2 b3 c3", Magic.MIRROR, Magic.AXE)) == []
    assert broken(position, mark("b2 c3 d4", Magic.AXE, Magic.SEAL)) == []
    assert broken(position, mark("b2 b3 c3", *Magic)) == []


def test_used_objects_are_handed_in_when_the_tiles_are_lifted():
    position = with_loot(table(ANGLE, 30, b2="t1", b3="t1 t2", c3="t5"), 0, "mirror axe axe")
    position = play(position, mark("b2 b3 c3", Magic.MIRROR, Magic.AXE))
    assert position.loot[0][TILE["mirror"]] == 1
    before = position.gone
    position = play(position, Lift(0, tiles("t1 t2 t5")))
    assert position.loot[0][TILE["mirror"]] == 0
    assert position.loot[0][TILE["axe"]] == 1
    assert sum(position.gone) == sum(before) + 2
    assert position.active == 1


def test_a_changed_mind_costs_no_object():
    position = play(with_loot(digging(ANGLE, 30), 0, "mirror"), mark("b2 b3 c3", Magic.MIRROR))
    position = play(position, Pass(0))
    assert position.loot[0][TILE["mirror"]] == 1


def test_an_object_one_does_not_have_cannot_be_used():
    position = digging(ANGLE, 30)
    assert broken(position, mark("b2 b3 c3", Magic.MIRROR)) == ["object-not-owned"]
    untold = with_loot(position, 0, "?")
    legality = GAME.legal(untold, mark("b2 b3 c3", Magic.MIRROR))
    assert legality.answer is Answer.CANNOT_TELL
    assert broken(untold, mark("b2 b3 c3", Magic.MIRROR)) == ["object-unsure"]


def test_the_amulet_turns_curses_away_but_not_in_the_turn_it_was_dug():
    shafts = {"b2": "amulet", "c2": "c3", "d2": "c1"}
    lifted = (mark("b2 c2 d2"), Lift(0, tiles("amulet c3 c1")))
    without = play(with_shafts(digging(BAR, 30), shafts), *lifted)
    assert without.phase is Phase.PAY
    assert without.due() == 4
    assert broken(without, Ward(0)) == ["object-same-turn"]
    owned = with_loot(with_shafts(digging(BAR, 30), shafts), 0, "amulet")
    after = play(owned, *lifted, Ward(0))
    assert after.active == 1
    assert after.loot[0][TILE["amulet"]] == 1


def test_the_amulet_may_be_declared_with_the_area():
    position = with_loot(table(b2="c3", c2="c3", d2="t1"), 0, "amulet")
    position = play(position, mark("b2 c2 d2", Magic.AMULET), Lift(0, tiles("c3 c3 t1")))
    assert position.active == 1
    assert position.loot[0][TILE["c3"]] == 2


def test_the_amulet_does_not_pay_for_shifts():
    position = with_loot(table(b2="c3", c2="t1", d2="t1 t1", d3=""), 0, "amulet")
    position = play(position, shift("d2", "d3"), mark("b2 c2 d2"), Lift(0, tiles("c3 t1 t1")))
    assert position.due() == 4
    position = play(position, Ward(0))
    assert position.phase is Phase.PAY
    assert position.due() == 1
    assert broken(position, Ward(0)) == ["object-not-owned"]


def test_no_amulet_is_wasted_where_there_is_no_curse():
    position = with_loot(table(b2="t1", c2="t1", d2="t1 t1", d3=""), 0, "amulet")
    position = play(position, shift("d2", "d3"), mark("b2 c2 d2"), Lift(0, tiles("t1 t1 t1")))
    assert broken(position, Ward(0)) == ["no-curse"]


# --- lifting -----------------------------------------------------------------------------


def test_the_area_is_shown_before_a_tile_is_lifted():
    position = digging(BAR, 30)
    assert broken(position, Lift(0, tiles("t1 t1 t1"))) == ["mark-first"]
    shown = play(position, mark("b2 c2 d2"))
    assert shown.stacks == position.stacks
    assert broken(shown, Lift(0, tiles("t1 t1"))) == ["tiles-number"]


def test_lifting_tells_unknown_tiles_and_contradicts_no_known_one():
    position = table(b2="? t3", c2="? ?", d2="? c1")
    position = play(position, mark("b2 c2 d2"))
    assert broken(position, Lift(0, tiles("t2 t1 c1"))) == ["tile-differs"]
    after = play(position, Lift(0, tiles("t3 s4 c1")))
    assert after.loot[0] == GAME.apply(position, Lift(0, tiles("? s4 c1"))).loot[0]
    assert after.heights[at("b2")] == 1
    assert after.seen[TILE["s4"]] == 1


def test_tiles_nobody_told_leave_the_price_open():
    position = play(digging(BAR, 30), mark("b2 c2 d2"))
    lift = Lift(0, tiles("? t1 ?"))
    assert GAME.legal(position, lift).answer is Answer.CANNOT_TELL
    position = GAME.apply(position, lift)
    assert position.phase is Phase.PAY
    for amount in (0, 6):
        assert broken(position, Pay(0, amount)) == ["due-unsure"]
    assert broken(position, Pay(0, 7)) == ["change"]


def test_a_shift_after_showing_means_showing_again():
    position = table(b2="t1", c2="t1", d2="t1", a1="")
    position = play(position, mark("b2 c2 d2"), shift("b2", "a1"))
    assert position.mark is None


def test_telling_what_lies_open():
    position = play(digging(BAR, 30), See(squares("a1 b1"), tiles("t5 c2")))
    assert position.top(0) == TILE["t5"]
    assert broken(position, See(squares("a1"), tiles("t4"))) == ["tile-retold"]
    assert GAME.legal(position, See(squares("a1"), tiles("t4"))).answer is Answer.CANNOT_TELL
    retold = GAME.apply(position, See(squares("a1"), tiles("t4")))
    assert (retold.seen[TILE["t5"]], retold.seen[TILE["t4"]]) == (0, 1)
    empty = with_shafts(position, {"a1": ""})
    assert broken(empty, See(squares("a1"), tiles("t4"))) == ["no-tile-there"]
    assert broken(position, See((), ())) == ["see-what"]
    assert broken(position, See(squares("a1"), (0,))) == ["see-what"]


def test_wrong_order_of_play_is_named_and_may_stand():
    position = digging(ANGLE, 30, 20)
    assert position.waiting == (0, 2, 1)
    event = mark("b2 c2 b3 c3", seat=1)
    assert "order" in broken(position, event)
    after = GAME.apply(position, event)
    assert after.waiting == (1, 0, 2)


def test_who_dug_cannot_dig_again():
    position = play(digging(ANGLE, 30), Pass(0))
    assert broken(position, Pass(0)) == ["no-card-open"]
    assert broken(position, shift("a1", "a2")) == ["no-card-open"]
