"""The Castle: hits and deaths, of monsters, members and whole parties."""

from __future__ import annotations

from dataclasses import replace

from rules.castle.party import (
    come_forward,
    heroes,
    hurt,
    receive,
    set_member,
    set_party,
    stop_asking,
)
from rules.castle.pieces import CAPTIVES, CURSE_300
from rules.castle.position import Draft, Foe, Held, Member


def set_foes(draft: Draft, area: int, foes: tuple[Foe, ...]) -> None:
    all_foes = draft.foes
    draft.foes = (*all_foes[:area], foes, *all_foes[area + 1 :])


def change_foe(draft: Draft, area: int, number: int, foe: Foe | None) -> None:
    """Another monster, or none, in the place of one."""
    foes = draft.foes[area]
    new = () if foe is None else (foe,)
    set_foes(draft, area, (*foes[:number], *new, *foes[number + 1 :]))


def strike_foe(draft: Draft, area: int, number: int, hits: int, by: int) -> bool:
    """Hits on a monster; whether it died of them."""
    foe = draft.foes[area][number]
    if foe.hits + hits >= foe.constitution:
        change_foe(draft, area, number, None)
        lift_curse(draft, by)
        return True
    if hits:
        change_foe(draft, area, number, Foe(foe.kind, foe.constitution, foe.hits + hits))
    return False


def strike_member(draft: Draft, number: int, hits: int, by: int) -> None:
    """Hits on a member of another party; who kills a charmed monster by them kills a monster."""
    alive = draft.members[number].hits < draft.members[number].constitution
    hurt(draft, number, hits)
    member = draft.members[number]
    if alive and member.charmed and member.hits >= member.constitution:
        lift_curse(draft, by)


def lift_curse(draft: Draft, by: int) -> None:
    """Who kills a monster is free of all curse counters, not of a witch's curses."""
    if by >= 0 and draft.members[by].curse:
        set_member(draft, by, replace(draft.members[by], curse=0))


def lay_down(draft: Draft, area: int, counters: tuple[Held, ...]) -> None:
    """Counters are left lying in an area."""
    if not counters:
        return
    piles = dict(draft.lying)
    piles[area] = piles.get(area, ()) + counters
    draft.lying = tuple(sorted(piles.items()))


def bury(draft: Draft) -> None:
    """Remove everybody whose hits reach the constitution, and parties without characters."""
    dead = [
        number
        for number, member in enumerate(draft.members)
        if member.state == "in" and member.hits >= member.constitution
    ]
    for number in dead:
        come_forward(draft, number)
        member = draft.members[number]
        set_member(draft, number, replace(member, state="dead", items=()))
        heirs = heroes(draft, member.party)
        if heirs:
            receive(draft, heirs[0], member.items)
        else:
            lay_down(draft, draft.parties[member.party].at, member.items)
    if dead:
        for number, party in enumerate(draft.parties):
            if party.state == "in" and not heroes(draft, number):
                _wipe_out(draft, number)


def _wipe_out(draft: Draft, number: int) -> None:
    """The last character is dead: what the party had stays where it fell."""
    stop_asking(draft, number)
    party = draft.parties[number]
    lay_down(draft, party.at, tuple(each for each in party.loot if each[0] != CURSE_300))
    for at in party.members:
        member = draft.members[at]
        if member.state == "in":
            free_companion(draft, at, member, party.at)
    if party.princess:
        _lose_princess(draft, number)
    set_party(draft, number, replace(party, state="dead", loot=(), princess=False, struck=()))


def _lose_princess(draft: Draft, number: int) -> None:
    """The party that won the fight for her captures the Princess at once; else she stays."""
    area, other = draft.parties[number].at, _opponent(draft, number)
    if other < 0 or draft.parties[other].at != area or not heroes(draft, other):
        draft.princess = area
        return
    set_party(draft, other, replace(draft.parties[other], princess=True))


def _opponent(draft: Draft, number: int) -> int:
    """The party that another one is fighting, -1 for none."""
    rival = -1 if draft.combat is None else draft.combat.rival
    if rival < 0 or number not in (draft.active, rival):
        return -1
    return rival if number == draft.active else draft.active


def free_companion(draft: Draft, number: int, member: Member, area: int) -> None:
    """A companion without a party: captives are lost, charmed monsters are wild again."""
    if member.kind in CAPTIVES:
        come_forward(draft, number)
        set_member(draft, number, replace(draft.members[number], state="dead"))
        return
    set_member(draft, number, replace(member, state="wild"))
    wild = Foe(member.kind, member.constitution, member.hits)
    set_foes(draft, area, (*draft.foes[area], wild))
