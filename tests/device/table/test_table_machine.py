"""A table through whatever may happen to it: taps, pictures, undo, power cuts, new games.

A model keeps what was acknowledged; service, journal and what phones are told must agree with it.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from device.following.sight import Finding, Sight, SightState
from device.records.journal import Journal
from device.table.service import TableService
from rules import games
from rules.referee import Referee, record_from_json
from rules.refused import Refused
from rules.rights import Speaker
from tests.device.tables import FRAME, PICTURE, FakeWatcher
from vision.stories.story import Story, Verdict

PLAYERS = {"kilt": 4, "solomon": 3, "appenzell": 3, "seven_locks": 2}
HOST = Speaker(None, True)
pick = st.integers(0, 10_000)


class Evening(RuleBasedStateMachine):
    """The table, and beside it the records that were acknowledged for each game."""

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="castellan-evening-"))
        self.folder, self.cuts, self.count = self.home / "0", 0, 0
        self.folder.mkdir()
        self.journal = Journal(self.folder / "journal.db")
        stored = self.journal.start_game({"game": "kilt", "players": 4, "options": {}, "box": {}})
        self.acknowledged: dict[int, list[Any]] = {stored.id: []}
        self.newest = 0  # version of the table, which never falls
        self._open(stored)

    def _open(self, stored: Any) -> None:
        self.table = TableService(self.journal, stored, self._watch)

    def _watch(self, game: Any, position: Any, about: Any) -> FakeWatcher:
        self.watcher = FakeWatcher(position)
        return self.watcher

    def teardown(self) -> None:
        self.journal.close()
        shutil.rmtree(self.home)

    # ---- what phones do --------------------------------------------------------------------

    def _do(self, what: str, speaker: Speaker = HOST, **fields: Any) -> bool:
        """A command; what is refused must have changed nothing."""
        self.count += 1
        command = {"id": f"m{self.count}", "version": self.table.version, "do": what, **fields}
        return self._send(command, speaker)

    def _send(self, command: dict[str, Any], speaker: Speaker) -> bool:
        before, game = self._kept(), self.table.stored.id
        try:
            answer = self.table.do(command, speaker)
        except Refused:
            assert (self._kept(), self.table.stored.id) == (before, game)
            return False
        self.last, self.restarted = (command, speaker, answer), False
        self._acknowledge()
        return True

    def _kept(self) -> list[Any]:
        return [dict(item.record) for item in self.journal.records(self.table.stored.id)]

    def _acknowledge(self) -> None:
        kept, known = self._kept(), self.acknowledged.setdefault(self.table.stored.id, [])
        assert kept[: len(known)] == known
        self.acknowledged[self.table.stored.id] = kept

    @rule(at=pick, seat=pick)
    def tell(self, at: int, seat: int) -> None:
        """A seat tells one of the events it is offered, or a dealt set-up."""
        table, speaker = self.table, Speaker(seat % self.table.seats(), True)
        if table.layout is not None and not table.referee.history:
            self._do("claim", speaker, event=table.layout)
            return
        offered = table.choices(0, speaker, "en", "claim")
        if offered:
            self._do("claim", speaker, event=offered[at % len(offered)]["event"])

    @rule(at=pick, seat=pick)
    def correct(self, at: int, seat: int) -> None:
        history = self.table.referee.history
        if not history:
            return
        number = history[-1 - at % min(6, len(history))].number
        speaker = Speaker(seat % self.table.seats(), True)
        try:
            offered = self.table.choices(number, speaker, "en", "amend")
        except Refused:
            return
        if offered:
            event = offered[at % len(offered)]["event"]
            self._do("amend", speaker, number=number, event=event)

    @rule(what=st.sampled_from(["undo", "redo", "roll", "deal", "nonsense"]))
    def tap(self, what: str) -> None:
        self._do(what)

    @rule(at=pick)
    def take_back(self, at: int) -> None:
        history = self.table.referee.history
        if history:
            self._do("void", number=history[at % len(history)].number)

    @rule(junk=st.recursive(st.none() | st.text() | st.integers(), st.lists, max_leaves=4))
    def send_nonsense(self, junk: Any) -> None:
        self._do("claim", event=junk)

    @rule()
    def send_late(self) -> None:
        """A phone that slept over whatever happened."""
        self.count += 1
        command = {"id": f"m{self.count}", "version": 1, "do": "undo"}
        assert not self._send(command, HOST)

    @precondition(lambda self: hasattr(self, "last"))
    @rule()
    def send_again(self) -> None:
        """The same command once more, as after a lost answer."""
        command, speaker, answer = self.last
        before, game = self._kept(), self.table.stored.id
        try:
            assert self.table.do(command, speaker)["ok"] == answer["ok"]
        except Refused:  # over a restart only records are known again
            assert self.restarted
            assert command["do"] in ("new", "deal")
        assert (self._kept(), self.table.stored.id) == (before, game)

    @rule(game=st.sampled_from(sorted(PLAYERS)))
    def begin_anew(self, game: str) -> None:
        assert self._do("new", game=game, players=PLAYERS[game], options={})
        assert self._kept() == []

    # ---- what the camera sees --------------------------------------------------------------

    @rule(at=pick, certain=st.booleans())
    def see(self, at: int, certain: bool) -> None:
        """The camera understands one of the things that may happen now."""
        position, game = self.table.referee.position, self.table.game
        events = game.actions(position)
        if not events:
            return
        event = events[at % len(events)]
        seen = Story((event,), 0.9, game.apply(position, event))
        finding = Finding(Verdict.UNDERSTOOD, (seen,), (), certain, PICTURE)
        self.watcher.sights.put(Sight(1.0, SightState.SETTLED, finding))
        self.table.see(FRAME)
        self._acknowledge()

    # ---- what happens to the device --------------------------------------------------------

    @rule()
    def restart(self) -> None:
        game, self.restarted = self.table.stored.id, True
        self.table.close()
        self.journal.close()
        self.journal = Journal(self.folder / "journal.db")
        self._open(next(stored for stored in self.journal.games() if stored.id == game))

    @rule()
    def cut_the_power(self) -> None:
        """Only what lies in the files is left, with the journal not closed."""
        self.cuts += 1
        self.restarted = True
        game, old = self.table.stored.id, self.folder
        self.folder = self.home / str(self.cuts)
        self.folder.mkdir()
        for path in old.glob("journal.db*"):
            if not path.name.endswith(".lock"):
                shutil.copy(path, self.folder)
        self.journal.close()
        self.journal = Journal(self.folder / "journal.db")
        assert self.journal.damage is None
        self._open(next(stored for stored in self.journal.games() if stored.id == game))

    # ---- what must always hold -------------------------------------------------------------

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        for game, records in self.acknowledged.items():
            kept = [dict(item.record) for item in self.journal.records(game)]
            assert kept[: len(records)] == records

    @invariant()
    def the_position_is_the_fold_of_the_journal(self) -> None:
        game = games.find(self.table.game.name)
        records = [record_from_json(game, record) for record in self._kept()]
        fresh = Referee(game, self.table.start, records)
        assert fresh.position == self.table.referee.position
        assert fresh.history == self.table.referee.history

    @invariant()
    def every_phone_is_told_how_it_stands(self) -> None:
        for speaker in (Speaker(0), Speaker(), HOST):
            told = self.table.snapshot(speaker, "fr")
            assert told["version"] == self.table.version
            likely = [event for event in told["events"] if event["likely"]]
            assert len(told["events"]) - len(likely) == len(self.table.referee.history)
            json.dumps(told)
        assert self.table.version >= self.newest
        self.newest = self.table.version


QUICK = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def test_a_table_through_whatever_may_happen_to_it() -> None:
    run_state_machine_as_test(Evening, settings=QUICK)  # type: ignore[no-untyped-call]


@pytest.mark.slow
def test_many_tables_through_whatever_may_happen_to_them() -> None:
    many = settings(QUICK, max_examples=300, stateful_step_count=50)
    run_state_machine_as_test(Evening, settings=many)  # type: ignore[no-untyped-call]
