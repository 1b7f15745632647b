"""A pytest plugin for `make mutate`: which test runs which line, and only the tests that matter.

With NOTE in the environment it writes down, for the file WATCHED, which lines each test runs and
how long each test takes. With ONLY it runs the tests named in that file, in that order.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

NOTE, WATCHED, ONLY = "MUTATE_NOTE", "MUTATE_WATCHED", "MUTATE_ONLY"
_lines: dict[str, set[int]] = defaultdict(set)
_seconds: dict[str, float] = defaultdict(float)
_watched, _now = os.environ.get(WATCHED, ""), [""]


def _called(frame: FrameType, _event: str, _given: Any) -> Any:
    return _ran if frame.f_code.co_filename == _watched else None


def _ran(frame: FrameType, event: str, _given: Any) -> Any:
    if event == "line":
        _lines[_now[0]].add(frame.f_lineno)
    return _ran


def pytest_configure() -> None:
    if NOTE in os.environ:
        threading.settrace(_called)
        sys.settrace(_called)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _now[0] = item.nodeid
    if NOTE in os.environ:
        sys.settrace(_called)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] += report.duration


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if ONLY in os.environ:
        wanted = json.loads(Path(os.environ[ONLY]).read_text(encoding="utf-8"))
        places = {name: at for at, name in enumerate(wanted)}
        items[:] = sorted(
            (item for item in items if item.nodeid in places), key=lambda item: places[item.nodeid]
        )


def pytest_sessionfinish() -> None:
    if NOTE in os.environ:
        told = {name: [_seconds[name], sorted(_lines[name])] for name in _seconds}
        Path(os.environ[NOTE]).write_text(json.dumps(told), encoding="utf-8")
