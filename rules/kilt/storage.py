"""Kilt Castle: a position as JSON and back."""

from __future__ import annotations

from dataclasses import replace

from rules.errors import BadJson, BadSetting
from rules.json_fields import fields, items, optional, whole
from rules.kilt.events import (
    colour_from_json,
    rows_from_json,
    rows_to_json,
    square_from_json,
    square_to_json,
)
from rules.kilt.pieces import (
    COLOURS,
    FLOOR_SUPPLY,
    FLOORS,
    POSITIONS,
    SQUARES,
    Colour,
    Floor,
    Square,
)
from rules.kilt.position import DucatDay, Due, Options, Phase, Position, Setting, begin
from rules.values import Json


def position_to_json(position: Position) -> dict[str, Json]:
    """Everything there is to know, as plain data."""
    return {
        "setting": _setting_to_json(position.setting),
        "phase": position.phase.value,
        "rows": rows_to_json(position.rows),
        "towers": [[_floor_to_json(floor) for floor in tower] for tower in position.towers],
        "roofs": _squares(position.roofs),
        "left": [list(each) for each in position.left],
        "unseen": list(position.unseen),
        "ducats": list(position.ducats),
        "doubt": list(position.doubt),
        "bank": position.bank,
        "active": position.active,
        "turn": position.turn,
        "front": position.front,
        "at": position.at,
        "pending": [colour.value for colour in position.pending],
        "built": [[colour.value, square_to_json(square)] for colour, square in position.built],
        "roof_due": None if position.roof_due is None else square_to_json(position.roof_due),
        "dues": [[due.payer, due.payee, due.amount] for due in position.dues],
        "day_due": position.day_due,
        "day": None if position.day is None else _day_to_json(position.day),
        "day_open": position.day_open,
        "bonus": list(position.bonus),
    }


def _setting_to_json(setting: Setting) -> dict[str, Json]:
    return {
        "players": setting.players,
        "options": dict(setting.options.named()),
        "box_water": None if setting.box_water is None else _squares(setting.box_water),
        "water": _squares(setting.water),
        "colours": [[colour.value for colour in each] for each in setting.colours],
    }


def _squares(squares: tuple[Square, ...] | frozenset[Square]) -> list[Json]:
    ordered = squares if isinstance(squares, tuple) else sorted(squares)
    return [square_to_json(square) for square in ordered]


def _floor_to_json(floor: Floor) -> list[Json]:
    return [floor.colour.value, floor.crests]


def _day_to_json(day: DucatDay) -> dict[str, Json]:
    return {"turn": day.turn, "amounts": list(day.amounts), "unsure": list(day.unsure)}


def position_from_json(data: Json) -> Position:
    """The position that `position_to_json` wrote; `BadJson` for anything else."""
    given = fields(data, "position")
    try:
        setting = _setting(fields(given["setting"], "setting"))
        return _read(given, setting)
    except KeyError as error:
        raise BadJson(f"position lacks {error}") from error
    except (TypeError, ValueError) as error:
        raise BadJson(f"position: {error}") from error


def _setting(data: dict[str, Json]) -> Setting:
    players = whole(data["players"], "players")
    if players not in (2, 3, 4):
        raise BadSetting(f"kilt is for 2 to 4 players, not {players}")
    box = data["box_water"]
    return Setting(
        players,
        Options.agreed(fields(data["options"], "options")),
        None if box is None else frozenset(_read_squares(box)),
        frozenset(_read_squares(data["water"])),
        tuple(
            tuple(colour_from_json(colour) for colour in items(each, "colours"))
            for each in items(data["colours"], "colours")
        ),
    )


def _read(given: dict[str, Json], setting: Setting) -> Position:
    seats, day, roof = setting.players, given["day"], given["roof_due"]
    return replace(
        begin(setting.players),
        setting=setting,
        phase=Phase(str(given["phase"])),
        rows=rows_from_json(given["rows"]),
        towers=tuple(_tower(tower) for tower in items(given["towers"], "towers", len(SQUARES))),
        roofs=_read_squares(given["roofs"]),
        left=tuple(
            _numbers(each, "left", len(FLOOR_SUPPLY))
            for each in items(given["left"], "left", len(COLOURS))
        ),
        unseen=_numbers(given["unseen"], "unseen", len(COLOURS)),
        ducats=_numbers(given["ducats"], "ducats", seats),
        doubt=_numbers(given["doubt"], "doubt", seats),
        bank=_bank(given["bank"]),
        active=whole(given["active"], "active", seats),
        turn=whole(given["turn"], "turn"),
        front=whole(given["front"], "front", POSITIONS),
        at=optional(given["at"], "at", POSITIONS),
        pending=tuple(colour_from_json(each) for each in items(given["pending"], "pending")),
        built=tuple(
            (colour_from_json(colour), square_from_json(square))
            for colour, square in (
                items(each, "built", 2) for each in items(given["built"], "built")
            )
        ),
        roof_due=None if roof is None else square_from_json(roof),
        dues=tuple(Due(*_numbers(due, "due", 3)) for due in items(given["dues"], "dues")),
        day_due=given["day_due"] is True,
        day=None if day is None else _day(fields(day, "day"), seats),
        day_open=given["day_open"] is True,
        bonus=_numbers(given["bonus"], "bonus"),
    )


def _built(data: Json) -> tuple[Colour, Square]:
    colour, square = items(data, "built", 2)
    return colour_from_json(colour), square_from_json(square)


def _tower(data: Json) -> tuple[Floor, ...]:
    tower = []
    for each in items(data, "tower"):
        colour, crests = items(each, "floor", 2)
        tower.append(FLOORS[colour_from_json(colour)][optional(crests, "crests", 3)])
    return tuple(tower)


def _read_squares(data: Json) -> tuple[Square, ...]:
    return tuple(square_from_json(square) for square in items(data, "squares"))


def _numbers(data: Json, name: str, length: int | None = None) -> tuple[int, ...]:
    return tuple(whole(number, name) for number in items(data, name, length))


def _bank(data: Json) -> int:
    """The bank may owe: the box gives no rule for an empty one, so the books go on."""
    if not isinstance(data, int) or isinstance(data, bool):
        raise BadJson(f"bank must be a whole number, not {data!r}")
    return data


def _day(data: dict[str, Json], seats: int) -> DucatDay:
    return DucatDay(
        whole(data["turn"], "turn"),
        _numbers(data["amounts"], "amounts", seats),
        _numbers(data["unsure"], "unsure", seats),
    )
