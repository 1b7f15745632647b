"""`castellan update` and `castellan rollback`: the installed service's own scripts do the work."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from pathlib import Path

from device.settings import version
from rules.errors import CastellanError

INSTALLED = Path("/opt/castellan/current")
INSTALL = Path("systemd/install.sh")


class NoRelease(CastellanError, ValueError):
    """Nothing is there that could be put in place."""


def update(source: Path) -> int:
    """Install what a folder or an archive holds; the exit status of its installer."""
    if source.is_dir():
        return _install(source)
    with tempfile.TemporaryDirectory(prefix="castellan-update-") as work:
        try:
            with tarfile.open(source) as archive:
                archive.extractall(work, filter="data")
        except (tarfile.TarError, EOFError) as fault:
            raise NoRelease(f"{source} is no release of Castellan: {fault}") from fault
        folders = [Path(work), *sorted(path for path in Path(work).iterdir() if path.is_dir())]
        return _install(next((each for each in folders if (each / INSTALL).is_file()), source))


def _install(folder: Path) -> int:
    if not (folder / INSTALL).is_file():
        raise NoRelease(f"{folder} is no release of Castellan: it holds no {INSTALL}")
    return subprocess.run([str(folder / INSTALL)], check=False).returncode


def fetch() -> int:
    """Put in place what the clone has that this was installed from; the script's exit status."""
    return _own("update.sh")


def rollback() -> int:
    """Put the release before in place; the exit status of the script that does it."""
    return _own("rollback.sh")


def _own(name: str) -> int:
    """Run a script of the installed release."""
    home = version.HOME if version.release() else INSTALLED
    script = home / "systemd" / name
    if not script.is_file():
        raise NoRelease("Castellan is not installed as a service here: sudo systemd/install.sh")
    return subprocess.run([str(script)], check=False).returncode
