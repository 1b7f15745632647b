"""What each seat sees and hears: its own secrets, never another's."""

import json
import random
from dataclasses import replace

import pytest

from rules.errors import BadSetting
from rules.solomon import (
    GAME,
    Add,
    Choose,
    Fail,
    Got,
    Hold,
    Lift,
    Magic,
    Mark,
    Pass,
    Phase,
    See,
    SetUp,
    Shift,
    Show,
    Ward,
)
from rules.solomon.pieces import ALL_TILES, NONE, counted, plus
from rules.values import Answer
from rules.words import LANGUAGES
from rules.words.wording import placeholders, say, template_of
from tests.rules import hearing
from tests.rules.solomon_tables import (
    BAR,
    at,
    digging,
    opened,
    play,
    random_game,
    squares,
    tiles,
    with_loot,
    with_shafts,
)


def test_a_choice_is_seen_by_its_own_seat_alone_until_all_have_chosen():
    position = play(opened(3), Hold(0, (5, 6, 7, 8, 21, 22, 23, 24)), Choose(0, 23))
    assert GAME.view(position, 0)["cards"] == [23, None, None]
    assert GAME.view(position, 0)["mine"]["hand"] == [5, 6, 7, 8, 21, 22, 23, 24]
    for other in (1, 2, None):
        view = GAME.view(position, other)
        assert view["cards"] == [None, None, None]
        assert view["chosen"] == [True, False, False]
        assert "23" not in json.dumps(
            {key: value for key, value in view.items() if key not in ("shapes", "mine")}
        )
    position = play(position, Choose(1, 9), Choose(2, 2))
    assert GAME.view(position, None)["cards"] == [23, 9, 2]


def test_what_lies_behind_a_screen_is_shown_to_its_owner_and_at_the_end_to_all():
    position = with_loot(digging(BAR, 30), 0, "t5 axe", 7)
    own = GAME.view(position, 0)["mine"]
    assert own["coins"] == 7
    assert own["tiles"] == ["t5", "axe"]
    for other in (1, None):
        text = json.dumps(GAME.view(position, other))
        assert "axe" not in text
    assert GAME.view(position, None)["mine"] is None
    *_, (_, _, over) = random_game(random.Random(3), 2)
    assert over.phase is Phase.FINISHED
    assert [each["coins"] for each in GAME.view(over, None)["final"]] == list(over.coins)


@pytest.mark.parametrize(
    "event", [Hold(0, (1, 2)), Choose(0, 17), Got(0, tiles("axe")), Add(0, tiles("seal"))]
)
def test_secret_events_show_nothing_to_others(event):
    assert GAME.secret(event)
    assert GAME.actor(opened(), event) == 0
    assert GAME.shown(opened(), event, 0) == GAME.event_to_json(event)
    for other in (1, None):
        shown = GAME.shown(opened(), event, other)
        assert shown == {"type": GAME.event_to_json(event)["type"], "seat": 0}


@pytest.mark.parametrize(
    "event", [Choose(1, 0), Show(1, 9), Shift(1, 0, 1), SetUp(), See((0,), (1,))]
)
def test_open_events_are_open(event):
    assert not GAME.secret(event)
    assert GAME.shown(opened(), event, None) == GAME.event_to_json(event)


def test_the_mine_and_the_shapes_are_everybodys_business():
    assert GAME.actor(opened(), See((0,), (1,))) is None
    assert GAME.actor(opened(), SetUp()) is None
    assert GAME.actor(opened(), Choose(1, 4)) == 1


def test_the_log_names_a_chosen_card_to_its_owner_only():
    position = opened()
    own, other = (hearing.told(GAME, position, Choose(0, 17), seat) for seat in (0, 1))
    assert say("en", own[0].message, own[0].facts) == "Player 1 has chosen card 17."
    assert say("en", other[0].message, other[0].facts) == "Player 1 has chosen."
    assert 17 not in other[0].facts.values()


def test_the_last_choice_tells_the_order_to_all():
    position = play(opened(), Choose(0, 17))
    told = hearing.told(GAME, position, Choose(1, 4), None)
    assert told[-1].facts == {"order": [[1, 4], [0, 17]]}
    assert say("de", told[-1].message, told[-1].facts, ["Mia", "Noah"]) == (
        "Aufgedeckt! Es graben der Reihe nach: Noah 4, Mia 17."
    )


def test_nobody_is_told_who_was_dealt_which_tile():
    position = with_loot(digging(BAR, 30, 31), 0, "", 0)
    position = with_shafts(position, {"b2": "c3", "c2": "c2", "d2": "axe"})
    position = play(position, Mark(0, squares("b2 c2 d2")), Lift(0, tiles("c3 c2 axe")))
    told = hearing.told(GAME, position, Fail(0), 1)
    assert told[1].facts == {"gains": [[1, 1], [2, 1]], "count": 1}
    position = play(position, Fail(0), Got(1, tiles("axe")))
    assert GAME.view(position, 1)["mine"]["tiles"] == ["axe"]
    assert GAME.view(position, 2)["mine"]["untold"] == 1
    assert GAME.view(position, 2)["mine"]["may_be"] == ["c2", "c3", "axe"]


# --- what a seat may know -----------------------------------------------------------------


def another_digs(loot, dug="axe mirror amulet"):
    """Seat 1 is to dig with this behind its screen; these tiles were seen and taken."""
    shafts = {"b2": "t1", "c2": "t1 t1", "d2": "t1"}
    position = with_loot(with_shafts(digging(30, BAR), shafts), 1, loot)
    seen = plus(position.seen, counted(tiles(dug)))
    taken = ALL_TILES - sum(stack.count(0) for stack in position.stacks) - sum(seen)
    return replace(position, seen=plus(seen, counted(tiles("t2") * taken)))


AXED = Mark(1, squares("b2 c2 d2"), (Magic.AXE,))
SCREENS = ("axe t1", "mirror t1", "amulet t1")


@pytest.mark.parametrize("viewer", [0, None])
def test_objects_that_may_lie_behind_a_screen_are_offered_whichever_does(viewer):
    offers = []
    for loot in SCREENS:
        seen = GAME.known(another_digs(loot), viewer)
        assert GAME.legal(seen, AXED).answer is Answer.YES
        offers.append(GAME.actions(seen))
    assert offers[0] == offers[1] == offers[2]
    assert AXED in offers[0]
    assert {magic for mark in offers[0] if isinstance(mark, Mark) for magic in mark.objects} == {
        Magic.AXE,
        Magic.MIRROR,
    }


def test_its_owner_is_offered_what_he_has():
    assert AXED in GAME.actions(GAME.known(another_digs("axe t1"), 1))
    assert AXED not in GAME.actions(GAME.known(another_digs("mirror t1"), 1))


def test_an_object_seen_elsewhere_is_not_offered():
    held = with_loot(another_digs("t1 t1", "axe"), 0, "axe")
    assert AXED not in GAME.actions(GAME.known(held, 0)), "it lies behind the viewer's own screen"
    assert AXED in GAME.actions(GAME.known(held, None))
    handed_in = replace(held, loot=(NONE, held.loot[1]), gone=counted(tiles("axe")))
    assert AXED not in GAME.actions(GAME.known(handed_in, None))


def test_an_empty_screen_hides_no_object():
    assert AXED not in GAME.actions(GAME.known(another_digs(""), 0))


def cursed(loot):
    """Seat 1 has lifted curses and is to pay for them."""
    position = with_shafts(digging(30, BAR), {"b2": "c3", "c2": "c2", "d2": "s1"})
    position = with_loot(position, 1, loot)
    position = replace(position, seen=plus(position.seen, counted(tiles("amulet axe"))))
    return play(position, Mark(1, squares("b2 c2 d2")), Lift(1, tiles("c3 c2 s1")))


def test_the_amulet_is_offered_and_judged_as_anybody_could_think_it():
    offers = [GAME.actions(GAME.known(cursed(loot), 0)) for loot in ("amulet", "axe")]
    assert offers[0] == offers[1]
    assert Ward(1) in offers[0]
    for loot in ("amulet", "axe"):
        assert GAME.legal(GAME.known(cursed(loot), 0), Ward(1)).answer is Answer.YES
    assert Ward(1) not in GAME.actions(GAME.known(cursed("axe"), 1))


def dealt(tile):
    """Seat 1 was dealt a tile face down and has told its own phone which."""
    position = with_loot(digging(BAR, 30, 31), 0, "", 0)
    position = with_shafts(position, {"b2": "c3", "c2": "c2", "d2": "t4"})
    position = play(position, Mark(0, squares("b2 c2 d2")), Lift(0, tiles("c3 c2 t4")), Fail(0))
    return play(position, Got(1, tiles(tile)))


def test_a_tile_told_in_secret_changes_nothing_for_others():
    for viewer in (0, 2, None):
        seen = [GAME.known(dealt(tile), viewer) for tile in ("c3", "c2", "t4")]
        assert seen[0] == seen[1] == seen[2]
    assert GAME.known(dealt("t4"), 1).loot[1] == counted(tiles("t4"))


def test_after_own_tiles_were_added_nobody_knows_what_is_left():
    position = with_shafts(digging(BAR, 30, 31), {"b2": "t1 t1", "c2": ""})
    position = with_loot(position, 0, "s1 s2 s3 s4", 0)
    position = play(position, Shift(0, at("b2"), at("c2")), Pass(0), Fail(0))
    after = [play(position, Add(0, tiles(given))) for given in ("s1 s2", "s3 s4")]
    for viewer in (1, 2, None):
        assert GAME.known(after[0], viewer) == GAME.known(after[1], viewer)
    assert GAME.known(after[0], 0).loot[0] == counted(tiles("s3 s4"))


def test_hidden_cards_and_hands_are_known_to_their_own_seat_alone():
    position = play(opened(3), Hold(0, (5, 6, 7, 8, 21, 22, 23, 24)), Choose(0, 23), Choose(1, 0))
    assert GAME.known(position, 0) == position
    for viewer in (1, 2, None):
        seen = GAME.known(position, viewer)
        assert (seen.cards, seen.hands) == ((0, 0, None), (None, None, None))


def test_when_the_screens_are_lifted_all_is_known():
    *_, (_, _, over) = random_game(random.Random(3), 3)
    assert GAME.known(over, None) == over


# --- hints -------------------------------------------------------------------------------


def said(position, seat, level="referee"):
    return [hint.hint.removeprefix("solomon.") for hint in GAME.hints(position, seat, level)]


def test_silence_and_unknown_levels():
    assert said(digging(BAR, 30), 0, "silent") == []
    with pytest.raises(BadSetting, match="level"):
        said(digging(BAR, 30), 0, "teach")


def test_what_is_due_in_each_phase():
    assert said(GAME.start(2), None) == ["due-set-up"]
    assert said(opened(), 0) == ["due-choose"]
    assert said(play(opened(), Choose(0, 0), Choose(1, 0)), None) == ["due-show"]
    assert said(digging(BAR, 30), 1) == ["due-dig", "know-next"]
    assert said(digging(BAR, 30), 0) == ["due-dig", "know-areas", "know-next"]
    assert said(digging(5, 9, box={}), 0) == ["due-dig", "due-shape", "know-next"]


def test_the_cheapest_shifts_are_offered_to_the_one_who_digs():
    shafts = {f"{letter}{row}": "t1" for letter in "ace" for row in range(1, 7)}
    position = with_shafts(digging(BAR, 30), shafts, 2)
    assert "know-areas" not in said(position, 0)
    hint = next(h for h in GAME.hints(position, 0) if h.hint == "solomon.know-shifts")
    assert hint.facts["amount"] == 1
    assert len(hint.facts["steps"]) == 1
    assert "know-shifts" not in said(position, 1)


def test_only_the_owner_hears_of_objects_and_an_empty_purse():
    position = with_loot(digging(BAR, 30), 0, "axe amulet", 1)
    assert "know-objects" in said(position, 0)
    assert "know-objects" not in said(position, 1)
    position = with_shafts(position, {"b2": "c3", "c2": "c2", "d2": "s1"})
    position = play(position, Mark(0, squares("b2 c2 d2")), Lift(0, tiles("c3 c2 s1")))
    assert said(position, 0) == ["due-pay", "know-next", "know-ward", "know-fail"]
    assert said(position, 1) == ["due-pay", "know-next"]


def test_a_hand_with_a_card_another_has_played_is_noticed():
    position = play(opened(), Hold(0, tuple(range(1, 13))), Choose(0, 1), Choose(1, 2))
    assert "know-hand" in said(position, 0)
    assert "know-hand" not in said(position, 1)


def test_hints_about_another_seat_do_not_depend_on_its_secrets():
    """Two tables that differ only in what seat 0 hides sound alike to seat 1."""
    poor = with_loot(digging(BAR, 30), 0, "c1 c1", 0)
    rich = with_loot(digging(BAR, 30), 0, "t5 axe", 9)
    hidden = {"mine"}
    for seat in (1, None):
        assert GAME.hints(poor, seat) == GAME.hints(rich, seat)
        one, other = GAME.view(poor, seat), GAME.view(rich, seat)
        one["supply"] = other["supply"] = None  # the test took coins from there
        assert {k: v for k, v in one.items() if k not in hidden} == {
            k: v for k, v in other.items() if k not in hidden
        }


def with_other_secrets(position, rng):
    """The same table with everything changed that only seat 0 may know."""
    loot = (0, *(rng.randrange(3) for _ in range(16)))
    chosen = position.phase is Phase.CHOOSE and position.cards[0]
    return replace(
        position,
        loot=(loot, *position.loot[1:]),
        pool=(NONE, *position.pool[1:]),
        coins=(rng.randrange(20), *position.coins[1:]),
        hands=((1, 2, 3), *position.hands[1:]),
        cards=(rng.randrange(1, 33), *position.cards[1:]) if chosen else position.cards,
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_another_seat_sees_or_hears_depends_on_secrets(players):
    rng = random.Random(players)
    for _, _, position in random_game(rng, players):
        if position.phase in (Phase.FINISHED, Phase.COUNT):
            continue
        other = with_other_secrets(position, rng)
        for seat in (*range(1, players), None):
            assert GAME.view(position, seat) == GAME.view(other, seat)
            assert GAME.hints(position, seat) == GAME.hints(other, seat)


# --- words -------------------------------------------------------------------------------


def worded(message, facts):
    missing = set(placeholders(template_of("en", message))) - set(facts)
    assert not missing, (message, missing)
    for language in LANGUAGES:
        text = say(language, message, facts, ["Ann", "Bob", "Cid", "Dot", "Eve"])
        assert "{" not in text
        assert "None" not in text


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_can_be_told_with_all_hints_in_all_languages(players):
    for before, event, after in random_game(random.Random(players), players):
        for seat in (None, *range(players)):
            for message in hearing.told(GAME, before, event, seat):
                worded(message.message, message.facts)
            for hint in GAME.hints(after, seat):
                worded(hint.hint, hint.facts)
            json.dumps(GAME.view(after, seat))


def test_a_ruling_says_what_is_wrong_and_what_would_be_right():
    position = with_shafts(digging(BAR, 30), {"c2": "t1 t1 t1"})
    legality = GAME.legal(position, Mark(0, squares("b2 c2 d2")))
    assert legality.answer is Answer.NO
    ruling = legality.rulings[0]
    assert say("en", ruling.rule, ruling.facts) == (
        "b2, c2, d2 are not on one level (heights 4, 3, 4). The cheapest way costs 1 coin: b1 → c2."
    )
    shift = Shift(0, at("c2"), at("d2"))
    ruling = GAME.legal(position, shift).rulings[0]
    assert say("de", ruling.rule, ruling.facts) == (
        "Von c2 nach d2 ginge es nach oben. In d2 liegen 4, in c2 3 Plättchen; das Ziel muss "
        "niedriger sein."
    )
