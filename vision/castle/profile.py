"""What is known of one owner's box of The Castle: the map and how each piece looks."""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from rules.values import Json
from vision import profile
from vision.castle.table import MARGIN, SIZES, Sheet, Sizes
from vision.sample import Patch, Picture, Window

VERSION = 2
STEP = 0.001  # metres a sample of the sheet
SAMPLES = 14  # across a piece


def sheet_window(sheet: Sheet) -> Window:
    """The sheet and a margin from above, far side up."""
    wide, deep = (length + 2 * MARGIN for length in sheet.extent)
    corner = (-wide / 2, deep / 2, SIZES.thick)
    size = round(wide / STEP), round(deep / STEP)
    return Window(corner, (1.0, 0.0), (0.0, -1.0), size[0], size[1], STEP)


@dataclass(frozen=True)
class Profile(profile.Profile):
    """One box. Looks are logarithms of light as under the light of the teaching picture."""

    sheet: Sheet
    bare: Picture  # the empty sheet with its margin, from above
    looks: dict[str, Patch]  # pieces upright, by name: backs, faces, characters, hit counters
    sizes: Sizes
    constitutions: dict[str, tuple[int, ...]]
    fine: dict[str, Patch] = field(default_factory=dict)  # faces in grey, with their small print
    clarity: float = 30.0  # how much the likeness of a face weighs
    number_clarity: float = 15.0  # and that of a hit counter

    def box_facts(self) -> dict[str, Json]:
        """What the rules take over: the map, and the constitutions told with the pictures."""
        known: dict[str, Json] = {k: list[Json](v) for k, v in self.constitutions.items()}
        if self.sheet.proposed:
            proposal = {**self.sheet.map_json(), "picture": self.sketch()}
            return {"proposal": proposal, "constitutions": known}
        return {"map": self.sheet.map_json(), "constitutions": known}

    def sketch(self) -> str:
        """The bare sheet as an address that holds a small picture, upright as maps are drawn."""
        edge = round(MARGIN * self.bare.shape[1] / (self.sheet.extent[0] + 2 * MARGIN))
        sheet = cv2.transpose(self.bare[edge:-edge, edge:-edge])
        written = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, 70])[1]
        return "data:image/jpeg;base64," + base64.b64encode(written.tobytes()).decode("ascii")

    def knowing(self, looks: dict[str, Patch]) -> Profile:
        """The same with more looks."""
        return replace(self, looks={**self.looks, **looks})

    def save(self, folder: Path) -> None:
        """Write the profile into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / "sheet.png"), self.bare)
        fine = {f"fine/{name}": patch for name, patch in self.fine.items()}
        np.savez_compressed(folder / "looks.npz", **self.looks, **fine)  # type: ignore[arg-type]
        about = {
            "game": "castle",
            "version": VERSION,
            "extent": self.sheet.extent,
            "areas": self.sheet.areas,
            "links": self.sheet.links,
            "gates": self.sheet.gates,
            "proposed": self.sheet.proposed,
            "sizes": asdict(self.sizes),
            "constitutions": self.constitutions,
            "clarity": self.clarity,
            "number_clarity": self.number_clarity,
        }
        (folder / "profile.json").write_text(json.dumps(about, indent=1), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Profile:
        """Read what `save` wrote."""
        about = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
        bare = cv2.imread(str(folder / "sheet.png"), cv2.IMREAD_COLOR)
        if bare is None or about["version"] != VERSION:
            raise ValueError("the profile is incomplete or of another version")
        looks = np.load(folder / "looks.npz")
        wide, deep = about["extent"]
        sheet = Sheet(
            (wide, deep),
            {name: (kind, tuple(rect)) for name, (kind, rect) in about["areas"].items()},
            tuple((a, b) for a, b in about["links"]),
            {gate: (area, x, y) for gate, (area, x, y) in about["gates"].items()},
            bool(about.get("proposed")),
        )
        return cls(
            sheet,
            np.asarray(bare, np.uint8),
            {name: looks[name] for name in looks.files if not name.startswith("fine/")},
            Sizes(**about["sizes"]),
            {kind: tuple(values) for kind, values in about["constitutions"].items()},
            {name[5:]: looks[name] for name in looks.files if name.startswith("fine/")},
            float(about["clarity"]),
            float(about.get("number_clarity", about["clarity"] / 2)),
        )
