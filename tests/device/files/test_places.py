"""What a data folder lies on is read from the system's own list of mounts."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.files.places import forgets, is_plugged_in
from device.running.compose import open_house
from device.settings.settings import CameraSettings, DataSettings, Settings
from rules.rights import Speaker

CARD = "25 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw"
OVERLAY = "25 1 0:20 / / rw shared:1 - overlay overlay rw,lowerdir=/l,upperdir={upper},workdir=/w"
MEMORY = "30 25 0:22 / {place} rw - tmpfs tmpfs rw,size=100k"
STICK = "31 25 8:1 / {place} rw - vfat /dev/sda1 rw,uid=999"


@pytest.mark.parametrize(
    ("lines", "boot", "told"),
    [
        ([CARD], "", False),
        ([CARD, MEMORY.format(place="/tmp")], "", False),
        ([CARD, MEMORY.format(place="/var/lib")], "", True),
        ([CARD, MEMORY.format(place="/var/lib"), CARD.replace("/ /", "/ /var/lib/c")], "", False),
        ([OVERLAY.format(upper="/media/root-rw/overlay")], "quiet", False),
        (
            [OVERLAY.format(upper="/media/root-rw/o"), MEMORY.format(place="/media/root-rw")],
            "",
            True,
        ),
        (
            [OVERLAY.format(upper="/media/root-rw/o"), STICK.format(place="/media/root-rw")],
            "",
            False,
        ),
        ([OVERLAY.format(upper="/upper/data")], "console=tty1 boot=overlay quiet", True),
        ([OVERLAY.format(upper="/var/lib/docker/overlay2/x/diff")], "quiet splash", False),
        ([], "", False),
        (["rubble", ""], "", False),
    ],
)
def test_a_folder_in_memory_forgets(
    tmp_path: Path, lines: list[str], boot: str, told: bool
) -> None:
    file, command_line = tmp_path / "mounts", tmp_path / "cmdline"
    file.write_text("\n".join(lines))
    command_line.write_text(boot)
    assert forgets(Path("/var/lib/c/data"), file, command_line) is told


def test_an_empty_place_for_a_stick_is_no_stick(tmp_path: Path) -> None:
    file = tmp_path / "mounts"
    for lines, there in (([CARD], False), ([CARD, STICK.format(place="/media")], True)):
        file.write_text("\n".join(lines))
        assert is_plugged_in(Path("/media"), file) is there
        assert is_plugged_in(tmp_path, file) is True
        assert is_plugged_in(tmp_path / "none", file) is False


@pytest.mark.parametrize("memory", [False, True])
def test_the_host_hears_that_games_will_vanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: bool
) -> None:
    monkeypatch.setattr("device.running.compose.forgets", lambda _: memory)
    settings = Settings(camera=CameraSettings(use="none"), data=DataSettings(tmp_path))
    with open_house(settings) as house:
        told = [house.table.snapshot(Speaker(0, host), "en")["notices"] for host in (False, True)]
    heard = ["vanish at power-off" in str(notices) for notices in told]
    assert heard == [False, memory]
