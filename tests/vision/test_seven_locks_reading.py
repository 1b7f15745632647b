"""The castle of seven locks read from simulated pictures, and a profile that is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from device.boxes.profiles import read_lessons, teach_from
from device.sim.film import Film, Room
from device.sim.seven_locks.scene import BESIDE, GONE, Lying, die_place
from device.sim.seven_locks.table import SimGame
from device.sim.stage import Still, board_corners
from device.sim.textures import Image
from rules.seven_locks import (
    Coat,
    Drop,
    Fill,
    Move,
    Outcome,
    Phase,
    Position,
    Roll,
    SetUp,
    Take,
    Try,
)
from rules.seven_locks.game import GAME
from rules.seven_locks.pieces import ALL_FACES, MEMBERS, Face
from tests.session_boxes import session_box
from tests.vision.studios import studio_of
from vision.errors import TeachingError
from vision.geometry import View, move_view, solve_view
from vision.locate import anchor
from vision.rest import Rest
from vision.sample import LINEAR, Picture, maps_for, take
from vision.set_up import SetUpFault
from vision.seven_locks import die_search
from vision.seven_locks.coats import (
    Home,
    around,
    coat_layers,
    covered,
    found_again,
    lighter,
    read_home,
    round_contrast,
    still_gone,
    under_die,
    unhidden,
    unsure_at,
)
from vision.seven_locks.die import (
    DieLook,
    DieReader,
    Square,
    Style,
    cut_side,
    cut_sides,
    marks_fit,
    marks_of,
    whole_top,
)
from vision.seven_locks.die_search import apart
from vision.seven_locks.eyes import Eyes, likely_places, not_missed
from vision.seven_locks.find import Round, find_marked, find_pairs, find_row
from vision.seven_locks.hands import Lost
from vision.seven_locks.hiding import Hidden, as_hidden_now, tells, without_towers
from vision.seven_locks.keymaster import HEAD
from vision.seven_locks.keys import (
    KeyPlace,
    _placed,
    contrasts,
    find_keys,
    read_key,
    trusted,
    where_pushed,
    whole_row,
)
from vision.seven_locks.marks import looks_of, may_be_hidden
from vision.seven_locks.profile import Profile
from vision.seven_locks.reader import SevenLocksReader
from vision.seven_locks.reading import Memory, Pearl, Reading
from vision.seven_locks.table import BOARD, Sizes, spot
from vision.seven_locks.teach import (
    BOARD_STEP,
    Lesson,
    _bare_board,
    _free,
    _laid,
    _roof,
    _squares,
    lesson,
    teach,
)
from vision.seven_locks.throws import jogged, of_the_die
from vision.seven_locks.tops import Tops, best_tops
from vision.seven_locks.windows import (
    COLUMNS,
    CORNERS,
    ROWS,
    STEP,
    Array,
    Flat,
    Spot,
    board_window,
    cell,
    flatten,
    place_of,
    table_maps,
    weighed,
)
from vision.still import Small, shrink

SEED = 3
PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "seven_locks"


@cache
def game() -> SimGame:
    return SimGame(SEED, "easy", 4)


@cache
def taught_pictures() -> list[tuple[Image, dict[str, Any]]]:
    return game().teach_pictures()


@cache
def profile() -> Profile:
    taught = session_box(game())
    assert isinstance(taught, Profile)
    return taught


def view_of(still: Still) -> View:
    return solve_view(CORNERS, board_corners(still), (still.optics.width, still.optics.height))


@cache
def first_lying() -> Lying:
    lying = next(game().acts(game().room())).lying
    assert isinstance(lying, Lying)
    return lying


def studio() -> tuple[Room, Film]:
    """The room and the camera of the game, begun anew."""
    return studio_of(game())


@cache
def _set_up() -> tuple[Eyes, Any, Any, Memory]:
    room, film = studio()
    still = room.settle(first_lying())[-1]
    seen = Eyes(profile())
    found = seen.look_at_set_up(film.shoot(still), view_of(still), 4)
    assert found.event == SetUp(0, first_lying().keymaster or 0)
    return seen, room, film, found.reading.memory


@cache
def eyes() -> tuple[Eyes, Any, Any, Memory]:
    """Eyes that saw the table set up, and its room; begun anew for every test."""
    seen, room, film, memory = _set_up()
    return seen, *deepcopy((room, film)), memory


@pytest.fixture(autouse=True)
def begin_anew() -> None:
    """What falls where must not depend on which tests ran before."""
    eyes.cache_clear()


def read(lying: Lying) -> Reading:
    seen, room, film, memory = eyes()
    still = room.settle(lying)[-1]
    standing = MEMBERS[lying.standing]
    return seen.reader.read(film.shoot(still), view_of(still), memory, standing)


def test_a_set_up_table_is_read_as_it_lies() -> None:
    reading = read(first_lying())
    assert min(reading.towers) > 0.4
    assert min(reading.keys) > 0.4  # one is grey, as shadows are
    assert min(min(homes) for homes in reading.homes) > 0.5
    assert reading.keymaster.index(0.0) == first_lying().keymaster
    assert first_lying().die is not None
    assert max(reading.die, key=lambda side: reading.die[side]) == first_lying().die[0]
    assert reading.thrown is False


def test_what_is_gone_is_missed_and_nothing_else() -> None:
    lying = first_lying()
    coats = (BESIDE, *lying.coats[1:5], GONE, *lying.coats[6:])
    gone = replace(lying, row=lying.row & ~(1 << 5), out=5, standing=0b1011111, coats=coats)
    reading = read(gone)
    assert [key for key, value in enumerate(reading.keys) if value < 0] == [5]
    assert [place for place, value in enumerate(reading.towers) if value < 0] == [5]
    at_home = [sum(value > 0 for value in homes) for homes in reading.homes]
    assert at_home == [1, 2, 1, 2]


def faults(lying: Lying) -> list[tuple[str, dict[str, Any]]]:
    fresh = Eyes(profile())
    room, film = studio()
    still = room.settle(lying)[-1]
    picture, view = film.shoot(still), view_of(still)
    found = fresh.look_at_set_up(picture, view, 4).faults
    return [(each.key, dict(each.facts)) for each in found]


def test_faults_of_a_set_up_are_named() -> None:
    first = first_lying()
    assert faults(first) == []
    fallen = replace(first, standing=first.standing & ~0b0010100)
    assert faults(fallen) == [("setup.seven_locks-towers", {"towers": "3, 5"})]
    assert faults(replace(first, standing=0b0000111)) == []  # still being set up
    assert faults(replace(first, keymaster=None)) == [("setup.seven_locks-keymaster", {})]


def test_what_looks_like_a_coat_above_a_key_before_anybody_guesses_is_none() -> None:
    seen, room, film, memory = eyes()
    lying = first_lying()
    shown = shots(room, film)
    mark = shown(replace(lying, coats=(*lying.coats[:4], "6", *lying.coats[5:])))
    opening = GAME.apply(game().start, SetUp(0, 0))
    before = replace(opening, phase=Phase.COATS, opened=(0, 1, 2, 3))
    first = seen.read(*mark, [before], memory)
    assert first.marks[2, 6] > 0.75
    again = seen.read(*mark, [before], first.memory)
    assert max(again.marks.values()) <= 0.55
    for other in (replace(before, guesses=((2, 6),)), replace(before, phase=Phase.GUESS)):
        assert seen.read(*mark, [before, other], first.memory).marks[2, 6] > 0.75


def test_two_coats_above_one_key_are_two() -> None:
    lying = first_lying()
    one = replace(lying, coats=(*lying.coats[:4], "6", *lying.coats[5:]))
    two = replace(one, coats=("6", *one.coats[1:]))
    assert max(read(one).more) <= 0.55
    more = read(two).more
    assert more[6] > 0.75
    assert max((*more[:6], more[7])) <= 0.55


def test_what_will_be_hard_to_see_is_hinted_at_when_the_game_begins() -> None:
    fresh = Eyes(profile())
    room, film = studio()
    still = room.settle(first_lying())[-1]
    picture, view = film.shoot(still), view_of(still)
    found = fresh.look_at_set_up(picture, view, 4)
    assert found.faults == []
    homes = ((1.0, 1.0), (1.0, 0.0), (0.0, 0.0), (0.9, 0.9))
    fresh._laid = replace(found.reading, homes=homes, keys=(1.0, 1.0, 0.3, 1.0, 1.0, 1.0, 1.0, 0.0))
    fresh._laid = replace(fresh._laid, behind=(1, 4))
    coats = SetUpFault("setup.seven_locks-coats", {"which": "2, 3"}, hint=True)
    behind = SetUpFault("setup.seven_locks-behind", {"which": "2, 5"}, hint=True)
    assert fresh._faults(picture, view) == [
        coats,
        SetUpFault("setup.seven_locks-faint", {"which": "3, 8"}, hint=True),
        behind,
    ]
    hidden = half_hidden_row(found.reading.memory, 7)
    fresh._laid = replace(fresh._laid, memory=hidden)
    assert fresh._faults(picture, view) == [
        coats,
        SetUpFault("setup.seven_locks-row", {"which": "8"}, hint=True),
        SetUpFault("setup.seven_locks-faint", {"which": "3"}, hint=True),
        behind,
    ]


def half_hidden_row(memory: Memory, key: int) -> Memory:
    """A table where a tower seems to hide the bow of one key."""
    keys = list(memory.keys)
    keys[key] = replace(keys[key], behind=(True, *keys[key].behind[1:]))
    return replace(memory, keys=tuple(keys))


def shots(room: Room, film: Film) -> Callable[[Lying], tuple[Picture, View]]:
    """Pictures of a table as things come to lie upon it, one after the other."""

    def shown(lying: Lying) -> tuple[Picture, View]:
        still = room.settle(lying)[-1]
        return film.shoot(still), view_of(still)

    return shown


def test_coats_that_were_hidden_are_seen_where_they_are_laid_before_the_first_throw() -> None:
    fresh, lying = Eyes(profile()), first_lying()
    room, film = studio()
    shown = shots(room, film)
    hidden = replace(lying, coats=(*lying.coats[:2], GONE, GONE, *lying.coats[4:]))
    found = fresh.look_at_set_up(*shown(hidden), 4)
    first = found.reading
    opening = GAME.apply(game().start, found.event)
    hint = [SetUpFault("setup.seven_locks-coats", {"which": "2"}, hint=True)]
    again = fresh.read(*shown(hidden), [opening], first.memory)
    assert again.homes[1] == (0.0, 0.0)
    assert fresh.visibility_hints() == hint
    picture = shown(replace(lying, aside=(0.0, 0.07, 0.0, 0.0)))
    thrown = replace(opening, phase=Phase.ROLL)
    assert fresh.read(*picture, [thrown], again.memory).homes[1] == (0.0, 0.0)
    seen = fresh.read(*picture, [opening], again.memory)
    assert min(seen.homes[1]) > 0.9
    scale = BOARD / game().props.size[0]
    for which, home in enumerate(seen.memory.homes[1]):
        x, y, _ = room.layout.poses[f"coat{2 + which}"]
        assert np.hypot(home.at[0] - scale * x, home.at[1] - scale * y) < 0.004
    assert fresh.visibility_hints() == []


def test_a_row_of_keys_that_towers_hid_is_read_where_it_is_laid_before_the_first_throw() -> None:
    fresh, lying = Eyes(profile()), first_lying()
    room, film = studio()
    shown = shots(room, film)
    found = fresh.look_at_set_up(*shown(lying), 4)
    first = found.reading
    opening = GAME.apply(game().start, found.event)
    hidden = half_hidden_row(first.memory, 4)
    fresh._laid = replace(first, memory=hidden, keys=(*first.keys[:4], 0.3, *first.keys[5:]))
    picture = shown(replace(lying, row_aside=0.14))
    # Where nothing was hidden, or somebody played already, nobody lays keys elsewhere.
    assert max(fresh.read(*picture, [opening], first.memory).keys) < 0
    assert max(fresh.read(*picture, [replace(opening, phase=Phase.ROLL)], hidden).keys) < 0.1
    assert [fault.key for fault in fresh.visibility_hints()] == ["setup.seven_locks-row"]
    seen = fresh.read(*picture, [opening], hidden)
    assert [value > 0.9 for value in seen.keys] == [True] * 5 + [False] + [True] * 2
    assert seen.keys[5] > 0.3  # its colour is hardly another one than the table's
    scale = BOARD / game().props.size[0]
    for number, key in enumerate(seen.memory.keys):
        x, y, _ = room.layout.poses[f"key{number}"]
        assert np.hypot(key.at[0] - scale * x, key.at[1] - scale * y) < 0.005
    assert fresh.visibility_hints() == []
    again = Eyes(profile()).look_at_set_up(*picture, 4)  # the next game begins so
    assert again.reading.keys == pytest.approx(seen.keys, abs=0.05)


def test_phones_ask_for_a_die_that_nobody_sees_until_it_lies_in_view() -> None:
    fresh, lying = Eyes(profile()), first_lying()
    shown = shots(*studio())
    hint = [SetUpFault("setup.seven_locks-die", hint=True)]
    found = fresh.look_at_set_up(*shown(replace(lying, die=None)), 4)
    assert fresh.visibility_hints() == hint
    opening = GAME.apply(game().start, found.event)
    seen = fresh.read(*shown(lying), [opening], found.reading.memory)
    assert fresh.visibility_hints() == []
    fresh.read(*shown(replace(lying, die=None)), [opening], seen.memory)
    assert fresh.visibility_hints() == hint


def test_a_coat_on_which_something_lies_is_known_only_by_its_neighbour() -> None:
    fresh, lying = SevenLocksReader(profile()), first_lying()
    picture, view = shots(*studio())(lying)
    whole = fresh.survey(picture, view, 4)
    assert whole is not None
    assert whole.lost == {}
    outer, inner = whole.homes[1]
    x, y = inner.at
    left, right, side = x - 0.003, x + 0.012, profile().sizes.coat
    corners = ((left, y - side), (right, y - side), (right, y + side), (left, y + side))
    on_it = [(*corner, 0.002) for corner in corners]
    cv2.fillPoly(picture, [view.project(np.array(on_it)).astype(np.int32)], (30, 30, 30))
    half = fresh.survey(picture, view, 4)
    assert half is not None
    assert half.lost.keys() == {1}
    known, unknown = half.homes[1]
    assert (known.seen, unknown.seen) == (True, False)
    assert np.allclose(known.at, outer.at, atol=0.003)
    assert np.allclose(unknown.at, inner.at, atol=0.006)
    assert np.array_equal(unknown.contrast, known.contrast)


def test_coats_that_people_lay_anew_are_not_missed_before_the_first_throw() -> None:
    _, _, _, memory = eyes()
    clear = read(first_lying())
    asked = replace(clear.memory, lost={1: np.zeros((1, 1), np.float32)})
    gone = replace(clear, homes=((1.0, -1.0), (0.2, -1.0), *clear.homes[2:]), memory=asked)
    told = not_missed(gone)
    assert told.homes[:2] == ((1.0, -1.0), (0.2, 0.0))
    known = [[home.seen for home in pair] for pair in told.memory.homes[:2]]
    assert known == [[True, True], [True, False]]
    assert [home.at for home in told.memory.homes[1]] == [home.at for home in memory.homes[1]]


def test_a_coat_that_was_gone_is_so_where_nobody_sees_its_place_until_it_shows_again() -> None:
    one, other = read(first_lying()).memory.homes[2]
    assert (one.gone, other.gone) == (False, False)
    pair = (found_again(one, -0.8), found_again(other, 0.9))
    assert still_gone([(0.0, 0.0)], [pair]) == ((-0.5, 0.0),)
    pair = (found_again(pair[0], 0.0), found_again(pair[1], 0.0))
    assert still_gone([(0.0, -1.0)], [pair]) == ((-0.5, -1.0),)
    pair = (found_again(pair[0], 0.7), found_again(pair[1], -1.0))
    assert still_gone([(0.0, 0.0)], [pair]) == ((0.0, -0.5),)


def test_the_next_picture_knows_which_coat_is_gone() -> None:
    lying = first_lying()
    gone = read(replace(lying, coats=(*lying.coats[:4], GONE, *lying.coats[5:])))
    assert [home.gone for pair in gone.memory.homes for home in pair] == [
        number == 4 for number in range(8)
    ]


def test_beneath_the_die_no_coat_is_seen_or_missed_but_it_is_as_it_was() -> None:
    seen, room, film, memory = eyes()
    die, (outer, inner) = memory.die, memory.homes[1]
    assert die is not None
    light = replace(inner, at=die.at, contrast=np.full(3, 0.5, np.float32), outline=0.0)

    def read_so(lying: Lying, home: Home) -> tuple[float, float]:
        still = room.settle(lying)[-1]
        told = replace(memory, homes=(memory.homes[0], (outer, home)))
        return seen.reader.read(film.shoot(still), view_of(still), told, range(7)).homes[1]

    lies, away = first_lying(), replace(first_lying(), die=None)
    assert read_so(lies, light)[0] > 0.5
    assert read_so(lies, light)[1] == 0.35
    (x, y), homes = die.at, [(outer, light)]
    assert under_die([(1.0, 1.0)], homes, [(x + 0.013, y)], 0.02, True) == ((1.0, 0.35),)
    assert under_die([(1.0, 1.0)], homes, [(x + 0.015, y)], 0.02, True) == ((1.0, 0.0),)
    assert under_die([(1.0, 1.0)], homes, [(x + 0.015, y), die.at], 0.02, True) == ((1.0, 0.0),)
    came_since = under_die([(1.0, 1.0)], homes, [die.at], 0.02, False)
    assert came_since == ((1.0, 0.0),)
    assert read_so(lies, replace(light, gone=True))[1] == -0.5
    assert read_so(away, light)[0] > 0.5
    assert read_so(away, light)[1] < -0.5


def test_a_coat_that_seems_to_lie_where_the_die_does_is_not_known_to() -> None:
    one, other = eyes()[3].homes[0]
    (x, y), beside = one.at, 0.012
    ((first, second),) = unsure_at([(one, other)], [(x + 0.011, y)], beside)
    assert (first.seen, second) == (False, other)
    assert unsure_at([(one, other)], [(x + 0.013, y)], beside) == ((one, other),)
    assert under_die([(1.0, 1.0)], [(first, second)], [one.at], 0.012, True) == ((0.0, 1.0),)


def test_a_die_that_is_taken_for_a_coat_at_set_up_is_no_coat(monkeypatch) -> None:
    seen, room, film, memory = eyes()
    assert memory.die is not None
    reader = deepcopy(seen.reader)
    pair = (replace(memory.homes[3][0], at=memory.die.at), memory.homes[3][1])
    monkeypatch.setattr(reader, "_homes", lambda *_: [*memory.homes[:3], pair])
    monkeypatch.setattr(reader.die, "find", lambda *_: memory.die)
    still = room.settle(first_lying())[-1]
    table = reader.survey(film.shoot(still), view_of(still), 4)
    assert [home.seen for pair in table.homes for home in pair] == [True] * 6 + [False, True]


def test_a_coat_laid_anew_may_lie_where_its_neighbour_lay() -> None:
    seen, room, film, memory = eyes()
    lying, shown = first_lying(), shots(room, film)
    picture, view = shown(lying)
    outer, inner = memory.homes[1]
    layers = coat_layers(flatten(picture, table_maps(view)), profile().sizes.coat)
    before = layers.of_colour(profile().coat_colours[1])[around(profile().homes[1])]
    half_seen = (memory.homes[0], (outer, replace(inner, seen=False)), *memory.homes[2:])
    hidden = replace(memory, homes=half_seen, lost={1: before})
    assert seen.reader.laid_anew(picture, view, hidden).lost.keys() == {1}, "nothing was moved"
    width = float(np.hypot(*np.subtract(outer.at, inner.at)))
    scale = BOARD / game().props.size[0]
    found = seen.reader.laid_anew(*shown(replace(lying, aside=(0, width / scale, 0, 0))), hidden)
    assert found.lost == {}
    assert np.allclose(found.homes[1][1].at, outer.at, atol=0.006)
    assert np.allclose(found.homes[1][0].at, np.subtract(outer.at, (width, 0)), atol=0.006)


def test_coats_laid_anew_are_those_of_the_seat_whose_colour_they_have() -> None:
    seen, room, film, memory = eyes()
    lying, shown = first_lying(), shots(room, film)
    away = replace(lying, coats=(*lying.coats[:4], *["gone"] * 4))
    picture, view = shown(away)
    layers = coat_layers(flatten(picture, table_maps(view)), profile().sizes.coat)
    lost = {
        seat: layers.of_colour(profile().coat_colours[seat])[around(profile().homes[3])]
        for seat in (2, 3)
    }
    nowhere = replace(memory.homes[2][0], at=(0.0, -0.2), seen=False)
    hidden = replace(memory, homes=(*memory.homes[:2], *[(nowhere, nowhere)] * 2), lost=lost)
    with pytest.MonkeyPatch.context() as patch:  # both seats lay theirs in one place
        homes = (*profile().homes[:2], profile().homes[3], profile().homes[3])
        patch.setattr(seen.reader, "profile", replace(profile(), homes=homes))
        patch.setattr("vision.seven_locks.reader.AS_OTHERS", 0.2)  # in light that hides colours
        only = replace(lying, coats=(*lying.coats[:4], "gone", "gone", *lying.coats[6:]))
        found = seen.reader.laid_anew(*shown(only), hidden)
    assert found.lost.keys() == {2}
    assert np.allclose([h.at for h in found.homes[3]], [h.at for h in memory.homes[3]], atol=0.006)


def test_a_coat_above_a_key_is_seen_with_its_owner() -> None:
    lying = first_lying()
    marked = replace(lying, coats=(*lying.coats[:4], "6", *lying.coats[5:]))
    marks = read(marked).marks
    assert max(marks, key=lambda which: marks[which]) == (2, 6)
    assert marks[2, 6] > 0.4


def test_a_key_beside_the_keymaster_is_told_from_the_others() -> None:
    first = first_lying()
    told = 0
    for key in range(8):
        out = read(replace(first, row=first.row & ~(1 << key), out=key)).out
        seen = [each for each in range(8) if out[each] > 0.3]
        assert seen in ([key], [])
        told += bool(seen)
    assert told >= 6
    assert not any(read(first).out)


def test_only_a_coat_above_a_key_is_one_whatever_else_has_its_colour() -> None:
    reader = eyes()[0].reader
    look, coat = np.array((0.9, 0.2, 0.1), np.float32), reader.profile.sizes.coat
    home = Home((-0.25, 0.0), look, 0.9, np.full(3, -1.0, np.float32))
    at = (0.23, 0.04)
    bare = np.full((ROWS, COLUMNS, 3), -1.0, np.float32)
    draw_key(bare, at, look - 1.0)
    behind: Any = SimpleNamespace(mask=lambda places, *_: np.ones(len(places), bool))
    nothing: Any = SimpleNamespace(mask=lambda places, *_: np.zeros(len(places), bool))
    key = _placed(bare, at, np.array(at), np.full(3, -0.6, np.float32), False)

    def mark(values: Array, hidden: Any = nothing) -> float:
        return float(reader.marks.looks(values, [key], [(home, home)], hidden)[0, 0].max())

    assert mark(bare) < 0.3
    marked = bare.copy()
    cv2.circle(marked, cell((at[0] - 0.032, at[1])), round(coat / STEP), (look - 1.0).tolist(), -1)
    assert mark(marked) > 0.6
    assert mark(marked, behind) == 0.0
    streak = bare.copy()
    column, row = cell((at[0] - 0.032, at[1]))
    streak[row - 3 : row + 4, :column] = look - 1.0
    assert mark(streak) < 0.4
    aside = np.full((ROWS, COLUMNS, 3), -1.0, np.float32)
    draw_key(aside, (at[0] - 0.006, at[1]), look - 1.0)
    assert mark(aside) < 0.3


def test_a_coat_that_a_tower_hides_at_home_is_known_by_the_others_and_its_colour() -> None:
    nowhere = Home((-0.25, 0.0), np.zeros(3, np.float32))
    home = replace(nowhere, contrast=np.array((0.9, 0.2, 0.1), np.float32), outline=0.4)
    colours = np.array(((-0.5, -1.2, -1.3), (-1.4, -0.8, -1.0)), np.float32)
    pairs = [(home, home), (nowhere, home), (nowhere, nowhere)]
    known = looks_of(pairs, np.stack([*colours[[0, 0]], colours[1]]))
    looks, outlines = zip(*(each for each in known if each is not None), strict=True)
    wanted = [home.contrast, home.contrast, home.contrast + colours[1] - colours[0]]
    assert np.stack(looks) == pytest.approx(np.stack(wanted))
    assert outlines == (0.4, 0.4, 0.4)
    assert looks_of([(nowhere, nowhere)], colours) == [None]
    bare = np.full((ROWS, COLUMNS, 3), -1.0, np.float32)
    key = _placed(bare, (0.23, 0.04), np.array((0.23, 0.04)), np.full(3, -0.6, np.float32), False)
    clear: Any = SimpleNamespace(mask=lambda places, *_: np.zeros(len(places), bool))
    marks = eyes()[0].reader.marks.looks(bare, [key], [(home, home), (nowhere, nowhere)], clear)
    assert [float(marks[seat, 0].max()) for seat in (0, 1)] == [0.0, 0.0]


def test_a_coat_above_a_key_may_lie_behind_a_tower() -> None:
    key = KeyPlace((0.22, 0.04), 2, np.zeros(3, np.float32))
    for left, hides in ((0.17, True), (0.16, False), (0.205, False)):
        hidden: Any = SimpleNamespace(
            mask=lambda places, _z, left=left: np.abs(places[:, 0] - left) < 0.006
        )
        assert may_be_hidden(key, hidden) is hides
    seen, _, _, memory = eyes()
    everything: Any = SimpleNamespace(mask=lambda places, *_: np.ones(len(places), bool))
    values = np.zeros((ROWS, COLUMNS, 3), np.float32)
    looks = seen.reader.marks.looks(values, memory.keys, memory.homes, everything)
    marks, more = seen.reader.marks.new(looks, memory.keys, everything, memory.marks)
    assert set(marks.values()) == set(more) == {0.55}


def test_a_hand_on_a_key_takes_it_from_no_row() -> None:
    bows = [(0.22, 0.155 - 0.044 * n) for n in range(8)]
    values = np.random.default_rng(4).normal(-1.4, 0.02, (ROWS, COLUMNS, 3)).astype(np.float32)
    for n, at in enumerate(bows):
        draw_key(values, at, np.roll([1.2, -0.8, 0.3], n) - 1.4)
    found = find_keys(values, np.ones((ROWS, COLUMNS), np.float32), colours_of(values, bows), never)
    assert found is not None
    clear = (False,) * 6
    memory: Any = SimpleNamespace(keys=tuple(replace(key, behind=clear) for key in found))
    hidden: Any = SimpleNamespace(points=lambda _: clear)
    hand, bare = np.array((-1.0, -0.6, -0.3)), np.full(3, -1.4)
    grain = np.array((-1.25, -1.1, -0.8))
    for bow, shaft, there in ((hand, hand, 0.0), (bare, bare, -1.0), (grain, bare, -0.7)):
        now = values.copy() - 0.4  # in less light
        column, row = cell(bows[5])
        now[row - 10 : row + 11, column - 12 : column + 60] = shaft - 0.4
        now[row - 5 : row + 6, column - 5 : column + 6] = bow - 0.4
        shape = (ROWS, COLUMNS)
        flat = Flat(now, np.ones(shape, bool), np.zeros(shape, bool))
        read_keys = SevenLocksReader._read_keys(flat, memory, hidden)
        assert [round(value, 1) for value in read_keys] == [1.0] * 5 + [there] + [1.0] * 2


def test_a_row_is_not_drawn_out_to_where_other_keys_lie_for_some_that_hardly_show() -> None:
    values = np.random.default_rng(4).normal(-1.0, 0.02, (ROWS, COLUMNS, 3)).astype(np.float32)
    bows = [(0.22, y) for y in (0.150, 0.1015, 0.065, 0.019, -0.0195, -0.069, -0.117, -0.165)]
    looks = np.array([np.roll([1.2, -0.8, 0.3], n) * (1 + n / 8) - 1.0 for n in range(8)])
    for n in (0, 1, 4, 5, 6, 7):  # nobody sees the others, and the first two hardly
        draw_key(values, bows[n], looks[n] if n > 1 else (looks[n] - 1.0) / 2)
    draw_key(values, (0.22, 0.199), np.full(3, -1.6))  # something else beside the row
    near = np.ones((ROWS, COLUMNS), np.float32)
    found = find_keys(values, near, looks.astype(np.float32), never)
    assert found is not None
    assert np.abs(np.subtract([key.at for key in found], bows)).max() < 0.012


def colours_of(values: Array, bows: Sequence[Spot]) -> Array:
    """The colours of keys, at the ends of their shafts."""
    places = [cell((x + 0.02, y)) for x, y in bows]
    return np.array([values[row, column] for column, row in places], np.float32)


def never(_: Spot) -> bool:
    """Nothing is hidden."""
    return False


def test_what_shows_no_clear_side_is_not_taken_for_the_die(monkeypatch) -> None:
    seen, _, _, memory = eyes()
    side = first_lying().die
    assert side is not None
    elsewhere = replace(first_lying(), die=(side[0], 5))
    assert read(elsewhere).thrown is True
    unclear = {each: -0.1 * number for number, each in enumerate(game().theme.die)}
    monkeypatch.setattr(seen.reader.die.sides, "read", lambda side: unclear)
    reading = read(elsewhere)
    assert (reading.die, reading.thrown) == ({}, None)
    assert reading.memory.die == memory.die, "where the die lay before is still known"


def test_a_table_whose_grain_looks_like_marks_is_not_taken_for_the_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen, room, film, memory = eyes()
    shown, known = shots(room, film), replace(memory, seen=None)
    side = first_lying().die
    assert side is not None
    clear = dict.fromkeys(game().theme.die, -9.0) | {side[0]: 0.0}
    monkeypatch.setattr(seen.reader.die.sides, "read", lambda _: clear)

    def marked(_: Any, __: Any, tops: Sequence[Square]) -> tuple[Array, Array]:
        return np.full(len(tops), 0.9, np.float32), np.full(len(tops), 0.1, np.float32)

    monkeypatch.setattr(seen.reader.die, "marked", marked)
    elsewhere = shown(replace(first_lying(), die=(side[0], 5)))
    assert seen.reader.read(*elsewhere, known, range(7)).die == clear
    reading = seen.reader.read(*shown(replace(first_lying(), die=None)), known, range(7))
    assert (reading.die, reading.thrown, reading.memory.die) == ({}, None, memory.die)


def test_places_so_near_that_one_look_covers_both_are_looked_at_once() -> None:
    spots = [(0.0, 0.0), (0.004, 0.0), (0.006, 0.0), (0.0, 0.0049), (0.006, 0.006)]
    assert apart(spots, 0.005) == [(0.0, 0.0), (0.006, 0.0), (0.006, 0.006)]


def thrown_again() -> tuple[Eyes, Memory, Picture, View]:
    """Eyes that saw the table set up, and a picture of it with the die elsewhere."""
    seen, room, film, memory = eyes()
    side = first_lying().die
    assert side is not None
    picture, view = shots(room, film)(replace(first_lying(), die=(side[0], 5)))
    return seen, memory, picture, view


def test_what_lay_there_before_the_die_was_thrown_is_not_the_die() -> None:
    seen, memory, picture, view = thrown_again()
    assert seen.reader.read(picture, view, memory, range(7)).thrown is True
    before = replace(memory, seen=(picture, view))
    reading = seen.reader.read(picture, view, before, range(7))
    assert (reading.die, reading.thrown, reading.memory.die) == ({}, None, memory.die)


@pytest.mark.parametrize(
    ("far", "turned", "side", "only_jogged"),
    [
        (0.012, 0.1, (2, 1), True),
        (0.012, 0.1, (2, 3), False),
        (0.012, 0.6, (2, 1), False),
        (0.025, 0.1, (2, 1), False),
    ],
)
def test_a_die_hardly_aside_with_the_same_side_on_top_may_not_have_been_thrown(
    far: float, turned: float, side: Face, only_jogged: bool
) -> None:
    before, now = (dict.fromkeys(ALL_FACES, -9.0) | {each: 0.0} for each in ((2, 1), side))
    old = Square((0.1, 0.1), 0.3, 0.0165, 0.6)
    new = replace(old, at=(0.1 + far, 0.1), turn=old.turn + turned)
    assert jogged(new, old, now, before) is only_jogged


def test_marks_that_reach_the_rim_of_a_die_are_no_finger_upon_it() -> None:
    blue, red = (np.array(ink, np.float32) for ink in ((-0.3, -0.9, -1.5), (-1.5, -1.2, -0.4)))
    style = Style(0.25, 0.32, 0.10)
    die = DieReader(DieLook(0.0165, style, blue, red))
    pearls, steps = (each[..., None] for each in marks_of((3, 2), style))
    side = (pearls * blue + steps * red).astype(np.float32)
    assert die.strange_rim(side) < 0.02
    side[:, :4] = (-0.7, -0.35, -0.1)  # skin on white
    assert die.strange_rim(side) > 0.2


@pytest.mark.parametrize(
    ("share", "seen_side"), [((0.25, 0.25, 0.25), True), ((0.25, 0.6, 0.25), False)]
)
def test_a_die_in_deep_shade_is_read_by_its_marks_but_for_one_of_another_colour(
    share: tuple[float, float, float], seen_side: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a table may lie in a shadow that the board does not tell of."""
    seen, memory, picture, view = thrown_again()
    lit = seen.reader.read(picture, view, memory, range(7))
    assert lit.memory.die is not None
    x, y = np.round(view.project(np.array([[*lit.memory.die.at, 0.0]]))[0]).astype(int)
    near = np.s_[max(0, y - 160) : y + 160, max(0, x - 160) : x + 160]
    picture[near] = np.searchsorted(LINEAR, LINEAR[picture[near]] * share).clip(0, 255)
    reading = seen.reader.read(picture, view, memory, range(7))
    if not seen_side:
        assert reading.die == {}
        return
    assert reading.thrown is True
    side = first_lying().die
    assert side is not None
    assert max(reading.die, key=lambda each: reading.die[each]) == side[0]
    second, plain = (sorted(each.die.values())[-2] for each in (reading, lit))
    assert 0.9 * plain < second < 0.6 * plain  # its inks are trusted less
    faint = np.float32(0.7), np.float32(0.1)
    monkeypatch.setattr(
        seen.reader.die, "marked", lambda _, __, t: [np.repeat(f, len(t)) for f in faint]
    )
    assert seen.reader.read(picture, view, memory, range(7)).die == {}


def test_a_die_under_a_finger_is_not_read() -> None:
    seen, memory, picture, view = thrown_again()
    found = seen.reader.read(picture, view, memory, range(7)).memory.die
    assert found is not None
    assert found != memory.die
    x, y = np.round(view.project(np.array([[*found.at, found.size]]))[0]).astype(int)
    cv2.line(picture, (int(x) - 9, int(y) - 40), (int(x) - 9, int(y) + 80), (110, 150, 205), 12)
    reading = seen.reader.read(picture, view, memory, range(7))
    assert (reading.die, reading.thrown, reading.memory.die) == ({}, None, memory.die)


@cache
def dice_shown() -> list[tuple[Face, Image, View, Reading]]:
    """Every side of the die, thrown; a picture of it, and what it says."""
    seen, _, _, memory = eyes()
    shown, found = shots(*studio()), []
    for number, side in enumerate(game().theme.die, 1):
        picture, view = shown(replace(first_lying(), die=(side, number)))
        found.append((side, picture, view, seen.reader.read(picture, view, memory, range(7))))
    return found


def dice_thrown() -> Iterator[tuple[Face, Image, View, Square]]:
    """Every side of the die, thrown; a picture of it, and where it was found."""
    for side, picture, view, reading in dice_shown():
        assert reading.memory.die is not None
        yield side, picture, view, reading.memory.die


def test_a_die_in_the_colour_of_its_table_is_found_by_its_marks() -> None:
    """Nothing shows where it ends; its shadow is a square, but has no marks."""
    seen = eyes()[0]
    for side, picture, view, found in dice_thrown():
        half = found.size / 2
        c, s = np.cos(found.turn) * half, np.sin(found.turn) * half
        around = [(c - s, s + c), (-c - s, -s + c), (-c + s, -s - c), (c + s, s - c)]
        corners = np.array([(found.at[0] + x, found.at[1] + y, found.size) for x, y in around])
        outline = np.round(view.project(corners)).astype(np.int32)
        top = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(top, outline, 1)
        ground = np.median(picture[top > 0], axis=0)
        table = np.full(picture.shape, ground, np.float32)
        cv2.fillConvexPoly(table, outline + (outline[0] - outline[2]), tuple(ground * 0.6))
        table += np.random.default_rng(side).normal(0, 3, table.shape)
        shown = np.where(top[..., None] > 0, picture, table.clip(0, 255).astype(np.uint8))
        near = (found.at[0] + 0.011, found.at[1] - 0.009)
        shadow = replace(found, at=(found.at[0] + 2 * (c - s), found.at[1] + 2 * (s + c)))
        whole = seen.reader.die.whole(shown, view, shadow, [near])
        assert whole is not None
        assert np.hypot(*np.subtract(whole.at, found.at)) < 0.0015
        sides = seen.reader.die.sides.read(cut_side(shown, view, whole))
        assert max(sides, key=lambda each: sides[each]) == side


@pytest.mark.parametrize(("fit", "near"), [(0.1, (-0.15, -0.1)), (0.6, (-0.15, -0.12))])
def test_a_die_that_is_not_clear_is_sought_by_its_marks_where_small_marks_lie(
    monkeypatch: pytest.MonkeyPatch, fit: float, near: Spot
) -> None:
    """And where something looks most like a die, or has its colour at least."""
    seen, room, film, memory = eyes()
    still = room.settle(first_lying())[-1]
    alike, marked = [(-0.15, -0.1)], [(-0.2, -0.1), (-0.2, -0.12), (-0.2, -0.14)]
    monkeypatch.setattr(die_search, "find_coloured", lambda *_: alike)
    monkeypatch.setattr(die_search, "find_marked", lambda *_: marked)
    square = Square((-0.15, -0.12), 0.0, 0.0165, fit)
    monkeypatch.setattr(die_search, "find_square", lambda *_: square)
    sought: list[Spot] = []

    def found(_: Any, __: Any, at: Spot, ___: Any) -> Square:
        sought.append(at)
        return square

    monkeypatch.setattr(die_search, "find_marks", found)
    seen.reader.read(film.shoot(still), view_of(still), replace(memory, side=None), range(7))
    assert sought == [near, *marked[:2]]


def test_a_die_whose_whole_top_shows_is_read_though_its_marks_reach_its_rim(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown, (seen, _, _, memory) = dice_shown(), eyes()
    monkeypatch.setattr(DieReader, "strange_rim", lambda *_: 0.2)
    for side, picture, view, _ in shown:
        reading = seen.reader.read(picture, view, memory, range(7))
        assert max(reading.die, key=lambda each: reading.die[each]) == side


def test_every_side_of_the_die_is_read_wherever_it_lies() -> None:
    for side, _, _, reading in dice_shown():
        assert max(reading.die, key=lambda each: reading.die[each]) == side
        assert reading.thrown is True


def test_a_key_that_the_bare_table_looks_like_is_neither_there_nor_gone() -> None:
    rng = np.random.default_rng(6)
    grey = cv2.GaussianBlur(rng.normal(0, 8, (ROWS, COLUMNS)), (0, 0), 3.0)
    grain = np.dstack([grey] * 3)
    table = grain.astype(np.float32)
    bare = [contrasts(table, (0.31, y), 0.008, range(5)) for y in (0.1, 0.0, -0.1)]
    strong, faint = (KeyPlace((0.2, 0.0), 2, np.full(3, c, np.float32)) for c in (2.0, 0.3))
    assert trusted(strong, bare).trust == 1.0
    assert trusted(faint, bare).trust == 0.0
    glare = np.zeros(table.shape[:2], bool)
    assert read_key(table, glare, trusted(faint, bare)) == 0.0


def test_a_pearl_heard_during_a_hard_knock_fell_though_nobody_saw_the_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fresh = Eyes(profile())

    def knocked(*_: Any) -> Any:
        raise Lost

    monkeypatch.setattr("vision.seven_locks.at_work.find_hand", knocked)
    small = np.zeros((240, 320, 3), np.uint8)
    still = eyes()[1].settle(first_lying())[-1]
    fresh.hands.seen(1.0, small, Rest(small, view_of(still)), view_of(still))
    fresh.hands.heard(1.1, 0.95)
    assert [pearl.sure for pearl in fresh.hands.watch.pearls()] == [0.95]


def at_rest() -> tuple[Eyes, Picture, View, Small]:
    """Eyes that know nothing yet, and a table at rest with its small frame."""
    _, room, film, _ = eyes()
    still = room.settle(first_lying())[-1]
    picture = film.shoot(still)
    return Eyes(profile()), picture, view_of(still), shrink(picture)


def opening() -> Position:
    return GAME.apply(game().start, SetUp(0, first_lying().keymaster or 0))


def test_where_a_pearl_fell_is_looked_at_again_once_the_table_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fresh, picture, view, small = at_rest()
    asked = []

    def lost_at_first(frame: Any, rest: Rest, *_: Any) -> tuple[float, ...]:
        asked.append((float(frame[0, 0, 0]), rest.small is not small))
        if rest.small is small:
            raise Lost
        return tuple(float(tower == 4) for tower in range(7))

    monkeypatch.setattr("vision.seven_locks.at_work.find_hand", lost_at_first)
    for number in (1, 2, 3):
        frame = np.full_like(small, number)
        fresh.hands.seen(number / 10, frame, Rest(small, view), view)
    fresh.hands.heard(0.35, 0.95)
    assert max(fresh.hands.watch.pearls()[0].towers) == pytest.approx(1 / 7)
    fresh.read(picture, view, [opening()], eyes()[3])
    (pearl,) = fresh.hands.watch.pearls()
    assert (int(np.argmax(pearl.towers)), max(pearl.towers) > 0.99) == (4, True)
    assert asked == [(1, False), (2, False), (3, False), (1, True), (2, True), (3, True)]
    fresh.read(picture, view, [opening()], eyes()[3])
    assert len(asked) == 6  # once is enough


@pytest.mark.parametrize(("again", "believed"), [(4, 4), (None, 2)])
def test_a_hand_seen_at_work_is_not_disbelieved_for_a_table_that_hides_it(
    again: int | None, believed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, picture, view, small = at_rest()
    told = iter((2, again))

    def over(_: Any, rest: Rest, *__: Any) -> tuple[float, ...]:
        number = next(told)
        assert (rest.before is None) == (number == 2)
        return tuple(float(tower == number) for tower in range(7))

    monkeypatch.setattr("vision.seven_locks.at_work.find_hand", over)
    fresh.hands.seen(0.2, np.full_like(small, 9), Rest(small, view), view)
    fresh.hands.heard(0.35, 0.95)
    fresh.read(picture, view, [opening()], eyes()[3])
    assert int(np.argmax(fresh.hands.watch.pearls()[0].towers)) == believed


def test_a_keymaster_behind_a_tower_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, room, film, memory = eyes()
    still = room.settle(first_lying())[-1]
    picture, view = film.shoot(still), view_of(still)
    clear = read(first_lying())
    doubtful = replace(clear, keymaster=(0.0, -9.0, -9.0, -0.5, -9.0, -9.0, -9.0))
    monkeypatch.setattr(seen.reader, "survey", lambda *_: memory)
    monkeypatch.setattr(seen.reader, "read", lambda *_: doubtful)
    # People first stand him where he is seen, as the phones ask for; then they are asked.
    for _ in range(2):
        found = seen.look_at_set_up(picture, view, 4)
        faults = [(each.key, each.hint) for each in found.faults]
        assert faults == [("setup.seven_locks-keymaster", False)]
        assert (found.event, found.complete) == (None, True)
    seen.hands.lost_view(1.0)
    found = seen.look_at_set_up(picture, view, 4)
    assert (found.event, found.rivals) == (SetUp(0, 0), [SetUp(0, 3)])
    assert not found.complete
    nowhere = replace(clear, keymaster=(0.0,) * 7, homes=((1.0, 0.0), *clear.homes[1:]))
    monkeypatch.setattr(seen.reader, "read", lambda *_: nowhere)
    higher = replace(memory, tops=replace(memory.tops, height=0.2))
    monkeypatch.setattr(seen.reader, "survey", lambda *_: higher)
    found = seen.look_at_set_up(picture, view, 4)
    assert found.event is None
    # All else is known, once somebody says where he is; what is hard to see is said with it.
    assert seen._tops().height == 0.2
    told = [(each.key, each.hint) for each in found.faults]
    assert told == [("setup.seven_locks-keymaster", False), ("setup.seven_locks-coats", True)]


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ((-9, -9, 0, -9, -9, -9, -9), [2]),
        ((-2, -9, 0, -9, -2.5, -9, -9), [2, 0, 4]),
        ((-1.5, -2, 0, -2, -2, -9, -9), [2, 0, 1]),  # it shows a little: the first three are asked
        ((0, -0.5, -0.5, -0.5, -9, -9, -9), []),  # it shows nowhere
    ],
)
def test_only_a_keymaster_that_shows_somewhere_is_asked_for(
    values: tuple[float, ...], places: list[int]
) -> None:
    assert likely_places(values) == places


@pytest.mark.parametrize(("long", "there"), [(1, 1.0), (12, -0.5)])
def test_grain_in_the_colour_of_a_coat_without_its_outline_is_none(long: int, there: float) -> None:
    radius, at, look = 0.007, (0.0, -0.1), np.array((0.1, 0.3, -0.1), np.float32)
    column, row = cell(at)
    table = np.zeros((ROWS, COLUMNS, 3), np.float32)
    wide = round(radius / STEP)
    cv2.ellipse(table, (column, row), (wide, wide * long), 0, 0, 360, tuple(map(float, look)), -1)
    table = cv2.GaussianBlur(table, (0, 0), 0.6)
    table *= 0.33 / max(1e-6, float(np.linalg.norm(round_contrast(table, radius)[row, column])))
    shape = (ROWS, COLUMNS)
    flat = Flat(table, np.ones(shape, bool), np.zeros(shape, bool))
    hidden: Any = SimpleNamespace(at=lambda _, share: False)
    value = read_home(flat, Home(at, look, 0.9), hidden, radius)
    assert value == pytest.approx(there, abs=0.2)


@pytest.mark.parametrize(("aside", "looks"), [(0, 1), (3, 2)])
def test_a_coat_is_looked_for_only_if_it_does_not_lie_where_it_did(
    monkeypatch: pytest.MonkeyPatch, aside: int, looks: int
) -> None:
    radius, at, look = 0.0095, (0.0, -0.1), np.full(3, 0.9, np.float32)
    column, row = cell(at)
    table = np.full((ROWS, COLUMNS, 3), -1.2, np.float32)
    cv2.circle(table, (column + aside, row), round(radius / STEP), (-0.3, -0.3, -0.3), -1)
    flat = Flat(table, np.ones((ROWS, COLUMNS), bool), np.zeros((ROWS, COLUMNS), bool))
    seen: list[Any] = []
    monkeypatch.setattr(
        "vision.seven_locks.coats.weighed",
        lambda values, kernels: (seen.append(values), weighed(values, kernels))[1],
    )
    nothing: Any = SimpleNamespace(at=lambda _, share: False)
    assert read_home(flat, Home(at, look, 0.0), nothing, radius) > 0.99
    assert len(seen) == looks


def test_a_coat_behind_a_tower_is_missed_only_once_it_was_seen() -> None:
    radius, shape, look = 0.0095, (ROWS, COLUMNS), np.full(3, 0.9, np.float32)
    pair = (Home((-0.25, 0.1), look, 0.0), Home((-0.22, 0.1), np.zeros(3, np.float32)))
    behind: Any = SimpleNamespace(at=lambda at, share: at == pair[1].at)
    nothing: Any = SimpleNamespace(at=lambda _, share: False)
    one, other = unhidden(pair, behind)
    assert (one, other.seen) == (pair[0], False)
    table = np.full((*shape, 3), -1.2, np.float32)
    bare = Flat(table, np.ones(shape, bool), np.zeros(shape, bool))
    laid = Flat(table.copy(), bare.inside, bare.blown)
    cv2.circle(laid.values, cell(other.at), round(radius / STEP), (-0.3, -0.3, -0.3), -1)
    assert read_home(laid, other, behind, radius) == 0.0
    assert read_home(bare, other, nothing, radius) == 0.0
    assert read_home(laid, other, nothing, radius) > 0.99
    assert not found_again(other, 0.3).seen
    found = found_again(other, 1.0)
    assert read_home(bare, found, nothing, radius) == -1.0
    neither: Any = SimpleNamespace(at=lambda _, share: True)
    assert not any(home.contrast.any() for home in unhidden(pair, neither))


@pytest.mark.parametrize(("grain", "hidden"), [(0.0, True), (0.15, False)])
def test_where_wood_is_light_and_dark_what_is_a_little_lighter_is_wood(
    grain: float, hidden: bool
) -> None:
    radius, shape = 0.0095, (ROWS, COLUMNS)
    spots = [(-0.25, 0.12 - 0.04 * n) for n in range(7)]
    ground = np.full(3, -1.2, np.float32)
    table = np.tile(ground, (*shape, 1))
    for n, at in enumerate(spots[1:]):  # as it was taught the table was neither light nor dark
        column, row = cell(at)
        table[row - 9 : row + 10, column - 9 : column + 10] += grain * (-1) ** n
    flat = Flat(table, np.ones(shape, bool), np.zeros(shape, bool))
    cv2.circle(table, cell(spots[0]), round(radius / STEP), (-1.2, -1.0, -0.7), -1)
    assert lighter(flat, [(at, ground) for at in spots], radius)[0] is hidden


@pytest.mark.parametrize(
    ("shows", "edge", "seen"),
    [
        ((0.6, 0.6), 0.8, True),
        ((0.3, 0.6), 0.8, False),
        ((0.6, 0.3), 0.8, False),
        ((1, 1), 0.6, False),
    ],
)
def test_a_coat_beside_the_edge_of_a_roof_is_seen_if_it_looks_like_the_other(
    shows: tuple[float, float], edge: float, seen: bool
) -> None:
    look = np.array((2.0, 1.0, 0.1), np.float32)
    there = Home((-0.25, 0.1), look, 1.1)
    beside = Home((-0.22, 0.1), look * shows[0], 1.1 * shows[1])
    hidden: Any = SimpleNamespace(at=lambda at, share: at == beside.at and share > edge)
    one, other = unhidden((there, beside), hidden)
    assert one == there
    assert (other.seen, other.contrast is beside.contrast) == (seen, seen)
    assert hidden.at(other.at, other.share) is not seen


def test_a_hand_on_a_coat_takes_it_from_nobody() -> None:
    radius, shape = 0.0095, (ROWS, COLUMNS)
    spots = [(-0.25, 0.12), (-0.22, 0.12), (-0.25, 0.0), (-0.22, 0.0)]
    ground, white = np.full(3, -1.2, np.float32), np.full(3, 0.9, np.float32)
    homes = [Home(at, white, 0.9, ground) for at in spots]
    table = np.tile(ground, (*shape, 1))
    for at in spots[:3]:
        cv2.circle(table, cell(at), round(radius / STEP), (-0.3, -0.3, -0.3), -1)
    flat = Flat(table - 0.5, np.ones(shape, bool), np.zeros(shape, bool))  # in less light
    assert covered(flat, homes[3:], radius) == [False]
    assert covered(flat, homes, radius)[3] is False
    column, row = cell(spots[3])
    place = (slice(row - 8, row + 9), slice(column - 8, column + 9))
    things = [((-1.9, -1.5, -1.1), 0.0), ((-0.8, -0.8, -0.8), 0.0), ((-2.5, -2.1, -1.9), -1.0)]
    things.append(((-1.1, -1.1, -1.1), -1.0))  # a shadow has gone
    reader: Any = SimpleNamespace(profile=SimpleNamespace(sizes=SimpleNamespace(coat=radius)))
    memory: Any = SimpleNamespace(homes=(tuple(homes[:2]), tuple(homes[2:])))
    hidden: Any = SimpleNamespace(at=lambda _, share: False)
    for look, there in [*things, ((-2.9, -2.9, -2.9), -1.0)]:  # skin, a grey thing; grain, a shadow
        flat.values[place] = look
        assert covered(flat, homes, radius)[3] is (there == 0.0)
        (_, (_, last)) = SevenLocksReader._read_homes(reader, flat, memory, hidden)
        assert np.sign(last) == there


def test_hands_that_reached_for_coats_are_forgotten_with_every_word_of_coats() -> None:
    position = GAME.start(3, {}, {})
    for event in (SetUp(0, 0), Fill(), Roll(1, 1), Drop(4), Move(1), Take(5)):
        position = GAME.apply(position, event)
    seen = Eyes(profile())
    seen.confirm(position)
    for time in (1.0, 1.1, 1.2):
        seen.hands.watch.hand(time, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    assert [pearl.time for pearl in seen.hands.watch.pearls()] == [1.1]
    seen.hands._read_at = 2.0
    seen.confirm(GAME.apply(position, Coat(1, False)))
    assert [pearl.time for pearl in seen.hands.watch.pearls()] == [1.1]  # stories may go on with it
    seen.hands.nothing_happened()
    assert seen.hands.watch.pearls() == ()


def test_marks_to_follow_lie_on_the_board_and_on_no_tower() -> None:
    seen, room, film, _ = eyes()
    still = room.settle(first_lying())[-1]
    view = view_of(still)
    covers = seen.covers(view)
    assert len(covers) == 8
    marks = anchor(film.shoot(still), view, BOARD, 0.0, covers)
    assert len(marks.pixels) >= 40
    for x, y in marks.pixels.tolist():
        for outline in covers:
            assert cv2.pointPolygonTest(outline.astype(np.float32), (x, y), True) < 1.5


def test_a_tower_hides_what_is_behind_it() -> None:
    view = View(1280, 960, 900.0, 0.0, np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 0.8]))
    hidden = Hidden(view, Sizes(0.11, 0.18, 0.054, 0.0095, 0.0095), Tops(0.11, 0.18), (0,))
    outside = spot(0.14, 0)
    assert hidden.at(outside)
    assert not hidden.at(spot(0.14, 3))
    assert not hidden.at(spot(0.05, 0))


def test_a_profile_is_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    profile().save(tmp_path)
    known = Profile.load(tmp_path)
    assert known.sizes == profile().sizes
    assert known.keys == profile().keys
    assert known.homes == profile().homes
    assert known.die.style == profile().die.style
    assert known.box_facts() == profile().box_facts()
    assert np.array_equal(known.roof, profile().roof)
    assert {tuple(side) for side in known.box_facts()["die"]} == set(game().theme.die)  # type: ignore[union-attr, arg-type]


@pytest.mark.parametrize("alone", [False, True])
def test_the_keymaster_is_not_learned_as_part_of_the_board(alone: bool) -> None:
    bare = lesson(*taught_pictures()[1])
    assert bare.keymaster is not None
    other = replace(bare, picture=np.full_like(bare.picture, 90)) if alone else None
    board = _bare_board(bare, profile().sizes.walk, other)
    shown = take(bare.picture, maps_for(bare.view, board_window(BOARD_STEP)))

    def unlike(picture: Picture) -> float:
        places = [spot(profile().sizes.walk, place) for place in range(7)]
        cells = [(round(250 - y / BOARD_STEP), round(250 + x / BOARD_STEP)) for x, y in places]
        looks = [picture[r - 5 : r + 6, c - 5 : c + 6].mean(axis=(0, 1)) for r, c in cells]
        here = looks.pop(bare.keymaster or 0)
        return float(np.linalg.norm(here - np.median(looks, axis=0)))

    assert unlike(board) < 25
    assert unlike(shown) > 60


def test_teaching_says_what_is_missing() -> None:
    full, bare = (lesson(*each) for each in taught_pictures()[:2])
    with pytest.raises(TeachingError, match="all seven towers"):
        teach([full])
    with pytest.raises(TeachingError, match="none of them"):
        teach([bare])


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the shared photos are not here")
def test_photo_like_pictures_are_read_right_place_by_place() -> None:
    from device.bench.photos_seven_locks import LABELS

    seen = Eyes(teach_from(read_lessons(PHOTOS / "teach")[1], "seven_locks"))  # type: ignore[arg-type]
    memory = None
    for name in ("frame_0000", "frame_0003", "frame_0008"):
        label = json.loads((PHOTOS / "seq_00" / f"{name}.json").read_text(encoding="utf-8"))
        picture = np.asarray(cv2.imread(str(PHOTOS / "seq_00" / f"{name}.jpg")), np.uint8)
        corners = np.array(label["board_corners_px"], float)
        view = solve_view(CORNERS, corners, (1280, 960))
        memory = memory or seen.reader.survey(picture, view, 4)
        assert memory is not None
        towers = label["state"]["standing_towers"]
        reading = seen.reader.read(picture, view, memory, towers)
        true = LABELS.cells_of_label(label)
        found = LABELS.cells_of_reading(reading)
        assert {key: found[key] for key in true} == true


def test_a_white_die_on_a_white_table_is_found_by_its_marks() -> None:
    values = np.random.default_rng(2).normal(-0.3, 0.03, (90, 110, 3)).astype(np.float32)
    values[40:48, 60:68] += 0.04  # the die, hardly lighter than the table
    for row, column in ((42, 64), (45, 62), (45, 64), (45, 66)):
        values[row : row + 2, column : column + 1] -= 1.6
    everywhere = np.ones((90, 110), np.float32)
    first, *_ = find_marked(values, everywhere, 0.008, (0, 0))
    assert np.hypot(*np.subtract(first, place_of(64, 44))) < 0.005
    covered = everywhere.copy()
    covered[30:60, 50:80] = 0
    others = find_marked(values, covered, 0.008, (0, 0))
    assert all(np.hypot(*np.subtract(at, place_of(64, 44))) > 0.01 for at in others)


def test_a_row_that_begins_with_the_grain_of_the_table_is_moved_on() -> None:
    rng = np.random.default_rng(6)
    grain = cv2.GaussianBlur(rng.normal(0, 0.9, (ROWS, COLUMNS)), (0, 0), sigmaX=12, sigmaY=1)
    values = np.repeat(grain[..., None], 3, axis=2).astype(np.float32) - 1.0
    bows = [(0.22, 0.155 - 0.044 * n) for n in range(8)]
    for n, at in enumerate(bows):
        draw_key(values, at, np.roll([1.2, -0.8, 0.3], n) - 1.0)
    shifted = [(0.22, 0.155 + 0.044), *bows[:-1]]
    for found in (bows, shifted):
        assert np.abs(np.subtract(whole_row(values, found), bows)).max() < 0.004
    other = [*bows[1:], (0.22, bows[-1][1] - 0.044)]
    assert np.abs(np.subtract(whole_row(values, other), bows)).max() < 0.004


def test_a_key_that_lies_out_of_the_row_is_none_if_one_lies_in_it_at_its_other_end() -> None:
    values = np.random.default_rng(4).normal(-1.0, 0.02, (ROWS, COLUMNS, 3)).astype(np.float32)
    bows = [(0.22, 0.155 - 0.044 * n) for n in range(8)]
    aside = (0.206, bows[-1][1] - 0.036)
    for n, at in enumerate((*bows, aside)):
        draw_key(values, at, np.roll([1.2, -0.8, 0.3], n) - 1.0)
    assert np.abs(np.subtract(whole_row(values, [*bows[1:], aside]), bows)).max() < 0.002
    nothing_else = [*bows[:-1], (0.206, bows[-1][1] + 0.008)]
    values[:] = -1.0
    for n, at in enumerate(nothing_else):
        draw_key(values, at, np.roll([1.2, -0.8, 0.3], n) - 1.0)
    assert np.abs(np.subtract(whole_row(values, nothing_else), nothing_else)).max() < 0.001


def test_a_key_that_hardly_shows_lies_in_the_row_and_not_where_the_grain_looks_like_it() -> None:
    values = np.random.default_rng(4).normal(-1.0, 0.02, (ROWS, COLUMNS, 3)).astype(np.float32)
    bows = [(0.22, 0.155 - 0.044 * n) for n in range(8)]
    for n, at in enumerate(bows):
        if n != 3:
            draw_key(values, at, np.roll([1.2, -0.8, 0.3], n) - 1.0)
    found = [*bows[:3], (0.204, bows[3][1] + 0.004), *bows[4:]]
    assert np.abs(np.subtract(whole_row(values, found), bows)).max() < 0.004


@pytest.mark.parametrize("faint", [0, 7])
def test_a_key_at_an_end_that_hardly_shows_lies_where_the_row_is_beside_the_boards_middle(
    faint: int,
) -> None:
    """A brown one on brown wood was taught as the first of the row, and all others as the next."""
    values = np.full((ROWS, COLUMNS, 3), -1.0, np.float32)
    bows = [(0.22, 0.155 - 0.044 * n) for n in range(8)]
    for n, at in enumerate(bows):
        if n != faint:
            draw_key(values, at, np.roll([1.2, -0.8, 0.3], n) - 1.0)
    before, after = (0.22, bows[0][1] + 0.044), (0.22, bows[-1][1] - 0.044)
    wrong = [before, *bows[:-1]] if faint else [*bows[1:], after]
    for found in (bows, wrong):
        assert np.abs(np.subtract(whole_row(values, found), bows)).max() < 0.004


def draw_key(values: Array, at: Spot, look: Array) -> None:
    """A key whose bow lies somewhere, in a colour."""
    column, row = cell(at)
    cv2.circle(values, (column, row), 4, look.tolist(), 2)
    cv2.line(values, (column + 4, row), (column + 19, row), look.tolist(), 2)


def grained(seed: int, strong: float, wide: float, high: float, last: float) -> Array:
    """A row of keys on grain, the last of them of a colour that shows more or less."""
    noise = np.random.default_rng(seed).normal(0, strong, (ROWS, COLUMNS))
    grain = cv2.GaussianBlur(noise, (0, 0), sigmaX=wide, sigmaY=high)
    values = np.repeat(grain[..., None], 3, axis=2).astype(np.float32) - 1.0
    for n in range(8):
        look = np.roll([1.2, -0.8, 0.3], n) * (last if n == 7 else 1.0) - 1.0
        if n < 7 or last:
            draw_key(values, (0.22, 0.155 - 0.044 * n), look)
    return values


@pytest.mark.parametrize(
    ("seed", "strong", "wide", "high", "last"),
    [(0, 5.0, 20, 3, 0.0), (6, 5.0, 20, 3, 0.0), (2, 3.0, 12, 1, 0.4)],
)
def test_the_grain_beyond_a_row_is_no_key_though_the_one_at_its_end_hardly_shows(
    seed: int, strong: float, wide: float, high: float, last: float
) -> None:
    bows = [(0.22, 0.155 - 0.044 * n) for n in range(8)]
    found = whole_row(grained(seed, strong, wide, high, last), bows)
    assert np.abs(np.subtract(found, bows)).max() < 0.001


def test_a_breath_of_colour_beyond_a_row_is_no_key() -> None:
    values = np.random.default_rng(4).normal(-1.0, 0.01, (ROWS, COLUMNS, 3)).astype(np.float32)
    bows = [(0.22, 0.155 - 0.044 * n) for n in range(8)]
    for n, at in enumerate(bows[:-1]):
        draw_key(values, at, np.roll([1.2, -0.8, 0.3], n) - 1.0)
    draw_key(values, (0.22, 0.155 + 0.044), np.array([0.06, -0.03, 0.0]) - 1.0)
    assert np.abs(np.subtract(whole_row(values, bows), bows)).max() < 0.001


def test_towers_are_measured_by_their_roofs_though_the_table_beyond_is_white() -> None:
    full = lesson(*taught_pictures()[0])
    ring, height = profile().sizes.ring, profile().sizes.height
    assert _roof(full, ring)[0].height == pytest.approx(height)
    white = full.soft.copy()
    tops = Tops(ring, height)
    away = np.ones(white.shape[:2], np.uint8)
    for place in range(7):
        x, y = tops.at(place)
        turns = np.linspace(0, 2 * np.pi, 24)
        points = [(x + 0.024 * np.cos(a), y + 0.024 * np.sin(a), height) for a in turns]
        cv2.fillConvexPoly(away, full.view.project(np.array(points)).round().astype(int), 0)
    far = full.view.project(np.array([(*tops.at(place), height) for place in range(7)]))
    outside = np.ones_like(away)
    cv2.fillConvexPoly(outside, cv2.convexHull(far.round().astype(np.int32)), 0)
    white[(away & outside) > 0] = 250
    white[(away & ~outside & 1) > 0] = 8
    found = _roof(replace(full, soft=white), ring)[0].height
    assert found == pytest.approx(height, rel=0.08)


def on_grain(bump: float, other_table: bool = False) -> tuple[list[Lesson], list[Spot]]:
    """A table of strong grain with a row of keys, the last one hardly lighter, and the table empty;
    in between the camera was bumped by some pixels.
    """
    bows = [(0.22, 0.155 - 0.044 * n) for n in range(8)]
    one = lesson(*taught_pictures()[1])
    high, wide = one.picture.shape[:2]
    grain = cv2.GaussianBlur(
        np.random.default_rng(6).normal(0, 380, (high, wide)), (0, 0), sigmaX=25, sigmaY=2
    )
    table = np.clip(np.array([60, 90, 130]) + grain[..., None], 0, 255).astype(np.uint8)
    laid = table.copy()
    for n, at in enumerate((*bows, (0.22, 0.155 + 0.044))):
        turns = np.arange(0, 7, 0.3)
        ring = [(at[0] + 0.008 * np.cos(a), at[1] + 0.008 * np.sin(a), 0.0) for a in turns]
        ink = np.zeros((high, wide), np.uint8)
        for way in (ring, [(at[0] + 0.0095, at[1], 0.0), (at[0] + 0.05, at[1], 0.0)]):
            cv2.polylines(ink, [one.view.project(np.array(way)).round().astype(int)], False, 1, 7)
        if n < 7:
            laid[ink > 0] = np.roll([20, 120, 220], n)
        elif n == 7:
            laid[ink > 0] = np.clip(laid[ink > 0] * 1.12 + 4, 0, 255)
        else:  # the grain itself looks like a key
            for each in (table, laid):
                each[ink > 0] = each[ink > 0] // 3
    moved = np.array([[1.0, 0.002 * bump, bump], [-0.002 * bump, 1.0, -bump]])
    bumped = cv2.warpAffine(table[::-1] if other_table else table, moved, (wide, high))
    nothing = replace(one, towers=frozenset(), keymaster=None, keys=0, seats=0, die=None)
    pictures = (laid, np.asarray(bumped, np.uint8))
    bare, empty = (
        replace(each, picture=shown, soft=cv2.GaussianBlur(shown, (0, 0), 0.8))
        for each, shown in zip((one, nothing), pictures, strict=True)
    )
    return [bare, empty], bows


@pytest.mark.parametrize("bump", [0.0, 2.5])
def test_keys_in_the_colours_of_the_table_are_found_where_the_empty_table_was_pictured(
    bump: float,
) -> None:
    lessons, bows = on_grain(bump)
    flat = flatten(lessons[0].soft, table_maps(lessons[0].view)).values
    laid = _laid(lessons, lessons[0], flat)
    found = whole_row(laid, find_row(laid))
    assert np.linalg.norm(np.subtract(found, bows), axis=1).max() < 0.006
    alone = whole_row(flat, find_row(flat))
    assert np.linalg.norm(np.subtract(alone, bows), axis=1).max() > 0.02


def test_an_empty_table_that_is_another_one_says_nothing() -> None:
    lessons, _ = on_grain(0.0, other_table=True)
    flat = flatten(lessons[0].soft, table_maps(lessons[0].view)).values
    assert _laid(lessons, lessons[0], flat) is flat
    assert _laid(lessons[:1], lessons[0], flat) is flat


def test_grain_that_lies_out_of_step_is_no_key_though_the_last_key_hardly_shows() -> None:
    values = np.random.default_rng(4).normal(-1.0, 0.02, (ROWS, COLUMNS, 3)).astype(np.float32)
    bows = [(0.22, 0.155 - 0.044 * n) for n in range(8)]
    for found in ([(0.22, 0.155 + 0.062), *bows[:-1]], bows):
        assert np.abs(np.subtract(whole_row(values, found), bows)).max() < 0.001
    other = [*bows[1:], (0.22, bows[-1][1] - 0.062)]
    assert np.abs(np.subtract(whole_row(values, other), bows)).max() < 0.001


def test_a_die_beside_a_dark_shadow_is_found_by_its_marks() -> None:
    values = np.random.default_rng(2).normal(-0.3, 0.03, (90, 110, 3)).astype(np.float32)
    shade = np.zeros((90, 110, 3), np.float32)
    shade[46:58, 66:79] = 0.5  # what the die throws, larger than itself
    values -= cv2.GaussianBlur(shade, (0, 0), 2.5)
    values[40:48, 60:68] = -0.26
    for row, column in product((42, 45), (61, 64, 66)):
        values[row : row + 2, column : column + 1] -= 1.6
    first, *_ = find_marked(values, np.ones((90, 110), np.float32), 0.008, (0, 0))
    assert np.hypot(*np.subtract(first, place_of(64, 44))) < 0.005


def thing(x: float, y: float, hue: float, contrast: float) -> Round:
    return Round((x, y), 0.0095, contrast, np.array([hue, 0.0, 0.0], np.float32))


def four_pairs(contrast: float) -> list[list[Round]]:
    """The coats of four seats, one below the other."""
    rows = [(seat, 0.13 - 0.09 * seat) for seat in range(4)]
    return [[thing(x, y, seat, contrast) for x in (-0.25, -0.228)] for seat, y in rows]


def test_loose_change_is_no_pair_of_coats() -> None:
    coats = four_pairs(1.0)
    change = [thing(x, 0.22, 9.0, 1.9) for x in (-0.272, -0.25, -0.228)]
    found = find_pairs([*change, *(each for pair in coats for each in pair)], 4)
    assert [list(pair) for pair in found] == coats


def test_a_die_beside_a_pair_of_coats_makes_no_heap_of_coins_of_them() -> None:
    coats = four_pairs(1.3)
    coins = [thing(-0.25, 0.22, 9.0, 1.1), thing(-0.23, 0.22, 9.0, 1.1)]
    die = thing(-0.205, -0.14, 3.5, 0.6)
    found = find_pairs([*coins, die, *(each for pair in coats for each in pair)], 4)
    assert [list(pair) for pair in found] == coats


def test_a_die_much_like_the_coats_beside_it_makes_no_heap_of_coins_of_them() -> None:
    coats = four_pairs(1.3)
    faint = [thing(-0.25, 0.22, 9.0, 0.5), thing(-0.228, 0.22, 9.0, 0.5)]
    die = thing(-0.2, -0.14, 3.45, 0.9)
    found = find_pairs([*faint, die, *(each for pair in coats for each in pair)], 4)
    assert [list(pair) for pair in found] == coats


def test_larger_coins_are_no_coats() -> None:
    coats = four_pairs(1.3)
    coats[3][1] = replace(coats[3][1], contrast=0.3)  # a die lies on its edge
    coins = [replace(thing(x, -0.165, 9.0, 0.6), radius=0.0125) for x in (-0.25, -0.228)]
    found = find_pairs([*coins, *(each for pair in coats for each in pair)], 4)
    assert [list(pair) for pair in found] == coats


def test_a_die_whose_other_side_shows_in_the_colour_of_its_top_is_cut_along_its_top() -> None:
    """The square that fits best may reach over the edge; what is read is the whole top."""
    seen = eyes()[0]
    for _, picture, view, found in dice_thrown():
        c, s = np.cos(found.turn) * found.size, np.sin(found.turn) * found.size
        for u, v in ((0.0, 0.0), (0.26, 0.0), (0.13, -0.26), (0.52, 0.0), (0.0, -0.52)):
            aside = replace(found, at=(found.at[0] + c * u + s * v, found.at[1] + s * u - c * v))
            top = whole_top(aside, lambda each: seen.reader.die.well_cut(picture, view, each))  # noqa: B023
            assert np.hypot(*np.subtract(top.at, found.at)) < 0.0001


@pytest.mark.parametrize(
    ("here", "there", "far"),
    [(0.55, 0.7, 0.0), (0.65, 0.76, 0.52), (0.45, 0.66, 0.52), (0.8, 0.9, 0.0)],
)
def test_only_what_is_plainly_a_die_is_its_top_farther_aside(
    here: float, there: float, far: float
) -> None:
    square = Square((0.1, 0.2), 0.0, 0.02, 0.5)

    def shown(squares: Sequence[Square]) -> Array:
        plain = [each.at == pytest.approx((0.1 + 0.52 * 0.02, 0.2)) for each in squares]
        return np.where(plain, there, here)

    assert whole_top(square, shown).at == pytest.approx((0.1 + far * 0.02, 0.2))


@pytest.mark.parametrize("far", [0.0, 0.26, 0.52])
def test_the_top_of_a_die_is_cut_more_exactly_than_its_slides_are_apart(far: float) -> None:
    square, true = Square((0.1, 0.2), 0.0, 0.02, 0.5), np.array([far + 0.06, 0.06])

    def shown(squares: Sequence[Square]) -> Array:
        aside = np.array([np.subtract(each.at, square.at) for each in squares]) * (1, -1) / 0.02
        return np.asarray(0.74 - 2.0 * np.linalg.norm(aside - true, axis=1), np.float32)

    assert whole_top(square, shown).at == pytest.approx((0.1 + (far + 0.06) * 0.02, 0.1988))


def test_a_key_is_told_from_grain_by_its_colour() -> None:
    rng = np.random.default_rng(6)
    grey = cv2.GaussianBlur(rng.normal(0, 8, (ROWS, COLUMNS)), (0, 0), 3.0)
    table = np.dstack([grey] * 3).astype(np.float32)
    bare = [contrasts(table, (0.31, y), 0.008, range(5)) for y in (0.1, 0.0, -0.1)]
    green = KeyPlace((0.2, 0.0), 2, np.array([-0.2, 0.3, -0.2], np.float32))
    told = trusted(green, bare)
    assert told.trust == 1.0
    assert told.shown(green.contrast) == pytest.approx(1.0)
    assert abs(float(told.shown(np.ones(3, np.float32)))) < 0.2


def behind(edge: float) -> Hidden:
    """Towers that hide everything left of a line."""
    hidden = SimpleNamespace(mask=lambda places, _z, _share: places[:, 0] < edge)
    hidden.points = partial(Hidden.points, cast("Hidden", hidden))
    hidden.bow = partial(Hidden.bow, cast("Hidden", hidden))
    return cast("Hidden", hidden)


def test_a_key_that_an_arm_pushed_aside_is_not_taken() -> None:
    def lying(*spots: Spot) -> Flat:
        values = np.random.default_rng(4).normal(-1.0, 0.02, (ROWS, COLUMNS, 3)).astype(np.float32)
        for at, look in zip(spots, ([0.5, -1.8, -0.6], [-1.9, 0.3, 0.4]), strict=False):
            draw_key(values, at, np.array(look))
        return Flat(values, np.ones((ROWS, COLUMNS), bool), np.zeros((ROWS, COLUMNS), bool))

    rows = [(0.2, 0.0), (0.2, -0.045)]
    first = lying(*rows)
    looks = [contrasts(first.values, at, 0.0, (2,))[0, 0] for at in rows]
    keys = tuple(KeyPlace(at, 2, look) for at, look in zip(rows, looks, strict=True))
    aside = (0.214, 0.018)
    known, values = where_pushed(lying(aside, rows[1]), keys, (-0.5, 1.0))
    assert values == (1.0, 1.0)
    assert np.hypot(*np.subtract(known[0].at, aside)) < 0.003
    taken, values = where_pushed(lying((0.3, 0.2), rows[1]), keys, (-0.5, 1.0))
    assert values == (-0.5, 1.0)
    assert [key.there for key in taken] == [False, True]
    # What was taken is no longer looked for; what lies there in another colour is no key of its.
    assert where_pushed(lying(aside, rows[1]), taken, (-0.5, 1.0))[1] == (-0.5, 1.0)
    assert where_pushed(lying((0.3, 0.2), aside), keys, (-0.5, -0.5))[1] == (-0.5, -0.5)


def shown_key(colour: Sequence[float], left: float = 0.0) -> np.ndarray:
    """A table with one key, its bow at (0.2, 0); nothing of it shows left of a line."""
    values = np.random.default_rng(4).normal(-1.0, 0.02, (ROWS, COLUMNS, 3)).astype(np.float32)
    bare = values.copy()
    column, row = cell((0.2, 0.0))
    cv2.circle(values, (column, row), 4, [each - 1.0 for each in colour], 2)
    cv2.line(values, (column + 4, row), (column + 19, row), [each - 1.0 for each in colour], 2)
    hidden = cell((left, 0.0))[0] if left else 0
    values[:, :hidden] = bare[:, :hidden]
    return values


def test_a_key_is_read_by_what_a_tower_leaves_of_it() -> None:
    look = np.full(3, 1.0, np.float32)
    key = KeyPlace((0.2, 0.0), 2, look)
    some, most = behind(0.205), behind(0.225)
    assert some.points(key) == (True, True, False, False, False, False)
    assert tells(replace(key, behind=some.points(key)), some)
    assert not tells(replace(key, behind=most.points(key)), most)
    assert not tells(replace(key, behind=some.points(key)), behind(0.0))  # it looks otherwise now


def test_the_dark_hole_of_a_roof_is_no_bow_of_a_key() -> None:
    at = profile().keys[3]
    edge = at[0] + 0.010

    def table(key: bool) -> Flat:
        """A dark key, of which a roof with a hole hides the bow."""
        values = np.random.default_rng(4).normal(-1, 0.02, (ROWS, COLUMNS, 3)).astype(np.float32)
        if key:
            draw_key(values, at, np.full(3, -2.6))
        values[:, : cell((edge, 0.0))[0]] = (-2.5, -2.4, -0.8)
        cv2.circle(values, cell(at), 5, (-4.0, -4.0, -4.0), -1)
        return Flat(values, np.ones((ROWS, COLUMNS), bool), np.zeros((ROWS, COLUMNS), bool))

    part, hidden = SevenLocksReader(profile())._row, behind(edge)
    there, gone = (without_towers(table(key), part, hidden) for key in (True, False))
    look = contrasts(there.values, at, 0.0, (2,))[0, 0]
    key = KeyPlace(at, 2, look, behind=hidden.points(KeyPlace(at, 2, look)))
    assert [read_key(each.values, each.blown, key) for each in (there, gone)] == [1.0, -1.0]
    blurred = contrasts(table(True).values, at, 0.0, (2,))[0, 0]
    assert read_key(table(False).values, gone.blown, replace(key, contrast=blurred)) > 0


def test_a_key_that_a_falling_tower_lays_bare_is_known_by_its_colour() -> None:
    glare = np.zeros((ROWS, COLUMNS), bool)
    half, whole = shown_key((1.4, -0.4, 0.2), 0.212), shown_key((1.4, -0.4, 0.2))
    other = shown_key((-0.6, 0.8, 0.2))
    look = contrasts(half, (0.2, 0.0), 0.0, (2,))[0, 0]
    key = KeyPlace((0.2, 0.0), 2, look, behind=behind(0.212).points(KeyPlace((0.2, 0.0), 2, look)))
    free = behind(0.0)
    again = as_hidden_now(Flat(whole, ~glare, glare), key, free)
    assert again.behind == (False,) * 6
    assert np.linalg.norm(again.contrast) > 1.3 * np.linalg.norm(look)
    assert read_key(whole, glare, again) == 1.0
    assert read_key(shown_key((0.0, 0.0, 0.0)), glare, again) == -1.0
    assert as_hidden_now(Flat(other, ~glare, glare), key, free) is key


def test_a_key_whose_bow_a_tower_hides_is_told_by_its_end() -> None:
    at, glare = (0.2, 0.0), np.zeros((ROWS, COLUMNS), bool)
    assert [behind(edge).bow(at) for edge in (0.205, 0.22)] == [False, True]
    table = shown_key((1.4, -0.4, 0.2), 0.22)
    look = contrasts(table, at, 0.0, (2,), tail=True)[0, 0]
    key = KeyPlace(at, 2, look, tail=True)
    key = replace(key, behind=behind(0.22).points(key))
    assert key.behind == (False,) * 4
    assert tells(key, behind(0.22))
    assert read_key(table, glare, key) == 1.0
    assert read_key(shown_key((0.0, 0.0, 0.0)), glare, key) == -1.0


def test_tops_are_found_farther_out_where_the_view_is_not_exact() -> None:
    seen, room, film, memory = eyes()
    still = room.settle(first_lying())[-1]
    picture, view = film.shoot(still), view_of(still)
    assert memory.tops.ring == seen.profile.sizes.ring
    long = move_view(replace(view, focal=view.focal * 1.4), CORNERS, board_corners(still))
    tops, fit = seen.reader._tops(picture, long)
    assert tops.ring == pytest.approx(1.05 * seen.profile.sizes.ring)
    assert fit > 0.75


@pytest.mark.parametrize("lean", [(0.0, 0.0), (0.013, -0.008)])
def test_tops_are_found_aside_where_the_view_is_not_exact(lean: tuple[float, float]) -> None:
    true, tried = Tops(0.115, 0.168, lean), list[Tops]()

    def fit(tops: Tops) -> float:
        tried.append(tops)
        off = [np.subtract(tops.at(place), true.at(place)) for place in range(7)]
        high = 0.3 * (tops.height - true.height)
        return float(np.exp(-0.5 * (np.mean(np.square(off)) * 2 + high * high) / 0.006**2))

    found, _ = best_tops(fit, 0.115, np.arange(0.09, 0.2701, 0.01))
    assert np.abs(np.subtract(found.lean, lean)).max() < 0.002
    assert found.height == pytest.approx(true.height, abs=0.006)
    assert any(tops.lean != (0.0, 0.0) for tops in tried) is (lean != (0.0, 0.0))
    x, y = spot(found.ring, 2)
    assert found.at(2) == (x + found.lean[0], y + found.lean[1])


@pytest.mark.parametrize(("look", "clear"), [((-0.24,) * 3, 0.16), ((0.3, -0.4, 0.1), 1.0)])
def test_a_key_that_looks_like_a_shadow_is_hardly_told(
    look: tuple[float, float, float], clear: float
) -> None:
    key = KeyPlace((0.2, 0.0), 2, np.array(look, np.float32))
    values = shown_key(look)
    seen = contrasts(values, key.at, 0.0, (2,))[0, 0]
    glare = np.zeros((ROWS, COLUMNS), bool)
    assert read_key(values, glare, replace(key, contrast=seen)) <= clear + 0.03
    assert (read_key(values, glare, replace(key, contrast=seen)) > 0.8) is (clear > 0.8)


def test_a_coat_looks_alike_whatever_lies_beside_it() -> None:
    values = np.full((60, 60, 3), -1.0, np.float32)
    cv2.circle(values, (30, 30), 4, (0.2, -0.5, -0.5), -1)
    alone = round_contrast(values, 0.0095)[30, 30]
    cv2.circle(values, (40, 30), 5, (-0.5, 0.4, -0.5), -1)
    cv2.circle(values, (20, 30), 5, (-2.5, -2.5, -2.5), -1)
    assert np.abs(round_contrast(values, 0.0095)[30, 30] - alone).max() < 0.05


def test_a_coat_laid_beside_others_above_a_key_is_seen_with_its_owner() -> None:
    """Laid in any order; what looks like a coat from the beginning is none."""
    first = first_lying()
    coats = list(first.coats)
    for number in (5, 1, 3):
        coats[number] = "6"
        marks = read(replace(first, coats=tuple(coats))).marks
    assert {seat for seat in range(4) if marks[seat, 6] > 0.7} >= {0, 1, 2}
    assert max(value for (_, key), value in marks.items() if key != 6) <= 0.55


def test_what_has_the_keymasters_colour_behind_a_tower_is_not_he() -> None:
    """Roofs may have it."""
    seen, room, film, memory = eyes()
    still = room.settle(first_lying())[-1]
    picture, view = film.shoot(still), view_of(still)
    there = first_lying().keymaster
    assert there is not None
    middle = np.array(spot(seen.profile.sizes.walk, there))
    hidden = SimpleNamespace(
        mask=lambda places, *_: np.linalg.norm(places - middle, axis=1) < 0.03,
        at=lambda place, _z: bool(np.hypot(*(place - middle)) < 0.03),
    )
    light = seen.reader.light(picture, view)
    nothing = Hidden(view, seen.profile.sizes, memory.tops, ())
    clear = seen.reader.pawn.read(picture, view, nothing, light).places
    covered = seen.reader.pawn.read(picture, view, cast("Hidden", hidden), light).places
    assert clear[there] == 0.0
    assert max(value for place, value in enumerate(clear) if place != there) < -8.0
    assert min(covered) > -6.0  # he may be there, and nowhere else is he seen


def test_a_dark_keymaster_is_seen_in_dim_light() -> None:
    """What is nearly black when it is taught does not get darker by as much as the board does."""
    seen, room, film, memory = eyes()
    dark = replace(seen.profile, keymaster=np.full(3, -3.9, np.float32))
    still = room.settle(first_lying())[-1]
    picture, view = film.shoot(still), view_of(still)
    nothing = Hidden(view, dark.sizes, memory.tops, ())
    there = first_lying().keymaster
    assert there is not None
    x, y = np.round(view.project(np.array([(*spot(dark.sizes.walk, there), 0.014)]))[0]).astype(int)
    cv2.circle(picture, (int(x), int(y)), 12, (30, 30, 30), -1)
    dim = np.searchsorted(LINEAR, LINEAR[picture] * 0.3).clip(0, 255).astype(np.uint8)
    reader = SevenLocksReader(dark)
    found = reader.pawn.read(dim, view, nothing, reader.light(dim, view)).places
    assert found[there] == 0.0
    assert max(value for place, value in enumerate(found) if place != there) < -12.0


@pytest.mark.parametrize("grey", [False, True])
def test_a_black_keymaster_that_mirrors_a_lamp_is_seen_if_nothing_else_is_grey(grey: bool) -> None:
    seen, room, film, memory = eyes()
    black = replace(seen.profile, keymaster=np.full(3, -4.0, np.float32))
    still = room.settle(replace(first_lying(), keymaster=None))[-1]
    picture, view = film.shoot(still), view_of(still)
    for place in (2, 5) if grey else (2,):
        at = view.project(np.array([(*spot(black.sizes.walk, place), 0.014)]))[0]
        cv2.circle(picture, (round(at[0]), round(at[1])), 12, (64, 64, 64), -1)
    nothing = Hidden(view, black.sizes, memory.tops, ())
    reader = SevenLocksReader(black)
    found = reader.pawn.read(picture, view, nothing, reader.light(picture, view)).places
    if grey:
        assert min(found) > -2.0  # he may be anywhere
    else:
        assert found[2] == 0.0
        assert max(value for place, value in enumerate(found) if place != 2) < -7.0


def test_where_he_would_be_seen_the_keymaster_is_missed_as_clearly_as_he_usually_shows() -> None:
    seen, room, film, _ = eyes()
    still = room.settle(first_lying())[-1]
    picture, view = film.shoot(still), view_of(still)
    reader = seen.reader
    here, there = first_lying().keymaster, (first_lying().keymaster + 2) % 7
    behind = {here: 0.02, there: 1e-6}  # all around his place, and only just there

    class Behind:
        def mask(self, places: Any, _: float, __: float = 1.0) -> Any:
            far = {p: np.hypot(*np.subtract(walk(p), places).T) for p in behind}
            return np.any([far[p] < reach for p, reach in behind.items()], axis=0)

    def walk(place: int) -> Spot:
        return spot(profile().sizes.walk, place)

    light = reader.light(picture, view)
    nothing = cast("Hidden", SimpleNamespace(mask=lambda p, *_: np.zeros(len(p), bool)))
    plain = reader.pawn.read(picture, view, nothing, light)
    assert plain.places[here] == 0.0
    assert plain.usual > 0.75  # he was surely seen
    hidden = cast("Hidden", Behind())
    known = reader.pawn.read(picture, view, hidden, light, plain.usual)
    assert known.places[here] == known.places[there] == 0.0
    assert max(value for p, value in enumerate(known.places) if p not in behind) < -6.5
    assert known.usual == plain.usual  # he is not seen now
    fresh = reader.pawn.read(picture, view, hidden, light).places
    assert max(value for p, value in enumerate(fresh) if p not in behind) > -5.0


@pytest.mark.parametrize("place", [1, 4])
def test_a_keymaster_stood_aside_of_a_hidden_place_is_seen_there(place: int) -> None:
    """Towers hide two places; he stands nearer the bin and aside before one of them."""
    seen, room, film, _ = eyes()
    aside = replace(first_lying(), keymaster=place, stand=(0.008, -0.014))
    still = room.settle(aside)[-1]
    picture, view = film.shoot(still), view_of(still)
    middles = [np.array(spot(seen.profile.sizes.walk, p)) for p in (1, 4)]

    def behind(places: Any, *_: float) -> Any:
        return np.array([any(np.hypot(*(p - m)) < 0.005 for m in middles) for p in places])

    hidden = cast("Hidden", SimpleNamespace(mask=behind, at=lambda p, z: bool(behind([p], z)[0])))
    reader = seen.reader
    found = reader.pawn.read(picture, view, hidden, reader.light(picture, view))
    assert reader.pawn.behind(hidden) == [1, 4]
    assert found.places[place] == 0.0
    assert sorted(found.places)[-2] < -5.0
    # Once the towers that hid him are gone he still stands so.
    gone = cast(
        "Hidden", SimpleNamespace(mask=lambda p, *_: np.zeros(len(p), bool), at=lambda *_: 0)
    )
    light = reader.light(picture, view)
    assert reader.pawn.read(picture, view, gone, light, aside=(1, 4)).places[place] == 0.0
    assert reader.pawn.read(picture, view, gone, light, aside=(1, 4)).usual > 0.75
    scale = BOARD / game().props.size[0]
    x, y, _ = room.layout.poses["keymaster"]
    assert np.hypot(found.at[0] - scale * x, found.at[1] - scale * y) < 0.007


def test_a_keymaster_of_whom_the_roof_leaves_the_head_is_seen_by_it() -> None:
    seen, room, film, _ = eyes()
    there = first_lying().keymaster
    assert there is not None
    still = room.settle(first_lying())[-1]
    picture, view = film.shoot(still), view_of(still)
    walk = seen.profile.sizes.walk

    def low(places: Any, z: float, _: float = 1.0) -> Any:
        return np.array(
            [z < HEAD and np.hypot(*np.subtract(spot(walk, there), p)) < 0.04 for p in places]
        )

    hidden = cast("Hidden", SimpleNamespace(mask=low, at=lambda p, z: bool(low([p], z)[0])))
    found = seen.reader.pawn.read(picture, view, hidden, seen.reader.light(picture, view))
    assert found.places[there] == 0.0
    assert sorted(found.places)[-2] < -5.0


def test_a_keymaster_nearly_in_the_boards_colour_stands_rather_where_nobody_can_see() -> None:
    seen, room, film, _ = eyes()
    still = room.settle(replace(first_lying(), keymaster=None))[-1]
    picture, view = film.shoot(still), view_of(still)
    light, walk = seen.reader.light(picture, view), seen.profile.sizes.walk
    court = seen.reader._taught.reshape(-1, 3)[seen.reader._court]
    like = np.median(court, axis=0) + np.array((0.3, -0.15, -0.15), np.float32)
    reader = SevenLocksReader(replace(seen.profile, keymaster=like))
    middle = np.array(spot(walk, 2))
    hidden = SimpleNamespace(
        mask=lambda places, *_: np.linalg.norm(places - middle, axis=1) < 0.03,
        at=lambda place, _z: bool(np.hypot(*(place - middle)) < 0.03),
    )
    found = reader.pawn.read(picture, view, cast("Hidden", hidden), light).places
    assert 0.2 < reader.pawn.as_board < 0.9, "the board looks half as he does"
    assert found[2] == 0.0


def test_a_key_near_the_tables_colour_is_found_lighter_or_darker_than_it_was_taught() -> None:
    table = shown_key((0.2, 0.2, 0.2))
    darker = np.array((-1.2, -1.2, -1.2), np.float32)  # by the light a little darker than the table
    found = _placed(table, (0.2, 0.0), np.array((0.2, 0.0)), darker, tail=False)
    assert found.contrast.min() > 0.1


def test_only_sides_that_a_die_has_are_told_apart() -> None:
    faces = {(3, 2): 0.0, (2, 2): -2.1, (3, 1): -5.5}
    assert of_the_die(faces, None) == faces
    assert of_the_die(faces, ((3, 2), (3, 1))) == {(3, 2): 0.0, (3, 1): -5.5}
    assert of_the_die(faces, ((2, 2), (3, 1))) == {(2, 2): 0.0, (3, 1): pytest.approx(-3.4)}
    assert of_the_die(faces, ((3, 1),)) == {}  # what looks like another die is none
    assert of_the_die({}, ((3, 1),)) == {}


def test_a_die_is_read_among_the_sides_that_it_is_known_to_have() -> None:
    seen, room, film, memory = eyes()
    lying = first_lying()
    assert lying.die is not None
    side, other = [each for each in game().theme.die if each != lying.die[0]][:2]
    picture, view = shots(room, film)(replace(lying, die=(side, 7)))
    every, known, standing = ALL_FACES, (side, other), range(7)
    assert set(seen.reader.read(picture, view, memory, standing, sides=every).die) == set(every)
    assert set(seen.reader.read(picture, view, memory, standing, sides=known).die) == set(known)


def test_a_die_that_does_not_stand_out_is_taught_by_its_marks() -> None:
    picture, label = next((p, la) for p, la in taught_pictures() if la["state"].get("die"))
    one = lesson(picture, label)
    free = _free(profile().keys)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.seven_locks.teach.find_rounds", lambda *_, **__: [])
        best = max(_squares(one, free, [one]), key=lambda each: each[0])[1]
    assert np.hypot(*np.subtract(best.at, profile().die_at)) < 0.09
    assert one.die is not None
    assert marks_fit(cut_sides(one.picture, one.view, [best]), one.die) > 0.6


@pytest.mark.parametrize(("heard", "waits"), [((0.99, 0.5), True), ((0.99, 0.98), False)])
def test_no_pearl_is_waited_for_once_all_that_are_due_were_heard(
    heard: tuple[float, ...], waits: bool
) -> None:
    seen = Eyes(profile())
    position = GAME.start(3, {}, {})
    for event in (SetUp(0, 2), Fill(), Roll(2, 2)):
        position = GAME.apply(position, event)
    seen.confirm(position)
    still = (np.zeros((8, 8, 3), np.uint8), cast("Any", None))
    assert not seen.hands.must_wait(1.0, *still)  # without ears
    pearls = [Pearl(0.5, sure, (1.0,) + (0.0,) * 6) for sure in heard]
    seen.hands.watch = cast(
        "Any", SimpleNamespace(pearls=lambda: pearls, waiting=lambda _now: True)
    )
    seen.lens.hears = True
    assert seen.hands.must_wait(1.0, *still) is waits
    seen._table = eyes()[3]
    for place, gone_on in ((position.keymaster, False), (5, True)):
        places = tuple(0.0 if each == place else -14.0 for each in range(7))
        seen.reader = cast("Any", SimpleNamespace(keymaster=lambda *_, at=places: at))
        assert seen.hands.must_wait(1.0, *still) is (waits and not gone_on)


@pytest.mark.parametrize(("listened", "at"), [(9.5, 9.5), (10.0, 10.0), (30.0, 10.0), (-1.0, 10.0)])
def test_eyes_wait_for_ears_that_are_busy_and_for_none_that_stopped(
    listened: float, at: float
) -> None:
    seen = Eyes(profile())
    position = GAME.start(3, {}, {})
    for event in (SetUp(0, 2), Fill(), Roll(2, 2)):
        position = GAME.apply(position, event)
    seen.confirm(position)
    asked: list[float] = []
    seen.hands.watch = cast("Any", SimpleNamespace(pearls=list, waiting=asked.append))
    seen.lens.hears = True
    seen.hands.heard_until(listened)
    seen.hands.must_wait(10.0, np.zeros((8, 8, 3), np.uint8), cast("Any", None))
    assert asked == [at]


def test_a_hand_seen_before_the_die_was_thrown_is_no_pearl_of_that_throw() -> None:
    seen = Eyes(profile())
    seen.confirm(GAME.start(3, {}, {}))
    seen.hands._read_at = 2.0
    position = GAME.apply(GAME.apply(GAME.start(3, {}, {}), SetUp(0, 2)), Fill())
    for due, kept in ((GAME.apply(position, Roll(2, 2)), 1), (position, 0)):
        seen.hands._confirmed = due
        for time in (1.0, 1.5):
            seen.hands.watch.hand(time, (1.0,) + (0.0,) * 6)
        seen.hands.nothing_happened()
        assert len(seen.hands.watch.pearls()) == kept


def test_hands_after_the_keymaster_moved_throw_no_pearls_until_the_die_is_thrown() -> None:
    position = GAME.apply(GAME.apply(GAME.start(3, {}, {}), SetUp(0, 2)), Fill())
    for event in (Roll(1, 2), Drop(3), Move(4)):
        position = GAME.apply(position, event)
    taken = GAME.apply(position, Take(5))
    again = GAME.apply(GAME.apply(taken, Try(Outcome.FAILS)), Roll(2, 2))
    for later, kept in ((taken, 0), (again, 1)):
        seen = Eyes(profile())
        seen.hands._read_at = 1.0
        seen.hands._other_hands(position)
        seen.hands._read_at = 3.0
        for time in (2.0, 2.2):
            seen.hands.watch.hand(time, (1.0,) + (0.0,) * 6)
        assert len(seen.hands.watch.pearls()) == 1
        seen.hands._other_hands(later)
        assert len(seen.hands.watch.pearls()) == kept


def test_a_hand_that_threw_the_die_hardly_threw_a_pearl_unheard_with_it() -> None:
    start = GAME.apply(GAME.apply(GAME.start(3, {}, {}), SetUp(0, 2)), Fill())
    rolled = GAME.apply(start, Roll(2, 2))
    for told, early in ((rolled, 0.06), (GAME.apply(rolled, Drop(3)), 0.13)):
        seen = Eyes(profile())
        seen.confirm(start)
        for time in (2.0, 2.2, 5.0, 5.1):
            seen.hands.watch.hand(time, (1.0,) + (0.0,) * 6)
        seen.hands._read_at, seen.hands._thrown = 3.0, True
        seen.confirm(told)
        kept = [(pearl.time, pearl.sure) for pearl in seen.hands.watch.pearls()]
        assert kept == [(2.2, early), (5.1, 0.13)]


def test_hands_before_a_throw_threw_none_of_its_pearls_whoever_tells_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, room, film, memory = eyes()
    fresh = Eyes(profile())
    monkeypatch.setattr(fresh.reader, "read", lambda *_: read(first_lying()))
    position = GAME.apply(GAME.apply(GAME.start(3, {}, {}), SetUp(0, 2)), Fill())
    fresh.confirm(position)
    for event in (Roll(1, 2), Drop(3), Move(4), Take(5), Try(Outcome.FAILS)):
        position = GAME.apply(position, event)
    still = room.settle(first_lying())[-1]
    for fresh.hands.now in (3.0, 6.0):
        fresh.read(film.shoot(still), view_of(still), [position], memory)
    for time in (1.0, 1.2, 4.0, 4.2):
        fresh.hands.watch.hand(time, (1.0,) + (0.0,) * 6)
    assert [pearl.time for pearl in fresh.hands.watch.pearls()] == [1.2, 4.2]
    fresh.confirm(GAME.apply(position, Roll(2, 2)))
    assert [pearl.time for pearl in fresh.hands.watch.pearls()] == [4.2]


def test_a_picture_that_is_read_again_from_what_is_certain_tells_nothing_of_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was believed that the die was thrown, and so it was: pearls since then were due."""
    _, room, film, memory = eyes()
    fresh = Eyes(profile())
    monkeypatch.setattr(fresh.reader, "read", lambda *_: read(first_lying()))
    start = GAME.apply(GAME.apply(GAME.start(3, {}, {}), SetUp(0, 2)), Fill())
    rolled = GAME.apply(start, Roll(3, 1))
    fresh.confirm(start)
    still = room.settle(first_lying())[-1]
    picture = film.shoot(still), view_of(still)
    fresh.hands.now = 3.0
    fresh.read(*picture, [rolled], memory)
    fresh.hands.watch.hand(4.0, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    fresh.hands.heard(4.1, 1.0)
    fresh.hands.now = 5.0
    for believed in (rolled, start):
        fresh.read(*picture, [believed], memory)
    fresh.confirm(rolled)
    assert [pearl.time for pearl in fresh.hands.watch.pearls()] == [4.1]


def test_what_is_hardly_like_a_roof_is_none_where_the_bare_place_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen, room, film, memory = eyes()
    still = room.settle(first_lying())[-1]
    fits = [0.80, 0.70, 0.57, 0.57, 0.30, 0.30, 0.30]
    monkeypatch.setattr(seen.reader, "_roofs", lambda *_: fits)
    skin, bare, lit = (1.0, 0.0, -1.0), (0.1, 0.1, 0.1), (1.2, 1.1, 1.2)
    off = np.array([[each] * 4 for each in (skin, bare, skin, bare, skin, bare, lit)], np.float32)
    values = seen.reader._towers(film.shoot(still), view_of(still), memory.tops, off)
    assert values == pytest.approx([1.0, 1 / 3, 0.0, -0.08 / 0.15, 0.0, -1.0, -0.6])


@pytest.mark.slow  # a whole box is taught
def test_a_die_is_taught_on_wood_whose_grain_looks_like_many_of_them() -> None:
    sim = SimGame(595003, "normal", 2)
    known = teach_from(sim.teach_pictures(), "seven_locks")
    true = np.multiply(die_place(sim.theme.sizes), BOARD / sim.props.size[0])
    assert np.hypot(*np.subtract(known.die_at, true)) < 0.03
    assert known.die.taught == frozenset(sim.theme.die)
