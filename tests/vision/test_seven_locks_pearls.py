"""Sounds and hands are brought together: which tower a pearl fell into."""

from __future__ import annotations

import numpy as np
import pytest

from vision.seven_locks.hands import NOBODY
from vision.seven_locks.pearls import PearlWatch


def over(tower: int) -> tuple[float, ...]:
    return tuple(0.9 if each == tower else 0.1 / 6 for each in range(7))


def test_a_sound_belongs_to_the_tower_a_hand_was_over() -> None:
    watch = PearlWatch()
    for time in (1.0, 1.1, 1.2):
        watch.hand(time, over(4))
    watch.hand(2.5, over(1))
    watch.sound(1.3, 0.95)
    (pearl,) = watch.pearls()
    assert int(np.argmax(pearl.towers)) == 4
    assert pearl.sure > 0.95


def test_a_sound_without_a_hand_is_hardly_a_pearl() -> None:
    watch = PearlWatch()
    watch.sound(1.3, 0.95)
    (pearl,) = watch.pearls()
    assert pearl.sure < 0.3
    assert len(set(pearl.towers)) == 1


def test_a_sound_while_nobody_knew_where_the_board_is_may_well_be_a_pearl() -> None:
    """Three pearls were heard while the board was pushed; they were said to be forgotten."""
    watch = PearlWatch()
    watch.blind(1.2)
    for time in (1.3, 4.0):
        watch.sound(time, 0.95)
    assert [pearl.sure for pearl in watch.pearls()] == pytest.approx([0.95, 0.95 * 0.3])
    assert len(set(watch.pearls()[0].towers)) == 1
    watch.tidy(1.2 + 121)
    watch.sound(1.3, 0.95)
    assert [pearl.sure for pearl in watch.pearls()] == pytest.approx([0.95 * 0.3])


def test_an_unheard_pearl_is_likelier_in_a_row_with_others_than_by_itself() -> None:
    watch = PearlWatch()
    for start, tower in ((1.0, 3), (2.0, 5), (6.0, 1)):
        for time in (start, start + 0.2):
            watch.hand(time, over(tower))
    watch.sound(1.3, 0.99)
    found = {int(np.argmax(pearl.towers)): pearl.sure for pearl in watch.pearls()}
    assert (found[5], found[1]) == (0.48, 0.13)
    watch.take((0, 0, 0, 1, 0, 0, 0))  # told at once: it is in the row still
    found = {int(np.argmax(pearl.towers)): pearl.sure for pearl in watch.pearls()}
    assert found == {5: 0.48, 1: 0.13}


def test_a_hand_that_stays_over_a_tower_may_have_thrown_a_pearl_unheard() -> None:
    watch = PearlWatch()
    for time in (1.0, 1.1, 1.2):
        watch.hand(time, over(6))
    (pearl,) = watch.pearls()
    assert int(np.argmax(pearl.towers)) == 6
    assert 0.1 < pearl.sure < 0.5


def test_a_hand_that_stays_long_over_a_tower_may_have_thrown_two_of_which_one_was_heard() -> None:
    for count, told in ((6, [1.3, 2.45]), (4, [2.45])):
        watch = PearlWatch()
        for n in range(count):
            watch.hand(2.5 - 0.3 * (count - 1 - n), over(5))
        watch.sound(2.45, 0.97)
        assert [pearl.time for pearl in watch.pearls()] == pytest.approx(told)
        assert [pearl.sure for pearl in watch.pearls()][:-1] == [0.13] * (len(told) - 1)


def test_a_hand_that_passes_by_threw_nothing() -> None:
    watch = PearlWatch()
    watch.hand(1.0, over(6))
    watch.hand(1.1, NOBODY)
    watch.hand(1.2, over(2))
    assert watch.pearls() == ()


def test_what_is_told_is_forgotten_and_so_are_old_noises() -> None:
    watch = PearlWatch()
    watch.hand(1.0, over(3))
    watch.sound(1.2, 0.9)
    watch.sound(5.0, 0.9)
    watch.forget(2.0)
    assert [pearl.time for pearl in watch.pearls()] == [5.0]
    watch.tidy(20.0)
    assert watch.pearls() == ()


def test_what_the_ear_tells_late_of_told_pearls_is_not_heard_again() -> None:
    watch = PearlWatch()
    watch.hand(1.0, over(3))
    watch.forget(2.0)
    watch.sound(1.2, 0.99)
    assert watch.pearls() == ()


def two_pearls() -> PearlWatch:
    """A pearl thrown into tower 3 and one into tower 5, both heard."""
    watch = PearlWatch()
    for start, tower in ((1.0, 3), (2.5, 5)):
        for step in range(3):
            watch.hand(start + 0.1 * step, over(tower))
        watch.sound(start + 0.3, 0.95)
    return watch


def test_a_pearl_that_was_told_is_taken_out_and_the_others_stay() -> None:
    watch = two_pearls()
    watch.take([0, 0, 0, 1, 0, 0, 0])
    assert [int(np.argmax(pearl.towers)) for pearl in watch.pearls()] == [5]


def test_a_pearl_told_of_another_tower_than_its_hand_seemed_over_is_taken_out_too() -> None:
    watch = two_pearls()
    watch.take([1, 0, 0, 0, 0, 1, 0])
    assert watch.pearls() == ()
    later = two_pearls()
    later.take([1, 0, 0, 1, 0, 0, 0])  # the other was heard after all that are told
    assert [pearl.tower for pearl in later.pearls()] == [5]
    seen = two_pearls()
    seen.take([0, 0, 0, 0, 0, 1, 0])  # its hand was seen: what fell before is another
    assert [pearl.tower for pearl in seen.pearls()] == [3]


def test_the_tower_of_a_hand_is_told_more_sharply_than_by_one_picture_but_never_surely() -> None:
    watch = PearlWatch()
    for time in (1.0, 1.1, 1.2):
        watch.hand(time, (0.0, 0.0, 0.05, 0.95, 0.0, 0.0, 0.0))
    shares = watch.towers(1.3)
    rest = 0.004 / 7
    assert shares[3] == pytest.approx(0.9908, abs=0.0002)
    assert shares[2] == pytest.approx(0.996 * 0.0058 + rest, abs=0.0005)
    assert [shares[tower] for tower in (0, 1, 4, 5, 6)] == pytest.approx([rest] * 5)


def test_hands_with_something_else_to_do_throw_no_pearls_unheard() -> None:
    watch = PearlWatch()
    for start, tower in ((1.0, 3), (5.0, 5)):
        for step in range(3):
            watch.hand(start + 0.1 * step, over(tower))
    watch.no_throws(4.0, 6.0, 0.05)
    assert [pearl.sure for pearl in watch.pearls()] == [0.13, 0.05]
    watch.no_throws(4.0, 6.0)
    assert [int(np.argmax(pearl.towers)) for pearl in watch.pearls()] == [3]
    watch.sound(5.3, 0.95)
    assert [int(np.argmax(pearl.towers)) for pearl in watch.pearls()] == [3, 5]


def test_stories_were_weighed_by_pearls_that_were_not_told_though_they_are_forgotten() -> None:
    watch = two_pearls()
    weighed = watch.pearls()
    watch.take([0, 0, 0, 1, 0, 0, 0])
    watch.forget(4.0)
    assert watch.pearls() == ()
    assert watch.known(weighed) == weighed[1:]


def test_a_hand_that_just_left_a_tower_is_waited_for_until_its_pearl_is_heard() -> None:
    watch = PearlWatch()
    for time in (1.0, 1.1, 1.2):
        watch.hand(time, over(4))
    assert watch.waiting(1.5)
    assert not watch.waiting(3.0)
    watch.sound(1.3, 0.95)
    assert not watch.waiting(1.5)


def test_a_hand_that_was_there_before_the_die_was_thrown_brought_no_pearl() -> None:
    watch = PearlWatch()
    for time in (1.0, 1.3, 5.0, 5.3):
        watch.hand(time, over(3))
    watch.none_before(2.0)
    assert [pearl.time for pearl in watch.pearls()] == [5.3]


def test_a_noise_under_a_passing_hand_is_less_than_a_pearl() -> None:
    passing, staying = PearlWatch(), PearlWatch()
    passing.hand(1.1, over(4))
    for time in (1.0, 1.1, 1.2):
        staying.hand(time, over(4))
    for watch in (passing, staying):
        watch.sound(1.3, 0.95)
    assert passing.pearls()[0].sure < 0.7 < staying.pearls()[0].sure


def test_a_sound_sooner_than_a_hand_goes_on_is_a_pearl_less_surely() -> None:
    watch = PearlWatch()
    for time in (1.0, 1.1, 1.2, 1.3, 1.5, 1.7):
        watch.hand(time, over(4))
    for time in (1.3, 1.78):
        watch.sound(time, 0.99)
    first, second = (pearl.sure for pearl in watch.pearls())
    assert first > 0.99
    assert second == pytest.approx(0.75 * first, abs=0.01)


def test_a_faint_sound_in_a_row_with_others_is_likelier_a_pearl_than_one_by_itself() -> None:
    alone, row = PearlWatch(), PearlWatch()
    for watch, starts in ((alone, (1.0,)), (row, (1.0, 1.9))):
        for tower, start in enumerate(starts):
            for step in range(3):
                watch.hand(start + 0.1 * step, over(tower))
        watch.sound(1.3, 0.215)
    assert [round(pearl.sure, 2) for pearl in alone.pearls()] == [0.93]
    row.sound(2.2, 0.99)
    assert [round(pearl.sure, 3) for pearl in row.pearls()] == [0.988, 1.0]


def test_a_sound_half_like_a_pearl_under_a_hand_that_stays_is_nearly_surely_one() -> None:
    """Of some 20 such sounds in 181 throws of simulated games all were pearls."""
    watch = PearlWatch()
    for time in (1.0, 1.1, 1.2):
        watch.hand(time, over(4))
    watch.sound(1.3, 0.5)
    assert [pearl.sure for pearl in watch.pearls()] == [pytest.approx(0.98, abs=0.002)]


def test_a_second_sound_at_once_is_the_same_pearl() -> None:
    watch = PearlWatch()
    for time in (1.0, 1.1, 1.2, 1.3, 1.5):
        watch.hand(time, over(4))
    for time in (1.3, 1.47, 1.9):
        watch.sound(time, 0.99)
    assert [round(pearl.sure, 1) for pearl in watch.pearls()] == [1.0, 0.3, 1.0]
    watch.take([0, 0, 0, 0, 1, 0, 0])  # it stays a bounce once the pearl is told
    assert [round(pearl.sure, 1) for pearl in watch.pearls() if pearl.time < 1.8] == [0.3]


def test_a_hand_seen_only_long_before_let_something_else_go() -> None:
    watch = PearlWatch()
    watch.hand(12.7, tuple(float(tower == 4) for tower in range(7)))
    for time in (13.0, 13.3):  # a hand that nobody could make out
        watch.hand(time, NOBODY)
    assert watch.towers(13.4) == NOBODY
    assert watch.towers(12.95)[4] > 0.99


@pytest.mark.parametrize("blind", [True, False])
def test_what_was_heard_while_nobody_could_look_is_no_noise(blind: bool) -> None:
    watch = PearlWatch()
    if blind:
        watch.blind(83.8)
    watch.sound(84.0, 0.99)
    watch.tidy(91.0)
    assert [pearl.time for pearl in watch.pearls()] == [84.0]
    watch.tidy(93.0)
    assert [pearl.time for pearl in watch.pearls()] == [84.0] * blind
    watch.tidy(205.0)
    assert watch.pearls() == ()


def test_the_pictures_just_before_a_sound_tell_best_where_a_pearl_was_let_go() -> None:
    watch = PearlWatch()
    watch.sound(5.0, 0.9)
    watch.sound(9.0, 0.9)
    times = [4.1, 4.3, 4.5, 4.6, 4.7, 4.8, 4.9, 5.1, 5.3, 7.0, 8.9]
    assert watch.when_heard(times) == [4.6, 4.7, 4.8, 4.9, 8.9]
    assert PearlWatch().when_heard(times) == []


def test_the_last_word_of_a_picture_counts() -> None:
    watch = PearlWatch()
    watch.blind(1.0)
    watch.hand(1.0, tuple(float(tower == 2) for tower in range(7)))
    watch.hand(1.0, tuple(float(tower == 4) for tower in range(7)))
    watch.sound(1.1, 0.9)
    (pearl,) = watch.pearls()
    assert pearl.towers[4] > 0.99
    assert pearl.sure < 0.9  # as under a hand in one picture, not as where nobody could look
