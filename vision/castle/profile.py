"""What is known of one owner's box of The Castle: the map and how each piece looks."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from rules.castle.maps import CORRIDOR, ENTRANCE, HIGH, WIDE
from rules.values import Json
from vision import profile
from vision.sample import Patch, Picture, Window

VERSION = 2
STEP = 0.001  # metres a sample of the sheet
MARGIN = 0.045  # how far beyond the sheet characters may stand
LIFT = 0.0016  # how thick counters are
SAMPLES = 14  # across a piece
Rect = tuple[float, float, float, float]  # left, near, right, far

TREASURE, MONSTER = "back:treasure", "back:monster"


@dataclass(frozen=True)
class Sheet:
    """The printed map: its size, areas with their rectangles, doors, and entrances."""

    extent: tuple[float, float]
    areas: dict[str, tuple[str, Rect]]
    links: tuple[tuple[str, str], ...]
    gates: dict[str, tuple[str, float, float]]
    proposed: bool = False  # the camera's own reading, which nobody has confirmed

    def window(self) -> Window:
        """The sheet and a margin from above, far side up."""
        wide, deep = (length + 2 * MARGIN for length in self.extent)
        corner = (-wide / 2, deep / 2, LIFT)
        size = round(wide / STEP), round(deep / STEP)
        return Window(corner, (1.0, 0.0), (0.0, -1.0), size[0], size[1], STEP)

    def place(self, x: float, y: float) -> str | None:
        """The area, or the entrance, in which something at this place lies."""
        best, near = None, 0.012
        for name, (kind, (left, low, right, high)) in self.areas.items():
            off = max(left - x, x - right, low - y, y - high, 0.0)
            off -= 0.0005 * (kind != CORRIDOR)  # the Cell lies upon corridors
            if off < near:
                best, near = name, off
        if near <= 0 or (best is not None and self._inside(x, y)):
            return best
        gates = {g: float(np.hypot(gx - x, gy - y)) for g, (_, gx, gy) in self.gates.items()}
        gate = min(gates, key=lambda each: gates[each])
        return gate if gates[gate] < 0.075 else None

    def reached(self) -> int:
        """How many areas hang together, at most."""
        beside: dict[str, set[str]] = {name: set() for name in self.areas}
        for one, other in self.links:
            beside[one].add(other)
            beside[other].add(one)
        left, most = set(self.areas), 0
        while left:
            part = frontier = {left.pop()}
            while frontier:
                frontier = {name for each in frontier for name in beside[each]} - part
                part |= frontier
            left -= part
            most = max(most, len(part))
        return most

    def _inside(self, x: float, y: float) -> bool:
        return abs(x) < self.extent[0] / 2 - 0.012 and abs(y) < self.extent[1] / 2 - 0.012

    def map_json(self) -> dict[str, Json]:
        """The map in the shape the rules take."""
        areas: list[Json] = []
        for name, (kind, rect) in self.areas.items():
            areas.append({"name": name, "kind": kind, **self._spot(rect)})
        for gate, (_, x, y) in self.gates.items():
            areas.append({"name": gate, "kind": ENTRANCE, **self._spot((x, y, x, y))})
        links: list[Json] = [list[Json](link) for link in self.links]
        links += [[gate, area] for gate, (area, _, _) in self.gates.items()]
        return {"areas": areas, "links": links, "demo": False}

    def _spot(self, rect: Rect) -> dict[str, Json]:
        x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
        across = int(np.clip((0.5 - y / self.extent[1]) * WIDE, 0, WIDE))
        return {"x": across, "y": int(np.clip((x / self.extent[0] + 0.5) * HIGH, 0, HIGH))}


@dataclass(frozen=True)
class Profile(profile.Profile):
    """One box. Looks are logarithms of light as under the light of the teaching picture."""

    sheet: Sheet
    bare: Picture  # the empty sheet with its margin, from above
    looks: dict[str, Patch]  # pieces upright, by name: backs, faces, characters, hit counters
    sizes: dict[str, float]  # metres: counter, character, chip, die
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
            "sizes": self.sizes,
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
            about["sizes"],
            {kind: tuple(values) for kind, values in about["constitutions"].items()},
            {name[5:]: looks[name] for name in looks.files if name.startswith("fine/")},
            float(about["clarity"]),
            float(about.get("number_clarity", about["clarity"] / 2)),
        )
