"""What `pip install FOLDER` does, but without a build and with the bytecode of this tree."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2]
PACKAGES = ("device", "vision", "rules", "web")


def install(tree: Path, code: Path) -> None:
    """Copy the packages of a release; a file that is this tree's need not be compiled anew."""
    for package in PACKAGES:
        shutil.copytree(tree / package, code / package, dirs_exist_ok=True)
        for cache in (SOURCE / package).rglob("__pycache__"):
            lend(cache, code / cache.relative_to(SOURCE))


def lend(cache: Path, to: Path) -> None:
    """Bytecode is good for a file of the same age and size."""
    shutil.copytree(cache, to, dirs_exist_ok=True)
    for file in to.parent.glob("*.py"):
        ours = cache.parent / file.name
        if ours.is_file() and ours.read_bytes() == file.read_bytes():
            os.utime(file, (ours.stat().st_atime, ours.stat().st_mtime))


if __name__ == "__main__":
    install(Path(sys.argv[1]), Path(sys.argv[2]))
