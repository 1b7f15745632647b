"""Reading tables of The Castle: every counter and character of a simulated box, taught before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.sim.castle.table import SimGame
from rules.castle import Phase, Position
from rules.castle.game import GAME
from rules.castle.position import castle_of
from tests.session_boxes import session_box
from vision.castle import throws
from vision.castle.eyes import Eyes
from vision.castle.pieces import Spot
from vision.castle.profile import SAMPLES, STEP, Profile
from vision.castle.reader import CastleReader
from vision.castle.table import contents
from vision.castle.teach import _edge, learn_characters, lesson, teach
from vision.dice.find import Die
from vision.geometry import View, solve_view


@dataclass
class Box:
    """A taught box, and the first picture of a game with it."""

    lessons: list[tuple[Any, Any]]
    profile: Profile
    picture: Any
    view: View
    start: Position


@pytest.fixture(scope="module")
def box() -> Box:
    game = SimGame(6, "easy", 2)
    lessons = game.teach_pictures()
    profile: Any = session_box(game)
    moment = next(iter(game.moments()))
    picture = list(moment.frames)[-1].image
    x, y = (each / 2 for each in profile.sheet.extent)
    corners = np.array([(-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)])
    size = (picture.shape[1], picture.shape[0])
    view = solve_view(corners, np.array(moment.corners, float), size)
    return Box(lessons, profile, picture, view, game.start)


def test_nearly_every_counter_of_a_set_up_is_read(box: Box) -> None:
    reading = Eyes(box.profile).read(box.picture, box.view, [box.start], None)
    rooms = {place: each for place, each in contents(box.start).items() if place.startswith("R")}
    assert len(rooms) == 36
    right = [
        place
        for place, wanted in rooms.items()
        if sorted(spot.best() for spot in reading.spots.get(place, ()))
        == sorted(each.name for each in wanted)
    ]
    assert len(right) >= 35
    assert reading.die is not None
    assert reading.die.value == 6


def test_a_table_that_lies_as_before_is_not_read_again(box: Box) -> None:
    eyes = Eyes(box.profile)
    first = eyes.read(box.picture, box.view, [box.start], None)
    again = eyes.read(box.picture, box.view, [box.start], first.memory)
    assert again.touched == frozenset()
    assert not again.thrown
    assert again.spots == first.spots


def test_a_die_sought_in_vain_is_sought_again_only_where_something_changed(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    sought: list[Any] = []
    monkeypatch.setattr(throws, "find_die", lambda *given: sought.append(given))
    reader = CastleReader(box.profile)
    before = reader.read(box.picture, box.view).memory
    darker = np.asarray(box.picture * 0.93, np.uint8)
    assert reader.read(darker, box.view, before).die is None
    assert len(sought) == 1, "only the light is another"
    cv2.circle(darker, (60, 60), 12, (250, 250, 250), -1)
    assert reader.read(darker, box.view, before).die is None
    assert len(sought) == 2


def test_what_was_hardly_taken_for_the_die_is_so_until_a_clearer_one_is_seen(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = CastleReader(box.profile)
    first = reader.read(box.picture, box.view)
    assert first.die is not None
    clear = replace(first.die, quality=0.9)
    found: list[Any] = [None, replace(clear, quality=0.65), clear]
    monkeypatch.setattr(throws, "find_die", lambda *given: found.pop(0))
    stirred = box.picture.copy()
    cv2.circle(stirred, (60, 60), 12, (250, 250, 250), -1)
    plain = replace(first.memory, die=clear)
    assert reader.read(stirred, box.view, plain).die is clear
    assert len(found) == 3, "a plain die that lies still is not sought"
    hardly = replace(clear, quality=0.5)
    before = replace(first.memory, die=hardly)
    assert reader.read(box.picture, box.view, before).die is hardly
    assert len(found) == 3, "nothing was stirred"
    for expected in (hardly, hardly, clear):
        assert reader.read(stirred, box.view, before).die is expected
    assert not found


def test_a_dotted_line_that_lies_a_little_aside_looks_as_bare_as_it_is(box: Box) -> None:
    reader = CastleReader(box.profile)
    flat = reader.bare.copy()
    line = flat[100:104, 100]
    line[::2] -= 0.9
    reader.bare = flat
    aside = np.roll(flat, 1, axis=0)
    rows, columns = flat.shape[:2]
    places = np.array([((100.5 - columns / 2) * STEP, (rows / 2 - y - 0.5) * STEP, 0.0)
                       for y in range(100, 104)])  # fmt: skip
    assert reader._looks_bare(flat, places) == reader._looks_bare(aside, places) == 1.0
    assert reader._looks_bare(aside + 1.5, places) == 0.0


def test_what_does_not_show_as_a_character_before_an_entrance_may_be_the_die(box: Box) -> None:
    reader = CastleReader(box.profile)
    name, at = next(iter(box.profile.sheet.gates)), {}
    for n, (known, covered) in enumerate([(True, False), (False, False), (True, True)]):
        x, y = box.profile.sheet.before(name)
        at[n] = Spot(x, y + 0.01 * n, 0.0, {"char:0:wizard": 9.0 if known else -9.0}, -40.0 * known)
        at[n] = replace(at[n], covered=covered)
    inside = Spot(0.0, 0.0, 0.0, {"face:rat": 1.0}, 2.0)
    taken = reader._taken({name: tuple(at.values()), "R1": (inside,)})
    assert taken.tolist() == [[at[0].x, at[0].y], [0.0, 0.0]]


def test_seen_from_elsewhere_edges_lie_a_little_aside_and_nothing_was_touched(box: Box) -> None:
    reader = CastleReader(box.profile)
    before = reader.read(box.picture, box.view).memory
    by = np.array([[1, 0, 0.7], [0, 1, -0.6]])
    aside = cv2.warpAffine(before.sheet, by, before.sheet.shape[1::-1], borderMode=1)
    assert before.view is not None
    elsewhere = replace(before.view)
    assert len(reader._touched(aside, before.view, before)) > 20
    assert len(reader._touched(aside, elsewhere, before)) < 3
    room = max(reader.sheet.areas)
    aside[reader._slice(room)][8:20, 8:20] += 0.6
    assert room in reader._touched(aside, elsewhere, before)


def test_a_set_up_in_order_has_no_faults(box: Box) -> None:
    assert Eyes(box.profile).look_at_set_up(box.picture, box.view, 2).faults == []


SMALLER = 0.0145  # characters of this box, well below its counters


def with_two_at(box: Box, at: tuple[float, float], way: tuple[float, float]) -> Any:
    """The picture with two red characters that touch, side by side along a way."""
    picture, half = box.picture.copy(), SMALLER / 2
    square = np.array([(-half, -half, 0.002), (half, -half, 0.002), (half, half, 0.002),
                       (-half, half, 0.002)])  # fmt: skip
    for side in (-half, half):
        middle = np.array((at[0] + side * way[0], at[1] + side * way[1], 0.0))
        outline = np.round(box.view.project(square + middle)).astype(np.int32)
        cv2.fillConvexPoly(picture, outline, (40, 30, 210), cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (3, 3), 0.7)


def test_two_characters_side_by_side_show_themselves_and_are_known_again(box: Box) -> None:
    standing = {castle_of(box.start).name(party.at) for party in box.start.parties}
    gate = next(each for each in "BE" if each not in standing)
    sizes = replace(box.profile.sizes, character=SMALLER)
    reader, sheet = CastleReader(replace(box.profile, sizes=sizes)), box.profile.sheet
    before = with_two_at(box, sheet.before(gate), (0.0, 1.0))
    shown = learn_characters(reader, before, box.view, {"char:9:fighter": gate})
    assert list(shown) == ["char:9:fighter"]
    reader.learn(shown, {"char:9:fighter"})
    left, low, right, high = sheet.areas["H1.1"][1]
    later = with_two_at(box, ((left + right) / 2, (low + high) / 2), (1.0, 0.0))
    there = reader.read(later, box.view).spots["H1.1"]
    assert [spot.best() for spot in there] == ["char:9:fighter"] * 2


def test_a_character_on_grained_wood_is_taught_where_it_stands() -> None:
    game = SimGame(301001, "normal", 3)  # light stripes on both sides of a red character
    lessons = [lesson(*each) for each in game.teach_pictures()[:2]]
    looks = [patch for name, patch in teach(lessons).looks.items() if name.startswith("char:0:")]
    assert len(looks) == 2
    for look in looks:
        face = look.reshape(SAMPLES, SAMPLES, 3)
        red = np.argwhere(face[..., 2] - face[..., 1] > 1.0)
        assert len(red) > 60
        assert red.mean(axis=0) == pytest.approx([(SAMPLES - 1) / 2] * 2, abs=1.2)


def test_where_glare_on_a_corridor_ends_lies_nothing(box: Box) -> None:
    sheet = box.profile.sheet
    for area in ("H1.1", "H2.1"):
        left, low, right, high = sheet.areas[area][1]
        edge = left + 0.3 * (right - left)
        lit = np.array([(edge, low, 0), (right + 0.02, low, 0), (right + 0.02, high, 0),
                        (edge, high, 0)])  # fmt: skip
        mask = np.zeros(box.picture.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, np.round(box.view.project(lit)).astype(np.int32), 1.0)
        shine = cv2.GaussianBlur(mask, (0, 0), 3)[..., None] * (90.0, 80.0, 60.0)
        picture = np.clip(box.picture + shine, 0, 255).astype(np.uint8)
        assert CastleReader(box.profile).read(picture, box.view).spots.get(area, ()) == ()


def test_a_monster_under_a_hit_counter_is_still_a_monster(box: Box) -> None:
    picture, label = box.lessons[-1]
    struck = {c["area"]: c["hits"] for c in label["state"]["counters"] if c["hits"]}
    one = lesson(picture, label)
    spots = CastleReader(box.profile).read(picture, one.view).spots
    found = [(at, spot, spot.hits) for at in struck for spot in spots[at] if spot.hits is not None]
    assert len(found) >= 35
    assert all(spot.covered and spot.best().startswith("face:") for _, spot, _ in found)
    right = [at for at, _, hits in found if hits[struck[at]] == max(hits.values())]
    assert len(right) >= 35


@pytest.mark.parametrize("middle", [(0.0, -0.26), (-0.3, 0.2), (0.33, 0.0)])
def test_a_die_is_measured_where_it_lies(box: Box, middle: tuple[float, float]) -> None:
    edge = 0.019
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * edge / 2 + middle
    corners = box.view.project(np.hstack([square, np.full((4, 1), edge)]))
    die = Die(6, 1.0, 1.0, corners, {})
    assert _edge(box.view, die) == pytest.approx(edge, rel=0.01)


def test_a_profile_is_the_same_after_saving(box: Box, tmp_path: Path) -> None:
    box.profile.save(tmp_path)
    again = Profile.load(tmp_path)
    assert again.sheet == box.profile.sheet
    assert again.looks.keys() == box.profile.looks.keys()
    assert again.sizes == box.profile.sizes
    assert (again.clarity, again.number_clarity) == (
        box.profile.clarity, box.profile.number_clarity
    )  # fmt: skip
    assert 6.0 <= again.number_clarity <= 60.0


def test_a_box_taught_without_its_map_proposes_one_to_be_confirmed(box: Box) -> None:
    picture, label = box.lessons[0]
    state = {key: value for key, value in label["state"].items() if key != "map"}
    profile = teach([lesson(picture, {**label, "state": state})])
    assert profile.sheet.proposed
    start = GAME.start(2, {}, profile.box_facts())
    assert start.phase is Phase.MAP
    assert start.setting.proposal is not None
    assert len(start.setting.proposal.rooms) == 36
    assert start.setting.sketch.startswith("data:image/jpeg;base64,")
