"""The health page and the panel in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.phones import OpenPhone, join
from tests.web.conftest import host_address
from tests.web.fake_table import FakeTable
from tests.web.test_health import Source
from tests.web.test_panel import FakePanel
from web.app import create_app
from web.live.serve import Server
from web.routes import health, panel

pytestmark = pytest.mark.browser


@pytest.fixture
def source(tmp_path: Path) -> Source:
    return Source(tmp_path)


@pytest.fixture
def buttons() -> FakePanel:
    return FakePanel()


@pytest.fixture
def app(table: FakeTable, source: Source, buttons: FakePanel) -> Flask:
    app = create_app(table, join_url="http://pi", open_table=True)
    health.install(app, source)
    panel.install(app, buttons)
    return app


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with Server(app, "127.0.0.1") as server:
        yield f"http://127.0.0.1:{server.port}"


def test_the_health_page_renews_itself_and_restarts_for_the_host(
    app: Flask, address: str, source: Source, open_phone: OpenPhone
) -> None:
    page = open_phone(host_address(app, address))
    page.clock.install()
    page.goto(f"{address}/health")
    expect(page.locator(".verdict")).to_have_class("card verdict warn")
    expect(page.locator(".errors li")).to_contain_text("secret path")
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert page.evaluate(wide) is False
    source.told = {**source.told, "state": "ok", "notes": []}
    page.clock.fast_forward(6000)
    expect(page.locator(".verdict h2")).to_have_text("All is well.")
    page.locator("#again").click()
    expect(page.locator("#toast")).to_contain_text("starts anew")
    assert source.restarts == 1


def test_the_host_is_asked_before_a_backup_is_put_back(
    app: Flask, address: str, source: Source, open_phone: OpenPhone, tmp_path: Path
) -> None:
    file = tmp_path / "friday.tar"
    file.write_bytes(b"all of it" * 400_000)
    page = open_phone(host_address(app, address))
    page.goto(f"{address}/hosts")
    page.set_input_files("#restorefile", file)
    expect(page.locator("#restoring")).to_contain_text("friday.tar")
    page.locator("#restoring [data-close]").click()
    expect(page.locator("#restoring")).to_be_hidden()
    assert source.restored == []
    source.can_restart = False
    page.set_input_files("#restorefile", file)
    page.locator("#restoring [data-all=no]").click()
    expect(page.locator("#restored")).to_contain_text("2 games with 31 events are ready")
    assert source.restored == [(file.read_bytes(), False)]
    source.can_restart = True
    page.set_input_files("#restorefile", file)
    page.locator("#restoring [data-all=yes]").click()
    expect(page.locator("#restored")).to_contain_text("The device starts anew.")
    page.wait_for_url(f"{address}/")
    assert (source.restored[-1][1], source.restarts) == (True, 1)


def test_a_recording_is_deleted_at_the_second_tap(
    app: Flask, address: str, source: Source, open_phone: OpenPhone
) -> None:
    first, second = source.recordings.known
    page = open_phone(host_address(app, address))
    page.goto(f"{address}/hosts")
    button = page.locator(f'[data-delete="{first}"]')
    expect(page.locator("li", has=button)).to_contain_text("1200 MB")
    button.click()
    expect(button).to_have_text("Really delete?")
    assert list(source.recordings.known) == [first, second]
    button.click()
    expect(button).to_have_count(0)
    assert list(source.recordings.known) == [second]


def test_keys_on_the_screen_are_pressed_and_held(
    address: str, table: FakeTable, buttons: FakePanel, open_phone: OpenPhone
) -> None:
    page = open_phone(f"{address}/join")
    join(page, 0, "Mia")
    page.clock.install()
    page.goto(f"{address}/panel")
    expect(page.locator(".lamps .lit")).to_have_count(1)
    page.locator("[data-button=next]").click()
    expect(page.locator("#toast")).to_be_hidden()
    confirm = page.locator("[data-button=confirm]")
    confirm.hover()
    page.mouse.down()
    page.clock.fast_forward(900)
    page.mouse.up()
    page.locator("[data-button=undo]").click()
    expect(page.locator("#live")).to_have_attribute("data-state", "ok")
    page.wait_for_function("() => true")
    assert buttons.pressed == [("next", False), ("confirm", True), ("undo", False)]


def test_the_host_shuts_the_device_down_after_a_question(
    app: Flask, address: str, source: Source, open_phone: OpenPhone
) -> None:
    page = open_phone(host_address(app, address))
    page.goto(f"{address}/hosts")
    button = page.locator('[data-wish="poweroff"]')
    expect(button).to_have_text("Shut down")
    button.click()
    expect(button).to_have_text("Really shut down?")
    assert source.machine.asked == []
    button.click()
    expect(page.locator("#wished")).to_contain_text("Pull the plug when")
    expect(page.locator('[data-wish="reboot"]')).to_be_disabled()
    assert source.machine.asked == ["poweroff"]
