"""The Castle: what an event does to a position, legal or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
from rules.castle.fate import change_foe
from rules.castle.items import (
    acid_rolled,
    give,
    harm_rolled,
    healing_rolled,
    name,
    pistol_rolled,
    pistol_self_rolled,
    unlock,
    use,
)
from rules.castle.melee import (
    answer_rolled,
    fight,
    melee_rolled,
    poison_rolled,
    show,
    witch_rolled,
)
from rules.castle.party import (
    come_forward,
    learned_constitutions,
    party_of,
    set_member,
    set_party,
    shares,
    stop_asking,
)
from rules.castle.position import (
    Draft,
    Due,
    Foe,
    Member,
    Party,
    Phase,
    Position,
    Setting,
    castle_of,
    drafted,
    first_phase,
    fresh,
    frozen,
)
from rules.castle.possible import impossible
from rules.castle.spells import (
    cast,
    charm_rolled,
    fireball_rolled,
    land,
    mend_looks,
    peek,
    saw,
    spell_rolled,
)
from rules.castle.traps import found, search, trap_rolled, vapor_rolled
from rules.castle.turn import after_search, deal, done, settle, step, take, turn_up
from rules.folding import check_possible


def apply(position: Position, event: Event) -> Position:
    """The position after an event, as the table really lies; total but for the impossible."""
    check_possible(event, impossible(position, event))
    if isinstance(event, NextGame):
        return _next_game(position)
    draft = drafted(position)
    if not isinstance(event, Name):
        stop_asking(draft, party_of(draft, getattr(event, "seat", -1)))
    EFFECTS[type(event)](draft, event)
    settle(draft)
    if type(event) in SEARCHING:
        after_search(draft)
    if any(draft.looks):
        mend_looks(draft)
    return frozen(draft)


SEARCHING = frozenset({Found, Roll})


# --- set-up ------------------------------------------------------------------------------------


def _draw_map(draft: Draft, event: DrawMap) -> None:
    old = draft.setting
    draft.setting = Setting(old.players, old.options, event.castle, old.demo, old.constitutions)
    draft.phase = first_phase(draft.setting)


def _roll(draft: Draft, event: Roll) -> None:
    if draft.phase is Phase.FIRST:
        _roll_first(draft, event)
        return
    due = draft.due[0]
    draft.due = draft.due[1:]
    ROLLED[due.what](draft, due, event.die)


def _roll_first(draft: Draft, event: Roll) -> None:
    """The highest die chooses first; those who tie for it roll again."""
    rolls = list(draft.rolls)
    rolls[event.seat] = event.die
    if 0 not in rolls:
        best = [seat for seat, die in enumerate(rolls) if die == max(rolls)]
        if len(best) == 1:
            seats = range(draft.setting.players)
            draft.order = (*seats[best[0] :], *seats[: best[0]])
            draft.phase = Phase.CHOOSE
        else:
            rolls = [0 if seat in best else -1 for seat in range(len(rolls))]
    draft.rolls = tuple(rolls)


def _choose(draft: Draft, event: Choose) -> None:
    member = Member(event.character, event.constitution, event.seat)
    draft.members = (*draft.members, member)
    draft.met = (*draft.met, (event.character, event.constitution))
    if len(draft.members) == len(draft.order):
        if draft.setting.players == 1:
            _make_parties(draft, ((0,),))
        else:
            draft.phase = Phase.ALLY


def _ally(draft: Draft, event: Ally) -> None:
    named = {seat for group in event.groups for seat in group}
    alone = tuple((seat,) for seat in draft.order if seat not in named)
    _make_parties(draft, tuple(group for group in event.groups if group) + alone)


def _make_parties(draft: Draft, groups: tuple[tuple[int, ...], ...]) -> None:
    """Parties take turns in the order in which their first players chose."""
    ranks = {seat: rank for rank, seat in reversed(list(enumerate(draft.order)))}
    ordered = [tuple(sorted(group, key=ranks.__getitem__)) for group in groups]
    ordered.sort(key=lambda group: ranks[group[0]])
    for number, seats in enumerate(ordered):
        members = tuple(at for at, each in enumerate(draft.members) if each.seat in seats)
        draft.parties = (*draft.parties, Party(seats, members))
        for at in members:
            set_member(draft, at, replace(draft.members[at], party=number))
    draft.phase = Phase.ENTRANCE


def _enter(draft: Draft, event: Enter) -> None:
    number = next(at for at, party in enumerate(draft.parties) if party.start < 0)
    gate = castle_of(draft).number[event.entrance]
    set_party(draft, number, replace(draft.parties[number], at=gate, start=gate))
    if all(party.start >= 0 for party in draft.parties):
        deal(draft)


def _next_game(position: Position) -> Position:
    old = position.setting
    known = tuple(sorted(learned_constitutions(position).items()))
    setting = Setting(old.players, old.options, old.castle, old.demo, known)
    won = position.told or shares(position)
    totals = tuple(before + now for before, now in zip(position.totals, won, strict=True))
    return fresh(setting, position.game + 1, totals)


# --- what is told of the table -----------------------------------------------------------------


def _hit_counter(draft: Draft, event: HitCounter) -> None:
    if event.member is not None:
        come_forward(draft, event.member)
        member = draft.members[event.member]
        set_member(draft, event.member, replace(member, hits=event.hits))
        return
    assert event.area is not None
    area = castle_of(draft).number[event.area]
    foe = draft.foes[area][event.foe]
    alive = event.hits < foe.constitution
    new = Foe(foe.kind, foe.constitution, event.hits) if alive else None
    change_foe(draft, area, event.foe, new)


def _shares(draft: Draft, event: Shares) -> None:
    draft.told = event.amounts


# What each die is for.
ROLLED: dict[str, Callable[[Draft, Due, int], None]] = {
    "spell": spell_rolled,
    "charm": charm_rolled,
    "fireball": fireball_rolled,
    "acid": acid_rolled,
    "acid-hits": harm_rolled,
    "shot": harm_rolled,
    "pistol": pistol_rolled,
    "pistol-again": pistol_rolled,
    "pistol-self": pistol_self_rolled,
    "healing": healing_rolled,
    "vapor": vapor_rolled,
    "trap": trap_rolled,
    "melee": melee_rolled,
    "melee-answer": answer_rolled,
    "witch": witch_rolled,
    "poison": poison_rolled,
}

EFFECTS: dict[type[Event], Callable[[Draft, Any], None]] = {
    Ally: _ally,
    Cast: cast,
    Choose: _choose,
    Done: done,
    DrawMap: _draw_map,
    Enter: _enter,
    Fight: fight,
    Found: found,
    Give: give,
    HitCounter: _hit_counter,
    Land: land,
    Name: name,
    Peek: peek,
    Roll: _roll,
    Saw: saw,
    Search: search,
    Shares: _shares,
    Show: show,
    Step: step,
    Take: take,
    TurnUp: turn_up,
    Unlock: unlock,
    Use: use,
}
