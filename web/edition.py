"""The edition of the pages: what phones were sent before an upgrade is fetched anew after it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from rules.words.catalogues import DOMAINS
from rules.words.catalogues import folder as catalogues_of

KINDS = (".css", ".html", ".js", ".mo", ".py", ".svg")


def edition_of(*folders: Path) -> str:
    """A short name for all pages, scripts and words in folders, another one if any changed."""
    digest = sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in KINDS:
                name = file.relative_to(folder).as_posix().encode()
                digest.update(name + b"\0" + file.read_bytes())
    return digest.hexdigest()[:8]


EDITION = edition_of(Path(__file__).parent, *map(catalogues_of, DOMAINS))
