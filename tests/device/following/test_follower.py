"""A watcher follows simulated tables from their frames alone."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import islice
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from device.following.follower import Watcher
from device.following.proof import proof
from device.following.sight import Finding, Sight, SightState
from device.senses.frame import Frame
from device.sim.base import Moment
from device.sim.kilt.bots import Bot, finish_turn
from device.sim.kilt.table import SimGame, seen_slots
from device.sim.kilt.truth import TRUTH
from device.sim.stage import board_corners
from rules.kilt import GAME, Build, Move, Position
from rules.values import Answer
from tests.vision.boxes import Table, game, profile, true_view
from vision.errors import BoardNotFound, PiecesNotFound
from vision.eyes import HandWatch, SetUpSeen
from vision.kilt.eyes import Eyes
from vision.set_up import SetUpFault
from vision.stories.story import Branch, Outcome, Story, Verdict

SEED, PLAYERS = 15, 3


def sim() -> SimGame:
    return game(SEED, "easy", PLAYERS)


def watcher(position: Position | None = None) -> Watcher:
    return Watcher(GAME, Eyes(profile(SEED), sim().set_up.colours), position or sim().start)


def certain(sights: Iterable[Sight]) -> Finding:
    """The one finding of a moment that is sure."""
    findings = [s.finding for s in sights if s.finding is not None and s.finding.certain]
    assert len(findings) == 1, findings
    return findings[0]


@cache
def _laid() -> tuple[Watcher, Table, Position]:
    opened = GAME.apply(sim().start, sim().set_up)
    eyes, table = watcher(opened), Table.of(sim())
    table.lay(opened)
    assert certain(eyes.see(frame) for frame in table.rest(2)).stories[0].events == ()
    return eyes, table, opened


@pytest.fixture
def laid() -> tuple[Watcher, Table, Position]:
    """A table with the cards laid out, and a watcher who begins there, as after a restart."""
    return deepcopy(_laid())


def whole_turn(position: Position) -> tuple[tuple[Any, ...], Position]:
    """Some turn inside the picture, all its events and where it leads."""
    bot = Bot(sim().rng("turn"), seen_slots(Table.of(sim()).room, sim().theme))
    move = bot.choose(position)
    rest = finish_turn(bot, GAME.apply(position, move))
    return (move, *(event for event, _ in rest)), rest[-1][1]


def told_turn(eyes: Watcher, table: Table, position: Position) -> tuple[Any, Position]:
    """A whole turn on the table, seen and told."""
    events, after = whole_turn(position)
    table.lay(after)
    list(map(eyes.see, table.rest(3)))
    eyes.confirm(after)
    return events, after


# -- a game ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def followed() -> list[tuple[Moment, list[Sight]]]:
    """The first moments of a game, each with what came of its frames."""
    eyes, seen = watcher(), []
    for moment in islice(SimGame(SEED, "easy", PLAYERS).moments(), 5):
        sights = []
        for frame in moment.frames:
            sight = eyes.see(frame)
            sights.append(sight)
            if sight.finding is not None and sight.finding.certain:
                eyes.confirm(sight.finding.stories[0].position)
        seen.append((moment, sights))
    return seen


def test_the_set_up_is_understood(followed: Any) -> None:
    moment, sights = followed[0]
    finding = certain(sights)
    assert finding.verdict is Verdict.UNDERSTOOD
    assert finding.stories[0].events == moment.truth.events == (sim().set_up,)
    assert finding.stories[0].position == moment.truth.position
    assert finding.stories[0].probability == 1


def test_every_turn_is_understood(followed: Any) -> None:
    told = [
        event
        for _, sights in followed
        for sight in sights
        if sight.finding is not None and sight.finding.certain
        for event in sight.finding.stories[0].events
    ]
    true = [event for moment, _ in followed for event in moment.truth.events]
    assert len(told) == len(true)
    assert all(map(TRUTH.same_event, told, true))


def test_hands_and_motion_give_no_finding(followed: Any) -> None:
    for _, sights in followed:
        for sight in sights:
            if sight.state in (SightState.MOVING, SightState.HAND):
                assert sight.finding is None
    assert any(s.state is SightState.MOVING for _, sights in followed[1:] for s in sights)


def test_a_finding_brings_a_small_picture_as_evidence(followed: Any) -> None:
    shot = certain(followed[0][1]).picture
    assert shot is not None
    picture = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[1] <= 640
    assert len(shot) < 150_000


def test_a_proof_shows_the_board_and_its_cards_and_not_who_sits_around(laid: Any) -> None:
    eyes, table, _ = laid
    picture = next(iter(table.rest(1))).image
    assert eyes.view is not None
    written = proof(picture, eyes.view, eyes.eyes.facts)
    shot = cv2.imdecode(np.frombuffer(written, np.uint8), cv2.IMREAD_COLOR)
    board = eyes.view.project(np.array([(-0.15, 0.15, 0), (0.15, -0.15, 0)]))
    assert shot.shape[0] < picture.shape[0]
    assert shot.shape[1] / picture.shape[1] < 0.8
    wide = board[1][0] - board[0][0]
    assert shot.shape[1] > wide


def test_sights_carry_the_time_of_their_frames(followed: Any) -> None:
    times = [sight.time for _, sights in followed for sight in sights]
    assert times == pytest.approx(np.arange(1, len(times) + 1) / 10)


# -- frames that show nothing ---------------------------------------------------------------------


def test_a_dark_camera_is_told_and_finds_nothing(laid: Any) -> None:
    eyes, table, _ = laid
    black = np.zeros((960, 1280, 3), np.uint8)
    sights = [eyes.see(table.frame(black)) for _ in range(3)]
    assert [(s.state, s.finding) for s in sights] == [(SightState.DARK, None)] * 3


def test_after_the_dark_the_table_is_as_it_was(laid: Any) -> None:
    eyes, table, opened = laid
    eyes.see(table.frame(np.zeros((960, 1280, 3), np.uint8)))
    sights = [eyes.see(frame) for frame in table.rest(3)]
    assert sights[-1].state is SightState.SETTLED
    assert {s.finding.stories[0].events for s in sights if s.finding is not None} <= {()}
    assert eyes.explainer.beam[0].position == opened


def test_a_picture_without_a_board_says_so() -> None:
    eyes = watcher()
    plain = np.full((960, 1280, 3), 120, np.uint8)
    sights = [eyes.see(Frame(n / 10, plain)) for n in range(10)]
    assert [s.state for s in sights] == [SightState.MOVING] + [SightState.NO_BOARD] * 9
    assert all(s.finding is None for s in sights)
    assert eyes.view is None


def test_a_board_that_was_lost_is_seen_where_it_was_though_its_print_is_not_found(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere(_: Any) -> Any:
        raise BoardNotFound("as of a board that somebody had to show")

    eyes, table, _ = laid
    monkeypatch.setattr(eyes.place, "_found", nowhere)
    noise = np.random.default_rng(5).integers(60, 200, table.film.shoot(table.still).shape)
    covered = [table.frame(noise.astype(np.uint8)) for _ in range(9)]
    assert [eyes.see(frame).state for frame in covered][-1] is SightState.NO_BOARD
    assert eyes.view is None
    assert [eyes.see(frame).state for frame in table.rest(3)][-1] is SightState.SETTLED


def test_a_board_that_was_lost_is_followed_by_its_marks_from_where_it_is_found(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, table, _ = laid
    x, y, turn = table.still.board
    table.still = replace(table.still, board=(x + 0.03, y - 0.02, turn))
    view = true_view(table.still)
    off = replace(view, translation=view.translation + np.array([0.006, -0.004, 0.02]))
    monkeypatch.setattr(eyes.place, "view", None)
    monkeypatch.setattr(eyes.place, "_last", None)
    monkeypatch.setattr(eyes.place, "_found", lambda _: off)
    assert [eyes.see(frame).state for frame in table.rest(9)][-1] is SightState.SETTLED
    rim = np.array([(0.2, 0.2, 0.0), (-0.2, 0.2, 0.0), (0.0, -0.3, 0.0)])
    assert np.abs(off.project(rim) - view.project(rim)).max() > 4
    assert np.abs(eyes.view.project(rim) - view.project(rim)).max() < 2


def test_a_place_found_past_a_hand_is_given_up_when_the_hand_has_left(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, table, _ = laid
    view = true_view(table.still)
    off = replace(view, translation=view.translation + np.array([0.006, -0.004, 0.02]))
    monkeypatch.setattr(eyes.place, "_found", lambda _: off)
    monkeypatch.setattr(eyes, "_look_at_game", lambda *_: Finding(Verdict.WAIT))
    rim = np.array([(0.2, 0.2, 0.0), (-0.2, 0.2, 0.0), (0.0, -0.3, 0.0)])

    def astray() -> float:
        return float(np.abs(eyes.view.project(rim) - view.project(rim)).max())

    sleeved = np.zeros((960, 1280, 1), np.uint8)
    arm = view.project(np.array([(-0.3, 0.3, 0), (0.3, 0.3, 0), (0.3, -0.15, 0), (-0.3, -0.15, 0)]))
    sleeved = cv2.fillConvexPoly(sleeved, np.round(arm).astype(np.int32), 1) > 0
    sleeve = np.random.default_rng(1).integers(90, 190, (960, 1280, 3), np.uint8)
    for frame in table.rest(9):
        eyes.see(replace(frame, image=np.where(sleeved, sleeve, frame.image)))
    assert astray() > 4
    for frame in table.rest(9):
        eyes.see(frame)
    assert astray() < 2


def test_a_board_without_cards_is_waited_for() -> None:
    eyes, table = watcher(), Table.of(sim())
    table.lay(sim().start)
    sights = [eyes.see(frame) for frame in table.rest(3)]
    assert {s.finding.verdict for s in sights if s.finding is not None} == {Verdict.WAIT}


def test_who_hears_that_nothing_happened_believes_nothing_more_and_looks_on(laid: Any) -> None:
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    eyes.explainer.beam = [Branch(after, events), Branch(opened)]
    eyes.nothing_happened()
    assert eyes.explainer.beam == [Branch(opened)]
    table.lay(opened)
    assert not any(f.stories[0].events for s in map(eyes.see, table.rest(3)) if (f := s.finding))
    told, _ = told_turn(eyes, table, opened)
    assert told == events


def test_what_is_told_while_hands_leave_does_not_spare_the_device_a_look(laid: Any) -> None:
    eyes, table, opened = laid
    (first, *others), after = whole_turn(opened)
    table.lay(after)
    leaving, *rest = table.rest(3)
    assert eyes.see(leaving).state is SightState.MOVING
    eyes.confirm(GAME.apply(opened, first))
    assert certain(map(eyes.see, rest)).stories[0].events == tuple(others)


@pytest.mark.parametrize("hint", [True, False])
def test_a_fault_of_a_set_up_holds_it_up_and_a_hint_does_not(hint: bool) -> None:
    eyes, table = watcher(), Table.of(sim())
    fault = SetUpFault("setup.seven_locks-coats", {"which": "2"}, hint)
    seen = eyes.eyes.look_at_set_up
    eyes.eyes.look_at_set_up = lambda *shown: replace(seen(*shown), faults=[fault])
    table.lay(GAME.apply(sim().start, sim().set_up))
    findings = [sight.finding for sight in map(eyes.see, table.rest(3)) if sight.finding]
    assert {finding.set_up_faults for finding in findings} == {(fault,)}
    assert {f.verdict for f in findings} == {Verdict.UNDERSTOOD if hint else Verdict.WAIT}


def resting_hand(table: Table, sprite: int, seat: tuple[float, float]) -> list[Frame]:
    """Four frames of somebody's hand over the middle of the board."""
    path = np.array([seat, (0.0, 0.0), seat]) * 0.8
    reach = replace(table.gesture(), sprite=sprite, seat=np.array(seat), path=path).at(0.5)
    return [table.frame(table.film.shoot(table.still, reach)) for _ in range(4)]


def test_a_hand_is_known_after_a_set_up_that_only_a_person_could_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = GAME.apply(sim().start, sim().set_up)
    eyes, table = watcher(), Table.of(sim())
    monkeypatch.setattr(eyes.eyes, "look_at_set_up", lambda *_: SetUpSeen())
    table.lay(opened)
    findings = [sight.finding for frame in table.rest(2) if (sight := eyes.see(frame)).finding]
    assert [finding.verdict for finding in findings if finding] == [Verdict.WAIT]
    eyes.confirm(opened)
    sights = list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))))
    assert [s.state for s in sights] == [SightState.MOVING] + [SightState.HAND] * 3


@pytest.mark.parametrize("complete", [True, False])
def test_while_one_thing_is_still_to_be_stood_elsewhere_hands_are_waited_for(
    monkeypatch: pytest.MonkeyPatch, complete: bool
) -> None:
    """Whoever does so may rest a hand on the table: that is how it must not be known."""
    eyes, table = watcher(), Table.of(sim())
    seen = SetUpSeen(complete=complete)
    monkeypatch.setattr(eyes.eyes, "look_at_set_up", lambda *_: seen)
    table.lay(GAME.apply(sim().start, sim().set_up))
    list(map(eyes.see, table.rest(2)))
    states = {sight.state for sight in map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[1:])}
    assert (SightState.HAND in states) is complete


def test_a_resting_hand_gives_no_finding_and_its_leaving_one(laid: Any) -> None:
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    table.lay(after)
    sights = list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))))
    assert [s.state for s in sights] == [SightState.MOVING] + [SightState.HAND] * 3
    assert all(s.finding is None for s in sights)
    finding = certain(eyes.see(frame) for frame in table.rest(3))
    assert len(finding.stories[0].events) == len(events)
    assert all(map(TRUTH.same_event, finding.stories[0].events, events))


@pytest.mark.parametrize(("sprite", "seat"), [(0, (0.0, -1.0)), (2, (1.1, 0.0)), (2, (0.1, 1.0))])
def test_a_hand_that_is_not_noticed_makes_nothing_up(
    laid: Any, sprite: int, seat: tuple[float, float]
) -> None:
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    table.lay(after)
    for sight in map(eyes.see, resting_hand(table, sprite, seat)):
        if sight.finding is not None and sight.finding.verdict is not Verdict.WAIT:
            assert sight.finding.verdict is Verdict.UNDERSTOOD
            assert all(map(TRUTH.same_event, sight.finding.stories[0].events, events))


def test_a_table_whose_pieces_are_not_found_is_looked_at_again(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody told the set-up, and what everything else is told by does not lie there yet."""
    eyes, table, opened = laid
    with monkeypatch.context() as missing:
        missing.setattr(eyes.eyes, "read", _not_found)
        eyes.see(resting_hand(table, 1, (1.1, 0.0))[0])
        states = [eyes.see(frame).state for frame in table.rest(3)]
    assert states[-1] is SightState.LOOKING
    events, after = whole_turn(opened)
    table.lay(after)
    findings = [eyes.see(frame).finding for frame in table.rest(4)]
    told = [f for f in findings if f is not None and f.verdict is Verdict.UNDERSTOOD]
    assert all(map(TRUTH.same_event, told[0].stories[0].events, events))


def _not_found(*_: Any) -> Any:
    raise PiecesNotFound("nothing lies there")


def reach(left: int) -> Any:
    """Something that reaches in from the far edge of the small frame."""
    mask = np.zeros((240, 320), np.bool_)
    mask[:150, left : left + 60] = True
    return mask


class SeenOverAPiece(HandWatch):
    """A game's own eyes see a hand."""

    def over_piece(self, *_: Any) -> Any:
        return reach(60)


def test_a_hand_that_only_a_games_own_eyes_see_is_waited_for(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    table.lay(after)
    eyes.see(resting_hand(table, 1, (1.1, 0.0))[0])
    with monkeypatch.context() as there:
        there.setattr(eyes.eyes, "hands", SeenOverAPiece())
        sights = [eyes.see(frame) for frame in table.rest(3)]
    assert [(s.state, s.finding) for s in sights[1:]] == [(SightState.HAND, None)] * 2
    finding = certain(eyes.see(frame) for frame in table.rest(3))
    assert all(map(TRUTH.same_event, finding.stories[0].events, events))


def test_what_looks_like_a_hand_moment_after_moment_is_looked_at_all_the_same(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lamp switched on may look like an arm from then on; nobody waits for it for ever."""
    eyes, table, opened = laid
    _, after = whole_turn(opened)
    monkeypatch.setattr(eyes.hands, "_seen", lambda *_: reach(0))
    states = []
    for _ in range(3):
        table.lay(opened)
        list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
        table.lay(after)
        sights = [eyes.see(frame) for frame in table.rest(3)]
        states.append([sight.state for sight in sights][-1])
    assert states[:2] == [SightState.HAND] * 2
    assert states[2] is not SightState.HAND
    assert sights[-1].finding is not None or sights[-2].finding is not None


class RestingHands(HandWatch):
    """Hands may rest over the table; perhaps the rules ask for one."""

    may_rest = True

    def __init__(self, due: bool) -> None:
        self._due = due

    def expected(self) -> bool:
        return self._due


def test_hands_that_come_at_one_place_after_the_other_are_waited_for(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who moves piece after piece, where hands rest on the way, is no lamp."""
    eyes, table, _ = laid
    monkeypatch.setattr(eyes.eyes, "hands", RestingHands(False))
    states = []
    for n in (0, 1, 1, 2, 3):
        monkeypatch.setattr(eyes.hands, "_seen", lambda *_, n=n: reach(40 * n))
        list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
        states.append([eyes.see(frame).state for frame in table.rest(3)][-1])
    assert states == [SightState.HAND] * 5


@pytest.mark.parametrize(("step", "last"), [(4, SightState.HAND), (0, SightState.SETTLED)])
def test_hands_that_the_game_asks_for_are_waited_for_unless_they_never_stir(
    step: int, last: SightState, laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pearls are thrown by hands that rest over one tower after the other; what reaches in at
    exactly the same place time and again is where a hand was in the picture before.
    """
    eyes, table, _ = laid
    monkeypatch.setattr(eyes.eyes, "hands", RestingHands(True))
    states = []
    for n in range(3):
        monkeypatch.setattr(eyes.hands, "_seen", lambda *_, n=n: reach(step * n))
        list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
        states.append([eyes.see(frame).state for frame in table.rest(3)][-1])
    assert states == [SightState.HAND, SightState.HAND, last]


def test_the_table_at_rest_is_kept_as_it_lay_at_this_moment_and_the_one_before(laid: Any) -> None:
    eyes, table, opened = laid
    first = eyes.hands.rest
    table.lay(whole_turn(opened)[1])
    list(map(eyes.see, table.rest(3)))
    assert eyes.hands.rest is not first
    assert eyes.hands.rest.before.small is first.small
    eyes.hands.keep(first.small, eyes.view, again=True)
    assert eyes.hands.rest.small is first.small
    assert eyes.hands.rest.before.small is first.small


class Noted(HandWatch):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def seen(self, time: float, *_: Any) -> None:
        self.told.append((time, "hand"))

    def lost_view(self, time: float) -> None:
        self.told.append((time, "no"))

    def nothing_happened(self) -> None:
        self.told.append("nothing")


def test_eyes_are_told_while_hands_cannot_be_seen(laid: Any) -> None:
    eyes, *_ = laid
    eyes.eyes.hands = Noted()
    eyes.hands.note(1.0, None, eyes.view)
    eyes.hands.note(2.0, None, None)
    assert eyes.eyes.hands.told == [(1.0, "hand"), (2.0, "no")]


def test_pictures_are_looked_at_past_a_false_hand_until_one_is_understood(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, table, _ = laid
    monkeypatch.setattr(eyes.hands, "_seen", lambda *_: reach(0))
    monkeypatch.setattr(eyes, "_look_at_game", lambda *_: Finding(Verdict.WAIT))
    states = []
    for _ in range(4):
        list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
        states.append([eyes.see(frame).state for frame in table.rest(3)][-1])
    assert states == [SightState.HAND] * 2 + [SightState.SETTLED] * 2


def test_the_second_picture_that_nothing_explains_is_asked_about(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, table, opened = laid
    puzzle = Outcome(Verdict.WAIT, (Story((), 1.0, opened),))
    monkeypatch.setattr(eyes.explainer, "explain", lambda reading, glimpses: puzzle)
    verdicts = []
    for _ in range(2):
        list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
        found = [sight.finding for sight in map(eyes.see, table.rest(3))]
        verdicts.append(next(each.verdict for each in found if each is not None))
    assert verdicts == [Verdict.WAIT, Verdict.ASK]


@pytest.mark.parametrize(("strain", "known"), [(-29.6, True), (-31.0, False)])
def test_what_somebody_tells_of_a_puzzling_picture_is_how_it_looks_from_now_on(
    laid: Any, monkeypatch: pytest.MonkeyPatch, strain: float, known: bool
) -> None:
    """If it fits no worse than what was thought: glare will go on to be a puzzle otherwise."""
    eyes, table, opened = laid
    after = whole_turn(opened)[1]
    puzzle = Outcome(Verdict.WAIT, (Story((), 1.0, opened),), fit=-29.0)
    monkeypatch.setattr(eyes.explainer, "explain", lambda reading, glimpses: puzzle)
    table.lay(after)
    list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
    list(map(eyes.see, table.rest(3)))
    story = SimpleNamespace(unexplained=lambda position: strain)
    monkeypatch.setattr(eyes.eyes.lens, "story", lambda *_: story)
    eyes.confirm(after)
    memory = eyes.belief.begin().memory
    assert (memory is eyes.reading.memory) is known
    assert (memory is None) is not known


def test_eyes_are_told_that_nothing_happened_once_that_is_certain(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, table, opened = laid
    watch = Noted()
    monkeypatch.setattr(eyes.eyes, "hands", watch)

    def rested() -> int:
        return watch.told.count("nothing")

    list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
    list(map(eyes.see, table.rest(3)))
    assert rested() == 1
    events, after = whole_turn(opened)
    table.lay(after)
    list(map(eyes.see, table.rest(3)))
    assert rested() == 1
    eyes.confirm(GAME.apply(opened, events[0]))  # what follows is still to be told
    assert rested() == 1
    eyes.confirm(after)
    assert rested() == 2


def test_what_most_stories_have_in_common_is_told_when_patience_ends(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    begun = GAME.apply(opened, events[0])
    stories = (
        Story(events, 0.6, after, common=1),
        Story(events[:1], 0.28, begun, common=1),
        Story((), 0.12, opened),
    )
    doubt = Outcome(Verdict.UNDERSTOOD, stories)
    monkeypatch.setattr(eyes.explainer, "explain", lambda reading, glimpses: doubt)
    told = []
    for _ in range(3):
        list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
        found = [sight.finding for sight in map(eyes.see, table.rest(3))]
        told.append(next(each for each in found if each is not None))
    assert [(each.verdict, each.certain) for each in told] == [
        (Verdict.UNDERSTOOD, False),
        (Verdict.UNDERSTOOD, False),
        (Verdict.UNDERSTOOD, True),
    ]
    assert told[2].stories[0].events == events[:1]
    assert told[2].likely == stories[0]


def test_what_an_unclear_picture_seems_to_tell_is_not_built_upon(
    laid: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes, table, opened = laid
    events, after = whole_turn(opened)

    def unclear(reading: Any, glimpses: Any) -> Outcome:
        eyes.explainer.beam = [Branch(after, events)]
        return Outcome(Verdict.UNDERSTOOD, (Story(events, 1.0, after),), fit=-12.0, certain=True)

    monkeypatch.setattr(eyes.explainer, "explain", unclear)
    list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
    findings = [sight.finding for sight in map(eyes.see, table.rest(3)) if sight.finding]
    assert not any(finding.certain for finding in findings)
    assert [branch.position for branch in eyes.explainer.beam] == [opened]


@pytest.mark.parametrize(
    ("weight", "verdict"), [(-9.0, "illegal"), (-3.0, "illegal"), (-1.0, "understood")]
)
def test_a_mistake_is_told_away_only_by_a_likelier_story(
    laid: Any, monkeypatch: pytest.MonkeyPatch, weight: float, verdict: str
) -> None:
    """What was believed and led to a mistake may have been otherwise, but that is rare as well."""
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    eyes.explainer.beam = [Branch(after, events)]

    def explain(reading: Any, glimpses: Any) -> Outcome:
        if eyes.explainer.beam[0].events:
            mistake = (Story(events, 1.0, after),)
            return Outcome(Verdict.ILLEGAL, mistake, (), certain=True, weight=-6.0)
        return Outcome(Verdict.UNDERSTOOD, (Story((), 1.0, opened),), weight=weight)

    monkeypatch.setattr(eyes.explainer, "explain", explain)
    list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
    found = [sight.finding for sight in map(eyes.see, table.rest(3))]
    assert next(each.verdict for each in found if each is not None) == verdict


@pytest.mark.parametrize(("worse", "kept"), [(0.0, True), (3.0, False)])
def test_what_is_believed_is_given_up_only_if_it_fits_worse_than_it_did(
    laid: Any, monkeypatch: pytest.MonkeyPatch, worse: float, kept: bool
) -> None:
    """A key was seen out while the die did not fit; then all keys were as likely as that one."""
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    eyes.belief._unexplained = -5.0
    eyes.explainer.beam = [Branch(after, events)]

    def explain(reading: Any, glimpses: Any) -> Outcome:
        if eyes.explainer.beam[0].events:
            return Outcome(Verdict.UNDERSTOOD, (Story(events, 1.0, after),), fit=-5.0 - worse)
        return Outcome(Verdict.UNDERSTOOD, (Story((), 1.0, opened),))

    monkeypatch.setattr(eyes.explainer, "explain", explain)
    list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
    found = [sight.finding for sight in map(eyes.see, table.rest(3))]
    told = next(each for each in found if each is not None)
    assert told.stories[0].events == (events if kept else ())


@pytest.mark.parametrize("fitted", [True, False])
def test_what_is_believed_is_not_given_up_where_it_led_on_in_an_earlier_picture_of_the_table(
    laid: Any, monkeypatch: pytest.MonkeyPatch, fitted: bool
) -> None:
    """A slide was seen and believed; the last of many pictures of the next one made it undone."""
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    eyes.explainer.beam = [Branch(after, events)]
    looks: list[Any] = []

    def explain(reading: Any, glimpses: Any) -> Outcome:
        if not eyes.explainer.beam[0].events:
            return Outcome(Verdict.UNDERSTOOD, (Story((), 1.0, opened),))
        looks.append(reading)
        fit = 0.0 if fitted and len(looks) == 1 else -9.0
        eyes.explainer.beam = [Branch(after, (*events, len(looks)))]
        return Outcome(Verdict.UNDERSTOOD, (Story(events, 0.8, after),), fit=fit)

    monkeypatch.setattr(eyes.explainer, "explain", explain)
    list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
    found = [sight.finding for sight in map(eyes.see, table.rest(9)) if sight.finding]
    assert (len(looks) > 1) == fitted
    assert [each.verdict for each in found[:2]] == ["understood", "wait"][: 1 + fitted]
    assert found[0].stories[0].events == (events if fitted else ())
    kept = [(*branch.events[len(events) :],) for branch in eyes.explainer.beam]
    assert (kept == [(1,)]) == fitted


@pytest.mark.parametrize(("fit", "kept"), [(0.0, True), (-9.0, False)])
def test_what_is_believed_is_not_given_up_where_only_a_mistake_is_as_likely_as_what_followed(
    laid: Any, monkeypatch: pytest.MonkeyPatch, fit: float, kept: bool
) -> None:
    """A roof too far off was told as lifted by the next player, together with the one before."""
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    eyes.explainer.beam = [Branch(after, events)]

    def explain(reading: Any, glimpses: Any) -> Outcome:
        if not eyes.explainer.beam[0].events:
            return Outcome(Verdict.UNDERSTOOD, (Story((), 1.0, opened),))
        return Outcome(Verdict.WAIT, (Story(events, 1.0, after),), fit=fit)

    monkeypatch.setattr(eyes.explainer, "explain", explain)
    list(map(eyes.see, resting_hand(table, 1, (1.1, 0.0))[:1]))
    found = [sight.finding for sight in map(eyes.see, table.rest(3)) if sight.finding]
    assert found[0].verdict is (Verdict.WAIT if kept else Verdict.UNDERSTOOD)
    assert (eyes.explainer.beam == [Branch(after, events)]) is kept


# -- the board ------------------------------------------------------------------------------------


def test_tapped_corners_tell_where_the_board_is() -> None:
    eyes, table = watcher(), Table.of(sim())
    still = table.lay(GAME.apply(sim().start, sim().set_up))
    corners = board_corners(still)
    eyes.tap_corners((corners + np.array([(2, -1), (-2, 1), (1, 2), (-1, -2)])).tolist())
    finding = certain(eyes.see(frame) for frame in table.rest(2))
    assert finding.stories[0].events == (sim().set_up,)
    assert eyes.view is not None
    board = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * 0.15
    assert np.abs(eyes.view.project(board) - corners).max() < 5


CORNERS = ((300, 200), (900, 210), (1000, 800), (200, 790))


@pytest.mark.parametrize(
    ("taps", "known"),
    [
        (CORNERS, True),
        ([CORNERS[0]] * 4, False),
        ([(200, 200), (400, 300), (600, 400), (800, 500)], False),
        ([(200, 200), (400, 300), (600, 400), (200, 790)], False),
        ([CORNERS[1], CORNERS[0], CORNERS[2], CORNERS[3]], False),
        (CORNERS[::-1], False),
        ([(600, 400), (640, 400), (640, 440), (600, 440)], False),
        ([(10, 10), (1270, 940), (1271, 950), (20, 950)], False),
    ],
    ids=["good", "equal", "collinear", "three in a line", "crossed", "backwards", "tiny", "flat"],
)
def test_taps_that_go_round_no_board_are_known(taps: Any, known: bool) -> None:
    eyes = watcher()
    assert not eyes.knows_corners(taps), "nothing was seen yet"
    eyes.see(Frame(0.0, np.full((960, 1280, 3), 120, np.uint8)))
    assert eyes.knows_corners(taps) is known


def test_a_knocked_camera_changes_nothing_in_the_game(laid: Any) -> None:
    eyes, table, opened = laid
    before = eyes.view
    table.knock((0.4, -0.4, 0.3))
    sights = [eyes.see(frame) for frame in table.rest(3)]
    assert {s.finding.stories[0].events for s in sights if s.finding is not None} == {()}
    assert eyes.view is not before
    assert eyes.explainer.beam[0].position == opened


def test_the_overlay_is_a_picture_from_the_first_frame_on(laid: Any) -> None:
    assert watcher().overlay() is None
    shown = laid[0].overlay()
    assert cv2.imdecode(np.frombuffer(shown, np.uint8), cv2.IMREAD_COLOR).shape == (960, 1280, 3)


# -- what others tell -----------------------------------------------------------------------------


def test_an_undone_turn_is_found_again_when_it_is_done_again(laid: Any) -> None:
    eyes, table, opened = laid
    events, after = whole_turn(opened)
    table.lay(after)
    assert len(certain(eyes.see(f) for f in table.rest(3)).stories[0].events) == len(events)
    eyes.confirm(after)
    eyes.confirm(opened)  # a phone took the turn back, and so do the players
    table.lay(opened)
    list(map(eyes.see, table.rest(3)))
    assert eyes.explainer.beam[0].position == opened
    table.lay(after)
    finding = certain(eyes.see(f) for f in table.rest(3))
    assert all(map(TRUTH.same_event, finding.stories[0].events, events))


def test_a_correction_that_is_not_on_the_table_is_seen_as_the_table_lies(laid: Any) -> None:
    eyes, table, opened = laid
    events, _ = told_turn(eyes, table, opened)
    eyes.confirm(opened)
    eyes.see(table.frame(table.hand()))
    finding = certain(eyes.see(f) for f in table.rest(3))
    assert all(map(TRUTH.same_event, finding.stories[0].events, events))


def roof_due(position: Position) -> tuple[Move, Position]:
    """A move, and the table after both its builders built on one tower that stood before."""
    for move in GAME.actions(position):
        for first in GAME.actions(moved := GAME.apply(position, move)):
            for second in GAME.actions(built := GAME.apply(moved, first)):
                after = GAME.apply(built, second)
                if after.phase == "roof" and position.top(second.square):
                    return move, after
    raise AssertionError("no roof can become due")


def test_floors_taken_back_before_they_were_certain_are_forgotten(laid: Any) -> None:
    eyes, table, opened = laid
    _, start = told_turn(eyes, table, opened)
    move, roofless = roof_due(start)
    table.lay(roofless)
    sights = [eyes.see(frame) for frame in table.rest(3)]
    assert not any(sight.finding and sight.finding.certain for sight in sights)
    believed = [b for b in eyes.explainer.beam if b.position.phase == "roof"]
    eyes.explainer.beam = believed[:1]
    table.lay(GAME.apply(start, move))
    finding = certain(eyes.see(frame) for frame in table.rest(3))
    assert finding.verdict is Verdict.UNDERSTOOD
    assert finding.stories[0].events == (move,)


# -- broken rules ---------------------------------------------------------------------------------


def not_turned(position: Position) -> Move:
    """A move that is fine but for the card's sides."""
    events, _ = whole_turn(position)
    legal = [e for e in GAME.actions(position) if isinstance(e, Move) and not e.card.single]
    near = [e for e in legal if e.to == events[0].to] or legal
    return Move(near[0].card.turned(), near[0].to)


def test_a_card_that_was_not_turned_is_flagged_and_its_repair_understood(laid: Any) -> None:
    eyes, table, opened = laid
    wrong = not_turned(opened)
    assert GAME.legal(opened, wrong).answer is Answer.NO
    table.lay(GAME.apply(opened, wrong))
    finding = certain(eyes.see(f) for f in table.rest(2))
    assert finding.verdict is Verdict.ILLEGAL
    assert [r.rule for r in finding.rulings] == ["kilt.turn-card"]
    assert finding.stories[0].events == (wrong,)
    events, after = whole_turn(opened)
    table.lay(after)
    told = certain(eyes.see(f) for f in table.rest(3))
    assert told.verdict is Verdict.UNDERSTOOD
    assert all(map(TRUTH.same_event, told.stories[0].events, events))


def test_a_mistake_that_was_none_is_no_doubt_any_more(laid: Any) -> None:
    eyes, table, opened = laid
    table.lay(GAME.apply(opened, not_turned(opened)))
    assert [eyes.see(f).state for f in table.rest(2)][-1] is SightState.DOUBT
    eyes.nothing_happened()
    assert eyes.see(next(iter(table.rest(1)))).state is SightState.SETTLED


def test_a_mistake_the_table_lets_stand_is_where_the_game_goes_on(laid: Any) -> None:
    eyes, table, opened = laid
    wrong = not_turned(opened)
    stands = GAME.apply(opened, wrong)
    table.lay(stands)
    list(map(eyes.see, table.rest(2)))
    eyes.confirm(stands)
    build = next(e for e in GAME.actions(stands) if isinstance(e, Build) and e.crests == 0)
    table.lay(GAME.apply(stands, build))
    finding = certain(eyes.see(f) for f in table.rest(3))
    assert finding.verdict is Verdict.UNDERSTOOD
    assert finding.stories[0].events == (build,)


def test_a_still_moment_is_done_once_nothing_more_will_be_read_of_it(laid: Any) -> None:
    eyes, table, position = laid
    table.lay(whole_turn(position)[1])
    sights = [eyes.see(frame) for frame in table.rest(6)]
    first = next(n for n, sight in enumerate(sights) if sight.finding is not None)
    done = [n for n, sight in enumerate(sights) if sight.done]
    assert done == list(range(done[0], len(sights)))
    assert done[0] > first
    assert all(sights[n].finding is None for n in done)
