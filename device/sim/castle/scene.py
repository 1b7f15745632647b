"""A box of The Castle on the table: where everything lies, and its bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from device.sim import stage
from device.sim.castle.map import DEPTH, WIDTH
from device.sim.castle.theme import Theme
from device.sim.dice import die_body
from device.sim.level import Level
from device.sim.render import Solid, placed, prism, rectangle
from device.sim.stage import STRAIGHT, Pose, Props, Stack, Still, on_table
from device.sim.textures import Rng, Texture
from rules.castle.maps import CORRIDOR
from rules.castle.position import Position, castle_of
from vision.castle.table import middle

GLOSS = 90
PAPER_EDGE = (190, 200, 205)
# Places of characters in a room and along a corridor, and before an entrance.
ROOM_SLOTS = ((0.0, 1.0), (1.35, 1.0), (-1.35, 1.0), (0.0, -1.25), (1.35, -1.25), (-1.35, -1.25))
LANE_SLOTS = (0.0, 1.15, -1.15, 2.2, -2.2, 3.2)


@dataclass(frozen=True)
class Lying:
    """Characters (member: place, hits), treasures and monsters by area, and the die."""

    characters: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    treasures: Mapping[str, str] = field(default_factory=dict)  # "" = face down, else the kind
    monsters: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    die: tuple[int, float, float, float] | None = None
    makes: Mapping[int, tuple[int, str]] = field(default_factory=dict)  # member: seat, discipline
    loose: Mapping[tuple[float, float], str] = field(default_factory=dict)  # by place: what it is


def lying_of(position: Position, die: tuple[int, float, float, float] | None) -> Lying:
    """How the table looks in a position."""
    castle = castle_of(position)
    characters, makes = {}, {}
    for number, member in enumerate(position.members):
        if member.hero and member.state == "in" and member.party >= 0:
            at = position.parties[member.party].at
            characters[number] = (castle.name(at), member.hits)
            makes[number] = (member.seat, member.kind)
    monsters = {
        castle.name(at): tuple((foe.kind or "", foe.hits) for foe in foes)
        for at, foes in enumerate(position.foes)
        if foes
    }
    treasures = {castle.name(at): "" for at in castle.rooms if position.treasures >> at & 1}
    return Lying(characters, treasures, monsters, die, makes)


@dataclass
class Layout(stage.Layout[Lying]):
    """How untidily the pieces lie."""

    slots: dict[int, int] = field(default_factory=dict)
    poses: dict[tuple[object, ...], Pose] = field(default_factory=dict)

    def follow(self, before: Lying, after: Lying) -> None:
        for member, (place, hits) in after.characters.items():
            old = before.characters.get(member)
            if old is None or old[0] != place:
                others = {
                    self.slots[m]
                    for m, (p, _) in after.characters.items()
                    if p == place and m != member and m in self.slots
                }
                self.slots[member] = min(n for n in range(12) if n not in others)
                self.poses["C", member] = self._pose()
            if old is None or old[1] != hits:
                self.poses["H", member] = self._pose(0.6)
        for area in after.treasures:
            if after.treasures[area] != before.treasures.get(area):
                self.poses["T", area] = self._pose()
        for area, foes in after.monsters.items():
            was = before.monsters.get(area, ())
            for n, (kind, hits) in enumerate(foes):
                if n >= len(was) or was[n][0] != kind:
                    self.poses["M", area, n] = self._pose()
                if n >= len(was) or was[n][1] != hits:
                    self.poses["X", area, n] = self._pose(0.6)
        for at, name in after.loose.items():
            if before.loose.get(at) != name:
                self.poses["L", at] = self._pose()

    def _pose(self, share: float = 1.0) -> Pose:
        x, y, turn = np.clip(self.rng.normal(0, 0.5, 3), -1, 1) * share
        reach = min(self.level.card_mm, 3.0) * 1e-3
        angle = np.radians(self.level.card_degrees * 2.5)
        return float(x * reach), float(y * reach), float(turn * angle)


class Pieces(stage.Pieces[Theme]):
    """The bodies of one still."""

    def flat(self) -> Sequence[Stack]:
        lying, theme = self._still.lying, self._theme
        found: list[Stack] = []
        for area, kind in lying.treasures.items():
            paint = theme.faces[kind] if kind else theme.backs["treasure"]
            found.append([self._counter(("T", area), counter_place(theme, area, -1), paint)])
        for area, foes in lying.monsters.items():
            for n, (kind, hits) in enumerate(foes):
                paint = theme.faces[kind] if kind else theme.backs["monster"]
                x, y = counter_place(theme, area, 1 + n)
                stack = [self._counter(("M", area, n), (x, y), paint)]
                if hits:
                    stack.append(self._chip(("M", area, n), ("X", area, n), (x, y), hits))
                found.append(stack)
        for member, (place, hits) in lying.characters.items():
            at = character_place(theme, place, self._still.places.slots.get(member, 0))
            stack = [self._counter(("C", member), at, theme.characters[lying.makes[member]])]
            if hits:
                stack.append(self._chip(("C", member), ("H", member), at, hits))
            found.append(stack)
        return found + [[self._loose(at, name)] for at, name in lying.loose.items()]

    def _loose(self, at: tuple[float, float], name: str) -> Solid:
        """A counter that lies anywhere: "back:monster", "face:bat", "chip:3"."""
        kind, _, rest = name.partition(":")
        theme = self._theme
        paints = {"back": theme.backs, "face": theme.faces, "chip": theme.chips}
        paint = paints[kind][int(rest) if kind == "chip" else rest]  # type: ignore[index]
        size = theme.sizes.chip if kind == "chip" else theme.sizes.counter
        dx, dy, turn = self._still.places.poses.get(("L", at), STRAIGHT)
        return self._sheet(at[0] + dx, at[1] + dy, turn, size, 0.0, paint)

    def stacks(self) -> Sequence[Stack]:
        if self._still.lying.die is None:
            return ()
        value, x, y, turn = self._still.lying.die
        px, py = on_table(self._still.board, x, y)
        base = 0.0 if abs(x) < WIDTH / 2 and abs(y) < DEPTH / 2 else -self._theme.sizes.paper
        return ([die_body(self._theme.die, value, px, py, turn + self._still.board[2], base)],)

    def _counter(self, key: tuple[object, ...], at: tuple[float, float], paint: Texture) -> Solid:
        sizes = self._theme.sizes
        size = sizes.character if key[0] == "C" else sizes.counter
        dx, dy, turn = self._still.places.poses.get(key, STRAIGHT)
        return self._sheet(at[0] + dx, at[1] + dy, turn, size, 0.0, paint)

    def _chip(
        self, under: tuple[object, ...], key: tuple[object, ...], at: tuple[float, float], hits: int
    ) -> Solid:
        sizes, poses = self._theme.sizes, self._still.places.poses
        ux, uy, _ = poses.get(under, STRAIGHT)
        dx, dy, turn = poses.get(key, STRAIGHT)
        x, y = at[0] + ux + dx * 0.7 + 0.003, at[1] + uy + dy * 0.7 - 0.003
        paint = self._theme.chips[min(hits, max(self._theme.chips))]
        return self._sheet(x, y, turn, sizes.chip, sizes.thick, paint)

    def _sheet(
        self, x: float, y: float, turn: float, size: float, base: float, paint: Texture
    ) -> Solid:
        board = self._still.board
        px, py = on_table(board, x, y)
        foot = placed(rectangle(size, size), px, py, turn + board[2])
        top = base + self._theme.sizes.thick
        return prism(foot, base, top, PAPER_EDGE, paint, foot[[3, 2, 1, 0]], GLOSS)


def counter_place(theme: Theme, area: str, side: int) -> tuple[float, float]:
    """Where a counter lies: the treasure on the left, monsters on the right."""
    x, y = middle(theme.plan.areas[area][1])
    return x + side * 0.62 * theme.sizes.counter, y - 0.35 * theme.sizes.counter


def character_place(theme: Theme, place: str, slot: int) -> tuple[float, float]:
    """Where a character stands in an area, or before an entrance."""
    size = theme.sizes.character
    if place in theme.plan.gates:
        _, x, y = theme.plan.gates[place]
        return x + np.sign(x) * (0.018 + size * 1.1 * slot), y
    kind, rect = theme.plan.areas[place][0], theme.plan.shown(place)
    x, y = middle(rect)
    if kind == CORRIDOR:
        off = LANE_SLOTS[slot % 6] * size
        return (x + off, y) if rect[2] - rect[0] > rect[3] - rect[1] else (x, y + off)
    dx, dy = ROOM_SLOTS[slot % 6]
    return x + dx * size, y + dy * 0.95 * size


class CastleProps(Props[Lying, Theme]):
    """One owner's box of The Castle on the stage."""

    near = 1.0
    bare = Lying()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.board = theme.board
        self.thickness = theme.sizes.paper
        self.size = self.slab = (WIDTH, DEPTH)
        self.reach = (0.29, 0.30)

    def layout(self, rng: Rng, level: Level) -> Layout:
        return Layout(rng, level)

    def pieces(self, still: Still) -> Pieces:
        return Pieces(self.theme, still)

    def touched(self, before: Lying, after: Lying) -> list[tuple[float, float]]:
        """Places where something changed: characters, counters, the die."""
        found = [
            character_place(self.theme, place, 0)
            for member, (place, hits) in after.characters.items()
            if before.characters.get(member) != (place, hits)
        ]
        areas = {*before.monsters, *after.monsters, *before.treasures}
        for area in sorted(areas):
            old = (before.monsters.get(area), before.treasures.get(area))
            if old != (after.monsters.get(area), after.treasures.get(area)):
                found.append(middle(self.theme.plan.areas[area][1]))
        if after.die is not None and after.die != before.die:
            found.append(after.die[1:3])
        return found[:6]
