"""Shared by all tests: the browser, and phones in it."""

from __future__ import annotations

import os

# Tests run side by side, one on each core: none of them may split its work among all cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

import device  # noqa: F401 (says how large a picture OpenCV may read, before that is loaded)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.phones import OpenPhone

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Path of a Chromium; without one the page tests skip, but not where CI counts on them."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return found
    reason = "no chromium found; install it with: sudo apt-get install chromium"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser(chromium_path: str) -> Iterator[Browser]:
    from tests.phones import launched

    with launched(chromium_path) as browser:
        yield browser


@pytest.fixture
def open_phone(browser: Browser) -> Iterator[OpenPhone]:
    from tests.phones import phones

    with phones(browser) as opened:
        yield opened
