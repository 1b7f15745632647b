"""Tic-tac-toe's eyes: what the follower asks of any game, answered for this one."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from rules.tictactoe import SQUARES, Position, SetUp
from vision import eyes
from vision.eyes import BoardFacts, SetUpSeen
from vision.geometry import View
from vision.observe.table import Laid
from vision.sample import Picture
from vision.tictactoe.profile import Profile
from vision.tictactoe.reader import Reading, TictactoeReader
from vision.tictactoe.story import TictactoeLens
from vision.tictactoe.table import BOARD, CORNERS, EMPTY, centre, label, scene, table

OUTLINE, INK = (80, 255, 80), (255, 255, 255)


class Eyes(eyes.Eyes):
    """One owner's set, seen."""

    lens: TictactoeLens
    untaught = BoardFacts.square(BOARD)

    def __init__(self, profile: Profile, seats: object = None) -> None:
        del seats  # the first one plays copper
        self.profile, self.reader, self.lens = profile, TictactoeReader(profile), TictactoeLens()

    @property
    def board(self) -> Picture:
        """The taught sheet from above."""
        return self.profile.board

    def look_at_set_up(self, picture: Picture, view: View, players: int) -> SetUpSeen:
        """The game begins once the grid lies empty."""
        del players
        reading = self.reader.read(picture, view)
        clear = all(cell.best() == EMPTY for cell in reading.squares.values())
        return SetUpSeen(SetUp() if clear else None, reading)

    def lay(self, position: Position) -> Laid:
        """Nine squares and their coins."""
        return table(), scene(position)

    def read(
        self, picture: Picture, view: View, beliefs: Sequence[Position], before: None
    ) -> Reading:
        """What lies on each square; nothing need be known for that."""
        del beliefs, before
        return self.reader.read(picture, view)

    def draw(self, picture: Picture, view: View, position: Position) -> Picture:
        """The picture with the sheet's outline and the name of each coin."""
        shown = picture.copy()
        outline = np.round(view.project(CORNERS)).astype(np.int32)
        cv2.polylines(shown, [outline], True, OUTLINE, 2, cv2.LINE_AA)
        for square in SQUARES:
            if position.on(square) is not None:
                x, y = view.project(np.array([[*centre(square), 0.0]]))[0]
                name = label(position, square)
                cv2.putText(shown, name, (int(x), int(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.45, INK)
        return shown
