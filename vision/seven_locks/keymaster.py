"""The keymaster: how likely he stands at each place, though towers may hide him."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry import View
from vision.light import Light
from vision.sample import Maps, Picture, in_light, maps_for, take, to_log
from vision.seven_locks.find import coloured
from vision.seven_locks.hiding import Hidden
from vision.seven_locks.layout import (
    PLACES,
    STEP,
    averaged,
    board_look,
    board_window,
    court_cell,
    court_window,
    disc,
    spot,
)
from vision.seven_locks.profile import Profile
from vision.seven_locks.teach import PAWN_HEIGHT

WALK_REACH = 0.012
# A place that may be hidden is half as much like him as he usually looks where he is seen, within
# bounds; and how he looks if nobody has seen him yet.
UNSEEN, UNSEEN_RANGE, USUAL = 0.5, (0.2, 0.4), 0.5
SURELY = 4.0  # log likelihood by which he must stand out to be surely seen
TOP = disc(0.004)
LEAST_ROOM = 0.3  # how much more than the bare board a place must look like him, at the least
TINT, BRIGHT = 0.40, 0.5  # how far the keymaster's colour may seem another (log light)

AROUND = round(WALK_REACH / STEP)
OFFSETS = np.mgrid[-AROUND : AROUND + 1, -AROUND : AROUND + 1].reshape(2, -1)[::-1].T * STEP
BEYOND = np.hypot(*OFFSETS.T) > WALK_REACH


class KeymasterReader:
    """Looks for him where he may stand."""

    def __init__(self, profile: Profile) -> None:
        self._colour, self._walk = profile.keymaster, profile.sizes.walk
        self.as_board = _like_board(profile)
        self._maps: tuple[View, Maps] | None = None

    def read(
        self, soft: Picture, view: View, hidden: Hidden, light: Light, usual: float = USUAL
    ) -> tuple[tuple[float, ...], float]:
        """How likely he stands at each place (log likelihood), hidden places are neither; and how
        much he usually looks like himself, as before or where he is surely seen.
        """
        flat = to_log(take(soft, self._court(view)))
        scores, seen = [], []
        for place in range(PLACES):
            at = spot(self._walk, place)
            column, row = court_cell(at)
            rows, columns = (slice(mid - AROUND, mid + AROUND + 1) for mid in (row, column))
            colour = in_light(self._colour, light.at(np.array([at])))
            alike = coloured(flat[rows, columns], colour, TINT, BRIGHT)
            # Roofs may have his colour, and so may what is painted on the board.
            behind = hidden.mask(at + OFFSETS * (1, -1), PAWN_HEIGHT)
            alike[(behind | BEYOND).reshape(alike.shape)] = 0
            more = float(averaged(alike, TOP).max()) - self.as_board
            scores.append(max(0.0, more) / max(LEAST_ROOM, 1 - self.as_board))
            seen.append(not hidden.at(at, PAWN_HEIGHT))
        likely = _likely(scores, seen, usual)
        best, second = sorted(likely, reverse=True)[:2]
        surely = best - second > SURELY and seen[likely.index(best)]
        return likely, max(scores) if surely else usual

    def _court(self, view: View) -> Maps:
        """Where the court lies in the picture, kept as long as the view is the same."""
        if self._maps is None or view is not self._maps[0]:
            self._maps = (view, maps_for(view, court_window(PAWN_HEIGHT)))
        return self._maps[1]


def _like_board(profile: Profile) -> float:
    """How much the bare board looks like the keymaster, where he may stand as a rule: he may have
    stood on it when it was taught.
    """
    window = board_window(STEP)
    look = board_look(profile.board, window)
    alike = coloured(look, profile.keymaster, TINT, BRIGHT)
    means, at = averaged(alike, TOP).ravel(), window.points()[:, :2]
    places = [spot(profile.sizes.walk, place) for place in range(PLACES)]
    return float(np.median([means[np.hypot(*(at - p).T) <= WALK_REACH].max() for p in places]))


def _likely(scores: Sequence[float], seen: Sequence[bool], usual: float) -> tuple[float, ...]:
    """Log likelihoods of the places; one that may be hidden is at least as good as a doubt."""
    unseen = float(np.clip(UNSEEN * usual, *UNSEEN_RANGE))
    pairs = zip(scores, seen, strict=True)
    values = [18.0 * (score if clear else max(score, unseen)) for score, clear in pairs]
    top = max(values)
    return tuple(max(-14.0, value - top) for value in values)
