"""The host closes camera and microphone with one tap, and every phone says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import expect

from device.records.journal import Journal
from device.senses.camera_thread import CameraState
from device.table.recordings import Recordings
from device.table.service import TableService
from tests.device.tables import ABOUT
from tests.phones import OpenPhone, join
from tests.web.conftest import host_address, house_of
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

OFF = "Camera and microphone are switched off; everything is told on the phones."


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with Journal(tmp_path / "journal.db") as journal:
        table = TableService(journal, journal.start_game(ABOUT), lambda *_: None)
        yield create_app(table, join_url="http://pi/", open_table=True)


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with Server(app, "127.0.0.1") as server:
        yield f"http://127.0.0.1:{server.port}"


def test_the_host_switches_the_senses_off_and_on_and_all_are_told(
    app: Flask, address: str, open_phone: OpenPhone
) -> None:
    host, other = open_phone(host_address(app, address)), open_phone(f"{address}/join")
    host.goto(f"{address}/join")
    join(host, 0)
    join(other, 1)
    expect(other.locator("#senses")).to_have_count(0)
    host.click("#menu")
    button = host.locator("#senses")
    expect(button).to_have_text("Switch camera and microphone off")
    button.click()
    expect(other.locator("#notices")).to_contain_text(OFF)
    expect(button).to_have_text("Switch camera and microphone on")
    button.click()
    expect(other.locator("#notices")).not_to_contain_text(OFF)


def test_the_host_begins_and_ends_a_recording_and_all_see_the_sign(
    app: Flask, address: str, open_phone: OpenPhone, tmp_path: Path
) -> None:
    table = house_of(app).table
    assert isinstance(table, TableService)
    switch = Recordings(tmp_path / "recordings", table, lambda _: None)
    host, other = open_phone(host_address(app, address)), open_phone(f"{address}/join")
    host.goto(f"{address}/join")
    join(host, 0)
    join(other, 1)
    expect(other.locator("#record")).to_have_count(0)
    host.click("#menu")
    button = host.locator("#record")
    expect(button).to_have_text("Start a recording")
    button.click()
    expect(other.locator("#notices")).to_contain_text("Recording: every picture")
    expect(button).to_have_text("End the recording")
    button.click()
    expect(other.locator("#notices")).not_to_contain_text("Recording: every picture")
    switch.leave()


def test_only_where_there_is_a_camera_can_it_have_seen_wrong(
    app: Flask, address: str, open_phone: OpenPhone
) -> None:
    table, phone = house_of(app).table, open_phone(host_address(app, address))
    table.note_camera(CameraState("a camera", "ok"))
    phone.goto(f"{address}/table")
    phone.click("#menu")
    expect(phone.locator("#sawwrong")).to_be_visible()
    table.note_camera(CameraState("no camera", "none"))
    expect(phone.locator("#sawwrong")).to_be_hidden()
