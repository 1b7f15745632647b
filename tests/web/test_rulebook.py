"""The rules of each game as a page: every rule that can be ruled about has its place there."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from rules.games import GAMES
from tests.web.conftest import Phone
from web.rulebook import DOCS, rulebook

TOLD = [game for game in GAMES if (DOCS[0] / f"rules-{game}.md").is_file()]


@pytest.mark.parametrize("game", TOLD)
def test_every_rule_of_the_paper_has_one_place(game: str, phone: Phone) -> None:
    page = phone.get(f"/rules/{game}")
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    paper = (DOCS[0] / f"rules-{game}.md").read_text(encoding="utf-8")
    rows = "\n".join(line for line in paper.splitlines() if line.startswith("|"))
    ids = {*re.findall(rf"`({game}\.[a-z0-9-]+)`", rows)}
    assert ids
    assert {each for each in ids if text.count(f'id="{each}"') != 1} == set()


def test_a_paper_is_read_as_sections_with_texts_and_rows() -> None:
    sections = rulebook("kilt")
    assert sections is not None
    first, *_ = (each for each in sections if each.title == "Building")
    row = next(row for row in first.rows if "kilt.move-first" in row.places)
    assert row.cells[0] == "Nobody builds before a card has moved"
    assert row.cells[1] == "<code>kilt.move-first</code>"


def test_what_a_paper_says_is_text_and_no_page(phone: Phone) -> None:
    assert "<script" not in str(rulebook("kilt"))
    assert phone.get("/rules/nothing").status_code == 404
    assert phone.get("/rules/tictactoe").status_code == 404
    assert phone.get("/rules/..%2Fsecurity").status_code == 404


def test_a_stranger_reads_nothing(app: Flask) -> None:
    assert Phone(app).get("/rules/kilt").status_code == 403
