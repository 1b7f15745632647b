"""Burg Appenzell: prints on tiles are told by how their parts lie to each other."""

from __future__ import annotations

import numpy as np
import pytest

from rules.appenzell.pieces import INSIDE, TILE_NAMES
from tests.vision.test_appenzell_reading import opened, profile, read, truth
from vision.appenzell.prints import LEAST, Prints
from vision.appenzell.table import ROOF
from vision.appenzell.windows import DISC_ROWS
from vision.sample import Patch

CHEESES = TILE_NAMES[:7]


def told(face: Patch, seen: float = 1.0) -> dict[str, float]:
    """What a face tells in dim light that falls from one side, a little noise in it."""
    noise = np.random.default_rng(2).normal(0, 0.04, face.shape)
    shade = np.linspace(-0.5, 0.3, face.shape[1])[None, :, None]
    window = np.pad(face + noise + shade - 0.4, ((2, 2), (2, 2), (0, 0)), mode="edge")
    shown = np.ones((1, len(DISC_ROWS)), np.float32)
    shown[0, : round((1 - seen) * len(DISC_ROWS))] = 0
    samples = window.reshape(1, -1, 3).astype(np.float32)
    (details,) = Prints(profile().tiles, reach=2).details(samples, shown)
    return details


@pytest.mark.parametrize("kind", CHEESES)
@pytest.mark.parametrize("turn", [0, 1])
def test_a_faint_print_is_told_from_a_plain_tile_and_from_any_other(kind: str, turn: int) -> None:
    plain, cheese = profile().tiles["plain"][0], profile().tiles[kind][0]
    details = told(np.rot90(plain + 0.45 * (cheese - plain), turn))
    assert details[kind] == 0.0
    assert details["plain"] < -10
    assert all(details[other] < -3 for other in CHEESES if other != kind)


def test_on_a_plain_tile_no_print_is_seen() -> None:
    details = told(profile().tiles["plain"][0])
    assert details == {"plain": 0.0} | dict.fromkeys(CHEESES, LEAST)


def test_what_is_hidden_tells_no_print() -> None:
    assert told(profile().tiles["cheese1"][0], seen=0.6) == {}


def test_open_fields_are_read_with_what_their_prints_tell() -> None:
    lying = opened(0b101_0110_0101_1010_110)
    cells = read(lying).fields
    shown = {at: truth(lying, at) for at in INSIDE}
    printed = [at for at, kind in shown.items() if kind in CHEESES]
    assert len(printed) > 3
    assert all(cells[at].details[shown[at]] == 0.0 for at in printed)
    assert all(cells[at].details["plain"] < -10 for at in printed)
    plain = [at for at, kind in shown.items() if kind == "plain"]
    assert plain
    assert all(cells[at].details["plain"] == 0.0 for at in plain)
    assert ROOF not in cells[printed[0]].details
