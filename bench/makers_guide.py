"""Where to hang the camera and how to wire the panel: figures and pictures from the geometry.

`python -m bench.makers_guide docs` renews the pictures and the tables of the makers' guide.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from device.settings.settings import PanelSettings

MARGIN = 0.08  # metres around what is to be seen: a hand's breadth
ASPECT = 4 / 3  # of the pictures the settings ask for: 1280 x 960
WIDTH_PIXELS = 1280
SLANTS = (0, 20, 35)  # degrees from straight down
LEAST_PIXELS = 12.0  # a centimetre at the far edge, to tell crests and cards apart


@dataclass(frozen=True)
class Lens:
    """A camera by the angles its whole sensor sees, in degrees."""

    name: str
    across: float
    down: float


@dataclass(frozen=True)
class Area:
    """What must be seen of a game, in metres."""

    name: str
    width: float
    depth: float


LENSES = (
    Lens("Camera Module 3", 66, 41),
    Lens("Camera Module 3 Wide", 102, 67),
    Lens("Camera Module 2", 62.2, 48.8),
    Lens("USB webcam, 70° across", 70, 43),
)
AREAS = (
    Area("30 cm board alone", 0.30, 0.30),
    Area("30 cm board with cards around it", 0.50, 0.50),
    Area("60 × 45 cm table", 0.60, 0.45),
    Area("80 × 60 cm table", 0.80, 0.60),
)

# the header's physical pins by Broadcom's numbers
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38,
    21: 40,
}  # fmt: skip
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
POWER = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"}


def half_angles(lens: Lens) -> tuple[float, float]:
    """Half the angles of the picture we take, which is cut from the sensor to 4 : 3."""
    across, down = math.tan(math.radians(lens.across / 2)), math.tan(math.radians(lens.down / 2))
    if across / down > ASPECT:
        across = down * ASPECT
    else:
        down = across / ASPECT
    return math.atan(across), math.atan(down)


def seen_at(lens: Lens, distance: float, slant: float, x: float, y: float) -> tuple[float, float]:
    """Where a point of the table lies in the picture: -1 to 1 both ways is inside.

    The camera looks at the middle of the area from `distance`, `slant` degrees from straight
    down; y goes away from it.
    """
    tilt = math.radians(slant)
    along = distance + y * math.sin(tilt)  # how far away along the line of sight
    up = y * math.cos(tilt)
    across, down = (math.tan(angle) for angle in half_angles(lens))
    return x / along / across, up / along / down


def covers(lens: Lens, distance: float, slant: float, area: Area) -> bool:
    """Whether all of an area with its margin is in the picture."""
    width, depth = area.width / 2 + MARGIN, area.depth / 2 + MARGIN
    if distance <= depth:
        return False
    corners = [(x, y) for x in (-width, width) for y in (-depth, depth)]
    return all(max(map(abs, seen_at(lens, distance, slant, *each))) <= 1 for each in corners)


def distance_for(lens: Lens, slant: float, area: Area) -> float:
    """The shortest distance from which all is seen, in metres."""
    near, far = 0.0, 5.0
    while far - near > 0.0005:
        middle = (near + far) / 2
        near, far = (near, middle) if covers(lens, middle, slant, area) else (middle, far)
    return far


def height_for(lens: Lens, slant: float, area: Area) -> float:
    """How high above the table the camera then hangs."""
    return distance_for(lens, slant, area) * math.cos(math.radians(slant))


def pixels_per_cm(lens: Lens, slant: float, area: Area) -> float:
    """How finely the far edge of the area is seen."""
    distance = distance_for(lens, slant, area)
    left = seen_at(lens, distance, slant, -0.005, area.depth / 2)[0]
    right = seen_at(lens, distance, slant, 0.005, area.depth / 2)[0]
    return (right - left) / 2 * WIDTH_PIXELS


def height_table() -> list[str]:
    """Heights in centimetres, with pixels a centimetre at the far edge, as Markdown."""
    head = " | ".join(f"{lens.name}" for lens in LENSES)
    rows = [f"| what is seen | slant | {head} |", "|---|---|" + "---|" * len(LENSES)]
    for area in AREAS:
        for slant in SLANTS:
            cells = " | ".join(_cell(lens, slant, area) for lens in LENSES)
            rows.append(f"| {area.name} | {slant}° | {cells} |")
    return rows


def _cell(lens: Lens, slant: float, area: Area) -> str:
    height, fine = height_for(lens, slant, area), pixels_per_cm(lens, slant, area)
    weak = "" if fine >= LEAST_PIXELS else " ⚠"
    return f"{math.ceil(height * 100)} cm ({fine:.0f}{weak})"


def lamp_clearance(camera_height: float, lamp_height: float, area: Area) -> float:
    """How far from the board's middle a lamp must hang so that its mirror image is outside.

    A glossy table mirrors a lamp where the angles to lamp and camera are equal.
    """
    edge = math.hypot(area.width, area.depth) / 2 + MARGIN
    return edge * (camera_height + lamp_height) / camera_height


def wiring_table(panel: PanelSettings) -> list[str]:
    """Every part with its pins, as Markdown."""
    rows = ["| part | GPIO | pin of the header | other leg |", "|---|---|---|---|"]
    for name, gpio, other in wiring(panel):
        rows.append(f"| {name} | {gpio} | {HEADER[gpio]} | {other} |")
    return rows


def wiring(panel: PanelSettings) -> Iterable[tuple[str, int, str]]:
    """Parts in the order of the picture: name, Broadcom's number, where the other leg goes."""
    resistor = "330 Ω to ground"
    for name in ("next", "confirm", "undo"):
        yield f"button {name}", getattr(panel, name), "ground"
    for seat, gpio in enumerate(panel.lamps, 1):
        yield f"lamp of seat {seat}", gpio, resistor
    yield "red lamp (ruling)", panel.ruling, resistor
    yield "buzzer (active, 3.3 V)", panel.buzzer, "ground"
    yield "pearl lamp", panel.tick, resistor


# --- pictures ---

COLOURS = {
    "button": "#1f4e79",
    "lamp": "#d99a00",
    "red": "#b3261e",
    "buzzer": "#6a3d9a",
    "pearl": "#2e7d5b",
}
MIDDLE = 'text-anchor="middle"'


def svg(width: float, height: float, parts: Iterable[str]) -> str:
    """A picture; everything inside is in its own units."""
    style = "font: 13px system-ui, sans-serif; fill: #1d2430"
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">\n'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>\n'
        f'<g style="{style}">\n{body}\n</g>\n</svg>\n'
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" {more}/>'
    )


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} fill="{colour}"/>'


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def side_view(lens: Lens, slant: float, area: Area) -> str:
    """The camera over the table from the side, true to scale."""
    scale, ground, middle = 420.0, 470.0, 330.0  # pixels a metre; where table and board lie
    distance, tilt = distance_for(lens, slant, area), math.radians(slant)
    back, height = distance * math.sin(tilt), distance * math.cos(tilt)
    camera = (middle - back * scale, ground - height * scale)
    half = half_angles(lens)[1]
    reach = [middle - (back - height * math.tan(tilt + turn)) * scale for turn in (-half, half)]
    depth, seen = area.depth * scale, (area.depth / 2 + MARGIN) * scale
    tall = f"{math.ceil(height * 100)} cm"
    cone = f"{camera[0]:.1f},{camera[1]:.1f} {reach[0]:.1f},{ground} {reach[1]:.1f},{ground}"
    return svg(
        660,
        540,
        [
            f'<polygon points="{cone}" fill="#cfe3f5" opacity="0.8"/>',
            _line(30, ground, 630, ground, "#6b5b45", 'stroke-width="6"'),
            _rect(middle - depth / 2, ground - 12, depth, 9, "#79b35a"),
            _line(middle - seen, ground + 16, middle + seen, ground + 16, "#1d2430"),
            _text(middle, ground + 34, f"{area.depth * 100:.0f} cm and a hand’s breadth", MIDDLE),
            _line(camera[0], camera[1], middle, ground, "#1f4e79", 'stroke-dasharray="6 5"'),
            f'<circle cx="{camera[0]:.1f}" cy="{camera[1]:.1f}" r="9" fill="#1f4e79"/>',
            _line(camera[0] - 26, camera[1], camera[0] - 26, ground, "#1d2430"),
            _text(camera[0] - 32, (camera[1] + ground) / 2, tall, 'text-anchor="end"'),
            _text(camera[0] + 16, camera[1] + 4, f"{lens.name}, {slant:g}° slant"),
        ],
    )


def lamp_view(area: Area, camera_height: float, lamp_height: float) -> str:
    """Where a lamp is mirrored into the camera, from the side."""
    scale, ground, middle = 240.0, 420.0, 250.0
    clear = lamp_clearance(camera_height, lamp_height, area)
    edge = math.hypot(area.width, area.depth) / 2 + MARGIN
    camera, lamp = ground - camera_height * scale, ground - lamp_height * scale
    x_edge, x_lamp = middle + edge * scale, middle + clear * scale
    board = area.width * scale
    words = f"a lamp {lamp_height * 100:.0f} cm high: at least {math.ceil(clear * 100)} cm aside"
    return svg(
        660,
        480,
        [
            _rect(middle - clear * scale, lamp - 16, 2 * clear * scale, 32, "#f8d5d2"),
            _text(middle, lamp - 24, "no lamp here", MIDDLE),
            _line(20, ground, 640, ground, "#6b5b45", 'stroke-width="6"'),
            _rect(middle - board / 2, ground - 12, board, 9, "#79b35a"),
            f'<circle cx="{middle}" cy="{camera:.1f}" r="9" fill="#1f4e79"/>',
            _text(middle + 16, camera + 4, f"camera, {camera_height * 100:.0f} cm"),
            f'<circle cx="{x_lamp:.1f}" cy="{lamp:.1f}" r="12" fill="#ffd54a" stroke="#b98900"/>',
            _text(x_lamp + 18, lamp + 5, f"lamp, {lamp_height * 100:.0f} cm"),
            _line(x_lamp, lamp, x_edge, ground, "#b98900", 'stroke-dasharray="6 5"'),
            _line(x_edge, ground, middle, camera, "#b98900", 'stroke-dasharray="6 5"'),
            _text(middle, ground + 34, words, MIDDLE),
        ],
    )


def wiring_view(panel: PanelSettings) -> str:
    """The header with every wire, as one looks down on the Pi with the header at the right."""
    names = {HEADER[gpio]: (name, other) for name, gpio, other in wiring(panel) if gpio}
    parts = [_text(330, 26, "pin 1 is next to the corner, on the inside", MIDDLE)]
    for pin in range(1, 41):
        row, right = (pin - 1) // 2, pin % 2 == 0
        x, y = 330 + (14 if right else -14), 52 + row * 27
        name, other = names.get(pin, ("", ""))
        colour = COLOURS[name.split()[0]] if name else _plain(pin)
        parts.append(f'<circle cx="{x}" cy="{y}" r="10" fill="{colour}" stroke="#1d2430"/>')
        parts.append(
            _text(x, y + 4, str(pin), 'text-anchor="middle" style="font-size: 10px; fill: #fff"')
        )
        words = name or POWER.get(pin, "ground" if pin in GROUNDS else "")
        if words:
            more = f" → {other}" if other else ""
            anchor, at = ("start", x + 20) if right else ("end", x - 20)
            weight = "" if name else ' fill="#8a8f98"'
            parts.append(_text(at, y + 4, f"{words}{more}", f'text-anchor="{anchor}"{weight}'))
    return svg(660, 610, parts)


def _plain(pin: int) -> str:
    return "#1d2430" if pin in GROUNDS else "#9a6b6b" if pin in POWER else "#c3c7ce"


def pictures() -> dict[str, str]:
    """Every picture of the guide by its file name."""
    return {
        "camera-above.svg": side_view(LENSES[0], 0, AREAS[1]),
        "camera-slanted.svg": side_view(LENSES[0], 35, AREAS[1]),
        "lamp.svg": lamp_view(AREAS[1], 0.9, 1.4),
        "wiring.svg": wiring_view(PanelSettings()),
    }


TABLES = {"heights": height_table, "wiring": lambda: wiring_table(PanelSettings())}


def renewed(guide: str) -> str:
    """The guide with its tables worked out anew, between their marks."""
    for name, table in TABLES.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        head, rest = guide.split(begin, 1)
        guide = head + begin + "\n".join(table()) + "\n" + end + rest.split(end, 1)[1]
    return guide


def main(folder: Path) -> None:
    """Write pictures and tables."""
    for name, picture in pictures().items():
        (folder / "makers").mkdir(exist_ok=True)
        (folder / "makers" / name).write_text(picture, encoding="utf-8")
    guide = folder / "makers.md"
    guide.write_text(renewed(guide.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
