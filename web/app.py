"""Puts the web together: one Flask app for one table."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from flask import (
    Flask,
    Response,
    current_app,
    g,
    has_request_context,
    jsonify,
    render_template,
    request,
)
from werkzeug.exceptions import HTTPException

from rules.contract import Json
from web import api, entrance, guests, pages, teach
from web.claims import Claim, Claims
from web.commands import MAX_BYTES
from web.errors import Illegal, Kind, Refused, TooManyPhones
from web.gate import LOCAL, Door, Gate, is_number, plain_answer, sayable, wants_a_page
from web.guests import Book, Guest
from web.hosts import Hosts
from web.hub import HEARTBEAT_SECONDS, Hub, Viewer
from web.keep import Keep, Memory
from web.limits import Buckets, Limits
from web.presence import Presence
from web.seating import Seating
from web.table import Table
from web.tokens import hashed
from web.tries import Tries
from web.words import say

Clock = Callable[[], float]
Addresses = Callable[[], Sequence[str]]  # how those of the dashboard begin now, the best one first
EXTENSION = "castellan"
EVENTS_STREAMED = 12


class Parlour:
    """What every request needs: the table, its listeners, and who sits where."""

    def __init__(
        self,
        table: Table,
        book: Book,
        addresses: Addresses,
        hub: Hub,
        gate: Gate,
        clock: Clock,
        limits: Limits,
    ) -> None:
        self.table, self.book, self.addresses = table, book, addresses
        self.seating, self.hosts, self.presence = book.seating, book.hosts, book.presence
        self.claims = Claims(book.seating, book.presence, book.hosts.phones, clock)
        self.tries = Tries(clock)  # of the table's code
        self.host_tries = Tries(clock)  # apart, since guests know the table's code
        self.regulars = book.regulars
        self.limits = limits
        self.commands = Buckets(limits.commands, clock)
        self.joins = Buckets(limits.joins, clock)
        self.faults = Buckets(limits.faults, clock)
        self.hub, self.gate = hub, gate
        self.uploads: dict[str, int] = {}  # addresses where a host may send more, and how much
        self.upload_folder: Path | None = None
        hub.look_around = self.look_around
        self._told: object = None
        self._moves = 0
        self.count_seats()

    @property
    def url(self) -> str:
        """Where the dashboard is now: as whoever asks came here, if a phone can come so too."""
        came = self._came_by() if has_request_context() else None
        return came or self.addresses()[0]

    @url.setter
    def url(self, url: str) -> None:
        self.addresses = _fixed(url)

    def other_urls(self) -> list[str]:
        """Where it is to be found as well."""
        return [each for each in self.addresses() if each != self.url]

    def _came_by(self) -> str | None:
        """The address in the request, which the gate has checked: through a proxy, or a number
        that leads here also from elsewhere.
        """
        if self.gate.is_proxy(request.host):
            return self.gate.proxy
        name = urlsplit(f"//{request.host}").hostname or ""
        return f"http://{request.host}" if is_number(name) and name not in LOCAL else None

    @property
    def join_url(self) -> str:
        """What the code at the table says: it lets a phone in and leads to the seats."""
        return f"{self.url}/join?t={self.seating.token}"

    def whole_state(self, viewer: Viewer) -> str:
        """Everything this viewer may see, all events included."""
        return render_state(self, viewer)

    def moved(self) -> None:
        """Other addresses lead here than before."""
        self._moves += 1
        self.hub.publish()

    @property
    def sign(self) -> str:
        """Another one whenever another address or code leads in: pages that show them look anew."""
        return f"{self._moves}.{hashed(self.seating.token)[:8]}"

    def count_seats(self, goes_on: bool = False) -> None:
        """Learn which game is on the table, and how many seats it has."""
        if self.seating.play(self.table.evening(), self.table.seats(), goes_on):
            self.claims.forget()

    def hear(self, version: int) -> None:
        """The table changed."""
        self.count_seats(goes_on=True)
        self.hub.publish(version)

    def most_bytes(self, path: str, cookies: Mapping[str, str]) -> int:
        """How long a body may be that is sent to this address by who has these cookies."""
        most = self.uploads.get(path, MAX_BYTES)
        return most if self.book.is_host(cookies) else MAX_BYTES

    def look_around(self) -> None:
        """Tell the phones when somebody went away or came back, or has waited long enough."""
        self.claims.settle()
        seating, claims = self.seating, self.claims
        seen = (seating.away(), claims.open(), claims.moved(), self.hosts.news())
        if seen != self._told:
            first, self._told = self._told is None, seen
            if not first:
                self.hub.publish()


def create_app(
    table: Table,
    *,
    join_url: str | Addresses,
    phones: int = 200,
    heartbeat: float = HEARTBEAT_SECONDS,
    school: teach.TeachSource | None = None,
    seats: Keep | None = None,
    hosts: Hosts | None = None,
    open_table: bool = False,
    clock: Clock = time.monotonic,
    door: Door = Door(),  # noqa: B008 (frozen)
    limits: Limits = Limits(),  # noqa: B008 (frozen)
) -> Flask:
    """The app for this table; `seats` keeps who sits where, and `hosts` who may do everything.

    With a `school` the host may teach boxes on the phone. An `open_table` asks nobody for a code.
    """
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=MAX_BYTES, SEND_FILE_MAX_AGE_DEFAULT=0)
    gate = Gate(app.wsgi_app, door)
    app.wsgi_app = gate  # type: ignore[assignment, method-assign]
    presence = Presence(clock)
    book = Book(Seating(seats or Memory(), presence, open_table), hosts or Hosts(), presence)
    hub = Hub(lambda viewer: render_state(made, viewer, EVENTS_STREAMED), phones, heartbeat)
    addresses = _fixed(join_url) if isinstance(join_url, str) else join_url
    made = Parlour(table, book, addresses, hub, gate, clock, limits)
    app.extensions[EXTENSION] = made
    table.listen(made.hear)
    for part in (api, pages, entrance):
        app.register_blueprint(part.blueprint)
    if school is not None:
        teach.install(app, school)
    _install_hooks(app)
    return app


def _fixed(address: str) -> Addresses:
    """An address that never changes; that of the joining page means the same."""
    url = address.rstrip("/").removesuffix("/join")
    return lambda: [url]


def render_state(parlour: Parlour, viewer: Viewer, newest: int | None = None) -> str:
    """The state as one JSON text for every phone that looks like this viewer.

    With `newest` only so many events are told, since they are most of the bytes of a long game.
    """
    state = dict(parlour.table.snapshot(viewer.speaker, viewer.language))
    events = cast(list[Json], state.get("events") or [])
    state["events_told"] = len(events)
    state["events"] = events if newest is None else events[-newest:]
    seats = cast(list[dict[str, Json]], state.get("seats") or [])
    taken, away = parlour.seating.taken(), parlour.seating.away()
    state["seats"] = [
        {**seat, "joined": seat["seat"] in taken, "away": seat["seat"] in away} for seat in seats
    ]
    state["host"] = viewer.host
    state["sign"] = parlour.sign
    names = {cast(int, seat["seat"]): str(seat["name"]) for seat in seats}
    state["asking"] = _asking(parlour.claims.open(), viewer, names)
    notices = cast(list[Json], state.get("notices") or [])
    state["notices"] = [*notices, *_news(parlour, viewer.language, names)]
    # Neither a text nor a fact that is none may blank the phones: it alone is lost.
    told = json.dumps(state, separators=(",", ":"), ensure_ascii=False, default=lambda _: None)
    return sayable(told)


def _asking(claims: list[Claim], viewer: Viewer, names: dict[int, str]) -> list[Json]:
    """Phones that ask for a seat, for those who can say yes."""
    if viewer.seat is None and not viewer.host:
        return []
    return [
        {
            "id": claim.id,
            "seat": claim.seat,
            "text": say(
                viewer.language,
                "claim.asks" if claim.name else "claim.asks-unnamed",
                {"name": claim.name, "seat": names.get(claim.seat, "?")},
            ),
            "decides": viewer.host or viewer.seat == claim.seat,
            "said": viewer.seat in claim.yes,
        }
        for claim in claims
    ]


def _news(parlour: Parlour, language: str, names: dict[int, str]) -> list[str]:
    """What everybody hears for a while: whose seat went to another phone, and who became host."""
    moved = [
        say(language, "claim.moved", {"name": names.get(seat, "?")})
        for seat in parlour.claims.moved()
    ]
    return moved + [say(language, "host.new", {"name": name}) for name in parlour.hosts.news()]


def parlour() -> Parlour:
    """The parlour of the running request."""
    return cast(Parlour, current_app.extensions[EXTENSION])


def _install_hooks(app: Flask) -> None:
    app.before_request(_greet)
    app.before_request(entrance.let_in)
    guests.install(app)
    app.register_error_handler(Illegal, _illegal)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(TooManyPhones, _too_many)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _crashed)


def _greet() -> None:
    if request.endpoint != "static":
        g.guest = parlour().book.greet(request)


def _words(key: str, facts: dict[str, Json]) -> str:
    guest = cast(Guest | None, g.get("guest"))
    return say(guest.language if guest else "en", key, facts)


def _answer(status: int, key: str, facts: dict[str, Json] | None = None) -> Response:
    error = {"key": key, "text": sayable(_words(key, facts or {}))}
    if wants_a_page(request):
        response = Response(render_template("refused.html", text=error["text"]))
    else:
        response = jsonify({"ok": False, "error": error})
    response.status_code = status
    return response


def _note(error: Exception) -> None:
    asked = f"{request.method} {request.path}: {error}"
    parlour().gate.refusals.note(request.remote_addr or "?", asked)


def _illegal(error: Illegal) -> Response:
    _note(error)
    guest = cast(Guest | None, g.get("guest"))
    language = guest.language if guest else "en"
    texts = [say(language, r.rule, r.facts, error.names) for r in error.rulings]
    told = {"key": error.key, "text": " ".join(texts), "possible": error.possible}
    response = jsonify({"ok": False, "error": told})
    response.status_code = int(error.kind)
    return response


def _refused(error: Refused) -> Response:
    _note(error)
    response = _answer(int(error.kind), error.key, dict(error.facts))
    if error.kind in (Kind.BUSY, Kind.OFTEN):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _too_many(error: TooManyPhones) -> Response:
    _note(error)
    return _refused(Refused(Kind.BUSY, "refused.too-many-phones"))


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return cast(Response, error.get_response())
    keys = {404: "refused.no-such-page", 405: "refused.no-such-page", 413: "refused.too-large"}
    return _answer(status, keys.get(status, "refused.garbage"))


def _crashed(error: Exception) -> Response:
    parlour().gate.refusals.crash(error, f"{request.method} {request.path}")
    return plain_answer(request, Refused(Kind.CRASHED, "refused.crashed"))
