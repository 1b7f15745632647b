"""What is due comes first: whatever else is tried instead is refused."""

import random

import pytest

from rules.castle import (
    GAME,
    Cast,
    Done,
    Fight,
    Found,
    Give,
    HitCounter,
    Land,
    Name,
    Peek,
    Phase,
    Roll,
    Saw,
    Search,
    Show,
    Step,
    Take,
    TurnUp,
    Unlock,
    Use,
)
from rules.castle.pieces import ITEMS, SPELLS
from rules.castle.position import DICE, castle_of
from rules.castle.turn import OPTIONAL
from rules.values import Answer
from tests.rules.castle_tables import W, cleared, holding, opened, play, put, random_game, rules_of

ANSWERS = {"peek": Peek, "saw": Saw, "land": Land, "turn": TurnUp, "found": Found}


def attempts(position, seat):
    """Something of every kind that a player might do instead of what is due."""
    castle = castle_of(position)
    at = position.parties[next(n for n, p in enumerate(position.parties) if seat in p.seats)].at
    member = next(n for n, each in enumerate(position.members) if each.seat == seat)
    yield from (Step(seat, castle.name(to)) for to in castle.beside[at])
    yield from (Cast(seat, member, spell, None) for spell in SPELLS)
    yield from (Use(seat, member, item, None) for item in ITEMS)
    yield from (Done(seat), Take(seat), Search(seat, member), Show(seat, member))
    yield from (Fight(seat, member), Unlock(seat, ("key-a", "key-b")), Name(seat, "acid"))
    yield from (Give(seat, member, "sword", member), HitCounter(1, member), Roll(seat, 3))
    yield from (Peek(seat, "9", "monster"), Saw(seat, None), Land(seat, "9"))
    yield from (TurnUp(seat, "bat", 2), Found(seat, None))


def tried_instead(position):
    """Every attempt that is not what is due, with the rules it breaks."""
    due = position.due[0]
    answer = Roll if due.what in DICE else ANSWERS[due.what]
    for seat in range(position.players):
        for event in attempts(position, seat):
            if not isinstance(event, answer):
                yield event, GAME.legal(position, event)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whatever_is_tried_instead_of_what_is_due_is_refused(players):
    found = set()
    for seed in range(6):
        rng = random.Random(seed)
        for _, _, position in random_game(rng, players):
            if not position.due or position.due[0].what in OPTIONAL or rng.random() < 0.8:
                continue
            found.add(position.due[0].what)
            for event, legality in tried_instead(position):
                assert legality.answer is Answer.NO, event
                rules = {ruling.rule for ruling in legality.rulings}
                # A monster to be turned up is met: that says more than what is due.
                met = isinstance(event, Step) and position.due[0].what == "turn"
                wanted = {"castle.due-first", "castle.no-return", "castle.party-dead"}
                wanted |= {"castle.stopped-by-encounter"} if met else set()
                assert rules & wanted, event
    assert {"spell", "turn", "found", "melee"} <= found


@pytest.mark.parametrize("seed", range(8))
def test_what_is_due_is_never_lost_by_a_legal_event_that_does_not_answer_it(seed):
    for before, event, after in random_game(random.Random(seed), 3):
        if before.due and before.due[0].what not in OPTIONAL:
            answer = Roll if before.due[0].what in DICE else ANSWERS[before.due[0].what]
            assert isinstance(event, answer)
        assert not after.due or after.phase not in (Phase.BETWEEN, Phase.FINISHED)


def test_a_party_does_not_walk_away_from_a_spell_die():
    position = play(opened(W, W), Cast(0, 0, "heroism", 0))
    assert rules_of(position, Step(0, "1")) == ["castle.due-first"]
    assert play(position, Roll(0, 1)).members[0].hits == 1


def test_a_party_does_not_walk_away_from_its_own_shot():
    position = play(holding(opened(W, W), 0, "pistol"), Use(0, 0, "pistol"), Roll(0, 1))
    assert rules_of(position, Step(0, "1")) == ["castle.due-first"]


def test_a_party_does_not_walk_away_from_healing_landing_or_telling_what_it_saw():
    healing = play(holding(opened(W, W), 0, "healing"), Use(0, 0, "healing", 0))
    assert rules_of(healing, Step(0, "1")) == ["castle.due-first"]
    inside = put(cleared(opened(W, W)), 0, "a")
    landing = play(inside, Cast(0, 0, "teleport"), Roll(0, 5))
    assert rules_of(landing, Step(0, "2")) == ["castle.due-first"]
    saw = play(opened(W, W), Cast(0, 0, "esp"), Roll(0, 4), Peek(0, "9", "monster"))
    assert rules_of(saw, Step(0, "1")) == ["castle.due-first"]


def test_what_may_be_declined_is_declined_by_walking_on():
    peek = play(opened(W, W), Cast(0, 0, "esp"), Roll(0, 4))
    again = play(holding(opened(W, W), 0, "pistol"), Use(0, 0, "pistol"), Roll(0, 3))
    for position in (peek, again):
        assert rules_of(position, Step(0, "1")) == []
        assert play(cleared(position), Step(0, "1")).due == ()
