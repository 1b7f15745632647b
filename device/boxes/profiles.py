"""Box profiles: taught from labelled pictures, kept in a folder, one maker for each game."""

from __future__ import annotations

import json
import logging
import math
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING

import cv2
import numpy as np
from numpy.lib import format as formats

from device.files.kept import write_durably
from device.senses.frame import Image
from device.senses.pictures import PICTURE_SUFFIXES
from rules import games
from rules.errors import CastellanError, UnknownGame
from rules.values import Facts, Json
from vision.games import EyesKit, eyes_kit
from vision.profile import Profile

if TYPE_CHECKING:
    pass


log = logging.getLogger(__name__)
MOST_ARRAYS = 80_000_000  # bytes of all arrays of a box


class BadBox(CastellanError, ValueError):
    """A profile, or the pictures to make one, that cannot be used."""


def teach_from(pictures: Iterable[tuple[Image, Facts]], game: str) -> Profile:
    """Learn a box from pictures and what their owner says about them."""
    kit = _kit(game)
    return kit.teach([kit.lesson(image, label) for image, label in pictures])


def read_lessons(folder: Path) -> tuple[str, list[tuple[Image, dict[str, Json]]]]:
    """The game and the labelled pictures of a folder: NAME.jpg beside NAME.json."""
    lessons = []
    for path in sorted(folder.glob("*.json")):
        label = _label(path)
        picture = next((p for s in PICTURE_SUFFIXES if (p := path.with_suffix(s)).is_file()), None)
        image = None if picture is None else cv2.imread(str(picture), cv2.IMREAD_COLOR)
        if image is None:
            raise BadBox(f"{path} has no picture beside it; put {path.stem}.jpg into {folder}")
        lessons.append((np.asarray(image, np.uint8), label))
    games = {str(label["game"]) for _, label in lessons}
    if len(games) != 1:
        raise BadBox(
            f"{folder} must hold teaching pictures (NAME.jpg with NAME.json) of one game; "
            f"found {len(lessons)} pictures of {len(games)} games. See docs/players.md"
        )
    return games.pop(), lessons


def _label(path: Path) -> dict[str, Json]:
    try:
        label = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise BadBox(f"{path} is not a label: {fault}") from fault
    if not isinstance(label, dict) or not {"game", "state"} <= label.keys():
        raise BadBox(f'{path} is not a label: it must say "game" and "state"')
    return label


def load_profile(folder: Path) -> tuple[str, Profile]:
    """The game and profile of a folder that `castellan teach` wrote."""
    try:
        game = str(json.loads((folder / "profile.json").read_text(encoding="utf-8"))["game"])
        _check_arrays(folder)
        profile = _kit(game).profile.load(folder)
    except FileNotFoundError:
        raise BadBox(
            f"{folder} is no box profile. Make one with: castellan teach PICTURES --to {folder}"
        ) from None
    except Exception as fault:  # whatever a stranger's file makes a reader stumble over
        raise BadBox(f"the box profile {folder} is broken ({fault}); teach it again") from fault
    return game, profile


def _check_arrays(folder: Path) -> None:
    """Refuse arrays by their heads, before a file of some kB unpacks to all memory there is."""
    size = 0
    for path in folder.glob("*.npz"):
        with zipfile.ZipFile(path) as pieces:
            for name in pieces.namelist():
                with pieces.open(name) as piece:
                    size += _bytes_of(piece)
    if size > MOST_ARRAYS:
        raise BadBox(f"{folder} unpacks to {size // 1_000_000} MB, which is too large for a box")


def _bytes_of(piece: IO[bytes]) -> int:
    """What an array takes, by its head."""
    read = {(1, 0): formats.read_array_header_1_0, (2, 0): formats.read_array_header_2_0}
    shape, _, kind = read[formats.read_magic(piece)](piece)
    if kind.hasobject:
        raise BadBox("an array of a box holds something else than numbers")
    return math.prod(shape) * kind.itemsize


def box_facts(profile: Profile | None) -> dict[str, Json]:
    """What the rules must know of a box: where the water is, which shapes its cards have."""
    return {} if profile is None else profile.box_facts()


def seen_best(game: str, profile: Profile | None) -> dict[str, Json]:
    """The options by which eyes that know a box see most; none where nobody looks."""
    if profile is None:
        return {}
    return dict(eyes_kit(game).eyes.options)


def check_facts(game: str, facts: Mapping[str, Json]) -> None:
    """Raise when a game cannot be begun with these facts of its box."""
    rules = games.find(game)
    rules.start(rules.players[0], {}, facts)


class BoxShelf:
    """What was learned of each box, as one JSON file a game in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def facts(self, game: str) -> dict[str, Json]:
        """The facts known of a game's box; a broken file is told and counts as none."""
        path = self._path(game)
        try:
            known = json.loads(path.read_text(encoding="utf-8"))
            check_facts(game, known)
        except FileNotFoundError:
            return {}
        except Exception as fault:  # noqa: BLE001 (a table can be played without)
            log.error("%s cannot be read (%s); box facts will be asked again", path, fault)
            return {}
        return dict(known)

    def remember(self, game: str, facts: Mapping[str, Json]) -> None:
        """Keep facts for the next game."""
        write_durably(self._path(game), json.dumps(facts, indent=1))

    def _path(self, game: str) -> Path:
        return self._folder / f"{game}.json"


def _kit(game: str) -> EyesKit:
    try:
        return eyes_kit(game)
    except UnknownGame as fault:
        raise BadBox(str(fault)) from fault
