"""`make mutate`: small faults are put into the code, one at a time; the tests should notice each.

A fault is a mutant: a comparison turned round, a condition denied, a number one more, a call left
out. Each is tried in a copy of the project with the tests that fit its file. Who survives is
printed with its line: either a test is missing, or the fault changes nothing that anybody can see.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parent.parent
LEAST = 0.9  # of the mutants that must be caught
# What is tried, and the tests that fit it, those that fail soonest first.
FITTING: dict[str, tuple[str, ...]] = {
    "rules/referee.py": (
        "tests/rules/test_referee.py",
        "tests/device/test_state.py",
        "tests/device/test_service.py",
    ),
    "device/service.py": (
        "tests/device/test_service.py",
        "tests/device/test_web_table.py",
        "tests/device/test_moments.py",
        "tests/device/test_going_on.py",
        "tests/device/test_state.py",
        "tests/device/test_rights.py",
        "tests/device/test_set_up.py",
        "tests/device/test_sight_holds.py",
        "tests/device/test_recording.py",
    ),
    "web/api.py": (
        "tests/web/test_app.py",
        "tests/web/test_who.py",
        "tests/web/test_hub.py",
        "tests/web/test_attacks.py",
    ),
    "device/hearing/fusion.py": ("tests/device/hearing", "tests/device/test_seven_locks_tales.py"),
    "device/journal.py": (
        "tests/device/test_journal.py",
        "tests/device/test_mending.py",
        "tests/device/test_disk.py",
        "tests/device/test_restore.py",
        "tests/device/test_forgetting.py",
    ),
}
TURNED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
}
QUIET = ("log", "logging")  # what is only said may be said otherwise


@dataclass(frozen=True)
class Mutant:
    """One fault: in which file and line, what it is, and the code with it."""

    file: str
    line: int
    what: str
    code: str


@dataclass(frozen=True)
class Tried:
    """What became of a mutant."""

    mutant: Mutant
    caught: bool
    seconds: float


def mutants(file: str, chance: random.Random, most: int) -> Iterator[Mutant]:
    """So many faults that can be put into a file, picked by chance."""
    source = (ROOT / file).read_text(encoding="utf-8")
    nodes = list(_worth_it(ast.parse(source)))
    spots = [(number, kind) for number, node in enumerate(nodes) for kind in range(_kinds(node))]
    chance.shuffle(spots)
    made = 0
    for number, kind in spots:
        tree = ast.parse(source)
        node = list(_worth_it(tree))[number]
        line = getattr(node, "lineno", 0)
        what = _spoil(tree, node, kind)
        if what is not None:
            made += 1
            yield Mutant(file, line, what, ast.unparse(ast.fix_missing_locations(tree)))
        if made == most:
            return


def _worth_it(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of code that does something: no types, no words, no log lines."""
    for child in ast.iter_child_nodes(tree):
        if _is_only_said(child):
            continue
        yield child
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            inside: Sequence[ast.AST] = child.body
            yield from inside
            for each in inside:
                yield from _worth_it(each)
        elif isinstance(child, ast.AnnAssign):
            if child.value is not None:
                yield child.value
                yield from _worth_it(child.value)
        else:
            yield from _worth_it(child)


def _is_only_said(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    call = node.value if isinstance(node, ast.Expr) else node
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        return ast.unparse(call.func.value) in QUIET
    return isinstance(node, ast.Import | ast.ImportFrom)


def _kinds(node: ast.AST) -> int:
    return 2 if isinstance(node, ast.If | ast.While | ast.IfExp) else 1


def _spoil(tree: ast.AST, node: ast.AST, kind: int) -> str | None:
    """Put a fault into a node; what it is, or None where there is none to put."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in TURNED:
            node.ops = [TURNED[type(op)]()]  # type: ignore[list-item]
            return f"{type(op).__name__} turned into {type(node.ops[0]).__name__}"
        case ast.BoolOp() | ast.BinOp() if type(node.op) in TURNED:
            old = type(node.op).__name__
            node.op = TURNED[type(node.op)]()  # type: ignore[assignment]
            return f"{old} turned into {type(node.op).__name__}"
        case ast.If() | ast.While() | ast.IfExp():
            if kind == 0:
                node.test = ast.UnaryOp(ast.Not(), node.test)
                return "condition denied"
            node.test = ast.Constant(False)
            return "condition never true"
        case ast.Constant(value=bool(value)):
            node.value = not value
            return f"{value} turned round"
        case ast.Constant(value=int(value)):
            node.value = value + 1
            return f"{value} one more"
        case ast.UnaryOp(op=ast.Not()):
            return "not left out" if _replace(tree, node, node.operand) else None
        case ast.Return(value=value) if value is not None and ast.unparse(value) != "None":
            node.value = ast.Constant(None)
            return "nothing given back"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            said = ast.unparse(node).splitlines()[0][:50]
            return f"left out: {said}" if _replace(tree, node, ast.Pass()) else None
        case ast.Assign(targets=[ast.Attribute()]):
            said = ast.unparse(node).splitlines()[0][:50]
            return f"left out: {said}" if _replace(tree, node, ast.Pass()) else None
    return None


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> bool:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return True
            if isinstance(value, list) and any(each is old for each in value):
                value[:] = [new if each is old else each for each in value]
                return True
    return False


class Yard:
    """A copy of the project in which mutants are tried, one after another."""

    def __init__(self, place: Path) -> None:
        self.place = place
        for name in _kept_by_git():
            target = place / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)

    def passes(self, tests: Sequence[str], seconds: float | None = None) -> bool:
        """Whether the tests find nothing wrong; one that never ends is caught too."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        try:
            done = subprocess.run(
                command,
                cwd=self.place,
                env={**os.environ, "PYTHONPATH": str(self.place)},
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def try_out(self, mutant: Mutant, seconds: float) -> Tried:
        """Put a mutant in, and see whether the tests notice."""
        path, begun = self.place / mutant.file, time.monotonic()
        sound = path.read_text(encoding="utf-8")
        path.write_text(mutant.code, encoding="utf-8")
        try:
            caught = not self.passes(FITTING[mutant.file], seconds)
        finally:
            path.write_text(sound, encoding="utf-8")
        return Tried(mutant, caught, time.monotonic() - begun)


def _kept_by_git() -> list[str]:
    try:
        listed = subprocess.run(
            ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):  # a copy without its history
        listed = [
            str(path.relative_to(ROOT))
            for folder in ("rules", "vision", "device", "web", "tests", "bench", "systemd", "docs")
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        ] + ["pyproject.toml"]
    return [name for name in listed if (ROOT / name).is_file()]


def try_all(chosen: Sequence[Mutant], jobs: int) -> list[Tried]:
    """Every mutant once, several at a time."""
    free: SimpleQueue[Yard] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="castellan-mutants-") as scratch:
        for number in range(jobs):
            free.put(Yard(Path(scratch) / str(number)))
        limits = _limits({mutant.file for mutant in chosen}, free)

        def one(mutant: Mutant) -> Tried:
            yard = free.get()
            try:
                tried = yard.try_out(mutant, limits[mutant.file])
            finally:
                free.put(yard)
            told = "caught  " if tried.caught else "SURVIVED"
            print(f"{told} {mutant.file}:{mutant.line} {mutant.what}", flush=True)
            return tried

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, chosen))


def _limits(files: set[str], free: SimpleQueue[Yard]) -> dict[str, float]:
    """How long the tests of a file may take: some times what they take with the sound code."""
    limits = {}
    for file in sorted(files):
        yard, begun = free.get(), time.monotonic()
        sound = yard.passes(FITTING[file])
        free.put(yard)
        if not sound:
            raise SystemExit(f"the tests of {file} fail without any mutant; mend that first")
        limits[file] = 30.0 + 4 * (time.monotonic() - begun)
    return limits


def main() -> None:
    """Try a sample of each file, and print the score."""
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("files", nargs="*", default=sorted(FITTING), help="of those that are known")
    read.add_argument("--each", type=int, default=40, help="mutants a file; 0 is all")
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    read.add_argument("--json", type=Path, help="write the survivors there")
    asked = read.parse_args()
    chance, chosen = random.Random(asked.seed), list[Mutant]()
    for file in asked.files:
        chosen += mutants(file, chance, asked.each)
    tried = try_all(chosen, asked.jobs)
    for file in asked.files:
        of = [each for each in tried if each.mutant.file == file]
        print(f"{file}: {sum(each.caught for each in of)} of {len(of)} caught")
    share = sum(each.caught for each in tried) / max(1, len(tried))
    print(f"score: {100 * share:.1f} % of {len(tried)} (wanted {100 * LEAST:.0f} %)")
    if asked.json is not None:
        left = [
            {"file": t.mutant.file, "line": t.mutant.line, "what": t.mutant.what}
            for t in tried
            if not t.caught
        ]
        asked.json.write_text(json.dumps(left, indent=1), encoding="utf-8")
    raise SystemExit(0 if share >= LEAST else 1)


if __name__ == "__main__":
    main()
