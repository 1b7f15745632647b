"""Simulated noises of a table: room, voices, laughter, knocks, typing, dice, cards, crockery ...

Each maker returns a few seconds of sound with a level of about 1 at its loudest; the scene sets
the real level. They are drawn from how such sounds arise, with wide scatter, and none is a pearl.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from device.sim.sound.pearls import RATE, Rng, Wave


def _shaped(noise: Wave, gain: Callable[[Wave], Wave]) -> Wave:
    """Noise with another spectrum."""
    hertz = np.fft.rfftfreq(len(noise), 1 / RATE)
    return np.fft.irfft(np.fft.rfft(noise) * gain(np.maximum(hertz, 10.0)), len(noise))


def unit(wave: Wave) -> Wave:
    return wave / max(1e-9, float(np.max(np.abs(wave))))


def _bell(centre: float, width: float) -> Callable[[Wave], Wave]:
    return lambda hertz: np.exp(-(((np.log(hertz) - np.log(centre)) / width) ** 2))


def put(wave: Wave, part: Wave, second: float) -> None:
    start = max(0, int(second * RATE))
    end = min(len(wave), start + len(part))
    if end > start:
        wave[start:end] += part[: end - start]


def strike(
    rng: Rng, span: tuple[float, float], decay: tuple[float, float], modes: int, seconds: float
) -> Wave:
    """One hit on something: damped modes and a short scrape of noise."""
    times = np.arange(int(seconds * RATE)) / RATE
    hertz = np.exp(rng.uniform(np.log(span[0]), np.log(span[1]), modes))
    fades = rng.uniform(*decay, modes)
    gains = np.exp(rng.normal(0, 0.7, modes)) * (span[0] / hertz) ** rng.uniform(0, 0.7)
    tones = np.sin(2 * np.pi * hertz[:, None] * times + rng.uniform(0, 6, modes)[:, None])
    wave = gains @ (tones * np.exp(-times / fades[:, None]))
    scrape = rng.normal(size=len(times)) * np.exp(-times / rng.uniform(0.0005, 0.004))
    return unit(wave) + rng.uniform(0.05, 0.6) * scrape


def room_tone(rng: Rng, seconds: float) -> Wave:
    """Air and appliances: pinkish noise, perhaps a hum, perhaps a fan."""
    slope = rng.uniform(0.4, 0.9)
    wave = unit(_shaped(rng.normal(size=int(seconds * RATE)), lambda f: (100 / f) ** slope))
    times = np.arange(len(wave)) / RATE
    for harmonic in range(1, 6):
        level = rng.exponential(0.06) / harmonic
        wave += level * np.sin(2 * np.pi * 50 * harmonic * times + rng.uniform(0, 6))
    return wave * (1 + 0.15 * np.sin(2 * np.pi * rng.uniform(0.2, 1) * times))


def _vowel(rng: Rng, seconds: float, pitch: float) -> Wave:
    """A voiced sound: glottal pulses through four wandering formants."""
    count = int(seconds * RATE)
    wander = np.cumsum(rng.normal(0, 1, count)) / np.sqrt(count)
    phase = np.cumsum(pitch * (1 + 0.08 * wander + 0.05 * rng.normal()) / RATE)
    pulses = np.diff(np.floor(phase), prepend=0.0) + 0.02 * rng.normal(size=count)
    formants = (rng.uniform(280, 850), rng.uniform(850, 2400), rng.uniform(2400, 3100), 3700.0)
    gains = (1.0, rng.uniform(0.3, 0.8), rng.uniform(0.1, 0.4), 0.12)

    def tract(hertz: Wave) -> Wave:
        shape = sum(
            gain / (1 + ((hertz - at) / (60 + at * 0.04)) ** 2)
            for at, gain in zip(formants, gains, strict=True)
        )
        return np.asarray((shape + 0.003) * np.minimum(1, 400 / hertz) ** 0.3)

    return unit(_shaped(pulses, tract)) * np.hanning(count) ** 0.4


def _consonant(rng: Rng) -> Wave:
    """A hiss (s, sh, f) or a stop (t, k, p) with its breath."""
    if rng.random() < 0.5:
        count = int(rng.uniform(0.05, 0.15) * RATE)
        hiss = _shaped(rng.normal(size=count), _bell(rng.uniform(2500, 8000), 0.5))
        return unit(hiss) * np.hanning(count) * rng.uniform(0.1, 0.5)
    count = int(rng.uniform(0.02, 0.08) * RATE)
    times = np.arange(count) / RATE
    burst = _shaped(rng.normal(size=count), _bell(rng.uniform(900, 5000), 0.8))
    return unit(burst) * np.exp(-times / rng.uniform(0.004, 0.02)) * rng.uniform(0.1, 0.5)


def speech(rng: Rng, seconds: float) -> Wave:
    """Somebody talking, with pauses."""
    wave, at, pitch = np.zeros(int(seconds * RATE)), rng.uniform(0, 0.4), rng.uniform(90, 260)
    while at < seconds:
        for part in (_consonant(rng), _vowel(rng, rng.uniform(0.06, 0.22), pitch)):
            put(wave, part * rng.uniform(0.4, 1), at)
            at += len(part) / RATE * rng.uniform(0.7, 1)
        at += rng.uniform(0.2, 0.9) if rng.random() < 0.12 else 0
    return unit(wave)


def babble(rng: Rng, seconds: float) -> Wave:
    """Several people talking at once."""
    return unit(sum((speech(rng, seconds) * rng.uniform(0.4, 1) for _ in range(4)), np.zeros(1)))


def laughter(rng: Rng, seconds: float) -> Wave:
    """Bouts of ha-ha: breath and voice, four to six times a second, fading."""
    wave, at = np.zeros(int(seconds * RATE)), rng.uniform(0, 0.4)
    while at < seconds:
        pace, level, pitch = rng.uniform(0.15, 0.25), 1.0, rng.uniform(180, 420)
        for _ in range(rng.integers(3, 10)):
            breath = _shaped(rng.normal(size=int(0.05 * RATE)), _bell(2500, 0.9))
            put(wave, unit(breath) * np.hanning(len(breath)) * 0.3 * level, at)
            put(wave, _vowel(rng, 0.09, pitch) * level, at + 0.04)
            at, pace = at + pace, pace * rng.uniform(0.95, 1.08)
            level, pitch = level * rng.uniform(0.75, 1.02), pitch * 0.97
        at += rng.uniform(0.4, 1.5)
    return unit(wave)


def knocks(rng: Rng, seconds: float) -> Wave:
    """Knuckles on the table or a door, things put down."""
    wave, at = np.zeros(int(seconds * RATE)), rng.uniform(0, 0.5)
    while at < seconds:
        gap = rng.uniform(0.12, 0.35)
        for _ in range(rng.integers(1, 5)):
            thud = strike(rng, (80, 2500), (0.004, 0.03), 8, 0.15)
            put(wave, thud * rng.uniform(0.5, 1), at)
            at += gap * rng.uniform(0.9, 1.1)
        at += rng.uniform(0.4, 1.6)
    return unit(wave)


def typing(rng: Rng, seconds: float) -> Wave:
    """A keyboard: each key clicks going down and coming up."""
    wave, at = np.zeros(int(seconds * RATE)), rng.uniform(0, 0.3)
    while at < seconds:
        down = strike(rng, (700, 9000), (0.001, 0.006), 8, 0.04)
        put(wave, down * rng.uniform(0.4, 1), at)
        rise = strike(rng, (1500, 10_000), (0.0008, 0.004), 6, 0.03)
        put(wave, rise * rng.uniform(0.1, 0.6), at + rng.uniform(0.06, 0.14))
        at += rng.gamma(3, 0.06) + (rng.uniform(0.3, 1) if rng.random() < 0.08 else 0)
    return unit(wave)


def clatter(rng: Rng, seconds: float) -> Wave:
    """Cups, plates, spoons: hits that ring long and high, one at a time or in a heap."""
    wave, at = np.zeros(int(seconds * RATE)), rng.uniform(0, 0.5)
    while at < seconds:
        for _ in range(rng.integers(1, 6)):
            ring = strike(rng, (900, 9000), (0.01, 0.12), 7, 0.4)
            put(wave, ring * rng.uniform(0.15, 1), at)
            at += rng.exponential(0.12)
        at += rng.uniform(0.3, 1.5)
    return unit(wave)


def dice(rng: Rng, seconds: float) -> Wave:
    """A die thrown on wood: hits at uneven intervals, then it lies."""
    wave, at = np.zeros(int(seconds * RATE)), rng.uniform(0, 0.5)
    while at < seconds:
        moment, level = at, 1.0
        for _ in range(rng.integers(4, 14)):
            hit = strike(rng, (500, 8000), (0.001, 0.008), 9, 0.06)
            put(wave, hit * level * rng.uniform(0.3, 1), moment)
            moment += rng.uniform(0.02, 0.14)
            level *= rng.uniform(0.75, 1)
        at = moment + rng.uniform(0.8, 2.5)
    return unit(wave)


def cards(rng: Rng, seconds: float) -> Wave:
    """Cards shuffled, riffled and laid down."""
    wave, at = np.zeros(int(seconds * RATE)), rng.uniform(0, 0.4)
    while at < seconds:
        gap = rng.uniform(0.012, 0.04)
        for _ in range(rng.integers(1, 25)):
            count = int(rng.uniform(0.004, 0.03) * RATE)
            slap = _shaped(rng.normal(size=count), _bell(rng.uniform(1500, 6000), 0.8))
            put(wave, unit(slap) * np.exp(-np.arange(count) / count * 4), at)
            at += gap * rng.uniform(0.7, 1.3)
        at += rng.uniform(0.3, 1.2)
    return unit(wave)


def claps(rng: Rng, seconds: float) -> Wave:
    """Hands clapping."""
    wave, at, gap = np.zeros(int(seconds * RATE)), 0.2, rng.uniform(0.15, 0.5)
    while at < seconds:
        count = int(0.05 * RATE)
        clap = _shaped(rng.normal(size=count), _bell(rng.uniform(900, 2500), 0.8))
        fade = np.exp(-np.arange(count) / RATE / rng.uniform(0.003, 0.012))
        put(wave, unit(clap) * fade * rng.uniform(0.5, 1), at)
        at += gap * rng.uniform(0.9, 1.1) + (rng.uniform(0.3, 1.5) if rng.random() < 0.1 else 0)
    return unit(wave)


def steps(rng: Rng, seconds: float) -> Wave:
    """Shoes on a floor, chairs, a clock: single hits at an even pace."""
    wave, at, gap = np.zeros(int(seconds * RATE)), 0.2, rng.uniform(0.3, 1.0)
    kind = ((60, 1500), (0.01, 0.05)) if rng.random() < 0.5 else ((1500, 9000), (0.0005, 0.004))
    while at < seconds:
        put(wave, strike(rng, *kind, 6, 0.12) * rng.uniform(0.6, 1), at)
        at += gap * rng.uniform(0.97, 1.03)
    return unit(wave)


def music(rng: Rng, seconds: float) -> Wave:
    """Plucked notes and a shaker in the background."""
    wave, beat = np.zeros(int(seconds * RATE)), rng.uniform(0.12, 0.3)
    for step in range(int(seconds / beat)):
        pitch = 110 * 2 ** (rng.integers(0, 36) / 12)
        times = np.arange(int(0.5 * RATE)) / RATE
        note = sum(
            np.sin(2 * np.pi * pitch * k * times) * np.exp(-times * (4 + 2 * k)) / k
            for k in range(1, 8)
        )
        put(wave, np.asarray(note) * 0.5, step * beat)
        shake = rng.normal(size=int(0.06 * RATE)) * np.exp(-np.arange(int(0.06 * RATE)) / 700)
        put(wave, shake * rng.uniform(0.05, 0.3), step * beat)
    return unit(wave)


def rustle(rng: Rng, seconds: float) -> Wave:
    """Paper and bags: dense crackling in swells."""
    count = int(seconds * RATE)
    crackle = rng.normal(size=count) * (rng.random(count) < rng.uniform(0.002, 0.05))
    times = np.arange(count) / RATE
    swell = np.maximum(0, np.sin(2 * np.pi * rng.uniform(0.3, 1.2) * times + rng.uniform(0, 6)))
    return unit(_shaped(crackle, _bell(rng.uniform(2500, 7000), 0.8)) * swell)


Maker = Callable[[Rng, float], Wave]
NOISES: Mapping[str, Maker] = {
    "room": room_tone,
    "speech": speech,
    "babble": babble,
    "laughter": laughter,
    "knocks": knocks,
    "typing": typing,
    "clatter": clatter,
    "dice": dice,
    "cards": cards,
    "claps": claps,
    "steps": steps,
    "music": music,
    "rustle": rustle,
}
BEDS = ("room", "babble", "music")  # what may lie under a game all the time
