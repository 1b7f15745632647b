"""The rules do no input or output, know no clock and no chance, and import no other room."""

import ast
import sys
from pathlib import Path

import pytest

import rules

ROOM = Path(rules.__file__).parent
WORDS = ROOM / "words"  # which reads its catalogues: no rule may import it
MODULES = sorted(path for path in ROOM.rglob("*.py") if WORDS not in path.parents)
FORBIDDEN = {
    "asyncio", "datetime", "glob", "io", "logging", "multiprocessing", "os", "pathlib", "pickle",
    "random", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}


def imported(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names.add((node.module or "").split(".")[0])
    return names


def test_the_room_has_modules_to_check():
    assert ROOM / "kilt" / "play.py" in MODULES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOM)))
def test_module_imports_only_the_pure_part_of_the_standard_library(path):
    names = imported(ast.parse(path.read_text())) - {"rules"}
    assert names <= set(sys.stdlib_module_names)
    assert not names & FORBIDDEN


def test_no_rule_knows_how_it_is_worded():
    wording = [
        str(path.relative_to(ROOM))
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("rules.words")
    ]
    assert wording == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOM)))
def test_module_calls_nothing_that_reaches_outside(path):
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & FORBIDDEN_CALLS


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOM)))
def test_module_keeps_no_state_that_can_be_rebound(path):
    tree = ast.parse(path.read_text())
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global | ast.Nonlocal)]
