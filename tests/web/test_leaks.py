"""What must not get out: other seats' secrets, the camera, the host's key."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from flask import Flask

import web
from rules.rights import Speaker
from rules.values import Json
from tests.web.conftest import Phone, host_address, house_of
from tests.web.fake_table import FakeTable

FORBIDDEN = {"vision", "device", "cv2", "numpy", "gpiozero", "picamera2", "sounddevice"}


class SecretTable(FakeTable):
    """Every seat has a secret that only its own snapshot carries."""

    def snapshot(self, speaker: Speaker, language: str) -> dict[str, Json]:
        secret = f"secret-of-{speaker.seat}" if speaker.seat is not None else "nothing"
        return {**super().snapshot(speaker, language), "hand": secret}


@pytest.fixture
def table() -> FakeTable:
    return SecretTable(seed=3)


def test_no_seat_is_ever_sent_the_secret_of_another(app: Flask, table: FakeTable) -> None:
    phones: dict[int | None, Phone] = {seat: Phone(app) for seat in (0, 1, 2, 3, None)}
    for seat, phone in phones.items():
        phone.join(seat, language="de")
    for _ in range(3):
        table.play()
        for seat, phone in phones.items():
            text = phone.get("/api/state").text + phone.get("/table").text
            others = [other for other in range(4) if other != seat]
            assert not any(f"secret-of-{other}" in text for other in others)


def test_the_stream_of_a_spectator_carries_no_secret(app: Flask, spectator: Phone) -> None:
    words = spectator.listen().hear()
    assert b'"seat":null' in words
    assert b"secret-of-" not in words


def test_getting_up_hides_the_seats_secret(phone: Phone) -> None:
    assert "secret-of-0" in phone.get("/api/state").text
    phone.join(None)
    assert "secret-of" not in phone.get("/api/state").text


def test_the_host_without_a_seat_sees_no_hand(host: Phone) -> None:
    assert "secret-of" not in host.get("/api/state").text


def test_the_camera_is_for_the_host_alone(phone: Phone, host: Phone, spectator: Phone) -> None:
    assert phone.get("/picture/camera").status_code == 403
    assert spectator.get("/picture/camera").status_code == 403
    assert host.get("/picture/camera").mimetype == "image/png"
    assert phone.get("/picture/evidence-1").status_code == 200


def test_no_code_for_hosts_is_in_a_page_or_a_state(app: Flask, phone: Phone, host: Phone) -> None:
    code = host_address(app, "").partition("=")[2]
    for each in (phone, host):
        for path in ("/", "/join", "/table", "/hosts", "/api/state", "/qr.svg"):
            assert code not in each.get(path).text


def test_what_the_device_keeps_opens_nothing(app: Flask, phone: Phone, host: Phone) -> None:
    """Not even the hashes that are written down, sent as cookies, are worth a seat."""
    house = house_of(app)
    for kept in (*house.seating.phones, *house.hosts.phones()):
        for cookie in (kept, kept[:32]):
            thief = Phone(app)
            thief.client.set_cookie("castellan", cookie)
            assert thief.get("/api/state").status_code == 403


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app: Flask) -> None:
    phone = Phone(app)
    cookie = phone.join(0).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_names_are_text_and_never_markup(app: Flask) -> None:
    phone = Phone(app)
    phone.join(0, "<img src=x>")
    assert "<img src=x>" not in phone.get("/join").text
    assert json.loads(phone.get("/api/state").text)["seats"][0]["name"] == "<img src=x>"


def test_the_web_imports_neither_sight_nor_hardware() -> None:
    for path in Path(web.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            roots = {name.split(".")[0] for name in names}
            assert not roots & FORBIDDEN, path.name


def test_scripts_never_write_markup() -> None:
    for path in (Path(web.__file__).parent / "static").rglob("*.js"):
        text = path.read_text()
        words = ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "document.write")
        assert not [word for word in words if word in text]
