"""Whole tables read cell by cell: simulated ones, and the photographs where they are at hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.boxes.profiles import read_lessons, teach_from
from rules.kilt import GAME, Build, Position
from tests.rules.kilt_tables import with_towers
from tests.vision.boxes import Table, game, profile, tapped_view, true_view
from vision.geometry import View, solve_view
from vision.kilt.cards import NO_CARD, SLOTS
from vision.kilt.eyes import Crests, Eyes
from vision.kilt.reader import KiltReader, Reading
from vision.kilt.story import FAIR, card_name, top_label
from vision.kilt.table import BOARD, ROOF, SQUARES
from vision.kilt.tops import ELSEWHERE, EMPTY, UNTOUCHED, Around, _keep_height
from vision.locate import find_board
from vision.reading import Cell

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "kilt"
with_photos = pytest.mark.skipif(not PHOTOS.is_dir(), reason="no photographs beside the project")


def set_up_position(level: str = "easy") -> Position:
    sim = game(level=level)
    return GAME.apply(sim.start, sim.set_up)


def later_position() -> Position:
    """A table in the middle of a game, towers and roofs on it."""
    sim = game()
    best = [act.truth.position for act in sim.acts(sim.room()) if act.truth.position.turn <= 14]
    return best[-1]


def heights(position: Position) -> dict[tuple[int, int], int]:
    return {s: position.height(s) for s in SQUARES if s not in position.water}


def read(table: Table, position: Position, known: Position | None = None) -> Reading:
    picture, view = table.shoot(), tapped_view(table.still)
    reader = KiltReader(profile())
    sizes = game().theme.sizes
    reader.layout = replace(reader.layout, card_pitch=sizes.card_length + 0.002)
    return reader.read(picture, view, heights(known or position))


def wrong_cards(reading: Reading, position: Position) -> dict[Any, tuple[str, str]]:
    wrong = {}
    for place, depth in SLOTS:
        row = position.rows[place]
        true = card_name(row[depth]) if depth < len(row) else NO_CARD
        cell = reading.slots[place, depth]
        if cell.seen > 0.9 and cell.best() != true:
            wrong[place, depth] = (cell.best(), true)
    return wrong


def wrong_tops(reading: Reading, position: Position) -> dict[Any, Any]:
    return {
        square: (cell.best(), top_label(position, SQUARES.index(square)))
        for square, cell in reading.squares.items()
        if cell.best() != top_label(position, SQUARES.index(square))
    }


def test_what_clearly_speaks_for_crests_at_one_height_counts_at_all() -> None:
    tops = KiltReader(profile()).tops
    kinds, colour = tops.floors.names, tops.colours[0]
    one, two, rim = kinds.index(f"{colour} 1"), kinds.index(f"{colour} 2"), len(kinds)
    marks = np.zeros((3, len(kinds) + len(tops.colours)), np.float32)
    marks[0, [one, two, rim]] = -9.0, 20.0, -1.0
    marks[1, [one, two, rim]] = -5.0, -7.0, -2.0
    marks[2, one] = 3.0
    clearest = marks.copy()
    clearest[1, two] = 20.0 - ELSEWHERE
    assert tops._clearest([(0, 0), (0, 0), (1, 1)], marks).tolist() == clearest.tolist()


def test_a_set_up_is_read_right_cell_by_cell() -> None:
    position, table = set_up_position(), Table.of(game())
    table.lay(position)
    reading = read(table, position)
    assert wrong_cards(reading, position) == {}
    assert wrong_tops(reading, position) == {}
    assert set(reading.squares) == set(heights(position))


def misfits(reading: Reading, position: Position) -> dict[Any, float]:
    """Squares whose true label does not fit fairly."""
    values = {s: c.value(top_label(position, SQUARES.index(s))) for s, c in reading.squares.items()}
    return {square: value for square, value in values.items() if value <= -FAIR}


def wrong_kinds(reading: Reading, position: Position) -> dict[Any, Any]:
    """Squares that show another kind, looked at as high as they are."""
    wrong = {}
    for square, cell in reading.squares.items():
        true = top_label(position, SQUARES.index(square))
        level = [label for label in cell.labels if label[0] == true[0]]
        best = max(level, key=lambda label, cell=cell: cell.labels[label])
        if best != true:
            wrong[square] = (best, true)
    return wrong


def test_a_later_table_fits_its_truth_everywhere() -> None:
    position, table = later_position(), Table.of(game())
    assert sum(map(bool, position.towers)) >= 10
    assert position.roofs
    table.lay(position)
    reading = read(table, position)
    assert wrong_cards(reading, position) == {}
    assert misfits(reading, position) == {}


@pytest.mark.xfail(
    reason="red 2 and orange 2 nearly tie (-0.3): the disc ends at 0.75 of the measured radius, "
    "which shows hardly more than the label with the crests, not the rim in the clan's colour"
)
def test_a_later_table_shows_the_right_kind_on_every_square() -> None:
    position, table = later_position(), Table.of(game())
    table.lay(position)
    assert wrong_kinds(read(table, position), position) == {}


def test_a_floor_built_since_fits_at_its_new_height_and_the_old_top_does_not() -> None:
    before, table = later_position(), Table.of(game())
    built = next(e for e in _builds(before) if before.height(e.square) in (1, 2))
    after, number = GAME.apply(before, built), SQUARES.index(built.square)
    assert before.towers[number][-1].colour is not built.colour
    table.lay(after)
    cell = read(table, after, known=before).squares[built.square]
    assert cell.value(top_label(after, number)) > -FAIR
    assert cell.value(top_label(before, number)) < -FAIR


def test_what_is_not_certain_may_have_been_taken_back() -> None:
    start, table, eyes = set_up_position(), Table.of(game()), Eyes(profile())
    view = tapped_view(table.lay(start))
    picture = table.shoot()
    believed = with_towers(start, {(2, 2): "r0 o0"})
    eyes.confirm(start)
    assert eyes.read(picture, view, [believed], None).squares[2, 2].best() == EMPTY
    eyes.confirm(believed)
    assert EMPTY not in eyes.read(picture, view, [believed], None).squares[2, 2].labels


@pytest.mark.parametrize(
    ("behind", "others", "told"),
    [(0.0, 5.5, 2), (12.0, 5.5, 2), (0.0, 4.5, None), (17.0, 5.5, None)],
)
def test_crests_of_a_floor_nobody_saw_are_told_where_they_show_well_enough(
    behind: float, others: float, told: int | None
) -> None:
    """A floor that lay under a roof at once looked rather like the roof in blue light."""
    whole = with_towers(set_up_position(), {(2, 2): "r0 d2"})
    floors = (*whole.towers[12][:1], replace(whole.towers[12][1], crests=None))
    position = replace(whole, towers=(*whole.towers[:12], floors, *whole.towers[13:]))
    kinds = {(2, f"{floors[1].colour} {n}"): 0.0 if n == 2 else -others for n in range(3)}
    cell = Cell(dict.fromkeys(kinds, 30.0 - behind) | {(2, ROOF): 30.0}, details=kinds)
    reading = Reading({(2, 2): cell}, {}, None, None, {})  # type: ignore[arg-type]
    shown = () if told is None else (Crests((2, 2), told),)
    assert Eyes(profile()).late_facts(reading, position) == shown


def _builds(position: Position) -> list[Build]:
    squares = [s for s in heights(position) if s not in position.roofs and position.height(s)]
    return [
        Build(colour, 0, square)
        for square in squares
        for colour in position.colours[0]
        if position.tower(square)[-1].colour is not colour
    ]


def test_places_outside_the_picture_are_unseen_and_say_nothing() -> None:
    position, table = set_up_position(), Table.of(game())
    table.lay(position)
    view = true_view(table.still)
    # The picture is cut a little beyond the board's right edge.
    right = int(view.project(np.array([[BOARD / 2 + 0.01, 0.0, 0.0]]))[0, 0])
    picture = np.ascontiguousarray(table.shoot()[:, 2 * 640 - right : right])
    cut = replace(view, width=picture.shape[1])
    reading = KiltReader(profile()).read(picture, cut, heights(position))
    for place in range(5, 10):
        cell = reading.slots[place, 1]
        assert cell.seen == 0
        assert min(cell.value(label) for label in cell.labels) > -0.2
    assert reading.slots[2, 0].seen == 1


def test_what_did_not_change_looks_the_same_in_the_next_picture() -> None:
    position, table = set_up_position(), Table.of(game())
    view = true_view(table.lay(position))
    reader = KiltReader(profile())
    first = reader.read(table.shoot(), view, heights(position))
    again = reader.read(table.shoot(), view, heights(position), first.memory)
    for place, depth in SLOTS:
        row = position.rows[place]
        name = card_name(row[depth]) if depth < len(row) else NO_CARD
        assert again.slots[place, depth].kept(name, bare=name == NO_CARD) > -1
    for number, square in enumerate(SQUARES):
        if square not in position.water:
            assert again.squares[square].kept(top_label(position, number), bare=True) > -1


def painted(picture: Any, view: View, middle: Any, height: float) -> Any:
    """The picture with something grey over a place as large as a floor."""
    x, y = np.round(view.project(np.array([[*middle, height]]))[0]).astype(int)
    return cv2.circle(picture.copy(), (int(x), int(y)), 22, (90, 90, 90), -1)


def test_a_card_place_that_nobody_touched_fits_what_it_fitted() -> None:
    position, table = set_up_position(), Table.of(game())
    view, at = true_view(table.lay(position)), heights(position)
    reader, picture, slot = KiltReader(profile()), table.shoot(), (12, 1)
    memory = reader.read(picture, view, at).memory
    told = replace(memory.cards, fits=np.full_like(memory.cards.fits, 99.0))
    picture = painted(picture, view, reader.layout.card_centre(*slot), 0.0)
    again = reader.read(picture, view, at, replace(memory, cards=told)).slots
    for place in ((2, 0), (2, 3), (7, 1), (17, 1)):
        assert min(again[place].labels[n] for n in again[place].labels if n != NO_CARD) == 99.0
    anew = reader.read(picture, view, at).slots[slot]
    assert again[slot].labels == pytest.approx(anew.labels, abs=0.1)
    # What a tower hides since says less than before.
    tall = dict.fromkeys(at, 12)
    hidden = reader.read(picture, view, tall, replace(memory, cards=told)).slots
    shaded = [s for s, cell in hidden.items() if 0 < cell.seen < again[s].seen]
    assert shaded
    assert all(max(hidden[s].labels.values()) < 99.0 for s in shaded)


def test_a_top_that_nobody_touched_fits_what_it_fitted() -> None:
    position, table = later_position(), Table.of(game())
    view, at = true_view(table.lay(position)), heights(position)
    reader, picture = KiltReader(profile()), table.shoot()
    memory = reader.read(picture, view, at).memory
    told = replace(memory.tops, fits=np.full_like(memory.tops.fits, 99.0))
    square = next(s for s in at if at[s] == 1)
    middle = reader.layout.centre(square)
    picture = painted(picture, view, middle, reader.layout.floor_height)
    again = reader.read(picture, view, at, replace(memory, tops=told)).squares
    anew = reader.read(picture, view, at).squares[square]
    far = [s for s in at if at[s] and max(abs(s[0] - square[0]), abs(s[1] - square[1])) > 1]
    assert far
    for each in far:
        assert max(value for top, value in again[each].labels.items() if top[0] == at[each]) == 99.0
    built = [top for top in anew.labels if top[0] == 1 and top[1] != ROOF]
    fits = {top: again[square].labels[top] for top in built}
    assert fits == pytest.approx({top: anew.labels[top] for top in built}, abs=0.1)
    # The heights of a square are weighed against each other: one that is new asks for all.
    other = far[0]
    rows = {job: n for job, n in told.around.rows.items() if job != (other, at[other] + 1.0)}
    less = replace(told, around=replace(told.around, rows=rows))
    again = reader.read(picture, view, at, replace(memory, tops=less)).squares
    assert max(again[other].labels.values()) < 99.0


def test_tops_are_compared_as_far_as_they_were_seen_both_times() -> None:
    jobs, ones = [((0, n), 1.0) for n in range(4)], np.ones((4, 6), np.float32)
    half, other = ones.copy(), ones.copy()
    half[1, :3] = 0.0
    other[2, :3] += 1.0
    before = Around({job: n for n, job in enumerate(jobs[:3])}, ones, ones)
    now = Around({job: n for n, job in enumerate(reversed(jobs))}, other[::-1], half[::-1])
    change, share, then = now.since(before)
    assert then.tolist() == [-1, 2, -1, 0]  # the third was seen in part
    assert np.isinf(change[0])
    assert change[1] > UNTOUCHED > change[2:].max()
    assert share[1:].tolist() == [1.0, 0.5, 1.0]


def test_what_lies_behind_a_tower_that_nobody_touched_is_no_floor_on_it() -> None:
    position, table, eyes = later_position(), Table.of(game()), Eyes(profile())
    view = true_view(table.lay(position))
    first = eyes.read(table.shoot(), view, [position], None)
    again = eyes.read(table.shoot(), view, [position], first.memory)
    read = {square: cell.best()[0] for square, cell in again.squares.items()}
    assert {s: height for s, height in read.items() if height > position.height(s)} == {}


def test_a_floor_that_lies_just_like_the_one_below_can_still_be_told() -> None:
    table: dict[tuple[int, str], float] = {(1, "red 0"): 40.0, (2, "red 0"): 41.0, (3, ROOF): 70.0}
    _keep_height(table, 1)
    assert max(table, key=table.__getitem__) == (1, "red 0")
    assert table[2, "red 0"] > 39.5


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_the_eyes_tell_the_set_up(level: str) -> None:
    sim = game(level=level)
    table = Table.of(sim)
    view = tapped_view(table.lay(set_up_position(level)))
    found = Eyes(profile(level=level), sim.set_up.colours).look_at_set_up(table.shoot(), view, 4)
    assert found.event == sim.set_up


def test_rows_of_cards_are_looked_for_where_the_set_up_shows_them() -> None:
    """Cards lie farther apart than taught: the fourth card is found as well as the first."""
    sim, position = game(), set_up_position()
    table = Table.of(sim)
    picture, view = (table.lay(position), table.shoot())[1], tapped_view(table.still)
    reader, sizes = KiltReader(profile()), sim.theme.sizes
    reader.layout = replace(reader.layout, card_pitch=sizes.card_length - 0.002)
    cards = {(p, d): card_name(c) for p, row in enumerate(position.rows) for d, c in enumerate(row)}
    fitted = reader.fit_rows(picture, view, cards)
    middle = fitted.card_start + fitted.card_length / 2
    true = sizes.card_start + sizes.card_length / 2
    assert middle + 3 * fitted.card_pitch == pytest.approx(
        true + 3 * (sizes.card_length + 0.002), abs=0.004
    )


def test_a_cloth_of_a_cards_colour_is_no_card() -> None:
    sim, table = game(), Table.of(game())
    position = set_up_position()
    table.lay(position)
    picture, view = table.shoot(), tapped_view(table.still)
    reader = KiltReader(profile())
    place = next(p for p, row in enumerate(position.rows) if len(row) == 4)
    x, y = np.round(view.project(np.array([[*reader.layout.card_centre(place, 0), 0.0]]))[0])
    soft = cv2.GaussianBlur(picture, (0, 0), 12)
    x, y, half = int(x), int(y), 30
    cloth = soft[y - 4 : y + 4, x - 4 : x + 4].mean(axis=(0, 1))
    picture[y - half : y + half, x - half : x + half] = cloth
    bare = dict.fromkeys((s for s in SQUARES if s not in sim.start.water), 0)
    assert reader.read(picture, view, bare).slots[place, 0].best() == NO_CARD


def test_a_bare_board_is_no_set_up() -> None:
    sim, table = game(), Table.of(game())
    view = tapped_view(table.lay(sim.start))
    seen = Eyes(profile(), sim.set_up.colours).look_at_set_up(table.shoot(), view, 4)
    assert seen.event is None


# -- photographs ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def photo_box() -> Any:
    kind, lessons = read_lessons(PHOTOS / "teach")
    return teach_from(lessons, kind)


@with_photos
@pytest.mark.parametrize(
    ("sequence", "located"),
    [("seq_00", "found"), ("seq_01", "found"), ("seq_02", "found"), ("seq_00", "tapped")],
)
def test_the_first_photograph_of_a_sequence_shows_its_set_up(
    photo_box: Any, sequence: str, located: str
) -> None:
    label = json.loads((PHOTOS / sequence / "frame_0000.json").read_text())
    picture = np.asarray(cv2.imread(str(PHOTOS / sequence / "frame_0000.jpg")), np.uint8)
    if located == "found":
        view = find_board(picture, photo_box.board, BOARD)
    else:
        corners = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)
        pixels = np.array(label["board_corners_px"])
        view = solve_view(corners, pixels, (picture.shape[1], picture.shape[0]))
    rows = label["state"]["positions"]
    colours = {c[f"facing_{side}"] for r in rows.values() for c in r for side in ("board", "away")}
    found = Eyes(photo_box).look_at_set_up(picture, view, len(colours)).event
    assert found is not None
    told = [[card_name(c) for c in row] for row in found.rows]
    assert told == [
        [f"{c['facing_board']}/{c['facing_away']}" for c in rows[str(place)]] for place in range(20)
    ]
    assert sorted(map(list, found.water)) == sorted(label["state"]["water"])
