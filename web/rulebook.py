"""The rules of a game as `docs/rules-<game>.md` tells them, for a page: each has its own place."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

# Beside the code of a clone; beside the environment of an installed release (systemd/install.sh).
DOCS = (Path(__file__).parents[1] / "docs", Path(sys.prefix).parent / "docs")
_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@dataclass(frozen=True)
class Row:
    """One row of a table; `places` are the ids of the rules that it tells first."""

    cells: tuple[Markup, ...]
    places: tuple[str, ...] = ()


@dataclass
class Section:
    """What stands below a heading: its text, and the rows of its tables."""

    title: Markup
    texts: list[Markup] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


@cache
def rulebook(game: str) -> tuple[Section, ...] | None:
    """The sections of a game's rules; None where there are none, as in a bare installation."""
    path = next((p for p in (each / f"rules-{game}.md" for each in DOCS) if p.is_file()), None)
    return None if path is None else tuple(_sections(path.read_text(encoding="utf-8")))


def _sections(text: str) -> list[Section]:
    found: list[Section] = []
    seen: set[str] = set()
    for block in re.split(r"\n\s*\n", text):
        lines = block.strip().splitlines()
        if lines and lines[0].startswith("#"):
            found.append(Section(_inline(lines.pop(0).lstrip("# "))))
        if lines and lines[0].startswith("|"):
            found[-1].rows += [_row(line, game_ids(line), seen) for line in lines[2:]]
        elif lines:
            found[-1].texts += _texts(lines)
    return found


def _texts(lines: list[str]) -> list[Markup]:
    """A paragraph, or the points of a list one by one."""
    joined: list[str] = []
    for line in lines:
        if line.startswith("- ") or not joined:
            joined.append(line.removeprefix("- "))
        else:
            joined[-1] += f" {line.strip()}"
    return [_inline(each) for each in joined]


def _row(line: str, ids: list[str], seen: set[str]) -> Row:
    """A rule that is told twice has its place where it is told first."""
    new = tuple(each for each in dict.fromkeys(ids) if each not in seen)
    seen.update(new)
    return Row(tuple(_inline(cell.strip()) for cell in line.strip().strip("|").split("|")), new)


def game_ids(line: str) -> list[str]:
    """The ids of rules in a line."""
    return [each for each in _CODE.findall(line) if re.fullmatch(r"[a-z_]+\.[a-z0-9-]+", each)]


def _inline(text: str) -> Markup:
    plain = str(escape(_LINK.sub(r"\1", text)))
    return Markup(_CODE.sub(r"<code>\1</code>", _BOLD.sub(r"<b>\1</b>", plain)))  # noqa: S704
