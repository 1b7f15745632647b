"""Seven Locks: coats of arms, the strategists' variant, treasure, the enchanted key, the end."""

from dataclasses import replace

import pytest

from rules.seven_locks import (
    GAME,
    Coat,
    Drop,
    Guess,
    Last,
    Move,
    Phase,
    Roll,
    Take,
    Treasure,
    Try,
    Withdraw,
)
from rules.values import Answer
from tests.rules import hearing
from tests.rules.seven_locks_tables import (
    FAILS,
    FITS,
    LONG,
    SHORT,
    at_key,
    at_try,
    decided,
    let,
    open_now,
    opened,
    play,
    standing,
)


def rules_of(position, event):
    return [
        ruling.rule.removeprefix("seven_locks.") for ruling in GAME.legal(position, event).rulings
    ]


def holding(players=4, **options):
    return play(at_key(players, **options), Take(4))


# --- coats of arms -----------------------------------------------------------------------


def test_the_others_are_asked_clockwise_from_the_openers_left():
    position = holding()
    assert position.asked == (1, 2, 3)
    assert rules_of(position, Coat(2, True)) == ["coat-order"]
    position = play(position, Coat(1, True), Coat(2, False), Coat(3, True))
    assert position.phase is Phase.TRY
    assert position.joined == (1, 3)
    assert position.coats == (2, 1, 2, 1)


def test_who_has_no_coat_left_is_not_asked():
    position = replace(at_key(4), coats=(2, 0, 2, 0))
    assert play(position, Take(4)).asked == (2,)
    assert rules_of(play(position, Take(4)), Coat(1, True)) == ["no-coat-left"]
    none = replace(at_key(2), coats=(2, 0))
    assert play(none, Take(4)).phase is Phase.TRY


def test_the_opener_places_none():
    assert rules_of(holding(), Coat(0, True)) == ["opener-no-coat"]
    assert GAME.apply(holding(), Coat(0, True)).joined == ()


def test_a_coat_comes_after_the_key_was_taken_and_before_it_goes_in():
    assert rules_of(at_key(), Coat(1, True)) == ["coat-too-early"]
    assert rules_of(play(at_try(), Try(LONG)), Coat(2, True)) == ["coat-too-late"]
    fits = play(at_try(), Try(FITS))
    assert rules_of(fits, Coat(1, True)) == ["coat-too-late"]
    assert GAME.apply(fits, Coat(1, True)).joined == (1,)


def test_one_coat_each_and_one_decision():
    position = play(holding(), Coat(1, True))
    assert rules_of(position, Coat(1, True)) == ["coat-twice"]
    position = play(position, Coat(2, False))
    assert rules_of(position, Coat(2, True)) == ["coat-decided"]


def test_the_key_waits_until_all_have_decided():
    position = play(holding(), Coat(1, False))
    assert rules_of(position, Try(LONG)) == ["coats-undecided"]
    stood = GAME.apply(position, Try(LONG))
    assert (stood.phase, stood.active) == (Phase.ROLL, 1)


def test_coats_are_spent_even_if_the_tower_stays_shut():
    position = play(at_try(joiners=(1, 2)), Try(SHORT))
    assert position.coats == (2, 1, 1)
    assert position.joined == ()
    assert rules_of(position, Withdraw(1, True)) == ["coat-spent"]
    assert GAME.apply(position, Withdraw(1, True)).coats == (2, 2, 1)


def test_nobody_withdraws_without_the_variant():
    position = at_try(joiners=(1, 2))
    assert position.phase is Phase.TRY
    assert rules_of(position, Withdraw(1, True)) == ["no-withdrawing"]


# --- strategists -------------------------------------------------------------------------


def strategists(joiners=(1, 2, 3)):
    return decided(holding(4, strategists=True), joiners)


def test_all_joiners_but_the_last_may_withdraw():
    position = strategists()
    assert position.phase is Phase.WITHDRAW
    assert position.asked == (1, 2)
    assert rules_of(position, Withdraw(3, True)) == ["withdraw-last"]
    assert rules_of(position, Withdraw(2, True)) == ["coat-order"]
    assert rules_of(position, Withdraw(0, False)) == ["not-joined"]
    position = play(position, Withdraw(1, True), Withdraw(2, False))
    assert position.phase is Phase.TRY
    assert position.joined == (2, 3)
    assert position.coats == (2, 2, 1, 1)


def test_a_single_joiner_is_the_last_and_stays():
    assert strategists((2,)).phase is Phase.TRY
    assert strategists(()).phase is Phase.TRY


def test_the_key_waits_for_withdrawals_too():
    assert rules_of(strategists(), Try(FITS)) == ["coats-undecided"]


def test_nobody_withdraws_before_all_have_placed():
    position = play(holding(4, strategists=True), Coat(1, True))
    assert rules_of(position, Withdraw(1, True)) == ["coats-undecided"]


# --- treasure ----------------------------------------------------------------------------


def chamber(pearls, joiners=(), players=4):
    """A chamber with so many pearls, just opened by seat 0."""
    position = at_try(players, joiners=joiners)
    held = list(position.pearls)
    bin_ = position.bin + held[1] - pearls
    held[1] = pearls
    return play(replace(position, pearls=tuple(held), bin=bin_), Try(FITS))


def test_eight_pearls_and_two_joiners_give_two_two_and_four():
    position = play(chamber(8, (1, 2)), Treasure(8))
    assert position.boxes == (4, 2, 2, 0)
    assert GAME.score(position).parts[0] == {"opened": 4, "shared": 0, "last": 0}
    assert GAME.score(position).parts[1] == {"opened": 0, "shared": 2, "last": 0}


def test_alone_the_opener_takes_all():
    assert play(chamber(7), Treasure(7)).boxes == (7, 0, 0, 0)


def test_fewer_pearls_than_sharers_all_go_to_the_opener():
    assert play(chamber(3, (1, 2, 3)), Treasure(3)).boxes == (3, 0, 0, 0)


def test_a_remainder_taken_by_somebody_else_is_caught():
    position = chamber(8, (1, 2))
    assert rules_of(position, Treasure(8, (2, 4, 2, 0))) == ["remainder"]
    assert rules_of(position, Treasure(8, (3, 3, 2, 0))) == ["remainder"]
    assert rules_of(position, Treasure(8, (2, 2, 2, 2))) == ["remainder"]
    assert rules_of(position, Treasure(8, (8, 0, 0, 0))) == ["share"]
    assert rules_of(position, Treasure(8, (4, 2, 2, 0))) == []
    assert GAME.apply(position, Treasure(8, (2, 4, 2, 0))).boxes == (2, 4, 2, 0)


def test_amounts_that_cannot_be_are_refused():
    position = chamber(8)
    assert rules_of(position, Treasure(8, (8, 0, 0))) == ["amounts-per-seat"]
    assert rules_of(position, Treasure(8, (9, 0, 0, 0))) == ["more-than-found"]
    assert rules_of(position, Treasure(81)) == ["too-many-found"]
    assert rules_of(at_key(), Treasure(3)) == ["no-treasure"]


def test_a_chamber_with_another_number_than_counted_is_audited():
    position = chamber(6)
    assert rules_of(position, Treasure(5)) == ["chamber-count"]
    assert GAME.legal(position, Treasure(5)).answer is Answer.CANNOT_TELL
    told = [message.message for message in hearing.told(GAME, position, Treasure(5))]
    assert told[1] == "seven_locks.event.astray"
    facts = GAME.legal(position, Treasure(5)).rulings[0].facts
    assert facts == {"tower": 1, "pearls": 5, "right_pearls": 6}
    less = GAME.apply(position, Treasure(5))
    assert (less.boxes[0], less.astray) == (5, 1)
    assert GAME.apply(position, Treasure(7)).astray == -1


def test_a_pearl_told_into_the_wrong_tower_evens_out():
    position = let(chamber(6), Treasure(5), Roll(1, 1), Drop(2), Move(2), Take(0))
    position = let(position, Coat(2, False), Coat(3, False), Coat(0, False), Try(FITS))
    assert position.astray == 1
    assert GAME.apply(position, Treasure(4)).astray == 0


def test_a_pearl_nobody_saw_may_turn_up_in_any_chamber():
    position = replace(chamber(6), unplaced=1, bin=chamber(6).bin - 1)
    assert GAME.actions(position) == [Treasure(6), Treasure(7)]
    assert rules_of(position, Treasure(7)) == []
    found = play(position, Treasure(7))
    assert (found.unplaced, found.astray) == (0, 0)
    assert play(position, Treasure(6)).unplaced == 1


def test_the_pearls_are_counted_before_the_next_roll():
    assert rules_of(chamber(6), Roll(1, 1)) == ["treasure-first"]
    stood = GAME.apply(chamber(6), Roll(1, 1))
    assert stood.boxes == (6, 0, 0, 0)
    assert (stood.active, stood.phase) == (1, Phase.DROP)


# --- the enchanted key -------------------------------------------------------------------


def fifth(players=3, coats=None):
    """Seat 0 opens the fifth tower: places 5 and 6 stand, keys 5, 6 and 7 lie in the row."""
    position = standing(at_key(players, to=1), 1, 5, 6)
    position = replace(position, coats=coats or (2,) * players)
    opening = open_now(position, 4)
    return play(opening, Treasure(opening.pearls[1]))


def test_the_fifth_opening_asks_all_with_coats_from_the_opener_on():
    position = fifth(4, (1, 2, 0, 1))
    assert position.phase is Phase.GUESS
    assert position.asked == (0, 1, 3)
    assert position.row.bit_count() == 3
    assert rules_of(position, Guess(1, 6)) == ["guess-order"]
    assert rules_of(position, Guess(2, 6)) == ["no-coat-left"]
    assert rules_of(position, Guess(2, None)) == ["guess-decided"]
    position = play(position, Guess(0, 6), Guess(1, None), Guess(3, 5))
    assert position.guesses == ((0, 6), (3, 5))
    assert position.coats == (0, 2, 0, 0)
    assert (position.phase, position.active) == (Phase.ROLL, 1)


def test_the_opener_is_asked_first_whoever_it_is():
    position = standing(replace(at_key(4, to=1), active=2), 1, 5, 6)
    opening = open_now(position, 4)
    position = play(opening, Treasure(opening.pearls[1]))
    assert position.asked == (2, 3, 0, 1)
    position = play(position, *(Guess(seat, None) for seat in (2, 3, 0, 1)))
    assert position.active == 3


def test_without_any_coat_nobody_is_asked():
    assert fifth(3, (0, 0, 0)).phase is Phase.ROLL


def test_only_keys_that_are_left_can_be_marked():
    assert rules_of(fifth(), Guess(0, 4)) == ["no-such-key"]


def test_a_guess_too_early_too_late_or_twice_is_caught():
    assert rules_of(opened(), Guess(0, 4)) == ["guess-too-early"]
    position = fifth()
    before = GAME.apply(replace(at_try(), opened=((0, 0),) * 4), Try(FITS))
    assert rules_of(before, Guess(0, 7)) == ["guess-too-early"]
    position = play(position, Guess(0, 6))
    assert rules_of(position, Guess(0, 7)) == ["guess-twice"]
    position = play(position, Guess(1, None), Guess(2, None))
    assert rules_of(position, Guess(1, 7)) == ["guess-too-late"]
    assert GAME.apply(position, Guess(1, 7)).guesses == ((0, 6), (1, 7))


def test_the_question_comes_at_once():
    assert rules_of(fifth(), Roll(1, 1)) == ["guess-first"]
    stood = GAME.apply(fifth(), Roll(1, 1))
    assert (stood.phase, stood.active, stood.guesses) == (Phase.DROP, 1, ())


def test_a_marked_key_may_still_be_used():
    position = play(fifth(), Guess(0, 6), Guess(1, 6), Guess(2, None))
    position = play(position, Roll(1, 1), Drop(5), Move(5))
    assert Take(6) in GAME.actions(position)
    assert GAME.legal(position, Take(6)).answer is Answer.YES


def sixth(guesses=((0, 6), (1, 6), (2, 7)), key=5):
    position = fifth()
    position = play(position, *(Guess(seat, guess) for seat, guess in guesses))
    position = play(position, Roll(1, 1), Drop(5), Move(5))
    position = open_now(position, key)
    return play(position, Treasure(position.pearls[5]))


def test_the_sixth_opening_ends_the_usual_course():
    position = sixth()
    assert position.phase is Phase.LAST
    assert position.standing.bit_count() == 1
    assert position.row.bit_count() == 2
    assert GAME.actions(position) == [Last(6), Last(7)]
    assert rules_of(position, Roll(1, 1)) == ["last-first"]
    assert rules_of(position, Last(5)) == ["no-such-key"]
    assert rules_of(opened(), Last(5)) == ["not-the-end"]


def with_last(pearls, position):
    held = list(position.pearls)
    bin_ = position.bin + held[6] - pearls
    held[6] = pearls
    return replace(position, pearls=tuple(held), bin=bin_)


def test_several_right_guessers_share_and_the_remainder_is_nobodys():
    position = play(with_last(7, sixth()), Last(7))
    assert position.phase is Phase.TREASURE
    before = position.boxes
    assert rules_of(position, Treasure(7, (4, 3, 0))) == ["last-remainder"]
    assert rules_of(position, Treasure(7, (0, 0, 7))) == ["last-share"]
    after = play(position, Treasure(7))
    assert [new - old for new, old in zip(after.boxes, before, strict=True)] == [3, 3, 0]
    assert after.forfeited - position.forfeited == 1
    assert after.phase is Phase.FINISHED
    assert GAME.score(after).parts[1]["last"] == 3


def test_a_single_right_guesser_takes_all():
    position = play(with_last(7, sixth()), Last(6), Treasure(7))
    assert position.last == (0, 0, 7)


def test_without_a_right_guess_nobody_gets_the_last_pearls():
    position = play(with_last(7, sixth(((0, 5), (1, None), (2, None)), 5)), Last(7))
    after = play(position, Treasure(7))
    assert after.last == (0, 0, 0)
    assert after.forfeited - position.forfeited == 7


def test_the_last_key_must_agree_with_what_was_tried():
    position = fifth()
    position = play(position, *(Guess(seat, None) for seat in (0, 1, 2)))
    position = play(position, Roll(1, 2), Drop(5), Move(6), Take(7))
    position = play(decided(position), Try(FAILS))
    position = play(position, Roll(1, 1), Drop(5), Move(5))
    position = open_now(position, 5)
    position = play(position, Treasure(position.pearls[5]))
    assert GAME.actions(position) == [Last(6)]
    assert rules_of(position, Last(7)) == ["last-contradiction"]


def test_the_most_pearls_win_and_equals_share_the_first_place():
    position = play(with_last(7, sixth()), Last(7), Treasure(7))
    assert GAME.score(replace(position, boxes=(9, 8, 3))).winners == (0,)
    tied = replace(position, boxes=(9, 9, 3))
    assert GAME.score(tied).winners == (0, 1)
    assert [hint.hint for hint in GAME.hints(tied, None)] == ["seven_locks.due-rematch"]


@pytest.mark.parametrize("seat", [3, 9])
def test_seats_that_do_not_exist_are_refused(seat):
    for event in (Coat(seat, True), Withdraw(seat, True), Guess(seat, 1)):
        assert rules_of(holding(3), event) == ["no-such-seat"]
