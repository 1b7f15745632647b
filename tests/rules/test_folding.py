"""What a claim says of events, and what rulings come to."""

from __future__ import annotations

from rules.folding import YES, agreeing, judged
from rules.values import Answer, Legality, Ruling

EVENTS = ({"do": "dig", "at": 3}, {"do": "dig", "at": 4})
WRONG, UNSURE = Ruling("fort.wrong", {}), Ruling("fort.unsure", {})


def test_events_agree_with_every_field_that_a_claim_names() -> None:
    assert agreeing((0, 1, 0), {"do": "dig", "at": 4}, lambda n: dict(EVENTS[n])) == [1]


def test_a_field_that_is_none_names_nothing() -> None:
    assert agreeing((0, 1, 0), {"do": "dig", "at": None}, lambda n: dict(EVENTS[n])) == [0, 1]


def test_one_ruling_that_is_sure_outweighs_all_that_leave_it_open() -> None:
    assert judged((), {"fort.unsure"}) is YES
    assert judged((UNSURE,), {"fort.unsure"}) == Legality(Answer.CANNOT_TELL, (UNSURE,))
    assert judged((UNSURE, WRONG), {"fort.unsure"}) == Legality(Answer.NO, (WRONG,))
