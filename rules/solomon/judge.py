"""König Salomons Schatzkammer: the judge. Every fault of an event at once, and what is right.

A ruling about a secret event never names a card: the one who told it knows which he meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.folding import judged
from rules.solomon.areas import area_faults
from rules.solomon.books import all_fits, misfit
from rules.solomon.deals import change_for, supply_with, value_of
from rules.solomon.events import (
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
    square_to_json,
)
from rules.solomon.pieces import (
    FULL,
    MOST_CURSE,
    MOST_TREASURE,
    NEIGHBOURS,
    NONE,
    OBJECT_TILE,
    TILES,
    UNKNOWN,
    Magic,
    counted,
    curse,
    to_entrance,
)
from rules.solomon.position import TURN, Phase, Position
from rules.solomon.possible import impossible
from rules.solomon.scoring import parts
from rules.values import Answer, Json, Legality, Ruling

Faults = Iterator[Ruling]

# Rulings that say "nobody can know", not "wrong": also what players tell anew, card or board
# before their eyes, is taken over.
UNSURE = frozenset(
    {
        "solomon.shape-unknown",
        "solomon.shape-differs",
        "solomon.tile-retold",
        "solomon.object-unsure",
        "solomon.tile-untold",
        "solomon.due-unsure",
        "solomon.wealth-unsure",
    }
)


def legal(position: Position, event: Event) -> Legality:
    """Judge an event: yes, no with all faults, or cannot tell with all open questions."""
    never = impossible(position, event)
    if never is not None:
        return Legality(Answer.NO, (never,))
    return judged(FAULTS[type(event)](position, event), UNSURE)


def _nothing(_: Position, __: Event) -> Faults:
    yield from ()


# --- cards, shapes and open tiles --------------------------------------------------------


def _choose(position: Position, event: Choose) -> Faults:
    hand = position.hands[event.seat]
    if event.card and hand is not None and event.card not in hand:
        yield Ruling("solomon.not-in-hand")


def _draw_shape(position: Position, event: DrawShape) -> Faults:
    shown = any(event.card in played for played in position.played)
    if position.phase is not Phase.SETUP and not shown and event.card not in _open(position):
        yield Ruling("solomon.shape-unseen", {"card": event.card})
    known = position.shapes[event.card]
    if known is not None and known != to_entrance(event.cells, event.arrow):
        yield Ruling("solomon.shape-differs", {"card": event.card})


def _open(position: Position) -> tuple[int | None, ...]:
    """The cards that lie face up now."""
    return position.cards if position.phase in (*TURN, Phase.REVEAL) else ()


def _see(position: Position, event: See) -> Faults:
    for ruling in _told(position, event.squares, event.tiles):
        yield Ruling("solomon.tile-retold", ruling.facts)


def _told(position: Position, squares: tuple[int, ...], tiles: tuple[int, ...]) -> Faults:
    """Tiles told otherwise than they are known."""
    for square, tile in zip(squares, tiles, strict=True):
        known = position.top(square)
        if UNKNOWN not in (known, tile) and tile != known:
            facts: dict[str, Json] = {"square": square_to_json(square)}
            facts |= {"tile": TILES[tile], "right_tile": TILES[known]}
            yield Ruling("solomon.tile-differs", facts)


# --- a turn ------------------------------------------------------------------------------


def _turn(position: Position, seat: int) -> Faults:
    """Whose turn it is, and what the one before forgot."""
    active = position.waiting[0]
    if seat == active:
        return
    due = position.due()
    if position.phase is Phase.ADD:
        yield Ruling("solomon.add-first", {"seat": active, "count": position.adding})
    elif due:
        yield Ruling("solomon.payment-forgotten", {"seat": active, "amount": due})
    indebted = position.phase is Phase.ADD or due > 0
    if not indebted or seat != position.waiting[1]:
        facts: dict[str, Json] = {"seat": seat, "card": position.cards[seat]}
        facts |= {"right_seat": active, "right_card": position.cards[active]}
        yield Ruling("solomon.order", facts)


def _shift(position: Position, event: Shift) -> Faults:
    yield from _turn(position, event.seat)
    facts: dict[str, Json] = {
        "source": square_to_json(event.source),
        "target": square_to_json(event.target),
    }
    if position.dug is not None and event.seat == position.active:
        yield Ruling("solomon.shift-late", {"seat": event.seat})
    if event.target not in NEIGHBOURS[event.source]:
        yield Ruling("solomon.shift-neighbour", facts)
    source, target = len(position.stacks[event.source]), len(position.stacks[event.target])
    if position.setting.beginners:
        if target >= FULL:
            yield Ruling("solomon.shift-full", facts | {"limit": FULL})
    elif target >= source:
        yield Ruling("solomon.shift-upward", facts | {"level": source, "height": target})


def _mark(position: Position, event: Mark) -> Faults:
    yield from _turn(position, event.seat)
    loot = position.loot[event.seat]
    unsure: list[Json] = [magic for magic in event.objects if not loot[OBJECT_TILE[magic]]]
    if unsure:
        yield Ruling("solomon.object-unsure", {"objects": unsure})
    card = position.cards[event.seat]
    yield from area_faults(position, card or 0, event.squares, event.objects)


def _lift(position: Position, event: Lift) -> Faults:
    assert position.mark is not None
    yield from _turn(position, event.seat)
    squares = tuple(square for square in position.mark if position.stacks[square])
    yield from _told(position, squares, event.tiles)
    untold: list[Json] = [
        square_to_json(square)
        for square, tile in zip(squares, event.tiles, strict=True)
        if tile == UNKNOWN == position.top(square)
    ]
    if untold:
        yield Ruling("solomon.tile-untold", {"squares": untold})


def _pass(position: Position, event: Pass) -> Faults:
    yield from _turn(position, event.seat)


# --- paying ------------------------------------------------------------------------------


def _ward(position: Position, event: Ward) -> Faults:
    amulet = OBJECT_TILE[Magic.AMULET]
    dug, loot = position.dug or NONE, position.loot[event.seat]
    if position.warded or not (curse(dug) or dug[UNKNOWN]):
        yield Ruling("solomon.no-curse", {"seat": event.seat})
    elif loot[amulet] and loot[amulet] <= dug[amulet] and not loot[UNKNOWN]:
        yield Ruling("solomon.object-same-turn", {"objects": [Magic.AMULET]})
    elif loot[amulet] <= dug[amulet]:
        yield Ruling("solomon.object-unsure", {"objects": [Magic.AMULET]})


def _pay(position: Position, event: Pay) -> Faults:
    given = value_of(event.coins, event.treasures)
    back = value_of(event.change_coins, event.change_treasures)
    due, unsure = position.due(), position.unsure_due()
    facts: dict[str, Json] = {"amount": given - back, "right_amount": due}
    if unsure and due <= given - back <= due + MOST_CURSE * unsure:
        yield Ruling("solomon.due-unsure", {"amount": due, "count": unsure})
        return
    if given < due:
        yield _too_little(position, given, facts)
        return
    bank, pile = supply_with(position, event.coins, event.treasures)
    right = value_of(*change_for(bank, pile, given - due))
    if back != right:
        if given - back < due:
            yield _too_little(position, given - back, facts)
        else:
            yield Ruling("solomon.change", {"amount": given, "change": back, "right": right})


def _too_little(position: Position, paid: int, facts: dict[str, Json]) -> Ruling:
    """Name what was most likely forgotten: the curses, or a shift."""
    cursed = position.due() - position.shifts
    if cursed and paid == position.shifts:
        return Ruling("solomon.curse-unpaid", facts | {"curses": cursed})
    return Ruling("solomon.price", facts | {"shifts": position.shifts, "curses": cursed})


def _fail(position: Position, event: Fail) -> Faults:
    wealth = position.wealth(event.seat)
    due, unsure = position.due(), position.unsure_due()
    if wealth >= due + MOST_CURSE * unsure:
        yield Ruling("solomon.can-pay", {"amount": due})
    elif wealth + MOST_TREASURE * position.loot[event.seat][UNKNOWN] >= due:
        yield Ruling("solomon.wealth-unsure", {"amount": due})


# --- telling what was dealt, and the end ---------------------------------------------------


def _got(position: Position, event: Got | Count) -> Faults:
    """Held against what this seat may have been dealt, never against what others told."""
    pool = position.pool[event.seat]
    # A tile lifted untold may be anything, and so may what a secret hand has added.
    strangers = sum(map(_beyond, counted(event.tiles)[1:], pool[1:]))
    if strangers > pool[UNKNOWN]:
        yield Ruling("solomon.not-dealt", {"seat": event.seat})


def _count(position: Position, event: Count) -> Faults:
    """All screens are lifted: what a seat counts must fit all deals, whoever entered them."""
    said = tuple((event.seat, tile) for tile in event.tiles)
    if not all_fits(position):
        yield from _got(position, event)
    elif misfit(position, said) is not None:
        yield Ruling("solomon.not-dealt", {"seat": event.seat})


def _beyond(said: int, may: int) -> int:
    return max(0, said - may)


def _total(position: Position, event: Total) -> Faults:
    right = parts(position)[event.seat]
    total = sum(right.values())
    if event.points != total:
        facts: dict[str, Json] = {"seat": event.seat, "points": event.points, "right": total}
        yield Ruling("solomon.total", facts | dict[str, Json](right))


FAULTS: dict[type[Event], Callable[[Position, Any], Faults]] = {
    SetUp: _nothing,
    Hold: _nothing,
    Choose: _choose,
    Show: _nothing,
    DrawShape: _draw_shape,
    See: _see,
    Shift: _shift,
    Mark: _mark,
    Lift: _lift,
    Pass: _pass,
    Ward: _ward,
    Pay: _pay,
    Fail: _fail,
    Add: _nothing,
    Got: _got,
    Count: _count,
    Total: _total,
}
