"""Pictures of a folder, a recording or a video file, as if a camera took them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from device.files.lines import read_lines
from device.files.shapes import number_of
from device.senses.frame import Camera, CameraMissing, EndOfPictures, Frame, Image
from rules.errors import CastellanError

log = logging.getLogger(__name__)

STILLS = 4  # how often a plain folder shows each picture, so that the table counts as at rest
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png")


class BadPicture(CastellanError, ValueError):
    """A file that is no picture."""


class FolderCamera(Camera):
    """Pictures of a folder in order, as if a camera took them; never waits.

    A recording is shown as it was taken; of any other folder each picture is a still moment.
    """

    def __init__(self, folder: Path, fps: float = 10.0) -> None:
        self.name = f"pictures in {folder}"
        self._frames = self._walk(_timed_pictures(folder, fps))

    @staticmethod
    def _walk(pictures: list[tuple[float, Path]]) -> Iterator[Frame]:
        for moment, path in pictures:
            image = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if image is None:
                log.warning("%s is not a readable picture; left out", path)
                continue
            yield Frame(moment, image.astype(np.uint8, copy=False))

    def read(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 (a folder never waits)
        try:
            return next(self._frames)
        except StopIteration:
            raise EndOfPictures(f"no more {self.name}") from None

    def close(self) -> None:
        self._frames = iter(())


class VideoCamera(Camera):
    """The pictures of a video file, as if a camera took them; never waits."""

    def __init__(self, path: Path) -> None:
        self.name = f"video {path}"
        self._capture = cv2.VideoCapture(str(path))
        self._rate = self._capture.get(cv2.CAP_PROP_FPS) or 10.0
        self._shown = 0
        if not self._capture.isOpened():
            raise CameraMissing(f"{path} is not a video that can be read; try an .mp4 or .avi file")

    def read(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 (a file never waits)
        good, image = self._capture.read()
        if not good:
            raise EndOfPictures(f"no more {self.name}")
        self._shown += 1
        return Frame(self._shown / self._rate, image.astype(np.uint8, copy=False))

    def close(self) -> None:
        self._capture.release()


def show_pictures(path: Path) -> Camera:
    """A folder of pictures, a recording, or a video file as a camera."""
    return VideoCamera(path) if path.is_file() else FolderCamera(path)


def _timed_pictures(folder: Path, fps: float) -> list[tuple[float, Path]]:
    """Times and files of a folder: a recording's own times, else evenly spaced."""
    if not folder.is_dir():
        raise CameraMissing(f"{folder} is not a folder; give a recording or a folder of pictures")
    if (folder / "frames.jsonl").is_file():
        return read_frame_list(folder)
    files = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
    if not files:
        raise CameraMissing(f"{folder} holds no pictures (.jpg or .png) and no frames.jsonl")
    shown = [path for path in files for _ in range(STILLS)]
    return [(number / fps, path) for number, path in enumerate(shown)]


def read_frame_list(folder: Path) -> list[tuple[float, Path]]:
    """Times and files of a recording, in order."""
    return [
        (number_of(entry["time"]), folder / str(entry["file"]))
        for entry in read_lines(folder / "frames.jsonl", ("time", "file"))
    ]


def read_picture(path: Path) -> Image:
    """A picture from the disk."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise BadPicture(f"{path} is no readable picture")
    return np.asarray(image, np.uint8)
