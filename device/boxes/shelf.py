"""Boxes on the shelf: a folder for each taught box, and the same as one file to carry away."""

from __future__ import annotations

import json
import logging
import tempfile
import threading
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import cv2

from device.boxes.profiles import BadBox, load_profile
from device.files.kept import RENEWAL, put_folder, renewed
from device.files.private import make_folder
from rules.games import GAMES
from rules.values import Json
from vision.profile import Profile

if TYPE_CHECKING:
    from vision.course import Shot

log = logging.getLogger(__name__)

SUFFIX = ".castellan-box"
PROFILE = "profile.json"
LESSONS = "lessons"
KINDS = (".json", ".png", ".jpg", ".npz", ".npy", ".wav", ".toml")
MOST_FILES, MOST_BYTES = 200, 80_000_000
STAMP = (2026, 1, 1, 0, 0, 0)  # the same box makes the same file


class Shelf:
    """The taught boxes of a table: `folder/GAME` each, loaded when first asked for.

    `given` is a box named in the settings; it comes before what lies on the shelf.
    """

    def __init__(self, folder: Path, given: tuple[str, Profile, Path] | None = None) -> None:
        self.folder = folder
        self._given = given
        self._lock = threading.Lock()
        self._known: dict[str, Profile | None] = {}
        if given is not None:
            self._known[given[0]] = given[1]

    def games(self) -> list[str]:
        """The games whose boxes are known."""
        return [game for game in GAMES if self.profile(game) is not None]

    def profile(self, game: str) -> Profile | None:
        """What is known of a game's box; a broken one is told and counts as none."""
        with self._lock:
            if game not in self._known:
                self._known[game] = self._loaded(game)
            return self._known[game]

    def _loaded(self, game: str) -> Profile | None:
        folder = self.folder / game
        if not (folder / PROFILE).is_file():
            return None
        try:
            name, profile = load_profile(folder)
        except BadBox as fault:
            log.error("%s", fault)
            return None
        return profile if name == game else None

    def folder_of(self, game: str) -> Path:
        """Where a box lies; BadBox if there is none."""
        given = self._given
        if given is not None and given[0] == game:
            return given[2]
        folder = self.folder / game
        if game not in GAMES or not (folder / PROFILE).is_file():
            known = ", ".join(self.games())
            known = f"known are {known}" if known else f"none taught yet in {self.folder}"
            raise BadBox(f"no box of {game!r} was taught; {known}")
        return folder

    def answers(self, game: str) -> dict[str, Json]:
        """What the owner told while a box was taught."""
        try:
            known = json.loads((self.folder / game / "answers.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}

    def put(
        self,
        game: str,
        profile: Profile,
        shots: Sequence[Shot] = (),
        answers: dict[str, Json] | None = None,
    ) -> Path:
        """Keep a box with the pictures it was taught by; what else lies in its folder stays."""
        with renewed(self.folder / game) as fresh:
            profile.save(fresh)
            for shot in shots:
                _keep_shot(fresh / LESSONS, shot)
            if answers is not None:
                text = json.dumps(answers, indent=1)
                (fresh / "answers.json").write_text(text, encoding="utf-8")
        self._learn(game, profile)
        return self.folder / game

    def take_in(self, file: Path) -> str:
        """Put a box from a file on the shelf; the game it is of."""
        make_folder(self.folder)
        with tempfile.TemporaryDirectory(dir=self.folder, prefix=RENEWAL) as work:
            fresh = Path(work) / "box"
            unpack(file, fresh)
            game, profile = load_profile(fresh)
            if game not in GAMES:
                raise BadBox(f"{file} is a box of {game!r}, which this Castellan does not know")
            put_folder(fresh, self.folder / game)
        self._learn(game, profile)
        return game

    def _learn(self, game: str, profile: Profile) -> None:
        with self._lock:
            self._known[game] = profile
            if self._given is not None and self._given[0] == game:
                self._given = None


def _keep_shot(folder: Path, shot: Shot) -> None:
    """A teaching picture as `castellan teach` reads them, so that a box can be learned anew."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in shot.step)
    cv2.imwrite(str(folder / f"{name}.jpg"), shot.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (folder / f"{name}.json").write_text(json.dumps(shot.label, indent=1), encoding="utf-8")


# --- one file ----------------------------------------------------------------------------


def pack(folder: Path, file: Path) -> int:
    """Write a box's folder as one file; how many pieces it holds."""
    load_profile(folder)  # a broken box is not worth carrying
    pieces = sorted(_pieces(folder))
    try:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as box:
            for name in pieces:
                info = zipfile.ZipInfo(name, STAMP)
                info.compress_type = zipfile.ZIP_DEFLATED
                box.writestr(info, (folder / name).read_bytes())
    except OSError as fault:
        raise BadBox(f"{file} cannot be written: {fault}") from fault
    return len(pieces)


def packed(folder: Path) -> bytes:
    """A box's folder as the bytes of one file."""
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / f"box{SUFFIX}"
        pack(folder, file)
        return file.read_bytes()


def _pieces(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink() and path.suffix in KINDS:
            yield path.relative_to(folder).as_posix()


def unpack(file: Path, to: Path) -> None:
    """Unpack a box into a new folder; only plain files of known kinds inside it are believed."""
    try:
        with zipfile.ZipFile(file) as box:
            entries = [entry for entry in box.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES or sum(e.file_size for e in entries) > MOST_BYTES:
                raise BadBox(f"{file} is too large for a box")
            for entry in entries:
                _unpack_one(box, entry, to)
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, NotImplementedError) as fault:
        raise BadBox(f"{file} is no box of Castellan: {fault}") from fault
    if not (to / PROFILE).is_file():
        raise BadBox(f"{file} is no box of Castellan: it holds no {PROFILE}")


def _unpack_one(box: zipfile.ZipFile, entry: zipfile.ZipInfo, to: Path) -> None:
    pure = PurePosixPath(entry.filename)
    inside = not pure.is_absolute() and ".." not in pure.parts and "\\" not in entry.filename
    if not inside or pure.suffix not in KINDS or (entry.external_attr >> 28) == 0xA:
        raise BadBox(f"{entry.filename!r} cannot be part of a box")
    target = to / pure
    target.parent.mkdir(parents=True, exist_ok=True)
    with box.open(entry) as source, target.open("wb") as out:
        left = entry.file_size
        while block := source.read(min(1 << 20, left + 1)):
            left -= len(block)
            if left < 0:
                raise BadBox(f"{entry.filename!r} is larger than it says")
            out.write(block)
