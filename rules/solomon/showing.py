"""König Salomons Schatzkammer: what leaves towards people: the view of a seat."""

from __future__ import annotations

from rules.solomon.areas import areas_for
from rules.solomon.choices import actions
from rules.solomon.deals import own_tiles
from rules.solomon.events import (
    Event,
    Fail,
    Pay,
    Ward,
    event_to_json,
    squares_to_json,
    tiles_to_json,
)
from rules.solomon.pieces import (
    FULL,
    KINDS,
    NEIGHBOURS,
    OBJECT_TILE,
    SQUARES,
    TILES,
    TREASURES,
    UNKNOWN,
    Counts,
    Magic,
    spread,
)
from rules.solomon.position import LIFTED, TURN, Phase, Position
from rules.solomon.scoring import score
from rules.values import Json


def view(position: Position, seat: int | None) -> dict[str, Json]:
    """All a phone needs: the mine, the open cards, its own secrets, and what may be done now."""
    mine = seat is not None and seat in range(position.players)
    return {
        "phase": position.phase.value,
        "round": position.round,
        "rounds": position.rounds,
        "players": position.players,
        "options": {"beginners": position.setting.beginners},
        "active": position.active,
        "order": list(position.waiting),
        "cards": _cards(position, seat),
        "chosen": [card is not None for card in position.cards],
        "played": [list(played) for played in position.played],
        "shafts": [tiles_to_json(stack) for stack in position.stacks],
        "shapes": _shapes(position),
        "sim": position.setting.sim,
        "supply": {"coins": position.bank, "treasures": _treasures(position.pile)},
        **_turn(position),
        "winners": list(score(position).winners or ()),
        "final": _final(position),
        "mine": _own(position, seat) if mine and seat is not None else None,
    }


def _cards(position: Position, seat: int | None) -> list[Json]:
    """Card numbers that lie open, and one's own; 0 where the number is not told."""
    shown = position.phase in (*TURN, Phase.REVEAL)
    return [card if shown or at == seat else None for at, card in enumerate(position.cards)]


def _shapes(position: Position) -> dict[str, Json]:
    return {
        str(card): [list[Json](cell) for cell in shape]
        for card, shape in enumerate(position.shapes)
        if shape is not None
    }


def _treasures(counts: Counts) -> list[Json]:
    return [counts[value] for value in TREASURES]


def _turn(position: Position) -> dict[str, Json]:
    """The turn under way, as everybody at the table sees it."""
    mark, dug = position.mark, position.dug
    return {
        "shifts": position.shifts,
        "mark": None if mark is None else squares_to_json(mark),
        "objects": [magic.value for magic in position.objects],
        "dug": None if dug is None else tiles_to_json(spread(dug)),
        "warded": position.warded,
        "due": position.due() if position.phase is Phase.PAY else position.shifts,
        "unsure": position.unsure_due(),
        "adding": position.adding,
        "areas": _areas(position),
        "steps": _steps(position),
    }


def _final(position: Position) -> list[Json] | None:
    """Everything behind the screens, once they are lifted."""
    if position.phase not in LIFTED:
        return None
    return [
        {"coins": coins, "tiles": tiles_to_json(spread(loot))}
        for coins, loot in zip(position.coins, position.loot, strict=True)
    ]


# --- what only one seat may see ------------------------------------------------------------


def _own(position: Position, seat: int) -> dict[str, Json]:
    loot, hand, pool = position.loot[seat], position.hands[seat], position.pool[seat]
    active = seat == position.active
    return {
        "coins": position.coins[seat],
        "tiles": tiles_to_json(spread(loot)),
        "wealth": position.wealth(seat),
        "hand": None if hand is None else list(hand),
        "hand_size": position.rounds - len(position.played[seat]),
        "untold": loot[UNKNOWN],
        "may_be": [TILES[kind] for kind in KINDS if pool[kind] or pool[UNKNOWN]],
        "objects": _usable(position, seat) if active else [],
        "pays": _pays(position) if active else [],
        "adds": tiles_to_json(spread(own_tiles(position, seat)))
        if active and position.phase is Phase.ADD
        else [],
    }


def _usable(position: Position, seat: int) -> list[Json]:
    """Objects owned before this turn's dig."""
    dug = position.dug
    own = [magic for magic in Magic if position.loot[seat][OBJECT_TILE[magic]]]
    return [
        magic.value
        for magic in own
        if dug is None or position.loot[seat][OBJECT_TILE[magic]] > dug[OBJECT_TILE[magic]]
    ]


def _areas(position: Position) -> list[Json]:
    """Where the card fits without magic; everybody can see that."""
    if position.phase is not Phase.DIG:
        return []
    return [squares_to_json(area) for area in areas_for(position, position.waiting[0])]


def _steps(position: Position) -> dict[str, Json]:
    """Where each top tile may be shifted to, by the number of its square."""
    if position.phase is not Phase.DIG:
        return {}
    heights, beginners = position.heights, position.setting.beginners
    steps: dict[str, Json] = {}
    for source in SQUARES:
        top = FULL if beginners and heights[source] else heights[source]
        targets = [target for target in NEIGHBOURS[source] if heights[target] < top]
        if targets:
            steps[str(source)] = list[Json](targets)
    return steps


def _pays(position: Position) -> list[Json]:
    """Ways to settle what is due, as events."""
    if position.phase is not Phase.PAY:
        return []
    found: list[Event] = [e for e in actions(position) if isinstance(e, Pay | Ward | Fail)]
    return [event_to_json(event) for event in found]
