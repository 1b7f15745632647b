"""The Castle: what leaves towards people: the view of a seat, events as seen, the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.castle.choices import actions, namings
from rules.castle.demo import SIM_MAP
from rules.castle.events import (
    Ally,
    DrawMap,
    Event,
    Found,
    Give,
    HitCounter,
    Name,
    NextGame,
    Saw,
    Shares,
    Show,
    Unlock,
    Use,
    event_to_json,
)
from rules.castle.judge import acting_party
from rules.castle.maps import map_to_json
from rules.castle.party import (
    held,
    hidden_captives,
    leader,
    modifiers,
    party_of,
    points,
    shares,
    summed,
)
from rules.castle.pieces import DISCIPLINES, ELF, HITS, TRAPS
from rules.castle.position import (
    HIDDEN,
    STEP_NUMBER,
    Foe,
    Member,
    Party,
    Phase,
    Position,
    castle_of,
)
from rules.values import Json, Score

# By which the phones tell the seats apart; the box has no colours.
COLOURS = ("red", "blue", "green", "yellow", "violet", "dark_grey")
# What these say stays with those who may know.
KEPT = (Saw, Found, Give, Name)


# --- events ---------------------------------------------------------------------------------------


def secret(event: Event) -> bool:
    """What nobody else may tell, nor be offered: it would say what a party holds.

    What was seen, found, handed over or named stays hidden; an item used, keys or a captive
    shown are seen by all once it has happened. A trap is public from the beginning.
    """
    return _kept(event) or isinstance(event, Use | Unlock | Show)


def _kept(event: Event) -> bool:
    if isinstance(event, Found):
        return event.kind not in TRAPS
    return isinstance(event, KEPT)


def actor(_: Position, event: Event) -> int | None:
    """The seat an event names; maps, alliances and what lies on the table anybody may tell."""
    if isinstance(event, DrawMap | Ally | HitCounter | Shares | NextGame):
        return None
    return event.seat


def initiated(position: Position, event: Event, seat: int | None) -> bool:
    """Whether a seat may know the secret of an event: the looker, or the whole party."""
    who = actor(position, event)
    if not _kept(event) or _in_the_open(position, event):
        return True
    if seat is None or who is None:
        return False
    if isinstance(event, Saw) or not position.parties:
        return seat == who
    return party_of(position, seat) == party_of(position, who)


def _in_the_open(position: Position, event: Event) -> bool:
    """Whether a counter is handed over that all have seen: it lies face up."""
    if not isinstance(event, Give) or not 0 <= event.member < len(position.members):
        return False
    return (event.item, True) in position.members[event.member].items


def shown(position: Position, event: Event, seat: int | None) -> dict[str, Json]:
    """The event as one seat may see it."""
    data = event_to_json(event)
    if not initiated(position, event, seat):
        return {"type": data["type"], "seat": data["seat"]}
    return data


def known(position: Position, seat: int | None) -> Position:
    """The table as a seat may know it (None: a watcher): others hold counters face down."""
    if position.phase in _END or not position.parties:
        return position
    mine = -1 if seat is None else party_of(position, seat)
    members = [_face_down(member, mine) for member in position.members]
    while members[-1] is NOBODY:
        members.pop()
    looks = tuple(seen if at == seat else () for at, seen in enumerate(position.looks))
    parties = tuple(
        party if at == mine else _backs(position, at) for at, party in enumerate(position.parties)
    )
    return replace(position, members=tuple(members), parties=parties, looks=looks)


# What stands for a captive that another party has not shown.
NOBODY = Member(ELF, 1, -1, state="dead")


def _face_down(member: Member, mine: int) -> Member:
    if member.party == mine:
        return member
    shown = tuple(each for each in member.items if each[1])
    return NOBODY if member.hidden else replace(member, items=shown)


def _backs(position: Position, number: int) -> Party:
    """A party as others know it: how many counters it holds, not which."""
    party = position.parties[number]
    every, captives = held(position, number), hidden_captives(position, number)
    count = sum(not shown for _, shown in every) + len(captives)
    return replace(
        party,
        members=tuple(at for at in party.members if not position.members[at].hidden),
        loot=(*(each for each in party.loot if each[1]), *(HIDDEN,) * count),
        asked=None,
        struck=(),
    )


# --- the view -------------------------------------------------------------------------------------


def view(position: Position, seat: int | None) -> dict[str, Json]:
    """All a phone needs: the castle, the parties, what it may know, and what may be done now."""
    castle = position.setting.castle
    return {
        "phase": position.phase.value,
        "step": STEP_NUMBER.get(position.phase),
        "players": position.players,
        "colours": [[colour] for colour in COLOURS[: position.players]],
        "options": dict(position.options.named()),
        "demo": position.setting.demo or (castle is not None and castle.demo),
        "game": position.game,
        "totals": list(position.totals),
        "turn": position.turn,
        "map": None if castle is None else map_to_json(castle),
        "demo_map": map_to_json(SIM_MAP) if castle is None else None,
        "proposed_map": None
        if position.setting.proposal is None
        else map_to_json(position.setting.proposal),
        "proposed_picture": position.setting.sketch,
        "rolls": list(position.rolls),
        "order": list(position.order),
        "active": position.active if position.parties else None,
        "actor": acting_seat(position),
        "steps": position.steps,
        "extra": position.extra,
        "again": position.again,
        "members": _members(position, seat),
        "parties": [_party(position, at, seat) for at in range(len(position.parties))],
        "areas": _areas(position, seat),
        "princess": _princess(position),
        "cell_open": position.cell_open,
        "combat": _combat(position),
        "due": _due(position),
        "mine": None if seat is None or not position.parties else party_of(position, seat),
        "acts": [event_to_json(event) for event in _acts(position, seat)],
        "others": [event_to_json(event) for event in _others(position, seat)],
        "known": {kind: list(position.setting.known.get(kind, ())) for kind in DISCIPLINES},
        "shares": list(shares(position)) if position.phase in _END else [],
        "winners": list(score(position).winners or ()),
    }


_END = (Phase.BETWEEN, Phase.FINISHED)


def acting_seat(position: Position) -> int | None:
    """The player who has to do something now."""
    if position.due:
        return position.due[0].seat
    match position.phase:
        case Phase.FIRST:
            return position.rolls.index(0)
        case Phase.CHOOSE:
            return position.order[len(position.members)]
        case Phase.ENTRANCE:
            return next(party.seats[0] for party in position.parties if party.start < 0)
        case Phase.MAP | Phase.ALLY | Phase.BETWEEN | Phase.FINISHED:
            return None
    return leader(position, acting_party(position))


def _acts(position: Position, seat: int | None) -> list[Event]:
    """What this player may do now, and what anybody may; alliances are put together by hand."""
    if seat is None or position.phase is Phase.ALLY:
        return []
    found = [event for event in actions(position) if actor(position, event) in (None, seat)]
    if position.parties:
        found += namings(position, seat)
    return found


def _others(position: Position, seat: int | None) -> list[Event]:
    """What the host may tell for others: only what gives nothing away about what they hold."""
    return [
        event
        for event in actions(position)
        if actor(position, event) not in (None, seat)
        and not isinstance(event, KEPT)
        and not secret(event)
    ]


def _in_party(position: Position, seat: int | None, party: int) -> bool:
    return seat is not None and party >= 0 and seat in position.parties[party].seats


def _members(position: Position, seat: int | None) -> list[Json]:
    """All whom this seat may know of, each with its number."""
    return [
        _member(position, at, seat)
        for at in range(len(position.members))
        if _known(position, at, seat)
    ]


def _known(position: Position, number: int, seat: int | None) -> bool:
    """Whether a seat may know of a member: a captive not shown is its party's secret."""
    member = position.members[number]
    own = _in_party(position, seat, member.party)
    return not member.hidden or own or position.phase in _END


def _member(position: Position, number: int, seat: int | None) -> Json:
    """A character or companion; what it carries only for its own party."""
    member = position.members[number]
    own = _in_party(position, seat, member.party) or seat == member.seat
    return {
        "number": number,
        "kind": member.kind,
        "seat": member.seat if member.hero else None,
        "party": member.party,
        "constitution": member.constitution,
        "hits": member.hits,
        "state": member.state,
        "curse": member.curse,
        "cursed_for_good": member.cursed_for_good,
        "heroic": member.heroic,
        "hidden": member.hidden,
        "aims": member.aims,
        "modifier": summed(modifiers(member, _foe_kind(position))) if own else None,
        "items": [kind for kind, open_ in member.items if own or open_],
    }


def _foe_kind(position: Position) -> str | None:
    """The monster being fought, for the modifiers of a character."""
    if position.combat is None or position.combat.rival >= 0:
        return None
    foes = position.foes[position.parties[position.active].at]
    return foes[0].kind if foes else None


def _party(position: Position, number: int, seat: int | None) -> Json:
    party = position.parties[number]
    own = _in_party(position, seat, number)
    castle = castle_of(position)
    over = position.phase in _END
    worth: Mapping[str, int] = points(position, number) if over else {}
    return {
        "seats": list(party.seats),
        "members": [at for at in party.members if _known(position, at, seat)],
        "at": castle.name(party.at) if party.at >= 0 else None,
        "start": castle.name(party.start) if party.start >= 0 else None,
        "state": party.state,
        "princess": party.princess,
        "loot": [kind for kind, open_ in party.loot if own or open_ or over],
        "counters": len(held(position, number)) + len(hidden_captives(position, number)),
        "points": dict(worth),
    }


def _areas(position: Position, seat: int | None) -> dict[str, Json]:
    """What lies where, by name of the area; only areas with something in them."""
    if not position.foes:
        return {}
    castle = castle_of(position)
    piles = dict(position.lying)
    seen = () if seat is None else position.looks[seat]
    found: dict[str, Json] = {}
    for at, foes in enumerate(position.foes):
        treasure = bool(position.treasures >> at & 1)
        if foes or treasure or at in piles:
            looks: dict[str, Json] = {what: kind for area, what, kind in seen if area == at}
            found[castle.name(at)] = {
                "treasure": treasure,
                "foes": [_foe(foe) for foe in foes],
                "lying": len(piles.get(at, ())),
                "saw": looks,
            }
    return found


def _foe(foe: Foe) -> Json:
    if foe.kind is None:
        return {"kind": None}
    return {
        "kind": foe.kind,
        "constitution": foe.constitution,
        "hits": foe.hits,
        "table": list(HITS[foe.kind]),
    }


def _princess(position: Position) -> Json:
    """Where she is: in an area, with a party, or out."""
    if not position.foes:
        return None
    for number, party in enumerate(position.parties):
        if party.princess:
            return {"party": number, "area": None}
    return {"party": None, "area": castle_of(position).name(position.princess)}


def _combat(position: Position) -> Json:
    combat = position.combat
    if combat is None:
        return None
    return {
        "rival": None if combat.rival < 0 else combat.rival,
        "side": combat.side,
        "champion": combat.champion if combat.champion >= 0 else None,
        "answer": combat.answer if combat.answer >= 0 else None,
        "area": castle_of(position).name(position.parties[position.active].at),
    }


def _due(position: Position) -> Json:
    if not position.due:
        return None
    due = position.due[0]
    return {
        "what": due.what,
        "seat": due.seat,
        "member": due.member if due.member >= 0 else None,
        "spell": due.spell or None,
        "target": due.target if due.target >= 0 else None,
        "area": castle_of(position).name(due.area) if due.area >= 0 else None,
    }


# --- the score ------------------------------------------------------------------------------------


def score(position: Position) -> Score:
    """Points of earlier games and, once out, of this one; winners at the end of it all."""
    now = position.told or shares(position)
    over = position.phase in _END
    gained = now if over else (0,) * position.players
    totals = tuple(old + new for old, new in zip(position.totals, gained, strict=True))
    parts = []
    for seat in range(position.players):
        part = {"before": position.totals[seat], "share": gained[seat]}
        number = party_of(position, seat)
        if over and number >= 0:
            part |= points(position, number)
        parts.append(part)
    return Score(totals, tuple(parts), _winners(position, totals))


def _winners(position: Position, totals: tuple[int, ...]) -> tuple[int, ...] | None:
    """The most points win, nobody where there are none; alone, only with the Princess."""
    if position.phase is not Phase.FINISHED:
        return None
    if position.players == 1:
        return (0,) if any(party.princess for party in position.parties) else ()
    if not any(totals):
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
