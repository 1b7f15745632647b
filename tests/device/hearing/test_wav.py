"""WAV files of every kind become the same sound."""

import struct
from pathlib import Path

import numpy as np
import pytest

from device.senses.wav import BadSound, read_wav, resample

TONE = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(4800) / 48_000)


def header(
    kind: int, channels: int, rate: int, bits: int, data: bytes, extra: bytes = b""
) -> bytes:
    width = bits // 8 * channels
    form = struct.pack("<HHIIHH", kind, channels, rate, rate * width, width, bits) + extra
    chunks = b"fmt " + struct.pack("<I", len(form)) + form
    chunks += b"LIST" + struct.pack("<I", 3) + b"abc\0"
    chunks += b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WAVE" + chunks


def encode(wave: np.ndarray, kind: int, bits: int) -> bytes:
    if kind == 3:
        return wave.astype("<f4" if bits == 32 else "<f8").tobytes()
    if bits == 8:
        return np.round(wave * 127 + 128).astype(np.uint8).tobytes()
    whole = np.round(wave * (2 ** (bits - 1) - 1)).astype("<i4")
    if bits == 24:
        return whole.view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
    return whole.astype(f"<i{bits // 8}").tobytes()


@pytest.mark.parametrize(("kind", "bits"), [(1, 8), (1, 16), (1, 24), (1, 32), (3, 32), (3, 64)])
@pytest.mark.parametrize("channels", [1, 2, 6])
def test_every_encoding_reads_as_the_same_tone(
    tmp_path: Path, kind: int, bits: int, channels: int
) -> None:
    path = tmp_path / "tone.wav"
    path.write_bytes(
        header(kind, channels, 48_000, bits, encode(np.repeat(TONE, channels), kind, bits))
    )
    sound = read_wav(path)
    assert (sound.rate, sound.channels, sound.bits) == (48_000, channels, bits)
    assert np.abs(sound.samples - TONE).max() < (0.01 if bits == 8 else 1e-4)


def test_extensible_header_is_understood(tmp_path: Path) -> None:
    extra = struct.pack("<HHIH", 22, 16, 0, 1) + b"\0" * 14
    path = tmp_path / "tone.wav"
    path.write_bytes(header(0xFFFE, 1, 48_000, 16, encode(TONE, 1, 16), extra))
    assert np.abs(read_wav(path).samples - TONE).max() < 1e-4


@pytest.mark.parametrize("rate", [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 96_000, 192_000])
def test_any_rate_becomes_48_khz(rate: int) -> None:
    tone = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(rate) / rate)
    found = resample(tone, rate)
    assert len(found) == 48_000
    wanted = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(48_000) / 48_000)
    assert np.abs(found - wanted)[2000:-2000].max() < 2e-3


def test_what_48_khz_cannot_hold_is_gone() -> None:
    tone = np.sin(2 * np.pi * 40_000 * np.arange(96_000) / 96_000)
    assert np.abs(resample(tone, 96_000))[1000:-1000].max() < 1e-2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not a WAV"),
        (b"ID3 an mp3 file in disguise ...", "not a WAV"),
        (header(1, 1, 48_000, 16, b""), "without sound"),
        (header(1, 0, 48_000, 16, b"1234"), "0 channels"),
        (header(1, 1, 7, 16, b"1234"), "7 Hz"),
        (header(2, 1, 48_000, 4, b"1234"), "4-bit"),
        (header(1, 1, 48_000, 16, b"1234")[:30], "broken|without sound"),
    ],
)
def test_what_is_no_sound_is_told(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "x.wav"
    path.write_bytes(data)
    with pytest.raises(BadSound, match=said):
        read_wav(path)


def test_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSound, match="cannot be read"):
        read_wav(tmp_path / "none.wav")


def test_file_cut_off_in_the_middle_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "cut.wav"
    path.write_bytes(header(1, 2, 48_000, 24, encode(np.repeat(TONE, 2), 1, 24))[:-1001])
    assert 4600 < len(read_wav(path).samples) < 4800


def test_infinite_and_missing_numbers_do_no_harm(tmp_path: Path) -> None:
    wave = TONE.copy()
    wave[10:20] = np.nan
    wave[30] = np.inf
    path = tmp_path / "nan.wav"
    path.write_bytes(header(3, 1, 48_000, 32, encode(wave, 3, 32)))
    assert np.isfinite(read_wav(path).samples).all()
