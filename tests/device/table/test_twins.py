"""Nobody can tell two tables apart that differ in what only somebody else may know."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from rules import castle, seven_locks, solomon
from rules.castle.pieces import TRAPS
from rules.solomon.pieces import KINDS, TILES
from rules.solomon.position import LIFTED
from tests.device import twins
from tests.device.twins import Twin
from tests.rules import castle_tables, seven_locks_tables

QUICK, MANY = 6, 500


@pytest.fixture(autouse=True)
def clock_that_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.table.versions.time", SimpleNamespace(time=lambda: 1_800_000_000.0))


# --- König Salomons Schatzkammer: cards, hands, tiles dealt and tiles added -----------------

SOLOMON = solomon.GAME
SECRETS = (solomon.Choose, solomon.Got, solomon.Add, solomon.Hold)
LONGEST = 140


def ruinous_game(rng: random.Random, players: int) -> Iterator[tuple[Any, Any]]:
    """A game of people who shift more than they can pay, so that many tiles go round."""
    position = SOLOMON.start(players, {}, {"shapes": "sim"})
    while actions := SOLOMON.actions(position):
        event = rng.choice(wished(rng, position, actions))
        yield position, event
        position = SOLOMON.apply(position, event)


def wished(rng: random.Random, position: Any, actions: list[Any]) -> list[Any]:
    """What such people do; otherwise kinds of events are equally likely."""
    by_kind: dict[type, list[Any]] = {}
    for event in actions:
        by_kind.setdefault(type(event), []).append(event)
    if solomon.Fail in by_kind:
        return by_kind[solomon.Fail]
    poor = solomon.Shift in by_kind and position.shifts <= position.wealth(position.active)
    if poor and (position.shifts or rng.random() < 0.3):
        return by_kind[solomon.Shift]
    return by_kind[rng.choice(sorted(by_kind, key=lambda kind: kind.__name__))]


def solomon_twins(rng: random.Random) -> Iterator[Twin]:
    """Pairs with each kind of secret in turn, each from a game of its own."""
    number = 0
    while True:
        wanted = SECRETS[number % len(SECRETS)]
        twin = one_solomon_twin(rng, rng.randrange(2, 6), wanted)
        if twin is not None:
            number += 1
            yield twin


def one_solomon_twin(rng: random.Random, players: int, wanted: type) -> Twin | None:
    found: list[Twin] = []
    told: list[Any] = []
    for position, event in ruinous_game(rng, players):
        if len(told) > LONGEST:
            break
        after = SOLOMON.apply(position, event)
        hidden = after.phase not in LIFTED  # at the end all screens are lifted
        for secret in secrets_of(rng, position, event, wanted) if hidden else ():
            owner, seats = secret[0].seat, range(players)
            # Between two, what one adds is what the other gets.
            both = players == 2 and wanted is solomon.Add
            made = (tuple(told), secret, owner, frozenset(seats if both else {owner}))
            found.append(Twin("solomon", players, {}, {"shapes": "sim"}, *made))
        told.append(event)
    return rng.choice(found) if found else None


def secrets_of(
    rng: random.Random, position: Any, event: Any, wanted: type
) -> Iterator[tuple[Any, Any]]:
    """Two values of a secret that may be told here."""
    if wanted is solomon.Hold and isinstance(event, solomon.Choose):
        seat = event.seat
        gone = {card for played in position.played for card in played}
        free = [card for card in range(1, 33) if card not in gone]
        size = position.rounds - len(position.played[seat])
        hands = [tuple(sorted(rng.sample(free, size))) for _ in range(2)]
        if hands[0] != hands[1]:
            yield solomon.Hold(seat, hands[0]), solomon.Hold(seat, hands[1])
        return
    if type(event) is not wanted or (position.cards.count(None) == 1 and wanted is solomon.Choose):
        return  # the last card that is laid down shows them all
    others = [e for e in SOLOMON.actions(position) if type(e) is wanted and e.seat == event.seat]
    others = [e for e in others if e != event and getattr(e, "card", 1)]
    if others and getattr(event, "card", 1):
        yield event, rng.choice(others)


def shows_in_solomon(twin: Twin) -> Any:
    """What the table sees turned up: the cards together, and all screens at the end."""

    def shows(position: Any, event: Any) -> bool:
        if isinstance(event, solomon.Choose) and position.cards.count(None) == 1:
            return isinstance(twin.secret[0], solomon.Choose)
        return SOLOMON.apply(position, event).phase in LIFTED

    return shows


def telling_in_solomon(position: Any, twin: Twin) -> Iterable[Any]:
    """Objects for the owner, tiles for everybody, cards and payments: whatever might give away."""
    owner = twin.owner or 0
    area = (0, 1, 7)
    for magic in solomon.Magic:
        yield solomon.Mark(owner, area, (magic,))
    yield solomon.Ward(owner)
    yield solomon.Fail(owner)
    yield solomon.Pay(owner, position.due())
    yield solomon.Pay(owner, 0, (0, 0, 0, 0, 1))
    for seat in range(twin.players):
        yield solomon.Choose(seat, 7)
        for tile in (KINDS[0], TILES.index("c3"), TILES.index("axe")):
            yield solomon.Got(seat, (tile,))


# --- The Castle: what was seen, found, handed over or named --------------------------------

CASTLE = castle.GAME
OPEN = set(TRAPS)


def castle_twins(rng: random.Random) -> Iterator[Twin]:
    number = 0
    while True:
        twin = one_castle_twin(rng, 2 + number % 5)
        if twin is not None:
            number += 1
            yield twin


def one_castle_twin(rng: random.Random, players: int) -> Twin | None:
    found: list[Twin] = []
    told: list[Any] = []
    for position, event, _ in castle_tables.random_game(rng, players):
        if len(told) > LONGEST:
            break
        if isinstance(event, castle.Found | castle.Saw | castle.Give | castle.Name):
            other = another(rng, position, event)
            party = rules_party(position, event.seat)
            if other is not None and len(party) < players:
                made = (tuple(told), (event, other), event.seat, party)
                found.append(Twin("castle", players, {}, dict(castle_tables.BOX), *made))
        told.append(event)
    return rng.choice(found) if found else None


def rules_party(position: Any, seat: int) -> frozenset[int]:
    """Those who share what their party found."""
    return frozenset(next(p.seats for p in position.parties if seat in p.seats))


def another(rng: random.Random, position: Any, event: Any) -> Any:
    """The same said of another counter; traps and companions lie open, and so does a counter
    kept back."""
    if isinstance(event, castle.Give):
        carried = position.members[event.member].items
        if any(face_up for _, face_up in carried):
            return None  # what lies face up is handed over before all
        items = [e for e in CASTLE.actions(position) if type(e) is castle.Give and e != event]
        items = [
            e for e in items if (e.seat, e.member, e.to) == (event.seat, event.member, event.to)
        ]
        return rng.choice(items) if items else None
    kinds = [
        e
        for e in CASTLE.actions(position)
        if type(e) is type(event) and e.seat == event.seat and e != event and e.kind not in OPEN
    ]
    return rng.choice(kinds) if kinds and event.kind not in OPEN else None


def shows_in_castle(twin: Twin) -> Any:
    """What the party shows, or loses, or brings out."""

    def shows(position: Any, event: Any) -> bool:
        party = next(p for p in position.parties if twin.owner in p.seats)
        after = CASTLE.apply(position, event)
        same = next(p for p in after.parties if twin.owner in p.seats)
        return same.state != party.state or after.phase.value in ("between", "finished")

    return shows


def telling_in_castle(position: Any, twin: Twin) -> Iterable[Any]:
    """Items, keys and captives for the owner."""
    owner = twin.owner or 0
    member = next((at for at, m in enumerate(position.members) if m.seat == owner), 0)
    for item in ("pistol", "acid", "boots", "potion-healing"):
        yield castle.Use(owner, member, item)
    yield castle.Unlock(owner, ("key-a", "key-b"))
    for kind in ("gold-500", "key-a", None):
        yield castle.Found(owner, kind)


# --- Schloss der 7 Schlösser: what only the microphone heard -------------------------------

LOCKS = seven_locks.GAME


def sound(rng: random.Random) -> tuple[float, ...]:
    return tuple(rng.random() + 0.01 for _ in range(8))


def seven_locks_twins(rng: random.Random) -> Iterator[Twin]:
    """Every pearl was heard; of one of them the two tables heard another depth."""
    while True:
        players = rng.randrange(2, 5)
        found: list[Twin] = []
        told: list[Any] = []
        for _, event, after in seven_locks_tables.physical_game(rng, players):
            if len(told) > LONGEST:
                break
            told.append(event)
            if isinstance(event, seven_locks.Drop) and event.tower is not None:
                heard = seven_locks.Heard(event.tower, sound(rng))
                if after.phase is not seven_locks.Phase.FINISHED:
                    two = (heard, replace(heard, likelihoods=sound(rng)))
                    nobody: frozenset[int] = frozenset()
                    found.append(
                        Twin("seven_locks", players, {}, {}, tuple(told), two, None, nobody)
                    )
                    told.append(heard)
        yield rng.choice(found)


def shows_in_seven_locks(twin: Twin) -> Any:
    """Only the look back after the game."""
    del twin
    return lambda position, event: LOCKS.apply(position, event).phase is seven_locks.Phase.FINISHED


def telling_in_seven_locks(position: Any, twin: Twin) -> Iterable[Any]:
    """Sounds, which no phone may tell, and keys as if somebody knew."""
    del position
    for tower in range(7):
        yield seven_locks.Heard(tower, (0.125,) * 8)
        yield seven_locks.Last(tower)
    for outcome in seven_locks.Outcome:
        yield seven_locks.Try(outcome)
    for seat in range(twin.players):
        yield seven_locks.Guess(seat, 3)


GAMES = {
    "solomon": (solomon_twins, shows_in_solomon, telling_in_solomon),
    "castle": (castle_twins, shows_in_castle, telling_in_castle),
    "seven_locks": (seven_locks_twins, shows_in_seven_locks, telling_in_seven_locks),
}
KINDS_OF_SECRETS = {
    "solomon": {"Choose", "Got", "Add", "Hold"},
    "castle": {"Found", "Saw"},
    "seven_locks": {"Heard"},
}


def compared(game: str, pairs: int, seed: int, folder: Any) -> twins.Count:
    make, shows, telling = GAMES[game]
    count = twins.run(make(random.Random(seed)), pairs, folder, shows, telling, seed)
    print(f"{game}: {count.pairs} pairs, {count.comparisons} comparisons, {sorted(count.kinds)}")
    return count


@pytest.mark.parametrize("game", GAMES)
def test_a_few_twins_look_alike_to_everybody_else(game, tmp_path):
    count = compared(game, QUICK, 1, tmp_path)
    assert count.pairs == QUICK
    assert count.comparisons > 300 * QUICK
    assert count.kinds >= KINDS_OF_SECRETS[game]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_five_hundred_twins_look_alike_to_everybody_else(game, tmp_path):
    count = compared(game, MANY, 2, tmp_path)
    assert count.pairs == MANY
    assert count.comparisons > 300 * MANY
    assert count.kinds >= KINDS_OF_SECRETS[game]
