"""After crashes or with wrong settings the house opens with less, and says why."""

from pathlib import Path

import pytest

from device.running.safemode import (
    BACK_OFF,
    Cause,
    Failures,
    Mode,
    Reason,
    Starts,
    back_off,
    first_mode,
    senses_off,
)
from device.settings.settings import CameraSettings, DataSettings, PanelSettings, Settings

CRASH = Cause("start", "crash")
CAMERA = Cause("camera", "hanging")
NONE = Failures()


def test_starts_that_end_badly_are_counted_until_one_goes_well(tmp_path: Path) -> None:
    starts = Starts(tmp_path / "starts.json")
    assert starts.begin() == NONE
    key_error = Cause("start", "KeyError")
    starts.note("KeyError: 7", key_error)
    assert starts.begin() == Failures({key_error: 1}, "KeyError: 7")
    assert Starts(tmp_path / "starts.json").begin().counts == {key_error: 1, CRASH: 1}
    starts.clear()
    assert starts.begin() == NONE


def test_a_start_is_blamed_once_and_for_what_it_was(tmp_path: Path) -> None:
    starts = Starts(tmp_path / "starts.json")
    starts.begin()
    starts.note("hanging: camera", CAMERA)
    starts.note("hanging: camera, ears", CAMERA, Cause("ears", "hanging"))
    found = starts.begin()
    assert found.counts == {CAMERA: 1, Cause("ears", "hanging"): 1}
    assert found.last == "hanging: camera, ears"


def test_a_start_that_was_turned_away_counts_for_nothing(tmp_path: Path) -> None:
    starts = Starts(tmp_path / "starts.json")
    starts.begin()  # this one is killed
    for _ in range(20):
        assert starts.begin().counts == {CRASH: 1}
        starts.forgive()


@pytest.mark.parametrize(
    "rubble", ["", "{", "[]", '{"failures": [["x"]]}', '{"failures": 3, "last": ""}']
)
def test_a_broken_count_is_no_count(tmp_path: Path, rubble: str) -> None:
    (tmp_path / "s").write_text(rubble)
    assert Starts(tmp_path / "s").begin() == NONE


def test_outside_the_service_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    starts = Starts.of_the_service()
    assert [starts.begin().total for _ in range(5)] == [0] * 5


def test_the_service_counts_where_a_reboot_clears(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{tmp_path}:/elsewhere")
    Starts.of_the_service().begin()
    assert (tmp_path / "starts.json").is_file()


def crashed(times: int, cause: Cause = CRASH) -> Failures:
    return Failures({cause: times}, "x")


def test_modes_by_crashes_and_settings() -> None:
    wrong = ValueError("line 2")
    assert first_mode(NONE, None) == (Mode.WHOLE, None)
    assert first_mode(crashed(2), None) == (Mode.WHOLE, None)
    assert first_mode(NONE, wrong) == (
        Mode.SENSES_OFF,
        Reason("safe.settings", {"fault": "line 2"}),
    )
    assert first_mode(crashed(3), None) == (
        Mode.SENSES_OFF,
        Reason("safe.crashes", {"count": 3, "fault": "x"}),
    )
    assert first_mode(crashed(6), wrong)[0] is Mode.BARE


def test_nothing_is_closed_that_would_not_help() -> None:
    assert first_mode(crashed(50, CAMERA), None)[0] is Mode.SENSES_OFF
    assert first_mode(crashed(50, Cause("web", "hanging")), None) == (Mode.WHOLE, None)
    several = Failures({CAMERA: 2, CRASH: 2, Cause("start", "KeyError"): 2}, "x")
    assert (several.total, first_mode(several, None)) == (6, (Mode.WHOLE, None))


def test_waiting_grows_to_half_a_minute() -> None:
    waits = [back_off(crashes) for crashes in range(20)]
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (0.0, BACK_OFF[-1]) == (0.0, 30.0)


def test_senses_are_off_and_the_rest_stays() -> None:
    settings = Settings(
        camera=CameraSettings(use="pi"),
        data=DataSettings(folder=Path("d"), profile=Path("broken")),
        panel=PanelSettings(use="on"),
    )
    off = senses_off(settings)
    assert (off.camera.use, off.data.profile, off.panel.use) == ("none", None, "off")
    assert off.microphone.use == "none"
    assert (off.data.folder, off.web, off.table) == (Path("d"), settings.web, settings.table)
