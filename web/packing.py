"""Sends what a browser can unpack packed, and static files so that phones keep them.

Behind a proxy that speaks TLS nothing made for one phone is packed by us: the length of a packed
answer that holds both a secret and what a guest wrote would tell something to who listens.
"""

from __future__ import annotations

import gzip
import zlib

from flask import Response, abort, current_app, request

from web.bundles import Bundles
from web.context import current_web

EXTENSION = "castellan.bundles"
FOR_EVER = "public, max-age=31536000, immutable"
PACKED_KINDS = ("text/html", "application/json", "image/svg+xml")
WORTH_BYTES = 500  # below it the head of a packet is most of what is sent
LEVEL = 6  # a page in a millisecond or two; 9 saves one part in a hundred
WINDOW_BITS = 31  # 32 kB, which hold the state before, and gzip's frame


def bundles() -> Bundles:
    """The files of the running app."""
    made: Bundles = current_app.extensions[EXTENSION]
    return made


def static(name: str) -> Response:
    """A file of the pages; whatever else is asked for is not there."""
    file = bundles().find(name)
    if file is None:
        abort(404)
    packed = request.accept_encodings["gzip"] > 0
    response = Response(file.packed if packed else file.plain, mimetype=file.kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = FOR_EVER
    response.headers["Vary"] = "Accept-Encoding"
    return response


def may_pack() -> bool:
    """Whether what is made for this phone may be sent packed."""
    return request.accept_encodings["gzip"] > 0 and not current_web().gate.has_proxy


def pack(response: Response) -> Response:
    """A page or an answer, packed if that pays."""
    fits = response.mimetype in PACKED_KINDS and not response.direct_passthrough
    if not fits or "Content-Encoding" in response.headers or not may_pack():
        return response
    data = response.get_data()
    if len(data) >= WORTH_BYTES:
        response.set_data(gzip.compress(data, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
    return response


class StreamPacker:
    """Packs a live stream: what a state shares with the one before costs next to nothing."""

    def __init__(self) -> None:
        self._packer = zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW_BITS)

    def __call__(self, words: bytes) -> bytes:
        """These words, so that all of them can be unpacked at once."""
        return self._packer.compress(words) + self._packer.flush(zlib.Z_SYNC_FLUSH)
