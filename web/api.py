"""What the pages ask by machine: state, live stream, commands, sign-in, pictures."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from flask import Blueprint, Response, current_app, g, jsonify, request

from rules.contract import Json
from rules.names import clean_name, is_own_word
from rules.rights import Deed, Right, Speaker, right
from web.commands import checked
from web.errors import Kind, Refused
from web.gate import posted_json
from web.guests import STRANGER, Guest, address, choose_language, phone_id
from web.hub import Listener, SentAway, Viewer
from web.limits import Buckets, address_key
from web.words import LANGUAGES

if TYPE_CHECKING:
    from web.app import Parlour

log = logging.getLogger(__name__)
blueprint = Blueprint("api", __name__)

PAGES = ("start", "table", "panel")
PURPOSES = ("amend", "insert", "claim")
WINDOW_LENGTH = 64
STREAM = "castellan.stream"  # where the server finds the stream that was opened
FAULT = ("what", "where")
PNG = b"\x89PNG"


def _parlour() -> Parlour:
    return cast("Parlour", current_app.extensions["castellan"])


def _guest() -> Guest:
    return cast(Guest, g.guest)


@blueprint.get("/api/state")
def state() -> Response:
    """The whole state as this phone may see it."""
    return Response(_parlour().whole_state(_guest().viewer), mimetype="application/json")


@blueprint.get("/api/me")
def me() -> Response:
    """Who this phone is here, for a page whose live stream was refused."""
    guest = _guest()
    return jsonify({"seat": guest.seat, "host": guest.host})


@blueprint.get("/api/live")
def live() -> Response:
    """The state now and at every change, as server-sent events."""
    guest = _guest()
    page = request.args.get("page", "table")
    if page not in PAGES:
        raise Refused(Kind.BAD, "refused.field", {"field": "page"})
    return _stream(guest, page)


def _stream(guest: Guest, page: str) -> Response:
    """The head of a stream, which the server carries on; it ends when its phone is sent away."""
    parlour = _parlour()
    client = f"{guest.phone or secrets.token_hex(8)}:{page}"
    window = request.args.get("window", "")[:WINDOW_LENGTH]
    if "waiting" in request.args and parlour.hub.is_elsewhere(client, window):
        return Response(status=204)  # which tells a stream to end without a fault
    stranger = guest.seat is None and not guest.host
    listener = Listener(client, window, address_key(address()), stranger)
    last = request.headers.get("Last-Event-ID") or request.args.get("last", "")
    stream = parlour.hub.open(listener, _viewer_of(guest), last)
    if guest.phone != STRANGER:
        parlour.presence.came(guest.phone)
        stream.left = partial(parlour.presence.left, guest.phone)
    request.environ.setdefault(STREAM, []).append(stream)
    response = Response(mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _viewer_of(guest: Guest) -> Callable[[], Viewer]:
    """What the guest of a stream may see, asked anew for each state that is sent."""
    parlour = _parlour()

    def viewer() -> Viewer:
        now = parlour.book.guest(guest.phone, guest.language)
        if not now.inside:
            raise SentAway
        return now.viewer

    return viewer


@blueprint.get("/api/choices/<int:number>")
def choices(number: int) -> Response:
    """What an earlier event may be corrected to, or what may be told the table now."""
    guest, purpose = _guest(), request.args.get("for", "amend")
    if purpose not in PURPOSES:
        raise Refused(Kind.BAD, "refused.field", {"field": "for"})
    only_for_players()
    found = _parlour().table.choices(number, speaker(), guest.language, purpose)
    return jsonify({"choices": found})


@blueprint.post("/api/judge")
def judge() -> Response:
    """Whether an event would be allowed now, so that it can be asked before it is done."""
    guest, event = _guest(), posted_json().get("event")
    only_for_players()
    if not isinstance(event, dict):
        raise Refused(Kind.BAD, "refused.field", {"field": "event"})
    return jsonify(_parlour().table.judge(event, speaker(), guest.language))


@blueprint.post("/api/do")
def do() -> Response:
    """Carry out one command; a refused one changes nothing."""
    parlour, guest = _parlour(), _guest()
    not_too_often(parlour.commands, guest.phone or address())
    command = checked(posted_json())
    only_for_players()
    if command["do"] == "free":
        only_for_hosts()
        parlour.seating.free(cast(int, command["seat"]))
        parlour.hub.publish()
        return jsonify({"ok": True, "version": command["version"]})
    answer = parlour.table.do(command, speaker(), guest.language)
    return jsonify(answer)


def speaker() -> Speaker:
    """What this phone may say and see, as the table asks for it."""
    guest, parlour = _guest(), _parlour()
    hosted = any(map(parlour.presence.here, parlour.hosts.phones()))
    return replace(guest.speaker(parlour.seating), joined=guest.inside, hosted=hosted)


def not_too_often(buckets: Buckets, key: str) -> None:
    """Count one more, or refuse it and say when to come back."""
    wait = buckets.take(key)
    if wait:
        raise Refused(Kind.OFTEN, "refused.often", {"seconds": int(wait) + 1})


def only_for_players() -> None:
    """Refuse a phone to which the table leaves nothing to tell."""
    if right(Deed.TELL, speaker()) is Right.NO:
        raise Refused(Kind.FORBIDDEN, "refused.spectator")


def only_for_hosts() -> None:
    """Refuse a phone that may not care for the table."""
    if right(Deed.CARE, speaker()) is Right.NO:
        raise Refused(Kind.FORBIDDEN, "refused.host-only")


@blueprint.post("/api/join")
def join() -> Response:
    """Take a seat, or watch with seat null, under a name and in a language.

    With `mine` a seat that somebody held is asked for; the table is told and says yes.
    """
    body, parlour = posted_json(), _parlour()
    not_too_often(parlour.joins, address_key(address()))
    seat, name, language = body.get("seat"), body.get("name", ""), body.get("language")
    mine = body.get("mine", False)
    _check_join(seat, name, language, mine)
    phone, called = phone_id(), clean_name(cast(str, name))
    had = parlour.seating.seat_of(phone)
    if parlour.seating.open_table:
        parlour.seating.admit(phone)
    choose_language(cast(str, language or _guest().language))
    if mine and seat is not None:
        parlour.presence.saw(phone)
        shown = "" if is_own_word(called) else called
        parlour.claims.ask(cast(int, seat), phone, shown, address())
    else:
        begun = bool(parlour.table.snapshot(Speaker(), "en")["events"])
        parlour.seating.take(cast(int | None, seat), phone, begun)
    has = parlour.seating.seat_of(phone)
    got = has if has == seat else None
    if got is not None:
        parlour.regulars.saw(address())
        if called:
            _tell_name(got, called)
    if mine or has != had:
        parlour.hub.publish()
    return jsonify({"ok": True, "seat": got})


@blueprint.get("/api/claim")
def claim() -> Response:
    """How it stands with the seat this phone asked for."""
    parlour, guest = _parlour(), _guest()
    asked = parlour.claims.of(guest.phone)
    if asked is None:
        return jsonify({"seat": parlour.seating.seat_of(guest.phone), "waits": False})
    left = parlour.claims.seconds_left(asked)
    return jsonify({"seat": None, "waits": True, "seconds": left})


@blueprint.post("/api/claim")
def answer_claim() -> Response:
    """Say yes or no to a phone that asks for a seat."""
    body, guest, parlour = posted_json(), _guest(), _parlour()
    name, yes = body.get("id"), body.get("yes")
    if not isinstance(name, str) or not isinstance(yes, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": "id"})
    parlour.claims.answer(name, yes, guest.phone, guest.host)
    parlour.hub.publish()
    return jsonify({"ok": True})


@blueprint.post("/api/language")
def language() -> Response:
    """Speak another language from now on."""
    wanted = posted_json().get("language")
    if wanted not in LANGUAGES:
        raise Refused(Kind.BAD, "refused.field", {"field": "language"})
    choose_language(str(wanted))
    return jsonify({"ok": True})


@blueprint.post("/api/fault")
def fault() -> Response:
    """Note what went wrong in a page, for the host to read in the log; nobody is told of it."""
    not_too_often(_parlour().faults, address_key(address()))
    body = posted_json()
    wrong = [field for field in FAULT if not isinstance(body.get(field), str)]
    wrong += sorted(body.keys() - set(FAULT))
    if wrong:
        raise Refused(Kind.BAD, "refused.field", {"field": wrong[0][:WINDOW_LENGTH]})
    log.warning("a page at %s has a fault: %s (%s)", address(), body["what"], body["where"])
    return Response(status=204)


@blueprint.get("/picture/<name>")
def picture(name: str) -> Response:
    """A picture that proves something, or what the camera sees now, for those who may see it."""
    data = _parlour().table.picture(name, speaker())
    if data is None:
        raise Refused(Kind.UNKNOWN, "refused.no-picture")
    return Response(data, mimetype="image/png" if data.startswith(PNG) else "image/jpeg")


def _check_join(seat: Json, name: Json, language: Json, mine: Json) -> None:
    good = {
        "seat": seat is None or (isinstance(seat, int) and not isinstance(seat, bool)),
        "name": isinstance(name, str),
        "language": language is None or language in LANGUAGES,
        "mine": isinstance(mine, bool),
    }
    wrong = [field for field, fits in good.items() if not fits]
    if wrong:
        raise Refused(Kind.BAD, "refused.field", {"field": wrong[0]})


def _tell_name(seat: int, name: str) -> None:
    table, own = _parlour().table, Speaker(seat)
    version = table.snapshot(own, "en")["version"]
    command = {"id": secrets.token_hex(8), "version": version, "do": "name", "name": name}
    try:
        table.do(command, own)
    except Refused as refused:
        log.info("the table did not take the name %r: %s", name, refused)
