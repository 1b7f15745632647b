"""Whole boxes of other games taught by the same way: every step sure, every side learned."""

from __future__ import annotations

import pytest

from tests.device.teaching.pupils import Owner

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["solomon", "seven_locks"])
def test_a_well_laid_box_is_learned_surely(game: str) -> None:
    owner = Owner(game, 12)
    sure = owner.walk()
    session = owner.session
    assert (session.phase, session.fault) == ("learned", "")
    assert sure == [step.name for step in session.steps]
    assert session.outcome is not None
    assert session.outcome.learned
    assert [each.kind for each in session.outcome.learned if not each.sure] == []
