"""König Salomons Schatzkammer: learning the face of one tile anew."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.errors import TeachingError
from vision.relight import relit
from vision.sample import Patch, maps_for, take, to_log
from vision.solomon.profile import Profile
from vision.solomon.table import BOARD, EMPTY, SIZES
from vision.solomon.teach import Lesson
from vision.solomon.windows import SAMPLES, face_window

# A face is looked for this far from the middle of its shaft (samples).
ASKEW = 3


def relearn(profile: Profile, one: Lesson) -> Profile:
    """The profile with the faces this picture shows learned anew; the rest stays as it was."""
    picture = relit(one.picture, one.view, profile.tray, BOARD + 2 * SIZES.rim, BOARD * 1.02)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)
    tiles = dict(profile.tiles)
    shown = {square: name for square, name in one.tops.items() if name != EMPTY}
    if not shown:
        raise TeachingError("the picture shows no tile to learn anew: lay it as asked")
    for square, name in shown.items():
        window = face_window(square, one.heights[square], ASKEW)
        wide = to_log(take(soft, maps_for(one.view, window)))
        mean, spread = profile.tiles[name]
        tiles[name] = (_as_known(wide, mean), spread)
    return replace(profile, tiles=tiles)


def _as_known(wide: Patch, known: Patch) -> Patch:
    """The part of a patch, turned by quarters, that lies as the known look does."""
    best, found = np.inf, known
    for turn in range(4):
        turned = np.rot90(wide, turn)
        for row in range(2 * ASKEW + 1):
            for column in range(2 * ASKEW + 1):
                part = turned[row : row + SAMPLES, column : column + SAMPLES]
                rest = part - known
                rest = rest - rest.mean(axis=(0, 1))
                apart = float((rest * rest).mean())
                if apart < best:
                    best, found = apart, part
    return np.ascontiguousarray(found, np.float32)
