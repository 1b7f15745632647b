"""What is known of one owner's box of Schloss der 7 Schlösser: sizes, looks, usual places."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from rules.seven_locks.pieces import FACES
from rules.values import Json
from vision import profile
from vision.sample import Picture
from vision.seven_locks.die import DieLook, Style
from vision.seven_locks.table import Sizes
from vision.seven_locks.windows import Array, Spot

VERSION = 2  # 2: the die's ground colour


@dataclass(frozen=True)
class Profile(profile.Profile):
    """One box. Colours are logarithms of light as in the picture without towers."""

    board: Picture  # the board from above, no towers on it
    roof: Array  # a tower's top in grey, turned outwards
    sizes: Sizes
    keymaster: Array
    keys: tuple[Spot, ...]  # where the bows lay, from the shortest key to the longest
    key_colours: Array
    homes: tuple[tuple[Spot, Spot], ...]  # where each seat's coats lay
    coat_colours: Array
    die: DieLook
    die_at: Spot

    def box_facts(self) -> dict[str, Json]:
        """What the rules take over: the sides of the die, once all were shown."""
        if len(self.die.taught) != FACES:
            return {}
        return {"die": [list[Json](face) for face in sorted(self.die.taught)]}

    def save(self, folder: Path) -> None:
        """Write the profile into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / "board.png"), self.board)
        np.savez_compressed(
            folder / "looks.npz",
            roof=self.roof,
            keymaster=self.keymaster,
            key_colours=self.key_colours,
            coat_colours=self.coat_colours,
            pearl=self.die.pearl,
            step=self.die.step,
            ground=self.die.ground,
        )
        about = {
            "game": "seven_locks",
            "version": VERSION,
            "sizes": asdict(self.sizes),
            "keys": self.keys,
            "homes": self.homes,
            "die": {
                "size": self.die.size,
                "style": asdict(self.die.style),
                "sides": sorted(self.die.taught),
                "at": self.die_at,
            },
        }
        (folder / "profile.json").write_text(json.dumps(about, indent=1), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Profile:
        """Read what `save` wrote."""
        about = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
        board = cv2.imread(str(folder / "board.png"), cv2.IMREAD_COLOR)
        if board is None or about["version"] != VERSION:
            raise ValueError("the profile is incomplete or of another version")
        looks, die = np.load(folder / "looks.npz"), about["die"]
        sides = frozenset((int(p), int(s)) for p, s in die["sides"])
        style = Style(**die["style"])
        return cls(
            np.asarray(board, np.uint8),
            looks["roof"],
            Sizes(**about["sizes"]),
            looks["keymaster"],
            tuple((float(x), float(y)) for x, y in about["keys"]),
            looks["key_colours"],
            tuple(((a[0], a[1]), (b[0], b[1])) for a, b in about["homes"]),
            looks["coat_colours"],
            DieLook(
                float(die["size"]), style, looks["pearl"], looks["step"], sides, looks["ground"]
            ),
            (float(die["at"][0]), float(die["at"][1])),
        )
