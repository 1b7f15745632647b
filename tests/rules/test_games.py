"""The registry of games."""

import pytest

from rules import kilt
from rules.errors import CastellanError, UnknownGame
from rules.games import GAMES, find


def test_games_are_found_by_name():
    assert find("kilt") is kilt.GAME
    assert all(game.name == name for name, game in GAMES.items())


def test_an_unknown_game_is_both_our_error_and_a_key_error():
    with pytest.raises(UnknownGame, match="known are") as caught:
        find("chess")
    assert isinstance(caught.value, CastellanError | KeyError)
    assert str(caught.value).startswith("no game is called 'chess'")


def test_every_game_declares_its_facts():
    for game in GAMES.values():
        assert game.version
        assert all(option.default in option.choices for option in game.options)
        assert [game.start(players) for players in game.players]
