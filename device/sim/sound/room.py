"""Simulated rooms and microphones: echoes, a colouring, a little hiss, and whole numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from device.sim.sound.pearls import RATE, Rng, Wave


@dataclass(frozen=True)
class Room:
    """The way from the box to the microphone: its impulse response."""

    response: Wave


@dataclass(frozen=True)
class Microphone:
    """How a microphone colours: gains in dB at points of a logarithmic frequency axis."""

    hertz: Wave
    gain: Wave
    hiss: float


def make_room(rng: Rng, decay: tuple[float, float] = (0.2, 0.6)) -> Room:
    """A direct path, a few early reflections and a diffuse tail."""
    seconds = rng.uniform(*decay)
    response = np.zeros(int(RATE * min(seconds, 0.5)))
    response[0] = 1.0
    for _ in range(8):
        at = rng.uniform(0.0015, 0.025)
        response[int(at * RATE)] += rng.choice([-1, 1]) * 10 ** (-rng.uniform(8, 22) / 20)
    times = np.arange(len(response)) / RATE
    tail = rng.normal(size=len(response)) * 10 ** (-3 * times / seconds)
    tail[: int(0.004 * RATE)] = 0
    strength = 10 ** (-rng.uniform(4, 12) / 20)
    return Room(response + tail * strength / np.sqrt(np.sum(tail**2)))


def make_microphone(rng: Rng) -> Microphone:
    """A small microphone: weak lows, bumps of a few dB, highs that fall off somewhere."""
    hertz = np.geomspace(20, RATE / 2, 40)
    low, high = rng.uniform(60, 150), rng.uniform(11_000, 19_000)
    gain = -10 * np.log10(1 + (low / hertz) ** 4) - 10 * np.log10(1 + (hertz / high) ** 6)
    for _ in range(3):
        centre, width = rng.uniform(np.log(200), np.log(15_000)), rng.uniform(0.2, 0.6)
        gain += rng.normal(0, 2) * np.exp(-(((np.log(hertz) - centre) / width) ** 2))
    return Microphone(hertz, gain, 10 ** (rng.uniform(-88, -78) / 20))


def through(wave: Wave, room: Room) -> Wave:
    """A sound as it arrives in the room."""
    size = 1 << (len(wave) + len(room.response) - 1).bit_length()
    spectrum = np.fft.rfft(wave, size) * np.fft.rfft(room.response, size)
    return np.fft.irfft(spectrum, size)[: len(wave)]


def record(wave: Wave, microphone: Microphone, rng: Rng) -> Wave:
    """What the microphone makes of it, as 16-bit numbers between -1 and 1; too loud is clipped."""
    size = 1 << (len(wave) + 1024).bit_length()
    hertz = np.fft.rfftfreq(size, 1 / RATE)
    gain = np.interp(np.log(np.maximum(hertz, 1)), np.log(microphone.hertz), microphone.gain)
    coloured = np.fft.irfft(np.fft.rfft(wave, size) * 10 ** (gain / 20), size)[: len(wave)]
    coloured += rng.normal(0, microphone.hiss, len(wave))
    return np.clip(np.round(coloured * 32768), -32768, 32767) / 32768
