"""What is known of one owner's sheet and coins."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision import profile
from vision.sample import Patch, Picture

VERSION = 1


@dataclass(frozen=True)
class Profile(profile.Profile):
    """The empty sheet from above, and the mean colour of each coin (log light) and its spread."""

    board: Picture
    looks: dict[str, tuple[Patch, Patch]]

    def save(self, folder: Path) -> None:
        """Write the profile into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / "board.png"), self.board)
        looks = {kind: [part.tolist() for part in look] for kind, look in self.looks.items()}
        about = {"game": "tictactoe", "version": VERSION, "looks": looks}
        (folder / "profile.json").write_text(json.dumps(about, indent=1), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Profile:
        """Read what `save` wrote."""
        about = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
        board = cv2.imread(str(folder / "board.png"), cv2.IMREAD_COLOR)
        if board is None or about["version"] != VERSION:
            raise ValueError("the profile is incomplete or of another version")
        looks = {
            kind: (np.array(mean, np.float32), np.array(spread, np.float32))
            for kind, (mean, spread) in about["looks"].items()
        }
        return cls(np.asarray(board, np.uint8), looks)
