"""Burg Appenzell read from simulated pictures: rooms, fields, spare tile, cheeses, profile."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.sim.appenzell.scene import Lying
from device.sim.appenzell.table import SimGame
from device.sim.appenzell.teach import tiles_shown
from device.sim.film import Film, Room
from device.sim.stage import Still, board_corners
from rules.appenzell import GAME, Place, SetUp, apply
from rules.appenzell.fact_words import field_name
from rules.appenzell.layout import layout_faults
from rules.appenzell.pieces import (
    FIELDS,
    HIGH,
    HOLES,
    INSIDE,
    LINES,
    PLAIN,
    SIZE,
    TILE_NAMES,
    TOWERS,
)
from tests.session_boxes import session_box
from tests.vision.studios import studio_of
from vision.appenzell.around import REACH, SHIFTS, AroundReader, Spot, _deep
from vision.appenzell.beside import SPARE_TELLING
from vision.appenzell.borders import Proposal, borders, placements
from vision.appenzell.cards import FINE, find_cards
from vision.appenzell.eyes import Eyes
from vision.appenzell.hiding import Sightlines
from vision.appenzell.looks import Faces, turned
from vision.appenzell.profile import Profile
from vision.appenzell.reader import Reading
from vision.appenzell.table import BOARD, ROOF, SEATS, TOWER, usual
from vision.appenzell.teach import CORNERS, face_look, lesson, teach
from vision.appenzell.things import (
    FELL,
    AroundMemory,
    Thing,
    apart,
    spare_of,
    sure_spare,
    without_plain_parts,
)
from vision.appenzell.windows import DISC_COLUMNS, DISC_ROWS, FACE, SAMPLES
from vision.errors import TeachingError
from vision.geometry import View, solve_view

SEED, PLAYERS = 2, 4
COVERED = (1 << 18) - 1


@cache
def game() -> SimGame:
    return SimGame(SEED, "easy", PLAYERS)


@cache
def profile() -> Profile:
    taught = session_box(game())
    assert isinstance(taught, Profile)
    return taught


@cache
def eyes() -> Eyes:
    return Eyes(profile(), game().seats)


def view_of(still: Still) -> View:
    return solve_view(CORNERS, board_corners(still), (still.optics.width, still.optics.height))


@cache
def first() -> Lying:
    lying = next(game().acts(game().room())).lying
    assert isinstance(lying, Lying)
    return lying


def studio() -> tuple[Room, Film]:
    """The room and the camera of the game, begun anew."""
    return studio_of(game())


def pictured(lying: Lying) -> tuple[Any, View]:
    room, film = studio()
    still = room.settle(lying)[-1]
    return film.shoot(still), view_of(still)


@cache
def set_up() -> tuple[SetUp, Reading]:
    found = eyes().look_at_set_up(*pictured(first()), PLAYERS)
    assert found.event is not None
    return found.event, found.reading


def opened(rooms: int, mice: tuple[tuple[str, int], ...] = (), **more: Any) -> Lying:
    return replace(first(), roofs=COVERED & ~rooms, mice=mice, **more)


def read(lying: Lying) -> Reading:
    set_up()
    roof_of = [-1] * len(FIELDS)
    for number, room in enumerate(lying.layout):
        for at in room:
            roof_of[at] = number if lying.on(number) else -1
    return eyes().reader.read(*pictured(lying), roof_of)


def truth(lying: Lying, at: int) -> str:
    rooms = {field: number for number, room in enumerate(lying.layout) for field in room}
    mice = [colour for colour, place in lying.mice if place == at]
    if at in rooms and lying.on(rooms[at]):
        return ROOF
    if mice:
        return "+".join(sorted(mice))
    if at in TOWERS:
        return TOWER
    card = lying.tiles[at]
    return "high" if card is None else TILE_NAMES[card[0]]


def test_every_roof_of_the_board_has_its_placements() -> None:
    assert len(borders()) == 76
    assert {len(room) for at in INSIDE for room in placements(at)} == {2, 3, 4}


def test_the_measures_are_learned_from_the_labels_alone() -> None:
    sizes, found = game().theme.sizes, profile().measures
    assert found.pitch == pytest.approx(sizes.pitch * BOARD / sizes.board, rel=0.01)
    assert 0.8 < found.tower / (sizes.tower * BOARD / sizes.board) < 1.3


def test_rooms_are_read_from_the_picture_with_all_roofs_on() -> None:
    event, _ = set_up()
    assert event == SetUp(game().theme.layouts[game().side], 0, game().seats)
    assert layout_faults(event.rooms) == ()


def test_a_castle_with_open_rooms_is_no_set_up() -> None:
    seen = Eyes(profile(), game().seats).look_at_set_up(*pictured(opened(COVERED)), PLAYERS)
    assert seen.event is None


def test_a_roof_that_is_missing_is_named_before_the_game() -> None:
    fresh = Eyes(profile(), game().seats)
    aside = {"beside_slot": True, "moves": 1}
    assert fresh.look_at_set_up(*pictured(opened(0, **aside)), PLAYERS).faults == []
    (fault,) = fresh.look_at_set_up(*pictured(opened(0b10, **aside)), PLAYERS).faults
    room = {field_name(divmod(at, SIZE)) for at in first().layout[1]}
    assert (fault.key, fault.hint) == ("setup.appenzell-roofs", False)
    assert set(str(fault.facts["fields"]).split(", ")) <= room
    assert fresh.look_at_set_up(*pictured(opened(COVERED, **aside)), PLAYERS).faults == []


def test_mice_in_a_castle_with_open_rooms_tell_that_the_game_has_begun() -> None:
    fresh = Eyes(profile(), game().seats)
    room = first().layout[1]
    mice = tuple((colour, at) for colour, at in zip(game().seats, room, strict=False))
    (fault,) = fresh.look_at_set_up(*pictured(opened(0b101010, mice)), PLAYERS).faults
    assert (fault.key, fault.hint) == ("setup.begun", False)
    what: Any = fault.facts["what"]
    assert what["mice"] == len(mice)
    assert 2 <= what["roofs"] <= sum(len(first().layout[number]) for number in (1, 3, 5))


@pytest.mark.parametrize("lies", [{}, {"spare": None}])
def test_a_spare_tile_before_a_slot_or_out_of_sight_had_better_lie_elsewhere(lies: Any) -> None:
    fresh = Eyes(profile(), game().seats)
    (hint,) = fresh.look_at_set_up(*pictured(opened(0, **lies)), PLAYERS).faults
    assert (hint.key, hint.hint) == ("setup.appenzell-spare", True)


@pytest.mark.parametrize(("rooms", "seen"), [(COVERED & ~1, 0.5), (COVERED, 1.0)])
def test_a_roof_that_was_just_laid_on_hides_what_lies_behind_it(
    monkeypatch: pytest.MonkeyPatch, rooms: int, seen: float
) -> None:
    """Nobody believed in it yet; a tile of which it hid a part was taken for a mouse."""
    set_up()
    roofed = first().layout[0][0]
    behind = next(at for at in HOLES if at not in first().layout[0])
    everything = Sightlines.seen

    def half_behind(self: Sightlines, roof_of: Any) -> Any:
        mask = everything(self, roof_of)
        mask[behind] = 1.0
        mask[behind, : mask.shape[1] // 2] = float(roof_of[roofed] < 0)
        return mask

    monkeypatch.setattr(Sightlines, "seen", half_behind)
    reading = eyes().reader.read(*pictured(opened(rooms)), [-1] * len(FIELDS))
    assert reading.fields[behind].seen == pytest.approx(seen, abs=0.01)
    shown = reading.memory.fields.seen[behind].reshape(-1, 3)
    assert shown[: len(shown) // 2].max() == float(seen == 1.0)


@pytest.mark.parametrize("known", [True, False])
def test_layouts_that_fit_about_equally_well_are_rivals_unless_one_is_known(
    monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    fresh = Eyes(profile(), game().seats)
    picture, view = pictured(first())
    one = Proposal(game().theme.layouts[game().side], 26.0)
    other = Proposal(game().theme.layouts[1 - game().side], 30.0)
    monkeypatch.setattr("vision.appenzell.eyes.propose", lambda *_: [other, one])
    monkeypatch.setattr(fresh, "_known", lambda each: known and each is one)
    found = fresh.look_at_set_up(picture, view, PLAYERS)
    told = [each.rooms for each in (found.event, *found.rivals)]
    assert told == ([one.rooms] if known else [other.rooms, one.rooms])


@pytest.mark.parametrize("turn", [0.0, 20.0, 45.0])
def test_a_tile_is_found_by_its_outline_however_it_is_turned(turn: float) -> None:
    table = np.full((160, 160, 3), -2.0, np.float32)
    corners = cv2.boxPoints(((60.0, 90.0), (0.94 * FINE, 0.94 * FINE), turn))
    cv2.fillConvexPoly(table, np.round(corners).astype(np.int32), (-1.0, -1.0, -1.1))
    cv2.rectangle(table, (100, 20), (100 + 2 * FINE, 20 + FINE), (-0.5, -3.0, -3.0), -1)
    (card,) = find_cards(table, np.ones((160, 160), bool))
    assert (card.column, card.row) == pytest.approx((60, 90), abs=1.0)


def test_light_mirrored_in_the_table_is_no_tile() -> None:
    rows, columns = np.indices((160, 160))
    lit = np.exp(-((rows - 60) ** 2 + (columns - 90) ** 2) / (2 * 8.0**2))
    table = np.full((160, 160, 3), -2.0, np.float32) + (1.5 * lit[..., None]).astype(np.float32)
    everywhere = np.ones((160, 160), bool)
    assert find_cards(table, everywhere) == []
    cv2.rectangle(table, (84, 100), (84 + FINE - 2, 100 + FINE - 2), (-1.0, -1.0, -1.1), -1)
    (card,) = find_cards(table, everywhere)
    assert (card.column, card.row) == pytest.approx((91, 107), abs=1.0)


def test_a_tile_is_found_though_print_bites_into_it_or_something_hides_a_part() -> None:
    table = np.full((160, 160, 3), -2.0, np.float32)
    cv2.rectangle(table, (60, 80), (60 + FINE - 2, 80 + FINE - 2), (-1.0, -1.0, -1.1), -1)
    everywhere = np.ones((160, 160), bool)
    before_it = everywhere.copy()
    before_it[90:] = False
    (cut,) = find_cards(table, before_it)
    assert cut.cut
    cv2.circle(table, (60, 87), 4, (-2.0, -2.0, -2.0), -1)
    (bitten,) = find_cards(table, everywhere)
    assert (bitten.column, bitten.row, bitten.cut) == (67, 87, False)
    assert find_cards(table, everywhere, np.zeros((160, 160), bool)) == []


def test_a_spare_tile_is_the_same_one_after_a_nudge() -> None:
    around = eyes().reader.around
    lay = Thing((0.10, -0.17), dict.fromkeys(TILE_NAMES, 0.0) | {"trap": 50.0})
    assert around._slipped(replace(lay, place=(0.103, -0.17)), [lay]).stayed
    assert not around._slipped(replace(lay, place=(0.12, -0.17)), [lay]).stayed
    other = replace(lay, kinds=lay.kinds | {"trap": -9.0})
    assert not around._slipped(other, [lay]).stayed


@pytest.mark.parametrize(("lighter", "stays"), [(0.03, True), (0.15, False)])
def test_a_tile_much_like_the_table_is_missed_when_it_is_gone(lighter: float, stays: bool) -> None:
    picture, view = pictured(opened(0))
    set_up()
    roof_of = [-1] * len(FIELDS)
    reader = eyes().reader
    memory = reader.read(picture, view, roof_of).memory
    place = (0.17, 0.09)
    assert all(np.hypot(t.place[0] - 0.17, t.place[1] - 0.09) > 0.05 for t in memory.around.things)
    plain = Thing(place, dict.fromkeys(TILE_NAMES, 0.0) | {"plain": 70.0}, card=True)
    table = memory.around.table.copy()
    table[reader.around._near(place, 0.5)] += lighter
    lay = replace(memory.around, table=table, things=(*memory.around.things, plain))
    after = reader.read(picture, view, roof_of, replace(memory, around=lay)).memory.around
    assert (replace(plain, stayed=True) in after.things) is stays
    assert len(after.things) == len(memory.around.things) + stays


def test_what_is_printed_on_a_tile_is_read_from_its_middle_though_beside_it_all_is_plain() -> None:
    nothing = dict.fromkeys(TILE_NAMES, 0.0)
    middle = Thing((0.1, -0.17), nothing | {"cheese4": 45.0, "plain": 44.0}, card=True)
    aside = Thing((0.104, -0.173), nothing | {"cheese1": 31.0, "plain": 46.0}, card=True)
    assert apart([aside, middle], [], usual().pitch) == [middle]


def test_a_spare_tile_is_sure_by_its_outline_or_by_a_face_beyond_doubt() -> None:
    clear = Thing((0.0, 0.17), dict.fromkeys(TILE_NAMES, 0.0) | {"cheese1": 50.0})
    vague = replace(clear, kinds=clear.kinds | {"cheese2": 40.0})
    assert sure_spare(clear)
    assert not sure_spare(vague)
    assert sure_spare(replace(vague, card=True))
    assert not sure_spare(None)


def test_a_face_beyond_doubt_is_the_spare_tile_where_a_plain_one_may_be_bare_table() -> None:
    blank = dict.fromkeys(TILE_NAMES, 0.0)
    gone = Thing((0.06, -0.17), blank | {"plain": 80.0}, stayed=True, card=True)
    fell = Thing((-0.16, 0.0), blank | {"cheese3": 73.0, "plain": -9.0}, card=True)
    table = np.zeros((2, 2, 3), np.float32)
    assert spare_of(AroundMemory(table, (gone, fell)), gone) is fell
    bare = replace(fell, kinds=blank | {"cheese3": 60.0}, card=False)  # its outline is lost
    assert spare_of(AroundMemory(table, (gone, bare)), gone) is bare
    vague = replace(fell, kinds=fell.kinds | {"cheese5": 60.0})
    assert spare_of(AroundMemory(table, (gone, vague)), gone) is gone
    lies = replace(fell, stayed=True, card=False)
    outline = replace(gone, kinds=blank | {"plain": 72.0}, stayed=False)
    assert spare_of(AroundMemory(table, (lies, outline)), lies) is lies


def test_every_field_is_read_with_roofs_off_and_on() -> None:
    lying = opened(0b101_0110_0101_1010_110)
    reading = read(lying)
    wrong = [at for at in FIELDS if reading.fields[at].best() != truth(lying, at)]
    assert wrong == []


def test_glare_is_looked_for_only_over_roofs_that_lay_there() -> None:
    lying = opened(0b101_0110_0101_1010_110)
    memory = read(lying).memory
    fields = eyes().reader.fields
    eyes().reader.read(*pictured(lying), [-1] * len(FIELDS), memory)
    assert fields._calm == {at for at in FIELDS if truth(lying, at) == ROOF}


@pytest.mark.parametrize("kind", TILE_NAMES[:7])
def test_a_pale_print_is_told_from_a_plain_tile(kind: str) -> None:
    plain, cheese = profile().tiles["plain"][0], profile().tiles[kind][0]
    pale = plain + np.float32(0.25) * (cheese - plain)
    looks = [face_look([each]) for each in (plain, pale)]
    means, spreads = (np.stack(each) for each in zip(*looks, strict=True))
    faces = Faces(means[:, DISC_ROWS, DISC_COLUMNS], spreads[:, DISC_ROWS, DISC_COLUMNS], 60.0)
    seen = [cv2.GaussianBlur(each, (0, 0), 1.0)[DISC_ROWS, DISC_COLUMNS] for each in (plain, pale)]
    rows = np.stack([turned(each).ravel() for each in seen])
    assert faces.score(rows, np.ones_like(rows)).argmax(axis=1).tolist() == [0, 1]


@pytest.mark.parametrize(("kind", "veil"), [("plain", 230), ("plain", 120), ("trap", 90)])
def test_a_white_tile_under_glare_is_no_trap_and_a_trap_is_one_still(kind: str, veil: int) -> None:
    number, place = TILE_NAMES.index(kind), 24
    rooms = sum(1 << number for number, room in enumerate(first().layout) if place in room)
    lying = opened(rooms)
    tiles = [(number, 0) if at == place else card for at, card in enumerate(lying.tiles)]
    picture, view = pictured(replace(lying, tiles=tuple(tiles)))
    measures = profile().measures
    x, y = view.project(np.array([[*measures.centre(place), measures.level(place)]]))[0]
    spot = np.zeros(picture.shape[:2], np.uint8)
    cv2.circle(spot, (int(x), int(y)), int(0.04 * picture.shape[0]), 1, -1)
    bright = picture.astype(np.float32) * 1.6  # the sooner white is all there is
    bright[spot > 0] += veil
    set_up()
    lit = np.clip(bright, 0, 255).astype(np.uint8)
    cells = eyes().reader.read(lit, view, [-1] * len(FIELDS)).fields
    assert cells[place].best() == kind


def test_mice_are_told_by_colour_in_holes_on_high_fields_and_in_towers() -> None:
    room_of = {at: n for n, room in enumerate(first().layout) for at in room}
    places = [TOWERS[0], TOWERS[3], HIGH[2], HIGH[7], 8, 24]
    colours = [*game().seats, *game().seats][: len(places)]
    rooms = sum({1 << room_of[at] for at in places if at in room_of})
    lying = opened(rooms, tuple(zip(colours, places, strict=True)))
    reading = read(lying)
    assert [reading.fields[at].best() for at in places] == colours


@pytest.mark.parametrize(("share", "veil"), [(0.5, 0), (1.6, 0), (1.0, 60)])
def test_a_mouse_in_a_tower_is_told_in_shade_and_under_glare(share: float, veil: int) -> None:
    mice = tuple(zip(game().seats[:3], TOWERS[:3], strict=True))
    picture, view = pictured(opened(0, mice))
    lit = picture.astype(np.float32)
    measures = profile().measures
    for at in TOWERS:
        x, y = view.project(np.array([[*measures.centre(at), measures.tower]]))[0]
        spot = np.zeros(picture.shape[:2], np.uint8)
        cv2.circle(spot, (int(x), int(y)), int(0.04 * picture.shape[0]), 1, -1)
        lit[spot > 0] = lit[spot > 0] * share + veil
    set_up()
    changed = np.clip(lit, 0, 255).astype(np.uint8)
    cells = eyes().reader.read(changed, view, [-1] * len(FIELDS)).fields
    assert [cells[at].best() for at in TOWERS] == [*game().seats[:3], TOWER]
    assert all(cells[at].alone(TOWER) < -5 for at in TOWERS[:3])


def test_a_washed_out_mouse_is_told_where_the_field_was_seen_bare() -> None:
    place = HIGH[2]
    rooms = sum(1 << number for number, room in enumerate(first().layout) if place in room)
    roof_of = [-1] * len(FIELDS)
    fresh = Eyes(profile(), game().seats)
    assert fresh.look_at_set_up(*pictured(first()), PLAYERS).event is not None
    bare = fresh.reader.read(*pictured(opened(rooms)), roof_of)
    fresh.reader.fields.learn_floors(bare.memory.fields, [place])
    measures, colours = profile().measures, []
    for colour in game().seats:
        picture, view = pictured(opened(rooms, ((colour, place),)))
        x, y = view.project(np.array([[*measures.centre(place), measures.level(place) + 0.007]]))[0]
        spot = np.zeros(picture.shape[:2], np.uint8)
        cv2.circle(spot, (int(x), int(y)), int(0.016 * picture.shape[0]), 1, -1)
        picture[spot > 0] = np.clip(picture[spot > 0].astype(np.float32) * 0.7 + 140, 0, 255)
        colours.append(fresh.reader.read(picture, view, roof_of).fields[place].best())
    assert colours == list(game().seats)


def test_a_mouse_that_mirrors_a_lamp_is_told_on_a_tower_that_does_not_look_as_taught() -> None:
    place, measures, seen = TOWERS[1], profile().measures, []
    fresh = Eyes(profile(), game().seats)
    assert fresh.look_at_set_up(*pictured(first()), PLAYERS).event is not None

    def lit(picture: Any, view: Any, radius: float, veil: Any) -> Any:
        x, y = view.project(np.array([[*measures.centre(place), measures.tower]]))[0]
        spot = np.zeros(picture.shape[:2], np.uint8)
        cv2.circle(spot, (int(x), int(y)), int(radius * picture.shape[0]), 1, -1)
        shone_on = picture[spot > 0].astype(np.float32) * 0.6 + veil
        picture[spot > 0] = np.clip(shone_on, 0, 255)
        return picture

    warm = (60, 80, 100)
    picture, view = pictured(opened(0))
    bare = fresh.reader.read(lit(picture, view, 0.04, warm), view, [-1] * len(FIELDS))
    fresh.reader.fields.learn_floors(bare.memory.fields, [place])
    for colour in game().seats:
        picture, view = pictured(opened(0, ((colour, place),)))
        shining = lit(lit(picture, view, 0.04, warm), view, 0.014, (90, 90, 90))
        seen.append(fresh.reader.read(shining, view, [-1] * len(FIELDS)).fields[place].best())
    assert seen == list(game().seats)
    picture, view = pictured(opened(0))
    again = fresh.reader.read(lit(picture, view, 0.04, warm), view, [-1] * len(FIELDS))
    assert again.fields[place].best() == TOWER


def test_a_tower_that_seems_to_have_a_mouse_at_first_looks_bare_as_the_others_do() -> None:
    """In a brown shade a wooden top was taken for a red mouse when the game began."""
    fresh, place = Eyes(profile(), game().seats), TOWERS[1]
    colour = game().seats[0]
    early = replace(first(), mice=((colour, place),))
    assert fresh.look_at_set_up(*pictured(early), PLAYERS).event is not None
    floors = fresh.reader.fields._floors
    assert set(floors) == set(TOWERS)
    others = np.stack([floors[at][0] for at in TOWERS if at != place])
    assert floors[place][0] == pytest.approx(np.median(others, axis=0))
    for lying, best in ((early, colour), (first(), TOWER)):
        cells = fresh.reader.read(*pictured(lying), [-1] * len(FIELDS)).fields
        assert cells[place].best() == best


def test_no_colour_that_is_seen_in_several_towers_when_a_game_begins_is_a_mouse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Under a yellow lamp all four tops looked like yellow mice."""
    fresh, red = Eyes(profile(), game().seats), game().seats[0]
    names = dict(zip(TOWERS, (red, TOWER, red, game().seats[1]), strict=True))
    look = fresh.reader.fields._labels

    def mistaken(*args: Any) -> dict[int, dict[str, float]]:
        return {at: {**now, names.get(at, ROOF): 500.0} for at, now in look(*args).items()}

    monkeypatch.setattr(fresh.reader.fields, "_labels", mistaken)
    learn = fresh.reader.fields.learn_floors
    learned: list[int] = []
    monkeypatch.setattr(
        fresh.reader.fields, "learn_floors", lambda seen, at: (learned.extend(at), learn(seen, at))
    )
    found = fresh.look_at_set_up(*pictured(first()), PLAYERS)
    assert learned == list(TOWERS[:3])
    monkeypatch.undo()
    start = apply(GAME.start(PLAYERS, {}, {}), found.event)
    reading = fresh.read(*pictured(first()), [start], found.reading.memory)
    assert [reading.fields[at].best() for at in TOWERS] == [TOWER] * 4


def test_a_washed_out_mouse_is_told_in_a_hole_that_was_just_seen_bare_under_the_same_lamp() -> None:
    place, measures = 24, profile().measures
    rooms = sum(1 << number for number, room in enumerate(first().layout) if place in room)
    fresh = Eyes(profile(), game().seats)
    assert fresh.look_at_set_up(*pictured(first()), PLAYERS).event is not None
    fields = fresh.reader.fields

    def lit(mice: tuple[tuple[str, int], ...], *lamps: tuple[float, float]) -> tuple[Any, View]:
        picture, view = pictured(opened(rooms, mice))
        x, y = view.project(np.array([[*measures.centre(place), measures.level(place) + 0.007]]))[0]
        for radius, veil in lamps:
            spot = np.zeros(picture.shape[:2], np.uint8)
            cv2.circle(spot, (int(x), int(y)), int(radius * picture.shape[0]), 1, -1)
            picture[spot > 0] = np.clip(picture[spot > 0].astype(np.float32) * 0.6 + veil, 0, 255)
        return picture, view

    bare = fresh.reader.read(*lit((), (0.04, 100)), [-1] * len(FIELDS))
    shining = lit((("yellow", place),), (0.04, 100), (0.014, 90))
    told = []
    for known in ([place], []):  # only for the next picture: then other tiles may lie there
        fields.learn_floors(bare.memory.fields, known)
        told.append(fresh.reader.read(*shining, [-1] * len(FIELDS)).fields[place].best())
    assert told == ["yellow", "plain"]


def test_a_tile_that_looks_as_it_did_is_no_mouse_however_unlike_the_taught_one_it_is() -> None:
    """In another print's colours every mouse fitted what was known of a hole, and its tile did not:
    mice were alleged to have run where none was.
    """
    rooms = (1 << len(first().layout)) - 1
    fresh = Eyes(profile(), game().seats)
    assert fresh.look_at_set_up(*pictured(first()), PLAYERS).event is not None
    fields, picture, view = fresh.reader.fields, *pictured(opened(rooms))
    odd = np.clip(picture.astype(np.float32)[..., ::-1] * (0.7, 1.0, 0.8) + 25, 0, 255)
    odd = odd.astype(np.uint8)
    bare = fresh.reader.read(odd, view, [-1] * len(FIELDS))
    fields.learn_floors(bare.memory.fields, HOLES)
    cells = fresh.reader.read(odd, view, [-1] * len(FIELDS)).fields
    assert all(cells[at].best() in fields.names for at in HOLES)


def test_a_hole_that_was_seen_bare_may_show_another_tile_rather_than_a_shining_mouse() -> None:
    fresh, places = Eyes(profile(), game().seats), [24, HIGH[2]]
    assert fresh.look_at_set_up(*pictured(first()), PLAYERS).event is not None
    fields = fresh.reader.fields
    bare = fresh.reader.read(*pictured(first()), [-1] * len(FIELDS))
    fields.learn_floors(bare.memory.fields, places)
    found = {at: {"plain": 99.0} for at in places}
    samples = np.zeros((2, 4, 3), np.float32)
    assert fields._mirror(places, found, samples).tolist() == [False, True]


def test_a_mouse_in_a_hole_is_told_though_a_lamp_mirrors_in_a_part_of_it() -> None:
    place = 24
    rooms = sum(1 << number for number, room in enumerate(first().layout) if place in room)
    measures, colours = profile().measures, []
    set_up()
    for colour in game().seats:
        picture, view = pictured(opened(rooms, ((colour, place),)))
        x, y = view.project(np.array([[*measures.centre(place), measures.level(place) + 0.007]]))[0]
        far = 0.016 * picture.shape[0]
        rows, columns = np.indices(picture.shape[:2])
        near = np.hypot(columns - x, rows - y) < far
        veil = 110 * np.clip(1 + (rows - y) / far, 0, 2)[near][:, None]  # more and more towards us
        picture[near] = np.clip(picture[near].astype(np.float32) * 0.4 + veil, 0, 255)
        cells = eyes().reader.read(picture, view, [-1] * len(FIELDS)).fields
        colours.append(cells[place].best())
    assert colours == list(game().seats)


@pytest.mark.parametrize("shift", range(4))
def test_a_mouse_on_a_roof_is_told_though_the_roof_is_of_its_colour(shift: int) -> None:
    colours = [*game().seats[shift:], *game().seats[:shift]] * 5
    mice = {room[0]: colour for room, colour in zip(first().layout, colours, strict=False)}
    lying = opened(0, tuple((c, at) for at, c in mice.items()), atop=frozenset(mice))
    cells = read(lying).fields
    assert {at: cells[at].best() for at in INSIDE} == {at: mice.get(at, ROOF) for at in INSIDE}


def test_a_white_tile_between_two_mice_is_not_taken_for_one_that_is_washed_out() -> None:
    places, leads = (8, 24, 36), []
    open_rooms = [n for n, room in enumerate(first().layout) if set(places) & set(room)]
    for colour in game().seats:
        mice = tuple((colour, place) for place in places for _ in range(2))
        cells = read(opened(sum(1 << n for n in open_rooms), mice)).fields
        both = [cells[place].alone(f"{colour}+{colour}") for place in places]
        leads += [two - cells[place].alone(colour) for two, place in zip(both, places, strict=True)]
    assert np.median(leads) > -1


def test_a_roof_is_no_mouse_of_its_colour_while_nobody_has_seen_all_roofs_on() -> None:
    (mean, spread), colour = profile().roofs[3], game().seats[0]
    alike = replace(profile(), mice=profile().mice | {colour: (mean + 0.45, spread)})
    fresh = Eyes(alike, game().seats)
    cells = fresh.reader.read(*pictured(first()), [-1] * len(FIELDS)).fields
    assert {cells[at].best() for at in INSIDE} == {ROOF}


def test_a_floor_that_is_known_and_looks_like_nothing_known_is_not_bare() -> None:
    picture, view = pictured(first())
    fresh = Eyes(profile(), game().seats)
    assert fresh.look_at_set_up(picture, view, PLAYERS).event is not None
    place, measures = TOWERS[1], profile().measures
    x, y = view.project(np.array([[*measures.centre(place), measures.tower]]))[0]
    cv2.circle(picture, (int(x), int(y)), int(0.04 * picture.shape[0]), (200, 60, 190), -1)
    cell = fresh.reader.read(picture, view, [-1] * len(FIELDS)).fields[place]
    assert all(cell.alone(colour) > cell.alone(TOWER) + 2 for colour in game().seats)


def test_what_is_known_to_be_bare_is_learned_from_the_picture_before() -> None:
    fresh = Eyes(profile(), game().seats)
    found = fresh.look_at_set_up(*pictured(first()), PLAYERS)
    learned: list[list[int]] = []
    fields = fresh.reader.fields
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fields, "learn_floors", lambda _, bare: learned.append(sorted(bare)))
        position = apply(GAME.start(PLAYERS, {}, {}), found.event)
        placed = [apply(position, Place(0, at)) for at in TOWERS[:2]]
        picture, view = pictured(first())
        reading = fresh.read(picture, view, [position], found.reading.memory)
        fresh.read(picture, view, placed, reading.memory)
    assert learned == [[], list(TOWERS[2:])]


def test_roofs_that_look_like_tiles_are_known_once_somebody_told_the_set_up() -> None:
    plain = profile().tiles["plain"][0].mean(axis=(0, 1))
    alike = {n: (plain + 0.2 * (mean - plain), s) for n, (mean, s) in profile().roofs.items()}
    fresh = Eyes(replace(profile(), roofs=alike), game().seats)
    picture, view = pictured(first())
    assert fresh.look_at_set_up(picture, view, PLAYERS).event is None
    position = apply(GAME.start(PLAYERS, {}, {}), set_up()[0])
    cells = fresh.read(picture, view, [position], None).fields
    assert {cells[at].best() for at in INSIDE} == {ROOF}


def test_only_mice_of_those_who_play_are_looked_for() -> None:
    playing = game().seats[:3]
    fresh = Eyes(profile(), playing)
    picture, view = pictured(first())
    found = fresh.look_at_set_up(picture, view, 3)
    position = apply(GAME.start(3, {}, {}), found.event)
    later = fresh.read(picture, view, [position], None)
    for reading in (found.reading, later):
        assert set(reading.fields[TOWERS[0]].labels) == {*playing, TOWER}


def test_the_spare_tile_and_the_cheeses_won_are_found_beside_the_box() -> None:
    chits = ((0, 3), (), (6,), (2,))
    reading = read(opened(0, spare=(4, 1), spare_at=3, moves=5, chits=chits))
    assert reading.spare is not None
    assert reading.spare.best() == TILE_NAMES[4]
    before_3, _ = profile().measures.exit(11)  # the line's other end
    assert np.hypot(*np.subtract(reading.spare.place, before_3)) < 0.05
    found = [sorted(t.best() for t in reading.cheeses(zone)) for zone in SEATS[PLAYERS]]
    assert found == [[TILE_NAMES[kind] for kind in row] for row in chits]


def test_what_is_new_on_the_table_and_as_large_as_a_tile_is_looked_at_closely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the sun a cheese that was won had other colours than taught, and seemed forgotten."""
    set_up()
    reader, roof_of = eyes().reader, [-1] * len(FIELDS)
    bare = reader.read(*pictured(opened(0)), roof_of)
    monkeypatch.setattr(reader.around, "_spots", lambda *_: [])
    monkeypatch.setattr(reader.around, "_cards", lambda *_: [])
    won = opened(0, chits=((3,), (), (), ()))
    (cheese,) = reader.read(*pictured(won), roof_of, bare.memory).cheeses(SEATS[4][0])
    assert cheese.best() == TILE_NAMES[3]
    wide, small = np.zeros((2, *reader.around._shape), bool)
    wide[5:40, 5:40] = small[5:15, 5:15] = True
    assert reader.around._new(wide) == []
    (spot,) = reader.around._new(small)
    (left, top, _), step = reader.around._window.corner, reader.around._window.step
    assert spot.place == pytest.approx((left + 10 * step, top - 10 * step))


def test_the_edge_of_a_hole_that_was_taught_with_a_face_does_not_count_on_the_table() -> None:
    place = (np.arange(SAMPLES) + 0.5) / SAMPLES * FACE - FACE / 2
    edge = np.hypot(place[:, None], place[None])[..., None] > 0.30
    taught = {
        name: (mean - edge * np.float32(1.0), s) for name, (mean, s) in profile().tiles.items()
    }
    around = AroundReader(replace(profile(), tiles=taught))
    picture, view = pictured(opened(0, spare=(PLAIN, 1), spare_at=3, moves=5))
    spare = spare_of(around.read(picture, view, eyes().reader.light(picture, view), None))
    assert spare is not None
    (first, kind), (second, _) = sorted(((v, k) for k, v in spare.kinds.items()), reverse=True)[:2]
    assert kind == "plain"
    assert first - second > SPARE_TELLING


def test_without_an_outline_only_a_face_that_is_not_plain_is_more_than_bare_table() -> None:
    around = AroundReader(profile())
    kinds = np.full(len(around.names), 10.0, np.float32)
    names = dict(zip(around.names, range(len(kinds)), strict=True))
    for plain, trap, face, bare in ((50, 20, 55, False), (50, 20, 53, True), (20, 64, 63, True)):
        kinds[[names["plain"], names["trap"], names["cheese7"]]] = plain, trap, face
        assert around._bare(kinds) is bare


@pytest.mark.parametrize(
    ("cut", "kinds", "found"),
    [
        (False, {"cheese2": -2.0, "plain": -40.0}, False),  # coins that lie together
        (False, {"cheese2": 1.0, "plain": -40.0}, True),
        (True, {"cheese1": 35.0, "plain": 20.0}, False),  # a part of a tile, or anything else
        (True, {"cheese1": 35.0, "plain": 5.0}, True),
        (True, {"cheese1": 29.0, "plain": 5.0}, False),
        (True, {"plain": 40.0, "cheese1": 5.0}, False),
        (True, {"plain": 46.0, "cheese1": 5.0}, True),
    ],
)
def test_what_has_the_outline_of_a_tile_must_look_like_one(
    cut: bool, kinds: dict[str, float], found: bool
) -> None:
    around = AroundReader(profile())
    values = [kinds.get(name, -50.0) for name in around.names]
    scores = np.tile(np.array(values, np.float32), (len(SHIFTS), 1))
    odd = np.full(len(SHIFTS), -5.0, np.float32)
    thing = around._thing(Spot((0.17, 0.0), True, cut), scores, odd)
    assert (thing is not None) is found


def test_a_printed_tile_half_behind_the_box_is_not_plain_for_a_plain_part_beside_its_print() -> (
    None
):
    nothing = dict.fromkeys(TILE_NAMES, -50.0)
    plain = Thing((0.178, 0.0), nothing | {"plain": 47.0, "cheese7": 41.0}, card=True)
    print_ = Thing((0.163, -0.003), nothing | {"cheese1": 36.0, "cheese5": 5.0}, card=True)
    other = Thing((0.163, 0.1), nothing | {"plain": 60.0}, card=True)
    faint = replace(print_, kinds=nothing | {"cheese1": 36.0, "cheese5": 20.0})
    near = 0.7 * profile().measures.pitch
    assert without_plain_parts([plain, print_, other], near) == [print_, other]
    assert without_plain_parts([plain, faint, other], near) == [plain, faint, other]


def test_what_is_seen_close_beside_a_tower_may_be_the_tower() -> None:
    measures = profile().measures
    _, view = pictured(first())
    tower = TOWERS[0]
    middle, eye = measures.centre(tower), view.centre
    aside = np.array([eye[1] - middle[1], middle[0] - eye[0]])
    aside /= np.linalg.norm(aside)
    shares = (0.40, 0.53, 0.56)  # of the pitch, past the tower's middle
    at = np.array([(*(middle + measures.pitch * share * aside), 0.0) for share in shares])
    points = np.tile(at[None], (len(FIELDS), 1, 1))
    behind = Sightlines(measures, view, points).behind_tower
    assert behind[FIELDS[24]].tolist() == [True, True, False]


def test_a_trap_is_darker_than_the_tile_around_it() -> None:
    count = SAMPLES + 2 * REACH
    place = (np.arange(count) + 0.5 - count / 2) * FACE / SAMPLES
    radius = np.hypot(place[:, None], place[None]).ravel()
    looks = np.zeros((4, count * count, 3), np.float32)
    looks[1:, radius < 0.34] = -0.5
    looks[3] -= 1.0  # a shadow on a dark table has no tile around it
    shown = np.ones(looks.shape[:2], np.float32)
    shown[2, radius > 0.3] = 0
    assert _deep(looks, shown, 0.2).tolist() == [False, True, True, False]


def test_where_a_tile_fell_shows_on_the_table_though_the_tile_is_not_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_up()
    reader, roof_of = eyes().reader, [-1] * len(FIELDS)
    lies = reader.read(*pictured(opened(0, spare=(7, 1), spare_at=1, moves=3)), roof_of)
    assert lies.spare is not None
    monkeypatch.setattr(reader.around, "_look", lambda *_: [])
    fell = pictured(opened(0, spare=(7, 1), spare_at=9, moves=4))
    gone = reader.read(*fell, roof_of, lies.memory)
    (slot,) = (slot for slot, share in gone.memory.around.stirred.items() if share > FELL)
    assert LINES[slot] == LINES[9][::-1]
    assert (gone.spare, gone.spare_moved) == (None, True)
    assert reader.read(*fell, roof_of, gone.memory).spare_moved is None
    again = pictured(opened(0, spare=(7, 1), spare_at=4, moves=5))
    assert reader.read(*again, roof_of, gone.memory).spare_moved is True
    monkeypatch.undo()
    back = reader.read(*fell, roof_of, gone.memory)
    assert back.spare is not None
    assert back.spare_moved is None


def test_a_tile_that_lies_where_none_was_ever_seen_was_laid_there_if_the_table_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_up()
    reader, roof_of = eyes().reader, [-1] * len(FIELDS)
    lies = pictured(opened(0, spare=(7, 1), spare_at=1, moves=3))
    with monkeypatch.context() as blind:
        blind.setattr(reader.around, "_look", lambda *_: [])
        unseen = reader.read(*lies, roof_of)
    assert unseen.spare is None
    assert reader.read(*lies, roof_of, unseen.memory).spare_moved is None
    fell = reader.read(*pictured(opened(0, spare=(2, 1), spare_at=9)), roof_of, unseen.memory)
    assert (fell.spare is not None, fell.spare_moved) == (True, True)


def test_a_tile_a_fields_width_aside_of_the_last_one_was_not_put_back_there() -> None:
    set_up()
    reader, roof_of = eyes().reader, [-1] * len(FIELDS)
    between = {"spare": (4, 1), "spare_at": 1, "moves": 3, "beside_slot": True}
    lies = reader.read(*pictured(opened(0, **between)), roof_of)
    for now, moved in (({"beside_slot": False}, True), ({"spare": (5, 1)}, False)):
        lying = opened(0, **(between | {"moves": 4} | now))
        reading = reader.read(*pictured(lying), roof_of, lies.memory)
        assert (reading.spare is not None, reading.spare_moved) == (True, moved)


def test_a_roof_laid_beside_an_exit_is_no_tile_that_fell_there() -> None:
    around = eyes().reader.around
    seen = np.ones(around._shape, bool)
    (edge, way), pitch = profile().measures.exit(9), profile().measures.pitch
    tile = around._near(tuple(np.add(edge, 0.04 * np.array(way))), 0.5)
    roof = np.zeros_like(seen)
    for far in np.arange(0.05, 0.13, pitch / 4):
        roof |= around._near(tuple(np.add(edge, far * np.array(way))), 0.6)
    stirred = [around._stirred(changed, seen, ())[9] > FELL for changed in (tile, tile | roof)]
    assert stirred == [True, False]


def test_what_did_not_change_is_known_to_be_the_same() -> None:
    lying = opened(0b11)
    picture, view = pictured(lying)
    set_up()
    roof_of = [-1] * len(FIELDS)
    one = eyes().reader.read(picture, view, roof_of)
    other = eyes().reader.read(picture, view, roof_of, one.memory)
    assert other.spare is not None
    assert other.spare.stayed
    assert other.spare_moved is False
    assert all(
        other.fields[at].kept(one.fields[at].best()) > -0.5
        for at in FIELDS
        if one.fields[at].seen > 0.5
    )


def test_a_profile_is_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    profile().save(tmp_path)
    known = Profile.load(tmp_path)
    assert known.measures == profile().measures
    assert known.cheeses == TILE_NAMES[:7]
    assert known.layouts == profile().layouts
    assert known.box_facts() == profile().box_facts()
    assert np.array_equal(known.borders, profile().borders)
    for group in ("tiles", "roofs", "mice", "grounds"):
        for name, (mean, spread) in getattr(profile(), group).items():
            assert np.array_equal(getattr(known, group)[name][0], mean)
            assert np.array_equal(getattr(known, group)[name][1], spread)


def test_teaching_says_what_is_missing() -> None:
    tiles, roofs = (lesson(*each) for each in game().teach_pictures())
    with pytest.raises(TeachingError, match="every kind of tile"):
        teach([roofs])
    with pytest.raises(TeachingError, match="all roofs"):
        teach([tiles])
    with pytest.raises(TeachingError, match="no teaching picture"):
        teach([])


def test_fields_are_counted_from_the_far_left() -> None:
    measures = usual(0.03)
    assert measures.centre(0) == pytest.approx(np.array([-0.09, 0.09]))
    assert measures.centre(48) == pytest.approx(np.array([0.09, -0.09]))
    assert measures.exit(8)[0] == pytest.approx(np.array([-0.06, BOARD / 2]))
    assert tiles_shown(game().theme).roofs == 0
