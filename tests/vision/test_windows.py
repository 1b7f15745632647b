"""Windows that hang over the picture's edge, and many at once."""

import numpy as np

from vision.geometry import solve_view
from vision.sample import Window, maps_for, to_log
from vision.windows import WindowCache, unlit

HALF = 0.15
CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * HALF
VIEW = solve_view(
    CORNERS, np.array([[20.0, 20.0], [300.0, 20.0], [300.0, 300.0], [20.0, 300.0]]), (320, 320)
)


def window(x: float) -> Window:
    return Window((x, 0.02, 0.0), (1.0, 0.0), (0.0, -1.0), 10, 8, 0.005)


def test_beyond_its_edge_the_picture_goes_on_as_it_ends() -> None:
    picture = np.full((320, 320, 3), 200, np.uint8)
    values, inside = WindowCache().take(picture, VIEW, [("edge", window(0.14))])
    assert 0 < inside.mean() < 1
    assert np.ptp(values) == 0
    assert values[0, 0, 0, 0] == to_log(picture[:1, :1])[0, 0, 0]


def test_windows_taken_together_lie_where_each_lies_alone() -> None:
    picture = np.zeros((320, 320, 3), np.uint8)
    picture[..., 0] = np.arange(320)[None] % 256
    together, _ = WindowCache().take(picture, VIEW, [(x, window(x)) for x in (-0.1, 0.0)])
    alone, _ = WindowCache().take(picture, VIEW, [("second", window(0.0))])
    assert (together[1] == alone[0]).all()
    assert maps_for(VIEW, window(0.0)).inside.all()


def test_the_light_on_each_window_is_taken_off_its_channels() -> None:
    windows = np.arange(2 * 2 * 4 * 3, dtype=np.float32).reshape(2, 2, 4, 3)
    light = np.array([[1.0, 2.0, 3.0], [40.0, 50.0, 60.0]], np.float32)
    assert (unlit(windows, light) == windows - light[:, None, None]).all()
