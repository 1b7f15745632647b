"""The Castle: what a searched treasure does, traps first of all."""

from __future__ import annotations

from dataclasses import replace

from rules.castle.events import Found, Search
from rules.castle.items import keep
from rules.castle.party import (
    add_loot,
    come_forward,
    heroes,
    hurt,
    publish,
    set_member,
)
from rules.castle.pieces import (
    CLERIC,
    CURSE,
    CURSE_300,
    FIGHTER,
    SPORE_HITS,
    SPORES,
    TRAP,
    TRAP_HITS,
    TRAP_HURTS_FROM,
    TRAP_KILLS,
    TRAPS,
    VAPOR,
    Kind,
)
from rules.castle.position import HIDDEN, Draft, Due, State
from rules.castle.spells import forget


def search(draft: Draft, event: Search) -> None:
    """A member, named before, turns the counter over."""
    come_forward(draft, event.member)
    area = draft.parties[draft.active].at
    draft.due = (Due("found", event.seat, event.member, area=area), *draft.due)


def found(draft: Draft, event: Found) -> None:
    """The counter leaves the room: a trap works at once, the rest goes with the party."""
    due = draft.due[0]
    draft.due = draft.due[1:]
    draft.treasures &= ~(1 << due.area)
    forget(draft, due.area, "treasure")
    party = draft.active
    if event.kind is None:
        add_loot(draft, party, (HIDDEN,))
    elif event.kind in TRAPS:
        publish(draft, event.kind)
        _spring(draft, due, event.kind)
    else:
        keep(draft, party, event.kind, _keeper(draft, due.member))


def _keeper(state: State, member: int) -> int:
    """Items go beneath the finder; a captive hands them to the first character."""
    if state.members[member].hero:
        return member
    return heroes(state, state.active)[0]


def _spring(draft: Draft, due: Due, kind: Kind) -> None:
    finder = draft.members[due.member]
    if kind == SPORES:
        hurt_room(draft, due.area, SPORE_HITS)
    elif kind in (VAPOR, TRAP):
        draft.due = (Due(kind, due.seat, due.member, area=due.area), *draft.due)
    elif finder.kind == CLERIC:
        return
    elif kind == CURSE:
        set_member(draft, due.member, replace(finder, curse=finder.curse + 1))
    elif kind == CURSE_300:
        add_loot(draft, draft.active, ((CURSE_300, True),))


def in_room(state: State, area: int) -> list[int]:
    """Everybody in an area, of all parties; the Princess cannot be hurt."""
    return [
        number
        for number, member in enumerate(state.members)
        if member.state == "in" and state.parties[member.party].at == area
    ]


def hurt_room(draft: Draft, area: int, hits: int) -> None:
    for number in in_room(draft, area):
        hurt(draft, number, hits)


def vapor_rolled(draft: Draft, due: Due, die: int) -> None:
    hurt_room(draft, due.area, die)


def trap_rolled(draft: Draft, due: Due, die: int) -> None:
    """1 to 3 nothing, 4 and 5 hits by discipline, 6 death."""
    member = draft.members[due.member]
    if die >= TRAP_KILLS:
        hurt(draft, due.member, max(1, member.constitution - member.hits))
    elif die >= TRAP_HURTS_FROM:
        hurt(draft, due.member, TRAP_HITS.get(member.kind, TRAP_HITS[FIGHTER]))
