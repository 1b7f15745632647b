"""Burg Appenzell: what a phone sees and hears, in four languages, and never from under a roof."""

import json
import random
from dataclasses import replace

import pytest

from rules.appenzell import (
    GAME,
    OUTSIDE,
    SPARE,
    Cover,
    EndTurn,
    Place,
    Reveal,
    Run,
    SetUp,
    Slide,
    Take,
    Uncover,
)
from rules.appenzell.fact_words import field_name
from rules.appenzell.judge import UNSURE
from rules.appenzell.pieces import COLOURS, LINES, SLOTS, TILE_NAMES, TRAP, UNKNOWN, UNTOLD_LOOKS
from rules.errors import BadSetting
from rules.values import Answer
from rules.words import LANGUAGES
from rules.words.wording import placeholders, say, template_of, word
from tests.rules import hearing
from tests.rules.appenzell_tables import (
    SIDE,
    begun,
    f,
    opened,
    play,
    random_game,
    room,
    set_up,
    with_cheeses,
    with_lost,
    with_mice,
    with_open,
)
from tests.rules.positions import plain
from tests.rules.test_appenzell_games import every_event
from tests.rules.test_appenzell_turns import hall, slot


def said(message, facts):
    """The message in all languages, no fact missing."""
    texts = [say(language, message, facts, ["Ann", "Bob", "Cid", "Dot"]) for language in LANGUAGES]
    missing = set(placeholders(template_of("en", message))) - set(facts)
    assert not missing, (message, missing)
    return texts


def hinted(position, seat=None):
    return [hint.hint.removeprefix("appenzell.") for hint in GAME.hints(position, seat)]


def told(position, event):
    return [
        each.message.removeprefix("appenzell.event.")
        for each in hearing.told(GAME, position, event)
    ]


# --- nothing from under a roof -----------------------------------------------------------


def looks_the_same_under_roofs(position, rng):
    """To the last seat, and to whoever watches."""
    blind, last = GAME.known(position, position.players - 1), position.players - 1
    for seat in (None, last):
        assert GAME.view(position, seat) == GAME.view(blind, seat)
    assert GAME.hints(position, 0) == GAME.hints(blind, 0)
    actions = GAME.actions(position)
    assert actions == GAME.actions(blind)
    for tried in rng.sample(actions, min(3, len(actions))):
        assert hearing.told(GAME, position, tried, 0) == hearing.told(GAME, blind, tried, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("books", ["kept", "told"])
def test_no_covered_tile_leaves_in_a_whole_game(players, books):
    """Every position looks the same to a phone whatever the device remembers under roofs."""
    rng = random.Random(players)
    game = random_game(random.Random(players), players, {"books": books})
    for number, (before, event, after) in enumerate(game):
        if number % 4 == 0:
            looks_the_same_under_roofs(after, rng)
        shown = json.dumps(GAME.shown(before, event, 0))
        assert not any(f'"{name}"' in shown for name in TILE_NAMES) or isinstance(event, Take)
        if isinstance(event, Reveal):
            texts = [each.message for each in hearing.told(GAME, before, event, 0)]
            assert texts[0] == "appenzell.event.reveal"
            assert "tile" not in hearing.told(GAME, before, event, 0)[0].facts


def test_how_many_lie_under_roofs_is_not_told_by_what_a_tile_may_be():
    """Three traps are known, one of them under a roof: nobody hears of that one."""
    position = with_open(opened(2), "b7 a6", b7="trap", d4="trap", f2="trap")
    told = Reveal(f("a6"), TRAP)
    assert GAME.legal(position, told).answer is Answer.CANNOT_TELL
    seen = GAME.known(position, 0)
    assert GAME.legal(seen, told).answer is Answer.YES
    assert seen.tiles[f("b7")] == TRAP
    assert seen.tiles[f("d4")] == UNKNOWN


def test_the_view_shows_open_tiles_and_the_spare_one():
    position = with_open(opened(2), "b7 a6", b7="trap", a6="c1", d4="c7")
    view = GAME.view(position, 1)
    shown = {tuple(each["field"]): each.get("tile") for each in view["fields"] if "tile" in each}
    assert shown == {(0, 1): "trap", (1, 0): "cheese1", (1, 1): None, (1, 2): None}
    assert view["spare"] == "plain"
    assert view["untold"] == [[1, 1], [1, 2]]
    assert view["all_open"] == []


def test_the_view_says_what_may_be_done_and_what_it_costs():
    view = GAME.view(hall("b6", "b5"), 0)
    assert {"from": [1, 1], "to": [3, 1], "cost": 2} in view["runs"]
    assert {"from": "outside", "to": [0, 0], "cost": 1} in view["runs"]
    assert view["slots"] == list(SLOTS)
    assert view["may_end"]
    assert view["empty_rooms"] == [room("b7")]
    assert view["uncover"] == [room("c5")]


def test_before_the_set_up_the_view_suggests_colours_of_the_box():
    assert GAME.view(GAME.start(2), 0)["colours"] == [["red"], ["green"]]
    box = {"colours": ["black", "white"]}
    assert GAME.view(GAME.start(3, {}, box), 0)["colours"] == [["black"], ["white"], ["red"]]


def test_roofs_have_their_kind():
    kinds = [each["roof"] for each in GAME.view(opened(2), None)["rooms"]]
    assert [kinds.count(kind) for kind in ("tiled", "thatched", "copper")] == [11, 5, 2]


# --- whose business ----------------------------------------------------------------------


def test_whose_business_an_event_is():
    position = opened(2)
    for event in (Uncover(1, 0), Run(1, OUTSIDE, 0), Slide(1, 0), EndTurn(1), Take(1, 0)):
        assert GAME.actor(position, event) == 1
    for event in (Reveal(SPARE, TRAP), Cover(0), set_up()):
        assert GAME.actor(position, event) is None
    assert not GAME.secret(Reveal(SPARE, TRAP))
    assert GAME.chance(position) == []


# --- hints -------------------------------------------------------------------------------


def test_hints_say_what_is_due_through_a_game():
    assert hinted(GAME.start(2)) == ["due-set-up"]
    assert hinted(begun(2)) == ["due-place", "due-reveal"]
    position = opened(2)
    assert hinted(position) == ["due-turn", "may-act"]
    position = play(position, Uncover(0, room("b7")))
    assert hinted(position) == ["due-reveal", "due-turn", "may-act", "will-cover"]
    position = play(position, Reveal(f("b7"), TRAP), Slide(0, slot("f7")), Reveal(SPARE, 0))
    assert hinted(position) == ["due-turn", "may-act-slid", "will-cover"]
    position = play(position, Run(0, OUTSIDE, f("a1")), Run(0, OUTSIDE, f("g1")))
    assert hinted(position) == ["due-end", "will-cover"]


def test_hints_warn_of_both_endings():
    position = with_cheeses(with_lost(opened(2), 2, 0), [], [1, 2, 3])
    assert hinted(position)[-2:] == ["last-mice", "last-cheese"]


def test_hints_say_what_was_forgotten_when_the_table_tells():
    position = with_open(opened(2, books="told"), "a6 b7", a6="c1", b6="c1", c6="c2", b7="c3")
    position = with_mice(position, "g1", "a6 b6")
    assert hinted(position) == ["due-take", "due-turn", "may-act", "will-cover"]
    position = play(position, Take(1, 0), Cover(room("b7")))
    assert hinted(position) == ["due-end"]


def test_silent_says_nothing_and_other_levels_are_not_known():
    assert GAME.hints(opened(2), 0, "silent") == []
    with pytest.raises(BadSetting, match="hints"):
        GAME.hints(opened(2), 0, "coach")


# --- what happened -----------------------------------------------------------------------


def test_what_follows_is_told_too():
    position = with_open(opened(2), "a6 d7 b7", a6="trap", b6="c1", c6="c4", d6="plain", b7="c4")
    position = with_mice(position, "b6", "g7")
    assert told(position, Slide(0, slot("a6"))) == ["slide", "mouse-lost"]
    assert told(position, EndTurn(0)) == ["end-turn", "covered"]
    assert told(with_lost(position, 2, 0), Slide(0, slot("a6"))) == [
        "slide",
        "mouse-lost",
        "third-mouse",
        "winner",
    ]
    pair = with_mice(position, "c6 a7", "g7")
    assert told(pair, Run(0, f("a7"), f("b7"))) == ["run", "cheese"]
    last = with_cheeses(pair, [1, 2, 3], [])
    assert told(last, Run(0, f("a7"), f("b7"))) == ["run", "cheese", "goal"]
    first = play(begun(2), Place(1, f("a1")))
    assert told(first, Place(0, f("a7"))) == ["place", "begins"]


def test_runs_are_told_by_what_they_are():
    position = hall("b6", "b5")
    assert told(position, Run(0, f("b6"), f("b4"))) == ["jump"]
    assert told(position, Run(0, OUTSIDE, f("a1"))) == ["enter"]
    assert told(position, Run(0, f("b6"), OUTSIDE)) == ["leave"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("books", ["kept", "told"])
def test_whole_games_can_be_told_with_all_rulings_and_hints(players, books):
    rng = random.Random(players)
    for before, event, after in random_game(rng, players, {"books": books}):
        for message in hearing.told(GAME, before, event):
            said(message.message, message.facts)
        for hint in GAME.hints(after, None):
            said(hint.hint, hint.facts)
        for tried in every_event(after) if rng.random() < 0.1 else ():
            if rng.random() < 0.1:
                for ruling in GAME.legal(after, tried).rulings:
                    said(ruling.rule, ruling.facts)


def test_a_jump_in_four_languages():
    message = hearing.told(GAME, hall("b6", "b5"), Run(0, f("b6"), f("b4")))[0]
    assert said(message.message, message.facts) == [
        "Ann springt von b6 nach b4 (2 Aktionen).",
        "Ann jumps from b6 to b4 (2 actions).",
        "Ann saute de b6 à b4 (2 actions).",
        "Ann salta da b6 a b4 (2 azioni).",
    ]


def test_a_cheese_is_named_as_it_looks_in_the_box():
    looks = (("ball", "pink"), *UNTOLD_LOOKS[:6])
    position = GAME.apply(GAME.start(2), SetUp(SIDE, 0, COLOURS[:2], looks))
    message = hearing.told(GAME, position, Take(0, 0))[0]
    assert said(message.message, message.facts) == [
        "Ann nimmt ein Sammelplättchen (Käsekugel, rosa).",
        "Ann takes a collecting tile (cheese ball, pink).",
        "Ann prend une tuile de collection (boule de fromage, rose).",
        "Ann prende una tessera da collezione (palla di formaggio, rosa).",
    ]


def test_seventeen_rooms_are_refused_in_four_languages():
    ruling = GAME.legal(GAME.start(2), SetUp(SIDE[1:], 0, COLOURS[:2])).rulings[0]
    assert said(ruling.rule, ruling.facts) == [
        "Angegeben sind 17 Räume; eine Burg hat 18.",
        "17 rooms were given; a castle has 18.",
        "17 pièces sont indiquées ; un château en a 18.",
        "Sono indicate 17 stanze; un castello ne ha 18.",
    ]


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Place(0, f("a7")), "appenzell.placing-over"),  # out of phase
        (Slide(1, 0), "appenzell.not-your-turn"),  # the wrong seat
        (Run(0, f("a7"), f("a4")), "appenzell.run-far"),  # too many steps at once
        (Reveal(SPARE, TRAP), "appenzell.tile-known"),  # told already
    ],
)
def test_bad_input_is_refused_in_words_and_changes_nothing(event, rule):
    position = opened(2)
    before = plain(position)
    rulings = GAME.legal(position, event).rulings
    assert rulings[0].rule == rule
    texts = said(rulings[0].rule, rulings[0].facts)
    assert len(set(texts)) == 4
    assert plain(position) == before


def test_a_wrong_number_of_actions_is_refused_in_four_languages():
    position = replace(hall("b6", "b5"), used=3)
    ruling = GAME.legal(position, Run(0, f("b6"), f("b4"))).rulings[0]
    assert said(ruling.rule, ruling.facts) == [
        "Das kostet 2 Aktionen, übrig: 1 Aktion. Ein Zug hat höchstens 4.",
        "That costs 2 actions; left: 1 action. A turn has at most 4.",
        "Cela coûte 2 actions ; il reste : 1 action. Un tour en a 4 au plus.",
        "Costa 2 azioni; restano: 1 azione. Un turno ne ha al massimo 4.",
    ]


def test_fields_and_slots_are_named_from_the_near_left():
    assert [field_name(each) for each in ((6, 0), (0, 6), (3, 3))] == ["a1", "g7", "d4"]
    assert [word("en", "slot", number, (), "appenzell") for number in (0, 3, 6, 9)] == [
        "slot b on the far side",
        "slot 6 on the right",
        "slot f on the near side",
        "slot 2 on the left",
    ]
    for number, line in enumerate(LINES):
        named = word("en", "slot", number, (), "appenzell").split()[1]
        assert all(named in field_name(divmod(field, 7)) for field in line)


def test_what_cannot_be_known_has_words_too():
    assert all(template_of("en", message) for message in UNSURE)
