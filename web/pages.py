"""The pages: start with the QR code, joining, and one page for each game."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, cast

import segno
from flask import (
    Blueprint,
    Response,
    current_app,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.wrappers import Response as BaseResponse

from rules.contract import HINT_LEVELS
from rules.games import GAMES
from web.guests import Guest, is_host_key
from web.words import LANGUAGE_NAMES, option_words, say, words_for

if TYPE_CHECKING:
    from web.app import Parlour

blueprint = Blueprint("pages", __name__)


def _parlour() -> Parlour:
    return cast("Parlour", current_app.extensions["castellan"])


def _guest() -> Guest:
    return cast(Guest, g.guest)


@blueprint.app_context_processor
def _for_templates() -> dict[str, object]:
    guest = cast(Guest | None, g.get("guest"))
    language = guest.language if guest else "en"
    return {
        "t": lambda key, **facts: say(language, key, facts),
        "option_words": lambda name, choice=None: option_words(language, name, choice),
        "words": words_for(language),
        "language": language,
        "languages": LANGUAGE_NAMES,
        "guest": guest,
        "recording": bool(getattr(_parlour().table, "recording", False)),
    }


@blueprint.get("/")
def start() -> BaseResponse | str:
    """The page on the big screen: how to join, who has, what is being played."""
    parlour = _parlour()
    if "host" in request.args:
        if is_host_key(request.args["host"], parlour.host_key):
            session["host"] = True
            session.permanent = True
        return redirect(url_for("pages.start"))
    players = {name: list(game.players) for name, game in GAMES.items()}
    return render_template("start.html", state=_state(), join_url=parlour.join_url, players=players)


@blueprint.get("/join")
def join() -> str:
    """Choose a seat (or watch), a name and a language."""
    return render_template("join.html", state=_state())


@blueprint.get("/table")
def table() -> BaseResponse | str:
    """The game as it stands, for a phone that joined; the host may look without."""
    guest = _guest()
    if not (guest.joined or guest.host):
        return redirect(url_for("pages.join"))
    state = _state()
    name = str(state["game"])
    return render_template(f"games/{name}.html", state=state, games=GAMES, hint_levels=HINT_LEVELS)


@blueprint.get("/qr.svg")
def qr() -> Response:
    """The address for joining as a QR code that any phone camera reads."""
    picture = io.BytesIO()
    code = segno.make(_parlour().join_url, micro=False, error="m")
    code.save(picture, kind="svg", scale=10, border=2, dark="#14213d", light="#ffffff")
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def _state() -> dict[str, object]:
    return cast(dict[str, object], json.loads(_parlour().hub.state(_guest().viewer)[1]))
