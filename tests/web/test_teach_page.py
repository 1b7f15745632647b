"""The teaching page: for the host alone, in four languages, on a small phone, by day and night."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, Response, expect

from tests.phones import OpenPhone, place_of
from tests.web.conftest import Phone, host_address
from tests.web.fake_school import SIZE, STEP, FakeSchool
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.live.serve import Server
from web.words import words_for

LEARNED = [
    {"kind": "red 0", "text": "red: a floor without crests", "sure": True, "rival": ""},
    {"kind": "red 1", "text": "red: a floor with one crest", "sure": False, "rival": "orange one"},
]


@pytest.fixture
def school() -> FakeSchool:
    return FakeSchool()


@pytest.fixture
def app(table: FakeTable, school: FakeSchool) -> Flask:
    return create_app(
        table, join_url="http://192.168.1.20:8080/join", open_table=True, school=school
    )


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with Server(app, "127.0.0.1") as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.mark.parametrize("path", ["/teach", "/api/teach", "/picture/teach", "/teach/box/kilt"])
def test_only_the_host_may_look(phone: Phone, host: Phone, path: str) -> None:
    assert phone.get(path).status_code == 403
    assert host.get(path).status_code == 200


def test_only_the_host_may_wish(phone: Phone, host: Phone, school: FakeSchool) -> None:
    assert phone.post("/api/teach", {"do": "begin", "game": "kilt"}).status_code == 403
    assert school.wishes == []
    assert host.post("/api/teach", {"do": "begin", "game": "kilt"}).status_code == 200
    assert school.wishes == [{"do": "begin", "game": "kilt"}]


def test_the_start_page_leads_the_host_there(phone: Phone, host: Phone) -> None:
    assert 'id="teachlink"' in host.get("/").get_data(as_text=True)
    assert 'id="teachlink"' not in phone.get("/").get_data(as_text=True)


def test_a_box_comes_and_goes_as_a_file(host: Phone, school: FakeSchool) -> None:
    answer = host.get("/teach/box/kilt")
    assert answer.data == b"PK a box"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="kilt.castellan-box"'
    large = b"x" * 200_000
    sent = host.client.post("/teach/box", data=large, environ_base=host.environ)
    assert sent.get_json() == {"ok": True, "game": "solomon"}
    assert school.taken == [large]


def test_a_box_from_another_page_is_refused(host: Phone, school: FakeSchool) -> None:
    sent = host.client.post(
        "/teach/box", data=b"x", environ_base=host.environ, headers={"Origin": "http://evil"}
    )
    assert (sent.status_code, school.taken) == (403, [])


def wished(response: Response) -> bool:
    """Whether this answers something the page wished, not its looking."""
    return response.request.method == "POST" and response.url.endswith("/api/teach")


def opened(open_phone: OpenPhone, app: Flask, address: str, **wishes: Any) -> Page:
    page = open_phone(host_address(app, address), **wishes)
    page.goto(f"{address}/teach")
    return page


@pytest.mark.browser
@pytest.mark.parametrize(
    ("language", "scheme"), [("de", "light"), ("en", "dark"), ("fr", "dark"), ("it", "light")]
)
def test_a_step_fits_a_small_phone(
    open_phone: OpenPhone, app: Flask, address: str, school: FakeSchool, language: str, scheme: str
) -> None:
    school.session = STEP
    page = opened(open_phone, app, address, language=language, color_scheme=scheme)
    words = words_for(language, teaching=True)
    expect(page.locator("#say")).to_have_text(words["teach.fault.wanted"])
    expect(page.locator("#marks .wanted .note")).to_have_text(words["teach.mark.wanted"])
    expect(page.locator('[data-do="next"]')).to_be_disabled()
    expect(page.locator("#overlay .mark.wanted")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with page.expect_response(wished):
        page.locator('[data-do="anyway"]').click()
    assert school.wishes == [{"do": "next", "anyway": True}]


@pytest.mark.browser
def test_four_taps_are_sent_as_places_of_the_picture(
    open_phone: OpenPhone, app: Flask, address: str, school: FakeSchool
) -> None:
    ask = {"kind": "corners", "name": "corners", "count": [0, 0], "cells": {}, "items": [],
           "grid": [0, 0], "answer": None}  # fmt: skip
    school.session = {**STEP, "step": 1, "ask": ask, "outline": None, "marks": [], "fault": ""}
    page = opened(open_phone, app, address)
    expect(page.locator("#view[data-shown]")).to_be_visible()
    box = place_of(page.locator("#view"))
    words = words_for("en", teaching=True)
    for at, (x, y) in enumerate([(0.25, 0.2), (0.75, 0.2), (0.8, 0.9), (0.2, 0.9)]):
        expect(page.locator("#say")).to_have_text(words[f"teach.corner-{at}"])
        if at < 3:
            page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    with page.expect_response(wished):
        page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    (wish,) = school.wishes
    wanted = [[160, 72], [480, 72], [512, 324], [128, 324]]
    apart = [abs(a - b) for p, q in zip(wish["corners"], wanted, strict=True)
             for a, b in zip(p, q, strict=True)]  # fmt: skip
    assert wish["do"] == "tap"
    assert max(apart) < 2 * SIZE[0] / box["width"]


@pytest.mark.browser
def test_look_alikes_are_warned_of_before_the_box_is_kept(
    open_phone: OpenPhone, app: Flask, address: str, school: FakeSchool
) -> None:
    done = {"phase": "learned", "say": "teach.learned", "fault": "", "learned": LEARNED}
    school.session = {**STEP, **done}
    page = opened(open_phone, app, address)
    expect(page.locator("#learned .tick")).to_have_count(1)
    expect(page.locator("#learned .why")).to_have_text("easily mistaken for: orange one")
    page.click('[data-do="keep"]')
    expect(page.locator("#toast")).to_have_text("Saved.")
    assert school.wishes == [{"do": "keep"}]


@pytest.mark.browser
def test_figures_are_drawn_card_by_card(
    open_phone: OpenPhone, app: Flask, address: str, school: FakeSchool
) -> None:
    ask = {"kind": "pads", "name": "shapes", "count": [3, 6], "cells": {}, "items": ["1", "2"],
           "grid": [6, 6], "answer": None}  # fmt: skip
    school.session = {**STEP, "ask": ask, "say": "teach.answer-first", "fault": ""}
    page = opened(open_phone, app, address)
    for figure in (["0,0", "0,1", "1,1"], ["2,2", "3,2", "4,2", "4,3"]):
        expect(page.locator("#padnext")).to_be_disabled()
        for cell in figure:
            page.locator(f'[data-pad="{cell}"]').click()
        if figure[0] == "0,0":
            page.click("#padnext")
    with page.expect_response(wished):
        page.click("#padnext")
    assert school.wishes[-1] == {
        "do": "answer",
        "value": {"1": [[0, 0], [0, 1], [1, 1]], "2": [[2, 2], [3, 2], [4, 2], [4, 3]]},
    }


@pytest.mark.browser
def test_one_kind_is_chosen_to_be_taught_anew(
    open_phone: OpenPhone, app: Flask, address: str, school: FakeSchool
) -> None:
    page = opened(open_phone, app, address)
    with page.expect_response(wished):
        page.select_option('[data-again="kilt"]', "red 0")
    assert school.wishes == [{"do": "again", "game": "kilt", "kind": "red 0"}]


@pytest.mark.browser
def test_the_start_page_offers_the_game_that_is_seen(
    open_phone: OpenPhone,
    app: Flask,
    address: str,
    table: FakeTable,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = table.snapshot
    seen = {"game": "solomon", "text": "On the table I see another game:"}
    monkeypatch.setattr(table, "snapshot", lambda *asked: {**plain(*asked), "seen": seen})
    guest = open_phone(f"{address}/")
    expect(guest.locator("#seen strong")).to_have_text("King Solomon’s Treasure")
    expect(guest.locator("[data-play]")).to_have_count(0)
    host = open_phone(host_address(app, address))
    expect(host.locator('[data-play="solomon"]')).to_have_text("Play King Solomon’s Treasure")
