"""Schloss der 7 Schlösser: the judge. Every fault of an event at once, with what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.folding import judged
from rules.seven_locks.arrangement import can_show, consistent, narrowed
from rules.seven_locks.events import (
    Box,
    Coat,
    Drop,
    Event,
    Fill,
    Guess,
    Heard,
    Last,
    Move,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
)
from rules.seven_locks.pieces import GUESS_AFTER, MEMBERS, MOST, OPENING_EACH, PLACES, Face
from rules.seven_locks.position import Phase, Position, known_faces
from rules.seven_locks.possible import KEY_IN_HAND, impossible, key_fact, keys_fact
from rules.seven_locks.ring import ahead, even, open_towers, targets
from rules.seven_locks.sharing import expected, is_last, partners, shares
from rules.values import Answer, Json, Legality, Ruling

Faults = Iterator[Ruling]

# Rulings that say "nobody can know", not "wrong".
UNSURE = frozenset({"seven_locks.chamber-count", "seven_locks.drop-unseen"})


def legal(position: Position, event: Event) -> Legality:
    """Judge an event: yes, no with all faults, or cannot tell with all open questions."""
    never = impossible(position, event)
    if never is not None:
        return Legality(Answer.NO, (never,))
    return judged(FAULTS[type(event)](position, event), UNSURE)


def _none(_: Position, __: Event) -> Faults:
    return iter(())


# --- what is due first -------------------------------------------------------------------


def unfinished(position: Position) -> Faults:
    """What had to happen before the die may be thrown."""
    match position.phase:
        case Phase.OPENING:
            yield Ruling("seven_locks.opening-first", {"pearls": position.hand})
        case Phase.DROP if position.hand == position.rolled:
            yield Ruling("seven_locks.already-rolled", _face(position))
        case Phase.DROP:
            yield Ruling("seven_locks.pearls-forgotten", {"pearls": position.hand})
        case Phase.TREASURE:
            yield Ruling("seven_locks.treasure-first", {"tower": position.open_tower()})
        case Phase.GUESS:
            yield Ruling("seven_locks.guess-first", {"seats": list(position.asked)})
        case Phase.LAST:
            yield Ruling("seven_locks.last-first")
    if position.phase in (Phase.DROP, Phase.MOVE) and position.hand < position.rolled:
        yield Ruling("seven_locks.keymaster-forgotten", _ways(position))
    if position.phase in (Phase.KEY, *KEY_IN_HAND):
        yield Ruling("seven_locks.key-forgotten", {"tower": position.keymaster})


def _face(position: Position) -> dict[str, Json]:
    return {"face": [position.rolled, position.steps]}


def _ways(position: Position) -> dict[str, Json]:
    places = targets(position.standing, position.keymaster, position.steps)
    return {"towers": list[Json](places)}


def _roll(position: Position, event: Roll) -> Faults:
    yield from unfinished(position)
    faces = known_faces(position.setting)
    if faces is not None and not any(_shows(face, event) for face in faces):
        known: list[Json] = [list(face) for face in sorted(set(faces))]
        facts: dict[str, Json] = {"face": [event.pearls, event.steps], "faces": known}
        yield Ruling("seven_locks.no-such-face", facts)


def _shows(face: Face, event: Roll) -> bool:
    """Whether a side of the die shows what was thrown, as far as it was seen."""
    return face[0] == event.pearls and event.steps in (0, face[1])


# --- pearls ------------------------------------------------------------------------------


def _drop(position: Position, event: Drop) -> Faults:
    if position.phase not in (Phase.OPENING, Phase.DROP):
        yield from _no_pearl_due(position)
        return
    if event.tower is None:
        yield Ruling("seven_locks.drop-unseen")
        return
    right = open_towers(position)
    if event.tower in right:
        return
    facts: dict[str, Json] = {"tower": event.tower, "towers": list(right)}
    if position.phase is Phase.OPENING:
        yield Ruling("seven_locks.opening-round", facts | {"count": OPENING_EACH})
    elif position.rolled > position.standing.bit_count():
        yield Ruling("seven_locks.one-tower-twice", facts)
    else:
        yield Ruling("seven_locks.different-towers", facts)


def _no_pearl_due(position: Position) -> Faults:
    if position.phase is Phase.ROLL:
        yield Ruling("seven_locks.roll-first", {"seat": position.active})
    elif position.phase in (Phase.MOVE, Phase.KEY, *KEY_IN_HAND):
        yield Ruling("seven_locks.too-many-pearls", {"pearls": position.rolled})
    else:
        yield Ruling("seven_locks.no-pearl-due")


def _fill(position: Position, _: Fill) -> Faults:
    """The rest can be told in one go as long as what was thrown so far is right."""
    if not even(position):
        towers: list[Json] = [
            tower for tower in range(PLACES) if position.pearls[tower] == min(position.pearls)
        ]
        crowded = position.pearls.index(max(position.pearls))
        facts: dict[str, Json] = {"tower": crowded, "towers": towers, "count": OPENING_EACH}
        yield Ruling("seven_locks.opening-round", facts)


def _heard(position: Position, event: Heard) -> Faults:
    thrown = position.pearls[event.tower] + position.unplaced
    if position.heard[event.tower] >= thrown:
        yield Ruling("seven_locks.heard-too-often", {"tower": event.tower, "pearls": thrown})


# --- keymaster ---------------------------------------------------------------------------


def _move(position: Position, event: Move) -> Faults:
    facts = _ways(position) | {"tower": event.to}
    match position.phase:
        case Phase.OPENING:
            yield Ruling("seven_locks.opening-first", {"pearls": position.hand})
        case Phase.ROLL:
            yield Ruling("seven_locks.roll-first", {"seat": position.active})
            return
        case Phase.DROP:
            yield Ruling("seven_locks.pearls-forgotten", {"pearls": position.hand})
        case Phase.MOVE:
            pass
        case _:
            yield Ruling("seven_locks.already-moved", {"tower": position.keymaster})
            return
    if position.phase is not Phase.OPENING:
        yield from _way(position, event.to, facts)


def _way(position: Position, to: int, facts: dict[str, Json]) -> Faults:
    if to == position.keymaster:
        yield Ruling("seven_locks.keymaster-stays", facts)
    elif not position.stands(to):
        yield Ruling("seven_locks.keymaster-empty-place", facts)
    elif to not in targets(position.standing, position.keymaster, position.steps):
        back = ahead(position.standing, position.keymaster)[::-1]
        steps = position.steps or MOST
        nearer = back.index(to) + 1 <= steps
        rule = "seven_locks.keymaster-backwards" if nearer else "seven_locks.keymaster-too-far"
        yield Ruling(rule, facts | {"steps": steps})


# --- key and coats -----------------------------------------------------------------------


def _take(position: Position, event: Take) -> Faults:
    match position.phase:
        case Phase.ROLL:
            yield Ruling("seven_locks.roll-first", {"seat": position.active})
        case Phase.DROP:
            yield Ruling("seven_locks.pearls-forgotten", {"pearls": position.hand})
            yield Ruling("seven_locks.keymaster-forgotten", _ways(position))
        case Phase.MOVE:
            yield Ruling("seven_locks.keymaster-forgotten", _ways(position))
        case Phase.COATS | Phase.WITHDRAW | Phase.TRY:
            assert position.key is not None
            facts: dict[str, Json] = {
                "key": key_fact(position, event.key),
                "right_key": key_fact(position, position.key),
            }
            yield Ruling("seven_locks.key-swapped", facts)


def _coat(position: Position, event: Coat) -> Faults:
    facts: dict[str, Json] = {"seat": event.seat}
    if event.seat == position.active and position.phase is not Phase.ROLL:
        yield Ruling("seven_locks.opener-no-coat", facts)
    elif position.phase in (Phase.DROP, Phase.MOVE, Phase.KEY):
        yield Ruling("seven_locks.coat-too-early", facts)
    elif position.phase not in KEY_IN_HAND:
        yield Ruling("seven_locks.coat-too-late", facts)
    elif event.seat in position.joined:
        yield Ruling("seven_locks.coat-twice", facts)
    elif position.phase is not Phase.COATS or event.seat not in position.asked:
        yield Ruling("seven_locks.coat-decided", facts)
    elif event.seat != position.asked[0]:
        yield Ruling("seven_locks.coat-order", facts | {"right_seat": position.asked[0]})


def _withdraw(position: Position, event: Withdraw) -> Faults:
    facts: dict[str, Json] = {"seat": event.seat}
    if position.phase not in KEY_IN_HAND:
        yield Ruling("seven_locks.coat-spent", facts)
    elif not position.options.strategists:
        yield Ruling("seven_locks.no-withdrawing", facts)
    elif event.seat not in position.joined:
        yield Ruling("seven_locks.not-joined", facts)
    elif position.phase is Phase.COATS:
        yield Ruling("seven_locks.coats-undecided", {"seats": list(position.asked)})
    elif event.seat == position.joined[-1]:
        yield Ruling("seven_locks.withdraw-last", facts)
    elif event.seat not in position.asked:
        yield Ruling("seven_locks.coat-decided", facts)
    elif event.seat != position.asked[0]:
        yield Ruling("seven_locks.coat-order", facts | {"right_seat": position.asked[0]})


def _try(position: Position, event: Try) -> Faults:
    if position.asked:
        yield Ruling("seven_locks.coats-undecided", {"seats": list(position.asked)})
    assert position.key is not None
    possible = can_show(position, position.keymaster, position.key)
    if event.outcome not in possible:
        facts: dict[str, Json] = {
            "key": key_fact(position, position.key),
            "tower": position.keymaster,
            "outcome": event.outcome.value,
            "outcomes": [outcome.value for outcome in possible],
        }
        yield Ruling("seven_locks.contradiction", facts)


# --- treasure and guesses ----------------------------------------------------------------


def _treasure(position: Position, event: Treasure) -> Faults:
    counted = expected(position)
    if not counted <= event.pearls <= counted + position.unplaced:
        facts: dict[str, Json] = {
            "tower": position.open_tower(),
            "pearls": event.pearls,
            "right_pearls": counted,
        }
        yield Ruling("seven_locks.chamber-count", facts)
    if event.amounts is not None:
        yield from _amounts(position, event.pearls, event.amounts)


def _amounts(position: Position, pearls: int, said: tuple[int, ...]) -> Faults:
    right = shares(position, pearls)
    if said == right:
        return
    facts: dict[str, Json] = {"amounts": list(said), "right_amounts": list(right)}
    if is_last(position):
        kept = all(mine >= due for mine, due in zip(said, right, strict=True))
        outsiders = any(mine and not due for mine, due in zip(said, right, strict=True))
        remainder = kept and not outsiders
        yield Ruling("seven_locks.last-remainder" if remainder else "seven_locks.last-share", facts)
        return
    each = pearls // (len(partners(position)) + 1)
    sharers = {position.active, *partners(position)}
    base = tuple(each if seat in sharers else 0 for seat in range(position.players))
    remainder = all(mine >= due for mine, due in zip(said, base, strict=True))
    facts["seat"] = position.active
    yield Ruling("seven_locks.remainder" if remainder else "seven_locks.share", facts)


def _guess(position: Position, event: Guess) -> Faults:
    facts: dict[str, Json] = {"seat": event.seat}
    if any(seat == event.seat for seat, _ in position.guesses) and event.key is not None:
        yield Ruling("seven_locks.guess-twice", facts)
    elif position.phase is not Phase.GUESS:
        opened = len(position.opened) - (position.phase is Phase.TREASURE)
        early = opened < GUESS_AFTER
        yield Ruling(
            "seven_locks.guess-too-early" if early else "seven_locks.guess-too-late", facts
        )
    elif event.seat not in position.asked:
        yield Ruling("seven_locks.guess-decided", facts)
    elif event.seat != position.asked[0]:
        yield Ruling("seven_locks.guess-order", facts | {"right_seat": position.asked[0]})


def _last(position: Position, event: Last) -> Faults:
    tower = MEMBERS[position.standing][0]
    if consistent(position.masks) and not consistent(
        narrowed(position.masks, tower, 1 << event.key)
    ):
        facts: dict[str, Json] = {
            "key": key_fact(position, event.key),
            "tower": tower,
            "keys": keys_fact(position, position.row & ~(1 << event.key)),
        }
        yield Ruling("seven_locks.last-contradiction", facts)


FAULTS: dict[type[Event], Callable[[Position, Any], Faults]] = {
    Box: _none,
    Coat: _coat,
    Drop: _drop,
    Fill: _fill,
    Guess: _guess,
    Heard: _heard,
    Last: _last,
    Move: _move,
    Roll: _roll,
    SetUp: _none,
    Take: _take,
    Treasure: _treasure,
    Try: _try,
    Withdraw: _withdraw,
}
