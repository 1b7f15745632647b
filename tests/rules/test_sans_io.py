"""The rules do no input or output, know no clock and no chance, and import no other room."""

import ast
import sys
from functools import cache
from pathlib import Path

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


@cache
def trees() -> dict[str, ast.AST]:
    """Every module of the room by its path."""
    return {str(path.relative_to(ROOM)): ast.parse(path.read_text()) for path in MODULES}


def test_the_room_has_modules_to_check():
    assert ROOM / "kilt" / "play.py" in MODULES


def test_modules_import_only_the_pure_part_of_the_standard_library():
    for path, tree in trees().items():
        names = imported(tree) - {"rules"}
        assert names <= set(sys.stdlib_module_names), path
        assert not names & FORBIDDEN, path


def test_no_rule_knows_how_it_is_worded():
    wording = [
        path
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("rules.words")
    ]
    assert wording == []


def test_modules_call_nothing_that_reaches_outside():
    for path, tree in trees().items():
        calls = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & FORBIDDEN_CALLS, path


def test_modules_keep_no_state_that_can_be_rebound():
    for path, tree in trees().items():
        rebound = [n for n in ast.walk(tree) if isinstance(n, ast.Global | ast.Nonlocal)]
        assert not rebound, path
