"""The Castle: tables to test on, and whole games by chance over a hidden deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules.castle import (
    GAME,
    SIM_MAP,
    Ally,
    Choose,
    Done,
    Enter,
    Event,
    Found,
    Phase,
    Position,
    Roll,
    Saw,
    TurnUp,
    Unlock,
)
from rules.castle.pieces import MONSTERS, TREASURES
from rules.castle.position import Combat, Foe
from rules.values import Answer, Json

BOX: Mapping[str, Json] = {"demo": True}
STRENGTH = {"fighter": 10, "cleric": 8, "wizard": 6}
NUMBER = SIM_MAP.number
F, C, W = "fighter", "cleric", "wizard"


def play(position: Position, *events: Event) -> Position:
    """The position after some events."""
    for event in events:
        position = GAME.apply(position, event)
    return position


def rules_of(position: Position, event: Event) -> list[str]:
    """The rules an event breaks."""
    return [ruling.rule for ruling in GAME.legal(position, event).rulings]


def chosen(
    characters: Sequence[str],
    options: Mapping[str, Json] | None = None,
    box: Mapping[str, Json] = BOX,
) -> Position:
    """Seat 0 has rolled highest and every seat has taken a character; two for one player."""
    players = 1 if len(characters) == 2 and options is not None and options.get("alone") else 0
    agreed = {key: value for key, value in (options or {}).items() if key != "alone"}
    players = players or len(characters)
    position = GAME.start(players, agreed, box)
    if players > 1:
        position = play(position, Roll(0, 6), *(Roll(seat, 1) for seat in range(1, players)))
    for number, character in enumerate(characters):
        seat = 0 if players == 1 else number
        position = play(position, Choose(seat, character, STRENGTH[character]))
    return position


def opened(
    *characters: str,
    groups: Sequence[tuple[int, ...]] = (),
    alone: bool = False,
    **options: Json,
) -> Position:
    """A game whose parties stand at the entrances A, B, ... and whose first turn begins."""
    named = {key.replace("_", "-"): value for key, value in options.items()}
    position = chosen(characters, {**named, "alone": alone})
    if not alone:
        position = play(position, Ally(tuple(groups)))
    for letter, party in zip("ABCDEF", position.parties, strict=False):
        position = play(position, Enter(party.seats[0], letter))
    return position


def put(position: Position, party: int, area: str) -> Position:
    """The party moved by hand."""
    parties = list(position.parties)
    parties[party] = replace(parties[party], at=NUMBER[area])
    return replace(position, parties=tuple(parties))


def cleared(position: Position, *areas: str) -> Position:
    """No monsters in these areas, or nowhere if none is named."""
    numbers = {NUMBER[area] for area in areas} or set(range(len(position.foes)))
    foes = tuple(() if at in numbers else foes for at, foes in enumerate(position.foes))
    return replace(position, foes=foes)


def with_foe(
    position: Position, kind: str, constitution: int = 9, hits: int = 0, area: str = "10"
) -> Position:
    """The active party in melee with a monster in an area."""
    at = NUMBER[area]
    foes = list(position.foes)
    foes[at] = (Foe(kind, constitution, hits),)
    moved = put(position, position.active, area)
    return replace(moved, foes=tuple(foes), combat=Combat(-1), phase=Phase.MELEE, due=())


def spelling(position: Position, kind: str, constitution: int = 9, area: str = "10") -> Position:
    """The same before the melee, in the spell phase."""
    return replace(with_foe(position, kind, constitution, 0, area), phase=Phase.SPELLS)


def member(position: Position, number: int, **changes: object) -> Position:
    """A member changed by hand."""
    members = list(position.members)
    members[number] = replace(members[number], **changes)
    return replace(position, members=tuple(members))


def holding(position: Position, number: int, *items: str) -> Position:
    return member(position, number, items=tuple((item, False) for item in items))


def loot(position: Position, party: int, *kinds: str) -> Position:
    parties = list(position.parties)
    parties[party] = replace(parties[party], loot=tuple((kind, False) for kind in kinds))
    return replace(position, parties=tuple(parties))


def facing(position: Position, area: str = "10") -> Position:
    """The active party has just met the other one in an area: their spell phase."""
    position = put(put(cleared(position), 0, area), 1, area)
    return replace(position, combat=Combat(1), phase=Phase.SPELLS)


class Deal:
    """What really lies in the rooms, which only the one who looks may say."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        monsters = [kind for kind, count in MONSTERS.items() for _ in range(count)]
        treasures = [kind for kind, count in TREASURES.items() for _ in range(count)]
        rng.shuffle(monsters)
        rng.shuffle(treasures)
        self.monsters = dict(zip(SIM_MAP.rooms, monsters, strict=True))
        self.treasures = dict(zip(SIM_MAP.rooms, treasures, strict=True))

    def true(self, position: Position, event: Event) -> bool:
        """Whether an event says nothing that the table contradicts."""
        due = position.due[0] if position.due else None
        if isinstance(event, TurnUp) and due is not None:
            return event.kind == self.monsters[due.area]
        if isinstance(event, Found) and due is not None:
            kind = self.treasures[due.area]
            secret = event.kind is None and kind in SECRET and self.rng.random() < 0.2
            return event.kind == kind or secret
        if isinstance(event, Saw) and due is not None:
            truth = self.monsters if due.spell == "monster" else self.treasures
            return event.kind in (None, truth[due.area])
        if isinstance(event, Unlock):
            return GAME.legal(position, event).answer is Answer.YES
        return True


SECRET = {kind for kind in TREASURES if kind.startswith(("gold", "key"))}


LONG_AGO = 40


def random_game(
    rng: random.Random,
    players: int,
    options: Mapping[str, Json] | None = None,
    luck: float = 0.0,
) -> Iterator[tuple[Position, Event, Position]]:
    """A whole game by chance: every position, the event and what came of it.

    Leaving the castle is made rare, so that games are long and see every rule; with luck the
    dice of melee are high and parties live to bring something out.
    """
    position = GAME.start(players, options or {}, BOX)
    deal = Deal(rng)
    game = position.game
    while position.phase is not Phase.FINISHED:
        if position.game != game:
            game, deal = position.game, Deal(rng)
        actions = [event for event in GAME.actions(position) if deal.true(position, event)]
        inward = [event for event in actions if getattr(event, "to", "") not in tuple("ABCDEF")]
        if inward and rng.random() < (0.95 if position.turn < LONG_AGO else 0.3):
            actions = inward
        if position.due and position.due[0].what == "melee" and rng.random() < luck:
            actions = [event for event in actions if getattr(event, "die", 6) > 3]
        busy = [event for event in actions if not isinstance(event, Done)]
        if busy and rng.random() < 0.7:
            actions = busy
        event = rng.choice(actions)
        after = GAME.apply(position, event)
        yield position, event, after
        position = after
