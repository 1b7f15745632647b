"""Burg Appenzell: learning one kind of tile or one colour of mice anew."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from rules.appenzell.pieces import TOWERS
from vision.appenzell.profile import Profile
from vision.appenzell.table import BOARD
from vision.appenzell.teach import Lesson, mouse_look, tile_look
from vision.errors import TeachingError
from vision.relight import relit


def relearn(profile: Profile, one: Lesson) -> Profile:
    """The profile with whatever this picture shows learned anew; the rest stays as it was."""
    hole = profile.measures.grid
    picture = relit(one.picture, one.view, profile.box, BOARD, hole)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    one = replace(one, picture=picture, soft=soft)
    tiles = {n: tile_look(one, profile.measures, at) for at, n in one.tiles.items() if n != "high"}
    mice = {
        colour: mouse_look(one, profile.measures, at)
        for at, colour in one.mice.items()
        if at in TOWERS
    }
    unknown = (set(tiles) - set(profile.tiles)) | (set(mice) - set(profile.mice))
    if unknown or not tiles | mice:
        raise TeachingError("the picture shows nothing to learn anew: lay the piece as asked")
    return replace(profile, tiles=profile.tiles | tiles, mice=profile.mice | mice)
