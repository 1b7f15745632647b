"""Makes the verifier's weights: python -m device.hearing.training [FOLDER OF NOISE RECORDINGS].

Pearls come from simulated boxes far more varied than any the bench uses, and from crude clicks that
only bounce as physics says; noises from the simulator and, if a folder is named, from real
recordings of things that are no pearls. Seeds here are never used by the bench.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from device.hearing.bands import DELAY, FRAME, RATE, Samples
from device.hearing.bounces import Train
from device.hearing.listener import Heard, Listener
from device.hearing.onsets import Onset
from device.hearing.traits import NAMES
from device.hearing.verifier import WEIGHTS, Verifier
from device.hearing.wav import read_wav
from device.sim.pearls import MODERATE, Box, Drop, Scenario, make_box, put_tower
from device.sim.sound_noises import BEDS, NOISES
from device.sim.sound_room import through
from device.sim.sound_scene import Scene, Truth, band_power, new_scene

Array = NDArray[np.float64]
Say = Callable[[str], None]
CLOSE = 0.008  # seconds between an onset and the true first impact
SCENES, NOISE_SCENES = 280, 200
MEMBERS, UNITS = 8, 32


class Gatherer(Listener):
    """A listener that accepts nothing and keeps the traits of every onset."""

    def __init__(self) -> None:
        nothing = np.zeros(len(NAMES))
        mute = Verifier(
            nothing, nothing + 1, np.zeros((1, len(NAMES), 1)), np.zeros((1, 1)),
            np.zeros((1, 1)), np.full(1, -9.0),
        )  # fmt: skip
        super().__init__(0.9, mute)
        self.times: list[float] = []
        self.rows: list[Array] = []

    def _verdict(self, onset: Onset, train: Train, values: Array) -> Heard | None:
        del train
        self.times.append((onset.frame * FRAME - DELAY) / RATE)
        self.rows.append(values)
        return None


def gather(samples: Samples, pearls: list[float]) -> tuple[Array, Array]:
    """The traits of all onsets of a recording, and which of them are first impacts."""
    listener = Gatherer()
    listener.feed(samples)
    listener.finish()
    if not listener.rows:
        return np.zeros((0, len(NAMES))), np.zeros(0)
    times = np.array(listener.times)
    labels = np.zeros(len(times))
    for pearl in pearls:
        nearest = int(np.argmin(np.abs(times - pearl)))
        labels[nearest] = max(labels[nearest], float(abs(times[nearest] - pearl) < CLOSE))
    return np.array(listener.rows), labels


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
    scene.bed(str(rng.choice(BEDS)), rng.uniform(6, 40))
    if seed % 3 == 0:
        kind = str(rng.choice(sorted(NOISES)))
        scene.noise(NOISES[kind](rng, 4.0), rng.uniform(0, 8), rng.uniform(0.01, 0.3))
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


def noise_scene(seed: int) -> Samples:
    """Twelve seconds without any pearl."""
    scene = new_scene([78, seed], 12.0)
    rng = scene.rng
    kind = sorted(NOISES)[seed % len(NOISES)]
    made = NOISES[kind](rng, 12.0)
    scene.noise(through(made, scene.room) if rng.random() < 0.7 else made, 0, rng.uniform(0.02, 1))
    scene.bed(str(rng.choice(BEDS)), rng.uniform(0, 45))
    return scene.take().astype(np.float32)


def recordings(folder: Path) -> Iterator[Samples]:
    """Real noises, every second one with a little hiss as rooms have it."""
    rng = np.random.default_rng(79)
    for number, path in enumerate(sorted(folder.rglob("*.wav"))):
        samples = read_wav(path).samples
        hiss = 10 ** rng.uniform(-4.5, -2.5) * (number % 2)
        yield samples + rng.normal(0, hiss, len(samples)).astype(np.float32)


# --- learning ------------------------------------------------------------------------------


def examples(folder: Path | None, say: Say) -> tuple[Array, Array, Array]:
    """Traits, labels and weights of all onsets."""
    rows, labels, weights = [], [], []

    def add(samples: Samples, pearls: list[float], weight: float) -> None:
        found, label = gather(samples, pearls)
        rows.append(found)
        labels.append(label)
        weights.append(np.full(len(label), weight))

    for seed in range(SCENES):
        add(*pearl_scene(seed), 1.0)
    say(f"{sum(map(len, labels))} onsets with pearls")
    for seed in range(NOISE_SCENES):
        add(noise_scene(seed), [], 1.0)
    for samples in recordings(folder) if folder else ():
        add(samples, [], 2.0)
    say(f"{sum(map(len, labels))} onsets in all")
    return np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)


def learn(rows: Array, labels: Array, weights: Array, say: Say, rounds: int = 60) -> Verifier:
    """Fit the members one by one, each from another start, by Adam."""
    mean, scale = rows.mean(0), rows.std(0) + 1e-6
    centred = np.clip((rows - mean) / scale, -4, 4)
    members = [
        _member(centred, labels, weights, np.random.default_rng(member), say, rounds)
        for member in range(MEMBERS)
    ]
    parts = [np.stack(part) for part in zip(*members, strict=True)]
    return Verifier(mean, scale, parts[0], parts[1], parts[2], parts[3].reshape(-1))


def _member(
    rows: Array, labels: Array, weights: Array, rng: np.random.Generator, say: Say, rounds: int
) -> tuple[Array, Array, Array, Array]:
    size = rows.shape[1]
    parts = [
        rng.normal(0, size**-0.5, (size, UNITS)), np.zeros(UNITS),
        rng.normal(0, UNITS**-0.5, UNITS), np.zeros(1),
    ]  # fmt: skip
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    step, loss = 0, 0.0
    for turn in range(rounds):
        order = rng.permutation(len(rows))
        for batch in np.array_split(order, max(1, len(order) // 256)):
            step += 1
            slopes, loss = _slopes(parts, rows[batch], labels[batch], weights[batch])
            rate = 0.004 * (1 - turn / rounds) + 1e-4
            for at, slope in enumerate(slopes):
                first[at] = 0.9 * first[at] + 0.1 * slope
                second[at] = 0.999 * second[at] + 0.001 * slope**2
                down = first[at] / (1 - 0.9**step)
                parts[at] -= rate * down / (np.sqrt(second[at] / (1 - 0.999**step)) + 1e-8)
    say(f"loss {loss:.4f}")
    return parts[0], parts[1], parts[2], parts[3]


def _slopes(
    parts: list[Array], rows: Array, labels: Array, weights: Array
) -> tuple[list[Array], float]:
    units = np.tanh(rows @ parts[0] + parts[1])
    odds = units @ parts[2] + parts[3]
    sure = 1 / (1 + np.exp(-odds))
    off = (sure - labels) * weights / len(labels)
    back = np.outer(off, parts[2]) * (1 - units**2)
    decay = 1e-4
    slopes = [
        rows.T @ back + decay * parts[0], back.sum(0), units.T @ off + decay * parts[2],
        off.sum(keepdims=True),
    ]  # fmt: skip
    loss = -np.mean(np.log(np.where(labels > 0, sure, 1 - sure) + 1e-9))
    return slopes, float(loss)


def main(arguments: list[str]) -> None:
    """Train and write the weights."""
    folder = Path(arguments[0]) if arguments else None
    rows, labels, weights = examples(folder, print)
    learn(rows, labels, weights, print).save(WEIGHTS)
    print(f"wrote {WEIGHTS}")


if __name__ == "__main__":
    main(sys.argv[1:])
