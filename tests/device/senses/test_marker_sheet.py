"""The marker sheet shows the four markers in their true size."""

from pathlib import Path
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest

from device.senses.marker_sheet import CORNERS, DOTS_PER_MM, MARKER_MM, BadSheet, places, png, write

FINDER = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))


def test_all_four_markers_are_found_where_and_as_large_as_they_should_be() -> None:
    corners, ids, _ = FINDER.detectMarkers(png())
    found = {int(i): c.reshape(4, 2) for i, c in zip(np.ravel(ids), corners, strict=True)}
    assert sorted(found) == [0, 1, 2, 3]
    for marker, (x, y) in enumerate(places()):
        origin, opposite = found[marker][0], found[marker][2]
        assert np.allclose(origin, [x * DOTS_PER_MM, y * DOTS_PER_MM], atol=2)
        assert np.allclose(opposite - origin, MARKER_MM * DOTS_PER_MM, atol=2)


def test_svg_is_a4_and_names_every_corner(tmp_path: Path) -> None:
    write(tmp_path / "m.svg")
    root = ET.parse(tmp_path / "m.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    text = "".join(root.itertext())
    assert all(corner in text for corner in CORNERS)


def test_png_is_written_and_other_endings_refused(tmp_path: Path) -> None:
    write(tmp_path / "m.png")
    assert cv2.imread(str(tmp_path / "m.png")).shape == (3564, 2520, 3)
    with pytest.raises(BadSheet, match=r"\.svg or \.png"):
        write(tmp_path / "m.pdf")
