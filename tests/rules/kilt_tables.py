"""Ready-made tables of Kilt Castle for the tests."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from rules.kilt import (
    CARDS,
    COLOURS,
    GAME,
    Card,
    Colour,
    Event,
    Floor,
    Phase,
    Position,
    SetUp,
    Square,
)
from rules.kilt.pieces import FLOOR_SUPPLY, INDEX, POSITIONS, SIZE, STACKS
from rules.values import Answer, Json

R, O, L, D = COLOURS  # noqa: E741
CORNERS: tuple[tuple[Square, ...], ...] = (
    ((0, 0), (0, 1), (1, 0)),
    ((0, 4), (0, 3), (1, 4)),
    ((4, 4), (4, 3), (3, 4)),
    ((4, 0), (4, 1), (3, 0)),
)
WATER = CORNERS[0]


def card(board: Colour, away: Colour | None = None) -> Card:
    return CARDS[board][board if away is None else away]


def set_up(players: int = 4, start: int | None = None) -> SetUp:
    """A legal set-up; the lone card starts the seat of light grey (two players: seat 1)."""
    if players == 3:
        rows = {
            17: [card(R), card(O), card(L)],
            18: [card(R, O), card(O, L)],
            19: [card(R, L)],
        }
        return SetUp.laid(rows, WATER, [[R], [O], [L]], start)
    rows = {
        16: [card(R), card(O), card(L), card(D)],
        17: [card(O, R), card(D, R), card(L, D)],
        18: [card(R, L), card(D, O)],
        19: [card(O, L)],
    }
    colours = [[R, O], [L, D]] if players == 2 else [[R], [O], [L], [D]]
    return SetUp.laid(rows, WATER, colours, start)


def opened(players: int = 4, **options: Json) -> Position:
    """The position after the set-up; options with underscores instead of hyphens."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return GAME.apply(GAME.start(players, named), set_up(players))


def with_rows(
    position: Position, rows: Mapping[int, Iterable[Card]], front: int | None = None
) -> Position:
    """The same table with other cards around it."""
    laid = tuple(tuple(rows.get(place, ())) for place in range(POSITIONS))
    return replace(position, rows=laid, front=max(rows) if front is None else front)


def with_towers(
    position: Position, towers: Mapping[Square, str], roofs: Iterable[Square] = ()
) -> Position:
    """The same table with towers, bottom first: "r0 o2" is red, on it orange with two crests."""
    letters = {colour.value[0]: colour for colour in COLOURS}
    built = [()] * SIZE**2
    left = [
        list(FLOOR_SUPPLY if colour in position.setting.owner else (0, 0, 0)) for colour in COLOURS
    ]
    for (row, col), text in towers.items():
        tower = tuple(Floor(letters[each[0]], int(each[1])) for each in text.split())
        built[row * SIZE + col] = tower
        for floor in tower:
            left[INDEX[floor.colour]][floor.crests or 0] -= 1
    return replace(
        position,
        towers=tuple(built),
        left=tuple(tuple(each) for each in left),
        roofs=tuple(roofs),
    )


def play(position: Position, *events: Event) -> Position:
    """Apply events that must all be legal."""
    for event in events:
        legality = GAME.legal(position, event)
        assert legality.answer is Answer.YES, (event, legality)
        position = GAME.apply(position, event)
    return position


def broken(position: Position, event: Event) -> list[str]:
    """The ids of the rules an event breaks, without the game's name."""
    legality = GAME.legal(position, event)
    assert (legality.answer is Answer.NO) == bool(legality.rulings), legality
    return [ruling.rule.removeprefix("kilt.") for ruling in legality.rulings]


def facts(position: Position, event: Event, rule: str) -> dict[str, Json]:
    """The facts of one ruling."""
    rulings = GAME.legal(position, event).rulings
    return dict(next(ruling.facts for ruling in rulings if ruling.rule == f"kilt.{rule}"))


def random_set_up(rng: random.Random, players: int) -> SetUp:
    """A legal set-up by chance: colours, cards, first position and water corner."""
    colours = rng.sample(COLOURS, 3 if players == 3 else 4)
    pairs = list(combinations(colours, 2))
    stacks = STACKS[players]
    while True:
        rng.shuffle(pairs)
        doubles = [card(*rng.sample(pair, 2)) for pair in pairs]
        singles = [card(colour) for colour in rng.sample(colours, len(colours))]
        first = rng.randrange(POSITIONS)
        rows, deck = {}, singles + doubles
        for step, size in enumerate(stacks):
            rows[(first + step) % POSITIONS] = deck[:size]
            deck = deck[size:]
        each = 2 if players == 2 else 1
        seats = [colours[n * each : (n + 1) * each] for n in range(players)]
        event = SetUp.laid(rows, rng.choice(CORNERS), seats)
        if GAME.legal(GAME.start(players), event):
            return event


def random_game(
    rng: random.Random, players: int, options: Mapping[str, Json] | None = None
) -> Iterator[tuple[Position, Event, Position]]:
    """A whole legal game, as position, event and position after it."""
    before = GAME.start(players, options or {})
    event: Event = random_set_up(rng, players)
    while True:
        after = GAME.apply(before, event)
        yield before, event, after
        if after.phase is Phase.FINISHED:
            return
        before, event = after, rng.choice(GAME.actions(after))
