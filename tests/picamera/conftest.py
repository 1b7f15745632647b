"""Which picamera2 the tests of this folder meet."""

from __future__ import annotations

import pytest

from tests.picamera.stacks import REAL, Stack, fake_stack, real_stack

collect_ignore = [] if REAL else ["test_real.py"]


@pytest.fixture(scope="session")
def real() -> Stack:
    return real_stack()


@pytest.fixture
def stack(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Stack:
    """The real picamera2 where it is, else the fake."""
    return request.getfixturevalue("real") if REAL else fake_stack(monkeypatch)
