"""What a game that is over has to tell: places, the score over its turns, moments."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.ending import Ending, Kind, Moment, ending, places
from rules.game import Game
from rules.referee import Play, Referee
from rules.tictactoe import COINS, GAME, Coin, Event, Position, Put, SetUp
from rules.values import Answer, Score

COPPER, SILVER = COINS
WON = (
    SetUp(),
    Put(COPPER, (0, 0)),
    Put(SILVER, (1, 0)),
    Put(COPPER, (0, 1)),
    Put(SILVER, (1, 1)),
    Put(COPPER, (0, 2)),
)


def told(*records: Play[Event], game: Game[Position, Event] = GAME) -> Ending[Position, Event]:
    return ending(game, Referee(game, game.start(2), records).plays())


def counting(position: Position, coin: Coin) -> int:
    return sum(each is coin for each in position.coins)


def by_coins(position: Position) -> Score:
    """A point for each coin that lies there."""
    totals = tuple(counting(position, coin) for coin in COINS)
    return Score(totals, tuple({"rows": each} for each in totals), GAME.score(position).winners)


def test_winners_are_first_and_equals_share_a_place() -> None:
    parts = ({}, {}, {}, {})
    assert places(Score((40, 44, 40, 35), parts, (1,))) == (2, 1, 2, 4)
    assert places(Score((5, 5), parts[:2], (0, 1))) == (1, 1)
    assert places(Score((5, 5), parts[:2], (1,))) == (2, 1)  # something else decided


def test_where_nobody_won_nobody_has_a_place() -> None:
    assert places(Score((0, 0), ({}, {}), ())) == (None, None)


def test_without_turns_every_event_is_one_and_the_score_stands_after_each() -> None:
    found = told(*map(Play, WON), game=replace(GAME, score=by_coins))
    assert found.course == ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2))


def test_a_turn_of_several_events_is_one_point_of_the_course() -> None:
    game = replace(GAME, score=by_coins, turn=lambda position: counting(position, COPPER))
    assert told(*map(Play, WON), game=game).course == ((1, 0), (2, 1), (3, 2))


def test_the_course_tells_nothing_that_was_hidden_then() -> None:
    """Silver's coins are hidden until the end, when all lie open."""

    def known(position: Position, seat: int | None) -> Position:
        shown = tuple(None if coin is SILVER and seat != 1 else coin for coin in position.coins)
        return replace(position, coins=shown)

    found = told(*map(Play, WON), game=replace(GAME, score=by_coins, known=known))
    assert found.course == ((0, 0), (1, 0), (1, 0), (2, 0), (2, 0), (3, 2))


def test_the_biggest_gain_is_the_first_of_equals_and_never_the_last_event() -> None:
    found = told(*map(Play, WON), game=replace(GAME, score=by_coins))
    assert found.moments[0] == Moment(Kind.GAIN, number=2, seat=0, gain=1)
    assert [each.kind for each in told(*map(Play, WON)).moments] == [Kind.LAST]


def test_the_newest_event_that_was_let_stand_is_the_ruling_of_the_evening() -> None:
    early, late = Put(COPPER, (2, 2)), Put(COPPER, (2, 0))
    records = [Play(WON[0]), Play(WON[1]), Play(early, True), Play(WON[2]), Play(WON[3])]
    found = told(*records, Play(late, True), Play(WON[4]), Play(WON[5]))
    assert GAME.legal(GAME.start(2), early).answer is Answer.NO
    assert Moment(Kind.RULING, number=6) in found.moments


@pytest.mark.parametrize("nobodys", [0, 1, 2])
def test_the_last_turn_is_the_last_event_that_somebody_did(nobodys: int) -> None:
    late = WON[len(WON) - nobodys :]

    def actor(position: Position, event: Event) -> int | None:
        return -1 if event in late else 0

    found = told(*map(Play, WON), game=replace(GAME, actor=actor))
    assert found.moments[-1] == Moment(Kind.LAST, number=len(WON) - nobodys)
