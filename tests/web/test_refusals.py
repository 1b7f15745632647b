"""The log cannot be buried: what repeats is counted, not written."""

import logging

import pytest

from web.refusals import Refusals


def broken() -> None:
    raise ValueError("no")


def test_an_address_that_is_refused_again_and_again_has_a_line_a_minute(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0.0]
    refusals = Refusals(lambda: now[0])
    with caplog.at_level(logging.INFO):
        for number in range(300):
            refusals.note("192.168.1.7", f"GET /{number}")
        refusals.note("192.168.1.8", "GET /x")
        now[0] = 60.0
        refusals.note("192.168.1.7", "GET /last")
    assert [record.getMessage() for record in caplog.records] == [
        "refused to 192.168.1.7: GET /0",
        "refused to 192.168.1.8: GET /x",
        "refused to 192.168.1.7: GET /last (and 299 before)",
    ]


def test_a_fault_is_told_whole_once_and_then_counted(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    refusals = Refusals(lambda: now[0])
    for _ in range(3):
        try:
            broken()
        except ValueError as fault:
            refusals.crash(fault, "GET /x")
    assert [record.getMessage() for record in caplog.records] == [
        "a request failed (0 more before): GET /x"
    ]
    assert caplog.records[0].exc_info is not None
