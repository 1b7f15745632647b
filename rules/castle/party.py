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
    WITCH_STRIKES,
    WIZARD,
    Kind,
    capped,
)
from rules.castle.position import HIDDEN, Draft, Held, Member, Party, Position, State, castle_of
from rules.values import Json

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


def has_wizard(state: State, party: int, spent: int = 0) -> bool:
    """Whether a party has a wizard in play, who has not cast yet (`spent`: who has, as bits)."""
    return any(
        state.members[at].kind == WIZARD and not spent >> at & 1 for at in heroes(state, party)
    )


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


def untold_as(state: State, party: int, kind: Kind) -> int:
    """How many untold counters of a party can still be of a kind, if it plays on now."""
    asked = state.parties[party].asked
    if asked is not None and kind in WITCH_STRIKES[asked[0]]:
        return 0
    return nameable(state, party, kind)


def nameable(state: State, party: int, kind: Kind) -> int:
    """How many untold counters of a party may be named as a kind now."""
    return sum(_can_be(kind, spells) for spells in _struck(state, party))


def _struck(state: State, party: int) -> list[tuple[str, ...]]:
    """The witch's spells that each untold counter of a party was not owned up to."""
    struck = state.parties[party].struck
    return [*struck, *[()] * (untold(state, party) - len(struck))]


def _can_be(kind: Kind, spells: tuple[str, ...]) -> bool:
    return not any(kind in WITCH_STRIKES[spell] for spell in spells)


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


def left_for(state: State, seat: int) -> list[int]:
    """How many counters of each kind a player's party has neither seen nor taken.

    What other parties hold in secret is not taken into account: it would be given away. Nor is
    what the player told of a look: he may have told it wrongly.
    """
    left = list(state.open_treasures)
    party = party_of(state, seat)
    for kind, shown in held(state, party):
        if not shown and kind != UNSEEN:
            left[TREASURE_NUMBER[kind]] -= 1
    for captive in hidden_captives(state, party):
        left[TREASURE_NUMBER[captive.kind]] -= 1
    return left


def hidden_captives(state: State, party: int) -> list[Member]:
    """The captives a party has not shown."""
    found = [state.members[at] for at in state.parties[party].members]
    return [member for member in found if member.hidden]


def open_kinds(state: State, seat: int) -> list[Kind]:
    """What a treasure can be, by what this player has seen."""
    left = left_for(state, seat)
    return [kind for kind, count in zip(TREASURE_KINDS, left, strict=True) if count > 0]


def seen_all(state: State, kind: Kind) -> bool:
    """Whether all counters of a kind were seen: no hidden one can be of it."""
    return not state.open_treasures[TREASURE_NUMBER[kind]]


def overtold(state: State) -> list[Kind]:
    """Kinds that the parties name more often than they exist; known only at the end."""
    left = list(state.open_treasures)
    for number in range(len(state.parties)):
        kinds = [kind for kind, shown in held(state, number) if not shown and kind != UNSEEN]
        for kind in (*kinds, *(captive.kind for captive in hidden_captives(state, number))):
            left[TREASURE_NUMBER[kind]] -= 1
    return [kind for kind, count in zip(TREASURE_KINDS, left, strict=True) if count < 0]


def open_monsters(state: State) -> list[Kind]:
    """What a face-down monster can be, by what everybody has seen."""
    return [
        kind for kind, count in zip(MONSTER_KINDS, state.open_monsters, strict=True) if count > 0
    ]


# --- constitutions -----------------------------------------------------------------------------


def printed(state: State, kind: Kind) -> tuple[int, ...]:
    """The constitutions the next counter of a kind can carry, by what the box has shown."""
    known = state.setting.known.get(kind, ())
    if kind not in MONSTERS:
        return tuple(dict.fromkeys(known)) if state.setting.demo else tuple(CONSTITUTIONS)
    left, new = list(known), 0
    for value in (value for other, value in state.met if other == kind):
        if value in left:
            left.remove(value)
        else:
            new += 1
    if len(known) + new < MONSTERS[kind]:
        return tuple(CONSTITUTIONS)
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


def modifiers(who: Member, foe: Kind | None) -> dict[str, int]:
    """What changes a member's melee roll, by cause, two of one kind together, before the cap."""
    swords = sum(kind == SWORD for kind, _ in who.items)
    found = {
        "wizard": -(who.kind == WIZARD),
        "cleric": int(who.kind == CLERIC and foe in CLERICS_PREY),
        "sword": swords if who.kind == FIGHTER else 0,
        "heroism": who.heroic,
        "curse": -who.curse,
        "witch-curse": -who.cursed_for_good,
    }
    return {cause: value for cause, value in found.items() if value}


def modifier(state: State, member: int, foe: Kind | None) -> int:
    """The capped sum of all modifiers."""
    return summed(modifiers(state.members[member], foe))


def summed(causes: dict[str, int]) -> int:
    """All modifiers together, never beyond one either way."""
    return capped(sum(causes.values()))


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


def join(draft: Draft, party: int, member: Member) -> None:
    """A companion joins a party."""
    draft.members = (*draft.members, member)
    old = draft.parties[party]
    set_party(draft, party, replace(old, members=(*old.members, len(draft.members) - 1)))


def come_forward(draft: Draft, number: int) -> None:
    """A member acts before all eyes: a captive that was hidden is seen by all."""
    member = draft.members[number]
    if member.hidden:
        set_member(draft, number, replace(member, hidden=False))
        publish(draft, member.kind)


def add_loot(draft: Draft, party: int, counters: tuple[Held, ...]) -> None:
    old = draft.parties[party]
    set_party(draft, party, replace(old, loot=old.loot + counters))


def drop_loot(draft: Draft, party: int, counter: Held) -> None:
    old = draft.parties[party]
    loot = list(old.loot)
    loot.remove(counter)
    set_party(draft, party, replace(old, loot=tuple(loot)))


def drop_untold(draft: Draft, party: int, kind: Kind) -> None:
    """An untold counter turns out to be of a kind: the one that could be least else."""
    struck = _struck(draft, party)
    turned = max((spells for spells in struck if _can_be(kind, spells)), key=len)
    struck.remove(turned)
    drop_loot(draft, party, HIDDEN)
    set_party(draft, party, replace(draft.parties[party], struck=tuple(struck)))


def stop_asking(draft: Draft, party: int) -> None:
    """A party plays on: what its untold counters were not owned up to be, they are not."""
    if party < 0 or draft.parties[party].asked is None:
        return
    old = draft.parties[party]
    assert old.asked is not None
    struck = tuple((*spells, old.asked[0]) for spells in _struck(draft, party))
    set_party(draft, party, replace(old, asked=None, struck=struck))


def publish(draft: Draft, kind: Kind) -> None:
    """Everybody has seen one more counter of a kind."""
    number = TREASURE_NUMBER[kind]
    left = draft.open_treasures
    draft.open_treasures = (*left[:number], max(0, left[number] - 1), *left[number + 1 :])


def expose(draft: Draft, number: int, item: Kind) -> None:
    """A member shows an item; if none is recorded, one of its unknown counters was it."""
    member = draft.members[number]
    if (item, True) in member.items:
        return
    held_items = list(member.items)
    if (item, False) in held_items:
        held_items.remove((item, False))
    else:
        drop_untold(draft, member.party, item)
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
