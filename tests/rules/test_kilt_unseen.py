"""Floors whose crests nobody saw: what cannot be known is answered so, and mended later."""

from dataclasses import replace

from rules.kilt import GAME, Build, DucatDayPaid, Floor, Move, Phase, Roof, ducat_day
from rules.referee import Play, Referee
from rules.values import Answer
from tests.rules.kilt_tables import (
    L,
    O,
    R,
    card,
    opened,
    play,
    set_up,
    with_rows,
    with_towers,
)


def unseen_red(position):
    """Red has built a floor whose top nobody saw."""
    return play(position, Move(card(R), 17), Build(R, None, (2, 0)))


def cannot_tell(position, event):
    legality = GAME.legal(position, event)
    assert legality.answer is Answer.CANNOT_TELL
    return [ruling.rule for ruling in legality.rulings]


def test_a_floor_may_be_built_unseen_and_counts_as_built():
    position = unseen_red(opened())
    assert position.top((2, 0)) == Floor(R, None)
    assert position.floors_left(R) == 15
    assert position.left[0] == (11, 3, 2)
    assert position.unseen == (1, 0, 0, 0)


def test_a_crest_kind_that_may_be_used_up_cannot_be_told():
    position = with_towers(opened(), {(4, 4): "r2"})
    position = unseen_red(position)
    position = replace(position, pending=(R,), phase=Phase.BUILD)
    assert cannot_tell(position, Build(R, 2, (2, 1))) == ["kilt.crests-unseen"]
    assert GAME.legal(position, Build(R, 1, (2, 1))).answer is Answer.YES
    assert Build(R, 2, (2, 1)) in GAME.actions(position)


def test_a_definite_fault_outweighs_what_cannot_be_told():
    position = replace(unseen_red(with_towers(opened(), {(4, 4): "r2"})), phase=Phase.BUILD)
    legality = GAME.legal(position, Build(R, 2, (2, 4)))
    assert legality.answer is Answer.NO
    assert {ruling.rule for ruling in legality.rulings} == {"kilt.not-builder", "kilt.first-empty"}


def test_a_ducat_day_pays_what_is_sure_and_remembers_what_may_be_missing():
    day = ducat_day(unseen_red(opened()))
    assert (day.amounts, day.unsure) == ((1, 0, 0, 0), (2, 0, 0, 0))


def day_with_unseen_crest():
    rows = {16: [card(R)], 17: [card(O), card(L)]}
    return play(with_rows(opened(), rows), Move(card(R), 17), Build(R, None, (2, 0)))


def test_telling_more_than_is_sure_cannot_be_judged():
    position = day_with_unseen_crest()
    assert position.day.amounts == (1, 0, 0, 0)
    assert position.doubt == (2, 0, 0, 0)
    assert cannot_tell(position, DucatDayPaid((3, 0, 0, 0))) == ["kilt.ducat-day-unsure"]
    assert GAME.legal(position, DucatDayPaid((1, 0, 0, 0))).answer is Answer.YES
    assert GAME.legal(position, DucatDayPaid((4, 0, 0, 0))).answer is Answer.NO
    assert GAME.legal(position, DucatDayPaid((0, 0, 0, 0))).answer is Answer.NO


def test_telling_a_ducat_day_settles_what_was_in_doubt():
    position = GAME.apply(day_with_unseen_crest(), DucatDayPaid((3, 0, 0, 0)))
    assert (position.ducats[0], position.doubt[0]) == (13, 0)
    position = GAME.apply(day_with_unseen_crest(), DucatDayPaid((1, 0, 0, 0)))
    assert (position.ducats[0], position.doubt[0]) == (11, 0)


def doubtful(ducats, doubt):
    """Red may own `doubt` more than `ducats`; the whole of row 3 is built, three floors high."""
    towers = {(3, col): "l0 l0 l0" for col in range(4)} | {(3, 4): "o0 o0 o0"}
    position = with_towers(opened(), towers)
    rows = {15: [card(R)], 16: [card(O), card(L)]}
    bank = position.bank + 10 - ducats
    position = replace(
        with_rows(position, rows),
        ducats=(ducats, 10, 10, 10),
        doubt=(doubt, 0, 0, 0),
        bank=bank,
    )
    return play(position, Move(card(R), 16))


def test_a_price_that_only_unseen_crests_could_pay_cannot_be_told():
    position = doubtful(2, 2)
    assert position.pending == (R,)
    assert cannot_tell(position, Build(R, 0, (3, 0))) == ["kilt.purse-unsure"]
    assert "kilt.purse-unsure" in cannot_tell(position, Move(card(O), 17))


def test_paying_such_a_price_proves_the_money_was_there():
    position = GAME.apply(doubtful(2, 2), Build(R, 0, (3, 0)))
    # What was found, 3, and the ducat day of the emptied row, 1.
    assert position.ducats[0] == 1
    assert position.doubt[0] == 1
    assert sum(position.ducats) + position.bank == 888


def test_beyond_all_doubt_the_builder_is_skipped():
    assert doubtful(1, 1).phase is Phase.MOVE


def test_amending_the_build_reveals_everything_after_it():
    referee = Referee(GAME, GAME.start(4))
    referee.commit(Play(set_up()))
    referee.commit(Play(Move(card(R, O), 18)))
    referee.commit(Play(Build(R, None, (1, 1))))
    referee.commit(Play(Build(O, 0, (1, 1))))
    referee.commit(Play(Roof((1, 1), None)))
    record, preview = referee.amend(3, Build(R, 2, (1, 1)))
    assert preview.misfits == ()
    position = referee.commit(record).position
    assert position.tower((1, 1))[0] == Floor(R, 2)
    assert position.unseen == (0, 0, 0, 0)
    assert L not in {floor.colour for floor in position.tower((1, 1))}
