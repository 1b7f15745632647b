"""The Castle: every event a person would choose among now, dice, and what agrees with a claim.

A captive nobody has seen yet is not offered for fighting or searching before it is shown: the
list must not give it away. Not listed, though `legal` judges them: the same act told by another
ally than the one who speaks for the party; walking on while a look is due; drawing a map; showing a
sword; and what is only told of the table (hit counters, shares, names of counters).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

from rules.castle.events import (
    Ally,
    Cast,
    Choose,
    Done,
    Enter,
    Event,
    Fight,
    Found,
    Give,
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
    event_to_json,
)
from rules.castle.items import item_targets
from rules.castle.judge import acting_party, free_entrances, legal
from rules.castle.melee import may_fight, may_meet
from rules.castle.party import (
    booted,
    fellows,
    heroes,
    leader,
    met_at,
    nameable,
    open_kinds,
    open_monsters,
    owner,
    party_of,
    printed,
    seen_all,
    shares,
    untold,
)
from rules.castle.pieces import (
    ACID,
    BOOTS,
    CHARM,
    DIE,
    DISCIPLINES,
    ESP,
    FIREBALL,
    HEALING,
    HEROISM,
    KEYS,
    MEDALLION,
    PISTOL,
    SPEED,
    TELEPORT,
    TELEPORT_POTION,
    TRAPS,
    UNCHARMABLE,
    WIZARD,
)
from rules.castle.position import DICE, Due, Phase, Position, castle_of
from rules.castle.spells import landing_areas, peeks, targets
from rules.values import Answer, Facts

_ROLLS = tuple(tuple(Roll(seat, die) for die in DIE) for seat in range(6))
_DONE = tuple(Done(seat) for seat in range(6))
_step = lru_cache(8192)(Step)
_land = lru_cache(8192)(Land)
_peek = lru_cache(8192)(Peek)
_found = lru_cache(512)(Found)
_saw = lru_cache(512)(Saw)
_turn_up = lru_cache(8192)(TurnUp)
_cast = lru_cache(4096)(Cast)


def actions(position: Position) -> list[Event]:
    """Every event that a person would choose among now."""
    if position.due:
        return _due(position, position.due[0])
    return ACTIONS[position.phase](position)


def chance(position: Position) -> list[Event]:
    """The six faces, when a die is due."""
    if position.phase is Phase.FIRST:
        return list(_ROLLS[position.rolls.index(0)])
    if position.due and position.due[0].what in DICE:
        return list(_ROLLS[position.due[0].seat])
    return []


def _due(position: Position, due: Due) -> list[Event]:
    if due.what in DICE:
        found: list[Event] = list(_ROLLS[due.seat])
        return [*found, _DONE[due.seat]] if due.what == "pistol-again" else found
    if due.what == "turn":
        return [
            _turn_up(due.seat, kind, value)
            for kind in open_monsters(position)
            for value in printed(position, kind)
        ]
    if due.what == "found":
        kinds = open_kinds(position, due.seat)
        return [_found(due.seat, None), *(_found(due.seat, kind) for kind in kinds)]
    name = castle_of(position).name
    if due.what == "land":
        return [_land(due.seat, name(at)) for at in landing_areas(position)]
    if due.what == "peek":
        found = [_peek(due.seat, name(at), what) for at, what in peeks(position, due)]
        return [*found, _DONE[due.seat]]
    monster = due.spell == "monster"
    seen = open_monsters(position) if monster else open_kinds(position, due.seat)
    return [_saw(due.seat, None), *(_saw(due.seat, kind) for kind in seen)]


# --- set-up ------------------------------------------------------------------------------------


def _nothing(_: Position) -> list[Event]:
    return []


def _first(position: Position) -> list[Event]:
    waiting = [seat for seat, die in enumerate(position.rolls) if not die]
    return [roll for seat in waiting for roll in _ROLLS[seat]]


def _choose(position: Position) -> list[Event]:
    seat = position.order[len(position.members)]
    return [Choose(seat, kind, value) for kind in DISCIPLINES for value in printed(position, kind)]


def _ally(position: Position) -> list[Event]:
    return list(_alliances(position.players))


@lru_cache(8)
def _alliances(players: int) -> tuple[Ally, ...]:
    """Every way to form groups; players alone are not named."""
    return tuple(
        Ally(tuple(group for group in groups if len(group) > 1))
        for groups in _partitions(tuple(range(players)))
    )


def _partitions(seats: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not seats:
        yield ()
        return
    first, rest = seats[0], seats[1:]
    for size in range(len(rest) + 1):
        for mates in combinations(rest, size):
            left = tuple(seat for seat in rest if seat not in mates)
            for others in _partitions(left):
                yield ((first, *mates), *others)


def _entrance(position: Position) -> list[Event]:
    seat = next(party.seats[0] for party in position.parties if party.start < 0)
    return [Enter(seat, str(letter)) for letter in free_entrances(position)]


# --- the steps of a turn -----------------------------------------------------------------------


def _prepare(position: Position) -> list[Event]:
    found = _spells(position, (ESP, HEROISM, SPEED, TELEPORT), position.cast_first)
    found += _items(position, position.active, _FIRST_ITEMS)
    found += _gifts(position)
    found += _moves(position)
    found.append(_DONE[leader(position, position.active)])
    return found


def _move(position: Position) -> list[Event]:
    found = _moves(position)
    found += _items(position, position.active, (BOOTS,))
    found += _gifts(position)
    found.append(_DONE[leader(position, position.active)])
    return found


def _moves(position: Position) -> list[Event]:
    castle, party = castle_of(position), position.parties[position.active]
    seat = leader(position, position.active)
    if not castle.outside(party.at) and met_at(position, party.at):
        return []
    found: list[Event] = [
        _step(seat, castle.areas[at].name)
        for at in castle.beside[party.at]
        if at != castle.cell or position.cell_open
    ]
    if not position.cell_open and castle.cell in castle.beside[party.at]:
        found += _keys(position, seat)
    return found


def _keys(position: Position, seat: int) -> list[Event]:
    """The pairs of keys the party can show at the Cell, untold counters included."""
    pairs = (Unlock(seat, (one, other)) for at, one in enumerate(KEYS) for other in KEYS[at:])
    return [pair for pair in pairs if legal(position, pair).answer is not Answer.NO]


def _spells(position: Position, spells: tuple[str, ...], spent: int) -> list[Event]:
    party = acting_party(position)
    found: list[Event] = []
    for at in heroes(position, party):
        member = position.members[at]
        if member.kind != WIZARD or spent >> at & 1:
            continue
        for spell in spells:
            if not _castable(position, party, spell):
                continue
            found += [
                _cast(member.seat, at, spell, target)
                for target in targets(position, at, spell)
                if spell != CHARM or _charmable(position, target)
            ]
    return found


def _castable(position: Position, party: int, spell: str) -> bool:
    if spell == SPEED:
        return position.sped != position.active
    return spell != TELEPORT or not castle_of(position).outside(position.parties[party].at)


def _charmable(position: Position, target: int | None) -> bool:
    foes = position.foes[position.parties[position.active].at]
    return target is not None and foes[target].kind not in UNCHARMABLE


_FIRST_ITEMS = (BOOTS, MEDALLION, PISTOL, HEALING, TELEPORT_POTION)


def _items(position: Position, party: int, wanted: tuple[str, ...]) -> list[Event]:
    """The magic items that may be used now, by the characters who hold them."""
    found: list[Event] = []
    for at in heroes(position, party):
        member = position.members[at]
        for item in dict.fromkeys(kind for kind, _ in member.items):
            if item in wanted and _usable(position, at, item):
                found += [
                    Use(member.seat, at, item, target)
                    for target in item_targets(position, at, item)
                    if item != HEALING or _may_come(position, target)
                ]
    return found


def _may_come(position: Position, target: int | None) -> bool:
    """Whether a member stands before all eyes, or a captive may come forward."""
    assert target is not None
    member = position.members[target]
    return not member.hidden or not seen_all(position, member.kind)


def _usable(position: Position, member: int, item: str) -> bool:
    if (item, True) not in position.members[member].items and seen_all(position, item):
        return False
    if item == TELEPORT_POTION:
        party = position.members[member].party
        return not castle_of(position).outside(position.parties[party].at)
    if item == BOOTS:
        free = BOOTS not in position.used and not position.again and not position.extra
        return free and booted(position, position.members[member].party) == member
    if item == MEDALLION:
        return MEDALLION not in position.used
    if item == PISTOL:
        aims = position.members[member].aims
        return aims if position.combat is not None else not aims and PISTOL not in position.used
    return True


def _gifts(position: Position) -> list[Event]:
    found = heroes(position, position.active)
    if len(found) < 2:
        return []
    return [
        Give(position.members[at].seat, at, item, to)
        for at in found
        for item in dict.fromkeys(kind for kind, _ in position.members[at].items)
        for to in found
        if to != at
    ]


def _captives(position: Position, party: int) -> list[Event]:
    """Captives the party may show now, so that they can act."""
    members = position.members
    return [
        Show(owner(position, at), at)
        for at in fellows(position, party)
        if members[at].hidden and _may_come(position, at)
    ]


def _seen(position: Position, party: int) -> list[int]:
    """Everybody of a party that all have seen."""
    return [at for at in fellows(position, party) if not position.members[at].hidden]


def _third(position: Position) -> list[Event]:
    combat = position.combat
    assert combat is not None
    party = acting_party(position)
    side = 1 if party == position.active else 2
    found: list[Event] = []
    if not combat.items and not combat.used & side:
        found = _spells(position, (CHARM, FIREBALL, HEROISM, TELEPORT), position.cast_third)
    found += [
        use
        for use in _items(position, party, (ACID, PISTOL))
        if combat.rival < 0 or legal(position, use).answer is not Answer.NO
    ]
    found.append(_DONE[leader(position, party)])
    return found


def _melee(position: Position) -> list[Event]:
    combat = position.combat
    assert combat is not None
    party = acting_party(position)
    seat = leader(position, party)
    found = _captives(position, party)
    members, champion = position.members, combat.champion
    if combat.rival >= 0:
        fit = [
            at
            for at in _seen(position, party)
            if champion < 0 or may_meet(members[champion], members[at])
        ]
        return [*(Fight(seat, at) for at in fit), *found]
    foes = position.foes[position.parties[position.active].at]
    fights: list[Event] = [
        Fight(seat, at, number)
        for number, foe in enumerate(foes)
        for at in _seen(position, party)
        if may_fight(members[at], foe)
    ]
    return fights + found


def _search(position: Position) -> list[Event]:
    at = position.parties[position.active].at
    seat = leader(position, position.active)
    found: list[Event] = []
    free = not position.foes[at]
    if free and position.treasures >> at & 1:
        found = [
            Search(owner(position, each), each)
            for each in _seen(position, position.active)
            if not position.members[each].charmed
        ]
        found += _captives(position, position.active)
    if free and (position.princess == at or any(area == at for area, _ in position.lying)):
        found.append(Take(seat))
    found += _items(position, position.active, (BOOTS,))
    found += _gifts(position)
    found.append(_DONE[seat])
    return found


def _between(_: Position) -> list[Event]:
    return [NextGame()]


ACTIONS: dict[Phase, Callable[[Position], list[Event]]] = {
    Phase.MAP: _nothing,
    Phase.FIRST: _first,
    Phase.CHOOSE: _choose,
    Phase.ALLY: _ally,
    Phase.ENTRANCE: _entrance,
    Phase.PREPARE: _prepare,
    Phase.MOVE: _move,
    Phase.SPELLS: _third,
    Phase.MELEE: _melee,
    Phase.SEARCH: _search,
    Phase.BETWEEN: _between,
    Phase.FINISHED: _nothing,
}


# --- claims ------------------------------------------------------------------------------------


def namings(position: Position, seat: int) -> list[Event]:
    """What an untold counter of this player's party may be named."""
    party = party_of(position, seat)
    if party < 0 or not untold(position, party) or position.due:
        return []
    kinds = [kind for kind in open_kinds(position, seat) if kind not in TRAPS]
    return [Name(seat, kind) for kind in kinds if nameable(position, party, kind)]


def matching(position: Position, claim: Facts) -> list[Event]:
    """The possible events that agree with every field the claim names; None names nothing."""
    said = {key: value for key, value in claim.items() if value is not None}
    found = []
    for event in dict.fromkeys([*actions(position), *_told(position, said)]):
        data = event_to_json(event)
        if all(key in data and data[key] == value for key, value in said.items()):
            found.append(event)
    exact = [event for event in found if event_to_json(event) == dict(claim)]
    return exact[:1] or found


def _told(position: Position, said: Facts) -> list[Event]:
    """What may be told besides, when the claim asks for it."""
    if said.get("type") == "name":
        seats = range(position.players)
        return [event for seat in seats for event in namings(position, seat)]
    if said.get("type") == "shares" and position.phase in (Phase.BETWEEN, Phase.FINISHED):
        return [Shares(shares(position))]
    return []
