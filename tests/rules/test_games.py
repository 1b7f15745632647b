"""The registry of games."""

from dataclasses import replace

import pytest

from rules import kilt
from rules.errors import BadGame, CastellanError, UnknownGame
from rules.games import GAMES, Games, check_listed, find, heard, offered


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


def test_asking_for_names_loads_no_game():
    games = Games({"kilt": lambda: pytest.fail("loaded")})
    assert (list(games), "kilt" in games, "chess" in games, len(games)) == (
        ["kilt"],
        True,
        False,
        1,
    )


def test_a_game_listed_by_another_name_than_its_own_is_named():
    with pytest.raises(BadGame, match="lists 'ludo', but that game is 'kilt'"):
        Games({"ludo": lambda: kilt.GAME})["ludo"]


def test_another_list_with_a_game_that_has_no_rules_is_named():
    check_listed(["kilt"], "vision/games.py")
    with pytest.raises(BadGame, match=r"vision/games.py lists ludo, but rules/games.py knows only"):
        check_listed(["kilt", "ludo"], "vision/games.py")


def test_an_example_is_offered_only_where_it_is_played(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES, "ludo", replace(kilt.GAME, name="ludo", example=True))
    assert "ludo" not in offered()
    assert "ludo" not in offered("kilt")
    assert list(offered("ludo")) == [*offered(), "ludo"]


def test_one_game_can_be_heard() -> None:
    assert [name for name, game in GAMES.items() if game.sounds is not None] == [heard()]
