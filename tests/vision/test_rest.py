"""Hands that rest over the board, told from everything else that changed."""

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from device.sim.kilt.scene import Lying
from tests.vision.boxes import Table, empty_table, game, rows_of, true_view
from vision.kilt.table import BOARD
from vision.rest import ARM, BESIDE, Rest, _board_mask, same_reach
from vision.sample import LINEAR
from vision.still import WIDTH, shrink

HALF = BOARD / 2
LAID = Lying(
    rows_of({3: (("red", "red"), ("orange", "red")), 12: (("orange", "light_grey"),)}),
    {(2, 2): (("red", 0), ("orange", 1))},
    frozenset(),
)


def table(lying: Lying = LAID, level: str = "easy") -> Table:
    laid = Table.of(game(level=level))
    laid.lay(lying)
    return laid


def brighter(image, factor: float):
    return np.clip(image.astype(np.float32) * factor, 0, 255).astype(np.uint8)


def resting(laid: Table) -> Rest:
    return Rest(shrink(laid.shoot()), true_view(laid.still))


@cache
def hands_seen(level: str) -> list[int]:
    """How many of twelve hands over the board, from all sides, are seen; where tall things stand
    as well.
    """
    laid = table(level=level)
    rest = resting(laid)
    hands = [shrink(laid.hand(part)) for part in (0.45, 0.5, 0.55) for _ in range(4)]
    return [
        sum(rest.hand_over(hand, rest.view, HALF, tall) is not None for hand in hands)
        for tall in (None, [])
    ]


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_every_hand_resting_over_the_board_is_seen(level: str) -> None:
    assert hands_seen(level) == [12, 12]


@pytest.mark.parametrize("tall", [None, []])
def test_a_hand_is_seen_though_another_lamp_lights_the_table(tall: list[Any] | None) -> None:
    """It was taken for a change of light, and what it covered for a mistake."""
    laid = table()
    rest = resting(laid)
    lamp = np.linspace(0.45, 1.5, WIDTH)[None, :, None]

    def lit(picture: Any) -> Any:
        return np.clip(shrink(picture) * lamp, 0, 255).astype(np.uint8)

    hands = [lit(laid.hand(0.5)) for _ in range(4)]
    assert all(rest.hand_over(hand, rest.view, HALF, tall) is not None for hand in hands)
    assert rest.hand_over(lit(laid.shoot()), rest.view, HALF, tall) is None


def test_where_a_hand_was_overlooked_at_rest_none_reaches_in_once_it_is_gone() -> None:
    """The device waited for that hand to leave for the rest of a game."""
    laid = table()
    clean = resting(laid)
    hand = shrink(laid.hand(0.5))
    rest = clean.next(hand, clean.view)
    for tall in (None, []):
        assert clean.hand_over(hand, clean.view, HALF, tall) is not None
        assert rest.hand_over(clean.small, clean.view, HALF, tall) is None
        assert Rest(hand, clean.view).hand_over(clean.small, clean.view, HALF, tall) is not None
    other = shrink(laid.hand(0.45))
    assert rest.hand_over(other, clean.view, HALF) is not None


def test_only_the_picture_just_before_is_kept_and_only_if_it_has_the_same_size() -> None:
    small, view = np.zeros((240, 320, 3), np.uint8), true_view(table().still)
    first = Rest(small, view)
    third = first.next(small, view).next(small, view)
    assert third.before is not None
    assert third.before.before is None
    assert first.next(small[::2, ::2], view).before is None


def test_where_the_shadow_of_a_tall_thing_is_gone_is_no_hand() -> None:
    laid = table(empty_table())
    view = true_view(laid.still)
    lit = shrink(laid.shoot())
    shaded = lit.copy()
    light = LINEAR[lit[110:, 140:170]] * 0.5
    shaded[110:, 140:170] = np.searchsorted(LINEAR, light).clip(0, 255)
    assert Rest(shaded, view).hand_over(lit, view, HALF) is not None
    assert Rest(shaded, view).hand_over(lit, view, HALF, tall=[]) is None


@pytest.mark.parametrize(("sleeve", "hand"), [(True, True), (False, False)])
def test_an_arm_in_the_colour_of_a_lit_table_is_told_by_its_sleeve(
    sleeve: bool, hand: bool
) -> None:
    laid = table(empty_table())
    view = true_view(laid.still)
    rest = np.full((240, WIDTH, 3), (60, 90, 120), np.uint8)
    seen = rest.copy()
    seen[110:, 140:170] = (80, 120, 160)
    seen[110:125, 140:170] = 20  # fingers over the board, or a piece that was put there
    if sleeve:
        seen[225:, 135:175] = (40, 160, 40)
        seen[217:225, 135:175] = rest[0, 0]  # where the wrist is just as light as the table
    small = Rest(rest, view)
    assert (small.hand_over(seen, view, HALF, tall=[]) is not None) is hand


@pytest.mark.parametrize(("end", "hand"), [(240, True), (200, False)])
def test_an_arm_that_is_clear_only_where_it_comes_in_is_a_hand(end: int, hand: bool) -> None:
    view, half = true_view(table(empty_table()).still), 3 * HALF
    rest = np.full((240, WIDTH, 3), 60, np.uint8)
    left = int(_board_mask(view, half * BESIDE, rest.shape)[-1].argmax())
    assert left > 20  # the table is nearly as wide as the picture, and reaches beyond its near edge
    seen = rest.copy()
    seen[120:, left - 15 : left + 40] = 52  # its shadow, part of which falls beside the table
    seen[120:end, left + 5 : left + 35] = 20  # an arm, or a piece that was put there
    assert (Rest(rest, view).hand_over(seen, view, half) is not None) is hand


@pytest.mark.parametrize(("rows", "hand"), [(60, True), (15, False)])
def test_a_hand_whose_sleeve_is_lost_on_the_table_is_told_by_its_size(
    rows: int, hand: bool
) -> None:
    laid = table(empty_table())
    rest = np.full((240, WIDTH, 3), 50, np.uint8)
    seen = rest.copy()
    seen[110 : 110 + rows, 140:170] = (110, 140, 200)  # the hand, or a piece
    seen[110 + rows :, 140:170] = 53
    small = Rest(rest, true_view(laid.still))
    assert (small.hand_over(seen, small.view, HALF, tall=[]) is not None) is hand


@pytest.mark.parametrize(("outline", "hand"), [(2.0, False), (0.0, True)])
def test_the_glare_of_a_lamp_is_no_hand_however_large(outline: float, hand: bool) -> None:
    view = true_view(table(empty_table()).still)
    rest = np.full((240, WIDTH, 3), 50, np.uint8)
    rows, columns = np.mgrid[0:240, 0:WIDTH]
    far = np.hypot(rows - 120, columns - 160) / 26
    soft = np.exp(-0.5 * far**2) if outline else far < 1
    light = LINEAR[rest] + 0.15 * soft[..., None]
    seen = np.searchsorted(LINEAR, light).clip(0, 255).astype(np.uint8)
    assert (Rest(rest, view).hand_over(seen, view, HALF, []) is not None) is hand


@pytest.mark.parametrize(("left", "hand"), [(125, False), (162, True)])
def test_a_tall_thing_that_fell_is_no_hand_however_much_it_covered(left: int, hand: bool) -> None:
    view = true_view(table(empty_table()).still)
    rest = np.full((240, WIDTH, 3), 50, np.uint8)
    seen = rest.copy()
    seen[82:147, left : left + 30] = (110, 140, 200)
    outline = np.array([(125, 82), (155, 82), (155, 147), (125, 147)]) * (view.width / WIDTH)
    assert (Rest(rest, view).hand_over(seen, view, HALF, [outline]) is not None) is hand
    assert Rest(rest, view).hand_over(seen, view, HALF, []) is not None


def test_a_hand_that_rests_beside_the_board_is_no_matter() -> None:
    laid = table()
    rest = resting(laid)
    assert rest.hand_over(shrink(laid.hand(0.25)), rest.view, HALF) is None


def test_the_table_itself_is_no_hand() -> None:
    laid = table()
    rest = resting(laid)
    assert rest.hand_over(shrink(laid.shoot()), rest.view, HALF) is None


@pytest.mark.parametrize("factor", [0.6, 1.3])
def test_other_light_is_no_hand(factor: float) -> None:
    laid = table()
    rest = resting(laid)
    assert rest.hand_over(shrink(brighter(laid.shoot(), factor)), rest.view, HALF) is None


def test_moved_cards_and_new_floors_are_no_hand() -> None:
    laid = table()
    rest = resting(laid)
    laid.lay(
        Lying(
            rows_of(
                {3: (("orange", "red"),), 4: (("red", "red"),), 12: (("orange", "light_grey"),)}
            ),
            {(2, 2): (("red", 0), ("orange", 1)), (1, 2): (("light_grey", 0),)},
            frozenset([(2, 2)]),
        )
    )
    assert rest.hand_over(shrink(laid.shoot()), rest.view, HALF) is None


@pytest.mark.parametrize("degrees", [(0.5, 0.0, 0.0), (0.0, -0.5, 0.3), (0.4, 0.4, -0.5)])
def test_a_knocked_camera_is_no_hand(degrees: tuple[float, float, float]) -> None:
    laid = table()
    rest = resting(laid)
    knocked = laid.knock(degrees)
    assert rest.hand_over(shrink(laid.shoot()), true_view(knocked), HALF) is None


def test_a_nudged_board_is_no_hand() -> None:
    laid = table()
    rest = resting(laid)
    x, y, turn = laid.still.board
    laid.still = replace(laid.still, board=(x + 0.012, y - 0.008, turn + 0.05))
    assert rest.hand_over(shrink(laid.shoot()), true_view(laid.still), HALF) is None


@pytest.mark.parametrize(("wide", "hand"), [(ARM, False), (2 * ARM, True)])
def test_the_rim_of_a_cloth_that_shifted_is_too_narrow_for_a_hand(wide: int, hand: bool) -> None:
    laid = table()
    rest = resting(laid)
    small = rest.small.copy()
    x, y = np.round(rest.view.project(np.zeros((1, 3)))[0] * WIDTH / rest.view.width).astype(int)
    cv2.line(small, (0, int(y)), (int(x), int(y)), (20, 20, 20), wide)
    assert (rest.hand_over(small, rest.view, HALF) is not None) is hand


def test_a_hand_is_seen_though_the_camera_was_knocked() -> None:
    laid = table()
    rest = resting(laid)
    knocked = laid.knock((0.4, -0.4, 0.3))
    assert rest.hand_over(shrink(laid.hand()), true_view(knocked), HALF) is not None


def test_a_hand_is_told_from_one_at_another_place() -> None:
    laid = table()
    rest = Rest(shrink(laid.shoot()), true_view(laid.still))
    hand = laid.hand()
    first, again = (
        rest.hand_over(shrink(image), rest.view, HALF) for image in (hand, brighter(hand, 1.03))
    )
    assert first is not None
    assert again is not None
    assert same_reach(first, again)
    assert not same_reach(first, np.roll(first, 25, axis=1))


def on_grain(arm: float, shade: float) -> bool:
    """Whether an arm in the colour of a grainy table is seen whose fingers lie over the board."""
    laid = table(empty_table())
    view = true_view(laid.still)
    bare = np.full((240, WIDTH, 3), (90, 130, 180), np.float32)
    bare[:, ::4] *= 0.7
    bare[:, 1::4] *= 1.2
    seen = bare.copy()
    seen[110:, 140:170] *= 1 - shade
    seen[110:, 140:170] += arm * (np.array((90, 130, 180)) - seen[110:, 140:170])
    seen[110:125, 140:170] = 30  # fingers over something bright
    small = np.clip(seen, 0, 255).astype(np.uint8)
    return Rest(bare.astype(np.uint8), view).hand_over(small, view, HALF) is not None


def test_an_arm_on_grain_of_its_colour_is_seen_and_a_stripe_of_shade_is_none() -> None:
    assert on_grain(1.0, 0.0)
    assert not on_grain(0.0, 0.12)


def test_a_cup_put_beside_the_board_is_no_hand() -> None:
    laid = table(empty_table())
    rest = resting(laid)
    small = shrink(laid.shoot())
    small[100:130, 2:30] = 255 - small[100:130, 2:30]
    assert rest.hand_over(small, rest.view, HALF) is None
