"""Tic-tac-toe with coins: every rule, every mistake, and what is told of it."""

from functools import reduce
from random import Random

import pytest

from rules.errors import BadSetting, ImpossibleEvent
from rules.tictactoe import GAME, SQUARES, Coin, Phase, Position, Put, SetUp, Take
from rules.values import SILENT, Ruling
from rules.words import LANGUAGES
from rules.words.wording import say

COPPER, SILVER = Coin.COPPER, Coin.SILVER
LAID = GAME.apply(GAME.start(2), SetUp())
NAMES = ("Ann", "Bob")


def after(*moves: tuple[Coin, tuple[int, int]]) -> Position:
    return reduce(GAME.apply, (Put(*move) for move in moves), LAID)


ROW = after(
    (COPPER, (0, 0)), (SILVER, (1, 0)), (COPPER, (0, 1)), (SILVER, (1, 1)), (COPPER, (0, 2))
)  # fmt: skip
FULL = after(
    (COPPER, (0, 0)), (SILVER, (0, 1)), (COPPER, (0, 2)), (SILVER, (1, 1)), (COPPER, (1, 0)),
    (SILVER, (1, 2)), (COPPER, (2, 1)), (SILVER, (2, 0)), (COPPER, (2, 2)),
)  # fmt: skip


def test_the_first_seat_begins_with_copper_and_they_take_turns() -> None:
    assert GAME.actions(GAME.start(2)) == [SetUp()]
    assert GAME.actions(LAID) == [Put(COPPER, square) for square in SQUARES]
    middle = after((COPPER, (1, 1)))
    assert GAME.actions(middle) == [Put(SILVER, square) for square in SQUARES if square != (1, 1)]


def test_three_in_a_row_win() -> None:
    assert (ROW.phase, GAME.actions(ROW)) == (Phase.FINISHED, [])
    assert (GAME.score(ROW).totals, GAME.score(ROW).winners) == ((1, 0), (0,))


def test_a_full_grid_without_a_row_is_won_by_nobody() -> None:
    assert FULL.phase is Phase.FINISHED
    assert (GAME.score(FULL).totals, GAME.score(FULL).winners) == ((0, 0), ())


def test_nobody_has_won_before_the_end() -> None:
    assert GAME.score(LAID).winners is None


@pytest.mark.parametrize(
    ("position", "event", "rulings"),
    [
        (GAME.start(2), Put(COPPER, (0, 0)), [Ruling("tictactoe.not-set-up")]),
        (LAID, SetUp(), [Ruling("tictactoe.already-set-up")]),
        (LAID, Take((0, 0)), [Ruling("tictactoe.nothing-there", {"square": [0, 0]})]),
        (ROW, Put(SILVER, (2, 2)), [Ruling("tictactoe.over")]),
        (LAID, Put(SILVER, (0, 0)), [Ruling("tictactoe.turn", {"seat": 0, "coin": "copper"})]),
        (
            after((COPPER, (1, 1))),
            Put(SILVER, (1, 1)),
            [Ruling("tictactoe.taken", {"coin": "copper", "square": [1, 1]})],
        ),
        (
            after((COPPER, (1, 1))),
            Take((1, 1)),
            [Ruling("tictactoe.stays", {"coin": "copper", "square": [1, 1]})],
        ),
    ],
)
def test_each_mistake_is_named(position: Position, event: object, rulings: list[Ruling]) -> None:
    told = GAME.legal(position, event)
    assert [(each.rule, each.facts) for each in told.rulings] == [
        (each.rule, each.facts) for each in rulings
    ]


def test_all_that_is_wrong_with_one_coin_is_told_at_once() -> None:
    told = GAME.legal(after((COPPER, (1, 1))), Put(COPPER, (1, 1)))
    assert [each.rule for each in told.rulings] == ["tictactoe.turn", "tictactoe.taken"]


def test_what_people_let_stand_counts() -> None:
    covered = GAME.apply(after((COPPER, (1, 1))), Put(SILVER, (1, 1)))
    assert (covered.on((1, 1)), covered.active) == (SILVER, 0)
    taken = GAME.apply(covered, Take((1, 1)))
    assert (taken.on((1, 1)), taken.active) == (None, 0)


def test_what_cannot_be_is_refused() -> None:
    for position, event in ((LAID, SetUp()), (LAID, Take((0, 0))), (GAME.start(2), Take((0, 0)))):
        with pytest.raises(ImpossibleEvent):
            GAME.apply(position, event)


def test_no_other_number_of_players_and_no_setting_is_known() -> None:
    with pytest.raises(BadSetting, match="not 3"):
        GAME.start(3)
    with pytest.raises(BadSetting, match="'size'"):
        GAME.start(2, {"size": 4})


def test_what_follows_is_told_when_it_happens() -> None:
    before = after(*[(COPPER, (0, 0)), (SILVER, (1, 0)), (COPPER, (0, 1)), (SILVER, (1, 1))])
    assert [m.message for m in GAME.followed(before, Put(COPPER, (0, 2)))] == [
        "tictactoe.event.row"
    ]
    assert GAME.followed(before, Put(COPPER, (2, 2))) == ()


def test_a_full_grid_is_told() -> None:
    coins = (*FULL.coins[:-1], None)
    last = Position(2, True, coins, 0)
    assert [m.message for m in GAME.followed(last, Put(COPPER, (2, 2)))] == ["tictactoe.event.full"]


def test_a_silent_device_gives_no_hints() -> None:
    assert GAME.hints(LAID, 0, SILENT) == []
    assert [hint.hint for hint in GAME.hints(LAID, 0)] == ["tictactoe.due-coin"]


def test_a_square_is_named_as_on_the_page() -> None:
    (told,) = GAME.describe(LAID, Put(COPPER, (0, 2)))
    assert say("en", told.message, told.facts, NAMES) == "Ann puts a copper coin on c3."


def test_the_view_is_the_grid_from_the_far_left_on() -> None:
    seen = GAME.view(after((COPPER, (0, 2)), (SILVER, (1, 0))), None)
    assert seen == {
        "phase": "put",
        "active": 0,
        "grid": {
            "kinds": ["coin.copper", "coin.silver"],
            "squares": [[None, None, 0], [1, None, None], [None, None, None]],
        },
    }


@pytest.mark.parametrize("seed", range(20))
def test_random_games_with_mistakes_keep_the_laws(seed: int) -> None:
    """What is offered is allowed and the rest is not; every event survives JSON and has words."""
    dice, position = Random(seed), GAME.start(2)
    for _ in range(30):
        allowed = GAME.actions(position)
        every = [SetUp(), *(Put(coin, square) for coin in Coin for square in SQUARES)]
        every += [Take(square) for square in SQUARES]
        assert [event for event in every if GAME.legal(position, event)] == allowed
        assert all(GAME.matching(position, GAME.event_to_json(e)) == [e] for e in allowed)
        event = dice.choice(allowed if allowed and dice.random() < 0.7 else every)
        assert GAME.event_from_json(GAME.event_to_json(event)) == event
        told = [(each.rule, each.facts) for each in GAME.legal(position, event).rulings]
        told += [(each.hint, each.facts) for each in GAME.hints(position, None)]
        told += [(m.message, m.facts) for m in GAME.describe(position, event)]
        told += [(m.message, m.facts) for m in GAME.followed(position, event)]
        for language in LANGUAGES:
            assert not [text for each in told if "?" in (text := say(language, *each, NAMES))]
        try:
            position = GAME.apply(position, event)
        except ImpossibleEvent:
            continue
