"""A simulated game through the real eyes: recorded, and replayed to the same events."""

from itertools import islice
from pathlib import Path

from device.boxes import box_facts, teach_from, watchers
from device.journal import Journal
from device.recording import Recorder
from device.replay import Replay
from device.service import TableService
from device.sim.kilt.table import SimGame

MOMENTS = 4
SEED = 2


def test_replay_of_a_simulated_game_gives_the_same_events(tmp_path: Path) -> None:
    sim = SimGame(SEED, "easy", 4)
    profile = teach_from(sim.teach_pictures(), "kilt")
    colours = [[colour.value for colour in each] for each in sim.set_up.colours]
    about = {"game": "kilt", "players": 4, "box": box_facts(profile), "colours": colours}
    recorder = Recorder(tmp_path / "recording", about, profile)
    with Journal(tmp_path / "journal.db") as journal:
        table = TableService(journal, journal.start_game(about), watchers("kilt", profile))
        table.keep(recorder)
        for moment in islice(sim.moments(), MOMENTS):
            for frame in moment.frames:
                table.see(frame)
        recorder.close()
        live = [dict(stored.record) for stored in journal.records(table.stored.id)]
    assert live, "nothing at all was understood"
    assert live[0]["event"]["type"] == "set_up"

    played = Replay(tmp_path / "recording")
    moments = list(played.moments())
    assert moments[0]["verdict"] == "understood"
    assert played.records == live
    assert played.same_as_recorded()
