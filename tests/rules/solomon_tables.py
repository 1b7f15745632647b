"""Ready-made tables of König Salomons Schatzkammer for the tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.solomon import GAME, SIZE, Choose, Event, Phase, Position, SetUp
from rules.solomon.books import misfit, told_by
from rules.solomon.pieces import ALL_TILES, FAMILIES, SUPPLY, TILE, counted
from rules.values import Answer, Json

SIM = {"shapes": "sim"}
# Cards of the demonstration box used by name in the tests.
ANGLE, BAR, STEP, BLOCK, LONG = 1, 2, 14, 10, 25


def at(name: str) -> int:
    """A square by its name: "a1" is the left corner at the entrance."""
    return (int(name[1]) - 1) * SIZE + "abcdef".index(name[0])


def squares(names: str) -> tuple[int, ...]:
    return tuple(sorted(at(name) for name in names.split()))


def tiles(names: str) -> tuple[int, ...]:
    return tuple(TILE[name] for name in names.split())


def opened(players: int = 2, beginners: bool = False, box: Mapping[str, Json] = SIM) -> Position:
    """A filled mine before the first choice."""
    return GAME.apply(GAME.start(players, {"beginners": beginners}, box), SetUp())


def digging(*cards: int, beginners: bool = False, box: Mapping[str, Json] = SIM) -> Position:
    """All have revealed these cards, by seat."""
    position = opened(len(cards), beginners, box)
    for seat, card in enumerate(cards):
        position = GAME.apply(position, Choose(seat, card))
    return position


def with_shafts(position: Position, shafts: Mapping[str, str], rest: int = 4) -> Position:
    """The same table with shafts told bottom first ("c2 t1"), the others of a height."""
    stacks = [(0,) * rest for _ in range(SIZE * SIZE)]
    for name, stack in shafts.items():
        stacks[at(name)] = tiles(stack)
    seen = counted(tile for stack in stacks for tile in stack if tile)
    gone = ALL_TILES - sum(map(len, stacks)) - sum(map(sum, position.loot)) - sum(position.pile)
    return replace(position, stacks=tuple(stacks), seen=seen, gone=(gone, *position.gone[1:]))


def with_loot(position: Position, seat: int, names: str, coins: int | None = None) -> Position:
    """The same table with other tiles behind a screen; a shaft pays for them."""
    loot = list(position.loot)
    loot[seat] = counted(tiles(names))
    gone = position.gone[0] + sum(position.loot[seat]) - sum(loot[seat])
    purse, bank = list(position.coins), position.bank
    if coins is not None:
        bank += purse[seat] - coins
        purse[seat] = coins
    return replace(
        position,
        loot=tuple(loot),
        gone=(gone, *position.gone[1:]),
        coins=tuple(purse),
        bank=bank,
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
    return [ruling.rule.removeprefix("solomon.") for ruling in legality.rulings]


def facts(position: Position, event: Event, rule: str) -> dict[str, Json]:
    """The facts of one ruling."""
    rulings = GAME.legal(position, event).rulings
    return dict(next(ruling.facts for ruling in rulings if ruling.rule == f"solomon.{rule}"))


def check(position: Position) -> None:
    """What holds in every position of every game, legal or let stand."""
    piles = [position.pile, position.gone, *position.loot]
    assert sum(map(len, position.stacks)) + sum(map(sum, piles)) == ALL_TILES
    assert min(map(min, piles)) >= 0
    assert sum(position.coins) + position.bank == 40
    assert min(*position.coins, position.bank) >= 0
    assert sum(position.pile) == sum(position.pile[1:6])
    cards = [card for played in position.played for card in played]
    assert len(set(cards)) == len(cards)
    assert len(set(position.waiting)) == len(position.waiting)
    assert bool(position.waiting) == (position.phase in (Phase.DIG, Phase.PAY, Phase.ADD))
    for family, kinds in FAMILIES.items():
        assert sum(position.seen[kind] for kind in kinds) <= SUPPLY[family]
    assert min(position.seen) >= 0


def check_dealt(position: Position) -> None:
    """At the end no tile that was dealt lies behind two screens; what was paid is gone."""
    wrong = misfit(position)
    assert wrong is None or not told_by(position, wrong[0])[wrong[1]]


def check_legal_limits(position: Position, beginners: bool = False) -> None:
    """What holds as long as all play by the rules."""
    assert max(position.heights) <= 4
    rounds = [len(played) for played in position.played]
    assert max(rounds) - min(rounds) == 0
    assert position.phase is Phase.FINISHED or GAME.actions(position)


def random_game(
    rng: random.Random,
    players: int,
    beginners: bool = False,
    box: Mapping[str, Json] = SIM,
) -> Iterator[tuple[Position, Event, Position]]:
    """A whole legal game, as position, event and position after it.

    Half of the games are thrifty: kinds of events are equally likely, so shifts are few. In the
    others all events are, so that many turns cannot be paid.
    """
    thrifty = rng.random() < 0.5
    before = GAME.start(players, {"beginners": beginners}, box)
    while True:
        actions = GAME.actions(before)
        if not actions:
            return
        if thrifty:
            kind = rng.choice(sorted({type(event).__name__ for event in actions}))
            actions = [each for each in actions if type(each).__name__ == kind]
        event = rng.choice(actions)
        after = GAME.apply(before, event)
        yield before, event, after
        before = after
