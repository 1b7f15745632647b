"""Over which tower a hand is, and what is no hand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.geometry import View, solve_view
from vision.rest import Rest
from vision.sample import LINEAR
from vision.seven_locks.hands import NOBODY, Lost, find_hand, reaching, tower_tops
from vision.seven_locks.tops import Tops
from vision.seven_locks.windows import CORNERS

VIEW = solve_view(
    CORNERS,
    np.array([(440.0, 280), (840, 280), (840, 680), (440, 680)]),
    (1280, 960),
)
TOPS = Tops(0.11, 0.18)


def still() -> Rest:
    rng = np.random.default_rng(1)
    return Rest(rng.integers(90, 120, (240, 320, 3)).astype(np.uint8), VIEW)


def armed(view: View, rest: Rest, tower: int, ends: Tops = TOPS) -> np.ndarray:
    """A frame with an arm from the picture's lower edge to a tower's top."""
    x, y = (int(each) for each in tower_tops(view, ends, 320)[tower])
    frame = rest.small.copy()
    cv2.line(frame, (x + 10, 239), (x, y), (150, 180, 226), 9)
    return frame


@pytest.mark.parametrize("tower", [0, 2, 3, 5])
def test_a_hand_is_over_the_tower_that_its_tip_reaches(tower: int) -> None:
    rest = still()
    tops = tower_tops(VIEW, TOPS, 320)
    shares = find_hand(armed(VIEW, rest, tower), rest, VIEW, tops)
    assert int(np.argmax(shares)) == tower
    assert max(shares) > 0.9


def test_no_hand_is_over_a_tower_that_stands_no_more() -> None:
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    frame = armed(VIEW, rest, 3)
    assert find_hand(frame, rest, VIEW, tops, (0, 1, 2, 4, 5, 6)) == NOBODY
    x, y = (int(each) for each in 0.55 * tops[3] + 0.45 * tops[4])
    frame = rest.small.copy()
    cv2.line(frame, (x + 10, 239), (x, y), (150, 180, 226), 9)
    assert int(np.argmax(find_hand(frame, rest, VIEW, tops))) == 3
    only = find_hand(frame, rest, VIEW, tops, (0, 4))
    assert (only[0], only[4]) == (pytest.approx(0.0, abs=0.01), pytest.approx(1.0, abs=0.01))


def test_a_hand_rests_over_a_tower_as_long_as_its_arm_reaches_the_edge() -> None:
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    frame = armed(VIEW, rest, 3)
    hand = reaching(frame, rest, VIEW, tops)
    assert hand is not None
    x, y = (int(each) for each in tops[3])
    assert hand[y, x]
    assert hand[239].sum() >= 7
    assert not hand[:, : x - 20].any()
    taken = rest.small.copy()  # a tower that was taken away is no hand over it
    cv2.line(taken, (x, y + 40), (x, y), (150, 180, 226), 9)
    assert find_hand(taken, rest, VIEW, tops)[3] > 0.9
    assert reaching(taken, rest, VIEW, tops) is None
    assert reaching(rest.small, rest, VIEW, tops) is None


def test_a_hand_is_no_less_one_for_a_large_sleeve_that_the_table_parts_from_it() -> None:
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    x, y = (int(each) for each in tops[2])
    frame = rest.small.copy()
    cv2.rectangle(frame, (0, y - 25), (115, y + 25), (20, 20, 24), -1)
    cv2.line(frame, (x - 55, y), (x, y), (150, 180, 226), 9)
    shares = find_hand(frame, rest, VIEW, tops)
    assert int(np.argmax(shares)) == 2
    assert max(shares) > 0.9


def test_a_hand_is_over_a_tower_also_where_only_a_fingertip_reaches_it() -> None:
    """The arm comes from far out: near the towers there is hardly more than a fingertip."""
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    middle = tops.mean(axis=0)
    tower = int(np.argmax(tops[:, 0]))
    x, y = (int(each) for each in middle + (tops[tower] - middle) * 1.34)
    frame = rest.small.copy()
    cv2.line(frame, (319, y), (x + 3, y), (150, 180, 226), 5)
    assert int(np.argmax(find_hand(frame, rest, VIEW, tops))) == tower
    # Nor need it be more than faint there, on wood of its own colour.
    finger = np.s_[y - 2 : y + 3, x : x + 14]
    frame[finger] = (rest.small[finger] * (1, 1, 1.13)).astype(np.uint8)
    assert int(np.argmax(find_hand(frame, rest, VIEW, tops))) == tower


def test_pearls_taken_from_the_bin_are_no_hand_beside_a_fingertip() -> None:
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    tower = int(np.argmax(tops[:, 0]))
    x, y = (int(each) for each in tops[tower])
    frame = rest.small.copy()
    cv2.line(frame, (319, y), (x + 3, y), (150, 180, 226), 3)
    cv2.circle(frame, (160, 120), 12, (30, 30, 30), -1)
    shares = find_hand(frame, rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (tower, True)


def test_a_die_that_was_thrown_is_no_part_of_an_arm_but_a_lost_fingertip_is() -> None:
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    x, y = (int(each) for each in tops[3])
    frame = rest.small.copy()
    cv2.line(frame, (x, 239), (x, y + 18), (150, 180, 226), 9)
    die = frame.copy()
    cv2.rectangle(die, (x - 60, y - 40), (x - 48, y - 28), (240, 240, 240), -1)
    alone = find_hand(frame, rest, VIEW, tops)
    assert find_hand(die, rest, VIEW, tops) == alone
    beside = frame.copy()
    cv2.circle(beside, (x - 14, y + 8), 4, (150, 180, 226), -1)
    assert find_hand(beside, rest, VIEW, tops) != alone
    cv2.circle(frame, (x, y + 3), 5, (150, 180, 226), -1)
    shares = find_hand(frame, rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.99) == (3, True)


def test_a_hand_that_was_overlooked_at_rest_is_none_once_it_is_gone() -> None:
    """It lay over tower 2 while the table was read, and is over tower 5 now."""
    clean, tops = still(), tower_tops(VIEW, TOPS, 320)
    rest = clean.next(armed(VIEW, clean, 2), VIEW)
    assert find_hand(clean.small, rest, VIEW, tops) == NOBODY
    shares = find_hand(armed(VIEW, clean, 5), rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (5, True)


def test_a_shadow_on_a_coloured_roof_is_no_hand() -> None:
    """It is darker there than a mere shadow would be, but shadow goes on around it."""
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    frame = rest.small.copy()
    x, y = (int(each) for each in tops[1])
    shade = np.s_[y - 24 : y + 24, x - 24 : x + 24]
    frame[shade] = (frame[shade] * 0.75).astype(np.uint8)
    roof = np.s_[y - 8 : y + 8, x - 8 : x + 8]
    frame[roof] = (rest.small[roof] * (0.7, 0.55, 0.4)).astype(np.uint8)
    fx, fy = (int(each) for each in tops[4])
    cv2.circle(frame, (fx, fy), 3, (150, 180, 226), -1)
    shares = find_hand(frame, rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (4, True)


@pytest.mark.parametrize(("colour", "tower"), [((0.85, 0.8, 0.62), 3), ((0.6, 0.9, 1.9), 1)])
def test_a_roof_that_is_darker_in_every_colour_need_not_lie_in_the_midst_of_a_shadow(
    colour: tuple[float, ...], tower: int
) -> None:
    """The tip of the shadow alone falls on it; a hand would be lighter in some colour."""
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    frame = armed(VIEW, rest, 3)
    x, y = (int(each) for each in tops[1])
    shade = np.s_[y + 4 : y + 24, x - 24 : x + 25]
    frame[shade] = (rest.small[shade] * 0.75).astype(np.uint8)
    roof = np.s_[y - 7 : y + 7, x - 7 : x + 8]
    frame[roof] = np.clip(rest.small[roof] * colour, 0, 255).astype(np.uint8)
    assert int(np.argmax(find_hand(frame, rest, VIEW, tops))) == tower


@pytest.mark.parametrize(("colour", "tower"), [((40, 70, 170), 1), ((40, 40, 44), 3)])
def test_a_small_finger_ahead_of_a_palm_is_the_tip_of_a_hand_in_the_colour_of_the_table(
    colour: tuple[int, ...], tower: int
) -> None:
    """It shows only over roofs; what is lighter in no colour is rather a shadow there."""
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    frame = armed(VIEW, rest, 3)
    (x, y), (px, py) = (tops[each].astype(int) for each in (1, 3))
    cv2.circle(frame, (int(px), int(py)), 11, (150, 180, 226), -1)
    cv2.circle(frame, (int(x), int(y)), 4, colour, -1)
    assert int(np.argmax(find_hand(frame, rest, VIEW, tops))) == tower


def test_without_a_hand_there_is_none() -> None:
    rest = still()
    assert find_hand(rest.small, rest, VIEW, tower_tops(VIEW, TOPS, 320)) == NOBODY


def test_a_shadow_is_no_hand() -> None:
    rest = still()
    dark = rest.small.copy()
    dark[100:200, 100:220] = (dark[100:200, 100:220] * 0.6).astype(np.uint8)
    assert find_hand(dark, rest, VIEW, tower_tops(VIEW, TOPS, 320)) == NOBODY


def test_a_shadow_on_dark_wood_is_no_hand_though_its_blue_hardly_changes() -> None:
    rng = np.random.default_rng(2)
    wood = rng.normal((30, 40, 66), 1.5, (240, 320, 3)).clip(0, 255).astype(np.uint8)
    rest = Rest(wood, VIEW)
    tower = 3
    x, y = (int(each) for each in tower_tops(VIEW, TOPS, 320)[tower])
    frame = armed(VIEW, rest, tower)
    shadow = np.zeros((240, 320), bool)
    shadow[y - 50 : y + 30, x - 70 : x + 20] = True
    shadow &= (frame == wood).all(axis=2)
    light = LINEAR[frame] * np.where(shadow, 0.6, 1.0)[..., None]
    code = np.where(light < 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    dark = np.round(code * 255).clip(0, 255).astype(np.uint8)
    shares = find_hand(dark, rest, VIEW, tower_tops(VIEW, TOPS, 320))
    assert int(np.argmax(shares)) == tower
    assert max(shares) > 0.9


def test_after_a_hard_knock_nobody_can_tell_over_which_tower_a_hand_is() -> None:
    rng = np.random.default_rng(3)
    cells = rng.integers(60, 220, (24, 32, 3)).astype(np.uint8)
    lying = cv2.resize(cells, (320, 240), interpolation=cv2.INTER_NEAREST)
    turned = cv2.warpAffine(lying, cv2.getRotationMatrix2D((160, 120), 3.5, 1), (320, 240))
    rest, tops = Rest(lying, VIEW), tower_tops(VIEW, TOPS, 320)
    as_one = Rest(turned, VIEW).small
    assert find_hand(as_one, rest, VIEW, tops) == NOBODY
    tall = np.roll(turned, (9, -5), axis=(0, 1))  # what is high moves farther
    apart = as_one.copy()
    apart[60:180, 80:240] = tall[60:180, 80:240]
    apart[:, 240:] = np.roll(turned, (-6, 4), axis=(0, 1))[:, 240:]
    with pytest.raises(Lost):
        find_hand(apart, rest, VIEW, tops)


def test_a_board_that_an_arm_pushes_aside_is_no_part_of_the_hand() -> None:
    rng = np.random.default_rng(3)
    table = rng.integers(95, 105, (240, 320, 3)).astype(np.uint8)
    cells = rng.integers(60, 220, (16, 16, 3)).astype(np.uint8)
    board = cv2.resize(cells, (130, 130), interpolation=cv2.INTER_NEAREST)
    lying, pushed = table.copy(), table.copy()
    lying[55:185, 95:225] = board
    pushed[58:188, 99:229] = board
    rest, tower = Rest(lying, VIEW), 2
    tops = tower_tops(VIEW, TOPS, 320)
    x, y = (int(each) for each in tops[tower] + (4, 3))
    cv2.line(pushed, (x + 10, 239), (x, y), (150, 180, 226), 9)
    shares = find_hand(pushed, rest, VIEW, tops)
    assert int(np.argmax(shares)) == tower
    assert max(shares) > 0.9


def test_a_hand_that_shows_in_pieces_on_wood_of_its_colour_is_one_hand() -> None:
    rest = still()
    whole = armed(VIEW, rest, 2)
    faint = (0.7 * rest.small + 0.3 * whole).astype(np.uint8)
    stripes = np.arange(240)[:, None, None] % 12 < 4
    frame = np.where(stripes, faint, whole)
    shares = find_hand(frame, rest, VIEW, tower_tops(VIEW, TOPS, 320))
    assert int(np.argmax(shares)) == 2


def test_a_hand_that_a_dark_cuff_parts_is_one_hand() -> None:
    """On dark ground a cuff looks like a shadow."""
    rest = still()
    frame = armed(VIEW, rest, 0)
    tops = tower_tops(VIEW, TOPS, 320)
    y = int(tops[:, 1].mean())
    arm = np.array((150, 180, 226), np.uint8)
    hand = (frame == arm).all(axis=2, keepdims=True)
    broad = np.roll(hand, 6, axis=1) | hand | np.roll(hand, -6, axis=1)
    frame[y + 12 :] = np.where(broad[y + 12 :], arm, frame[y + 12 :])
    cuff = slice(y, y + 12)
    frame[cuff] = np.where(broad[cuff], (rest.small[cuff] * 0.55).astype(np.uint8), frame[cuff])
    shares = find_hand(frame, rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (0, True)


def test_a_hand_whose_wrist_is_lost_on_wood_of_its_colour_points_away_from_its_sleeve() -> None:
    rest = still()
    frame = armed(VIEW, rest, 0)
    tops = tower_tops(VIEW, TOPS, 320)
    y = int(tops[0, 1])
    wrist = slice(y + 50, y + 90)
    frame[wrist] = rest.small[wrist]
    shares = find_hand(frame, rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (0, True)


def test_specks_in_the_shadow_of_a_hand_are_no_part_of_it() -> None:
    rest = still()
    tops = tower_tops(VIEW, TOPS, 320)
    plain = armed(VIEW, rest, 3)
    x, y = (int(each) for each in tops[3])
    shaded = slice(y - 52, y), slice(x - 8, x + 9)
    frame = plain.copy()
    dark = (rest.small[shaded] * 0.55).astype(np.uint8)
    frame[shaded] = np.where(plain[shaded] != rest.small[shaded], plain[shaded], dark)
    for up in (16, 30, 44):
        frame[y - up : y - up + 2, x : x + 2] = (40, 40, 160)
    shares = find_hand(frame, rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (3, True)


def test_the_bright_rim_of_a_tower_in_the_shadow_of_a_hand_is_no_part_of_it() -> None:
    rest, tops = still(), tower_tops(VIEW, TOPS, 320)
    x, y = (int(each) for each in tops[5])
    cv2.circle(rest.small, (x, y), 6, (250, 250, 250), 2)
    plain = armed(VIEW, rest, 4)
    cv2.ellipse(plain, (int(tops[4][0]) + 12, 232), (22, 18), 0, 0, 360, (150, 180, 226), -1)
    shade = np.zeros(plain.shape[:2], np.uint8)
    cv2.line(shade, (x + 12, 239), (x, y), 1, 40)
    shaded = (shade > 0)[..., None] & (plain == rest.small)
    frame = np.where(shaded, (rest.small * 0.5).astype(np.uint8), plain)
    cv2.circle(frame, (x, y), 6, (60, 60, 60), 2)  # in the shade it is darker than shade makes it
    cv2.circle(frame, (x + 3, y + 24), 4, (40, 40, 160), -1)  # a die that rolled there
    shares = find_hand(frame, rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (4, True)


def test_pearls_that_glitter_in_the_shadow_of_a_hand_are_no_part_of_it() -> None:
    rest, inward = still(), Tops(0.07, 0.1)
    tops = tower_tops(VIEW, inward, 320)
    tip, (middle,) = tops[4], VIEW.project(np.array([(0.0, 0.0, 0.01)])) / 4
    plain = armed(VIEW, rest, 4, inward)
    shade = np.zeros(plain.shape[:2], np.uint8)
    ends = [(round(x), round(y)) for x, y in (tip, middle)]
    cv2.line(shade, ends[0], ends[1], 1, 9)
    shaded = (shade > 0)[..., None] & (plain == rest.small)
    frame = np.where(shaded, (rest.small * 0.55).astype(np.uint8), plain)
    cv2.circle(frame, ends[1], 8, (200, 205, 210), -1)
    shares = find_hand(frame, rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (4, True)


def test_a_sleeve_that_looks_like_a_shadow_tells_where_an_arm_comes_from() -> None:
    rest = still()
    frame = armed(VIEW, rest, 0)
    tops = tower_tops(VIEW, TOPS, 320)
    sleeve = slice(int(tops[0, 1]) + 60, 240)
    hand = (frame[sleeve] != rest.small[sleeve]).any(axis=2, keepdims=True)
    frame[sleeve] = np.where(hand, (rest.small[sleeve] * 0.55).astype(np.uint8), frame[sleeve])
    shares = find_hand(frame, rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (0, True)


def test_a_hand_in_the_colour_of_the_wood_is_seen_by_the_grain_it_hides() -> None:
    grain = np.random.default_rng(3).uniform(0.6, 1.3, (1, 320, 1)).repeat(240, axis=0)
    wood = np.clip(np.array((70, 100, 140)) * grain, 0, 255).astype(np.uint8)
    rest = Rest(wood, VIEW)
    tops = tower_tops(VIEW, TOPS, 320)
    arm = (armed(VIEW, rest, 0) != wood).any(axis=2, keepdims=True)
    skin = np.array((66, 94, 132), np.uint8)
    shares = find_hand(np.where(arm, skin, wood), rest, VIEW, tops)
    assert (int(np.argmax(shares)), max(shares) > 0.9) == (0, True)
