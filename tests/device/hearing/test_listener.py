"""Pearls are heard, whatever the blocks; noises are not."""

import json
import wave
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.hearing.box import load_ear, load_lessons, save_lessons
from device.hearing.calibration import Calibration
from device.hearing.depth import Ear, Lesson, Untaught, calibrate
from device.hearing.features import Features, features
from device.hearing.listener import Heard, Listener
from device.sim.sound.noises import NOISES
from device.sim.sound.pearls import MODERATE, RATE, make_box, put_tower
from device.sim.sound.scene import new_scene


def pearls(seed: int = 3) -> tuple[np.ndarray, list[float]]:
    scene = new_scene([20, seed], 9.0)
    box = make_box(MODERATE, scene.rng)
    for number in range(5):
        scene.drop(box, put_tower(box, number + 2, scene.rng), 0.8 + 1.6 * number)
    scene.bed("room", 25)
    return scene.take().astype(np.float32), [truth.time for truth in scene.truths]


def heard(samples: np.ndarray, block: int = 1024) -> list[Heard]:
    listener = Listener()
    found = []
    for start in range(0, len(samples), block):
        found += listener.feed(samples[start : start + block])
    return found + listener.finish()


def test_every_pearl_is_heard_once_at_its_time() -> None:
    samples, times = pearls()
    assert [each.time for each in heard(samples)] == pytest.approx(times, abs=0.003)


@pytest.mark.parametrize("block", [160, 4800, 10**6])
def test_the_size_of_blocks_does_not_matter(block: int) -> None:
    samples, _ = pearls()
    expected = [(each.time, each.intervals) for each in heard(samples)]
    assert [(each.time, each.intervals) for each in heard(samples, block)] == expected


def test_a_pearl_is_told_soon_after_its_last_bounce() -> None:
    samples, _ = pearls()
    late = [each.known - each.time - sum(each.intervals[:3]) for each in heard(samples)]
    assert max(late) < 0.36


@pytest.mark.parametrize("kind", ["speech", "laughter", "clatter", "music", "rustle"])
def test_noise_is_no_pearl(kind: str) -> None:
    noise = 0.3 * NOISES[kind](np.random.default_rng(21), 6.0)
    assert heard(noise.astype(np.float32)) == []


def clicks(speeds: list[float]) -> np.ndarray:
    """Short clicks of one colour, each when a ball of these speeds would hit, again and again."""
    rng = np.random.default_rng(4)
    times = np.arange(720) / RATE
    click = rng.normal(size=720) * np.exp(-times / 0.0012)
    wave = rng.normal(0, 2e-4, 6 * RATE)
    for begin in (1.0, 2.7, 4.4):
        at = begin
        for before, speed in zip([*speeds], [*speeds[1:], 0.0], strict=True):
            start = int(at * RATE)
            wave[start : start + 720] += 0.15 * before * click
            at += 2 * speed / 9.81
    return wave.astype(np.float32)


def test_what_bounces_on_is_a_pearl_and_two_clicks_are_a_pen() -> None:
    speeds = [1.6 * 0.55**n for n in range(6)]
    assert len(heard(clicks(speeds))) == 3
    assert heard(clicks(speeds[:2])) == []


@pytest.mark.parametrize("level", [0.0, 1e-6, 0.5])
def test_silence_and_steady_noise_are_no_pearls(level: float) -> None:
    assert heard((level * np.random.default_rng(2).normal(size=2 * RATE)).astype(np.float32)) == []


def write_wav(path: Path, samples: np.ndarray) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())


def test_hear_lists_the_pearls_of_files_and_names_the_broken_one(tmp_path: Path) -> None:
    samples, times = pearls()
    good, bad = tmp_path / "good.wav", tmp_path / "bad.wav"
    write_wav(good, samples)
    bad.write_bytes(b"nothing")
    done = CliRunner().invoke(main, ["hear", str(good), str(bad), "--json"])
    assert done.exit_code == 1
    first, second = json.loads(done.output)
    assert [pearl["time"] for pearl in first["pearls"]] == pytest.approx(times, abs=0.003)
    assert all(sum(pearl["depths"]) == pytest.approx(1, abs=0.01) for pearl in first["pearls"])
    assert "not a WAV file" in second["error"]


def lessons(rounds: int = 3) -> list[Lesson]:
    """Drops whose bounce times and low colour tell the depth, with a little scatter."""
    rng = np.random.default_rng(5)
    made = []
    for turn in range(rounds):
        for depth in range(8):
            fall = np.log(0.04 + 0.02 * depth) / 2
            low = np.where(np.arange(24) == 20 - 2 * depth, 12.0, 0.0) + rng.normal(0, 1, 24)
            timing = np.array([fall - 0.8, fall - 1.5]) + rng.normal(0, 0.03, 2)
            found = Features(timing, rng.normal(-30, 3, 2), low, rng.normal(0, 2, 8))
            made.append(Lesson(found, depth, turn))
    return made


def test_a_calibrated_ear_knows_its_own_drops_and_how_well() -> None:
    ear = calibrate(lessons())
    assert ear.quality is not None
    assert ear.quality.verdict == "good"
    fresh = lessons(5)[-8:]
    assert [int(np.argmax(ear.likelihoods(each.features))) for each in fresh] == list(range(8))


def test_features_that_say_nothing_make_a_weak_ear() -> None:
    rng = np.random.default_rng(6)
    mixed = [Lesson(each.features, int(rng.integers(8)), each.round) for each in lessons(4)]
    ear = calibrate(mixed)
    assert ear.quality is not None
    assert ear.quality.verdict == "weak"
    assert max(ear.likelihoods(mixed[0].features)) < 0.5


def noise_lesson(rng: np.random.Generator, number: int) -> Lesson:
    found = Features(
        rng.normal(-2, 0.2, 2), rng.normal(-30, 3, 2), rng.normal(0, 3, 24), rng.normal(0, 3, 8)
    )
    return Lesson(found, number % 8, number // 8)


def test_an_ear_that_learned_from_nothing_promises_nothing() -> None:
    """The best of many weightings always looks good on two dozen drops."""
    stated = []
    for seed in range(6):
        rng = np.random.default_rng([8, seed])
        ear = calibrate([noise_lesson(rng, number) for number in range(24)])
        stated += [max(ear.likelihoods(noise_lesson(rng, 0).features)) for _ in range(20)]
    assert np.mean(stated) < 0.2


def test_a_missing_bounce_is_left_out() -> None:
    ear = calibrate(lessons())
    known = lessons(4)[-1].features
    part = Features(np.array([known.timing[0], np.nan]), known.level, known.low, known.high)
    assert int(np.argmax(ear.likelihoods(part))) == 7


def test_calibration_is_kept_in_the_box_profile(tmp_path: Path) -> None:
    assert isinstance(load_ear(tmp_path), Untaught)
    save_lessons(tmp_path, lessons())
    assert len(load_lessons(tmp_path)) == 24
    assert isinstance(load_ear(tmp_path), Ear)


def test_an_untaught_ear_takes_longer_bounces_for_deeper_falls() -> None:
    def told(first: float) -> int:
        found = Features(np.log([first, first / 2]), np.zeros(2), np.zeros(24), np.zeros(8))
        return int(np.argmax(Untaught().likelihoods(found)))

    assert [told(0.09), told(0.143), told(0.192)] == [0, 3, 7]


def test_calibration_leads_through_the_chambers_and_keeps_each_round() -> None:
    samples, _ = pearls()
    sounds = heard(samples)
    kept: list[int] = []
    calibration = Calibration(lambda lessons: kept.append(len(lessons)))
    for number in range(9):
        assert calibration.depth == number % 8
        calibration.hear(sounds[number % len(sounds)])
    assert kept == [8]
    assert calibration.round == 1
    calibration.again()
    assert calibration.lift
    assert calibration.to_json()["drops"] == 8
    assert features(sounds[0]).low.shape == (24,)
