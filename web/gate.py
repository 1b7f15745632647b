"""The one gate: every request is checked here, before a guest, a session or a page is made.

Inside it holds: the request names this house, comes from a page of ours or from none, its path,
query and JSON are bounded and hold only text that fits one line, and whatever is answered
carries our headers.
"""

from __future__ import annotations

import ipaddress
import json
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Request, Response, request
from markupsafe import escape
from werkzeug.datastructures import Headers

from rules.refused import Kind, Refused
from rules.values import Json
from web.errors import STATUS
from web.refusals import Refusals
from web.who.guests import browsers_language
from web.words import say

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
NAMES_SECONDS = 5.0  # addresses change when the network does; asking for them costs little
ALIVE = "/health/alive"  # asked by whoever only wants to know whether the server serves
METHODS = ("GET", "HEAD", "POST")
FORWARDED = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
NOT_PAGES = ("/api/", "/picture/", "/static/", "/backup", "/restore", "/teach/box/")

LONGEST_PATH = 200
LONGEST_QUERY = 600
LONGEST_TEXT = 200  # signs of one text in JSON; a name is the longest that is of use
DEEPEST = 12  # a map of The Castle is the deepest that is sent
LARGEST = 2**53  # whole numbers up to here are the same to every phone
# Paths whose last part is looked up: what it may look like.
LOOKED_UP = {
    "/picture/": re.compile(r"[a-z]{1,16}(-(?![0-9]{10,}$)[A-Za-z0-9_-]{1,60})?"),
    "/api/choices/": re.compile(r"[0-9]{1,9}"),
    "/teach/box/": re.compile(r"[a-z_]{1,32}"),
}
# Control characters, line separators, halves of pairs, and what Unicode calls no character.
_NO_LINE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
    + "]"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


@dataclass(frozen=True)
class Door:
    """By which names the house is reached, through which proxy, and who may read its numbers.

    A name may carry a port ("localhost:9000"); without one it has the server's own.
    """

    names: Callable[[], Collection[str]] = lambda: LOCAL
    proxy: str = ""  # "https://castle.example": the one proxy whose requests are let in
    metrics: frozenset[str] = frozenset()  # addresses


class Gate:
    """Stands before the app: lets a request in, or answers it without waking anybody."""

    def __init__(self, app: WSGIApplication, door: Door) -> None:
        self._app, self._door = app, door
        self.refusals = Refusals()
        self.has_proxy = bool(door.proxy)
        self.port = 80  # until a server says its own
        self._known: tuple[float, int, frozenset[str]] = (-NAMES_SECONDS, 0, frozenset())

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        asked = Request(environ)
        dressed = _dressed(start, asked.path)
        try:
            self._check(asked)
            return self._app(environ, dressed)
        except Refused as refused:
            self.refusals.note(asked.remote_addr or "?", f"{asked.method} {asked.path}: {refused}")
            return plain_answer(asked, refused)(environ, dressed)
        except Exception as fault:  # noqa: BLE001 (the last net)
            self.refusals.crash(fault, f"{asked.method} {asked.path}")
            crashed = Refused(Kind.CRASHED, "refused.crashed")
            return plain_answer(asked, crashed)(environ, dressed)

    def may_measure(self, asked: Request) -> bool:
        """Whether this address was named for reading the device's numbers."""
        return asked.remote_addr in self._door.metrics and not is_forwarded(asked)

    def _check(self, asked: Request) -> None:
        host = asked.environ.get("HTTP_HOST")
        if asked.path != ALIVE and not self._is_ours(host):
            raise Refused(Kind.MISDIRECTED, "refused.misdirected", {"host": str(host)[:100]})
        if is_forwarded(asked) and not self._door.proxy:
            raise Refused(Kind.MISDIRECTED, "refused.proxy")
        if asked.method not in METHODS:
            raise Refused(Kind.NO_METHOD, "refused.no-such-page")
        _check_address(asked)
        self._check_sender(asked)

    @property
    def proxy(self) -> str:
        """The address of the one proxy whose requests are let in, if there is one."""
        return self._door.proxy

    def is_proxy(self, host: str) -> bool:
        """Whether this value of the Host header is the proxy's."""
        return self.has_proxy and host.casefold() == urlsplit(self.proxy).netloc.casefold()

    def _is_ours(self, host: str | None) -> bool:
        return host is not None and host.casefold() in self._authorities()

    def _check_sender(self, asked: Request) -> None:
        """A page of another house may open a page of ours, and nothing else."""
        origin = asked.headers.get("Origin")
        if origin is not None and not self._is_our_origin(origin):
            raise Refused(Kind.FORBIDDEN, "refused.origin")
        site = asked.headers.get("Sec-Fetch-Site", "none")
        if site not in ("same-origin", "none") and not _opens_a_page(asked):
            raise Refused(Kind.FORBIDDEN, "refused.origin")

    def _is_our_origin(self, origin: str) -> bool:
        scheme, _, authority = origin.casefold().partition("://")
        if scheme == "http":
            return authority in self._authorities()
        return bool(self._door.proxy) and origin.casefold() == self._door.proxy.casefold()

    def _authorities(self) -> frozenset[str]:
        """Every right value of the Host header."""
        asked, port, known = self._known
        if port != self.port or time.monotonic() - asked > NAMES_SECONDS:
            names = {name.casefold() for name in self._door.names()}
            known = frozenset(each for name in names for each in _with_port(name, self.port))
            if self._door.proxy:
                known |= {urlsplit(self._door.proxy).netloc.casefold()}
            self._known = (time.monotonic(), self.port, known)
        return known


def is_forwarded(asked: Request) -> bool:
    """Whether a proxy passed this on."""
    return any(key in FORWARDED or key.startswith("HTTP_X_FORWARDED") for key in asked.environ)


def is_number(name: str) -> bool:
    """Whether a host is named by its address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_login(asked: Request) -> bool:
    """Whether somebody wants to become host: the one page that also a bare table opens."""
    return asked.method == "GET" and asked.path == "/" and bool(asked.args.get("host"))


def posted_json() -> dict[str, Json]:
    """The JSON object of a POST, decoded once; nobody else reads a body."""
    if request.mimetype != "application/json":
        raise Refused(Kind.NOT_JSON, "refused.not-json")
    return read_json(request.get_data())


def read_json(data: bytes) -> dict[str, Json]:
    """An object whose texts fit one line and whose depth and numbers are bounded."""
    try:
        body = json.loads(data.decode())
    except (ValueError, RecursionError):
        raise Refused(Kind.BAD, "refused.garbage") from None
    if not isinstance(body, dict):
        raise Refused(Kind.BAD, "refused.garbage")
    pile: list[tuple[Any, int]] = [(body, 1)]
    while pile:
        value, depth = pile.pop()
        _check_value(value, depth)
        inside = (*value, *value.values()) if isinstance(value, dict) else value
        if isinstance(value, dict | list):
            pile += ((each, depth + 1) for each in inside)
    return body


def fits_a_line(text: str) -> bool:
    """Whether a text can be shown and stored as one line."""
    return _NO_LINE.search(text) is None


def sayable(text: str) -> str:
    """A text that can be sent, whatever is in it: the last net under everything shown."""
    return text.encode("utf-8", "replace").decode()


def plain_answer(asked: Request, refused: Refused) -> Response:
    """A refusal that needs no table, no guest and no template, so that it cannot fail."""
    language = browsers_language(asked)
    text = sayable(say(language, refused.key, refused.facts))
    if wants_a_page(asked):
        page = f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        page += f"<title>Castellan</title><p>{escape(text)}</p></html>"
        return Response(page, int(STATUS[refused.kind]), mimetype="text/html")
    told = json.dumps({"ok": False, "error": {"key": refused.key, "text": text}})
    return Response(told, int(STATUS[refused.kind]), mimetype="application/json")


def wants_a_page(asked: Request) -> bool:
    """Whether a person asks, and not a script."""
    return asked.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def _check_value(value: Json, depth: int) -> None:
    """One value anywhere in a body."""
    if depth > DEEPEST:
        raise Refused(Kind.BAD, "refused.garbage")
    if isinstance(value, str) and not (len(value) <= LONGEST_TEXT and fits_a_line(value)):
        raise Refused(Kind.BAD, "refused.text")
    if isinstance(value, int | float) and not abs(value) <= LARGEST:  # nor is NaN
        raise Refused(Kind.BAD, "refused.garbage")


def _check_address(asked: Request) -> None:
    """Path and query: short, decodable, one line; what is looked up has the right shape."""
    path = asked.path
    if len(path) > LONGEST_PATH or "\ufffd" in path or not fits_a_line(path):
        raise Refused(Kind.UNKNOWN, "refused.no-such-page")
    for start, shape in LOOKED_UP.items():
        if path.startswith(start) and not shape.fullmatch(path.removeprefix(start)):
            raise Refused(Kind.UNKNOWN, "refused.no-such-page")
    if len(asked.query_string) > LONGEST_QUERY:
        raise Refused(Kind.BAD, "refused.garbage")
    for key, value in asked.args.items(multi=True):
        if "\ufffd" in key + value or not fits_a_line(key + value):
            raise Refused(Kind.BAD, "refused.text")


def _opens_a_page(asked: Request) -> bool:
    fetched = asked.headers.get("Sec-Fetch-Mode"), asked.headers.get("Sec-Fetch-Dest")
    if asked.method != "GET" or fetched != ("navigate", "document"):
        return False
    return not asked.path.startswith(NOT_PAGES)


def _with_port(name: str, port: int) -> Iterator[str]:
    if name.count(":") == 1:
        yield name
        return
    host = f"[{name}]" if ":" in name else name
    yield f"{host}:{port}"
    if port == 80:
        yield host


def _dressed(start: StartResponse, path: str) -> StartResponse:
    """Our headers on whatever is answered."""

    def started(status: str, headers: list[tuple[str, str]], fault: Any = None) -> Any:
        ours = dict(SECURITY_HEADERS)
        dressed = Headers(headers)
        if not (path.startswith("/static/") and "Cache-Control" in dressed):
            ours["Cache-Control"] = "no-store"
        dressed.update(ours)
        return start(status, list(dressed), fault)

    return started
