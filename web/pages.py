"""The pages: start with the QR code, joining, and one page for each game."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, cast

import segno
from flask import Blueprint, Response, current_app, g, render_template, request

from rules.contract import HINT_LEVELS
from rules.games import GAMES
from rules.rights import Speaker
from web.guests import Guest
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
def start() -> str:
    """The page on the big screen: how to join, who has, what is being played."""
    parlour = _parlour()
    if not _guest().inside:
        return _doorstep(parlour)
    players = {name: list(game.players) for name, game in GAMES.items()}
    return render_template(
        "start.html",
        state=_state(),
        join_url=parlour.join_url,
        url=parlour.url,
        others=parlour.other_urls(),
        sign=parlour.sign,
        by_hand=parlour.hosts.by_hand,
        code=parlour.seating.code,
        players=players,
    )


def _doorstep(parlour: Parlour) -> str:
    """All that a stranger sees: which game it is, which seats are free, and where the code goes."""
    state = parlour.table.snapshot(Speaker(), _guest().language)
    seats = range(len(cast(list[object], state["seats"])))
    return render_template(
        "doorstep.html",
        game=state.get("game"),
        free=[seat not in parlour.seating.taken() for seat in seats],
        old="old" in request.args,
        by_hand=parlour.hosts.by_hand,
    )


@blueprint.get("/join")
def join() -> str:
    """Choose a seat (or watch), a name and a language."""
    guest, state, seating = _guest(), _state(), _parlour().seating
    seats = cast(list[dict[str, int]], state["seats"])
    held = {seat["seat"] for seat in seats if not seating.may_take(seat["seat"], guest.phone)}
    return render_template("join.html", state=state, held=held)


@blueprint.get("/table")
def table() -> str:
    """The game as it stands, for every phone that was let in."""
    state = _state()
    name, usual = str(state["game"]), _parlour().table.usual
    return render_template(
        f"games/{name}.html",
        state=state,
        games=GAMES,
        usual={each: usual(each) for each in GAMES},
        hint_levels=HINT_LEVELS,
    )


@blueprint.get("/qr.svg")
def qr() -> Response:
    """The address for joining as a QR code that any phone camera reads."""
    picture = io.BytesIO()
    code = segno.make(_parlour().join_url, micro=False, error="m")
    code.save(picture, kind="svg", scale=10, border=2, dark="#14213d", light="#ffffff")
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def _state() -> dict[str, object]:
    return cast(dict[str, object], json.loads(_parlour().hub.state(_guest().viewer)[1]))
