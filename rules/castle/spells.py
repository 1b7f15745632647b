"""The Castle: the wizard's spells, from the casting to what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rules.castle.events import Cast, Land, Peek, Saw
from rules.castle.fate import change_foe, strike_foe, strike_member
from rules.castle.party import fellows, hurt, join, left_for, set_member, set_party
from rules.castle.pieces import (
    BACKFIRE_HITS,
    CHARM,
    CHART,
    EFFECT,
    ESP,
    FIREBALL,
    HEROISM,
    MONSTER_KINDS,
    SHADOW,
    SPEED,
    TELEPORT,
    TREASURE_KINDS,
    Kind,
    capped,
)
from rules.castle.position import Draft, Due, Member, Phase, Round, State, castle_of


def cast(draft: Draft, event: Cast) -> None:
    """A spell is announced: the die decides."""
    bit = 1 << event.member
    if draft.combat is None:
        draft.cast_first |= bit
    else:
        draft.cast_third |= bit
    target = -1 if event.target is None else event.target
    draft.due = (Due("spell", event.seat, event.member, event.spell, target), *draft.due)


def spell_rolled(draft: Draft, due: Due, die: int) -> None:
    """The chart for the spell die."""
    outcome = CHART[due.spell][die - 1]
    if outcome == "backfires":
        draft.last = Round(
            due.member, die, due.spell, -1, 0, 0, draft.members[due.member].hits, True
        )
        hurt(draft, due.member, BACKFIRE_HITS)
    elif outcome != "fails":
        _works(draft, due, outcome)


def _works(draft: Draft, due: Due, outcome: str) -> None:
    if due.spell in (CHARM, FIREBALL):
        draft.due = (Due(due.spell, due.seat, due.member, outcome, due.target), *draft.due)
    elif due.spell == ESP:
        draft.due = (Due("peek", due.seat, due.member, outcome), *draft.due)
    elif due.spell == HEROISM:
        receiver = draft.members[due.target]
        set_member(draft, due.target, replace(receiver, heroic=receiver.heroic + 1))
    elif due.spell == SPEED:
        draft.again = True
        draft.sped = draft.active
    elif due.spell == TELEPORT:
        draft.due = (Due("land", due.seat, due.member), *draft.due)


def effect(due: Due, kind: Kind | None) -> int:
    """The modifier of an effect die: the chart's, and the shadow's, together capped."""
    return capped(EFFECT[due.spell] - (kind == SHADOW))


def charm_rolled(draft: Draft, due: Due, die: int) -> None:
    """A monster whose constitution the modified die exceeds joins the party."""
    area = draft.parties[draft.active].at
    foe = draft.foes[area][due.target]
    assert foe.kind is not None
    if die + effect(due, foe.kind) <= foe.constitution:
        return
    change_foe(draft, area, due.target, None)
    party = draft.members[due.member].party
    joined = Member(foe.kind, foe.constitution, -1, party, foe.hits)
    join(draft, party, joined)


def fireball_rolled(draft: Draft, due: Due, die: int) -> None:
    """Hits on one target, by the modified die."""
    assert draft.combat is not None
    if draft.combat.rival >= 0:
        kind = draft.members[due.target].kind
        strike_member(draft, due.target, die + effect(due, kind), due.member)
        return
    area = draft.parties[draft.active].at
    kind_of = draft.foes[area][due.target].kind
    strike_foe(draft, area, due.target, die + effect(due, kind_of), due.member)


# --- looking far away --------------------------------------------------------------------------


def peek(draft: Draft, event: Peek) -> None:
    """A counter is looked at; after "both", the other counter of the same room may be, too."""
    due = draft.due[0]
    area = castle_of(draft).number[event.area]
    left = draft.due[1:]
    other = "monster" if event.what == "treasure" else "treasure"
    if due.spell == "both" and _there(draft, area, other):
        left = (Due("peek", due.seat, due.member, other, area=area), *left)
    draft.due = (Due("saw", event.seat, due.member, event.what, area=area), *left)


def _there(state: State, area: int, what: str) -> bool:
    if what == "treasure":
        return bool(state.treasures >> area & 1)
    return any(foe.kind is None for foe in state.foes[area])


def peeks(state: State, due: Due) -> list[tuple[int, str]]:
    """What may be looked at now: areas and which counter."""
    whats = ("monster", "treasure") if due.spell in ("either", "both") else (due.spell,)
    areas = castle_of(state).rooms if due.area < 0 else (due.area,)
    return [(area, what) for area in areas for what in whats if _there(state, area, what)]


def saw(draft: Draft, event: Saw) -> None:
    """What was seen belongs to the one who looked."""
    due = draft.due[0]
    draft.due = draft.due[1:]
    if event.kind is None:
        return
    left = _left(draft, event.seat, due.spell)[event.kind]
    kept = [each for each in draft.looks[event.seat] if each[:2] != (due.area, due.spell)]
    if sum(each[1:] == (due.spell, event.kind) for each in kept) >= left:
        kept = [each for each in kept if each[1:] != (due.spell, event.kind)]
    _remember(draft, event.seat, (*kept, (due.area, due.spell, event.kind)))


def _remember(draft: Draft, seat: int, looks: Iterable[tuple[int, str, Kind]]) -> None:
    draft.looks = (*draft.looks[:seat], tuple(sorted(looks)), *draft.looks[seat + 1 :])


def _left(state: State, seat: int, what: str) -> dict[Kind, int]:
    """How many counters of each kind may lie face down, by what a player has seen."""
    if what == "monster":
        return dict(zip(MONSTER_KINDS, state.open_monsters, strict=True))
    return dict(zip(TREASURE_KINDS, left_for(state, seat), strict=True))


def mend_looks(draft: Draft) -> None:
    """What came to light meanwhile puts right what was told of a look."""
    for seat, looks in enumerate(draft.looks):
        left = {what: _left(draft, seat, what) for what in dict.fromkeys(w for _, w, _ in looks)}
        told = Counter(each[1:] for each in looks)
        right = [each for each in looks if told[each[1:]] <= left[each[1]][each[2]]]
        if len(right) < len(looks):
            _remember(draft, seat, right)


def forget(draft: Draft, area: int, what: str) -> None:
    """A counter has been turned over: what was seen of it before is no secret any more."""
    draft.looks = tuple(
        tuple(each for each in seat if each[:2] != (area, what)) for seat in draft.looks
    )


# --- teleport ----------------------------------------------------------------------------------


def land(draft: Draft, event: Land) -> None:
    """A teleported party arrives; against another party only when both sides have cast."""
    due = draft.due[0]
    draft.due = draft.due[1:]
    area = castle_of(draft).number[event.area]
    party = draft.members[due.member].party
    combat = draft.combat
    if combat is not None and combat.rival >= 0 and draft.phase is Phase.SPELLS:
        draft.combat = replace(combat, landings=(*combat.landings, (party, area)))
        return
    transport(draft, party, area)


def transport(draft: Draft, number: int, area: int) -> None:
    """The party goes to another area; the Princess stays, she cannot be teleported."""
    party = draft.parties[number]
    if party.princess:
        draft.princess = party.at
    set_party(draft, number, replace(party, at=area, princess=False))
    if number == draft.active:
        draft.used |= {"arrived"}


def landing_areas(state: State) -> list[int]:
    """Everywhere a teleport may lead: any area, but not the locked Cell."""
    castle = castle_of(state)
    return [at for at in castle.inside if at != castle.cell or state.cell_open]


def targets(state: State, member: int, spell: Kind) -> list[int | None]:
    """What a spell may be aimed at now."""
    party = state.members[member].party
    if spell == HEROISM:
        return [
            at
            for at in state.parties[party].members
            if state.members[at].hero and state.members[at].state == "in"
        ]
    if spell not in (CHARM, FIREBALL):
        return [None]
    combat = state.combat
    if combat is None:
        return []
    if combat.rival < 0:
        return list(range(len(state.foes[state.parties[state.active].at])))
    if spell == CHARM:
        return []
    other = combat.rival if party == state.active else state.active
    return [at for at in fellows(state, other) if not state.members[at].hidden]
