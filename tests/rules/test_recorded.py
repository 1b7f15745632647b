"""The rules reproduce the recorded games and counts exactly."""

import pytest

from rules.referee import Play, Referee
from rules.values import Answer
from tests.rules import (
    record_appenzell,
    record_castle,
    record_kilt,
    record_seven_locks,
    record_solomon,
)
from tests.rules.positions import again, digest
from tests.rules.recording import perft

RECORDINGS = {
    module.RECORDING.game.name: module.RECORDING
    for module in (
        record_appenzell,
        record_castle,
        record_kilt,
        record_seven_locks,
        record_solomon,
    )
}
QUICK_WAYS = 10_500  # ways to play on that are counted in a moment
LOOKED_AT = 10  # each so many-th position: what differs once differs to the end

every_game = pytest.mark.parametrize("recording", RECORDINGS.values(), ids=RECORDINGS)


@every_game
def test_games_of_all_numbers_of_players_are_recorded(recording):
    assert len(recording.recorded) == recording.games >= 20
    assert {each["players"] for each in recording.recorded} == set(recording.game.players)


def test_recorded_games_hold_what_seldom_happens():
    def told(game, key):
        return {each[key] for each in RECORDINGS[game].recorded}

    def kinds(game):
        return [{each["type"] for each in one["events"]} for one in RECORDINGS[game].recorded]

    assert told("appenzell", "ending") == {"goal", "mice"}
    appenzell = RECORDINGS["appenzell"].recorded
    assert {each["options"].get("kinds", 4) for each in appenzell} == {4, 5, 6}
    assert told("seven_locks", "lost") == {True, False}
    assert sum("guess" in each for each in kinds("seven_locks")) >= 10
    assert sum("withdraw" in each for each in kinds("seven_locks")) >= 3
    first = {"set_up", "drop", "roll", "move", "take", "coat", "try", "treasure"}
    assert first <= kinds("seven_locks")[0]
    solomon = RECORDINGS["solomon"].recorded
    assert {each["options"]["beginners"] for each in solomon} == {False, True}
    chosen = {"choose", "show", "see", "shift", "mark", "lift", "pass", "ward", "pay"}
    assert set().union(*kinds("solomon")) >= chosen | {"fail", "add", "got", "count"}


def replayed(recording, number, step):
    """A recorded game: every event legal, each so many-th position as it was, the same end."""
    game, told = recording.game, recording.recorded[number]
    position = recording.begun(told)
    for at, (data, wanted) in enumerate(zip(told["events"], told["positions"], strict=True), 1):
        event = game.event_from_json(data)
        answer = game.legal(position, event).answer
        assert answer is Answer.YES or (answer is Answer.CANNOT_TELL and not recording.sure), at
        position = game.apply(position, event)
        if at % step == 0 or at == len(told["events"]):
            assert digest(position) == wanted, (number, at)
    assert position.phase.value == "finished"
    for key, value in recording.end(position).items():
        assert value == told[key], (number, key)


@every_game
def test_recorded_games_are_legal_and_lead_to_the_same_positions(recording):
    for number in range(recording.games):
        replayed(recording, number, LOOKED_AT)


@pytest.mark.slow
@every_game
def test_recorded_games_lead_to_the_same_positions_event_by_event(recording):
    for number in range(recording.games):
        replayed(recording, number, 1)


@every_game
def test_the_referee_folds_a_recorded_game_to_the_same_end(recording):
    for told in recording.recorded[:4]:
        records = [Play(recording.game.event_from_json(data)) for data in told["events"]]
        referee = Referee(recording.game, recording.begun(told), records)
        assert digest(referee.position) == told["positions"][-1]
        assert referee.misfits == ()


def ways(recording, most):
    """Count the ways to play on from every table, as far as there are not too many."""
    position_type = type(recording.begun(recording.recorded[0]))
    for table in recording.counts:
        position = again(position_type, table["position"])
        for depth, count in enumerate(table["counts"], 1):
            if count <= most:
                assert perft(recording.game, position, depth) == count, (table["table"], depth)


@every_game
def test_the_number_of_ways_to_play_on(recording):
    ways(recording, QUICK_WAYS)


@pytest.mark.slow
@every_game
def test_the_number_of_ways_to_play_on_deeply(recording):
    ways(recording, 10**9)
