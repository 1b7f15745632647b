"""Dealing a set-up of Kilt Castle by a number."""

import pytest

from rules.games import offered
from rules.kilt import COLOURS, GAME, Colour, SetUp
from rules.kilt.pieces import deck
from rules.values import Answer


def start(players: int, water: list[list[int]] | None = None):
    return GAME.start(players, {}, {"water": water} if water else {})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_dealt_set_up_is_legal(players: int) -> None:
    position = start(players)
    for seed in range(300):
        event = GAME.deal(position, seed * 7919)
        assert GAME.legal(position, event).answer is Answer.YES, seed


@pytest.mark.parametrize("odd", [[[2, 2]], [[0, 0], [0, 1]], [[0, 0], [0, 1], [0, 3]]])
def test_water_that_a_table_let_lie_elsewhere_hangs_no_deal(odd: list[list[int]]) -> None:
    position = start(4, odd)
    assert GAME.legal(position, GAME.deal(position, 1)).answer is Answer.YES


def test_a_number_is_one_set_up_for_ever() -> None:
    """It is dealt again at every start of the device, while the cards lie on the table."""
    event = GAME.deal(start(3), 1_795_068_000_123_456)
    assert event == GAME.deal(start(3), 1_795_068_000_123_456)
    rows = {
        place: [(card.board.value, card.away.value) for card in row]
        for place, row in enumerate(event.rows)
        if row
    }
    assert rows == {
        10: [("orange", "orange"), ("light_grey", "light_grey"), ("red", "red")],
        11: [("red", "orange"), ("red", "light_grey")],
        12: [("orange", "light_grey")],
    }


def test_numbers_far_apart_give_set_ups_of_their_own() -> None:
    position = start(4)
    dealt = {GAME.deal(position, seed * 1_000_003).rows for seed in range(200)}
    assert len(dealt) > 195
    first_rows = {tuple(card.board for card in rows[10]) for rows in dealt}
    assert len(first_rows) == 24


def test_each_seat_gets_its_colours_and_the_fourth_of_three_stays_in_the_box() -> None:
    def colours(players: int) -> tuple[tuple[Colour, ...], ...]:
        return GAME.deal(start(players), 5).colours

    red, orange, light, dark = COLOURS
    assert colours(2) == ((red, light), (orange, dark))
    assert colours(3) == ((red,), (orange,), (light,))
    assert colours(4) == ((red,), (orange,), (light,), (dark,))


def test_the_water_lies_where_the_box_is_known_to_have_it() -> None:
    water = [[4, 4], [4, 3], [3, 4]]
    assert GAME.deal(start(4, water), 9).water == {(4, 4), (4, 3), (3, 4)}
    assert GAME.deal(start(4), 9).water == {(0, 0), (0, 1), (1, 0)}


def test_the_whole_deck_of_the_colours_is_dealt() -> None:
    event = GAME.deal(start(3), 77)
    dealt = frozenset(frozenset(card.colours) for row in event.rows for card in row)
    assert dealt == deck(frozenset(COLOURS[:3]))


def test_no_other_game_invents_a_set_up() -> None:
    dealt = {
        name: game.deal(game.start(game.players[0]), 1) is not None
        for name, game in offered().items()
    }
    assert dealt == {
        "appenzell": False, "castle": False, "kilt": True, "seven_locks": False, "solomon": False
    }  # fmt: skip
    assert isinstance(GAME.deal(start(2), 1), SetUp)
