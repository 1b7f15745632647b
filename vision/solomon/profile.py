"""What is known of one owner's box of König Salomons Schatzkammer: how each tile and card looks."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from rules.solomon.pieces import to_entrance
from rules.values import Json
from vision import profile
from vision.observe.appearance import Bank
from vision.observe.eye import usual_eye
from vision.observe.kept_bank import arrays_of, bank_of, words_of
from vision.sample import Patch, Picture
from vision.solomon.numbers import Mask, Spot

VERSION = 5
NEAR = 2  # taught cards lie with the arrow to the near side
PARTS = ("card_look", "card_colours", "card_frame")


@dataclass(frozen=True)
class CardStyle:
    """How the cards of a box are printed; lengths in metres on a card whose arrow points down."""

    width: float
    length: float
    cell: float  # from square to square of the figure
    figure: tuple[float, float]  # where the middle of the figure lies: across, down
    number: Spot  # where numbers of one digit are printed


@dataclass(frozen=True)
class Profile(profile.Profile):
    """One box. Looks are logarithms of light as under the light of the teaching picture."""

    tray: Picture  # the tray from above, with its rim
    tiles: Bank  # every face, and empty shafts
    card: CardStyle
    card_look: Patch  # what most cards have in common
    card_colours: Patch  # ground and square, each as log light
    card_frame: Mask  # what all cards have in common where the number is looked for
    slots: tuple[tuple[float, float], ...]  # where cards are laid, on the table
    shapes: dict[int, tuple[tuple[int, int], ...]]  # squares of the taught cards, arrow down

    def box_facts(self) -> dict[str, Json]:
        """What the rules take over: the shapes of the taught cards, arrows to the entrance."""
        shapes: dict[str, Json] = {
            str(number): [list[Json](cell) for cell in to_entrance(cells, NEAR)]
            for number, cells in self.shapes.items()
        }
        return {"shapes": shapes}

    def save(self, folder: Path) -> None:
        """Write the profile into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / "tray.png"), self.tray)
        arrays = arrays_of(self.tiles)
        for name in PARTS:
            arrays[name] = getattr(self, name)
        np.savez_compressed(folder / "looks.npz", **arrays)  # type: ignore[arg-type]
        about = {
            "game": "solomon",
            "version": VERSION,
            "tiles": words_of(self.tiles),
            "card": asdict(self.card),
            "slots": self.slots,
            "shapes": {str(number): cells for number, cells in self.shapes.items()},
        }
        (folder / "profile.json").write_text(json.dumps(about, indent=1), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Profile:
        """Read what `save` wrote."""
        about = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
        tray = cv2.imread(str(folder / "tray.png"), cv2.IMREAD_COLOR)
        if about["version"] != VERSION:
            raise ValueError("it was taught to eyes of another version")
        if tray is None:
            raise ValueError("its picture of the tray is missing")
        looks = np.load(folder / "looks.npz")
        card = about["card"]
        card |= {"figure": tuple(card["figure"]), "number": Spot(**card["number"])}
        return cls(
            np.asarray(tray, np.uint8),
            bank_of(looks, about["tiles"], usual_eye()),
            CardStyle(**card),
            looks["card_look"],
            looks["card_colours"],
            looks["card_frame"],
            tuple((float(x), float(y)) for x, y in about["slots"]),
            {int(n): tuple((r, c) for r, c in cells) for n, cells in about["shapes"].items()},
        )
