"""Every page and sheet is readable by everybody, as far as axe can tell: no findings at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules.words import LANGUAGES
from tests.phones import OpenPhone
from tests.web.conftest import host_address, house_of
from tests.web.hostile import GAMES, house, recorded
from web.live.serve import Server

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not there: npm ci brings it"),
]
SCHEMES = ("light", "dark")
PHONE = {"width": 390, "height": 844}
BEGUN = 30  # events played before
PAGES = (
    "/",
    "/join",
    "/table",
    "/screen",
    "/rules/kilt",
    "/health",
    "/panel",
    "/hosts",
    "/teach",
    "/lobby",
)
FINDINGS = """async () => (await axe.run()).violations.flatMap(
  ({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.any[0]?.message ?? ''}`))"""


def findings(page: Page) -> list[str]:
    """What axe says of the page as it is shown now."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(FINDINGS)
    return found


def shown(page: Page, opener: str, sheet: str) -> Page:
    """Something that was opened by a tap."""
    page.locator(opener).first.click()
    expect(page.locator(sheet).first).to_be_visible()
    return page


# What is opened on a table, and what it is closed by.
SHEETS: dict[str, Callable[[Page], object]] = {
    "table": lambda page: None,
    "aside": lambda page: shown(page, "#rest", "#aside.open"),
    "correct": lambda page: shown(page, "#events .event[data-number]", "#sheet[open]"),
    "choices": lambda page: shown(
        page, "#sheet .button", "#sheet .choice, #sheet .group, #sheet p"
    ),
    "menu": lambda page: (
        page.reload(),
        expect(page.locator("#events li").first).to_be_attached(),
        shown(page, "#menu", "#menusheet[open]"),
    ),
}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table(
    open_phone: OpenPhone, tmp_path: Path, game: str, scheme: str
) -> None:
    languages = [*LANGUAGES, *LANGUAGES]
    language = languages[[*GAMES].index(game) % len(LANGUAGES) + SCHEMES.index(scheme)]
    with house(tmp_path, game, BEGUN) as opened, Server(opened.app, "127.0.0.1") as server:
        address = f"http://127.0.0.1:{server.port}"
        house_of(opened.app).url = address
        page = open_phone(
            host_address(opened.app, address), language, viewport=PHONE, color_scheme=scheme
        )
        page.goto(f"{address}/table")
        expect(page.locator("#events li").first).to_be_attached()
        found = {}
        for name, opens in SHEETS.items():
            opens(page)
            found[name] = findings(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_any_page(
    open_phone: OpenPhone, tmp_path: Path, language: str, scheme: str
) -> None:
    with house(tmp_path, "kilt", BEGUN) as opened, Server(opened.app, "127.0.0.1") as server:
        address = f"http://127.0.0.1:{server.port}"
        house_of(opened.app).url = address
        stranger = open_phone(address, language, viewport=PHONE, color_scheme=scheme)
        found = {"the doorstep": findings(stranger)}
        page = open_phone(
            host_address(opened.app, address), language, viewport=PHONE, color_scheme=scheme
        )
        for path in PAGES:
            page.goto(f"{address}{path}")
            found[path] = findings(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize(("game", "scheme"), [("kilt", "light"), ("castle", "dark")])
def test_axe_finds_nothing_at_the_end_of_a_game(
    open_phone: OpenPhone, tmp_path: Path, game: str, scheme: str
) -> None:
    events = len(recorded(game)["events"])
    with house(tmp_path, game, events) as opened, Server(opened.app, "127.0.0.1") as server:
        address = f"http://127.0.0.1:{server.port}"
        house_of(opened.app).url = address
        host = host_address(opened.app, address)
        page = open_phone(host, "de", viewport=PHONE, color_scheme=scheme)
        page.goto(f"{address}/end")
        expect(page.locator('[data-do="rematch"]')).to_be_visible()
        assert findings(page) == []
