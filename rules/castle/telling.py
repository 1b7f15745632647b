"""The Castle: what to say now (hints) and what just happened (descriptions)."""

from __future__ import annotations

from collections.abc import Iterator

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
from rules.castle.judge import acting_party, fact
from rules.castle.party import (
    booted,
    heroes,
    leader,
    modifier,
    modifiers,
    party_of,
    shares,
    untold,
)
from rules.castle.pieces import AREAS_A_TURN, BOOTS, HITS, KEYS, WITCH, WITCH_SPELLS, WIZARD
from rules.castle.play import apply
from rules.castle.position import Due, Phase, Position, castle_of
from rules.castle.possible import impossible
from rules.castle.showing import initiated, score
from rules.contract import Hint, Json, Message
from rules.errors import BadSetting

LEVELS = ("silent", "referee")


# --- hints ----------------------------------------------------------------------------------------


def hints(position: Position, seat: int | None, level: str = "referee") -> list[Hint]:
    """What is due, what may be done and what it costs; never from what others hide."""
    if level not in LEVELS:
        raise BadSetting(f"castle: no hint level is called {level!r}; use one of {LEVELS}")
    if level == "silent":
        return []
    if position.due:
        return [_due_hint(position, position.due[0]), *_own(position, seat)]
    found = [*_phase_hints(position)]
    if position.parties and position.phase not in (Phase.BETWEEN, Phase.FINISHED):
        found += _own(position, seat)
        found += _to_come(position)
    return found


def _due_hint(position: Position, due: Due) -> Hint:
    facts: dict[str, Json] = {"seat": due.seat, "due": due.what}
    if due.what in ("melee", "melee-answer"):
        return _melee_hint(position, due)
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


def _melee_hint(position: Position, due: Due) -> Hint:
    """The die of a round, with what it is changed by; one roll serves both sides."""
    combat = position.combat
    assert combat is not None
    kind = None
    if combat.rival < 0:
        kind = position.foes[position.parties[position.active].at][due.target].kind
    elif 0 <= due.target < len(position.members):
        kind = position.members[due.target].kind
    causes: list[Json] = list(modifiers(position, due.member, kind))
    facts: dict[str, Json] = {
        "seat": due.seat,
        "member": fact(position, due.member),
        "modifier": modifier(position, due.member, kind),
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
        case Phase.FINISHED:
            yield Hint("castle.due-nothing", {"seats": list(score(position).winners or ())})
        case _:
            yield from _step_hints(position)


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
            yield Hint("castle.due-spells", {"seat": seat}, seat)
        case Phase.MELEE:
            yield Hint("castle.due-fight", {"seat": seat}, seat)
            yield from _foe_hints(position)
        case Phase.SEARCH:
            yield Hint("castle.due-search", {"seat": seat, "area": here}, seat)


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
    if position.phase not in (Phase.PREPARE, Phase.SPELLS):
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


# --- what happened --------------------------------------------------------------------------------


def describe(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What the event is, as this seat may hear it."""
    return (_event(position, event, seat),)


def followed(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What followed from an event that happened, as this seat may hear it."""
    if impossible(position, event) is not None:
        return ()
    return tuple(_followed(position, apply(position, event), event, seat))


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


# --- what followed --------------------------------------------------------------------------------


def _followed(
    before: Position, after: Position, event: Event, seat: int | None
) -> Iterator[Message]:
    if after.phase is Phase.CHOOSE and before.phase is Phase.FIRST:
        yield Message("castle.event.first", {"seat": after.order[0]})
    if isinstance(event, NextGame):
        return
    yield from _dice_news(before, after, event)
    for number, member in enumerate(before.members):
        if not member.hidden or initiated_member(before, number, seat):
            yield from _member_news(before, after, number)
    yield from _companion_news(before, after)
    yield from _foe_news(before, after)
    yield from _princess_news(before, after)
    yield from _turn_news(before, after)


def initiated_member(position: Position, number: int, seat: int | None) -> bool:
    """Whether a seat may know of a captive that is still hidden."""
    party = position.parties[position.members[number].party]
    return seat is not None and seat in party.seats


def _dice_news(before: Position, after: Position, event: Event) -> Iterator[Message]:
    """How a spell or the pistol turned out, where nothing else tells it."""
    if not isinstance(event, Roll) or not before.due:
        return
    due = before.due[0]
    same = len(after.due) < len(before.due)
    if due.what == "spell" and same and due.spell not in ("heroism", "speed") and event.die > 1:
        yield Message("castle.event.spell-fails", {"spell": due.spell})
    if due.what == "spell" and due.spell in ("heroism", "speed") and event.die == 2:
        yield Message("castle.event.spell-fails", {"spell": due.spell})
    if after.again and not before.again:
        yield Message("castle.event.speed", {"seat": due.seat})
    if due.what in ("pistol", "pistol-again") and after.members[due.member].aims:
        yield Message("castle.event.pistol-known", {"member": _who(before, due.member)})
    if due.what == "acid" and same:
        yield Message("castle.event.acid-misses")
    if due.what == "charm" and len(after.members) == len(before.members):
        yield Message("castle.event.spell-fails", {"spell": due.what})


def _member_news(before: Position, after: Position, number: int) -> Iterator[Message]:
    old, new = before.members[number], after.members[number]
    facts: dict[str, Json] = {"member": fact(before, number)}
    if new.hits != old.hits:
        rule = "castle.event.hurt" if new.hits > old.hits else "castle.event.healed"
        counts: dict[str, Json] = {
            "count": abs(new.hits - old.hits),
            "hits": new.hits,
            "limit": new.constitution,
        }
        yield Message(rule, facts | counts)
    if new.state == "dead" and old.state == "in":
        yield Message("castle.event.dies", facts)
    if new.state == "wild" and old.state == "in":
        yield Message("castle.event.wild", facts)
    if new.heroic and not old.heroic:
        yield Message("castle.event.heroic", facts)
    if new.curse != old.curse and new.state == "in":
        yield Message("castle.event.cursed" if new.curse else "castle.event.curse-lifted", facts)
    if new.cursed_for_good and not old.cursed_for_good:
        yield Message("castle.event.cursed-for-good", facts)


def _companion_news(before: Position, after: Position) -> Iterator[Message]:
    for number in range(len(before.members), len(after.members)):
        member = after.members[number]
        if member.party >= 0 and member.charmed:
            yield Message("castle.event.charmed", {"counter": member.kind})
    for number, party in enumerate(before.parties):
        if party.state == "in" and after.parties[number].state == "dead":
            yield Message("castle.event.party-dies", {"seats": list(party.seats)})


def _foe_news(before: Position, after: Position) -> Iterator[Message]:
    """What became of the monsters where the party on the move was."""
    if not before.foes or not after.foes:
        return
    at = before.parties[before.active].at
    old, new = before.foes[at], after.foes[at]
    if len(new) < len(old) and len(before.members) == len(after.members):
        kinds = [foe.kind for foe in new]
        for foe in old:
            if foe.kind is not None and foe.kind not in kinds:
                yield Message("castle.event.foe-gone", {"counter": foe.kind})
    elif len(new) == len(old):
        for one, other in zip(old, new, strict=True):
            if one.kind is not None and one.hits != other.hits:
                facts: dict[str, Json] = {"counter": one.kind, "hits": other.hits}
                yield Message("castle.event.foe-hits", facts | {"limit": one.constitution})


def _princess_news(before: Position, after: Position) -> Iterator[Message]:
    for number, party in enumerate(after.parties):
        if not before.parties:
            return
        old = before.parties[number]
        if party.princess and not old.princess:
            yield Message("castle.event.princess-joins", {"seat": party.seats[0]})
        elif old.princess and not party.princess:
            yield Message("castle.event.princess-stays")
    if after.cell_open and not before.cell_open:
        yield Message("castle.event.cell-open")


def _turn_news(before: Position, after: Position) -> Iterator[Message]:
    over = (Phase.BETWEEN, Phase.FINISHED)
    if after.phase in over and before.phase not in over:
        yield Message("castle.event.game-over", {"amounts": list(shares(after))})
        if after.phase is Phase.FINISHED:
            winners = score(after).winners or ()
            rule = "castle.event.winners" if winners else "castle.event.nobody-wins"
            yield Message(rule, {"seats": list(winners)})
    elif after.turn != before.turn and after.phase is Phase.PREPARE:
        yield Message("castle.event.turn", {"seat": leader(after, after.active)})
