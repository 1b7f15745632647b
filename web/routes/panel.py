"""The panel as a page: the same three buttons and lamps, for tables without the hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template

from rules.refused import Kind, Refused
from rules.rights import Speaker
from rules.values import Json
from web.context import current_guest, only_for_players, speaker
from web.gate import posted_json

if TYPE_CHECKING:
    from collections.abc import Callable

blueprint = Blueprint("panel", __name__)
EXTENSION = "castellan.panel"
BUTTONS = ("next", "confirm", "undo")


class PanelSource(Protocol):
    """What the page asks of the panel."""

    def press(self, button: str, held: bool, speaker: Speaker, version: int) -> str:
        """Do what a button means now, as far as this speaker may; `version` is what it saw."""

    def state(self) -> dict[str, Json]:
        """Lamps and the marked answer."""

    def listen(self, callback: Callable[[int], None]) -> None:
        """Call back when the mark moved."""


def install(app: Flask, panel: PanelSource) -> None:
    """Give an app the panel's page; its news go to the phones like the table's own."""
    app.extensions[EXTENSION] = panel
    app.register_blueprint(blueprint)
    panel.listen(app.extensions["castellan"].hub.publish)


def _panel() -> PanelSource:
    return cast(PanelSource, current_app.extensions[EXTENSION])


@blueprint.get("/panel")
def page() -> str:
    """Three buttons and a lamp a seat."""
    state = current_app.extensions["castellan"].table.snapshot(Speaker(), current_guest().language)
    return render_template("panel.html", seats=state["seats"])


@blueprint.get("/api/panel")
def state() -> Response:
    """Lamps and the marked answer."""
    return jsonify(_panel().state())


@blueprint.post("/api/panel")
def press() -> Response:
    """Press or hold a button, with the rights of this phone; the wired ones are the table's."""
    body = posted_json()
    only_for_players()
    button, held, version = body.get("button"), body.get("held", False), body.get("version")
    if button not in BUTTONS:
        raise Refused(Kind.BAD, "refused.field", {"field": "button"})
    if not isinstance(held, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": "held"})
    if not isinstance(version, int) or isinstance(version, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": "version"})
    done = _panel().press(str(button), held, speaker(), version)
    return jsonify({"ok": True, "done": done, **_panel().state()})
