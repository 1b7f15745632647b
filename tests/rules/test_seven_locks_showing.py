"""Seven Locks: what phones see and hear, and what never reaches them."""

import json
import random
from dataclasses import replace

import pytest

from rules.errors import BadSetting
from rules.seven_locks import (
    GAME,
    Box,
    Coat,
    Drop,
    Fill,
    Guess,
    Heard,
    Move,
    Phase,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
)
from rules.words import LANGUAGES
from rules.words.wording import placeholders, say, template_of
from tests.rules import hearing
from tests.rules.seven_locks_tables import (
    BOX,
    FAILS,
    FITS,
    LONG,
    at_key,
    at_try,
    opened,
    physical_game,
    play,
    random_game,
    rolled,
    standing,
)

SOUND = (0.111213, 0.212223, 0.313233, 0.414243, 0.515253, 0.616263, 0.717273, 0.818283)
NAMES = ["Ann", "Bob", "Cid", "Dot"]


def ids(hints):
    return [hint.hint.removeprefix("seven_locks.") for hint in hints]


# --- what is hidden ----------------------------------------------------------------------


def everything_sent(position, event, after, seat):
    """All that reaches a phone about one step."""
    return json.dumps(
        [
            GAME.view(after, seat),
            GAME.shown(position, event, seat),
            [[m.message, m.facts] for m in hearing.told(GAME, position, event, seat)],
            [[h.hint, h.facts] for h in GAME.hints(after, seat)],
            [GAME.event_to_json(choice) for choice in GAME.actions(after)],
        ]
    )


def with_sounds(options):
    """A whole game with every pearl heard, step by step."""
    rng = random.Random(4)
    position = GAME.start(3, options)
    for _, event, _ in physical_game(random.Random(11), 3, options):
        after = GAME.apply(position, event)
        yield position, event, after
        position = after
        if isinstance(event, Drop) and position.phase is not Phase.FINISHED:
            heard = Heard(event.tower, tuple(rng.random() + 0.01 for _ in range(8)))
            after = GAME.apply(position, heard)
            yield position, heard, after
            position = after


def test_no_sound_and_no_estimate_reaches_a_phone_during_play():
    plain = physical_game(random.Random(11), 3, {})
    silent = [GAME.view(after, 0) for _, event, after in plain]
    heard = 0
    for before, event, after in with_sounds({}):
        for seat in (None, 0, 1, 2):
            sent = everything_sent(before, event, after, seat)
            if after.phase is not Phase.FINISHED:
                assert "likelihoods" not in sent
                assert GAME.view(after, seat)["sounds"] is None
        if isinstance(event, Heard):
            heard += 1
            assert GAME.view(after, 0) == GAME.view(before, 0)
        elif after.phase is not Phase.FINISHED:
            assert GAME.view(after, 0) in silent
    assert heard > 20


def test_sound_for_all_shows_everybody_the_same_picture():
    for seat in (None, 0, 1, 2):
        shown = GAME.shown(opened(sound_for_all=True), Heard(2, SOUND), seat)
        assert shown == {"type": "heard", "tower": 2, "likelihoods": list(SOUND)}
        assert GAME.shown(opened(), Heard(2, SOUND), seat) == {"type": "heard", "tower": 2}
    position = GAME.apply(opened(sound_for_all=True), Heard(2, SOUND))
    assert GAME.view(position, 0)["sounds"] is None


def test_after_the_game_the_sounds_may_be_looked_at():
    *_, (_, _, after) = with_sounds({})
    assert after.phase is Phase.FINISHED
    pictures = GAME.view(after, None)["sounds"]
    assert len(pictures) == 7
    heard = [round(sum(picture), 2) for picture in pictures if picture]
    assert heard
    assert set(heard) == {1.0}


def test_a_sound_is_told_by_no_phone():
    event = Heard(2, SOUND)
    assert GAME.secret(event)
    assert GAME.actor(opened(), event) == -1
    assert not any(GAME.secret(other) for other in (Drop(1), Roll(1, 1), Guess(0, 1)))


def test_every_event_is_the_business_of_one_seat_or_of_all():
    position = at_key(3)
    assert GAME.actor(GAME.start(3), SetUp(2)) is None
    assert GAME.actor(play(GAME.start(3), SetUp(2)), Drop(1)) is None
    assert GAME.actor(position, Take(2)) == 0
    assert GAME.actor(position, Box()) is None
    assert GAME.actor(play(position, Take(2)), Coat(2, True)) == 2
    assert GAME.actor(position, Guess(1, None)) == 1


# --- the view ----------------------------------------------------------------------------


def test_the_view_shows_the_table():
    view = GAME.view(play(at_try(joiners=(2,)), Try(LONG)), 1)
    assert view["phase"] == "roll"
    assert view["in_turn"] == 1
    assert view["coats"] == [2, 2, 1]
    assert view["towers"][1] == {
        "place": 1,
        "stands": True,
        "pearls": 3,
        "dropped": 0,
        "tries": [[4, "long"]],
        "opened": None,
    }


def test_the_view_offers_what_may_be_done():
    assert GAME.view(rolled(opened(), 2, 2), 0)["may"] == {"drop": [0, 1, 2, 3, 4, 5, 6]}
    assert GAME.view(play(rolled(opened(), 1, 2), Drop(3)), 0)["may"]["move"] == [1, 2]
    assert GAME.view(at_key(), 0)["may"]["take"] == list(range(8))
    assert GAME.view(at_try(key=0), 0)["may"]["try"] == ["fits", "short", "fails"]
    treasure = GAME.view(play(at_try(joiners=(1,)), Try(FITS)), 0)["treasure"]
    assert treasure == {"tower": 1, "expected": 3, "amounts": [2, 1, 0], "last": False}


def test_views_are_plain_json_in_every_position():
    for _, _, after in random_game(random.Random(2), 4, {"strategists": True}, BOX):
        for seat in (None, 0, 3):
            json.dumps(GAME.view(after, seat))


# --- hints and descriptions --------------------------------------------------------------


def test_hints_name_what_is_due_and_what_follows():
    assert ids(GAME.hints(GAME.start(2), None)) == ["due-set-up"]
    assert ids(GAME.hints(opened(), 0)) == ["due-roll"]
    assert ids(GAME.hints(rolled(opened()), 0)) == ["due-drop"]
    assert ids(GAME.hints(play(rolled(opened()), Drop(2)), 0)) == ["due-move"]
    assert ids(GAME.hints(at_key(), 0)) == ["due-key"]
    assert ids(GAME.hints(play(at_key(), Take(1)), 0)) == ["due-coat", "know-coat-cost"]
    assert ids(GAME.hints(at_try(), 0)) == ["due-try", "know-if-opens", "know-next"]
    assert ids(GAME.hints(play(at_try(), Try(FITS)), 0)) == ["due-treasure", "know-share"]
    two = standing(rolled(opened(), 3), 1, 2)
    assert ids(GAME.hints(two, 0)) == ["due-drop", "know-one-tower-twice"]


def test_hints_look_ahead_to_the_guess_and_the_end():
    assert "know-guess-next" in ids(GAME.hints(standing(at_key(), 1, 2, 3), 0))
    assert "know-end-next" in ids(GAME.hints(standing(at_key(), 1, 2), 0))


def test_a_bin_that_runs_low_is_told():
    low = replace(opened(), bin=9, forfeited=57)
    assert ids(GAME.hints(low, 0)) == ["due-roll", "know-bin"]
    assert ids(GAME.hints(replace(opened(), bin=10, forfeited=56), 0)) == ["due-roll"]


def test_hints_can_be_turned_off_and_there_is_no_coach_yet():
    assert GAME.hints(opened(), 0, "silent") == []
    with pytest.raises(BadSetting, match="coach"):
        GAME.hints(opened(), 0, "coach")


def said(message, facts):
    missing = set(placeholders(template_of("en", message))) - set(facts)
    assert not missing, (message, missing)
    return [say(language, message, facts, NAMES) for language in LANGUAGES]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"strategists": True, "bin-empty": "when-needed"}])
def test_whole_games_can_be_told_with_all_hints(players, options):
    for seed in range(4):
        for before, event, after in random_game(random.Random(seed), players, options, BOX):
            for message in hearing.told(GAME, before, event):
                texts = said(message.message, message.facts)
                assert not any("?" in text[:-1].replace(" ?", "") for text in texts), texts
            for hint in GAME.hints(after, 0):
                texts = said(hint.hint, hint.facts)
                assert not any("None" in text for text in texts), texts


def test_a_turn_in_four_languages():
    position = play(GAME.start(3, {}, BOX), SetUp(0), Fill(), Roll(1, 3), Drop(2), Move(2))
    texts = said(*told(position, Take(1)))
    assert texts == [
        "Ann nimmt Schlüssel 2 (orange).",
        "Ann takes key 2 (orange).",
        "Ann prend la clé 2 (orange).",
        "Ann prende la chiave 2 (arancione).",
    ]
    position = play(position, Take(1), Coat(1, True), Coat(2, False))
    messages = hearing.told(GAME, position, Try(FAILS))
    assert [say("en", m.message, m.facts, NAMES) for m in messages] == [
        "Key 2 (orange) does not fit tower 3.",
        "The coats of arms placed are spent: Bob.",
    ]
    position = play(position, Try(FITS))
    messages = hearing.told(GAME, position, Treasure(3))
    assert [say("en", m.message, m.facts, NAMES) for m in messages] == [
        "In the treasure chamber: 3 pearls.",
        "Shared – Ann: 2, Bob: 1.",
    ]


def told(position, event):
    message = hearing.told(GAME, position, event)[0]
    return message.message, message.facts


def test_a_ruling_says_what_is_wrong_and_what_would_be_right():
    ruling = GAME.legal(play(rolled(opened(), 1, 2), Drop(3)), Move(3)).rulings[0]
    assert said(ruling.rule, ruling.facts)[1] == (
        "Tower 4 is too far: the roll allows at most 2 steps. Possible: tower 2, 3."
    )
