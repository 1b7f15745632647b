"""The ear can be told that it heard wrong, by one tap."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.following.listening import Listening
from device.following.pearl_book import Notice
from device.following.pearls import Audit
from device.hearing.counting import Count
from device.records.journal import Evidence, Journal
from device.senses.microphone import no_microphone
from device.table.service import TableService
from rules.refused import Refused
from rules.rights import Speaker
from rules.seven_locks import Drop

ABOUT: dict[str, Any] = {
    "game": "seven_locks", "players": 2, "options": {}, "box": {"demo": True}, "names": []
}  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableService]:
    with Journal(tmp_path / "journal.db") as journal:
        service = TableService(journal, journal.start_game(ABOUT), lambda *_: None)
        Listening(service, no_microphone("a test"), tmp_path).start()
        do(service, "claim", event={"type": "set_up", "start": 0, "place": 0})
        yield service


def do(table: TableService, name: str, **fields: Any) -> None:
    command = {"do": name, "id": f"c{table.version}-{name}", "version": table.version, **fields}
    table.do(command, Speaker(0, True))


def test_a_drop_that_ear_and_camera_told_is_taken_back(table: TableService) -> None:
    outcome = table.referee.propose(Drop(3))
    table.write(outcome.record, Evidence({"by": "camera"}))  # type: ignore[union-attr]
    assert table.snapshot(Speaker(0), "en")["deniable"] is True
    do(table, "no_pearl")
    assert table.referee.position.pearls[3] == 0
    assert table.snapshot(Speaker(0), "en")["deniable"] is False


def test_a_pearl_too_many_is_forgotten_by_the_audit(table: TableService) -> None:
    do(table, "claim", event={"type": "drop", "tower": 1})
    assert isinstance(table.hearing, Listening)
    table.hearing.fusion.audits.append(Audit(1, (1,), 1, Count(2, 0.9, 1)))
    table.note_ear(Notice("ear.count", {"heard": 2, "told": 1}))
    do(table, "no_pearl")
    assert table.ear_notice is None
    assert table.hearing.fusion.audits[-1].count == Count(1, 1.0, 1)
    assert table.referee.position.pearls[1] == 1


def test_what_a_phone_told_is_not_denied_by_that(table: TableService) -> None:
    do(table, "claim", event={"type": "drop", "tower": 1})
    with pytest.raises(Refused, match=r"refused\.no-pearl"):
        do(table, "no_pearl")
