"""Whole simulated games told by clear readings instead of pictures: what all games share."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from device.bench.sim import SimRun
from device.following.follower import Finding, Sight, SightState, Story, Verdict, Watcher, _Moment
from device.senses.frame import Frame
from device.sim.base import Act
from rules import games
from vision.stories.beam import Explainer


class TaleWatcher(Watcher):
    """A watcher whose frames are what its eyes shall read, or the event that sets up."""

    def __init__(self, position: Any, eyes: Any, game: str, table: type) -> None:
        self.game, self.position = games.find(game), position
        self.eyes, self._table = eyes, table
        self.explainer = Explainer(self.game, eyes.lens, position)
        self.view: Any = object()
        self._reading = self._memory = self._moment = self._illegal = None
        self._doubts = self._puzzles = self._unread = 0
        self._hurried = False

    def see(self, frame: Frame) -> Sight:
        """Read the table that the frame is."""
        shown: Any = frame.image
        if self._moment is None or self._moment.total is not shown:
            self._moment = _Moment(shown, 1, list(self.explainer.beam), self._memory)
        if self._moment.done:
            return Sight(frame.time, SightState.SETTLED)
        self._moment.read += 1
        if not isinstance(shown, self._table):
            return self._begun(frame.time, shown)
        self.eyes.shown = shown
        return Sight(frame.time, SightState.STILL, self._play(None, self._moment))

    def _begun(self, time: float, event: Any) -> Sight:
        after = self.game.apply(self.position, event)
        self.explainer.expect(event, after)
        story = Story((event,), 1.0, after)
        return Sight(time, SightState.STILL, Finding(Verdict.UNDERSTOOD, (story,), (), True))

    def _glimpses(self, _: Any, __: Any) -> Any:
        return None

    def _evidence(self, _: Any) -> bytes | None:
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
