"""Simulated boxes: taught once in a run, by whichever worker needs one first."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.boxes.profiles import load_profile, teach_from
from device.sim.base import SimTable
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


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """While this worker makes something that all need, the others wait for it."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
