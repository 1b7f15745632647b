"""A ruling shows its proof: ringed, before and after, beside the board as it should be."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.phones import OpenPhone, join
from tests.web.fake_table import RINGED, FakeTable
from web.app import create_app
from web.words import words_for

pytestmark = pytest.mark.browser
SIZES = {
    "small": {"width": 360, "height": 640},
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 820, "height": 1180},
    "wide": {"width": 1920, "height": 1080},
}
MIDDLE = """() => {
  const svg = document.querySelector('#ask .believed svg');
  const at = new DOMPoint(...svg.getAttribute('viewBox').split(' ').map(Number));
  const square = document.querySelector('#board [data-square="c3"]').getBoundingClientRect();
  const board = document.querySelector('#board svg').getScreenCTM().inverse();
  const { x, y, width, height } = square;
  const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(board);
  const side = width * board.a;
  return [(middle.x - at.x) / side, (middle.y - at.y) / side, at.z / side];
}"""


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, join_url="http://unset", open_table=True)


@pytest.fixture
def ruled(live: str, open_phone: OpenPhone, table: FakeTable) -> Callable[..., Page]:
    """A phone of seat 0 before which a ruling of a seat lies."""

    def opened(language: str = "de", size: str = "phone", seat: int | None = None) -> Page:
        phone = open_phone(f"{live}/join", language, viewport=SIZES[size])
        join(phone, 0)
        table.rule(seat)
        return phone

    return opened


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_proof_fits_every_screen_and_every_language(
    ruled: Callable[..., Page], size: str, language: str
) -> None:
    phone = ruled(language, size)
    words = words_for(language)
    for panel in ("before", "after", "believed"):
        expect(phone.locator(f"#ask .{panel} svg")).to_be_visible()
    told = phone.locator("#ask figcaption").all_inner_texts()
    assert sorted(told) == sorted(words[f"proof.{each}"] for each in ("before", "after", "right"))
    strong = phone.locator('[data-do="back"]')
    expect(strong).to_be_in_viewport(ratio=1)
    expect(phone.locator('[data-do="stand"]')).to_be_in_viewport(ratio=1)
    wide = phone.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


def test_the_piece_is_ringed_and_named_in_both_pictures(ruled: Callable[..., Page]) -> None:
    phone = ruled()
    for panel in ("before", "after"):
        ring = phone.locator(f"#ask .{panel} .ring")
        expect(ring).to_be_visible()
        assert ring.evaluate("ring => ring.getBBox().width / 400") == pytest.approx(1 / 3, abs=0.01)
        expect(phone.locator(f"#ask .{panel} .ringname")).to_have_text(RINGED)


def test_the_drawn_board_shows_the_same_place_as_large(ruled: Callable[..., Page]) -> None:
    phone = ruled()
    expect(phone.locator("#ask .believed svg")).to_be_visible()
    assert phone.evaluate(MIDDLE) == pytest.approx([1.5, 1.5, 3], abs=0.05)


def test_a_ruling_about_another_who_has_his_phone_is_only_a_line(
    ruled: Callable[..., Page], live: str, open_phone: OpenPhone, table: FakeTable
) -> None:
    other = open_phone(f"{live}/join", "de", viewport=SIZES["phone"])
    join(other, 1)
    phone = ruled(seat=1)
    expect(other.locator("#ask .ruling")).to_be_visible()
    expect(phone.locator("#notices p")).not_to_have_count(0)
    expect(phone.locator("#ask .ruling")).to_have_count(0)
    expect(phone.locator("#board")).to_have_css("opacity", "1")


def test_why_opens_the_rules_at_their_own_place(ruled: Callable[..., Page]) -> None:
    phone = ruled(size="small")
    phone.locator(".why summary").click()
    link = phone.locator(".why a").first
    rule = link.get_attribute("data-rule")
    link.click()
    place = phone.locator(f'[id="{rule}"]')
    expect(place).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= SIZES["small"]["width"]
    expect(phone.locator(".rule:has(:target)")).to_contain_text(str(rule))
