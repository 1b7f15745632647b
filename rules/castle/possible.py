"""The Castle: events that cannot be, whatever the players did."""

from __future__ import annotations

from collections.abc import Callable
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
from rules.castle.items import item_targets, vampire_at
from rules.castle.maps import map_faults
from rules.castle.party import (
    has_item,
    left_for,
    nameable,
    open_kinds,
    open_monsters,
    party_of,
    seen_all,
    untold,
    untold_as,
)
from rules.castle.pieces import (
    ACID,
    CHARM,
    COFFIN,
    CONSTITUTIONS,
    DIE,
    FIREBALL,
    HEALING,
    HEROISM,
    PISTOL,
    TELEPORT_POTION,
    TREASURE_NUMBER,
    Kind,
)
from rules.castle.position import DICE, Phase, Position, castle_of
from rules.castle.spells import targets
from rules.castle.turn import OPTIONAL
from rules.values import Json, Ruling

SET_UP: dict[Phase, type[Event]] = {
    Phase.MAP: DrawMap,
    Phase.FIRST: Roll,
    Phase.CHOOSE: Choose,
    Phase.ALLY: Ally,
    Phase.ENTRANCE: Enter,
}
OVER = frozenset({Phase.BETWEEN, Phase.FINISHED})
AFTER = frozenset({Shares, Name, NextGame})
BEFORE = frozenset({DrawMap, Choose, Ally, Enter})
MOST_HITS = 99


def impossible(position: Position, event: Event) -> Ruling | None:
    """Why an event cannot have happened on this table, or None if it can."""
    kind = type(event)
    wrong = _wrong_time(position, kind)
    if wrong is not None:
        return wrong
    seat = getattr(event, "seat", 0)
    if not 0 <= seat < position.setting.players:
        return Ruling("castle.no-such-seat", {"players": position.players})
    if position.due and kind in LATER:
        return due_first(position)
    return CHECKS[kind](position, event)


def _wrong_time(position: Position, kind: type[Event]) -> Ruling | None:
    phase = position.phase
    if phase in SET_UP:
        if kind is SET_UP[phase]:
            return None
        return Ruling("castle.not-set-up", {"phase": phase.value})
    if kind in BEFORE:
        return Ruling("castle.already-set-up")
    if phase in OVER:
        if kind not in AFTER or (kind is NextGame and phase is Phase.FINISHED):
            return Ruling("castle.game-over")
    elif kind in (Shares, NextGame):
        return Ruling("castle.game-not-over")
    return None


def due_first(position: Position) -> Ruling:
    """Something must be told before anything else."""
    due = position.due[0]
    return Ruling("castle.due-first", {"due": due.what, "seat": due.seat})


# --- set-up ------------------------------------------------------------------------------------


def _draw_map(_: Position, event: DrawMap) -> Ruling | None:
    return next(map_faults(event.castle), None)


def _roll(position: Position, event: Roll) -> Ruling | None:
    if event.die not in DIE:
        return Ruling("castle.no-such-die", {"die": event.die})
    if position.phase is Phase.FIRST:
        if position.rolls[event.seat]:
            left: list[Json] = [seat for seat, die in enumerate(position.rolls) if not die]
            return Ruling("castle.rolled-already", {"seat": event.seat, "seats": left})
        return None
    if position.due and position.due[0].what in DICE:
        return None
    if position.due:
        return due_first(position)
    melee = position.phase is Phase.MELEE and position.last is not None
    return Ruling("castle.one-roll" if melee else "castle.no-die-due")


def _choose(position: Position, event: Choose) -> Ruling | None:
    right = position.order[len(position.members)]
    if event.seat != right:
        return Ruling("castle.choose-order", {"seat": event.seat, "right_seat": right})
    return _constitution(event.constitution)


def _constitution(value: int) -> Ruling | None:
    if value in CONSTITUTIONS:
        return None
    limits: dict[str, Json] = {"least": CONSTITUTIONS[0], "most": CONSTITUTIONS[-1]}
    return Ruling("castle.no-such-constitution", {"count": value, **limits})


def _ally(position: Position, event: Ally) -> Ruling | None:
    seats = [seat for group in event.groups for seat in group]
    if len(seats) != len(set(seats)) or any(not 0 <= seat < position.players for seat in seats):
        return Ruling("castle.ally-groups", {"players": position.players})
    return None


def _enter(position: Position, event: Enter) -> Ruling | None:
    castle = castle_of(position)
    at = castle.number.get(event.entrance, -1)
    if at not in castle.entrances:
        return Ruling("castle.no-such-entrance", {"area": event.entrance})
    party = next(party for party in position.parties if party.start < 0)
    if event.seat not in party.seats:
        return Ruling("castle.entrance-order", {"seat": event.seat, "right_seat": party.seats[0]})
    return None


# --- moving on ---------------------------------------------------------------------------------


def _gone(position: Position, seat: int) -> Ruling | None:
    """A party that left or died does nothing more."""
    party = position.parties[party_of(position, seat)]
    if party.state == "out":
        return Ruling("castle.no-return", {"seat": seat})
    if party.state == "dead":
        return Ruling("castle.party-dead", {"seat": seat})
    return None


def _step(position: Position, event: Step) -> Ruling | None:
    at = castle_of(position).number.get(event.to, -1)
    if at < 0:
        return Ruling("castle.no-such-area", {"area": event.to})
    gone = _gone(position, event.seat)
    if gone is not None:
        return gone
    number = party_of(position, event.seat)
    if position.parties[number].at == at:
        return Ruling("castle.already-there", {"area": event.to})
    if position.due and number != position.active:
        return due_first(position)
    return None


def _done(position: Position, _: Done) -> Ruling | None:
    if position.due and position.due[0].what not in OPTIONAL:
        return due_first(position)
    return None


# --- members, spells and items -----------------------------------------------------------------


def _member(position: Position, number: int) -> Ruling | None:
    """A member that is alive and in the castle."""
    if not 0 <= number < len(position.members) or position.members[number].state != "in":
        return Ruling("castle.no-such-member")
    return None


def _acting(position: Position, number: int) -> Ruling | None:
    """A character of one of the sides that act now."""
    wrong = _member(position, number)
    if wrong is not None:
        return wrong
    member = position.members[number]
    if not member.hero:
        return Ruling("castle.heroes-only")
    sides = (position.active, -1 if position.combat is None else position.combat.rival)
    if member.party not in sides:
        right = position.parties[position.active].seats[0]
        return Ruling("castle.not-your-turn", {"seat": member.seat, "right_seat": right})
    return None


def _cast(position: Position, event: Cast) -> Ruling | None:
    wrong = _acting(position, event.member)
    if wrong is not None:
        return wrong
    if event.spell in (CHARM, FIREBALL):
        fits = _aimed(position, event.member, event.target, event.spell)
    elif event.spell == HEROISM:
        fits = event.target is not None and _member(position, event.target) is None
    else:
        fits = event.target is None
    return None if fits else Ruling("castle.no-target")


def _aimed(position: Position, member: int, target: int | None, spell: Kind) -> bool:
    """Whether there is something at the other end."""
    if position.combat is None or target is None:
        return False
    if position.combat.rival < 0:
        foes = position.foes[position.parties[position.active].at]
        ours = position.members[member].party == position.active
        return ours and 0 <= target < len(foes) and foes[target].kind is not None
    return target in targets(position, member, spell)


def _use(position: Position, event: Use) -> Ruling | None:
    wrong = _acting(position, event.member)
    if wrong is not None:
        return wrong
    missing = _holds(position, event.member, event.item)
    if missing is not None:
        return missing
    if event.item == COFFIN:
        here = position.parties[position.active].at
        if position.combat is None or vampire_at(position, here) < 0:
            return Ruling("castle.no-vampire")
    if event.item == HEALING:
        fits = event.target is not None and _member(position, event.target) is None
    elif event.item == ACID or (event.item == PISTOL and position.combat is not None):
        fits = position.combat is not None and event.target in item_targets(
            position, event.member, event.item
        )
        fits = fits and _turned(position, event.target)
    else:
        fits = event.target is None
    return None if fits else Ruling("castle.no-target")


def _turned(position: Position, target: int | None) -> bool:
    """A monster that is aimed at lies face up."""
    combat = position.combat
    if combat is None or combat.rival >= 0 or target is None:
        return True
    return position.foes[position.parties[position.active].at][target].kind is not None


CONSUMED = frozenset({ACID, HEALING, PISTOL, TELEPORT_POTION})


def _holds(position: Position, member: int, item: Kind) -> Ruling | None:
    if has_item(position, member, item):
        return None
    who = position.members[member]
    left = left_for(position, who.seat)[TREASURE_NUMBER[item]]
    if untold_as(position, who.party, item) and left > 0:
        return None
    if seen_all(position, item) and item in CONSUMED:
        return Ruling("castle.item-used-up", {"item": item})
    return Ruling("castle.no-such-item", {"item": item})


def _give(position: Position, event: Give) -> Ruling | None:
    for number in (event.member, event.to):
        wrong = _member(position, number)
        if wrong is not None:
            return wrong
    giver, taker = position.members[event.member], position.members[event.to]
    if giver.party != taker.party or not taker.hero or event.member == event.to:
        return Ruling("castle.own-party-only")
    if not has_item(position, event.member, event.item):
        return Ruling("castle.no-such-item", {"item": event.item})
    return None


# --- looking, landing, turning up --------------------------------------------------------------


def _awaited(position: Position, what: str, seat: int | None) -> Ruling | None:
    """The event must answer what is due, by the player it is due from."""
    if not position.due or position.due[0].what != what:
        return due_first(position) if position.due else Ruling("castle.not-now")
    right = position.due[0].seat
    if seat is not None and seat != right:
        return Ruling("castle.not-yours", {"seat": seat, "right_seat": right})
    return None


def _peek(position: Position, event: Peek) -> Ruling | None:
    wrong = _awaited(position, "peek", event.seat)
    if wrong is not None:
        return wrong
    at = castle_of(position).number.get(event.area, -1)
    if at < 0:
        return Ruling("castle.no-such-area", {"area": event.area})
    there = position.treasures >> at & 1
    if event.what == "monster":
        there = any(foe.kind is None for foe in position.foes[at])
    return None if there else Ruling("castle.no-counter", {"area": event.area})


def _saw(position: Position, event: Saw) -> Ruling | None:
    wrong = _awaited(position, "saw", event.seat)
    if wrong is not None or event.kind is None:
        return wrong
    due = position.due[0]
    if due.spell == "monster":
        fits = event.kind in open_monsters(position)
    else:
        fits = event.kind in open_kinds(position, event.seat)
    return None if fits else _none_left(event.kind)


def _none_left(kind: Kind) -> Ruling:
    return Ruling("castle.no-counter-left", {"counter": kind})


def _land(position: Position, event: Land) -> Ruling | None:
    wrong = _awaited(position, "land", event.seat)
    if wrong is not None:
        return wrong
    castle = castle_of(position)
    at = castle.number.get(event.area, -1)
    if at < 0 or castle.outside(at):
        return Ruling("castle.no-such-area", {"area": event.area})
    return None


def _turn_up(position: Position, event: TurnUp) -> Ruling | None:
    wrong = _awaited(position, "turn", None)
    if wrong is not None:
        return wrong
    if event.kind not in open_monsters(position):
        return _none_left(event.kind)
    return _constitution(event.constitution)


# --- fighting and searching --------------------------------------------------------------------


def _fight(position: Position, event: Fight) -> Ruling | None:
    combat = position.combat
    if combat is None:
        return Ruling("castle.no-fight")
    wrong = _member(position, event.member)
    if wrong is not None:
        return wrong
    if position.members[event.member].party not in (position.active, combat.rival):
        return Ruling("castle.no-fight")
    if combat.rival < 0:
        foes = position.foes[position.parties[position.active].at]
        if not 0 <= event.foe < len(foes):
            return Ruling("castle.no-target")
    return None


def _search(position: Position, event: Search) -> Ruling | None:
    wrong = _member(position, event.member)
    if wrong is not None:
        return wrong
    member = position.members[event.member]
    party = position.parties[position.active]
    if member.party != position.active:
        right = party.seats[0]
        return Ruling("castle.not-your-turn", {"seat": event.seat, "right_seat": right})
    if member.charmed:
        return Ruling("castle.monsters-search-not")
    if not position.treasures >> party.at & 1:
        return Ruling("castle.no-counter", {"area": castle_of(position).name(party.at)})
    return None


def _found(position: Position, event: Found) -> Ruling | None:
    wrong = _awaited(position, "found", event.seat)
    if wrong is not None or event.kind is None:
        return wrong
    return None if event.kind in open_kinds(position, event.seat) else _none_left(event.kind)


def _take(position: Position, event: Take) -> Ruling | None:
    gone = _gone(position, event.seat)
    if gone is not None:
        return gone
    at = position.parties[party_of(position, event.seat)].at
    if position.princess != at and not any(area == at for area, _ in position.lying):
        return Ruling("castle.nothing-lies-there", {"area": castle_of(position).name(at)})
    return None


def _unlock(position: Position, event: Unlock) -> Ruling | None:
    gone = _gone(position, event.seat)
    if gone is not None:
        return gone
    if position.cell_open:
        return Ruling("castle.cell-open")
    return next(
        (Ruling("castle.no-such-key", {"counter": key}) for key in missing_keys(position, event)),
        None,
    )


def missing_keys(position: Position, event: Unlock) -> list[Kind]:
    """The keys a party does not have, not even among its untold counters."""
    number = party_of(position, event.seat)
    loot, spare = position.parties[number].loot, untold(position, number)
    missing: list[Kind] = []
    for key in dict.fromkeys(event.keys):
        lacking = event.keys.count(key) - loot.count((key, True)) - loot.count((key, False))
        spare -= max(0, lacking)
        if lacking > 0 and (
            spare < 0 or lacking > left_for(position, event.seat)[TREASURE_NUMBER[key]]
        ):
            missing.append(key)
    return missing


def _show(position: Position, event: Show) -> Ruling | None:
    wrong = _member(position, event.member)
    if wrong is None and not position.members[event.member].hidden:
        return Ruling("castle.nothing-untold")
    return wrong


def _name(position: Position, event: Name) -> Ruling | None:
    number = party_of(position, event.seat)
    if not untold(position, number):
        return Ruling("castle.nothing-untold")
    if event.kind not in open_kinds(position, event.seat):
        return _none_left(event.kind)
    if not nameable(position, number, event.kind):
        return Ruling("castle.struck-untold", {"counter": event.kind})
    return None


# --- told of the table -------------------------------------------------------------------------


def _hit_counter(position: Position, event: HitCounter) -> Ruling | None:
    if not 0 <= event.hits <= MOST_HITS:
        return Ruling("castle.no-such-hits", {"count": event.hits})
    if event.member is not None:
        return _member(position, event.member)
    at = castle_of(position).number.get(event.area or "", -1)
    if at < 0:
        return Ruling("castle.no-such-area", {"area": event.area})
    foes = position.foes[at]
    if not 0 <= event.foe < len(foes) or foes[event.foe].kind is None:
        return Ruling("castle.no-counter", {"area": event.area})
    return None


def _shares(position: Position, event: Shares) -> Ruling | None:
    if len(event.amounts) != position.players:
        return Ruling("castle.shares-count", {"players": position.players})
    return None


def _nothing(_: Position, __: Event) -> Ruling | None:
    return None


# Events that wait until what is due has been told.
LATER = frozenset({Cast, Use, Give, Fight, Search, Take, Unlock, Show, Name, HitCounter})

CHECKS: dict[type[Event], Callable[[Position, Any], Ruling | None]] = {
    Ally: _ally,
    Cast: _cast,
    Choose: _choose,
    Done: _done,
    DrawMap: _draw_map,
    Enter: _enter,
    Fight: _fight,
    Found: _found,
    Give: _give,
    HitCounter: _hit_counter,
    Land: _land,
    Name: _name,
    NextGame: _nothing,
    Peek: _peek,
    Roll: _roll,
    Saw: _saw,
    Search: _search,
    Shares: _shares,
    Show: _show,
    Step: _step,
    Take: _take,
    TurnUp: _turn_up,
    Unlock: _unlock,
    Use: _use,
}
