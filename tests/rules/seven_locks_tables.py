"""Seven Locks tables for tests: a game told event by event, and games played by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.seven_locks import (
    GAME,
    Coat,
    Drop,
    Event,
    Fill,
    Move,
    Outcome,
    Position,
    Roll,
    SetUp,
    Take,
    Try,
)
from rules.values import Json

FITS, LONG, SHORT, FAILS = Outcome.FITS, Outcome.LONG, Outcome.SHORT, Outcome.FAILS
DIE = [[1, 1], [1, 3], [2, 2], [2, 3], [3, 1], [3, 2]]
KEYS = ["red", "orange", "yellow", "green", "turquoise", "blue", "violet", "white"]
BOX: Mapping[str, Json] = {"die": DIE, "keys": KEYS}
Step = tuple[Position, Event, Position]


def play(position: Position, *events: Event) -> Position:
    """The position after some events, each of which must be legal."""
    for event in events:
        legality = GAME.legal(position, event)
        assert legality, (event, legality)
        position = GAME.apply(position, event)
    return position


def let(position: Position, *events: Event) -> Position:
    """The position after some events, legal or not."""
    for event in events:
        position = GAME.apply(position, event)
    return position


def opened(players: int = 3, **options: Json) -> Position:
    """Seat 0 starts at place 0, two pearls in every tower, the first roll due."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return play(GAME.start(players, named), SetUp(0, 0), Fill())


def rolled(position: Position, pearls: int = 1, steps: int = 1) -> Position:
    return play(position, Roll(pearls, steps))


def standing(position: Position, *places: int) -> Position:
    """The same moment with only some towers left; the others were opened with the low keys."""
    gone = [place for place in range(7) if place not in places]
    keys = list(range(len(gone)))
    masks = list(position.masks)
    for place, key in zip(gone, keys, strict=True):
        masks[place] = 1 << key
    return replace(
        position,
        standing=sum(1 << place for place in places),
        row=255 & ~sum(1 << key for key in keys),
        opened=tuple(zip(gone, keys, strict=True)),
        masks=tuple(masks),
        pearls=tuple(
            pearls if place in places else 0 for place, pearls in enumerate(position.pearls)
        ),
        forfeited=position.forfeited + sum(position.pearls[place] for place in gone),
    )


def at_key(players: int = 3, to: int = 1, **options: Json) -> Position:
    """Seat 0 has rolled one pearl and one step and moved on to place 1; a key is due."""
    return play(opened(players, **options), Roll(1, 1), Drop(to), Move(to))


def at_try(players: int = 3, key: int = 4, joiners: tuple[int, ...] = ()) -> Position:
    """Seat 0 holds a key at place 1 and everybody has decided."""
    position = play(at_key(players), Take(key))
    return decided(position, joiners)


def decided(position: Position, joiners: tuple[int, ...] = ()) -> Position:
    while position.phase.value == "coats":
        seat = position.asked[0]
        position = play(position, Coat(seat, seat in joiners))
    return position


def open_now(position: Position, key: int, joiners: tuple[int, ...] = ()) -> Position:
    """Take a key, let everybody decide, and the tower opens."""
    return play(decided(play(position, Take(key)), joiners), Try(FITS))


def random_game(
    rng: random.Random,
    players: int,
    options: Mapping[str, Json] | None = None,
    box: Mapping[str, Json] | None = None,
) -> Iterator[Step]:
    """A game by chance, each event chosen among all legal ones."""
    position = GAME.start(players, options or {}, box or {})
    while actions := GAME.actions(position):
        event = rng.choice(actions)
        after = GAME.apply(position, event)
        yield position, event, after
        position = after


def physical_game(
    rng: random.Random,
    players: int,
    options: Mapping[str, Json] | None = None,
    memory: float = 0.9,
) -> Iterator[Step]:
    """A game on a real table: the arrangement is fixed and keys show what they must.

    Players mostly remember what was tried and are careful with their coats, so most games come
    to the enchanted key; without memory the bin often runs empty.
    """
    chambers = list(range(8))
    rng.shuffle(chambers)
    position = GAME.start(players, options or {})
    while actions := GAME.actions(position):
        event = rng.choice(actions)
        if isinstance(event, Coat):
            event = Coat(event.seat, event.placed and rng.random() < 0.4)
        elif isinstance(event, Take) and rng.random() < memory:
            open_keys = position.row & position.masks[position.keymaster]
            event = rng.choice([each for each in actions if open_keys >> each.key & 1] or actions)  # type: ignore[union-attr]
        elif isinstance(event, Try):
            assert position.key is not None
            event = Try(_shown(position.key, chambers[position.keymaster]))
            if event.outcome is not FITS and rng.random() < 0.2:
                event = Try(FAILS)
        elif GAME.event_to_json(event)["type"] == "last":
            place = position.standing.bit_length() - 1
            event = next(each for each in actions if each.key == chambers[place])  # type: ignore[union-attr]
        after = GAME.apply(position, event)
        yield position, event, after
        position = after


def _shown(key: int, chamber: int) -> Outcome:
    return FITS if key == chamber else LONG if key > chamber else SHORT
