"""A settings file changed by the host: only what was asked for, and only if it can be."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from device.settings.changing import ASKED, changed, checked
from device.settings.reading import BadSettings, parse, read

EXAMPLE = Path(__file__).parents[3] / "castellan.example.toml"
FILE = """\
# Ours.
[table]
language = "en"          # of the table
mystery = 7

[camera]
size = [
  1280,  # wide
  960,
]
device = "a # b"  # which

# the end
"""


def test_a_value_is_replaced_where_it_stands_and_its_comment_keeps_its_column() -> None:
    fresh = changed(FILE, {"table.language": "de"})
    assert fresh == FILE.replace('language = "en" ', 'language = "de" ')
    assert changed(FILE, {"camera.device": "#2"}) == FILE.replace(
        'device = "a # b"  # which', 'device = "#2"     # which'
    )


def test_a_new_value_stands_at_the_end_of_its_section_or_in_a_new_one() -> None:
    fresh = changed(FILE, {"camera.turn": 180, "table.players": 3, "web.open": True})
    assert fresh == (
        FILE.replace("mystery = 7\n", "mystery = 7\nplayers = 3\n").replace(
            "# which\n\n# the end\n", "# which\n\n# the end\nturn = 180\n"
        )
        + "\n[web]\nopen = true\n"
    )


def test_an_empty_file_takes_any_value() -> None:
    assert changed("", {"sim.pace": 2.5}) == "[sim]\npace = 2.5\n"


@pytest.mark.parametrize("text", ['"', "\\", "\n", "\x7f", "ä", "'''", "# no comment", "a = b"])
def test_any_text_is_read_back_as_it_was_written(text: str) -> None:
    assert tomllib.loads(changed(FILE, {"camera.device": text}))["camera"]["device"] == text


@pytest.mark.parametrize(
    "text",
    [
        'table = {language = "en"}\n',
        'table.language = "en"\n',
        '[table]\nlanguage = """\nen"""\n[table\n',
        'other = """\n[table]\nlanguage = "en"\n"""\n',
    ],
)
def test_what_cannot_be_changed_line_by_line_is_left_to_an_editor(text: str) -> None:
    with pytest.raises(BadSettings, match="with an editor"):
        changed(text, {"table.language": "de"})


def test_the_example_takes_every_value_that_the_page_asks_for_and_keeps_the_rest() -> None:
    text, settings = EXAMPLE.read_text(encoding="utf-8"), parse(EXAMPLE.read_text("utf-8"))
    for key in ASKED:
        section, name = key.split(".")
        value = getattr(getattr(settings, section), name)
        fresh = checked(text, {key: value})
        assert tomllib.loads(fresh) == tomllib.loads(text) | {
            section: {**tomllib.loads(text)[section], name: value}
        }
        assert [line.split("#")[1:] for line in fresh.splitlines()] == [
            line.split("#")[1:] for line in text.splitlines()
        ]


@pytest.mark.parametrize(
    ("key", "value"),
    [("camera.fps", 0), ("camera.turn", 90), ("web.port", "x"), ("web.open", 1), ("sim.level", "")],
)
def test_the_page_is_held_to_the_checks_of_the_file(key: str, value: object) -> None:
    with pytest.raises(BadSettings, match=key):
        checked(FILE, {key: value})  # type: ignore[dict-item]


def test_a_value_that_needs_another_one_beside_it_is_refused_alone() -> None:
    with pytest.raises(BadSettings, match=r"needs camera\.device"):
        checked("", {"camera.use": "usb"})
    both = {"camera.use": "usb", "camera.device": "/dev/video0"}
    assert parse(checked("", both)).camera.use == "usb"


def test_a_fault_that_was_there_before_stops_no_other_change() -> None:
    assert [fault.key for fault in read(FILE)[1]] == ["table.mystery"]
    assert "mystery = 7" in checked(FILE, {"table.language": "fr"})
