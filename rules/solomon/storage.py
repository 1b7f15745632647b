"""König Salomons Schatzkammer: a position as JSON and back."""

from __future__ import annotations

from rules.errors import BadJson
from rules.json_fields import fields, items, numbers, whole
from rules.solomon.books import EMPTY, Books, Deal
from rules.solomon.events import (
    cells_from_json,
    magic_from_json,
    square_from_json,
    squares_to_json,
    tile_from_json,
    tiles_to_json,
)
from rules.solomon.pieces import CARD_SQUARES, CARDS, SQUARES, TILES, Counts, Shape, Tile
from rules.solomon.position import PLAYERS, Phase, Position, Setting
from rules.values import Json


def position_to_json(position: Position) -> dict[str, Json]:
    """Everything there is to know, as plain data."""
    mark, dug = position.mark, position.dug
    return {
        "setting": _setting_to_json(position.setting),
        "phase": position.phase.value,
        "shapes": {
            str(card): [list[Json](cell) for cell in shape]
            for card, shape in enumerate(position.shapes)
            if shape is not None
        },
        "stacks": [tiles_to_json(stack) for stack in position.stacks],
        "seen": list(position.seen),
        "coins": list(position.coins),
        "bank": position.bank,
        "pile": list(position.pile),
        "gone": list(position.gone),
        "loot": [list(loot) for loot in position.loot],
        "pool": [list(pool) for pool in position.pool],
        "hands": [None if hand is None else list(hand) for hand in position.hands],
        "cards": list(position.cards),
        "played": [list(played) for played in position.played],
        "round": position.round,
        "waiting": list(position.waiting),
        "shifts": position.shifts,
        "mark": None if mark is None else squares_to_json(mark),
        "objects": [magic.value for magic in position.objects],
        "dug": None if dug is None else list(dug),
        "warded": position.warded,
        "adding": position.adding,
        **_books_to_json(position.books),
    }


def _books_to_json(books: Books) -> dict[str, Json]:
    """What went round face down; nothing at all as long as nothing did."""
    if books == EMPTY:
        return {}
    return {
        "deals": [[list(deal.tiles), list(deal.seats)] for deal in books.deals],
        "told": [list(each) for each in books.told],
        "gave": list(books.gave),
    }


def _setting_to_json(setting: Setting) -> dict[str, Json]:
    return {
        "players": setting.players,
        "beginners": setting.beginners,
        "supply": None if setting.supply is None else list(setting.supply),
        "sim": setting.sim,
    }


def position_from_json(data: Json) -> Position:
    """The position that `position_to_json` wrote; `BadJson` for anything else."""
    given = fields(data, "position")
    try:
        return _read(given, _setting(fields(given["setting"], "setting")))
    except KeyError as error:
        raise BadJson(f"position lacks {error}") from error
    except (TypeError, ValueError) as error:
        raise BadJson(f"position: {error}") from error


def _setting(data: dict[str, Json]) -> Setting:
    players = whole(data["players"], "players")
    if players not in PLAYERS:
        raise BadJson(f"solomon is for 2 to 5 players, not {players}")
    supply = data["supply"]
    return Setting(
        players,
        data["beginners"] is True,
        None if supply is None else _counts(supply),
        data["sim"] is True,
    )


def _read(given: dict[str, Json], setting: Setting) -> Position:
    seats, mark, dug = setting.players, given["mark"], given["dug"]
    return Position(
        setting=setting,
        phase=Phase(str(given["phase"])),
        shapes=_shapes(fields(given["shapes"], "shapes")),
        stacks=tuple(_stack(stack) for stack in items(given["stacks"], "stacks", len(SQUARES))),
        seen=_counts(given["seen"]),
        coins=numbers(given["coins"], "coins", seats),
        bank=whole(given["bank"], "bank"),
        pile=_counts(given["pile"]),
        gone=_counts(given["gone"]),
        loot=tuple(_counts(loot) for loot in items(given["loot"], "loot", seats)),
        pool=tuple(_counts(pool) for pool in items(given["pool"], "pool", seats)),
        hands=tuple(_hand(hand) for hand in items(given["hands"], "hands", seats)),
        cards=tuple(_card(card) for card in items(given["cards"], "cards", seats)),
        played=tuple(
            numbers(played, "played") for played in items(given["played"], "played", seats)
        ),
        round=whole(given["round"], "round"),
        waiting=tuple(whole(seat, "seat", seats) for seat in items(given["waiting"], "waiting")),
        shifts=whole(given["shifts"], "shifts"),
        mark=None
        if mark is None
        else tuple(square_from_json(square) for square in items(mark, "mark")),
        objects=tuple(magic_from_json(each) for each in items(given["objects"], "objects")),
        dug=None if dug is None else _counts(dug),
        warded=given["warded"] is True,
        adding=whole(given["adding"], "adding"),
        books=_books(given, seats),
    )


def _books(given: dict[str, Json], seats: int) -> Books:
    if "deals" not in given:
        return EMPTY
    deals, told = items(given["deals"], "deals"), items(given["told"], "told")
    return Books(
        tuple(_deal(deal, seats) for deal in deals),
        tuple(_told(each, seats) for each in told),
        tuple(whole(seat, "seat", seats) for seat in items(given["gave"], "gave")),
    )


def _deal(data: Json, seats: int) -> Deal:
    tiles, got = items(data, "deal", 2)
    return Deal(_counts(tiles), tuple(whole(seat, "seat", seats) for seat in items(got, "seats")))


def _told(data: Json, seats: int) -> tuple[int, Tile]:
    seat, tile = items(data, "told", 2)
    return whole(seat, "seat", seats), whole(tile, "tile", len(TILES))


def _shapes(data: dict[str, Json]) -> tuple[Shape | None, ...]:
    shapes: list[Shape | None] = [None] * CARDS.stop
    for name, cells in data.items():
        card = int(name)
        shape = cells_from_json(cells)
        if card not in CARDS or len(shape) not in CARD_SQUARES:
            raise BadJson(f"card {name} with {len(shape)} squares is no card")
        shapes[card] = shape
    return tuple(shapes)


def _stack(data: Json) -> tuple[Tile, ...]:
    return tuple(tile_from_json(tile) for tile in items(data, "stack"))


def _counts(data: Json) -> Counts:
    return numbers(data, "counts", len(TILES))


def _hand(data: Json) -> tuple[int, ...] | None:
    return None if data is None else numbers(data, "hand")


def _card(data: Json) -> int | None:
    return None if data is None else whole(data, "card", CARDS.stop)
