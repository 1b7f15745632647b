"""An offer says what it is, never what will come of it nor what somebody hides."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rules import castle
from rules.rights import Speaker
from rules.solomon import GAME, Choose, Mark, SetUp
from rules.solomon.pieces import OBJECT_TILE
from tests.device.twins import Table, Twin
from tests.rules import castle_tables, solomon_tables

ALL = frozenset(range(3))


def table(folder: Path, game: str, box: Any, *events: Any, players: int = 3) -> Table:
    """The table after these events."""
    told = Twin(
        game, players, {}, dict(box), events[:-1], (events[-1], events[-1]), None, frozenset()
    )
    return Table(folder, told, events[-1])


@pytest.mark.parametrize("purpose", ["claim", "amend", "insert"])
def test_the_last_to_choose_is_not_told_what_the_others_have_chosen(purpose, tmp_path):
    events = (SetUp(), Choose(0, 17), Choose(1, 9), Choose(2, 30))
    told = table(tmp_path, "solomon", solomon_tables.SIM, *events[: 3 + (purpose != "claim")])
    offers = told.table.choices(4, Speaker(2, False, ALL), "en", purpose)
    texts = [offer["text"] for offer in offers]
    assert "Player 3 has chosen card 1." in texts
    assert not any("Revealed" in text for text in texts)
    told.close()


def test_the_journal_tells_the_cards_once_they_lie_open(tmp_path):
    events = (SetUp(), Choose(0, 17), Choose(1, 9), Choose(2, 30))
    told = table(tmp_path, "solomon", solomon_tables.SIM, *events)
    line = told.table.snapshot(Speaker(2, False, ALL), "en")["events"][-1]["text"]
    assert line.endswith("Revealed! Digging in this order: Player 2 9, Player 1 17, Player 3 30.")
    told.close()


def gates(position: Any) -> list[Any]:
    """The steps out of the castle that are open now."""
    steps = [e for e in castle.GAME.actions(position) if isinstance(e, castle.Step)]
    return [step for step in steps if step.to in tuple("ABCDEF")]


def test_nobody_is_told_what_leaving_the_castle_will_bring(tmp_path):
    """Alone in the castle, whoever steps out ends the game: the offer speaks of no points."""
    events: list[Any] = []
    for position, event, _ in castle_tables.random_game(random.Random(5), 1):
        if gates(position):
            break
        events.append(event)
    leaving = gates(position)[0]
    news = castle.GAME.followed(position, leaving, None)
    assert "castle.event.game-over" in [each.message for each in news]
    told = table(tmp_path, "castle", castle_tables.BOX, *events, players=1)
    offers = told.table.choices(0, Speaker(None, True), "en", "claim")
    texts = [offer["text"] for offer in offers if "leaves" in offer["text"]]
    assert texts
    assert not any("Points" in text for text in texts)
    told.close()


def test_the_host_is_offered_nothing_for_a_seat_that_has_its_phone(tmp_path):
    """Whoever holds an object: others with their phones there get no offer about him."""
    checked = 0
    for seed in range(30):
        events: list[Any] = []
        for position, event, _ in solomon_tables.random_game(random.Random(seed), 3):
            marks = [m for m in GAME.actions(position) if isinstance(m, Mark)]
            mine = [m for m in marks if any(position.seen[OBJECT_TILE[o]] for o in m.objects)]
            if mine:
                check_offers(tmp_path / str(seed), mine[0].seat, events)
                checked += 1
                break
            events.append(event)
        if checked == 3:
            return
    raise AssertionError("nobody ever held an object")


def check_offers(folder: Path, owner: int, events: list[Any]) -> None:
    told = table(folder, "solomon", solomon_tables.SIM, *events)
    host = Speaker((owner + 1) % 3, True, ALL)
    for purpose in ("claim", "insert"):
        offers = told.table.choices(len(events), host, "en", purpose)
        assert [each for each in offers if each["event"].get("seat") == owner] == []
    for seat in (None, owner):
        offers = told.table.choices(0, Speaker(seat, seat is None, ALL - {owner}), "en", "claim")
        assert [each for each in offers if each["event"].get("objects")]
    told.close()
