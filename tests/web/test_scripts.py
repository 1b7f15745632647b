"""ESLint's recommended rules hold for the scripts of the pages, where ESLint is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ESLINT = ROOT / "node_modules/.bin/eslint"


@pytest.fixture(scope="module")
def eslint() -> Path:
    """ESLint as `make lint-js` installs it."""
    if not (ESLINT.exists() and shutil.which("node")):
        pytest.skip("ESLint is not installed; `make lint-js` does it, with npm")
    return ESLINT


def lint(eslint: Path, *paths: Path) -> subprocess.CompletedProcess[str]:
    asked = [eslint, "--max-warnings", "0", *paths]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_scripts_of_the_pages_are_clean(eslint: Path) -> None:
    done = lint(eslint, ROOT / "web/static")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_name_that_is_nowhere_is_found(eslint: Path) -> None:
    wrong = ROOT / "web/static/house/never_shipped.js"
    asked = [eslint, "--stdin", "--stdin-filename", wrong]
    done = subprocess.run(asked, cwd=ROOT, input="nowhere();", capture_output=True, text=True)
    assert done.returncode == 1
    assert "'nowhere' is not defined" in done.stdout
