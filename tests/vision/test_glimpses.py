"""What shows between two still pictures."""

from math import comb, exp, log

import numpy as np
import pytest

from rules.kilt import GAME, Build, Move, Position
from rules.kilt.pieces import line
from tests.vision.boxes import Table, game, profile, true_view
from vision.glimpses import covered, in_order
from vision.kilt_eyes import Eyes

NEVER = -1000.0


# -- the order of things --------------------------------------------------------------------------


def test_no_glimpse_says_nothing() -> None:
    assert in_order(np.zeros((0, 3))) == 0.0


def test_every_way_to_deal_glimpses_out_is_equally_likely() -> None:
    assert in_order(np.zeros((5, 3))) == pytest.approx(0.0)


def test_a_position_never_seen_costs_the_chance_that_it_passed_between_glimpses() -> None:
    shown_first_or_last = np.array([[0, NEVER, NEVER]] * 2 + [[NEVER, NEVER, 0]] * 2)
    assert in_order(shown_first_or_last) == pytest.approx(-log(comb(4 + 2, 2)))


def test_glimpses_must_come_in_order() -> None:
    ahead = np.array([[0.0, -6.0], [-6.0, 0.0]])
    assert exp(in_order(ahead)) == pytest.approx((1 + 2 * exp(-6)) / 3, rel=0.01)
    assert in_order(ahead[::-1]) == pytest.approx(-6 + log(2 / 3), abs=0.01)


# -- hands ----------------------------------------------------------------------------------------


def picture(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    image = np.full((240, 320, 3), 60, np.uint8)
    for left, top, right, bottom in boxes:
        image[top:bottom, left:right] = 190
    return image


def test_a_change_from_the_edge_is_a_hand_and_a_piece_is_not() -> None:
    mask = covered(picture((150, 120, 160, 240), (40, 40, 50, 50)), picture(), piece=100)
    assert mask[200, 155]
    assert not mask[45, 45]


def test_a_change_much_larger_than_a_piece_is_a_hand_too() -> None:
    mask = covered(picture((100, 100, 160, 160)), picture(), piece=100)
    assert mask[130, 130]


# -- Kilt Castle ----------------------------------------------------------------------------------


def first_pair() -> tuple[Position, tuple[Move, Build, Build]]:
    """A move after which two builders may build on one and the same square."""
    start = GAME.apply(game().start, game().set_up)
    for move in GAME.actions(start):
        moved = GAME.apply(start, move)
        if isinstance(move, Move) and len(moved.pending) == 2 and moved.at is not None:
            square = line(moved.at, moved.water)[0]
            one, other = moved.pending
            return start, (move, Build(one, 0, square), Build(other, 0, square))
    raise AssertionError("nobody may build first")


def weighed(*shown: int) -> list[float]:
    """How well both builds and only the second one fit glimpses after so many events."""
    start, (move, first, second) = first_pair()
    moved = GAME.apply(start, move)
    both = [start, moved, GAME.apply(moved, first)]
    both.append(GAME.apply(both[-1], second))
    alone = [start, moved, GAME.apply(moved, second)]
    table = Table.of(game())
    pictures = []
    for position in both:
        table.lay(position)
        pictures.append(table.shoot())
    eyes, view = Eyes(profile()), true_view(table.lay(both[-1]))
    glimpses = eyes.glimpses(table.shoot(), view, lambda: [pictures[n] for n in shown], [start])
    return glimpses.weigh([both, alone])


def test_a_floor_seen_before_it_was_covered_proves_its_builder() -> None:
    both, alone = weighed(0, 2, 3)
    assert both > alone + 3


def test_a_floor_never_seen_speaks_a_little_for_the_second_builder_alone() -> None:
    both, alone = weighed(0, 1, 3, 3)
    assert alone - 2 < both < alone


def test_without_pictures_on_the_way_nothing_is_said() -> None:
    assert weighed() == [0.0, 0.0]
