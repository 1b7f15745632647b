"""König Salomons Schatzkammer: events that cannot be, whatever the players did."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.solomon.deals import own_tiles, supply_with
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
    square_to_json,
)
from rules.solomon.pieces import (
    ARROWS,
    CARD_SQUARES,
    CARDS,
    FAMILIES,
    KINDS,
    OBJECT_TILE,
    SIZE,
    SQUARES,
    SUPPLY,
    TILE,
    TILES,
    UNKNOWN,
    Counts,
    Tile,
    counted,
)
from rules.solomon.position import TURN, Phase, Position
from rules.values import Ruling

AMULET = TILE["amulet"]


def impossible(position: Position, event: Event) -> Ruling | None:
    """Why an event cannot have happened on this table, or None if it can."""
    kind = type(event)
    if position.phase is Phase.SETUP:
        if kind is not SetUp and kind is not DrawShape:
            return Ruling("solomon.not-set-up")
    elif kind is SetUp:
        return Ruling("solomon.already-set-up")
    seat = getattr(event, "seat", None)
    if seat is not None and seat not in range(position.setting.players):
        return Ruling("solomon.no-such-seat", {"players": position.setting.players})
    if kind in TURN_EVENTS:
        if position.phase is Phase.FINISHED or position.phase is Phase.COUNT:
            return Ruling("solomon.game-over")
        if position.phase not in TURN or seat not in position.waiting:
            return Ruling("solomon.no-card-open", {"seat": seat})
    return CHECKS[kind](position, event)


# --- before digging ----------------------------------------------------------------------


def _set_up(position: Position, event: SetUp) -> Ruling | None:
    if event.tops and len(event.tops) != len(SQUARES):
        return Ruling("solomon.setup-tops", {"count": len(event.tops)})
    if not all(0 <= tile < len(TILES) for tile in event.tops):
        return Ruling("solomon.setup-tops", {"count": len(event.tops)})
    return _supply(position, [(UNKNOWN, tile) for tile in event.tops])


def _supply(position: Position, news: Iterable[tuple[Tile, Tile]]) -> Ruling | None:
    """Whether the box holds these tiles too, each told instead of another."""
    seen = list(position.seen)
    changed = False
    for old, new in news:
        if old != new:
            changed = True
            seen[old] -= 1
            seen[new] += 1
    if not changed:
        return None
    box = position.setting.supply
    if box is not None:
        for kind in KINDS:
            if seen[kind] > box[kind]:
                return Ruling("solomon.no-such-tile", {"tile": TILES[kind], "count": box[kind]})
    for family, kinds in FAMILIES.items():
        if sum(seen[kinds.start : kinds.stop]) > SUPPLY[family]:
            return Ruling("solomon.no-such-family", {"family": family, "count": SUPPLY[family]})
    return None


def _card(position: Position, card: int) -> Ruling | None:
    if card not in CARDS:
        return Ruling("solomon.no-such-card", {"cards": CARDS[-1]})
    if any(card in played for played in position.played):
        return Ruling("solomon.card-played", {})
    return None


def _hold(position: Position, event: Hold) -> Ruling | None:
    right = position.rounds - len(position.played[event.seat])
    for card in event.cards:
        ruling = _card(position, card)
        if ruling is not None:
            return ruling
    if len(event.cards) != right or len(set(event.cards)) != right:
        return Ruling("solomon.hand-size", {"count": right})
    return None


def _choose(position: Position, event: Choose) -> Ruling | None:
    if position.phase is not Phase.CHOOSE:
        return Ruling("solomon.choose-later")
    return None if event.card == UNSEEN else _card(position, event.card)


def _show(position: Position, event: Show) -> Ruling | None:
    if position.phase is not Phase.REVEAL or position.cards[event.seat] != UNSEEN:
        return Ruling("solomon.nothing-to-show", {"seat": event.seat})
    if event.card in position.cards and event.card != UNSEEN:
        other = position.cards.index(event.card)
        return Ruling("solomon.card-twice", {"card": event.card, "seat": other})
    return _card(position, event.card)


def _draw_shape(_: Position, event: DrawShape) -> Ruling | None:
    if event.card not in CARDS:
        return Ruling("solomon.no-such-card", {"cards": CARDS[-1]})
    cells = set(event.cells)
    inside = all(0 <= row < SIZE and 0 <= col < SIZE for row, col in cells)
    if len(cells) not in CARD_SQUARES or len(cells) != len(event.cells) or not inside:
        return Ruling("solomon.shape-size", {"card": event.card, "count": len(event.cells)})
    if event.arrow not in ARROWS:
        return Ruling("solomon.shape-arrow", {"card": event.card})
    return None


def _see(position: Position, event: See) -> Ruling | None:
    if not event.squares or len(event.squares) != len(event.tiles):
        return Ruling("solomon.see-what")
    for square, tile in zip(event.squares, event.tiles, strict=True):
        if square not in SQUARES or not position.stacks[square]:
            return Ruling("solomon.no-tile-there", {"square": square_to_json(square)})
        if tile not in KINDS:
            return Ruling("solomon.see-what")
    if len(set(event.squares)) != len(event.squares):
        return Ruling("solomon.see-what")
    news = zip(map(position.top, event.squares), event.tiles, strict=True)
    return _supply(position, news)


# --- a turn ------------------------------------------------------------------------------


def _shift(position: Position, event: Shift) -> Ruling | None:
    if event.source not in SQUARES or event.target not in SQUARES:
        return Ruling("solomon.no-such-square")
    if event.source == event.target:
        return Ruling("solomon.same-square", {"square": square_to_json(event.source)})
    if not position.stacks[event.source]:
        return Ruling("solomon.no-tile-there", {"square": square_to_json(event.source)})
    return None


def _mark(position: Position, event: Mark) -> Ruling | None:
    if event.seat == position.waiting[0] and position.dug is not None:
        return Ruling("solomon.dug-already", {"seat": event.seat})
    if not event.squares or len(set(event.squares)) != len(event.squares):
        return Ruling("solomon.no-such-square")
    if any(square not in SQUARES for square in event.squares):
        return Ruling("solomon.no-such-square")
    if event.objects:
        missing = sum(
            position.loot[event.seat][OBJECT_TILE[magic]] == 0 for magic in set(event.objects)
        )
        if missing > position.loot[event.seat][UNKNOWN] or _doubled(event):
            return Ruling("solomon.object-not-owned", {"objects": list(event.objects)})
    return None


def _doubled(event: Mark) -> bool:
    return len(set(event.objects)) != len(event.objects)


def _lift(position: Position, event: Lift) -> Ruling | None:
    if event.seat != position.waiting[0] or position.mark is None:
        return Ruling("solomon.mark-first", {"seat": event.seat})
    tops = [position.stacks[square][-1] for square in position.mark if position.stacks[square]]
    if len(event.tiles) != len(tops):
        return Ruling("solomon.tiles-number", {"count": len(tops)})
    if not all(0 <= tile < len(TILES) for tile in event.tiles):
        return Ruling("solomon.see-what")
    told = [(old, new) for old, new in zip(tops, event.tiles, strict=True) if new != UNKNOWN]
    return _supply(position, told)


def _pass(position: Position, event: Pass) -> Ruling | None:
    if event.seat == position.waiting[0] and position.dug is not None:
        return Ruling("solomon.dug-already", {"seat": event.seat})
    return None


def _ward(position: Position, event: Ward) -> Ruling | None:
    if event.seat != position.waiting[0] or position.phase is not Phase.PAY:
        return Ruling("solomon.nothing-due", {"seat": event.seat})
    loot = position.loot[event.seat]
    if not loot[AMULET] and not loot[UNKNOWN]:
        return Ruling("solomon.object-not-owned", {"objects": ["amulet"]})
    return None


def _pay(position: Position, event: Pay) -> Ruling | None:
    if event.seat != position.waiting[0] or position.phase is not Phase.PAY:
        return Ruling("solomon.nothing-due", {"seat": event.seat})
    numbers = (event.coins, event.change_coins, *event.treasures, *event.change_treasures)
    if min(numbers) < 0:
        return Ruling("solomon.no-such-amount")
    loot = position.loot[event.seat]
    lacking = sum(max(0, n - loot[value]) for value, n in enumerate(event.treasures, 1))
    if event.coins > position.coins[event.seat] or lacking > loot[UNKNOWN]:
        return Ruling("solomon.not-in-loot", {"seat": event.seat})
    bank, pile = supply_with(position, event.coins, event.treasures)
    short = any(n > pile[value] for value, n in enumerate(event.change_treasures, 1))
    if event.change_coins > bank or short:
        return Ruling("solomon.supply-lacks", {"coins": bank})
    return None


def _fail(position: Position, event: Fail) -> Ruling | None:
    if event.seat != position.waiting[0] or position.phase is not Phase.PAY:
        return Ruling("solomon.nothing-due", {"seat": event.seat})
    return None


def _add(position: Position, event: Add) -> Ruling | None:
    if event.seat != position.waiting[0] or position.phase is not Phase.ADD:
        return Ruling("solomon.nothing-to-add", {"seat": event.seat})
    if len(event.tiles) != position.adding:
        return Ruling("solomon.add-number", {"count": position.adding})
    if not _within(event.tiles, own_tiles(position, event.seat)):
        return Ruling("solomon.not-in-loot", {"seat": event.seat})
    return None


def _within(tiles: tuple[Tile, ...], counts: Counts) -> bool:
    if not all(0 <= tile < len(TILES) for tile in tiles):
        return False
    return all(map(int.__le__, counted(tiles), counts))


# --- telling what was dealt, and the end ---------------------------------------------------


def _got(position: Position, event: Got | Count) -> Ruling | None:
    untold = position.loot[event.seat][UNKNOWN]
    right = 0 < len(event.tiles) <= untold and all(tile in KINDS for tile in event.tiles)
    if not right:
        return Ruling("solomon.untold-number", {"seat": event.seat, "count": untold})
    return None


def _count(position: Position, event: Count) -> Ruling | None:
    if position.phase is not Phase.COUNT:
        return Ruling("solomon.count-later")
    return _got(position, event)


def _total(position: Position, event: Total) -> Ruling | None:
    if position.phase is not Phase.FINISHED:
        return Ruling("solomon.count-later")
    return Ruling("solomon.no-such-amount") if event.points < 0 else None


TURN_EVENTS = frozenset({Shift, Mark, Lift, Pass, Ward, Pay, Fail, Add})
CHECKS: dict[type[Event], Callable[[Position, Any], Ruling | None]] = {
    SetUp: _set_up,
    Hold: _hold,
    Choose: _choose,
    Show: _show,
    DrawShape: _draw_shape,
    See: _see,
    Shift: _shift,
    Mark: _mark,
    Lift: _lift,
    Pass: _pass,
    Ward: _ward,
    Pay: _pay,
    Fail: _fail,
    Add: _add,
    Got: _got,
    Count: _count,
    Total: _total,
}
