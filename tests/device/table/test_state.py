"""What readers are told: a state that never changes, worded by what is new, without a lock."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from device.records.journal import Evidence
from device.table.service import TableService
from rules.referee import Accepted, Play
from rules.refused import Refused
from rules.rights import Speaker
from tests.device.table.test_choices import GAMES, recorded, table_of

HOST = Speaker(None, True)
BY = Evidence({"by": "phone"})


def begun(game: str, folder: Path, share: float) -> tuple[TableService, list[Any]]:
    """A recorded game up to somewhere, and the events that followed."""
    told = recorded(game)[0]
    at = int(share * len(told["events"]))
    table = table_of(game, {**told, "events": told["events"][:at]}, folder)
    return table, [table.game.event_from_json(event) for event in told["events"][at:]]


def told_to_all(table: TableService) -> str:
    """What every kind of phone is told, but for the version, and for corrections: those are told
    as they were when they were made.
    """
    speakers = [Speaker(seat) for seat in range(table.seats())]
    states = [
        {**table.snapshot(speaker, language), "version": 0, "corrections": []}
        for speaker in (*speakers, Speaker(), HOST)
        for language in ("de", "en")
    ]
    return json.dumps(states, default=str)


def step(table: TableService, left: list[Any], chance: random.Random) -> None:
    """Something happens: the next event, a step back or forth, another name, a correction."""
    command = {"id": f"s{table.version}-{chance.random()}", "version": table.version}
    entries = [entry.number for entry in table.referee.history]
    what = chance.choice(["play", "play", "undo", "redo", "name", "void", "proofs"])
    try:
        if what == "play" and left:
            outcome = table.referee.propose(left.pop(0))
            if isinstance(outcome, Accepted):
                with table.changes():
                    table.write(outcome.record, BY)
        elif what == "name":
            name = chance.choice(["Ann", "Bea", "Cem"])
            with table.changes():
                table.rename(chance.randrange(table.seats()), name)
        elif what == "proofs":
            with table.changes():
                table.set_proofs(chance.random() < 0.5)
        elif what == "void" and entries:
            table.do({**command, "do": "void", "number": chance.choice(entries[-8:])}, HOST)
        elif what in ("undo", "redo"):
            table.do({**command, "do": what}, HOST)
    except (Refused, ValueError):
        return


@pytest.mark.parametrize("game", GAMES)
def test_what_was_worded_before_reads_as_if_worded_now(game: str, tmp_path: Path) -> None:
    table, left = begun(game, tmp_path, 0.4)
    chance = random.Random(game)
    changed = Counter[bool]()
    before = told_to_all(table)
    for _ in range(15):
        step(table, left, chance)
        told = told_to_all(table)
        fresh = TableService(table.journal, table.stored, lambda *_: None)
        assert told == told_to_all(fresh)
        changed[told != before] += 1
        before = told
    table.journal.close()
    assert changed[True] > 4


def count_descriptions(table: TableService, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every event that is put into words from now on."""
    described: list[Any] = []
    describe = table.game.describe

    def counted(position: Any, event: Any, seat: int | None) -> Any:
        described.append(event)
        return describe(position, event, seat)

    monkeypatch.setitem(vars(table.game), "describe", counted)
    return described


def test_a_state_costs_what_is_new_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, left = begun("solomon", tmp_path, 0.6)
    speakers = [Speaker(seat) for seat in range(table.seats())]
    for speaker in speakers:
        table.snapshot(speaker, "en")
    described = count_descriptions(table, monkeypatch)
    table.note_troubled(("eyes",))
    for speaker in speakers:
        table.snapshot(speaker, "en")
    assert described == []
    with table.changes():
        table.write(Play(left[0]), BY)
    for speaker in speakers:
        table.snapshot(speaker, "en")
    assert [event for event in described if event == left[0]] == [left[0]] * len(speakers)
    assert len(described) == len(speakers)
    table.journal.close()


def test_a_state_that_was_made_stays_as_it_is(tmp_path: Path) -> None:
    table, left = begun("kilt", tmp_path, 0.5)
    state = table.state
    kept = (state.referee.position, state.referee.history, state.referee.records)
    abouts, times = dict(state.abouts), dict(state.times)
    with table.changes():
        table.write(Play(left[0]), BY)
        table.rename(0, "Ann")
    table.do({"id": "u", "version": table.version, "do": "undo"}, HOST)
    assert (state.referee.position, state.referee.history, state.referee.records) == kept
    assert (state.abouts, state.times) == (abouts, times)
    assert state.names.get(0) is None
    assert table.state.names[0] == "Ann"
    table.journal.close()


def test_readers_do_not_wait_for_whoever_changes_the_table(tmp_path: Path) -> None:
    table, left = begun("kilt", tmp_path, 0.5)
    held, done, told = threading.Event(), threading.Event(), []

    def change() -> None:
        with table.changes():
            table.write(Play(left[0]), BY)
            held.set()
            done.wait(10)

    def read() -> None:
        told.append(len(table.snapshot(Speaker(0), "en")["events"]))  # type: ignore[arg-type]
        told.append(len(table.choices(1, HOST, "en", "claim")) > 0)

    before = len(table.referee.history)
    writer, reader = threading.Thread(target=change), threading.Thread(target=read)
    writer.start()
    held.wait(10)
    reader.start()
    reader.join(5)
    waiting = reader.is_alive()
    done.set()
    writer.join()
    reader.join()
    assert (waiting, told) == (False, [before, True])
    assert len(table.state.referee.history) == before + 1
    table.journal.close()


def test_changes_within_changes_are_told_once_and_without_the_lock(tmp_path: Path) -> None:
    table, left = begun("kilt", tmp_path, 0.5)
    heard: list[tuple[int, int, bool]] = []

    def free() -> bool:
        """Whether somebody else could have the table now."""
        found: list[bool] = []
        other = threading.Thread(target=lambda: found.append(table._lock.acquire(blocking=False)))
        other.start()
        other.join()
        return found[0]

    table.listen(lambda version: heard.append((version, len(table.state.referee.records), free())))
    before = len(table.referee.records)
    with table.changes():
        with table.changes():
            table.write(Play(left[0]), BY)
        assert heard == []
        table.rename(0, "Ann")
    assert heard == [(table.version, before + 1, True)]
    table.journal.close()
