"""The Castle: questions about parties and what they hold, and small changes to them."""

from __future__ import annotations

from dataclasses import replace

from rules.castle.maps import map_to_json
from rules.castle.pieces import (
    BOOTS,
    CLERIC,
    CLERICS_PREY,
    CONSTITUTIONS,
    CURSE_300,
    CURSE_WORTH,
    FIGHTER,
    GOLD,
    MONSTER_KINDS,
    MONSTERS,
    PRINCE_WORTH,
    PRINCESS_WORTH,
    PRINTED,
    SWORD,
    TREASURE_KINDS,
    TREASURE_NUMBER,
    UNSEEN,
    WIZARD,
    Kind,
    capped,
)
from rules.castle.position import HIDDEN, Draft, Held, Member, Party, Position, State, castle_of
from rules.contract import Json

# --- who is who --------------------------------------------------------------------------------


def party_of(state: State, seat: int) -> int:
    """The number of the party a player belongs to, -1 before there are parties."""
    for number, party in enumerate(state.parties):
        if seat in party.seats:
            return number
    return -1


def heroes(state: State, party: int) -> list[int]:
    """The characters of a party that are in play, in the order of choosing."""
    members = state.members
    return [
        at
        for at in state.parties[party].members
        if members[at].seat >= 0 and members[at].state == "in"
    ]


def fellows(state: State, party: int) -> list[int]:
    """Characters and companions of a party that are in play."""
    members = state.members
    return [at for at in state.parties[party].members if members[at].state == "in"]


def leader(state: State, party: int) -> int:
    """The player who speaks for a party: its first character still in play."""
    found = heroes(state, party)
    return state.members[found[0]].seat if found else state.parties[party].seats[0]


def speaks(state: State, seat: int, party: int) -> bool:
    """Whether a player has a character in play in a party."""
    return any(state.members[at].seat == seat for at in heroes(state, party))


def owner(state: State, member: int) -> int:
    """The player who rolls for a member: its own, or the one who speaks for the party."""
    found = state.members[member]
    return found.seat if found.seat >= 0 else leader(state, found.party)


def rival_at(state: State, area: int) -> int:
    """Another party than the active one in an area, -1 if none or if nobody may attack."""
    if state.setting.options.no_player_combat or castle_of(state).outside(area):
        return -1
    for number, party in enumerate(state.parties):
        if number != state.active and party.state == "in" and party.at == area:
            return number
    return -1


def met_at(state: State, area: int) -> bool:
    """Whether the active party meets a monster or another party in an area."""
    return bool(state.foes[area]) or rival_at(state, area) >= 0


def stops_at(state: State, area: int) -> bool:
    """Whether movement ends in an area, even if nobody may fight there."""
    if state.foes[area]:
        return True
    return any(
        party.at == area and party.state == "in" and number != state.active
        for number, party in enumerate(state.parties)
    )


# --- what they hold ----------------------------------------------------------------------------


def has_item(state: State, member: int, item: Kind) -> bool:
    return any(kind == item for kind, _ in state.members[member].items)


def untold(state: State, party: int) -> int:
    """How many counters a party took without telling what they are."""
    return sum(kind == UNSEEN for kind, _ in state.parties[party].loot)


def held(state: State, party: int) -> list[Held]:
    """Everything a party holds, items included."""
    found = list(state.parties[party].loot)
    for at in state.parties[party].members:
        found += state.members[at].items
    return found


def booted(state: State, party: int) -> int:
    """The member whose boots may carry the party twice: its only character, else -1."""
    found = heroes(state, party)
    if len(found) == 1 and has_item(state, found[0], BOOTS):
        return found[0]
    return -1


def open_kinds(state: State, seat: int, area: int = -1) -> list[Kind]:
    """What a treasure can be, for all that this player knows.

    What other parties hold in secret is not taken into account: the list would give it away.
    """
    for place, what, kind in state.looks[seat]:
        if place == area and what == "treasure":
            return [kind]
    left = list(state.open_treasures)
    party = party_of(state, seat)
    for kind, shown in held(state, party):
        if not shown and kind != UNSEEN:
            left[TREASURE_NUMBER[kind]] -= 1
    for at in state.parties[party].members:
        if state.members[at].hidden:
            left[TREASURE_NUMBER[state.members[at].kind]] -= 1
    for place, what, kind in state.looks[seat]:
        if what == "treasure" and state.treasures >> place & 1:
            left[TREASURE_NUMBER[kind]] -= 1
    return [kind for kind, count in zip(TREASURE_KINDS, left, strict=True) if count > 0]


def open_monsters(state: State) -> list[Kind]:
    """What a face-down monster can be, for all that everybody knows."""
    return [
        kind for kind, count in zip(MONSTER_KINDS, state.open_monsters, strict=True) if count > 0
    ]


# --- constitutions -----------------------------------------------------------------------------


def printed(state: State, kind: Kind) -> tuple[int, ...]:
    """The constitutions the next counter of a kind can carry, by what the box has shown."""
    known = state.setting.known.get(kind, ())
    if kind not in MONSTERS:
        return tuple(dict.fromkeys(known)) if state.setting.demo else tuple(CONSTITUTIONS)
    if len(known) < MONSTERS[kind]:
        return tuple(CONSTITUTIONS)
    left = list(known)
    for other, value in state.met:
        if other == kind and value in left:
            left.remove(value)
    return tuple(dict.fromkeys(left or known))


def learned_constitutions(state: State) -> dict[Kind, tuple[int, ...]]:
    """What the box has shown so far, this game included."""
    found = {kind: list(values) for kind, values in state.setting.constitutions}
    for kind in dict.fromkeys(kind for kind, _ in state.met):
        if kind in PRINTED:
            continue
        now = [value for other, value in state.met if other == kind]
        before = found.get(kind, [])
        for value in now:
            if value in before:
                before.remove(value)
        room = MONSTERS.get(kind, 6) - len(now)
        found[kind] = sorted(now + before[: max(0, room)])
    return {kind: tuple(sorted(values)) for kind, values in sorted(found.items())}


def learned(position: Position) -> dict[str, Json]:
    """Box facts known by now, in the shape `start` takes; a demonstration teaches nothing."""
    setting = position.setting
    if setting.demo:
        return {"demo": True}
    known: dict[str, Json] = {
        kind: list(values) for kind, values in learned_constitutions(position).items()
    }
    found: dict[str, Json] = {"constitutions": known} if known else {}
    if setting.castle is not None and not setting.castle.demo:
        found["map"] = map_to_json(setting.castle)
    return found


# --- modifiers ---------------------------------------------------------------------------------


def modifiers(state: State, member: int, foe: Kind | None) -> dict[str, int]:
    """What changes a member's melee roll, by cause, before the cap."""
    found: dict[str, int] = {}
    who = state.members[member]
    if who.kind == WIZARD:
        found["wizard"] = -1
    if who.kind == CLERIC and foe in CLERICS_PREY:
        found["cleric"] = 1
    if who.kind == FIGHTER and has_item(state, member, SWORD):
        found["sword"] = 1
    if who.heroic:
        found["heroism"] = 1
    if who.curse:
        found["curse"] = -1
    if who.cursed_for_good:
        found["witch-curse"] = -1
    return found


def modifier(state: State, member: int, foe: Kind | None) -> int:
    """The capped sum of all modifiers."""
    return capped(sum(modifiers(state, member, foe).values()))


# --- scoring -----------------------------------------------------------------------------------


def points(state: State, party: int) -> dict[str, int]:
    """What a party that has left the castle scores, by item."""
    found = {"princess": 0, "princes": 0, "gold": 0, "curse": 0}
    gone = state.parties[party]
    if gone.state != "out":
        return found
    found["princess"] = PRINCESS_WORTH if gone.princess else 0
    for at in gone.members:
        member = state.members[at]
        if member.seat < 0 and member.state == "out" and not member.charmed:
            found["princes"] += PRINCE_WORTH
    for kind, _ in gone.loot:
        found["gold"] += GOLD.get(kind, 0)
        found["curse"] += CURSE_WORTH if kind == CURSE_300 else 0
    return found


def split(total: int, shares: int) -> int:
    """An equal share, fractions lost, also of a debt."""
    return total // shares if total >= 0 else -(-total // shares)


def survivors(state: State, party: int) -> list[int]:
    """The players of a party whose characters have come out alive."""
    alive = [state.members[at] for at in state.parties[party].members]
    return sorted({each.seat for each in alive if each.seat >= 0 and each.state == "out"})


def shares(state: State) -> tuple[int, ...]:
    """What this game brings to every player."""
    found = [0] * state.setting.players
    for number in range(len(state.parties)):
        alive = survivors(state, number)
        total = sum(points(state, number).values())
        for seat in alive:
            found[seat] = split(total, len(alive))
    return tuple(found)


# --- small changes -----------------------------------------------------------------------------


def set_member(draft: Draft, number: int, member: Member) -> None:
    members = draft.members
    draft.members = (*members[:number], member, *members[number + 1 :])


def set_party(draft: Draft, number: int, party: Party) -> None:
    parties = draft.parties
    draft.parties = (*parties[:number], party, *parties[number + 1 :])


def hurt(draft: Draft, number: int, hits: int) -> None:
    """Add hits to a member (or take some away, never below none); who dies is seen later."""
    if not hits:
        return
    old = draft.members[number]
    set_member(draft, number, replace(old, hits=max(0, old.hits + hits)))


def add_loot(draft: Draft, party: int, counters: tuple[Held, ...]) -> None:
    old = draft.parties[party]
    set_party(draft, party, replace(old, loot=old.loot + counters))


def drop_loot(draft: Draft, party: int, counter: Held) -> None:
    old = draft.parties[party]
    loot = list(old.loot)
    loot.remove(counter)
    set_party(draft, party, replace(old, loot=tuple(loot)))


def publish(draft: Draft, kind: Kind) -> None:
    """Everybody has seen one more counter of a kind."""
    number = TREASURE_NUMBER[kind]
    left = draft.open_treasures
    draft.open_treasures = (*left[:number], max(0, left[number] - 1), *left[number + 1 :])


def expose(draft: Draft, number: int, item: Kind) -> None:
    """A member shows an item; a counter never told of turns out to be it."""
    member = draft.members[number]
    if (item, True) in member.items:
        return
    held_items = list(member.items)
    if (item, False) in held_items:
        held_items.remove((item, False))
    else:
        drop_loot(draft, member.party, HIDDEN)
    set_member(draft, number, replace(member, items=(*held_items, (item, True))))
    publish(draft, item)


def spend(draft: Draft, number: int, item: Kind) -> None:
    """A member uses an item up."""
    expose(draft, number, item)
    member = draft.members[number]
    left = list(member.items)
    left.remove((item, True))
    aims = member.aims and item != "pistol"
    set_member(draft, number, replace(member, items=tuple(left), aims=aims))


def receive(draft: Draft, number: int, counters: tuple[Held, ...]) -> None:
    """A member is handed items."""
    member = draft.members[number]
    set_member(draft, number, replace(member, items=member.items + counters))
