"""Which card lies where when the cards of a box are taught."""

from __future__ import annotations

import pytest

from vision.errors import TeachingError
from vision.solomon.card_teach import CardLabel, _in_places
from vision.solomon.table import SIZES, SLOTS


def test_a_card_that_was_not_found_leaves_its_own_slot_out() -> None:
    told = [CardLabel(slot + 1, slot, ()) for slot in SLOTS]
    for lost in SLOTS:
        slots = [slot for slot in reversed(SLOTS) if slot != lost]
        found = _in_places(told, [SIZES.slot(slot) for slot in slots])
        assert [card.slot for card in found] == slots
    with pytest.raises(TeachingError, match="one side"):
        _in_places(told[:2], [SIZES.slot(slot) for slot in (0, 1, 2)])
