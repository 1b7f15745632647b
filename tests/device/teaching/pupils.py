"""A simulated owner who is led through a teaching and does what each step asks."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import numpy as np

from device.senses.frame import Frame
from device.sim.film import Film, Room
from device.sim.stage import board_corners
from device.teaching.session import Session
from vision.course import CORNERS
from vision.games import eyes_kit

FRAMES = 5  # the first one only starts the gate, three more are enough to look


@cache
def _box(game: str, seed: int, level: str) -> tuple[Any, tuple[Room, Film]]:
    sim = importlib.import_module(f"device.sim.{game}.table").SimGame(seed, level, 4)
    return sim, sim.studio()


class Owner:
    """One simulated box, its owner, and a teaching that runs in this thread."""

    def __init__(self, game: str, seed: int, level: str = "easy", **wishes: Any) -> None:
        self.sim, (self.room, self.film) = deepcopy(_box(game, seed, level))
        self.laid = importlib.import_module(f"device.sim.{game}.teach").laid
        self.session = Session(eyes_kit(game).course, run=lambda work: work(), **wishes)
        self.time = 0.0

    def put(self, state: Any = None) -> None:
        """Lay out what the step asks (or something else) and take the hands away."""
        wanted = self.session.laid.state if state is None else state
        self.still = self.room.settle(self.laid(self.sim.theme, wanted))[-1]
        picture = self.film.shoot(self.still)
        for _ in range(FRAMES):
            self.time += 0.1
            self.session.see(Frame(self.time, picture))

    def corners(self) -> list[list[float]]:
        """Where this owner taps: close to the corners."""
        noise = np.random.default_rng(1).uniform(-1.5, 1.5, (4, 2))
        taps: list[list[float]] = (board_corners(self.still) + noise).tolist()
        return taps

    def answer(self) -> None:
        """Answer what the step asks, if it asks anything."""
        ask = self.session.step.ask
        if ask is not None and ask.kind == CORNERS:
            self.session.tap(self.corners())
        elif ask is not None:
            self.session.answer(self.answers()[ask.name])

    def answers(self) -> dict[str, Any]:
        """What an owner knows of the box."""
        theme = self.sim.theme
        if self.sim.game == "kilt":
            return {"water": [f"{row},{column}" for row, column in theme.water]}
        if self.sim.game == "seven_locks":
            sides = enumerate(theme.die, 1)
            return {f"die-{n}": f"{pearls}-{steps}" for n, (pearls, steps) in sides}
        return {"shapes": {str(n): [list(cell) for cell in theme.shapes[n]] for n in range(1, 7)}}

    def lay_and_answer(self) -> None:
        """Answer first where what is laid out depends on it."""
        ask = self.session.step.ask
        if ask is not None and ask.kind == "choice":
            self.answer()
            self.put()
        else:
            self.put()
            self.answer()

    def unsure_after(self, mixed_up: Callable[[Any], Any]) -> dict[str, str]:
        """Mix pieces up in all that is left: the kinds not learned surely, and their rivals."""
        while self.session.phase == "stepping":
            self.put(mixed_up(self.session.laid.state))
            self.answer()
            self.session.forward(anyway=True)
        assert self.session.outcome is not None
        return {each.kind: each.rival for each in self.session.outcome.learned if not each.sure}

    def walk(self) -> list[str]:
        """Do all that is left; the names of the steps that were sure at once."""
        sure = []
        while self.session.phase == "stepping":
            self.lay_and_answer()
            if self.session.sure:
                sure.append(self.session.step.name)
            self.session.forward(anyway=True)
        return sure
