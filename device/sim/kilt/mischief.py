"""Mistakes players make: each finds an illegal event for a position, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from device.sim.kilt.bots import Bot
from device.sim.mistakes import rules_broken
from device.sim.textures import Rng
from rules.kilt import (
    Build,
    DucatDayPaid,
    Event,
    Move,
    Paid,
    Phase,
    Position,
    Roof,
    areas,
)
from rules.kilt.game import GAME
from rules.kilt.pieces import CREST_KINDS, INDEX, POSITIONS, Colour, line

Square = tuple[int, int]
Mistake = Callable[[Bot, Position], Iterator[Event]]


def not_turned(_bot: Bot, position: Position) -> Iterator[Event]:
    """A double card moved without turning it."""
    for event in GAME.actions(position):
        if isinstance(event, Move) and not event.card.single:
            yield Move(event.card.turned(), event.to)


def backwards(_bot: Bot, position: Position) -> Iterator[Event]:
    """A card moved anticlockwise."""
    for source, row in enumerate(position.rows):
        for card in row:
            for back in (1, 2, 3):
                yield Move(card.turned(), (source - back) % POSITIONS)


def front_neighbour(_bot: Bot, position: Position) -> Iterator[Event]:
    """A card alone beyond the front with nobody behind it."""
    for source, row in enumerate(position.rows):
        for card in row:
            for ahead in (1, 2, 3):
                to = (position.front + ahead) % POSITIONS
                if not position.rows[to] and to != source:
                    yield Move(card.turned(), to)


def row_full(_bot: Bot, position: Position) -> Iterator[Event]:
    """One card more in a row than allowed."""
    for to, full in enumerate(position.rows):
        if len(full) < position.setting.row_limit:
            continue
        for source, row in enumerate(position.rows):
            behind = (position.front - source) % POSITIONS
            if source != to and (to - source) % POSITIONS <= behind:
                yield from (Move(card.turned(), to) for card in row)


def too_many_rows(_bot: Bot, position: Position) -> Iterator[Event]:
    """A row more than allowed."""
    if sum(map(bool, position.rows)) < position.setting.rows_limit:
        return
    for source, row in enumerate(position.rows):
        if len(row) > 1:
            behind = (position.front - source) % POSITIONS
            for steps in range(1, behind + 2):
                to = (source + steps) % POSITIONS
                if not position.rows[to]:
                    yield from (Move(card.turned(), to) for card in row)


def build_order(_bot: Bot, position: Position) -> Iterator[Event]:
    """The second builder builds first."""
    if len(position.pending) < 2 or position.at is None:
        return
    for square in line(position.at, position.water):
        if not position.has_roof(square):
            yield from _floors(position, position.pending[1], square)


def not_first_empty(_bot: Bot, position: Position) -> Iterator[Event]:
    """A floor on a later empty square of the line."""
    if position.at is None or not position.pending:
        return
    empty = [s for s in line(position.at, position.water) if not position.tower(s)]
    for square in empty[1:]:
        yield from _floors(position, position.pending[0], square)


def roof_overbuilt(_bot: Bot, position: Position) -> Iterator[Event]:
    """A floor put on a roof."""
    if position.at is None or not position.pending:
        return
    for square in line(position.at, position.water):
        if position.has_roof(square):
            yield from _floors(position, position.pending[0], square)


def roof_square(_bot: Bot, position: Position) -> Iterator[Event]:
    """The roof on another tower."""
    legal = [event for event in GAME.actions(position) if isinstance(event, Roof)]
    for event in legal[:1]:
        for number, tower in enumerate(position.towers):
            square = (number // 5, number % 5)
            if tower and square not in (*position.roofs, event.square):
                yield Roof(square, event.source)


def roof_forgotten(bot: Bot, position: Position) -> Iterator[Event]:
    """The next player moves a card though a roof is due."""
    roofed = GAME.apply(position, bot.choose(position))
    if roofed.phase is Phase.MOVE:
        event = bot.choose(roofed)
        if isinstance(event, Move):
            yield event


MISTAKES: dict[Phase, dict[str, Mistake]] = {
    Phase.MOVE: {
        "kilt.turn-card": not_turned,
        "kilt.backwards": backwards,
        "kilt.front-neighbour": front_neighbour,
        "kilt.row-full": row_full,
        "kilt.too-many-rows": too_many_rows,
    },
    Phase.BUILD: {
        "kilt.build-order": build_order,
        "kilt.first-empty": not_first_empty,
        "kilt.roof-overbuilt": roof_overbuilt,
    },
    Phase.ROOF: {
        "kilt.roof-square": roof_square,
        "kilt.roof-forgotten": roof_forgotten,
    },
}


def find_mistake(rng: Rng, bot: Bot, position: Position) -> tuple[str, Event] | None:
    """Some mistake possible now, really illegal for the reason it is named after."""
    kinds = MISTAKES.get(position.phase, {})
    names = list(kinds)
    for i in rng.permutation(len(names)):
        name = names[i]
        found = [e for e in kinds[name](bot, position) if name in rules_broken(GAME, position, e)]
        found = [e for e in found if not isinstance(e, Move) or bot.sees(position, e)]
        if found:
            return name, found[int(rng.integers(len(found)))]
    return None


def wrong_claim(rng: Rng, position: Position) -> Event | None:
    """A payment told wrongly: price, payee, before building, or for two areas."""
    found: list[Event] = []
    seats = range(position.players)
    for due in position.dues:
        found.append(Paid(due.payer, due.payee, due.amount + (1 if rng.random() < 0.6 else -1)))
        found += [Paid(due.payer, s, due.amount) for s in seats if s not in (due.payer, due.payee)]
    if position.day_due:
        found.append(DucatDayPaid(tuple(int(a) for a in rng.integers(1, 5, position.players))))
    if position.day_open and position.day is not None:
        found += _wrong_days(position, position.day.amounts)
    found = [event for event in found if rules_broken(GAME, position, event)]
    return found[int(rng.integers(len(found)))] if found else None


def _wrong_days(position: Position, amounts: tuple[int, ...]) -> list[Event]:
    found: list[Event] = []
    for seat, colours in enumerate(position.colours):
        right = amounts[seat]
        values = areas(position, colours[0], 0)
        wrong = [right + 1, right + sum(values[1:2])]
        found += [DucatDayPaid((*amounts[:seat], t, *amounts[seat + 1 :])) for t in wrong]
    return found


def right_claims(position: Position) -> list[Event]:
    """What players who keep the money themselves have to tell now."""
    found: list[Event] = [Paid(due.payer, due.payee, due.amount) for due in position.dues]
    if position.day_open and position.day is not None:
        found.append(DucatDayPaid(position.day.amounts))
    return found


def _floors(position: Position, colour: Colour, square: Square) -> Iterator[Event]:
    left = position.left[INDEX[colour]]
    yield from (Build(colour, crests, square) for crests in CREST_KINDS if left[crests])
