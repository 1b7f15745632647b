"""Every id has words in four languages with the same placeholders, filled by its facts."""

import ast
import random
import re
from pathlib import Path

import pytest

import rules
from rules.errors import UnknownWording
from rules.kilt import GAME, Build, DucatDayPaid, Move, Paid
from rules.kilt.fact_words import place_name, square_name
from rules.kilt.judge import UNSURE
from rules.kilt.ruling_words import RULINGS
from rules.kilt.words import EVENTS, HINTS
from rules.wording import (
    BOOKS,
    KINDS,
    LANGUAGES,
    MESSAGES,
    WORDS,
    placeholders,
    say,
    template_of,
)
from tests.rules import hearing
from tests.rules.kilt_tables import D, O, R, card, opened, play, random_game, with_towers
from tests.rules.test_kilt_games import every_event

# Facts that are plain numbers.
NUMBERS = {"count", "limit", "players", "rows", "times"}


GAMES = sorted(set(BOOKS) - {"referee"})


def ids_in_code(game):
    """Every id the game's modules mention, those with its words excepted."""
    found = set()
    for path in sorted((Path(rules.__file__).parent / game).glob("*.py")):
        if path.stem.endswith("words"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= set(re.findall(rf"^{game}\.[a-z0-9.-]+$", node.value))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_words_are_exactly_for_the_ids_of_the_code(game):
    assert ids_in_code(game) == set(BOOKS[game].messages)


def test_no_id_is_defined_twice():
    assert not set(RULINGS) & (set(HINTS) | set(EVENTS))
    assert len(MESSAGES) >= len(RULINGS) + len(HINTS) + len(EVENTS)


@pytest.mark.parametrize("message", sorted(MESSAGES))
def test_a_message_exists_in_every_language_with_the_same_placeholders(message):
    texts = MESSAGES[message]
    assert tuple(sorted(texts)) == LANGUAGES
    wanted = set(placeholders(texts["en"]))
    for language, text in texts.items():
        assert set(placeholders(text)) == wanted, language
        assert text[-1] in ".!?", language
    assert len(set(texts.values())) == len(LANGUAGES)


def test_every_fact_of_a_kilt_sentence_is_of_a_known_kind():
    for texts in BOOKS["kilt"].messages.values():
        assert set(placeholders(texts["en"])) <= set(KINDS["kilt"]) | NUMBERS


@pytest.mark.parametrize("game", GAMES)
def test_the_words_for_pieces_are_complete_in_every_language(game):
    assert len({frozenset(WORDS[game, language]) for language in LANGUAGES}) == 1


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
        "Rot baut ein Stockwerk mit einem Wappen auf c2 und zahlt 2 Dukaten an Orange.",
        "Red builds a floor with one crest on c2 and pays 2 ducats to Orange.",
        "Rouge construit un bloc avec un blason en c2 et paie 2 ducats à Orange.",
        "Rosso costruisce un piano con uno stemma in c2 e paga 2 ducati ad Arancione.",
    ]


def test_a_ruling_says_what_is_wrong_and_what_would_be_right():
    ruling = GAME.legal(opened(), Move(card(O, R), 18)).rulings[0]
    assert said(ruling.rule, ruling.facts)[1] == (
        "The orange/red card was not turned. A double card turns when it moves: it should lie "
        "as the red/orange card, first colour to the board."
    )


def test_squares_and_places_are_named_from_the_near_left():
    assert square_name((4, 0)) == "a1"
    assert square_name((0, 4)) == "e5"
    assert [place_name("en", place) for place in (0, 4, 5, 9, 10, 14, 15, 19)] == [
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
        named = place_name("en", place).split()[1]
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


def test_missing_facts_do_not_raise():
    for message in MESSAGES:
        for language in LANGUAGES:
            assert say(language, message, {})


@pytest.mark.parametrize(("language", "message"), [("xx", "kilt.price"), ("en", "kilt.nothing")])
def test_unknown_wording_names_id_and_language(language, message):
    with pytest.raises(UnknownWording, match=message):
        say(language, message, {})


def test_what_cannot_be_known_has_words_too():
    assert set(RULINGS) >= UNSURE
