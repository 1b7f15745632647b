"""The learned eye gives the vectors it gave when it was committed, by OpenCV and by NumPy."""

import json
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from tests.vision.observe.plain_eye import PlainEye
from tests.vision.observe.prints import patches, prints
from vision.observe.cut import Patches
from vision.observe.eye import NUMBERS, WEIGHTS, Eye, usual_eye

GOLDEN = Path(__file__).parents[2] / "data" / "eye_vectors.npz"


def shown() -> Patches:
    """32 prints, half of them covered in part."""
    found = patches(prints(32))
    found.masks[16:, :20, 10:] = False
    return found


@pytest.mark.parametrize("eye", [usual_eye(), PlainEye()], ids=["opencv", "numpy"])
def test_stored_prints_give_the_stored_vectors(eye: Eye | PlainEye) -> None:
    stored = np.load(GOLDEN)
    assert str(stored["eye"]) == usual_eye().name
    assert np.abs(eye.embed(shown()) - stored["vectors"]).max() < 1e-3


def test_vectors_have_length_one_and_do_not_depend_on_what_is_masked() -> None:
    one = shown()
    other = Patches(one.pixels.copy(), one.masks)
    other.pixels[16:, :20, 10:] = 77
    vectors = usual_eye().embed(one)
    assert vectors.shape == (32, NUMBERS)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(32), abs=1e-5)
    assert np.abs(usual_eye().embed(other) - vectors).max() < 1e-6


def test_nothing_to_look_at_gives_no_vectors() -> None:
    assert usual_eye().embed(shown().some([])).shape == (0, NUMBERS)


def test_more_prints_than_a_batch_are_told_as_one_by_one() -> None:
    many = patches(prints(70, seed=1))
    alone = usual_eye().embed(many.some([69]))
    assert np.abs(usual_eye().embed(many)[69] - alone[0]).max() < 1e-5


def test_what_is_written_of_the_weights_is_of_these_weights() -> None:
    about = json.loads(WEIGHTS.with_suffix(".json").read_text(encoding="utf-8"))
    assert about["sha256"] == sha256(WEIGHTS.read_bytes()).hexdigest() == usual_eye().name
