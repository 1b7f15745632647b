"""Schloss der 7 Schlösser: a position as JSON and back."""

from __future__ import annotations

import math
from dataclasses import replace

from rules.errors import BadJson
from rules.json_fields import fields, items, truth
from rules.seven_locks.events import numbers, optional, outcome, whole
from rules.seven_locks.pieces import COATS, EVERY_KEY, EVERY_PLACE, KEYS, PEARLS, PLACES, TOWERS
from rules.seven_locks.pieces import Outcome as Shown
from rules.seven_locks.position import Phase, Position, Setting, begin
from rules.values import Json


def position_to_json(position: Position) -> dict[str, Json]:
    """Everything there is to know, as plain data."""
    return {
        "setting": _setting_to_json(position.setting),
        "phase": position.phase.value,
        "turn": position.turn,
        "active": position.active,
        "keymaster": position.keymaster,
        "standing": position.standing,
        "row": position.row,
        "bin": position.bin,
        "hand": position.hand,
        "pearls": list(position.pearls),
        "unplaced": position.unplaced,
        "astray": position.astray,
        "forfeited": position.forfeited,
        "boxes": list(position.boxes),
        "shared": list(position.shared),
        "last": list(position.last),
        "coats": list(position.coats),
        "rolled": position.rolled,
        "steps": position.steps,
        "dropped": list(position.dropped),
        "key": position.key,
        "joined": list(position.joined),
        "asked": list(position.asked),
        "tries": [[place, key, shown.value] for place, key, shown in position.tries],
        "opened": [list(pair) for pair in position.opened],
        "guesses": [list(pair) for pair in position.guesses],
        "masks": list(position.masks),
        "sounds": [list(logs) for logs in position.sounds],
        "heard": list(position.heard),
        "lost": position.lost,
    }


def _setting_to_json(setting: Setting) -> dict[str, Json]:
    return {
        "players": setting.players,
        "options": dict(setting.options.named()),
        "die": None if setting.die is None else [list(face) for face in setting.die],
        "keys": None if setting.colours is None else list(setting.colours),
        "seen": [list(face) for face in setting.seen],
        "demo": setting.demo,
    }


def position_from_json(data: Json) -> Position:
    """The position that `position_to_json` wrote; `BadJson` for anything else."""
    given = fields(data, "position")
    try:
        return _read(given, _begun(fields(given["setting"], "setting")))
    except KeyError as error:
        raise BadJson(f"position lacks {error}") from error
    except (TypeError, ValueError) as error:
        raise BadJson(f"position: {error}") from error


def _begun(data: dict[str, Json]) -> Position:
    options = fields(data["options"], "options")
    box: dict[str, Json] = {name: data[name] for name in ("die", "keys", "seen", "demo")}
    return begin(whole(data["players"], "players"), options, box)


def _read(given: dict[str, Json], start: Position) -> Position:
    seats = start.players
    position = replace(
        start,
        phase=Phase(str(given["phase"])),
        turn=whole(given["turn"], "turn"),
        active=whole(given["active"], "active", seats),
        keymaster=whole(given["keymaster"], "keymaster", PLACES),
        standing=whole(given["standing"], "standing", EVERY_PLACE + 1),
        row=whole(given["row"], "row", EVERY_KEY + 1),
        bin=whole(given["bin"], "bin", PEARLS + 1),
        hand=whole(given["hand"], "hand", PEARLS + 1),
        pearls=numbers(given["pearls"], "pearls", PLACES),
        unplaced=whole(given["unplaced"], "unplaced"),
        astray=_signed(given["astray"]),
        forfeited=whole(given["forfeited"], "forfeited"),
        boxes=numbers(given["boxes"], "boxes", seats),
        shared=numbers(given["shared"], "shared", seats),
        last=numbers(given["last"], "last", seats),
        coats=_below(given["coats"], "coats", COATS + 1, seats),
        rolled=whole(given["rolled"], "rolled"),
        steps=whole(given["steps"], "steps"),
        dropped=numbers(given["dropped"], "dropped", PLACES),
        key=optional(given["key"], "key", KEYS),
        joined=_below(given["joined"], "joined", seats),
        asked=_below(given["asked"], "asked", seats),
        tries=tuple(_tried(each) for each in items(given["tries"], "tries")),
        opened=_pairs(given["opened"], "opened", PLACES, KEYS),
        guesses=_pairs(given["guesses"], "guesses", seats, KEYS),
        masks=_below(given["masks"], "masks", EVERY_KEY + 1, TOWERS),
        sounds=tuple(_logs(each) for each in items(given["sounds"], "sounds", PLACES)),
        heard=numbers(given["heard"], "heard", PLACES),
        lost=truth(given["lost"], "lost"),
    )
    return _checked(position)


def _checked(position: Position) -> Position:
    """What every later step counts on."""
    asking = position.phase in (Phase.COATS, Phase.WITHDRAW, Phase.GUESS)
    holding = position.phase in (Phase.COATS, Phase.WITHDRAW, Phase.TRY)
    if asking and not position.asked:
        raise BadJson(f"in phase {position.phase} somebody must be asked")
    if holding is not (position.key is not None) and position.phase is not Phase.FINISHED:
        raise BadJson(f"in phase {position.phase} a key cannot be {position.key}")
    if holding and not position.stands(position.keymaster):
        raise BadJson("the keymaster must stand at a tower when a key is tried")
    if position.phase is Phase.TREASURE and not position.opened:
        raise BadJson("no tower was opened")
    if position.phase is not Phase.FINISHED and not all(position.masks):
        raise BadJson("a chamber must be under every tower")
    if position.phase is Phase.LAST and not position.standing:
        raise BadJson("the last tower must stand")
    return position


def _signed(data: Json) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or abs(data) > PEARLS:
        raise BadJson(f"astray must be a whole number, not {data!r}")
    return data


def _below(data: Json, name: str, below: int, length: int | None = None) -> tuple[int, ...]:
    return tuple(whole(number, name, below) for number in items(data, name, length))


def _pairs(data: Json, name: str, first: int, second: int) -> tuple[tuple[int, int], ...]:
    pairs = [items(pair, name, 2) for pair in items(data, name)]
    return tuple((whole(one, name, first), whole(two, name, second)) for one, two in pairs)


def _tried(data: Json) -> tuple[int, int, Shown]:
    place, key, shown = items(data, "try", 3)
    return whole(place, "place", PLACES), whole(key, "key", KEYS), outcome(shown)


def _logs(data: Json) -> tuple[float, ...]:
    logs = items(data, "sounds")
    if not logs:
        return ()
    if len(logs) != KEYS or not all(_finite(log) for log in logs):
        raise BadJson(f"sounds must be {KEYS} finite numbers, not {data!r}")
    return tuple(float(log) for log in logs if isinstance(log, int | float))


def _finite(data: Json) -> bool:
    if isinstance(data, bool) or not isinstance(data, int | float):
        return False
    return math.isfinite(data) if isinstance(data, float) else abs(data) < 10**9
