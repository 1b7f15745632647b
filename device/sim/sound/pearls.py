"""Simulated pearls: how one falls through a tower, bounces in its chamber, and how that sounds.

Mechanics first: release, fall, a touch of the wall now and then, bounces with scattered
restitution, other pearls on the floor. Then sound: each impact is a short push that sets the floor,
the pearl and the air column above it ringing. Nothing here is known to the hearing side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

RATE = 48_000
GRAVITY = 9.81
SPEED_OF_SOUND = 343.0
DEPTHS = 8
SMALL = 3  # chambers without a floor of their own: their pearls land on another surface
PEARL_SIZE = 0.008
CLOCKED = 1.05  # each further bounce is a little more elastic
SLOWEST = 0.07  # m/s: below that a pearl only rolls
NO_COLUMN = -90.0

Wave: TypeAlias = NDArray[np.float64]
Rng: TypeAlias = np.random.Generator


@dataclass(frozen=True)
class Scenario:
    """How kind a box is to the ear."""

    name: str
    column: float  # dB of the air column against the floor
    restitution_scatter: float
    release_scatter: float  # metres
    seat_scatter: float = 0.015  # of restitution, from one placing of the tower to the next
    rim: float = 0.06  # share of pearls that touch the wall while falling


OPTIMISTIC = Scenario("optimistic", 0.0, 0.03, 0.002)
MODERATE = Scenario("moderate", -10.0, 0.05, 0.004)
BOUNCES = Scenario("bounces-only", NO_COLUMN, 0.03, 0.002)
PESSIMISTIC = Scenario("pessimistic", NO_COLUMN, 0.10, 0.010, 0.04)
SCENARIOS = (OPTIMISTIC, MODERATE, BOUNCES, PESSIMISTIC)


@dataclass(frozen=True)
class Modes:
    """Things that ring: frequencies, loudness, and how fast they fade."""

    hertz: Wave
    gain: Wave
    decay: Wave  # seconds to 1/e


@dataclass(frozen=True)
class Box:
    """One owner's box: eight chambers, each with its fall, its floor and its bounce."""

    scenario: Scenario
    falls: Wave
    restitution: Wave
    floors: tuple[Modes, ...]
    pearl: Modes
    bore: float  # radius of the towers
    quality: float  # of the air column's resonance
    loudness: float


@dataclass(frozen=True)
class Seat:
    """One tower put over one chamber; lifting it and putting it back makes another."""

    depth: int
    length: float  # of the air column
    restitution: float
    tilt: Wave  # dB per mode of the floor
    column: float  # dB against the box's usual


@dataclass(frozen=True)
class Impact:
    """One hit: when, how fast, and on what."""

    time: float
    speed: float
    on: str  # floor, pearl, rim


@dataclass(frozen=True)
class Drop:
    """One pearl's whole way: hits in order; `first` is the first one on the ground."""

    impacts: tuple[Impact, ...]
    first: float
    last: float


def make_box(scenario: Scenario, rng: Rng) -> Box:
    """A box as a family might own it, within what the scenario says."""
    base, tower = rng.uniform(0.46, 0.56), rng.uniform(0.94, 1.06)
    floors = [_modes(rng, 12, (450, 9000), (0.0015, 0.006)) for _ in range(2)]
    restitution = base * np.exp(rng.normal(0, 0.02, DEPTHS))
    restitution[:SMALL] *= rng.uniform(0.9, 1.1)
    return Box(
        scenario,
        falls=tower * (0.04 + 0.02 * np.arange(DEPTHS)) + rng.normal(0, 0.0005, DEPTHS),
        restitution=np.clip(restitution, 0.3, 0.75),
        floors=tuple(_alike(floors[depth < SMALL], rng) for depth in range(DEPTHS)),
        pearl=_modes(rng, 6, (5500, 15000), (0.0003, 0.001)),
        bore=rng.uniform(0.009, 0.014),
        quality=rng.uniform(9, 16),
        loudness=rng.uniform(0.05, 0.2),
    )


def _modes(rng: Rng, count: int, span: tuple[float, float], decay: tuple[float, float]) -> Modes:
    hertz = np.exp(rng.uniform(np.log(span[0]), np.log(span[1]), count))
    gain = np.exp(rng.normal(0, 0.5, count))
    return Modes(hertz, gain, rng.uniform(*decay, count) * (2000 / (2000 + hertz)) ** 0.3)


def _alike(modes: Modes, rng: Rng) -> Modes:
    """The floor of another chamber: the same card, all but the same."""
    count = len(modes.hertz)
    return Modes(
        modes.hertz * np.exp(rng.normal(0, 0.003, count)),
        modes.gain * np.exp(rng.normal(0, 0.02, count)),
        modes.decay,
    )


def put_tower(box: Box, depth: int, rng: Rng) -> Seat:
    """Put a tower over a chamber."""
    return Seat(
        depth,
        length=float(box.falls[depth] + rng.normal(0, 0.0007)),
        restitution=float(
            box.restitution[depth] * np.exp(rng.normal(0, box.scenario.seat_scatter))
        ),
        tilt=rng.normal(0, 1.5, len(box.floors[depth].hertz)),
        column=float(rng.normal(0, 1.5)),
    )


# --- mechanics -----------------------------------------------------------------------------


def throw(box: Box, seat: Seat, rng: Rng, inside: int = 0, tick: float = 0.25) -> Drop:
    """Let one pearl go at time 0 over `inside` others; `tick` is the chance of a release click."""
    scenario = box.scenario
    fall = seat.length + rng.normal(0, scenario.release_scatter)
    fall = max(0.01, float(fall) - PEARL_SIZE * min(inside, 6) * 0.12)
    hits = [Impact(0.0, rng.uniform(0.05, 0.2), "rim")] if rng.random() < tick else []
    moment, speed, touched = _falling(fall, rng.random() < scenario.rim, rng)
    if touched is not None:
        hits.append(touched)
    elasticity = seat.restitution * float(np.exp(rng.normal(0, scenario.restitution_scatter)))
    ground = _bounces(moment, speed, elasticity, inside, rng)
    return Drop((*hits, *ground), ground[0].time, ground[-1].time)


def _falling(fall: float, touches: bool, rng: Rng) -> tuple[float, float, Impact | None]:
    """When and how fast a pearl reaches the floor, with a hit on the wall if it touches."""
    if not touches:
        return float(np.sqrt(2 * fall / GRAVITY)), float(np.sqrt(2 * GRAVITY * fall)), None
    at = fall * rng.uniform(0.1, 0.8)
    speed = float(np.sqrt(2 * GRAVITY * at))
    kept = speed * rng.uniform(0.5, 0.95)
    moment = float(np.sqrt(2 * at / GRAVITY))
    landing = float(np.sqrt(kept**2 + 2 * GRAVITY * (fall - at)))
    return moment + (landing - kept) / GRAVITY, landing, Impact(moment, 0.3 * speed, "rim")


def _bounces(moment: float, speed: float, elasticity: float, inside: int, rng: Rng) -> list[Impact]:
    covered = 1 - 0.9**inside
    hits: list[Impact] = []
    while speed > SLOWEST and len(hits) < 14:
        on_pearl = rng.random() < covered
        hits.append(Impact(moment, speed, "pearl" if on_pearl else "floor"))
        if on_pearl:
            hits += _rattle(moment, speed, rng)
            speed *= rng.uniform(0.15, 0.7)  # off at an angle: less of it goes straight up
        else:
            speed *= min(0.92, elasticity * float(np.exp(rng.normal(0, 0.006))))
            elasticity *= CLOCKED
        moment += 2 * speed / GRAVITY
    return sorted(hits, key=lambda hit: hit.time)


def _rattle(moment: float, speed: float, rng: Rng) -> list[Impact]:
    """Pearls pushed about by one that falls on them."""
    return [
        Impact(moment + rng.exponential(0.04) + 0.004, speed * rng.uniform(0.05, 0.3), "pearl")
        for _ in range(rng.integers(0, 4))
    ]


# --- sound ---------------------------------------------------------------------------------


def sound(box: Box, seat: Seat, drop: Drop, rng: Rng) -> Wave:
    """What a microphone without a room would record of a drop, from time 0 on."""
    wave = np.zeros(int((drop.last + 0.12) * RATE))
    for hit in drop.impacts:
        start = int(hit.time * RATE)
        lag = start / RATE - hit.time
        rung = _hit(box, seat, hit, rng, lag)
        end = min(len(wave), start + len(rung))
        wave[start:end] += rung[: end - start]
    return wave


def _hit(box: Box, seat: Seat, hit: Impact, rng: Rng, lag: float) -> Wave:
    loud = box.loudness * hit.speed**1.15 * 10 ** (rng.normal(0, 2.6) / 20)
    # A light, hard pearl stays in touch with the card for about a tenth of a millisecond.
    contact = 0.00011 * max(hit.speed, 0.05) ** -0.2
    parts = [_louder(box.pearl, 0.45, rng)]
    if hit.on == "pearl":
        contact *= 0.5
        parts.append(_louder(box.pearl, 1.2, rng))
    else:
        tilted = replace(
            box.floors[seat.depth],
            gain=box.floors[seat.depth].gain * 10 ** (seat.tilt / 20),
        )
        parts.append(_louder(tilted, 0.5 if hit.on == "rim" else 1.0, rng))
    parts.append(_column(box, seat, 0.4 if hit.on != "floor" else 1.0))
    return loud * sum((_ring(part, contact, lag, rng) for part in parts), np.zeros(1920))


def _louder(modes: Modes, gain: float, rng: Rng) -> Modes:
    """The same modes hit at another spot."""
    spot = np.abs(rng.normal(1, 0.3, len(modes.gain)))
    return replace(modes, gain=modes.gain * gain * spot)


def _column(box: Box, seat: Seat, gain: float) -> Modes:
    """A pipe closed below: odd harmonics of c / 4 L, with the open end's correction."""
    first = SPEED_OF_SOUND / (4 * (seat.length + 0.6 * box.bore))
    hertz = first * np.array([1.0, 3.0, 5.0])
    level = 10 ** ((box.scenario.column + seat.column) / 20)
    floor = np.sqrt(np.sum(box.floors[seat.depth].gain ** 2))
    return Modes(
        hertz, gain * level * floor * np.array([1, 0.4, 0.2]), box.quality / (np.pi * hertz)
    )


def _ring(modes: Modes, contact: float, lag: float, rng: Rng) -> Wave:
    """Damped tones, each as loud as a half-sine push of that length can make it."""
    times = np.arange(1920) / RATE + lag
    push = modes.hertz * contact
    pushed = np.abs(np.cos(np.pi * push) / (1 - np.minimum(2 * push, 0.98) ** 2))
    phase = 2 * np.pi * modes.hertz[:, None] * times + rng.normal(0, 0.2, len(push))[:, None]
    fade = np.exp(-np.maximum(times, 0) / modes.decay[:, None])
    return (modes.gain * np.minimum(pushed, 1.0)) @ (np.sin(phase) * fade)
