"""What a table costs at which nobody plays: the whole way of a picture, but for the camera."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from device.boxes.profiles import BoxShelf, box_facts, teach_from
from device.boxes.recognise import Recogniser
from device.boxes.shelf import Shelf
from device.following.watchers import watchers_by
from device.records.journal import Journal
from device.senses.camera_thread import CameraThread
from device.senses.frame import Camera, EndOfPictures, Frame
from device.settings.settings import CameraSettings
from device.sim.base import SimTable
from device.sim.textures import Image
from device.table.service import TableService
from device.teaching.school import School
from rules.values import Json
from vision.profile import Profile

SHOTS = 6  # pictures of one scene, alike but for the camera's noise
AWAY = (9.0, 9.0, 0.0)  # where a board lies that is in the cupboard
SETTLING, MEASURED = 90.0, 240.0  # seconds of the table's time
PASSES_EVERY, PASSES_FOR = 20.0, 3.0  # how often somebody walks by, and for how long
EDGE = 0.2  # how far over the table somebody is seen who walks by, as a share of a reach

Scene = Callable[[float], Image]  # the picture at a time


def scenes(sim: SimTable) -> dict[str, Scene]:
    """What a camera may see all night, by name."""
    room, film = sim.studio()
    bare = room.settle(sim.props.bare)[-1]
    empty = replace(bare, board=AWAY)
    lying, shots = ([film.shoot(still) for _ in range(SHOTS)] for still in (bare, empty))
    passing = [film.shoot(empty, film.gesture((empty, empty)).at(EDGE)) for _ in range(SHOTS)]
    dark = [(image // 32).astype(np.uint8) for image in shots]

    def walks_by(now: float) -> Image:
        return shown(passing if now % PASSES_EVERY < PASSES_FOR else shots)(now)

    return {
        "a board and nobody": shown(lying),
        "no board": shown(shots),
        "dark": shown(dark),
        "somebody walks by": walks_by,
    }


def shown(pictures: list[Image]) -> Scene:
    """The same scene again and again."""
    return lambda now: pictures[int(now * 10) % len(pictures)]


class Clocked(Camera):
    """A camera over a scene, as fast as it is asked to be, in no time at all."""

    name = "idle table"

    def __init__(self, scene: Scene, begin: float, end: float) -> None:
        self._scene, self._now, self._end = scene, begin, end
        self._settings = CameraSettings()
        self.rest(False)
        self.frames = 0

    def rest(self, resting: bool) -> None:
        settings = self._settings
        self._pause = 1 / (settings.rest_fps if resting else settings.fps)

    def read(self, timeout: float = 2.0) -> Frame:
        del timeout
        self._now += self._pause
        if self._now > self._end:
            raise EndOfPictures("the night is over")
        self.frames += 1
        return Frame(self._now, self._scene(self._now))

    def close(self) -> None:
        """Nothing is open."""


def idle(
    sim: SimTable, names: tuple[str, ...] = (), seconds: float = MEASURED
) -> Iterator[tuple[str, float]]:
    """The share of a core (percent) that each scene takes once it has lasted for a while."""
    profile = teach_from(sim.teach_pictures(), sim.game)
    for name, scene in scenes(sim).items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            yield name, _share(sim, profile, scene, Path(scratch), seconds)


def _share(sim: SimTable, profile: Profile, scene: Scene, folder: Path, seconds: float) -> float:
    shelf = Shelf(folder / "boxes")
    shelf.put(sim.game, profile)
    about: dict[str, Json] = {
        "game": sim.game,
        "players": len(sim.seats or ()) or 2,
        "box": box_facts(profile),
    }
    with Journal(folder / "journal.db") as journal:
        table = TableService(journal, journal.start_game(about), watchers_by(shelf.profile))
        school = School(table, shelf, BoxShelf(folder / "boxes"))
        school.on_look = Recogniser(table, shelf).look
        _look(Clocked(scene, 0.0, SETTLING), school, table)
        used = _look(Clocked(scene, SETTLING, SETTLING + seconds), school, table)
    return 100 * used / seconds


def _look(camera: Clocked, school: School, table: TableService) -> float:
    """CPU time of looking at all that a camera gives."""
    begun = time.process_time()
    CameraThread(lambda: camera, school.see, table.note_camera).run(lambda _: True)
    return time.process_time() - begun
