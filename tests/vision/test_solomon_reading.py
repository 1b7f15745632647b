"""King Solomon's mine read from simulated pictures: tiles, cards, and a profile that is kept."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.boxes.profiles import BadBox, load_profile
from device.sim.film import Film, Room
from device.sim.solomon.scene import Lying
from device.sim.solomon.table import SimGame
from device.sim.stage import Still, board_corners
from device.table.words import say
from rules.solomon import SetUp
from rules.solomon.pieces import SQUARES, TILES
from tests.session_boxes import session_box
from tests.vision.studios import studio_of
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.observe.appearance import Bank
from vision.observe.cut import SIDE
from vision.observe.eye import usual_eye
from vision.observe.rise import Rise, slant
from vision.set_up import SetUpFault
from vision.solomon import cards
from vision.solomon.cards import CardRead
from vision.solomon.eyes import Eyes
from vision.solomon.profile import Profile
from vision.solomon.shafts import behind_walls
from vision.solomon.slots import Desk
from vision.solomon.table import BOARD, EMPTY, SIZES, as_rules
from vision.solomon.teach import CORNERS, lesson, relearn, teach

SEED = 2


@cache
def game() -> SimGame:
    return SimGame(SEED, "easy", 3)


@cache
def profile() -> Profile:
    taught = session_box(game())
    assert isinstance(taught, Profile)
    return taught


def view_of(still: Still) -> View:
    return solve_view(CORNERS, board_corners(still), (still.optics.width, still.optics.height))


def studio() -> tuple[Room, Film]:
    """The room and the camera of the game, begun anew."""
    return studio_of(game())


def pictured(lying: Lying) -> tuple[Any, View]:
    room, film = studio()
    still = room.settle(lying)[-1]
    return film.shoot(still), view_of(still)


def first_lying() -> Lying:
    lying = next(game().acts(game().room())).lying
    assert isinstance(lying, Lying)
    return lying


def test_squares_are_counted_from_the_entrance() -> None:
    assert as_rules(5, 5) == 0
    assert as_rules(0, 0) == 35
    assert SIZES.centre(0) == pytest.approx(np.array([0.08, -0.08]))


def test_tiles_lie_still_under_a_lamp_that_moved_but_not_if_they_were_moved() -> None:
    (picture, view), heights = pictured(first_lying()), (4,) * len(SQUARES)
    reader = Eyes(profile(), game().seats).reader
    first = reader.read(picture, view, heights)
    again = reader.read(lamp_over(picture, view, 7, 90, 60), view, heights, first.memory)
    assert again.shafts[7].same < max(again.shafts[7].labels.values()) - 60
    assert len(again.still) > 30
    assert 7 in again.still
    column, row = view.project(np.array([[*SIZES.centre(20), 0.0]]))[0].astype(int)
    here, aside = (np.s_[row - 14 : row + 14, column - 14 + n : column + 14 + n] for n in (0, 3))
    picture[here] = picture[aside].copy()
    assert 20 not in reader.read(picture, view, heights, first.memory).still


def lamp_over(picture: Any, view: View, square: int, bright: float, wide: float) -> Any:
    """The picture with a lamp mirrored in a shaft."""
    x, y = view.project(np.array([[*SIZES.centre(square), 0.0]]))[0]
    down, across = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    glare = bright * np.exp(-((across - x) ** 2 + (down - y) ** 2) / wide**2)
    return np.clip(picture + glare[..., None], 0, 255).astype(np.uint8)


def test_a_tile_under_a_lamp_is_told_rightly_or_says_nothing_and_is_not_called_empty() -> None:
    lying, heights = first_lying(), (4,) * len(SQUARES)
    picture, view = pictured(lying)
    reader = Eyes(profile(), game().seats).reader
    some = range(0, len(SQUARES), 4)

    def under(bright: float) -> list[Any]:
        lit = (lamp_over(picture, view, square, bright, 40) for square in some)
        return [
            reader.read(each, view, heights).shafts[n] for n, each in zip(some, lit, strict=True)
        ]

    true = [TILES[lying.shafts[square][-1]] for square in some]
    assert [cell.best() for cell in under(90)] == true
    for cell, name in zip(under(150), true, strict=True):
        assert cell.best() == name or cell.confidence() < 0.1
    assert all(cell.confidence() < 0.5 for cell in under(200) if cell.best() == EMPTY)


def test_a_card_whose_outline_fits_but_so_so_is_looked_for_by_its_print(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On wood nearly as pale as a card the outline is found a digit's breadth aside."""
    likeness = {"outline": 0.5, "print": 0.7}
    monkeypatch.setattr(cards, "nearby", lambda _desk, way, _look: (way, 0.4))
    monkeypatch.setattr(cards, "by_print", lambda _desk, _look: "print")
    monkeypatch.setattr(cards, "settled", lambda _desk, place, _look: (place, likeness[place]))
    desk: Any = SimpleNamespace(places=lambda: [SimpleNamespace(turned=lambda _: "outline")])
    reader = Eyes(profile(), game().seats).reader.cards
    monkeypatch.setattr(reader, "_upright", lambda _desk, place, value: (place, value))
    assert reader._find(desk) == ("print", 0.7)
    likeness["print"] = 0.48
    assert reader._find(desk) == ("outline", 0.5)


@pytest.mark.parametrize("part", [0.35, 0.5, 0.65])
def test_a_card_that_a_shadow_falls_on_in_part_is_read_as_clearly(part: float) -> None:
    """What lay in the shade was taken for more squares of the figure."""
    picture, view = pictured(Lying(first_lying().shafts, {0: (17, 0)}))
    slot, style = profile().slots[0], profile().card
    reader = Eyes(profile(), game().seats).reader.cards
    plain = reader._read(picture, view, 0)
    desk = Desk(picture, view, slot, style.width, style.length)
    place = reader._find(desk)[0]
    top, low = (
        view.project(np.array([[place.x, place.y + off * style.length, 0.0]]))[0]
        for off in (0.5, -0.5)
    )
    along = np.moveaxis(np.indices(picture.shape[:2]), 0, -1)[..., ::-1] - top
    share = along @ (low - top) / ((low - top) @ (low - top))
    dim = 0.55 + 0.45 / (1 + np.exp((share - part) / 0.03))
    shaded = reader._read((picture * dim[..., None]).astype(np.uint8), view, 0)
    assert plain is not None
    assert shaded is not None
    assert shaded.cells == plain.cells
    assert shaded.clear > 0.7
    assert shaded.numbers.best() == 17


@pytest.mark.parametrize("degrees", [-6.0, 5.0])
def test_a_card_whose_outline_hardly_shows_is_turned_as_its_squares_are(degrees: float) -> None:
    """On a table of a card's own colour its outline was found turned: a 1 before an 8 was lost."""
    picture, view = pictured(Lying(first_lying().shafts, {0: (17, 0)}))
    reader = Eyes(profile(), game().seats).reader.cards
    style = profile().card
    desk = Desk(picture, view, profile().slots[0], style.width, style.length)
    found = reader._find(desk)
    assert found is not None
    place, _ = found
    there, _ = reader._upright(desk, place.turned(np.radians(degrees)), 0.5)
    assert np.degrees(there.turn - place.turn) == pytest.approx(0.0, abs=1.0)
    assert np.hypot(there.x - place.x, there.y - place.y) < 0.0006
    # What is far less like a card so is left as it lies.
    assert reader._upright(desk, place, 0.99) == (place, 0.99)


def test_a_set_up_is_read_tile_by_tile() -> None:
    lying = first_lying()
    picture, view = pictured(lying)
    found = Eyes(profile(), game().seats).look_at_set_up(picture, view, 3)
    assert found.event == SetUp(tuple(shaft[-1] for shaft in lying.shafts))


def test_shafts_of_any_height_are_read_and_empty_ones_are_told() -> None:
    full = first_lying()
    shafts = tuple(shaft[: square % 5] for square, shaft in enumerate(full.shafts))
    picture, view = pictured(Lying(shafts))
    heights = tuple(map(len, shafts))
    reading = Eyes(profile(), game().seats).reader.read(picture, view, heights)
    wanted = [TILES[shaft[-1]] if shaft else EMPTY for shaft in shafts]
    assert [reading.shafts[square].best() for square in SQUARES] == wanted


def test_a_shaft_that_was_touched_is_named_anew_and_no_other() -> None:
    full, heights = first_lying(), (4,) * len(SQUARES)
    square = next(s for s in SQUARES[1:] if full.shafts[s][-1] != full.shafts[0][-1])
    shafts = list(full.shafts)
    shafts[0], shafts[square] = shafts[square], shafts[0]
    reader = Eyes(profile(), game().seats).reader
    (picture, view), (later, _) = pictured(full), pictured(Lying(tuple(shafts)))
    first = reader.read(picture, view, heights)
    second = reader.read(later, view, heights, first.memory)
    assert second.shafts[0].best() == TILES[full.shafts[square][-1]]
    assert second.shafts[square].best() == TILES[full.shafts[0][-1]]
    others = [s for s in SQUARES if s not in (0, square)]
    kept = [s for s in others if second.shafts[s].labels is first.shafts[s].labels]
    assert len(kept) > 30


def test_a_mine_that_is_not_full_is_no_set_up() -> None:
    shafts = ((), *first_lying().shafts[1:])
    picture, view = pictured(Lying(shafts))
    assert Eyes(profile(), game().seats).look_at_set_up(picture, view, 3).event is None


def test_figures_and_numbers_of_unknown_cards_are_read_either_way_up() -> None:
    cards = {0: (9, 0), 1: (17, 0), 3: (28, 1), 4: (30, 1)}
    picture, view = pictured(Lying(first_lying().shafts, cards))
    reader = Eyes(profile(), game().seats).reader
    reading = reader.read(picture, view, (4,) * len(SQUARES), None, range(6))
    for slot, (number, turned) in cards.items():
        card = reading.cards[slot]
        assert card is not None
        assert card.cells == game().theme.shapes[number]
        assert card.turned is bool(turned)
        assert card.numbers.best() == number
    assert reading.cards[2] is None
    assert reading.cards[5] is None


def test_a_card_read_clearly_is_known_until_its_slot_looks_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shafts = first_lying().shafts
    reader = Eyes(profile(), game().seats).reader
    first, view = pictured(Lying(shafts, {0: (30, 0)}))
    known = reader.cards.read(first, view, 0)
    read, fresh = reader.cards._read, []

    def anew(picture: Any, seen: View, slot: int) -> CardRead | None:
        fresh.append(slot)
        return read(picture, seen, slot)

    monkeypatch.setattr(reader.cards, "_read", anew)
    assert reader.cards.read(first, view, 0) is known
    assert fresh == []
    second, view = pictured(Lying(shafts, {0: (17, 0)}))
    other = reader.cards.read(second, view, 0)
    assert fresh == [0]
    assert other is not None
    assert other.cells == game().theme.shapes[17]


def test_full_shafts_are_no_fault_of_the_set_up() -> None:
    picture, view = pictured(first_lying())
    assert Eyes(profile(), game().seats).look_at_set_up(picture, view, 3).faults == []


def test_shafts_that_are_clearly_not_full_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    eyes = Eyes(profile(), game().seats)
    picture, view = pictured(first_lying())
    shown = eyes.reader.read(picture, view, (4,) * len(SQUARES))
    low = replace(shown, heights=slanted({14: 3, 20: 2}))
    monkeypatch.setattr(eyes.reader, "read", lambda *_: low)
    (fault,) = eyes.look_at_set_up(picture, view, 3).faults
    assert fault == SetUpFault("setup.solomon-low", {"squares": "c3, c4"})
    for language in ("de", "en", "fr", "it"):
        assert "c3, c4" in say(language, fault.key, fault.facts)


def test_open_cards_beside_shafts_that_are_not_full_tell_that_the_game_has_begun() -> None:
    shafts = list(first_lying().shafts)
    for square in (7, 8, 14):
        shafts[square] = ()
    eyes = Eyes(profile(), game().seats)
    slots = eyes.lens.slots
    dug = Lying(tuple(shafts), {slots[0]: (9, 0), slots[1]: (17, 0)})
    (fault,) = eyes.look_at_set_up(*pictured(dug), 3).faults
    assert (fault.key, dict(fault.facts)) == ("setup.begun", {"what": {"shafts": 3, "cards": 2}})
    (fault,) = eyes.look_at_set_up(*pictured(replace(dug, cards={})), 3).faults
    assert fault.key == "setup.solomon-empty"


def slanted(missing: dict[int, int]) -> Rise[int]:
    """Shafts seen at a slant, their tiles a little off their middles, some of them low."""
    view: Any = SimpleNamespace(centre=np.array([0.0, -0.35, 0.5]))
    offsets, ways = {}, {}
    for square in SQUARES:
        play = 0.0004 * np.array([(-1) ** square, (-1) ** (square // 2)])
        ways[square] = slant(view, SIZES.centre(square), SIZES.tile_height)
        offsets[square] = tuple(play + missing.get(square, 0) * ways[square])
    return Rise(offsets, dict.fromkeys(SQUARES, 4), ways, range(1, 5))


def test_heights_are_told_by_where_tiles_appear() -> None:
    heights = slanted({14: 3, 20: 2, 26: 1})
    best = {s: max(heights.fits(s), key=heights.fits(s).__getitem__) for s in (14, 20, 26, 27)}
    assert best == {14: 1, 20: 2, 26: 3, 27: 4}
    assert {14, 20} <= set(heights.low()) <= {14, 20, 26}


def test_a_tile_that_stays_says_the_same_of_its_height_whatever_is_believed() -> None:
    reader = Eyes(profile(), game().seats).reader
    picture, view = pictured(first_lying())
    first = reader.read(picture, view, (4,) * len(SQUARES))
    second = reader.read(picture, view, (3,) * len(SQUARES), first.memory)
    assert first.heights is not None
    assert second.heights is not None
    assert second.heights.fits(0) == first.heights.fits(0)
    assert {s: cell.best() for s, cell in second.shafts.items()} == {
        s: cell.best() for s, cell in first.shafts.items()
    }


def test_a_profile_is_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    profile().save(tmp_path)
    known = Profile.load(tmp_path)
    assert known.card == profile().card
    assert known.slots == profile().slots
    assert np.array_equal(known.card_frame, profile().card_frame)
    assert known.box_facts() == profile().box_facts()
    assert np.array_equal(known.tray, profile().tray)
    assert known.tiles.examples == profile().tiles.examples
    assert known.tiles.scales == profile().tiles.scales
    assert np.array_equal(known.tiles.vectors, profile().tiles.vectors)
    assert np.array_equal(known.tiles.patches.masks, profile().tiles.patches.masks)


def test_a_profile_taught_to_eyes_of_another_version_says_so(tmp_path: Path) -> None:
    profile().save(tmp_path)
    about = json.loads((tmp_path / "profile.json").read_text())
    (tmp_path / "profile.json").write_text(json.dumps(about | {"version": 3}))
    with pytest.raises(BadBox, match=r"another version\); teach it again"):
        load_profile(tmp_path)


def test_a_box_taught_to_another_eye_is_looked_at_anew(tmp_path: Path) -> None:
    profile().save(tmp_path)
    about = json.loads((tmp_path / "profile.json").read_text())
    about["tiles"]["eye"] = "another"
    (tmp_path / "profile.json").write_text(json.dumps(about))
    known = Profile.load(tmp_path).tiles
    assert known.eye == usual_eye().name
    assert np.abs(known.vectors - profile().tiles.vectors).max() < 1e-5


def test_a_tile_learned_anew_takes_the_place_of_its_looks() -> None:
    tiles, *_ = (lesson(*each) for each in game().teach_pictures())
    square = next(s for s, name in tiles.tops.items() if name == "t1")
    again = relearn(profile(), replace(tiles, tops={square: "t1"})).tiles
    sources = lambda bank: [e.source for e in bank.examples if e.label == "t1"]  # noqa: E731
    assert sources(again) == [f"again/{square}"]
    assert len(again.examples) == len(profile().tiles.examples) - len(sources(profile().tiles)) + 1
    assert isinstance(again, Bank)
    with pytest.raises(TeachingError, match="no tile"):
        relearn(profile(), replace(tiles, tops={square: EMPTY}))


def test_teaching_says_what_is_missing() -> None:
    tiles, cards, _ = (lesson(*each) for each in game().teach_pictures())
    with pytest.raises(TeachingError, match="every tile"):
        teach([cards])
    with pytest.raises(TeachingError, match="cards"):
        teach([tiles])


def camera(x: float, y: float, z: float) -> View:
    """A camera at a place, looking at the middle of the board."""
    eye = np.array([x, y, z])
    ahead = -eye / np.linalg.norm(eye)
    right = np.cross(ahead, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    half = BOARD / 2
    points = np.array([(-half, half, 0), (half, half, 0), (half, -half, 0), (-half, -half, 0)])
    exact = View(1280, 960, 1000.0, 0.0, rotation, -rotation @ eye)
    return solve_view(points, exact.project(points), (1280, 960))


def test_from_above_no_wall_hides_a_full_shaft() -> None:
    view = camera(0.01, -0.01, 0.6)
    assert not any(behind_walls(view, square, 4)[4:-4, 4:-4].any() for square in range(36))


def test_a_slanting_view_loses_the_near_side_of_a_low_tile() -> None:
    hidden = behind_walls(camera(0.0, -0.35, 0.5), 14, 1)
    assert not hidden[: SIDE // 2, 4:-4].any()
    assert hidden[-4:].all()
