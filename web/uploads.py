"""Files that a host sends: taken to the disk in pieces, and gone again after use."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from flask import current_app, request

BLOCK = 1 << 20
PREFIX = ".upload-"


@contextmanager
def received(most: int) -> Iterator[Path]:
    """The body of this request as a file."""
    folder = cast("Path | None", current_app.extensions["castellan"].upload_folder)
    request.max_content_length = most
    with tempfile.TemporaryDirectory(dir=folder, prefix=PREFIX) as place:
        file = Path(place) / "file"
        with file.open("wb") as out:
            while block := request.stream.read(BLOCK):
                out.write(block)
        yield file
