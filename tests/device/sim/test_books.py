"""The bench follows a simulated game from pixels alone and counts honestly."""

from itertools import islice

import pytest

from device.bench import sim as benching
from device.bench.sim import Tally
from device.sim.books import Books
from device.sim.kilt.table import SimGame
from device.sim.kilt.truth import TRUTH as BENCH_KILT
from device.sim.seven_locks.truth import TRUTH as BENCH_SEVEN_LOCKS
from rules.kilt import GAME, Build, Move, Roof
from rules.seven_locks import Roll
from tests.rules.kilt_tables import L, O, R, card, opened
from vision.kilt.eyes import Crests


def test_crests_that_cannot_be_complete_nothing_in_the_books() -> None:
    books = Books(GAME, BENCH_KILT, opened())
    books.enter([Move(card(R, O), 18), Build(R, None, (1, 1))])
    told, position = list(books.recorded), books.position
    books.complete([Crests((1, 1), 3)])
    assert (books.recorded, books.position) == (told, position)
    books.complete([Crests((1, 1), 2)])
    assert books.recorded[-1] == Build(R, 2, (1, 1))


def test_steps_nobody_could_see_need_not_be_told() -> None:
    assert BENCH_SEVEN_LOCKS.same_event(Roll(2, 0), Roll(2, 3))
    assert BENCH_SEVEN_LOCKS.same_event(Roll(2, 3), Roll(2, 3))
    assert not BENCH_SEVEN_LOCKS.same_event(Roll(2, 1), Roll(2, 3))
    assert not BENCH_SEVEN_LOCKS.same_event(Roll(1, 0), Roll(2, 3))


def test_crests_nobody_could_see_need_not_be_told() -> None:
    assert BENCH_KILT.same_event(Build(R, None, (1, 1)), Build(R, 2, (1, 1)))
    assert BENCH_KILT.same_event(Build(R, 2, (1, 1)), Build(R, 2, (1, 1)))
    assert not BENCH_KILT.same_event(Build(R, 1, (1, 1)), Build(R, 2, (1, 1)))
    assert not BENCH_KILT.same_event(Build(R, None, (1, 1)), Build(O, 2, (1, 1)))
    assert not BENCH_KILT.same_event(Build(R, None, (1, 1)), Build(R, 2, (1, 2)))
    assert not BENCH_KILT.same_event(Build(R, None, (1, 1)), Move(card(R), 3))


def test_events_in_brief() -> None:
    events = [Move(card(L, O), 3), Build(R, None, (1, 2)), Roof((1, 2), None)]
    assert BENCH_KILT.brief(events) == "light/orange>3 redNone@1,2 roof@(1, 2)<None"


def test_figures_are_counts_only() -> None:
    figures = Tally(turns=3, notes=["moment 1: asked"]).figures()
    assert figures["turns"] == 3
    assert "notes" not in figures


def following(monkeypatch: pytest.MonkeyPatch, moments: int | None) -> Tally:
    """The tally of an easy game of three, or of its first moments."""
    whole = SimGame.moments
    monkeypatch.setattr(SimGame, "moments", lambda self: islice(whole(self), moments))
    monkeypatch.setattr(type(BENCH_KILT), "players", (3,))
    said: list[str] = []
    tally = benching.bench_sim(1, "easy", seed=15, say=said.append)
    assert [line[:4] for line in said] == ["1/1 "]
    return tally


FOLLOWED = {
    "asked": 0,
    "wrong": 0,
    "games": 1,
    "scores_right": 1,
    "flawless": 1,
    "illegal_shown": 0,
    "illegal_flagged": 0,
    "false_alarms": 0,
}


def test_the_first_turns_of_an_easy_game_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = following(monkeypatch, 4)
    assert tally.notes == []
    assert tally.figures() == FOLLOWED | {"turns": 3, "understood": 3}


@pytest.mark.slow
def test_an_easy_game_is_followed_from_its_set_up_to_its_scores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tally = following(monkeypatch, None)
    assert tally.notes == []
    assert tally.figures() == FOLLOWED | {"turns": 29, "understood": 29}
