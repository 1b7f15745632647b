"""What a correction would change is told before it is done, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from device.records.journal import Journal
from device.table.service import TableService
from rules.kilt import Build, Move
from rules.solomon import Choose
from rules.solomon import SetUp as Mine
from tests.device.recorded import play
from tests.device.table.test_attacks import ABOUT as SOLOMON_ABOUT
from tests.device.table.test_attacks import SOLOMON
from tests.device.table.test_attacks import Phone as Player
from tests.device.tables import ABOUT, GAME, SET_UP
from tests.web.conftest import Phone
from web.app import create_app
from web.limits import UNLIMITED

ID, MOVE, BUILD = "preview1", 2, 3  # the numbers of the records


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableService]:
    """A card was moved, and its colour built for one ducat or more."""
    with Journal(tmp_path / "journal.db") as journal:
        table = TableService(journal, journal.start_game(ABOUT), lambda *_: None)
        play(table, [SET_UP])
        move = next(e for e in GAME.actions(table.referee.position) if isinstance(e, Move))
        play(table, [move])
        builds = [e for e in GAME.actions(table.referee.position) if isinstance(e, Build)]
        play(table, [next(e for e in builds if e.crests == 0)])
        yield table


@pytest.fixture
def phone(table: TableService) -> Phone:
    phone = Phone(create_app(table, join_url="http://x/", limits=UNLIMITED))
    phone.be_host()
    phone.join(0)
    return phone


def preview(phone: Phone, do: str, **said: Any) -> Any:
    command = {"id": ID, "version": phone.state()["version"], "do": do, **said}
    return phone.post("/api/preview", command)


def test_the_preview_is_the_table_as_the_correction_makes_it(
    phone: Phone, table: TableService
) -> None:
    before, version = table.referee.records, table.version
    told = preview(phone, "void", number=MOVE).get_json()
    assert [each["number"] for each in told["misfits"]] == [BUILD]
    assert told["misfits"][0]["rulings"] != []
    assert (table.referee.records, table.version) == (before, version)
    assert phone.do("void", number=MOVE).status_code == 200
    state = phone.state()
    assert {name: state[name] for name in ("view", "score", "due", "misfits")} == told


def test_a_move_that_fits_as_well_drops_no_later_event(phone: Phone, table: TableService) -> None:
    event = table.referee.history[BUILD - 1].event
    assert isinstance(event, Build)
    other = {**GAME.event_to_json(event), "crests": None}
    told = preview(phone, "amend", number=BUILD, event=other).get_json()
    assert told["misfits"] == []
    assert told["view"]["ducats"] == phone.state()["view"]["ducats"]


def test_events_that_fitted_no_more_before_are_not_told_again(
    phone: Phone, table: TableService
) -> None:
    assert phone.do("void", number=MOVE).status_code == 200
    assert [each["number"] for each in phone.state()["misfits"]] == [BUILD]
    event = GAME.event_to_json(table.referee.history[1].event)
    assert preview(phone, "amend", number=BUILD, event=event).get_json()["misfits"] == []


def test_only_corrections_have_a_preview_and_only_players_see_it(
    phone: Phone, table: TableService
) -> None:
    assert preview(phone, "undo").status_code == 400
    assert preview(phone, "void", number=99).status_code == 404
    assert preview(phone, "amend", number=MOVE, event={"type": "nothing"}).status_code == 400
    watcher = Phone(phone.app)
    watcher.join(None)
    assert preview(watcher, "void", number=MOVE).status_code == 403


def test_who_needs_a_yes_is_told_whose_and_not_what_would_change(tmp_path: Path) -> None:
    with Journal(tmp_path / "solomon.db") as journal:
        table = TableService(journal, journal.start_game(SOLOMON_ABOUT), lambda *_: None)
        app: Flask = create_app(table, join_url="http://x/", limits=UNLIMITED)
        play(table, [Mine()])
        players = [Player(app, seat) for seat in range(2)]
        chosen = SOLOMON.event_to_json(Choose(0, 17))
        assert players[0].do("claim", event=chosen).status_code == 200
        told = preview(players[1], "void", number=2).get_json()
        assert (told["asked"], [*told]) == ([0], ["asked", "text"])
        assert table.requests == ()
