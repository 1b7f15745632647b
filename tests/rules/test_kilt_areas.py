"""Areas counted a second way, square by square, on castles built by chance."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kilt import COLOURS, SQUARES, areas, ducat_day
from tests.rules.kilt_tables import WATER, opened, with_towers


def castle(rng):
    """A castle with towers on most squares and up to two roofs."""
    land = [square for square in SQUARES if square not in WATER]
    towers = {}
    for square in rng.sample(land, rng.randrange(len(land) + 1)):
        crests = rng.choice((0, 0, 0, 1, 2))
        towers[square] = f"{rng.choice('rold')}0 {rng.choice('rold')}{crests}"
    roofs = rng.sample(sorted(towers), min(len(towers), rng.randrange(3)))
    return with_towers(opened(), towers, roofs)


def counted(position, colour):
    """Depth-first over neighbours; a roof is everybody's tower and worth one."""
    worth = {}
    for square in SQUARES:
        top = position.top(square)
        if position.has_roof(square):
            worth[square] = 1
        elif top is not None and top.colour is colour:
            worth[square] = 1 + top.crests
    found = []
    while worth:
        stack, value = [next(iter(worth))], 0
        while stack:
            row, col = stack.pop()
            value += worth.pop((row, col), 0)
            around = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
            stack += [square for square in around if square in worth]
        found.append(value)
    return sorted(found, reverse=True)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_areas_agree_with_a_plain_count(seed):
    position = castle(random.Random(seed))
    for colour in COLOURS:
        assert areas(position, colour) == counted(position, colour)
    best = tuple(max(counted(position, colour), default=0) for colour in COLOURS)
    assert ducat_day(position).amounts == best
