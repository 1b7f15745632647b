"""Which story of The Castle explains what is seen: perfect readings, and what the verdict is."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

from device.sim.castle.table import SimGame
from rules.castle import Done, Event, Fight, HitCounter, Phase, Position, Roll, Step, TurnUp
from rules.castle.game import GAME
from rules.castle.position import castle_of
from vision.castle.pieces import Spot
from vision.castle.reader import Memory, Reading
from vision.castle.setup_faults import set_up_faults
from vision.castle.story import ANOTHER_THING, NOT_THROWN, ROUNDABOUT, CastleLens, Detour
from vision.castle.table import Wanted, contents
from vision.dice.find import Die
from vision.set_up import begun
from vision.stories.beam import UNLIKELY_BELIEF, Explainer
from vision.stories.story import Branch, Outcome, Story, Verdict

NAMES = ("back:treasure", "back:monster", "face:goblin", "face:behemoth", "face:slime")
LENS: Any = CastleLens(counts=False)


@pytest.fixture(scope="module")
def start() -> Position:
    return SimGame(4, "easy", 2).start


def spot(wanted: Wanted, names: tuple[str, ...]) -> Spot:
    scores = {name: 50.0 if name == wanted.name else -40.0 for name in names}
    return Spot(0.0, 0.0, 0.0, scores, -50.0)


def die(value: int) -> Die:
    likely = {each: 0.0 if each == value else -12.0 for each in range(1, 7)}
    return Die(value, 1.0, 1.0, None, likely)  # type: ignore[arg-type]


def seen(before: Position, after: Position, thrown: int = 0) -> Reading:
    """A picture of `after` in which everything shows plainly."""
    old, new = contents(before), contents(after)
    names = tuple(
        {*NAMES, *(each.name for many in (old, new) for one in many.values() for each in one)}
    )
    spots = {place: tuple(spot(each, names) for each in many) for place, many in new.items()}
    touched = frozenset(p for p in {*old, *new} if old.get(p) != new.get(p))
    memory = Memory(None, spots, None, None)  # type: ignore[arg-type]
    return Reading(spots, touched, die(thrown or 6), bool(thrown), memory, turned=bool(thrown))


def explained(before: Position, after: Position, thrown: int = 0) -> Outcome:
    return Explainer(GAME, LENS, before).explain(seen(before, after, thrown))


def walked(position: Position, count: int, foes: bool) -> list[Event]:
    """So many steps for the party on the move, the last one into a room with a monster or not."""
    castle, seat = castle_of(position), position.parties[position.active].seats[0]
    ways: list[tuple[list[Event], int]] = [([], position.parties[position.active].at)]
    for left in range(count, 0, -1):
        ways = [
            ([*way, Step(seat, castle.name(to))], to)
            for way, at in ways
            for to in castle.beside[at]
            if not castle.outside(to) and to != castle.cell
            and bool(position.foes[to]) == (foes and left == 1)
            and Step(seat, castle.name(to)) not in way
        ]  # fmt: skip
    return ways[0][0]


def played(position: Position, events: list[Event]) -> Position:
    return reduce(GAME.apply, events, position)


def test_two_areas_are_understood_as_two_steps(start: Position) -> None:
    way = walked(start, 2, foes=False)
    outcome = explained(start, played(start, way))
    assert (outcome.verdict, outcome.certain) == (Verdict.UNDERSTOOD, True)
    assert list(outcome.stories[0].events[:2]) == way


def test_a_character_in_a_corridor_is_none_of_the_counters_it_looks_like(start: Position) -> None:
    way = walked(start, 2, foes=False)
    after = played(start, way)
    reading = seen(start, after)
    place = castle_of(after).name(after.parties[start.active].at)
    assert not place.startswith("R")
    (one,) = reading.spots[place]
    red = replace(one, scores={**one.scores, "back:monster": max(one.scores.values()) + 80})
    outcome = Explainer(GAME, LENS, start).explain(
        replace(reading, spots={**reading.spots, place: (red,)})
    )
    assert outcome.certain
    assert outcome.fit == 0.0
    assert list(outcome.stories[0].events[:2]) == way


def test_a_monster_turned_up_and_fought_is_understood_with_the_die(start: Position) -> None:
    way = walked(start, 2, foes=True)
    seat = start.parties[start.active].seats[0]
    met = [*way, TurnUp(seat, "behemoth", 8), Done(seat), Fight(seat, seat), Roll(seat, 3)]
    outcome = explained(start, played(start, met), thrown=3)
    assert outcome.certain
    assert list(outcome.stories[0].events) == met


@pytest.mark.parametrize("new", [True, False])
def test_a_die_seen_for_the_first_time_may_have_ended_a_fight(start: Position, new: bool) -> None:
    way = walked(start, 2, foes=True)
    before = played(start, [*way, TurnUp(0, "behemoth", 1)])
    fought: list[Event] = [Done(0), Fight(0, 0), Roll(0, 1)]
    after = played(before, fought)
    reading = replace(seen(before, after), die=die(1), new_die=new)
    found = Explainer(GAME, LENS, before).explain(reading).stories[0]
    assert (found.events == tuple(fought) and found.probability > 0.9) is new


def test_a_die_seen_only_afterwards_tells_what_was_thrown(start: Position) -> None:
    way = walked(start, 2, foes=True)
    met: list[Event] = [*way, TurnUp(0, "behemoth", 8), Done(0), Fight(0, 0)]
    fought = played(start, [*met, Roll(0, 1)])
    reading = replace(seen(fought, fought), die=die(1), new_die=True)
    right, wrong = (LENS.story(reading, played(start, [*met, Roll(0, n)])) for n in (1, 4))
    assert right.fit(right.before) == 0.0
    known = replace(reading, new_die=False)
    later = LENS.story(known, wrong.before)
    assert wrong.fit(wrong.before) - later.fit(wrong.before) == -6.0


def test_nobody_asks_by_which_way_a_party_came_that_has_stopped(start: Position) -> None:
    short = played(start, [*walked(start, 2, foes=True)])
    met = GAME.apply(short, TurnUp(0, "behemoth", 8))
    assert met.phase not in (Phase.PREPARE, Phase.MOVE)
    assert LENS.key(met) == LENS.key(replace(met, steps=met.steps + 1))
    began = played(start, [*walked(start, 1, foes=False)])
    assert began.phase is Phase.MOVE
    assert LENS.key(began) != LENS.key(replace(began, steps=began.steps + 1))


def test_a_die_that_a_hand_hides_is_waited_for(start: Position) -> None:
    way = tuple(walked(start, 2, foes=True))
    stories = [Story((*way, Roll(0, n)), 0.25, start) for n in (1, 2, 3, 4)]
    assert LENS.patience(stories)[0] == 3
    other = Story(way, 0.2, start)
    assert LENS.patience([*stories, other])[0] == 1
    assert LENS.patience(stories[:1])[0] == 1


def test_three_areas_are_one_too_many(start: Position) -> None:
    castle = castle_of(start)
    near = played(start, walked(start, 2, foes=False))
    seat = start.parties[start.active].seats[0]
    at = near.parties[start.active].at
    begun = set(castle.beside[start.parties[start.active].at])
    far = next(
        to for to in castle.beside[at]
        if not castle.outside(to) and not near.foes[to] and not begun & set(castle.beside[to])
        and to not in begun
    )  # fmt: skip
    outcome = explained(start, played(near, [Step(seat, castle.name(far))]))
    assert outcome.verdict is Verdict.ILLEGAL
    assert "castle.two-areas" in {ruling.rule for ruling in outcome.rulings}


def test_a_fight_that_is_broken_off_is_told(start: Position) -> None:
    seat = start.parties[start.active].seats[0]
    fighting = played(start, [*walked(start, 2, foes=True), TurnUp(seat, "behemoth", 8)])
    left = played(fighting, [Done(seat), Done(seat)])
    after = played(left, walked(left, 2, foes=False))
    outcome = explained(fighting, after)
    assert outcome.verdict is Verdict.ILLEGAL
    assert [ruling.rule for ruling in outcome.rulings] == ["castle.fight-on"]
    assert outcome.stories[0].position == after


def test_who_walks_out_of_a_fight_alone_is_told_so() -> None:
    alone = SimGame(4, "easy", 1).start
    fighting = played(alone, [*walked(alone, 2, foes=True), TurnUp(0, "behemoth", 8)])
    outcome = explained(fighting, played(fighting, walked(fighting, 1, foes=False)))
    assert outcome.verdict is Verdict.ILLEGAL
    assert [ruling.rule for ruling in outcome.rulings] == ["castle.stopped-by-encounter"]


def test_a_throw_is_untold_before_the_monster_is_turned_up_as_well(start: Position) -> None:
    met = played(start, walked(start, 2, foes=True))
    turned = GAME.apply(met, TurnUp(met.due[0].seat, "behemoth", 8))
    costs = [LENS.story(seen(start, each, thrown=3), start).fit(each) for each in (met, turned)]
    assert costs == [-6.0, -6.0]


def test_a_party_that_moves_before_its_turn_is_told(start: Position) -> None:
    castle, other = castle_of(start), 1 - start.active
    seat = start.parties[other].seats[0]
    to = castle.name(castle.beside[start.parties[other].at][0])
    outcome = explained(start, played(start, [Step(seat, to)]))
    assert outcome.verdict is Verdict.ILLEGAL
    assert {ruling.rule for ruling in outcome.rulings} == {"castle.not-your-turn"}


def test_a_turn_of_another_party_is_no_proof_of_what_was_hardly_believed(start: Position) -> None:
    explainer = Explainer(GAME, LENS, start)
    first = explainer.explain(replace(seen(start, start), touched=frozenset(), first=True))
    assert first.stories[0].events == ()
    castle, other = castle_of(start), 1 - start.active
    seat = start.parties[other].seats[0]
    went = played(start, walked(start, 2, foes=False))
    explainer.beam = [*explainer.beam[:1], Branch(went, (), 3.5 * UNLIKELY_BELIEF)]
    to = castle.name(castle.beside[start.parties[other].at][0])
    outcome = explainer.explain(seen(start, played(start, [Step(seat, to)])))
    assert outcome.verdict is Verdict.ILLEGAL
    assert {ruling.rule for ruling in outcome.rulings} == {"castle.not-your-turn"}


def test_nobody_comes_in_and_goes_out_again_between_two_pictures(start: Position) -> None:
    seat = start.parties[start.active].seats[0]
    step = walked(start, 1, foes=False)
    inside = played(start, step)
    gate = castle_of(start).name(start.parties[start.active].at)
    out = (Step(seat, gate),)
    assert out not in set(LENS.story(seen(start, inside), start).steps(inside))
    assert out in set(LENS.story(seen(inside, start), inside).steps(inside))


def test_a_wrong_hit_counter_is_told_though_it_hides_which_monster_it_lies_on(
    start: Position,
) -> None:
    seat = start.parties[start.active].seats[0]
    met = [*walked(start, 2, foes=True), TurnUp(seat, "behemoth", 8)]
    fighting = played(start, met)
    after = played(fighting, [Done(seat), Fight(seat, seat), Roll(seat, 3)])
    ((area, hits),) = [
        (place, each.hits)
        for place, many in contents(after).items()
        for each in many
        if each.name == "face:behemoth"
    ]
    reading = seen(fighting, after, thrown=3)
    spots = []
    for each in reading.spots[area]:
        faces = {name: 30.0 for name in each.scores if name.startswith("face:")}
        if each.best() == "face:behemoth":
            shown = {n: 100.0 if n == hits + 1 else 0.0 for n in range(1, 8)}
            alike = {"face:goblin": 30.0, **each.scores, **faces}
            each = replace(each, scores=alike, covered=True, hits=shown)
        spots.append(each)
    lens: Any = CastleLens(counts=True)
    outcome = Explainer(GAME, lens, fighting).explain(
        replace(reading, spots={**reading.spots, area: tuple(spots)})
    )
    assert outcome.verdict is Verdict.ILLEGAL
    assert outcome.stories[0].events[-1] == HitCounter(hits + 1, area=area, foe=0)


def test_a_hit_counter_that_was_never_laid_is_told(start: Position) -> None:
    seat = start.parties[start.active].seats[0]
    fighting = played(start, [*walked(start, 2, foes=True), TurnUp(seat, "behemoth", 8)])
    after = played(fighting, [Done(seat), Fight(seat, seat), Roll(seat, 6)])
    ((area, hits),) = [
        (place, each.hits)
        for place, many in contents(after).items()
        for each in many
        if each.name == "face:behemoth"
    ]
    assert hits
    bare = seen(fighting, after, thrown=6)
    lens: Any = CastleLens(counts=True)
    outcome = Explainer(GAME, lens, fighting).explain(bare)
    assert outcome.verdict is Verdict.ILLEGAL
    assert outcome.stories[0].events[-1] == HitCounter(0, area=area, foe=0)
    # What lies on a monster may be too dim to see.
    dim = tuple(replace(each, covered=each.best() == "face:behemoth") for each in bare.spots[area])
    unclear = replace(bare, spots={**bare.spots, area: dim})
    assert Explainer(GAME, lens, fighting).explain(unclear).verdict is Verdict.UNDERSTOOD


def test_the_die_of_a_witch_is_one_throw_and_not_a_round_of_the_fight_besides(
    start: Position,
) -> None:
    seat = start.parties[start.active].seats[0]
    met = [*walked(start, 2, foes=True), TurnUp(seat, "witch", 3), Done(seat), Fight(seat, seat)]
    cast = played(start, [*met, Roll(seat, 1)])
    assert cast.due[0].what == "witch"
    after = played(cast, [Roll(cast.due[0].seat, 5)])
    story = LENS.story(seen(cast, after, thrown=5), cast)
    assert story.fit(after) == 0.0
    assert after.phase is Phase.MELEE
    assert not [step for step in story.steps(after) if isinstance(step[-1], Roll)]


def test_a_die_that_was_not_seen_to_be_thrown_rather_shows_what_was_rolled(start: Position) -> None:
    """After a mistake was put right the die lay as it had: any value was as likely."""
    seat = start.parties[start.active].seats[0]
    met = played(start, [*walked(start, 2, foes=True), TurnUp(seat, "bat", 1)])
    lies = replace(seen(met, met), die=die(4), thrown=False, new_die=False)
    story = LENS.story(lies, met)
    costs = [story.step_cost((Roll(seat, value),)) for value in (4, 5)]
    assert costs == [NOT_THROWN, NOT_THROWN + ANOTHER_THING]


def test_a_die_that_nobody_saw_is_not_guessed_though_all_its_values_come_to_the_same(
    start: Position,
) -> None:
    seat = start.parties[start.active].seats[0]
    met = played(start, [*walked(start, 2, foes=True), TurnUp(seat, "bat", 1)])
    rolls: list[list[Event]] = [[Done(seat), Fight(seat, seat), Roll(seat, n)] for n in (5, 6)]
    five, six = (played(met, roll) for roll in rolls)
    assert contents(five) == contents(six)
    explainer = Explainer(GAME, LENS, met)
    unseen = replace(seen(met, six), die=None, thrown=True)
    assert not explainer.explain(unseen).certain
    shown = explainer.explain(replace(seen(six, six), die=die(6), new_die=True))
    assert shown.stories[0].events[:3] == tuple(rolls[1])
    values = {each.events[2:3]: each.probability for each in shown.stories}
    assert values[(Roll(seat, 5),)] < 0.01 * values[(Roll(seat, 6),)]


def test_nothing_moved_is_no_event(start: Position) -> None:
    outcome = explained(start, start)
    assert outcome.stories[0].events == ()


def test_rooms_without_a_counter_are_named(start: Position) -> None:
    sheet = SimGame(4, "easy", 2).theme.plan
    assert start.phase is Phase.PREPARE
    reading = seen(start, start)
    reading.spots["R3"] = tuple(s for s in reading.spots["R3"] if s.best() != "back:treasure")
    reading.spots["H0.0"] = (spot(Wanted("back:monster"), NAMES),)
    faults = set_up_faults(reading, sheet)
    assert [(fault.key, dict(fault.facts)) for fault in faults] == [
        ("setup.castle-treasures", {"rooms": "R3"}),
        ("setup.castle-astray", {"areas": "H0.0"}),
    ]
    assert set_up_faults(seen(start, start), sheet) == []


def test_counters_face_up_before_the_first_turn_tell_that_the_game_has_begun(
    start: Position,
) -> None:
    sheet = SimGame(4, "easy", 2).theme.plan
    reading = seen(start, start)
    for room in ("R3", "R4"):
        reading.spots[room] = (spot(Wanted("face:goblin"), NAMES),)
    faults = set_up_faults(reading, sheet)
    assert faults == [begun(counters=2)]
    assert dict(faults[0].facts) == {"what": {"counters": 2}}


def test_a_way_round_is_hardly_gone_where_one_step_leads(start: Position) -> None:
    castle, seat = castle_of(start), start.parties[start.active].seats[0]
    inside = played(start, [*walked(start, 1, foes=False), Done(seat)])
    while inside.active != start.active:
        inside = GAME.apply(inside, Done(inside.parties[inside.active].seats[0]))
    there = castle.name(inside.parties[start.active].at)
    after = played(inside, walked(inside, 1, foes=False))
    story = LENS.story(seen(inside, after), inside)
    back = next(each for each in story.steps(after) if each == (Step(seat, there),))
    assert isinstance(back, Detour)
    assert story.step_cost(back) == ROUNDABOUT
    assert story.step_cost((Step(seat, there),)) == 0.0


def test_a_corridor_that_looks_bare_is_left(start: Position) -> None:
    seat, gate = start.parties[start.active].seats[0], start.parties[start.active].at
    inside = played(start, walked(start, 1, foes=False))
    outcome = explained(inside, played(inside, [Step(seat, castle_of(start).name(gate))]))
    assert outcome.certain
    assert outcome.stories[0].events == (Step(seat, castle_of(start).name(gate)),)


@pytest.mark.parametrize(("quality", "certain"), [(0.43, False), (0.8, True)])
def test_an_unclear_die_makes_no_throw_certain(
    start: Position, quality: float, certain: bool
) -> None:
    seat = start.parties[start.active].seats[0]
    fighting = played(start, [*walked(start, 2, foes=True), TurnUp(seat, "behemoth", 8)])
    after = played(fighting, [Done(seat), Fight(seat, seat), Roll(seat, 3)])
    reading = seen(fighting, after, thrown=3)
    unclear = replace(reading, die=replace(die(3), quality=quality))
    assert Explainer(GAME, LENS, fighting).explain(unclear).certain is certain
