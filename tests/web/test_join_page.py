"""Coming in on real phones: scan, tap a seat, play; the doorstep; that is my seat; hosts."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.phones import OpenPhone
from tests.said import WORDS
from tests.web.conftest import host_address, house_of
from tests.web.fake_table import FakeTable
from tests.web.hostile import GAMES, house
from web.app import create_app
from web.live.serve import Server
from web.who.claims import WAIT_SECONDS
from web.who.presence import AWAY_SECONDS

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 640}
ASKED_AGAIN = AWAY_SECONDS - 1


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(table: FakeTable, clock: Clock) -> Flask:
    return create_app(table, join_url="http://unset", clock=clock, heartbeat=0.2)


def said(key: str, **facts: object) -> str:
    return WORDS[key][1].format(**facts)


def sat_down(open_phone: OpenPhone, app: Flask, seat: int, language: str = "en") -> Page:
    """Scan the code, tap a seat, play: nothing else is asked."""
    phone = open_phone(house_of(app).join_url, language, viewport=SMALL)
    phone.locator(f'input[name=seat][value="{seat}"]').check()
    phone.click("#go")
    phone.wait_for_url("**/table")
    expect(phone.locator(".kiltboard")).to_be_visible()
    return phone


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_scan_tap_a_seat_play(live: str, app: Flask, open_phone: OpenPhone) -> None:
    phone = sat_down(open_phone, app, 2)
    assert phone.url == f"{live}/table", "the token has left the address"
    expect(phone.locator("#takeseat")).to_have_count(0)
    assert house_of(app).seating.taken() == {2}


def test_the_first_click_on_a_laptop_shows_the_board(
    live: str, app: Flask, open_phone: OpenPhone
) -> None:
    laptop = open_phone(f"{live}/?t={house_of(app).seating.token}")
    expect(laptop.locator(".kiltboard")).to_be_visible()
    laptop.click("#takeseat")
    laptop.click("#go")
    laptop.wait_for_url("**/table")
    assert house_of(app).seating.taken() == {0}


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_the_doorstep_fits_a_small_phone_and_takes_the_code(
    live: str, app: Flask, open_phone: OpenPhone, language: str
) -> None:
    house_of(app).hosts.by_hand = True
    phone = open_phone(f"{live}/?old=1", language, viewport=SMALL)
    phone.click("summary")
    assert fits(phone)
    phone.fill("#enter input", "wrong2")
    phone.click("#enter button")
    at = ("de", "en", "fr", "it").index(language)
    expect(phone.locator("#toast")).to_have_text(WORDS["refused.wrong-code"][at])
    phone.fill("#enter input", house_of(app).seating.code.lower())
    phone.click("#enter button")
    phone.wait_for_url("**/join")
    assert fits(phone)


def test_a_seat_of_another_phone_is_asked_for_and_given(
    live: str, app: Flask, clock: Clock, open_phone: OpenPhone
) -> None:
    ann, ben = (sat_down(open_phone, app, seat) for seat in (0, 1))
    new = open_phone(house_of(app).join_url, viewport=SMALL)
    new.locator('input[name=seat][value="1"]').check()
    expect(new.locator("#go")).to_have_text(said("claim.ask"))
    new.fill("input[name=name]", "Ben")
    new.click("#go")
    expect(new.locator("#waiting")).to_contain_text("60 s")
    expect(ann.locator(".claim .button")).to_have_count(1)
    expect(ben.locator(".claim .button")).to_have_count(2)
    ben.locator(".claim .strong").click()
    new.wait_for_url("**/table")
    expect(new.locator(".kiltboard")).to_be_visible()
    expect(ann.locator(".claim")).to_have_count(0)
    expect(ann.locator("#notices")).to_contain_text(said("claim.moved", name="Bruno"))
    assert house_of(app).seating.taken() == {0, 1}


def test_a_phone_that_is_gone_is_shown_away_and_a_minute_later_others_give_its_seat(
    live: str, app: Flask, clock: Clock, open_phone: OpenPhone
) -> None:
    gone, ann = (sat_down(open_phone, app, seat) for seat in (0, 1))
    gone.context.close()
    expect(ann.locator(".away")).to_have_count(0)
    house_of(app).hub.publish()
    ann.wait_for_timeout(600)
    clock.now += AWAY_SECONDS
    expect(ann.locator(".purse").first.locator(".away")).to_have_text(said("seat.away"))
    assert fits(ann)
    new = open_phone(house_of(app).join_url, viewport=SMALL)
    expect(new.locator(".seat").first.locator(".note")).to_have_text(said("seat.away"))
    new.locator('input[name=seat][value="0"]').check()
    new.click("#go")
    ann.locator(".claim .strong").click()
    expect(ann.locator(".claim .strong")).to_have_text(said("claim.said"))
    for _ in range(int(WAIT_SECONDS // ASKED_AGAIN) + 1):
        new.wait_for_timeout(2100)  # it asks again every two seconds, so it counts as there
        clock.now += ASKED_AGAIN
    new.wait_for_url("**/table")


def test_a_phone_that_is_sent_away_stands_on_the_doorstep(
    live: str, app: Flask, open_phone: OpenPhone
) -> None:
    phone = sat_down(open_phone, app, 0)
    house_of(app).seating.free(0)
    house_of(app).hub.publish()
    expect(phone.locator("#enter")).to_be_visible(timeout=20_000)  # its stream ends


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_the_host_sees_code_and_hosts(
    live: str, app: Flask, open_phone: OpenPhone, language: str
) -> None:
    for _ in range(2):
        host = open_phone(host_address(app, live), language, viewport=SMALL)
    host.goto(f"{live}/hosts")
    expect(host.locator(".hostlist li")).to_have_count(2)
    expect(host.locator(".shortcode")).to_have_text(house_of(app).seating.code)
    expect(host.locator(".qr")).to_be_in_viewport(ratio=1)  # it is what the page is opened for
    assert fits(host)


def test_the_host_strikes_another_one_off(live: str, app: Flask, open_phone: OpenPhone) -> None:
    first = open_phone(host_address(app, live), viewport=SMALL)
    second = open_phone(host_address(app, live), viewport=SMALL)
    first.goto(f"{live}/hosts")
    first.locator('[data-id="others"]').click()
    expect(first.locator(".hostlist li")).to_have_count(1)
    expect(second.locator("#enter")).to_be_visible(timeout=20_000)  # its stream ends


@pytest.mark.parametrize("language", ["de", "fr"])  # the longest words
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_every_game_fit_a_small_phone_with_the_widest_names(
    open_phone: OpenPhone, tmp_path: Path, game: str, language: str
) -> None:
    with house(tmp_path, game, events=0) as opened, Server(opened.app, "127.0.0.1") as server:
        address, web = f"http://127.0.0.1:{server.port}", house_of(opened.app)
        for seat in range(web.table.seats()):
            opened.table.rename(seat, str(seat) + "W" * 19)
        phone = open_phone(f"{address}/join?t={web.seating.token}", language, viewport=SMALL)
        assert fits(phone)
        for path in ("/", "/table"):
            phone.goto(f"{address}{path}")
            expect(phone.locator('.live[data-state="ok"]')).to_be_visible()
            assert fits(phone), path


def test_what_a_phone_is_asked_stands_above_the_news(
    live: str, app: Flask, clock: Clock, open_phone: OpenPhone
) -> None:
    sat_down(open_phone, app, 0)
    host = open_phone(host_address(app, live), viewport=SMALL)
    host.goto(f"{live}/table")
    other = open_phone(house_of(app).join_url, viewport=SMALL)
    other.locator('input[name=seat][value="0"]').check()
    other.click("#go")
    expect(host.locator("#ask .claim")).to_contain_text(said("claim.asks-unnamed", seat="Anna"))
    expect(host.locator("#ask")).not_to_contain_text(said("host.new", name="Linux"))
    expect(host.locator("#notices")).to_have_text(said("host.new", name="Linux"))


def test_a_phone_waits_for_a_hand_on_the_button(
    live: str, app: Flask, clock: Clock, open_phone: OpenPhone
) -> None:
    hosts = house_of(app).hosts
    hosts.by_hand = True
    phone = open_phone(live, viewport=SMALL)
    phone.click("summary")
    phone.click("#askhand")
    expect(phone.locator("#hand")).to_have_text(said("door.waiting"))
    assert hosts.grant_by_hand() is True
    expect(phone.locator(".shortcode")).to_have_text(house_of(app).seating.code)
