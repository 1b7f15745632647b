"""The table: what is understood is journaled, what is doubtful asked, what is wrong shown."""

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.following.pearl_book import Notice
from device.following.sight import Finding, Sight, SightState
from device.hearing.ears import MicrophoneState
from device.records.journal import Evidence
from device.records.trouble import JournalFailed
from device.senses.camera_thread import CameraState
from device.table.questions import Doubts
from device.table.service import TableService
from device.table.simulated import Simulated
from device.table.voice import voice_of
from rules.kilt import Build, Colour
from rules.kilt.pieces import INDEX
from rules.referee import Play
from rules.refused import Kind, Refused
from rules.rights import Speaker
from rules.values import Answer
from tests.device.tables import ABOUT, FRAME, GAME, PICTURE, SET_UP, Bench, FakeWatcher, story
from vision.kilt.eyes import Crests
from vision.set_up import SetUpFault
from vision.stories.story import Verdict
from web.words import say


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.journal.close()


@pytest.fixture
def playing(bench: Bench) -> Bench:
    bench.understood(SET_UP)
    bench.understood(bench.legal())
    return bench


def refused(bench: Bench, name: str, /, **fields: Any) -> Refused:
    """The refusal of a command, after proving that it changed nothing."""
    before, records = bench.state(), bench.records()
    with pytest.raises(Refused) as caught:
        bench.do(name, **fields)
    assert bench.state() == before
    assert bench.records() == records
    return caught.value


# --- what the camera finds ---


def test_agreed_colours_are_shown_before_the_set_up(bench: Bench) -> None:
    assert bench.state()["seats"][0]["colours"] == []
    agreed = [[colour.value] for colour in reversed(Colour)]
    bench.table.new_game({**ABOUT, "colours": agreed})
    assert [seat["colours"] for seat in bench.state()["seats"]] == agreed


def test_faults_of_a_set_up_are_told_until_it_is_right_and_hints_for_a_while(bench: Bench) -> None:
    towers = SetUpFault("setup.seven_locks-towers", {"towers": "3"})
    hidden = SetUpFault("setup.seven_locks-coats", {"which": "2"}, hint=True)
    bench.show(Verdict.WAIT, faults=(towers,))
    fallen = "Set-up: all seven towers must stand; one is missing here: 3."
    assert [notice[: len(fallen)] for notice in bench.state()["notices"]] == [fallen]
    bench.show(Verdict.UNDERSTOOD, (SET_UP,), faults=(hidden,))
    hint = "I cannot see the coats of arms of these seats well: 2."
    assert [notice[: len(hint)] for notice in bench.state()["notices"]] == [hint]
    for _ in range(14):
        bench.understood(bench.legal())
    assert len(bench.state()["notices"]) == 1
    bench.understood(bench.legal())
    assert bench.state()["notices"] == []
    bench.table.new_game(ABOUT)
    assert bench.state()["notices"] == []


def test_a_hint_goes_when_what_was_hidden_is_seen(bench: Bench) -> None:
    hidden = SetUpFault("setup.seven_locks-coats", {"which": "2"}, hint=True)
    bench.show(Verdict.UNDERSTOOD, (SET_UP,), faults=(hidden,))
    bench.show(Verdict.UNDERSTOOD, (), faults=(hidden,))
    assert len(bench.state()["notices"]) == 1
    bench.show(Verdict.UNDERSTOOD, (), faults=())
    assert bench.state()["notices"] == []


def test_certain_story_is_journaled_and_shown_with_its_evidence(bench: Bench) -> None:
    bench.understood(SET_UP)
    move = bench.legal()
    bench.understood(move)
    assert [r["event"] for r in bench.records()] == [
        GAME.event_to_json(SET_UP),
        GAME.event_to_json(move),
    ]
    shown = bench.state()["events"][-1]
    assert (shown["number"], shown["likely"], shown["confidence"]) == (2, False, 0.9)
    assert re.fullmatch("evidence-2-[0-9a-f]{8}", shown["picture"])
    assert bench.table.picture(shown["picture"], Speaker(0)) == PICTURE
    assert bench.table.picture("evidence-2", Speaker(0)) is None


def test_events_of_one_story_share_one_picture(bench: Bench) -> None:
    move = GAME.actions(GAME.apply(bench.position, SET_UP))[0]
    bench.understood(SET_UP, move)
    first, second = [event["picture"] for event in bench.state()["events"]]
    assert first == second
    assert first.startswith("evidence-1-")
    assert bench.table.picture(first.replace("-1-", "-2-"), Speaker(0)) is None


def test_watcher_is_told_the_new_position_before_the_next_picture(bench: Bench) -> None:
    bench.understood(SET_UP)
    bench.table.see(FRAME)
    assert bench.watcher.position == bench.position


def test_likely_story_is_shown_as_likely_and_not_journaled(playing: Bench) -> None:
    event = playing.legal()
    playing.show(Verdict.UNDERSTOOD, (event,), certain=False)
    shown = playing.state()
    assert len(playing.records()) == 2
    assert (shown["events"][-1]["likely"], shown["events"][-1]["number"]) == (True, None)
    assert shown["view"] == GAME.view(GAME.apply(playing.position, event), 0)


def test_likely_rest_of_a_story_is_shown_after_its_certain_part(playing: Bench) -> None:
    first = playing.legal()
    second = GAME.actions(GAME.apply(playing.position, first))[0]
    told = story(playing.position, (first,), 1.0)
    likely = story(playing.position, (first, second), 0.7)
    finding = Finding(Verdict.UNDERSTOOD, (told, likely), certain=True, likely=likely)
    playing.watcher.sights.put(Sight(1.0, SightState.DOUBT, finding))
    playing.table.see(FRAME)
    assert len(playing.records()) == 3
    assert [e["likely"] for e in playing.state()["events"]] == [False, False, False, True]
    assert playing.state()["events"][-1]["event"] == GAME.event_to_json(second)


def test_crests_that_show_later_complete_the_event(playing: Bench) -> None:
    build = next(e for e in GAME.actions(playing.position) if isinstance(e, Build))
    playing.understood(replace(build, crests=None))
    told = story(playing.position, (), 1.0)
    late = (Crests(build.square, 1),)
    finding = Finding(Verdict.UNDERSTOOD, (told,), certain=True, late_facts=late)
    playing.watcher.sights.put(Sight(1.0, SightState.SETTLED, finding))
    playing.table.see(FRAME)
    assert [r["record"] for r in playing.records()] == ["play", "play", "play", "amend"]
    assert playing.position.top(build.square).crests == 1


def test_crests_that_cannot_be_complete_nothing(playing: Bench) -> None:
    build = next(e for e in GAME.actions(playing.position) if isinstance(e, Build))
    playing.understood(replace(build, crests=None))
    referee = playing.table.referee
    left = referee.position.left[INDEX[build.colour]]
    told = story(playing.position, (), 1.0)
    impossible = replace(build, crests=len(left))
    assert GAME.legal(playing.position, impossible).answer is Answer.NO
    late = (Crests(build.square, len(left)),)
    finding = Finding(Verdict.UNDERSTOOD, (told,), certain=True, late_facts=late)
    playing.watcher.sights.put(Sight(1.0, SightState.SETTLED, finding))
    playing.table.see(FRAME)
    assert [r["record"] for r in playing.records()] == ["play", "play", "play"]
    assert playing.position.top(build.square).crests is None


def test_likely_story_that_becomes_certain_is_journaled_once(playing: Bench) -> None:
    event = playing.legal()
    playing.show(Verdict.UNDERSTOOD, (event,), certain=False)
    playing.understood(event)
    assert len(playing.records()) == 3
    assert [e["likely"] for e in playing.state()["events"]] == [False] * 3


def test_wait_changes_nothing(playing: Bench) -> None:
    playing.show(Verdict.ASK, (playing.legal(0),), (playing.legal(1),))
    before = playing.state()
    playing.show(Verdict.WAIT)
    assert playing.state() == before


def test_question_is_asked_once_and_its_answer_journaled(playing: Bench) -> None:
    first, second = playing.legal(0), playing.legal(1)
    playing.show(Verdict.ASK, (first,), (second,))
    question = playing.state()["question"]
    playing.show(Verdict.ASK, (first,), (second,))
    assert playing.state()["question"] == question
    assert [c["id"] for c in question["choices"]] == ["1", "2", "none"]
    assert playing.table.picture(question["picture"], Speaker(0)) == PICTURE
    playing.do("answer", question=question["id"], choice="2")
    assert playing.records()[-1]["event"] == GAME.event_to_json(second)
    assert playing.state()["question"] is None
    shown = playing.state()["events"][-1]
    assert playing.table.picture(shown["picture"], Speaker(0)) == PICTURE


def test_answers_tell_only_what_sets_them_apart(playing: Bench) -> None:
    builds = [e for e in GAME.actions(playing.position) if isinstance(e, Build)]
    first = replace(builds[0], crests=0)
    after = GAME.apply(playing.position, first)
    shared = GAME.actions(after)[0]
    playing.show(Verdict.ASK, (first, shared), (replace(first, crests=2), shared))
    texts = [choice["text"] for choice in playing.state()["question"]["choices"][:2]]
    voice = voice_of(playing.table, "en")
    wording = [
        voice.line(GAME.describe(playing.position, event))
        for event in (first, replace(first, crests=2))
    ]
    assert texts == wording


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Es ist noch nichts geschehen."),
        ("en", "Nothing happened yet."),
        ("fr", "Il ne s’est encore rien passé."),
        ("it", "Non è ancora successo niente."),
    ],
)
def test_an_answer_without_events_says_so(playing: Bench, language: str, text: str) -> None:
    playing.show(Verdict.ASK, (playing.legal(),), (), certain=False)
    choices = playing.state(language=language)["question"]["choices"]
    assert choices[1]["text"] == text
    assert all(choice["text"] for choice in choices)


def test_the_answer_that_nothing_happened_closes_the_question(playing: Bench) -> None:
    playing.show(Verdict.ASK, (playing.legal(),), (), certain=False)
    told = playing.records()
    playing.do("answer", question=asked(playing), choice="2")
    assert playing.table.doubts == Doubts()
    assert playing.records() == told
    playing.table.see(FRAME)
    assert playing.watcher.unchanged, "the watcher knows it too"


def ask(playing: Bench, first: int = 0) -> list[Any]:
    """Ask which of two builds it was."""
    builds = [e for e in GAME.actions(playing.position) if isinstance(e, Build)][first : first + 2]
    playing.show(Verdict.ASK, (builds[0],), (builds[1],))
    return builds


def asked(playing: Bench) -> Any:
    question = playing.state()["question"]
    return None if question is None else question["id"]


def at(playing: Bench, now: float) -> None:
    """It is so many seconds past the test's beginning, and the camera looks."""
    playing.table._findings._clock = lambda: now
    playing.table.see(FRAME)


def test_a_question_stays_five_seconds_whatever_else_seems_likely(playing: Bench) -> None:
    at(playing, 100.0)
    ask(playing)
    known = asked(playing)
    playing.show(Verdict.UNDERSTOOD, (playing.legal(),), certain=False)
    ask(playing, 1)
    at(playing, 104.9)
    assert asked(playing) == known
    at(playing, 105.0)
    assert asked(playing) not in (known, None)


def test_a_question_that_comes_back_is_the_same_one(playing: Bench) -> None:
    at(playing, 100.0)
    ask(playing)
    known = asked(playing)
    ask(playing, 1)
    ask(playing)
    at(playing, 106.0)
    assert asked(playing) == known


def test_a_ruling_waits_for_the_question_before_it(playing: Bench) -> None:
    at(playing, 100.0)
    ask(playing)
    event, rulings = playing.illegal()
    playing.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    assert asked(playing)
    assert playing.state()["rulings"] == []
    at(playing, 105.0)
    assert not asked(playing)
    assert [each["id"] for each in playing.state()["rulings"]] == [each.rule for each in rulings]


def test_a_question_goes_at_once_when_it_is_answered_or_certain(playing: Bench) -> None:
    at(playing, 100.0)
    build = ask(playing)[1]
    playing.understood(build)
    assert asked(playing) is None
    at(playing, 200.0)
    event, rulings = playing.illegal()
    playing.show(Verdict.ASK, (event,), ())
    playing.do("answer", question=asked(playing), choice="1")
    assert asked(playing) is None
    assert [each["id"] for each in playing.state()["rulings"]] == [each.rule for each in rulings]


def test_none_of_these_takes_the_question_away(playing: Bench) -> None:
    playing.show(Verdict.ASK, (playing.legal(0),), (playing.legal(1),))
    playing.do("answer", question=playing.state()["question"]["id"], choice="none")
    assert playing.state()["question"] is None
    assert len(playing.records()) == 2


def test_answering_a_question_that_is_gone_is_refused(playing: Bench) -> None:
    playing.show(Verdict.ASK, (playing.legal(0),), (playing.legal(1),))
    assert refused(playing, "answer", question="q1", choice="1").key == "refused.no-question"
    known = playing.state()["question"]["id"]
    assert refused(playing, "answer", question=known, choice="7").key == "refused.field"


def test_illegal_move_is_shown_with_rule_and_picture_and_not_journaled(bench: Bench) -> None:
    bench.understood(SET_UP)
    event, rulings = bench.illegal()
    bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    shown = bench.state()["rulings"]
    assert [ruling["id"] for ruling in shown] == [ruling.rule for ruling in rulings]
    assert bench.table.picture(shown[0]["picture"], Speaker(0)) == PICTURE
    assert len(bench.records()) == 1


@pytest.mark.parametrize("state", [SightState.MOVING, SightState.HAND, SightState.SETTLED])
def test_a_mistake_is_told_only_if_the_table_still_rests_at_the_next_look(
    bench: Bench, state: SightState
) -> None:
    bench.understood(SET_UP)
    event, rulings = bench.illegal()
    lies = story(bench.position, (event,), 1.0)
    finding = Finding(Verdict.ILLEGAL, (lies,), rulings, True)
    bench.watcher.sights.put(Sight(1.0, SightState.DOUBT, finding))
    bench.table.see(FRAME)
    assert bench.table.doubts.fault is None, "a hand may only have paused"
    bench.watcher.sights.put(Sight(1.1, state))
    bench.table.see(FRAME)
    assert (bench.table.doubts.fault is not None) is (state is SightState.SETTLED)
    bench.table.see(FRAME)
    assert (bench.table.doubts.fault is not None) is (state is SightState.SETTLED)


def test_eyes_hear_up_to_when_ears_have_listened_after_what_they_heard_by_then(
    bench: Bench,
) -> None:
    bench.table.see(FRAME)
    assert bench.watcher.told == [], "nobody listens"
    bench.table.before_next_frame(lambda watcher: watcher.heard(3.0, 0.9))
    bench.table.note_listened(4.0)
    bench.table.see(FRAME)
    assert bench.watcher.told == [(3.0, 0.9), 4.0]


def test_illegal_move_put_right_is_forgotten(bench: Bench) -> None:
    bench.understood(SET_UP)
    event, rulings = bench.illegal()
    bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    bench.understood()
    assert bench.state()["rulings"] == []
    bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    bench.understood(bench.legal())
    assert bench.state()["rulings"] == []
    assert [r["stands"] for r in bench.records()] == [False, False]


def test_illegal_move_may_stand_and_the_game_goes_on_from_there(bench: Bench) -> None:
    bench.understood(SET_UP)
    event, rulings = bench.illegal()
    bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    expected = GAME.apply(bench.position, event)
    bench.do("stand", number=bench.state()["rulings"][0]["number"])
    assert bench.records()[-1]["stands"] is True
    assert bench.position == expected
    shown = bench.state()
    assert shown["rulings"] == shown["misfits"] == []
    assert shown["events"][-1]["rulings"][0]["id"] == rulings[0].rule


def test_story_the_referee_does_not_accept_becomes_an_open_ruling(bench: Bench) -> None:
    bench.understood(SET_UP)
    event, rulings = bench.illegal()
    bench.understood(event)
    assert len(bench.records()) == 1
    assert bench.state()["rulings"][0]["id"] == rulings[0].rule


def seen_while(bench: Bench, finding: Finding, change: Callable[[], Any]) -> None:
    """A picture is looked at, and before its finding is told somebody changes the game."""

    def see(frame: Any) -> Sight:
        change()
        return Sight(1.0, SightState.SETTLED, finding)

    bench.watcher.see = see  # type: ignore[method-assign]
    bench.table.see(FRAME)


def test_a_story_of_an_older_position_is_dropped_though_it_is_legal_now(playing: Bench) -> None:
    build = next(e for e in GAME.actions(playing.position) if isinstance(e, Build))
    playing.understood(replace(build, crests=0))
    event = playing.legal()
    told = Finding(Verdict.UNDERSTOOD, (story(playing.position, (event,), 1.0),), certain=True)
    other = GAME.event_to_json(replace(build, crests=1))
    seen_while(playing, told, lambda: playing.do("amend", number=3, event=other))
    assert GAME.legal(playing.position, event)
    assert [r["record"] for r in playing.records()] == ["play", "play", "play", "amend"]


def test_a_move_a_phone_tells_while_it_is_read_is_no_ruling(playing: Bench) -> None:
    move = playing.legal()
    told = Finding(Verdict.UNDERSTOOD, (story(playing.position, (move,), 1.0),), certain=True)
    seen_while(playing, told, lambda: playing.do("claim", event=GAME.event_to_json(move)))
    assert playing.state()["rulings"] == []
    assert len(playing.records()) == 3


@pytest.mark.parametrize("verdict", [Verdict.ASK, Verdict.ILLEGAL, Verdict.UNDERSTOOD])
def test_a_doubt_about_an_older_position_is_dropped(playing: Bench, verdict: Verdict) -> None:
    event, rulings = playing.illegal()
    told = story(playing.position, (event,), 0.5)
    seen_while(playing, Finding(verdict, (told, told), rulings), lambda: playing.do("undo"))
    assert playing.table.doubts == Doubts()


def test_what_was_seen_of_the_old_game_never_enters_the_new_one(bench: Bench) -> None:
    told = Finding(Verdict.UNDERSTOOD, (story(bench.position, (SET_UP,), 1.0),), certain=True)
    again = {"game": "kilt", "players": 4, "options": {}}
    seen_while(bench, told, lambda: bench.do("new", **again))
    assert bench.records() == []
    assert bench.state()["rulings"] == []
    bench.understood(SET_UP)
    assert len(bench.records()) == 1


def test_what_the_old_watcher_saw_is_dropped_when_the_box_was_taught_anew(playing: Bench) -> None:
    move = playing.legal()
    told = Finding(Verdict.UNDERSTOOD, (story(playing.position, (move,), 1.0),), certain=True)
    seen_while(playing, told, lambda: playing.table.box_changed("kilt"))
    assert len(playing.records()) == 2


def test_sight_and_camera_states_reach_the_phones_in_their_language(bench: Bench) -> None:
    bench.watcher.sights.put(Sight(1.0, SightState.HAND, None))
    bench.table.see(FRAME)
    assert bench.state()["sight"]["text"] == "Waiting for the hand …"
    assert bench.state(language="de")["sight"]["text"] == "Ich warte auf die Hand …"
    bench.table.note_camera(CameraState("USB camera 0", "lost", "unplugged"))
    assert bench.state(language="fr")["camera"]["state"] == "lost"
    assert "câble" in bench.state(language="fr")["camera"]["text"]


def test_picture_that_breaks_the_watcher_costs_only_that_picture(playing: Bench) -> None:
    playing.watcher.sights.put(ZeroDivisionError("bug"))
    with pytest.raises(ZeroDivisionError):  # the guard of the eyes keeps it
        playing.table.see(FRAME)
    assert playing.state()["sight"]["state"] == "trouble"
    playing.understood(playing.legal())
    assert len(playing.records()) == 3
    assert playing.state()["sight"]["state"] == "settled"


def test_a_watcher_that_cannot_follow_what_was_told_is_replaced(playing: Bench) -> None:
    broken = playing.watcher

    def confirm(_position: Any) -> None:
        raise ZeroDivisionError("bug")

    broken.confirm = confirm  # type: ignore[method-assign]
    playing.table._make_watcher = lambda game, position, about: FakeWatcher(position)
    playing.do("claim", seat=2, event=GAME.event_to_json(playing.legal()))
    with pytest.raises(ZeroDivisionError):
        playing.table.see(FRAME)
    assert playing.table._watching.watcher is not broken
    assert playing.table.see(FRAME) is not None


def test_parts_in_trouble_are_told_on_the_phones_until_they_go_well(playing: Bench) -> None:
    playing.table.note_troubled(("eyes", "sweeper"))
    texts = playing.state()["notices"]
    assert any("reading the camera" in text for text in texts)
    assert any("stumbles (sweeper)" in text for text in texts)
    playing.table.note_troubled(())
    assert not any("stumbles" in notice for notice in playing.state()["notices"])


def test_a_table_that_closes_takes_nothing_more(playing: Bench) -> None:
    before = playing.records()
    playing.watcher.sights.put(
        Sight(
            1.0,
            SightState.SETTLED,
            Finding(
                Verdict.UNDERSTOOD,
                (story(playing.position, (playing.legal(),), 1.0),),
                certain=True,
            ),
        )
    )
    move = GAME.event_to_json(playing.legal())
    playing.table.close()
    assert playing.table.see(FRAME) is None
    with pytest.raises(Refused) as refused:
        playing.do("claim", seat=2, event=move)
    assert refused.value.key == "refused.stopping"
    assert playing.records() == before


def test_untaught_box_says_so_and_plays_by_phone(bench: Bench) -> None:
    bench.table._make_watcher = lambda game, position, about: None
    bench.do("new", game="kilt", players=4, options={})
    assert bench.table.see(FRAME) is None
    assert "teach it from the start page" in bench.state()["sight"]["text"]
    bench.do("claim", event=GAME.event_to_json(SET_UP))
    assert len(bench.records()) == 1


# --- what phones do ---


def test_claim_that_names_one_legal_event_is_journaled(bench: Bench) -> None:
    bench.understood(SET_UP)
    move = bench.legal()
    bench.do("claim", seat=2, event=GAME.event_to_json(move))
    assert bench.records()[-1]["event"] == GAME.event_to_json(move)
    assert bench.table.abouts[2] == {"by": "phone", "seat": 2}


def test_claim_that_fits_a_few_events_is_asked_about(playing: Bench) -> None:
    build = next(e for e in GAME.actions(playing.position) if isinstance(e, Build))
    claim = {key: value for key, value in GAME.event_to_json(build).items() if key != "crests"}
    playing.do("claim", event=claim)
    question = playing.state()["question"]
    assert question["text"] == "Which of these?"
    playing.do("answer", question=question["id"], choice="1")
    assert len(playing.records()) == 3


def test_claim_that_fits_too_many_events_is_refused(bench: Bench) -> None:
    bench.understood(SET_UP)
    assert refused(bench, "claim", event={"type": "move"}).key == "refused.field"


def test_illegal_claim_is_refused_with_the_rule(bench: Bench) -> None:
    bench.understood(SET_UP)
    event, rulings = bench.illegal()
    refusal = refused(bench, "claim", event=GAME.event_to_json(event))
    assert (refusal.kind, refusal.key) == (Kind.ILLEGAL, rulings[0].rule)


def test_undo_and_redo_append_and_bring_the_position_back(playing: Bench) -> None:
    after = playing.position
    playing.do("undo")
    assert playing.position == GAME.apply(playing.table.start, SET_UP)
    assert playing.state()["can"] == {"undo": True, "redo": True}
    playing.do("redo")
    assert playing.position == after
    assert [r["record"] for r in playing.records()] == ["play", "play", "void", "void"]


def test_nothing_to_undo_or_redo_is_refused(bench: Bench) -> None:
    assert refused(bench, "undo").key == "refused.nothing-to-undo"
    assert refused(bench, "redo").key == "refused.nothing-to-redo"
    assert bench.state()["can"] == {"undo": False, "redo": False}


def test_amending_lists_what_no_longer_fits_until_it_may_stand(playing: Bench) -> None:
    later = playing.legal()
    playing.understood(later)
    for choice in playing.table.choices(2, Speaker(0), "en"):
        change = playing.table.referee.amend(2, GAME.event_from_json(choice["event"]))[1]
        if change.misfits:
            break
    playing.do("amend", number=2, event=choice["event"])
    misfits = playing.state()["misfits"]
    assert [misfit["number"] for misfit in misfits] == [3]
    assert misfits[0]["rulings"]
    playing.do("stand", number=3)
    assert playing.state()["misfits"] == []


def test_void_and_insert_work_on_earlier_events(playing: Bench) -> None:
    playing.do("void", number=2)
    assert [e["number"] for e in playing.state()["events"]] == [1]
    playing.do("claim", event=GAME.event_to_json(playing.legal(1)))
    choice = playing.table.choices(4, Speaker(0), "en", "insert")[0]
    playing.do("insert", before=4, event=choice["event"])
    assert [e["number"] for e in playing.state()["events"]] == [1, 5, 4]


def test_choices_offer_events_like_the_one_to_correct_first(playing: Bench) -> None:
    event = playing.legal()
    playing.understood(event)
    offered = playing.table.choices(3, Speaker(0), "en")
    old = GAME.event_to_json(event)
    assert old not in [choice["event"] for choice in offered]
    assert offered[0]["event"]["type"] == old["type"]  # type: ignore[index]
    with pytest.raises(Refused, match="no-such-event"):
        playing.table.choices(99, Speaker(0), "en")


@pytest.mark.parametrize(
    ("name", "fields", "kind"),
    [
        ("dance", {}, Kind.BAD),
        ("amend", {"number": 99, "event": {"type": "move"}}, Kind.BAD),
        ("amend", {"number": 2, "event": "garbage"}, Kind.BAD),
        ("amend", {"number": None, "event": {}}, Kind.BAD),
        ("void", {"number": 99}, Kind.UNKNOWN),
        ("void", {"number": -1}, Kind.UNKNOWN),
        ("insert", {"before": "x", "event": {}}, Kind.BAD),
        ("stand", {"number": 17}, Kind.STALE),
        ("claim", {"event": [1, 2]}, Kind.BAD),
        ("new", {"game": "chess", "players": 4, "options": {}}, Kind.BAD),
        ("new", {"game": "kilt", "players": 9, "options": {}}, Kind.BAD),
        ("new", {"game": "kilt", "players": 4, "options": {"moon": 1}}, Kind.BAD),
        ("new", {"game": "kilt", "players": 4, "options": {}, "host": False}, Kind.FORBIDDEN),
        ("tap_corners", {"corners": [[1, 2]]}, Kind.BAD),
        ("name", {"name": "Eve", "seat": None}, Kind.FORBIDDEN),
    ],
)
def test_garbage_is_refused_and_changes_nothing(
    playing: Bench, name: str, fields: dict[str, Any], kind: Kind
) -> None:
    assert refused(playing, name, **fields).kind is kind


def test_event_that_cannot_be_is_refused(playing: Bench) -> None:
    fields = {"type": "roof", "square": [0, 0], "source": None}
    assert refused(playing, "amend", number=2, event=fields).kind is Kind.ILLEGAL


def test_stale_version_is_a_conflict(playing: Bench) -> None:
    old = playing.table.version
    playing.understood(playing.legal())
    assert refused(playing, "undo", version=old).kind is Kind.STALE
    assert refused(playing, "undo", version=playing.table.version + 5).kind is Kind.STALE


def test_moving_hands_do_not_make_a_phone_stale(playing: Bench) -> None:
    seen = playing.table.version
    playing.watcher.sights.put(Sight(1.0, SightState.MOVING, None))
    playing.table.see(FRAME)
    assert playing.table.version == seen + 1
    playing.do("undo", version=seen)


def test_a_question_that_appeared_or_went_makes_a_phone_stale(playing: Bench) -> None:
    for change in (lambda: ask(playing), playing.table.dismiss):
        seen = playing.table.version
        change()
        assert refused(playing, "undo", version=seen).kind is Kind.STALE


def test_what_only_seems_likely_makes_no_phone_stale(playing: Bench) -> None:
    seen = playing.table.version
    playing.show(Verdict.UNDERSTOOD, (playing.legal(),), certain=False)
    assert playing.table.version > seen
    playing.do("undo", version=seen)


Change = Callable[[TableService], object]
CHANGES: dict[str, Change] = {
    "parts in trouble": lambda table: table.note_troubled(("eyes",)),
    "a word for the host": lambda table: table.note_for_host("disk", ("disk.little", {})),
    "another game in sight": lambda table: table.note_seen("castle"),
    "teaching": lambda table: table.note_teaching(True),
    "what the ear says": lambda table: table.note_ear(Notice("ear.count", {"heard": 1, "told": 2})),
    "a name": lambda table: table.rename(1, "Zoe"),
}
REPEATED: dict[str, Change] = {
    "the camera": lambda table: table.note_camera(CameraState("camera", "lost")),
    "the microphone": lambda table: table.note_microphone(MicrophoneState("microphone", "lost")),
    "the ear's lessons": lambda table: table.show_hearing(),
    "hints": lambda table: table.set_hints("silent"),
    "proofs": lambda table: table.set_proofs(False),
    "senses": lambda table: table.set_senses(False),
    "a recording": lambda table: table.keep(None),
    "a simulated table": lambda table: table.note_table(Simulated("easy", 1.0)),
    "another game's box": lambda table: table.box_changed("castle"),
    "its own box": lambda table: table.box_changed("kilt"),
    "another set-up": lambda table: table.deal(),
    "another game": lambda table: table.new_game(ABOUT),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_is_told_once_and_not_again_when_it_is_none(
    playing: Bench, change: Change
) -> None:
    for heard in (1, 0):
        playing.heard.clear()
        with playing.table.changes():
            change(playing.table)
        assert playing.heard == [playing.table.version] * heard


@pytest.mark.parametrize("change", REPEATED.values(), ids=REPEATED.keys())
def test_a_change_reaches_the_phones(playing: Bench, change: Change) -> None:
    playing.heard.clear()
    with playing.table.changes():
        change(playing.table)
    assert playing.heard == [playing.table.version]
    assert playing.table.state.version == playing.table.version


def test_what_a_simulated_table_waits_for_is_told_once(playing: Bench) -> None:
    table = playing.table
    table.note_simulated("sim.camera")
    assert table.simulated is None
    table.note_table(Simulated("easy", 1.0))
    for heard in (1, 0):
        playing.heard.clear()
        table.note_simulated("sim.camera", preparing="castle")
        assert playing.heard == [table.version] * heard
    table.note_simulated("sim.phones")
    assert table.simulated == Simulated("easy", 1.0, waits="sim.phones", preparing="castle")


def test_the_box_of_another_game_leaves_the_game_on_the_table_alone(playing: Bench) -> None:
    watcher, game = playing.watcher, playing.table.stored
    playing.table.box_changed("castle")
    assert (playing.watcher, playing.table.stored) == (watcher, game)


def test_repeated_command_is_done_once_and_answered_alike(playing: Bench) -> None:
    command = {"id": "again", "version": playing.table.version, "do": "undo"}
    first = playing.table.do(command, Speaker(0))
    assert playing.table.do(command, Speaker(0)) == first
    assert len(playing.records()) == 3


def test_repeated_command_is_done_once_even_over_a_restart(playing: Bench) -> None:
    command = {"id": "again", "version": playing.table.version, "do": "undo"}
    playing.table.do(command, Speaker(0))
    playing.reopen()
    assert playing.table.do(command, Speaker(0))["ok"] is True
    assert len(playing.records()) == 3


def test_many_phones_with_the_same_command_do_it_once(playing: Bench) -> None:
    command = {"id": "same", "version": playing.table.version, "do": "undo"}
    answers: list[Any] = []
    threads = [
        threading.Thread(target=lambda: answers.append(playing.table.do(command, Speaker(0))))
        for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 16
    assert len(playing.records()) == 3


def test_restart_resumes_the_game_where_it_was(playing: Bench) -> None:
    position, events = playing.position, playing.state()["events"]
    version = playing.table.version
    playing.reopen()
    assert playing.position == position
    assert playing.watcher.position == position
    assert playing.state()["events"] == events
    assert playing.table.version >= version - 10


def test_new_game_begins_empty_and_the_old_one_stays_in_the_journal(playing: Bench) -> None:
    playing.do("new", game="kilt", players=3, options={})
    assert playing.state()["events"] == []
    assert len(playing.state()["seats"]) == 3
    assert len(playing.journal.records(1)) == 2
    assert playing.watcher.position == playing.position


def test_event_the_journal_cannot_keep_did_not_happen(
    playing: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JournalFailed("disk full")

    monkeypatch.setattr(playing.journal, "append", full)
    before = playing.position
    playing.understood(playing.legal())
    assert playing.position == before
    refusal = refused(playing, "undo")
    assert (refusal.kind, refusal.key) == (Kind.BUSY, "refused.crashed")


def test_names_and_corners_reach_whom_they_concern(playing: Bench) -> None:
    playing.do("name", seat=1, host=False, name="  Grete ")
    assert [seat["name"] for seat in playing.state()["seats"]] == [
        "Ada",
        "Grete",
        "Player 3",
        "Player 4",
    ]
    playing.reopen()
    assert playing.state()["seats"][1]["name"] == "Grete"
    corners = [[0, 0], [9, 0], [9, 9], [0, 9]]
    playing.do("tap_corners", corners=corners)
    playing.table.see(FRAME)
    assert playing.watcher.corners == corners


def test_corners_of_no_board_are_refused_with_words(
    playing: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing.watcher, "knows_corners", lambda _: False)
    with pytest.raises(Refused) as refused:
        playing.do("tap_corners", corners=[[5, 5]] * 4)
    assert "not the four corners of a board" in say("en", refused.value.key)
    playing.table.see(FRAME)
    assert playing.watcher.corners is None


def test_events_and_rulings_call_players_by_their_names(bench: Bench) -> None:
    bench.understood(SET_UP)
    starter = bench.position.active
    bench.do("name", seat=starter, name="Grete")
    bench.understood(bench.legal())
    assert bench.state()["events"][-1]["text"].startswith("Grete moves")
    assert bench.state(language="de")["events"][-1]["text"].startswith("Grete ")


def test_listeners_hear_each_change_once_until_they_leave(bench: Bench) -> None:
    heard: list[int] = []
    leave = bench.table.listen(heard.append)
    bench.understood(SET_UP)
    assert heard == [bench.table.version]
    leave()
    leave()
    bench.understood(bench.legal())
    assert len(heard) == 1


def test_phones_see_only_the_view_of_their_seat(playing: Bench) -> None:
    for seat in (None, 0, 1, 2, 3):
        assert playing.state(seat)["view"] == GAME.view(playing.position, seat)
    assert playing.state()["score"] == {
        "finished": False,
        "winners": None,
        "totals": None,
        "parts": None,
    }


def test_camera_picture_is_made_only_while_somebody_looks(playing: Bench) -> None:
    calls: list[int] = []
    playing.watcher.overlay = lambda: calls.append(1) or b"\xff\xd8"  # type: ignore[method-assign,func-returns-value]
    playing.table.see(FRAME)
    assert calls == []
    looker = threading.Thread(target=lambda: playing.table.picture("camera", Speaker(host=True)))
    looker.start()
    while looker.is_alive():
        playing.table.see(FRAME)
    assert playing.table.picture("camera", Speaker(host=True)) == b"\xff\xd8"
    assert calls


@pytest.mark.parametrize(
    "name",
    [
        "",
        "evidence-",
        "evidence-x",
        "../etc/passwd",
        "evidence-999",
        "evidence-\u00b2",
        f"evidence-{'9' * 30}",
        f"evidence-{'9' * 5000}",
        "evidence-1-\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660",
    ],
)
def test_unknown_pictures_are_none(playing: Bench, name: str) -> None:
    assert playing.table.picture(name, Speaker(0)) is None


# --- what is kept ---


class Recorder:
    def event(self, record: Any, source: str) -> None: ...


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Recording: every picture and all sound of this table is being kept."),
        ("de", "Aufnahme läuft: alle Bilder und aller Ton dieses Tisches werden gespeichert."),
    ],
)
def test_every_phone_is_told_that_everything_is_recorded(
    playing: Bench, language: str, told: str
) -> None:
    assert playing.state(None)["recording"] is False
    playing.table.keep(Recorder())  # type: ignore[arg-type]
    for seat in (None, 0, 3):
        state = playing.state(seat, language)
        assert (state["recording"], state["notices"]) == (True, [told])


def test_the_host_closes_camera_and_microphone_and_everybody_is_told(playing: Bench) -> None:
    with pytest.raises(Refused, match="host-only"):
        playing.do("senses", host=False, senses="off")
    with pytest.raises(Refused, match="field"):
        playing.do("senses", senses="perhaps")
    assert playing.state(2)["senses"] is True
    version = playing.table.version
    playing.do("senses", senses="off")
    assert playing.table.version > version
    assert playing.state(None)["senses"] is False
    assert playing.state(None)["notices"] == [
        "Camera and microphone are switched off; everything is told on the phones."
    ]
    playing.reopen()
    assert playing.state(None)["senses"] is False
    playing.do("senses", senses="on")
    playing.reopen()
    assert playing.state(None)["notices"] == []


def test_the_version_of_a_table_is_one_that_a_command_may_name(tmp_path: Path) -> None:
    from web.commands import checked

    bench = Bench(tmp_path)
    body: dict[str, Any] = {"id": "undo-0001", "version": bench.table.version, "do": "undo"}
    assert checked(body) == body
    bench.journal.close()


def test_a_box_taught_before_the_first_event_costs_no_name_and_no_wish(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    first = bench.table.stored.id
    bench.do("name", seat=1, name="Zoe")
    bench.do("hints", level="silent")
    bench.do("proofs", shown=False)
    bench.table.box_changed("kilt")
    assert bench.table.stored.id > first
    assert bench.table.names[1] == "Zoe"
    assert (bench.table.hint_level, bench.table.proofs) == ("silent", False)
    bench.reopen()
    assert bench.table.names[1] == "Zoe"
    bench.journal.close()


class Bots:
    """People at a simulated table."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def set_pace(self, seconds: float) -> None:
        self.told.append(seconds)

    def break_a_rule(self) -> None:
        self.told.append("a rule")


def test_at_a_simulated_table_everybody_who_was_let_in_directs_the_bots(playing: Bench) -> None:
    with pytest.raises(Refused, match="field"):  # nobody is there to be directed
        playing.do("direct", wish="quick")
    playing.table.people = bots = Bots()
    playing.table.note_table(Simulated("easy", 8.0))
    watcher, stranger = Speaker(), Speaker(joined=False)
    for wish in ("quick", "mistake"):
        said: dict[str, Any] = {"id": f"wish-{wish}", "version": 0, "do": "direct", "wish": wish}
        playing.table.do(said, watcher)
    assert bots.told == [3.0, "a rule"]
    assert playing.state(None)["simulated"]["speed"] == "quick"
    with pytest.raises(Refused, match="field"):
        playing.do("direct", wish="never")
    late: dict[str, Any] = {"id": "wish-stranger", "version": 0, "do": "direct", "wish": "slow"}
    with pytest.raises(Refused, match="stranger"):
        playing.table.do(late, stranger)


def test_at_a_simulated_table_a_watcher_may_begin_another_game(playing: Bench) -> None:
    wish: dict[str, Any] = {"do": "new", "game": "kilt", "players": 3, "options": {}}
    said = {**wish, "id": "new-game-1", "version": playing.table.version}
    with pytest.raises(Refused, match="host-only"):
        playing.table.do(said, Speaker())
    playing.table.people = Bots()
    playing.table.do({**said, "id": "new-game-2"}, Speaker())
    assert playing.table.stored.agreed.players == 3


def test_the_table_counts_as_looked_at_until_what_is_known_changes(playing: Bench) -> None:
    assert playing.table.looked is None
    playing.watcher.done = True
    playing.table.see(FRAME)
    assert playing.table.looked == FRAME.time
    playing.table.dismiss()
    assert playing.table.looked is None
    playing.table.see(FRAME)
    assert playing.table.looked == FRAME.time


@pytest.mark.parametrize(
    ("about", "field"),
    [({**ABOUT, "game": "chess"}, "game"), ({**ABOUT, "options": {"none": 1}}, "options")],
)
def test_a_game_that_cannot_be_begun_is_refused_with_what_is_wrong(
    bench: Bench, about: dict[str, Any], field: str
) -> None:
    before = bench.table.stored
    with pytest.raises(Refused) as caught:
        bench.table.new_game(about)
    assert (caught.value.key, caught.value.facts) == ("refused.field", {"field": field})
    assert bench.table.stored is before


class Shelf:
    """What was learned of the boxes; it may be full."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, Any]] = []
        self.full = False

    def facts(self, game: str) -> dict[str, Any]:
        return dict(self.kept[-1][1]) if self.kept else {}

    def remember(self, game: str, facts: Any) -> None:
        if self.full:
            raise OSError("no room")
        self.kept.append((game, facts))


def test_what_a_game_teaches_of_its_box_is_kept_once_for_the_next_one(tmp_path: Path) -> None:
    bench, shelf = Bench(tmp_path), Shelf()
    table = TableService(bench.journal, bench.table.stored, bench._watcher, memory=shelf)
    water = {"water": [[0, 0], [0, 1], [1, 0]]}
    for event in (SET_UP, GAME.actions(GAME.apply(table.start, SET_UP))[0]):
        table.write(Play(event), Evidence())
    assert shelf.kept == [("kilt", water)]
    table.new_game(ABOUT)
    assert table.stored.about["box"] == water
    table.new_game({**ABOUT, "box": {"demo": True}})
    assert table.stored.about["box"] == {**water, "demo": True}
    bench.journal.close()


def test_a_full_shelf_does_not_stop_the_game(tmp_path: Path) -> None:
    bench, shelf = Bench(tmp_path), Shelf()
    shelf.full = True
    table = TableService(bench.journal, bench.table.stored, bench._watcher, memory=shelf)
    assert table.write(Play(SET_UP), Evidence()) == 1
    bench.journal.close()
