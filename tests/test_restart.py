"""The service stops and starts again: the phones at the table come back by themselves."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.running.compose import free_port
from tests.phones import OpenPhone, join
from tests.said import WORDS

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[1]
SETTINGS = """
[table]
players = 2
names = ["Ada", "Ben"]
[camera]
use = "none"
[web]
host = "127.0.0.1"
port = {port}
[data]
folder = "data"
"""
START_SECONDS = 60  # a busy machine
STOP_SECONDS = 5
BACK_MILLISECONDS = 15_000  # from the moment the service answers again


class Service:
    """`castellan run` as a process of its own, always on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        (folder / "castellan.toml").write_text(SETTINGS.format(port=self.port))

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "device.cli", "run"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            assert self.process.poll() is None, "the service ended at its start"
            assert time.monotonic() < deadline, "the service does not answer"
            time.sleep(0.05)

    @property
    def code(self) -> str:
        """What the QR code at the table says."""
        token = json.loads((self.folder / "data" / "seats.json").read_text())["token"]
        return f"{self.address}/join?t={token}"

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(30)

    def _answers(self) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", "/health.json")
            return line.getresponse().status < 500
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    service.start()
    yield service
    if service.process.poll() is None:
        service.end(signal.SIGKILL)


def is_live(page: Page, milliseconds: float = BACK_MILLISECONDS) -> None:
    expect(page.locator("#live")).to_have_attribute("data-state", "ok", timeout=milliseconds)


FRESH = "document.documentElement.dataset.fresh"


def await_news(page: Page) -> None:
    """Have the page note when it shows a state that comes from now on."""
    note = f"() => {{ {FRESH} = 'yes'; }}"
    page.evaluate(f"document.addEventListener('castellan:state', {note}, {{ once: true }})")


def is_lost(page: Page) -> None:
    expect(page.locator("#live")).to_have_text(WORDS["live.lost"][1])


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_phone_is_live_again_by_itself_and_keeps_its_seat(
    service: Service, open_phone: OpenPhone, how: signal.Signals
) -> None:
    phone = open_phone(service.code)
    join(phone, 1, "Bea")
    is_live(phone)
    service.end(how)
    is_lost(phone)
    await_news(phone)
    service.start()
    is_live(phone)
    phone.wait_for_function(f"{FRESH} === 'yes'")  # what it shows is no longer of before
    expect(phone.locator('.purse[data-seat="1"] .tag')).to_have_text(WORDS["table.you"][1])
    phone.click("#laid")
    expect(phone.locator(".event")).to_have_count(1)


def test_a_stopping_service_ends_at_once_though_phones_listen(
    service: Service, open_phone: OpenPhone
) -> None:
    phone = open_phone(service.code)
    join(phone, 1, "Bea")
    is_live(phone)
    before = time.monotonic()
    service.end(signal.SIGTERM)
    assert service.process.returncode == 0
    assert time.monotonic() - before < STOP_SECONDS


def test_two_windows_of_a_phone_come_back_and_one_of_them_plays(
    service: Service, open_phone: OpenPhone
) -> None:
    first = open_phone(service.code)
    join(first, 1, "Bea")
    second = first.context.new_page()
    second.goto(f"{service.address}/table")
    expect(first.locator("#live")).to_contain_text(WORDS["live.elsewhere"][1])
    service.end(signal.SIGTERM)
    is_lost(second)
    service.start()
    is_live(second)
    expect(first.locator("#live")).to_contain_text(WORDS["live.elsewhere"][1])
    second.close()
    is_live(first)
