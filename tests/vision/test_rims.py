"""The clan's colour is told by the rim, whatever is printed in the middle."""

import numpy as np
import pytest

from vision.kilt.rims import Rims

SIDE, RADIUS = 27, 14.0
COLOURS = {
    "red": np.float32((-3.5, -3.5, -1.0)),
    "orange": np.float32((-3.5, -1.6, -0.3)),
    "grey": np.float32((-2.0, -2.0, -2.0)),
}
RIMS = Rims(COLOURS, SIDE, RADIUS)
BRIGHT = np.full(3, 2.0, np.float32)  # a white that nothing reaches


def top(colour: str, glare: float = 0.0, shift: float = 0.0) -> np.ndarray:
    """A rim of a colour round a white label."""
    ys, xs = np.mgrid[0:SIDE, 0:SIDE] - (SIDE - 1) / 2
    patch = np.tile(COLOURS[colour], (SIDE, SIDE, 1)) + np.float32(shift)
    patch[np.hypot(xs, ys) < 0.6 * RADIUS] = 0.0
    return np.log(np.exp(patch) + np.float32(glare))[None]


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("glare", "shift"), [(0.0, 0.0), (0.08, 0.0), (0.3, 0.0), (0.0, 0.4)])
def test_a_rim_is_of_its_clan_in_glare_and_dim_light(
    colour: str, glare: float, shift: float
) -> None:
    values = RIMS.score(RIMS.fit(top(colour, glare, shift), BRIGHT))[0]
    assert values[colour] == 0.0
    assert max(v for name, v in values.items() if name != colour) < -3


def test_a_rim_of_no_clan_speaks_for_none() -> None:
    blue = np.full((1, SIDE, SIDE, 3), (-0.3, -3.0, -4.0), np.float32)
    values = RIMS.score(RIMS.fit(blue, BRIGHT))[0]
    assert min(values.values()) > -0.5


@pytest.mark.parametrize(("glare", "level"), [(0.0, 0), (0.08, 1), (0.3, 2), (1.0, 3)])
def test_the_rim_tells_how_much_light_is_mirrored(glare: float, level: int) -> None:
    likely = RIMS.glares(RIMS.fit(top("red", glare), BRIGHT))["red"][0]
    assert likely[level] == max(likely) == 0.0
