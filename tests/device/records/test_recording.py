"""Recordings: written as seen, replayed alike, broken ones read as far as they are whole."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.following.sight import Finding, Sight, SightState
from device.records.recording import BadRecording, Recorder, read_events, read_table, table_toml
from device.running.replay import Replay
from device.senses.frame import Frame
from device.senses.pictures import FolderCamera
from tests.device.tables import ABOUT, GAME, SET_UP, Bench, FakeWatcher, story
from vision.stories.story import Verdict

RNG = np.random.default_rng(5)


def picture(shade: int) -> Any:
    """A table whose whole look depends on `shade`."""
    image = np.full((96, 128, 3), 90, np.uint8)
    image[20:70, 20:90] = shade
    return image


def test_agreement_survives_as_toml(tmp_path: Path) -> None:
    about = {**ABOUT, "options": {"gap-behind-front": "forbidden"}, "box": {"water": [[0, 1]]}}
    (tmp_path / "table.toml").write_text(table_toml(about), encoding="utf-8")
    assert read_table(tmp_path) == about


def test_picture_comes_back_as_the_very_pixels_the_replay_will_see(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "r", ABOUT, None)
    noisy = RNG.integers(0, 255, (96, 128, 3)).astype(np.uint8)
    live = recorder.frame(Frame(12.34567, noisy))
    recorder.close()
    assert live is not None
    again = FolderCamera(tmp_path / "r").read()
    assert again.time == live.time == 12.346
    assert np.array_equal(again.image, live.image)


def test_table_at_rest_is_written_once_a_second_and_a_stirred_one_always(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "r", ABOUT, None)
    at_rest = [recorder.frame(Frame(t / 10, picture(50))) is not None for t in range(100)]
    assert sum(at_rest[:20]) == 20
    assert sum(at_rest[30:]) == 7
    assert recorder.frame(Frame(9.93, picture(50))) is None
    assert recorder.frame(Frame(9.96, picture(150))) is not None
    recorder.close()


def test_recording_never_overwrites(tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "holiday.jpg").write_bytes(b"")
    with pytest.raises(BadRecording, match="not empty"):
        Recorder(tmp_path / "r", ABOUT, None)


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "no recording"), ("game = ", "broken"), ('game = "kilt"', "does not say players")],
)
def test_folder_that_is_no_recording_says_why(
    tmp_path: Path, content: str | None, words: str
) -> None:
    if content is not None:
        (tmp_path / "table.toml").write_text(content)
    with pytest.raises(BadRecording, match=words):
        read_table(tmp_path)


def test_line_cut_by_a_power_failure_is_left_out(tmp_path: Path) -> None:
    whole = '{"after": 1, "source": "phone", "record": {"record": "dismiss"}}\n'
    (tmp_path / "events.jsonl").write_text(whole + '{"after": 2, "sou')
    assert [told.after for told in read_events(tmp_path)] == [1]


class ShadeWatcher(FakeWatcher):
    """Understands a shade as a story, so that replays can be compared without a real reader."""

    def see(self, frame: Frame) -> Sight:
        shade = int(frame.image[45, 45, 0])
        if abs(shade - 200) < 4 and self.position.phase == "setup":
            return self._sight(frame, Verdict.UNDERSTOOD, SET_UP)
        if abs(shade - 150) < 4:
            return self._sight(frame, Verdict.UNDERSTOOD, GAME.actions(self.position)[0])
        if abs(shade - 100) < 4:
            return self._sight(frame, Verdict.ASK, *GAME.actions(self.position)[:2])
        return Sight(frame.time, SightState.STILL, None)

    def _sight(self, frame: Frame, verdict: Verdict, *events: Any) -> Sight:
        stories = tuple(story(self.position, (event,), 0.5) for event in events)
        return Sight(frame.time, SightState.SETTLED, Finding(verdict, stories, (), True, None))


def test_replay_of_camera_and_phones_gives_the_same_records(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.table._watching.watcher = ShadeWatcher(bench.position)
    recorder = Recorder(tmp_path / "r", bench.table.stored.about, None)
    bench.table.keep(recorder)
    shades = iter(enumerate([50, 200, 50, 150, 50, 100]))
    for at, shade in shades:
        bench.table.see(Frame(at / 10, picture(shade)))
    bench.do("answer", question=bench.state()["question"]["id"], choice="2")
    bench.do("undo")
    bench.table.see(Frame(0.7, picture(100)))
    bench.do("answer", question=bench.state()["question"]["id"], choice="none")
    bench.table.see(Frame(0.8, picture(150)))
    bench.do("tap_corners", corners=[[0, 0], [1, 0], [1, 1], [0, 1]])
    recorder.close()

    played = Replay(tmp_path / "r", lambda game, position, about: ShadeWatcher(position))
    moments = list(played.moments())
    assert [moment["verdict"] for moment in moments] == [
        "understood",
        "understood",
        "ask",
        "ask",
        "understood",
    ]
    assert played.records == bench.records()
    assert played.same_as_recorded()
    bench.journal.close()


def test_recording_begun_in_mid_game_replays_what_came_before(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.understood(SET_UP)
    recorder = Recorder(tmp_path / "r", bench.table.stored.about, None)
    bench.table.keep(recorder)
    bench.table._watching.watcher = ShadeWatcher(bench.position)
    bench.table.see(Frame(0.1, picture(150)))
    recorder.close()
    played = Replay(tmp_path / "r", lambda game, position, about: ShadeWatcher(position))
    list(played.moments())
    assert played.records == bench.records()
    bench.journal.close()


def test_replay_without_a_profile_says_what_is_missing(tmp_path: Path) -> None:
    Recorder(tmp_path / "r", ABOUT, None).close()
    with pytest.raises(ValueError, match="castellan teach"):
        list(Replay(tmp_path / "r").moments())


def test_unreadable_picture_is_stepped_over(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "r", ABOUT, None)
    for at in range(3):
        recorder.frame(Frame(float(at), picture(40 * at)))
    recorder.close()
    (tmp_path / "r" / "frames" / "000002.jpg").write_bytes(b"cut")
    camera = FolderCamera(tmp_path / "r")
    assert [camera.read().time, camera.read().time] == [0.0, 2.0]
    assert cv2.imread(str(tmp_path / "r" / "frames" / "000003.jpg")) is not None
