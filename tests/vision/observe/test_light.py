"""One light of a whole picture is found back from what the board shows, whatever stands on it."""

import numpy as np
import pytest

from tests.vision.observe.prints import above
from vision.observe.cut import SIDE, Patches
from vision.observe.light import (
    LEAST_POINTS,
    NONE,
    Ground,
    Light,
    covered_by,
    fit_light,
    grid,
    ground,
    light_between,
    relit,
)
from vision.observe.table import Disc, Piece, Solid, Stand, Table
from vision.sample import LINEAR

HALF = 0.15
PLACES = grid(HALF)


def board(rng: np.random.Generator) -> np.ndarray:
    """Linear light of a printed board."""
    return np.asarray(rng.uniform(0.05, 0.5, (len(PLACES), 3)))


def lamp(rng: np.random.Generator, veiled: bool) -> Light:
    """A lamp of any colour that falls off to one side, and a veil of gloss if wanted."""
    gain = np.vstack([rng.uniform(-0.8, 0.3, 3), rng.uniform(-0.3, 0.3, (2, 3))])
    veil = np.array([0.08, *rng.uniform(-0.06, 0.06, 2)]) if veiled else np.zeros(3)
    return Light(gain, veil, HALF)


def under(light: Light, known: np.ndarray) -> np.ndarray:
    """How a board looks in a light."""
    return known * light.gains(PLACES) + light.veils(PLACES)[:, None]


def error(found: Light, true: Light) -> float:
    """The largest error of the gain, natural log."""
    return float(np.abs(np.log(found.gains(PLACES) / true.gains(PLACES))).max())


@pytest.mark.parametrize("veiled", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_a_gain_a_cast_and_a_veil_are_found_back(seed: int, veiled: bool) -> None:
    rng = np.random.default_rng(seed)
    known, true = board(rng), lamp(rng, veiled)
    now = under(true, known) * np.exp(rng.normal(0, 0.02, known.shape))
    found = fit_light(PLACES, now, known, HALF)
    assert error(found, true) < 0.12
    assert np.abs(found.veils(PLACES) - true.veils(PLACES)).max() < 0.02
    assert found.agree > 0.95


@pytest.mark.parametrize("seed", range(5))
def test_what_lies_on_a_quarter_of_the_board_is_distrusted(seed: int) -> None:
    rng = np.random.default_rng(seed)
    known, true = board(rng), lamp(rng, veiled=False)
    now = under(true, known)
    lies = rng.random(len(PLACES)) < 0.25
    now[lies] = rng.uniform(0.02, 0.9, (int(lies.sum()), 3))
    found = fit_light(PLACES, now, known, HALF)
    assert error(found, true) < 0.12
    assert found.agree == pytest.approx(0.75, abs=0.06)


def test_looks_that_have_nothing_in_common_tell_no_light() -> None:
    rng = np.random.default_rng(1)
    known, other = (np.exp(rng.uniform(-4.5, 0, (len(PLACES), 3))) for _ in range(2))
    assert fit_light(PLACES, other, known, HALF) is NONE


def test_too_few_points_tell_no_light() -> None:
    few, known = slice(0, LEAST_POINTS - 1), board(np.random.default_rng(2))
    assert fit_light(PLACES[few], known[few], known[few], HALF) is NONE
    seen = Ground(known, np.zeros(len(PLACES), bool))
    assert light_between(PLACES, seen, Ground(known, ~seen.seen), HALF) is NONE


def test_beyond_the_rim_a_light_goes_on_as_it_is_there() -> None:
    light = lamp(np.random.default_rng(3), veiled=True)
    rim, out = np.array([(HALF, 0.0)]), np.array([(3 * HALF, 0.0)])
    assert light.gains(out) == pytest.approx(light.gains(rim))
    assert light.veils(out) == pytest.approx(light.veils(rim))


def test_patches_under_a_light_look_as_they_were_known() -> None:
    rng = np.random.default_rng(4)
    light, codes = lamp(rng, veiled=True), rng.integers(60, 180, (2, SIDE, SIDE, 3))
    places = [(0.05, -0.03), (-0.1, 0.1)]
    gains, veils = light.gains(np.array(places)), light.veils(np.array(places))
    shown = LINEAR[codes] * gains[:, None, None] + veils[:, None, None, None]
    seen = np.interp(shown, LINEAR, np.arange(256)).round().astype(np.uint8)
    masks = rng.random((2, SIDE, SIDE)) < 0.5
    found = relit(Patches(seen, masks), light, places)
    assert np.abs(found.pixels.astype(int) - codes).max() <= 3  # what rounding costs in the dark
    assert found.masks is masks


def test_no_light_leaves_patches_as_they_are() -> None:
    patches = Patches(np.full((1, SIDE, SIDE, 3), 77, np.uint8), np.ones((1, SIDE, SIDE), bool))
    assert relit(patches, NONE, [(0.0, 0.0)]) is patches


def test_ground_is_read_where_it_is_seen_and_nothing_stands() -> None:
    view = above()
    picture = np.full((view.height, view.width, 3), 120, np.uint8)
    picture[:, : view.width // 4] = 255  # burnt out
    body = Solid(Disc(0.02), 0.03)
    table = Table(pieces=(Piece("it", body),))
    covered = covered_by(view, table, [Stand("it", (0.1, 0.0))], PLACES)
    seen = ground(picture, view, PLACES, covered)
    assert seen.light[seen.seen] == pytest.approx(LINEAR[120])
    stands = np.hypot(PLACES[:, 0] - 0.1, PLACES[:, 1]) < 0.019
    assert stands.sum() > 5
    assert not seen.seen[stands].any()
    beyond = PLACES[:, 0] < -(view.width / 4) * 0.5 / view.focal
    assert not seen.seen[beyond].any()
    assert seen.seen.mean() > 0.5
