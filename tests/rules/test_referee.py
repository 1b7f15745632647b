"""The referee: judging, letting stand, and every kind of late correction."""

import contextlib
import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.errors import BadJson, ImpossibleEvent, NothingToUndo, UnknownRecord
from rules.kilt import GAME, Build, Move, Roof
from rules.referee import (
    Accepted,
    Ambiguous,
    Amend,
    Illegal,
    Insert,
    Misfit,
    Play,
    Referee,
    Standing,
    Void,
    record_from_json,
    record_to_json,
)
from tests.rules.kilt_tables import D, L, O, R, card, random_game, set_up

quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**32)

MOVE = Move(card(R, O), 18)
RED = Build(R, 0, (1, 1))
ORANGE = Build(O, 0, (1, 2))


def opened(*events):
    """A referee after the set-up and these events."""
    referee = Referee(GAME, GAME.start(4))
    for event in (set_up(), *events):
        referee.commit(Play(event))
    return referee


def events_of(referee):
    return [entry.event for entry in referee.history]


def replayed(referee):
    """The position of the plays in force, played from scratch."""
    position = referee.start
    for entry in referee.history:
        if entry.possible:
            position = GAME.apply(position, entry.event)
    return position


def test_a_legal_event_is_accepted_and_changes_nothing_until_committed():
    referee = opened()
    before = referee.position
    answer = referee.propose(MOVE)
    assert answer == Accepted(Play(MOVE))
    assert referee.position is before
    change = referee.commit(answer.record)
    assert change.position == GAME.apply(before, MOVE)
    assert change.misfits == ()


def test_an_illegal_event_is_refused_with_its_rulings():
    answer = opened().propose(Move(card(O, R), 18))
    assert isinstance(answer, Illegal)
    assert [ruling.rule for ruling in answer.rulings] == ["kilt.turn-card"]
    assert answer.possible


def test_an_impossible_event_may_not_stand():
    referee = opened()
    answer = referee.propose(Roof((1, 1), (2, 2)))
    assert isinstance(answer, Illegal)
    assert not answer.possible
    with pytest.raises(ImpossibleEvent):
        referee.stand(Roof((1, 1), (2, 2)))
    with pytest.raises(ImpossibleEvent):
        referee.commit(Play(Roof((1, 1), (2, 2)), stands=True))
    assert len(referee.records) == 1


def test_an_illegal_event_let_stand_is_recorded_with_its_ruling_and_is_no_misfit():
    referee = opened()
    record = referee.stand(Move(card(O, R), 18))
    assert record == Play(Move(card(O, R), 18), stands=True)
    change = referee.commit(record)
    assert change.misfits == ()
    assert [ruling.rule for ruling in referee.history[-1].rulings] == ["kilt.turn-card"]
    assert referee.position.pending == (O, R)


def test_a_claim_that_says_enough_is_accepted():
    referee = opened(MOVE)
    assert referee.propose({"type": "build", "square": [1, 1], "crests": 2}) == Accepted(
        Play(Build(R, 2, (1, 1)))
    )


def test_a_claim_that_says_too_little_is_ambiguous():
    answer = opened(MOVE).propose({"type": "build", "square": [1, 1]})
    assert answer == Ambiguous(tuple(Build(R, crests, (1, 1)) for crests in (0, 1, 2)))


def test_of_what_fits_a_claim_only_what_the_teller_may_tell_counts():
    claim = {"type": "build", "square": [1, 1]}
    answer = opened(MOVE).propose(claim, may_tell=lambda event: event.crests != 0)
    assert answer == Ambiguous((Build(R, 1, (1, 1)), Build(R, 2, (1, 1))))
    answer = opened(MOVE).propose(claim, may_tell=lambda event: event.crests == 2)
    assert answer == Accepted(Play(Build(R, 2, (1, 1))))


def test_a_claim_of_something_illegal_is_judged():
    claim = {"type": "build", "square": [1, 3], "colour": "red", "crests": 0}
    answer = opened(MOVE).propose(claim)
    assert isinstance(answer, Illegal)
    assert answer.event == Build(R, 0, (1, 3))
    assert [ruling.rule for ruling in answer.rulings] == ["kilt.first-empty"]


def test_a_claim_of_nonsense_is_not_understood():
    answer = opened().propose({"type": "castle", "to": 3})
    assert isinstance(answer, Illegal)
    assert answer.event is None
    assert [ruling.rule for ruling in answer.rulings] == ["referee.not-understood"]


def test_undo_takes_back_the_last_play_and_redo_brings_it_back():
    referee = opened(MOVE, RED)
    after = referee.position
    step = referee.undo()
    assert step == Void(3, step=True)
    assert referee.position is after
    assert referee.commit(step).position == GAME.apply(opened().position, MOVE)
    referee.commit(referee.redo())
    assert referee.position == after
    assert len(referee.records) == 5


@pytest.mark.parametrize(
    "correction", [Amend(3, Build(R, 1, (1, 1))), Void(3), Insert(3, RED), Amend(3, RED, True)]
)
def test_undo_takes_back_a_correction_and_not_the_last_play(correction):
    referee = opened(MOVE, RED, ORANGE)
    before = referee.history
    referee.commit(correction)
    after = referee.history
    assert after != before
    referee.commit(referee.undo())
    assert referee.history == before
    referee.commit(referee.redo())
    assert referee.history == after
    referee.commit(referee.undo())
    referee.commit(referee.undo())
    assert events_of(referee)[1:] == [MOVE, RED]


def test_what_is_passed_over_is_neither_undone_nor_in_the_way_of_redo():
    referee = opened(MOVE, RED)
    passed = {4, 6}.__contains__
    referee.commit(Amend(3, Build(R, 1, (1, 1))))
    referee.commit(referee.undo(passed))
    assert referee.records[-1] == Void(3, step=True)
    referee.commit(Amend(2, MOVE, True))
    assert referee.redo(passed) == Void(5, step=True)
    with pytest.raises(NothingToUndo):
        referee.redo()


def test_undo_and_redo_in_turns_cost_no_more_each_time():
    referee = opened(MOVE, RED, ORANGE)
    for _ in range(200):
        referee.commit(referee.undo())
        referee.commit(referee.undo())
        referee.commit(referee.redo())
        referee.commit(referee.redo())
    assert len(referee.records) == 804
    assert len(referee._counted) == 4
    assert Referee(GAME, referee.start, referee.records).history == referee.history


def test_a_void_of_a_pair_that_was_folded_away_still_counts():
    referee = opened(MOVE, RED)
    referee.commit(referee.undo())
    referee.commit(referee.redo())
    referee.commit(Void(5))
    assert events_of(referee)[1:] == [MOVE]


def test_a_record_that_takes_back_leads_to_its_play():
    referee = opened(MOVE, RED)
    for record in (Amend(3, ORANGE), Void(4), Void(5, step=True), Void(6, step=True)):
        referee.commit(record)
    assert [referee.origin(number) for number in range(1, 8)] == [1, 2, 3, 3, 3, 3, 3]
    assert referee.deed(Void(6, step=True)) == referee.deed(Void(5, step=True)) == 5
    assert referee.standing(3) == Standing(RED, False, True)
    told = [referee.effect(number).after.event for number in (3, 4, 5, 6, 7)]
    assert told == [RED, ORANGE, RED, ORANGE, RED]
    assert referee.effect(3).before is None
    assert referee.effect(8, Void(3)).after == Standing(RED, False, False)


def test_what_happened_since_a_play_is_known_also_when_it_was_taken_back():
    referee = opened(MOVE, RED, ORANGE)
    referee.commit(Void(3))
    since = list(referee.since(3))
    assert [entry.number for _, entry, _ in since] == [4]
    assert since[0][0] == referee.place(3) == referee.before(4)
    assert since[-1][2] == referee.position
    referee.commit(Void(4))
    assert referee.place(4) == referee.position


def test_undo_twice_and_redo_twice_go_back_and_forth_in_order():
    referee = opened(MOVE, RED, ORANGE)
    positions = [referee.position]
    for _ in range(3):
        referee.commit(referee.undo())
        positions.append(referee.position)
    for position in reversed(positions[:-1]):
        referee.commit(referee.redo())
        assert referee.position == position
    with pytest.raises(NothingToUndo):
        referee.redo()


def test_a_new_play_closes_the_way_to_redo():
    referee = opened(MOVE, RED)
    referee.commit(referee.undo())
    referee.commit(Play(Build(R, 1, (1, 1))))
    with pytest.raises(NothingToUndo):
        referee.redo()


def test_nothing_to_undo_is_an_error_of_its_own():
    with pytest.raises(NothingToUndo):
        Referee(GAME, GAME.start(4)).undo()


def test_amending_replays_the_tail():
    referee = opened(MOVE, RED, ORANGE)
    record, preview = referee.amend(3, Build(R, 2, (1, 1)))
    assert record == Amend(3, Build(R, 2, (1, 1)))
    assert referee.position.top((1, 1)).crests == 0
    assert referee.commit(record) == preview
    assert referee.position.top((1, 1)).crests == 2
    assert preview.misfits == ()
    assert [entry.number for entry in referee.history] == [1, 2, 3, 4]


def test_what_no_longer_fits_after_an_amendment_is_listed():
    referee = opened(MOVE, RED, ORANGE)
    record, change = referee.amend(2, Move(card(D, L), 18))
    assert [misfit.number for misfit in change.misfits] == [3, 4]
    assert {ruling.rule for misfit in change.misfits for ruling in misfit.rulings} == {
        "kilt.not-builder"
    }
    referee.commit(record)
    assert referee.misfits == change.misfits
    assert isinstance(referee.misfits[0], Misfit)


def test_a_misfit_can_be_let_stand():
    referee = opened(MOVE, RED, ORANGE)
    referee.commit(referee.amend(2, Move(card(O, R), 18))[0])
    assert [misfit.number for misfit in referee.misfits] == [2, 3]
    referee.commit(referee.amend(2, Move(card(O, R), 18), stands=True)[0])
    referee.commit(referee.amend(3, RED, stands=True)[0])
    assert referee.misfits == ()


def test_what_became_impossible_is_left_out_and_listed():
    referee = opened(MOVE, RED, Build(O, 0, (1, 1)), Roof((1, 1), None))
    referee.commit(referee.insert(5, Roof((1, 1), None))[0])
    assert [misfit.number for misfit in referee.misfits] == [5]
    assert not referee.history[-1].possible
    assert referee.position.roofs == ((1, 1),)


def test_a_play_let_stand_that_became_impossible_is_listed_all_the_same():
    roof = Roof((1, 1), None)
    referee = opened(MOVE, RED, Build(O, 0, (1, 1)))
    referee.commit(referee.stand(roof))
    assert referee.misfits == ()
    referee.commit(referee.insert(5, roof, stands=True)[0])
    assert [misfit.number for misfit in referee.misfits] == [5]
    assert [entry.possible for entry in referee.history[-2:]] == [True, False]


def test_what_happens_is_judged_without_playing_the_game_again(monkeypatch):
    referee = opened(MOVE)
    played = []
    apply = GAME.apply
    monkeypatch.setitem(
        vars(GAME), "apply", lambda position, event: played.append(event) or apply(position, event)
    )
    referee.commit(Play(RED))
    assert played == [RED]


def test_voiding_an_early_play_lists_what_depended_on_it():
    referee = opened(MOVE, RED, ORANGE)
    record, change = referee.void(2)
    assert record == Void(2)
    assert [misfit.number for misfit in change.misfits] == [3, 4]


def test_inserting_puts_an_unseen_event_in_its_place():
    referee = opened(MOVE, ORANGE)
    assert [misfit.number for misfit in referee.misfits] == [3]
    record, change = referee.insert(3, RED)
    assert change.misfits == ()
    referee.commit(record)
    assert events_of(referee)[1:] == [MOVE, RED, ORANGE]
    assert [entry.number for entry in referee.history] == [1, 2, 4, 3]


def test_inserted_plays_can_be_amended_voided_and_inserted_before():
    referee = opened(MOVE, ORANGE)
    referee.commit(Insert(3, Build(R, 1, (1, 1))))
    referee.commit(Amend(4, RED))
    assert events_of(referee)[1:] == [MOVE, RED, ORANGE]
    referee.commit(Insert(4, Build(D, 0, (2, 2)), stands=True))
    assert events_of(referee)[1:] == [MOVE, Build(D, 0, (2, 2)), RED, ORANGE]
    referee.commit(Void(6))
    referee.commit(Void(4))
    assert events_of(referee)[1:] == [MOVE, ORANGE]


def test_voiding_an_amendment_brings_back_what_was_said_first():
    referee = opened(MOVE, RED)
    referee.commit(Amend(3, Build(R, 1, (1, 1))))
    referee.commit(Amend(3, Build(R, 2, (1, 1))))
    referee.commit(Void(5))
    assert events_of(referee)[-1] == Build(R, 1, (1, 1))
    referee.commit(Void(4))
    assert events_of(referee)[-1] == RED


@pytest.mark.parametrize(
    "record", [Void(9), Void(0), Amend(9, RED), Insert(0, RED), Amend(-1, RED)]
)
def test_records_that_point_nowhere_are_refused(record):
    referee = opened()
    with pytest.raises(UnknownRecord):
        referee.commit(record)
    assert len(referee.records) == 1


def test_only_plays_can_be_amended():
    referee = opened(MOVE)
    referee.commit(Void(2))
    with pytest.raises(UnknownRecord, match="not a play"):
        referee.amend(3, RED)


def test_the_position_before_a_play_can_be_looked_up():
    referee = opened(MOVE, RED)
    assert referee.before(3) == GAME.apply(opened().position, MOVE)
    assert referee.before(1) == referee.start
    with pytest.raises(UnknownRecord):
        referee.before(7)


def test_the_referee_tells_its_state():
    assert repr(opened(MOVE)) == "<Referee of kilt: 2 plays in force>"


@pytest.mark.parametrize(
    "record",
    [
        Play(RED),
        Play(RED, stands=True),
        Void(3),
        Void(3, step=True),
        Amend(2, RED),
        Insert(2, RED, True),
    ],
)
def test_records_survive_json(record):
    data = json.loads(json.dumps(record_to_json(GAME, record)))
    assert record_from_json(GAME, data) == record


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"record": "gone"}, {"record": "void"}, {"record": "void", "target": True}],
)
def test_bad_records_are_refused(data):
    with pytest.raises(BadJson):
        record_from_json(GAME, data)


def _correction(rng, referee):
    number = rng.randrange(1, len(referee.records) + 1)
    if rng.random() < 0.5:
        with contextlib.suppress(NothingToUndo):
            return rng.choice([referee.undo, referee.redo])()
    plays = [n for n, r in enumerate(referee.records, 1) if isinstance(r, Play | Insert)]
    event = rng.choice(GAME.actions(referee.position) or [RED])
    return rng.choice(
        [
            Void(number),
            Amend(rng.choice(plays), event, rng.random() < 0.5),
            Insert(rng.choice(plays), event, rng.random() < 0.5),
        ]
    )


@quick
@given(SEEDS, st.sampled_from([2, 3, 4]), st.integers(1, 60))
def test_corrections_equal_a_replay_from_scratch(seed, players, count):
    rng = random.Random(seed)
    referee = Referee(GAME, GAME.start(players))
    for _, event, _ in random_game(rng, players):
        try:
            referee.commit(Play(event))
        except ImpossibleEvent:
            continue
        if rng.random() < 0.3:
            referee.commit(_correction(rng, referee))
        if len(referee.records) > count:
            break
    again = Referee(GAME, referee.start, referee.records)
    assert again.position == referee.position == replayed(referee)
    assert again.history == referee.history
    assert again.misfits == referee.misfits


@quick
@given(SEEDS, st.integers(2, 40))
def test_undo_and_redo_are_inverse(seed, count):
    rng = random.Random(seed)
    referee = Referee(GAME, GAME.start(4))
    positions = [referee.position]
    for _, event, after in random_game(rng, 4):
        referee.commit(Play(event))
        positions.append(after)
        if len(positions) > count:
            break
    steps = rng.randrange(1, len(positions))
    for back in range(1, steps + 1):
        referee.commit(referee.undo())
        assert referee.position == positions[-1 - back]
    for forth in range(steps - 1, -1, -1):
        referee.commit(referee.redo())
        assert referee.position == positions[-1 - forth]


@quick
@given(SEEDS, st.integers(3, 50))
def test_amending_back_restores_the_position(seed, count):
    rng = random.Random(seed)
    referee = Referee(GAME, GAME.start(3))
    for _, event, _ in random_game(rng, 3):
        referee.commit(Play(event))
        if len(referee.records) >= count:
            break
    before = referee.position
    target = rng.randrange(2, len(referee.records) + 1)
    original = referee.records[target - 1].event
    referee.commit(referee.amend(target, rng.choice(GAME.actions(referee.before(target))))[0])
    assert referee.position == replayed(referee)
    referee.commit(referee.amend(target, original)[0])
    assert referee.position == before
    assert referee.misfits == ()
