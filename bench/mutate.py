"""`make mutate`: small faults are put into the code, one at a time; the tests should notice each.

A fault is a mutant: a comparison turned round, a condition denied, a number one more, a call left
out. Each is tried in a copy of the project with those of the fitting tests that run its line. Who
survives is printed with its line: either a test is missing, or the fault changes nothing that
anybody can see.
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
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from bench.chosen_tests import NOTE, ONLY, marked

ROOT = Path(__file__).parent.parent
LEAST = 0.9  # of the mutants that must be caught
SLOW = 1.0  # seconds of a test that waits for all quicker ones
AMOUNT = 10  # from here on one more of a limit is no fault that anybody could see: it is tripled
# What is tried, and the tests that fit it.
FITTING: dict[str, tuple[str, ...]] = {
    "rules/referee.py": (
        "tests/rules/test_referee.py",
        "tests/device/table/test_state.py",
        "tests/device/table/test_service.py",
    ),
    "device/table/service.py": (
        "tests/device/table/test_service.py",
        "tests/device/table/test_web_table.py",
        "tests/device/table/test_moments.py",
        "tests/device/table/test_going_on.py",
        "tests/device/table/test_state.py",
        "tests/device/table/test_rights.py",
        "tests/device/following/test_set_up.py",
        "tests/device/following/test_sight_holds.py",
        "tests/device/records/test_recording.py",
        "tests/device/table/test_attacks.py",
        "tests/device/running/test_compose.py",
    ),
    "web/routes/api.py": (
        "tests/web/test_app.py",
        "tests/web/test_who.py",
        "tests/web/test_hub.py",
        "tests/web/test_attacks.py",
        "tests/web/test_faults.py",
        "tests/device/table/test_rights.py",
        "tests/device/table/test_web_table.py",
    ),
    "device/following/pearls.py": (
        "tests/device/hearing",
        "tests/device/following/test_seven_locks_tales.py",
    ),
    "device/records/journal.py": (
        "tests/device/records/test_journal.py",
        "tests/device/records/test_mending.py",
        "tests/device/records/test_disk.py",
        "tests/device/running/test_restoring.py",
        "tests/device/records/test_forgetting.py",
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
    runs: int | None  # where its statement begins; None: that runs at the import


@dataclass(frozen=True)
class Test:
    """One test: how long it takes, and which lines of the file it runs."""

    name: str
    seconds: float
    lines: frozenset[int]

    @property
    def file(self) -> str:
        return self.name.partition("::")[0]


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
        line, runs = getattr(node, "lineno", 0), _statement(tree, node)
        what = _spoil(tree, node, kind)
        if what is not None:
            made += 1
            yield Mutant(file, line, what, ast.unparse(ast.fix_missing_locations(tree)), runs)
        if made == most:
            return


def _worth_it(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of code that does something: no types, no words, no log lines."""
    for child in _parts(tree):
        if not _is_only_said(child):
            yield child
            yield from _worth_it(child)


def _parts(node: ast.AST) -> Iterable[ast.AST]:
    """What a node is made of, without types and decorators."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            given = [*node.args.defaults, *node.args.kw_defaults]
            return [*filter(None, given), *node.body]
        case ast.ClassDef():
            return node.body
        case ast.AnnAssign():
            return [] if node.value is None else [node.value]
    return ast.iter_child_nodes(node)


def _statement(tree: ast.AST, node: ast.AST) -> int | None:
    """Where the statement begins that a node is in; None outside functions."""
    found, inside = None, False
    around: ast.AST | None = tree
    while around is not None and around is not node:
        around = next((each for each in ast.iter_child_nodes(around) if _holds(each, node)), None)
        if inside and isinstance(around, ast.stmt):
            found = around.lineno
        elif isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = True
    return found


def _holds(tree: ast.AST, node: ast.AST) -> bool:
    return any(each is node for each in ast.walk(tree))


def _is_only_said(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True  # zip(..., strict=True) guards against what never is
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
        case ast.Constant(value=int(value)) if value >= AMOUNT:
            node.value = 3 * value
            return f"{value} tripled"
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

    def passes(self, tests: Iterable[str], seconds: float | None = None, **told: str) -> bool:
        """Whether the tests find nothing wrong; one that never ends is caught too."""
        plugins = ("-p", "no:cacheprovider", "-p", "bench.chosen_tests")
        command = [sys.executable, "-m", "pytest", "-x", "-q", *plugins, *tests]
        try:
            done = subprocess.run(
                command,
                cwd=self.place,
                env={**os.environ, "PYTHONPATH": str(self.place), **told},
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def tests(self, file: str) -> list[Test]:
        """The tests that fit a file, with what each of them runs of it."""
        note, path = self.place / "note.json", self.place / file
        sound = path.read_text(encoding="utf-8")
        path.write_text(marked(sound), encoding="utf-8")
        passed = self.passes(FITTING[file], **{NOTE: str(note)})
        path.write_text(sound, encoding="utf-8")
        if not passed:
            raise SystemExit(f"the tests of {file} fail without any mutant; mend that first")
        told = json.loads(note.read_text(encoding="utf-8"))
        return [Test(name, took, frozenset(lines)) for name, (took, lines) in told.items()]

    def try_out(self, mutant: Mutant, tests: Sequence[Test]) -> Tried:
        """Put a mutant in, and see whether the tests notice."""
        path, begun = self.place / mutant.file, time.monotonic()
        sound = path.read_text(encoding="utf-8")
        path.write_text(mutant.code, encoding="utf-8")
        try:
            caught = not self._all_pass(tests)
        finally:
            path.write_text(sound, encoding="utf-8")
        return Tried(mutant, caught, time.monotonic() - begun)

    def _all_pass(self, tests: Sequence[Test]) -> bool:
        if not tests:
            return True
        only = self.place / "only.json"
        only.write_text(json.dumps([test.name for test in tests]), encoding="utf-8")
        seconds = 30.0 + 4 * sum(test.seconds for test in tests)
        files = dict.fromkeys(test.file for test in tests)
        return self.passes(files, seconds, **{ONLY: str(only)})


def choose(mutant: Mutant, tests: Sequence[Test]) -> list[Test]:
    """The tests that run what was spoilt, quick ones first; all, where another process runs it."""
    runs = mutant.runs
    chosen = [test for test in tests if runs is None or runs in test.lines] or list(tests)
    whole: dict[str, float] = defaultdict(float)
    for test in chosen:
        whole[test.file] += test.seconds
    return sorted(chosen, key=lambda t: (t.seconds > SLOW, whole[t.file], t.file, t.seconds))


def _kept_by_git() -> list[str]:
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):  # a copy without its history
        listed = [
            str(path.relative_to(ROOT))
            for folder in (
                "rules",
                "words",
                "vision",
                "device",
                "web",
                "tests",
                "bench",
                "systemd",
                "docs",
            )
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
        yard = free.get()
        tests = {file: yard.tests(file) for file in sorted({each.file for each in chosen})}
        free.put(yard)

        def one(mutant: Mutant) -> Tried:
            yard = free.get()
            try:
                tried = yard.try_out(mutant, choose(mutant, tests[mutant.file]))
            finally:
                free.put(yard)
            told = "caught  " if tried.caught else "SURVIVED"
            print(
                f"{told} {mutant.file}:{mutant.line} {mutant.what} ({tried.seconds:.0f} s)",
                flush=True,
            )
            return tried

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, chosen))


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
