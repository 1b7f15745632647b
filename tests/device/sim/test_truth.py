"""What benches and simulated people hold for the same table."""

from dataclasses import replace
from typing import Any

from device.bench.sim import make_sim
from device.sim.appenzell.truth import TRUTH as MICE
from device.sim.solomon.truth import TRUTH as MINES
from rules.appenzell import Reveal, Uncover
from rules.appenzell.game import GAME as APPENZELL
from rules.solomon.game import GAME as SOLOMON

SHAPE: Any = ((0, 0), (0, 1))


def test_shapes_that_a_taught_box_knows_make_no_other_table() -> None:
    true = SOLOMON.start(3, {}, {})
    taught = replace(true, shapes=tuple(SHAPE for _ in true.shapes))
    assert taught.shapes != true.shapes
    assert MINES.same_table(taught, true)


def test_an_open_card_of_which_only_the_bots_know_the_shape_is_still_to_be_seen() -> None:
    start = SOLOMON.start(3, {}, {})
    untold = replace(start, cards=(4, None, None))
    shapes = tuple(SHAPE if number == 4 else None for number in range(len(start.shapes)))
    true = replace(untold, shapes=shapes)
    assert not MINES.same_table(untold, true)
    assert MINES.same_table(true, untold)


def test_tiles_that_lie_open_and_were_not_seen_are_told_when_phones_ask() -> None:
    sim = make_sim("appenzell", 3, "easy", 3)
    acts = [act.truth for act in sim.acts(sim.room())]
    truth = next(t for t in acts if any(isinstance(e, Uncover) for e in t.events))
    known = truth.since
    for event in truth.events:
        if not isinstance(event, Reveal):
            known = APPENZELL.apply(known, event)
    told = MICE.asked(known, truth.position)
    assert told == [event for event in truth.events if isinstance(event, Reveal)]
    assert MICE.asked(truth.position, truth.position) == []
