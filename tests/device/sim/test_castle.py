"""The bots of The Castle by the rules alone: they play to come out alive, with gold."""

from collections import Counter
from functools import reduce

import numpy as np
import pytest

from device.sim.castle.bots import dares, distances, strength, worthwhile
from device.sim.castle.script import Script, set_up
from device.sim.castle.table import SimGame
from device.sim.castle.theme import make_theme
from rules.castle import GAME, SIM_MAP, Cast, Fight, Found, Name, Phase, Position, Roll, TurnUp
from rules.castle.demo import SIM_CONSTITUTIONS
from rules.castle.pieces import DISCIPLINES, GOLD
from rules.values import Answer
from tests.rules.castle_tables import C, F, W, cleared, loot, member, opened, play, put, with_foe

UNSEEN_SEEDS = range(7000, 7012)


def played(seed: int, players: int) -> tuple[Position, list[object]]:
    """A whole game as the bots play it, without a table or a camera."""
    rng = np.random.default_rng(seed)
    start = GAME.start(players, {"no-player-combat": True}, {"demo": True})
    start = reduce(GAME.apply, set_up(rng, start), start)
    script = Script(rng, start)
    script.most = 400
    acts = list(script.acts())
    return acts[-1].truth.position, [event for act in acts for event in act.truth.events]


@pytest.mark.parametrize(("players", "least"), [(2, 6), (3, 7), (4, 8)])
def test_in_most_games_somebody_comes_out_with_points(players: int, least: int) -> None:
    ends = [played(seed, players)[0] for seed in UNSEEN_SEEDS]
    assert all(end.phase is Phase.FINISHED for end in ends)
    assert sum(bool(GAME.score(end).winners) for end in ends) >= least
    assert sum(any(party.state == "out" for party in end.parties) for end in ends) >= 10


def test_whole_games_at_the_simulated_table_are_worth_watching() -> None:
    theme = make_theme(1)
    ends, counts = [], []
    for seed in UNSEEN_SEEDS:
        game = SimGame(seed, players=4, theme=theme)
        game.whole = True
        acts = list(game.script(game.room()).acts())
        ends.append(acts[-1].truth.position)
        counts.append(Counter(type(event) for act in acts for event in act.truth.events))
    heroes = [each for end in ends for each in end.members if each.kind in DISCIPLINES]
    assert all((each.constitution,) == SIM_CONSTITUTIONS[each.kind] for each in heroes)
    assert all(end.phase is Phase.FINISHED for end in ends)
    assert min(sum(count.values()) for count in counts) >= 50
    assert min(count[TurnUp] for count in counts) >= 4, "monsters are met in every game"
    assert sum(count[Found] for count in counts) >= 6 * len(ends), "and rooms searched"
    assert any(count[Cast] for count in counts)
    parties = [party for end in ends for party in end.parties]
    assert 0.6 < sum(party.state == "out" for party in parties) / len(parties) < 1
    assert sum(bool(GAME.score(end).winners) for end in ends) >= 9


def test_every_event_of_the_bots_is_legal() -> None:
    for players in (1, 2, 4):
        for seed in range(4):
            rng = np.random.default_rng(seed)
            position = GAME.start(players, {"no-player-combat": True}, {"demo": True})
            position = reduce(GAME.apply, set_up(rng, position), position)
            for act in Script(rng, position).acts():
                for event in act.truth.events:
                    assert GAME.legal(position, event).answer is Answer.YES, event
                    position = GAME.apply(position, event)


def test_gold_is_named_when_its_party_has_left() -> None:
    events = [event for seed in range(8) for event in played(seed, 3)[1]]
    named = [event.kind for event in events if isinstance(event, Name)]
    assert named
    assert set(named) <= {*GOLD}


def test_who_is_badly_hurt_or_laden_faces_no_more_unseen_monsters() -> None:
    fresh = opened(F, W)
    assert strength(fresh) == 10
    assert dares(fresh)
    assert dares(member(fresh, 0, hits=5))
    assert not dares(member(fresh, 0, hits=6))
    assert not dares(loot(member(fresh, 0, hits=5), 0, "unseen"))
    assert dares(member(opened(W, F), 0, hits=2))
    assert not dares(member(opened(W, F), 0, hits=3))


def test_ways_lead_round_monsters_and_not_through_the_cell() -> None:
    position = put(cleared(opened(F, C)), 0, "i")
    far = distances(position, SIM_MAP.entrances)
    assert far[SIM_MAP.number["1"]] == 1
    assert SIM_MAP.cell not in far
    guarded = with_foe(position, "ogre", area="1")
    assert far[SIM_MAP.number["2"]] == 2
    assert distances(guarded, SIM_MAP.entrances)[SIM_MAP.number["2"]] > 2
    taken = play(with_foe(opened(F, C), "bat", 2), Fight(0, 0), Roll(0, 6))
    assert SIM_MAP.number["10"] in worthwhile(taken)
