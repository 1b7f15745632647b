"""The simulated players tap, wait, answer and play again, as people would."""

import operator
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.simplayers import ANSWER_AFTER, NEXT_GAME_AFTER, SimPlayers, untold
from device.watcher import Verdict
from rules.kilt import Build
from tests.device.tables import GAME, SET_UP, Bench
from vision.set_up import SetUpFault


class FakeSimCamera:
    """A simulated table whose truth the test sets."""

    def __init__(self) -> None:
        self.paused = False
        self.stood = 0
        self.asked: dict[str, Any] = {}
        self.truths: list[Any] = []
        self.game = SimpleNamespace(tapped=False)
        self.corners = np.array([[1.0, 2.0], [9.0, 2.0], [9.0, 8.0], [1.0, 8.0]])
        self.tell((), None)

    def tell(
        self,
        events: tuple[Any, ...],
        position: Any,
        claims: tuple[Any, ...] = (),
        legal: bool = True,
    ) -> None:
        truth = SimpleNamespace(events=events, position=position, legal=legal)
        self.act = SimpleNamespace(truth=truth, claims=claims)
        self.truths = [*self.truths, truth]

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False

    def let_stand(self) -> None:
        self.stood += 1

    def heed(self, asked: dict[str, Any]) -> None:
        self.asked = asked


class Scene:
    """A bench with players whose clock the test sets."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder)
        self.camera = FakeSimCamera()
        self.now = 0.0
        camera: Any = self.camera
        self.players = SimPlayers(self.bench.table, lambda: camera, lambda: self.now)
        self.bench.understood(SET_UP)
        self.bench.understood(self.bench.legal())

    def look(self, seconds: float = 0.0) -> None:
        self.now += seconds
        self.players.look()


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path)
    yield scene
    scene.bench.journal.close()


def tapped(scene: Scene) -> list[Any]:
    """The corners the watcher was told of."""
    found: list[Any] = []
    watcher: Any = SimpleNamespace(tap_corners=found.append)
    for errand in scene.bench.table._errands:
        errand(watcher)
    return found


def test_the_corners_of_a_board_that_is_not_found_are_tapped_once(scene: Scene) -> None:
    scene.camera.game.tapped = True
    scene.look()
    assert tapped(scene) == []
    scene.bench.table.sight = "no-board"
    scene.look()
    scene.look()
    assert tapped(scene) == [scene.camera.corners.tolist()]


def test_a_board_that_is_found_by_itself_is_not_tapped(scene: Scene) -> None:
    scene.bench.table.sight = "no-board"
    scene.look()
    assert tapped(scene) == []


def test_the_players_read_what_the_phones_say_of_the_set_up(scene: Scene) -> None:
    hidden = SetUpFault("setup.seven_locks-coats", {"which": "2"}, hint=True)
    scene.bench.show(Verdict.UNDERSTOOD, (), faults=(hidden,))
    scene.look()
    assert scene.camera.asked == {"setup.seven_locks-coats": {"which": "2"}}


def ask(scene: Scene) -> list[Any]:
    builds = [e for e in GAME.actions(scene.bench.position) if isinstance(e, Build)][:2]
    scene.bench.show(Verdict.ASK, (builds[0],), (builds[1],))
    return builds


def test_where_nothing_offered_is_true_the_truth_is_tapped(scene: Scene) -> None:
    before = scene.bench.position
    scene.camera.tell((), before)
    ask(scene)
    true = [e for e in GAME.actions(before) if isinstance(e, Build)][2]
    scene.camera.tell((true,), GAME.apply(before, true))
    scene.look()
    scene.look(ANSWER_AFTER)
    assert scene.bench.position == GAME.apply(before, true)
    assert scene.bench.state()["question"] is None


def test_what_happened_since_a_position_that_never_was_is_not_known(scene: Scene) -> None:
    before = scene.bench.position
    builds = [e for e in GAME.actions(before) if isinstance(e, Build)]
    first, wrong = (GAME.apply(before, build) for build in builds[:2])
    truths: Any = [
        SimpleNamespace(events=(), position=before, legal=True),
        SimpleNamespace(events=(builds[0],), position=first, legal=True),
    ]
    same = operator.eq
    assert untold(before, truths, GAME.apply, same) == [builds[0]]
    assert untold(wrong, truths, GAME.apply, same) == []
    assert untold(first, truths, GAME.apply, same) == []


def test_bots_wait_while_a_question_is_open_and_leave_it_to_people_first(scene: Scene) -> None:
    ask(scene)
    scene.look()
    scene.look(ANSWER_AFTER - 1)
    assert scene.camera.paused
    assert scene.bench.state()["question"] is not None
    scene.bench.do("answer", question=scene.bench.state()["question"]["id"], choice="1")
    scene.look()
    assert not scene.camera.paused


def test_question_nobody_answers_is_answered_truly(scene: Scene) -> None:
    builds = ask(scene)
    scene.camera.tell((builds[1],), None)
    scene.look()
    scene.look(ANSWER_AFTER)
    assert scene.bench.records()[-1]["event"] == GAME.event_to_json(builds[1])


def test_story_of_several_moments_is_known_by_how_the_table_lies(scene: Scene) -> None:
    before = scene.bench.position
    one, other = [e for e in GAME.actions(before) if isinstance(e, Build)][:2]
    unseen = replace(other, crests=None)
    scene.bench.show(Verdict.ASK, (one,), (unseen,))
    scene.camera.tell((), GAME.apply(before, other))
    scene.look()
    scene.look(ANSWER_AFTER)
    assert scene.bench.records()[-1]["event"] == GAME.event_to_json(unseen)


def test_question_without_a_true_answer_is_told_so(scene: Scene) -> None:
    ask(scene)
    scene.camera.tell((), None)
    scene.look()
    scene.look(ANSWER_AFTER)
    assert scene.bench.state()["question"] is None
    assert len(scene.bench.records()) == 2


def test_what_was_paid_is_tapped_once_the_device_has_seen_the_move(scene: Scene) -> None:
    claim = next(e for e in GAME.actions(scene.bench.position) if isinstance(e, Build))
    scene.camera.tell((), GAME.apply(scene.bench.position, claim), (claim,))
    scene.look()
    assert len(scene.bench.records()) == 2
    scene.camera.tell((), scene.bench.position, (claim,))
    scene.look()
    scene.look()
    assert len(scene.bench.records()) == 3


def test_mistake_that_may_stand_is_left_on_the_table(scene: Scene) -> None:
    scene.bench.do("undo")
    event, rulings = scene.bench.illegal()
    scene.camera.tell((event,), None, legal=False)
    scene.bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    scene.look()
    assert scene.camera.stood == 0
    scene.bench.do("stand", number=scene.bench.state()["rulings"][0]["number"])
    scene.look()
    scene.look()
    assert scene.camera.stood == 1


def test_next_game_begins_a_while_after_the_end(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = SimpleNamespace(winners=(1,), totals=(0,) * 4, parts=())
    monkeypatch.setattr(scene.bench.table, "game", _finished(over))
    scene.look()
    scene.look(NEXT_GAME_AFTER - 1)
    assert scene.bench.table.stored.id == 1
    scene.look(1)
    assert scene.bench.table.stored.id == 2


def _finished(score: Any) -> Any:
    return SimpleNamespace(score=lambda position: score)


def test_players_leave_when_told(scene: Scene) -> None:
    scene.players.start()
    scene.players.stop()
    assert not scene.players._thread.is_alive()
