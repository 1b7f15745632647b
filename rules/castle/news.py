"""The Castle: what followed from an event that has happened, for the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.castle.events import Event, Name, NextGame, Roll
from rules.castle.judge import fact_of
from rules.castle.party import held, leader, shares
from rules.castle.pieces import CAPTIVES, UNSEEN, WITCH_SPELLS, WITCH_STRIKES
from rules.castle.play import apply
from rules.castle.position import Member, Phase, Position
from rules.castle.possible import impossible
from rules.castle.showing import score
from rules.values import Json, Message

OVER = (Phase.BETWEEN, Phase.FINISHED)


def followed(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What came of an event, as this seat may hear it; only for what has happened.

    It may say what was a secret until then, as the points at the end do.
    """
    if impossible(position, event) is not None or isinstance(event, NextGame):
        return ()
    return tuple(_news(position, apply(position, event), event, seat))


def _news(before: Position, after: Position, event: Event, seat: int | None) -> Iterator[Message]:
    if after.phase is Phase.CHOOSE and before.phase is Phase.FIRST:
        yield Message("castle.event.first", {"seat": after.order[0]})
    yield from _dice_news(before, after, event)
    for old, new in zip(before.members, after.members, strict=False):
        if not old.hidden or not new.hidden or seat in before.parties[old.party].seats:
            yield from _member_news(old, new)
    yield from _companion_news(before, after)
    yield from _foe_news(before, after)
    yield from _lost_news(before, after, event)
    yield from _princess_news(before, after)
    yield from _turn_news(before, after)


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
        who = fact_of(before.members[due.member])
        yield Message("castle.event.pistol-known", {"member": who})
    if due.what == "acid" and same:
        yield Message("castle.event.acid-misses")
    if due.what == "charm" and len(after.members) == len(before.members):
        yield Message("castle.event.spell-fails", {"spell": due.what})


def _member_news(old: Member, new: Member) -> Iterator[Message]:
    facts: dict[str, Json] = {"member": fact_of(old)}
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
    if new.heroic > old.heroic:
        yield Message("castle.event.heroic", facts)
    if new.curse != old.curse and new.state == "in":
        worse = new.curse > old.curse
        yield Message("castle.event.cursed" if worse else "castle.event.curse-lifted", facts)
    if new.cursed_for_good > old.cursed_for_good:
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


def _lost_news(before: Position, after: Position, event: Event) -> Iterator[Message]:
    """What a witch destroys is laid open."""
    lost: Counter[str] = Counter()
    witch = bool(before.due) and before.due[0].what == "witch"
    if isinstance(event, Roll) and witch and WITCH_SPELLS[event.die] in WITCH_STRIKES:
        lost = _holding(before, before.active) - _holding(after, before.active)
    elif isinstance(event, Name):
        party = next(each for each in before.parties if event.seat in each.seats)
        struck = WITCH_STRIKES[party.asked[0]] if party.asked is not None else frozenset()
        lost[event.kind] += event.kind in struck and event.kind not in CAPTIVES
    counters: list[Json] = list(lost.elements())
    if counters:
        yield Message("castle.event.destroyed", {"counters": counters})


def _holding(position: Position, party: int) -> Counter[str]:
    return Counter(kind for kind, _ in held(position, party) if kind != UNSEEN)


def _princess_news(before: Position, after: Position) -> Iterator[Message]:
    for number, party in enumerate(after.parties):
        if not before.parties:
            return
        old = before.parties[number]
        if party.princess and not old.princess:
            yield Message("castle.event.princess-joins", {"seat": party.seats[0]})
        elif old.princess and not party.princess and after.princess >= 0:
            yield Message("castle.event.princess-stays")
    if after.cell_open and not before.cell_open:
        yield Message("castle.event.cell-open")


def _turn_news(before: Position, after: Position) -> Iterator[Message]:
    if after.phase in OVER and before.phase not in OVER:
        yield Message("castle.event.game-over", {"amounts": list(shares(after))})
        if after.phase is Phase.FINISHED:
            yield _won(after)
    elif after.turn != before.turn and after.phase is Phase.PREPARE:
        yield Message("castle.event.turn", {"seat": leader(after, after.active)})


def _won(position: Position) -> Message:
    winners = score(position).winners or ()
    if winners:
        return Message("castle.event.winners", {"seats": list(winners)})
    alone = position.players == 1
    return Message("castle.event.nobody-wins" if alone else "castle.event.no-points")
