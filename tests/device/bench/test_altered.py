"""Pictures as another box, lamp or camera might show them."""

from pathlib import Path

import numpy as np
import pytest

from device.bench.altered import ALTERED
from device.bench.photos import bench_photos

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"
GREY = np.full((40, 60, 3), 128, np.uint8)
RED = np.full((4, 4, 3), (0, 0, 200), np.uint8)


@pytest.mark.parametrize(("turn", "colour"), [(90, (0, 200, 100)), (200, (200, 133, 0))])
def test_another_print_has_other_hues(turn: int, colour: tuple[int, int, int]) -> None:
    other = ALTERED[f"print-{turn}"]
    for change in (other.taught, other.played):
        assert np.abs(change(RED)[0, 0].astype(int) - colour).max() <= 1
        assert np.abs(change(GREY).astype(int) - GREY).max() <= 1


@pytest.mark.parametrize(
    ("name", "taught", "played"),
    [("warm", (128, 128, 128), (112, 125, 136)), ("taught-warm", (92, 104, 116), (128, 128, 128))],
)
def test_another_lamp_shines_when_a_box_is_taught_or_when_it_is_played(
    name: str, taught: tuple[int, int, int], played: tuple[int, int, int]
) -> None:
    assert np.abs(ALTERED[name].taught(GREY)[0, 0].astype(int) - taught).max() <= 1
    assert np.abs(ALTERED[name].played(GREY)[0, 0].astype(int) - played).max() <= 1


def test_half_the_table_lies_in_shadow() -> None:
    shown = ALTERED["shadow"].played(GREY)[20, :, 0].astype(int)
    assert (shown[0], shown[-1]) == (97, 128)
    assert np.all(np.diff(shown) >= 0)


def test_every_way_leaves_size_and_kind_of_a_picture() -> None:
    for altered in ALTERED.values():
        for change in (altered.taught, altered.played):
            assert (change(GREY).shape, change(GREY).dtype) == (GREY.shape, np.uint8)


@pytest.mark.slow
@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the shared pictures are not here")
@pytest.mark.parametrize("how", ["print-90", "warm", "cool-dim", "shadow", "grain", "contrast"])
def test_altered_pictures_are_followed_without_a_wrong_event(how: str) -> None:
    rows = [r for game in ("appenzell", "solomon") for r in bench_photos(PHOTOS / game, None, how)]
    assert [row["wrong"] for row in rows] == [0] * 4
    assert sum(row["right"] for row in rows) >= 0.8 * sum(row["turns"] for row in rows)
