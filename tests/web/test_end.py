"""The result of a game, to look at and to take along."""

from __future__ import annotations

import csv
import json

import pytest
from flask import Flask

from tests.web.conftest import Phone
from tests.web.fake_table import FakeTable

FILES = ("/end.json", "/end.csv", "/api/end")


def finish(table: FakeTable) -> None:
    table.play_until(lambda position: False)


def test_while_a_game_goes_on_its_end_leads_back_to_the_table(phone: Phone) -> None:
    assert phone.get("/end").location == "/table"
    assert phone.get("/end?screen").location == "/screen"
    for path in FILES:
        refused = phone.get(path)
        assert (refused.status_code, refused.get_json()["error"]["key"]) == (
            409,
            "refused.not-over",
        )


def test_a_stranger_is_told_no_result(app: Flask, table: FakeTable) -> None:
    finish(table)
    stranger = Phone(app)
    assert stranger.get("/end").location == "/"
    assert [stranger.get(path).status_code for path in FILES] == [403] * len(FILES)


def test_the_file_for_programs_says_what_the_page_says(phone: Phone, table: FakeTable) -> None:
    finish(table)
    file = phone.get("/end.json")
    assert file.headers["Content-Disposition"].startswith("attachment; filename=")
    told = json.loads(file.data)
    assert told == phone.get("/api/end").get_json()
    assert f'id="told">{json.dumps(told, ensure_ascii=False, separators=(",", ":"))}' in (
        phone.get("/end").text
    )
    assert told["totals"] == table.snapshot_score()["totals"]


def test_the_table_for_spreadsheets_has_a_row_a_seat(phone: Phone, table: FakeTable) -> None:
    finish(table)
    told = phone.get("/end.json").get_json()
    file = phone.get("/end.csv")
    assert file.mimetype == "text/csv"
    heads, *rows = csv.reader(file.data.decode("utf-8-sig").splitlines())
    assert heads[:6] == ["Place", "Name", "Purse", "At the end", "Built", "Total"]
    assert len(heads) == 6 + len(told["course"])
    for seat, row in enumerate(rows):
        part = told["parts"][seat]
        assert row[:6] == [
            str(told["places"][seat]),
            told["seats"][seat]["name"],
            *(str(part[name]) for name in ("ducats", "bonus", "floors")),
            str(told["totals"][seat]),
        ]
        assert int(row[-1]) == told["totals"][seat]


@pytest.mark.parametrize("name", ["=1+1", "+49", "-1", "@home"])
def test_no_name_is_a_formula_for_a_spreadsheet(app: Flask, table: FakeTable, name: str) -> None:
    phone = Phone(app)
    phone.join(0, name)
    finish(table)
    rows = csv.reader(phone.get("/end.csv").data.decode("utf-8-sig").splitlines())
    assert [row[1] for row in rows][1] == f"'{name}"
