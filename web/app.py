"""Puts the web together: one Flask app for one table."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import cast

from flask import Flask, Response, current_app, g, jsonify, render_template, request, session
from werkzeug.exceptions import HTTPException

from rules.contract import Json
from rules.rights import Speaker
from web import api, pages, teach
from web.commands import MAX_BYTES
from web.errors import Illegal, Kind, Refused, TooManyPhones
from web.gate import Door, Gate, plain_answer, sayable, wants_a_page
from web.guests import Guest, Seating, guest_from
from web.hub import HEARTBEAT_SECONDS, Hub, Viewer
from web.table import Table
from web.words import say

log = logging.getLogger(__name__)

EXTENSION = "castellan"
RETRY_AFTER_SECONDS = 5
EVENTS_STREAMED = 12


@dataclass(frozen=True)
class Parlour:
    """What every request needs: the table, its listeners, and who sits where."""

    table: Table
    hub: Hub
    seating: Seating
    gate: Gate
    join_url: str
    host_key: str

    def whole_state(self, viewer: Viewer) -> str:
        """Everything this viewer may see, all events included."""
        return render_state(self.table, self.seating, viewer)

    def count_seats(self) -> None:
        """Learn how many seats the game on the table has."""
        self.seating.resize(len(cast(list[Json], self.table.snapshot(Speaker(), "en")["seats"])))


def create_app(
    table: Table,
    *,
    join_url: str,
    host_key: str,
    secret: str | bytes,
    phones: int = 200,
    heartbeat: float = HEARTBEAT_SECONDS,
    school: teach.TeachSource | None = None,
    door: Door = Door(),  # noqa: B008 (frozen)
) -> Flask:
    """The app for this table; `secret` signs the cookies and should outlive restarts.

    With a `school` the host may teach boxes on the phone.
    """
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME="castellan",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=30),
        # A slow answer asked for before joining would bring the cookie of before joining.
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=MAX_BYTES,
        SEND_FILE_MAX_AGE_DEFAULT=0,
    )
    seating = Seating(0)
    hub = Hub(
        lambda viewer: render_state(table, seating, viewer, EVENTS_STREAMED), phones, heartbeat
    )
    gate = Gate(app.wsgi_app, door)
    app.wsgi_app = gate  # type: ignore[assignment, method-assign]
    parlour = Parlour(table, hub, seating, gate, _to_the_join_page(join_url), host_key)
    parlour.count_seats()
    app.extensions[EXTENSION] = parlour
    table.listen(hub.publish)
    app.register_blueprint(api.blueprint)
    app.register_blueprint(pages.blueprint)
    if school is not None:
        teach.install(app, school)
    _install_hooks(app)
    return app


def _to_the_join_page(address: str) -> str:
    """The code at the table leads straight to choosing a seat."""
    bare = address.rstrip("/")
    return bare if bare.endswith("/join") else f"{bare}/join"


def render_state(table: Table, seating: Seating, viewer: Viewer, newest: int | None = None) -> str:
    """The state as one JSON text for every phone that looks like this viewer.

    With `newest` only so many events are told, since they are most of the bytes of a long game.
    """
    state = dict(table.snapshot(viewer.speaker, viewer.language))
    events = cast(list[Json], state.get("events") or [])
    state["events_told"] = len(events)
    state["events"] = events if newest is None else events[-newest:]
    taken = seating.taken()
    seats = cast(list[dict[str, Json]], state.get("seats") or [])
    state["seats"] = [{**seat, "joined": seat["seat"] in taken} for seat in seats]
    state["host"] = viewer.host
    # Neither a text nor a fact that is none may blank the phones: it alone is lost.
    told = json.dumps(state, separators=(",", ":"), ensure_ascii=False, default=lambda _: None)
    return sayable(told)


def parlour() -> Parlour:
    """The parlour of the running request."""
    return cast(Parlour, current_app.extensions[EXTENSION])


def _install_hooks(app: Flask) -> None:
    app.before_request(_greet)
    app.register_error_handler(Illegal, _illegal)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(TooManyPhones, _too_many)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _crashed)


def _greet() -> None:
    if request.endpoint != "static":
        g.guest = guest_from(session, request, parlour().seating)


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


def _illegal(error: Illegal) -> Response:
    log.info("refused %s %s: %s", request.method, request.path, error)
    guest = cast(Guest | None, g.get("guest"))
    language = guest.language if guest else "en"
    texts = [say(language, r.rule, r.facts, error.names) for r in error.rulings]
    told = {"key": error.key, "text": " ".join(texts), "possible": error.possible}
    response = jsonify({"ok": False, "error": told})
    response.status_code = int(error.kind)
    return response


def _refused(error: Refused) -> Response:
    log.info("refused %s %s: %s", request.method, request.path, error)
    response = _answer(int(error.kind), error.key, dict(error.facts))
    if error.kind is Kind.BUSY:
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def _too_many(error: TooManyPhones) -> Response:
    log.warning("%s", error)
    return _refused(Refused(Kind.BUSY, "refused.too-many-phones"))


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return cast(Response, error.get_response())
    keys = {404: "refused.no-such-page", 405: "refused.no-such-page", 413: "refused.too-large"}
    return _answer(status, keys.get(status, "refused.garbage"))


def _crashed(error: Exception) -> Response:
    log.exception("a request failed: %s %s", request.method, request.path, exc_info=error)
    return plain_answer(request, Refused(Kind.CRASHED, "refused.crashed"))
