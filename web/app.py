"""Puts the web together: one Flask app for one table."""

from __future__ import annotations

import time
from typing import cast

from flask import (
    Flask,
    Response,
    g,
    jsonify,
    render_template,
    request,
)
from werkzeug.exceptions import HTTPException

from rules.refused import Illegal, Kind, Refused
from rules.values import Json
from rules.words.catalogues import languages
from web import packing
from web.bundles import bundled
from web.commands import MAX_BYTES
from web.context import (
    EVENTS_STREAMED,
    EXTENSION,
    Addresses,
    Clock,
    WebContext,
    _fixed,
    current_web,
    render_state,
)
from web.errors import STATUS, TooManyPhones, retry_after
from web.gate import Door, Gate, plain_answer, sayable, wants_a_page
from web.limits import Limits
from web.live.hub import HEARTBEAT_SECONDS, Hub
from web.routes import api, end, entrance, pages, teach
from web.table import Table
from web.who import guests
from web.who.guests import Book, Guest
from web.who.hosts import Hosts
from web.who.keep import Keep, Memory
from web.who.players import Players
from web.who.presence import Presence
from web.who.seating import Seating
from web.words import say


def create_app(
    table: Table,
    *,
    join_url: str | Addresses,
    phones: int = 200,
    heartbeat: float = HEARTBEAT_SECONDS,
    school: teach.TeachSource | None = None,
    seats: Keep | None = None,
    hosts: Hosts | None = None,
    players: Keep | None = None,
    wifi: str = "",
    open_table: bool = False,
    clock: Clock = time.monotonic,
    door: Door = Door(),  # noqa: B008 (frozen)
    limits: Limits = Limits(),  # noqa: B008 (frozen)
) -> Flask:
    """The app for this table; `seats` keeps who sits where, and `hosts` who may do everything.

    `players` keeps who has played here, `wifi` is what a code for the Wi-Fi says.
    With a `school` the host may teach boxes on the phone. An `open_table` asks nobody for a code.
    """
    languages()
    app = Flask(__name__, static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=MAX_BYTES, SEND_FILE_MAX_AGE_DEFAULT=0)
    app.add_url_rule("/static/<name>", "static", packing.static)
    app.extensions[packing.EXTENSION] = bundled()
    gate = Gate(app.wsgi_app, door)
    app.wsgi_app = gate  # type: ignore[assignment, method-assign]
    presence = Presence(clock)
    book = Book(Seating(seats or Memory(), presence, open_table), hosts or Hosts(), presence)
    hub = Hub(lambda viewer: render_state(made, viewer, EVENTS_STREAMED), phones, heartbeat)
    addresses = _fixed(join_url) if isinstance(join_url, str) else join_url
    made = WebContext(table, book, addresses, hub, gate, clock, limits)
    made.players, made.wifi = Players(players or Memory()), wifi
    app.extensions[EXTENSION] = made
    table.listen(made.hear)
    for part in (api, pages, end, entrance):
        app.register_blueprint(part.blueprint)
    if school is not None:
        teach.install(app, school)
    _install_hooks(app)
    return app


def _install_hooks(app: Flask) -> None:
    app.before_request(_greet)
    app.before_request(entrance.let_in)
    app.after_request(packing.pack)
    guests.install(app)
    app.register_error_handler(Illegal, _illegal)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(TooManyPhones, _too_many)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _crashed)


def _greet() -> None:
    if request.endpoint != "static":
        g.guest = current_web().book.greet(request)


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
    current_web().gate.refusals.note(request.remote_addr or "?", asked)


def _illegal(error: Illegal) -> Response:
    _note(error)
    guest = cast(Guest | None, g.get("guest"))
    language = guest.language if guest else "en"
    texts = [say(language, r.rule, r.facts, error.names) for r in error.rulings]
    told = {"key": error.key, "text": " ".join(texts), "possible": error.possible}
    response = jsonify({"ok": False, "error": told})
    response.status_code = int(STATUS[error.kind])
    return response


def _refused(error: Refused) -> Response:
    _note(error)
    response = _answer(int(STATUS[error.kind]), error.key, dict(error.facts))
    if error.kind in (Kind.BUSY, Kind.OFTEN):
        response.headers["Retry-After"] = str(retry_after(error))
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
    current_web().gate.refusals.crash(error, f"{request.method} {request.path}")
    return plain_answer(request, Refused(Kind.CRASHED, "refused.crashed"))
