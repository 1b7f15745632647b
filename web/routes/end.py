"""What comes after the last move: the page, and the result to take along."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from typing import cast

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from rules.refused import Kind, Refused
from rules.values import Json
from web.context import current_guest, current_web, speaker
from web.routes.pages import as_json, first_state
from web.words import say

blueprint = Blueprint("end", __name__)
FORMULA = ("=", "+", "-", "@")  # what a spreadsheet would reckon with
MARK = "\ufeff"  # tells a spreadsheet that the letters are UTF-8


@blueprint.get("/end")
def page() -> str | BaseResponse:
    """Podium, score, chart and moments; while the game goes on, the table."""
    screen = "screen" in request.args
    told = current_web().table.ending(speaker(), current_guest().language)
    if told is None:
        return redirect(url_for("pages.screen" if screen else "pages.table"))
    return render_template(
        "end.html",
        state={"game": told["game"]},
        told=as_json(told),
        first_state=first_state(),
        screen=screen,
    )


@blueprint.get("/api/end")
def end() -> Response:
    """The same for a page that is open while something is corrected."""
    return jsonify(_told())


@blueprint.get("/end.json")
def as_json_file() -> Response:
    """All of it as a file."""
    text = json.dumps(_told(), ensure_ascii=False, indent=1)
    return _file(text, "application/json", "json")


@blueprint.get("/end.csv")
def as_csv_file() -> Response:
    """The score as a table: a row a seat, with its points after each turn."""
    out = io.StringIO()
    csv.writer(out).writerows(_rows(_told(), current_guest().language))
    return _file(MARK + out.getvalue(), "text/csv", "csv")


def _told() -> dict[str, Json]:
    told = current_web().table.ending(speaker(), current_guest().language)
    if told is None:
        raise Refused(Kind.STALE, "refused.not-over")
    return told


def _file(text: str, kind: str, suffix: str) -> Response:
    day = time.strftime("%Y-%m-%d")
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="castellan-{day}.{suffix}"'
    return response


def _rows(told: dict[str, Json], language: str) -> Iterator[list[Json]]:
    parts = cast(list[dict[str, int]], told["parts"])
    names = list(dict.fromkeys(name for each in parts for name in each))
    course = cast(list[list[int]], told["course"])
    heads = [say(language, key) for key in ("end.place", "end.name")]
    heads += [say(language, f"{told['game']}.part.{name}") for name in names]
    turns: list[Json] = [
        say(language, "end.after", {"turn": at}) for at in range(1, len(course) + 1)
    ]
    yield [*heads, say(language, "end.total"), *turns]
    for at, seat in enumerate(cast(list[dict[str, Json]], told["seats"])):
        place = cast(list[Json], told["places"])[at]
        own: list[Json] = [parts[at].get(name) for name in names]
        total = cast(list[Json], told["totals"])[at]
        yield [place, _plain(str(seat["name"])), *own, total, *(each[at] for each in course)]


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name
