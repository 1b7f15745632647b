"""The lobby: a drawn table whose players are dragged, tapped or moved by keys to their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from device.running.compose import wifi_code
from tests.phones import OpenPhone, place_of, until
from tests.said import WORDS
from tests.web.conftest import Phone, host_address, house_of
from tests.web.fake_table import FakeTable
from tests.web.hostile import House, house
from web.app import create_app
from web.live.serve import Server
from web.who.keep import Memory
from web.who.players import MOST, Players

SIZES = [(360, 640), (390, 844), (820, 1180), (1920, 1080)]


@dataclass
class Lobby:
    """A table before its first event, and where its pages are."""

    house: House
    address: str

    @property
    def app(self) -> Flask:
        return self.house.app

    def names(self) -> list[str]:
        """Who sits where."""
        table = self.house.table
        return [table.names.get(seat, "") for seat in range(table.seats())]


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Lobby]:
    with house(tmp_path, "castle", events=0) as opened, Server(opened.app, "127.0.0.1") as server:
        web = house_of(opened.app)
        web.url = f"http://127.0.0.1:{server.port}"
        web.players.saw("Zoe", ("blue",))
        yield Lobby(opened, web.url)


@pytest.fixture
def host(lobby: Lobby, open_phone: OpenPhone) -> Page:
    page = open_phone(
        host_address(lobby.app, lobby.address), viewport={"width": 360, "height": 740}
    )
    expect(page.locator("#live")).to_have_attribute("data-state", "ok")
    return page


def place(page: Page, seat: int) -> Locator:
    return page.locator(f'[data-seat="{seat}"]')


@pytest.mark.browser
def test_a_player_is_dragged_to_another_place_and_his_phone_goes_with_him(
    host: Page, lobby: Lobby
) -> None:
    seating = house_of(lobby.app).seating
    first, second = seating.holder(0), seating.holder(1)
    before = lobby.names()
    place(host, 0).scroll_into_view_if_needed()
    here, there = place_of(place(host, 0)), place_of(place(host, 1))
    host.mouse.move(here["x"] + 20, here["y"] + 20)
    host.mouse.down()
    host.mouse.move(there["x"] + 30, there["y"] + 30, steps=4)
    host.mouse.up()
    expect(place(host, 1).locator(".who")).to_have_text(before[0])
    assert lobby.names() == [before[1], before[0], *before[2:]]
    assert (seating.holder(0), seating.holder(1)) == (second, first)


@pytest.mark.browser
def test_keys_move_a_player_too(host: Page, lobby: Lobby) -> None:
    before = lobby.names()
    place(host, 0).focus()
    host.keyboard.press("Enter")
    expect(place(host, 0)).to_have_attribute("aria-pressed", "true")
    host.keyboard.press("ArrowDown")
    host.keyboard.press("ArrowDown")
    expect(place(host, 2)).to_be_focused()
    host.keyboard.press("Enter")
    expect(place(host, 2).locator(".who")).to_have_text(before[0])
    assert lobby.names()[:3] == [before[2], before[1], before[0]]


@pytest.mark.browser
def test_who_played_before_is_put_on_a_place_by_two_taps_and_can_be_forgotten(
    host: Page, lobby: Lobby
) -> None:
    known = host.locator('[data-name="Zoe"]')
    known.click()
    expect(known).to_have_attribute("aria-pressed", "true")
    place(host, 2).click()
    expect(place(host, 2).locator(".who")).to_have_text("Zoe")
    expect(host.locator("#knownbox")).to_be_hidden()
    house_of(lobby.app).players.saw("Max", ())
    host.reload()
    host.locator(".forget").click()
    expect(host.locator('[data-name="Max"]')).to_have_count(0)
    until(host, lambda: len(house_of(lobby.app).players.listed()) == 1, "forgotten")


@pytest.mark.browser
def test_guests_see_the_places_and_move_nobody(lobby: Lobby, open_phone: OpenPhone) -> None:
    guest = open_phone(f"{lobby.address}/join?t={house_of(lobby.app).seating.token}")
    guest.goto(f"{lobby.address}/lobby")
    expect(guest.locator(".place")).to_have_count(lobby.house.table.seats())
    expect(guest.locator("button.place")).to_have_count(0)


@pytest.mark.browser
@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_lobby_fits_every_screen(
    lobby: Lobby, open_phone: OpenPhone, width: int, height: int, language: str
) -> None:
    size = {"width": width, "height": height}
    page = open_phone(host_address(lobby.app, lobby.address), language, viewport=size)
    expect(page.locator(".place").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    code, card = place_of(page.locator(".qr")), place_of(page.locator(".invite"))
    assert code["x"] + code["width"] <= card["x"] + card["width"]


@pytest.mark.browser
def test_a_known_name_takes_the_seat_of_its_colour(lobby: Lobby, open_phone: OpenPhone) -> None:
    web = house_of(lobby.app)
    web.seating.free(0)
    phone = open_phone(f"{lobby.address}/join?t={web.seating.token}")
    colours = phone.locator('input[name=seat][value="2"]').get_attribute("data-colours") or ""
    web.players.saw("Zoe", colours.split())
    phone.reload()
    phone.fill("input[name=name]", "Zoe")
    expect(phone.locator('input[name=seat][value="2"]')).to_be_checked()
    phone.click("#go")
    phone.wait_for_url("**/table")
    phone.goto(f"{lobby.address}/join")
    expect(phone.locator("input[name=name]")).to_have_value("Zoe")


def test_a_game_that_has_begun_changes_no_places(tmp_path: Path) -> None:
    with house(tmp_path, "kilt", events=12) as opened:
        answer = opened.phones["host"].do("swap", seats=[0, 1])
        assert answer.get_json()["error"]["key"] == "refused.mid-game"
        assert opened.phones["seat"].do("swap", seats=[0, 1]).status_code == 403


def test_a_repeated_command_changes_places_once(tmp_path: Path) -> None:
    with house(tmp_path, "kilt", events=0) as opened:
        seating = house_of(opened.app).seating
        first, host = seating.holder(0), opened.phones["host"]
        body = {"id": "swap-0001", "version": host.state()["version"], "do": "swap"}
        for _ in range(2):
            assert host.post("/api/do", {**body, "seats": [0, 3]}).status_code == 200
        assert seating.holder(3) == first


def test_players_are_remembered_with_their_colours_the_newest_first() -> None:
    keep = Memory()
    players = Players(keep)
    players.saw("Anna", ("red",))
    players.saw("Ben", ())
    players.saw("Anna", ())
    known = [{"name": "Anna", "colours": ["red"]}, {"name": "Ben", "colours": []}]
    assert Players(keep).listed() == known
    for number in range(MOST):
        players.saw(str(number), ())
    assert len(Players(keep).listed()) == MOST
    assert Players(Memory()).listed() == []


def test_a_file_that_makes_no_sense_names_nobody() -> None:
    keep = Memory()
    keep.write({"players": ["Anna", {"name": 3}, {"name": "Ben", "colours": "red"}]})
    assert Players(keep).listed() == []


def test_a_code_leads_into_the_wifi_and_only_who_was_let_in_sees_it(table: FakeTable) -> None:
    said = wifi_code('My "castle"; 5', "a:b\\c")
    assert said == 'WIFI:S:My \\"castle\\"\\; 5;T:WPA;P:a\\:b\\\\c;;'
    assert wifi_code("open", "") == "WIFI:S:open;T:nopass;;"
    assert wifi_code("", "secret") == ""
    app = create_app(table, join_url="http://unset", wifi=wifi_code("castle", "secret"))
    assert Phone(app).get("/wifi.svg").status_code == 403
    phone = Phone(app).scan()
    assert phone.get("/wifi.svg").mimetype == "image/svg+xml"
    assert WORDS["lobby.wifi"][1] in phone.get("/lobby").get_data(as_text=True)


def test_without_a_wifi_in_the_settings_there_is_no_code_for_it(table: FakeTable) -> None:
    phone = Phone(create_app(table, join_url="http://unset")).scan()
    assert phone.get("/wifi.svg").status_code == 404
    assert WORDS["lobby.wifi"][1] not in phone.get("/lobby").get_data(as_text=True)
