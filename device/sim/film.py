"""Films the table: hands come and go, the room changes, frames are developed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from device.sim.hands import Reach, lay_hand, make_sprites
from device.sim.level import Level, draw_camera, draw_grade, draw_light
from device.sim.light import Light, glare_map, light_map, random_glares
from device.sim.optics import HEIGHT, WIDTH, Points
from device.sim.render import Canvas
from device.sim.sensor import Sensor, smeared
from device.sim.stage import Pose, Props, Stage, Still, on_table
from device.sim.textures import Image, Rng

LINGER = 0.12
# How far from the piece just laid towards its owner's seat a hand draws back before the next.
DRAWN_BACK = 0.5
HAND_HEIGHT = (0.05, 0.09)
SEATS = ((0.0, -1.0), (0.25, -1.0), (-0.3, -1.0), (1.1, 0.0), (-1.1, 0.1), (0.1, 1.0))


class Room:
    """Table, camera and light of one game, changing a little as it goes on."""

    def __init__(self, rng: Rng, props: Props, level: Level) -> None:
        self.props = props
        self.level = level
        self._rng = rng
        self.optics = draw_camera(rng, level, props.reach, props.near)
        self._home = self.optics
        self._light = draw_light(rng, level)
        self._phase = float(rng.uniform(0, 6.28))
        self._lamp_at = int(rng.integers(6, 20)) if rng.random() < level.lamp_chance else -1
        yaw = float(np.radians(rng.normal(0, level.board_yaw_degrees / 2)))
        self._board_home: Pose = (*map(float, rng.normal(0, 0.006, 2)), yaw)  # type: ignore[assignment]
        self.board = self._board_home
        self.layout = props.layout(rng, level)
        self._lying: object = props.bare
        self._count = 0
        self.nudged = False

    def settle(self, lying: object, steps: Sequence[object] = ()) -> tuple[Still, ...]:
        """The table after each step and at last at rest, with what befell room and camera."""
        passing = []
        for step in steps:
            self.follow(step)
            passing.append(self.still(step))
        self.follow(lying)
        self.nudged = False
        if self._count:
            self._maybe_nudge()
            self._maybe_relight()
        self._count += 1
        return (*passing, self.still(lying))

    def follow(self, lying: object) -> None:
        """Lay it so, as untidily as people do."""
        self.layout.follow(self._lying, lying)
        self._lying = lying

    def still(self, lying: object) -> Still:
        """This table as the room is now."""
        places, size = self.layout.places(), self.props.size
        return Still(lying, places, self.board, self.optics, self.light(), size)

    def light(self) -> Light:
        """The light now, drifting slowly."""
        drift = self.level.drift * np.sin(self._phase + self._count * 0.35)
        return self._light.stepped(1 + float(drift), 1 - float(drift) / 3, 1 + float(drift) / 3)

    def _maybe_nudge(self) -> None:
        every = self.level.nudge_every
        if not every or self._rng.random() >= 1 / every:
            return
        self.nudged = True
        if self._rng.random() < 0.5:
            knock = np.radians(self._rng.uniform(-1, 1, 3) * self.level.knock_degrees)
            self.optics = self._home.turned((float(knock[0]), float(knock[1]), float(knock[2])))
            return
        dx, dy = self._rng.uniform(-0.7, 0.7, 2) * self.level.nudge_mm * 1e-3
        turn = np.radians(self._rng.uniform(-1, 1) * self.level.nudge_degrees)
        x, y, yaw = self._board_home
        self.board = (x + float(dx), y + float(dy), yaw + float(turn))
        self.layout.jog()

    def _maybe_relight(self) -> None:
        if self._rng.random() < self.level.step_chance:
            step = self.level.step
            low, high = -step, step
            exposure, blue, red = 1 + self._rng.uniform(low, high, 3) * (1.0, 0.3, 0.3)
            bounded = float(np.clip(self._light.exposure * exposure, 0.7, 1.25))
            self._light = self._light.stepped(bounded / self._light.exposure, blue, red)
        if self._count == self._lamp_at:
            self._switch_lamp()

    def _switch_lamp(self) -> None:
        """A lamp goes on: brighter, warmer, another gradient, another glare."""
        rng, light = self._rng, self._light
        self._light = replace(
            light.stepped(1.15, 0.9, 1.1),
            ratio=float(rng.uniform(*self.level.gradient)),
            angle=float(rng.uniform(0, 6.28)),
            glares=light.glares + random_glares(rng, 1, self.level.glare),
        )


@dataclass(frozen=True)
class Gesture:
    """One reach over the table: the way of the fingers, where the person sits, whose hand."""

    path: Points
    seat: Points
    sprite: int
    height: float
    stills: tuple[Still, ...]
    marks: tuple[float, ...]
    levels: tuple[float, ...] = ()  # the hand's height at each node of the path, if it differs
    backs: tuple[float, ...] = ()  # where on its way the hand draws back from the table

    def still(self, part: float) -> Still:
        """How the table lies when the hand has come so far."""
        return self.stills[sum(1 for mark in self.marks if mark <= part)]

    def at(self, part: float, blur: float = 0.0) -> Reach:
        """The hand at a share of the way; `blur` = pixels moved while the shutter is open."""
        tip, then = _along(self.path, part), _along(self.path, min(part + 0.01, 1.0))
        way, arm = then - tip, tip - self.seat
        length = float(np.hypot(*way)) or 1.0
        smear = (blur * float(way[0]) / length, -blur * float(way[1]) / length)
        turn = float(np.arctan2(arm[1], arm[0]))
        height = _along(self.path, part, self.levels) if self.levels else self.height
        return Reach(float(tip[0]), float(tip[1]), turn, float(height), smear, self.sprite)


class Film:
    """Turns stills into frames."""

    def __init__(self, rng: Rng, stage: Stage, level: Level) -> None:
        self.stage = stage
        self._rng = rng
        self._sensor = Sensor(rng, draw_grade(rng, level), WIDTH, HEIGHT)
        self._sprites = make_sprites(rng)
        self._painted: list[tuple[Still, Canvas]] = []
        self._lit: tuple[object, NDArray[np.float32], Image | None] | None = None

    def shoot(self, still: Still, hand: Reach | None = None, shake: float = 0.0) -> Image:
        """One frame."""
        canvas = self._canvas(still)
        image, gloss = canvas.image, canvas.gloss
        if hand is not None:
            copy = Canvas(image.copy(), gloss.copy(), still.optics, still.light)
            lay_hand(copy, self._sprites[hand.sprite % len(self._sprites)], hand)
            image, gloss = copy.image, copy.gloss
        if shake:
            angle = self._rng.uniform(0, 6.28)
            image = smeared(image, shake * np.cos(angle), shake * np.sin(angle))
        light, glare = self._maps(still)
        return self._sensor.develop(image, gloss, light, glare)

    def take(self, stills: tuple[Still, ...], nudged: bool = False) -> Iterator[Image]:
        """Hands at work from the first still to the last, then the table at rest."""
        rng = self._rng
        gesture = self.gesture(stills)
        count = int(rng.integers(1, 3, len(stills) - 1).sum())
        parts = [0.12 + 0.76 * (i + float(rng.uniform(0.35, 0.65))) / count for i in range(count)]
        for part in sorted([*parts, *gesture.backs]):
            blur = float(rng.uniform(0, 16))
            still = gesture.still(part)
            shake = float(rng.uniform(3, 7)) if nudged and still is stills[-1] else 0.0
            yield self.shoot(still, gesture.at(part, blur), shake)
        if rng.random() < LINGER:
            part = gesture.marks[-1]
            for _ in range(int(rng.integers(3, 7))):
                yield self.shoot(stills[-1], gesture.at(part))
        yield from self.rest(stills[-1])

    def rest(self, still: Still) -> Iterator[Image]:
        """Two or three frames with nobody near."""
        for _ in range(int(self._rng.integers(2, 4))):
            yield self.shoot(still)

    def gesture(self, stills: tuple[Still, ...]) -> Gesture:
        """Some player's way from his seat over what changes, in order, and back.

        Between two pieces the hand draws back: others wait for it, or it fetches the next one.
        """
        rng = self._rng
        seat = np.array(SEATS[rng.integers(len(SEATS))])
        home = seat * 0.8
        nodes = [home]
        ends: list[int] = []
        backs: list[int] = []
        heights: list[float | None] = [None]
        for before, after in pairwise(stills):
            if ends:
                nodes.append(nodes[-1] + (home - nodes[-1]) * DRAWN_BACK)
                heights.append(None)
                backs.append(len(nodes) - 1)
            places = touched(self.stage.props, before, after)
            nodes += [np.array(place) for place, _ in places]
            heights += [height for _, height in places]
            ends.append(len(nodes) - 1)
        path = np.array([*nodes, home])
        far = np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))
        marks, drawn = (tuple(float(far[n - 1] / far[-1]) for n in each) for each in (ends, backs))
        sprite = int(rng.integers(len(self._sprites)))
        low, levels = float(rng.uniform(*HAND_HEIGHT)), tuple[float, ...]()
        if any(heights):
            levels = tuple(height or low for height in (*heights, None))
        return Gesture(path, seat, sprite, low, stills, marks, levels, drawn)

    def _canvas(self, still: Still) -> Canvas:
        for known, canvas in self._painted:
            if known is still:
                return canvas
        canvas = self.stage.paint(still)
        self._painted = [*self._painted[-1:], (still, canvas)]
        return canvas

    def _maps(self, still: Still) -> tuple[NDArray[np.float32], Image | None]:
        key = (still.light, still.optics)
        if self._lit is None or self._lit[0] != key:
            light, optics = still.light, still.optics
            self._lit = (key, light_map(light, optics), glare_map(light, optics))
        return self._lit[1], self._lit[2]


def touched(
    props: Props, before: Still, after: Still
) -> list[tuple[tuple[float, float], float | None]]:
    """Places on the table where something changed, each with the hand's height if that matters."""
    places = props.touched(before.lying, after.lying)
    return [
        (on_table(after.board, *place[:2]), place[2] if len(place) > 2 else None)
        for place in places
    ] or [((0.0, 0.0), None)]


def _along(path: Points, part: float, levels: Sequence[float] = ()) -> Points:
    """Point of a polyline at a share of its length, or what `levels` of its nodes come to there."""
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    reached = np.concatenate([[0.0], np.cumsum(steps)])
    goal = part * reached[-1]
    if levels:
        return np.asarray(np.interp(goal, reached, levels))
    x = np.interp(goal, reached, path[:, 0])
    y = np.interp(goal, reached, path[:, 1])
    return np.array([x, y])
