"""Whole simulated games told by clear readings instead of pictures: what all games share."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from device.bench.sim import SimRun
from device.following.follower import Watcher
from device.following.sight import Sight, SightState
from device.senses.frame import Frame
from device.sim.base import Act
from rules import games
from vision.eyes import SetUpSeen


class TaleWatcher(Watcher):
    """A watcher whose frames are what its eyes shall read, or the event that sets up."""

    def __init__(self, position: Any, eyes: Any, game: str, table: type) -> None:
        eyes.glimpses = lambda *_: None
        super().__init__(games.find(game), eyes, position)
        self._table = table
        self._shown: Any = None

    def see(self, frame: Frame) -> Sight:
        """Read the table that the frame is."""
        shown: Any = frame.image
        if self._moment is None or self._shown is not shown:
            self._moment, self._shown = self.belief.begin(), shown
        if self._moment.done:
            return Sight(frame.time, SightState.SETTLED)
        self._moment.read += 1
        if not isinstance(shown, self._table):
            return self._begun(frame.time, shown)
        self.eyes.shown = shown
        nowhere: Any = None
        finding = self._look_at_game(nowhere, nowhere, self._moment)
        return Sight(frame.time, SightState.STILL, finding)

    def _begun(self, time: float, event: Any) -> Sight:
        assert self._moment is not None
        seen, position = SetUpSeen(event), self.position
        finding = self.decider.set_up(seen, position, self._moment, lambda: None)
        return Sight(time, SightState.STILL, finding)

    def _proof(self, *_: Any) -> bytes | None:
        return None


class TaleRun(SimRun):
    """One game followed by its readings; a game says in `told` what its frames are."""

    def run(self) -> None:
        """Follow the whole game."""
        self.sim.tapped = False
        self.sim.moments = self._moments  # type: ignore[method-assign]
        super().run()

    def _moments(self) -> Iterator[Any]:
        for act in self.sim.acts(self.sim.room()):
            yield SimpleNamespace(frames=self.told(act), truth=act.truth, claims=act.claims)

    def told(self, act: Act) -> Iterator[Frame]:
        """The frames of one moment."""
        raise NotImplementedError
