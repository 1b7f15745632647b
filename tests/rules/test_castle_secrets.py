"""What a seat may not know never leaves towards it, in whole games by chance."""

import random
from dataclasses import replace

import pytest

from rules.castle import GAME, Found, Give, Name, Phase, Saw, Use
from rules.castle.pieces import TRAPS
from rules.words import LANGUAGES
from rules.words.wording import placeholders, say, template_of, word
from tests.rules.castle_tables import holding, opened, random_game


def strangers(position, seat, players):
    """Seats outside the party of a seat, and a spectator."""
    mates = next((party.seats for party in position.parties if seat in party.seats), (seat,))
    return [None, *(each for each in range(players) if each not in mates)]


def told(position, event, seat):
    """What an event is and what followed from it, as a seat hears it."""
    return (*GAME.describe(position, event, seat), *GAME.followed(position, event, seat))


def test_an_offer_says_what_it_is_and_not_what_would_come_of_it():
    for seed in range(4):
        for before, event, _ in random_game(random.Random(seed), 3):
            (said,) = GAME.describe(before, event, None)
            assert said.message.startswith("castle.event.")


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_secrets_stay_with_their_party(players):
    checked = 0
    for seed in range(3):
        for before, event, _ in random_game(random.Random(seed), players):
            if not isinstance(event, Saw | Found | Name) or event.kind in (None, *TRAPS):
                continue
            for seat in strangers(before, event.seat, players):
                assert GAME.shown(before, event, seat) == {
                    "type": GAME.event_to_json(event)["type"],
                    "seat": event.seat,
                }
                for message in told(before, event, seat):
                    assert event.kind not in str(dict(message.facts))
            assert event.kind in str(GAME.shown(before, event, event.seat))
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_view_is_the_same_whatever_others_hold(players):
    """Rename what a party holds in secret: no other seat can tell the difference."""
    checked = 0
    for seed in range(4):
        for _, _, after in random_game(random.Random(seed), players):
            if not after.parties or after.phase in (Phase.BETWEEN, Phase.FINISHED):
                continue
            for number, party in enumerate(after.parties):
                if ("gold-100", False) not in party.loot:
                    continue
                other = tuple(
                    ("key-b", False) if each == ("gold-100", False) else each for each in party.loot
                )
                parties = list(after.parties)
                parties[number] = replace(party, loot=other)
                changed = replace(after, parties=tuple(parties))
                for seat in strangers(after, party.seats[0], players):
                    assert GAME.view(after, seat) == GAME.view(changed, seat)
                    assert GAME.hints(after, seat) == GAME.hints(changed, seat)
                checked += 1
    assert checked > 5


def test_looks_are_the_lookers_alone():
    for seed in range(10):
        for before, event, after in random_game(random.Random(seed), 3):
            if isinstance(event, Saw) and event.kind is not None:
                for seat in (None, 0, 1, 2):
                    view = GAME.view(after, seat)
                    seen = {str(area["saw"]) for area in view["areas"].values()}
                    assert (str(event.kind) in str(seen)) == (
                        seat == event.seat
                    ) or seat == event.seat
                    if seat != event.seat:
                        assert event.kind not in str(GAME.shown(before, event, seat))


def test_every_event_belongs_to_a_seat_and_the_device_may_offer_only_own_acts():
    for before, event, _ in random_game(random.Random(3), 3):
        who = GAME.actor(before, event)
        for seat in range(3):
            view = GAME.view(before, seat)
            assert all(act.get("seat", seat) == seat for act in view["acts"])
            if who == seat and before.phase is not Phase.ALLY:
                assert GAME.event_to_json(event) in view["acts"]
            for act in view["others"]:
                assert act["type"] not in ("found", "saw", "give", "name", "use", "unlock")


@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_whole_games_can_be_told_with_all_hints_in_four_languages(players):
    names = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]
    for seed in range(3):
        for before, event, after in random_game(random.Random(seed), players, {"series": 2}):
            said = [(each.message, each.facts) for each in told(before, event, 0)]
            said += [(each.hint, each.facts) for each in GAME.hints(after, 0)]
            for message, facts in said:
                wanted = set(placeholders(template_of("en", message)))
                assert wanted <= set(facts), message
                for language in LANGUAGES:
                    assert say(language, message, facts, names)
                    for key in wanted:
                        assert word(language, key, facts[key], names, "castle") != "?", message


def test_an_item_in_use_is_seen_by_all_but_offered_to_its_owner_only():
    position = holding(opened("fighter", "cleric"), 0, "medallion")
    event = Use(0, 0, "medallion")
    assert GAME.secret(event)
    assert GAME.shown(position, event, 1) == GAME.event_to_json(event)
    assert GAME.event_to_json(event) in GAME.view(position, 0)["acts"]
    assert "medallion" not in str(GAME.view(position, 1))


def test_what_all_have_seen_is_handed_over_face_up_and_the_rest_in_secret():
    position = holding(opened("fighter", "cleric"), 0, "coffin")
    medallion = Give(0, 0, "medallion", 1)
    party = position.members[0]
    face_up = replace(party, items=(*party.items, ("medallion", True)))
    position = replace(position, members=(face_up, *position.members[1:]))
    assert GAME.shown(position, medallion, 1) == GAME.event_to_json(medallion)
    assert GAME.shown(position, Give(0, 0, "coffin", 1), 1) == {"type": "give", "seat": 0}
    (told,) = GAME.describe(position, medallion, 1)
    (kept,) = GAME.describe(position, Give(0, 0, "coffin", 1), 1)
    assert (told.message, kept.message) == ("castle.event.give", "castle.event.give-secret")


def test_what_is_secret_by_itself():
    assert all(GAME.secret(event) for event in (Saw(0, "bat"), Name(0, "boots")))
    assert GAME.secret(Give(0, 0, "sword", 1))
    assert not any(GAME.secret(Found(0, kind)) for kind in TRAPS)
