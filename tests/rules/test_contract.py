"""What every game of the house must do; a game that is added is tried without a word of its own."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadJson
from rules.game import Game
from rules.games import GAMES
from rules.referee import Accepted, Play, Referee
from rules.values import HINT_LEVELS, Answer, Facts
from rules.words import LANGUAGES
from rules.words.catalogues import in_language
from rules.words.wording import say, template_of
from tests.rules import fuzzing, hearing
from tests.rules.contract import laid, played, tables, told, values

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
NUMBERS = st.integers(-3, 90)
JSON = fuzzing.any_json(NUMBERS)


def every(step: int, things: Any) -> Any:
    """Each so many-th, and the last."""
    return [*things[::step], things[-1]]


def worded(told: Iterable[tuple[str, Facts]]) -> None:
    """Every sentence has its words in every language."""
    for sentence, facts in told:
        for language in LANGUAGES:
            said = say(language, sentence, facts)
            # A question mark that the sentence has not by itself is a word that was not found.
            assert said, (language, sentence)
            asked = template_of(language, sentence).count("?")
            assert said.count("?") <= asked, (language, sentence, said)


def of_an_event(game: Game, position: Any, event: Any, seat: int | None) -> None:
    """What an event is and what came of it is worded."""
    for messages in (game.describe(position, event, seat), game.followed(position, event, seat)):
        worded((each.message, each.facts) for each in messages)


def seats(position: Any) -> tuple[int | None, ...]:
    return (None, *range(position.players))


# -- whole games -------------------------------------------------------------------------------


@every_game
def test_every_event_of_a_whole_game_may_be_and_keeps_the_laws(game: Game) -> None:
    for players in game.players:
        for before, event, after in played(game.name, players):
            assert game.legal(before, event).answer is not Answer.NO, event
            laid(game).law(after)


@every_game
def test_events_are_the_same_after_json_and_back(game: Game) -> None:
    for players in game.players:
        for _, event, _ in played(game.name, players):
            data = json.loads(json.dumps(game.event_to_json(event)))
            assert game.event_from_json(data) == event
    for data in told(game.name):
        assert game.event_to_json(game.event_from_json(json.loads(json.dumps(data)))) == data


@every_game
def test_what_the_rules_offer_is_not_refused_and_can_be(game: Game) -> None:
    for players in game.players:
        for _, _, position in every(29, played(game.name, players)):
            for event in game.actions(position)[::7]:
                assert game.legal(position, event).answer is not Answer.NO, event
                laid(game).law(game.apply(position, event))


@every_game
def test_claims_name_events_and_nothing_else(game: Game) -> None:
    for players in game.players:
        for position, event, _ in every(17, played(game.name, players)):
            if event in game.actions(position):
                data = game.event_to_json(event)
                assert game.matching(position, data) == [event]
                assert event in game.matching(position, {"type": data["type"]})
                assert game.matching(position, {"type": data["type"], "nonsense": 1}) == []


@every_game
def test_the_referee_folds_the_records_of_a_game_to_its_end(game: Game) -> None:
    for players in game.players:
        steps = played(game.name, players)
        records = [Play(game.event_from_json(game.event_to_json(event))) for _, event, _ in steps]
        referee = Referee(game, steps[0][0], records)
        assert referee.position == steps[-1][2]
        assert referee.misfits == ()


@every_game
def test_every_outcome_of_a_die_is_allowed(game: Game) -> None:
    for players in game.players:
        for _, _, position in every(11, played(game.name, players)):
            assert set(map(repr, game.chance(position))) <= set(map(repr, game.actions(position)))


@every_game
def test_whoever_won_is_named_at_the_end_and_not_before(game: Game) -> None:
    for players in game.players:
        steps = played(game.name, players)
        assert all(game.score(before).winners is None for before, _, _ in steps)
        score = game.score(steps[-1][2])
        assert len(score.totals) == players
        assert score.winners is not None
        assert set(score.winners) <= set(range(players))


# -- what is told ------------------------------------------------------------------------------


@every_game
def test_everything_told_of_a_game_has_its_words(game: Game) -> None:
    for players in (game.players[0], game.players[-1]):
        for before, event, after in every(13, played(game.name, players)):
            for seat in seats(before)[:2]:
                of_an_event(game, before, event, seat)
                for level in HINT_LEVELS:
                    hints = game.hints(after, seat, level)
                    worded((each.hint, each.facts) for each in hints)


@every_game
def test_a_view_is_json_and_shows_no_more_than_its_seat_knows(game: Game) -> None:
    for players in game.players:
        for _, _, position in every(37, played(game.name, players)):
            for seat in seats(position):
                view = game.view(position, seat)
                assert json.loads(json.dumps(view)) is not None
                assert game.view(game.known(position, seat), seat) == view
                assert game.hints(game.known(position, seat), seat) == game.hints(position, seat)


@every_game
def test_what_is_secret_is_shown_to_its_seat_and_hidden_from_others(game: Game) -> None:
    secret, hidden = 0, 0
    for players in game.players:
        for before, event, _ in played(game.name, players):
            whole, actor = game.event_to_json(event), game.actor(before, event)
            shown = [game.shown(before, event, seat) for seat in seats(before)]
            assert all(whole[key] == said for each in shown for key, said in each.items())
            if not game.secret(event):
                assert shown == shown[:1] * len(shown), event
            elif actor is not None:
                assert shown[actor + 1] == whole, event
                secret, hidden = secret + 1, hidden + (shown[0] != whole)
    assert (hidden > 0) == (secret > 0)


@every_game
def test_any_event_is_judged_and_told_at_any_moment(game: Game) -> None:
    for referee in tables(game.name)[::5]:
        for data in told(game.name):
            event, position = game.event_from_json(data), referee.position
            broken = fuzzing.impossible(game, position, event)
            assert broken is None or broken[0] in broken[1]
            hearing.told(game, position, event, 0)


# -- damage ------------------------------------------------------------------------------------


@st.composite
def damaged(draw: Any, game: Game) -> Any:
    """An event of a game in which one or two fields say something else, or nothing."""
    data = dict(draw(st.sampled_from(told(game.name))))
    for _ in range(draw(st.integers(1, 2))):
        key = draw(st.sampled_from(sorted(data)))
        seen = st.sampled_from(values(game.name)[key])
        data[key] = draw(seen if key == "type" else seen | NUMBERS | st.none() | JSON)
    return data


games = st.sampled_from(sorted(GAMES))


@fuzzing.quick(500)
@given(games, st.data())
def test_a_damaged_event_is_refused_or_judged_and_what_can_be_keeps_the_laws(
    name: str, data: Any
) -> None:
    game, referee = GAMES[name], data.draw(st.sampled_from(tables(name)))
    position = referee.position
    try:
        event = game.event_from_json(data.draw(damaged(game)))
    except BadJson:
        return
    answer = fuzzing.judged(referee, event)
    broken = fuzzing.impossible(game, position, event)
    if broken is not None:
        ruling, rulings = broken
        assert rulings == (ruling,) if laid(game).one_reason else ruling in rulings
        assert not answer.possible
    else:
        after = game.apply(position, event)
        assert isinstance(answer, Accepted) or answer.possible
        laid(game).law(after)
        game.actions(after)
        for seat in (None, 0):
            game.view(after, seat)
            game.hints(after, seat)
    for seat in (None, 0):
        hearing.told(game, position, event, seat)
        game.shown(position, event, seat)
    assert isinstance(game.actor(position, event), int | None)


@fuzzing.quick(300)
@given(games, st.data())
def test_any_claim_is_answered(name: str, data: Any) -> None:
    game, referee = GAMES[name], data.draw(st.sampled_from(tables(name)))
    fields = st.sampled_from(sorted(values(name))) | st.text(max_size=4)
    claim = data.draw(damaged(game) | st.dictionaries(fields, JSON, max_size=5))
    fuzzing.judged(referee, claim)


@fuzzing.quick(300)
@given(games, st.data())
def test_reading_anything_gives_an_event_or_bad_json(name: str, data: Any) -> None:
    fuzzing.read_or_refuse(GAMES[name], data.draw(JSON | damaged(GAMES[name])))


@fuzzing.quick(60)
@given(games, st.data())
def test_whatever_is_let_stand_play_goes_on(name: str, data: Any) -> None:
    game, position = GAMES[name], data.draw(st.sampled_from(tables(name))).position
    for said in data.draw(st.lists(st.sampled_from(told(name)) | damaged(game), max_size=20)):
        with contextlib.suppress(BadJson, ValueError):
            position = game.apply(position, game.event_from_json(said))
        laid(game).law(position)
        if actions := game.actions(position):
            position = game.apply(position, actions[len(actions) // 2])
            laid(game).law(position)


# Said once by somebody, by game: none of it is an event.
BAD: dict[str, list[dict[str, Any]]] = {
    "kilt": [
        {"type": "move", "card": ["red", "red"], "to": True},
        {"type": "build", "colour": "red", "crests": 3, "square": [0, 0]},
        {"type": "set_up", "rows": {"x": []}, "water": [], "colours": []},
        {"type": "ducat_day_paid", "amounts": "none"},
    ],
    "appenzell": [
        {"type": "run", "seat": True, "from": "outside", "to": [0, 0]},
        {"type": ["run"], "seat": 0},
        {"type": "reveal", "field": "outside", "tile": "trap"},
        {"type": "reveal", "field": [0, 1], "tile": ["trap"]},
        {"type": "set_up", "rooms": [[[0, 1]] * 70], "start": 0, "colours": []},
        {"type": "set_up", "rooms": [[]] * 70, "start": 0, "colours": []},
        {"type": "set_up", "rooms": [[]], "start": 0, "colours": [[]]},
        {"type": "take", "seat": 0, "cheese": "trap"},
        {"type": "set_up", "rooms": [], "start": 0, "colours": [], "cheeses": [["wedge"]]},
        {"type": "set_up", "rooms": [], "start": 0, "colours": [], "cheeses": [[[], {}]]},
    ],
    "castle": [
        {"type": "roll", "seat": 0, "die": True},
        {"type": "unlock", "seat": 0, "keys": ["key-a"]},
        {"type": "map", "map": {"areas": [], "links": [[]]}},
        {"type": "shares", "amounts": [1.5]},
    ],
    "seven_locks": [
        {"type": "roll", "pearls": True, "steps": 1},
        {"type": "heard", "tower": 0, "likelihoods": [1, 1, 1, 1, 1, 1, 1, 0]},
        {"type": "heard", "tower": 0, "likelihoods": [1, 1, 1, 1, 1, 1, 1, 10**400]},
        {"type": "box", "die": [[1, 1, 1]], "keys": None},
        {"type": "treasure", "pearls": 3, "amounts": "none"},
        {"type": "try", "outcome": ["fits"]},
        {"type": ["try"]},
    ],
    "solomon": [
        {"type": "choose", "seat": True, "card": 1},
        {"type": "mark", "seat": 0, "squares": [[0, 0], [0, 6]]},
        {"type": "mark", "seat": 0, "squares": [[0, 0]], "objects": ["wand"]},
        {"type": "lift", "seat": 0, "tiles": ["t6"]},
        {"type": "see", "squares": [[0, 0]], "tiles": []},
        {"type": "pay", "seat": 0, "coins": 1, "treasures": [1]},
        {"type": "draw_shape", "card": 1, "cells": [[0, 0], [0, 0]]},
    ],
}


@pytest.mark.parametrize("name", BAD)
def test_what_makes_no_sense_is_bad_json(name: str) -> None:
    for said in BAD[name]:
        fuzzing.read_or_refuse(GAMES[name], said)


@every_game
def test_the_parts_of_a_score_add_up_and_have_names(game: Game) -> None:
    for players in game.players:
        steps = played(game.name, players)
        for position in (steps[0][0], *(after for _, _, after in steps)):
            score = game.score(position)
            sums = tuple(sum(part[name] for name in game.sums) for part in score.parts)
            assert sums == score.totals
            for name in {name for part in score.parts for name in part}:
                for language in LANGUAGES:
                    assert in_language(language).pages[f"{game.name}.part.{name}"]


@every_game
def test_turns_are_told_apart(game: Game) -> None:
    if game.turn is None:
        return
    for players in game.players:
        turns = [game.turn(before) for before, _, _ in played(game.name, players)]
        assert len(set(turns)) > 1
