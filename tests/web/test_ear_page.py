"""The ear in a real browser: calibration led by the phone, a pearl denied, the look back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from device.following.listening import Listening
from device.hearing.ears import MicrophoneState
from device.hearing.listener import Heard, Listener
from device.records.journal import Evidence, Journal
from device.running.compose import free_port
from device.senses.microphone import no_microphone
from device.senses.sound import RATE
from device.sim.sound.pearls import MODERATE, make_box, put_tower
from device.sim.sound.scene import new_scene
from device.table.service import TableService
from rules.referee import Play
from rules.seven_locks import Drop
from rules.seven_locks import Heard as HeardEvent
from tests.phones import OpenPhone, look_aside
from tests.web.conftest import house_of
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

ABOUT: dict[str, Any] = {
    "game": "seven_locks", "players": 2, "options": {}, "box": {"demo": True}, "names": []
}  # fmt: skip
LOOK_BACK = {
    "turns": [1, 2],
    "towers": [
        {
            "truth": 4,
            "sounds": [[0.1, 0.1, 0.1, 0.1, 0.3, 0.1, 0.1, 0.1]],
            "by_ear": [[0.125] * 8, [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]],
            "by_all": [[0.125] * 8, [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]],
            "known": {"by_ear": 1, "by_all": 1},
        }
    ],
}


class House:
    """A table whose microphone is played by the test."""

    code = ""  # makes one phone host

    def __init__(self, journal: Journal, address: str) -> None:
        self.address = address
        self.service = TableService(journal, journal.start_game(ABOUT), lambda *_: None)
        self.ears = Listening(self.service, no_microphone("a test"), journal.path.parent)
        self.ears.start()
        self.service.note_microphone(MicrophoneState("fake", "ok"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with Journal(tmp_path / "journal.db") as journal:
        made = House(journal, address)
        app = create_app(made.service, join_url=f"{address}/", open_table=True)
        made.code = house_of(app).hosts.one_time(None)
        with Server(app, "127.0.0.1", port):
            yield made


@pytest.fixture(scope="module")
def drop() -> Heard:
    scene = new_scene([43, 1], 2.0)
    box = make_box(MODERATE, scene.rng)
    scene.drop(box, put_tower(box, 4, scene.rng), 0.6)
    scene.bed("room", 30)
    listener = Listener()
    found = listener.feed(scene.take().astype(np.float32)) + listener.finish()
    assert len(found) == 1
    return found[0]


def host(house: House, open_phone: OpenPhone) -> Page:
    phone = open_phone(f"{house.address}/?host={house.code}")
    phone.goto(f"{house.address}/join")
    phone.locator('input[name=seat][value="0"]').check()
    phone.fill("input[name=name]", "Mia")
    phone.click("button[type=submit]")
    phone.wait_for_url("**/table")
    look_aside(phone)
    return phone


def test_the_phone_leads_through_the_calibration(
    house: House, open_phone: OpenPhone, drop: Heard
) -> None:
    phone = host(house, open_phone)
    phone.click('[data-do="calibrate-start"]')
    expect(phone.locator('[data-room="listening"]')).to_be_visible()
    quiet = np.random.default_rng(1).normal(0, 0.001, 5 * RATE).astype(np.float32)
    house.ears._room(quiet)
    card = phone.locator(".earcard")
    expect(card).to_contain_text("chamber 1")
    house.ears.hear(drop, 0.0)
    expect(card).to_contain_text("chamber 2")
    expect(card.locator(".soundwave rect")).to_have_count(64)
    phone.click('[data-do="calibrate-again"]')
    expect(card).to_contain_text("chamber 1")
    for _ in range(24):
        house.ears.hear(drop, 0.0)
    expect(card.locator(".confusion rect")).to_have_count(64)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.click('[data-do="calibrate-stop"]')
    expect(phone.locator('[data-do="calibrate-start"]')).to_be_visible()
    assert (house.ears._folder / "hearing.json").is_file()


def test_a_pearl_that_was_none_is_denied_by_one_tap(house: House, open_phone: OpenPhone) -> None:
    service = house.service
    with service.changes():
        for event in ({"type": "set_up", "start": 0, "place": 0}, {"type": "drop", "tower": 2}):
            service.write(Play(service.game.event_from_json(event)), Evidence({"by": "camera"}))
    phone = host(house, open_phone)
    phone.click('[data-do="no_pearl"]')
    expect(phone.locator('[data-do="no_pearl"]')).to_have_count(0)
    assert not any(isinstance(entry.event, Drop) for entry in service.referee.history)


def test_after_the_game_the_phone_shows_what_the_pearls_told(
    house: House, open_phone: OpenPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.table.phone_view._look_back", lambda _: LOOK_BACK)
    phone = host(house, open_phone)
    told = phone.locator(".lookback")
    expect(told).to_contain_text("after turn 2")
    expect(told.locator(".soundbars")).to_have_count(1)
    expect(told.locator(".course polyline")).to_have_count(2)
    assert HeardEvent(0, (0.125,) * 8) not in [e.event for e in house.service.referee.history]
