"""The edition of the pages: what phones were sent before an upgrade is fetched anew after it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

KINDS = (".css", ".html", ".js", ".py", ".svg")


def edition_of(folder: Path) -> str:
    """A short name for all pages, scripts and words in a folder, another one if any changed."""
    digest = sha256()
    for file in sorted(folder.rglob("*")):
        if file.suffix in KINDS:
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:8]


EDITION = edition_of(Path(__file__).parent)
