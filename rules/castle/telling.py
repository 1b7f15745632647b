"""The Castle: what to say now (hints) and what an event is (descriptions)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

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
from rules.castle.judge import acting_party, fact, waits_for_spells
from rules.castle.party import (
    booted,
    heroes,
    leader,
    modifiers,
    overtold,
    party_of,
    summed,
    untold,
)
from rules.castle.pieces import AREAS_A_TURN, BOOTS, HITS, KEYS, WITCH, WITCH_SPELLS, WIZARD
from rules.castle.position import Due, Phase, Position, castle_of
from rules.castle.showing import initiated, score
from rules.errors import BadSetting
from rules.values import Hint, Json, Message

LEVELS = ("silent", "referee")


# --- hints ----------------------------------------------------------------------------------------


def hints(position: Position, seat: int | None, level: str = "referee") -> list[Hint]:
    """What is due, what may be done and what it costs; never from what others hide."""
    if level not in LEVELS:
        raise BadSetting(f"castle: no hint level is called {level!r}; use one of {LEVELS}")
    if level == "silent":
        return []
    if position.due:
        return [_due_hint(position, position.due[0], seat), *_own(position, seat)]
    found = [*_phase_hints(position)]
    if position.parties and position.phase not in (Phase.BETWEEN, Phase.FINISHED):
        found += _own(position, seat)
        found += _to_come(position)
    return found


def _due_hint(position: Position, due: Due, seat: int | None) -> Hint:
    facts: dict[str, Json] = {"seat": due.seat, "due": due.what}
    if due.what in ("melee", "melee-answer"):
        return _melee_hint(position, due, seat)
    if due.what == "spell":
        return Hint("castle.due-spell", facts | {"spell": due.spell}, due.seat)
    if due.what in ("peek", "saw"):
        area = castle_of(position).name(due.area) if due.area >= 0 else None
        facts |= {"look": due.spell, "area": area}
    return Hint(TOLD_DUES.get(due.what, "castle.due-die"), facts, due.seat)


# What is told rather than rolled.
TOLD_DUES = {
    "peek": "castle.due-peek",
    "saw": "castle.due-saw",
    "land": "castle.due-land",
    "turn": "castle.due-turn-up",
    "found": "castle.due-found",
    "pistol-again": "castle.due-pistol-again",
}


def _melee_hint(position: Position, due: Due, seat: int | None) -> Hint:
    """The die of a round, with what it is changed by; one roll serves both sides.

    A sword that a party has not shown changes it only for its own players.
    """
    combat = position.combat
    assert combat is not None
    kind = None
    if combat.rival < 0:
        kind = position.foes[position.parties[position.active].at][due.target].kind
    elif 0 <= due.target < len(position.members):
        kind = position.members[due.target].kind
    who = position.members[due.member]
    if seat not in position.parties[who.party].seats:
        who = replace(who, items=tuple(each for each in who.items if each[1]))
    found = modifiers(who, kind)
    causes: list[Json] = [cause for cause, value in found.items() for _ in range(abs(value))]
    facts: dict[str, Json] = {
        "seat": due.seat,
        "member": fact(position, due.member),
        "modifier": summed(found),
        "causes": causes,
    }
    even, uneven = ROUNDS[combat.rival < 0]
    return Hint(uneven if causes else even, facts, due.seat)


# The die of a round without and with modifiers: against a party, and against a monster.
ROUNDS = {
    False: ("castle.due-duel", "castle.due-duel-modified"),
    True: ("castle.due-melee", "castle.due-melee-modified"),
}


def _phase_hints(position: Position) -> Iterator[Hint]:
    match position.phase:
        case Phase.MAP:
            yield Hint("castle.due-map")
        case Phase.FIRST:
            waiting: list[Json] = [at for at, die in enumerate(position.rolls) if not die]
            yield Hint("castle.due-first-die", {"seats": waiting})
        case Phase.CHOOSE:
            seat = position.order[len(position.members)]
            yield Hint("castle.due-choose", {"seat": seat}, seat)
        case Phase.ALLY:
            yield Hint("castle.due-ally")
        case Phase.ENTRANCE:
            seat = next(party.seats[0] for party in position.parties if party.start < 0)
            yield Hint("castle.due-entrance", {"seat": seat}, seat)
        case Phase.BETWEEN:
            yield Hint("castle.due-next-game", {"game": position.game + 1})
            yield from _told_too_often(position)
        case Phase.FINISHED:
            winners = list(score(position).winners or ())
            rule = "castle.due-nothing" if winners else "castle.due-nothing-won"
            yield Hint(rule, {"seats": [*winners]})
            yield from _told_too_often(position)
        case _:
            yield from _step_hints(position)


def _told_too_often(position: Position) -> Iterator[Hint]:
    """What no party could know before: together they told more counters than there are."""
    counters: list[Json] = [*overtold(position)]
    if counters:
        yield Hint("castle.know-overtold", {"counters": counters})


def _step_hints(position: Position) -> Iterator[Hint]:
    seat = leader(position, acting_party(position))
    left = AREAS_A_TURN - position.steps
    here = castle_of(position).name(position.parties[position.active].at)
    match position.phase:
        case Phase.PREPARE:
            yield Hint("castle.due-prepare", {"seat": seat}, seat)
        case Phase.MOVE:
            yield Hint("castle.due-move", {"seat": seat, "count": left}, seat)
        case Phase.SPELLS:
            yield Hint(_spells_hint(position), {"seat": seat}, seat)
        case Phase.MELEE:
            yield Hint("castle.due-fight", {"seat": seat}, seat)
            yield from _foe_hints(position)
        case Phase.SEARCH:
            yield Hint("castle.due-search", {"seat": seat, "area": here}, seat)


def _spells_hint(position: Position) -> str:
    """Between parties items come when both have cast."""
    if position.combat is not None and position.combat.items:
        return "castle.due-items"
    return "castle.due-cast" if waits_for_spells(position) else "castle.due-spells"


def _foe_hints(position: Position) -> Iterator[Hint]:
    """What the monster deals, column by column, as printed on the map."""
    combat = position.combat
    if combat is None or combat.rival >= 0:
        return
    for foe in position.foes[position.parties[position.active].at]:
        if foe.kind == WITCH:
            yield Hint("castle.know-witch")
        elif foe.kind is not None:
            table = "/".join(str(hits) for hits in HITS[foe.kind])
            left = foe.constitution - foe.hits
            yield Hint("castle.know-foe", {"counter": foe.kind, "table": table, "count": left})


def _own(position: Position, seat: int | None) -> Iterator[Hint]:
    """What only this player's party may know: untold counters, keys, boots, spells left."""
    if seat is None or not position.parties:
        return
    number = party_of(position, seat)
    party = position.parties[number]
    if party.state != "in":
        return
    if untold(position, number):
        yield Hint("castle.know-untold", {"count": untold(position, number)}, seat)
    if party.asked is not None:
        yield Hint("castle.know-struck", {"witchcraft": party.asked[0]}, seat)
    if number != position.active or position.due:
        return
    keys = [kind for kind, _ in party.loot if kind in KEYS]
    if len(keys) > 1 and len(set(keys)) + keys.count("key-skeleton") > 1 and not position.cell_open:
        yield Hint("castle.know-keys", {}, seat)
    fresh = BOOTS not in position.used and not position.again and not position.extra
    if booted(position, number) >= 0 and fresh:
        yield Hint("castle.know-boots", {}, seat)
    yield from _spell_hint(position, number, seat)


def _spell_hint(position: Position, number: int, seat: int) -> Iterator[Hint]:
    spent = position.cast_first if position.phase is Phase.PREPARE else position.cast_third
    items = position.combat is not None and position.combat.items
    if position.phase not in (Phase.PREPARE, Phase.SPELLS) or items:
        return
    for at in heroes(position, number):
        member = position.members[at]
        if member.kind == WIZARD and member.seat == seat and not spent >> at & 1:
            yield Hint("castle.know-spell", {"member": fact(position, at)}, seat)


def _to_come(position: Position) -> Iterator[Hint]:
    """What the end of the turn brings."""
    if position.again:
        seat = leader(position, position.active)
        yield Hint("castle.know-extra-turn", {"seat": seat})


# --- what an event is -----------------------------------------------------------------------------


def describe(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """The event as this seat may hear it, told by itself; `followed` tells what came of it."""
    return (_event(position, event, seat),)


def _event(position: Position, event: Event, seat: int | None) -> Message:
    if isinstance(event, Saw | Found | Give | Name):
        return _secret(position, event, seat)
    match event:
        case Roll(who, die):
            return _rolled(position, who, die)
        case Cast(who, _, spell, _):
            return Message("castle.event.cast", {"seat": who, "spell": spell})
        case Use(who, _, item, _):
            return Message("castle.event.use", {"seat": who, "item": item})
        case TurnUp(_, kind, value):
            return Message("castle.event.turn-up", {"counter": kind, "count": value})
        case Fight(who, member, _):
            return Message("castle.event.fight", {"seat": who, "member": _who(position, member)})
        case Show(who, member):
            return Message("castle.event.show", {"seat": who, "member": _who(position, member)})
        case Search(who, member):
            return Message("castle.event.search", {"seat": who, "member": _who(position, member)})
    return _simple(position, event)


def _secret(position: Position, event: Saw | Found | Give | Name, seat: int | None) -> Message:
    """What only the one who looked, or his party, may hear."""
    told, kept = SECRETS[type(event)]
    facts: dict[str, Json] = {"seat": event.seat}
    if not initiated(position, event, seat):
        return Message(kept, facts)
    if isinstance(event, Give):
        facts |= {"item": event.item, "member": _who(position, event.to)}
    elif event.kind is None:
        return Message(kept, facts)
    else:
        facts["counter"] = event.kind
    return Message(told, facts)


# What the initiated hear, and what the others do.
SECRETS = {
    Saw: ("castle.event.saw", "castle.event.saw-secret"),
    Found: ("castle.event.found", "castle.event.found-secret"),
    Give: ("castle.event.give", "castle.event.give-secret"),
    Name: ("castle.event.name", "castle.event.name-secret"),
}


def _simple(position: Position, event: Event) -> Message:
    """Events that are told by their own fields alone."""
    match event:
        case DrawMap():
            return Message("castle.event.map")
        case Choose(who, character, value):
            facts: dict[str, Json] = {"seat": who, "counter": character, "count": value}
            return Message("castle.event.choose", facts)
        case Ally(groups):
            if not any(len(group) > 1 for group in groups):
                return Message("castle.event.no-allies")
            named: list[Json] = [list(group) for group in groups if len(group) > 1]
            return Message("castle.event.ally", {"groups": named})
        case Enter(who, entrance):
            return Message("castle.event.enter", {"seat": who, "area": entrance})
        case Step(who, to):
            return _stepped(position, who, to)
        case Done(who):
            rule = "castle.event.let-go" if position.due else "castle.event.done"
            return Message(rule, {"seat": who})
        case Peek(who, area, what):
            return Message("castle.event.peek", {"seat": who, "area": area, "look": what})
        case Land(who, area):
            return Message("castle.event.land", {"seat": who, "area": area})
        case Take(who):
            return Message("castle.event.take", {"seat": who})
        case Unlock(who, keys):
            return Message("castle.event.unlock", {"seat": who, "counters": list(keys)})
    return _told(position, event)


def _told(position: Position, event: Event) -> Message:
    if isinstance(event, HitCounter):
        who: Json = {"kind": None, "seat": None}
        if event.member is not None:
            who = _who(position, event.member)
        elif position.foes and event.area in castle_of(position).number:
            foes = position.foes[castle_of(position).number[event.area]]
            if 0 <= event.foe < len(foes):
                who = {"kind": foes[event.foe].kind, "seat": None}
        return Message("castle.event.hits", {"member": who, "count": event.hits})
    if isinstance(event, Shares):
        return Message("castle.event.shares", {"amounts": list(event.amounts)})
    assert isinstance(event, NextGame)
    return Message("castle.event.next-game", {"game": position.game + 1})


def _who(position: Position, number: int) -> Json:
    if 0 <= number < len(position.members):
        return fact(position, number)
    return {"kind": None, "seat": None}


def _stepped(position: Position, who: int, to: str) -> Message:
    castle = position.setting.castle
    at = -1 if castle is None else castle.number.get(to, -1)
    if castle is not None and at >= 0 and castle.outside(at):
        return Message("castle.event.leave", {"seat": who, "area": to})
    return Message("castle.event.step", {"seat": who, "area": to})


def _rolled(position: Position, who: int, die: int) -> Message:
    facts: dict[str, Json] = {"seat": who, "die": die}
    if position.due and position.due[0].what == "witch" and die in WITCH_SPELLS:
        return Message("castle.event.witch", facts | {"witchcraft": WITCH_SPELLS[die]})
    if position.due and position.due[0].what == "spell":
        return Message("castle.event.spell-die", facts | {"spell": position.due[0].spell})
    return Message("castle.event.roll", facts)
