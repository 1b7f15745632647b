"""What browsers tell of faults in a page: a line each in the log, few, and nothing sent back."""

from __future__ import annotations

import logging

import pytest
from flask import Flask

from tests.web.conftest import Phone
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.limits import Limits

FAULT = {"what": "TypeError: x is undefined", "where": "/table table.js:88"}


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.WARNING, "web.routes.api")
    return caplog


def test_a_stranger_too_tells_of_a_fault_and_hears_nothing_back(
    app: Flask, told: pytest.LogCaptureFixture
) -> None:
    answer = Phone(app).post("/api/fault", FAULT)
    assert (answer.status_code, answer.data) == (204, b"")
    assert "Set-Cookie" not in answer.headers
    [line] = told.messages
    assert line == (
        "a page at 192.168.1.77 has a fault: TypeError: x is undefined (/table table.js:88)"
    )


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"what": "x"},
        {**FAULT, "what": 5},
        {**FAULT, "more": "x"},
        {**FAULT, "what": "two\nlines"},
        {**FAULT, "what": "x" * 201},
        {**FAULT, "where": "\u202e\u0000"},
        [FAULT],
    ],
)
def test_what_is_no_short_line_is_refused_and_not_noted(
    app: Flask, told: pytest.LogCaptureFixture, body: object
) -> None:
    answer = Phone(app).post("/api/fault", body)
    assert answer.status_code == 400
    assert told.messages == []


def test_only_our_own_pages_tell(app: Flask, told: pytest.LogCaptureFixture) -> None:
    phone = Phone(app)
    foreign = phone.post("/api/fault", FAULT, Origin="http://elsewhere.example")
    assert foreign.status_code == 403
    form = phone.client.post("/api/fault", data=FAULT, base_url=phone.base_url)
    assert form.status_code >= 400
    assert told.messages == []


def test_one_address_cannot_bury_the_log_and_others_still_tell(
    table: FakeTable, told: pytest.LogCaptureFixture
) -> None:
    app = create_app(table, join_url="http://x/", limits=Limits(faults=(2.0, 0.01)))
    loud = Phone(app, REMOTE_ADDR="192.168.1.66")
    statuses = [loud.post("/api/fault", FAULT).status_code for _ in range(5)]
    assert statuses == [204, 204, 429, 429, 429]
    assert Phone(app).post("/api/fault", FAULT).status_code == 204
    assert len(told.messages) == 3
