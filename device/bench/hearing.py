"""`castellan bench hearing`: how well pearls are heard, with an ideal observer beside each figure.

Boxes, rooms and noises come from the simulator; nothing the ear knows comes from there but sound.
The ideal observer knows the box's true falls, restitutions and scatters and reads the true bounce
times and the length of the air column without any noise; of levels it makes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from device.hearing.counting import count_pearls, moment_odds
from device.hearing.depth import DEPTHS, Ear, Lesson, Untaught, calibrate
from device.hearing.features import features
from device.hearing.listener import LISTENS, Heard, Listener
from device.sim.sound.noises import BEDS, NOISES
from device.sim.sound.pearls import (
    CLOCKED,
    GRAVITY,
    NO_COLUMN,
    RATE,
    SCENARIOS,
    SMALL,
    Box,
    Scenario,
    Seat,
    make_box,
    put_tower,
)
from device.sim.sound.room import through
from device.sim.sound.scene import Scene, Truth, new_scene
from rules.seven_locks import SIM_DIE
from rules.seven_locks.arrangement import marginals, weights
from rules.seven_locks.pieces import EVERY_KEY, PLACES

Array = NDArray[np.float64]
Say = Callable[[str], None]
CLOSE = 0.03  # seconds: a detection this near to a first impact is that pearl
TWICE = 0.6  # another one this soon after counts as the same pearl counted twice
AFTER = (1, 2, 4)
ALARMS = ("speech", "laughter", "knocks", "typing", "clatter", "dice", "cards", "claps", "steps",
          "music", "rustle")  # fmt: skip
KEEN = 0.15  # the verdict from which the ear listens when the game says that pearls are due
BLOCK = 1024


def listen(wave: Array, threshold: float = LISTENS) -> list[Heard]:
    """All pearls in a recording, heard block by block as a microphone gives it."""
    listener = Listener(threshold)
    found = []
    for start in range(0, len(wave), BLOCK):
        found += listener.feed(wave[start : start + BLOCK].astype(np.float32))
    return found + listener.finish()


def match(truths: Sequence[Truth], heard: Sequence[Heard]) -> list[Heard | None]:
    """For each true pearl the sound taken for it, if any."""
    return [
        min(
            (each for each in heard if abs(each.time - truth.time) < CLOSE),
            key=lambda each: abs(each.time - truth.time),
            default=None,
        )
        for truth in truths
    ]


# --- depth ---------------------------------------------------------------------------------


@dataclass
class Tally:
    """Right answers, claims and counts of one figure."""

    right: list[float] = field(default_factory=list)
    claimed: list[float] = field(default_factory=list)

    def add(self, shares: Sequence[float], truth: int) -> None:
        best = int(np.argmax(shares))
        self.right.append(float(best == truth))
        self.claimed.append(float(shares[best]))

    @property
    def accuracy(self) -> float:
        return float(np.mean(self.right)) if self.right else 0.0

    @property
    def gap(self) -> float:
        """Stated confidence minus accuracy."""
        return float(np.mean(self.claimed) - np.mean(self.right)) if self.right else 0.0


@dataclass
class DepthFigures:
    """How well depths are heard in one scenario."""

    drop: Tally = field(default_factory=Tally)
    towers: dict[int, Tally] = field(default_factory=lambda: {n: Tally() for n in AFTER})
    all_right: dict[int, list[float]] = field(default_factory=lambda: {n: [] for n in AFTER})


class Ideal:
    """Knows the box and reads what the simulator wrote."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def likelihoods(self, truth: Truth) -> tuple[float, ...]:
        box, scenario = self.box, self.box.scenario
        # Small chambers have another floor, and an ideal ear knows which one it was.
        logs = np.where((np.arange(DEPTHS) < SMALL) == (truth.depth < SMALL), 0.0, -9.0)
        logs = logs + self._timing(truth)
        if scenario.column > NO_COLUMN:
            logs += -0.5 * ((truth.seat.length - box.falls) / 0.0007) ** 2
        parts = np.exp(logs - logs.max())
        return tuple(parts / parts.sum() * 0.999 + 0.001 / DEPTHS)

    def _timing(self, truth: Truth) -> Array:
        """The first interval and its ratio to the second, which tells the pearl's elasticity."""
        box, scenario = self.box, self.box.scenario
        ground = [hit for hit in truth.drop.impacts if hit.on != "rim"]
        touched = any(hit.on == "rim" and hit.time > 0 for hit in truth.drop.impacts)
        if touched or len(ground) < 3 or any(hit.on != "floor" for hit in ground[:3]):
            return np.zeros(DEPTHS)
        gaps = np.log(np.diff([hit.time for hit in ground[:3]]))
        elastic = scenario.restitution_scatter**2 + scenario.seat_scatter**2
        fall = (0.5 * scenario.release_scatter / box.falls) ** 2
        logs = np.zeros(DEPTHS)
        for depth in range(DEPTHS):
            mean = np.log(box.restitution[depth])
            due = np.log(2 * np.sqrt(2 * box.falls[depth] / GRAVITY)) + mean
            off = np.array([gaps[0] - due, gaps[1] - gaps[0] - mean - np.log(CLOCKED)])
            spread = elastic + np.diag([fall[depth], 0.0]) + np.eye(2) * 0.006**2
            logs[depth] = -0.5 * off @ np.linalg.solve(spread, off)
            logs[depth] -= 0.5 * np.log(np.linalg.det(spread))
        return logs


def teach(scenario: Scenario, seed: int, bed: str, below: float, rounds: int) -> tuple[Box, Ear]:
    """A box and an ear calibrated on it, the tower lifted and put back between rounds."""
    box = make_box(scenario, np.random.default_rng([1, seed]))
    lessons = []
    for turn in range(rounds):
        scene = _recorded(seed, [2, seed, turn], box, [(d, 0) for d in range(DEPTHS)], bed, below)
        heard = match(scene.truths, listen(scene.take(), KEEN))
        lessons += [
            Lesson(features(sound), truth.depth, turn)
            for truth, sound in zip(scene.truths, heard, strict=True)
            if sound is not None
        ]
    return box, calibrate(lessons)


def _recorded(
    seed: int, scene_seed: Sequence[int], box: Box, plan: list[tuple[int, int]], bed: str,
    below: float, seats: dict[int, Seat] | None = None,
) -> Scene:  # fmt: skip
    """Drops in the room and before the microphone of this seed's table."""
    place = new_scene([3, seed], 0.1)
    rng = np.random.default_rng(list(scene_seed))
    scene = Scene(rng, 1.0 + 1.5 * len(plan), place.room, place.microphone)
    for number, (depth, inside) in enumerate(plan):
        seat = put_tower(box, depth, rng) if seats is None else seats[depth]
        scene.drop(box, seat, 0.6 + 1.5 * number + rng.uniform(0, 0.3), inside)
    scene.bed(bed, below)
    return scene


def play_depths(
    hear: Callable[[Truth, Heard | None], Sequence[float]],
    scene: Scene,
    heard: Sequence[Heard | None],
    figures: DepthFigures,
) -> None:
    """Seven towers, four drops into each: every drop, and the exact posterior after 1, 2, 4."""
    logs = np.zeros((DEPTHS, DEPTHS))
    counts = np.zeros(DEPTHS, int)
    order = list(dict.fromkeys(truth.depth for truth in scene.truths))
    for number, (truth, sound) in enumerate(zip(scene.truths, heard, strict=True)):
        shares = hear(truth, sound)
        figures.drop.add(shares, truth.depth)
        tower = order.index(truth.depth)
        logs[tower] += np.log(shares)
        counts[tower] += 1
        if (number + 1) % PLACES == 0 and (number + 1) // PLACES in AFTER:
            _posterior(logs, counts, order, figures, (number + 1) // PLACES)


def _posterior(
    logs: Array, counts: NDArray[np.int64], order: list[int], figures: DepthFigures, after: int
) -> None:
    rows = [weights(EVERY_KEY, tuple(logs[t]), int(counts[t])) for t in range(PLACES)]
    odds = marginals([*rows, weights(EVERY_KEY, (), 0)])
    assert odds is not None
    for tower, depth in enumerate(order):
        figures.towers[after].add(odds[tower], depth)
    right = all(int(np.argmax(odds[tower])) == depth for tower, depth in enumerate(order))
    figures.all_right[after].append(float(right))


def bench_depth(
    scenario: Scenario, below: float, boxes: int, rounds: int = 3, first: int = 0
) -> dict[str, DepthFigures]:
    """The ear, the ear without calibration, and the ideal observer on the same drops."""
    found = {name: DepthFigures() for name in ("ear", "untaught", "ideal")}
    for seed in range(first, first + boxes):
        bed = BEDS[seed % len(BEDS)]
        box, ear = teach(scenario, seed, bed, below, rounds)
        rng = np.random.default_rng([4, seed])
        depths = [int(d) for d in rng.permutation(DEPTHS)[:PLACES]]
        seats = {depth: put_tower(box, depth, rng) for depth in depths}
        plan = [(depth, inside) for inside in range(max(AFTER)) for depth in depths]
        scene = _recorded(seed, [5, seed], box, plan, bed, below, seats)
        heard = match(scene.truths, listen(scene.take(), KEEN))
        for name, hear in _observers(box, ear).items():
            play_depths(hear, scene, heard, found[name])
    return found


def _observers(
    box: Box, ear: Ear | Untaught
) -> dict[str, Callable[[Truth, Heard | None], Sequence[float]]]:
    ideal, untaught = Ideal(box), Untaught()
    return {
        "ear": lambda truth, sound: _hear(ear, truth, sound),
        "untaught": lambda truth, sound: _hear(untaught, truth, sound),
        "ideal": lambda truth, _: ideal.likelihoods(truth),
    }


def _hear(ear: Ear | Untaught, truth: Truth, sound: Heard | None) -> Sequence[float]:
    if sound is None:
        return (1 / DEPTHS,) * DEPTHS
    return ear.likelihoods(features(sound), truth.inside)


# --- detector ------------------------------------------------------------------------------


@dataclass
class Detection:
    """Drops heard, counted twice, and false ones."""

    drops: int = 0
    heard: int = 0
    audible: int = 0
    twice: int = 0
    false: int = 0
    late: list[float] = field(default_factory=list)


def bench_detector(bed: str, below: float, scenes: int, first: int = 0) -> Detection:
    """Pearls of all kinds of boxes over a noise; some into towers that hold pearls, some close."""
    total = Detection()
    for seed in range(first, first + scenes):
        scene = new_scene([6, seed], 30.0)
        rng = scene.rng
        box, at = make_box(SCENARIOS[seed % len(SCENARIOS)], rng), 0.6
        while at < 28.5:
            inside = int(rng.integers(0, 8)) if rng.random() < 0.5 else 0
            scene.drop(box, put_tower(box, int(rng.integers(0, DEPTHS)), rng), at, inside)
            at += rng.uniform(0.45, 0.9) if rng.random() < 0.2 else rng.uniform(0.9, 2.0)
        clean = scene.wave.copy()
        scene.bed(bed, below)
        _tally(scene, clean, listen(scene.take()), total)
    return total


def _tally(scene: Scene, clean: Array, heard: list[Heard], total: Detection) -> None:
    found = match(scene.truths, heard)
    total.drops += len(found)
    total.heard += sum(each is not None for each in found)
    total.audible += sum(_audible(clean, scene.wave - clean, truth) for truth in scene.truths)
    used = {id(each) for each in found if each is not None}
    for each in heard:
        if id(each) not in used:
            near = any(-0.25 < each.time - truth.time < TWICE for truth in scene.truths)
            total.twice += near
            total.false += not near
    total.late += [
        each.known - truth.last
        for truth, each in zip(scene.truths, found, strict=True)
        if each is not None
    ]


def _audible(clean: Array, noise: Array, truth: Truth) -> bool:
    """Whether the first impact's 5 ms stand 6 dB out of the noise there, above 2 kHz."""
    start = int(truth.time * RATE)
    parts = [np.diff(wave[start : start + 240]) for wave in (clean, noise)]
    return bool(np.sum(parts[0] ** 2) > 4 * np.sum(parts[1] ** 2))


def bench_alarms(kind: str, minutes: float, first: int = 0) -> tuple[int, float]:
    """False pearls in a noise alone, as loud as pearls are, and how long it was."""
    false, seconds = 0, 0.0
    seed = first
    while seconds < minutes * 60:
        scene = new_scene([7, seed, ALARMS.index(kind)], 20.0)
        loud = scene.rng.uniform(0.05, 0.6)
        scene.noise(through(NOISES[kind](scene.rng, 20.0), scene.room), 0, loud)
        scene.bed("room", scene.rng.uniform(15, 40))
        false += len(listen(scene.take()))
        seconds += 20.0
        seed += 1
    return false, seconds / 60


# --- whole games ---------------------------------------------------------------------------


def bench_games(games: int, below: float, first: int = 0) -> tuple[list[int], int]:
    """By how much each game's pearl count is off, and how many pearls fell in all."""
    off, pearls = [], 0
    for seed in range(first, first + games):
        rng = np.random.default_rng([8, seed])
        box = make_box(SCENARIOS[seed % len(SCENARIOS)], rng)
        counted = thrown = 0
        turns = [14] + [SIM_DIE[rng.integers(0, 6)][0] for _ in range(18)]
        for number, due in enumerate(turns):
            true, told = _turn(box, due, below, rng, [9, seed, number])
            counted += told
            thrown += true
        off.append(counted - thrown)
        pearls += thrown
    return off, pearls


def _turn(
    box: Box, due: int, below: float, rng: np.random.Generator, seed: Sequence[int]
) -> tuple[int, int]:
    """One turn: hands over towers. Most let a pearl go; players err now and then."""
    hands = due + (int(rng.choice([-1, 1])) if rng.random() < 0.02 and due > 1 else 0)
    empty = [bool(rng.random() < 0.02) for _ in range(hands)]
    if any(empty):  # a hand that hovered comes back and throws after all
        empty += [False] * sum(empty)
    scene = new_scene(list(seed), 1.0 + 2.0 * len(empty))
    moments = []
    for number, hovers in enumerate(empty):
        at = 0.7 + 2.0 * number
        moments.append((at - 0.5, at + 1.3))
        if not hovers:
            inside = int(rng.integers(0, 8))
            seat = put_tower(box, int(rng.integers(0, DEPTHS)), rng)
            scene.drop(box, seat, at + rng.uniform(-0.2, 0.6), inside)
    scene.bed(str(rng.choice(BEDS)), below)
    if rng.random() < 0.3:
        kind = str(rng.choice(["knocks", "laughter", "cards", "clatter"]))
        scene.noise(NOISES[kind](rng, 2.0), rng.uniform(0, 2.0 * len(empty)), 0.05)
    heard = listen(scene.take(), KEEN)
    odds = [moment_odds(_best(heard, low, high)) for low, high in moments]
    return len(scene.truths), count_pearls(odds, due).pearls


def _best(heard: Sequence[Heard], low: float, high: float) -> float | None:
    return max((each.confidence for each in heard if low <= each.time <= high), default=None)


# --- cost ----------------------------------------------------------------------------------


def bench_cost() -> dict[str, float]:
    """Share of one core in real time over noisy minutes, and a posterior update."""
    scene = new_scene(11, 60.0)
    box = make_box(SCENARIOS[1], scene.rng)
    for number in range(30):
        scene.drop(box, put_tower(box, number % DEPTHS, scene.rng), 1.0 + 1.9 * number)
    scene.bed("babble", 20)
    wave = scene.take()
    start = time.process_time()
    heard = listen(wave)
    used = time.process_time() - start
    start = time.process_time()
    for each in heard:
        features(each)
    feature_ms = (time.process_time() - start) / max(1, len(heard)) * 1000
    logs = [tuple(np.random.default_rng(n).normal(0, 2, DEPTHS)) for n in range(PLACES)]
    start = time.process_time()
    for _ in range(20):
        marginals([*(weights(EVERY_KEY, log, 2) for log in logs), weights(EVERY_KEY, (), 0)])
    return {
        "core": used / 60,
        "feature_ms": feature_ms,
        "posterior_ms": (time.process_time() - start) / 20 * 1000,
    }


# --- the report ----------------------------------------------------------------------------


Row = dict[str, float | str]  # figures by their names


def measure(boxes: int, scenes: int, games: int, say: Say) -> dict[str, object]:
    """Everything, told line by line and given back as figures."""
    return {
        "depth": _measure_depth(boxes, say),
        "detector": _measure_detector(scenes, say),
        "false_per_minute": _measure_alarms(scenes, say),
        "games": _measure_games(games, say) if games else None,
        "cost": _measure_cost(say),
    }


def _measure_depth(boxes: int, say: Say) -> list[Row]:
    say("Depth: right per drop, per tower after 1 / 2 / 4 drops, all seven after 2 / 4;")
    say("       gap = stated confidence - accuracy, per drop and per tower after 4")
    rows: list[Row] = []
    for scenario in SCENARIOS:
        for below in (20.0, 10.0):
            for name, found in bench_depth(scenario, below, boxes).items():
                row = _depth_row(found) | {
                    "scenario": scenario.name, "below": below, "observer": name
                }  # fmt: skip
                rows.append(row)
                say(
                    f"{scenario.name:13} {below:3.0f} dB  {name:8}  {row['drop']:.2f}  "
                    f"{row['tower_1']:.2f} / {row['tower_2']:.2f} / {row['tower_4']:.2f}  "
                    f"{row['all_2']:.2f} / {row['all_4']:.2f}  "
                    f"gap {row['gap_drop']:+.2f} {row['gap_tower']:+.2f}"
                )
    return rows


def _depth_row(found: DepthFigures) -> Row:
    return {
        "drops": len(found.drop.right),
        "drop": found.drop.accuracy,
        **{f"tower_{n}": found.towers[n].accuracy for n in AFTER},
        **{f"all_{n}": float(np.mean(found.all_right[n])) for n in AFTER},
        "gap_drop": found.drop.gap,
        "gap_tower": found.towers[4].gap,
    }


def _measure_detector(scenes: int, say: Say) -> list[Row]:
    say(
        "Detector alone: drops heard (audible at all), counted twice, seconds after the last bounce"
    )
    rows: list[Row] = []
    for below in (20.0, 10.0):
        for bed in BEDS:
            found = bench_detector(bed, below, scenes)
            late = float(np.percentile(found.late, 95)) if found.late else 0.0
            row: Row = {
                "bed": bed, "below": below, "drops": found.drops,
                "heard": found.heard / found.drops, "audible": found.audible / found.drops,
                "twice": found.twice / found.drops, "false": found.false / found.drops,
                "late_95": late,
            }  # fmt: skip
            rows.append(row)
            say(
                f"{bed:8} {below:3.0f} dB  heard {row['heard']:.3f} (audible "
                f"{row['audible']:.3f})  twice {row['twice']:.3f}  other false "
                f"{row['false']:.3f}  after {late:.2f} s  of {found.drops}"
            )
    return rows


def _measure_alarms(scenes: int, say: Say) -> dict[str, float]:
    say("False pearls per minute of noise as loud as pearls (ideal: 0)")
    rows = {}
    for kind in ALARMS:
        false, minutes = bench_alarms(kind, max(1.0, scenes * 0.5))
        rows[kind] = false / minutes
        say(f"{kind:10} {rows[kind]:5.2f}")
    return rows


def _measure_games(games: int, say: Say) -> Row:
    off, pearls = bench_games(games, 20.0)
    row: Row = {
        "games": games,
        "pearls": pearls,
        "exact": float(np.mean([each == 0 for each in off])),
        "within_1": float(np.mean([abs(each) <= 1 for each in off])),
    }
    say(
        f"Games at 20 dB: count exact in {row['exact']:.3f}, within 1 in {row['within_1']:.3f} "
        f"of {games} games ({pearls} pearls; ideal 1.0)"
    )
    return row


def _measure_cost(say: Say) -> dict[str, float]:
    cost = bench_cost()
    say(
        f"Cost: {cost['core']:.1%} of one core, features {cost['feature_ms']:.1f} ms a pearl, "
        f"posterior {cost['posterior_ms']:.1f} ms"
    )
    return cost
