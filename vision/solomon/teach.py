"""Teaching König Salomons Schatzkammer: from two labelled pictures of the owner's box to a profile.

One picture shows every face on top of some shaft, and two empty shafts; the other, from the same
camera, shows full shafts and some cards beside the tray, arrows to the near side. A person says
what lies where and taps the four outer corners of the grid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from rules.solomon.pieces import FULL, SQUARES, Square
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.observe.appearance import LEAST_SEEN, Bank, Example, taught
from vision.observe.cut import Patches, joined
from vision.observe.eye import usual_eye
from vision.sample import Picture, maps_for, take
from vision.solomon.card_teach import CardLabel, learn_cards
from vision.solomon.profile import Profile
from vision.solomon.shafts import ShaftCutter
from vision.solomon.table import BOARD, EMPTY, KINDS, as_rules
from vision.solomon.windows import tray_window

CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)
FAMILIES = {"treasure": "t", "curse": "c", "scroll": "s"}
TRAY_STEP = 0.0005
TURNS = 4  # in which a tile may lie


@dataclass(frozen=True)
class Lesson:
    """One teaching picture with its labels."""

    picture: Picture
    soft: Picture
    view: View
    heights: tuple[int, ...]
    tops: dict[Square, str]
    cards: tuple[CardLabel, ...]


def tile_name(top: Mapping[str, Any] | None) -> str:
    """A face by the name the rules give it, or none for an empty shaft."""
    if top is None:
        return EMPTY
    kind, value = str(top["kind"]), str(top["value"]).removeprefix("sign")
    return value if kind == "magic" else FAMILIES[kind] + value


def lesson(picture: Picture, label: Mapping[str, Any]) -> Lesson:
    """Read the label of a teaching picture (the layout of a table's `state`)."""
    state = label["state"]
    size = (picture.shape[1], picture.shape[0])
    heights = [0] * len(SQUARES)
    for row, line in enumerate(state["heights"]):
        for column, height in enumerate(line):
            heights[as_rules(row, column)] = int(height)
    tops = {as_rules(*_cell(key)): tile_name(top) for key, top in state["top"].items()}
    cards = [
        CardLabel(int(card["number"]), int(card["slot"]), tuple((r, c) for r, c in card["squares"]))
        for card in state["cards"]
    ]
    return Lesson(
        picture,
        np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), dtype=np.uint8),
        solve_view(CORNERS, np.array(label["board_corners_px"], dtype=np.float64), size),
        tuple(heights),
        tops,
        tuple(cards),
    )


def _cell(key: str) -> tuple[int, int]:
    row, column = key.split(",")
    return int(row), int(column)


def teach(lessons: Sequence[Lesson]) -> Profile:
    """The profile of a box, from its teaching pictures."""
    if not lessons:
        raise TeachingError("no teaching picture was given: take one of the tiles, one of cards")
    first = max(lessons, key=lambda one: len(set(one.tops.values())))
    cards = [one for one in lessons if one.cards]
    _check(first, cards)
    tray = take(first.picture, maps_for(first.view, tray_window(TRAY_STEP)))
    learned = learn_cards(first, cards)
    shapes = {card.number: card.squares for one in lessons for card in one.cards}
    return Profile(tray, _taught(lessons), *learned, shapes)


def _check(tiles: Lesson, cards: Sequence[Lesson]) -> None:
    """Say what the pictures lack, if anything."""
    missing = {*KINDS, EMPTY} - set(tiles.tops.values())
    if missing:
        names = sorted(name or "an empty shaft" for name in missing)
        raise TeachingError(f"one picture must show every tile and an empty shaft; lacking {names}")
    if not cards:
        raise TeachingError("one picture must show some cards beside the tray")


# --- faces -------------------------------------------------------------------------------


def _taught(lessons: Sequence[Lesson]) -> Bank:
    """Every face as often as it shows, and empty shafts."""
    parts = [_examples(one, f"{n}") for n, one in enumerate(lessons)]
    examples = [example for part, _ in parts for example in part]
    return taught(usual_eye(), examples, joined([patches for _, patches in parts]))


def _examples(one: Lesson, name: str) -> tuple[list[Example], Patches]:
    """What one picture shows of each shaft. An empty one is looked at as high as any other."""
    examples, cuts, cutter = list[Example](), list[Patches](), ShaftCutter()
    for lifted in range(FULL + 1):
        heights = {
            square: lifted if top == EMPTY else one.heights[square]
            for square, top in one.tops.items()
            if top == EMPTY or not lifted
        }
        if not heights:
            continue
        patches = cutter.cut(one.picture, one.view, heights)
        clear = np.flatnonzero(patches.seen() >= LEAST_SEEN)
        squares = [list(heights)[n] for n in clear]
        examples += [Example(one.tops[s], f"{name}/{s}", TURNS) for s in squares]
        cuts.append(patches.some(clear))
    return examples, joined(cuts)


def relearn(profile: Profile, one: Lesson) -> Profile:
    """The profile with the faces this picture shows learned anew; the rest stays as it was."""
    shown = {square: name for square, name in one.tops.items() if name != EMPTY}
    if not shown:
        raise TeachingError("the picture shows no tile to learn anew: lay it as asked")
    bank, (examples, patches) = profile.tiles, _examples(replace(one, tops=shown), "again")
    kept = [n for n, e in enumerate(bank.examples) if e.label not in shown.values()]
    every = [*(bank.examples[n] for n in kept), *examples]
    known = joined([bank.patches.some(kept), patches])
    return replace(profile, tiles=taught(usual_eye(), every, known))
