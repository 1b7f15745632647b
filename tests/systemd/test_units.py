"""The unit is valid, and exposes little while camera, sound and pins still work."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.running.wishes import WISHES

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
    from device.running.watchdog import ROUND_SECONDS

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


WISH_UNITS = [UNIT.with_name(f"castellan-wish@.{kind}") for kind in ("path", "service")]


@needs_systemd
def test_units_of_the_hosts_wishes_are_valid(tmp_path: Path) -> None:
    for unit in WISH_UNITS:
        text = re.sub(
            r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text(), flags=re.MULTILINE
        )
        (tmp_path / unit.name.replace("@", "@reboot")).write_text(text)
    named = sorted(str(path) for path in tmp_path.iterdir())
    done = subprocess.run(
        ["systemd-analyze", "verify", *named], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_waits_where_the_service_leaves_its_wishes() -> None:
    assert "Environment=CASTELLAN_WISHES=/run/castellan" in lines()
    assert "RuntimeDirectory=castellan" in lines()
    assert "PathExists=/run/castellan/wish-%i" in WISH_UNITS[0].read_text()


def test_all_name_the_same_wishes() -> None:
    shell = (UNIT.parent / "lib.sh").read_text()
    named = re.search(r'^WISHES="([^"]*)"', shell, re.MULTILINE)
    assert named is not None
    assert tuple(named[1].split()) == WISHES


@pytest.mark.parametrize("wish", [*WISHES, "halt", "", "reboot; touch", "../reboot"])
def test_root_does_what_is_named_and_nothing_else(tmp_path: Path, wish: str) -> None:
    for script in ("lib.sh", "wish.sh"):
        shutil.copy(UNIT.parent / script, tmp_path)
    for stand_in in ("systemctl", "rollback.sh", "update.sh"):
        (tmp_path / stand_in).write_text(f'#!/bin/sh\necho "{stand_in} $*" >> {tmp_path}/done\n')
        (tmp_path / stand_in).chmod(0o755)
    (tmp_path / "run/castellan").mkdir(parents=True)
    left = tmp_path / f"run/castellan/wish-{wish if wish in WISHES else 'halt'}"
    left.touch()
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "CASTELLAN_TEST_ROOT": str(tmp_path)}
    done = subprocess.run(
        [str(tmp_path / "wish.sh"), wish], env=environment, capture_output=True, check=False
    )
    if wish not in WISHES:
        assert done.returncode == 1
        assert not (tmp_path / "done").exists()
        assert left.exists()
        return
    assert done.returncode == 0, done.stderr
    expected = f"systemctl {wish}\n" if wish in ("poweroff", "reboot") else f"{wish}.sh \n"
    assert (tmp_path / "done").read_text() == expected
    assert not left.exists(), "it would be done again and again"
