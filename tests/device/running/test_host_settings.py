"""The settings file as the host's page shows and changes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.running.host_settings import SettingsFile
from rules.refused import Refused

TEXT = '[camera]\nturn = 0  # hangs upright\n\n[mine]\nown = "words"\n'


def shown(page: SettingsFile, key: str) -> tuple[object, object]:
    field = next(each for each in page.fields() if each["key"] == key)
    return field["value"], field["waits"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "castellan.toml"
    made.write_text(TEXT)
    made.chmod(0o640)
    return made


def test_a_change_is_written_and_waits_for_the_next_start(file: Path) -> None:
    page = SettingsFile(file)
    page.change({"camera.turn": 180})
    assert file.read_text() == TEXT.replace("turn = 0  #", "turn = 180  #").replace(
        "180  #", "180 #"
    )
    assert file.stat().st_mode & 0o777 == 0o640
    assert shown(page, "camera.turn") == (180, True)
    assert shown(page, "camera.fps") == (10.0, False)
    assert shown(SettingsFile(file), "camera.turn") == (180, False)
    page.change({"camera.turn": 0})
    assert shown(page, "camera.turn") == (0, False)


@pytest.mark.parametrize(
    ("wishes", "key"),
    [
        ({"camera.turn": 90}, "refused.settings"),
        ({"camera.turn": 180, "web.port": -1}, "refused.settings"),
        ({"data.folder": "/"}, "refused.field"),
        ({"camera.turn": [180]}, "refused.field"),
        ({"camera": {}}, "refused.field"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    file: Path, wishes: dict[str, object], key: str
) -> None:
    with pytest.raises(Refused) as refused:
        SettingsFile(file).change(wishes)  # type: ignore[arg-type]
    assert refused.value.key == key
    assert file.read_text() == TEXT


def test_a_file_that_cannot_be_written_says_so_and_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("device.running.host_settings.write_durably", full)
    with pytest.raises(Refused) as refused:
        SettingsFile(file).change({"camera.turn": 180})
    assert (refused.value.key, refused.value.facts) == (
        "refused.settings-unsaved",
        {"why": "no space left"},
    )
    assert file.read_text() == TEXT


def test_without_a_file_one_is_made_where_the_next_start_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = SettingsFile(None)
    page.change({"web.open": True})
    assert (tmp_path / "castellan.toml").read_text() == "[web]\nopen = true\n"
