"""The whole install, the rules, the eyes and a short game on emulated arm64: a very slow job.

Asks for root, qemu-user-static, binfmt-support, debootstrap, the network, and a folder to keep
the root file system in: CASTELLAN_ARM64=/somewhere pytest -m slow tests/systemd/test_arm64.py
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("arm64.sh")
PARTS = "tests/rules/test_kilt_building.py tests/rules/test_solomon_money.py tests/vision"
WHERE = os.environ.get("CASTELLAN_ARM64")


@pytest.mark.slow
@pytest.mark.skipif(not WHERE, reason="set CASTELLAN_ARM64 to a folder for the root file system")
@pytest.mark.skipif(shutil.which("debootstrap") is None, reason="needs debootstrap and qemu")
def test_castellan_installs_and_plays_on_arm64() -> None:
    done = subprocess.run([str(SCRIPT), str(WHERE), *PARTS.split()], text=True, check=False)
    assert done.returncode == 0
