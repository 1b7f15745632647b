"""Counters of The Castle found by their edges, and their faces told apart by small print."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.castle import faces, squares
from vision.castle.pieces import before_gate, lit, off_map
from vision.castle.profile import STEP

SIZE = 0.016
SHAPE = (120, 160)


def laid(*poses: tuple[float, float, float], level: float = 1.0) -> squares.Array:
    """A map of differences with squares on it, a little soft and grainy."""
    off = np.random.default_rng(5).uniform(0.0, 0.1, SHAPE).astype(np.float32)
    fine = np.zeros((SHAPE[0] * 8, SHAPE[1] * 8), np.float32)
    for x, y, turn in poses:
        at = ((x / STEP + SHAPE[1] / 2) * 8, (SHAPE[0] / 2 - y / STEP) * 8)
        side = SIZE / STEP * 8
        corners = cv2.boxPoints((at, (side, side), -float(np.degrees(turn))))
        cv2.fillConvexPoly(fine, np.round(corners).astype(np.int32), level)
    return off + cv2.resize(fine, SHAPE[::-1], interpolation=cv2.INTER_AREA)


def near(found: squares.Pose, true: squares.Pose) -> bool:
    apart = np.hypot(found[0] - true[0], found[1] - true[1])
    return bool(apart < 0.0007 and abs(found[2] - true[2]) < np.radians(2.5))


@pytest.mark.parametrize("turn", [-0.25, -0.05, 0.0, 0.12, 0.28])
def test_a_square_is_found_from_a_rough_guess(turn: float) -> None:
    true = (0.012, -0.007, turn)
    found = squares.settled(laid(true), (0.015, -0.004, 0.0), SIZE)
    assert near(found, true)
    assert squares.fit(laid(true), found, SIZE) > 0.7


def test_two_squares_that_touch_are_told_apart_whatever_their_contrast() -> None:
    one, other = (-0.0085, 0.0, 0.0), (0.0085, 0.002, 0.1)
    off = np.maximum(laid(one), laid(other, level=0.4))
    found = sorted(squares.found(off, (-0.025, -0.015, 0.025, 0.015), SIZE, 5))
    assert len(found) == 2
    assert near(found[0], one)
    assert near(found[1], other)


def test_a_bare_map_holds_no_square() -> None:
    assert squares.found(laid(), (-0.025, -0.015, 0.025, 0.015), SIZE, 5) == []


def test_the_side_of_a_square_is_measured() -> None:
    assert squares.side(laid((0.0, 0.0, 0.1)), (0.0, 0.0, 0.1), 0.017) == pytest.approx(
        SIZE, abs=0.0006
    )


def test_white_paper_on_a_dark_map_lies_where_its_light_does() -> None:
    side, at, fine = 17.4, (0.0115, -0.006), 8
    light = np.full((SHAPE[0] * fine, SHAPE[1] * fine), 0.02, np.float32)
    x, y = ((at[0] / STEP + SHAPE[1] / 2) * fine, (SHAPE[0] / 2 - at[1] / STEP) * fine)
    left, top, wide = round(x - side * fine / 2), round(y - side * fine / 2), round(side * fine)
    light[top : top + wide, left : left + wide] = 0.8
    light[top + 60 : top + 110, left + 20 : left + 100] = 0.2  # print
    soft = cv2.GaussianBlur(cv2.resize(light, SHAPE[::-1], interpolation=cv2.INTER_AREA), (0, 0), 1)
    off = squares.light_apart(np.repeat(np.log(soft / 0.02)[..., None], 3, axis=2))
    found = squares.settled(off, (0.010, -0.004, 0.0), 0.0165)
    assert np.hypot(found[0] - at[0], found[1] - at[1]) < 0.0006


def test_what_is_darker_than_the_map_counts_like_what_is_lighter() -> None:
    apart = np.log(np.array([[[1.0, 1.0, 1.0], [1.0, 1.0, 1.5], [0.5, 1.0, 1.0]]]))
    values = squares.light_apart(apart.astype(np.float32))
    assert values[0].tolist() == pytest.approx([0.0, 0.5, 0.5], abs=1e-6)


def test_glare_across_a_room_is_light_and_the_piece_in_it_none() -> None:
    rows, columns = 60, 70
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    glare = 1.6 * np.exp(-((x - 10) ** 2 + (y + 20) ** 2) / 2 / 40**2)
    off = np.repeat(glare[..., None], 3, axis=2)
    off[20:37, 25:42] += (1.5, 0.2, -0.6)
    rest = off - lit(off)
    bare = np.ones((rows, columns), bool)
    bare[18:39, 23:44] = False
    assert np.abs(rest[bare]).max() < 0.15 < np.ptp(off[bare]) / 8
    assert rest[28, 33].tolist() == pytest.approx([1.5, 0.2, -0.6], abs=0.12)
    even = off - off + 0.4
    assert lit(even).tolist() == pytest.approx([0.4, 0.4, 0.4])


# --- faces ---------------------------------------------------------------------------------


def printed(seed: int, room: int = 0) -> faces.Array:
    """A face with random small print, on plain paper with some room."""
    ink = np.random.default_rng(seed).integers(0, 2, (8, 8)).astype(np.float32)
    face = 220 - 120 * cv2.resize(ink, (faces.FINE, faces.FINE), interpolation=cv2.INTER_NEAREST)
    face = np.pad(face, room, constant_values=60)
    return np.asarray(cv2.GaussianBlur(face, (0, 0), faces.SOFT), np.float32)


def seen(seed: int, shift: tuple[int, int] = (0, 0)) -> list[faces.Array]:
    """The same under other light, a little aside, with grain."""
    grain = np.random.default_rng(9).normal(0, 6, (38, 38))
    return [np.roll(0.6 * printed(seed, faces.ROOM), shift, (0, 1)) + grain.astype(np.float32)]


TAUGHT = {f"face:{n}": printed(n)[None] for n in range(12)}


@pytest.mark.parametrize("shift", [(0, 0), (2, -1), (-3, 3)])
def test_a_face_is_known_a_little_aside_and_in_other_light(shift: tuple[int, int]) -> None:
    told = faces.Faces(TAUGHT).likeness(seen(7, shift))
    best, second = sorted(told, key=lambda name: -told[name])[:2]
    assert best == "face:7"
    assert told[best] > told[second] + 0.5


def test_a_face_across_which_something_lies_is_known_by_what_is_left_to_see() -> None:
    known = faces.Faces(TAUGHT)
    (whole,) = seen(7)
    y, x = np.mgrid[: whole.shape[0], : whole.shape[1]]
    struck = np.where(x + y < 0.8 * len(whole), np.float32(90), whole)
    part = known.uncovered([struck])
    assert part is not None
    assert 0.5 < part.mean() < 0.8
    assert known.uncovered([whole]) is None
    told = known.likeness([struck], part=part)
    best, second = sorted(told, key=lambda name: -told[name])[:2]
    assert best == "face:7"
    assert told[best] > told[second] + 0.5
    by_all = known.likeness([struck])
    assert told[best] - told[second] > 1.3 * (by_all[best] - by_all[second])


def test_what_twins_tell_of_a_face_grows_with_its_clarity() -> None:
    twins = {name: np.stack([face[0], face[0]]) for name, face in TAUGHT.items()}
    family = dict.fromkeys(twins, True)
    known = faces.Faces(twins)
    clear = [seen(int(name[5:])) for name in known.names]
    mixed = [seen((int(name[5:]) + n % 2) % 12) for n, name in enumerate(known.names)]
    assert known.weight(clear, family) == faces.WORTH
    assert known.weight(mixed, family) == faces.LEAST


def test_a_face_in_haze_is_told_less_surely_than_a_clear_one() -> None:
    known = faces.Faces(TAUGHT)
    haze = np.random.default_rng(4).normal(0, 1, (38, 38))
    haze = 22 * cv2.GaussianBlur(haze, (0, 0), 1.2) / 0.24
    clear, hazy = (known.likeness([seen(7)[0] + part * haze]) for part in (0, 1))
    assert faces.trust(clear) == 1.0
    assert 0.03 < faces.trust(hazy) < 0.4
    half = np.arange(784) < 392
    assert faces.trust({"face:1": 0.7, "face:2": 0.3}) == pytest.approx(0.25)
    assert faces.trust({"face:1": 0.7}, half) == 1.0, "half of a face explains half as much"


def test_a_blurred_face_is_not_taken_for_a_paler_one_that_is_alike() -> None:
    pale = 0.7 * cv2.GaussianBlur(printed(7), (0, 0), 2.4) + 0.3 * printed(5)
    known = faces.Faces({**TAUGHT, "face:pale": pale[None]})
    sharp, blurred = seen(7), [cv2.GaussianBlur(seen(7)[0], (0, 0), 2.2)]
    (told, sure), (again, less) = known.look(sharp), known.look(blurred)
    assert max(told, key=lambda name: told[name]) == "face:7"
    assert max(again, key=lambda name: again[name]) == "face:7"
    assert (sure, less) == (1.0, pytest.approx(0.2))
    assert known.likeness(blurred) == again


def test_other_light_on_an_area_is_let_be_and_pieces_in_a_small_corridor_are_not() -> None:
    corridor = np.full((50, 24, 3), 0.4, np.float32)
    assert lit(corridor) == pytest.approx([0.4] * 3)
    red = (-1.2, -1.2, -0.2)
    corridor[:] = 0.0
    corridor[2:40] = red  # two red characters
    assert lit(corridor) == pytest.approx([0.0] * 3)
    room = np.full((60, 60, 3), 0.0, np.float32)
    room[:40] = red  # warm light on most of a room
    assert lit(room) == pytest.approx(red)


def test_a_piece_on_grained_wood_is_found_by_the_colour_that_grain_has_not() -> None:
    rng = np.random.default_rng(3)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (44, 45)), (0, 0), sigmaX=9, sigmaY=2.2)
    grain = grain / grain.std() * 0.45
    way = np.array([1.2, 1.0, 0.85])
    part = (grain[..., None] * way + rng.normal(0, 0.02, (44, 45, 3))).astype(np.float32)
    part[14:30, 12:28] = np.array([-0.5, -0.4, 0.2]) + rng.normal(0, 0.02, (16, 16, 3))
    table = np.ones((44, 45), bool)
    mask = before_gate(part, table)
    assert mask[15:29, 13:27].mean() > 0.95
    mask[12:32, 10:30] = 0
    assert mask.mean() < 0.03
    plain = (0.03 * rng.normal(0, 1, part.shape)).astype(np.float32)
    assert not before_gate(plain, table).any()


def test_walls_of_a_map_that_lies_a_little_aside_are_no_pieces() -> None:
    bare = np.full((60, 60, 3), -0.3, np.float32)
    bare[:, 20:22] = -3.0
    now = np.roll(bare, 1, axis=1)
    assert np.abs(off_map(now, bare)[:, 2:]).max() == 0.0
    now[30:45, 40:55] = (-1.0, -0.9, -0.5)
    assert off_map(now, bare)[31:44, 41:54].max() == pytest.approx(-0.2)
