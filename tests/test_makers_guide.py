"""The makers' guide: its figures and pictures follow from the geometry and the settings."""

import math
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bench import makers_guide
from bench.makers_guide import AREAS, LENSES, MARGIN, SLANTS, Area, Lens
from device.settings.settings import PanelSettings

DOCS = Path(__file__).parents[1] / "docs"


def test_straight_down_is_plain_trigonometry() -> None:
    lens, area = Lens("x", 90, 73.74), Area("y", 1.0, 0.5)
    assert makers_guide.height_for(lens, 0, area) == pytest.approx(0.5 + MARGIN, abs=0.002)


def test_a_wide_sensor_is_cut_to_the_pictures_shape() -> None:
    across, down = makers_guide.half_angles(Lens("16:9", 66, 41))
    assert math.tan(across) / math.tan(down) == pytest.approx(4 / 3)
    assert math.degrees(down) == pytest.approx(20.5)


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
@pytest.mark.parametrize("slant", SLANTS)
def test_everything_is_seen_from_there_and_not_from_nearer(lens: Lens, slant: float) -> None:
    for area in AREAS:
        distance = makers_guide.distance_for(lens, slant, area)
        assert makers_guide.covers(lens, distance, slant, area)
        assert not makers_guide.covers(lens, distance - 0.002, slant, area)


def test_a_slant_sees_the_far_edge_less_finely() -> None:
    fine = [makers_guide.pixels_per_cm(LENSES[0], slant, AREAS[1]) for slant in SLANTS]
    assert fine == sorted(fine, reverse=True)


def test_a_lamp_that_far_aside_is_mirrored_outside_the_board() -> None:
    camera, lamp = 0.9, 1.4
    aside = makers_guide.lamp_clearance(camera, lamp, AREAS[0])
    mirrored = aside * camera / (camera + lamp)
    assert mirrored == pytest.approx(math.hypot(0.30, 0.30) / 2 + MARGIN)


def test_every_default_pin_is_on_the_header_and_wired_once() -> None:
    rows = [gpio for _, gpio, _ in makers_guide.wiring(PanelSettings())]
    assert sorted(rows) == sorted(PanelSettings().pins())
    assert len(set(makers_guide.HEADER.values())) == 26
    assert not set(makers_guide.HEADER.values()) & ({*makers_guide.GROUNDS, *makers_guide.POWER})


def test_pictures_and_tables_of_the_guide_are_up_to_date() -> None:
    for name, picture in makers_guide.pictures().items():
        assert (DOCS / "makers" / name).read_text() == picture, (
            "run: python -m bench.makers_guide docs"
        )
        ET.fromstring(picture)
        assert f"makers/{name}" in (DOCS / "makers.md").read_text()
    guide = (DOCS / "makers.md").read_text()
    assert makers_guide.renewed(guide) == guide, "run: python -m bench.makers_guide docs"
