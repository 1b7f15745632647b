"""The marker sheet: four squares to cut out and lay at the corners of a board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from device.senses.frame import Image
from rules.errors import CastellanError
from vision.markers import MARKER, QUIET

PAGE_MM = (210, 297)
MARKER_MM = round(MARKER * 1000)
QUIET_MM = round(QUIET * 1000)  # white around a marker, which the finder needs
DOTS_PER_MM = 12  # about 300 dots an inch
CELLS = 6  # four by four bits and the black rim
CORNERS = ("far left", "far right", "near right", "near left")
NOTE = (
    "Print at 100 %, cut along the thin lines, lay each outside, corner to corner with the board,",
    f"its arrow pointing away from you. The black squares must measure {MARKER_MM} mm.",
)


class BadSheet(CastellanError, ValueError):
    """A sheet that cannot be written."""


@dataclass(frozen=True)
class Box:
    """A filled rectangle in millimetres."""

    x: float
    y: float
    width: float
    height: float


def cells(marker: int) -> list[Box]:
    """The black cells of a marker, in millimetres from its upper left corner."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    bits = cv2.aruco.generateImageMarker(dictionary, marker, CELLS)
    side = MARKER_MM / CELLS
    return [Box(x * side, y * side, side, side) for y, x in np.argwhere(bits == 0)]


def places() -> list[tuple[float, float]]:
    """Where the four markers lie on the page, in the order of `CORNERS`."""
    left, right = 40.0, PAGE_MM[0] - 40.0 - MARKER_MM
    far, near = 60.0, 150.0
    return [(left, far), (right, far), (right, near), (left, near)]


def svg() -> str:
    """The sheet as SVG, in true size."""
    width, height = PAGE_MM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="4">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    parts += [f'<text x="20" y="{20 + 6 * row}">{line}</text>' for row, line in enumerate(NOTE)]
    for marker, (x, y) in enumerate(places()):
        parts.append(_svg_marker(marker, x, y))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _svg_marker(marker: int, x: float, y: float) -> str:
    side = MARKER_MM + 2 * QUIET_MM
    black = "".join(
        f'<rect x="{x + c.x:g}" y="{y + c.y:g}" width="{c.width:g}" height="{c.height:g}"/>'
        for c in cells(marker)
    )
    return (
        f'<rect x="{x - QUIET_MM:g}" y="{y - QUIET_MM:g}" width="{side}" height="{side}" '
        f'fill="none" stroke="#888" stroke-width="0.2"/><g shape-rendering="crispEdges">{black}</g>'
        f'<text x="{x:g}" y="{y - QUIET_MM - 2:g}">↑ {CORNERS[marker]} ({marker})</text>'
    )


def png() -> Image:
    """The sheet as a picture of 305 dots an inch."""
    page = np.full((PAGE_MM[1] * DOTS_PER_MM, PAGE_MM[0] * DOTS_PER_MM), 255, np.uint8)
    for row, line in enumerate(NOTE):
        _write(page, line.replace("%", "percent"), 20, 20 + 6 * row)
    for marker, (x, y) in enumerate(places()):
        low, high = (
            _dots(x - QUIET_MM, y - QUIET_MM),
            _dots(x + MARKER_MM + QUIET_MM, y + MARKER_MM + QUIET_MM),
        )
        cv2.rectangle(page, low, high, 136, 2)
        for cell in cells(marker):
            x0, y0 = _dots(x + cell.x, y + cell.y)
            x1, y1 = _dots(x + cell.x + cell.width, y + cell.y + cell.height)
            page[y0:y1, x0:x1] = 0
        _write(page, f"^ {CORNERS[marker]} ({marker})", x, y - QUIET_MM - 2)
    return page


def _dots(x: float, y: float) -> tuple[int, int]:
    return round(x * DOTS_PER_MM), round(y * DOTS_PER_MM)


def _write(page: Image, text: str, x: float, y: float) -> None:
    cv2.putText(page, text, _dots(x, y), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 0, 2, cv2.LINE_AA)


def write(path: Path) -> None:
    """Write the sheet; the name's ending says how."""
    if path.suffix == ".svg":
        path.write_text(svg(), encoding="utf-8")
    elif path.suffix == ".png":
        _, data = cv2.imencode(".png", png())
        path.write_bytes(data.tobytes())
    else:
        raise BadSheet(f"{path} must end in .svg or .png, for example: castellan sheet markers.svg")
