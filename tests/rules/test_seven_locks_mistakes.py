"""The mistakes players of Seven Locks make most: each caught under its own id, and worded."""

from dataclasses import replace

import pytest

from rules.seven_locks import GAME, Coat, Drop, Guess, Heard, Move, Phase, Roll, Take, Treasure, Try
from rules.seven_locks import Withdraw as TakeBack
from rules.words import LANGUAGES
from rules.words.wording import say
from tests.rules.seven_locks_tables import (
    FITS,
    LONG,
    at_key,
    at_try,
    open_now,
    opened,
    play,
    rolled,
    standing,
)


def moving(steps, places=tuple(range(7))):
    return replace(standing(opened(), *places), phase=Phase.MOVE, steps=steps, rolled=1)


def opened_with_two():
    """Eight pearls in an open chamber, two coats beside the keymaster."""
    position = at_try(4, joiners=(1, 2))
    full = replace(position, pearls=(2, 8, 2, 2, 2, 2, 2), bin=position.bin - 5)
    return play(full, Try(FITS))


def guessing():
    position = open_now(standing(at_key(3), 1, 5, 6), 4)
    return play(position, Treasure(position.pearls[1]))


def guessed():
    return play(guessing(), Guess(0, 6), Guess(1, None), Guess(2, None))


MISTAKES = {
    "two pearls into one tower": (play(rolled(opened(), 2), Drop(3)), Drop(3), "different-towers"),
    "too many pearls": (play(rolled(opened(), 1), Drop(3)), Drop(4), "too-many-pearls"),
    "too few pearls": (play(rolled(opened(), 3), Drop(3)), Move(1), "pearls-forgotten"),
    "keymaster backwards": (moving(1), Move(6), "keymaster-backwards"),
    "keymaster staying": (moving(2), Move(0), "keymaster-stays"),
    "keymaster too far": (moving(2), Move(3), "keymaster-too-far"),
    "keymaster counting emptied places": (
        moving(1, (0, 2, 3, 4)),
        Move(1),
        "keymaster-empty-place",
    ),
    "key swapped": (play(at_key(), Take(3)), Take(5), "key-swapped"),
    "coat after the key went in": (play(at_try(), Try(FITS)), Coat(1, True), "coat-too-late"),
    "coat not spent after a failed try": (
        play(at_try(joiners=(1,)), Try(LONG)),
        TakeBack(1, True),
        "coat-spent",
    ),
    "remainder to the wrong person": (
        opened_with_two(),
        Treasure(8, (2, 4, 2, 0)),
        "remainder",
    ),
    "guess too late": (guessed(), Guess(1, 6), "guess-too-late"),
    "guess with two coats": (play(guessing(), Guess(0, 6)), Guess(0, 7), "guess-twice"),
    "another number of pearls than heard": (opened_with_two(), Treasure(7), "chamber-count"),
    "turn without a key": (at_key(), Roll(1, 1), "key-forgotten"),
    "more sounds than pearls": (
        replace(opened(), heard=(2,) * 7, sounds=((0.0,) * 8,) * 7),
        Heard(2, (1.0,) * 8),
        "heard-too-often",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught_under_its_id_and_worded(mistake):
    position, event, rule = MISTAKES[mistake]
    rulings = GAME.legal(position, event).rulings
    assert [ruling.rule for ruling in rulings] == [f"seven_locks.{rule}"]
    texts = [say(language, rulings[0].rule, rulings[0].facts) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_table_may_let_a_mistake_stand_and_play_on(mistake):
    position, event, _ = MISTAKES[mistake]
    assert GAME.actions(GAME.apply(position, event))
