"""WAV files of any kind as 48 kHz mono: 8, 16, 24, 32 bit or float, any rate, any channels."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from math import gcd
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from device.senses.sound import RATE, Samples
from rules.errors import CastellanError

PCM, FLOAT, EXTENSIBLE = 1, 3, 0xFFFE
RATES = range(4000, 384_001)
REACH = 24  # zero crossings of the resampling kernel on each side
PIECE = 1 << 14


class BadSound(CastellanError, ValueError):
    """A file that is no sound we can read."""


@dataclass(frozen=True)
class Sound:
    """A recording as 48 kHz mono between -1 and 1, and what it was."""

    samples: Samples
    rate: int
    channels: int
    bits: int

    @property
    def seconds(self) -> float:
        return len(self.samples) / RATE


@dataclass(frozen=True)
class _Format:
    kind: int
    channels: int
    rate: int
    bits: int


def read_wav(path: Path) -> Sound:
    """Read a WAV file; `BadSound` says what is wrong with it."""
    try:
        with path.open("rb") as file:
            found, data = _chunks(file, path)
    except OSError as fault:
        raise BadSound(f"{path} cannot be read: {fault.strerror}") from fault
    _check(found, path)
    samples = _decode(data, found, path)
    mono = samples[: len(samples) // found.channels * found.channels]
    mono = _finite(mono.reshape(-1, found.channels).mean(axis=1))
    return Sound(resample(mono, found.rate), found.rate, found.channels, found.bits)


def _chunks(file: BinaryIO, path: Path) -> tuple[_Format, bytes]:
    """The format and the sound of a RIFF file; what is cut off at the end is left out."""
    head = file.read(12)
    if len(head) < 12 or head[:4] not in (b"RIFF", b"RF64") or head[8:] != b"WAVE":
        raise BadSound(f"{path} is not a WAV file; convert it first, for example: sox IN {path}")
    found = None
    while len(start := file.read(8)) == 8:
        name, size = start[:4], struct.unpack("<I", start[4:])[0]
        if name == b"fmt ":
            found = _format(file.read(size + size % 2), path)
        elif name == b"data":
            if found is None:
                break
            return found, file.read() if size in (0, 0xFFFFFFFF) else file.read(size)
        else:
            file.seek(size + size % 2, 1)
    raise BadSound(f"{path} is a WAV file without sound in it")


def _format(data: bytes, path: Path) -> _Format:
    if len(data) < 16:
        raise BadSound(f"{path} has a broken WAV header")
    kind, channels, rate, _, _, bits = struct.unpack("<HHIIHH", data[:16])
    if kind == EXTENSIBLE and len(data) >= 26:
        kind = struct.unpack("<H", data[24:26])[0]
    return _Format(kind, channels, rate, bits)


def _check(found: _Format, path: Path) -> None:
    if (found.kind, found.bits) not in _DECODERS:
        raise BadSound(
            f"{path} holds {found.bits}-bit sound of kind {found.kind}; "
            "give PCM of 8, 16, 24 or 32 bit, or float"
        )
    if not 1 <= found.channels <= 64 or found.rate not in RATES:
        raise BadSound(f"{path} says {found.channels} channels at {found.rate} Hz, which cannot be")


def _from_24(data: bytes) -> NDArray[np.float64]:
    parts = np.frombuffer(data, np.uint8).reshape(-1, 3).astype(np.int32)
    whole = parts[:, 0] | parts[:, 1] << 8 | parts[:, 2] << 16
    return (whole - ((whole & 0x800000) << 1)) / 2**23


_DECODERS = {
    (PCM, 8): lambda data: (np.frombuffer(data, np.uint8) - 128.0) / 128,
    (PCM, 16): lambda data: np.frombuffer(data, "<i2") / 2**15,
    (PCM, 24): _from_24,
    (PCM, 32): lambda data: np.frombuffer(data, "<i4") / 2**31,
    (FLOAT, 32): lambda data: np.frombuffer(data, "<f4").astype(np.float64),
    (FLOAT, 64): lambda data: np.frombuffer(data, "<f8").astype(np.float64),
}


def _decode(data: bytes, found: _Format, path: Path) -> NDArray[np.float64]:
    width = found.bits // 8
    whole = data[: len(data) // width * width]
    if not whole:
        raise BadSound(f"{path} is a WAV file without sound in it")
    return np.asarray(_DECODERS[found.kind, found.bits](whole), np.float64)


def _finite(mono: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.clip(np.nan_to_num(mono, nan=0.0, posinf=1.0, neginf=-1.0), -4.0, 4.0)


def resample(mono: NDArray[np.float64], rate: int) -> Samples:
    """The same sound at 48 kHz, by a windowed sinc; what cannot be kept is filtered out."""
    if rate == RATE:
        return mono.astype(np.float32)
    common = gcd(RATE, rate)
    up, down = RATE // common, rate // common
    kernel, reach = _kernel(up, min(1.0, RATE / rate) * 0.97)
    windows = sliding_window_view(np.pad(mono, reach), 2 * reach)
    count = round(len(mono) * RATE / rate)
    pieces = []
    for start in range(0, count, PIECE):
        steps = np.arange(start, min(start + PIECE, count)) * down
        nearest = np.minimum(steps // up + 1, len(windows) - 1)
        pieces.append(np.einsum("nt,nt->n", windows[nearest], kernel[steps % up]))
    return np.concatenate(pieces).astype(np.float32) if pieces else np.zeros(0, np.float32)


def _kernel(up: int, cutoff: float) -> tuple[NDArray[np.float64], int]:
    """The weights of the inputs around an output, for each place it can have between them."""
    reach = int(np.ceil(REACH / cutoff))
    off = np.arange(up)[:, None] / up - np.arange(1 - reach, 1 + reach)
    window = np.cos(np.pi * np.clip(off / (2 * reach), -0.5, 0.5)) ** 2
    return cutoff * np.sinc(cutoff * off) * window, reach
