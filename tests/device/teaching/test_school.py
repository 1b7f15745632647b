"""The school at a table: who gets the pictures, what is kept, what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.boxes.profiles import BoxShelf
from device.boxes.shelf import Shelf
from device.senses.frame import Frame
from device.teaching.school import School
from device.teaching.session import LEARNED, Outcome
from rules.games import GAMES
from rules.refused import Refused
from tests.vision.boxes import profile

FRAME = Frame(1.0, np.full((72, 128, 3), 90, np.uint8))


class FakeTable:
    game = GAMES["kilt"]

    def __init__(self) -> None:
        self.frames, self.teaching, self.changed = 0, False, list[str]()

    def see(self, frame: Frame) -> str:
        del frame
        self.frames += 1
        return "seen"

    def box_changed(self, game: str) -> None:
        self.changed.append(game)

    def note_teaching(self, teaching: bool) -> None:
        self.teaching = teaching


@pytest.fixture
def school(tmp_path: Path) -> School:
    folder = tmp_path / "boxes"
    asked: list[Any] = []
    school = School(FakeTable(), Shelf(folder), BoxShelf(folder), True, lambda *x: asked.append(x))
    school.asked = asked  # type: ignore[attr-defined]
    return school


def table(school: School) -> FakeTable:
    assert isinstance(school.table, FakeTable)
    return school.table


def wish(school: School, **command: Any) -> dict[str, Any]:
    return school.do(command, "en")


def test_pictures_go_to_the_teaching_while_there_is_one(school: School) -> None:
    assert school.see(FRAME) == "seen"
    assert school.picture() is None
    wish(school, do="begin", game="kilt")
    assert school.see(FRAME) is None
    assert (table(school).frames, table(school).teaching) == (1, True)
    assert school.picture() is not None
    wish(school, do="stop")
    assert school.see(FRAME) == "seen"
    assert (table(school).frames, table(school).teaching) == (2, False)


def test_a_teaching_that_nobody_looks_at_is_given_up(tmp_path: Path) -> None:
    now = [0.0]
    folder = tmp_path / "boxes"
    school = School(FakeTable(), Shelf(folder), BoxShelf(folder), clock=lambda: now[0])
    wish(school, do="begin", game="kilt")
    now[0] = 800.0
    assert school.see(FRAME) is None
    assert school.state("en")["session"] is not None
    now[0] = 1600.0
    assert school.see(FRAME) is None
    now[0] = 1701.0
    assert school.see(FRAME) == "seen"
    assert (school.session, table(school).teaching) == (None, False)


def test_people_are_asked_to_lay_out_the_step_and_to_clear_it(school: School) -> None:
    wish(school, do="begin", game="kilt")
    wish(school, do="stop")
    game, state = school.asked[0]  # type: ignore[attr-defined]
    assert (game, state["positions"]) == ("kilt", {})
    assert school.asked[1:] == [("", None)]  # type: ignore[attr-defined]


def test_a_box_that_is_content_is_kept_and_the_rules_learn_its_water(school: School) -> None:
    wish(school, do="begin", game="kilt")
    assert school.session is not None
    school.session.phase = LEARNED
    school.session.outcome = Outcome(profile(), (), ())
    told = wish(school, do="keep")
    assert [box["game"] for box in told["boxes"] if box["known"]] == ["kilt"]
    assert (school.session, table(school).changed) == (None, ["kilt"])
    water = [list(square) for square in sorted(profile().water)]
    assert school.memory.facts("kilt") == {"water": water}


@pytest.mark.parametrize(
    ("command", "key"),
    [
        ({"do": "fly"}, "refused.unknown-command"),
        ({"do": "begin", "game": "chess"}, "teach.unknown-box"),
        ({"do": "again", "game": "kilt", "kind": "red 0"}, "teach.unknown-box"),
        ({"do": "next"}, "teach.not-now"),
        ({"do": "keep"}, "teach.not-now"),
        ({"do": "stop"}, "teach.not-now"),
    ],
)
def test_what_does_not_fit_now_is_refused(
    school: School, command: dict[str, Any], key: str
) -> None:
    with pytest.raises(Refused) as refused:
        school.do(command, "en")
    assert refused.value.key == key


def test_corners_must_be_four_places(school: School) -> None:
    wish(school, do="begin", game="kilt")
    for wrong in (None, [[1, 2]], [[1, 2], [3, 4], [5, 6], [7, "8"]], [[1], [2], [3], [4]]):
        with pytest.raises(Refused) as refused:
            wish(school, do="tap", corners=wrong)
        assert refused.value.key == "teach.bad-answer"


def test_without_a_camera_nothing_is_taught_but_boxes_can_be_taken_in(tmp_path: Path) -> None:
    folder = tmp_path / "boxes"
    school = School(FakeTable(), Shelf(folder), BoxShelf(folder), camera=False)
    assert school.state("en")["say"] == "teach.no-camera"
    with pytest.raises(Refused):
        wish(school, do="begin", game="kilt")
    file = tmp_path / "k.castellan-box"
    other = Shelf(tmp_path / "other")
    other.put("kilt", profile())
    from device.boxes.shelf import pack

    pack(other.folder_of("kilt"), file)
    assert school.take_in(file) == "kilt"
    assert table(school).changed == ["kilt"]
    name, data = school.export("kilt")
    assert (name, data[:2]) == ("kilt.castellan-box", b"PK")
    file.write_bytes(b"nothing")
    with pytest.raises(Refused) as refused:
        school.take_in(file)
    assert refused.value.key == "teach.bad-file"
