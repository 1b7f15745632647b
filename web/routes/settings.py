"""The settings page: what stands in the settings file, for the host to change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template

from rules.refused import Kind, Refused
from rules.values import Json
from web.context import current_guest, only_for_hosts
from web.gate import posted_json
from web.words import has_words, language_names, say

blueprint = Blueprint("settings", __name__)
EXTENSION = "castellan.settings"


class SettingsSource(Protocol):
    """What the page asks of the settings file."""

    @property
    def file(self) -> object:
        """Where it lies."""

    def fields(self) -> list[dict[str, Json]]:
        """What may be changed: {"key", "value", "choices", "waits"}."""

    def change(self, wishes: Mapping[str, Json]) -> None:
        """Write these values, or raise `rules.refused.Refused` and change nothing."""


def install(app: Flask, source: SettingsSource, can_restart: bool) -> None:
    """Add the page to the app."""
    app.extensions[EXTENSION] = (source, can_restart)
    app.register_blueprint(blueprint)


@blueprint.app_context_processor
def _for_templates() -> dict[str, object]:
    return {"settings_page": EXTENSION in current_app.extensions}


@blueprint.get("/settings")
def page() -> str:
    """A form with a section for each part of the file."""
    only_for_hosts()
    source, can_restart = _installed()
    sections: dict[str, list[dict[str, object]]] = {}
    for field in source.fields():
        section = str(field["key"]).partition(".")[0]
        sections.setdefault(section, []).append({**field, "named": _named(field)})
    return render_template(
        "settings.html", sections=sections, lies=source.file, can_restart=can_restart
    )


@blueprint.post("/api/settings")
def change() -> Response:
    """Change what is asked for; the answer says what waits for the next start."""
    only_for_hosts()
    wishes = posted_json().get("settings")
    if not isinstance(wishes, dict):
        raise Refused(Kind.BAD, "refused.field", {"field": "settings"})
    source, _ = _installed()
    source.change(wishes)
    waits = [field["key"] for field in source.fields() if field["waits"]]
    return jsonify({"ok": True, "waits": waits})


def _installed() -> tuple[SettingsSource, bool]:
    return cast(tuple[SettingsSource, bool], current_app.extensions[EXTENSION])


def _choices(field: dict[str, Json]) -> list[Json]:
    return cast(list[Json], field["choices"])


def _named(field: dict[str, Json]) -> list[tuple[Json, str]]:
    """Each choice and its words."""
    language = current_guest().language
    if field["key"] == "table.language":
        return [(choice, language_names()[str(choice)]) for choice in _choices(field)]
    named = []
    for choice in _choices(field):
        key = f"settings.choice.{choice}"
        named.append((choice, say(language, key) if has_words(key) else str(choice)))
    return named
