"""The health page, the same as JSON and for Prometheus, and the page of a table in safe mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, cast

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from werkzeug.wrappers import Response as BaseResponse

from rules.refused import Kind, Refused
from rules.rights import Speaker
from rules.values import Json
from web.context import current_guest, only_for_hosts
from web.gate import Gate, is_login, posted_json
from web.uploads import received
from web.who.guests import Guest
from web.words import has_words, say

blueprint = Blueprint("health", __name__)
EXTENSION = "castellan.health"
OPEN_IN_SAFE_MODE = ("health.", "static", "api.language")
NUMBERS = "castellan_"
MOST_BYTES = 4_000_000_000  # of a backup that is sent


class RecordingSource(Protocol):
    """What was recorded at this table."""

    def listed(self) -> list[tuple[str, int]]:
        """Names, newest first, and how many bytes each takes."""

    def delete(self, name: str) -> None:
        """Delete one for good."""


class MachineSource(Protocol):
    """What may be asked of the machine itself."""

    def may(self) -> tuple[str, ...]:
        """What it grants: to shut down, to start anew, the version before."""

    def ask(self, wish: str) -> None:
        """Ask for one of them."""


class Stated(Protocol):
    """A reason, as the key of its words and their facts."""

    @property
    def key(self) -> str: ...
    @property
    def facts(self) -> Mapping[str, Json]: ...


class HealthSource(Protocol):
    """What the web asks of the device about its health."""

    can_restart: bool

    @property
    def machine(self) -> MachineSource:
        """The machine it runs on."""

    @property
    def reason(self) -> Stated | None:
        """Why the house is in safe mode; None if it is not."""

    @property
    def recordings(self) -> RecordingSource | None:
        """What was recorded; None where nothing can be."""

    def report(self) -> dict[str, Json]:
        """Everything that is known, as JSON."""

    def restart(self) -> None:
        """Start the whole device's service anew."""

    def backup(self, pictures: bool = True) -> Path:
        """A fresh backup as one file; without pictures it is one to give away."""

    def for_help(self) -> Path:
        """A report for whoever is asked for help, as one file."""

    def restore(self, file: Path, own: bool) -> dict[str, Json]:
        """Have a backup take its place at the next start, with settings and keys if it is own."""


def install(app: Flask, source: HealthSource) -> None:
    """Give an app its health pages, and every page the reason of a safe mode."""
    app.extensions[EXTENSION] = source
    app.extensions["castellan"].uploads["/restore"] = MOST_BYTES
    app.register_blueprint(blueprint)


def only_health(app: Flask) -> None:
    """Safe mode without a table: whatever page is asked for, the health page answers."""
    app.before_request_funcs.setdefault(None, []).append(_lead_to_health)


def _lead_to_health() -> BaseResponse | None:
    endpoint = request.endpoint or ""
    if endpoint.startswith(OPEN_IN_SAFE_MODE) or is_login(request):
        return None
    if endpoint.startswith("api.") or request.method != "GET":
        raise Refused(Kind.BUSY, "refused.safe-mode")
    return redirect(url_for("health.page"))


class NoTable:
    """Stands where a table should, when none could be opened."""

    recording = False

    def evening(self) -> str:
        return ""

    def seats(self) -> int:
        return 0

    def snapshot(self, speaker: Speaker, language: str) -> dict[str, Json]:
        del speaker, language
        return {"version": 0, "seats": [], "events": []}

    def usual(self, game: str) -> dict[str, Json]:
        del game
        return {}

    def _refuse(self, *_: object, **__: object) -> Any:
        raise Refused(Kind.BUSY, "refused.safe-mode")

    do: Any = _refuse
    choices: Any = _refuse
    judge: Any = _refuse
    preview: Any = _refuse
    picture: Any = _refuse
    ending: Any = _refuse

    def listen(self, callback: Callable[[int], None]) -> Callable[[], None]:
        del callback
        return lambda: None


def _source() -> HealthSource:
    return cast(HealthSource, current_app.extensions[EXTENSION])


@blueprint.app_context_processor
def _trouble() -> dict[str, object]:
    """For every page: what is wrong, worded, when the house is in safe mode."""
    guest = cast(Guest | None, g.get("guest"))
    reason = _source().reason
    if reason is None:
        return {"trouble": ""}
    told = (reason.key, reason.facts) if guest and guest.host else (_short(reason.key), {})
    return {"trouble": say(guest.language if guest else "en", *told)}


@blueprint.get("/health")
def page() -> str:
    """How the device is, for people."""
    report = _for_this_phone(_source().report())
    notes = cast(list[dict[str, Json]], report["notes"])
    language = current_guest().language
    worded = [
        {
            "state": n["state"],
            "text": say(language, str(n["key"]), cast(dict[str, Json], n["facts"])),
        }
        for n in notes
    ]
    return render_template(
        "health.html",
        report=report,
        notes=worded,
        rows=list(_rows(report, language)),
        senses=list(_senses(language)),
        can_restart=_source().can_restart and current_guest().host,
    )


def _senses(language: str) -> Iterator[tuple[str, str]]:
    """What the phones are told about camera and microphone."""
    state = current_app.extensions["castellan"].table.snapshot(Speaker(), language)
    for sense in ("camera", "microphone"):
        text = str((state.get(sense) or {}).get("text", ""))
        if text:
            yield say(language, f"health.{sense}"), text


@blueprint.get("/health.json")
def as_json() -> Response:
    """The same for scripts; 503 when something is bad, so that a plain check suffices."""
    report = _for_this_phone(_source().report())
    response = jsonify(report)
    response.status_code = 503 if report["state"] == "bad" else 200
    return response


@blueprint.get("/health/alive")
def alive() -> Response:
    """Answers as long as requests are served at all."""
    return Response("alive\n", mimetype="text/plain")


@blueprint.get("/metrics")
def metrics() -> Response:
    """The numbers in Prometheus' text format; for the host and the addresses named for it."""
    if not _may_measure():
        only_for_hosts()
    lines = "".join(f"{line}\n" for line in prometheus(_source().report()))
    return Response(lines, content_type="text/plain; version=0.0.4; charset=utf-8")


@blueprint.post("/health/restart")
def restart() -> Response:
    """Start anew, as out of a safe mode once its reason is gone; for the host."""
    posted_json()
    only_for_hosts()
    if not _source().can_restart:
        raise Refused(Kind.UNKNOWN, "refused.no-such-page")
    _source().restart()
    return jsonify({"ok": True})


@blueprint.get("/backup")
def backup() -> Response:
    """Everything as one file; for the host, since journals hold secrets of the game."""
    only_for_hosts()
    path = _source().backup(request.args.get("pictures") != "no")
    return _given_away(path, "application/x-tar", path.name.lstrip("."))


@blueprint.get("/report")
def for_help() -> Response:
    """A report for whoever is asked for help; for the host."""
    only_for_hosts()
    return _given_away(_source().for_help(), "application/zip", "castellan-report.zip")


def _given_away(path: Path, kind: str, name: str) -> Response:
    file = path.open("rb")
    path.unlink()  # goes with the last reader, also when the phone hangs up
    return send_file(file, kind, as_attachment=True, download_name=name)


@blueprint.post("/restore")
def restore() -> Response:
    """Take a backup that is sent; it takes its place at the next start. For the host."""
    only_for_hosts()
    with received(MOST_BYTES) as file:
        done = _source().restore(file, request.args.get("all") == "yes")
    return jsonify({"ok": True, **done, "restarts": _source().can_restart})


def recorded() -> list[dict[str, Json]]:
    """What was recorded at this table, for the host's page."""
    source = cast(HealthSource | None, current_app.extensions.get(EXTENSION))
    recordings = None if source is None else source.recordings
    found = [] if recordings is None else recordings.listed()
    return [{"name": name, "megabytes": -(-size // 1_000_000)} for name, size in found]


@blueprint.post("/api/recordings")
def forget_recording() -> Response:
    """Delete a recording; for the host."""
    asked = posted_json()
    only_for_hosts()
    source = _source().recordings
    if source is None or not isinstance(asked.get("delete"), str):
        raise Refused(Kind.BAD, "refused.field", {"field": "delete"})
    source.delete(str(asked["delete"]))
    return jsonify({"ok": True})


def wishes() -> tuple[str, ...]:
    """What may be asked of the machine, for the host's page."""
    source = cast("HealthSource | None", current_app.extensions.get(EXTENSION))
    return () if source is None else source.machine.may()


@blueprint.post("/api/machine")
def ask_machine() -> Response:
    """Shut down, start anew, or take the version before; for the host, where the machine lets."""
    wish = posted_json().get("wish")
    only_for_hosts()
    if not isinstance(wish, str) or wish not in wishes():
        raise Refused(Kind.BAD, "refused.field", {"field": "wish"})
    _source().machine.ask(wish)
    return jsonify({"ok": True})


def _may_measure() -> bool:
    gate: Gate = current_app.extensions["castellan"].gate
    return gate.may_measure(request)


def _for_this_phone(report: dict[str, Json]) -> dict[str, Json]:
    """All of it for the host; numbers for who may measure; how it is, in words, for others.

    Texts of errors may name files and addresses: they are for the host alone.
    """
    if current_guest().host:
        return report
    if _may_measure():
        return {**report, "errors": None}
    notes = cast(list[dict[str, Json]], report["notes"])
    short: list[Json] = [
        {"state": note["state"], "key": _short(str(note["key"])), "facts": {}} for note in notes
    ]
    return {"state": report["state"], "mode": report["mode"], "notes": short, "errors": None}


def _short(key: str) -> str:
    """The key of the same words without facts, where they have any."""
    return f"{key}.short" if has_words(f"{key}.short") else key


# section, key in the report, unit
SHOWN = (
    ("machine", "version", ""),
    ("machine", "uptime_s", "s"),
    ("machine", "temperature_c", "°C"),
    ("machine", "throttled", ""),
    ("machine", "load", ""),
    ("machine", "memory_mb", "MB"),
    ("machine", "threads", ""),
    ("machine", "open_files", ""),
    ("machine", "disk_free_mb", "MB"),
    ("camera", "gives", ""),
    ("camera", "fps", ""),
    ("camera", "frames", ""),
    ("camera", "dropped", ""),
    ("microphone", "overflows", ""),
    ("queues", "phones", ""),
    ("queues", "waiting", ""),
    ("journal", "records", ""),
)


def _rows(report: Mapping[str, Json], language: str) -> Iterator[tuple[str, str, str]]:
    """Section, name and value of everything that is known, worded."""
    for section, key, unit in SHOWN:
        part = cast(Mapping[str, Json], report.get(section) or {})
        value = report[key] if key in report else part.get(key)
        if key not in report and key not in part:
            continue
        name = "health.dropped_frames" if key == "dropped" else f"health.{key}"
        yield section, say(language, name), _worded(value, unit, language)


def _worded(value: Json, unit: str, language: str) -> str:
    if value is None:
        return say(language, "health.unknown")
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    if unit == "s" and isinstance(value, int | float):
        minutes, seconds = divmod(int(value), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{value} {unit}".strip()


def prometheus(report: Mapping[str, Json]) -> Iterator[str]:
    """Every number of the report as a metric, named by where it stands in it."""
    yield f"# TYPE {NUMBERS}up gauge"
    yield f"{NUMBERS}up 1"
    yield f"# TYPE {NUMBERS}info gauge"
    yield f'{NUMBERS}info{{version="{report["version"]}",mode="{report["mode"]}"}} 1'
    for state in ("ok", "warn", "bad"):
        yield f'{NUMBERS}state{{state="{state}"}} {int(report["state"] == state)}'
    for name, value in report.items():
        if name == "loops":
            for loop, facts in cast(Mapping[str, Mapping[str, Json]], value).items():
                yield f'{NUMBERS}loop_age_seconds{{loop="{loop}"}} {facts["age_s"]}'
                yield f'{NUMBERS}loop_beats_total{{loop="{loop}"}} {facts["beats"]}'
        elif isinstance(value, Mapping):
            for key, number in value.items():
                yield from _metric(f"{name}_{key}", number)
        else:
            yield from _metric(name, value)


def _metric(name: str, value: Json) -> Iterator[str]:
    if isinstance(value, bool | int | float):
        yield f"{NUMBERS}{name} {value if not isinstance(value, bool) else int(value)}"
    elif name == "machine_throttled" and isinstance(value, list):
        yield f"{NUMBERS}{name} {len(value)}"
