"""Two tables that differ in one secret look the same to everybody else."""

import random
from dataclasses import replace

import pytest

from rules.castle import (
    GAME,
    Done,
    Fight,
    Found,
    Give,
    HitCounter,
    Name,
    Phase,
    Roll,
    Search,
    Show,
)
from rules.castle.party import open_kinds
from rules.castle.pieces import TRAPS
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
    random_game,
    with_foe,
)

FINDS = (None, "pistol", "key-a", "dwarf", "elf", "gold-500", "sword", "boots", "coffin")


def searching(*characters, groups=()):
    position = put(cleared(opened(*characters, groups=groups)), 0, "1")
    return play(position, Done(0), Done(0), Search(0, 0))


def looks(position, seat):
    """All that leaves towards a seat: what it sees, is told, is offered and judged by."""
    return (
        GAME.known(position, seat),
        GAME.view(position, seat),
        GAME.hints(position, seat),
        [GAME.event_to_json(event) for event in GAME.chance(position)],
    )


@pytest.mark.parametrize("seat", [None, 1])
def test_what_was_found_is_seen_by_nobody_else(seat):
    position = searching(F, C)
    seen = []
    for kind in FINDS:
        event = Found(0, kind)
        after = GAME.apply(position, event)
        told = GAME.describe(position, event, seat), GAME.followed(position, event, seat)
        seen.append((GAME.shown(position, event, seat), told, looks(after, seat)))
    assert all(each == seen[0] for each in seen)
    assert "item_count" not in str(seen[0])


def test_what_others_judge_tells_them_of_no_captive():
    position = searching(F, C)
    one, two = (GAME.known(play(position, Found(0, kind)), 1) for kind in ("dwarf", "gold-100"))
    tries = (HitCounter(1, 2), Fight(1, 2), Search(1, 2), Give(1, 1, "acid", 2), Show(1, 2))
    for event in tries:
        assert GAME.legal(one, event) == GAME.legal(two, event)
    assert one == two


def test_a_party_and_its_allies_know_their_own():
    position = play(searching(F, C, W, groups=[(0, 2)]), Found(0, "dwarf"))
    assert all(GAME.known(position, seat) == position for seat in (0, 2))
    assert len(GAME.known(position, None).members) == 3


def test_an_ally_sees_what_was_found():
    position = searching(F, C, W, groups=[(0, 2)])
    for kind in FINDS[1:]:
        assert kind in str(GAME.shown(position, Found(0, kind), 2))
    after = play(position, Found(0, "dwarf"))
    assert [each["kind"] for each in GAME.view(after, 2)["members"]] == [F, C, W, "dwarf"]
    assert [each["kind"] for each in GAME.view(after, 1)["members"]] == [F, C, W]
    assert GAME.view(after, 1)["parties"][0]["counters"] == 1


def test_members_keep_their_numbers_where_one_is_hidden():
    after = play(searching(F, C), Found(0, "dwarf"))
    after = replace(after, members=(*after.members, replace(after.members[2], kind="ogre")))
    after = member(after, 3, hidden=False)
    assert [each["number"] for each in GAME.view(after, 0)["members"]] == [0, 1, 2, 3]
    assert [each["number"] for each in GAME.view(after, 1)["members"]] == [0, 1, 3]


def test_a_hidden_sword_is_in_the_hint_of_its_own_party_alone():
    plain = play(with_foe(loot(opened(F, C), 0, "unseen"), "ogre", 9), Fight(0, 0))
    sword = play(with_foe(holding(opened(F, C), 0, "sword"), "ogre", 9), Fight(0, 0))
    for seat in (None, 1):
        assert GAME.hints(plain, seat) == GAME.hints(sword, seat)
    assert GAME.hints(sword, 0)[0].facts["causes"] == ["sword"]


def test_a_hit_counter_beyond_the_cap_tells_nobody_of_a_sword():
    for items in ((), ("sword",), ("sword", "sword")):
        position = member(opened(F, C), 0, heroic=1)
        position = holding(position, 0, *items)
        position = play(with_foe(position, "ogre", 9), Fight(0, 0), Roll(0, 3))
        told = {hits: GAME.legal(position, HitCounter(hits, area="10")) for hits in (4, 5, 6)}
        assert [[each.rule for each in found.rulings] for found in told.values()] == [
            [],
            ["castle.modifiers-capped"],
            ["castle.hit-counter"],
        ]


def test_a_wrong_hit_counter_tells_nobody_of_a_sword():
    for items in ((), ("sword",)):
        struck = play(
            with_foe(holding(opened(C, F), 0, *items), "ogre", 9), Fight(0, 0), Roll(0, 3)
        )
        rulings = GAME.legal(struck, HitCounter(4, area="10")).rulings
        assert [ruling.rule for ruling in rulings] == ["castle.sword-fighters-only"]


def other_kind(position, event, rng):
    """Another secret counter that the same seat might have found just as well."""
    kinds = [kind for kind in open_kinds(position, event.seat) if kind not in (*TRAPS, event.kind)]
    return rng.choice([None, *kinds])


def same_for_others(one, two, finder):
    mates = next(party.seats for party in one.parties if finder in party.seats)
    for seat in (None, *(seat for seat in range(one.players) if seat not in mates)):
        assert looks(one, seat) == looks(two, seat)


def twins(seed, players):
    """A secret find told otherwise, and how long the games go on alike; the pairs compared."""
    rng = random.Random(seed)
    game = [event for _, event, _ in random_game(rng, players, luck=0.9)]
    position, pairs = GAME.start(players, {}, {"demo": True}), 0
    for at, event in enumerate(game):
        if isinstance(event, Found) and event.kind not in TRAPS and rng.random() < 0.3:
            other = replace(event, kind=other_kind(position, event, rng))
            one, two = GAME.apply(position, event), GAME.apply(position, other)
            pairs += alike(one, two, game[at + 1 : at + 8], event.seat)
        position = GAME.apply(position, event)
    return pairs


def alike(one, two, events, finder):
    """Compare two tables while nothing shows the difference."""
    pairs = 0
    for event in (None, *events):
        if event is not None:
            if told_apart(one, event, finder) or told_apart(two, event, finder):
                break
            one, two = GAME.apply(one, event), GAME.apply(two, event)
        if one.phase is Phase.FINISHED:
            break
        same_for_others(one, two, finder)
        pairs += 1
    return pairs


def told_apart(position, event, finder):
    """Whether an event of the finder's party shows or uses what was found."""
    open_ = isinstance(event, Found | Search | Done | Roll)
    party = next(party.seats for party in position.parties if finder in party.seats)
    own = getattr(event, "seat", -1) in party
    return not GAME.legal(position, event) or (
        own and not open_ and (GAME.secret(event) or isinstance(event, Give | Name | Fight))
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_find_told_otherwise_changes_nothing_for_others(players):
    assert sum(twins(seed, players) for seed in range(3)) >= 10


@pytest.mark.slow
def test_many_finds_told_otherwise_change_nothing_for_others():
    assert sum(twins(seed, 2 + seed % 4) for seed in range(60)) >= 500


@pytest.mark.parametrize("players", [1, 2, 4])
def test_what_a_seat_may_know_is_enough_to_offer_and_judge_all_it_does(players):
    for seed in range(4):
        rng = random.Random(seed)
        for before, event, _ in random_game(rng, players, luck=0.9):
            if rng.random() < 0.9:
                continue
            for seat in range(players):
                seen = GAME.known(before, seat)
                mine, told = (
                    [act for act in GAME.actions(each) if GAME.actor(each, act) in (None, seat)]
                    for each in (before, seen)
                )
                assert mine == told
                assert all(GAME.legal(seen, act) == GAME.legal(before, act) for act in mine)
                GAME.describe(seen, event, seat)
                GAME.legal(GAME.known(before, None), event)
