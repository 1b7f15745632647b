"""The page on which the host teaches a box, and boxes as files."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, cast

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template

from rules.refused import Kind, Refused
from rules.values import Json
from web.context import current_guest, only_for_hosts
from web.gate import posted_json
from web.uploads import received

blueprint = Blueprint("teach", __name__)
EXTENSION = "castellan.teach"
MOST_BYTES = 90_000_000


class TeachSource(Protocol):
    """What the page asks of the device's school."""

    def state(self, language: str) -> dict[str, Json]:
        """The boxes, and the teaching that goes on."""

    def do(self, command: dict[str, Json], language: str) -> dict[str, Json]:
        """Carry out a wish and answer with the new state."""

    def picture(self) -> bytes | None:
        """What the camera sees now."""

    def export(self, game: str) -> tuple[str, bytes]:
        """A box as one file: its name and its bytes."""

    def take_in(self, file: Path) -> str:
        """Take a box from a file; the game it is of."""


def install(app: Flask, source: TeachSource) -> None:
    """Give an app the teaching page."""
    app.extensions[EXTENSION] = source
    app.extensions["castellan"].uploads["/teach/box"] = MOST_BYTES
    app.register_blueprint(blueprint)


def _school() -> TeachSource:
    """The school, for the host alone: pictures of the table are nobody else's business."""
    only_for_hosts()
    return cast(TeachSource, current_app.extensions[EXTENSION])


@blueprint.app_context_processor
def _for_templates() -> dict[str, object]:
    return {"teaching": True}


@blueprint.get("/teach")
def page() -> str:
    """Teach a box, step by step with the live picture."""
    return render_template(
        "teach.html", state=_school().state(current_guest().language), teaching=True
    )


@blueprint.get("/api/teach")
def state() -> Response:
    """The boxes, and the teaching that goes on."""
    return jsonify(_school().state(current_guest().language))


@blueprint.post("/api/teach")
def do() -> Response:
    """One wish of the page."""
    command = posted_json()
    return jsonify(_school().do(command, current_guest().language))


@blueprint.get("/picture/teach")
def picture() -> Response:
    """What the camera sees while a box is taught."""
    data = _school().picture()
    if data is None:
        raise Refused(Kind.UNKNOWN, "refused.no-picture")
    return Response(data, mimetype="image/jpeg")


@blueprint.get("/teach/box/<game>")
def export(game: str) -> Response:
    """A box as one file."""
    name, data = _school().export(game)
    response = Response(data, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.post("/teach/box")
def take_in() -> Response:
    """Take a box from the file that is sent."""
    school = _school()
    with received(MOST_BYTES) as file:
        return jsonify({"ok": True, "game": school.take_in(file)})
