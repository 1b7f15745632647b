"""A page carries the words that its scripts may have to say, and few others."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

from rules.games import GAMES
from rules.words import LANGUAGES
from tests.web.conftest import Phone
from web.routes.pages import as_json
from web.words import words_for

MOST_BYTES = 15_000


def words_of(page: str) -> str:
    found = re.search(r'<script type="application/json" id="words">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_page_are_few_bytes(game: str) -> None:
    for language in LANGUAGES:
        assert len(as_json(words_for(language, game)).encode()) <= MOST_BYTES, language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_the_words_of_its_game(phone: Phone, language: str) -> None:
    phone.post("/api/language", {"language": language})
    sent = words_of(phone.get("/table").get_data(as_text=True))
    assert sent == str(as_json(words_for(language, "kilt")))
    assert json.loads(sent) == words_for(language, "kilt")


def test_a_page_has_no_words_of_another_game() -> None:
    for game in GAMES:
        others = tuple(f"{other}." for other in GAMES if other != game)
        assert not [key for key in words_for("en", game) if key.startswith(others)]
    assert not [key for key in words_for("en") if key.split(".")[0] in GAMES]


def test_a_page_without_a_game_has_the_words_of_the_house(app: Flask) -> None:
    page = Phone(app).get("/").get_data(as_text=True)
    assert json.loads(words_of(page)) == words_for("en")


def test_no_word_ends_the_script_it_stands_in(phone: Phone) -> None:
    assert "<" not in words_of(phone.get("/table").get_data(as_text=True))


def test_an_example_is_offered_to_hosts_only_where_it_is_played(host: Phone) -> None:
    def games(address: str) -> list[str]:
        page = host.get(address).get_data(as_text=True)
        return re.findall(r'<option value="(\w+)"', page.partition('name="game"')[2])

    offered = [name for name in games("/table") if name in GAMES]
    assert offered == [name for name, game in GAMES.items() if not game.example]
    assert "tictactoe" not in host.get("/").get_data(as_text=True).partition("data-players")[2]
