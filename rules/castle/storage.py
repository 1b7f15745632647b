"""The Castle: a position as JSON and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields as fields_of
from typing import Any, TypeVar

from rules.castle.maps import map_faults, map_from_json, map_to_json
from rules.castle.pieces import (
    DISCIPLINES,
    EFFECT,
    MONSTERS,
    SPELLS,
    TREASURES,
    UNSEEN,
    WITCH_STRIKES,
)
from rules.castle.position import (
    DICE,
    Combat,
    Due,
    Foe,
    Held,
    Member,
    Options,
    Party,
    Phase,
    Position,
    Round,
    Setting,
    box_constitutions,
    box_proposal,
    fresh,
)
from rules.errors import BadJson, BadSetting
from rules.json_fields import fields, items
from rules.values import Json

T = TypeVar("T")
DUES = DICE | {"peek", "saw", "land", "turn", "found"}
KINDS = {*MONSTERS, *TREASURES, *DISCIPLINES, UNSEEN}


def position_to_json(position: Position) -> dict[str, Json]:
    """Everything there is to know, as plain data."""
    data: dict[str, Json] = {
        name: getattr(position, name) for name in PLAIN_NUMBERS | PLAIN_FLAGS | NUMBERS
    }
    for name in NUMBERS:
        data[name] = list(getattr(position, name))
    data |= _structures(position)
    return data


def _structures(position: Position) -> dict[str, Json]:
    return {
        "setting": _setting_to_json(position.setting),
        "phase": position.phase.value,
        "members": [_plain(member) for member in position.members],
        "parties": [_plain(party) for party in position.parties],
        "foes": [[_plain(foe) for foe in foes] for foes in position.foes],
        "treasures": [at for at in range(len(position.foes)) if position.treasures >> at & 1],
        "lying": _listed(position.lying),
        "used": list[Json](sorted(position.used)),
        "combat": None if position.combat is None else _plain(position.combat),
        "due": [_plain(due) for due in position.due],
        "last": None if position.last is None else _plain(position.last),
        "looks": _listed(position.looks),
        "met": _listed(position.met),
    }


PLAIN_NUMBERS = {
    "game", "active", "turn", "princess", "steps", "cast_first", "cast_third", "sped", "walked",
}  # fmt: skip
COMBAT_NUMBERS = {"rival", "side", "champion", "answer", "die", "used"}
PLAIN_FLAGS = {"cell_open", "again", "extra"}
NUMBERS = {"totals", "rolls", "order", "open_monsters", "open_treasures", "told"}


def _plain(value: Any) -> dict[str, Json]:
    """A small value as an object, tuples as lists."""
    return {each.name: _listed(getattr(value, each.name)) for each in fields_of(value)}


def _listed(value: Any) -> Json:
    if isinstance(value, tuple):
        return [_listed(each) for each in value]
    found: Json = value
    return found


def _setting_to_json(setting: Setting) -> dict[str, Json]:
    return {
        "players": setting.players,
        "options": dict(setting.options.named()),
        "map": None if setting.castle is None else map_to_json(setting.castle),
        "demo": setting.demo,
        "constitutions": {kind: list(values) for kind, values in setting.constitutions},
        **_proposal_to_json(setting),
    }


def _proposal_to_json(setting: Setting) -> dict[str, Json]:
    if setting.proposal is None:
        return {}
    return {"proposal": {**map_to_json(setting.proposal), "picture": setting.sketch}}


# --- back -----------------------------------------------------------------------------------------


def position_from_json(data: Json) -> Position:
    """The position that `position_to_json` wrote; `BadJson` for anything else."""
    given = fields(data, "position")
    try:
        return _read(given, _setting(fields(given["setting"], "setting")))
    except KeyError as error:
        raise BadJson(f"position lacks {error}") from error
    except (BadSetting, TypeError, ValueError, IndexError, OverflowError) as error:
        raise BadJson(f"position: {error}") from error


def _setting(data: dict[str, Json]) -> Setting:
    players = _number(data["players"])
    if players not in range(1, 7):
        raise BadSetting(f"castle is for 1 to 6 players, not {players}")
    castle = None if data["map"] is None else map_from_json(data["map"])
    if castle is not None and next(map_faults(castle), None) is not None:
        raise BadJson("the map of the position cannot be right")
    known = tuple(sorted(box_constitutions(data["constitutions"]).items()))
    options = Options.agreed(fields(data["options"], "options"))
    seen = box_proposal(data.get("proposal"))
    return Setting(players, options, castle, data["demo"] is True, known, *seen)


def _read(given: dict[str, Json], setting: Setting) -> Position:
    areas = 0 if setting.castle is None else len(setting.castle.areas)
    values: dict[str, Any] = {name: _number(given[name]) for name in PLAIN_NUMBERS}
    values |= {name: given[name] is True for name in PLAIN_FLAGS}
    values |= {name: tuple(map(_number, items(given[name], name))) for name in NUMBERS}
    foes = items(given["foes"], "foes")
    if len(foes) not in (0, areas):
        raise BadJson(f"there are {areas} areas, not {len(foes)}")
    values |= {
        "setting": setting,
        "phase": Phase(str(given["phase"])),
        "members": tuple(_member(each) for each in items(given["members"], "members")),
        "parties": tuple(_party(each) for each in items(given["parties"], "parties")),
        "foes": tuple(tuple(_value(Foe, foe) for foe in items(each, "foes")) for each in foes),
        "treasures": sum({1 << _area(at, areas) for at in items(given["treasures"], "areas")}),
        "lying": tuple(_pile(each, areas) for each in items(given["lying"], "lying")),
        "used": frozenset(map(_text, items(given["used"], "used"))),
        "combat": None if given["combat"] is None else _combat(given["combat"]),
        "due": tuple(_value(Due, each) for each in items(given["due"], "due")),
        "last": None if given["last"] is None else _value(Round, given["last"]),
        "looks": tuple(
            tuple(_look(look) for look in items(seat, "looks"))
            for seat in items(given["looks"], "looks", setting.players)
        ),
        "met": tuple(_met(each) for each in items(given["met"], "met")),
    }
    start = fresh(setting, 1, (0,) * setting.players)
    return _checked(Position(**values), start)


def _checked(position: Position, start: Position) -> Position:
    """What play relies on must hold, whatever was stored."""
    for name in ("totals", "rolls", "open_monsters", "open_treasures"):
        if len(getattr(position, name)) != len(getattr(start, name)):
            raise BadJson(f"{name} has the wrong length")
    castle = position.setting.castle
    areas = 0 if castle is None else len(castle.areas)
    wrong = [what for what, fits in _facts(position, areas) if not fits]
    if wrong:
        raise BadJson(f"the position cannot be: {', '.join(wrong)}")
    return position


def _facts(position: Position, areas: int) -> Iterator[tuple[str, bool]]:
    """Everything that refers to something else, and whether it is there."""
    seats, members = position.players, len(position.members)
    parties, phase = len(position.parties), position.phase
    early = phase in (Phase.MAP, Phase.FIRST, Phase.CHOOSE, Phase.ALLY)
    dealt = phase not in (Phase.MAP, Phase.FIRST, Phase.CHOOSE, Phase.ALLY, Phase.ENTRANCE)
    yield "phase", (phase is Phase.MAP) == (areas == 0) and (early or parties > 0)
    yield "foes", len(position.foes) == (areas if dealt else 0)
    yield "order", all(0 <= seat < seats for seat in position.order)
    yield "order", phase is not Phase.CHOOSE or members < len(position.order)
    yield "rolls", phase is not Phase.FIRST or 0 in position.rolls
    yield (
        "entrances",
        phase is not Phase.ENTRANCE or any(each.start < 0 for each in position.parties),
    )
    yield "active", 0 <= position.active < max(1, parties)
    yield "princess", -1 <= position.princess < max(1, areas)
    yield "told", len(position.told) in (0, seats)
    for party in position.parties:
        yield "party", bool(party.seats) and set(party.members) <= set(range(members))
        yield "party", set(party.seats) <= set(range(seats))
        yield "party", min(party.at, party.start) >= -1 and max(party.at, party.start) < areas
        yield "party", not dealt or party.at >= 0
        yield "party", len(party.struck) <= sum(kind == UNSEEN for kind, _ in party.loot)
    for member in position.members:
        yield "member", -1 <= member.seat < seats and -1 <= member.party < parties
    for due in position.due:
        yield "due", 0 <= due.seat < seats and -1 <= due.member < members and dealt
        yield "due", due.what in DUES and -1 <= due.area < areas
        yield "due", due.what not in ("turn", "found", "saw") or due.area >= 0
    for foes in position.foes:
        yield "foe", all(foe.kind is None or foe.kind in MONSTERS for foe in foes)
    yield from _fight_facts(position, members, parties)
    for looks in position.looks:
        yield "looks", all(0 <= area < areas and kind in KINDS for area, _, kind in looks)


def _fight_facts(position: Position, members: int, parties: int) -> Iterator[tuple[str, bool]]:
    combat = position.combat
    fighting = position.phase in (Phase.SPELLS, Phase.MELEE)
    yield "combat", combat is not None or not fighting
    if combat is not None:
        yield "combat", -1 <= combat.rival < parties
        yield "combat", max(combat.champion, combat.answer) < members
        yield "combat", all(0 <= number < parties for number, _ in combat.landings)
        yield "combat", combat.side in (0, 1) and (combat.rival >= 0 or not combat.items)
    active = position.parties[position.active] if 0 <= position.active < parties else None
    foes = position.foes[active.at] if active is not None and position.foes else ()
    for due in position.due:
        aimed = due.what in ("melee", "charm", "acid", "acid-hits", "shot", "fireball")
        duel = combat is not None and combat.rival >= 0
        limit = members if duel or due.what == "healing" else len(foes)
        yield "due", not aimed or (combat is not None and 0 <= due.target < limit)
        yield "due", due.what not in DICE or due.member >= 0
        yield "due", due.what != "spell" or due.spell in SPELLS
        yield "due", due.what not in ("charm", "fireball") or due.spell in EFFECT


def _value(kind: type[T], data: Json) -> T:
    """A small value out of an object whose fields are plain."""
    given = fields(data, kind.__name__)
    names = [each.name for each in fields_of(kind)]  # type: ignore[arg-type]
    values = [given[name] for name in names]
    if any(isinstance(value, list | dict | float) for value in values):
        raise BadJson(f"{kind.__name__} holds what it cannot: {data!r}")
    return kind(*values)


def _member(data: Json) -> Member:
    given = dict(fields(data, "member"))
    held = tuple(_held(each) for each in items(given.pop("items"), "items"))
    member = _value(Member, {**given, "items": None})
    kind, number = _kind(member.kind), _number(member.constitution)
    return Member(
        kind, number, _number(member.seat), _number(member.party), _number(member.hits),
        _text(member.state), _count(member.curse), _count(member.cursed_for_good),
        _count(member.heroic), member.hidden is True, member.aims is True, held,
    )  # fmt: skip


def _count(data: Json) -> int:
    """How often; positions stored before things were counted say only whether."""
    return int(data) if isinstance(data, bool) else _number(data)


def _party(data: Json) -> Party:
    given = fields(data, "party")
    return Party(
        tuple(map(_number, items(given["seats"], "seats"))),
        tuple(map(_number, items(given["members"], "members"))),
        _number(given["at"]),
        _number(given["start"]),
        _text(given["state"]),
        tuple(_held(each) for each in items(given["loot"], "loot")),
        given["princess"] is True,
        _asked(given.get("asked")),
        tuple(_spells(each) for each in items(given.get("struck", []), "struck")),
    )


def _spells(data: Json) -> tuple[str, ...]:
    spells = tuple(_text(spell) for spell in items(data, "spells"))
    if not set(spells) <= set(WITCH_STRIKES):
        raise BadJson(f"no counter is struck by one of {spells}")
    return spells


def _asked(data: Json) -> tuple[str, int] | None:
    if data is None:
        return None
    spell, hits = items(data, "asked", 2)
    if spell not in WITCH_STRIKES:
        raise BadJson(f"no counter is struck by {spell!r}")
    return _text(spell), _number(hits)


def _combat(data: Json) -> Combat:
    given = dict(fields(data, "combat"))
    landings = []
    for each in items(given.pop("landings"), "landings"):
        party, area = items(each, "landing", 2)
        landings.append((_number(party), _number(area)))
    both_cast = given.pop("items", False) is True
    numbers = {name: _number(value) for name, value in given.items() if name in COMBAT_NUMBERS}
    return Combat(**numbers, landings=tuple(landings), items=both_cast)


def _pile(data: Json, areas: int) -> tuple[int, tuple[Held, ...]]:
    area, pile = items(data, "pile", 2)
    return _area(area, areas), tuple(_held(each) for each in items(pile, "pile"))


def _held(data: Json) -> Held:
    kind, shown = items(data, "counter", 2)
    return _kind(kind), shown is True


def _look(data: Json) -> tuple[int, str, str]:
    area, what, kind = items(data, "look", 3)
    return _number(area), _text(what), _kind(kind)


def _met(data: Json) -> tuple[str, int]:
    kind, value = items(data, "counter", 2)
    return _kind(kind), _number(value)


def _kind(data: Json) -> str:
    if not isinstance(data, str) or data not in KINDS:
        raise BadJson(f"no counter is called {data!r}")
    return data


def _area(data: Json, areas: int) -> int:
    number = _number(data)
    if not 0 <= number < areas:
        raise BadJson(f"no area has the number {number}")
    return number


def _number(data: Json) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or abs(data) > 1 << 60:
        raise BadJson(f"a whole number was expected, not {data!r}")
    return data


def _text(data: Json) -> str:
    if not isinstance(data, str):
        raise BadJson(f"a word was expected, not {data!r}")
    return data
