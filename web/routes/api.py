"""What the pages ask by machine: state, live stream, commands, sign-in, pictures."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from flask import Blueprint, Response, jsonify, request

from rules.names import clean_name, is_own_word
from rules.refused import Kind, Refused
from rules.rights import Speaker
from rules.values import Json
from rules.words import LANGUAGES
from web.commands import checked
from web.context import current_guest, current_web
from web.gate import posted_json
from web.limits import address_key
from web.live.hub import Listener, SentAway, Viewer
from web.packing import StreamPacker, bundles, may_pack
from web.who.guests import STRANGER, Guest, address, choose_language, phone_id

if TYPE_CHECKING:
    pass
from web.context import not_too_often, only_for_hosts, only_for_players, speaker

log = logging.getLogger(__name__)
blueprint = Blueprint("api", __name__)
PAGES = ("start", "table", "screen", "end", "panel")
CORRECTIONS = ("amend", "insert", "void")
PURPOSES = ("amend", "insert", "claim")
WINDOW_LENGTH = 64
STREAM = "castellan.stream"  # where the server finds the stream that was opened
FAULT = ("what", "where")
FOR_ALL = ("direct", "new")  # the table says whether a watcher may
PNG = b"\x89PNG"


@blueprint.get("/api/state")
def state() -> Response:
    """The whole state as this phone may see it."""
    return Response(current_web().whole_state(current_guest().viewer), mimetype="application/json")


@blueprint.get("/api/me")
def me() -> Response:
    """Who this phone is here, for a page whose live stream was refused."""
    guest = current_guest()
    return jsonify({"seat": guest.seat, "host": guest.host})


@blueprint.get("/api/live")
def live() -> Response:
    """The state now and at every change, as server-sent events."""
    guest = current_guest()
    page = request.args.get("page", "table")
    if page not in PAGES:
        raise Refused(Kind.BAD, "refused.field", {"field": "page"})
    return _stream(guest, page)


def _stream(guest: Guest, page: str) -> Response:
    """The head of a stream, which the server carries on; it ends when its phone is sent away."""
    web = current_web()
    client = f"{guest.phone or secrets.token_hex(8)}:{page}"
    window = request.args.get("window", "")[:WINDOW_LENGTH]
    if "waiting" in request.args and web.hub.is_elsewhere(client, window):
        return Response(status=204)  # which tells a stream to end without a fault
    stranger = guest.seat is None and not guest.host
    listener = Listener(client, window, address_key(address()), stranger)
    last = request.headers.get("Last-Event-ID") or request.args.get("last", "")
    stream = web.hub.open(listener, _viewer_of(guest), last)
    if guest.phone != STRANGER:
        web.presence.came(guest.phone)
        stream.left = partial(web.presence.left, guest.phone)
    request.environ.setdefault(STREAM, []).append(stream)
    response = Response(mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    if may_pack():
        stream.pack = StreamPacker()
        response.headers["Content-Encoding"] = "gzip"
    return response


def _viewer_of(guest: Guest) -> Callable[[], Viewer]:
    """What the guest of a stream may see, asked anew for each state that is sent."""
    web = current_web()

    def viewer() -> Viewer:
        now = web.book.guest(guest.phone, guest.language)
        if not now.inside:
            raise SentAway
        return now.viewer

    return viewer


@blueprint.get("/api/choices/<int:number>")
def choices(number: int) -> Response:
    """What an earlier event may be corrected to, or what may be told the table now."""
    guest, purpose = current_guest(), request.args.get("for", "amend")
    if purpose not in PURPOSES:
        raise Refused(Kind.BAD, "refused.field", {"field": "for"})
    only_for_players()
    found = current_web().table.choices(number, speaker(), guest.language, purpose)
    return jsonify({"choices": found})


@blueprint.post("/api/judge")
def judge() -> Response:
    """Whether an event would be allowed now, so that it can be asked before it is done."""
    guest, event = current_guest(), posted_json().get("event")
    only_for_players()
    if not isinstance(event, dict):
        raise Refused(Kind.BAD, "refused.field", {"field": "event"})
    return jsonify(current_web().table.judge(event, speaker(), guest.language))


@blueprint.post("/api/do")
def do() -> Response:
    """Carry out one command; a refused one changes nothing."""
    web, guest = current_web(), current_guest()
    not_too_often(web.commands, guest.phone or address())
    command = checked(posted_json())
    if command["do"] not in FOR_ALL:
        only_for_players()
    if command["do"] == "free":
        only_for_hosts()
        web.seating.free(cast(int, command["seat"]))
        web.hub.publish()
        return jsonify({"ok": True, "version": command["version"]})
    answer = web.table.do(command, speaker(), guest.language)
    if command["do"] == "swap":
        one, other = cast(list[int], command["seats"])
        web.seating.swap(one, other, str(command["id"]))
        web.hub.publish()
    if command["do"] == "name" and command["name"]:
        seat = command.get("seat")
        _remember(guest.seat if seat is None else cast(int, seat))
    return jsonify(answer)


@blueprint.post("/api/preview")
def preview() -> Response:
    """What a correction would change, so that it can be seen before it is done."""
    web, guest = current_web(), current_guest()
    not_too_often(web.commands, guest.phone or address())
    command = checked(posted_json())
    only_for_players()
    if command["do"] not in CORRECTIONS:
        raise Refused(Kind.BAD, "refused.field", {"field": "do"})
    return jsonify(web.table.preview(command, speaker(), guest.language))


@blueprint.post("/api/join")
def join() -> Response:
    """Take a seat, or watch with seat null, under a name and in a language.

    With `mine` a seat that somebody held is asked for; the table is told and says yes.
    """
    body, web = posted_json(), current_web()
    not_too_often(web.joins, address_key(address()))
    seat, name, language = body.get("seat"), body.get("name", ""), body.get("language")
    mine = body.get("mine", False)
    _check_join(seat, name, language, mine)
    phone, called = phone_id(), clean_name(cast(str, name))
    had = web.seating.seat_of(phone)
    if web.seating.open_table:
        web.seating.admit(phone)
    choose_language(cast(str, language or current_guest().language))
    if mine and seat is not None:
        web.presence.saw(phone)
        shown = "" if is_own_word(called) else called
        web.claims.ask(cast(int, seat), phone, shown, address())
    else:
        begun = bool(web.table.snapshot(Speaker(), "en")["events"])
        web.seating.take(cast(int | None, seat), phone, begun)
    has = web.seating.seat_of(phone)
    got = has if has == seat else None
    if got is not None:
        web.regulars.saw(address())
        if called:
            _tell_name(got, called)
    if mine or has != had:
        web.hub.publish()
    return jsonify({"ok": True, "seat": got})


@blueprint.post("/api/players")
def players() -> Response:
    """Remember somebody who played here no longer; for the host."""
    only_for_hosts()
    name = posted_json().get("forget")
    if not isinstance(name, str):
        raise Refused(Kind.BAD, "refused.field", {"field": "forget"})
    current_web().players.forget(name)
    return jsonify({"ok": True})


@blueprint.get("/api/claim")
def claim() -> Response:
    """How it stands with the seat this phone asked for."""
    web, guest = current_web(), current_guest()
    asked = web.claims.of(guest.phone)
    if asked is None:
        return jsonify({"seat": web.seating.seat_of(guest.phone), "waits": False})
    left = web.claims.seconds_left(asked)
    return jsonify({"seat": None, "waits": True, "seconds": left})


@blueprint.post("/api/claim")
def answer_claim() -> Response:
    """Say yes or no to a phone that asks for a seat."""
    body, guest, web = posted_json(), current_guest(), current_web()
    name, yes = body.get("id"), body.get("yes")
    if not isinstance(name, str) or not isinstance(yes, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": "id"})
    web.claims.answer(name, yes, guest.phone, guest.host)
    web.hub.publish()
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
    not_too_often(current_web().faults, address_key(address()))
    body = posted_json()
    wrong = [field for field in FAULT if not isinstance(body.get(field), str)]
    wrong += sorted(body.keys() - set(FAULT))
    if wrong:
        raise Refused(Kind.BAD, "refused.field", {"field": wrong[0][:WINDOW_LENGTH]})
    page, _, place = cast(str, body["where"]).partition(" ")
    where = f"{page} {bundles().source(place)}".strip()
    log.warning("a page at %s has a fault: %s (%s)", address(), body["what"], where)
    return Response(status=204)


@blueprint.get("/picture/<name>")
def picture(name: str) -> Response:
    """A picture that proves something, or what the camera sees now, for those who may see it."""
    data = current_web().table.picture(name, speaker())
    if data is None:
        raise Refused(Kind.UNKNOWN, "refused.no-picture")
    return Response(data, mimetype="image/png" if data.startswith(PNG) else "image/jpeg")


def _remember(seat: int | None) -> None:
    """Who sits there has played here: by name and colours, for the next evening."""
    web = current_web()
    if seat is not None:
        seats = cast(list[dict[str, Json]], web.table.snapshot(Speaker(), "en")["seats"])
        colours = cast(list[str], seats[seat]["colours"])
        web.players.saw(str(seats[seat]["name"]), tuple(colours))


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
    table, own = current_web().table, Speaker(seat)
    version = table.snapshot(own, "en")["version"]
    command = {"id": secrets.token_hex(8), "version": version, "do": "name", "name": name}
    try:
        table.do(command, own)
        _remember(seat)
    except Refused as refused:
        log.info("the table did not take the name %r: %s", name, refused)
