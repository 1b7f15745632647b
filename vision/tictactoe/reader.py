"""Reads every square: how well bare paper fits it, and how well each coin somewhere on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from rules.tictactoe import SQUARES, Square
from vision.geometry import View
from vision.light import fit_light
from vision.reading import Cell
from vision.sample import Patch, Picture, Window, maps_for, softened, take, to_log
from vision.tictactoe.profile import Profile
from vision.tictactoe.table import BOARD, COIN, EMPTY, PITCH, centre

STEP = 0.0015  # metres between two samples of the sheet
SHADOW = 0.016  # metres; radius in which a coin and its shadow hide the paper
# A sample farther off than this (spreads, squared) is something else: glare, or a line.
STRANGE = 9.0
# So many samples tell something new; their neighbours err with them.
LOOKS = 20.0


@dataclass(frozen=True)
class Reading:
    """How well each label fits each square."""

    squares: Mapping[Square, Cell[str]]
    memory: None = None  # no picture is compared with the one before


def sheet(step: float = STEP) -> Window:
    """The whole sheet from above."""
    half, count = BOARD / 2, round(BOARD / step)
    return Window((-half, half, 0.0), (1.0, 0.0), (0.0, -1.0), count, count, step)


def inside(square: Square) -> tuple[slice, slice]:
    """The samples of the sheet that lie in a square, its lines left out."""
    x, y = centre(square)
    middle, half = (BOARD / 2 - y, BOARD / 2 + x), 0.9 * PITCH / 2
    rows, columns = (slice(round((at - half) / STEP), round((at + half) / STEP)) for at in middle)
    return rows, columns


def lit(picture: Picture, view: View, board: Picture) -> Patch:
    """The sheet as it lies now, from above, in the light in which the empty one was taken."""
    window = sheet()
    now, then = to_log(take(softened(picture), maps_for(view, window))), to_log(bare(board, window))
    places = window.points()[:, :2]
    change = (now - then).reshape(-1, 3)
    light = fit_light(places, change, BOARD / 2)
    return np.asarray(now - light.at(places).reshape(now.shape), np.float32)


def bare(board: Picture, window: Window) -> Picture:
    """The empty sheet at the samples of a window."""
    size = (window.columns, window.rows)
    return np.asarray(cv2.resize(board, size, interpolation=cv2.INTER_AREA), np.uint8)


class TictactoeReader:
    """Reads pictures of one owner's set."""

    def __init__(self, profile: Profile) -> None:
        self._board, self._looks = profile.board, profile.looks
        self._bare = to_log(bare(profile.board, sheet()))

    def read(self, picture: Picture, view: View) -> Reading:
        """What lies on each square."""
        now = lit(picture, view, self._board)
        _, paper = self._looks[EMPTY]
        misfits = {EMPTY: _misfit(now - self._bare, paper)}
        for kind, (mean, spread) in self._looks.items():
            if kind != EMPTY:
                misfits[kind] = _misfit(now - mean, spread)
        return Reading({square: _cell(misfits, square) for square in SQUARES})


def _misfit(off: Patch, spread: Patch) -> Patch:
    """How far samples are off, in spreads squared."""
    far = np.square(off / spread).mean(axis=2)
    return np.asarray(np.minimum(far, STRANGE), np.float32)


def _cell(misfits: Mapping[str, Patch], square: Square) -> Cell[str]:
    rows, columns = inside(square)
    paper = misfits[EMPTY][rows, columns]
    fits = {EMPTY: float(paper.mean())}
    hidden = _disc(SHADOW)
    for kind, misfit in misfits.items():
        if kind != EMPTY:
            fits[kind] = _coin_somewhere(misfit[rows, columns], paper, hidden)
    return Cell({kind: -LOOKS / 2 * fit for kind, fit in fits.items()})


def _coin_somewhere(coin: Patch, paper: Patch, hidden: Patch) -> float:
    """The mean misfit with the coin where it fits best: beside its shadow lies bare paper."""
    disc = _disc(COIN)
    on = cv2.filter2D(coin, cv2.CV_32F, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT)
    under = cv2.filter2D(paper, cv2.CV_32F, hidden, borderType=cv2.BORDER_CONSTANT)
    size = cv2.filter2D(np.ones_like(paper), cv2.CV_32F, hidden, borderType=cv2.BORDER_CONSTANT)
    return float(((on * size + paper.sum() - under) / paper.size)[_middle(paper)].min())


def coin_in(now: Patch, paper: Patch) -> Patch:
    """The samples of a coin that lies somewhere in a square: where it differs most from paper."""
    disc = _disc(COIN)
    differs = np.abs(now - paper).mean(axis=2)
    found = cv2.filter2D(differs, cv2.CV_32F, disc, borderType=cv2.BORDER_CONSTANT)
    rows, columns = _middle(differs)
    row, column = np.unravel_index(np.argmax(found[rows, columns]), found[rows, columns].shape)
    side = len(disc)
    return np.asarray(now[row : row + side, column : column + side][disc > 0])


def _middle(paper: Patch) -> tuple[slice, slice]:
    """Where the middle of a coin may be that lies wholly in its square."""
    edge = round(COIN / STEP)
    return slice(edge, paper.shape[0] - edge), slice(edge, paper.shape[1] - edge)


def _disc(radius: float) -> Patch:
    """A round area, as samples that are 1 inside."""
    reach = round(radius / STEP)
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return np.asarray(np.hypot(xs, ys) <= radius / STEP, np.float32)
