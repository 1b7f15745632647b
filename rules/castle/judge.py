"""The Castle: the judge. Every fault of an event at once, with what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.castle.events import (
    Ally,
    Cast,
    Choose,
    Done,
    DrawMap,
    Enter,
    Event,
    Fight,
    Found,
    Give,
    HitCounter,
    Land,
    Name,
    NextGame,
    Peek,
    Roll,
    Saw,
    Search,
    Shares,
    Show,
    Step,
    Take,
    TurnUp,
    Unlock,
    Use,
)
from rules.castle.judge_books import hit_counter_faults, shares_faults
from rules.castle.maps import map_faults
from rules.castle.melee import may_fight, may_meet
from rules.castle.party import (
    has_item,
    has_wizard,
    heroes,
    leader,
    met_at,
    owner,
    party_of,
    printed,
    seen_all,
    speaks,
)
from rules.castle.pieces import (
    ACID,
    AREAS_A_TURN,
    BOOTS,
    CHARM,
    COFFIN,
    FIGHTER,
    FIRST_STEP,
    HEALING,
    HEROISM,
    MEDALLION,
    PISTOL,
    SPEED,
    SWORD,
    TELEPORT,
    TELEPORT_POTION,
    THIRD_STEP,
    TRAPS,
    UNCHARMABLE,
    WIZARD,
    Kind,
    opens_cell,
)
from rules.castle.position import STEP_NUMBER, Member, Phase, Position, castle_of
from rules.castle.possible import due_first, impossible
from rules.castle.spells import peeks
from rules.castle.turn import OPTIONAL
from rules.folding import judged
from rules.values import Answer, Json, Legality, Ruling

Faults = Iterator[Ruling]

# Rulings that say "nobody can know", not "wrong".
UNSURE = frozenset({"castle.counter-untold"})


def legal(position: Position, event: Event) -> Legality:
    """Judge an event: yes, no with all faults, or cannot tell with all open questions."""
    never = impossible(position, event)
    if never is not None:
        return Legality(Answer.NO, _every(position, event) or (never,))
    return judged(JUDGES[type(event)](position, event), UNSURE)


def _every(position: Position, event: Event) -> tuple[Ruling, ...]:
    """All faults of a map; other impossible events have one."""
    if isinstance(event, DrawMap) and position.phase is Phase.MAP:
        return tuple(map_faults(event.castle))
    return ()


# --- whose business it is ----------------------------------------------------------------------


def acting_party(position: Position) -> int:
    """The party that acts now: in a spell phase first the one, then the other."""
    combat = position.combat
    if combat is not None and combat.rival >= 0:
        spells = position.phase is Phase.SPELLS and combat.side == 1
        answers = position.phase is Phase.MELEE and combat.champion >= 0
        if spells or answers:
            return combat.rival
    return position.active


def _turn(position: Position, seat: int, party: int | None = None) -> Faults:
    number = acting_party(position) if party is None else party
    if not speaks(position, seat, number):
        facts: dict[str, Json] = {"seat": seat, "right_seat": leader(position, number)}
        yield Ruling("castle.not-your-turn", facts)


def _in_step(position: Position, *phases: Phase) -> Faults:
    if position.phase not in phases:
        right: list[Json] = [STEP_NUMBER[phase] for phase in phases]
        now = STEP_NUMBER[position.phase]
        yield Ruling("castle.wrong-step", {"step": now, "steps": right})


def _own(position: Position, seat: int, member: int) -> Faults:
    right = owner(position, member)
    if seat != right:
        yield Ruling("castle.not-your-character", {"seat": seat, "right_seat": right})


# --- set-up ------------------------------------------------------------------------------------


def _choose(position: Position, event: Choose) -> Faults:
    yield from _printed(position, event.character, event.constitution)


def _printed(position: Position, kind: Kind, constitution: int) -> Faults:
    known = printed(position, kind)
    if constitution not in known:
        values: list[Json] = list(known)
        yield Ruling("castle.constitution-known", {"counter": kind, "values": values})


def _enter(position: Position, event: Enter) -> Faults:
    at = castle_of(position).number[event.entrance]
    if any(party.start == at for party in position.parties):
        free: list[Json] = free_entrances(position)
        yield Ruling("castle.entrance-taken", {"area": event.entrance, "areas": free})


def free_entrances(position: Position) -> list[Json]:
    castle = castle_of(position)
    taken = {party.start for party in position.parties}
    return [castle.name(at) for at in castle.entrances if at not in taken]


def _roll(position: Position, event: Roll) -> Faults:
    if position.phase is not Phase.FIRST and position.due[0].seat != event.seat:
        right = position.due[0].seat
        yield Ruling("castle.not-your-die", {"seat": event.seat, "right_seat": right})


# --- moving ------------------------------------------------------------------------------------


def _step(position: Position, event: Step) -> Faults:
    party = party_of(position, event.seat)
    if party != position.active:
        yield from _out_of_turn(position, event.seat)
    else:
        yield from _turn(position, event.seat, position.active)
        yield from _left_open(position)
        yield from _stopped(position)
    castle = castle_of(position)
    at, to = position.parties[party].at, castle.number[event.to]
    if to not in castle.beside[at]:
        doors: list[Json] = [castle.name(each) for each in castle.beside[at]]
        yield Ruling("castle.not-beside", {"area": event.to, "areas": doors})
    if to == castle.cell and not position.cell_open:
        yield Ruling("castle.cell-locked")


def _out_of_turn(position: Position, seat: int) -> Faults:
    if party_of(position, seat) == position.walked and not position.steps:
        yield Ruling("castle.two-areas", {"limit": AREAS_A_TURN})
        return
    right = leader(position, position.active)
    yield Ruling("castle.not-your-turn", {"seat": seat, "right_seat": right})


def _left_open(position: Position) -> Faults:
    """What is due and may not be declined; a monster to be turned up stops a party anyway."""
    if position.due and position.due[0].what not in {*OPTIONAL, "turn"}:
        yield due_first(position)


def _stopped(position: Position) -> Faults:
    """What ends a party's movement."""
    at = position.parties[position.active].at
    fighting = position.phase in (Phase.SPELLS, Phase.MELEE)
    if fighting or (not castle_of(position).outside(at) and met_at(position, at)):
        yield Ruling("castle.stopped-by-encounter", {"area": castle_of(position).name(at)})
    elif position.phase is Phase.SEARCH:
        if position.steps >= AREAS_A_TURN:
            yield Ruling("castle.two-areas", {"limit": AREAS_A_TURN})
        else:
            yield from _in_step(position, Phase.PREPARE, Phase.MOVE)


def _done(position: Position, event: Done) -> Faults:
    if position.due:
        right = position.due[0].seat
        if event.seat != right:
            yield Ruling("castle.not-yours", {"seat": event.seat, "right_seat": right})
    else:
        yield from _turn(position, event.seat)
        if position.phase is Phase.MELEE:
            yield Ruling("castle.fight-on")


def _unlock(position: Position, event: Unlock) -> Faults:
    yield from _turn(position, event.seat, position.active)
    yield from _in_step(position, Phase.PREPARE, Phase.MOVE)
    castle = castle_of(position)
    at = position.parties[party_of(position, event.seat)].at
    if castle.cell not in castle.beside[at]:
        doors: list[Json] = [castle.name(each) for each in castle.beside[castle.cell]]
        yield Ruling("castle.not-at-cell", {"areas": doors})
    if not opens_cell(*event.keys):
        yield Ruling("castle.keys-do-not-fit", {"counters": list(event.keys)})
    yield from _keys_held(position, event)


def _keys_held(position: Position, event: Unlock) -> Faults:
    loot = position.parties[party_of(position, event.seat)].loot
    for key in dict.fromkeys(event.keys):
        wanted = event.keys.count(key) - loot.count((key, True))
        if wanted > loot.count((key, False)):
            yield Ruling("castle.counter-untold", {"counter": key})
        elif wanted > 0:
            yield from _one_is_left(position, key)


# --- spells and items --------------------------------------------------------------------------


def _cast(position: Position, event: Cast) -> Faults:
    member = position.members[event.member]
    yield from _own(position, event.seat, event.member)
    if member.party != acting_party(position):
        yield from _turn(position, event.seat)
    if member.kind != WIZARD:
        yield Ruling("castle.wizards-only", {"member": fact(position, event.member)})
    yield from _spell_step(position, event)
    yield from _spell_target(position, event)
    if event.spell == TELEPORT:
        yield from _inside(position, event.member)


def _inside(position: Position, member: int) -> Faults:
    """Nobody teleports into the castle."""
    if castle_of(position).outside(position.parties[position.members[member].party].at):
        yield Ruling("castle.teleport-inside")


def _spell_step(position: Position, event: Cast) -> Faults:
    first, third = position.phase is Phase.PREPARE, position.phase is Phase.SPELLS
    fits = (first and event.spell in FIRST_STEP) or (third and event.spell in THIRD_STEP)
    if not fits:
        steps: list[Json] = [1] if event.spell in FIRST_STEP else []
        steps += [3] if event.spell in THIRD_STEP else []
        yield Ruling("castle.spell-step", {"spell": event.spell, "steps": steps})
    spent = position.cast_first if position.combat is None else position.cast_third
    if spent >> event.member & 1:
        yield Ruling("castle.one-spell", {"member": fact(position, event.member)})
    if event.spell == SPEED and position.sped == position.active:
        yield Ruling("castle.speed-again")
    combat = position.combat
    side = 1 if position.members[event.member].party == position.active else 2
    if combat is not None and (combat.items or combat.used & side):
        yield Ruling("castle.spells-before-items")


def _spell_target(position: Position, event: Cast) -> Faults:
    own = position.members[event.member].party
    if event.spell == HEROISM and event.target is not None:
        target = position.members[event.target]
        if target.party != own:
            yield Ruling("castle.own-party-only")
        elif not target.hero:
            yield Ruling("castle.heroes-only")
    elif event.spell == CHARM and event.target is not None:
        kind = position.foes[position.parties[position.active].at][event.target].kind
        if kind in UNCHARMABLE:
            yield Ruling("castle.uncharmable", {"counter": kind})


def _use(position: Position, event: Use) -> Faults:
    yield from _own(position, event.seat, event.member)
    if position.members[event.member].party != acting_party(position):
        yield from _turn(position, event.seat)
    if event.item == HEALING and event.target is not None:
        own = position.members[event.member].party
        if position.members[event.target].party != own:
            yield Ruling("castle.own-party-only")
        yield from _captive(position, event.target)
    yield from USES[event.item](position, event.member)
    if event.item in (ACID, PISTOL):
        yield from _after_spells(position, event)
    if not has_item(position, event.member, event.item):
        yield Ruling("castle.counter-untold", {"counter": event.item})
    elif (event.item, True) not in position.members[event.member].items:
        yield from _one_is_left(position, event.item)


def _one_is_left(position: Position, kind: Kind) -> Faults:
    """Somebody told wrongly, if all counters of a kind have been seen elsewhere."""
    if seen_all(position, kind):
        yield Ruling("castle.no-counter-left", {"counter": kind})


def _use_first(position: Position, _: int) -> Faults:
    yield from _in_step(position, Phase.PREPARE)


def _use_medallion(position: Position, _: int) -> Faults:
    yield from _in_step(position, Phase.PREPARE)
    if MEDALLION in position.used:
        yield Ruling("castle.medallion-once")


def _use_potion(position: Position, member: int) -> Faults:
    yield from _in_step(position, Phase.PREPARE)
    yield from _inside(position, member)


def _use_acid(position: Position, _: int) -> Faults:
    yield from _in_step(position, Phase.SPELLS)


def waits_for_spells(position: Position) -> bool:
    """Whether the party on the move must let another one cast before it uses acid or pistol."""
    combat = position.combat
    if combat is None or combat.rival < 0 or combat.side or combat.items:
        return False
    return position.phase is Phase.SPELLS and has_wizard(
        position, combat.rival, position.cast_third
    )


def _after_spells(position: Position, event: Use) -> Faults:
    """Between parties the spells of both come first, and what they have done."""
    combat = position.combat
    if combat is None or combat.rival < 0:
        return
    if waits_for_spells(position):
        yield Ruling("castle.items-after-spells")
    elif _falls(position, event.member):
        yield Ruling("castle.no-such-member")
    elif combat.landings or event.target is None or _falls(position, event.target):
        yield Ruling("castle.no-target")


def _falls(position: Position, member: int) -> bool:
    """Whether a member will be dead once the spells have worked."""
    return position.members[member].hits >= position.members[member].constitution


def _use_pistol(position: Position, member: int) -> Faults:
    """Before movement its use is discovered, before melee it is fired."""
    aims = position.members[member].aims
    if position.combat is not None:
        yield from _in_step(position, Phase.SPELLS)
        if not aims:
            yield Ruling("castle.pistol-unknown")
        return
    yield from _in_step(position, Phase.PREPARE)
    if aims:
        yield Ruling("castle.pistol-known")
    elif PISTOL in position.used:
        yield Ruling("castle.pistol-once")


def _use_boots(position: Position, member: int) -> Faults:
    yield from _in_step(position, Phase.PREPARE, Phase.MOVE, Phase.SEARCH)
    if BOOTS in position.used or position.again or position.extra:
        yield Ruling("castle.boots-twice")
    if len(heroes(position, position.members[member].party)) > 1:
        yield Ruling("castle.boots-alone")


def _use_sword(position: Position, member: int) -> Faults:
    if position.members[member].kind != FIGHTER:
        yield Ruling("castle.sword-fighters-only", {"member": fact(position, member)})


def _use_coffin(_: Position, __: int) -> Faults:
    yield from ()


USES: dict[Kind, Callable[[Position, int], Faults]] = {
    ACID: _use_acid,
    BOOTS: _use_boots,
    COFFIN: _use_coffin,
    MEDALLION: _use_medallion,
    PISTOL: _use_pistol,
    HEALING: _use_first,
    TELEPORT_POTION: _use_potion,
    SWORD: _use_sword,
}


def _give(position: Position, event: Give) -> Faults:
    yield from _own(position, event.seat, event.member)
    yield from _turn(position, event.seat, position.active)
    yield from _in_step(position, Phase.PREPARE, Phase.MOVE, Phase.SEARCH)


def fact(position: Position, member: int) -> Json:
    """A member as wordings want it: what it is and whose."""
    return fact_of(position.members[member])


def fact_of(member: Member) -> Json:
    return {"kind": member.kind, "seat": member.seat if member.hero else None}


# --- looking, landing, turning up --------------------------------------------------------------


def _peek(position: Position, event: Peek) -> Faults:
    due = position.due[0]
    at = castle_of(position).number[event.area]
    if (at, event.what) not in peeks(position, due):
        room = None if due.area < 0 else castle_of(position).name(due.area)
        yield Ruling("castle.esp-limits", {"look": due.spell, "area": room})


def _land(position: Position, event: Land) -> Faults:
    castle = castle_of(position)
    if castle.number[event.area] == castle.cell and not position.cell_open:
        yield Ruling("castle.cell-locked")


def _turn_up(position: Position, event: TurnUp) -> Faults:
    yield from _turn(position, event.seat, position.active)
    yield from _printed(position, event.kind, event.constitution)


# --- fighting and searching --------------------------------------------------------------------


def _fight(position: Position, event: Fight) -> Faults:
    combat, who = position.combat, position.members[event.member]
    assert combat is not None
    yield from _turn(position, event.seat)
    if who.party != acting_party(position):
        yield Ruling("castle.own-party-only")
    yield from _in_step(position, Phase.MELEE)
    yield from _captive(position, event.member)
    if combat.rival >= 0:
        yield from _too_large(position, who)
        return
    foe = position.foes[position.parties[position.active].at][event.foe]
    if not may_fight(who, foe):
        yield Ruling("castle.too-large", {"member": fact_of(who), "counter": foe.kind})


def _too_large(position: Position, who: Member) -> Faults:
    """Whoever answers: elf and dwarf do not meet larger monsters, charmed ones either."""
    combat = position.combat
    if combat is None or combat.champion < 0 or who.party != combat.rival:
        return
    champion = position.members[combat.champion]
    if not may_meet(champion, who):
        captive, monster = (champion, who) if who.charmed else (who, champion)
        yield Ruling("castle.too-large", {"member": fact_of(captive), "counter": monster.kind})


def _captive(position: Position, number: int) -> Faults:
    """A captive that comes forward only now must be one that nobody has seen yet."""
    if position.members[number].hidden:
        yield from _one_is_left(position, position.members[number].kind)


def _search(position: Position, event: Search) -> Faults:
    yield from _turn(position, event.seat, position.active)
    at = position.parties[position.active].at
    if position.phase in (Phase.SPELLS, Phase.MELEE) or position.foes[at]:
        yield Ruling("castle.monster-first")
    else:
        yield from _in_step(position, Phase.SEARCH)
    yield from _captive(position, event.member)


def _take(position: Position, event: Take) -> Faults:
    yield from _turn(position, event.seat, position.active)
    at = position.parties[position.active].at
    if position.phase in (Phase.SPELLS, Phase.MELEE) or position.foes[at]:
        yield Ruling("castle.monster-first")
    else:
        yield from _in_step(position, Phase.SEARCH)


def _show(position: Position, event: Show) -> Faults:
    yield from _own(position, event.seat, event.member)
    yield from _captive(position, event.member)


def _name(_: Position, event: Name) -> Faults:
    if event.kind in TRAPS:
        yield Ruling("castle.trap-hidden", {"counter": event.kind})


def _nothing(_: Position, __: Event) -> Faults:
    yield from ()


JUDGES: dict[type[Event], Callable[[Position, Any], Faults]] = {
    Ally: _nothing,
    Cast: _cast,
    Choose: _choose,
    Done: _done,
    DrawMap: _nothing,
    Enter: _enter,
    Fight: _fight,
    Found: _nothing,
    Give: _give,
    HitCounter: hit_counter_faults,
    Land: _land,
    Name: _name,
    NextGame: _nothing,
    Peek: _peek,
    Roll: _roll,
    Saw: _nothing,
    Search: _search,
    Shares: shares_faults,
    Show: _show,
    Step: _step,
    Take: _take,
    TurnUp: _turn_up,
    Unlock: _unlock,
    Use: _use,
}
