"""Schloss der 7 Schlösser: what to say now (hints) and what just happened (descriptions)."""

from __future__ import annotations

from rules.game import check_level
from rules.seven_locks.events import (
    Box,
    Coat,
    Drop,
    Event,
    Fill,
    Guess,
    Heard,
    Last,
    Move,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
)
from rules.seven_locks.pieces import GUESS_AFTER, LAST_AFTER, MEMBERS, Outcome
from rules.seven_locks.play import apply
from rules.seven_locks.position import Phase, Position
from rules.seven_locks.possible import impossible, key_fact
from rules.seven_locks.ring import open_towers, targets
from rules.seven_locks.sharing import enchanted_key, expected, is_last, partners, shares
from rules.seven_locks.showing import score
from rules.values import REFEREE, SILENT, Hint, Json, Message

FEW_PEARLS = 9


def hints(position: Position, seat: int | None, level: str = REFEREE) -> list[Hint]:
    """What is due now and what follows from it; nothing anybody must listen for."""
    del seat
    if check_level(level) == SILENT:
        return []
    return [*_due(position), *_ahead(position)]


def _due(position: Position) -> list[Hint]:
    seat = position.in_turn()
    facts: dict[str, Json] = {"seat": seat}
    match position.phase:
        case Phase.SETUP:
            return [Hint("seven_locks.due-set-up", {"players": position.players})]
        case Phase.OPENING:
            return [Hint("seven_locks.due-opening", facts | {"pearls": position.hand}, seat)]
        case Phase.ROLL:
            return [Hint("seven_locks.due-roll", facts, seat)]
        case Phase.DROP:
            return _due_pearls(position)
        case Phase.MOVE:
            way = targets(position.standing, position.keymaster, position.steps)
            facts |= {"steps": position.steps, "towers": list(way)}
            return [Hint("seven_locks.due-move", facts, seat)]
        case Phase.KEY:
            return [Hint("seven_locks.due-key", facts | {"tower": position.keymaster}, seat)]
    return _due_later(position, seat)


def _due_pearls(position: Position) -> list[Hint]:
    seat, towers = position.active, open_towers(position)
    facts: dict[str, Json] = {"seat": seat, "pearls": position.hand, "towers": list(towers)}
    found = [Hint("seven_locks.due-drop", facts, seat)]
    if position.rolled > position.standing.bit_count():
        found.append(Hint("seven_locks.know-one-tower-twice", {}, seat))
    return found


def _due_later(position: Position, seat: int | None) -> list[Hint]:
    facts: dict[str, Json] = {"seat": seat}
    match position.phase:
        case Phase.COATS:
            assert seat is not None
            facts |= {"count": position.coats[seat], "tower": position.keymaster}
            know = Hint("seven_locks.know-coat-cost", {}, seat)
            return [Hint("seven_locks.due-coat", facts, seat), know]
        case Phase.WITHDRAW:
            return [Hint("seven_locks.due-withdraw", facts, seat)]
        case Phase.TRY:
            assert position.key is not None
            facts |= {"key": key_fact(position, position.key), "tower": position.keymaster}
            return [Hint("seven_locks.due-try", facts, seat), *_if_it_opens(position)]
        case Phase.TREASURE:
            return _due_treasure(position)
        case Phase.GUESS:
            return [Hint("seven_locks.due-guess", facts, seat)]
        case Phase.LAST:
            return [Hint("seven_locks.due-last", {"tower": MEMBERS[position.standing][0]})]
    return _over(position)


def _if_it_opens(position: Position) -> list[Hint]:
    """What each would get of the pearls everybody saw going in, and who comes next."""
    amounts = shares(position, position.pearls[position.keymaster])
    following = (position.active + 1) % position.players
    return [
        Hint("seven_locks.know-if-opens", {"amounts": list(amounts)}),
        Hint("seven_locks.know-next", {"seat": following}),
    ]


def _due_treasure(position: Position) -> list[Hint]:
    counted = expected(position)
    facts: dict[str, Json] = {"tower": position.open_tower(), "pearls": counted}
    amounts: dict[str, Json] = {"amounts": list(shares(position, counted))}
    rule = "seven_locks.know-last-share" if is_last(position) else "seven_locks.know-share"
    return [Hint("seven_locks.due-treasure", facts, position.active), Hint(rule, amounts)]


def _over(position: Position) -> list[Hint]:
    if position.lost:
        return [Hint("seven_locks.due-lost")]
    winners = list[Json](score(position).winners or ())
    rule = "seven_locks.due-rematch" if len(winners) > 1 else "seven_locks.due-nothing"
    return [Hint(rule, {"seats": winners})]


def _ahead(position: Position) -> list[Hint]:
    """What the next opening brings, and a bin that runs low."""
    if position.phase in (Phase.SETUP, Phase.OPENING, Phase.LAST, Phase.FINISHED):
        return []
    found = []
    if position.bin <= FEW_PEARLS:
        found.append(Hint("seven_locks.know-bin", {"pearls": position.bin}))
    if position.phase in (Phase.KEY, Phase.COATS, Phase.WITHDRAW, Phase.TRY):
        if len(position.opened) == GUESS_AFTER - 1:
            found.append(Hint("seven_locks.know-guess-next"))
        elif len(position.opened) == LAST_AFTER - 1:
            found.append(Hint("seven_locks.know-end-next"))
    return found


# --- what happened -----------------------------------------------------------------------


def describe(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What the event is on this position; the same for every seat."""
    del seat
    return (_event(position, event),)


def _event(position: Position, event: Event) -> Message:
    facts: dict[str, Json] = {"seat": position.active}
    match event:
        case Roll(pearls, steps):
            return Message("seven_locks.event.roll", facts | {"pearls": pearls, "steps": steps})
        case Drop(None):
            return Message("seven_locks.event.drop-unseen")
        case Drop(tower):
            return Message("seven_locks.event.drop", {"tower": tower})
        case Fill():
            return Message("seven_locks.event.fill", {"pearls": position.hand})
        case Heard(tower):
            return Message("seven_locks.event.heard", {"tower": tower})
        case Move(to):
            return Message("seven_locks.event.move", facts | {"tower": to})
        case Take(key):
            return Message("seven_locks.event.take", facts | {"key": key_fact(position, key)})
        case Try(outcome):
            return _tried(position, outcome)
    return _told(position, event)


OUTCOMES = {
    Outcome.FITS: "seven_locks.event.fits",
    Outcome.LONG: "seven_locks.event.long",
    Outcome.SHORT: "seven_locks.event.short",
    Outcome.FAILS: "seven_locks.event.fails",
}


def _tried(position: Position, outcome: Outcome) -> Message:
    key = None if position.key is None else key_fact(position, position.key)
    return Message(OUTCOMES[outcome], {"key": key, "tower": position.keymaster})


def _told(position: Position, event: Event) -> Message:
    match event:
        case SetUp(start, place):
            return Message("seven_locks.event.set-up", {"seat": start, "tower": place})
        case Coat(seat, placed):
            rule = "seven_locks.event.coat" if placed else "seven_locks.event.no-coat"
            return Message(rule, {"seat": seat})
        case Withdraw(seat, withdrawn):
            rule = "seven_locks.event.withdraw" if withdrawn else "seven_locks.event.stay"
            return Message(rule, {"seat": seat})
        case Guess(seat, None):
            return Message("seven_locks.event.no-guess", {"seat": seat})
        case Guess(seat, key):
            assert key is not None
            facts: dict[str, Json] = {"seat": seat, "key": key_fact(position, key)}
            return Message("seven_locks.event.guess", facts)
        case Last(key):
            return Message("seven_locks.event.last", {"key": key_fact(position, key)})
        case Treasure(pearls):
            return Message("seven_locks.event.treasure", {"pearls": pearls})
    assert isinstance(event, Box)
    return Message("seven_locks.event.box")


def followed(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What followed from an event that happened; the same for every seat."""
    del seat
    if impossible(position, event) is not None:
        return ()
    return tuple(_followed(position, apply(position, event), event))


def _followed(before: Position, after: Position, event: Event) -> list[Message]:
    found = []
    if isinstance(event, Treasure):
        found += [*_audit(before, after, event), *_shared(before, after)]
    if isinstance(event, Last):
        key = enchanted_key(after)
        fact = None if key is None else key_fact(after, key)
        found.append(Message("seven_locks.event.enchanted", {"key": fact}))
    if isinstance(event, Try) and event.outcome is not Outcome.FITS and before.joined:
        seats = list[Json](partners(before))
        found.append(Message("seven_locks.event.coats-spent", {"seats": seats}))
    if after.phase is Phase.GUESS and before.phase is not Phase.GUESS:
        found.append(Message("seven_locks.event.guess-due"))
    if after.phase is Phase.LAST and before.phase is not Phase.LAST:
        found.append(Message("seven_locks.event.last-due"))
    if after.phase is Phase.FINISHED and before.phase is not Phase.FINISHED:
        found += _end(after)
    return found


def _audit(before: Position, after: Position, event: Treasure) -> list[Message]:
    """Pearls missing in a chamber, or too many: some were told into another tower, or lost."""
    if after.astray == before.astray:
        return []
    facts: dict[str, Json] = {"pearls": event.pearls, "right_pearls": expected(before)}
    return [Message("seven_locks.event.astray", facts)]


def _shared(before: Position, after: Position) -> list[Message]:
    amounts = [new - old for new, old in zip(after.boxes, before.boxes, strict=True)]
    found = []
    if any(amounts):
        found.append(Message("seven_locks.event.shares", {"amounts": list[Json](amounts)}))
    lost = after.forfeited - before.forfeited
    if lost:
        found.append(Message("seven_locks.event.forfeited", {"pearls": lost}))
    return found


def _end(after: Position) -> list[Message]:
    if after.lost:
        return [Message("seven_locks.event.bin-empty")]
    winners = list[Json](score(after).winners or ())
    return [Message("seven_locks.event.winners", {"seats": winners})]
