"""The teaching set-ups of a box of The Castle, pictured as an owner would."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from device.sim.castle.map import DEPTH, WIDTH
from device.sim.castle.scene import CastleProps, Lying
from device.sim.castle.theme import Theme
from device.sim.level import Level
from device.sim.teaching import Picture, Studio
from device.sim.textures import Rng
from rules.castle.demo import SIM_CONSTITUTIONS
from rules.castle.pieces import DISCIPLINES, ENTRANCES, MONSTERS, TREASURES
from rules.values import Json

CORNERS: list[Json] = [
    [x * WIDTH / 2, y * DEPTH / 2, 0] for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))
]
DIE = (6, 0.0, -DEPTH / 2 - 0.03, 0.4)


def teach_pictures(rng: Rng, theme: Theme, level: Level) -> list[Picture]:
    """The empty map, all counters face down, all face up; characters at the entrances."""
    studio = Studio(rng, CastleProps(theme), level)
    set_ups = (*(bare(n) for n in range(3)), face_down(theme), face_up(theme), struck(theme))
    stills = map(studio.on_bare_table, set_ups)
    pictures = studio.pictures("castle", stills, partial(state_json, theme))
    return [(picture, {**label, "board_corners_xyz": CORNERS}) for picture, label in pictures]


def bare(turn: int) -> Lying:
    """The empty map with six characters before the entrances."""
    makes = {n: (n, DISCIPLINES[(n + turn) % 3]) for n in range(6)}
    return Lying({n: (ENTRANCES[n], 0) for n in range(6)}, {}, {}, DIE, makes)


def face_down(theme: Theme) -> Lying:
    """As at the start of a game."""
    rooms = _rooms(theme)
    start = bare(0)
    monsters = dict.fromkeys(rooms, (("", 0),))
    return Lying(start.characters, dict.fromkeys(rooms, ""), monsters, DIE, start.makes)


def face_up(theme: Theme) -> Lying:
    """Every counter shows its face."""
    rooms, start = _rooms(theme), bare(0)
    kinds = [[k for k, count in box.items() for _ in range(count)] for box in (TREASURES, MONSTERS)]
    treasures = dict(zip(rooms, kinds[0], strict=True))
    monsters = {room: ((kind, 0),) for room, kind in zip(rooms, kinds[1], strict=True)}
    return Lying(start.characters, treasures, monsters, DIE, start.makes)


def struck(theme: Theme) -> Lying:
    """Hit counters on monsters: every number three times."""
    rooms, start = _rooms(theme), bare(0)
    monsters = {room: (("bat", 1 + n % 12),) for n, room in enumerate(rooms)}
    return Lying(start.characters, {}, monsters, DIE, start.makes)


def laid(_theme: Theme, state: Mapping[str, Any], _players: int = 0) -> Lying:
    """A table laid out as a label says."""
    characters, makes = {}, {}
    for n, each in enumerate(state.get("characters", ())):
        characters[n] = (str(each["area"] or each["entrance"]), int(each.get("hits") or 0))
        makes[n] = (int(each["index"]), str(each["name"]).lower())
    treasures: dict[str, str] = {}
    monsters: dict[str, tuple[tuple[str, int], ...]] = {}
    loose = {_at(each): f"chip:{each['number']}" for each in state.get("chips", ())}
    for each in state.get("counters", ()):
        area, kind = str(each.get("area")), str(each.get("name") or "")
        if each.get("at") is not None:
            loose[_at(each)] = f"face:{kind}" if kind else f"back:{each['back']}"
        elif each["back"] == "treasure":
            treasures[area] = kind
        else:
            monsters[area] = (*monsters.get(area, ()), (kind, int(each.get("hits") or 0)))
    die = DIE if state.get("die") else None
    return Lying(characters, treasures, monsters, die, makes, loose)


def _at(each: Mapping[str, Any]) -> tuple[float, float]:
    x, y = each["at"]
    return float(x), float(y)


def _rooms(theme: Theme) -> list[str]:
    return [name for name, (kind, _) in theme.plan.areas.items() if kind == "room"]


def state_json(theme: Theme, lying: Lying) -> dict[str, Json]:
    """A table in the layout of the photo folders."""
    characters: list[Json] = []
    for member, (place, hits) in lying.characters.items():
        seat, kind = lying.makes[member]
        gate = place if place in theme.plan.gates else None
        characters.append({
            "name": kind.upper(), "index": seat, "area": None if gate else place,
            "entrance": gate, "hits": hits,
        })  # fmt: skip
    counters: list[Json] = [
        _counter(area, "treasure", kind, 0) for area, kind in lying.treasures.items()
    ]
    counters += [
        _counter(area, "monster", kind, hits)
        for area, foes in lying.monsters.items()
        for kind, hits in foes
    ]
    die = lying.die[0] if lying.die else None
    return {
        "characters": characters, "counters": counters, "die": die, "map": map_json(theme)
    }  # fmt: skip


def _counter(area: str, back: str, kind: str, hits: int) -> dict[str, Json]:
    number = SIM_CONSTITUTIONS.get(kind, (0,))[0] if kind else None
    return {
        "area": area, "back": back, "face": "up" if kind else "down", "name": kind or None,
        "number": number or None, "hits": hits,
    }  # fmt: skip


def map_json(theme: Theme) -> dict[str, Json]:
    """The map as the photo folders tell it."""
    plan = theme.plan
    areas: dict[str, Json] = {
        name: {"kind": kind, "rect_m": list[Json](rect)}
        for name, (kind, rect) in plan.areas.items()
    }
    entrances: dict[str, Json] = {
        gate: {"area": area, "xy_m": [x, y]} for gate, (area, x, y) in plan.gates.items()
    }
    return {"areas": areas, "adjacency": [list(x) for x in plan.links], "entrances": entrances}
