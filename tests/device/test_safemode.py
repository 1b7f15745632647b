"""After crashes or with wrong settings the house opens with less, and says why."""

from pathlib import Path

import pytest

from device.config import CameraSettings, DataSettings, PanelSettings, Settings
from device.safemode import BACK_OFF, Mode, Reason, Starts, back_off, first_mode, senses_off


def test_starts_that_end_badly_are_counted_until_one_goes_well(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    assert Starts(path).begin() == (0, "")
    Starts(path).note("KeyError: 7")
    assert Starts(path).begin() == (1, "KeyError: 7")
    assert Starts(path).begin()[0] == 2
    Starts(path).clear()
    assert Starts(path).begin() == (0, "")


@pytest.mark.parametrize("rubble", ["", "{", "[]", '{"crashes": "x"}'])
def test_a_broken_count_is_no_count(tmp_path: Path, rubble: str) -> None:
    (tmp_path / "s").write_text(rubble)
    assert Starts(tmp_path / "s").begin() == (0, "")


def test_outside_the_service_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    starts = Starts.of_the_service()
    assert [starts.begin()[0] for _ in range(5)] == [0] * 5


def test_the_service_counts_where_a_reboot_clears(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{tmp_path}:/elsewhere")
    Starts.of_the_service().begin()
    assert (tmp_path / "starts.json").is_file()


def test_modes_by_crashes_and_settings() -> None:
    wrong = ValueError("line 2")
    assert first_mode(0, "", None) == (Mode.WHOLE, None)
    assert first_mode(2, "x", None) == (Mode.WHOLE, None)
    assert first_mode(0, "", wrong) == (
        Mode.SENSES_OFF,
        Reason("safe.settings", {"fault": "line 2"}),
    )
    assert first_mode(3, "x", None) == (
        Mode.SENSES_OFF,
        Reason("safe.crashes", {"count": 3, "fault": "x"}),
    )
    assert first_mode(6, "", wrong)[0] is Mode.BARE


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
