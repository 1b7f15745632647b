"""Schloss der 7 Schlösser: what leaves towards people: the view of a seat, events, the score."""

from __future__ import annotations

from dataclasses import replace
from math import exp

from rules.seven_locks.arrangement import can_show
from rules.seven_locks.choices import last_keys
from rules.seven_locks.events import Box, Coat, Drop, Event, Guess, Heard, Withdraw, event_to_json
from rules.seven_locks.pieces import MEMBERS, PLACES
from rules.seven_locks.position import Phase, Position, key_colours, known_faces
from rules.seven_locks.ring import open_towers, targets
from rules.seven_locks.sharing import enchanted_key, expected, is_last, partners, shares
from rules.values import Json, Score

NOBODY = -1  # no seat at all: what only the microphone tells, no phone may


def view(position: Position, seat: int | None) -> dict[str, Json]:
    """All a phone needs; every seat sees the same, for what is hidden is hidden from all."""
    del seat
    faces, colours = known_faces(position.setting), key_colours(position.setting)
    return {
        "phase": position.phase.value,
        "turn": position.turn,
        "active": position.active,
        "in_turn": position.in_turn(),
        "players": position.players,
        "keymaster": None if position.phase is Phase.SETUP else position.keymaster,
        "towers": [_tower(position, place) for place in range(PLACES)],
        "row": list(MEMBERS[position.row]),
        "key": position.key,
        "key_colours": None if colours is None else list(colours),
        "die": None if faces is None else [list(face) for face in faces],
        "bin": position.bin,
        "hand": position.hand,
        "unplaced": position.unplaced,
        "astray": position.astray,
        "forfeited": position.forfeited,
        "boxes": list(position.boxes),
        "coats": list(position.coats),
        "rolled": position.rolled,
        "steps": position.steps,
        "joined": list(partners(position)),
        "asked": list(position.asked),
        "guesses": [list(guess) for guess in position.guesses],
        "opened": len(position.opened),
        "options": dict(position.options.named()),
        "may": _may(position),
        "treasure": _treasure(position),
        "lost": position.lost,
        "enchanted": enchanted_key(position),
        "sounds": _sounds(position),
        "winners": list(score(position).winners or ()),
    }


def _tower(position: Position, place: int) -> dict[str, Json]:
    """One place of the ring: pearls counted in, keys tried, the key it was opened with."""
    key = next((key for at, key in position.opened if at == place), None)
    tries: list[Json] = [[key, shown.value] for at, key, shown in position.tries if at == place]
    return {
        "place": place,
        "stands": position.stands(place),
        "pearls": position.pearls[place],
        "dropped": position.dropped[place] if position.phase in (Phase.DROP, Phase.MOVE) else 0,
        "tries": tries,
        "opened": key,
    }


def _may(position: Position) -> dict[str, Json]:
    """What may be done now, by kind; what trying a key can show only once it is tried."""
    may: dict[str, Json] = {"drop": list(open_towers(position))}
    match position.phase:
        case Phase.MOVE:
            way = targets(position.standing, position.keymaster, position.steps)
            may["move"] = list(way)
        case Phase.KEY:
            may["take"] = list(MEMBERS[position.row])
        case Phase.TRY:
            assert position.key is not None
            shown = can_show(position, position.keymaster, position.key)
            may["try"] = [outcome.value for outcome in shown]
        case Phase.GUESS:
            may["guess"] = list(MEMBERS[position.row])
        case Phase.LAST:
            may["last"] = list[Json](last_keys(position))
    return may


def _treasure(position: Position) -> Json:
    """The open chamber: where, what should be in it, and who gets what of that."""
    if position.phase is not Phase.TREASURE:
        return None
    counted = expected(position)
    return {
        "tower": position.open_tower(),
        "expected": counted,
        "amounts": list(shares(position, counted)),
        "last": is_last(position),
    }


def _sounds(position: Position) -> Json:
    """What all sounds of each tower told together: a look back, when all is over."""
    if position.phase is not Phase.FINISHED:
        return None
    return [_picture(logs) for logs in position.sounds]


def _picture(logs: tuple[float, ...]) -> list[Json]:
    """All sounds of one tower together, as shares that add up to 1; empty if none was heard."""
    if not logs:
        return []
    parts = [exp(log - max(logs)) for log in logs]
    return [round(part / sum(parts), 4) for part in parts]


def shown(position: Position, event: Event, seat: int | None) -> dict[str, Json]:
    """The event as phones may see it; the picture of a sound only if that is agreed, for all."""
    del seat
    data = event_to_json(event)
    if isinstance(event, Heard) and not position.options.sound_for_all:
        del data["likelihoods"]
    return data


def actor(position: Position, event: Event) -> int | None:
    """The seat whose business an event is; nobody's phone tells a sound."""
    match event:
        case Heard():
            return NOBODY
        case Coat() | Withdraw() | Guess():
            return event.seat
        case Drop() if position.phase is Phase.OPENING:
            return None
        case Box():
            return None
    return None if position.phase in (Phase.SETUP, Phase.OPENING, Phase.LAST) else position.active


def known(position: Position, seat: int | None) -> Position:
    """The table without what only the microphone knows, as long as there is something to find."""
    del seat
    if position.phase is Phase.FINISHED or position.options.sound_for_all:
        return position
    return replace(position, sounds=((),) * PLACES, heard=(0,) * PLACES)


def secret(event: Event) -> bool:
    """Only what the microphone made of a sound is for nobody's eyes."""
    return isinstance(event, Heard)


def score(position: Position) -> Score:
    """Pearls per seat; at the end the most win, several if equal, nobody if all have lost."""
    parts = [
        {
            "opened": total - position.shared[seat] - position.last[seat],
            "shared": position.shared[seat],
            "last": position.last[seat],
        }
        for seat, total in enumerate(position.boxes)
    ]
    return Score(position.boxes, tuple(parts), _winners(position))


def _winners(position: Position) -> tuple[int, ...] | None:
    if position.phase is not Phase.FINISHED:
        return None
    if position.lost:
        return ()
    best = max(position.boxes)
    return tuple(seat for seat, pearls in enumerate(position.boxes) if pearls == best)
