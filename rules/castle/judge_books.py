"""The Castle: the judge of what players wrote down: hit counters and shares.

A wrong hit counter usually comes from one of a few slips; the last blow is reckoned again with
each of them, and if that gives what lies on the table, the slip is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.castle.events import HitCounter, Shares
from rules.castle.party import modifiers, seen_all, shares
from rules.castle.pieces import COLUMN, FIGHTER, HITS, SWORD, TROLL, capped
from rules.castle.position import Position, Round, castle_of
from rules.values import Json, Ruling


def hit_counter_faults(position: Position, event: HitCounter) -> Iterator[Ruling]:
    """The counter must show what the books say."""
    if event.member is not None:
        found = position.members[event.member]
        hits, facts = found.hits, _member_fact(position, event.member)
    else:
        assert event.area is not None
        foe = position.foes[castle_of(position).number[event.area]][event.foe]
        hits, facts = foe.hits, {"kind": foe.kind, "seat": None}
    if event.hits != hits:
        rule = _slip(position, event) or "castle.hit-counter"
        yield Ruling(rule, {"member": facts, "count": event.hits, "right_count": hits})


def _member_fact(position: Position, number: int) -> dict[str, Json]:
    found = position.members[number]
    return {"kind": found.kind, "seat": found.seat if found.hero else None}


def _slip(position: Position, event: HitCounter) -> str | None:
    """The rule that was probably forgotten, if one explains the counter."""
    last = position.last
    if last is None:
        return None
    if last.backfired:
        forgot = event.member == last.member and event.hits == last.member_hits
        return "castle.backfire-forgotten" if forgot else None
    for rule, modifier in _slips(position, last):
        if event.hits == _told(position, event, last, modifier):
            return rule
    return None


def _slips(position: Position, last: Round) -> Iterator[tuple[str, int]]:
    """Wrong modifiers a table may have used, each with the rule it breaks."""
    # Whether a sword is there nobody need know: it is guessed from what all have seen.
    member = position.members[last.member]
    shown = tuple(each for each in member.items if each[1])
    causes = modifiers(replace(member, items=shown), last.kind)
    total = sum(causes.values())
    sword = (SWORD, True) in shown or not seen_all(position, SWORD)
    if "wizard" in causes:
        yield "castle.wizard-minus", capped(total + 1)
    if "cleric" in causes:
        yield "castle.cleric-plus", capped(total - 1)
    most = total + (member.kind == FIGHTER and not seen_all(position, SWORD))
    for beyond in (total, most):
        if capped(beyond) != beyond:
            yield "castle.modifiers-capped", beyond
    if member.kind != FIGHTER and sword:
        yield "castle.sword-fighters-only", capped(total + 1)


def _told(position: Position, event: HitCounter, last: Round, modifier: int) -> int | None:
    """What the counter would show after the last blow with another modifier."""
    roll = max(0, min(7, last.die + modifier))
    if event.member is not None:
        if event.member != last.member:
            return None
        return last.member_hits + HITS[last.kind][COLUMN[roll]]
    assert event.area is not None
    here = castle_of(position).number[event.area]
    if (here, event.foe) != (last.area, last.foe):
        return None
    member = position.members[last.member]
    blow = roll if member.hero else HITS[member.kind][COLUMN[roll]]
    hits = last.foe_hits + blow
    return hits - 1 if last.kind == TROLL and hits else hits


def shares_faults(position: Position, event: Shares) -> Iterator[Ruling]:
    """Points of a party are split equally among the players whose characters survived."""
    right = shares(position)
    if event.amounts != right:
        facts: dict[str, Json] = {"amounts": list(event.amounts), "right_amounts": list(right)}
        yield Ruling("castle.split", facts)
