"""The settings page: for the host alone, by the checks of the file, clear where it cannot be."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from device.running.host_settings import SettingsFile
from tests.phones import OpenPhone
from tests.said import WORDS
from tests.web.conftest import Phone, host_address
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.routes import settings

TEXT = "# ours\n[camera]\nfps = 10  # plenty\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "castellan.toml"
    made.write_text(TEXT)
    return made


@pytest.fixture
def app(table: FakeTable, file: Path) -> Flask:
    app = create_app(table, join_url="http://unset", open_table=True)
    settings.install(app, SettingsFile(file), can_restart=False)
    return app


@pytest.fixture
def page(live: str, app: Flask, open_phone: OpenPhone) -> Page:
    page = open_phone(host_address(app, live), "de")
    page.goto(f"{live}/settings")
    return page


def test_only_a_host_sees_and_changes_settings(app: Flask, phone: Phone, file: Path) -> None:
    assert phone.get("/settings").status_code == 403
    wish = {"settings": {"camera.fps": 20}}
    assert phone.post("/api/settings", wish).status_code == 403
    assert file.read_text() == TEXT
    host = Phone(app).be_host()
    assert host.post("/api/settings", wish).get_json() == {"ok": True, "waits": ["camera.fps"]}
    assert file.read_text() == TEXT.replace("10  #", "20  #")
    assert host.post("/api/settings", {"settings": 3}).status_code == 400


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_page_says_what_waits_for_a_restart_and_sends_only_what_was_changed(
    page: Page, file: Path
) -> None:
    waits = page.locator('[data-key="camera.turn"] .waits')
    expect(page.locator('[name="table.language"] option').first).to_have_text("Deutsch")
    expect(page.locator('[name="camera.rest_fps"]')).to_have_value("4")
    expect(waits).to_be_hidden()
    page.get_by_text(WORDS["settings.save"][0]).click()
    expect(page.locator("#saved")).to_have_text(WORDS["settings.nothing"][0])
    page.select_option('[name="camera.turn"]', label=WORDS["settings.choice.180"][0])
    page.fill('[name="sim.pace"]', "2,5")
    page.get_by_text(WORDS["settings.save"][0]).click()
    expect(page.locator("#saved")).to_have_text(WORDS["settings.saved"][0])
    expect(waits).to_be_visible()
    expect(page.locator('[data-key="camera.fps"] .waits')).to_be_hidden()
    said = {"camera": {"fps": 10, "turn": 180}, "sim": {"pace": 2.5}}
    assert tomllib.loads(file.read_text()) == said
    page.reload()
    expect(page.locator('[name="sim.pace"]')).to_have_value("2.5")
    expect(waits).to_be_visible()


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("width", [360, 390, 820, 1920])
def test_what_cannot_be_is_said_beside_the_form_and_changes_nothing(
    page: Page, file: Path, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.fill('[name="camera.fps"]', "viele")
    page.get_by_text(WORDS["settings.save"][0]).click()
    expect(page.locator("#wrong")).to_contain_text("camera.fps")
    expect(page.locator("label.bad")).to_have_attribute("data-key", "camera.fps")
    assert file.read_text() == TEXT
