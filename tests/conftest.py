"""Shared by all tests: the browser and phones in it, taught boxes, and what each test costs."""

from __future__ import annotations

import os

# Tests run side by side, one on each core: none of them may split its work among all cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import device  # noqa: F401 (says how large a picture OpenCV may read, before that is loaded)
from tests import session_boxes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.phones import OpenPhone

# The shell draws pages only; it needs less than half of what a whole browser does.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUICK_SECONDS = 5.0  # of the processor: a busy machine makes no test slow
BEGUN = pytest.StashKey[float]()


def spent() -> float:
    """Seconds of the processor that this process and its children that ended have used."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[BEGUN] = spent()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    try:
        return (yield)
    finally:
        item.user_properties.append(("processor", spent() - item.stash[BEGUN]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the quick tests that are not quick, what they need first included."""
    costs = {
        report.nodeid: dict(report.user_properties).get("processor", 0.0)
        for report in terminalreporter.getreports("passed")
        if report.when == "call" and "slow" not in report.keywords
    }
    for name, cost in sorted(costs.items(), key=lambda each: -each[1]):
        if cost > QUICK_SECONDS:
            terminalreporter.write_line(f"not quick: {cost:.1f} s of the processor: {name}")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Iterator[object]:
    """One worker after the other: the first one compiles the tests, the others read that."""
    compiled = Path(__file__).with_name("web") / "__pycache__"  # of the room collected last
    if "PYTEST_XDIST_WORKER" not in os.environ or compiled.is_dir():
        return (yield)
    with session_boxes.alone(Path(session.config.option.basetemp).with_name("collecting")):
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers wait a lot, so they come first; rules are small and fill up the end."""
    items.sort(key=lambda item: (item.get_closest_marker("browser") is None, _of_rules(item)))


def _of_rules(item: pytest.Item) -> bool:
    return "rules" in item.path.parts


@pytest.fixture(scope="session", autouse=True)
def boxes(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Where this run keeps its taught boxes; the folders of all workers lie in one."""
    mine = tmp_path_factory.getbasetemp()
    shared = mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine
    folder = shared / "boxes"
    folder.mkdir(exist_ok=True)
    session_boxes.FOLDER[:] = [folder]


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


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    from tests.phones import launched

    with launched(chromium_path) as browser:
        yield browser


@pytest.fixture
def open_phone(browser: Browser) -> Iterator[OpenPhone]:
    from tests.phones import phones

    with phones(browser) as opened:
        yield opened
