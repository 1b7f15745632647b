"""The door: who comes in by the code at the table, who becomes host, and what strangers may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import (
    Blueprint,
    Response,
    current_app,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as BaseResponse

from rules.names import clean_name
from rules.refused import Kind, Refused
from rules.rights import Deed, Right, Speaker, right
from web.context import current_guest, current_web, only_for_hosts
from web.gate import is_login, posted_json
from web.routes.health import recorded, wishes
from web.who.guests import address, phone_id
from web.who.hosts import ID_LETTERS, device_of
from web.who.tokens import is_link, plain

if TYPE_CHECKING:
    pass

blueprint = Blueprint("entrance", __name__)

# All that answers somebody who was not let in. The health pages decide themselves what they tell.
OPEN = frozenset(
    {
        "static",
        "pages.start",
        "api.language",
        "api.fault",
        "entrance.enter",
        "entrance.become_host",
        "entrance.ask_to_be_host",
    }
)
OPEN_PARTS = ("health.",)
PAGES = frozenset(
    {
        "end.page",
        "pages.join",
        "settings.page",
        "pages.lobby",
        "pages.screen",
        "pages.table",
        "panel.page",
        "teach.page",
        "entrance.hosts",
    }
)
LED_TO = {"pages.start": "pages.table", "pages.join": "pages.join", "pages.table": "pages.table"}


def let_in() -> BaseResponse | None:
    """Before every request: an address with a token or code is used, strangers see the start."""
    endpoint = request.endpoint
    if endpoint in LED_TO and request.method == "GET":
        if "t" in request.args:
            return _by_token(_led_to(endpoint))
        if is_login(request):
            return _by_host_code()
    if endpoint is None or endpoint in OPEN or endpoint.startswith(OPEN_PARTS):
        return None
    guest = current_guest()
    speaker = Speaker(guest.seat, guest.host, joined=guest.inside)
    if right(Deed.SEE_STATE, speaker) is Right.YES:
        return None
    if request.method == "GET" and endpoint in PAGES:
        return redirect(url_for("pages.start"))
    raise Refused(Kind.FORBIDDEN, "refused.stranger")


def _by_token(page: str) -> BaseResponse:
    """The address of the code at the table: come in, and on to the page it is for."""
    web = current_web()
    if web.seating.is_token(request.args["t"]):
        _admit()
    elif not current_guest().inside:  # nobody guesses 96 bits: it is the address of an earlier game
        return redirect(url_for("pages.start", old=1))
    return redirect(url_for(page))


def _led_to(endpoint: str) -> str:
    """Where the code leads from there; where bots play, the first page shows them."""
    simulated = current_web().table.snapshot(Speaker(), "en").get("simulated")
    return endpoint if simulated else LED_TO[endpoint]


def _admit() -> None:
    phone, web = phone_id(), current_web()
    if phone not in web.seating.phones:
        web.seating.admit(phone)
    web.presence.saw(phone)


def _by_host_code() -> BaseResponse:
    """The one-time address for a host; whatever comes of it, the code leaves the address.

    Any website can have a phone open an address, so one that is wrong slows nobody, and only a
    link's long code counts here.
    """
    code = plain(request.args["host"])
    if current_guest().host or (is_link(code) and _takes_code(code)):
        return redirect(url_for("pages.start"))
    return redirect(url_for("pages.start", old=1))


def _takes_code(code: str) -> bool:
    web, phone = current_web(), phone_id()
    if not web.hosts.take(code, phone, _name()):
        g.pop("new_token", None)
        return False
    web.hub.publish()
    return True


def _name() -> str:
    """What this phone is called on the list of hosts: by who sits there, or by its make."""
    seat, web = current_guest().seat, current_web()
    if seat is None:
        return device_of(request.user_agent.string)
    seats = cast(list[dict[str, str]], web.table.snapshot(Speaker(), "en")["seats"])
    return clean_name(seats[seat]["name"])


@blueprint.post("/api/enter")
def enter() -> Response:
    """Come in by the short code that is shown beside the one to be scanned."""
    web, code = current_web(), _code()
    if not current_guest().inside:
        web.tries.check(address())
        if not web.seating.is_code(code):
            web.tries.wrong(address())
            raise Refused(Kind.FORBIDDEN, "refused.wrong-code")
        web.tries.right(address())
        _admit()
    return jsonify({"ok": True})


@blueprint.post("/api/host")
def become_host() -> Response:
    """Become host by a code from the terminal, the boot partition or the panel."""
    web, code = current_web(), _code()
    if not current_guest().host:
        web.host_tries.check(address())
        if not _takes_code(code):
            web.host_tries.wrong(address())
            raise Refused(Kind.FORBIDDEN, "refused.wrong-code")
        web.host_tries.right(address())
    return jsonify({"ok": True})


@blueprint.post("/api/host/ask")
def ask_to_be_host() -> Response:
    """Ask for a hand on the panel's button; sent again and again while the page waits."""
    posted_json()
    hosts, guest = current_web().hosts, current_guest()
    if guest.host:
        return jsonify({"ok": True, "host": True})
    if not hosts.by_hand:
        raise Refused(Kind.UNKNOWN, "refused.no-button")
    phone = phone_id()
    alone = hosts.ask(phone, _name())
    return jsonify({"ok": True, "host": False, "alone": alone})


def _code() -> str:
    code = posted_json().get("code")
    if not isinstance(code, str) or not 0 < len(code) <= 64:
        raise Refused(Kind.BAD, "refused.field", {"field": "code"})
    return code


@blueprint.get("/hosts")
def hosts() -> str:
    """The code at the table, who is host, and who guessed wrong; for the host."""
    only_for_hosts()
    web = current_web()
    return render_template(
        "hosts.html",
        keeps="health" in current_app.blueprints,
        recordings=recorded(),
        wishes=wishes(),
        hosts=web.hosts.listed(),
        letters=ID_LETTERS,
        wrong=[*web.host_tries.told(), *web.tries.told()],
        url=web.url,
        code=web.seating.code,
    )


@blueprint.post("/api/hosts")
def change_hosts() -> Response:
    """Strike off one host, all others, or all; or have the table show a new code."""
    body, web, guest = posted_json(), current_web(), current_guest()
    only_for_hosts()
    wish, name = body.get("do"), str(body.get("id", ""))
    if wish == "revoke":
        web.hosts.revoke(
            "all" if name == "others" else name, guest.phone if name == "others" else ""
        )
    elif wish == "new-code":
        web.seating.renew_code()
    else:
        raise Refused(Kind.BAD, "refused.field", {"field": "do"})
    web.hub.publish()
    return jsonify({"ok": True})
