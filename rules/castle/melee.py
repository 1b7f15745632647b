"""The Castle: rounds of melee, and the spells a witch throws in them."""

from __future__ import annotations

from dataclasses import replace

from rules.castle.events import Fight, Show
from rules.castle.fate import change_foe, free_companion, strike_foe, strike_member
from rules.castle.party import (
    come_forward,
    fellows,
    hurt,
    modifier,
    owner,
    publish,
    set_member,
    set_party,
    untold,
)
from rules.castle.pieces import (
    CAPTIVES,
    CLERIC,
    COLUMN,
    GOLD,
    HITS,
    MONSTERS,
    TROLL,
    WITCH,
    WITCH_SPELLS,
    WITCH_STRIKES,
    WITCH_THROWS,
)
from rules.castle.position import Draft, Due, Foe, Member, Phase, Round, State
from rules.castle.spells import transport


def fight(draft: Draft, event: Fight) -> None:
    """A side names its champion; when both are known the dice are due."""
    combat = draft.combat
    assert combat is not None
    draft.phase = Phase.MELEE
    come_forward(draft, event.member)
    if combat.rival < 0:
        roller = owner(draft, event.member)
        due = Due("melee", roller, event.member, "", event.foe)
        draft.due = (due, *draft.due)
        return
    if draft.members[event.member].party == draft.active:
        combat = replace(combat, champion=event.member)
    else:
        combat = replace(combat, answer=event.member)
    draft.combat = combat
    if combat.champion >= 0 and combat.answer >= 0:
        draft.due = (*_duel_dice(draft, combat.champion, combat.answer), *draft.due)


def show(draft: Draft, event: Show) -> None:
    """A captive comes forward."""
    come_forward(draft, event.member)


def _duel_dice(draft: Draft, champion: int, answer: int) -> tuple[Due, ...]:
    """Each character rolls; when none takes part, the attacker does."""
    one, other = draft.members[champion], draft.members[answer]
    dice = []
    if one.hero or not other.hero:
        dice.append(Due("melee", owner(draft, champion), champion, "", answer))
    if other.hero:
        dice.append(Due("melee-answer", owner(draft, answer), answer, "", champion))
    return tuple(dice)


def blow(state: State, member: int, roll: int) -> int:
    """The hits a member deals with a modified roll."""
    who = state.members[member]
    return roll if who.hero else HITS[who.kind][COLUMN[roll]]


def may_fight(who: Member, foe: Foe | Member | None) -> bool:
    """Elf and dwarf do not fight a monster, wild or charmed, of a higher constitution."""
    if foe is None or who.kind not in CAPTIVES or foe.kind not in MONSTERS:
        return True
    return foe.constitution <= who.constitution


def may_meet(one: Member, other: Member) -> bool:
    """Whether two members of different parties may fight each other, whoever was named first."""
    return may_fight(one, other) and may_fight(other, one)


def melee_rolled(draft: Draft, due: Due, die: int) -> None:
    """The (attacker's) die of a round."""
    combat = draft.combat
    assert combat is not None
    if combat.rival < 0:
        _against_monster(draft, due, die)
    elif draft.due and draft.due[0].what == "melee-answer":
        draft.combat = replace(combat, die=die)
    else:
        _duel(draft, due.member, due.target, die, die)


def answer_rolled(draft: Draft, due: Due, die: int) -> None:
    """The other party's die: with it the round is decided."""
    combat = draft.combat
    assert combat is not None
    _duel(draft, due.target, due.member, combat.die or die, die)


def _against_monster(draft: Draft, due: Due, die: int) -> None:
    """One roll for both sides, and both may die of it."""
    area = draft.parties[draft.active].at
    foe = draft.foes[area][due.target]
    assert foe.kind is not None
    roll = die + modifier(draft, due.member, foe.kind)
    draft.last = Round(
        due.member, die, foe.kind, area, due.target, foe.hits, draft.members[due.member].hits
    )
    hurt(draft, due.member, HITS[foe.kind][COLUMN[roll]])
    died = strike_foe(draft, area, due.target, blow(draft, due.member, roll), due.member)
    if foe.kind == TROLL and not died:
        regain(draft, area, due.target)
    _charmed_troll(draft, due.member)
    if foe.kind == WITCH and WITCH_THROWS[COLUMN[roll]]:
        draft.due = (Due("witch", due.seat, due.member), *draft.due)


def regain(draft: Draft, area: int, number: int) -> None:
    """A troll that is not killed regains one hit a round."""
    foe = draft.foes[area][number]
    if foe.hits:
        change_foe(draft, area, number, Foe(foe.kind, foe.constitution, foe.hits - 1))


def _charmed_troll(draft: Draft, number: int) -> None:
    member = draft.members[number]
    if member.kind == TROLL and member.hits < member.constitution:
        hurt(draft, number, -1)


def _duel(draft: Draft, champion: int, answer: int, die: int, other_die: int) -> None:
    """A round between two parties: characters by their own rolls, both blows at once."""
    one, other = draft.members[champion], draft.members[answer]
    if one.hero and other.hero:
        roll = die + modifier(draft, champion, other.kind)
        reply = other_die + modifier(draft, answer, one.kind)
    else:
        roller, prey = (answer, one.kind) if other.hero else (champion, other.kind)
        roll = reply = die + modifier(draft, roller, prey)
    strike_member(draft, answer, blow(draft, champion, roll), champion)
    strike_member(draft, champion, blow(draft, answer, reply), answer)
    for number in (answer, champion):
        _charmed_troll(draft, number)
    assert draft.combat is not None
    draft.combat = replace(draft.combat, champion=-1, answer=-1, die=0)


# --- the witch ---------------------------------------------------------------------------------


def witch_rolled(draft: Draft, due: Due, die: int) -> None:
    """The witch's spell falls on all persons and things of the party."""
    spell = WITCH_SPELLS[die]
    WITCHCRAFT[spell](draft, due)
    if spell != "poison":
        _ask(draft, spell)


def _ask(draft: Draft, spell: str, hits: int = 0) -> None:
    """Counters kept from the device are struck as well; only their owners are asked."""
    if spell in WITCH_STRIKES and untold(draft, draft.active):
        party = draft.parties[draft.active]
        set_party(draft, draft.active, replace(party, asked=(spell, hits)))


def _to_start(draft: Draft, _: Due) -> None:
    party = draft.parties[draft.active]
    transport(draft, draft.active, party.start)


def _dispel(draft: Draft, _: Due) -> None:
    """Magic items vanish and charmed monsters come to their senses, where they stand."""
    area = draft.parties[draft.active].at
    for number in fellows(draft, draft.active):
        member = draft.members[number]
        for kind, shown in member.items:
            if not shown:
                publish(draft, kind)
        if member.items:
            set_member(draft, number, replace(member, items=(), aims=False))
        if member.charmed:
            free_companion(draft, number, draft.members[number], area)


def _lead(draft: Draft, _: Due) -> None:
    party = draft.parties[draft.active]
    for kind, shown in party.loot:
        if kind in GOLD and not shown:
            publish(draft, kind)
    loot = tuple(each for each in party.loot if each[0] not in GOLD)
    set_party(draft, draft.active, replace(party, loot=loot))


def _poison(draft: Draft, due: Due) -> None:
    draft.due = (Due("poison", due.seat, due.member), *draft.due)


def poison_rolled(draft: Draft, _: Due, die: int) -> None:
    for number in fellows(draft, draft.active):
        hurt(draft, number, die)
    _ask(draft, "poison", die)


def _curse(draft: Draft, _: Due) -> None:
    for number in fellows(draft, draft.active):
        member = draft.members[number]
        if member.kind != CLERIC:
            cursed = replace(member, cursed_for_good=member.cursed_for_good + 1)
            set_member(draft, number, cursed)


def _mummy_dust(draft: Draft, _: Due) -> None:
    for number in fellows(draft, draft.active):
        hurt(draft, number, draft.members[number].hits)


WITCHCRAFT = {
    "to-start": _to_start,
    "dispel": _dispel,
    "lead": _lead,
    "poison": _poison,
    "curse": _curse,
    "mummy-dust": _mummy_dust,
}
