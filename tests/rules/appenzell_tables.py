"""Ready-made castles of Burg Appenzell for the tests."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.appenzell import (
    GAME,
    SPARE,
    UNKNOWN,
    EndTurn,
    Event,
    Phase,
    Place,
    Position,
    Reveal,
    SetUp,
    Slide,
    Tile,
)
from rules.appenzell.pieces import (
    COLOURS,
    FORMS,
    HOLES,
    LINES,
    MICE,
    SHADES,
    SUPPLY,
    TILE_NAMES,
    TOWERS,
    Field,
)
from rules.appenzell.sim import SIM_LAYOUTS
from rules.values import Answer, Json

# The castle of the tests, rooms by letter:   7  . a a b c d .
# towers are dots, a1 is at the near left.    6  e e e b c d f
#                                             5  g g h i c d f
#                                             4  g g h i j j f
#                                             3  k k l l j j m
#                                             2  n n o o p q m
#                                             1  . r r r p q .
#                                                a b c d e f g
SIDE, OTHER_SIDE = SIM_LAYOUTS
TILES: dict[str, Tile] = {name: number for number, name in enumerate(TILE_NAMES)}
TILES |= {"c" + str(kind + 1): kind for kind in range(7)}
TILES["?"] = UNKNOWN


def f(name: str) -> Field:
    """The field of a name like "c3"."""
    return (7 - int(name[1])) * 7 + "abcdefg".index(name[0])


def room(name: str) -> int:
    """The number of the room that a field is in."""
    return next(number for number, each in enumerate(SIDE) if f(name) in each)


def set_up(players: int = 2, start: int = 0) -> SetUp:
    return SetUp(SIDE, start, COLOURS[:players])


def begun(players: int = 2, start: int = 0, **options: Json) -> Position:
    """After the set-up, before the first mouse."""
    return GAME.apply(GAME.start(players, options), set_up(players, start))


def opened(players: int = 2, start: int = 0, **options: Json) -> Position:
    """The first turn: seat n has a mouse in tower a7, g7, a1 or g1; the spare tile is plain."""
    position = begun(players, start, **options)
    for seat in range(players):
        position = GAME.apply(position, Place(seat, TOWERS[seat]))
    return GAME.apply(position, Reveal(SPARE, TILES["plain"]))


def with_mice(position: Position, *mice: str) -> Position:
    """The same table with mice per seat, as "b7 c7"; the rest waits outside."""
    each = tuple(tuple(sorted(f(name) for name in names.split())) for names in mice)
    waiting = tuple(
        MICE - len(fields) - lost for fields, lost in zip(each, position.lost, strict=True)
    )
    return replace(position, mice=each, waiting=waiting)


def with_lost(position: Position, *lost: int) -> Position:
    waiting = tuple(MICE - len(mice) - gone for mice, gone in zip(position.mice, lost, strict=True))
    return replace(position, lost=lost, waiting=waiting)


def with_open(position: Position, names: str, **tiles: str) -> Position:
    """The same table with rooms open, named by any of their fields, and tiles that are known."""
    roofs = position.roofs
    for name in names.split():
        roofs &= ~(1 << room(name))
    known = list(position.tiles)
    for name, tile in tiles.items():
        known[f(name)] = TILES[tile]
    return replace(position, roofs=roofs, tiles=tuple(known))


def with_cheeses(position: Position, *kinds: Iterable[int]) -> Position:
    """The same table with the kinds (from 1) that each seat has collected."""
    return replace(position, cheeses=tuple(sum(1 << (k - 1) for k in each) for each in kinds))


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
    return [ruling.rule.removeprefix("appenzell.") for ruling in legality.rulings]


def doubted(position: Position, event: Event) -> list[str]:
    """The ids of what nobody can know about an event."""
    legality = GAME.legal(position, event)
    assert legality.answer is Answer.CANNOT_TELL, legality
    return [ruling.rule.removeprefix("appenzell.") for ruling in legality.rulings]


def facts(position: Position, event: Event, rule: str) -> dict[str, Json]:
    """The facts of one ruling."""
    rulings = GAME.legal(position, event).rulings
    return dict(next(ruling.facts for ruling in rulings if ruling.rule == f"appenzell.{rule}"))


class Truth:
    """What really lies in the castle, which the device learns tile by tile."""

    def __init__(self, rng: random.Random) -> None:
        bag = [tile for tile, count in enumerate(SUPPLY) for _ in range(count)]
        rng.shuffle(bag)
        self.tiles = dict(zip((*HOLES, SPARE), bag, strict=True))

    def slide(self, slot: int) -> None:
        coming = self.tiles[SPARE]
        for field in LINES[slot]:
            self.tiles[field], coming = coming, self.tiles[field]
        self.tiles[SPARE] = coming

    def agrees(self, event: Event) -> bool:
        return not isinstance(event, Reveal) or self.tiles[event.field] == event.tile


def random_set_up(rng: random.Random, players: int) -> SetUp:
    """Side, starter and mice by chance; the cheeses told or not."""
    every = [(form, shade) for form in FORMS for shade in SHADES]
    return SetUp(
        rng.choice(SIM_LAYOUTS),
        rng.randrange(players),
        tuple(rng.sample(COLOURS, players)),
        tuple(rng.sample(every, 7)) if rng.random() < 0.5 else (),
    )


def random_game(
    rng: random.Random,
    players: int,
    options: Mapping[str, Json] | None = None,
    tell: float = 0.9,
) -> Iterator[tuple[Position, Event, Position]]:
    """A whole legal game; what lies open is mostly told at once, and always truly."""
    truth = Truth(rng)
    before = GAME.start(players, options or {})
    event: Event = random_set_up(rng, players)
    while True:
        after = GAME.apply(before, event)
        if isinstance(event, Slide):
            truth.slide(event.slot)
        yield before, event, after
        if after.phase is Phase.FINISHED:
            return
        before, event = after, _chosen(rng, truth, GAME.actions(after), tell)


def _chosen(rng: random.Random, truth: Truth, actions: list[Event], tell: float) -> Event:
    true = [event for event in actions if truth.agrees(event)]
    told = [event for event in true if isinstance(event, Reveal)]
    rest = [event for event in true if not isinstance(event, Reveal | EndTurn)]
    if told and (rng.random() < tell or len(told) == len(true)):
        return rng.choice(told)
    if rest and rng.random() < 0.9:
        return rng.choice(rest)
    return rng.choice([event for event in true if not isinstance(event, Reveal)])
