"""Burg Appenzell: what to say now (hints) and what just happened (descriptions).

Nothing here comes from under a roof: a tile that was told is not named, it may be covered by
the time somebody reads it.
"""

from __future__ import annotations

from rules.appenzell.events import (
    Cover,
    EndTurn,
    Event,
    Place,
    Reveal,
    Run,
    SetUp,
    Slide,
    Take,
    Uncover,
    place_to_json,
)
from rules.appenzell.layout import field_to_json, fields_to_json, layout_to_json
from rules.appenzell.pieces import FIELDS, LAST_MICE, MICE, OUTSIDE, SPARE, UNKNOWN
from rules.appenzell.play import apply, run_cost
from rules.appenzell.position import Ending, Phase, Position
from rules.appenzell.possible import impossible
from rules.appenzell.routes import earned, empty_rooms, untold
from rules.game import check_level
from rules.values import REFEREE, SILENT, Hint, Json, Message


def hints(position: Position, seat: int | None, level: str = REFEREE) -> list[Hint]:
    """What is due now, what may be done, and what the end of the turn will bring."""
    del seat
    if check_level(level) == SILENT:
        return []
    match position.phase:
        case Phase.SETUP:
            return [Hint("appenzell.due-set-up", {"players": position.players})]
        case Phase.PLACE:
            missing: list[Json] = [at for at, mice in enumerate(position.mice) if not mice]
            return [Hint("appenzell.due-place", {"seats": missing}), *_due_told(position)]
        case Phase.TURN:
            due = [*_due_told(position), *_due_taken(position)]
            return [*due, *_due_action(position), *_ahead(position)]
        case Phase.FINISHED:
            winners: list[Json] = list(position.winners or ())
            rule = "appenzell.due-nothing" if winners else "appenzell.due-nothing-draw"
            return [Hint(rule, {"seats": winners})]


def _due_told(position: Position) -> list[Hint]:
    places = [place_to_json(place) for place in untold(position)]
    if position.spare == UNKNOWN:
        places.append(place_to_json(SPARE))
    return [Hint("appenzell.due-reveal", {"fields": places})] if places else []


def _due_taken(position: Position) -> list[Hint]:
    return [
        Hint("appenzell.due-take", {"seat": seat, "cheese": position.named(kind)}, seat)
        for seat in range(position.players)
        for kind in earned(position, seat)
    ]


def _due_action(position: Position) -> list[Hint]:
    """Who acts, with how many actions, and what each costs."""
    seat, left = position.active, 0 if position.closing else position.left
    if not left:
        return [Hint("appenzell.due-end", {"seat": seat}, seat)]
    found = [Hint("appenzell.due-turn", {"seat": seat, "left": left}, seat)]
    rule = "appenzell.may-act-slid" if position.slid else "appenzell.may-act"
    return [*found, Hint(rule, {}, seat)]


def _ahead(position: Position) -> list[Hint]:
    """What everybody may see coming: roofs that go back, and who is close to ending the game."""
    found = []
    empty = empty_rooms(position)
    if empty:
        rooms = layout_to_json(tuple(position.setting.rooms[room] for room in empty))
        told = position.options.books == "told" and (position.closing or not position.left)
        rule = "appenzell.due-cover" if told else "appenzell.will-cover"
        found.append(Hint(rule, {"rooms": rooms}, position.active))
    for seat in range(position.players):
        if MICE - position.lost[seat] == LAST_MICE + 1:
            found.append(Hint("appenzell.last-mice", {"seat": seat}))
        if position.kinds(seat) == position.options.kinds - 1:
            found.append(Hint("appenzell.last-cheese", {"seat": seat}))
    return found


# --- what happened -----------------------------------------------------------------------


def describe(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What the event is on this position."""
    del seat
    return (_event(position, event),)


def _event(position: Position, event: Event) -> Message:
    match event:
        case SetUp():
            return Message("appenzell.event.set-up", {"players": position.players})
        case Place(seat, tower):
            return Message("appenzell.event.place", {"seat": seat, "field": field_to_json(tower)})
        case Uncover(seat, room):
            return Message("appenzell.event.uncover", {"seat": seat, "room": _room(position, room)})
        case Run():
            return _run(position, event)
        case Slide(seat, slot):
            return Message("appenzell.event.slide", {"seat": seat, "slot": slot})
        case Reveal(field):
            return Message("appenzell.event.reveal", {"field": place_to_json(field)})
        case Take(seat, kind):
            facts: dict[str, Json] = {"seat": seat, "cheese": position.named(kind)}
            return Message("appenzell.event.take", facts)
        case Cover(room):
            return Message("appenzell.event.cover", {"room": _room(position, room)})
        case EndTurn(seat):
            return Message("appenzell.event.end-turn", {"seat": seat})


def _room(position: Position, number: int) -> list[Json]:
    rooms = position.setting.rooms
    return fields_to_json(rooms[number]) if 0 <= number < len(rooms) else []


def _run(position: Position, event: Run) -> Message:
    facts: dict[str, Json] = {
        "seat": event.seat,
        "from": place_to_json(event.source),
        "field": place_to_json(event.to),
    }
    if event.to == OUTSIDE:
        return Message("appenzell.event.leave", facts)
    known = event.source in (*FIELDS, OUTSIDE) and event.to in FIELDS
    cost = run_cost(position, event) if known and event.source != event.to else 1
    if cost > 1:
        return Message("appenzell.event.jump", facts | {"cost": cost})
    rule = "appenzell.event.enter" if event.source == OUTSIDE else "appenzell.event.run"
    return Message(rule, facts)


def followed(position: Position, event: Event, seat: int | None = None) -> tuple[Message, ...]:
    """What followed from an event that happened."""
    del seat
    if impossible(position, event):
        return ()
    return tuple(_followed(position, apply(position, event), event))


def _followed(before: Position, after: Position, event: Event) -> list[Message]:
    found = []
    for seat in range(before.players):
        caught = after.lost[seat] - before.lost[seat]
        if caught:
            facts: dict[str, Json] = {"seat": seat, "count": MICE - after.lost[seat]}
            found += [Message("appenzell.event.mouse-lost", facts)] * caught
    if not isinstance(event, Take):
        found += _collected(before, after)
    if before.phase is Phase.PLACE and after.phase is not Phase.PLACE:
        found.append(Message("appenzell.event.begins", {"seat": before.active}))
    if isinstance(event, EndTurn):
        found += _covered(before, after)
    if after.winners is not None and before.winners is None:
        found += _over(after)
    return found


def _collected(before: Position, after: Position) -> list[Message]:
    found = []
    for seat in range(before.players):
        kinds = after.cheeses[seat] & ~before.cheeses[seat]
        for kind in range(kinds.bit_length()):
            if kinds >> kind & 1:
                facts: dict[str, Json] = {"seat": seat, "cheese": after.named(kind)}
                found.append(Message("appenzell.event.cheese", facts))
    return found


def _covered(before: Position, after: Position) -> list[Message]:
    rooms = [
        room
        for number, room in enumerate(before.setting.rooms)
        if (after.roofs & ~before.roofs) >> number & 1
    ]
    if not rooms:
        return []
    return [Message("appenzell.event.covered", {"rooms": layout_to_json(tuple(rooms))})]


def _over(after: Position) -> list[Message]:
    winners: list[Json] = list(after.winners or ())
    if after.ending is Ending.GOAL:
        facts: dict[str, Json] = {"seat": winners[0], "count": after.options.kinds}
        return [Message("appenzell.event.goal", facts)]
    losers: list[Json] = [s for s, lost in enumerate(after.lost) if MICE - lost <= LAST_MICE]
    found = [Message("appenzell.event.third-mouse", {"seats": losers})]
    if winners:
        return [*found, Message("appenzell.event.winner", {"seat": winners[0]})]
    return [*found, Message("appenzell.event.no-winner")]
