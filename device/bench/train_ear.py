"""Makes the verifier's weights: python -m device.bench.train_ear [FOLDER OF NOISE RECORDINGS].

Pearls come from simulated boxes far more varied than any the bench uses, and from crude clicks that
only bounce as physics says; noises from the simulator and from real recordings of things that are
no pearls. Of those only the traits are kept (`real_noises.npz`); naming a folder makes them anew.
Seeds here are never used by the bench. The same call gives the same weights.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from device.hearing.bands import DELAY, FRAME
from device.hearing.bounces import Train
from device.hearing.context import NAMES_AROUND, Judged, surroundings
from device.hearing.listener import Heard, Listener
from device.hearing.onsets import Onset
from device.hearing.traits import NAMES
from device.hearing.verifier import WEIGHTS, Network, Verifier
from device.senses.sound import RATE, Samples
from device.senses.wav import read_wav
from device.sim.sound.noises import BEDS, NOISES
from device.sim.sound.pearls import MODERATE, Box, Drop, Scenario, Wave, make_box, put_tower
from device.sim.sound.room import through
from device.sim.sound.scene import Scene, Truth, band_power, new_scene
from device.sim.sound.strikes import strikes

Array = NDArray[np.float64]
Say = Callable[[str], None]
CLOSE = 0.008  # seconds between an onset and the true first impact
PEARLS, EACH, MORE, STRIKES = 420, 14, 20, 200  # recordings of 12 seconds
CLICKS = ("claps", "dice", "knocks", "steps", "typing")
HELD_OUT: frozenset[str] = frozenset()  # noises left out, to see how the ear does without them
MEMBERS, HIDDEN, ROUNDS, BATCH = 6, 64, 25, 256
DECAY, FALSE_ALARM = 1e-4, 1.5
REAL_WEIGHT = 4.0  # there is far less of what is real
REAL = Path(__file__).with_name("real_noises.npz")
EXAMPLE = ("rows", "labels", "frames", "levels")


@dataclass(frozen=True)
class Example:
    """All onsets of one recording: their traits, which are pearls, where and how loud they are."""

    rows: Array
    labels: Array
    frames: Array
    levels: Array
    weight: float = 1.0


_NOTHING = Network(*(np.zeros(0),) * 6)
DEAF = Verifier(_NOTHING, _NOTHING)


class Gatherer(Listener):
    """A listener that accepts nothing and keeps the traits of every onset."""

    def __init__(self) -> None:
        super().__init__(verifier=DEAF)
        self.onsets: list[Onset] = []
        self.rows: list[Array] = []

    def _verdict(self, onset: Onset, train: Train, values: Array) -> Heard | None:
        del train
        self.onsets.append(onset)
        self.rows.append(values)
        return None


def gather(samples: Samples, pearls: Sequence[float]) -> Example:
    """The traits of all onsets of a recording, and which of them are first impacts."""
    listener = Gatherer()
    listener.feed(samples)
    listener.finish()
    frames = np.array([onset.frame for onset in listener.onsets], float)
    labels = np.zeros(len(frames))
    for pearl in pearls if len(frames) else ():
        off = np.abs((frames * FRAME - DELAY) / RATE - pearl)
        nearest = int(np.argmin(off))
        labels[nearest] = max(labels[nearest], float(off[nearest] < CLOSE))
    rows = np.array(listener.rows) if listener.rows else np.zeros((0, len(NAMES)))
    return Example(rows, labels, frames, np.array([onset.level for onset in listener.onsets]))


# --- what to learn from --------------------------------------------------------------------


def pearl_scene(seed: int) -> tuple[Samples, list[float]]:
    """Twelve seconds of pearls of a box nobody will ever meet again, over some noise."""
    scene = new_scene([77, seed], 12.0)
    rng = scene.rng
    box = _any_box(make_box(_any_scenario(rng), rng), rng)
    at = rng.uniform(0.3, 0.8)
    while at < 11:
        inside = int(rng.integers(0, 10)) if rng.random() < 0.5 else 0
        if seed % 4 == 0:
            _crude(scene, at)
        else:
            scene.drop(box, put_tower(box, int(rng.integers(0, 8)), rng), at, inside)
        at += rng.uniform(0.3, 0.9) if rng.random() < 0.4 else rng.uniform(0.9, 2.2)
    # Most of the art is in hearing pearls that barely stand out.
    scene.bed(str(rng.choice(BEDS)), rng.uniform(7, 24) if seed % 5 < 3 else rng.uniform(6, 40))
    if seed % 3 == 0:
        scene.noise(_any_noise(rng, 4.0), rng.uniform(0, 8), rng.uniform(0.01, 0.3))
    return scene.take().astype(np.float32), [truth.time for truth in scene.truths]


def _any_scenario(rng: np.random.Generator) -> Scenario:
    return Scenario(
        "any",
        rng.uniform(-25, 5),
        rng.uniform(0.02, 0.12),
        rng.uniform(0.001, 0.012),
        rng.uniform(0.01, 0.05),
        rng.uniform(0, 0.15),
    )


def _any_box(box: Box, rng: np.random.Generator) -> Box:
    return replace(
        box,
        falls=np.sort(rng.uniform(0.03, 0.24, 8)),
        restitution=np.clip(rng.uniform(0.33, 0.75) * np.exp(rng.normal(0, 0.05, 8)), 0.3, 0.8),
        loudness=rng.uniform(0.02, 0.4),
    )


def _crude(scene: Scene, at: float) -> None:
    """A pearl as a textbook draws it: decaying clicks of noise or of one tone."""
    rng = scene.rng
    elastic, speed = rng.uniform(0.4, 0.7), rng.uniform(0.8, 2.0)
    fade, hertz = rng.uniform(0.0006, 0.006), rng.uniform(1500, 9000)
    moment, first, wave = at, at, scene.wave
    noisy = rng.uniform(0.1, 1)
    while speed > 0.08 and int(moment * RATE) + 1500 < len(wave):
        times = np.arange(1440) / RATE
        click = noisy * rng.normal(size=1440) + np.sin(2 * np.pi * hertz * times) * (1 - noisy)
        start = int(moment * RATE)
        wave[start : start + 1440] += 0.2 * speed * click * np.exp(-times / fade)
        if moment == first:
            scene.loud.append(band_power(wave[start : start + 2400]))
        speed *= elastic * np.exp(rng.normal(0, 0.01))
        moment += 2 * speed / 9.81
    seat = put_tower(make_box(MODERATE, rng), 0, rng)
    scene.truths.append(Truth(first, moment, 0, Drop((), first, moment), seat, 0))


def _any_noise(rng: np.random.Generator, seconds: float) -> Wave:
    kind = str(rng.choice([*sorted(NOISES.keys() - HELD_OUT), "strikes"]))
    return NOISES[kind](rng, seconds) if kind in NOISES else strikes(rng, seconds)


def noise_scene(seed: int, kind: str) -> Samples:
    """Twelve seconds without any pearl."""
    scene = new_scene([78, seed], 12.0)
    rng = scene.rng
    made = NOISES[kind](rng, 12.0) if kind in NOISES else strikes(rng, 12.0)
    scene.noise(through(made, scene.room) if rng.random() < 0.7 else made, 0, rng.uniform(0.02, 1))
    scene.bed(str(rng.choice(BEDS)), rng.uniform(0, 45))
    return scene.take().astype(np.float32)


def recording(path: Path, number: int) -> Samples:
    """A real noise; every second one gets a little hiss as rooms have it."""
    rng = np.random.default_rng([79, number])
    samples = read_wav(path).samples
    hiss = 10 ** rng.uniform(-4.5, -2.5) * (number % 2)
    return samples + rng.normal(0, hiss, len(samples)).astype(np.float32)


# --- the work ------------------------------------------------------------------------------


def jobs() -> list[tuple[str, int]]:
    """What to simulate: pearls, every noise, and more of what is most like pearls."""
    kinds = [kind for kind in sorted(NOISES) if kind not in HELD_OUT]
    clicks = [kind for kind in CLICKS if kind not in HELD_OUT]
    return [
        *(("pearls", seed) for seed in range(PEARLS)),
        *((kind, at + len(NOISES) * seed) for at, kind in enumerate(kinds) for seed in range(EACH)),
        *(("strikes", 1000 + seed) for seed in range(STRIKES)),
        *((kind, 2000 + 100 * at + seed) for at, kind in enumerate(clicks) for seed in range(MORE)),
    ]


def simulate(job: tuple[str, int]) -> Example:
    """The onsets of one simulated recording."""
    kind, seed = job
    if kind == "pearls":
        return gather(*pearl_scene(seed))
    return gather(noise_scene(seed, kind), [])


def examples(folder: Path | None, processes: int) -> list[Example]:
    """Everything to learn from, in an order that does not depend on the number of processes."""
    with Pool(processes) as pool:
        return [*pool.imap(simulate, jobs(), 4), *real_noises(folder)]


def real_noises(folder: Path | None) -> list[Example]:
    """The onsets of real recordings: from a folder, else those kept beside this file."""
    if folder is not None:
        found = [
            gather(recording(path, number), [])
            for number, path in enumerate(sorted(folder.rglob("*.wav")))
        ]
        np.savez_compressed(REAL, **_packed(found))
    with np.load(REAL) as kept:
        cuts = np.cumsum(kept["counts"])[:-1]
        parts = [np.split(np.asarray(kept[name], float), cuts) for name in EXAMPLE]
    return [
        Example(rows, labels, frames, levels, REAL_WEIGHT)
        for rows, labels, frames, levels in zip(*parts, strict=True)
    ]


def _packed(found: Sequence[Example]) -> dict[str, Any]:
    """Many examples as one file; four digits are as good as sixteen."""
    whole = {
        name: np.concatenate([getattr(each, name) for each in found]).astype(np.float32)
        for name in EXAMPLE
    }
    whole["rows"] = whole["rows"].astype(np.float16)
    return {**whole, "counts": np.array([len(each.labels) for each in found])}


# --- learning ------------------------------------------------------------------------------


def learn(found: Sequence[Example], say: Say) -> Verifier:
    """The first network from all, the second from verdicts of one that never met the recording."""
    halves = [found[0::2], found[1::2]]
    around: list[Example] = []
    for own, other in (halves, halves[::-1]):
        say("learning from one half what the other is judged by")
        first = _network(*_table(other), HIDDEN // 2, MEMBERS // 2)
        around += [replace(each, rows=_context(each, first)) for each in own]
    second = _network(*_table(around), 16, 4)
    say("learning from all")
    return Verifier(_network(*_table(found), HIDDEN, MEMBERS), second)


def _table(found: Sequence[Example]) -> tuple[Array, Array, Array]:
    """Rows, labels and weights; false alarms weigh more than pearls missed."""
    rows = np.concatenate([each.rows for each in found])
    labels = np.concatenate([each.labels for each in found])
    weights = np.concatenate([np.full(len(each.labels), each.weight) for each in found])
    return rows, labels, weights * np.where(labels > 0, 1.0, FALSE_ALARM)


def _context(example: Example, first: Network) -> Array:
    """What the second network sees of a recording."""
    if not len(example.rows):
        return np.zeros((0, len(NAMES_AROUND)))
    facts = zip(example.frames, example.levels, first.logits(example.rows), strict=True)
    judged = [Judged(int(frame), float(level), float(odds)) for frame, level, odds in facts]
    return np.array(
        [surroundings(each, example.rows[at], judged[:at]) for at, each in enumerate(judged)]
    )


def _network(rows: Array, labels: Array, weights: Array, units: int, members: int) -> Network:
    """Fit the members one by one, each from another start, by Adam."""
    mean, scale = rows.mean(0), rows.std(0) + 1e-6
    centred = np.clip((rows - mean) / scale, -4, 4)
    fitted = [
        _member(centred, labels, weights, np.random.default_rng(seed), units)
        for seed in range(members)
    ]
    parts = [np.stack(part) for part in zip(*fitted, strict=True)]
    return Network(mean, scale, parts[0], parts[1], parts[2], parts[3].reshape(-1))


def _member(
    rows: Array, labels: Array, weights: Array, rng: np.random.Generator, units: int
) -> list[Array]:
    size = rows.shape[1]
    parts = [
        rng.normal(0, size**-0.5, (size, units)), np.zeros(units),
        rng.normal(0, units**-0.5, units), np.zeros(1),
    ]  # fmt: skip
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    step = 0
    for turn in range(ROUNDS):
        order = rng.permutation(len(rows))
        rate = 0.004 * (1 - turn / ROUNDS) + 1e-4
        for batch in np.array_split(order, max(1, len(order) // BATCH)):
            step += 1
            slopes = _slopes(parts, rows[batch], labels[batch], weights[batch])
            for at, slope in enumerate(slopes):
                first[at] = 0.9 * first[at] + 0.1 * slope
                second[at] = 0.999 * second[at] + 0.001 * slope**2
                down = first[at] / (1 - 0.9**step)
                parts[at] = parts[at] - rate * down / (
                    np.sqrt(second[at] / (1 - 0.999**step)) + 1e-8
                )
    return parts


def _slopes(parts: list[Array], rows: Array, labels: Array, weights: Array) -> list[Array]:
    """Which way each weight lowers the loss."""
    units = np.tanh(rows @ parts[0] + parts[1])
    sure = 1 / (1 + np.exp(-(units @ parts[2] + parts[3])))
    off = (sure - labels) * weights / len(labels)
    back = np.outer(off, parts[2]) * (1 - units**2)
    return [
        rows.T @ back + DECAY * parts[0], back.sum(0), units.T @ off + DECAY * parts[2],
        off.sum(keepdims=True),
    ]  # fmt: skip


def main(arguments: list[str]) -> None:
    """Train and write the weights."""
    folder = Path(arguments[0]) if arguments else None
    found = examples(folder, os.cpu_count() or 1)
    print(f"{sum(len(each.labels) for each in found)} onsets of {len(found)} recordings")
    learn(found, print).save(WEIGHTS)
    print(f"wrote {WEIGHTS}")


if __name__ == "__main__":
    main(sys.argv[1:])
