"""A school that shows what a test wants and remembers what the page wished for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

SIZE = (640, 360)
SQUARE = [[280, 140], [360, 140], [360, 220], [280, 220]]
BOXES = [
    {
        "game": "kilt",
        "known": True,
        "course": True,
        "steps": 9,
        "kinds": [{"kind": "red 0", "text": "red: a floor without crests"}],
    },
    {"game": "solomon", "known": False, "course": True, "steps": 7, "kinds": []},
]
STEP: dict[str, Any] = {
    "game": "kilt",
    "kind": "",
    "phase": "stepping",
    "step": 3,
    "steps": ["The empty board", "The water", "Floors: red", "Roof and towers"],
    "how": "Put one floor each of this colour on the marked squares.",
    "ask": None,
    "marks": [
        {"text": "red: a floor without crests", "state": "seen", "new": True, "points": SQUARE},
        {"text": "red: a floor with one crest", "state": "wanted", "new": True, "points": SQUARE},
    ],
    "outline": [[200, 60], [440, 60], [460, 300], [180, 300]],
    "size": list(SIZE),
    "sight": "still",
    "sure": False,
    "say": "teach.fault.wanted",
    "fault": "wanted",
    "learned": None,
    "seconds": 75,
}


class FakeSchool:
    """Stands where the device's school would."""

    def __init__(self) -> None:
        self.session: dict[str, Any] | None = None
        self.wishes: list[dict[str, Any]] = []
        self.taken: list[bytes] = []

    def state(self, language: str) -> dict[str, Any]:
        del language
        return {"camera": True, "say": "", "boxes": BOXES, "session": self.session}

    def do(self, command: dict[str, Any], language: str) -> dict[str, Any]:
        self.wishes.append(command)
        return self.state(language)

    def picture(self) -> bytes | None:
        image = np.full((SIZE[1], SIZE[0], 3), (90, 140, 90), np.uint8)
        return bytes(cv2.imencode(".jpg", image)[1])

    def export(self, game: str) -> tuple[str, bytes]:
        return f"{game}.castellan-box", b"PK a box"

    def take_in(self, file: Path) -> str:
        self.taken.append(file.read_bytes())
        return "solomon"
