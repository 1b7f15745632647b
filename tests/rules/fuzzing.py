"""What the fuzz tests of all games share: any JSON, and a referee who is never shaken by it."""

import contextlib

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules.errors import BadJson, ImpossibleEvent
from rules.referee import Accepted, Ambiguous, Illegal, record_from_json
from rules.values import Answer
from rules.words import LANGUAGES
from rules.words.wording import say


def quick(examples):
    return settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


def any_json(numbers):
    """Nested lists and dictionaries of plain values."""
    return st.recursive(
        st.none() | st.booleans() | numbers | st.floats(allow_nan=False) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
        max_leaves=8,
    )


def judged(referee, said):
    """The referee's answer, which never changes anything and is worded in every language."""
    before = referee.position
    answer = referee.propose(said)
    assert referee.position is before
    assert isinstance(answer, Accepted | Illegal | Ambiguous)
    if isinstance(answer, Illegal):
        assert answer.rulings
        for ruling in answer.rulings:
            for language in LANGUAGES:
                # A question mark inside a sentence is a word that was not found.
                assert "?" not in say(language, ruling.rule, ruling.facts).replace(" ?", "")[:-1]
    return answer


def impossible(game, position, event):
    """The ruling on an event that cannot be, which the judge names too; None if it can."""
    legality = game.legal(position, event)
    try:
        game.apply(position, event)
    except ImpossibleEvent as error:
        assert legality.answer is Answer.NO
        return error.ruling, legality.rulings
    return None


def read_or_refuse(game, data):
    """Reading anything gives an event or a record, or says that it is bad."""
    for read in (game.event_from_json, lambda given: record_from_json(game, given)):
        with contextlib.suppress(BadJson):
            read(data)
