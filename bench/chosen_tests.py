"""A pytest plugin for `make mutate`: which test runs which line, and only the tests that matter.

With NOTE in the environment it writes down which lines of a `marked` file each test runs, and how
long each test takes. With ONLY it runs the tests named in that file, in that order.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

NOTE, ONLY = "MUTATE_NOTE", "MUTATE_ONLY"
# A process that a test starts runs the marked file too, without this plugin.
MARKING = 'import builtins as _told\n_ran = getattr(_told, "mutate_ran", lambda _line: None)'
_lines: dict[str, set[int]] = defaultdict(set)
_seconds: dict[str, float] = defaultdict(float)
_now = [""]


def marked(source: str) -> str:
    """The code with a mark before every statement of its functions, which tells its line."""
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            function.body = _with_marks(function.body)
    futures = [each for each in tree.body if _leads(each)]
    tree.body = [*futures, *ast.parse(MARKING).body, *tree.body[len(futures) :]]
    return ast.unparse(ast.fix_missing_locations(tree))


def _leads(statement: ast.stmt) -> bool:
    """Whether it must stay first in a file: words, and imports from the future."""
    future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
    return future or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))


def _with_marks(body: list[ast.stmt]) -> list[ast.stmt]:
    found = []
    for each in body:
        if not _leads(each):
            found.append(ast.parse(f"_ran({each.lineno})").body[0])
        found.append(each)
        if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            _mark_inside(each)
    return found


def _mark_inside(statement: ast.AST) -> None:
    for name in ("body", "orelse", "finalbody"):
        inner = getattr(statement, name, None)
        if isinstance(inner, list) and inner:
            setattr(statement, name, _with_marks(inner))
    for each in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        _mark_inside(each)


def _ran(line: int) -> None:
    _lines[_now[0]].add(line)


def pytest_configure() -> None:
    if NOTE in os.environ:
        setattr(builtins, "mutate_ran", _ran)  # noqa: B010 (no name that a type checker knows)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _now[0] = item.nodeid
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
