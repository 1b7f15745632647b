"""The panel as a page: the same buttons for everybody at the table."""

from collections.abc import Callable

import pytest
from flask import Flask

from rules.rights import Speaker
from tests.web.conftest import Phone
from web.routes import panel


class FakePanel:
    def __init__(self) -> None:
        self.pressed: list[tuple[str, bool]] = []
        self.listener: Callable[[int], None] | None = None

    def press(self, button: str, held: bool, speaker: Speaker, version: int) -> str:
        self.pressed.append((button, held))
        return "marked"

    def state(self) -> dict[str, object]:
        return {"lamps": [True, False], "ruling": False, "marked": "2"}

    def listen(self, callback: Callable[[int], None]) -> None:
        self.listener = callback


@pytest.fixture
def buttons(app: Flask) -> FakePanel:
    fake = FakePanel()
    panel.install(app, fake)
    return fake


def test_players_press_and_hold(buttons: FakePanel, phone: Phone) -> None:
    answer = phone.post("/api/panel", {"button": "next", "version": 1}).get_json()
    assert answer == {"ok": True, "done": "marked", **buttons.state()}
    phone.post("/api/panel", {"button": "confirm", "held": True, "version": 1})
    assert buttons.pressed == [("next", False), ("confirm", True)]
    assert phone.get("/api/panel").get_json() == buttons.state()


def test_spectators_and_nonsense_are_refused(
    buttons: FakePanel, phone: Phone, spectator: Phone
) -> None:
    assert spectator.post("/api/panel", {"button": "next", "version": 1}).status_code == 403
    assert phone.post("/api/panel", {"button": "reset"}).status_code == 400
    assert phone.post("/api/panel", {"button": "next", "held": 1}).status_code == 400
    assert buttons.pressed == []


def test_the_page_has_a_lamp_a_seat_and_three_keys(buttons: FakePanel, phone: Phone) -> None:
    text = phone.get("/panel").text
    assert text.count('class="lamp"') == 5
    assert text.count("data-button=") == 3
    assert "<script>" not in text
    assert " style=" not in text


def test_a_moved_mark_is_news_for_the_phones(buttons: FakePanel, app: Flask) -> None:
    hub = app.extensions["castellan"].hub
    assert buttons.listener == hub.publish
