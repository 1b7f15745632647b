"""Simulated recordings: pearls and noises in one room, with the truth beside them.

The level of a drop is the power of the 50 ms after its first impact, the level of a bed its mean
power, both between 200 Hz and 15 kHz; "20 dB" is the difference of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from device.sim.sound.noises import NOISES
from device.sim.sound.pearls import RATE, Box, Drop, Rng, Seat, Wave, sound, throw
from device.sim.sound.room import Microphone, Room, make_microphone, make_room, record, through

FIRST = 0.05  # seconds after the first impact that make a drop's level


@dataclass(frozen=True)
class Truth:
    """One pearl in a recording."""

    time: float
    last: float
    depth: int
    drop: Drop
    seat: Seat
    inside: int


@dataclass
class Scene:
    """A recording in the making: put pearls and noises in, then take it."""

    rng: Rng
    seconds: float
    room: Room
    microphone: Microphone
    wave: Wave = field(init=False)
    truths: list[Truth] = field(default_factory=list)
    loud: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wave = np.zeros(int(self.seconds * RATE))

    def drop(self, box: Box, seat: Seat, at: float, inside: int = 0) -> None:
        """Let a pearl go at a time."""
        fallen = throw(box, seat, self.rng, inside)
        heard = through(np.pad(sound(box, seat, fallen, self.rng), (0, RATE // 3)), self.room)
        start = int(at * RATE)
        end = min(len(self.wave), start + len(heard))
        self.wave[start:end] += heard[: end - start]
        first = int(fallen.first * RATE)
        self.loud.append(band_power(heard[first : first + int(FIRST * RATE)]))
        self.truths.append(
            Truth(at + fallen.first, at + fallen.last, seat.depth, fallen, seat, inside)
        )

    def bed(self, kind: str, below: float) -> None:
        """A noise all the time, so many dB below the median pearl (or below 0.05 without any)."""
        noise = NOISES[kind](self.rng, self.seconds)[: len(self.wave)]
        pearl = float(np.median(self.loud)) if self.loud else 0.05**2
        wanted = pearl * 10 ** (-below / 10)
        self.wave[: len(noise)] += noise * np.sqrt(wanted / max(band_power(noise), 1e-15))

    def noise(self, wave: Wave, at: float, peak: float) -> None:
        """A passing noise with the given loudest sample."""
        start = int(at * RATE)
        end = min(len(self.wave), start + len(wave))
        loudest = max(float(np.max(np.abs(wave))), 1e-9)
        self.wave[start:end] += wave[: end - start] * peak / loudest

    def take(self) -> Wave:
        """The recording, as loud as a sensible input level makes it."""
        loudest = float(np.max(np.abs(self.wave)))
        return record(self.wave * min(1.0, 0.8 / max(loudest, 1e-9)), self.microphone, self.rng)


def band_power(wave: Wave) -> float:
    """Mean power between 200 Hz and 15 kHz."""
    if not len(wave):
        return 0.0
    hertz = np.fft.rfftfreq(len(wave), 1 / RATE)
    spectrum = np.abs(np.fft.rfft(wave)) ** 2
    inside = (hertz >= 200) & (hertz <= 15_000)
    return float(2 * np.sum(spectrum[inside]) / len(wave) ** 2)


def new_scene(seed: int | Sequence[int], seconds: float) -> Scene:
    """An empty recording in a room of its own."""
    rng = np.random.default_rng(seed)
    return Scene(rng, seconds, make_room(rng), make_microphone(rng))
