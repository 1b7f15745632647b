"""A simulated game through the real eyes: recorded, and replayed to the same events."""

from itertools import islice
from pathlib import Path

import pytest

from device.boxes.profiles import box_facts, teach_from
from device.following.watchers import watchers
from device.records.journal import Journal
from device.records.recording import Recorder
from device.running.replay import Replay
from device.sim.kilt.table import SimGame
from device.table.service import TableService

SEED = 2


@pytest.mark.parametrize("moments", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_replay_of_a_simulated_game_gives_the_same_events(tmp_path: Path, moments: int) -> None:
    sim = SimGame(SEED, "easy", 4)
    profile = teach_from(sim.teach_pictures(), "kilt")
    colours = [[colour.value for colour in each] for each in sim.set_up.colours]
    about = {"game": "kilt", "players": 4, "box": box_facts(profile), "colours": colours}
    recorder = Recorder(tmp_path / "recording", about, profile)
    with Journal(tmp_path / "journal.db") as journal:
        table = TableService(journal, journal.start_game(about), watchers("kilt", profile))
        table.keep(recorder)
        for moment in islice(sim.moments(), moments):
            for frame in moment.frames:
                table.see(frame)
        recorder.close()
        live = [dict(stored.record) for stored in journal.records(table.stored.id)]
    assert len(live) > 1, "no turn was understood"
    assert live[0]["event"]["type"] == "set_up"

    played = Replay(tmp_path / "recording")
    first, *_ = played.moments()
    assert first["verdict"] == "understood"
    assert played.records == live
    assert played.same_as_recorded()
