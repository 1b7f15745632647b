"""Shared by all tests: where the browser is."""

import os
import shutil

import pytest

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
