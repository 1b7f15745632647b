"""The Castle: the six steps of a turn, meeting and leaving, and the end of a game."""

from __future__ import annotations

from dataclasses import replace

from rules.castle.events import Done, Step, Take, TurnUp
from rules.castle.fate import bury, change_foe, free_companion
from rules.castle.items import close_coffins, may_use_items, owner_of_find
from rules.castle.party import (
    add_loot,
    booted,
    has_wizard,
    leader,
    met_at,
    party_of,
    receive,
    rival_at,
    set_member,
    set_party,
    shares,
    stops_at,
)
from rules.castle.pieces import AREAS_A_TURN, BOOTS, ITEMS, MONSTER_NUMBER
from rules.castle.position import (
    FACE_DOWN,
    Combat,
    Draft,
    Due,
    Foe,
    Phase,
    State,
    castle_of,
)
from rules.castle.spells import forget, transport

OPTIONAL = frozenset({"peek", "pistol-again"})


# --- setting out -------------------------------------------------------------------------------


def deal(draft: Draft) -> None:
    """One monster and one treasure face down in every room, the Princess in the Cell."""
    castle = castle_of(draft)
    rooms = frozenset(castle.rooms)
    draft.foes = tuple((FACE_DOWN,) if at in rooms else () for at in range(len(castle.areas)))
    draft.treasures = sum(1 << at for at in castle.rooms)
    draft.princess = castle.cell
    draft.active = 0
    draft.turn = 1
    _begin_turn(draft)


def _begin_turn(draft: Draft) -> None:
    draft.phase = Phase.PREPARE
    draft.steps = 0
    draft.cast_first = 0
    draft.cast_third = 0
    draft.used = frozenset()
    draft.combat = None
    draft.due = ()
    for number, member in enumerate(draft.members):
        if member.heroic:
            set_member(draft, number, replace(member, heroic=0))


# --- moving ------------------------------------------------------------------------------------


def step(draft: Draft, event: Step) -> None:
    """A party goes to another area; a party out of turn is only put there."""
    to = castle_of(draft).number[event.to]
    number = party_of(draft, event.seat)
    if castle_of(draft).outside(to):
        _leave(draft, number, to)
        return
    party = draft.parties[number]
    set_party(draft, number, replace(party, at=to))
    if number == draft.active:
        draft.steps += 1
        draft.phase = Phase.MOVE
        draft.due = ()
        draft.combat = None
        draft.used |= {"arrived"}


def _leave(draft: Draft, number: int, gate: int) -> None:
    """The party leaves for good; charmed monsters stay behind, wild."""
    party = draft.parties[number]
    for at in party.members:
        member = draft.members[at]
        if member.state != "in":
            continue
        if member.charmed:
            free_companion(draft, at, member, party.at)
        else:
            set_member(draft, at, replace(member, state="out"))
    set_party(draft, number, replace(draft.parties[number], state="out", at=gate))
    if number == draft.active:
        draft.due = ()
        draft.combat = None
        draft.again = False
    elif not _in_play(draft):
        _game_over(draft)


def _arrive(draft: Draft) -> None:
    """The active party has come to an area: what does it meet there?"""
    castle = castle_of(draft)
    party = draft.parties[draft.active]
    draft.combat = None
    if party.at == castle.cell and draft.princess == castle.cell:
        draft.princess = -1
        set_party(draft, draft.active, replace(party, princess=True))
    if not castle.outside(party.at) and met_at(draft, party.at):
        _meet(draft)
    elif draft.phase is Phase.MOVE:
        if draft.steps >= AREAS_A_TURN or stops_at(draft, party.at):
            _to_search(draft)
    elif draft.phase is not Phase.PREPARE:
        _to_search(draft)


def _meet(draft: Draft) -> None:
    """Face-down monsters are turned up, then come spells and melee."""
    area = draft.parties[draft.active].at
    draft.phase = Phase.SPELLS
    if not draft.foes[area]:
        draft.combat = Combat(rival_at(draft, area))
        return
    draft.combat = Combat(-1)
    seat = leader(draft, draft.active)
    draft.due = tuple(
        Due("turn", seat, -1, "", number, area)
        for number, foe in enumerate(draft.foes[area])
        if foe.kind is None
    )
    if not draft.due:
        close_coffins(draft)


def turn_up(draft: Draft, event: TurnUp) -> None:
    """A monster counter lies face up."""
    due = draft.due[0]
    draft.due = draft.due[1:]
    change_foe(draft, due.area, due.target, Foe(event.kind, event.constitution))
    number = MONSTER_NUMBER[event.kind]
    left = draft.open_monsters
    draft.open_monsters = (*left[:number], max(0, left[number] - 1), *left[number + 1 :])
    draft.met = (*draft.met, (event.kind, event.constitution))
    forget(draft, due.area, "monster")
    if not draft.due:
        close_coffins(draft)


# --- going on ----------------------------------------------------------------------------------


def done(draft: Draft, _: Done) -> None:
    """A step is finished, or a chance is let go by."""
    if draft.due:
        draft.due = draft.due[1:]
        return
    area = draft.parties[draft.active].at
    if draft.phase in (Phase.PREPARE, Phase.MOVE):
        if not castle_of(draft).outside(area) and met_at(draft, area):
            _meet(draft)
        elif draft.phase is Phase.PREPARE:
            draft.phase = Phase.MOVE
        else:
            _to_search(draft)
    elif draft.phase is Phase.SPELLS:
        _spells_done(draft)
    elif draft.phase is Phase.MELEE:
        _break_off(draft)
    elif draft.phase is Phase.SEARCH:
        _end_pass(draft)


def _spells_done(draft: Draft) -> None:
    """Between parties: the spells of both, then what they do, then items."""
    combat = draft.combat
    assert combat is not None
    if combat.rival < 0 or combat.items:
        _to_melee(draft)
    elif combat.side == 0:
        draft.combat = replace(combat, side=1)
    else:
        _spells_work(draft, combat)


def _to_melee(draft: Draft) -> None:
    assert draft.combat is not None
    draft.phase = Phase.MELEE
    draft.combat = replace(draft.combat, side=0, items=False)


def _spells_work(draft: Draft, combat: Combat) -> None:
    """The dead fall and the teleported land; who waited for the other's spells may use items."""
    waited = has_wizard(draft, combat.rival)
    draft.combat = replace(combat, landings=())
    bury(draft)
    for number, area in combat.landings:
        if draft.parties[number].state == "in":
            transport(draft, number, area)
    _to_melee(draft)
    facing = not _over(draft, combat) and "arrived" not in draft.used
    if waited and facing and may_use_items(draft, draft.active, combat.rival):
        draft.phase = Phase.SPELLS
        draft.combat = replace(draft.combat, side=0, items=True)


def _break_off(draft: Draft) -> None:
    """Nobody may, but people do: a fight is left as it stands, and the next party is on."""
    draft.combat = None
    draft.again = False
    _end_turn(draft)


def settle(draft: Draft) -> None:
    """After every event: bury the dead, see whether a fight or a turn is over."""
    if draft.due or draft.phase not in TURN:
        return
    combat = draft.combat
    between = combat is not None and combat.rival >= 0 and draft.phase is Phase.SPELLS
    if combat is not None and between and not combat.items:
        return
    bury(draft)
    if combat is not None and between and not may_use_items(draft, draft.active, combat.rival):
        _to_melee(draft)
    if combat is not None and combat.rival >= 0:
        _call_off(draft)
    if draft.parties[draft.active].state != "in":
        _end_turn(draft)
    elif "arrived" in draft.used:
        draft.used -= {"arrived"}
        _arrive(draft)
        if not draft.due and draft.combat is not None:
            settle(draft)
    elif combat is not None and _over(draft, combat):
        _after_combat(draft)


def _call_off(draft: Draft) -> None:
    """A champion that died before the round began fights no more."""
    combat = draft.combat
    assert combat is not None
    alive = [number >= 0 and draft.members[number].state == "in" for number in _pair(combat)]
    champion, answer = alive
    draft.combat = replace(
        combat,
        champion=combat.champion if champion else -1,
        answer=combat.answer if answer else -1,
    )


def _pair(combat: Combat) -> tuple[int, int]:
    return combat.champion, combat.answer


TURN = frozenset({Phase.PREPARE, Phase.MOVE, Phase.SPELLS, Phase.MELEE, Phase.SEARCH})


def _over(state: State, combat: Combat) -> bool:
    party = state.parties[state.active]
    if combat.rival < 0:
        return not state.foes[party.at]
    rival = state.parties[combat.rival]
    return rival.state != "in" or rival.at != party.at


def _after_combat(draft: Draft) -> None:
    """The victors look around: is there someone else, is there something to take?"""
    draft.combat = None
    if met_at(draft, draft.parties[draft.active].at):
        _meet(draft)
        if not draft.due:
            settle(draft)
    else:
        _to_search(draft)


def _to_search(draft: Draft) -> None:
    if searchable(draft):
        draft.phase = Phase.SEARCH
    else:
        _end_pass(draft)


def searchable(state: State) -> bool:
    """Whether there is anything to turn over or to pick up where the active party is."""
    at = state.parties[state.active].at
    lies = any(area == at for area, _ in state.lying)
    return bool(state.treasures >> at & 1) or lies or state.princess == at


def take(draft: Draft, event: Take) -> None:
    """Counters left lying go to the party, items beneath the player's character."""
    number = party_of(draft, event.seat)
    at = draft.parties[number].at
    pile = dict(draft.lying).get(at, ())
    draft.lying = tuple(each for each in draft.lying if each[0] != at)
    add_loot(draft, number, tuple(each for each in pile if each[0] not in ITEMS))
    things = tuple(each for each in pile if each[0] in ITEMS)
    if things:
        receive(draft, owner_of_find(draft, number, event.seat), things)
    if draft.princess == at:
        draft.princess = -1
        set_party(draft, number, replace(draft.parties[number], princess=True))
    if number == draft.active and draft.phase is Phase.SEARCH and not searchable(draft):
        _end_pass(draft)


def after_search(draft: Draft) -> None:
    """When nothing is left to find, the turn goes on by itself."""
    if draft.phase is Phase.SEARCH and not draft.due and not searchable(draft):
        _end_pass(draft)


# --- the end of turns and games ----------------------------------------------------------------


def _end_pass(draft: Draft) -> None:
    """Boots carry who still has them a second time; an extra turn by speed leaves them nothing."""
    boots = BOOTS in draft.used and "second" not in draft.used and booted(draft, draft.active) >= 0
    if boots and not draft.again and not draft.extra:
        draft.used |= {"second"}
        draft.steps = 0
        draft.cast_third = 0
        draft.combat = None
        draft.phase = Phase.MOVE
        return
    _end_turn(draft)


def _in_play(state: State) -> list[int]:
    return [number for number, party in enumerate(state.parties) if party.state == "in"]


def _end_turn(draft: Draft) -> None:
    left = _in_play(draft)
    if not left:
        _game_over(draft)
        return
    if draft.sped not in (-1, draft.active):
        draft.sped = -1
    draft.walked = draft.active if draft.steps >= AREAS_A_TURN else -1
    draft.extra = draft.again and draft.active in left
    draft.again = False
    if not draft.extra:
        draft.active = next((each for each in left if each > draft.active), left[0])
    draft.turn += 1
    _begin_turn(draft)


def _game_over(draft: Draft) -> None:
    draft.due = ()
    draft.combat = None
    draft.again = draft.extra = False
    draft.used = frozenset()
    options = draft.setting.options
    sums = [old + new for old, new in zip(draft.totals, shares(draft), strict=True)]
    if options.target_score:
        over = max(sums) >= options.target_score
    else:
        over = draft.game >= options.series
    draft.phase = Phase.FINISHED if over else Phase.BETWEEN
