"""Every mistake the games sheet lists for The Castle, by the rule that catches it."""

import pytest

from rules.castle import (
    GAME,
    Cast,
    Done,
    Fight,
    HitCounter,
    Name,
    Phase,
    Roll,
    Shares,
    Step,
    TurnUp,
    Use,
)
from rules.errors import BadSetting
from rules.values import Answer
from rules.words import LANGUAGES
from rules.words.wording import say
from tests.rules.castle_tables import (
    C,
    F,
    W,
    cleared,
    holding,
    loot,
    member,
    opened,
    play,
    put,
    spelling,
    with_foe,
)
from tests.rules.positions import plain


def struck(position, kind, die, constitution=9):
    return play(with_foe(position, kind, constitution), Fight(0, 0), Roll(0, die))


def left(position):
    return play(put(cleared(position), 0, "1"), Step(0, "A"))


def walked():
    return play(put(cleared(opened(F, C)), 0, "a"), Step(0, "c"), Step(0, "b"))


MISTAKES = [
    ("castle.two-areas", walked(), Step(0, "e")),
    (
        "castle.stopped-by-encounter",
        play(opened(F, C), Step(0, "1"), TurnUp(0, "bat", 2)),
        Step(0, "2"),
    ),
    ("castle.cell-locked", put(cleared(opened(F, C)), 0, "i"), Step(0, "X")),
    # A wizard rolled 4: three hits, and the ogre's column of 3 deals two.
    ("castle.wizard-minus", struck(opened(W, C), "ogre", 4), HitCounter(4, area="10")),
    # A cleric rolled 3 against a zombie: four hits.
    ("castle.cleric-plus", struck(opened(C, F), "zombie", 3), HitCounter(3, area="10")),
    (
        "castle.modifiers-capped",
        struck(member(holding(opened(F, C), 0, "sword"), 0, heroic=1), "ogre", 3),
        HitCounter(5, area="10"),
    ),
    (
        "castle.sword-fighters-only",
        struck(holding(opened(C, F), 0, "sword"), "ogre", 3),
        HitCounter(4, area="10"),
    ),
    ("castle.hit-counter", struck(opened(F, C), "ogre", 3), HitCounter(8, area="10")),
    ("castle.hit-counter", struck(opened(F, C), "ogre", 3), HitCounter(9, member=0)),
    ("castle.one-roll", struck(opened(F, C), "ogre", 3), Roll(0, 4)),
    (
        "castle.sword-fighters-only",
        holding(with_foe(opened(C, F), "ogre"), 0, "sword"),
        Use(0, 0, "sword"),
    ),
    ("castle.one-spell", play(opened(W, C), Cast(0, 0, "esp"), Roll(0, 1)), Cast(0, 0, "speed")),
    (
        "castle.backfire-forgotten",
        play(opened(W, C), Cast(0, 0, "esp"), Roll(0, 1)),
        HitCounter(0, member=0),
    ),
    (
        "castle.item-used-up",
        play(holding(spelling(opened(F, C), "ogre"), 0, "acid"), Use(0, 0, "acid", 0), Roll(0, 1)),
        Use(0, 0, "acid", 0),
    ),
    (
        "castle.item-used-up",
        play(
            member(holding(spelling(opened(F, C), "ogre"), 0, "pistol"), 0, aims=True),
            Use(0, 0, "pistol", 0),
            Roll(0, 1),
        ),
        Use(0, 0, "pistol", 0),
    ),
    ("castle.trap-hidden", loot(opened(F, C), 0, "unseen"), Name(0, "trap")),
    ("castle.no-return", left(opened(F, C)), Step(0, "1")),
    (
        "castle.split",
        left(loot(opened(F, C, groups=[(0, 1)]), 0, "gold-500")),
        Shares((300, 200)),
    ),
    # Out of phase, by the wrong seat, with a wrong amount.
    (
        "castle.wrong-step",
        holding(play(opened(F, C), Done(0)), 0, "healing"),
        Use(0, 0, "healing", 0),
    ),
    ("castle.not-your-turn", opened(F, C), Done(1)),
    ("castle.not-your-die", play(opened(W, C), Cast(0, 0, "esp")), Roll(1, 5)),
    ("castle.due-first", play(opened(W, C), Cast(0, 0, "heroism", 0)), Step(0, "1")),
    (
        "castle.due-first",
        play(holding(opened(F, C), 0, "pistol"), Use(0, 0, "pistol")),
        Step(0, "1"),
    ),
    ("castle.no-such-die", play(opened(W, C), Cast(0, 0, "esp")), Roll(0, 7)),
    ("castle.no-die-due", opened(F, C), Roll(0, 3)),
]


@pytest.mark.parametrize(
    ("rule", "position", "event"), MISTAKES, ids=[each[0] for each in MISTAKES]
)
def test_a_mistake_is_caught_worded_and_changes_nothing(rule, position, event):
    before = plain(position)
    legality = GAME.legal(position, event)
    assert legality.answer is Answer.NO
    assert rule in [ruling.rule for ruling in legality.rulings]
    assert plain(position) == before
    for ruling in legality.rulings:
        texts = [say(language, ruling.rule, ruling.facts, ["Ann", "Bob"]) for language in LANGUAGES]
        assert len(set(texts)) == 4
        assert not any("?" in text for text in texts)


def test_a_right_hit_counter_is_no_mistake():
    position = struck(opened(W, C), "ogre", 4)
    assert GAME.legal(position, HitCounter(3, area="10")).answer is Answer.YES
    assert GAME.legal(position, HitCounter(2, member=0)).answer is Answer.YES


def test_a_wrong_hit_counter_let_stand_is_what_lies_there():
    position = struck(opened(W, C), "ogre", 4)
    after = play(position, HitCounter(5, area="10"))
    assert after.foes[after.parties[0].at][0].hits == 5
    assert play(position, HitCounter(9, area="10")).phase is Phase.SEARCH
    assert play(position, HitCounter(6, member=0)).parties[0].state == "dead"


def test_an_illegal_step_let_stand_goes_on_from_where_the_counter_is():
    position = put(cleared(opened(F, C)), 0, "i")
    position = play(position, Step(0, "X"))
    assert position.parties[0].princess
    position = play(opened(F, C), Step(1, "12"))
    assert position.active == 0


def test_a_sword_is_guessed_from_what_all_have_seen():
    """Whether the cleric really holds one is nobody else's business."""
    for position in (opened(C, F), holding(opened(C, F), 0, "sword")):
        ruling = GAME.legal(struck(position, "ogre", 3), HitCounter(4, area="10")).rulings[0]
        assert ruling.rule == "castle.sword-fighters-only"


def test_the_first_thing_due_is_named():
    position = play(opened(W, C), Cast(0, 0, "esp"))
    ruling = GAME.legal(position, Done(0)).rulings[0]
    assert say("en", ruling.rule, ruling.facts, ["Ann", "Bob"]) == (
        "First this is needed from Ann: the spell die."
    )


def test_hints_lead_through_the_steps_and_never_further():
    position = opened(W, C)
    names = ["Ann", "Bob"]
    told = [say("en", hint.hint, hint.facts, names) for hint in GAME.hints(position, 0)]
    assert told == [
        "Step 1, Ann: cast or use something magic, or walk at once.",
        "Wizard (Ann) still has a spell in this step.",
    ]
    assert len(GAME.hints(position, 1)) == 1
    with pytest.raises(BadSetting, match="coach"):
        GAME.hints(position, 0, "coach")
    assert GAME.hints(position, 0, "silent") == []


def test_the_roll_of_a_round_names_its_modifiers():
    position = play(member(with_foe(opened(W, C), "ogre"), 0, curse=1), Fight(0, 0))
    hint = GAME.hints(position, None)[0]
    assert say("en", hint.hint, hint.facts, ["Ann", "Bob"]) == (
        "Ann rolls for wizard (Ann) at −1 (wizard −1, curse −1). The roll serves both sides."
    )
