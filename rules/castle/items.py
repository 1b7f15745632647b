"""The Castle: the magic items and what a die does with them."""

from __future__ import annotations

from dataclasses import replace

from rules.castle.events import Give, Name, Unlock, Use
from rules.castle.fate import strike_foe, strike_member
from rules.castle.party import (
    add_loot,
    come_forward,
    drop_loot,
    drop_untold,
    expose,
    fellows,
    heroes,
    hurt,
    join,
    party_of,
    publish,
    receive,
    seen_all,
    set_member,
    spend,
)
from rules.castle.pieces import (
    ACID,
    ACID_HITS_FROM,
    BOOTS,
    CAPTIVES,
    COFFIN,
    CURSE_300,
    HEALING,
    ITEMS,
    MEDALLION,
    PISTOL,
    PISTOL_AGAIN_FROM,
    PISTOL_KNOWN_FROM,
    PRINTED,
    SWORD,
    TELEPORT_POTION,
    TRAPS,
    VAMPIRE,
    WITCH_STRIKES,
    Kind,
)
from rules.castle.position import Draft, Due, Member, Phase, State


def use(draft: Draft, event: Use) -> None:
    """An item is brought out."""
    target = -1 if event.target is None else event.target
    if event.item == HEALING:
        come_forward(draft, target)
    if event.item in (ACID, HEALING, TELEPORT_POTION):
        spend(draft, event.member, event.item)
    else:
        expose(draft, event.member, event.item)
    if event.item == SWORD:
        return
    if event.item == BOOTS:
        draft.used |= {BOOTS}
        return
    if event.item == COFFIN:
        _bury_vampire(draft, event.member)
        return
    if event.item == MEDALLION:
        draft.used |= {MEDALLION}
        draft.due = (Due("peek", event.seat, event.member, "monster"), *draft.due)
    elif event.item == PISTOL and draft.combat is None:
        draft.used |= {PISTOL}
        draft.due = (Due("pistol", event.seat, event.member), *draft.due)
    elif event.item in _DUES:
        due = Due(_DUES[event.item], event.seat, event.member, "", target)
        draft.due = (due, *draft.due)
    if draft.combat is not None:
        side = 1 if draft.members[event.member].party == draft.active else 2
        draft.combat = replace(draft.combat, used=draft.combat.used | side)


_DUES = {ACID: "acid", HEALING: "healing", TELEPORT_POTION: "land", PISTOL: "shot"}


def item_targets(state: State, member: int, item: Kind) -> list[int | None]:
    """What an item may be aimed at now."""
    party = state.members[member].party
    if item == HEALING:
        return [*fellows(state, party)]
    combat = state.combat
    if item not in (ACID, PISTOL) or combat is None:
        return [None]
    if combat.rival < 0:
        return list(range(len(state.foes[state.parties[state.active].at])))
    found = fellows(state, combat.rival if party == state.active else state.active)
    if item == ACID:
        return [at for at in found if state.members[at].charmed]
    return [at for at in found if not state.members[at].hidden]


def may_use_items(state: State, party: int, other: int) -> bool:
    """Whether a party may use acid or pistol on another one, as far as all can see.

    Acid may be anybody's secret: whoever faces a charmed monster is asked while it may be there.
    """
    charmed = any(state.members[at].charmed for at in fellows(state, other))
    aims = any(state.members[at].aims for at in heroes(state, party))
    return aims or (charmed and not seen_all(state, ACID))


# --- the dice ----------------------------------------------------------------------------------


def acid_rolled(draft: Draft, due: Due, die: int) -> None:
    if die >= ACID_HITS_FROM:
        draft.due = (Due("acid-hits", due.seat, due.member, "", due.target), *draft.due)


def harm_rolled(draft: Draft, due: Due, die: int) -> None:
    """Acid or a shot hits for what the die shows."""
    combat = draft.combat
    if due.what == "shot":
        spend(draft, due.member, PISTOL)
    if combat is not None and combat.rival >= 0:
        strike_member(draft, due.target, die, due.member)
    else:
        strike_foe(draft, draft.parties[draft.active].at, due.target, die, due.member)


def pistol_rolled(draft: Draft, due: Due, die: int) -> None:
    """Trying the pistol: 5 and 6 teach its use, 3 and 4 may try again, 1 and 2 go off."""
    member = draft.members[due.member]
    if die >= PISTOL_KNOWN_FROM:
        set_member(draft, due.member, replace(member, aims=True))
    elif die >= PISTOL_AGAIN_FROM:
        draft.due = (Due("pistol-again", due.seat, due.member), *draft.due)
    else:
        draft.due = (Due("pistol-self", due.seat, due.member), *draft.due)


def pistol_self_rolled(draft: Draft, due: Due, die: int) -> None:
    spend(draft, due.member, PISTOL)
    hurt(draft, due.member, die)


def healing_rolled(draft: Draft, due: Due, die: int) -> None:
    hurt(draft, due.target, -die)


# --- coffin, keys, handing over ----------------------------------------------------------------


def vampire_at(state: State, area: int) -> int:
    """The place of a vampire face up in an area, -1 if there is none."""
    for number, foe in enumerate(state.foes[area]):
        if foe.kind == VAMPIRE:
            return number
    return -1


def _bury_vampire(draft: Draft, member: int) -> None:
    spend(draft, member, COFFIN)
    area = draft.parties[draft.active].at
    number = vampire_at(draft, area)
    if number >= 0:
        foes = draft.foes[area]
        rest = (*foes[:number], *foes[number + 1 :])
        draft.foes = (*draft.foes[:area], rest, *draft.foes[area + 1 :])


def close_coffins(draft: Draft) -> None:
    """Vampires the active party meets go into the coffins it has, at once."""
    area = draft.parties[draft.active].at
    while vampire_at(draft, area) >= 0:
        owners = [
            at
            for at in heroes(draft, draft.active)
            if any(kind == COFFIN for kind, _ in draft.members[at].items)
        ]
        if not owners:
            return
        _bury_vampire(draft, owners[0])


def unlock(draft: Draft, event: Unlock) -> None:
    """Two keys are shown and the Cell stands open."""
    party = party_of(draft, event.seat)
    shown: list[tuple[Kind, bool]] = []
    for key in event.keys:
        _turn_over(draft, party, key)
        shown.append((key, True))
    add_loot(draft, party, tuple(shown))
    draft.cell_open = True


def _turn_over(draft: Draft, party: int, key: Kind) -> None:
    """A key leaves the loot of a party: one that was shown, else a hidden one, else untold."""
    loot = draft.parties[party].loot
    if (key, True) in loot:
        drop_loot(draft, party, (key, True))
        return
    if (key, False) in loot:
        drop_loot(draft, party, (key, False))
    else:
        drop_untold(draft, party, key)
    publish(draft, key)


def give(draft: Draft, event: Give) -> None:
    member = draft.members[event.member]
    left = list(member.items)
    counter = (event.item, True) if (event.item, True) in left else (event.item, False)
    left.remove(counter)
    aims = member.aims and event.item != PISTOL
    set_member(draft, event.member, replace(member, items=tuple(left), aims=aims))
    receive(draft, event.to, (counter,))


def name(draft: Draft, event: Name) -> None:
    """A counter never told of gets its name."""
    party = party_of(draft, event.seat)
    asked = draft.parties[party].asked
    drop_untold(draft, party, event.kind)
    struck = WITCH_STRIKES[asked[0]] if asked is not None else ()
    if asked is not None and event.kind in struck and event.kind not in CAPTIVES:
        publish(draft, event.kind)
        return
    keep(draft, party, event.kind, owner_of_find(draft, party, event.seat))
    if asked is not None and event.kind in struck:
        _strike_captive(draft, party, *asked)


def _strike_captive(draft: Draft, party: int, spell: str, hits: int) -> None:
    """The captive named last suffers what the witch threw before it was named."""
    number = draft.parties[party].members[-1]
    captive = draft.members[number]
    curses = captive.cursed_for_good + (spell == "curse")
    set_member(draft, number, replace(captive, hits=captive.hits + hits, cursed_for_good=curses))


def owner_of_find(state: State, party: int, seat: int) -> int:
    """The character that keeps a find: the player's own, else the first that is in play."""
    found = heroes(state, party) or state.parties[party].members
    return next((at for at in found if state.members[at].seat == seat), found[0])


def keep(draft: Draft, party: int, kind: Kind, finder: int) -> None:
    """Put a find where it belongs: items beneath a character, the rest with the party."""
    if kind in CAPTIVES:
        state = "in" if draft.parties[party].state == "in" else "out"
        join(draft, party, Member(kind, PRINTED[kind], -1, party, state=state, hidden=True))
    elif kind in ITEMS and draft.phase not in (Phase.FINISHED, Phase.BETWEEN):
        receive(draft, finder, ((kind, False),))
    elif kind in TRAPS:
        publish(draft, kind)
        if kind == CURSE_300:
            add_loot(draft, party, ((kind, True),))
    else:
        add_loot(draft, party, ((kind, False),))
