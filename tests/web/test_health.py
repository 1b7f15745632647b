"""The health page, its JSON and metrics, and the bare page of a table that cannot be opened."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from rules.words import LANGUAGES
from tests.said import WORDS
from tests.web.conftest import Phone, house_of
from tests.web.fake_table import FakeTable
from tests.web.test_panel import FakePanel
from web.app import create_app
from web.bundles import bundled
from web.gate import Door
from web.routes import health, panel

MEASURING = "192.168.1.5"
REPORT: dict[str, Any] = {
    "version": "1.2",
    "uptime_s": 3661.0,
    "mode": "whole",
    "reason": None,
    "state": "warn",
    "loops": {"camera": {"age_s": 0.1, "beats": 7, "state": "ok"}},
    "machine": {"temperature_c": 71.5, "throttled": ["throttled"], "disk_read_only": False},
    "camera": {"name": "Pi", "state": "ok", "fps": 9.8, "frames": 100, "dropped": 2},
    "queues": {"phones": 3, "waiting": 0},
    "notes": [{"state": "warn", "key": "health.hot", "facts": {"degrees": 71.5}}],
    "errors": [{"when": 1.0, "level": "error", "where": "x", "text": "secret path", "count": 2}],
}


class Reason:
    key, facts = "safe.settings", {"fault": "my.toml, line 2: nonsense"}


class Recorded:
    """Recordings as the host's page sees them."""

    def __init__(self) -> None:
        self.known = {"20261119-200000-kilt": 1_200_000_000, "20261118-200000-kilt": 1}

    def listed(self) -> list[tuple[str, int]]:
        return list(self.known.items())

    def delete(self, name: str) -> None:
        del self.known[name]


class Machine:
    """A machine that grants some wishes, and notes them."""

    def __init__(self, *grants: str) -> None:
        self.grants, self.asked = grants, list[str]()

    def may(self) -> tuple[str, ...]:
        return self.grants

    def ask(self, wish: str) -> None:
        self.asked.append(wish)


class Source:
    """A device as the health pages see it."""

    def __init__(self, folder: Path) -> None:
        self.told, self.restarts, self.can_restart = dict(REPORT), 0, True
        self.reason: Reason | None = None
        self.folder = folder
        self.recordings = Recorded()
        self.machine = Machine("poweroff", "reboot", "rollback", "update")
        self.restored: list[tuple[bytes, bool]] = []

    def report(self) -> dict[str, Any]:
        return dict(self.told)

    def restart(self) -> None:
        self.restarts += 1

    def backup(self, pictures: bool = True) -> Path:
        path = self.folder / "castellan-now.tar"
        path.write_bytes(b"all of it")
        return path

    def for_help(self) -> Path:
        path = self.folder / ".report-1.zip"
        path.write_bytes(b"how it is")
        return path

    def restore(self, file: Path, own: bool) -> dict[str, Any]:
        self.restored.append((file.read_bytes(), own))
        return {"games": 2, "events": 31, "skipped": 0}


@pytest.fixture
def source(tmp_path: Path) -> Source:
    return Source(tmp_path)


@pytest.fixture
def app(table: FakeTable, source: Source) -> Flask:
    door = Door(metrics=frozenset({MEASURING}))
    app = create_app(table, join_url="http://pi:8080", open_table=True, door=door)
    health.install(app, source)
    panel.install(app, FakePanel())
    return app


def test_the_page_tells_people_what_to_do(host: Phone) -> None:
    text = host.get("/health").text
    assert "71.5 °C: too warm. Fit a heat sink" in text
    assert "1:01:01" in text
    assert "<script>" not in text
    assert " style=" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_every_language(phone: Phone, language: str) -> None:
    phone.post("/api/language", {"language": language})
    answer = phone.get("/health")
    assert answer.status_code == 200
    assert "health." not in answer.text.split("<main")[1]


def test_guests_read_how_it_is_and_no_facts(app: Flask, phone: Phone, source: Source) -> None:
    source.reason = Reason()
    for guest in (phone, Phone(app)):
        told = guest.get("/health.json").get_json()
        assert told == {
            "state": "warn",
            "mode": "whole",
            "notes": [{"state": "warn", "key": "health.hot.short", "facts": {}}],
            "errors": None,
        }
        for path in ("/health", "/", "/join"):
            text = guest.get(path).text
            hidden = ("71.5", "1.2<", "1:01:01", "my.toml", "nonsense", "secret path")
            assert not [word for word in hidden if word in text], path
        assert "The device is too warm." in guest.get("/health").text
        assert guest.get("/metrics").status_code == 403


def test_the_host_reads_everything(host: Phone) -> None:
    assert "secret path" in host.get("/health").text
    assert host.get("/health.json").get_json() == REPORT
    assert host.get("/metrics").status_code == 200


def test_an_address_named_for_it_reads_the_numbers_but_not_the_errors(app: Flask) -> None:
    measuring = Phone(app, REMOTE_ADDR=MEASURING)
    assert measuring.get("/health.json").get_json() == {**REPORT, "errors": None}
    assert "castellan_up 1" in measuring.get("/metrics").text
    assert measuring.get("/metrics", **{"X-Forwarded-For": "192.168.1.5"}).status_code == 421


def test_every_finding_with_facts_has_words_without() -> None:
    for key, texts in WORDS.items():
        if "{" in texts[0] and key.startswith(("health.", "safe.")):
            assert not [text for text in WORDS[f"{key}.short"] if "{" in text], key


def test_json_answers_503_when_something_is_bad(phone: Phone, source: Source) -> None:
    assert phone.get("/health.json").status_code == 200
    source.told["state"] = "bad"
    assert phone.get("/health.json").status_code == 503


def test_metrics_are_prometheus_text(host: Phone) -> None:
    answer = host.get("/metrics")
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.text.splitlines()
    assert 'castellan_info{version="1.2",mode="whole"} 1' in lines
    assert 'castellan_state{state="warn"} 1' in lines
    assert 'castellan_loop_age_seconds{loop="camera"} 0.1' in lines
    assert "castellan_machine_temperature_c 71.5" in lines
    assert "castellan_machine_throttled 1" in lines
    assert "castellan_machine_disk_read_only 0" in lines
    assert "castellan_camera_dropped 2" in lines
    assert not [line for line in lines if "secret" in line]
    assert len({line.split(" ")[0] for line in lines if line[0] != "#"}) == len(
        [line for line in lines if line[0] != "#"]
    )


def test_only_the_host_restarts_and_backs_up(phone: Phone, host: Phone, source: Source) -> None:
    assert phone.post("/health/restart", {}).status_code == 403
    assert phone.get("/backup").status_code == 403
    assert host.post("/health/restart", {}).status_code == 200
    assert source.restarts == 1
    answer = host.get("/backup")
    assert (answer.data, "castellan-now.tar" in answer.headers["Content-Disposition"]) == (
        b"all of it",
        True,
    )
    answer.close()
    assert not (source.folder / "castellan-now.tar").exists()
    source.can_restart = False
    assert host.post("/health/restart", {}).status_code == 404


def test_only_the_host_takes_a_report_for_help(phone: Phone, host: Phone, source: Source) -> None:
    assert phone.get("/report").status_code == 403
    answer = host.get("/report")
    assert (answer.data, answer.mimetype) == (b"how it is", "application/zip")
    assert "castellan-report.zip" in answer.headers["Content-Disposition"]
    answer.close()
    assert not list(source.folder.glob(".report-*"))


def test_only_the_host_puts_a_backup_back(
    app: Flask, phone: Phone, host: Phone, source: Source, tmp_path: Path
) -> None:
    house_of(app).upload_folder = tmp_path
    assert house_of(app).uploads["/restore"] > 10**9
    sent = {"data": b"b" * 3_000_000, "content_type": "application/octet-stream"}
    assert phone.client.post("/restore", **sent).status_code == 403
    assert source.restored == []
    for wish, own in (("?all=yes", True), ("?all=no", False), ("", False)):
        answer = host.client.post(f"/restore{wish}", **sent)
        told = {"ok": True, "games": 2, "events": 31, "skipped": 0, "restarts": True}
        assert (answer.status_code, answer.json) == (200, told)
        assert source.restored[-1] == (sent["data"], own)
    assert list(tmp_path.iterdir()) == []


def test_only_the_host_deletes_recordings(phone: Phone, host: Phone, source: Source) -> None:
    first, second = source.recordings.known
    assert phone.post("/api/recordings", {"delete": first}).status_code == 403
    assert host.post("/api/recordings", {"delete": 5}).status_code == 400
    assert list(source.recordings.known) == [first, second]
    assert host.post("/api/recordings", {"delete": first}).status_code == 200
    assert list(source.recordings.known) == [second]


def test_only_the_host_asks_the_machine_and_for_what_it_grants(
    phone: Phone, host: Phone, source: Source
) -> None:
    source.machine = Machine("reboot")
    assert 'data-wish="reboot"' in host.get("/hosts").text
    assert 'data-wish="poweroff"' not in host.get("/hosts").text
    assert phone.post("/api/machine", {"wish": "reboot"}).status_code == 403
    for wrong in ("poweroff", "reboot; rm", 5, None, ["reboot"]):
        assert host.post("/api/machine", {"wish": wrong}).status_code == 400
    assert source.machine.asked == []
    assert host.post("/api/machine", {"wish": "reboot"}).status_code == 200
    assert source.machine.asked == ["reboot"]


def test_where_nothing_is_granted_no_button_is_shown(host: Phone, source: Source) -> None:
    source.machine = Machine()
    assert "data-wish" not in host.get("/hosts").text


def test_a_safe_mode_is_told_on_every_page(phone: Phone, host: Phone, source: Source) -> None:
    assert "trouble" not in phone.get("/join").text
    source.reason = Reason()
    for path in ("/", "/join", "/table"):
        assert "The settings are wrong; the host’s page says how." in phone.get(path).text
        assert "The settings are wrong: my.toml, line 2: nonsense" in host.get(path).text


def test_without_a_table_every_page_leads_to_the_health_page(source: Source) -> None:
    app = create_app(health.NoTable(), join_url="http://pi:8080", open_table=True)
    health.install(app, source)
    health.only_health(app)
    source.told["mode"] = "bare"
    phone = Phone(app)
    for path in ("/", "/join", "/table", "/picture/camera"):
        answer = phone.get(path)
        if path != "/picture/camera":
            assert (answer.status_code, answer.location) == (302, "/health")
        else:
            assert answer.status_code == 503
    assert "this page alone" in phone.get("/health").text
    assert phone.get("/health/alive").text == "alive\n"
    with phone.get(f"/static/{bundled().name('health', '.css')}") as style:
        assert style.status_code == 200
    assert phone.get("/api/state").status_code == 503
    assert phone.post("/api/do", {}).status_code == 503
    for path in ("/join?host", "/join?host=x", "/?host", "/?host="):
        assert (phone.get(path).status_code, phone.get(path).location) == (302, "/health"), path
    assert phone.get("/api/state?host").status_code == 503
    assert phone.get("/api/live?host=x").status_code == 503
    assert phone.post("/health/restart?host=x", {}).status_code == 403
    phone.be_host()
    assert phone.get("/health.json").get_json()["errors"] == REPORT["errors"]
