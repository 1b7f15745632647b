"""What is said, filled in by its facts, in four languages."""

import random

import pytest

from rules.errors import UnknownWording
from rules.kilt import GAME, Build, DucatDayPaid, Move, Paid
from rules.kilt.fact_words import square_name
from rules.kilt.judge import UNSURE
from rules.names import is_own_word
from rules.words import LANGUAGES
from rules.words.catalogues import in_language
from rules.words.wording import KINDS, placeholders, say, template_of, word
from tests.rules import hearing
from tests.rules.kilt_tables import D, O, R, card, opened, play, random_game, with_towers
from tests.rules.test_kilt_games import every_event

# Facts that are plain numbers.
NUMBERS = {
    "kilt": {"count", "limit", "players", "rows", "times"},
    "seven_locks": {"count", "right_count", "players"},
}


@pytest.mark.parametrize("game", NUMBERS)
def test_every_fact_of_a_sentence_is_of_a_known_kind(game):
    for message, text in in_language("en").rules.items():
        if message.startswith(f"{game}."):
            assert set(placeholders(text)) <= set(KINDS[game]) | NUMBERS[game]


def said(message, facts):
    """The message in all languages, no fact missing."""
    texts = [say(language, message, facts, ["Ann", "Bob", "Cid", "Dot"]) for language in LANGUAGES]
    missing = set(placeholders(template_of("en", message))) - set(facts)
    assert not missing, (message, missing)
    return texts


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("money", ["kept", "told"])
def test_whole_games_can_be_told_with_all_rulings_and_hints(players, money):
    rng = random.Random(players)
    options = {"money": money, "gap-behind-front": "neighbour"}
    for before, event, after in random_game(rng, players, options):
        for message in hearing.told(GAME, before, event):
            said(message.message, message.facts)
        for seat in (None, *range(players)):
            for hint in GAME.hints(after, seat):
                said(hint.hint, hint.facts)
        for tried in [*every_event(after), DucatDayPaid((1,) * players), Paid(0, 1, 9)]:
            if rng.random() < 0.01 or isinstance(tried, Paid | DucatDayPaid):
                for ruling in GAME.legal(after, tried).rulings:
                    said(ruling.rule, ruling.facts)


def test_the_example_of_a_build_in_four_languages():
    position = play(with_towers(opened(), {(3, 2): "l0 o0"}), Move(card(D), 17))
    message = hearing.told(GAME, position, Build(R, 1, (3, 2)))[0]
    assert message.message == "kilt.event.build-over"
    assert said(message.message, message.facts) == [
        "Ann baut ein Stockwerk mit einem Wappen auf c2 und zahlt 2 Dukaten an Bob.",
        "Ann builds a floor with one crest on c2 and pays 2 ducats to Bob.",
        "Ann construit un bloc avec un blason en c2 et paie 2 ducats à Bob.",
        "Ann costruisce un piano con uno stemma in c2 e paga 2 ducati a Bob.",
    ]


def test_who_plays_two_colours_is_named_with_the_one_that_builds():
    position = play(opened(2), Move(card(R, O), 18))
    (due, *_) = GAME.hints(position, None)
    assert said(due.hint, due.facts) == [
        "Ann (Rot) baut.",
        "Ann (Red) builds.",
        "Ann (Rouge) construit.",
        "Ann (Rosso) costruisce.",
    ]


def test_a_colour_that_stays_in_the_box_has_only_its_own_name():
    assert opened(3).called(D) == [None, "dark_grey"]


def test_a_ruling_says_what_is_wrong_and_what_would_be_right():
    ruling = GAME.legal(opened(), Move(card(O, R), 18)).rulings[0]
    assert said(ruling.rule, ruling.facts)[1] == (
        "The orange/red card was not turned. A double card turns when it moves: it should lie "
        "as the red/orange card, first colour to the board."
    )


def test_squares_and_places_are_named_from_the_near_left():
    assert square_name((4, 0)) == "a1"
    assert square_name((0, 4)) == "e5"
    assert [word("en", "place", place, (), "kilt") for place in (0, 4, 5, 9, 10, 14, 15, 19)] == [
        "place a on the far side",
        "place e on the far side",
        "place 5 on the right",
        "place 1 on the right",
        "place e on the near side",
        "place a on the near side",
        "place 1 on the left",
        "place 5 on the left",
    ]


def test_a_place_is_named_like_the_squares_it_looks_at():
    for place in range(20):
        named = word("en", "place", place, (), "kilt").split()[1]
        squares = [square_name(square) for _, square in opened().setting.lines[place]]
        assert all(named in square for square in squares)


def test_places_of_one_side_are_taken_together():
    facts = {"card": ["red", "red"], "to": 3, "places": [17, 18, 19, 0]}
    assert say("en", "kilt.front-neighbour", facts) == (
        "The red card would lie alone in front at place d on the far side, with no card in the "
        "place behind it. Possible: place 3, 4, 5 on the left; place a on the far side."
    )


def test_a_sentence_may_begin_with_the_small_letter_of_a_square():
    assert say("en", "kilt.no-square", {"square": [0, 0]}) == "a5 is not a building square."


def test_names_replace_seats():
    assert say("en", "kilt.due-move", {"seat": 1}, ["Ann", "Bob"]) == "Bob moves a card."
    assert say("fr", "kilt.due-move", {"seat": 1}) == "Joueur 2 déplace une carte."


def test_nobody_is_called_as_the_device_calls_a_player_or_the_host():
    for language in LANGUAGES:
        assert is_own_word(in_language(language).facts["referee"]["player"] + " 2")
        assert is_own_word(in_language(language).device["who.host"])


def test_missing_facts_do_not_raise():
    for message in in_language("en").rules:
        for language in LANGUAGES:
            assert say(language, message, {})


@pytest.mark.parametrize(("language", "message"), [("xx", "kilt.price"), ("en", "kilt.nothing")])
def test_unknown_wording_names_id_and_language(language, message):
    with pytest.raises(UnknownWording, match=message):
        say(language, message, {})


def test_what_cannot_be_known_has_words_too():
    assert set(in_language("en").rules) >= UNSURE
