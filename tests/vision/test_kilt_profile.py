"""A profile is the same after it was written and read."""

import json
from pathlib import Path

import numpy as np

from tests.vision.boxes import profile
from vision.kilt.profile import PLAIN_STEP, USUAL_GRAIN, Disc, Profile, disc_for, fine_step
from vision.kilt.table import Sizes


def test_saved_and_loaded_profiles_are_equal(tmp_path: Path) -> None:
    taught = profile()
    taught.save(tmp_path / "box")
    loaded = Profile.load(tmp_path / "box")
    assert loaded.layout == taught.layout
    assert loaded.water == taught.water
    assert np.array_equal(loaded.board, taught.board)
    assert np.array_equal(loaded.board_plain, taught.board_plain)
    for name in ("kinds", "cards"):
        before, after = getattr(taught, name), getattr(loaded, name)
        assert list(after) == list(before)
        for key, looks in before.items():
            assert all(map(np.array_equal, looks, after[key]))
    assert {k: v.tobytes() for k, v in loaded.crests.items()} == {
        k: v.tobytes() for k, v in taught.crests.items()
    }
    assert loaded.grains == taught.grains
    assert list(loaded.grains) == list(taught.crests)
    assert all(0.0004 < grain < 0.0015 for grain in loaded.grains.values())


def test_a_box_taught_before_distances_were_kept_still_loads(tmp_path: Path) -> None:
    profile().save(tmp_path)
    facts = json.loads((tmp_path / "profile.json").read_text())
    del facts["grains"]
    (tmp_path / "profile.json").write_text(json.dumps(facts))
    assert set(Profile.load(tmp_path).grains.values()) == {USUAL_GRAIN}


def test_a_profile_is_a_folder_of_three_files_a_person_can_copy(tmp_path: Path) -> None:
    profile().save(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["board.png", "looks.npz", "profile.json"]


def test_a_profile_saved_over_another_replaces_it(tmp_path: Path) -> None:
    profile(15).save(tmp_path)
    profile().save(tmp_path)
    assert Profile.load(tmp_path).layout == profile().layout


def test_a_disc_fits_on_a_floor() -> None:
    layout = Sizes()
    disc = disc_for(layout)
    assert disc.reach * PLAIN_STEP < layout.floor_radius
    assert disc.count == len(disc.ring) == len(disc.rows)
    assert set(disc.ring.tolist()) == {0, 1, 2, 3}
    assert fine_step(layout) * 21 < 2 * layout.floor_radius


def test_rings_hold_the_mean_of_what_lies_at_their_distance() -> None:
    disc = Disc(reach=4, radius=4.2, rings=4)
    samples = np.repeat(disc.ring[None, :, None], 3, axis=2).astype(np.float32)
    mean, spread = disc.rings_of(samples)
    assert np.array_equal(mean, samples[0])
    assert not spread.any()
    assert disc.roughness(samples[0]) == 0


def test_a_pattern_without_a_middle_is_pooled() -> None:
    disc = Disc(reach=2, radius=2.2, rings=2)
    samples = np.random.default_rng(1).normal(size=(1, disc.count, 3)).astype(np.float32)
    mean, _ = disc.pooled(samples)
    assert np.allclose(mean, samples[0].mean(axis=0), atol=1e-6)
