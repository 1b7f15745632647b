"""A wheel of the tree serves the simulated table, far away from the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.running.compose import free_port
from device.settings.version import home
from tests.systemd.scratch import FILES, SHIPPED, SOURCE
from web.bundles import bundled

PACKAGES = ("device", "vision", "rules", "web")
START_SECONDS = 60.0  # a busy machine
SETTINGS = """
[table]
game = "kilt"
[camera]
use = "sim"
[microphone]
use = "none"
[panel]
use = "off"
[web]
host = "127.0.0.1"
port = {port}
open = true
[data]
folder = "data"
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `systemd/install.sh` has it built, from what it ships."""
    tree, built = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("wheel")
    for name in SHIPPED:
        shutil.copytree(SOURCE / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(SOURCE / name, tree / name)
    pip("wheel", "--no-deps", "--no-build-isolation", "-w", str(built), str(tree))
    return next(built.glob("*.whl"))


def pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own that holds the wheel; its dependencies are those of the tests."""
    venv = tmp_path_factory.mktemp("opt") / "releases/1.0-abc/.venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    pip("--python", str(venv), "install", "--no-deps", "--no-index", str(wheel))
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    lent = venv / "lib" / version / "site-packages/lent.pth"
    lent.write_text(sysconfig.get_path("purelib"))
    return venv


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """`castellan run` of the wheel, in a folder of its own."""
    port = free_port()
    (tmp_path / "castellan.toml").write_text(SETTINGS.format(port=port))
    environment = {name: each for name, each in os.environ.items() if name != "PYTHONPATH"}
    with (tmp_path / "said").open("wb") as said:
        service = subprocess.Popen(
            [str(installed / "bin/castellan"), "run"],
            cwd=tmp_path, env=environment, stdout=said, stderr=said,
        )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + START_SECONDS
    while not answers(address):
        assert service.poll() is None, (tmp_path / "said").read_text()
        assert time.monotonic() < deadline, "the service does not answer"
        time.sleep(0.1)
    yield address
    service.terminate()
    service.wait(30)


def answers(address: str) -> bool:
    try:
        get(f"{address}/health.json")
    except OSError:
        return False
    return True


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=20) as answer:
        return bytes(answer.read())


def test_a_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith(PACKAGES)}
    tree = [path for name in PACKAGES for path in (SOURCE / name).rglob("*") if path.is_file()]
    wanted = {str(path.relative_to(SOURCE)) for path in tree if "__pycache__" not in path.parts}
    assert held == wanted


@pytest.mark.slow
def test_an_installed_wheel_serves_the_simulated_table(address: str) -> None:
    assert b"<html" in get(f"{address}/")
    assert b"<html" in get(f"{address}/health")
    for name, file in bundled().files.items():
        assert get(f"{address}/static/{name}") == file.plain, name


def test_an_installed_wheel_knows_its_release(installed: Path, tmp_path: Path) -> None:
    said = subprocess.run(
        [str(installed / "bin/castellan"), "--version"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert said.startswith("castellan 0.1.0, release 1.0-abc")


def test_the_home_of_code_is_its_folder_or_that_of_its_environment(tmp_path: Path) -> None:
    code = tmp_path / "releases/x/.venv/lib/python3/site-packages"
    assert home(code) == code
    (tmp_path / "releases/x/.venv").mkdir(parents=True)
    (tmp_path / "releases/x/.venv/pyvenv.cfg").touch()
    assert home(code) == tmp_path / "releases/x"
