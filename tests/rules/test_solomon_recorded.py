"""The rules reproduce the recorded games and counts exactly."""

import json

import pytest

from rules.referee import Play, Referee
from rules.solomon import GAME, Phase, Position
from rules.values import Answer
from tests.rules.positions import again, digest
from tests.rules.record_solomon import GAMES, PERFT, TABLES, perft

RECORDED = [json.loads(line) for line in GAMES.read_text().splitlines()]
COUNTS = json.loads(PERFT.read_text())
QUICK = 20_000


def test_games_over_all_numbers_of_players_and_options_are_recorded():
    assert len(RECORDED) == len(TABLES) == 24
    assert {game["players"] for game in RECORDED} == {2, 3, 4, 5}
    assert {game["options"]["beginners"] for game in RECORDED} == {False, True}


def test_the_recorded_games_hold_every_kind_of_event_that_is_chosen():
    kinds = {event["type"] for game in RECORDED for event in game["events"]}
    assert kinds >= {"choose", "show", "see", "shift", "mark", "lift", "pass", "ward", "pay"}
    assert kinds >= {"fail", "add", "got", "count"}


@pytest.mark.parametrize("game", RECORDED, ids=range(len(RECORDED)))
def test_a_recorded_game_is_legal_and_leads_to_the_same_positions(game):
    position = GAME.start(game["players"], game["options"], game["box"])
    for data, wanted in zip(game["events"], game["positions"], strict=True):
        event = GAME.event_from_json(data)
        assert GAME.legal(position, event).answer is not Answer.NO
        position = GAME.apply(position, event)
        assert digest(position) == wanted
    assert position.phase is Phase.FINISHED
    score = GAME.score(position)
    assert list(score.totals) == game["totals"]
    assert [dict(part) for part in score.parts] == game["parts"]
    assert list(score.winners) == game["winners"]


@pytest.mark.parametrize("game", RECORDED[:4], ids=range(4))
def test_the_referee_folds_a_recorded_game_to_the_same_end(game):
    records = [Play(GAME.event_from_json(data)) for data in game["events"]]
    referee = Referee(GAME, GAME.start(game["players"], game["options"], game["box"]), records)
    assert digest(referee.position) == game["positions"][-1]
    assert referee.misfits == ()


@pytest.mark.parametrize("table", COUNTS, ids=lambda table: table["table"])
def test_the_number_of_ways_to_play_on(table):
    position = again(Position, table["position"])
    for depth, count in enumerate(table["counts"], 1):
        if count <= QUICK:
            assert perft(position, depth) == count, depth


@pytest.mark.slow
@pytest.mark.parametrize("table", COUNTS, ids=lambda table: table["table"])
def test_the_number_of_ways_to_play_on_deeply(table):
    position = again(Position, table["position"])
    for depth, count in enumerate(table["counts"], 1):
        assert perft(position, depth) == count, depth
