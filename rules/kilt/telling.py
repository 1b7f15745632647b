"""Kilt Castle: what to say now (hints) and what just happened (descriptions)."""

from __future__ import annotations

from rules.game import check_level
from rules.kilt.areas import ducat_day
from rules.kilt.events import (
    Build,
    DucatDayPaid,
    Event,
    Move,
    Paid,
    Roof,
    SetUp,
    card_to_json,
    square_to_json,
)
from rules.kilt.pieces import SIZE, Colour, Square
from rules.kilt.play import apply
from rules.kilt.position import Phase, Position
from rules.kilt.possible import impossible
from rules.kilt.showing import score
from rules.kilt.sites import affordable
from rules.values import REFEREE, SILENT, Hint, Json, Message

FEW_FLOORS = 3


def hints(position: Position, seat: int | None, level: str = REFEREE) -> list[Hint]:
    """What is due now, what the seat may do, and what the end of the turn will bring."""
    if check_level(level) == SILENT:
        return []
    found = [*_due(position), *_due_money(position)]
    if position.phase not in (Phase.SETUP, Phase.FINISHED):
        found += _choices(position, seat)
        found += _ahead(position)
    return found


def _due(position: Position) -> list[Hint]:
    match position.phase:
        case Phase.SETUP:
            return [Hint("kilt.due-set-up", {"players": position.players})]
        case Phase.MOVE:
            return [Hint("kilt.due-move", {"seat": position.active}, position.active)]
        case Phase.BUILD:
            colour = position.pending[0]
            facts: dict[str, Json] = {"builder": position.called(colour), "colour": colour}
            return [Hint("kilt.due-build", facts, position.owner(colour))]
        case Phase.ROOF:
            assert position.roof_due is not None
            facts = {
                "builder": position.called(position.built[-1][0]),
                "square": square_to_json(position.roof_due),
            }
            return [Hint("kilt.due-roof", facts, position.builder())]
        case Phase.FINISHED:
            return [Hint("kilt.due-nothing", {"seats": list(score(position).winners or ())})]


def _due_money(position: Position) -> list[Hint]:
    found = []
    if position.options.money == "told":
        for due in position.dues:
            facts: dict[str, Json] = {
                "payer": due.payer,
                "payee": due.payee,
                "amount": due.amount,
            }
            found.append(Hint("kilt.due-payment", facts, due.payer))
        if position.day_open and position.day is not None:
            found.append(Hint("kilt.due-ducat-day-paid", {"amounts": list(position.day.amounts)}))
    if position.day_due:
        found.append(Hint("kilt.due-ducat-day"))
    return found


def _choices(position: Position, seat: int | None) -> list[Hint]:
    """For the one to act: where to build, or that a double card is turned."""
    if position.phase is Phase.MOVE and seat == position.active:
        return [Hint("kilt.know-turn", {}, seat)]
    if position.phase is not Phase.BUILD or seat != position.builder() or position.at is None:
        return []
    found = affordable(position, position.pending[0], position.at)
    facts: dict[str, Json] = {"squares": [square_to_json(site.square) for site in found]}
    return [Hint("kilt.know-sites", facts, seat)]


def _ahead(position: Position) -> list[Hint]:
    """What everybody may count anyway: the worth of a due ducat day, floors running out."""
    found = []
    if position.day_due:
        amounts: Json = list(ducat_day(position).amounts)
        found.append(Hint("kilt.know-ducat-day", {"amounts": amounts}))
    for colour in position.setting.owner:
        left = position.floors_left(colour)
        if 0 < left <= FEW_FLOORS:
            found.append(
                Hint("kilt.know-floors", {"builder": position.called(colour), "count": left})
            )
    return found


def describe(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What the event is on this position; nothing of it is secret."""
    del seat
    return (_event(position, event),)


def _event(position: Position, event: Event) -> Message:
    match event:
        case Move(card, to):
            return Message(
                "kilt.event.move",
                {"seat": position.active, "card": card_to_json(card), "to": to},
            )
        case Build():
            return _built(position, event)
        case Roof(square, None):
            return Message("kilt.event.roof", {"square": square_to_json(square)})
        case Roof(square, source):
            assert source is not None
            return Message(
                "kilt.event.roof-moved",
                {"square": square_to_json(square), "source": square_to_json(source)},
            )
        case Paid(payer, payee, amount):
            return Message("kilt.event.paid", {"payer": payer, "payee": payee, "amount": amount})
        case DucatDayPaid(amounts):
            return Message("kilt.event.ducat-day-paid", {"amounts": list(amounts)})
        case SetUp():
            return Message("kilt.event.set-up", {"players": position.players})


def _built(position: Position, event: Build) -> Message:
    facts: dict[str, Json] = {
        "builder": position.called(event.colour),
        "crests": event.crests,
        "square": square_to_json(event.square),
    }
    top = _top(position, event.square)
    owner = position.setting.owner
    if top is None or event.colour not in owner:
        return Message("kilt.event.build", facts)
    if owner[top] == owner[event.colour] or position.has_roof(event.square):
        return Message("kilt.event.build-own", facts)
    facts |= {"cost": position.height(event.square), "payee": owner[top]}
    return Message("kilt.event.build-over", facts)


def _top(position: Position, square: Square) -> Colour | None:
    if not all(0 <= number < SIZE for number in square):
        return None
    top = position.top(square)
    return None if top is None else top.colour


def followed(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What followed from an event that happened."""
    del seat
    if impossible(position, event) is not None:
        return ()
    return tuple(_followed(position, apply(position, event), event))


def _followed(before: Position, after: Position, event: Event) -> list[Message]:
    found = []
    if isinstance(event, SetUp):
        found.append(Message("kilt.event.starts", {"seat": after.active}))
    if isinstance(event, Move) and not after.rows[_source(before, event)]:
        found.append(Message("kilt.event.row-emptied"))
    found += _skipped(before, after, event)
    if after.roof_due is not None and after.roof_due != before.roof_due:
        found.append(Message("kilt.event.roof-due", {"square": square_to_json(after.roof_due)}))
    if after.day is not None and after.day is not before.day:
        found.append(Message("kilt.event.ducat-day", {"amounts": list(after.day.amounts)}))
    if after.phase is Phase.FINISHED and before.phase is not Phase.FINISHED:
        found.append(Message("kilt.event.game-over", {"amounts": list(after.bonus)}))
        found.append(Message("kilt.event.winners", {"seats": list(score(after).winners or ())}))
    return found


def _source(before: Position, event: Move) -> int:
    found = before.place_of(event.card)
    assert found is not None
    return found[0]


def _skipped(before: Position, after: Position, event: Event) -> list[Message]:
    """Builders passed over because they have no floor or no square they can pay."""
    if isinstance(event, Move):
        waiting = event.card.colours
    elif isinstance(event, Build | Roof):
        waiting = before.pending
    else:
        return []
    built = event.colour if isinstance(event, Build) else None
    return [
        Message("kilt.event.skipped", {"builder": after.called(colour)})
        for colour in waiting
        if colour not in after.pending and colour is not built
    ]
