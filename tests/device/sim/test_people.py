"""The simulated players wait, tap, answer, put right and play again, as people would."""

import operator
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.sim.kilt.truth import TRUTH as WORDS
from device.sim.people import USUAL, SimPlayers, Step, events_since, lasting, path_of, true_choice
from device.table.simulated import Simulated
from rules.kilt import Build
from tests.device.tables import FRAME, GAME, SET_UP, Bench
from vision.set_up import SetUpFault
from vision.stories.story import Verdict


def truth_of(events: tuple[Any, ...], since: Any, **facts: Any) -> Any:
    position = since
    for event in events:
        position = GAME.apply(position, event)
    usual = {"legal": True, "repair": False, "stands": False, "position": position}
    return SimpleNamespace(events=events, since=since, **{**usual, **facts})


class FakeSimCamera:
    """A simulated table whose truth the test sets."""

    def __init__(self, start: Any) -> None:
        self.stood = 0
        self.gone_on: list[Any] = []
        self.asked: dict[str, Any] = {}
        self.game = SimpleNamespace(tapped=False, opening=(), before_opening=start)
        self.corners = np.array([[1.0, 2.0], [9.0, 2.0], [9.0, 8.0], [1.0, 8.0]])
        self.truths: list[Any] = []
        self.over = False
        self.rested: float | None = 0.0
        self.next: Any = SimpleNamespace(truth=SimpleNamespace(events=("something",)))
        self.happen((), start)

    def happen(self, events: tuple[Any, ...], since: Any = None, **facts: Any) -> None:
        """An act: events since where the last one led."""
        truth = truth_of(events, self.truths[-1].position if since is None else since, **facts)
        self.act = SimpleNamespace(truth=truth, claims=())
        self.truths = [*self.truths, truth]

    def coming(self) -> Any:
        return self.next

    def go_on(self, act: Any) -> None:
        self.gone_on.append(act)

    def let_stand(self) -> None:
        self.stood += 1

    def follow_hints(self, asked: dict[str, Any]) -> None:
        self.asked = asked


class Scene:
    """A bench with players whose clock the test sets; the device has looked at the table."""

    def __init__(self, folder: Path, set_up: bool = True) -> None:
        self.bench = Bench(folder)
        self.table = self.bench.table
        self.table.simulated = Simulated("easy", 2.0)
        if set_up:
            self.bench.understood(SET_UP)
            self.bench.understood(self.bench.legal())
        self.camera = FakeSimCamera(self.bench.position)
        self.now = 0.0
        camera: Any = self.camera
        self.players = SimPlayers(self.table, lambda: camera, lambda: self.now)
        self.looked()

    def looked(self) -> None:
        """The device reads the table to the end, and finds nothing more."""
        self.bench.watcher.done = True
        self.table.see(FRAME)

    def look(self, seconds: float = 0.0) -> None:
        self.now += seconds
        self.players.look()

    @property
    def waits(self) -> str:
        assert self.table.simulated is not None
        return self.table.simulated.waits

    @property
    def went_on(self) -> bool:
        return self.camera.gone_on[-1:] == [self.camera.act]

    def told(self) -> list[Any]:
        return [entry.event for entry in self.table.referee.history]

    def builds(self) -> list[Build]:
        return [e for e in GAME.actions(self.bench.position) if isinstance(e, Build)]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path)
    yield scene
    scene.bench.journal.close()


@pytest.fixture
def beginning(tmp_path: Path) -> Iterator[Scene]:
    """The set-up lies there, and the device has not told it."""
    scene = Scene(tmp_path, set_up=False)
    scene.camera.truths = []
    scene.camera.happen((SET_UP,), scene.bench.position)
    yield scene
    scene.bench.journal.close()


def ask(scene: Scene) -> list[Any]:
    builds = scene.builds()[:2]
    scene.bench.show(Verdict.ASK, (builds[0],), (builds[1],))
    return builds


# -- waiting --------------------------------------------------------------------------------


def test_people_go_on_once_the_device_has_looked_at_the_table(scene: Scene) -> None:
    scene.look()
    assert scene.went_on
    assert scene.waits == ""


def test_nobody_goes_on_before_the_device_has_looked_since_hands_left(scene: Scene) -> None:
    scene.camera.rested = FRAME.time + 1
    scene.look(100)
    assert not scene.went_on
    scene.camera.rested = None
    scene.look(100)
    assert not scene.went_on


def test_what_was_told_is_looked_at_again_before_anybody_goes_on(scene: Scene) -> None:
    scene.bench.do("claim", event=GAME.event_to_json(scene.builds()[0]))
    scene.camera.happen((scene.told()[-1],))
    scene.look()
    assert not scene.went_on
    scene.looked()
    scene.look()
    assert scene.went_on


def test_a_doubt_that_later_pictures_may_settle_holds_nobody_up(scene: Scene) -> None:
    scene.camera.happen((scene.builds()[0],))
    scene.look()
    assert scene.went_on


def test_people_wait_while_a_question_is_open_and_say_so(scene: Scene) -> None:
    ask(scene)
    scene.looked()
    scene.look()
    scene.look(USUAL.answer - 1)
    assert not scene.went_on
    assert scene.waits == "sim.question"
    assert scene.bench.state()["question"] is not None


def test_play_begins_only_once_the_set_up_is_told(beginning: Scene) -> None:
    beginning.look()
    beginning.look(USUAL.tell - 1)
    assert not beginning.went_on
    assert beginning.waits == "sim.unclear"
    assert beginning.told() == []


def test_a_set_up_that_is_not_understood_is_entered_by_hand(beginning: Scene) -> None:
    beginning.look()
    beginning.look(USUAL.tell)
    assert beginning.told() == [SET_UP]


def test_people_first_lay_things_as_the_phones_ask(beginning: Scene) -> None:
    beginning.camera.next = SimpleNamespace(truth=SimpleNamespace(events=()))
    beginning.look()
    assert beginning.went_on


def test_the_players_read_what_the_phones_say_of_the_set_up(scene: Scene) -> None:
    hidden = SetUpFault("setup.seven_locks-coats", {"which": "2"}, hint=True)
    scene.bench.show(Verdict.UNDERSTOOD, (), faults=(hidden,))
    scene.look()
    assert scene.camera.asked == {"setup.seven_locks-coats": {"which": "2"}}


# -- a board that is not found --------------------------------------------------------------


def tapped(scene: Scene) -> list[Any]:
    """The corners the watcher was told of."""
    found: list[Any] = []
    watcher: Any = SimpleNamespace(tap_corners=found.append)
    for errand in scene.table._watching._errands:
        errand(watcher)
    return found


def lose(scene: Scene) -> None:
    scene.camera.rested = FRAME.time + 1
    scene.table.sight = "no-board"


def test_the_corners_of_a_board_that_is_not_found_are_tapped_once(scene: Scene) -> None:
    scene.camera.game.tapped = True
    lose(scene)
    scene.look()
    scene.look(1)
    assert tapped(scene) == [scene.camera.corners.tolist()]
    assert scene.waits == "sim.board"


def test_a_board_that_should_be_found_is_left_to_the_device_for_a_while(scene: Scene) -> None:
    lose(scene)
    scene.look()
    scene.look(USUAL.tell - 1)
    assert tapped(scene) == []
    scene.look(1)
    assert tapped(scene) == [scene.camera.corners.tolist()]


# -- answers --------------------------------------------------------------------------------


def test_question_nobody_answers_is_answered_truly(scene: Scene) -> None:
    builds = ask(scene)
    scene.camera.happen((builds[1],))
    scene.look()
    scene.look(USUAL.answer)
    assert scene.told()[-1] == builds[1]


def test_where_nothing_offered_is_true_the_truth_is_tapped(scene: Scene) -> None:
    ask(scene)
    true = scene.builds()[2]
    scene.camera.happen((true,))
    scene.look()
    scene.look(USUAL.answer)
    assert scene.told()[-1] == true
    assert scene.bench.state()["question"] is None


def test_question_about_nothing_that_happened_is_told_so(scene: Scene) -> None:
    ask(scene)
    scene.look()
    scene.look(USUAL.answer)
    assert scene.bench.state()["question"] is None
    assert len(scene.told()) == 2


def test_the_answer_that_tells_most_of_what_is_true_is_given(scene: Scene) -> None:
    first = scene.builds()[0]
    scene.camera.happen((first,))
    scene.camera.happen((GAME.actions(scene.camera.act.truth.position)[0],))
    places = [truth.position for truth in scene.camera.truths]
    stories: Any = [SimpleNamespace(position=place) for place in places]
    question: Any = SimpleNamespace(stories=stories)
    assert true_choice(question, places, WORDS.same_table) == "3"
    assert true_choice(question, places[:2], WORDS.same_table) == "2"
    assert true_choice(question, [], WORDS.same_table) == "none"


# -- putting right --------------------------------------------------------------------------


def test_what_was_told_wrongly_is_taken_back_when_the_device_rules_on_it(scene: Scene) -> None:
    true, wrong = scene.builds()[:2]
    scene.camera.happen((true,))
    scene.bench.understood(wrong)
    event, rulings = scene.bench.illegal()
    scene.bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    scene.looked()
    scene.look()
    assert scene.waits == "sim.ruling"
    scene.look(USUAL.tell)
    assert scene.told()[2:] == [true]


def test_what_was_told_wrongly_is_left_alone_until_it_matters(scene: Scene) -> None:
    true, wrong = scene.builds()[:2]
    scene.camera.happen((true,))
    scene.bench.understood(wrong)
    scene.looked()
    scene.look()
    assert scene.went_on


def test_a_find_that_must_be_shown_is_told_at_once_whatever_the_device_made_of_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    true, other = scene.builds()[:2]
    monkeypatch.setattr(WORDS, "shown", lambda each: each == true)
    scene.camera.happen((true,))
    scene.bench.understood(other)
    scene.looked()
    scene.look()
    assert scene.told()[2:] == [true]


def test_what_a_phone_is_refused_shows_that_something_else_was_told_wrongly(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, _ = scene.bench.illegal()
    scene.camera.happen((event,))
    monkeypatch.setattr(WORDS, "by_phone", lambda each: each == event)
    scene.look()
    assert not scene.went_on
    scene.look(USUAL.tell)
    assert scene.told()[-1] == event
    scene.looked()
    scene.look()
    assert scene.went_on


def test_what_only_a_phone_can_tell_is_told_at_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = scene.builds()[0]
    scene.camera.happen((build,))
    monkeypatch.setattr(WORDS, "by_phone", lambda each: each == build)
    scene.look()
    assert scene.told()[-1] == build
    assert not scene.went_on


def test_what_people_say_before_they_do_it_is_told_while_hands_are_at_work(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = scene.builds()[0]
    monkeypatch.setattr(WORDS, "announced", lambda each: each == build)
    scene.camera.happen((build,))
    scene.camera.rested = None
    scene.look()
    assert scene.told()[-1] == build
    assert not scene.went_on


def test_what_happened_twice_in_one_act_is_told_twice(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    build, told = scene.builds()[0], []
    monkeypatch.setattr(WORDS, "by_phone", lambda each: each == build)
    monkeypatch.setattr(scene.players, "_claim", lambda event, **_: told.append(event))
    monkeypatch.setattr(scene.players, "_untold", lambda _: [build] * (2 - len(told)))
    for _ in range(3):
        scene.look()
    assert told == [build, build]
    assert scene.went_on


def test_a_set_up_that_is_told_on_phones_is_told_at_once(beginning: Scene) -> None:
    start = beginning.bench.position
    game = beginning.camera.game
    game.before_opening, game.opening = start, (SET_UP,)
    beginning.camera.truths = []
    beginning.camera.happen((), GAME.apply(start, SET_UP))
    beginning.look()
    assert beginning.told() == [SET_UP]


def test_what_the_phones_ask_to_be_told_is_told(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = scene.builds()[0]
    monkeypatch.setattr(WORDS, "asked", lambda *_: [build])
    scene.look()
    assert scene.told()[-1] == build


def test_at_the_end_everything_untold_is_entered(scene: Scene) -> None:
    true = scene.builds()[0]
    scene.camera.happen((true,))
    scene.camera.over = True
    scene.look()
    scene.look(USUAL.tell)
    assert scene.told()[2:] == [true]


def test_what_happened_since_a_position_that_never_was_is_not_known(scene: Scene) -> None:
    before = scene.bench.position
    builds = scene.builds()
    first, wrong = (GAME.apply(before, build) for build in builds[:2])
    steps = [Step(before, builds[0])]
    assert events_since(before, steps, first, operator.eq) == [builds[0]]
    assert events_since(wrong, steps, first, operator.eq) is None
    assert events_since(first, steps, first, operator.eq) == []


def test_a_mistake_that_was_put_right_is_none_of_what_happened(scene: Scene) -> None:
    start = scene.bench.position
    build, wrong = scene.builds()[:2]
    scene.camera.happen((wrong,), legal=False)
    assert lasting(scene.camera.truths) == scene.camera.truths[:1]
    scene.camera.happen((), start, repair=True)
    scene.camera.happen((build,), start)
    camera: Any = scene.camera
    assert path_of(camera, GAME.apply) == ([Step(start, build)], GAME.apply(start, build))


def test_a_mistake_that_was_let_stand_is(scene: Scene) -> None:
    scene.camera.happen((scene.builds()[0],), legal=False)
    scene.camera.happen(())
    assert lasting(scene.camera.truths) == scene.camera.truths


# -- money, mistakes, the next game ---------------------------------------------------------


def test_what_was_paid_is_tapped_once_the_device_has_seen_the_move(scene: Scene) -> None:
    move, claim = scene.builds()[0], scene.builds()[1]
    scene.camera.happen((move,))
    scene.camera.act.claims = (claim,)
    scene.look()
    assert len(scene.told()) == 2
    scene.bench.understood(move)
    claim = scene.bench.legal()
    scene.camera.act.claims = (claim,)
    scene.looked()
    scene.look()
    scene.looked()
    scene.look()
    assert scene.told()[2:] == [move, claim]


def test_mistake_that_may_stand_is_left_on_the_table(scene: Scene) -> None:
    scene.bench.do("undo")
    event, rulings = scene.bench.illegal()
    scene.camera.truths = []
    scene.camera.happen((), scene.bench.position)
    scene.camera.happen((event,), legal=False)
    scene.bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    scene.looked()
    scene.look()
    assert scene.camera.stood == 0
    scene.bench.do("stand", number=scene.bench.state()["rulings"][0]["number"])
    scene.looked()
    scene.look()
    scene.look()
    assert scene.camera.stood == 1


def test_a_mistake_that_is_ruled_on_is_put_right_and_not_entered(scene: Scene) -> None:
    scene.bench.do("undo")
    event, rulings = scene.bench.illegal()
    scene.camera.truths = []
    scene.camera.happen((), scene.bench.position)
    scene.camera.happen((event,), legal=False)
    scene.bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    scene.looked()
    scene.look()
    assert scene.went_on
    assert scene.told() == [SET_UP]


def test_next_game_begins_a_while_after_the_end(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = SimpleNamespace(winners=(1,), totals=(0,) * 4, parts=())
    monkeypatch.setitem(vars(GAME), "score", lambda *_: over)
    scene.look()
    scene.look(USUAL.next_game - 1)
    assert scene.table.stored.id == 1
    scene.look(1)
    assert scene.table.stored.id == 2


def test_players_leave_when_told(scene: Scene) -> None:
    scene.players.start()
    scene.players.stop()
    assert not scene.players._thread.is_alive()
