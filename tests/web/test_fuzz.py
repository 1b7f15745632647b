"""Thousands of random requests: none answered with a fault, none refused that changed something."""

from pathlib import Path

import pytest

from tests.web.fuzz import run


def test_random_requests_meet_no_fault_and_refusals_change_nothing(tmp_path: Path) -> None:
    tally = run(tmp_path, posts=1500, gets=500, seed=3)
    assert (tally.faults, tally.changed) == ([], [])
    assert (tally.posts, tally.gets) == (1500, 500)
    assert {200, 400, 403, 404, 409, 413, 415, 422} <= tally.answers.keys()


@pytest.mark.slow
def test_many_random_requests_meet_no_fault(tmp_path: Path) -> None:
    tally = run(tmp_path, posts=33_500, gets=10_000, seed=1)
    assert (tally.faults, tally.changed) == ([], [])
