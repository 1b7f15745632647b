"""The pages: start with the QR code, joining, and one page for each game."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, cast

import segno
from flask import Blueprint, Response, g, render_template, request, url_for
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from rules.games import GAMES, offered
from rules.refused import Kind, Refused
from rules.rights import Speaker
from rules.values import HINT_LEVELS, Json
from web.context import current_guest, current_web
from web.packing import bundles
from web.rulebook import rulebook
from web.who.guests import Guest
from web.words import language_names, letter, option_words, say, words_for

if TYPE_CHECKING:
    from web.context import WebContext

blueprint = Blueprint("pages", __name__)


@blueprint.app_context_processor
def _for_templates() -> dict[str, object]:
    guest = cast(Guest | None, g.get("guest"))
    language = guest.language if guest else "en"
    return {
        "t": lambda key, **facts: say(language, key, facts),
        "option_words": lambda name, choice=None: option_words(language, name, choice),
        "file": lambda page, suffix: url_for("static", name=bundles().name(page, suffix)),
        "letter": lambda game, colour: letter(language, game, colour),
        "words_for": lambda game, teaching: as_json(words_for(language, game, teaching)),
        "language": language,
        "languages": language_names(),
        "guest": guest,
        "recording": current_web().table.recording,
    }


def as_json(words: Mapping[str, Json]) -> Markup:
    """As JSON that may stand in a page: letters as they are, for they are fewer bytes."""
    brief = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
    return htmlsafe_json_dumps(words, dumps=brief)


def first_state() -> dict[str, str | Markup]:
    """The state that a page begins with; its stream goes on after it."""
    event_id, text = current_web().hub.state(current_guest().viewer)
    return {"id": event_id, "json": htmlsafe_json_dumps(None, dumps=lambda _: text)}


@blueprint.get("/")
def start() -> str:
    """The first page: the lobby, or what is to be seen at a simulated table."""
    if not current_guest().inside:
        return _doorstep(current_web())
    return _table(beside=True) if _state().get("simulated") else lobby()


@blueprint.get("/lobby")
def lobby() -> str:
    """The page on the big screen: how to join, who has, what is being played."""
    web, state = current_web(), _state()
    return render_template(
        "start.html",
        state=state,
        first_state=first_state(),
        join_url=web.join_url,
        url=web.url,
        others=web.other_urls(),
        sign=web.sign,
        by_hand=web.hosts.by_hand,
        code=web.seating.code,
        players=_players(str(state["game"])),
        known=web.players.listed(),
        wifi=bool(web.wifi),
    )


def _players(game: str) -> dict[str, list[int]]:
    """How many can play each game that is offered."""
    return {name: list(each.players) for name, each in offered(game).items()}


def _doorstep(web: WebContext) -> str:
    """All that a stranger sees: which game it is, which seats are free, and where the code goes."""
    state = web.table.snapshot(Speaker(), current_guest().language)
    seats = range(len(cast(list[object], state["seats"])))
    return render_template(
        "doorstep.html",
        game=state.get("game"),
        free=[seat not in web.seating.taken() for seat in seats],
        old="old" in request.args,
        by_hand=web.hosts.by_hand,
    )


@blueprint.get("/join")
def join() -> str:
    """Choose a seat (or watch), a name and a language."""
    guest, state, seating = current_guest(), _state(), current_web().seating
    seats = cast(list[dict[str, int]], state["seats"])
    held = {seat["seat"] for seat in seats if not seating.may_take(seat["seat"], guest.phone)}
    known = current_web().players.listed()
    mine = None if guest.seat is None else seats[guest.seat]["name"]
    name = mine if mine in [each["name"] for each in known] else ""
    return render_template("join.html", state=state, held=held, known=known, name=name)


@blueprint.get("/table")
def table() -> str:
    """The game as it stands, for every phone that was let in."""
    return _table()


@blueprint.get("/screen")
def screen() -> str:
    """The same for a television or a tablet across the table: large, and nothing to press."""
    return _table(screen=True)


def _table(screen: bool = False, beside: bool = False) -> str:
    """The table; `beside` the simulated camera's picture."""
    state = _state()
    name, usual = str(state["game"]), current_web().table.usual
    games = offered(name)
    return render_template(
        [f"games/{name}.html", "games/any.html"],
        screen=screen,
        beside=beside,
        players=_players(name),
        state=state,
        first_state=first_state(),
        games=games,
        usual={each: usual(each) for each in games},
        hint_levels=HINT_LEVELS,
    )


@blueprint.get("/rules/<game>")
def rules(game: str) -> str:
    """What the rules of a game are; a ruling leads to the place of its own rule."""
    sections = rulebook(game) if game in GAMES else None
    if sections is None:
        raise Refused(Kind.UNKNOWN, "refused.no-such-page")
    return render_template("rules.html", game=game, sections=sections)


@blueprint.get("/qr.svg")
def qr() -> Response:
    """The address for joining as a QR code that any phone camera reads."""
    return _code_of(current_web().join_url)


@blueprint.get("/wifi.svg")
def wifi() -> Response:
    """What takes a phone into the Wi-Fi, as a code."""
    said = current_web().wifi
    if not said:
        raise Refused(Kind.UNKNOWN, "refused.no-picture")
    return _code_of(said)


def _code_of(text: str) -> Response:
    picture = io.BytesIO()
    code = segno.make(text, micro=False, error="m")
    code.save(picture, kind="svg", scale=10, border=2, dark="#14213d", light="#ffffff")
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def _state() -> dict[str, object]:
    return cast(dict[str, object], json.loads(current_web().hub.state(current_guest().viewer)[1]))
