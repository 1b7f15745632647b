"""Kilt Castle: the judge. Every fault of an event at once, with what would be right."""

from __future__ import annotations

from collections.abc import Iterator

from rules.folding import judged
from rules.kilt.areas import areas, ducat_day
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
from rules.kilt.pieces import (
    INDEX,
    POSITIONS,
    ROOFS,
    SAME_COLOUR_LIMIT,
    STACKS,
    WATER_SQUARES,
    in_one_corner,
)
from rules.kilt.play import opener
from rules.kilt.position import Due, Phase, Position
from rules.kilt.possible import impossible
from rules.kilt.sites import Step, affordable, neighbour, sites, step, targets
from rules.values import Answer, Json, Legality, Ruling

Faults = Iterator[Ruling]

# Rulings that say "nobody can know", not "wrong".
UNSURE = frozenset({"kilt.crests-unseen", "kilt.purse-unsure", "kilt.ducat-day-unsure"})


def legal(position: Position, event: Event) -> Legality:
    """Judge an event: yes, no with all faults, or cannot tell with all open questions."""
    never = impossible(position, event)
    if never is not None:
        return Legality(Answer.NO, (never,))
    return judged(_faults(position, event), UNSURE)


def _faults(position: Position, event: Event) -> Faults:
    match event:
        case SetUp():
            yield from _set_up(position, event)
        case Move():
            yield from _move(position, event)
        case Build():
            yield from _build(position, event)
        case Roof():
            yield from _roof(position, event)
        case Paid():
            yield from _paid(position, event)
        case DucatDayPaid():
            yield from _ducat_day_paid(position, event)


# --- set-up ------------------------------------------------------------------------------


def _set_up(position: Position, event: SetUp) -> Faults:
    stacks = STACKS[position.players]
    first = _first_stack(event)
    if first is None or _sizes(event, first, len(stacks)) != stacks:
        found: list[Json] = [len(row) for row in event.rows if row]
        yield Ruling("kilt.setup-stacks", {"found": found, "sizes": list(stacks)})
    elif not all(card.single for card in event.rows[first]):
        yield Ruling("kilt.setup-singles", {"place": first})
    yield from _crowded_colours(event)
    yield from _water(position, event)
    lone = opener(event.rows)
    right = next(seat for seat, each in enumerate(event.colours) if lone.away in each)
    if event.start not in (None, right):
        facts: dict[str, Json] = {"seat": event.start, "colour": lone.away, "right_seat": right}
        yield Ruling("kilt.setup-start", facts)


def _first_stack(event: SetUp) -> int | None:
    """The first row clockwise of the only unbroken run of rows, None if it is broken."""
    firsts = [place for place, row in enumerate(event.rows) if row and not event.rows[place - 1]]
    return firsts[0] if len(firsts) == 1 else None


def _sizes(event: SetUp, first: int, count: int) -> tuple[int, ...]:
    sizes = [len(event.rows[(first + step) % POSITIONS]) for step in range(count + 1)]
    return tuple(size for size in sizes if size)


def _crowded_colours(event: SetUp) -> Faults:
    for place, row in enumerate(event.rows):
        carried = [colour for card in row for colour in card.colours]
        for colour in dict.fromkeys(carried):
            times = carried.count(colour)
            if times > SAME_COLOUR_LIMIT:
                facts: dict[str, Json] = {"colour": colour, "place": place, "times": times}
                yield Ruling("kilt.setup-colour-thrice", facts)


def _water(position: Position, event: SetUp) -> Faults:
    known = position.setting.box_water
    found: list[Json] = [square_to_json(square) for square in sorted(event.water)]
    if known is not None and event.water != known:
        right: list[Json] = [square_to_json(square) for square in sorted(known)]
        yield Ruling("kilt.setup-water-moved", {"squares": found, "right_squares": right})
    elif not in_one_corner(event.water):
        yield Ruling("kilt.setup-water", {"squares": found, "count": WATER_SQUARES})


# --- moving a card -----------------------------------------------------------------------


def _move(position: Position, event: Move) -> Faults:
    if position.phase is Phase.FINISHED:
        yield Ruling("kilt.game-over")
    yield from _left_undone(position)
    found = position.place_of(event.card)
    assert found is not None
    source, depth = found
    card = position.rows[source][depth]
    if not card.single and card.board is event.card.board:
        right = card_to_json(card.turned())
        yield Ruling("kilt.turn-card", {"card": card_to_json(event.card), "right_card": right})
    places = targets(position.rows, position.setting, position.front, source)
    facts: dict[str, Json] = {
        "card": card_to_json(card),
        "to": event.to,
        "places": list[Json](places),
    }
    yield from _way(position, source, event.to, facts)
    yield from _row_limits(position, source, event.to, facts)


def _left_undone(position: Position) -> Faults:
    """What had to happen before the next card may move."""
    if position.phase is Phase.ROOF and position.roof_due is not None:
        yield Ruling("kilt.roof-forgotten", {"square": square_to_json(position.roof_due)})
    if position.phase in (Phase.BUILD, Phase.ROOF):
        yield from _unbuilt(position)
    if position.options.money == "told" and position.phase is not Phase.FINISHED:
        yield from _untold(position)


def _untold(position: Position) -> Faults:
    """Payments that no phone has entered, where players keep the money themselves."""
    for due in position.dues:
        yield Ruling(
            "kilt.payment-forgotten",
            {"payer": due.payer, "payee": due.payee, "amount": due.amount},
        )
    day = ducat_day(position) if position.day_due else position.day
    if day is not None and (position.day_due or position.day_open):
        yield Ruling("kilt.ducat-day-forgotten", {"amounts": list(day.amounts)})


def _unbuilt(position: Position) -> Faults:
    """The duty to build; an open question when only an unseen crest could pay for it."""
    assert position.at is not None
    for colour in position.pending:
        purse = position.ducats[position.owner(colour)]
        open_to = affordable(position, colour, position.at)
        if any(site.cost <= purse for site in open_to):
            yield Ruling("kilt.must-build", {"builder": position.called(colour)})
        elif open_to:
            yield Ruling("kilt.purse-unsure", {"builder": position.called(colour)})


def _way(position: Position, source: int, to: int, facts: dict[str, Json]) -> Faults:
    rows = position.rows
    way = step(position.front, source, to)
    if way is Step.STAYS:
        yield Ruling("kilt.must-move", facts)
    elif way is Step.BACKWARDS:
        yield Ruling("kilt.backwards", facts)
    elif way is Step.TOO_FAR:
        company = rows[to] or neighbour(rows, source, to)
        yield Ruling("kilt.too-far" if company else "kilt.front-neighbour", facts)
    elif not rows[to] and not neighbour(rows, source, to):
        if way is Step.AHEAD:
            yield Ruling("kilt.front-neighbour", facts)
        elif position.options.gap_behind_front == "neighbour":
            yield Ruling("kilt.gap-behind-front", facts)


def _row_limits(position: Position, source: int, to: int, facts: dict[str, Json]) -> Faults:
    if source == to:
        return
    rows, setting = position.rows, position.setting
    if len(rows[to]) >= setting.row_limit:
        yield Ruling("kilt.row-full", facts | {"limit": setting.row_limit})
    count = sum(1 for row in rows if row) + (not rows[to]) - (len(rows[source]) == 1)
    if not rows[to] and count > setting.rows_limit:
        limits: dict[str, Json] = {"rows": count, "limit": setting.rows_limit}
        yield Ruling("kilt.too-many-rows", facts | limits)


# --- building ----------------------------------------------------------------------------


def _build(position: Position, event: Build) -> Faults:
    yield from _builder(position, event)
    yield from _crests(position, event)
    if position.has_roof(event.square):
        yield Ruling("kilt.roof-overbuilt", {"square": square_to_json(event.square)})
    elif position.phase is Phase.BUILD and position.at is not None:
        yield from _site(position, event, position.at)


def _builder(position: Position, event: Build) -> Faults:
    facts: dict[str, Json] = {"builder": position.called(event.colour)}
    if position.phase is Phase.ROOF and position.roof_due is not None:
        yield Ruling("kilt.roof-forgotten", {"square": square_to_json(position.roof_due)})
    if position.phase is Phase.FINISHED:
        yield Ruling("kilt.game-over")
    elif position.phase is not Phase.BUILD and not position.pending:
        yield Ruling("kilt.move-first", facts)
    elif event.colour not in position.pending:
        yield Ruling("kilt.not-builder", facts | {"builders": _called(position)})
    elif event.colour is not position.pending[0]:
        yield Ruling("kilt.build-order", facts | {"first": position.called(position.pending[0])})


def _called(position: Position) -> list[Json]:
    """All who still build this turn."""
    return [position.called(colour) for colour in position.pending]


def _crests(position: Position, event: Build) -> Faults:
    number = INDEX[event.colour]
    unseen = position.unseen[number]
    if event.crests is not None and position.left[number][event.crests] <= unseen:
        facts: dict[str, Json] = {
            "builder": position.called(event.colour),
            "crests": event.crests,
        }
        yield Ruling("kilt.crests-unseen", facts)


def _site(position: Position, event: Build, at: int) -> Faults:
    square = square_to_json(event.square)
    open_to = sites(position, event.colour, at)
    facts: dict[str, Json] = {"builder": position.called(event.colour), "square": square}
    if event.square not in [each for _, each in position.setting.lines[at]]:
        right: list[Json] = [square_to_json(site.square) for site in open_to]
        yield Ruling("kilt.build-line", facts | {"to": at, "squares": right})
        return
    site = next((site for site in open_to if site.square == event.square), None)
    if site is None:
        first = next(site.square for site in open_to if not position.height(site.square))
        yield Ruling("kilt.first-empty", facts | {"to": at, "right_square": square_to_json(first)})
        return
    seat = position.owner(event.colour)
    purse = position.ducats[seat]
    if site.cost > purse:
        known = site.cost > purse + position.doubt[seat]
        rule = "kilt.cannot-afford" if known else "kilt.purse-unsure"
        yield Ruling(rule, facts | {"cost": site.cost})


# --- roofs -------------------------------------------------------------------------------


def _roof(position: Position, event: Roof) -> Faults:
    square = square_to_json(event.square)
    if position.phase is Phase.FINISHED:
        yield Ruling("kilt.game-over")
    elif position.roof_due is None:
        yield Ruling("kilt.no-roof-due", {"square": square})
    elif event.square != position.roof_due:
        right = square_to_json(position.roof_due)
        yield Ruling("kilt.roof-square", {"square": square, "right_square": right})
    if event.source is not None and len(position.roofs) < ROOFS:
        yield Ruling("kilt.roof-unused-first", {"source": square_to_json(event.source)})


# --- money, as far as players tell it ----------------------------------------------------


def _paid(position: Position, event: Paid) -> Faults:
    said = Due(event.payer, event.payee, event.amount)
    if said in position.dues:
        return
    facts: dict[str, Json] = {"payer": event.payer, "payee": event.payee, "amount": event.amount}
    due = next((each for each in position.dues if each.payer == event.payer), None)
    if due is None and position.dues:
        right = position.dues[0].payer
        yield Ruling("kilt.payer", facts | {"right_seat": right})
    elif due is None:
        yield Ruling("kilt.nothing-to-pay", facts)
    else:
        if due.amount != event.amount:
            yield Ruling("kilt.price", facts | {"right_amount": due.amount})
        if due.payee != event.payee:
            yield Ruling("kilt.payee", facts | {"right_seat": due.payee})


def _ducat_day_paid(position: Position, event: DucatDayPaid) -> Faults:
    if position.day_due:
        yield Ruling("kilt.ducat-day-after-building", {"builders": _called(position)})
    elif not position.day_open or position.day is None:
        yield Ruling("kilt.no-ducat-day")
    else:
        day = position.day
        for seat, said in enumerate(event.amounts):
            yield from _share(position, seat, said, day.amounts[seat], day.unsure[seat])


def _share(position: Position, seat: int, said: int, right: int, unsure: int) -> Faults:
    facts: dict[str, Json] = {"seat": seat, "amount": said, "right_amount": right}
    if right < said <= right + unsure:
        yield Ruling("kilt.ducat-day-unsure", facts)
    elif said != right:
        several = said > right and _two_areas(position, seat, said)
        yield Ruling("kilt.ducat-day-two-areas" if several else "kilt.ducat-day-amount", facts)


def _two_areas(position: Position, seat: int, said: int) -> bool:
    """Whether the amount is what a seat gets when it wrongly adds up areas of one colour."""
    sums = {0}
    for colour in position.colours[seat]:
        values = areas(position, colour, 0)
        partial = {sum(values[:count]) for count in range(1, len(values) + 1)} or {0}
        pairs = {a + b for n, a in enumerate(values) for b in values[n + 1 :]}
        sums = {before + value for before in sums for value in partial | pairs}
    return said in sums
