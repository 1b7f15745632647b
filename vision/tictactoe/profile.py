"""What is known of one owner's sheet and coins."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from vision import profile
from vision.observe.appearance import Bank, Example, taught
from vision.observe.cut import Patches
from vision.observe.eye import usual_eye
from vision.observe.table import ROUND
from vision.sample import Picture
from vision.tictactoe.table import EMPTY

VERSION = 1


@dataclass(frozen=True)
class Profile(profile.Profile):
    """The empty sheet from above, and a small picture of every taught square with its label."""

    board: Picture
    labels: tuple[str, ...]
    patches: Patches

    @cached_property
    def bank(self) -> Bank:
        """What the eye makes of the taught squares."""
        numbered = enumerate(self.labels)
        examples = [Example(kind, n, 1 if kind == EMPTY else ROUND) for n, kind in numbered]
        return taught(usual_eye(), examples, self.patches)

    def save(self, folder: Path) -> None:
        """Write the profile into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / "board.png"), self.board)
        looks = {"pixels": self.patches.pixels, "masks": self.patches.masks}
        np.savez_compressed(folder / "looks.npz", **looks)  # type: ignore[arg-type]
        about = {"game": "tictactoe", "version": VERSION, "labels": self.labels}
        (folder / "profile.json").write_text(json.dumps(about, indent=1), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Profile:
        """Read what `save` wrote."""
        about = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
        board = cv2.imread(str(folder / "board.png"), cv2.IMREAD_COLOR)
        if board is None or about["version"] != VERSION:
            raise ValueError("the profile is incomplete or of another version")
        with np.load(folder / "looks.npz") as looks:
            patches = Patches(looks["pixels"], looks["masks"])
        return cls(np.asarray(board, np.uint8), tuple(about["labels"]), patches)
