"""What is known of one owner's Kilt Castle box: measures, and how each piece looks."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import Square
from rules.values import Json
from vision import profile
from vision.kilt.crests import SIDE
from vision.kilt.table import BOARD, Sizes
from vision.sample import Patch, Picture, Window

PLAIN_STEP = 0.0025  # metres a sample when colours are read
USUAL_GRAIN = 0.0008  # metres a pixel covered, for boxes taught before that was kept
CARD_ROWS, CARD_COLUMNS = 22, 14


def board_window(step: float, z: float, margin: float = 0.0) -> Window:
    """The board seen from above at height z, far side on top."""
    half = BOARD / 2 + margin
    count = round(2 * half / step)
    return Window((-half, half, z), (1.0, 0.0), (0.0, -1.0), count, count, step)


class Disc:
    """The samples of a round top, in rings: pieces lie at any angle, so rings are what compares."""

    def __init__(self, reach: int, radius: float, rings: int) -> None:
        self.reach = reach
        ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        distance = np.hypot(xs, ys)
        rows, columns = np.nonzero(distance <= radius)
        self.rows, self.columns = rows, columns
        self.ring = np.minimum((distance[rows, columns] / radius * rings).astype(int), rings - 1)
        self.rings = rings
        self.rim = distance[rows, columns] > 0.86 * radius
        self.crest = distance[rows, columns] < 0.6 * radius
        self.count = len(rows)

    def rings_of(self, samples: NDArray[np.float32]) -> tuple[Patch, Patch]:
        """Mean and spread by ring over several views (views, samples, 3)."""
        mean = np.empty(samples.shape[1:], np.float32)
        spread = np.empty(samples.shape[1:], np.float32)
        for ring in range(self.rings):
            chosen = self.ring == ring
            values = samples[:, chosen].reshape(-1, 3)
            mean[chosen], spread[chosen] = values.mean(axis=0), values.std(axis=0)
        return mean, spread

    def pooled(self, samples: NDArray[np.float32]) -> tuple[Patch, Patch]:
        """Mean and spread over everything, for things whose pattern has no middle."""
        values = samples.reshape(-1, 3)
        shape = samples.shape[1:]
        mean = np.broadcast_to(values.mean(axis=0), shape)
        return mean.astype(np.float32), np.broadcast_to(values.std(axis=0), shape).astype(
            np.float32
        )

    def roughness(self, samples: Patch) -> float:
        """How little the rings are each of one make."""
        return float(
            np.mean([samples[self.ring == ring].std(axis=0).mean() for ring in range(self.rings)])
        )


def fine_step(layout: Sizes) -> float:
    """Metres a sample when crests are read: the patch reaches nearly to the edge of a floor."""
    return 1.5 * layout.floor_radius / SIDE


def disc_for(layout: Sizes) -> Disc:
    """The disc that just fits on a floor, its rim included."""
    radius = 0.75 * layout.floor_radius / PLAIN_STEP
    return Disc(reach=round(radius + 0.5), radius=radius, rings=4)


@dataclass(frozen=True)
class Profile(profile.Profile):
    """One box. `kinds` and `crests` are keyed "colour crests", `cards` by colour: half a card.

    `grains` tells for each of the crests how many metres a pixel covered when it was taught.
    """

    layout: Sizes
    water: frozenset[Square]
    board: Picture
    board_plain: NDArray[np.float32]
    kinds: dict[str, tuple[Patch, Patch]]
    crests: dict[str, Patch]
    grains: dict[str, float]
    cards: dict[str, tuple[Patch, Patch]]

    def box_facts(self) -> dict[str, Json]:
        """What the rules take over: where the water is."""
        return {"water": [list[Json](square) for square in sorted(self.water)]}

    def answers(self) -> dict[str, Json]:
        """Where the owner saw water."""
        return {"water": [f"{row},{column}" for row, column in sorted(self.water)]}

    def save(self, folder: Path) -> None:
        """Write the profile as a folder that can be copied to another table."""
        folder.mkdir(parents=True, exist_ok=True)
        facts = {
            "game": "kilt",
            "layout": asdict(self.layout),
            "water": sorted(map(list, self.water)),
            "kinds": list(self.kinds),
            "grains": self.grains,
            "cards": list(self.cards),
        }
        (folder / "profile.json").write_text(json.dumps(facts, indent=1) + "\n")
        cv2.imwrite(str(folder / "board.png"), self.board)
        np.savez_compressed(
            folder / "looks.npz",
            board_plain=self.board_plain,
            means=np.stack([mean for mean, _ in self.kinds.values()]),
            spreads=np.stack([spread for _, spread in self.kinds.values()]),
            crests=np.stack([self.crests[k] for k in self.kinds if k in self.crests]),
            card_means=np.stack([mean for mean, _ in self.cards.values()]),
            card_spreads=np.stack([spread for _, spread in self.cards.values()]),
        )

    @classmethod
    def load(cls, folder: Path) -> Profile:
        """Read a profile folder."""
        facts = json.loads((folder / "profile.json").read_text())
        layout: dict[str, Any] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in facts["layout"].items()
        }
        board = cv2.imread(str(folder / "board.png"))
        with np.load(folder / "looks.npz") as looks:
            kinds = _pairs(facts["kinds"], looks["means"], looks["spreads"])
            crest_names = [k for k in facts["kinds"] if k != "roof"]
            return cls(
                Sizes(**layout),
                frozenset((r, c) for r, c in facts["water"]),
                np.asarray(board, dtype=np.uint8),
                looks["board_plain"],
                kinds,
                dict(zip(crest_names, looks["crests"], strict=True)),
                facts.get("grains") or dict.fromkeys(crest_names, USUAL_GRAIN),
                _pairs(facts["cards"], looks["card_means"], looks["card_spreads"]),
            )


def _pairs(names: list[str], means: Patch, spreads: Patch) -> dict[str, tuple[Patch, Patch]]:
    return dict(zip(names, zip(means, spreads, strict=True), strict=True))
