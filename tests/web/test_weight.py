"""Every table is light: few requests, few bytes, and a change costs a fraction of a state."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.hostile import GAMES
from tests.web.weight import weigh

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_light(browser: Browser, game: str, tmp_path: Path) -> None:
    weight = weigh(browser, game, tmp_path)
    assert weight.first.bytes <= 70_000
    assert len(weight.first.requests) <= 6
    assert weight.again.bytes <= 15_000
    assert statistics.median(weight.changes) <= 2_000
