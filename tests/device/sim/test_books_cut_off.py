"""A simulated game: where it stops, and what is done about wrong events."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from device.bench.sim import SimRun, Tally
from device.following.sight import Finding
from device.sim.books import Books
from device.sim.game_truth import GameTruth
from device.sim.seven_locks.truth import TRUTH as SEVEN_LOCKS
from rules.seven_locks import Drop, Fill, Move, Outcome, Roll, SetUp, Take, Treasure, Try
from rules.seven_locks.game import GAME
from rules.values import Answer
from vision.stories.story import Story, Verdict

if TYPE_CHECKING:
    from device.sim.base import Moment


class PlainTruth(GameTruth):
    """Knows nothing but what a test tells it."""

    players = (2,)

    def same_table(self, told: Any, true: Any) -> bool:
        return bool(told == true)

    def brief(self, events: Any) -> str:
        return str(events)

    def turn(self, position: Any) -> int:
        return int(position.turn)


def truth_with(**answers: Any) -> PlainTruth:
    truth = PlainTruth()
    for name, answer in answers.items():
        setattr(truth, name, answer)
    return truth


class StoppedRun(SimRun):
    """A game of five turns, of which the last is still owed, and one was asked about."""

    def __init__(self, phase: str) -> None:
        self.tally, self.helped, self.flawless, self.true = Tally(), {2}, True, ["all"]
        self.truth = SimpleNamespace(phase=phase, turn=5)
        self.sim: Any = SimpleNamespace(
            moments=lambda: iter(()), level=SimpleNamespace(name="easy"), seed=1
        )
        self.game = SimpleNamespace(score=lambda position: position)
        self.words = SimpleNamespace(turn=lambda position: position.turn)
        self.books: Any = SimpleNamespace(owed=[("event", 5)], position=None, set_right=self._right)
        self.watcher: Any = SimpleNamespace(confirm=lambda _: None)
        self.count, self.path, self.lent = 0, [], None

    def _right(self, true: Any, truth: Any) -> None:
        assert true == ["all"]
        self.books.owed, self.books.position = [], truth


@pytest.mark.parametrize(
    ("phase", "turns", "understood", "asked"), [("turn", 4, 3, 0), ("finished", 5, 3, 1)]
)
def test_the_turn_in_which_a_game_stops_counts_only_at_its_end(
    phase: str, turns: int, understood: int, asked: int
) -> None:
    run = StoppedRun(phase)
    run.run()
    tally = run.tally
    assert (tally.turns, tally.understood, tally.asked) == (turns, understood, asked)
    assert (tally.games, tally.scores_right, tally.flawless) == (1, 1, 1)


def test_books_with_nothing_owed_stay_as_they_are() -> None:
    run = StoppedRun("turn")
    run.books.owed = []
    run.run()
    assert (run.tally.turns, run.tally.understood, run.tally.scores_right) == (5, 4, 0)


def test_a_set_up_is_told_when_they_play_on_not_while_they_lay_what_phones_ask_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = StoppedRun("turn")
    run.sim.tapped, run.books.position = False, SimpleNamespace(phase="setup")
    seen: list[Any] = []
    monkeypatch.setattr(run, "_moment", seen.append)
    laid, played = (
        SimpleNamespace(truth=SimpleNamespace(events=events)) for events in ((), (Drop(0),))
    )
    run.follow(cast("Moment", laid))
    assert (run.tally.asked, seen) == (0, [laid])
    run.follow(cast("Moment", played))
    assert (run.tally.asked, seen) == (1, [laid, played])
    assert run.books.position is run.truth
    assert run.tally.notes == ["easy seed 1 moment 1: the set-up was not understood"]


def written_books() -> Books:
    """Of a game whose events are letters, each told in its turn, and digits, told by phone."""
    words = truth_with(
        same_table=lambda told, true: False,
        by_phone=str.isdigit,
    )
    return Books(SimpleNamespace(apply=lambda position, event: position + event), words, "")


def test_what_was_told_wrongly_is_believed_and_nobody_notices() -> None:
    run = StoppedRun("finished")
    told: list[Any] = []
    run.watcher.confirm = told.append
    run.words.brief = str
    run.books = written_books()
    run.books.owed = [("a", 4), ("b", 5)]
    run._accept(Finding(Verdict.UNDERSTOOD, (Story(("x",), 1.0, "x"),), (), True))
    assert (told, run.books.owed, run.helped) == (["x"], [("b", 5)], {2, 4, 5})
    run._accept(Finding(Verdict.UNDERSTOOD, (Story(("b",), 1.0, "xb"),), (), True))
    assert (told, run.tally.wrong) == (["x", "xb"], 1)
    run.run()
    assert (run.tally.games, run.tally.scores_right, run.tally.flawless) == (1, 0, 0)


def at_a_try() -> Any:
    """A position at which a key may be tried."""
    position = GAME.start(2)
    for event in (SetUp(0, 2), Fill(), Roll(1, 2), Drop(3), Move(4), Take(1)):
        position = GAME.apply(position, event)
    return position


def test_who_taps_his_treasure_where_the_device_saw_none_is_refused_and_all_is_put_right() -> None:
    run = StoppedRun("turn")
    start, true = at_a_try(), (Try(Outcome.FITS), Treasure(2))
    run.game, run.words, run.books = GAME, SEVEN_LOCKS, Books(GAME, SEVEN_LOCKS, start)
    run.truth, run.true = start, list(true)
    for event in true:
        run.truth = GAME.apply(run.truth, event)
    run.books.owed = [(event, 3) for event in true]
    failed = (Try(Outcome.FAILS), Roll(1, 1))
    position = start
    for event in failed:
        position = GAME.apply(position, event)
    run._accept(Finding(Verdict.UNDERSTOOD, (Story(failed, 1.0, position),), (), True))
    assert (run.tally.wrong, run.tally.asked, run.flawless) == (1, 1, False)
    assert (run.books.position, run.books.astray, run.books.owed) == (run.truth, False, [])
    assert "seven_locks.no-treasure" in run.tally.notes[-1]


def test_after_a_wrong_event_some_are_never_told_but_phones_tell_theirs() -> None:
    books = written_books()
    books.owed = [(event, 2) for event in "ab1cd"]
    assert not books.take("c", None)
    books.mistake("x")
    assert books.take("c", None)
    assert (books.position, books.owed) == ("xc", [("d", 2)])
    assert books.phones()
    assert books.position == "xc1"
    assert not books.phones()
    assert not books.take("a", None)


def test_what_turns_out_to_be_wrong_lets_no_phone_tell_twice() -> None:
    books = written_books()
    books.owed = [(event, 2) for event in "a1cd"]
    books.mistake("x")
    assert not books.take("cy", None)
    assert books.phones()
    assert books.position == "x1"


def test_what_a_phone_tells_anyway_is_not_told_again_after_a_wrong_event() -> None:
    books = written_books()
    books.owed = [(event, 2) for event in "a1b"]
    books.mistake("x1")
    assert (books.position, books.phones(), books.owed) == ("x1", False, [("b", 2)])


@pytest.mark.parametrize(
    ("told", "right", "to_say"),
    [
        ((Drop(None), Drop(3)), True, {2}),
        ((Drop(3), Drop(None)), True, {2}),
        ((Drop(6), Drop(3)), True, set()),
        ((Drop(None), Drop(1)), False, set()),
    ],
)
def test_a_pearl_that_fell_somewhere_is_not_wrong_but_somebody_must_say_where(
    told: tuple[Drop, ...], right: bool, to_say: set[int]
) -> None:
    start = GAME.start(2)
    for event in (SetUp(0, 2), Fill(), Roll(2, 3)):
        start = GAME.apply(start, event)
    books, true = Books(GAME, SEVEN_LOCKS, start), (Drop(3), Drop(6))
    books.owed, books.to_say = [(event, 2) for event in true], {1}
    assert books.take(told, None) is right
    assert books.to_say == to_say
    if right:
        assert sum(books.position.pearls) == sum(start.pearls) + 2
        assert books.position.unplaced == 0
        assert books.owed == []


@pytest.mark.parametrize(("truth", "right"), [({"seen"}, True), (set(), False)])
def test_what_is_true_though_nobody_owes_it_is_welcome_in_any_order(
    truth: set[str], right: bool
) -> None:
    game = SimpleNamespace(apply=lambda position, event: position | {event})
    words = truth_with(
        agrees=lambda event, true: event in true,
    )
    books = Books(game, words, frozenset())
    books.owed = [("run", 1), ("take", 1), ("cover", 1), ("end", 1)]
    assert books.take(("run", "cover", "seen", "take"), truth) is right
    if right:
        assert books.position == {"run", "cover", "seen", "take"}
        assert books.owed == [("end", 1)]


@pytest.mark.parametrize(("lay", "right"), [(1, True), (0, False), (2, False)])
def test_what_nobody_owes_is_true_if_it_was_so_then(lay: int, right: bool) -> None:
    """A tile that was pushed out and pushed in again before anything was certain."""
    words = truth_with(
        same_table=lambda told, true: False,
        agrees=lambda event, true: event == true,
    )
    game = SimpleNamespace(apply=lambda position, event: position)
    books = Books(game, words, None)
    books.owed = [("slide", 1), ("again", 2)]
    path = ["plain", *(f"cheese {number}" for number in range(3))]
    assert books.take(("slide", f"cheese {lay}", "again"), path[-1], path) is right


def test_where_the_game_truly_stood_is_known_also_around_a_mistake() -> None:
    run = StoppedRun("turn")
    run.game = cast(
        "Any",
        SimpleNamespace(
            apply=lambda position, event: position + event,
            legal=lambda _, event: SimpleNamespace(
                answer=Answer.NO if event == "X" else Answer.YES
            ),
        ),
    )
    run.words.turn = lambda _: 1
    run.books, run.path = written_books(), ["a"]

    def truth(since: str, events: str, *, repair: bool = False) -> Any:
        return SimpleNamespace(
            since=since, events=tuple(events), position=since + events, repair=repair, stands=False
        )

    run._owe(truth("a", "bc"))
    assert run.path == ["a", "ab", "abc"]
    run._lend(truth("abc", "dX"))
    assert run.path == ["a", "ab", "abc", "abcd"]
    run._owe(truth("abc", "de", repair=True))
    assert run.path == ["a", "ab", "abc", "abcd", "abcde"]
    assert len(run.books.owed) == len(run.path) - 1


def test_a_turn_of_which_somebody_must_say_more_is_not_understood() -> None:
    run = StoppedRun("turn")
    run.words.brief = str
    run.books.take, run.books.phones, run.books.to_say = lambda *_: True, lambda: None, {4}
    run._accept(Finding(Verdict.UNDERSTOOD, (Story(("event",), 1.0, "there"),), (), True))
    assert (run.tally.asked, run.tally.wrong, run.helped) == (1, 0, {2, 4})
