"""The counter of the house counts what it says, and the house keeps its limits."""

import ast

import pytest

from bench import house

GREETING = '("Guten Tag", "Good day", "Bonjour à tous", "Buon giorno a tutti")'


def file(code: str, name: str = "device/table/made_up.py") -> house.File:
    return house.File(house.ROOT / name, ast.parse(code), code.count("\n"))


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ('getattr(eyes, "hand", None)\nhasattr(eyes, "told")', 2),
        ("getattr(position, name)", 0),
        ('getattr(hint, "__metadata__", ())', 0),
    ],
)
def test_a_probe_names_what_it_asks_for(code: str, count: int) -> None:
    assert house.probes([file(code)]) == count


@pytest.mark.parametrize(
    ("code", "count"),
    [
        (f"HELLO = {GREETING}", 1),
        ('SAY = {"de": "a", "en": "b", "fr": "c", "it": "d"}', 1),
        ('NAMES = ("a", "b", "c", "d")', 0),
        ('SAY = {"de": "a", "en": "b"}', 0),
    ],
)
def test_a_text_of_four_languages_is_counted_once(code: str, count: int) -> None:
    assert house.texts([file(code)]) == count


def test_a_circle_is_found_also_inside_a_function() -> None:
    one = file("import device.table.two", "device/table/one.py")
    two = file("def late():\n    from device.table import one", "device/table/two.py")
    assert house.circles([one]) == 0
    assert house.circles([one, two]) == 1


def test_loads_by_name_flat_files_and_any_are_counted() -> None:
    made = [
        file("import importlib\nimportlib.import_module(game)"),
        file("from typing import Any\ndef f(x: Any) -> Any: ...", "device/flat.py"),
        file("x: Any", "vision/kilt/storage.py"),
    ]
    assert house.loaded_by_name(made) == 1
    assert house.flat_files(made) == 1
    assert house.untyped(made) == 2
    assert house.storages(made) == 1


def test_a_passed_limit_fails_and_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the house itself counts is part of `make lint`."""
    made = [file("from typing import Any\nx: Any")]
    monkeypatch.setattr(house, "files", lambda: made)
    assert house.main() == 0
    assert "✗" not in capsys.readouterr().out
    monkeypatch.setitem(house.LIMITS, "Any in device/", 0)
    assert house.main() == 1
    assert "✗ Any in device/" in capsys.readouterr().out
