"""The rules of Burg Appenzell reproduce the recorded games and counts exactly."""

import json

import pytest

from rules.appenzell import GAME, Phase, Position
from rules.referee import Play, Referee
from rules.values import Answer
from tests.rules.positions import again, digest
from tests.rules.record_appenzell import GAMES, PERFT, TABLES, perft

RECORDED = [json.loads(line) for line in GAMES.read_text().splitlines()]
COUNTS = json.loads(PERFT.read_text())


def test_twenty_games_over_all_numbers_of_players_and_both_endings_are_recorded():
    assert len(RECORDED) == len(TABLES) >= 20
    assert {game["players"] for game in RECORDED} == {2, 3, 4}
    assert {game["ending"] for game in RECORDED} == {"goal", "mice"}
    assert {game["options"].get("kinds", 4) for game in RECORDED} == {4, 5, 6}


@pytest.mark.parametrize("game", RECORDED, ids=range(len(RECORDED)))
def test_a_recorded_game_is_legal_and_leads_to_the_same_positions(game):
    position = GAME.start(game["players"], game["options"])
    for data, wanted in zip(game["events"], game["positions"], strict=True):
        event = GAME.event_from_json(data)
        assert GAME.legal(position, event).answer is not Answer.NO
        position = GAME.apply(position, event)
        assert digest(position) == wanted
    assert position.phase is Phase.FINISHED
    assert position.turn == game["turns"]
    assert list(position.lost) == game["lost"]
    assert position.ending == game["ending"]
    score = GAME.score(position)
    assert list(score.totals) == game["kinds"]
    assert list(score.winners) == game["winners"]


@pytest.mark.parametrize("game", RECORDED[:3], ids=range(3))
def test_the_referee_folds_a_recorded_game_to_the_same_end(game):
    records = [Play(GAME.event_from_json(data)) for data in game["events"]]
    referee = Referee(GAME, GAME.start(game["players"], game["options"]), records)
    assert digest(referee.position) == game["positions"][-1]
    assert referee.misfits == ()


@pytest.mark.parametrize("table", COUNTS, ids=lambda table: table["table"])
def test_the_number_of_ways_to_play_on(table):
    position = again(Position, table["position"])
    for depth, count in enumerate(table["counts"][:3], 1):
        assert perft(position, depth) == count, depth


@pytest.mark.slow
@pytest.mark.parametrize("table", COUNTS, ids=lambda table: table["table"])
def test_the_number_of_ways_to_play_on_deeply(table):
    position = again(Position, table["position"])
    for depth, count in enumerate(table["counts"], 1):
        assert perft(position, depth) == count, depth
