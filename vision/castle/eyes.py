"""The eyes for The Castle: what the watcher asks of any game, answered here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import cv2
import numpy as np

from rules.castle import Phase, Position
from rules.castle.position import castle_of
from vision import eyes
from vision.castle.profile import Profile
from vision.castle.reader import CastleReader, Memory, Reading
from vision.castle.setup_faults import set_up_faults
from vision.castle.story import CastleLens
from vision.castle.table import EXTENT, MARGIN, TREASURE, contents, scene, table
from vision.castle.teach import learn_backs, learn_characters
from vision.eyes import BoardFacts, SetUpSeen
from vision.geometry import View
from vision.observe.table import Laid
from vision.sample import Picture

SETTING_UP = (Phase.MAP, Phase.FIRST, Phase.CHOOSE, Phase.ALLY, Phase.ENTRANCE)


class Eyes(eyes.Eyes):
    """One owner's box, seen."""

    lens: CastleLens
    untaught = BoardFacts(max(EXTENT), EXTENT, max(EXTENT))

    def __init__(self, profile: Profile, _seats: Any = None) -> None:
        self.profile = profile
        self.reader = CastleReader(profile)
        extent = profile.sheet.extent
        self._facts = BoardFacts(max(extent), extent, max(extent))
        self._board = _square(profile)
        self.lens = CastleLens(counts=any(name.startswith("chip:") for name in profile.looks))

    @property
    def facts(self) -> BoardFacts:
        """The sizes of the map that was taught."""
        return self._facts

    @property
    def board(self) -> Picture:
        """The taught map from above."""
        return self._board

    def setting_up(self, position: Position) -> bool:
        """Whether map, characters and entrances are still being told."""
        return position.phase in SETTING_UP

    def look_at_set_up(self, picture: Picture, view: View, players: int) -> SetUpSeen:
        """What is clearly wrong with the counters on the map; phones tell the set-up itself."""
        del players
        if TREASURE not in self.reader.profile.looks:
            return SetUpSeen()
        faults = set_up_faults(self.reader.read(picture, view), self.profile.sheet)
        return SetUpSeen(faults=faults)

    def lay(self, position: Position) -> Laid:
        """The map that was taught, and counters and characters on it."""
        return table(self.profile.sheet, self.profile.sizes), scene(position)

    def read(
        self,
        picture: Picture,
        view: View,
        beliefs: Sequence[Position],
        before: Memory | None,
    ) -> Reading:
        """Read a picture; a box whose backs nobody taught shows them at the start."""
        if TREASURE not in self.reader.profile.looks and beliefs[0].turn <= 1:
            self.reader.learn(learn_backs(self.reader, picture, view), self.reader.cast)
        cast = {f"char:{m.seat}:{m.kind}" for m in beliefs[0].members if m.hero}
        new = self._unknown(beliefs[0], cast)
        if cast != self.reader.cast or new:
            shown = learn_characters(self.reader, picture, view, new) if new else {}
            self.reader.learn(shown, cast)
        return self.reader.read(picture, view, before)

    def _unknown(self, position: Position, cast: Collection[str]) -> dict[str, str]:
        """Characters nobody taught that stand before their entrances as yet, and which."""
        castle = castle_of(position)
        found = {}
        for member in position.members:
            name = f"char:{member.seat}:{member.kind}"
            waits = member.hero and member.party >= 0 and name in cast
            if waits and name not in self.reader.profile.looks:
                at = position.parties[member.party].at
                if castle.outside(at):
                    found[name] = castle.name(at)
        return found

    def draw(self, picture: Picture, view: View, position: Position) -> Picture:
        """The picture with what is believed drawn on it."""
        shown = picture.copy()
        sheet = self.profile.sheet
        if position.setting.castle is None:
            return shown
        for place, wanted in contents(position).items():
            x, y = _middle(self.profile, place)
            pixel = view.project(np.array([[x, y, 0.0]]))[0]
            text = " ".join(_short(each.name, each.hits) for each in wanted)
            at = (int(pixel[0]) - 3 * len(text), int(pixel[1]))
            for ink, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
                cv2.putText(shown, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.35, ink, thick)
        half = np.array([*sheet.extent, 0.0]) / 2
        corners = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * half
        outline = np.round(view.project(corners)).astype(np.int32)
        cv2.polylines(shown, [outline], True, (80, 255, 80), 2, cv2.LINE_AA)
        return shown


def _short(name: str, hits: int) -> str:
    kind, rest = name.split(":", 1)
    text = {"back": rest[:1].upper(), "face": rest[:5], "char": f"#{rest.split(':')[0]}"}[kind]
    return f"{text}-{hits}" if hits else text


def _middle(profile: Profile, place: str) -> tuple[float, float]:
    if place in profile.sheet.gates:
        _, x, y = profile.sheet.gates[place]
        return x, y
    left, low, right, high = profile.sheet.areas[place][1]
    return (left + right) / 2, (low + high) / 2


def _square(profile: Profile) -> Picture:
    """The bare sheet in the middle of a square as large as its longer side."""
    edge = round(MARGIN * profile.bare.shape[1] / (profile.sheet.extent[0] + 2 * MARGIN))
    sheet = profile.bare[edge:-edge, edge:-edge]
    size = max(sheet.shape[:2])
    square = np.full((size, size, 3), np.median(sheet, axis=(0, 1)).astype(np.uint8), np.uint8)
    y, x = (size - sheet.shape[0]) // 2, (size - sheet.shape[1]) // 2
    square[y : y + sheet.shape[0], x : x + sheet.shape[1]] = sheet
    return square
