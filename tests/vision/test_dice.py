"""Standard dice in pictures: every value, any colours, any turn, among other things."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.bench.dice import DiceTally, bench_dice, bench_photos
from device.sim.dice import dice_picture
from vision.dice.find import RIVAL, Die, _apart, dice_from_above, find_dice

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "castle"
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
COLOURS = [
    ((240, 240, 240), (20, 20, 20), (60, 90, 40)),
    ((20, 20, 20), (240, 240, 240), (150, 160, 170)),
    ((40, 30, 170), (240, 240, 240), (90, 120, 150)),
    ((60, 200, 230), (150, 40, 20), (40, 40, 40)),
]


def drawn(
    value: int, edge: float, turn: float, body: tuple, ink: tuple, table: tuple
) -> np.ndarray:
    """A die seen from straight above, four times too large, then made small."""
    rng = np.random.default_rng([value, int(edge), int(100 * turn)])
    big = np.full((960, 1280, 3), table, np.uint8)
    c, s = np.cos(turn), np.sin(turn)

    def place(x: float, y: float) -> tuple[int, int]:
        x, y = x * edge * 2, y * edge * 2
        return int(640 + c * x - s * y), int(480 + s * x + c * y)

    square = [place(-1, -1), place(1, -1), place(1, 1), place(-1, 1)]
    cv2.fillConvexPoly(big, np.array(square), body)
    for x, y in PIPS[value]:
        cv2.circle(big, place(x / 2, y / 2), int(0.36 * edge), ink, -1)
    small = cv2.resize(big, (320, 240), interpolation=cv2.INTER_AREA).astype(float)
    return np.clip(small + rng.normal(0, 2, small.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("value", PIPS)
def test_every_value_is_read_in_any_colour_size_and_turn(value: int, colours: tuple) -> None:
    edge = 24 if value % 2 else 60
    found = find_dice(drawn(value, edge, 0.2 * value, *colours), (0.75 * edge, 1.35 * edge))
    assert found[0].value == value
    assert found[0].probability > 0.9
    assert np.linalg.norm(found[0].centre - (160, 120)) < 0.1 * edge
    assert found[0].edge == pytest.approx(edge, rel=0.25)


@pytest.mark.parametrize("value", [2, 3])
def test_a_die_on_rough_cloth_in_its_own_shadow_is_read(value: int) -> None:
    edge, ground = 20.0, (150, 140, 165)
    y, x = np.mgrid[0:240, 0:320]
    weave = 14.0 * (np.sin(x * 1.1) + np.sin(y * 1.1)) + np.random.default_rng(1).normal(
        0, 5, x.shape
    )
    cloth = np.clip(np.array(ground) + weave[..., None], 0, 255)
    die = drawn(value, edge, 0.2, (112, 108, 110), (240, 238, 240), (0, 0, 0)).astype(float)
    shade = np.exp(-(((x - 166) ** 2 + (y - 112) ** 2) / (1.2 * edge) ** 2))
    cloth = cloth * (1 - 0.35 * shade[..., None])
    lies = cv2.blur((die.max(axis=2) > 60).astype(float), (2, 2))[..., None]
    picture = np.clip(die * lies + cloth * (1 - lies), 0, 255).astype(np.uint8)
    found = dice_from_above(picture[60:180, 100:220])
    assert [die.value for die in found[:1]] == [value]


@pytest.mark.parametrize("value", [3, 4, 5, 6])
def test_a_small_die_whose_pips_run_together_is_read_from_above(value: int) -> None:
    body, ink, table = (150, 70, 20), (230, 230, 230), (90, 120, 150)
    sharp = drawn(value, 14.0, 0.3 * value, body, ink, table)[80:160, 120:200]
    above = cv2.resize(cv2.GaussianBlur(sharp, (0, 0), 1.1), (114, 114))
    (die,) = dice_from_above(above)
    assert die.value == value
    assert die.probability > 0.9
    assert die.quality > 0.8
    assert np.linalg.norm(die.centre - (57, 57)) < 2


def run_together(value: int) -> np.ndarray:
    """A small die somewhere in a picture that is not sharp."""
    sharp = drawn(value, 14.0, 0.3 * value, (150, 70, 20), (230, 230, 230), (90, 120, 150))
    return cv2.GaussianBlur(sharp, (0, 0), 1.3)


@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_where_pips_are_unclear_the_whole_face_is_read(value: int) -> None:
    (die,) = find_dice(run_together(value), (10.5, 18.2))
    assert (die.value, die.probability > 0.9) == (value, True)
    assert np.linalg.norm(die.centre - (160, 120)) < 2


def test_a_line_an_edge_and_a_disc_are_no_dice_from_above() -> None:
    above = np.full((100, 100, 3), 120, np.uint8)
    assert dice_from_above(above) == []
    cv2.line(above, (10, 20), (90, 80), (40, 40, 200), 4)
    assert dice_from_above(cv2.GaussianBlur(above, (0, 0), 1.2)) == []
    above[:, 50:] = 200
    assert dice_from_above(above) == []
    cv2.circle(above, (25, 50), 8, (250, 250, 250), -1)
    assert dice_from_above(above) == []
    assert dice_from_above(above[:20, :20]) == []


@pytest.mark.parametrize(("seed", "middle"), [(996019, (538, 544)), (996023, (804, 553))])
def test_the_touching_pips_of_a_six_are_three_in_a_row(seed: int, middle: tuple[int, int]) -> None:
    picture, truth = dice_picture(seed, "normal")
    edges = [edge for *_, edge in truth]
    found = find_dice(picture, (0.75 * min(edges), 1.3 * max(edges)))
    values = [die.value for die in found if np.linalg.norm(die.centre - middle) < 5]
    assert values == [6]


def test_how_large_dice_are_need_not_be_known() -> None:
    found = find_dice(drawn(5, 60, 0.2, *COLOURS[0]))
    assert (found[0].value, round(found[0].edge, -1)) == (5, 60)


def test_a_picture_without_dice_has_none() -> None:
    rng = np.random.default_rng(4)
    picture = np.clip(rng.normal(120, 12, (240, 320, 3)), 0, 255).astype(np.uint8)
    cv2.putText(picture, "DICE?", (40, 120), cv2.FONT_HERSHEY_SIMPLEX, 2, (20, 20, 20), 2)
    cv2.rectangle(picture, (200, 150), (260, 210), (20, 20, 180), -1)
    assert find_dice(picture) == []


@pytest.mark.parametrize(("size", "hole"), [(12, 0.3), (15, 0.25), (18, 0.25)])
def test_the_hole_in_a_printed_nine_is_no_one(size: int, hole: float) -> None:
    big = np.full((960, 1280, 3), (150, 120, 60), np.uint8)
    tail = np.array([(-0.1, 0.6), (0.95, 0.3), (0.3, 2.0), (-0.6, 2.0)]) * 4 * size + (640, 480)
    cv2.circle(big, (640, 480), 4 * size, (60, 220, 120), -1)
    cv2.fillConvexPoly(big, tail.astype(np.int32), (60, 220, 120))
    cv2.circle(big, (640, 480), int(4 * size * hole), (150, 120, 60), -1)
    small = cv2.resize(big, (320, 240), interpolation=cv2.INTER_AREA).astype(float)
    noise = np.random.default_rng(7).normal(0, 2, small.shape)
    assert find_dice(np.clip(small + noise, 0, 255).astype(np.uint8), (16, 50)) == []


@pytest.mark.parametrize("gap", [12, 14])
def test_a_row_of_printed_dots_on_an_unevenly_lit_mat_is_no_three(gap: int) -> None:
    big = np.full((960, 1280, 3), (40, 140, 250), np.uint8)
    for n in range(-6, 7):
        cv2.circle(big, (640 + 4 * n * gap, 480 + n), 7, (70, 50, 60), -1, cv2.LINE_AA)
    light = 1 + 0.3 * (np.arange(240) - 120)[:, None, None] / 100
    lit = cv2.resize(big, (320, 240), interpolation=cv2.INTER_AREA) * light
    noise = cv2.GaussianBlur(np.random.default_rng(7).normal(0, 3, lit.shape), (0, 0), 0.7)
    assert find_dice(np.clip(lit + noise, 0, 255).astype(np.uint8), (14, 36)) == []


def test_blurred_dots_of_a_track_are_no_two() -> None:
    assert bench_dice(1, "normal", seed=993014) == DiceTally(dice=3, right=3)


def from_above(seed: int, level: str, which: int) -> tuple[int, np.ndarray]:
    """One die of a simulated picture and what lies round it, as large as from above."""
    image, truth = dice_picture(seed, level)
    value, middle, edge = truth[which]
    scale = 20 / edge
    shift = np.column_stack([np.eye(2) * scale, 40 - middle * scale])
    return value, cv2.warpAffine(image, shift, (80, 80))


def test_a_clear_die_is_found_from_above_among_much_that_is_faint() -> None:
    value, above = from_above(993015, "normal", 3)
    (die,) = dice_from_above(above)
    assert (die.value, die.quality > 0.9) == (value, True)


@pytest.mark.parametrize(("seed", "which"), [(993518, 1), (993519, 0), (993520, 0)])
def test_a_die_is_found_from_above_though_its_sides_shine_in(seed: int, which: int) -> None:
    value, above = from_above(seed, "hard", which)
    (die,) = dice_from_above(above)
    assert (die.value, die.quality > 0.85) == (value, True)


def test_two_dice_side_by_side_are_two() -> None:
    white, black, table = (240, 240, 240), (20, 20, 20), (60, 90, 40)
    left = drawn(5, 30, 0.3, white, black, table)[:, 100:220]
    right = drawn(2, 30, 0.9, white, black, table)[:, 100:220]
    found = find_dice(np.hstack([left, right]), (22, 40))
    assert sorted(die.value for die in found) == [2, 5]


def test_what_is_taken_for_a_die_and_is_none_is_counted() -> None:
    two = Die(2, 1.0, 0.83, np.array([(0, 0), (40, 0), (40, 40), (0, 40)]), logs(2))
    tally = DiceTally()
    tally.count([two, replace(two, corners=two.corners + 200)], [(2, np.array([21.0, 19.0]), 40.0)])
    assert (tally.dice, tally.right, tally.wrong, tally.missed, tally.false) == (1, 1, 0, 0, 1)


def test_dice_on_simulated_tables_are_read() -> None:
    tally = bench_dice(3, "normal", seed=200)
    assert (tally.wrong, tally.missed) == (0, 0)


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the shared pictures are not here")
@pytest.mark.slow
def test_every_die_of_the_castle_pictures_is_read() -> None:
    tally = bench_photos(PHOTOS)
    assert (tally.dice, tally.right) == (12, 12)


def test_a_die_whose_side_may_be_its_top_is_not_sure() -> None:
    two = Die(2, 1.0, 0.83, np.array([(0, 0), (40, 0), (40, 40), (0, 40)]), logs(2))
    one = replace(two, value=1, quality=0.73, corners=two.corners - 8, values=logs(1))
    away = replace(two, value=5, quality=0.9, corners=two.corners + 200, values=logs(5))
    five, best = _apart([one, two, away])
    assert (five.value, best.value) == (5, 2)
    assert best.values[1] == pytest.approx(-0.1 * RIVAL)
    assert best.probability == pytest.approx(1 / (1 + np.exp(-0.1 * RIVAL)), abs=0.01)
    assert five.probability > 0.99


def logs(value: int) -> dict[int, float]:
    return {each: 0.0 if each == value else -30.0 for each in range(1, 7)}
