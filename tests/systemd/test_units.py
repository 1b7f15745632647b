"""The unit is valid, and exposes little while camera, sound and pins still work."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "systemd/castellan.service"
MOST_EXPOSED = 1.8

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs apt's systemd for systemd-analyze"
)


def lines() -> list[str]:
    return UNIT.read_text().splitlines()


@pytest.fixture
def checkable(tmp_path: Path) -> Path:
    """The unit with a program that exists on any machine, since the real one is not installed."""
    text = re.sub(r"^ExecStart=.*", "ExecStart=/bin/true", UNIT.read_text(), flags=re.MULTILINE)
    path = tmp_path / UNIT.name
    path.write_text(text)
    return path


@needs_systemd
def test_unit_is_valid(checkable: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", str(checkable)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_unit_exposes_little(checkable: Path) -> None:
    done = subprocess.run(
        [
            "systemd-analyze",
            "security",
            "--offline=true",
            f"--threshold={MOST_EXPOSED * 10:.0f}",
            str(checkable),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    score = re.search(r"Overall exposure level for castellan.service: ([0-9.]+)", done.stdout)
    assert score is not None
    assert float(score[1]) <= MOST_EXPOSED
    assert done.returncode == 0


@pytest.mark.parametrize(
    "device", ["char-video4linux", "char-media", "char-dma_heap", "char-alsa", "char-gpiochip"]
)
def test_senses_are_let_through(device: str) -> None:
    assert f"DeviceAllow={device} rw" in lines()


@pytest.mark.parametrize(
    "trap", ["MemoryDenyWriteExecute=", "ProcSubset=pid", "PrivateDevices=", "PrivateUsers="]
)
def test_what_would_blind_or_deafen_the_table_is_not_set(trap: str) -> None:
    assert not [line for line in lines() if line.startswith(trap)]


def test_the_watchdog_has_time_for_a_late_loop_to_be_noticed() -> None:
    from device.watchdog import ROUND_SECONDS

    seconds = next(float(line.split("=")[1]) for line in lines() if line.startswith("WatchdogSec"))
    assert seconds >= 10 * ROUND_SECONDS
    assert "Type=notify" in lines()


def test_it_never_gives_up_and_counts_crashes_until_a_reboot() -> None:
    wanted = {
        "Restart=always",
        "StartLimitIntervalSec=0",
        "RuntimeDirectory=castellan",
        "RuntimeDirectoryPreserve=restart",
        "LogRateLimitBurst=200",
    }
    assert wanted <= set(lines())


def test_it_waits_for_a_clock_that_was_set_but_for_no_network() -> None:
    (after,) = [line.partition("=")[2].split() for line in lines() if line.startswith("After=")]
    assert "time-set.target" in after
    assert not {"time-sync.target", "network-online.target"} & set(after)
