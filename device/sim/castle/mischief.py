"""Mistakes at The Castle: each finds illegal events for a position, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from device.sim.mistakes import rules_broken, some_mistake, story_broken
from device.sim.textures import Rng
from rules.castle import Cast, Event, HitCounter, Position, Roll, Shares, Step, Use
from rules.castle.game import GAME
from rules.castle.party import leader, shares
from rules.castle.pieces import ACID, PISTOL, SWORD, WIZARD
from rules.castle.position import Phase, castle_of

Story = tuple[Event, ...]
Mistake = Callable[[Position], Iterator[Story]]


def _walks(position: Position, length: int) -> Iterator[tuple[Story, Position]]:
    """Ways of so many steps for the party on the move, through empty areas."""
    seat = leader(position, position.active)
    castle = castle_of(position)
    ways: list[tuple[Story, Position, int]] = [((), position, position.parties[position.active].at)]
    for _ in range(length):
        grown = []
        for story, here, at in ways:
            for to in castle.beside[at]:
                if castle.outside(to) or to == castle.cell or here.foes[to]:
                    continue
                step = Step(seat, castle.name(to))
                if not rules_broken(GAME, here, step):
                    grown.append(((*story, step), GAME.apply(here, step), to))
        ways = grown
    yield from ((story, here) for story, here, _ in ways)


def _end(story: Story) -> str:
    """Where a walk ends."""
    last = story[-1]
    assert isinstance(last, Step)
    return last.to


def reachable(position: Position) -> set[int]:
    """Where the party on the move may stand after its movement."""
    castle = castle_of(position)
    start = position.parties[position.active].at
    found, edge = {start}, {start}
    for _ in range(2):
        open_ = {at for at in edge if castle.outside(at) or not position.foes[at] or at == start}
        edge = {to for at in open_ for to in castle.beside[at]} - {castle.cell}
        found |= edge
    return found


def three_areas(position: Position) -> Iterator[Story]:
    """One area too many."""
    castle, seat = castle_of(position), leader(position, position.active)
    near = reachable(position)
    for story, here in _walks(position, 2):
        at = castle.number[_end(story)]
        for to in castle.beside[at]:
            if to not in near and not castle.outside(to) and to != castle.cell:
                yield (*story, Step(seat, castle.name(to)))
        del here


def moved_on(position: Position) -> Iterator[Story]:
    """On through a room whose monster should have stopped them."""
    castle, seat = castle_of(position), leader(position, position.active)
    near = reachable(position)
    for at in castle.beside[position.parties[position.active].at]:
        if position.foes[at]:
            for to in castle.beside[at]:
                if to not in near and not castle.outside(to) and to != castle.cell:
                    yield (Step(seat, castle.name(at)), Step(seat, castle.name(to)))


def into_cell(position: Position) -> Iterator[Story]:
    """Into the Cell without keys."""
    castle, seat = castle_of(position), leader(position, position.active)
    name = castle.name(castle.cell)
    if castle.cell in castle.beside[position.parties[position.active].at]:
        yield (Step(seat, name),)
    for story, _ in _walks(position, 1):
        if castle.cell in castle.beside[castle.number[_end(story)]]:
            yield (*story, Step(seat, name))


def back_again(position: Position) -> Iterator[Story]:
    """A party that has left comes in again."""
    castle = castle_of(position)
    for number, party in enumerate(position.parties):
        if party.state == "out":
            for to in castle.beside[party.at]:
                yield (Step(leader(position, number), castle.name(to)),)


def out_of_turn(position: Position) -> Iterator[Story]:
    """Another party moves."""
    castle = castle_of(position)
    for number, party in enumerate(position.parties):
        if number != position.active and party.state == "in" and number != position.walked:
            for to in castle.beside[party.at]:
                if not castle.outside(to) and to != castle.cell and not position.foes[to]:
                    yield (Step(party.seats[0], castle.name(to)),)


MISTAKES: dict[str, Mistake] = {
    "castle.two-areas": three_areas,
    "castle.stopped-by-encounter": moved_on,
    "castle.cell-locked": into_cell,
    "castle.no-return": back_again,
    "castle.not-your-turn": out_of_turn,
}


def find_mistake(rng: Rng, position: Position) -> tuple[str, Story, tuple[str, ...]] | None:
    """Some mistake possible now with what it breaks."""

    def fits(rule: str, story: Story) -> bool:
        return rule in story_broken(GAME, position, story)

    found = some_mistake(rng, position, MISTAKES, fits, 10)
    return None if found is None else (*found, story_broken(GAME, position, found[1]))


def wrong_counter(rng: Rng, position: Position) -> tuple[HitCounter, tuple[str, ...]] | None:
    """A hit counter laid wrongly after a blow: modifiers forgotten, or miscounted."""
    last = position.last
    if last is None or position.due or position.phase in (Phase.FINISHED, Phase.BETWEEN):
        return None
    found: list[HitCounter] = []
    member = position.members[last.member]
    if member.state == "in":
        found += [
            HitCounter(hits, member=last.member)
            for hits in range(max(0, member.hits - 2), min(member.hits + 3, member.constitution))
        ]
    foes = position.foes[last.area]
    if last.foe < len(foes) and foes[last.foe].kind == last.kind:
        foe, name = foes[last.foe], castle_of(position).name(last.area)
        found += [
            HitCounter(hits, area=name, foe=last.foe)
            for hits in range(max(0, foe.hits - 2), min(foe.hits + 3, foe.constitution))
        ]
    wrong = [(event, rules_broken(GAME, position, event)) for event in found]
    wrong = [(event, broken) for event, broken in wrong if broken]
    slips = [each for each in wrong if each[1] != ("castle.hit-counter",)]
    pool = slips or wrong
    return pool[int(rng.integers(len(pool)))] if pool else None


def wrong_claim(rng: Rng, position: Position) -> Event | None:
    """Something told wrongly on a phone: spells, items, dice, the split."""
    found: list[Event] = []
    if position.phase in (Phase.PREPARE, Phase.SPELLS):
        seat = leader(position, position.active)
        for number, member in enumerate(position.members):
            if member.party == position.active and member.state == "in" and member.hero:
                found.append(Cast(member.seat, number, "heroism", number))
                found += [Use(member.seat, number, item) for item in (ACID, PISTOL, SWORD)]
                if member.kind == WIZARD:
                    found.append(Cast(member.seat, number, "charm", 0))
        found.append(Roll(seat, int(rng.integers(1, 7))))
    elif position.phase in (Phase.FINISHED, Phase.BETWEEN):
        right = shares(position)
        found.append(Shares(tuple(each + 100 for each in right)))
    found = [event for event in found if rules_broken(GAME, position, event)]
    return found[int(rng.integers(len(found)))] if found else None
