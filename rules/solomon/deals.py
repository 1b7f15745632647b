"""König Salomons Schatzkammer: paying, and what becomes of the tiles of one who cannot.

The tiles of an unpayable dig are shuffled face down and dealt evenly to the others, clockwise.
With one other player all know what he gets; with more, each sees only his own tiles, so the
books hold them as untold until their owner tells his phone or they are counted at the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.solomon.draft import Draft, end_turn, note_deal, note_gift, note_told
from rules.solomon.events import NO_TREASURES, Treasures
from rules.solomon.pieces import NONE, TREASURES, UNKNOWN, Counts, minus, plus, spread
from rules.solomon.position import Position

Change = tuple[int, Treasures]


def change_for(bank: int, pile: Counts, excess: int) -> Change:
    """The change for paying too much: coins first, and never more than the supply can give."""
    if bank >= excess:
        return excess, NO_TREASURES
    best: dict[int, tuple[int, ...]] = {0: (0,) * len(NO_TREASURES)}
    for value in TREASURES:
        for _ in range(min(pile[value], excess // value)):
            for sum_, used in list(best.items()):
                total = sum_ + value
                if total <= excess and total not in best and used[value - 1] < pile[value]:
                    more = list(used)
                    more[value - 1] += 1
                    best[total] = tuple(more)
    total = max(sum_ + min(bank, excess - sum_) for sum_ in best)
    tiles = min(sum_ for sum_ in best if sum_ + min(bank, excess - sum_) == total)
    one, two, three, four, five = best[tiles]
    return total - tiles, (one, two, three, four, five)


def supply_with(position: Position, coins: int, treasures: Treasures) -> tuple[int, Counts]:
    """Coins and treasures beside the board once what is given lies there too."""
    pile = plus(position.pile, (0, *treasures, *NONE[len(treasures) + 1 :]))
    return position.bank + coins, pile


def value_of(coins: int, treasures: Treasures) -> int:
    """What coins and treasures are worth together."""
    return coins + sum(value * count for value, count in enumerate(treasures, 1))


def tiles_to_add(draft: Draft | Position, seat: int) -> int:
    """How many own tiles one who cannot pay has to add, so that all others get one."""
    others = draft.setting.players - 1
    return max(0, min(others - sum(lifted(draft, seat)), sum(own_tiles(draft, seat))))


def lifted(draft: Draft | Position, seat: int) -> Counts:
    """What he still has of the tiles dug this turn."""
    return tuple(map(min, draft.dug or NONE, draft.loot[seat]))


def own_tiles(draft: Draft | Position, seat: int) -> Counts:
    """What he had behind his screen before this turn."""
    return minus(draft.loot[seat], lifted(draft, seat))


def deal(draft: Draft, seat: int, added: Counts) -> None:
    """Deal the tiles of an unpayable turn to the others and end the turn."""
    dug = lifted(draft, seat)
    players = draft.setting.players
    others = [(seat + step) % players for step in range(1, players)]
    pool = plus(dug, added)
    loot = list(draft.loot)
    loot[seat] = minus(loot[seat], pool)
    count = sum(pool)
    if len(others) == 1:
        loot[others[0]] = plus(loot[others[0]], pool)
        draft.loot = tuple(loot)
        _owe_nothing(draft, others[0], dug, added)
    else:
        each = count // len(others)
        # Shifts alone: own tiles go round as far as they reach. A dig too small even with
        # what he could add goes to nobody.
        getting = others if each else others[:count] if not any(dug) else []
        shares = max(each, 1) * len(getting)
        draft.loot = tuple(loot)
        _deal_untold(draft, getting, max(each, 1), dug, added)
        _discard(draft, dug, sum(added), count - shares)
    if any(added):
        note_gift(draft, seat)
    end_turn(draft)


def _owe_nothing(draft: Draft, seat: int, dug: Counts, added: Counts) -> None:
    """Untold tiles in the pool stay untold with their only new owner; he and the giver know
    what was added."""
    if dug[UNKNOWN] or added[UNKNOWN]:
        _widen(draft, seat, (dug[UNKNOWN] + added[UNKNOWN], *NONE[1:]))
    if dug[UNKNOWN] or any(added):
        note_deal(draft, (dug[UNKNOWN] + sum(added), *NONE[1:]), (seat,))
    for tile in spread((0, *added[1:])):
        note_told(draft, seat, tile)


def _deal_untold(draft: Draft, seats: list[int], each: int, dug: Counts, added: Counts) -> None:
    """Each seat gets tiles; the books know only what these may be."""
    may = (dug[UNKNOWN] + sum(added), *dug[1:])
    loot = list(draft.loot)
    for seat in seats:
        loot[seat] = (loot[seat][UNKNOWN] + each, *loot[seat][1:])
    draft.loot = tuple(loot)
    for seat in seats:
        _widen(draft, seat, may)
    if seats:
        note_deal(draft, may, tuple(sorted(seats)))


def _widen(draft: Draft, seat: int, may: Counts) -> None:
    pools = list(draft.pool)
    pools[seat] = plus(pools[seat], may)
    draft.pool = tuple(pools)


def _discard(draft: Draft, dug: Counts, added: int, count: int) -> None:
    """Left-over tiles leave the game; which ones of those dug only shows when all of them do."""
    if count == sum(dug) + added:
        draft.gone = plus(draft.gone, (dug[UNKNOWN] + added, *dug[1:]))
    elif count:
        draft.gone = (draft.gone[UNKNOWN] + count, *draft.gone[1:])


def ways_to_pay(position: Position, seat: int, due: int) -> list[tuple[int, Treasures, Change]]:
    """A few sensible ways to pay what is due, with the change: coins first, treasures first,
    as many treasures as need none. Where one loses nothing, those that lose are left out."""
    ways: dict[tuple[int, Treasures, Change], int] = {}
    for coins, treasures in _enough(position, seat, due):
        excess = value_of(coins, treasures) - due
        back, tiles = change_for(*supply_with(position, coins, treasures), excess)
        same = min(coins, back)  # nobody gives a coin to take it back
        way = (coins - same, treasures, (back - same, tiles))
        ways[way] = excess - value_of(back, tiles)
    least = min(ways.values(), default=0)
    return [way for way, lost in ways.items() if lost == least]


def _enough(position: Position, seat: int, due: int) -> Iterator[tuple[int, Treasures]]:
    """Coins and treasures that make up what is due, or the least more."""
    loot, coins = position.loot[seat], position.coins[seat]
    few = min(coins, due)
    for given, rest in ((few, due - few), (0, due)):
        tiles = _cheapest_tiles(loot, rest)
        if tiles is not None:
            yield given, tiles
    largest = _largest_within(loot, due)
    left = due - value_of(0, largest)
    if left <= coins:
        yield left, largest


def _cheapest_tiles(loot: Counts, amount: int) -> Treasures | None:
    """The treasures that cover an amount with the least to spare, fewest tiles first."""
    best: dict[int, tuple[int, ...]] = {0: ()}
    if amount <= 0:
        return NO_TREASURES
    for tile in reversed(spread((0, *loot[1:6]))):
        for total, used in list(best.items()):
            if total < amount and total + tile not in best:
                best[total + tile] = (*used, tile)
    enough = [total for total in best if total >= amount]
    return _by_value(best[min(enough)]) if enough else None


def _largest_within(loot: Counts, due: int) -> Treasures:
    """The treasures that come nearest to an amount without change, large ones first."""
    best: dict[int, tuple[int, ...]] = {0: ()}
    for tile in reversed(spread((0, *loot[1:6]))):
        for total, used in list(best.items()):
            if total + tile <= due and total + tile not in best:
                best[total + tile] = (*used, tile)
    return _by_value(best[max(best)])


def _by_value(tiles: tuple[int, ...]) -> Treasures:
    one, two, three, four, five = (tiles.count(value) for value in TREASURES)
    return one, two, three, four, five
