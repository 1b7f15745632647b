"""The pages show the addresses by which the table is reached now, not those of its start."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.conftest import house_of
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.gate import Door
from web.live.serve import Server

PORT = 8080


class Network:
    """What leads to the house; it changes."""

    addresses = ("http://127.0.0.1:8080",)

    def __call__(self) -> tuple[str, ...]:
        return self.addresses


@pytest.fixture
def network() -> Network:
    return Network()


@pytest.fixture
def page(table: FakeTable, network: Network) -> Callable[[str], str]:
    """The start page for a phone that came by this host."""
    door = Door(lambda: {"10.42.0.1", "localhost", "castle.local"}, "https://castle.example")
    app = create_app(table, join_url=network, open_table=True, door=door)
    house_of(app).gate.port = PORT
    made[:] = [app]

    def get(host: str) -> str:
        answer = app.test_client().get("/", headers={"Host": host})
        assert answer.status_code == 200, answer.text
        return answer.text

    return get


made: list[Flask] = []


def shown(text: str) -> str:
    found = re.search(r'class="address"><a href="[^"]*">([^<]*)', text)
    assert found is not None
    return found[1]


def test_the_start_page_shows_the_addresses_of_now(
    page: Callable[[str], str], network: Network
) -> None:
    assert shown(page("localhost:8080")) == "http://127.0.0.1:8080"
    assert 'id="others"' not in page("localhost:8080")
    network.addresses = ("http://192.168.7.5:8080", "http://castle.local:8080")
    text = page("localhost:8080")
    assert shown(text) == "http://192.168.7.5:8080"
    assert "http://castle.local:8080</p>" in text


def test_who_came_by_an_address_that_works_is_shown_that_one(
    page: Callable[[str], str], network: Network
) -> None:
    network.addresses = ("http://192.168.7.5:8080", "http://10.42.0.1:8080")
    text = page("10.42.0.1:8080")
    assert shown(text) == "http://10.42.0.1:8080"
    assert "http://192.168.7.5:8080</p>" in text
    assert shown(page("castle.local:8080")) == "http://192.168.7.5:8080"
    assert shown(page("castle.example")) == "https://castle.example"


def test_a_page_that_shows_addresses_is_told_when_they_change(page: Callable[[str], str]) -> None:
    text, (app,) = page("localhost:8080"), made
    house = house_of(app)
    assert f'data-sign="{house.sign}"' in text
    before = house.sign
    house.moved()
    assert house.sign != before
    assert f'data-sign="{house.sign}"' in page("localhost:8080")
    house.seating.renew_code()
    assert f'data-sign="{house.sign}"' in page("localhost:8080")


@pytest.mark.browser
def test_the_big_screen_shows_an_address_that_came_later(
    table: FakeTable, network: Network, open_phone: Callable[..., object]
) -> None:
    app = create_app(table, join_url=network, open_table=True)
    with Server(app, "127.0.0.1") as server:
        screen = open_phone(f"http://127.0.0.1:{server.port}/")
        screen.wait_for_selector("text=http://127.0.0.1:8080")  # type: ignore[attr-defined]
        network.addresses = ("http://10.42.0.1:8080",)
        house_of(app).moved()
        screen.wait_for_selector("text=http://10.42.0.1:8080")  # type: ignore[attr-defined]
