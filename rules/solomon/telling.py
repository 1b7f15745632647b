"""König Salomons Schatzkammer: what to say now (hints) and what just happened (descriptions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.game import check_level
from rules.solomon.areas import areas_for, figures
from rules.solomon.deals import value_of
from rules.solomon.events import (
    UNSEEN,
    Add,
    Choose,
    Count,
    DrawShape,
    Event,
    Fail,
    Got,
    Hold,
    Lift,
    Mark,
    Pass,
    Pay,
    See,
    SetUp,
    Shift,
    Show,
    Total,
    Ward,
    event_to_json,
    square_to_json,
    squares_to_json,
    tiles_to_json,
)
from rules.solomon.pieces import (
    NONE,
    OBJECT_TILE,
    PURSE,
    ROUNDS,
    UNKNOWN,
    Magic,
    curse,
)
from rules.solomon.play import apply
from rules.solomon.position import TURN, Phase, Position
from rules.solomon.possible import impossible
from rules.solomon.scoring import score
from rules.solomon.solver import cheapest_of, shifts_to_json
from rules.values import SILENT, Hint, Json, Message

Said = dict[str, Json]


# --- hints ---------------------------------------------------------------------------------


def hints(position: Position, seat: int | None, level: str = "referee") -> list[Hint]:
    """What is due, who acts next, what it costs; never from another seat's secrets."""
    if check_level(level) == SILENT:
        return []
    found = list(_DUE[position.phase](position))
    if position.phase in TURN and position.waiting:
        found += _turn_hints(position, seat)
    if seat is not None and seat in range(position.players):
        found += _private(position, seat)
    return found


def _due_set_up(position: Position) -> list[Hint]:
    players = position.players
    facts: Said = {"players": players, "coins": PURSE[players], "count": ROUNDS[players]}
    return [Hint("solomon.due-set-up", facts)]


def _due_choose(position: Position) -> list[Hint]:
    open_seats: list[Json] = [s for s, card in enumerate(position.cards) if card is None]
    facts: Said = {"seats": open_seats, "round": position.round, "rounds": position.rounds}
    found = [Hint("solomon.due-choose", facts)]
    if position.round == position.rounds:
        found.append(Hint("solomon.know-last-round"))
    return found


def _due_show(position: Position) -> list[Hint]:
    unseen: list[Json] = [s for s, card in enumerate(position.cards) if card == UNSEEN]
    return [Hint("solomon.due-show", {"seats": unseen})]


def _due_dig(position: Position) -> list[Hint]:
    seat = position.waiting[0]
    card = position.cards[seat]
    if position.mark is not None:
        facts: Said = {"seat": seat, "squares": squares_to_json(position.mark)}
        return [Hint("solomon.due-lift", facts, seat)]
    found = [Hint("solomon.due-dig", {"seat": seat, "card": card}, seat)]
    if position.shape(seat) is None:
        found.append(Hint("solomon.due-shape", {"card": card}))
    return found


def _due_pay(position: Position) -> list[Hint]:
    seat = position.waiting[0]
    cursed = position.due() - position.shifts
    facts: Said = {"seat": seat, "amount": position.due()}
    facts |= {"count": position.shifts, "curses": cursed}
    found = [Hint("solomon.due-pay", facts, seat)]
    if position.unsure_due():
        found.append(Hint("solomon.due-curses-untold", {"count": position.unsure_due()}, seat))
    return found


def _due_add(position: Position) -> list[Hint]:
    seat = position.waiting[0]
    return [Hint("solomon.due-add", {"seat": seat, "count": position.adding}, seat)]


def _due_count(position: Position) -> list[Hint]:
    untold: list[Json] = [s for s, loot in enumerate(position.loot) if loot[UNKNOWN]]
    return [Hint("solomon.due-count", {"seats": untold})]


def _due_nothing(position: Position) -> list[Hint]:
    return [Hint("solomon.due-nothing", {"seats": list(score(position).winners or ())})]


_DUE: dict[Phase, Callable[[Position], list[Hint]]] = {
    Phase.SETUP: _due_set_up,
    Phase.CHOOSE: _due_choose,
    Phase.REVEAL: _due_show,
    Phase.DIG: _due_dig,
    Phase.PAY: _due_pay,
    Phase.ADD: _due_add,
    Phase.COUNT: _due_count,
    Phase.FINISHED: _due_nothing,
}


def _turn_hints(position: Position, seat: int | None) -> list[Hint]:
    """What the one to dig may do, what the turn costs so far, and who comes next."""
    active = position.waiting[0]
    found: list[Hint] = []
    if position.phase is Phase.DIG:
        if position.shifts:
            found.append(Hint("solomon.know-cost", {"seat": active, "amount": position.shifts}))
        if seat == active and position.mark is None and position.shape(active) is not None:
            found.append(_ways_to_dig(position, active))
    if len(position.waiting) > 1:
        found.append(Hint("solomon.know-next", {"seat": position.waiting[1]}))
    return found


def _ways_to_dig(position: Position, seat: int) -> Hint:
    """How many areas are free, or which shifts make one."""
    areas = areas_for(position, seat)
    if areas:
        return Hint("solomon.know-areas", {"count": len(areas)}, seat)
    shape = position.shape(seat)
    assert shape is not None
    plan = cheapest_of(position.heights, figures(shape, False), position.setting.beginners)
    if plan is None:
        return Hint("solomon.know-no-area", {}, seat)
    area, steps = plan
    facts: Said = {"squares": squares_to_json(area), "amount": len(steps)}
    return Hint("solomon.know-shifts", facts | {"steps": shifts_to_json(steps)}, seat)


def _private(position: Position, seat: int) -> list[Hint]:
    """What only this seat may know: its objects, its purse, its untold tiles and its hand."""
    found: list[Hint] = []
    loot = position.loot[seat]
    if seat == position.active and position.phase is Phase.DIG:
        owned: list[Json] = [magic for magic in Magic if loot[OBJECT_TILE[magic]]]
        if owned:
            found.append(Hint("solomon.know-objects", {"objects": owned}, seat))
    if seat == position.active and position.phase is Phase.PAY:
        found += _purse(position, seat)
    if loot[UNKNOWN] and position.phase is not Phase.COUNT:
        found.append(Hint("solomon.due-tell", {"count": loot[UNKNOWN]}, seat))
    hand = position.hands[seat] or ()
    gone: list[Json] = [c for c in hand if any(c in played for played in position.played)]
    if gone:
        found.append(Hint("solomon.know-hand", {"cards": gone}, seat))
    return found


def _purse(position: Position, seat: int) -> list[Hint]:
    dug, amulet = position.dug or NONE, OBJECT_TILE[Magic.AMULET]
    found = []
    if curse(dug) and not position.warded and position.loot[seat][amulet] > dug[amulet]:
        found.append(Hint("solomon.know-ward", {"amount": curse(dug)}, seat))
    if position.wealth(seat) < position.due():
        facts: Said = {"amount": position.due(), "wealth": position.wealth(seat)}
        found.append(Hint("solomon.know-fail", facts, seat))
    return found


# --- what happened -------------------------------------------------------------------------


def secret(event: Event) -> bool:
    """Whether an event holds what only its own seat may know."""
    return isinstance(event, Hold | Got | Add) or (isinstance(event, Choose) and event.card > 0)


def actor(_: Position, event: Event) -> int | None:
    """The seat whose business an event is; the mine and the shapes are everybody's."""
    return getattr(event, "seat", None)


def shown(_: Position, event: Event, seat: int | None) -> dict[str, Json]:
    """The event as a seat may see it: of another's secret only that there is one."""
    data = event_to_json(event)
    if secret(event) and getattr(event, "seat", None) != seat:
        return {"type": data["type"], "seat": data["seat"]}
    return data


def describe(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What the event is; of another's secret only that there is one."""
    del position
    return (_SAID[type(event)](event, seat),)


def _said_choose(event: Choose, seat: int | None) -> Message:
    if event.card and seat == event.seat:
        return Message("solomon.event.choose-own", {"seat": event.seat, "card": event.card})
    return Message("solomon.event.choose", {"seat": event.seat})


def _said_see(event: See, _: int | None) -> Message:
    named = zip(event.squares, tiles_to_json(event.tiles), strict=False)
    pairs: list[Json] = [[square_to_json(square), tile] for square, tile in named]
    return Message("solomon.event.see", {"seen": pairs})


def _said_shift(event: Shift, _: int | None) -> Message:
    facts: Said = {"seat": event.seat, "source": square_to_json(event.source)}
    return Message("solomon.event.shift", facts | {"target": square_to_json(event.target)})


def _said_mark(event: Mark, _: int | None) -> Message:
    facts: Said = {"seat": event.seat, "squares": squares_to_json(event.squares)}
    if not event.objects:
        return Message("solomon.event.mark", facts)
    return Message("solomon.event.mark-magic", facts | {"objects": list(event.objects)})


def _said_pay(event: Pay, _: int | None) -> Message:
    given = value_of(event.coins, event.treasures)
    back = value_of(event.change_coins, event.change_treasures)
    facts: Said = {"seat": event.seat, "amount": given}
    if back:
        return Message("solomon.event.pay-change", facts | {"change": back})
    return Message("solomon.event.pay", facts)


def _said_add(event: Add, seat: int | None) -> Message:
    if seat == event.seat:
        facts: Said = {"seat": event.seat, "tiles": tiles_to_json(event.tiles)}
        return Message("solomon.event.add-own", facts)
    return Message("solomon.event.add", {"seat": event.seat, "count": len(event.tiles)})


def _said_got(event: Got, seat: int | None) -> Message:
    if seat == event.seat:
        facts: Said = {"seat": event.seat, "tiles": tiles_to_json(event.tiles)}
        return Message("solomon.event.got-own", facts)
    return Message("solomon.event.got", {"seat": event.seat})


def _said_hold(event: Hold, seat: int | None) -> Message:
    if seat == event.seat:
        facts: Said = {"seat": event.seat, "cards": list(event.cards)}
        return Message("solomon.event.hold-own", facts)
    return Message("solomon.event.hold", {"seat": event.seat})


def _lifted(event: Lift | Count) -> Said:
    return {"seat": event.seat, "tiles": tiles_to_json(event.tiles)}


_SAID: dict[type[Event], Callable[[Any, int | None], Message]] = {
    SetUp: lambda _, __: Message("solomon.event.set-up"),
    Hold: _said_hold,
    Choose: _said_choose,
    Show: lambda event, _: Message("solomon.event.show", {"seat": event.seat, "card": event.card}),
    DrawShape: lambda event, _: Message(
        "solomon.event.draw-shape", {"card": event.card, "count": len(event.cells)}
    ),
    See: _said_see,
    Shift: _said_shift,
    Mark: _said_mark,
    Lift: lambda event, _: Message("solomon.event.lift", _lifted(event)),
    Pass: lambda event, _: Message("solomon.event.pass", {"seat": event.seat}),
    Ward: lambda event, _: Message("solomon.event.ward", {"seat": event.seat}),
    Pay: _said_pay,
    Fail: lambda event, _: Message("solomon.event.fail", {"seat": event.seat}),
    Add: _said_add,
    Got: _said_got,
    Count: lambda event, _: Message("solomon.event.count", _lifted(event)),
    Total: lambda event, _: Message(
        "solomon.event.total", {"seat": event.seat, "points": event.points}
    ),
}


def followed(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What everybody sees following from an event that happened."""
    del seat
    if impossible(position, event) is not None:
        return ()
    return tuple(_followed(position, apply(position, event), event))


def _followed(before: Position, after: Position, event: Event) -> list[Message]:
    found: list[Message] = []
    if isinstance(event, Choose | Show):
        found += _revealed(before, after)
    if isinstance(event, Lift | Pass) and after.phase is Phase.PAY:
        seat = event.seat
        found.append(Message("solomon.event.due", {"seat": seat, "amount": after.due()}))
    if isinstance(event, Fail | Add) and after.phase is not Phase.ADD:
        found.append(_dealt(before, after, event.seat))
    if after.phase is Phase.CHOOSE and after.round > before.round > 0:
        found.append(Message("solomon.event.round", {"round": after.round}))
    if after.phase is Phase.FINISHED and before.phase is not Phase.FINISHED:
        found.append(Message("solomon.event.winners", {"seats": list(score(after).winners or ())}))
    return found


def _revealed(before: Position, after: Position) -> list[Message]:
    if after.phase is Phase.DIG:
        order: list[Json] = [[seat, after.cards[seat]] for seat in after.waiting]
        return [Message("solomon.event.revealed", {"order": order})]
    if after.phase is Phase.REVEAL and before.phase is Phase.CHOOSE:
        unseen: list[Json] = [s for s, card in enumerate(after.cards) if card == UNSEEN]
        return [Message("solomon.event.turned-up", {"seats": unseen})]
    return []


def _dealt(before: Position, after: Position, seat: int) -> Message:
    """How many tiles each of the others got, and how many went out of the game."""
    gains: list[Json] = [
        [other, sum(after.loot[other]) - sum(before.loot[other])]
        for other in range(before.players)
        if other != seat and sum(after.loot[other]) > sum(before.loot[other])
    ]
    rest = sum(after.gone) - sum(before.gone)
    return Message("solomon.event.dealt", {"gains": gains, "count": rest})
