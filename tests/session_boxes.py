"""Simulated boxes: taught once in a run, by whichever worker needs one first."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.boxes.profiles import load_profile, teach_from
from device.settings.settings import Settings
from device.sim.base import SimTable
from device.sim.tables import SimulatedTable
from vision.profile import Profile

FOLDER: list[Path] = []  # what all workers of this run share; known once it has begun


def session_box(sim: SimTable) -> Profile:
    """The taught box of a simulated game, as it is read from where it is kept."""
    kept = FOLDER[0] / f"{sim.game}-{sim.seed}-{sim.level.name}-{sim.players}"
    with alone(kept.with_suffix(".lock")):
        if not kept.exists():
            taught = teach_from(sim.teach_pictures(), sim.game)
            kept.mkdir()
            taught.save(kept)
    return load_profile(kept)[1]


def with_box(settings: Settings) -> Settings:
    """The same settings; the simulated box lies in their folder, as after an earlier start."""
    sim, table = settings.sim, settings.table
    kept = FOLDER[0] / f"house-{table.game}-{sim.seed}-{sim.level}-{table.players}"
    with alone(kept.with_suffix(".lock")):
        if not kept.exists():
            SimulatedTable(settings).shelf(kept)
    shutil.copytree(kept, settings.data.folder / "sim", dirs_exist_ok=True)
    return settings


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """While this worker makes something that all need, the others wait for it."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
