"""The panel as a page: the same three buttons and lamps, for tables without the hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from flask import Blueprint, Flask, Response, current_app, g, jsonify, render_template

from rules.contract import Json
from rules.rights import Speaker
from web.errors import Kind, Refused
from web.gate import posted_json
from web.guests import Guest

if TYPE_CHECKING:
    from collections.abc import Callable

blueprint = Blueprint("panel", __name__)
EXTENSION = "castellan.panel"
BUTTONS = ("next", "confirm", "undo")


class PanelSource(Protocol):
    """What the page asks of the panel."""

    def press(self, button: str, held: bool = False) -> str:
        """Do what a button means now."""

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


def _guest() -> Guest:
    return cast(Guest, g.guest)


@blueprint.get("/panel")
def page() -> str:
    """Three buttons and a lamp a seat."""
    state = current_app.extensions["castellan"].table.snapshot(Speaker(), _guest().language)
    return render_template("panel.html", seats=state["seats"])


@blueprint.get("/api/panel")
def state() -> Response:
    """Lamps and the marked answer."""
    return jsonify(_panel().state())


@blueprint.post("/api/panel")
def press() -> Response:
    """Press or hold a button; for everybody at the table, as with a real one."""
    body, guest = posted_json(), _guest()
    if guest.seat is None and not guest.host:
        raise Refused(Kind.FORBIDDEN, "refused.spectator")
    button, held = body.get("button"), body.get("held", False)
    if button not in BUTTONS:
        raise Refused(Kind.BAD, "refused.field", {"field": "button"})
    if not isinstance(held, bool):
        raise Refused(Kind.BAD, "refused.field", {"field": "held"})
    return jsonify({"ok": True, "done": _panel().press(str(button), held), **_panel().state()})
