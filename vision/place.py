"""Where the board lies: tapped, followed by its marks, or found by printed markers or its print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.again import Again
from vision.errors import BoardNotFound
from vision.eyes import BoardFacts
from vision.geometry import View, solve_view
from vision.locate import Anchor, anchor, find_board, follow
from vision.markers import find_markers
from vision.sample import Picture
from vision.still import Still
from vision.taps import Corners, corner_points


class Board(Protocol):
    """A board that is looked for."""

    @property
    def facts(self) -> BoardFacts: ...
    @property
    def board(self) -> Picture | None: ...  # from above; None if nobody taught it yet
    def covers(self, view: View) -> Sequence[NDArray[np.float64]] | None: ...


class Place:
    """Keeps one board in view from picture to picture."""

    def __init__(self, board: Board, again: Again | None = None) -> None:
        self._board = board
        self._again = again or Again()  # when to look for a board that is not there
        self.view: View | None = None
        self._last: View | None = None  # the latest view that was found: it may be there yet
        self._taps: Corners | None = None
        self._marks: Anchor | None = None
        self._held: Anchor | None = None  # of a later picture, whose marks are followed first
        self._makeshift: Anchor | None = None  # of a search, while the marks before show nowhere
        self._vain = 0  # a still moment that looks like one in which no board was found

    @property
    def was_found(self) -> bool:
        """Whether the board was in view at any time."""
        return self._last is not None

    def tap(self, corners: Corners) -> None:
        """The board's corners as tapped on the picture, far left first, clockwise."""
        self._taps = corners

    def hold(self, picture: Picture, view: View) -> None:
        """Follow the marks of this picture too: by now other things lie on the board."""
        try:
            self._held = self._anchored(picture, view)
        except BoardNotFound:
            self._held = None

    def find(self, still: Still) -> View | None:
        """Where the board is in this picture; None if it is not found, or not looked for yet."""
        if self._taps is not None:
            taps, self._taps = self._taps, None
            return self._tapped(still.picture, taps)
        if self.view is None and not self._is_worth_it(still):
            return None
        last = self.view or self._last
        followed = None if last is None else self._followed(still.picture, last)
        if followed is not None:
            self.view = self._last = followed
            return followed
        return self._search(still) if self._again.due(still.time, still.small) else None

    def _is_worth_it(self, still: Still) -> bool:
        """Whether a board that was not found is to be looked for in this picture."""
        if self._vain != still.moment and self._again.other(still.time, still.small):
            return True
        self._vain = still.moment
        return self._again.due(still.time, still.small)

    def _tapped(self, picture: Picture, taps: Corners) -> View:
        points = corner_points(*self._board.facts.extent)
        view = solve_view(points, taps, (picture.shape[1], picture.shape[0]))
        self.view, self._held, self._makeshift = view, None, None
        try:
            self._marks = self._anchored(picture, view)
        except BoardNotFound:  # nothing to follow it by: the next picture is searched
            self._marks = None
        return view

    def _followed(self, picture: Picture, last: View) -> View | None:
        """The view by the marks it was followed by.

        They fix the board's place better than a search does, which may see little of it past a
        hand.
        """
        for marks in (self._held, self._marks):
            view = None if marks is None else follow(marks, picture, last)
            if view is not None:
                self._makeshift = None
                return view
        return None if self._makeshift is None else follow(self._makeshift, picture, last)

    def _search(self, still: Still) -> View | None:
        try:
            found = self._found(still.picture)
            followed = None if self._marks is None else follow(self._marks, still.picture, found)
            if followed is None:
                self._makeshift = self._anchored(still.picture, found)
                self._marks = self._marks or self._makeshift
        except BoardNotFound:
            self.view = None
            self._again.in_vain(still.time, still.small)
            return None
        self.view = self._last = followed or found
        self._again.found(still.time)
        return self.view

    def _found(self, picture: Picture) -> View:
        """The view by printed markers if they are there, else by the board's own print."""
        facts, board = self._board.facts, self._board.board
        try:
            return find_markers(picture, facts.size)
        except BoardNotFound:
            if board is None:
                raise
            # Where little of a board shows, its print alone fixes no lens.
            last = self._last
            camera = None if last is None or self._board.covers(last) is None else last
            return find_board(picture, board, facts.print_size, camera)

    def _anchored(self, picture: Picture, view: View) -> Anchor:
        """Marks to follow, beside the part of the board on which everything may change."""
        self._last = view
        facts, covers = self._board.facts, self._board.covers(view) or ()
        return anchor(picture, view, facts.print_size, facts.moving_part, covers)
