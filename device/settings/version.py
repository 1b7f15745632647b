"""Which Castellan this is: the version stands in pyproject.toml and nowhere else."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

CODE = Path(__file__).resolve().parents[2]


def home(code: Path) -> Path:
    """The folder that holds the code, or the environment into which its wheel was installed."""
    environments = (each for each in code.parents if (each / "pyvenv.cfg").is_file())
    return next((each.parent for each in environments), code)


HOME = home(CODE)


def version() -> str:
    """The version that runs."""
    try:
        return metadata.version("castellan")
    except metadata.PackageNotFoundError:
        return "checkout"


def release() -> str:
    """The name of the installed release this code belongs to; empty in a checkout."""
    return HOME.name if HOME.parent.name == "releases" else ""


def told() -> str:
    """Version, and whether it is an installed release or a checkout, for a person."""
    if release():
        return f"castellan {version()}, release {release()}"
    return f"castellan {version()}" + (", a checkout" if (CODE / ".git").exists() else "")
