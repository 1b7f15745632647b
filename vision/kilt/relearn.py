"""Kilt Castle: learning one kind of floor, the roof or one colour of cards anew."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.errors import TeachingError
from vision.kilt.lesson import Lesson
from vision.kilt.profile import Profile
from vision.kilt.table import BOARD
from vision.kilt.teach_cards import MM, card_looks, settled_spot
from vision.kilt.teach_floors import Kinds
from vision.relight import relit


def relearn(profile: Profile, one: Lesson) -> Profile:
    """The profile with whatever this picture shows learned anew; the rest stays as it was."""
    picture = relit(one.picture, one.view, profile.board, BOARD)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8)
    one = replace(one, picture=picture, soft=soft)
    kinds = Kinds(profile.layout, one, {})
    looks, crests, grains = kinds.plain(), kinds.crests(), kinds.grains()
    if "roof" in looks:
        looks, crests, grains = {"roof": looks["roof"]}, {}, {}
    cards = _cards(profile, one)
    if not looks and not cards:
        raise TeachingError("the picture shows nothing to learn anew: lay the piece as asked")
    return replace(
        profile,
        kinds=profile.kinds | looks,
        crests=profile.crests | crests,
        grains=profile.grains | grains,
        cards=profile.cards | cards,
    )


def _cards(profile: Profile, one: Lesson) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The look of each shown card's colours; how much it wavers is known from the first time."""
    layout = profile.layout
    size = (layout.card_width / MM, layout.card_length / MM)
    spots = {place: settled_spot(one, layout, place, size) for place in one.cards}
    found = card_looks(one, layout, spots)
    return {colour: (look, profile.cards[colour][1]) for colour, (look, _) in found.items()}
