"""König Salomons Schatzkammer: what may be done now, and what agrees with a claim.

`actions` lists what a person would choose among, which is everything the judge accepts but for
a few things that are told, not chosen: hands, shapes and open tiles other than those of the area
about to be dug; the countless free areas of the seal, of which one from each square is listed;
the amulet, which is offered once the curses are known; other areas and shifts once an area is
shown; the many ways to pay the same amount, of
which a few sensible ones are; tiles dealt face down, told one by one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from rules.folding import agreeing
from rules.solomon.areas import areas_for, figures, level_areas
from rules.solomon.books import all_fits, misfit
from rules.solomon.deals import own_tiles, ways_to_pay
from rules.solomon.events import (
    UNSEEN,
    Add,
    Choose,
    Count,
    Event,
    Fail,
    Got,
    Lift,
    Mark,
    Pass,
    Pay,
    See,
    SetUp,
    Shift,
    Show,
    Ward,
    event_to_json,
)
from rules.solomon.pieces import (
    CARDS,
    FAMILY,
    FULL,
    KINDS,
    MOST_CURSE,
    NEIGHBOURS,
    NONE,
    OBJECT_TILE,
    SQUARES,
    SUPPLY,
    UNKNOWN,
    Magic,
    Shape,
    Tile,
    curse,
    spread,
)
from rules.solomon.position import PLAYERS, Phase, Position
from rules.values import Facts

# Events made once: asking for them is looking up.
_SEATS = range(PLAYERS.stop)
_CHOOSE = tuple(tuple(Choose(seat, card) for card in range(CARDS.stop)) for seat in _SEATS)
_SHOW = tuple(tuple(Show(seat, card) for card in range(CARDS.stop)) for seat in _SEATS)
_PASS = tuple(Pass(seat) for seat in _SEATS)
_SHIFTS = tuple(
    tuple(
        (source, target, Shift(seat, source, target))
        for source in SQUARES
        for target in NEIGHBOURS[source]
    )
    for seat in _SEATS
)
_SEE = tuple(tuple(See((square,), (tile,)) for tile in range(KINDS.stop)) for square in SQUARES)
_DIGGING = (Magic.MIRROR, Magic.AXE, Magic.SEAL)


def actions(position: Position) -> list[Event]:
    """What may be done now, as a person would choose; see the top of this module."""
    return [*_LISTS[position.phase](position), *_untold(position)]


def _set_up(_: Position) -> list[Event]:
    return [SetUp()]


def _choices(position: Position) -> list[Event]:
    free = _free_cards(position)
    found: list[Event] = []
    for seat, card in enumerate(position.cards):
        if card is None:
            events = _CHOOSE[seat]
            hand = position.hands[seat]
            found.append(events[UNSEEN])
            found += [events[each] for each in (free if hand is None else hand)]
    return found


def _free_cards(position: Position) -> list[int]:
    """Cards nobody has played or shown."""
    gone = {card for played in position.played for card in played}
    return [card for card in CARDS if card not in gone]


def _shows(position: Position) -> list[Event]:
    free = [card for card in _free_cards(position) if card not in position.cards]
    unseen = [seat for seat, card in enumerate(position.cards) if card == UNSEEN]
    return [_SHOW[seat][card] for seat in unseen for card in free]


# --- digging -----------------------------------------------------------------------------


def _digs(position: Position) -> list[Event]:
    seat = position.waiting[0]
    found: list[Event] = [_PASS[seat]]
    if position.mark is not None:
        return [*_lifts(position, seat), *found]
    heights = position.heights
    shape = position.shapes[position.cards[seat] or 0]
    if shape is not None:
        marks = _marks(seat, shape)
        found += [marks[area] for area in level_areas(heights, figures(shape, False))]
        if any(position.loot[seat][13:16]):
            found += _magic_marks(position, seat)
    if position.setting.beginners:
        heights = tuple(FULL if height else 0 for height in heights)
        full = position.heights
        found += [shift for at, to, shift in _SHIFTS[seat] if full[to] < heights[at]]
    else:
        found += [shift for at, to, shift in _SHIFTS[seat] if heights[to] < heights[at]]
    return found


@lru_cache(maxsize=512)
def _marks(seat: int, shape: Shape) -> dict[tuple[int, ...], Mark]:
    return {area: Mark(seat, area) for area in figures(shape, False)}


def _magic_marks(position: Position, seat: int) -> list[Event]:
    """Areas that need magic: each listed with the fewest objects that allow it."""
    loot = position.loot[seat]
    owned = [magic for magic in _DIGGING if loot[OBJECT_TILE[magic]]]
    found: dict[tuple[int, ...], Mark] = {}
    plain = set(areas_for(position, seat))
    for size in range(1, len(owned) + 1):
        for objects in combinations(owned, size):
            if Magic.MIRROR in objects and Magic.SEAL in objects:
                continue  # the seal frees the shape anyway
            for area in areas_for(position, seat, objects):
                if area not in plain and area not in found:
                    found[area] = Mark(seat, area, objects)
    return list(found.values())


def _lifts(position: Position, seat: int) -> list[Event]:
    """The tiles of the shown area, or first what each of them is."""
    assert position.mark is not None
    filled = [square for square in position.mark if position.stacks[square]]
    for square in filled:
        if position.stacks[square][-1] == UNKNOWN:
            return [_SEE[square][tile] for tile in _tellable(position)]
    return [Lift(seat, tuple(position.stacks[square][-1] for square in filled))]


def _tellable(position: Position) -> list[Tile]:
    """Kinds that still have unseen tiles in the box."""
    seen, box = position.seen, position.setting.supply
    families = {"treasures": sum(seen[1:6]), "curses": sum(seen[6:9])}
    families |= {"scrolls": sum(seen[9:13]), "objects": sum(seen[13:17])}
    return [
        kind
        for kind in KINDS
        if families[FAMILY[kind]] < SUPPLY[FAMILY[kind]] and (box is None or seen[kind] < box[kind])
    ]


# --- paying ------------------------------------------------------------------------------


def _payments(position: Position) -> list[Event]:
    seat = position.waiting[0]
    found: list[Event] = []
    due, unsure = position.due(), position.unsure_due()
    for coins, treasures, change in ways_to_pay(position, seat, due):
        found.append(Pay(seat, coins, treasures, *change))
    if _may_ward(position, seat):
        found.append(Ward(seat))
    if position.wealth(seat) < due + MOST_CURSE * unsure:
        found.append(Fail(seat))
    return found


def _may_ward(position: Position, seat: int) -> bool:
    dug, amulet = position.dug or NONE, OBJECT_TILE[Magic.AMULET]
    cursed = curse(dug) or dug[UNKNOWN]
    return bool(cursed) and not position.warded and position.loot[seat][amulet] > dug[amulet]


def _additions(position: Position) -> list[Event]:
    """One choice for each kind he owns: a tile of it, and the least of the others."""
    seat = position.waiting[0]
    own = spread(own_tiles(position, seat))
    found: dict[Add, None] = {}
    for kind in dict.fromkeys(own):
        rest = list(own)
        rest.remove(kind)
        found[Add(seat, tuple(sorted((kind, *rest[: position.adding - 1]))))] = None
    return list(found)


# --- untold tiles --------------------------------------------------------------------------


def _untold(position: Position) -> list[Event]:
    """Tiles dealt face down that their owners may tell, one at a time."""
    if not any(loot[UNKNOWN] for loot in position.loot):
        return []
    untold = [
        (seat, kind) for seat, loot in enumerate(position.loot) if loot[UNKNOWN] for kind in KINDS
    ]
    if position.phase is Phase.COUNT and all_fits(position):
        fits = (each for each in untold if misfit(position, (each,)) is None)
        return [Count(seat, (kind,)) for seat, kind in fits]
    tell = Count if position.phase is Phase.COUNT else Got
    pools = position.pool
    return [tell(s, (kind,)) for s, kind in untold if pools[s][UNKNOWN] or pools[s][kind]]


def _nothing(_: Position) -> list[Event]:
    return []


_LISTS = {
    Phase.SETUP: _set_up,
    Phase.CHOOSE: _choices,
    Phase.REVEAL: _shows,
    Phase.DIG: _digs,
    Phase.PAY: _payments,
    Phase.ADD: _additions,
    Phase.COUNT: _nothing,
    Phase.FINISHED: _nothing,
}


def matching(position: Position, claim: Facts) -> list[Event]:
    """The possible events that agree with every field the claim names; None names nothing."""
    return agreeing(actions(position), claim, event_to_json)
