"""What is known of one owner's box of Burg Appenzell: its measures, and how each piece looks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from rules.appenzell.layout import layout_to_json, ordered
from rules.appenzell.pieces import Layout
from rules.values import Json
from vision import profile
from vision.appenzell.table import Sizes, usual
from vision.sample import Patch, Picture

VERSION = 1
Look = tuple[Patch, Patch]  # mean and spread


@dataclass(frozen=True)
class Profile(profile.Profile):
    """One box. Looks are logarithms of light as under the light of the first teaching picture."""

    box: Picture  # the box from above
    measures: Sizes
    cheeses: tuple[str, ...]  # the owner's names, in the order of the rules
    tiles: dict[str, Look]  # every face, as seen through its hole
    roofs: dict[int, Look]  # colours by the number of fields
    mice: dict[str, Look]  # colours
    grounds: dict[str, Look]  # colours of tiles at large, high fields, tower floors
    borders: Patch  # weights that tell the border of two roofs from the middle of one
    layouts: tuple[Layout, ...]  # rooms of the taught sides

    def box_facts(self) -> dict[str, Json]:
        """What the rules take over: the taught rooms."""
        return {"layouts": [layout_to_json(each) for each in self.layouts]}

    def save(self, folder: Path) -> None:
        """Write the profile into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / "box.png"), self.box)
        arrays = {"borders": self.borders}
        for group in ("tiles", "roofs", "mice", "grounds"):
            for name, (mean, spread) in getattr(self, group).items():
                arrays[f"{group}/{name}/mean"] = mean
                arrays[f"{group}/{name}/spread"] = spread
        np.savez_compressed(folder / "looks.npz", **arrays)  # type: ignore[arg-type]
        about = {
            "game": "appenzell",
            "version": VERSION,
            "measures": {"pitch": self.measures.pitch, "tower": self.measures.tower},
            "cheeses": self.cheeses,
            "layouts": self.layouts,
        }
        (folder / "profile.json").write_text(json.dumps(about, indent=1), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Profile:
        """Read what `save` wrote."""
        about = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
        box = cv2.imread(str(folder / "box.png"), cv2.IMREAD_COLOR)
        if box is None or about["version"] != VERSION:
            raise ValueError("the profile is incomplete or of another version")
        looks = np.load(folder / "looks.npz")
        groups: dict[str, dict[str, Look]] = {"tiles": {}, "roofs": {}, "mice": {}, "grounds": {}}
        for key in looks.files:
            if key.endswith("/mean"):
                group, name, _ = key.split("/")
                groups[group][name] = (looks[key], looks[f"{group}/{name}/spread"])
        return cls(
            np.asarray(box, np.uint8),
            usual(**about["measures"]),
            tuple(about["cheeses"]),
            groups["tiles"],
            {int(size): look for size, look in groups["roofs"].items()},
            groups["mice"],
            groups["grounds"],
            looks["borders"],
            tuple(ordered(each) for each in about["layouts"]),
        )
