"""Which way each card of a set-up lies, and what is asked where that cannot be seen."""

from tests.rules.kilt_tables import opened
from tests.vision.test_kilt_story import reading
from vision.kilt.setup import FACING_MARGIN, Rows, faced
from vision.kilt.story import card_name
from vision.reading import Cell

START = opened()
ROWS: Rows = {place: row for place, row in enumerate(START.rows) if row}
PLACE, DEPTH = next((p, d) for p, row in ROWS.items() for d, c in enumerate(row) if not c.single)
CARD = ROWS[PLACE][DEPTH]


def turned_rows() -> Rows:
    row = list(ROWS[PLACE])
    row[DEPTH] = CARD.turned()
    return ROWS | {PLACE: tuple(row)}


def told(lead: float) -> list[Rows]:
    """The lay-outs told when one card fits this much better than the other way round."""
    seen = reading(START)
    labels = dict(seen.slots[PLACE, DEPTH].labels)
    labels |= {card_name(CARD): 0.0, card_name(CARD.turned()): -lead}
    seen.slots[PLACE, DEPTH] = Cell(labels)
    return faced(seen, ROWS)


def test_a_card_that_clearly_lies_one_way_is_not_asked_about() -> None:
    assert told(FACING_MARGIN + 1) == [ROWS]


def test_a_card_that_may_lie_either_way_is_asked_about() -> None:
    assert told(FACING_MARGIN - 1) == [ROWS, turned_rows()]


def test_a_card_that_looks_more_like_the_other_way_lies_so() -> None:
    assert told(-FACING_MARGIN - 1) == [turned_rows()]
    assert told(1 - FACING_MARGIN) == [turned_rows(), ROWS]
